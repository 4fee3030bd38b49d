//! What sheets in JSON have in common: frames as a list or as a map, and sizes.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

use crate::number::whole;

/// Frames in the order of the file: a list, or a map by name, in which names may repeat.
#[derive(Debug)]
pub(crate) struct Frames<F>(pub(super) Vec<F>);

/// A frame of a sheet.
pub(crate) trait NamedFrame {
    /// The same frame with a name, which a map has as its key.
    fn with_name(self, name: String) -> Self;
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

impl<'de, F: Deserialize<'de> + NamedFrame> Deserialize<'de> for Frames<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListOrMap(PhantomData))
    }
}

struct ListOrMap<F>(PhantomData<F>);

impl<'de, F: Deserialize<'de> + NamedFrame> Visitor<'de> for ListOrMap<F> {
    type Value = Frames<F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of frames, or a map of them by name")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Frames<F>, A::Error> {
        let mut frames = Vec::new();
        while let Some(frame) = seq.next_element()? {
            frames.push(frame);
        }
        Ok(Frames(frames))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Frames<F>, A::Error> {
        let mut frames = Vec::new();
        while let Some((name, frame)) = map.next_entry::<String, F>()? {
            frames.push(frame.with_name(name));
        }
        Ok(Frames(frames))
    }
}
