//! Files of other programs as [documents](crate::Document).
//!
//! Every importer returns a [`Read`], the document with notes on omitted or changed parts and warnings of lost motion,
//! or [`Problems`] with at least one error. No file makes an importer panic or hang. Reading takes at most 32 times the
//! size of the file with its buffers, or 64 MiB; a file that would take more is refused.
//!
//! LDtk is not among them: its files have no animated tiles. A tileset there has enum tags and free texts by tile, and
//! each game has its own words for frames in them.

use std::path::Path;

use cueline::time::Span;

use crate::{ClipFile, Document, DocumentPath, DurationSource, Keys, Problem, Problems, Read};

#[cfg(feature = "aseprite")]
pub mod aseprite;
#[cfg(feature = "babylon")]
pub mod babylon;
#[cfg(any(feature = "babylon", feature = "gltf", feature = "lottie"))]
mod density;
mod file;
#[cfg(any(feature = "babylon", feature = "lottie"))]
mod frames;
#[cfg(feature = "gltf")]
pub mod gltf;
mod json;
#[cfg(feature = "lottie")]
pub mod lottie;
#[cfg(any(feature = "babylon", feature = "gltf"))]
mod matrix;
#[cfg(any(
    feature = "aseprite",
    feature = "babylon",
    feature = "gltf",
    feature = "lottie",
    feature = "tiled"
))]
mod names;
#[cfg(any(feature = "aseprite", feature = "texturepacker"))]
mod sheet;
#[cfg(any(feature = "babylon", feature = "gltf"))]
mod spline;
#[cfg(feature = "texturepacker")]
pub mod texturepacker;
#[cfg(feature = "tiled")]
pub mod tiled;
#[cfg(feature = "gltf")]
mod times;

/// Hands the list of formats to a macro: the feature and module, the variant, the name in messages. A JSON file belongs
/// to the first format of the list that recognises it, so the format with the weakest marks comes last.
macro_rules! all_formats {
    ($with:ident) => {
        $with! {
            /// Aseprite's own files and its sheets with JSON.
            aseprite "aseprite" Aseprite "Aseprite"
            /// Lottie.
            lottie "lottie" Lottie "Lottie"
            /// Tiled's tilesets and maps, both forms.
            tiled "tiled" Tiled "Tiled"
            /// Babylon.js: scenes, animation groups and animations.
            babylon "babylon" Babylon "Babylon.js"
            /// Sheets of TexturePacker and other packers, both forms of JSON.
            texturepacker "texturepacker" TexturePacker "TexturePacker"
            /// glTF 2.0, both forms.
            gltf "gltf" Gltf "glTF"
        }
    };
}
use all_formats;

pub use file::{Foreign, open, read};

/// Whether a JSON file has a name in it.
type Names<'a> = dyn Fn(&str) -> bool + 'a;

/// What the module of a format has to say about its files.
struct Importer {
    /// The extensions of its files, in lower case, without `json`.
    extensions: &'static [&'static str],
    /// Recognises a JSON file by names that it must have and that files of the other formats do not have.
    is_json: fn(has: &Names<'_>) -> bool,
    /// Reads the content of the file at `path`.
    read: fn(file: &[u8], path: &Path) -> Result<Read, Problems>,
}

/// The document with its notes, or the problems if one of them is an error; includes the checks of the whole document.
fn done(mut document: Document, mut problems: Problems) -> Result<Read, Problems> {
    document.clips.values_mut().for_each(cut_early_keys);
    if !problems.has_errors() {
        problems.extend(document.check());
    }
    let (document, notes) = problems.unless_errors(document)?;
    Ok(Read { document, notes })
}

/// Keys before 0 only shape the curve of a clip with a stated duration, so such a clip keeps its duration.
fn cut_early_keys(clip: &mut ClipFile) {
    let rate = clip.frame_rate();
    let times = || clip.tracks.values().flat_map(Keys::times);
    if clip.duration != DurationSource::Whole || times().all(|at| at.span(rate) >= Span::ZERO) {
        return;
    }
    let last = times().chain(clip.cues.iter().map(|cue| cue.at)).max_by_key(|at| at.span(rate));
    let last = last.filter(|at| at.span(rate) > Span::ZERO).unwrap_or_default();
    clip.duration = DurationSource::Cut(last);
}

/// A single error that makes a file unusable.
fn refused(item: DocumentPath, found: impl Into<String>, needed: impl Into<String>) -> Problems {
    Problem::error(item, found, needed).into()
}
