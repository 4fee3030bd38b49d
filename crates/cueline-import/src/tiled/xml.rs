//! Tiled's own form, XML.

use std::str::FromStr;

use cueline_assets::{DocumentPath, Problem, Problems};
use roxmltree::Node;

use super::tileset::{Frame, Tile, Tileset};
use crate::{json::Unread, xml};

/// The limit of wrong numbers with a place: a place is counted from the start of the file.
const PLACES: usize = 100;

/// Whether the first element is one of Tiled's.
pub(super) fn is(file: &[u8]) -> bool {
    xml::first_element(file).is_some_and(|(name, rest)| {
        matches!(&*name, "tileset" | "map") && rest.contains("tilewidth")
    })
}

pub(super) fn read(text: &str, unread: &mut Unread) -> Result<Vec<Tileset>, Problems> {
    let document = xml::parse(text)?;
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
        let place = xml::place_of(node, self.text);
        self.problems.push(Problem { place, ..Problem::error(item, found, needed) });
    }
}
