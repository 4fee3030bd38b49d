//! Aseprite's own files.
//!
//! Read here, as all that is wanted is a small part of them: the crates for it want every chunk to be right,
//! do not know ping-pong in reverse or repeat counts, or go as deep into nested properties as a file asks
//! them to. Source: `docs/ase-file-specs.md` of Aseprite.

use cueline::clip::Order;

use super::{
    bytes::Bytes,
    sprite::{Data, Mark, Sliced, Sprite, Tag, whole},
};
use crate::{
    DocumentPath, Problem, Problems, Slice,
    import::{json::Untaken, refused},
};

const HEADER: usize = 128;
const FRAME_HEADER: usize = 16;

/// Whether it is such a file.
pub(super) fn is(file: &[u8]) -> bool {
    file.get(4..6) == Some(&[0xe0, 0xa5])
}

/// To what the next user data belongs.
#[derive(Clone, Copy, Debug)]
enum Owner {
    Sprite,
    /// A tag of that number, and then the next.
    Tag(usize),
    Slice(usize),
    Cel,
    Other(&'static str),
}

pub(super) fn read(
    file: &[u8],
    untaken: &mut Untaken,
    problems: &mut Problems,
) -> Result<Sprite, Problems> {
    let item = DocumentPath::root().field("header");
    let mut bytes = Bytes::new(DocumentPath::root(), file);
    let mut header = Bytes::new(item.clone(), bytes.take(HEADER)?);
    let (_, magic) = (header.u32()?, header.u16()?);
    if magic != 0xa5e0 {
        return Err(refused(
            item,
            format!("{magic:#06x}"),
            "0xa5e0, with which files of Aseprite begin",
        ));
    }
    let (count, width, height) = (header.u16()?, header.u16()?, header.u16()?);
    let (_, _, speed) = (header.u16()?, header.u32()?, header.u16()?);
    let mut reader = Reader { sprite: Sprite::default(), owner: Owner::Sprite, untaken };
    for frame in 0..u32::from(count) {
        let item = DocumentPath::root().field("frames").index(frame as usize);
        bytes.item = item.clone();
        let length = bytes.u32()?;
        let inside = (length as usize).checked_sub(4).ok_or_else(|| {
            refused(
                item.clone(),
                format!("a length of {length}"),
                format!("{FRAME_HEADER} or more"),
            )
        })?;
        let mut inside = Bytes::new(item.clone(), bytes.take(inside)?);
        let magic = inside.u16()?;
        if magic != 0xf1fa {
            return Err(refused(item, format!("{magic:#06x}"), "0xf1fa, with which frames begin"));
        }
        let (old, millis, _, new) = (inside.u16()?, inside.u16()?, inside.u16()?, inside.u32()?);
        let chunks = if new == 0 { old.into() } else { new };
        // Files of the first versions have one length for all frames.
        reader.sprite.millis.push(if millis == 0 { speed } else { millis }.into());
        reader.sprite.sheet.pictures.push(whole(frame.to_string(), width.into(), height.into()));
        for chunk in 0..chunks {
            inside.item = item.field("chunks").index(chunk as usize);
            let length = inside.u32()?;
            let data = (length as usize).checked_sub(6).ok_or_else(|| {
                refused(inside.item.clone(), format!("a length of {length}"), "6 or more")
            })?;
            let kind = inside.u16()?;
            let data = inside.take(data)?;
            reader.chunk(kind, Bytes::new(inside.item.clone(), data), frame)?;
        }
    }
    if bytes.left() > 0 {
        let found = format!("{} bytes after the last frame", bytes.left());
        problems.push(Problem::note(DocumentPath::root(), found, "which are not taken"));
    }
    reader.sprite.sheet.size = Some([width.into(), height.into()]);
    Ok(reader.sprite)
}

struct Reader<'a> {
    sprite: Sprite,
    owner: Owner,
    untaken: &'a mut Untaken,
}

impl Reader<'_> {
    fn chunk(&mut self, kind: u16, mut bytes: Bytes<'_>, frame: u32) -> Result<(), Problems> {
        let other = match kind {
            0x2018 => return self.tags(&mut bytes),
            0x2020 => return self.user_data(&mut bytes, frame),
            0x2022 => return self.slice(&mut bytes),
            0x0004 | 0x0011 | 0x2019 => {
                self.owner = Owner::Sprite;
                self.untaken.add("(palettes)");
                return Ok(());
            }
            0x2005 => {
                self.owner = Owner::Cel;
                self.untaken.add("(cels with pixels)");
                return Ok(());
            }
            0x2006 => {
                self.untaken.add("(extra data of cels)"); // belongs to the cel, as what follows does
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
        self.untaken.add(&format!("({other})"));
        Ok(())
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
            // Its fourth byte is no opacity. Newer files tell the color again, as user data.
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
            // Each takes bytes, so a count that is too high ends soon.
            let from = bytes.u32()?;
            let place = area(bytes)?;
            let center = if flags & 1 == 0 { None } else { Some(area(bytes)?) };
            let pivot = if flags & 2 == 0 { None } else { Some([bytes.i32()?, bytes.i32()?]) };
            keys.push(Slice { from, area: place, center, pivot });
        }
        self.owner = Owner::Slice(self.sprite.slices.len());
        let (item, data) = (bytes.item.clone(), Data::default());
        self.sprite.slices.push(Sliced { item, name, keys, data });
        Ok(())
    }

    fn user_data(&mut self, bytes: &mut Bytes<'_>, frame: u32) -> Result<(), Problems> {
        let flags = bytes.u32()?;
        let text = if flags & 1 == 0 { None } else { Some(bytes.text()?) };
        let color = if flags & 2 == 0 { None } else { Some(bytes.color()?) };
        if flags & 4 != 0 {
            self.untaken.add("(properties in user data)");
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
                    self.sprite.marks.push(Mark { item: bytes.item.clone(), frame, text });
                }
                if data.color.is_some() {
                    self.untaken.add("(colors of cels)");
                }
            }
            Owner::Other(what) => {
                if data != Data::default() {
                    self.untaken.add(&format!("(user data of {what})"));
                }
            }
        }
        Ok(())
    }
}

/// Left event, top event, width and height.
fn area(bytes: &mut Bytes<'_>) -> Result<[i32; 4], Problems> {
    Ok([bytes.i32()?, bytes.i32()?, bytes.i32()?, bytes.i32()?])
}
