//! A small file of Aseprite, byte by byte, after its published specification.

/// 4 x 3 pixels, two frames of 100 ms: a red dot at the left edge, then at the right edge.
pub(crate) fn two_dots() -> Vec<u8> {
    dots([4, 3], &[0, 3])
}

/// Pixels of so many to each side, and a frame of 100 ms for each place of a red dot from the left.
pub(crate) fn dots([width, height]: [u16; 2], places: &[u16]) -> Vec<u8> {
    let layer = chunk(0x2004, &{
        let mut data = Vec::new();
        words(&mut data, &[1, 0, 0, 0, 0, 0]); // visible, normal, level, size twice, blend mode
        data.extend([255, 0, 0, 0]); // opacity
        words(&mut data, &[3]);
        data.extend(b"dot");
        data
    });
    let cel = |x: u16| {
        chunk(0x2005, &{
            let mut data = Vec::new();
            words(&mut data, &[0, x, 1]); // layer and place
            data.push(255);
            words(&mut data, &[0, 0]); // raw pixels
            data.extend([0; 5]);
            words(&mut data, &[1, 1]);
            data.extend([255, 0, 0, 255]);
            data
        })
    };
    let mut frames = Vec::new();
    for (index, x) in places.iter().enumerate() {
        let mut chunks = vec![cel(*x)];
        if index == 0 {
            chunks.insert(0, layer.clone());
        }
        frames.extend(frame(&chunks));
    }
    let mut file = Vec::new();
    file.extend(u32::try_from(128 + frames.len()).unwrap().to_le_bytes());
    let count = u16::try_from(places.len()).unwrap();
    words(&mut file, &[0xa5e0, count, width, height, 32]); // and bits per pixel
    file.extend(1_u32.to_le_bytes());
    words(&mut file, &[100]);
    file.resize(128, 0);
    file.extend(frames);
    file
}

fn words(data: &mut Vec<u8>, words: &[u16]) {
    data.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

fn chunk(kind: u16, data: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(6 + data.len()).unwrap().to_le_bytes().to_vec();
    words(&mut chunk, &[kind]);
    chunk.extend(data);
    chunk
}

fn frame(chunks: &[Vec<u8>]) -> Vec<u8> {
    let content = chunks.concat();
    let mut frame = u32::try_from(16 + content.len()).unwrap().to_le_bytes().to_vec();
    let count = u16::try_from(chunks.len()).unwrap();
    words(&mut frame, &[0xf1fa, count, 100, 0]);
    frame.extend(u32::from(count).to_le_bytes());
    frame.extend(content);
    frame
}
