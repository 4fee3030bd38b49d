//! What sheets of all packers have in common: pictures with places on an image, and flipbooks from their names.

pub(crate) mod books;
pub(crate) mod json;

use std::path::Path;

use cueline_assets::{DocumentPath, Picture, Place, Problem, Problems, Sheet, Slice};

/// The name of the sheet of a file with one image.
pub(crate) const SHEET: &str = "sheet";

/// One picture, as its packer describes it.
pub(crate) trait Packed {
    fn name(&self) -> &str;

    /// Its left and top edge on the image, and its width and height as it would lie there without rotation.
    fn area(&self) -> [u32; 4];

    /// By how many quarter turns it lies on the image rotated, clockwise.
    fn turns(&self) -> u8 {
        0
    }

    /// How far right and down the area belongs in the whole picture, and the size of that one, if margins were trimmed.
    fn margins(&self) -> ([i32; 2], Option<[u32; 2]>) {
        ([0, 0], None)
    }

    /// The point that it is placed by, in pixels of the whole picture.
    fn pivot(&self) -> Option<[f64; 2]> {
        None
    }

    /// How long it shows, in milliseconds.
    fn millis(&self) -> Option<u32> {
        None
    }
}

/// The sheet of an image, with a note for each thing in it that is changed. `item` is the list of pictures in the file.
pub(crate) fn sheet<P: Packed>(
    image: String,
    size: Option<[u32; 2]>,
    packed: &[P],
    item: &DocumentPath,
    notes: &mut Problems,
) -> Sheet {
    let pictures: Vec<Picture> = packed.iter().map(picture).collect();
    let mut sheet = Sheet { image, size, ..Sheet::default() };
    if pictures.is_empty() {
        notes.push(Problem::note(item.clone(), "no pictures", "so the sheet is empty"));
    }
    // A packer may write the size of another scale, or a picture one pixel too large: the rest of the file is right.
    let beyond = size.and_then(|size| {
        let ends = pictures.iter().map(end);
        ends.enumerate().find(|(_, end)| end[0] > size[0].into() || end[1] > size[1].into())
    });
    if let (Some((index, end)), Some(size)) = (beyond, sheet.size.take_if(|_| beyond.is_some())) {
        let found = format!("pixels up to {}, {}", end[0], end[1]);
        let becomes = format!(
            "beyond the stated size of the image, {} x {}, which is left out",
            size[0], size[1]
        );
        notes.push(Problem::note(item.index(index), found, becomes));
    }
    let pivots = pivots(packed, item, notes);
    if !pivots.is_empty() {
        sheet.slices.insert("pivot".into(), pivots);
    }
    Sheet { pictures, ..sheet }
}

/// A note for parts of a list that are left out, as they have no place or no size.
pub(crate) fn left_out(
    item: &DocumentPath,
    count: usize,
    first: &str,
    place: Option<Place>,
) -> Problem {
    let found = format!("{count} without a place and a size in whole pixels, first {first:?}");
    Problem { place, ..Problem::note(item.clone(), found, "left out") }
}

/// The right and bottom edge of a picture on the image.
fn end(picture: &Picture) -> [u64; 2] {
    let [left, top, width, height] = picture.area.map(u64::from);
    if picture.rotated { [left + height, top + width] } else { [left + width, top + height] }
}

fn picture(packed: &impl Packed) -> Picture {
    let (area, turns) = (packed.area(), packed.turns() % 4);
    let (offset, whole) = packed.margins();
    Picture {
        name: packed.name().to_owned(),
        area,
        rotated: turns % 2 == 1,
        upside_down: turns >= 2,
        offset,
        source_size: whole.filter(|whole| *whole != [area[2], area[3]]),
    }
}

/// A slice for each picture from which on another pivot holds.
fn pivots(packed: &[impl Packed], item: &DocumentPath, notes: &mut Problems) -> Vec<Slice> {
    let mut slices: Vec<Slice> = Vec::new();
    if packed.iter().all(|picture| picture.pivot().is_none()) {
        return slices;
    }
    let mut between = 0;
    for (from, packed) in (0..).zip(packed) {
        let [.., width, height] = packed.area();
        let size = packed.margins().1.unwrap_or([width, height]);
        let pivot = packed.pivot().map(|exact| {
            between += usize::from(exact.iter().any(|place| place.fract() != 0.0));
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a pixel; the conversion saturates"
            )]
            exact.map(|place| place.round() as i32)
        });
        let size = size.map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        let area = [0, 0, size[0], size[1]];
        let same = slices.last().is_some_and(|last| last.area == area && last.pivot == pivot);
        if !same {
            slices.push(Slice { from, area, center: None, pivot });
        }
    }
    if between > 0 {
        let plural = if between == 1 { "" } else { "s" };
        let found = format!("{between} pivot{plural} between pixels");
        notes.push(Problem::note(item.clone(), found, "the nearest pixel, which counts here"));
    }
    slices
}

/// The image of a file that names none: a PNG of the same name.
pub(crate) fn image_beside(path: &Path) -> String {
    let image = path.with_extension("png");
    image.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The name of the sheet of an image, of several in a file.
pub(crate) fn name_of(image: &str) -> &str {
    Path::new(image).file_stem().and_then(|stem| stem.to_str()).unwrap_or(image)
}
