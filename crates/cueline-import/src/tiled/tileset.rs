//! The common parts of both forms of a tileset, and the document made from it.

use std::{collections::BTreeMap, fmt};

use cueline::time::Span;
use cueline_assets::{
    Document, DocumentPath, FlipbookSource, FrameSource, Frames, Picture, Problem, Problems, Sheet,
    When,
};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

use crate::{
    motion::Motion,
    names::Names,
    number::{maybe_whole, whole},
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
    #[serde(rename = "imagewidth", deserialize_with = "maybe_whole")]
    pub(super) image_width: Option<u32>,
    #[serde(rename = "imageheight", deserialize_with = "maybe_whole")]
    pub(super) image_height: Option<u32>,
    #[serde(rename = "tilewidth", deserialize_with = "whole")]
    pub(super) tile_width: u32,
    #[serde(rename = "tileheight", deserialize_with = "whole")]
    pub(super) tile_height: u32,
    #[serde(rename = "tilecount", deserialize_with = "whole")]
    pub(super) tile_count: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) columns: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) margin: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) spacing: u32,
    /// Those with an animation or an image: a file may list millions of others.
    #[serde(deserialize_with = "used")]
    pub(super) tiles: Vec<Tile>,
}

fn used<'de, D: Deserializer<'de>>(tiles: D) -> Result<Vec<Tile>, D::Error> {
    struct Used;

    impl<'de> Visitor<'de> for Used {
        type Value = Vec<Tile>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of tiles")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Vec<Tile>, A::Error> {
            let mut tiles = Vec::new();
            while let Some(tile) = all.next_element::<Tile>()? {
                if tile.is_used() {
                    tiles.push(tile);
                }
            }
            Ok(tiles)
        }

        // By their numbers, before Tiled 1.2.
        fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Vec<Tile>, A::Error> {
            let mut tiles = Vec::new();
            while let Some((number, tile)) = all.next_entry::<String, Tile>()? {
                let id = number.parse().map_err(|_| {
                    let found = serde::de::Unexpected::Str(&number);
                    serde::de::Error::invalid_value(found, &"the number of a tile")
                })?;
                if tile.is_used() {
                    tiles.push(Tile { id, ..tile });
                }
            }
            Ok(tiles)
        }
    }

    tiles.deserialize_any(Used)
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tile {
    #[serde(deserialize_with = "whole")]
    pub(super) id: u32,
    /// The user's class of the tile; `type` in most versions.
    #[serde(alias = "type")]
    pub(super) class: String,
    pub(super) animation: Vec<Frame>,
    /// The image of the tile, in a tileset without one.
    pub(super) image: Option<String>,
    #[serde(rename = "imagewidth", deserialize_with = "maybe_whole")]
    pub(super) image_width: Option<u32>,
    #[serde(rename = "imageheight", deserialize_with = "maybe_whole")]
    pub(super) image_height: Option<u32>,
    /// Its place on that image; all of it without a size.
    #[serde(deserialize_with = "whole")]
    pub(super) x: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) y: u32,
    #[serde(deserialize_with = "maybe_whole")]
    pub(super) width: Option<u32>,
    #[serde(deserialize_with = "maybe_whole")]
    pub(super) height: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Frame {
    /// In milliseconds.
    #[serde(deserialize_with = "whole")]
    pub(super) duration: u32,
    #[serde(rename = "tileid", deserialize_with = "whole")]
    pub(super) tile: u32,
}

/// The document of all tilesets of a file, with errors and notes in `problems`.
pub(super) fn document(
    tilesets: Vec<Tileset>,
    motion: &mut Motion,
    problems: &mut Problems,
) -> Document {
    let mut document = Document::default();
    let names =
        Names::new("tilesets", tilesets.iter().map(|tileset| Some(&*tileset.name)), problems);
    let mut left = TILES;
    for (index, mut tileset) in tilesets.into_iter().enumerate() {
        let item = DocumentPath::root().field("tilesets").index(index);
        tileset.complete();
        tileset.leave_out_moments(&item, problems);
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
        let mut numbers = BTreeMap::new();
        let sheet = match tileset.image.clone() {
            Some(image) => Some(Sheet {
                image,
                size: tileset.image_width.zip(tileset.image_height).map(Into::into),
                pictures: tileset.pictures(&item, problems),
                ..Sheet::default()
            }),
            None => tileset.shared_image().map(|(sheet, tiles)| {
                numbers = tiles;
                sheet
            }),
        };
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
            motion.found("tiles", 1);
            let book = format!("{name}/{}", tile.id);
            if document.flipbooks.contains_key(&book) {
                let found = format!("a second tile {}", tile.id);
                problems.push(Problem::error(item.field("tiles"), found, "only one"));
                continue;
            }
            document.flipbooks.insert(book, tile.flipbook(on_sheet.clone(), &numbers));
            motion.took("tiles", 1);
        }
    }
    document
}

