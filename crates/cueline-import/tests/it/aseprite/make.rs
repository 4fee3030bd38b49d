//! Makes Aseprite's own files, byte by byte as its `docs/ase-file-specs.md` says.

use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};

/// A chunk: its type, and what is in it.
pub(crate) type Chunk = (u16, Vec<u8>);

/// A file of frames, each with its milliseconds and its chunks; 16 by 8 pixels of red, green, blue and opacity.
pub(crate) fn file(frames: &[(u16, Vec<Chunk>)]) -> Vec<u8> {
    sprite([16, 8], 32, 1, frames)
}

/// A file of that size, with so many bits a pixel and flags; the color 3 of a palette is none.
pub(crate) fn sprite(
    [width, height]: [u16; 2],
    depth: u16,
    flags: u32,
    frames: &[(u16, Vec<Chunk>)],
) -> Vec<u8> {
    let mut body = Vec::new();
    for (millis, chunks) in frames {
        let mut frame = Vec::new();
        for (kind, data) in chunks {
            frame.extend(u32::try_from(data.len() + 6).unwrap().to_le_bytes());
            frame.extend(kind.to_le_bytes());
            frame.extend(data);
        }
        body.extend(u32::try_from(frame.len() + 16).unwrap().to_le_bytes());
        body.extend(0xf1fa_u16.to_le_bytes());
        let count = u16::try_from(chunks.len()).unwrap();
        body.extend(count.to_le_bytes());
        body.extend(millis.to_le_bytes());
        body.extend([0; 2]);
        body.extend(u32::from(count).to_le_bytes());
        body.extend(frame);
    }
    let mut file = u32::try_from(body.len() + 128).unwrap().to_le_bytes().to_vec();
    for word in [0xa5e0, u16::try_from(frames.len()).unwrap(), width, height, depth] {
        file.extend(word.to_le_bytes());
    }
    file.extend(flags.to_le_bytes());
    file.extend(70_u16.to_le_bytes()); // milliseconds of all frames, in the first versions
    file.extend([0; 8]);
    file.push(3);
    file.resize(128, 0);
    file.extend(body);
    file
}

fn text(text: &str) -> Vec<u8> {
    let mut bytes = u16::try_from(text.len()).unwrap().to_le_bytes().to_vec();
    bytes.extend(text.as_bytes());
    bytes
}

/// Tags of (from, to, direction, repeat, name), all of them orange.
pub(crate) fn tags(tags: &[(u16, u16, u8, u16, &str)]) -> Chunk {
    let mut data = u16::try_from(tags.len()).unwrap().to_le_bytes().to_vec();
    data.extend([0; 8]);
    for (from, to, direction, repeat, name) in tags {
        data.extend(from.to_le_bytes());
        data.extend(to.to_le_bytes());
        data.push(*direction);
        data.extend(repeat.to_le_bytes());
        data.extend([0; 6]);
        data.extend([255, 128, 0, 0]);
        data.extend(text(name));
    }
    (0x2018, data)
}

/// User data with a text.
pub(crate) fn note(note: &str) -> Chunk {
    let mut data = 1_u32.to_le_bytes().to_vec();
    data.extend(text(note));
    (0x2020, data)
}

/// User data with a color, and properties that break off.
pub(crate) fn color(rgba: [u8; 4], properties: bool) -> Chunk {
    let mut data = (if properties { 6_u32 } else { 2 }).to_le_bytes().to_vec();
    data.extend(rgba);
    if properties {
        data.extend([9; 7]);
    }
    (0x2020, data)
}

/// A slice with keys of (frame, area), nine parts and a pivot.
pub(crate) fn slice(name: &str, keys: &[(u32, [i32; 4])]) -> Chunk {
    let mut data = u32::try_from(keys.len()).unwrap().to_le_bytes().to_vec();
    data.extend(3_u32.to_le_bytes());
    data.extend([0; 4]);
    data.extend(text(name));
    for (frame, area) in keys {
        data.extend(frame.to_le_bytes());
        let rest = [1, 2, 3, 4, -5, 6];
        data.extend(area.iter().chain(&rest).flat_map(|number| number.to_le_bytes()));
    }
    (0x2022, data)
}

