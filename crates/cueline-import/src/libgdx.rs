//! Reads sheets of libGDX and Spine (`.atlas`), in the old form and in that of libGDX 1.10.
//!
//! Imported: each image as a sheet, called `sheet`, or by the name of its image if there are several; every region as a
//! picture: its place on the image, by how much it lies rotated, its margins where it was trimmed. Regions of one name
//! with an `index` are a flipbook, in the order of the indices; so are regions whose names differ in their last number
//! alone. The format has no times: each picture shows for 100 ms, with a note.
//!
//! **Not imported**, with a note: borders that stretch (`split`, `pad`), and fields of other programs.
//!
//! Source: the description of the format in Spine's documentation.

use cueline_assets::{Document, DocumentPath, Named, Place, Problems, Read};

use crate::{
    importer::{Importer, done, refused},
    json::Unread,
    motion::Motion,
    number::in_text,
    sheet::{
        self, Packed, SHEET,
        books::{Page, books},
        name_of,
    },
};

pub(crate) const IMPORTER: Importer =
    Importer { extensions: &["atlas"], is: |file, _| is(file), read: |file, _| read(file) };

/// Whether a text begins with the name of an image and a field of it.
fn is(file: &[u8]) -> bool {
    let start = file.get(..1024).unwrap_or(file);
    let start = start.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let mut lines =
        start.trim_start_matches('\u{feff}').lines().skip_while(|line| line.trim().is_empty());
    let (Some(image), Some(next)) = (lines.next(), lines.next()) else { return false };
    let endings = [".png", ".jpg", ".jpeg", ".webp", ".ktx", ".etc1", ".pvr"];
    let image = image.trim().to_ascii_lowercase();
    let is_field = next.split_once(':').is_some_and(|(name, _)| {
        matches!(name.trim(), "size" | "format" | "filter" | "repeat" | "pma" | "scale")
    });
    endings.iter().any(|ending| image.ends_with(ending)) && is_field
}

/// Reads the content of a file.
///
/// # Errors
///
/// Anything but a text of that form; a field before the first image. A region without a place or a size is left out,
/// with a note.
///
/// # Examples
///
/// ```
/// use cueline_import::libgdx;
///
/// let text = b"hero.png\nsize: 64, 32\nwalk\n  bounds: 0, 0, 16, 16\n  index: 2
/// walk\n  bounds: 16, 0, 14, 16\n  offsets: 1, 0, 16, 16\n  rotate: 90\n  index: 1\n";
/// let document = libgdx::read(text)?.document;
/// assert_eq!(document.flipbooks["walk"].picture(0), Some(1));
/// let second = &document.sheets["sheet"].pictures[1];
/// // Counter-clockwise: a quarter turn and a half one.
/// assert_eq!((second.rotated, second.upside_down, second.offset), (true, true, [1, 0]));
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8]) -> Result<Read, Problems> {
    let (mut unread, mut problems) = (Unread::default(), Problems::new());
    let text = std::str::from_utf8(file).map_err(|error| {
        let found = format!("byte {}, which is not UTF-8", error.valid_up_to());
        refused(DocumentPath::root(), found, "text")
    })?;
    let images = images(text.trim_start_matches('\u{feff}'), &mut unread)?;
    if images.is_empty() {
        return Err(refused(DocumentPath::root(), "no image", "the name of one in the first line"));
    }
    let (mut document, mut motion) = (Document::default(), Motion::default());
    let is_one = images.len() == 1;
    let (mut sheets, mut indices) = (Vec::new(), Vec::new());
    let names = crate::names::Names::new(
        "images",
        images.iter().map(|image| Some(if is_one { SHEET } else { name_of(image.name) })),
        &mut Problems::new(),
    );
    for (number, mut image) in images.into_iter().enumerate() {
        let item = DocumentPath::root().field(image.name);
        let mut broken = None;
        image.regions.retain(|region| {
            let is_whole = region.area().iter().skip(2).all(|side| *side > 0);
            if !is_whole {
                broken.get_or_insert((region.name, region.line, 0)).2 += 1;
            }
            is_whole
        });
        if let Some((name, line, count)) = broken {
            let place = u32::try_from(line).ok();
            let place = place.map(|line| Place { line, column: 1, offset: 0, length: 0 });
            problems.push(sheet::left_out(&item, count, name, place));
        }
        indices.push(image.regions.iter().map(|region| region.index).collect::<Vec<_>>());
        let sheet =
            sheet::sheet(image.name.to_owned(), image.size, &image.regions, &item, &mut problems);
        let name = names.get(number).unwrap_or(SHEET).to_owned();
        sheets.push((name, sheet));
    }
    let pages: Vec<_> = sheets
        .iter()
        .zip(&indices)
        .map(|((name, sheet), numbers)| Page { sheet: name, pictures: &sheet.pictures, numbers })
        .collect();
    document.flipbooks = books(&pages, &Named::default(), &[], &mut motion, &mut problems);
    document.sheets.extend(sheets);
    unread.report(&mut problems);
    done(document, motion, problems)
}

