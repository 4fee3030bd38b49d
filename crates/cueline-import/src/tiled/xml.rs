//! Tiled's own form, XML.

use std::str::FromStr;

use cueline_assets::{DocumentPath, Place, Problem, Problems};
use roxmltree::{Document, Error, Node, ParsingOptions};

use super::tileset::{Frame, Tile, Tileset};
use crate::{importer::refused, json::Unread};

/// The limit of nodes in a file; far more than any tileset has, and a few hundred megabytes at most.
const NODES: u32 = 4 << 20;
/// The limit of attributes of an element: the parser compares each of them with all others. Tiled writes 13 at most.
const ATTRIBUTES: usize = 64;
/// The limit of wrong numbers with a place: a place is counted from the start of the file.
const PLACES: usize = 100;

/// Whether the first element is one of Tiled's.
pub(super) fn is(file: &[u8]) -> bool {
    let start = file.get(..4096).unwrap_or(file);
    let start = start.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let mut rest = start.trim_start_matches('\u{feff}').trim_start();
    while let Some(inner) = rest.strip_prefix("<?").or_else(|| rest.strip_prefix("<!")) {
        let end = if inner.starts_with("--") { "-->" } else { ">" };
        let Some((_, after)) = inner.split_once(end) else { return false };
        rest = after.trim_start();
    }
    let element = rest.strip_prefix("<tileset").or_else(|| rest.strip_prefix("<map"));
    element.is_some_and(|rest| {
        rest.starts_with(|next: char| next.is_ascii_whitespace()) && rest.contains("tilewidth")
    })
}

pub(super) fn read(text: &str, unread: &mut Unread) -> Result<Vec<Tileset>, Problems> {
    affordable(text)?;
    // Old files name their DTD.
    let options =
        ParsingOptions { nodes_limit: NODES, allow_dtd: true, ..ParsingOptions::default() };
    let document =
        Document::parse_with_options(text, options).map_err(|error| no_xml(text, &error))?;
    let root = document.root_element();
    let mut reader = Reader { text, unread, problems: Problems::new() };
    let tilesets = match root.tag_name().name() {
        "tileset" => vec![reader.tileset(root)],
        "map" => {
            let (tilesets, other): (Vec<_>, Vec<_>) = root
                .children()
                .filter(Node::is_element)
                .partition(|node| node.has_tag_name("tileset"));
            other
                .iter()
                .for_each(|node| reader.unread.add(&format!("map.{}", node.tag_name().name())));
            tilesets.into_iter().map(|node| reader.tileset(node)).collect()
        }
        other => {
            reader.wrong(root, DocumentPath::root(), format!("<{other}>"), "<tileset> or <map>");
            Vec::new()
        }
    };
    if reader.problems.is_empty() { Ok(tilesets) } else { Err(reader.problems) }
}

struct Reader<'a> {
    text: &'a str,
    unread: &'a mut Unread,
    problems: Problems,
}

