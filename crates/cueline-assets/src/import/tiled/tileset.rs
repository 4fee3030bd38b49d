//! The common parts of both forms of a tileset, and the document made from it.

use cueline::time::Span;
use serde::Deserialize;

use crate::{
    Document, DocumentPath, FlipbookSource, FrameSource, Frames, Picture, Problem, Problems, Sheet,
    When, import::names::Names,
};

/// The limit of tiles in all tilesets of a file: a count takes only a few bytes.
const TILES: u32 = 1 << 20;

/// A tileset, as Tiled writes it in JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tileset {
    pub(super) name: String,
    /// The file, if the tileset is in another file.
    pub(super) source: Option<String>,
    pub(super) image: Option<String>,
    #[serde(rename = "imagewidth")]
    pub(super) image_width: Option<u32>,
    #[serde(rename = "imageheight")]
    pub(super) image_height: Option<u32>,
    #[serde(rename = "tilewidth")]
    pub(super) tile_width: u32,
    #[serde(rename = "tileheight")]
    pub(super) tile_height: u32,
    #[serde(rename = "tilecount")]
    pub(super) tile_count: u32,
    pub(super) columns: u32,
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) tiles: Vec<Tile>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tile {
    pub(super) id: u32,
    /// The user's class of the tile; `type` in most versions.
    #[serde(alias = "type")]
    pub(super) class: String,
    pub(super) animation: Vec<Frame>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Frame {
    /// In milliseconds.
    pub(super) duration: u32,
    #[serde(rename = "tileid")]
    pub(super) tile: u32,
}

/// The document of all tilesets of a file, with errors and notes in `problems`.
pub(super) fn document(tilesets: Vec<Tileset>, problems: &mut Problems) -> Document {
    let mut document = Document::default();
    let names =
        Names::new("tilesets", tilesets.iter().map(|tileset| Some(&*tileset.name)), problems);
    let mut left = TILES;
    for (index, tileset) in tilesets.into_iter().enumerate() {
        let item = DocumentPath::root().field("tilesets").index(index);
        let Some(name) = names.get(index) else { continue };
        if let Some(source) = tileset.source {
            problems.push(Problem::note(
                item,
                format!("a tileset in {source:?}"),
                "which is to be read on its own",
            ));
            continue;
        }
        let Some(rest) = left.checked_sub(tileset.tile_count) else {
            let found = tileset.tile_count.to_string();
            let needed = format!("no more than {TILES} in a file");
            problems.push(Problem::error(item.field("tilecount"), found, needed));
            continue;
        };
        left = rest;
        let sheet = tileset.image.clone().map(|image| Sheet {
            image,
            size: tileset.image_width.zip(tileset.image_height).map(Into::into),
            pictures: tileset.pictures(&item, problems),
            ..Sheet::default()
        });
        let on_sheet = sheet.is_some().then(|| name.to_owned());
        if sheet.is_none() && tileset.tiles.iter().any(|tile| !tile.animation.is_empty()) {
            let found = "tiles with images of their own";
            problems.push(Problem::note(
                item.clone(),
                found,
                "which flipbooks count as the tileset does",
            ));
        }
        document.sheets.extend(sheet.map(|sheet| (name.to_owned(), sheet)));
        for tile in tileset.tiles {
            if tile.animation.is_empty() {
                continue;
            }
            let book = format!("{name}/{}", tile.id);
            if document.flipbooks.contains_key(&book) {
                let found = format!("a second tile {}", tile.id);
                problems.push(Problem::error(item.field("tiles"), found, "one only"));
                continue;
            }
            document.flipbooks.insert(book, tile.flipbook(on_sheet.clone()));
        }
    }
    document
}

impl Tileset {
    /// The tiles, row by row.
    fn pictures(&self, item: &DocumentPath, problems: &mut Problems) -> Vec<Picture> {
        if self.columns == 0 && self.tile_count > 0 {
            problems.push(Problem::error(item.field("columns"), "0", "1 or more"));
            return Vec::new();
        }
        let place = |number: u32, size: u32| {
            let step = size.checked_add(self.spacing)?;
            self.margin.checked_add(number.checked_mul(step)?)
        };
        let picture = |tile: u32| {
            let left = place(tile % self.columns, self.tile_width)?;
            let top = place(tile / self.columns, self.tile_height)?;
            let area = [left, top, self.tile_width, self.tile_height];
            Some(Picture { name: tile.to_string(), area, ..Picture::default() })
        };
        let pictures: Option<Vec<_>> = (0..self.tile_count).map(picture).collect();
        pictures.unwrap_or_else(|| {
            let found = format!(
                "{} tiles of {} by {} pixels",
                self.tile_count, self.tile_width, self.tile_height
            );
            problems.push(Problem::error(item.clone(), found, "tiles on an image that can be"));
            Vec::new()
        })
    }
}

impl Tile {
    fn flipbook(self, sheet: Option<String>) -> FlipbookSource {
        let hold = |frame: &Frame| When::Span(Span::from_millis(frame.duration.into()));
        let frame = |frame: &Frame| FrameSource { show: frame.tile, hold: hold(frame) };
        let frames = Frames::List(self.animation.iter().map(frame).collect());
        let mut book = FlipbookSource { sheet, frames, ..FlipbookSource::default() };
        if !self.class.is_empty() {
            book.meta.insert("class".into(), self.class);
        }
        book
    }
}
