//! Makes Aseprite's own files, byte by byte as its `docs/ase-file-specs.md` says.

/// A chunk: its type, and what is in it.
pub(crate) type Chunk = (u16, Vec<u8>);

/// A file of frames, each with its milliseconds and its chunks; 16 by 8 pixels.
pub(crate) fn file(frames: &[(u16, Vec<Chunk>)]) -> Vec<u8> {
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
    for word in [0xa5e0, u16::try_from(frames.len()).unwrap(), 16, 8, 32] {
        file.extend(word.to_le_bytes());
    }
    file.extend(1_u32.to_le_bytes());
    file.extend(70_u16.to_le_bytes()); // milliseconds of all frames, in the first versions
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
    let mut data = vec![1, 0];
    data.resize(16, 0);
    data.extend(text(name));
    (0x2004, data)
}

/// A cel of the first layer with one pixel.
pub(crate) fn cel() -> Chunk {
    let mut data = vec![0; 16];
    data.extend([1, 0, 1, 0, 1, 2, 3, 4]);
    (0x2005, data)
}
