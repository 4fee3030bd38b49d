//! Reads Sparrow and Starling sheets, XML with a `<TextureAtlas>`: those of Adobe Animate, of TexturePacker and other packers,
//! and of Kenney's packs. The text is UTF-8 or, as Animate writes it, UTF-16.
//!
//! Imported: the sheet called `sheet`, with every `<SubTexture>` as a picture: its place on the image, whether it lies
//! rotated, its margins where it was trimmed (`frameX` and the like). Pivots are in the slice called `pivot`, to the
//! nearest pixel. Pictures whose names differ in their last number alone are a flipbook: `walk0001` and `walk0002` are
//! `walk`, in the order of the numbers. The format has no times: each picture shows for 100 ms, with a note.
//!
//! Source: Starling's reference of `TextureAtlas`.

use cueline_assets::{Document, DocumentPath, Named, Problems, Read};
use roxmltree::Node;

use crate::{
    importer::{Importer, done, refused},
    json::Unread,
    motion::Motion,
    number::in_text,
    sheet::{
        self, Packed, SHEET,
        books::{Page, books},
        image_beside,
    },
    xml,
};

pub(crate) const IMPORTER: Importer = Importer {
    extensions: &[],
    is: |file, _| xml::first_element(file).is_some_and(|(name, _)| name == "TextureAtlas"),
    read: |file, path| read(file, &image_beside(path)),
};

/// Reads the content of a file; `image` is the name of the image where the file gives none.
///
/// # Errors
///
/// Anything but XML of that form. A `<SubTexture>` without a place or a size is left out, with a note.
///
/// # Examples
///
/// ```
/// use cueline_import::sparrow;
///
/// let text = br#"<TextureAtlas imagePath="hero.png">
///     <SubTexture name="walk0001" x="0" y="0" width="16" height="16"/>
///     <SubTexture name="walk0002" x="16" y="0" width="16" height="16" frameX="-1" frameY="0" frameWidth="18" frameHeight="16"/>
/// </TextureAtlas>"#;
/// let document = sparrow::read(text, "")?.document;
/// assert_eq!(document.flipbooks["walk"].picture(1), Some(1));
/// let second = &document.sheets["sheet"].pictures[1];
/// assert_eq!((second.offset, second.source_size), ([1, 0], Some([18, 16])));
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8], image: &str) -> Result<Read, Problems> {
    let (mut unread, mut problems) = (Unread::default(), Problems::new());
    let text = xml::text(file)?;
    let parsed = xml::parse(&text)?;
    let atlas = parsed.root_element();
    if !atlas.has_tag_name("TextureAtlas") {
        let found = format!("<{}>", atlas.tag_name().name());
        return Err(refused(DocumentPath::root(), found, "<TextureAtlas>"));
    }
    let item = DocumentPath::root().field("SubTexture");
    let (mut parts, mut broken) = (Vec::new(), None);
    for node in atlas.children().filter(Node::is_element) {
        // TexturePacker's own XML has the same element with short names.
        if !matches!(node.tag_name().name(), "SubTexture" | "sprite") {
            unread.add(node.tag_name().name());
            continue;
        }
        match Part::of(node) {
            Some(part) => parts.push(part),
            None => broken.get_or_insert((node, 0)).1 += 1,
        }
    }
    if let Some((node, count)) = broken {
        let name = node.attribute("name").unwrap_or_default();
        problems.push(sheet::left_out(&item, count, name, xml::place_of(node, &text)));
    }
    let number = |name| atlas.attribute(name).and_then(in_text);
    let size = number("width").zip(number("height")).map(Into::into);
    let own = atlas.attribute("imagePath").filter(|own| !own.is_empty()).unwrap_or(image);
    let sheet = sheet::sheet(own.to_owned(), size, &parts, &item, &mut problems);
    let (mut document, mut motion) = (Document::default(), Motion::default());
    let page = Page { sheet: SHEET, pictures: &sheet.pictures, numbers: &[] };
    document.flipbooks = books(&[page], &Named::default(), &[], &mut motion, &mut problems);
    document.sheets.insert(SHEET.into(), sheet);
    unread.report(&mut problems);
    done(document, motion, problems)
}

struct Part<'a> {
    name: &'a str,
    /// Width and height on the image.
    area: [u32; 4],
    is_rotated: bool,
    /// The corner of the whole picture beside that of the part, and its size.
    frame: Option<([i32; 2], [u32; 2])>,
    pivot: Option<[f64; 2]>,
}

impl<'a> Part<'a> {
    fn of(node: Node<'a, '_>) -> Option<Self> {
        // The same attribute by its long or its short name.
        let text = |long: &str, short: &str| node.attribute(long).or_else(|| node.attribute(short));
        let number = |long: &str, short: &str| text(long, short).and_then(in_text);
        let name = text("name", "n").unwrap_or_default();
        let size = [number("width", "w")?, number("height", "h")?];
        let area = [number("x", "x")?, number("y", "y")?, size[0], size[1]];
        let is_rotated = matches!(text("rotated", "r"), Some("true" | "y" | "1"));
        let whole = number("frameWidth", "oW").zip(number("frameHeight", "oH")).map(Into::into);
        let corner = |long: &str, short: &str| match node.attribute(long) {
            Some(text) => in_text::<i32>(text).and_then(i32::checked_neg),
            None => node.attribute(short).and_then(in_text),
        };
        let corner = [("frameX", "oX"), ("frameY", "oY")].map(|(x, y)| corner(x, y).unwrap_or(0));
        let frame = whole.map(|whole| (corner, whole));
        // The long form has pixels, the short one parts of the whole picture.
        let pixel = |name: &str| node.attribute(name)?.trim().parse::<f64>().ok();
        let [width, height] = whole.unwrap_or(size).map(f64::from);
        let part = |name: &str, side: f64| pixel(name).map(|part| part * side);
        let pivot = [
            pixel("pivotX").or_else(|| part("pX", width)),
            pixel("pivotY").or_else(|| part("pY", height)),
        ];
        let pivot = pivot[0].zip(pivot[1]).map(Into::into);
        Some(Self { name, area, is_rotated, frame, pivot })
    }
}

impl Packed for Part<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn area(&self) -> [u32; 4] {
        let [x, y, w, h] = self.area;
        if self.is_rotated { [x, y, h, w] } else { [x, y, w, h] }
    }

    fn turns(&self) -> u8 {
        self.is_rotated.into()
    }

    fn margins(&self) -> ([i32; 2], Option<[u32; 2]>) {
        match self.frame {
            Some((offset, whole)) => (offset, Some(whole)),
            None => ([0, 0], None),
        }
    }

    fn pivot(&self) -> Option<[f64; 2]> {
        self.pivot.filter(|pivot| pivot.iter().all(|side| side.is_finite()))
    }
}