pub(crate) fn layer(name: &str) -> Chunk {
    layer_of(name, Layer::default())
}

/// The fields of a layer, except its name.
#[derive(Clone, Copy)]
pub(crate) struct Layer {
    pub(crate) flags: u16,
    pub(crate) kind: u16,
    pub(crate) level: u16,
    pub(crate) mode: u16,
    pub(crate) opacity: u8,
}

/// Visible, with pixels, in no group, of the normal mode.
impl Default for Layer {
    fn default() -> Self {
        Self { flags: 1, kind: 0, level: 0, mode: 0, opacity: 255 }
    }
}

pub(crate) fn layer_of(name: &str, layer: Layer) -> Chunk {
    let Layer { flags, kind, level, mode, opacity } = layer;
    let words = [flags, kind, level, 0, 0, mode];
    let mut data: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    data.extend([opacity, 0, 0, 0]);
    data.extend(text(name));
    if kind == 2 {
        data.extend(7_u32.to_le_bytes()); // its tileset
    }
    (0x2004, data)
}

fn cel_head(layer: u16, [x, y]: [i16; 2], opacity: u8, kind: u16, z: i16) -> Vec<u8> {
    let mut data = layer.to_le_bytes().to_vec();
    data.extend([x, y].iter().flat_map(|number| number.to_le_bytes()));
    data.push(opacity);
    data.extend(kind.to_le_bytes());
    data.extend(z.to_le_bytes());
    data.extend([0; 5]);
    data
}

/// A cel of compressed pixels.
pub(crate) fn cel_at(
    layer: u16,
    at: [i16; 2],
    opacity: u8,
    z: i16,
    size: [u16; 2],
    pixels: &[u8],
) -> Chunk {
    let mut data = cel_head(layer, at, opacity, 2, z);
    data.extend(size.iter().flat_map(|number| number.to_le_bytes()));
    data.extend(packed(pixels));
    (0x2005, data)
}

/// A cel that shows the pixels of another frame.
pub(crate) fn link(layer: u16, at: [i16; 2], frame: u16) -> Chunk {
    let mut data = cel_head(layer, at, 255, 1, 0);
    data.extend(frame.to_le_bytes());
    (0x2005, data)
}

/// A cel of tiles.
pub(crate) fn tilemap(layer: u16, size: [u16; 2], tiles: &[u32]) -> Chunk {
    let mut data = cel_head(layer, [0, 0], 255, 3, 0);
    data.extend(size.iter().chain(&[32]).flat_map(|number| number.to_le_bytes()));
    let masks = [0x1fff_ffff_u32, 0x2000_0000, 0x4000_0000, 0x8000_0000];
    data.extend(masks.iter().flat_map(|mask| mask.to_le_bytes()));
    data.extend([0; 10]);
    let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
    data.extend(packed(&bytes));
    (0x2005, data)
}

/// The tileset 7, whose tile 0 is empty.
pub(crate) fn tileset(size: [u16; 2], count: u32, pixels: &[u8]) -> Chunk {
    let mut data: Vec<u8> = [7, 2 | 4, count].iter().flat_map(|word| word.to_le_bytes()).collect();
    data.extend(size.iter().flat_map(|number| number.to_le_bytes()));
    data.extend([0; 16]);
    data.extend(text("tiles"));
    let pixels = packed(pixels);
    data.extend(u32::try_from(pixels.len()).unwrap().to_le_bytes());
    data.extend(pixels);
    (0x2023, data)
}

/// A palette from the color 0 on.
pub(crate) fn palette(colors: &[[u8; 4]]) -> Chunk {
    let last = u32::try_from(colors.len()).unwrap() - 1;
    let mut data: Vec<u8> =
        [last + 1, 0, last].iter().flat_map(|number| number.to_le_bytes()).collect();
    data.extend([0; 8]);
    for color in colors {
        data.extend([0, 0]);
        data.extend(color);
    }
    (0x2019, data)
}

fn packed(pixels: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(pixels).unwrap();
    encoder.finish().unwrap()
}

/// A cel of the first layer with one pixel.
pub(crate) fn cel() -> Chunk {
    let mut data = vec![0; 16];
    data.extend([1, 0, 1, 0, 1, 2, 3, 4]);
    (0x2005, data)
}
