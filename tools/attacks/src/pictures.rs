//! Pictures.

use cueline_picture::Image;
use flate2::Crc;

use crate::{Attack, read, refused};

fn picture(file: &[u8]) -> bool {
    Image::from_png(file).is_ok()
}

/// A picture of so many pixels to each side.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("memory");
    writer.write_image_data(&vec![9; (width * height * 4) as usize]).expect("memory");
    writer.finish().expect("memory");
    file
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(data);
    let length = u32::try_from(data.len()).expect("a number of 32 bits");
    [&length.to_be_bytes()[..], kind, data, &crc.sum().to_be_bytes()].concat()
}

/// A picture with chunks before its pixels.
fn with(chunks: &[Vec<u8>]) -> Vec<u8> {
    let file = png(1, 1);
    let (head, rest) = file.split_at(33);
    [head, &chunks.concat(), rest].concat()
}

pub(crate) const ALL: &[Attack] = &[
    read("picture: texts", 500, picture, |n| with(&vec![chunk(b"tEXt", b"a\0b"); n])),
    read("picture: chunks of no known kind", 500, picture, |n| with(&vec![chunk(b"cuEl", b""); n])),
    read("picture: rows", 500, picture, |n| png(8, u32::try_from(n).expect("a height"))),
    refused("picture: pixels that are not there", 50_000, picture, |n| {
        let mut file = png(1, 1);
        drop(file.splice(16..29, [0, 0, 127, 255, 0, 0, 127, 255, 8, 6, 0, 0, 0]));
        let crc = chunk(b"IHDR", &file[16..29]);
        drop(file.splice(29..33, crc[21..].to_vec()));
        file.extend(vec![0; n]);
        file
    }),
];
