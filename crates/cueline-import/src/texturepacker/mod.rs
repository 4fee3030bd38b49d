//! Reads the JSON of `TexturePacker` and of packers with the same format, as a hash, as an array, or with several images for
//! Phaser 3: sheets without times.
//!
//! Imported: the sheet called `sheet`, or one for each image by its name if the file has several, with every frame as a
//! picture: its place on the image, whether it lies rotated, its margins where it was trimmed. Pivots are in the slice called `pivot`, to the nearest pixel. Each list of `animations` is
//! a flipbook. In a file without them, frames whose names differ in their last number alone are one: `walk_01.png` and
//! `walk_02.png` are `walk`, in the order of the numbers. The format has no times: each frame shows for 100 ms, with a note.
//!
//! A file is recognised by its frames, which have no duration: sheets of Aseprite, in the same form, do.
//!
//! A sheet with several images (multipack) is a file for each image, which names the others; read each of them. An
//! animation whose frames lie on one image is a flipbook of that file; one over several images is lost, with a warning.
//!
//! **Not imported**, with a note: borders that stretch, outlines of polygons.
//!
//! Source: the exporters' own description of "JSON (Hash)" and "JSON (Array)".

mod file;

use cueline_assets::{Problems, Read, Sheet};

use crate::{
    importer::{Importer, done},
    json::Unread,
    motion::Motion,
    sheet::{
        books::{Page, books},
        image_beside,
    },
};

pub(crate) const IMPORTER: Importer = Importer {
    extensions: &[],
    is: |_, fields| {
        let is_sheet = fields.top("frames") && fields.of_frame("frame");
        let is_several = fields.top("textures") && !fields.top("asset") && fields.any("frame");
        is_several || is_sheet && (fields.top("meta") || fields.of_frame("sourceSize"))
    },
    read: |file, path| read(file, &image_beside(path)),
};

/// Reads the content of a file of either form; `image` is the name of the image where the file gives none.
///
/// # Errors
///
/// Anything but JSON of that form.
///
/// # Examples
///
/// ```
/// use cueline_import::texturepacker;
///
/// let text = br#"{"frames": {
///     "walk_2.png": {"frame": {"x": 8, "y": 0, "w": 8, "h": 8}},
///     "walk_1.png": {"frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "pivot": {"x": 0.5, "y": 1}}
/// }, "meta": {"app": "https://www.codeandweb.com/texturepacker", "image": "hero.png"}}"#;
/// let document = texturepacker::read(text, "")?.document;
/// assert_eq!(document.flipbooks["walk"].picture(0), Some(1));
/// assert_eq!(document.sheets["sheet"].slices["pivot"][1].pivot, Some([4, 8]));
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8], image: &str) -> Result<Read, Problems> {
    let (mut unread, mut problems) = (Unread::default(), Problems::new());
    let file::Contents { mut document, animations, others } =
        file::read(file, image, &mut unread, &mut problems)?;
    let page = |(name, sheet)| {
        let (sheet, name): (&Sheet, &String) = (sheet, name);
        Page { sheet: name, pictures: &sheet.pictures, numbers: &[] }
    };
    let pages: Vec<_> = document.sheets.iter().map(page).collect();
    let mut motion = Motion::default();
    document.flipbooks = books(&pages, &animations, &others, &mut motion, &mut problems);
    unread.report(&mut problems);
    done(document, motion, problems)
}
