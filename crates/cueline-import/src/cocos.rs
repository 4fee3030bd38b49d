//! Reads sheets of Cocos2d, XML property lists (`.plist`): of TexturePacker, Zwoptex and the Cocos tools, formats 0 to 3.
//!
//! Imported: the sheet called `sheet`, with every frame as a picture: its place on the image, whether it lies rotated,
//! its margins where it was trimmed. Pictures whose names differ in their last number alone are a flipbook:
//! `walk_01.png` and `walk_02.png` are `walk`, in the order of the numbers. The format has no times: each picture shows
//! for 100 ms, with a note.
//!
//! **Not imported**, with a note: aliases of frames, outlines of polygons.
//!
//! Source: Cocos2d's own description of its sprite sheets, and Apple's of property lists.

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
    is: |file, _| {
        let has = |word: &[u8]| file.windows(word.len()).any(|part| part == word);
        let is_list = xml::first_element(file).is_some_and(|(name, _)| name == "plist")
            && has(b"<key>frames</key>");
        let words: [&[u8]; 4] =
            [b"textureFileName", b"textureRect", b"sourceSize", b"originalWidth"];
        let is_sheet = || words.iter().any(|word| has(word));
        (is_list || file.starts_with(BINARY) && has(b"frames")) && is_sheet()
    },
    read: |file, path| read(file, &image_beside(path)),
};

/// How a property list that is no text begins.
const BINARY: &[u8] = b"bplist";

/// Reads the content of a file; `image` is the name of the image where the file gives none.
///
/// # Errors
///
/// Anything but XML of that form; a property list in its binary form. A frame without a place or a size is left out,
/// with a note.
///
/// # Examples
///
/// ```
/// use cueline_import::cocos;
///
/// let text = br#"<plist version="1.0"><dict>
///   <key>frames</key><dict>
///     <key>walk_1.png</key><dict>
///       <key>frame</key><string>{{2,4},{10,20}}</string><key>offset</key><string>{3,-1}</string>
///       <key>rotated</key><true/><key>sourceSize</key><string>{32,32}</string></dict>
///   </dict>
///   <key>metadata</key><dict><key>format</key><integer>2</integer>
///     <key>textureFileName</key><string>hero.png</string></dict>
/// </dict></plist>"#;
/// let sheet = &cocos::read(text, "")?.document.sheets["sheet"];
/// assert_eq!((sheet.image.as_str(), sheet.pictures[0].area), ("hero.png", [2, 4, 10, 20]));
/// // The middle of the area is 3 pixels right of that of the whole picture, and 1 below it.
/// assert_eq!((sheet.pictures[0].rotated, sheet.pictures[0].offset), (true, [14, 7]));
/// # Ok::<(), cueline_assets::Problems>(())
/// ```
pub fn read(file: &[u8], image: &str) -> Result<Read, Problems> {
    let root = DocumentPath::root();
    if file.starts_with(BINARY) {
        let needed = "one in XML, as `plutil -convert xml1` writes it";
        return Err(refused(root, "a property list in its binary form", needed));
    }
    let (mut unread, mut problems) = (Unread::default(), Problems::new());
    let text = xml::text(file)?;
    let parsed = xml::parse(&text)?;
    let list = parsed.root_element().first_element_child();
    let list = list.filter(|list| list.has_tag_name("dict"));
    let frames = list.and_then(|list| field(list, &["frames"]));
    let Some((list, frames)) = list.zip(frames) else {
        return Err(refused(root, "a property list without frames", "those of a sheet"));
    };
    let item = root.field("frames");
    let (mut parts, mut broken) = (Vec::new(), None);
    for (name, node) in fields(frames) {
        match Part::of(name, node, &mut unread) {
            Some(part) => parts.push(part),
            None => broken.get_or_insert((name, node, 0)).2 += 1,
        }
    }
    if let Some((name, node, count)) = broken {
        problems.push(sheet::left_out(&item, count, name, xml::place_of(node, &text)));
    }
    let meta = field(list, &["metadata", "texture"]);
    let about =
        |names: &[&str]| meta.and_then(|meta| field(meta, names)).and_then(|one| one.text());
    let own = about(&["realTextureFileName", "textureFileName"]).filter(|own| !own.is_empty());
    let mut own = own.unwrap_or(image).to_owned();
    // Old files name it without its extension, which the second field has.
    if let Some(extension) = about(&["textureFileExtension"]).filter(|_| !own.contains('.')) {
        own = format!("{own}.{}", extension.trim_start_matches('.'));
    }
    let side = |name| about(&[name]).and_then(in_text::<u32>);
    let size = about(&["size"]).and_then(numbers::<u32, 2>);
    let size = size.or_else(|| Some([side("width")?, side("height")?]));
    let sheet = sheet::sheet(own, size, &parts, &item, &mut problems);
    let (mut document, mut motion) = (Document::default(), Motion::default());
    let page = Page { sheet: SHEET, pictures: &sheet.pictures, numbers: &[] };
    document.flipbooks = books(&[page], &Named::default(), &[], &mut motion, &mut problems);
    document.sheets.insert(SHEET.into(), sheet);
    unread.report(&mut problems);
    done(document, motion, problems)
}