impl Reader<'_> {
    fn tileset(&mut self, node: Node<'_, '_>) -> Tileset {
        let mut tileset = Tileset {
            name: node.attribute("name").unwrap_or_default().into(),
            source: node.attribute("source").map(Into::into),
            tile_width: self.or_zero(node, "tilewidth"),
            tile_height: self.or_zero(node, "tileheight"),
            tile_count: self.or_zero(node, "tilecount"),
            columns: self.or_zero(node, "columns"),
            margin: self.or_zero(node, "margin"),
            spacing: self.or_zero(node, "spacing"),
            ..Tileset::default()
        };
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "image" => {
                    tileset.image = child.attribute("source").map(Into::into);
                    tileset.image_width = self.number(child, "width");
                    tileset.image_height = self.number(child, "height");
                }
                "tile" => {
                    let tile = self.tile(child);
                    tileset.tiles.extend(Some(tile).filter(Tile::is_used));
                }
                other => self.unread.add(&format!("tileset.{other}")),
            }
        }
        tileset
    }

    fn tile(&mut self, node: Node<'_, '_>) -> Tile {
        let class = node.attribute("class").or_else(|| node.attribute("type"));
        let mut tile = Tile {
            id: self.needed(node, "id"),
            class: class.unwrap_or_default().into(),
            x: self.or_zero(node, "x"),
            y: self.or_zero(node, "y"),
            width: self.number(node, "width"),
            height: self.number(node, "height"),
            ..Tile::default()
        };
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "animation" => {
                    for frame in child.children().filter(|frame| frame.has_tag_name("frame")) {
                        let (duration, tile_id) =
                            (self.needed(frame, "duration"), self.needed(frame, "tileid"));
                        tile.animation.push(Frame { duration, tile: tile_id });
                    }
                }
                "image" => {
                    tile.image = child.attribute("source").map(Into::into);
                    tile.image_width = self.number(child, "width");
                    tile.image_height = self.number(child, "height");
                }
                other => self.unread.add(&format!("tileset.tile.{other}")),
            }
        }
        tile
    }

    /// The number with that name, or an error if it is missing.
    fn needed(&mut self, node: Node<'_, '_>, name: &str) -> u32 {
        if !node.has_attribute(name) {
            let item = DocumentPath::root().field(node.tag_name().name()).field(name);
            self.wrong(node, item, "none".into(), "a whole number");
        }
        self.or_zero(node, name)
    }

    fn or_zero(&mut self, node: Node<'_, '_>, name: &str) -> u32 {
        self.number(node, name).unwrap_or(0)
    }

    fn number<T: FromStr>(&mut self, node: Node<'_, '_>, name: &str) -> Option<T> {
        let text = node.attribute(name)?;
        let number = text.parse().ok();
        if number.is_none() {
            let item = DocumentPath::root().field(node.tag_name().name()).field(name);
            self.wrong(node, item, format!("{text:?}"), "a whole number of 0 or more");
        }
        number
    }

    fn wrong(&mut self, node: Node<'_, '_>, item: DocumentPath, found: String, needed: &str) {
        if self.problems.len() >= PLACES {
            return;
        }
        let range = node.range();
        let before = self.text.get(..range.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let place = place(line, column, range.start, range.len());
        self.problems.push(Problem { place, ..Problem::error(item, found, needed) });
    }
}

/// Refuses what would take the parser more than a time in proportion to the text: very many attributes, and
/// definitions inside of the file, as entities could expand a small file without limit.
fn affordable(text: &str) -> Result<(), Problems> {
    let mut at = 0;
    while let Some(next) = text[at..].find('<') {
        let start = at + next;
        let rest = &text[start..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((open, close)) = skipped.into_iter().find(|(open, _)| rest.starts_with(open)) {
            // The parser refuses what has no end.
            let Some(end) = rest[open.len()..].find(close) else { return Ok(()) };
            at = start + open.len() + end + close.len();
            continue;
        }
        let (mut quote, mut attributes, mut end) = (None, 0, text.len());
        for (index, byte) in rest.bytes().enumerate() {
            match (quote, byte) {
                (Some(open), _) => quote = Some(open).filter(|open| byte != *open),
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => attributes += 1,
                (None, b'[') if rest.starts_with("<!") => {
                    let found = "definitions in a <!DOCTYPE>";
                    return Err(refused(DocumentPath::root(), found, "a file without them"));
                }
                (None, b'>') => {
                    end = start + index;
                    break;
                }
                _ => {}
            }
        }
        if attributes > ATTRIBUTES {
            let found = format!("an element with {attributes} attributes, at byte {start}");
            return Err(refused(DocumentPath::root(), found, format!("no more than {ATTRIBUTES}")));
        }
        at = end;
    }
    Ok(())
}

fn place(line: usize, column: usize, offset: usize, length: usize) -> Option<Place> {
    let (line, column) = (u32::try_from(line).ok()?, u32::try_from(column).ok()?);
    Some(Place { line, column, offset, length })
}

fn no_xml(text: &str, error: &Error) -> Problems {
    let at = error.pos();
    let start: usize =
        text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum();
    let line = text.get(start..).unwrap_or_default();
    let offset = start
        + line.chars().take(at.col.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    let place = Some(Place { line: at.row, column: at.col, offset, length: 0 });
    Problem { place, ..Problem::error(DocumentPath::root(), error.to_string(), "XML") }.into()
}
