//! What every importer has: its entry in the list of formats, the first step, which opens the file, and the last one,
//! which checks the document.

use std::{fs, path::Path};

use cueline::time::Span;
use cueline_assets::{
    ClipFile, Document, DocumentPath, DurationSource, Keys, Problem, Problems, Read,
};

use crate::{fields::Fields, motion::Motion};

/// What the module of a format has to say about its files.
pub(crate) struct Importer {
    /// The extensions of its files, in lower case, without `json`: for a content that shows no format.
    pub(crate) extensions: &'static [&'static str],
    /// Recognises a content: by its first bytes, or by fields of a JSON text that files of the other formats do not have.
    pub(crate) is: fn(file: &[u8], fields: &Fields) -> bool,
    /// Reads the content of the file at `path`.
    pub(crate) read: fn(file: &[u8], path: &Path) -> Result<Read, Problems>,
}

/// Reads a file by `read`, and adds its name to the problems.
pub(crate) fn load(
    path: &Path,
    read: impl FnOnce(&[u8]) -> Result<Read, Problems>,
) -> Result<Read, Problems> {
    let name = path.display().to_string();
    let read = match fs::read(path) {
        Ok(file) => read(&file),
        Err(error) => {
            let found = format!("a file that cannot be read ({error})");
            Err(refused(DocumentPath::root(), found, "one that can"))
        }
    };
    match read {
        Ok(read) => Ok(Read { notes: read.notes.in_file(&name), ..read }),
        Err(problems) => Err(problems.in_file(&name)),
    }
}

/// The document with its notes, or the problems if one of them is an error; includes the checks of the whole document.
pub(crate) fn done(
    mut document: Document,
    motion: Motion,
    mut problems: Problems,
) -> Result<Read, Problems> {
    let animated = motion.report(&mut problems);
    document.clips.values_mut().for_each(cut_early_keys);
    if !problems.has_errors() {
        problems.extend(document.check());
    }
    let (document, notes) = problems.unless_errors(document)?;
    Ok(Read { document, notes, animated })
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
pub(crate) fn refused(
    item: DocumentPath,
    found: impl Into<String>,
    needed: impl Into<String>,
) -> Problems {
    Problem::error(item, found, needed).into()
}