/// The fields of a `<dict>`: a `<key>` and a value in turn.
fn fields<'a, 'b>(dict: Node<'a, 'b>) -> impl Iterator<Item = (&'a str, Node<'a, 'b>)> {
    dict.children().filter(|node| node.has_tag_name("key")).filter_map(|key| {
        let value = key.next_sibling_element()?;
        Some((key.text().unwrap_or_default(), value))
    })
}

/// The first field with one of the names; earlier names count more.
fn field<'a, 'b>(dict: Node<'a, 'b>, names: &[&str]) -> Option<Node<'a, 'b>> {
    names.iter().find_map(|name| fields(dict).find(|(own, _)| own == name)).map(|(_, node)| node)
}

/// Numbers such as `{{2,4},{10,20}}`.
fn numbers<T: TryFrom<i64> + Copy + Default, const N: usize>(text: &str) -> Option<[T; N]> {
    let mut numbers = [T::default(); N];
    let mut parts = text.split(',');
    for number in &mut numbers {
        *number = in_text(
            parts.next()?.trim_matches(|c: char| matches!(c, '{' | '}') || c.is_whitespace()),
        )?;
    }
    parts.next().is_none().then_some(numbers)
}

struct Part<'a> {
    name: &'a str,
    area: [u32; 4],
    is_rotated: bool,
    /// The corner of the area in the whole picture, and the size of that one.
    margins: ([i32; 2], Option<[u32; 2]>),
}

impl<'a> Part<'a> {
    fn of(name: &'a str, node: Node<'a, '_>, unread: &mut Unread) -> Option<Self> {
        let text = |names: &[&str]| field(node, names).and_then(|value| value.text());
        let number = |name: &str| text(&[name]).and_then(in_text::<u32>);
        // Old files have whole pictures that are lower than nothing.
        let side = |name: &str| text(&[name]).and_then(in_text::<i32>).map(i32::unsigned_abs);
        for extra in ["aliases", "vertices", "verticesUV", "triangles"] {
            if field(node, &[extra]).is_some_and(|value| value.has_children()) {
                unread.add(&format!("frames.0.{extra}"));
            }
        }
        let area = match text(&["textureRect", "frame"]) {
            Some(area) => numbers(area)?,
            None => [number("x")?, number("y")?, number("width")?, number("height")?],
        };
        let is_rotated = field(node, &["textureRotated", "rotated"])
            .is_some_and(|value| value.has_tag_name("true"));
        let whole = text(&["spriteSourceSize", "sourceSize"]).and_then(numbers::<u32, 2>);
        let whole = whole.or_else(|| Some([side("originalWidth")?, side("originalHeight")?]));
        // From the middle of the whole picture to that of the area, upward; halves of pixels are possible.
        let half = |text: &str| text.trim().parse::<f64>().ok();
        let pair = |text: &str| {
            let mut parts = text.trim_matches(['{', '}', ' ']).split(',').map(half);
            Some([parts.next()??, parts.next()??])
        };
        let offset = text(&["spriteOffset", "offset"]).and_then(pair);
        let offset = offset.or_else(|| {
            Some([text(&["offsetX"]).and_then(half)?, text(&["offsetY"]).and_then(half)?])
        });
        let margins = whole.map_or(([0, 0], None), |whole| {
            let [right, up] = offset.unwrap_or_default();
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a pixel; the conversion saturates"
            )]
            let corner = |axis: usize, offset: f64| {
                let free = f64::from(whole[axis]) - f64::from(area[2 + axis]);
                (free / 2.0 + offset).round() as i32
            };
            ([corner(0, right), corner(1, -up)], Some(whole))
        });
        Some(Self { name, area, is_rotated, margins })
    }
}

impl Packed for Part<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn area(&self) -> [u32; 4] {
        self.area
    }

    fn turns(&self) -> u8 {
        self.is_rotated.into()
    }

    fn margins(&self) -> ([i32; 2], Option<[u32; 2]>) {
        self.margins
    }
}
