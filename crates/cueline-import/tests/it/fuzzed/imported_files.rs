//! Any bytes as a file of each foreign format: problems, or a document without problems. The first byte chooses the format.

use cueline_assets::{Problems, Read};
use cueline_import::{
    aseprite, babylon, bvh, cocos, gltf, libgdx, lottie, sparrow, texturepacker, tiled,
};

/// Whether the bytes are a document.
pub(crate) fn run(bytes: &[u8]) -> bool {
    let Some((format, file)) = bytes.split_first() else { return false };
    let read: Result<Read, Problems> = match format % 7 {
        // Kept inputs keep their formats, so those of later ones are the last numbers.
        _ if *format == 252 => bvh::read(file, "a"),
        _ if *format == 253 => cocos::read(file, "a.png"),
        _ if *format == 254 => libgdx::read(file),
        _ if *format == 255 => sparrow::read(file, "a.png"),
        0 => aseprite::read(file, "a.aseprite"),
        1 => aseprite::atlas(file, "a.png", &aseprite::Selection::default()).map(|atlas| {
            let pixels = atlas.image.width as usize * atlas.image.height as usize;
            assert_eq!(atlas.image.rgba.len(), pixels * 4);
            atlas.read
        }),
        2 => lottie::read(file),
        3 => {
            let _ = gltf::contents(file, &mut gltf::no_files);
            if let Ok(found) = gltf::shapes(file, &mut gltf::no_files) {
                for shape in found.shapes {
                    let mut corners = shape.triangles.as_flattened().iter();
                    assert!(corners.all(|corner| *corner < shape.places.len()));
                }
            }
            gltf::read(file, &mut gltf::no_files)
        }
        4 => tiled::read(file),
        5 => babylon::read(file),
        _ => texturepacker::read(file, "a.png"),
    };
    match read {
        Ok(Read { document, notes, .. }) => {
            assert!(!notes.has_errors());
            assert!(document.check().is_empty());
            true
        }
        Err(problems) => {
            assert!(problems.has_errors());
            let _ = problems.to_string();
            false
        }
    }
}
