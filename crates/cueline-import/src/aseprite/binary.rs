//! Aseprite's own files.
//!
//! This crate has its own reader, because the existing crates refuse a file for one wrong chunk, lack ping-pong in
//! reverse or repeat counts, or recurse into nested properties as deep as a file asks. Source:
//! `docs/ase-file-specs.md` of Aseprite.

use cueline::clip::Order;
use cueline_assets::{DocumentPath, Problem, Problems, Slice};

use super::{
    bytes::Bytes,
    chunk::{self, Chunk, Part},
    sprite::{Data, Mark, Sliced, Sprite, Tag, whole},
};
use crate::{importer::refused, json::Unread};

/// The owner of the next user data.
#[derive(Clone, Copy, Debug)]
enum Owner {
    Sprite,
    /// The tag at this index, and then the next.
    Tag(usize),
    Slice(usize),
    Cel,
    Other(&'static str),
}

/// Reads everything about time. `drawn` says whether the caller reads pixels too, so that the notes are complete.
pub(super) fn read(
    file: &[u8],
    drawn: bool,
    unread: &mut Unread,
    problems: &mut Problems,
) -> Result<Sprite, Problems> {
    let mut reader = Reader { sprite: Sprite::default(), owner: Owner::Sprite, drawn, unread };
    let (header, left) = chunk::read(file, |header, part| {
        match part {
            Part::Frame(millis) => {
                let pictures = &mut reader.sprite.sheet.pictures;
                let name = pictures.len().to_string();
                pictures.push(whole(name, header.width.into(), header.height.into()));
                reader.sprite.millis.push(millis.into());
            }
            Part::Chunk(Chunk { frame, kind, bytes, .. }) => {
                reader.chunk(kind, bytes, frame.into())?
            }
        }
        Ok(())
    })?;
    if left > 0 {
        let found = format!("{left} bytes after the last frame");
        problems.push(Problem::note(DocumentPath::root(), found, "which are not taken"));
    }
    reader.sprite.sheet.size = Some([header.width.into(), header.height.into()]);
    Ok(reader.sprite)
}

struct Reader<'a> {
    sprite: Sprite,
    owner: Owner,
    drawn: bool,
    unread: &'a mut Unread,
}

impl Reader<'_> {
    fn chunk(&mut self, kind: u16, mut bytes: Bytes<'_>, frame: u32) -> Result<(), Problems> {
        let other = match kind {
            0x2018 => return self.tags(&mut bytes),
            0x2020 => return self.user_data(&mut bytes, frame),
            0x2022 => return self.slice(&mut bytes),
            0x0004 | 0x0011 | 0x2019 => {
                self.owner = Owner::Sprite;
                self.pixels("(palettes)");
                return Ok(());
            }
            0x2005 => {
                self.owner = Owner::Cel;
                self.pixels("(cels with pixels)");
                return Ok(());
            }
            0x2006 => {
                self.unread.add("(extra data of cels)"); // belongs to the cel, like the following user data
                return Ok(());
            }
            0x2004 => "layers",
            0x2007 => "color profiles",
            0x2008 => "external files",
            0x2016 => "masks",
            0x2017 => "paths",
            0x2023 => "tilesets",
            _ => "unknown chunks",
        };
        self.owner = Owner::Other(other);
        let item = format!("({other})");
        match kind {
            0x2004 | 0x2023 => self.pixels(&item),
            _ => self.unread.add(&item),
        }
        Ok(())
    }

    /// Counts chunks that only a reader of pixels uses.
    fn pixels(&mut self, item: &str) {
        if !self.drawn {
            self.unread.add(item);
        }
    }

    fn tags(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Problems> {
        let first = self.sprite.tags.len();
        let count = bytes.u16()?;
        bytes.take(8)?;
        for index in 0..count {
            let item = bytes.item.field("tags").index(index.into());
            let (from, to, direction, times) =
                (bytes.u16()?, bytes.u16()?, bytes.u8()?, bytes.u16()?);
            bytes.take(6)?;
            let order = match direction {
                0 => Order::Forward,
                1 => Order::Reverse,
                2 => Order::PingPong,
                3 => Order::PingPongReverse,
                _ => {
                    let needed = "0 to 3, forward to ping-pong in reverse";
                    return Err(refused(item.field("direction"), direction.to_string(), needed));
                }
            };
            let (from, to, times) = (from.into(), to.into(), times.into());
            // The fourth byte is not an opacity. Newer files repeat the color as user data.
            let color = bytes.color()?[..7].to_owned() + "ff";
            let (name, data) = (bytes.text()?, Data { text: None, color: Some(color) });
            self.sprite.tags.push(Tag { item, name, from, to, order, times, data });
        }
        self.owner = Owner::Tag(first);
        Ok(())
    }

    fn slice(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Problems> {
        let (count, flags, _) = (bytes.u32()?, bytes.u32()?, bytes.u32()?);
        let (name, mut keys) = (bytes.text()?, Vec::new());
        for _ in 0..count {
            // Each takes bytes, so a loop with too high a count ends early.
            let from = bytes.u32()?;
            let place = area(bytes)?;
            let center = if flags & 1 == 0 { None } else { Some(area(bytes)?) };
            let pivot = if flags & 2 == 0 { None } else { Some([bytes.i32()?, bytes.i32()?]) };
            keys.push(Slice { from, area: place, center, pivot });
        }
        self.owner = Owner::Slice(self.sprite.slices.len());
        let (item, data) = (bytes.item.clone(), Data::default());
        self.sprite.slices.push(Sliced { item, name, keys, silent: Vec::new(), data });
        Ok(())
    }

    fn user_data(&mut self, bytes: &mut Bytes<'_>, frame: u32) -> Result<(), Problems> {
        let flags = bytes.u32()?;
        let text = if flags & 1 == 0 { None } else { Some(bytes.text()?) };
        let color = if flags & 2 == 0 { None } else { Some(bytes.color()?) };
        if flags & 4 != 0 {
            self.unread.add("(properties in user data)");
        }
        let data = Data { text, color };
        match self.owner {
            Owner::Sprite => data.keep("", &mut self.sprite.sheet.meta),
            Owner::Tag(index) => {
                if let Some(tag) = self.sprite.tags.get_mut(index) {
                    tag.data = Data { color: data.color.or(tag.data.color.take()), ..data };
                }
                self.owner = Owner::Tag(index + 1);
            }
            Owner::Slice(index) => {
                if let Some(slice) = self.sprite.slices.get_mut(index) {
                    slice.data = data;
                }
            }
            Owner::Cel => {
                if let Some(text) = data.text.filter(|text| !text.is_empty()) {
                    self.sprite.marks.push(Mark {
                        item: bytes.item.clone(),
                        frame,
                        text,
                        to: None,
                        is_text: true,
                    });
                }
                if data.color.is_some() {
                    self.unread.add("(colors of cels)");
                }
            }
            Owner::Other(what) => {
                if data != Data::default() {
                    self.unread.add(&format!("(user data of {what})"));
                }
            }
        }
        Ok(())
    }
}

/// Left edge, top edge, width and height.
fn area(bytes: &mut Bytes<'_>) -> Result<[i32; 4], Problems> {
    Ok([bytes.i32()?, bytes.i32()?, bytes.i32()?, bytes.i32()?])
}