impl Tileset {
    /// Adds what files of old versions do not say, but their images do.
    fn complete(&mut self) {
        let (margin, spacing) = (self.margin, self.spacing);
        let count = |image: Option<u32>, tile: u32| {
            let room = image?.checked_sub(margin.checked_mul(2)?)?.checked_add(spacing)?;
            room.checked_div(tile.checked_add(spacing)?)
        };
        if self.columns == 0 {
            self.columns = count(self.image_width, self.tile_width).unwrap_or(0);
        }
        if self.tile_count == 0 {
            let rows = count(self.image_height, self.tile_height).unwrap_or(0);
            self.tile_count = self.columns.saturating_mul(rows);
        }
    }

    /// Leaves out frames that do not show.
    fn leave_out_moments(&mut self, item: &DocumentPath, notes: &mut Problems) {
        let mut moments = 0;
        for tile in &mut self.tiles {
            let before = tile.animation.len();
            tile.animation.retain(|frame| frame.duration > 0);
            moments += before - tile.animation.len();
        }
        if moments > 0 {
            let found = format!("{moments} frame{} of 0 ms", if moments == 1 { "" } else { "s" });
            notes.push(Problem::note(item.field("tiles"), found, "which do not show"));
        }
    }

    /// The tiles as parts of one image, and the number of the picture of each tile; `None` if they have separate images, or
    /// an animation shows a tile that has none.
    fn shared_image(&self) -> Option<(Sheet, BTreeMap<u32, u32>)> {
        let first = self.tiles.first()?;
        let image = first.image.clone()?;
        let (mut pictures, mut numbers) = (Vec::new(), BTreeMap::new());
        for tile in &self.tiles {
            if tile.image.as_ref() != Some(&image) {
                return None;
            }
            let size = [tile.width.or(tile.image_width)?, tile.height.or(tile.image_height)?];
            let area = [tile.x, tile.y, size[0], size[1]];
            numbers.insert(tile.id, u32::try_from(pictures.len()).ok()?);
            pictures.push(Picture { name: tile.id.to_string(), area, ..Picture::default() });
        }
        let mut shown = self.tiles.iter().flat_map(|tile| &tile.animation);
        let size = first.image_width.zip(first.image_height).map(Into::into);
        let sheet = Sheet { image, size, pictures, ..Sheet::default() };
        shown.all(|frame| numbers.contains_key(&frame.tile)).then_some((sheet, numbers))
    }

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
            problems.push(Problem::error(
                item.clone(),
                found,
                "tiles within 4294967295 pixels of the corner",
            ));
            Vec::new()
        })
    }
}

impl Tile {
    /// Whether it has an animation or an image.
    pub(super) fn is_used(&self) -> bool {
        !self.animation.is_empty() || self.image.is_some()
    }

    /// The animation of the tile. `numbers` are those of pictures that are not numbered by tile.
    fn flipbook(self, sheet: Option<String>, numbers: &BTreeMap<u32, u32>) -> FlipbookSource {
        let hold = |frame: &Frame| When::Span(Span::from_millis(frame.duration.into()));
        let number = |tile: u32| numbers.get(&tile).copied().unwrap_or(tile);
        let frame = |frame: &Frame| FrameSource { show: number(frame.tile), hold: hold(frame) };
        let frames = Frames::List(self.animation.iter().map(frame).collect());
        let mut book = FlipbookSource { sheet, frames, ..FlipbookSource::default() };
        if !self.class.is_empty() {
            book.meta.insert("class".into(), self.class);
        }
        book
    }
}
