//! Frame loops as one block of bytes.

use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    super::{bytes, load::whole},
    FrameLoop, FrameLoops, Tick,
};

/// Counts up when the form changes.
const VERSION: u32 = 1;

impl Serialize for FrameLoops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(4 + 16 * self.len());
        bytes.extend(VERSION.to_le_bytes());
        for FrameLoop { start, hold, frames } in &self.loops {
            bytes.extend(start.get().to_le_bytes());
            bytes.extend(hold.to_le_bytes());
            bytes.extend(frames.to_le_bytes());
        }
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for FrameLoops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bytes::deserialize(deserializer, "frame loops", read)
    }
}

fn read(bytes: &[u8]) -> Result<FrameLoops, &'static str> {
    const DAMAGED: &str = "these are no bytes of frame loops";
    let (version, loops) = bytes.split_first_chunk().ok_or(DAMAGED)?;
    if u32::from_le_bytes(*version) != VERSION {
        return Err("these are bytes of frame loops in a form that is not known");
    }
    let (words, rest) = loops.as_chunks();
    let (loops, left) = words.as_chunks::<4>();
    if !rest.is_empty() || !left.is_empty() {
        return Err(DAMAGED);
    }
    let mut all = FrameLoops::new();
    for one in loops {
        let [low, high, hold, frames] = one.map(u32::from_le_bytes);
        let one = FrameLoop { start: Tick::new(whole(low, high)), hold, frames };
        all.push(one).map_err(|_| DAMAGED)?;
    }
    Ok(all)
}
