//! Sheets that Aseprite exports with JSON, in both of its forms.

use std::fmt;

use cueline::clip::Order;
use cueline_assets::{Document, DocumentPath, Picture, Problems, Sheet, Slice};
use serde::Deserialize;

use super::sprite::{Data, Mark, Sliced, Sprite, Tag};
use crate::{
    json::{self, Unread},
    number::whole,
    sheet::{Frames, NamedFrame, Size},
};

#[derive(Debug, Deserialize)]
struct File {
    frames: Frames<Frame>,
    #[serde(default)]
    meta: Meta,
}

#[derive(Debug, Deserialize)]
struct Frame {
    #[serde(default)]
    filename: String,
    frame: Area<u32>,
    #[serde(default)]
    rotated: bool,
    #[serde(default)]
    #[expect(dead_code, reason = "follows from the two sizes, but is known")]
    trimmed: bool,
    #[serde(rename = "spriteSourceSize")]
    place: Option<Area<i32>>,
    #[serde(rename = "sourceSize")]
    whole: Option<Size>,
    #[serde(deserialize_with = "whole")]
    duration: u32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(bound = "T: TryFrom<i64>")]
struct Area<T> {
    #[serde(deserialize_with = "whole")]
    x: T,
    #[serde(deserialize_with = "whole")]
    y: T,
    #[serde(deserialize_with = "whole")]
    w: T,
    #[serde(deserialize_with = "whole")]
    h: T,
}

impl<T> From<Area<T>> for [T; 4] {
    fn from(Area { x, y, w, h }: Area<T>) -> Self {
        [x, y, w, h]
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Meta {
    app: Option<String>,
    version: Option<String>,
    image: String,
    format: Option<String>,
    size: Option<Size>,
    scale: Option<Text>,
    #[serde(rename = "frameTags")]
    tags: Vec<TagForm>,
    layers: Vec<Layer>,
    slices: Vec<SliceForm>,
}

/// A text, or a number as one.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Text {
    Text(String),
    Number(serde_json::Number),
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
        }
    }
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

/// The sprite, and the note about its maker for the document.
pub(super) fn read(text: &[u8], unread: &mut Unread) -> Result<(Sprite, Document), Problems> {
    let File { frames: Frames(frames), meta } = json::read(text, unread)?;
    let mut document = Document::default();
    for (name, value) in [("app", meta.app), ("version", meta.version)] {
        document.meta.extend(value.map(|value| (name.into(), value)));
    }
    let mut sheet =
        Sheet { image: meta.image, size: meta.size.map(Into::into), ..Sheet::default() };
    let scale = meta.scale.map(|scale| scale.to_string()).filter(|scale| scale != "1");
    for (name, value) in [("format", meta.format), ("scale", scale)] {
        sheet.meta.extend(value.map(|value| (name.into(), value)));
    }
    let millis = frames.iter().map(|frame| frame.duration).collect();
    sheet.pictures = frames.into_iter().map(Frame::picture).collect();
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
            sprite.marks.extend(text.map(|text| Mark { item, frame, text, to: None }));
        }
    }
    Ok((sprite, document))
}

impl Frame {
    fn picture(self) -> Picture {
        let Area { x, y, w, h } = self.frame;
        let offset = self.place.map_or([0, 0], |place| [place.x, place.y]);
        let source_size = self.whole.map(<[u32; 2]>::from).filter(|whole| *whole != [w, h]);
        let area = [x, y, w, h]; // the picture's own size, also if it is rotated on the image
        Picture { name: self.filename, area, rotated: self.rotated, offset, source_size }
    }
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

impl NamedFrame for Frame {
    fn with_name(self, filename: String) -> Self {
        Self { filename, ..self }
    }
}
