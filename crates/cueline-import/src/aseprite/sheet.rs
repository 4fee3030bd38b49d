//! Sheets that Aseprite exports with JSON, in both of its forms.

use std::path::Path;

use cueline::clip::Order;
use cueline_assets::{Document, DocumentPath, Problem, Problems, Slice};
use serde::Deserialize;

use super::sprite::{Data, Mark, Sliced, Sprite, Tag};
use crate::{
    json::{self, Unread},
    number::whole,
    sheet::{
        Packed, image_beside,
        json::{Area, Frames, Size, Text},
        sheet,
    },
};

/// How long a frame without a duration shows: as long as a new frame of Aseprite.
const MILLIS: u32 = 100;

#[derive(Debug, Deserialize)]
struct File {
    frames: Frames,
    #[serde(default)]
    meta: Meta,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Meta {
    app: Option<String>,
    version: Option<String>,
    image: Option<String>,
    format: Option<String>,
    size: Option<Size>,
    scale: Option<Text>,
    #[serde(rename = "frameTags")]
    tags: Vec<TagForm>,
    layers: Vec<Layer>,
    slices: Vec<SliceForm>,
}

#[derive(Debug, Deserialize)]
struct TagForm {
    name: String,
    #[serde(deserialize_with = "whole")]
    from: u32,
    #[serde(deserialize_with = "whole")]
    to: u32,
    #[serde(default)]
    direction: Direction,
    /// Written as a text.
    repeat: Option<Text>,
    color: Option<String>,
    data: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Direction {
    #[default]
    Forward,
    Reverse,
    #[serde(rename = "pingpong")]
    PingPong,
    #[serde(rename = "pingpong_reverse")]
    PingPongReverse,
}

#[derive(Debug, Deserialize)]
struct Layer {
    #[serde(default)]
    cels: Vec<Cel>,
}

#[derive(Debug, Deserialize)]
struct Cel {
    #[serde(deserialize_with = "whole")]
    frame: u32,
    data: Option<String>,
}

#[derive(Debug, Deserialize)]
struct SliceForm {
    name: String,
    color: Option<String>,
    data: Option<String>,
    #[serde(default)]
    keys: Vec<SliceKey>,
}

#[derive(Debug, Deserialize)]
struct SliceKey {
    #[serde(deserialize_with = "whole")]
    frame: u32,
    bounds: Area<i32>,
    center: Option<Area<i32>>,
    pivot: Option<Point>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Point {
    #[serde(deserialize_with = "whole")]
    x: i32,
    #[serde(deserialize_with = "whole")]
    y: i32,
}

/// The sprite, and the note about its maker for the document. `name` is that of the file.
pub(super) fn read(
    text: &[u8],
    name: &str,
    unread: &mut Unread,
    problems: &mut Problems,
) -> Result<(Sprite, Document), Problems> {
    let File { frames: Frames(frames), meta } = json::read(text, unread)?;
    let mut document = Document::default();
    for (name, value) in [("app", meta.app), ("version", meta.version)] {
        document.meta.extend(value.map(|value| (name.into(), value)));
    }
    // Without `--sheet` the program names no image.
    let image = meta.image.filter(|image| !image.is_empty());
    let image = image.unwrap_or_else(|| image_beside(Path::new(name)));
    let item = DocumentPath::root().field("frames");
    let mut sheet = sheet(image, meta.size.map(Into::into), &frames, &item, problems);
    let scale = meta.scale.map(|scale| scale.to_string()).filter(|scale| scale != "1");
    for (name, value) in [("format", meta.format), ("scale", scale)] {
        sheet.meta.extend(value.map(|value| (name.into(), value)));
    }
    frames.iter().for_each(|frame| frame.count_unread(unread));
    let millis = frames.iter().map(|frame| frame.millis().unwrap_or(MILLIS)).collect();
    let without = frames.iter().filter(|frame| frame.millis().is_none()).count();
    if without > 0 {
        let found = format!("{without} of {} without a duration", frames.len());
        problems.push(Problem::note(item, found, "which show for 100 ms here"));
    }
    let mut sprite = Sprite { sheet, millis, ..Sprite::default() };
    let root = DocumentPath::root().field("meta");
    for (index, tag) in meta.tags.into_iter().enumerate() {
        sprite.tags.push(tag.tag(root.field("frameTags").index(index))?);
    }
    for (index, slice) in meta.slices.into_iter().enumerate() {
        let item = root.field("slices").index(index);
        let SliceForm { name, color, data, keys } = slice;
        let keys = keys.into_iter().map(SliceKey::slice).collect();
        sprite.slices.push(Sliced {
            item,
            name,
            keys,
            silent: Vec::new(),
            data: Data { text: data, color },
        });
    }
    for (layer, Layer { cels }) in meta.layers.into_iter().enumerate() {
        for (index, cel) in cels.into_iter().enumerate() {
            let item = root.field("layers").index(layer).field("cels").index(index);
            let frame = cel.frame;
            let text = cel.data.filter(|text| !text.is_empty());
            sprite.marks.extend(text.map(|text| Mark {
                item,
                frame,
                text,
                to: None,
                is_text: true,
            }));
        }
    }
    Ok((sprite, document))
}

impl TagForm {
    fn tag(self, item: DocumentPath) -> Result<Tag, Problems> {
        let Self { name, from, to, direction, repeat, color, data } = self;
        let times = match repeat {
            None => 0,
            Some(times) => times.to_string().parse().map_err(|_| {
                crate::importer::refused(item.field("repeat"), format!("{times}"), "a whole number")
            })?,
        };
        let order = match direction {
            Direction::Forward => Order::Forward,
            Direction::Reverse => Order::Reverse,
            Direction::PingPong => Order::PingPong,
            Direction::PingPongReverse => Order::PingPongReverse,
        };
        Ok(Tag { item, name, from, to, order, times, data: Data { text: data, color } })
    }
}

impl SliceKey {
    fn slice(self) -> Slice {
        Slice {
            from: self.frame,
            area: self.bounds.into(),
            center: self.center.map(Into::into),
            pivot: self.pivot.map(|Point { x, y }| [x, y]),
        }
    }
}
