//! Binary files of other programs.

use std::io::{Cursor, Write};

use cueline_import::{aseprite, gltf, lottie};
use flate2::{
    Compression,
    write::{GzEncoder, ZlibEncoder},
};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{Attack, is_loaded, many, read, refused};

fn lottie(file: &[u8]) -> bool {
    is_loaded(lottie::read(file))
}

fn aseprite(file: &[u8]) -> bool {
    is_loaded(aseprite::read(file, "a.aseprite"))
}

/// With its pictures.
fn atlas(file: &[u8]) -> bool {
    is_loaded(
        aseprite::atlas(file, "a.png", &aseprite::Selection::default()).map(|atlas| atlas.read),
    )
}

fn glb(file: &[u8]) -> bool {
    is_loaded(gltf::read(file, &mut gltf::no_files))
}

/// An archive of files; a name may be there again.
fn archive(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), SimpleFileOptions::default()).expect("a name");
        archive.write_all(bytes).expect("memory");
    }
    archive.finish().expect("memory").into_inner()
}

const ANIMATION: &str = r#"{"fr":30,"ip":0,"op":9,"w":1,"h":1,"layers":[]}"#;

fn manifest(count: usize, id: impl Fn(usize) -> String) -> (String, Vec<u8>) {
    let ids = many(count, ",", |n| format!("{{\"id\":\"{}\"}}", id(n)));
    ("manifest.json".into(), format!("{{\"animations\":[{ids}]}}").into_bytes())
}

fn animation(id: &str) -> (String, Vec<u8>) {
    (format!("animations/{id}.json"), ANIMATION.into())
}

/// Zeros, compressed in an archive, a gzip file and a zlib stream.
fn spaces(count: usize) -> Vec<u8> {
    let mut text = ANIMATION.as_bytes().to_vec();
    drop(text.splice(1..1, vec![b' '; count]));
    text
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory")
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).expect("memory");
    packed.finish().expect("memory")
}

fn word(number: usize) -> [u8; 2] {
    u16::try_from(number).expect("a number of 16 bits").to_le_bytes()
}

fn long(number: usize) -> [u8; 4] {
    u32::try_from(number).expect("a number of 32 bits").to_le_bytes()
}

fn chunk(kind: usize, data: &[u8]) -> Vec<u8> {
    [&long(data.len() + 6)[..], &word(kind), data].concat()
}

fn layer(name: &str, kind: usize, level: usize) -> Vec<u8> {
    let words = [1, kind, level, 0, 0, 0].map(word).concat();
    chunk(0x2004, &[&words[..], &[255, 0, 0, 0], &word(name.len()), name.as_bytes()].concat())
}

/// A cel of some size, with its compressed pixels, at a place.
fn cel(size: usize, packed: &[u8], x: usize) -> Vec<u8> {
    let head = [&word(0)[..], &word(x), &word(0), &[255], &word(2), &[0; 7]].concat();
    chunk(0x2005, &[&head[..], &word(size), &word(size), packed].concat())
}

/// A cel that is that of frame 0.
fn link() -> Vec<u8> {
    let head = [&word(0)[..], &word(0), &word(0), &[255], &word(1), &[0; 7]].concat();
    chunk(0x2005, &[&head[..], &word(0)].concat())
}

/// Tags from frame 0 to a frame.
fn tags(count: usize, last: usize) -> Vec<u8> {
    let tag = [&word(0)[..], &word(last), &[0; 9], &[255, 128, 0, 0], &word(1), b"a"].concat();
    chunk(0x2018, &[&word(count)[..], &[0; 8], &tag.repeat(count)].concat())
}

/// A file of frames, each with its chunks, of some pixels to each side.
fn sprite(size: usize, frames: &[Vec<Vec<u8>>]) -> Vec<u8> {
    let mut body = Vec::new();
    for chunks in frames {
        let inside = chunks.concat();
        body.extend(long(inside.len() + 16));
        body.extend(word(0xf1fa));
        body.extend(word(chunks.len()));
        body.extend([100, 0, 0, 0]);
        body.extend(long(chunks.len()));
        body.extend(inside);
    }
    let mut file = long(body.len() + 128).to_vec();
    file.extend([0xa5e0, frames.len(), size, size, 32].map(word).concat());
    file.extend(long(1));
    file.resize(128, 0);
    file.extend(body);
    file
}