struct Image<'a> {
    name: &'a str,
    size: Option<[u32; 2]>,
    regions: Vec<Region<'a>>,
}

#[derive(Default)]
struct Region<'a> {
    name: &'a str,
    /// From 1.
    line: usize,
    corner: Option<[u32; 2]>,
    size: Option<[u32; 2]>,
    /// From the left and from the bottom of the whole picture.
    offset: [i32; 2],
    whole: Option<[u32; 2]>,
    /// Quarter turns, counter-clockwise.
    turns: u8,
    index: Option<u32>,
}

/// The images of a text. A blank line ends an image.
fn images<'a>(text: &'a str, unread: &mut Unread) -> Result<Vec<Image<'a>>, Problems> {
    let mut images: Vec<Image<'a>> = Vec::new();
    let mut is_new = true;
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            is_new = true;
            continue;
        }
        let field = line.split_once(':').filter(|_| !is_new);
        match (images.last_mut().filter(|_| !is_new), field) {
            (None, _) => {
                images.push(Image { name: line.trim(), size: None, regions: Vec::new() });
                is_new = false;
            }
            (Some(image), None) => {
                let name = line.trim();
                image.regions.push(Region { name, line: number + 1, ..Region::default() });
            }
            (Some(image), Some((name, value))) => match image.regions.last_mut() {
                None if name.trim() == "size" => image.size = numbers(value),
                None => {}
                Some(region) => region.take(name.trim(), value.trim(), unread),
            },
        }
    }
    Ok(images)
}

/// Whole numbers with commas between them.
fn numbers<T: TryFrom<i64> + Copy + Default, const N: usize>(text: &str) -> Option<[T; N]> {
    let mut numbers = [T::default(); N];
    let mut parts = text.split(',');
    for number in &mut numbers {
        *number = in_text(parts.next()?)?;
    }
    Some(numbers)
}

impl Region<'_> {
    fn take(&mut self, name: &str, value: &str, unread: &mut Unread) {
        match name {
            "xy" => self.corner = numbers(value),
            "size" => self.size = numbers(value),
            "bounds" => {
                if let Some([x, y, w, h]) = numbers(value) {
                    (self.corner, self.size) = (Some([x, y]), Some([w, h]));
                }
            }
            "offset" => self.offset = numbers(value).unwrap_or_default(),
            "orig" => self.whole = numbers(value),
            "offsets" => {
                let sides = numbers::<i32, 4>(value).and_then(|[left, bottom, w, h]| {
                    Some(([left, bottom], [u32::try_from(w).ok()?, u32::try_from(h).ok()?]))
                });
                if let Some((offset, whole)) = sides {
                    (self.offset, self.whole) = (offset, Some(whole));
                }
            }
            "rotate" => {
                self.turns = match value {
                    "true" => 1,
                    "false" => 0,
                    degrees => in_text::<u32>(degrees)
                        .map_or(0, |it| u8::try_from(it / 90 % 4).unwrap_or(0)),
                }
            }
            // -1 is none.
            "index" => self.index = in_text(value),
            other => unread.add(&format!("regions.0.{other}")),
        }
    }
}

impl Packed for Region<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn area(&self) -> [u32; 4] {
        let ([x, y], [w, h]) = self.corner.zip(self.size).unwrap_or_default();
        [x, y, w, h]
    }

    fn turns(&self) -> u8 {
        (4 - self.turns) % 4
    }

    fn margins(&self) -> ([i32; 2], Option<[u32; 2]>) {
        let [.., width, height] = self.area();
        // A file without `orig` says 0, 0.
        let whole = self.whole.filter(|whole| *whole != [0, 0]).unwrap_or([width, height]);
        let [left, bottom] = self.offset;
        let top = i64::from(whole[1]) - i64::from(height) - i64::from(bottom);
        ([left, i32::try_from(top).unwrap_or(i32::MAX)], Some(whole))
    }
}
