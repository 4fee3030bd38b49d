//! The frames of Aseprite's own files, and the chunks in them.

use cueline_assets::{DocumentPath, Problems};

use super::bytes::Bytes;
use crate::importer::refused;

const HEADER: usize = 128;
const FRAME_HEADER: usize = 16;

/// Returns `true` if the bytes are such a file.
pub(super) fn is(file: &[u8]) -> bool {
    file.get(4..6) == Some(&[0xe0, 0xa5])
}

/// Whether the bytes are such a file whatever it is called: also its first frame has its mark, as two bytes of a text in
/// some languages are the mark of the file.
pub(super) fn is_whole(file: &[u8]) -> bool {
    is(file) && file.get(HEADER + 4..HEADER + 6).is_none_or(|mark| mark == [0xfa, 0xf1])
}

/// The header of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) width: u16,
    pub(super) height: u16,
    /// Bits of a pixel.
    pub(super) depth: u16,
    pub(super) flags: u32,
    /// The index of the transparent color in the palette.
    pub(super) transparent: u8,
    /// Milliseconds of all frames, in the first versions.
    speed: u16,
}

/// One chunk.
pub(super) struct Chunk<'a> {
    pub(super) frame: u16,
    /// Its place among the chunks of the frame.
    pub(super) index: u32,
    pub(super) kind: u16,
    pub(super) bytes: Bytes<'a>,
}

/// A frame or one of its chunks, in the order of the file.
pub(super) enum Part<'a> {
    /// A frame begins; it shows for this many milliseconds.
    Frame(u16),
    Chunk(Chunk<'a>),
}

/// Reads the header, and calls `each` with every frame and every chunk. Returns the number of bytes behind them.
pub(super) fn read<'a>(
    file: &'a [u8],
    mut each: impl FnMut(Header, Part<'a>) -> Result<(), Problems>,
) -> Result<(Header, usize), Problems> {
    let item = DocumentPath::root().field("header");
    let mut bytes = Bytes::new(DocumentPath::root(), file);
    let mut inside = Bytes::new(item.clone(), bytes.take(HEADER)?);
    let (_, magic) = (inside.u32()?, inside.u16()?);
    if magic != 0xa5e0 {
        let needed = "0xa5e0, with which files of Aseprite begin";
        return Err(refused(item, format!("{magic:#06x}"), needed));
    }
    let (frames, width, height) = (inside.u16()?, inside.u16()?, inside.u16()?);
    let (depth, flags, speed) = (inside.u16()?, inside.u32()?, inside.u16()?);
    inside.take(8)?;
    let transparent = inside.u8()?;
    let header = Header { width, height, depth, flags, transparent, speed };
    for frame in 0..frames {
        let item = DocumentPath::root().field("frames").index(frame.into());
        bytes.item = item.clone();
        let length = bytes.u32()?;
        let inside = (length as usize).checked_sub(4).ok_or_else(|| {
            let needed = format!("{FRAME_HEADER} or more");
            refused(item.clone(), format!("a length of {length}"), needed)
        })?;
        let mut inside = Bytes::new(item.clone(), bytes.take(inside)?);
        let magic = inside.u16()?;
        if magic != 0xf1fa {
            return Err(refused(item, format!("{magic:#06x}"), "0xf1fa, with which frames begin"));
        }
        let (old, millis, _, new) = (inside.u16()?, inside.u16()?, inside.u16()?, inside.u32()?);
        let chunks = if new == 0 { old.into() } else { new };
        each(header, Part::Frame(if millis == 0 { header.speed } else { millis }))?;
        for chunk in 0..chunks {
            inside.item = item.field("chunks").index(chunk as usize);
            let length = inside.u32()?;
            let data = (length as usize).checked_sub(6).ok_or_else(|| {
                refused(inside.item.clone(), format!("a length of {length}"), "6 or more")
            })?;
            let kind = inside.u16()?;
            let bytes = Bytes::new(inside.item.clone(), inside.take(data)?);
            each(header, Part::Chunk(Chunk { frame, index: chunk, kind, bytes }))?;
        }
    }
    Ok((header, bytes.left()))
}
