//! Aseprite: its own files (`.aseprite`, `.ase`), and sheets exported with JSON, as a list or by name.
//!
//! Taken: every tag as a [flipbook](crate::FlipbookSource) with the duration of each frame, its direction and
//! its repeat count; where there is no tag, all frames as the flipbook `all`. The pictures are those of the
//! sheet called `sheet`: with their places on the image, trimmed or not, for exported sheets; one for each frame of the
//! sprite, and the whole of it, for Aseprite's own files, whose pixels are not read. Slices are in the sheet.
//!
//! **Cues**: a text that was written at a cel (its user data) is a cue where the frame begins; each key of a
//! slice is one that is called as the slice. They are times of the first pass, in the tag's direction.
//! Text and color of the sprite, of tags and of slices are in `meta`, as `data` and `color`.
//!
//! **Not taken**, with a note: layers, pixels, palettes, tilesets, properties of extensions.

mod binary;
mod bytes;
mod sheet;
mod sprite;

use std::path::Path;

use super::{done, file::load, json::Untaken};
use crate::{Document, Problems, Read};

/// Reads a file of either kind.
///
/// # Errors
///
/// All that is wrong with it, as [`read`], and where it cannot be read at all.
pub fn open(path: impl AsRef<Path>) -> Result<Read, Problems> {
    let path = path.as_ref();
    load(path, |file| read(file, &image(path)))
}

/// What a file that was found there is called.
pub(super) fn image(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads what a file of either kind holds; `name` is what Aseprite's own file is called, being the image itself.
///
/// # Errors
///
/// What breaks off, what is not of the form, tags of frames that are not there, frames of no duration.
///
/// # Examples
///
/// ```
/// use cueline::{clip::Order, time::{Span, Time}};
/// use cueline_assets::import::aseprite;
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
    let (mut untaken, mut problems) = (Untaken::default(), Problems::new());
    let (sprite, about) = if binary::is(file) {
        let mut sprite = binary::read(file, &mut untaken, &mut problems)?;
        sprite.sheet.image = name.into();
        (sprite, Document::default())
    } else {
        sheet::read(file, &mut untaken)?
    };
    let document = Document { meta: about.meta, ..sprite.document(&mut problems) };
    untaken.report(&mut problems);
    done(document, problems)
}
