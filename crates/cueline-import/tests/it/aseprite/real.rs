//! Real files against the images that Aseprite exported of them.
//!
//! The files are not in this repository. `CUELINE_ASEPRITE` names a folder of them, each `NAME.aseprite` with `NAME.png` (its
//! first frame) or `NAME_01.png`, `NAME_02.png`, ... next to it, such as `tests/data` of the crate asefile.

use std::{fs, path::Path};

use cueline_import::aseprite::{self, Atlas, Selection};

use super::pixels::frame;

#[test]
#[ignore = "needs a folder of files with their exports"]
fn frames_equal_the_exports_of_aseprite() {
    let folder = std::env::var_os("CUELINE_ASEPRITE").expect("CUELINE_ASEPRITE names the folder");
    let (mut files, mut compared, mut wrong) = (0, 0, Vec::new());
    let mut paths: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.extension().is_none_or(|end| end != "aseprite" && end != "ase") {
            continue;
        }
        files += 1;
        let atlas = match aseprite::atlas(&fs::read(&path).unwrap(), "", &Selection::default()) {
            Ok(atlas) => atlas,
            Err(problems) => {
                wrong.push(format!("{}: {problems}", path.display()));
                continue;
            }
        };
        let stem = path.with_extension("").display().to_string();
        let frames = atlas.read.document.sheets["sheet"].pictures.len();
        for number in 0..=frames {
            let (png, shown) = if number == 0 {
                (format!("{stem}.png"), 0)
            } else {
                (format!("{stem}_{number:02}.png"), number - 1)
            };
            if Path::new(&png).exists() {
                compared += 1;
                let off = difference(&atlas, shown, Path::new(&png));
                if !off.is_empty() {
                    wrong.push(format!("{png}: {off}"));
                }
            }
        }
    }
    println!("{files} files, {compared} frames compared, {} differ", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How a frame differs from an image; empty where it does not.
fn difference(atlas: &Atlas, number: usize, png: &Path) -> String {
    let mut decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(png).unwrap()));
    decoder.set_transformations(
        png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
    );
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    bytes.truncate(info.buffer_size());
    if info.color_type == png::ColorType::GrayscaleAlpha {
        bytes = bytes.chunks(2).flat_map(|two| [two[0], two[0], two[0], two[1]]).collect();
    }
    let ([width, height], ours) = frame(atlas, number);
    if (width, height) != (info.width, info.height) {
        return String::new(); // a sheet or a tileset, no frame
    }
    let clear = |pixel: &[u8]| if pixel[3] == 0 { [0; 4] } else { pixel.try_into().unwrap() };
    let pairs = ours.chunks(4).map(clear).zip(bytes.chunks(4).map(clear));
    let differ: Vec<_> = pairs.enumerate().filter(|(_, (ours, theirs))| ours != theirs).collect();
    match differ.first() {
        None => String::new(),
        Some((at, (ours, theirs))) => {
            format!(
                "{} pixels differ, the first at {at}: {ours:?}, exported {theirs:?}",
                differ.len()
            )
        }
    }
}
