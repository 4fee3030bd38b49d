//! Reads files of Aseprite (`.aseprite`, `.ase`), and sheets that it exported with JSON, as a list or by name.
//!
//! [`read`] imports every tag as a [flipbook](cueline_assets::FlipbookSource) with the duration of each frame, its direction and its
//! repeat count; a sprite without tags becomes the flipbook `all`. The pictures are those of the sheet called `sheet`:
//! with their places on the image, trimmed or not, for exported sheets; one whole picture for each frame, for Aseprite's
//! own files. Slices are in the sheet.
//!
//! [`atlas`] draws the pixels of Aseprite's own files too, onto one image. Pixels equal those that Aseprite exports: all
//! color modes, layers with their blend modes and opacities, groups, linked cels, tilemaps.
//!
//! **Cues**: user data of a cel with a text is a cue at the start of its frame; each key of a slice is a cue with the name of
//! the slice; a tag inside of another tag is a cue of that one, at the first frame of the inner tag. They are times of the
//! first pass, in the tag's direction. A text is an effect, unless it begins with `state:`; tags and slices are states. Text and color of the sprite, of tags and of slices are in `meta`, as `data` and
//! `color`.
//!
//! **Not imported**, with a note: properties of extensions, tilesets in other files.

mod art;
mod atlas;
mod binary;
mod blend;
mod bytes;
mod chunk;
mod sheet;
mod sprite;

use std::path::Path;

use cueline_assets::{Document, DocumentPath, Problems, Read};

use self::art::{Art, Memory};
pub use self::atlas::Image;
use crate::{
    importer::{Importer, done, refused},
    json::Unread,
    motion::Motion,
};

pub(crate) const IMPORTER: Importer = Importer {
    extensions: &["aseprite", "ase"],
    is: |file, fields| {
        chunk::is_whole(file) || (fields.of_frame("frame") && fields.of_frame("duration"))
    },
    read: |file, path| read(file, &image(path)),
};

/// The name of a file found at that path.
pub(super) fn image(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads the content of a file of either kind; `name` is the image name for Aseprite's own file, because that file is
/// the image.
///
/// # Errors
///
/// Truncated or invalid data, tags of missing frames, frames with a duration of zero.
///
/// # Examples
///
/// ```
/// use cueline::{clip::Order, time::{Span, Time}};
/// use cueline_import::aseprite;
///
/// let sheet = br#"{
///   "frames": [
///     {"filename": "a", "frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "duration": 100},
///     {"filename": "b", "frame": {"x": 8, "y": 0, "w": 8, "h": 8}, "duration": 50}
///   ],
///   "meta": {"image": "hero.png", "frameTags": [{"name": "blink", "from": 0, "to": 1, "direction": "reverse"}]}
/// }"#;
/// let read = aseprite::read(sheet, "")?;
/// let blink = &read.document.flipbooks["blink"];
/// assert_eq!(blink.order, Order::Reverse);
/// assert_eq!(blink.build().unwrap().frame_at(Time::ZERO, Time::from_millis(49)), 1);
///
/// let problems = aseprite::read(&sheet[..40], "").unwrap_err();
/// assert_eq!(problems.iter().next().unwrap().place.unwrap().line, 3);
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8], name: &str) -> Result<Read, Problems> {
    let (mut unread, mut problems) = (Unread::default(), Problems::new());
    let (sprite, about) = if chunk::is(file) {
        let mut sprite = binary::read(file, false, &mut unread, &mut problems)?;
        sprite.sheet.image = name.into();
        (sprite, Document::default())
    } else {
        sheet::read(file, name, &mut unread, &mut problems)?
    };
    let mut motion = Motion::default();
    let document = Document { meta: about.meta, ..sprite.document(&mut motion, &mut problems) };
    unread.report(&mut problems);
    done(document, motion, problems)
}

/// The part of a sprite that [`atlas`] draws, and the padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Layers by name or path (`arm/hand`), hidden ones too; if empty, all visible layers. A group includes its
    /// visible layers.
    pub layers: Vec<String>,
    /// Tags by name; if empty, all tags and all frames.
    pub tags: Vec<String>,
    /// Empty pixels between two pictures.
    pub padding: u8,
}

/// All visible layers and all tags, with one pixel between pictures.
impl Default for Selection {
    fn default() -> Self {
        Self { layers: Vec::new(), tags: Vec::new(), padding: 1 }
    }
}

/// A sprite with its pixels.
#[derive(Clone, Debug)]
pub struct Atlas {
    /// The flipbooks and the sheet.
    pub read: Read,
    /// The image of the sheet.
    pub image: Image,
}

/// Whether a file is Aseprite's own, which contains pixels.
///
/// # Examples
///
/// ```
/// assert!(!cueline_import::aseprite::has_pixels(br#"{"frames": []}"#)); // a sheet of an export
/// ```
#[must_use]
pub fn has_pixels(file: &[u8]) -> bool {
    chunk::is(file)
}

/// Draws the frames of Aseprite's own file onto one image: trimmed, without duplicates, packed. `image` is the name of
/// the image in the sheet.
///
/// Reading needs at most 48 MiB or 16 times the file for pixels, whichever is more.
///
/// # Errors
///
/// As [`read`]; a missing layer or tag of `selection`; truncated pixels; more pixels than fit.
///
/// # Examples
///
/// ```no_run
/// use cueline_import::aseprite::{self, Selection};
///
/// let file = std::fs::read("hero.aseprite")?;
/// let walk = Selection { tags: vec!["walk".into()], ..Selection::default() };
/// let atlas = aseprite::atlas(&file, "hero.png", &walk)?;
/// let sheet = &atlas.read.document.sheets["sheet"];
/// assert_eq!(sheet.size, Some([atlas.image.width, atlas.image.height]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn atlas(file: &[u8], image: &str, selection: &Selection) -> Result<Atlas, Problems> {
    let (mut unread, mut problems) = (Unread::default(), Problems::new());
    let mut sprite = binary::read(file, true, &mut unread, &mut problems)?;
    let frames = sprite.select(&selection.tags)?;
    if frames.is_empty() {
        return Err(refused(DocumentPath::root().field("frames"), "none", "one or more"));
    }
    let mut memory = Memory::of(file);
    let art = Art::read(file, &selection.layers, &mut memory, &mut problems)?;
    let (pixels, pictures) = atlas::pack(&art, &frames, selection.padding, memory)?;
    sprite.sheet.image = image.into();
    sprite.sheet.size = Some([pixels.width, pixels.height]);
    sprite.sheet.pictures = pictures;
    let mut motion = Motion::default();
    let document = sprite.document(&mut motion, &mut problems);
    unread.report(&mut problems);
    Ok(Atlas { read: done(document, motion, problems)?, image: pixels })
}