/// A binary glTF of chunks.
fn binary(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, data) in chunks {
        body.extend(long(data.len()));
        body.extend(*kind);
        body.extend(data);
    }
    [&b"glTF"[..], &long(2), &long(body.len() + 12), &body].concat()
}

const GLTF: &[u8] = br#"{"asset":{"version":"2.0"},"nodes":[{"name":"a"}]} "#;

pub(crate) const ALL: &[Attack] = &[
    read("lottie archive: spaces of one animation, compressed", 100_000, lottie, |n| {
        archive(&[manifest(1, |_| "a".into()), ("animations/a.json".into(), spaces(n))])
    }),
    refused("lottie archive: spaces of the list, compressed", 100_000, lottie, |n| {
        archive(&[("manifest.json".into(), vec![b' '; n]), animation("a")])
    }),
    refused("lottie archive: one animation listed again and again", 300, lottie, |n| {
        archive(&[manifest(n, |_| "a".into()), animation("a")])
    }),
    read("lottie archive: animations", 100, lottie, |n| {
        let mut files = vec![manifest(n, |n| format!("a{n}"))];
        files.extend((0..n).map(|n| animation(&format!("a{n}"))));
        archive(&files)
    }),
    read("lottie archive: files that nothing names", 300, lottie, |n| {
        let mut files = vec![manifest(1, |_| "a".into()), animation("a")];
        files.extend((0..n).map(|n| (format!("{n}"), Vec::new())));
        archive(&files)
    }),
    refused("lottie archive: animations that are not there", 300, lottie, |n| {
        archive(&[manifest(n, |n| format!("../a{n}")), animation("a")])
    }),
    read("lottie sticker: spaces, compressed", 100_000, lottie, |n| gzip(&spaces(n))),
    refused("lottie sticker: zeros, compressed", 100_000, lottie, |n| gzip(&vec![0; n])),
    read("aseprite: frames", 300, aseprite, |n| sprite(8, &vec![Vec::new(); n])),
    read("aseprite: layers of one name", 300, aseprite, |n| {
        sprite(8, &[vec![layer("a", 0, 0); n]])
    }),
    read("aseprite: groups inside groups", 300, aseprite, |n| {
        sprite(8, &[(0..n).map(|level| layer("a", 1, level)).collect()])
    }),
    read("aseprite: tags over all frames", 100, aseprite, |n| {
        let mut frames = vec![Vec::new(); 50];
        frames[0].push(tags(n, 49));
        sprite(8, &frames)
    }),
    refused("aseprite: a length beyond the end", 5_000, aseprite, |n| {
        let mut file = sprite(8, &[vec![layer("a", 0, 0); n]]);
        file[128..132].fill(255);
        file
    }),
    read("aseprite pictures: frames that are one of them again", 100, atlas, |n| {
        let mut frames = vec![vec![layer("a", 0, 0), cel(4, &zlib(&[9; 64]), 0)]];
        frames.extend(vec![vec![link()]; n]);
        sprite(8, &frames)
    }),
    read("aseprite pictures: one cel, moved in each frame", 50, atlas, |n| {
        let moved = |x: usize| vec![cel(4, &zlib(&[9; 64]), x)];
        let mut frames = vec![vec![layer("a", 0, 0)]];
        frames.extend((0..n).map(moved));
        sprite(64, &frames)
    }),
    refused("aseprite pictures: cels larger than all pictures may be", 20, atlas, |n| {
        let mut frames = vec![vec![layer("a", 0, 0)]];
        frames.extend(vec![vec![cel(16_384, &zlib(&[0; 4096]), 0)]; n]);
        sprite(16_384, &frames)
    }),
    read("gltf in binary: chunks of no known kind", 500, glb, |n| {
        let mut chunks = vec![(b"JSON", GLTF.to_vec())];
        chunks.extend((0..n).map(|_| (b"CUE\0", vec![0; 4])));
        binary(&chunks)
    }),
    refused("gltf in binary: a length beyond the end", 20_000, glb, |n| {
        let mut file = binary(&[(b"JSON", GLTF.to_vec()), (b"BIN\0", vec![0; n * 4])]);
        file[12..16].fill(255);
        file
    }),
];
