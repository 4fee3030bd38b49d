//! Frames in JSON, the form that Aseprite, TexturePacker and many other programs write: a list, or a map by name.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;

use super::Packed;
use crate::{
    json::Unread,
    number::{maybe_whole, whole},
};

/// Frames in the order of the file: a list, or a map by name, in which names may repeat.
#[derive(Debug, Default)]
pub(crate) struct Frames(pub(crate) Vec<Frame>);

/// One frame.
#[derive(Debug, Deserialize)]
pub(crate) struct Frame {
    #[serde(default)]
    filename: String,
    frame: Area<u32>,
    #[serde(default)]
    rotated: bool,
    #[serde(default)]
    #[expect(dead_code, reason = "follows from the two sizes, but is known")]
    trimmed: bool,
    #[serde(rename = "spriteSourceSize")]
    place: Option<Place>,
    #[serde(rename = "sourceSize")]
    whole: Option<Size>,
    #[serde(alias = "anchor")]
    pivot: Option<Pivot>,
    #[serde(alias = "scale9Borders")]
    borders: Option<Value>,
    vertices: Option<Value>,
    #[serde(rename = "verticesUV")]
    on_image: Option<Value>,
    triangles: Option<Value>,
    #[serde(default, deserialize_with = "maybe_whole")]
    duration: Option<u32>,
}

/// Left and top edge, width and height.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(bound = "T: TryFrom<i64>")]
pub(crate) struct Area<T> {
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

/// Where the area belongs in the whole picture.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Place {
    #[serde(deserialize_with = "whole")]
    x: i32,
    #[serde(deserialize_with = "whole")]
    y: i32,
    #[serde(default, deserialize_with = "maybe_whole")]
    w: Option<u32>,
    #[serde(default, deserialize_with = "maybe_whole")]
    h: Option<u32>,
}

/// Parts of the whole picture, from 0 to 1.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Pivot {
    x: f64,
    y: f64,
}

/// A width and a height in pixels.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Size {
    #[serde(deserialize_with = "whole")]
    w: u32,
    #[serde(deserialize_with = "whole")]
    h: u32,
}

impl From<Size> for [u32; 2] {
    fn from(Size { w, h }: Size) -> Self {
        [w, h]
    }
}

/// A text, or a number as one.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
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

impl Frame {
    /// Counts what it has for meshes and borders.
    pub(crate) fn count_unread(&self, unread: &mut Unread) {
        // One sort each, whatever the frames are called.
        for (field, value) in [
            ("borders", &self.borders),
            ("vertices", &self.vertices),
            ("verticesUV", &self.on_image),
            ("triangles", &self.triangles),
        ] {
            if value.is_some() {
                unread.add(&format!("frames.0.{field}"));
            }
        }
    }
}

impl Packed for Frame {
    fn name(&self) -> &str {
        &self.filename
    }

    fn area(&self) -> [u32; 4] {
        let Area { x, y, w, h } = self.frame;
        // Most packers write the size before the rotation. Some write the one on the image.
        let is_turned = self.rotated
            && self.place.is_some_and(|place| (place.w, place.h) == (Some(h), Some(w)));
        if is_turned { [x, y, h, w] } else { [x, y, w, h] }
    }

    fn turns(&self) -> u8 {
        self.rotated.into()
    }

    fn margins(&self) -> ([i32; 2], Option<[u32; 2]>) {
        let offset = self.place.map_or([0, 0], |place| [place.x, place.y]);
        (offset, self.whole.map(Into::into))
    }

    fn pivot(&self) -> Option<[f64; 2]> {
        let [.., w, h] = self.area();
        let [width, height] = self.whole.map_or([w, h], Into::into);
        self.pivot.map(|Pivot { x, y }| [x * f64::from(width), y * f64::from(height)])
    }

    fn millis(&self) -> Option<u32> {
        self.duration
    }
}

impl<'de> Deserialize<'de> for Frames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListOrMap)
    }
}

struct ListOrMap;

impl<'de> Visitor<'de> for ListOrMap {
    type Value = Frames;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of frames, or a map of them by name")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Frames, A::Error> {
        let mut frames = Vec::new();
        while let Some(frame) = seq.next_element()? {
            frames.push(frame);
        }
        Ok(Frames(frames))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Frames, A::Error> {
        let mut frames = Vec::new();
        while let Some((filename, frame)) = map.next_entry::<String, Frame>()? {
            frames.push(Frame { filename, ..frame });
        }
        Ok(Frames(frames))
    }
}
