//! Pixels of Aseprite's own files: every color mode, blend mode and kind of cel, against another reader and by hand.

use aseprite_loader::loader::{AsepriteFile, LayerSelection};
use cueline_import::aseprite::{self, Atlas, Selection};
use proptest::prelude::*;

use super::{
    cues,
    make::{
        Chunk, Layer, cel_at, file, layer, layer_of, link, note, palette, sprite, tags, tilemap,
        tileset,
    },
};
use crate::harm::{harm, many, survives};

/// A frame of an atlas as the whole picture.
pub(crate) fn frame(atlas: &Atlas, number: usize) -> ([u32; 2], Vec<u8>) {
    let picture = &atlas.read.document.sheets["sheet"].pictures[number];
    let [x, y, w, h] = picture.area;
    let [width, height] = picture.source_size.unwrap_or([w, h]);
    let mut whole = vec![0; (width * height * 4) as usize];
    let [left, top] = picture.offset.map(|edge| u32::try_from(edge).unwrap());
    for row in 0..h {
        let from = (((y + row) * atlas.image.width + x) * 4) as usize;
        let to = (((top + row) * width + left) * 4) as usize;
        let bytes = w as usize * 4;
        whole[to..to + bytes].copy_from_slice(&atlas.image.rgba[from..from + bytes]);
    }
    ([width, height], whole)
}

fn draw(file: &[u8]) -> Atlas {
    aseprite::atlas(file, "hero.png", &Selection::default()).unwrap()
}

fn chosen(file: &[u8], layers: &[&str], names: &[&str]) -> Atlas {
    let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let selection = Selection { layers: own(layers), tags: own(names), ..Selection::default() };
    aseprite::atlas(file, "hero.png", &selection).unwrap()
}

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const NONE: [u8; 4] = [0; 4];

/// The pixels of a frame.
fn pixels(atlas: &Atlas, number: usize) -> Vec<[u8; 4]> {
    frame(atlas, number).1.chunks(4).map(|pixel| pixel.try_into().unwrap()).collect()
}

/// A cel of one color.
fn filled(layer: u16, at: [i16; 2], size: [u16; 2], color: [u8; 4]) -> Chunk {
    cel_at(layer, at, 255, 0, size, &color.repeat(usize::from(size[0]) * usize::from(size[1])))
}

proptest! {
    /// Both follow Aseprite to the last bit, each with code of its own. The other one panics in modes of hue, and cuts
    /// soft light where Aseprite rounds it (its exports decide, see `real.rs`).
    #[test]
    fn blended_pixels_equal_those_of_another_reader(
        modes in prop::collection::vec((prop_oneof![0..9_u16, 10..12_u16, 16..19_u16], any::<u8>()), 1..4),
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), Just(0), Just(255)], 3 * 16..=3 * 16),
    ) {
        let mut chunks = Vec::new();
        for (index, (mode, opacity)) in modes.iter().enumerate() {
            let layer = Layer { mode: *mode, opacity: *opacity, ..Layer::default() };
            chunks.push(layer_of(&index.to_string(), layer));
        }
        for index in 0..modes.len() {
            let layer = u16::try_from(index).unwrap();
            chunks.push(cel_at(layer, [0, 0], 255, 0, [2, 2], &bytes[index * 16..][..16]));
        }
        let file = sprite([2, 2], 32, 1, &[(100, chunks)]);
        let other = AsepriteFile::load(&file).unwrap();
        let mut theirs = vec![0; 16];
        other.render_frame(0, &mut theirs, &LayerSelection::Visible).unwrap();
        let (_, ours) = frame(&draw(&file), 0);
        for (at, (ours, theirs)) in ours.chunks(4).zip(theirs.chunks(4)).enumerate() {
            prop_assert!(ours == theirs || (ours[3] == 0 && theirs[3] == 0), "{}: {:?}, {:?}", at, ours, theirs);
        }
    }
}

#[test]
fn modes_of_hue_take_it_from_one_color_and_the_rest_from_the_other() {
    let (below, over) = ([200, 100, 50, 255], [40, 90, 230, 255]);
    // Hue, saturation, color, luminosity, by the formulas of the W3C's compositing specification.
    let wanted = [[84, 124, 234, 255], [220, 93, 30, 255], [77, 124, 255, 255], [165, 65, 15, 255]];
    for (mode, wanted) in (12..16).zip(wanted) {
        let chunks = vec![
            layer("below"),
            layer_of("over", Layer { mode, ..Layer::default() }),
            filled(0, [0, 0], [1, 1], below),
            filled(1, [0, 0], [1, 1], over),
        ];
        assert_eq!(pixels(&draw(&sprite([1, 1], 32, 1, &[(100, chunks)])), 0), [wanted], "{mode}");
    }
}

#[test]
fn opacities_of_cel_and_layer_multiply_and_links_show_the_same_pixels() {
    let half = Layer { opacity: 128, ..Layer::default() };
    let first = vec![layer_of("a", half), cel_at(0, [1, 0], 128, 0, [1, 1], &RED)];
    let frames = [(100, first), (100, vec![link(0, [0, 0], 0)]), (100, vec![link(0, [0, 0], 9)])];
    let atlas = draw(&sprite([2, 1], 32, 1, &frames));
    assert_eq!(pixels(&atlas, 0), [NONE, [255, 0, 0, 64]]);
    assert_eq!(pixels(&atlas, 1), [[255, 0, 0, 128], NONE], "a link has its own place and opacity");
    assert_eq!(pixels(&atlas, 2), [NONE, NONE], "a link to a frame that does not exist");
}

#[test]
fn gray_and_indexed_pixels_are_colors() {
    let chunks = vec![layer("a"), cel_at(0, [0, 0], 255, 0, [2, 1], &[70, 255, 9, 128])];
    let gray = draw(&sprite([2, 1], 16, 1, &[(100, chunks)]));
    assert_eq!(pixels(&gray, 0), [[70, 70, 70, 255], [9, 9, 9, 128]]);

    let colors = palette(&[RED, BLUE, [1, 2, 3, 4], [9, 9, 9, 255]]);
    let background = Layer { flags: 1 | 8, ..Layer::default() };
    for (layer, last) in [(Layer::default(), NONE), (background, [9, 9, 9, 255])] {
        let chunks = vec![
            colors.clone(),
            layer_of("a", layer),
            cel_at(0, [0, 0], 255, 0, [4, 1], &[1, 0, 2, 3]),
        ];
        let atlas = draw(&sprite([4, 1], 8, 1, &[(100, chunks)]));
        assert_eq!(pixels(&atlas, 0), [BLUE, RED, [1, 2, 3, 4], last], "color 3 is none");
    }
}

#[test]
fn a_palette_holds_from_its_frame_on() {
    let first = vec![palette(&[RED]), layer("a"), cel_at(0, [0, 0], 255, 0, [1, 1], &[0])];
    let frames = [(9, first), (9, vec![palette(&[BLUE]), link(0, [0, 0], 0)])];
    let atlas = draw(&sprite([1, 1], 8, 1, &frames));
    assert_eq!((pixels(&atlas, 0), pixels(&atlas, 1)), (vec![RED], vec![BLUE]));
}

#[test]
fn hidden_layers_and_layers_in_hidden_groups_are_not_drawn_unless_chosen() {
    let group = |flags| layer_of("arms", Layer { flags, kind: 1, ..Layer::default() });
    let inner = Layer { level: 1, ..Layer::default() };
    let hidden = Layer { flags: 0, ..Layer::default() };
    let chunks = |flags| {
        vec![
            group(flags),
            layer_of("hand", inner),
            layer_of("sketch", hidden),
            filled(1, [0, 0], [1, 1], RED),
            filled(2, [1, 0], [1, 1], BLUE),
        ]
    };
    let file = |flags| sprite([2, 1], 32, 1, &[(100, chunks(flags))]);
    assert_eq!(pixels(&draw(&file(1)), 0), [RED, NONE]);
    assert_eq!(pixels(&draw(&file(0)), 0), [NONE, NONE]);
    assert_eq!(pixels(&chosen(&file(0), &["sketch"], &[]), 0), [NONE, BLUE]);
    assert_eq!(pixels(&chosen(&file(0), &["arms/hand"], &[]), 0), [RED, NONE]);
    assert_eq!(pixels(&chosen(&file(0), &["arms"], &[]), 0), [RED, NONE]);
    let none = Selection { layers: vec!["leg".into()], ..Selection::default() };
    let refused = aseprite::atlas(&file(1), "", &none).unwrap_err().to_string();
    let wanted = "error: layers: found no layer \"leg\", needed one of arms, arms/hand, sketch";
    assert_eq!(refused, wanted);
}

#[test]
fn a_group_with_an_opacity_is_drawn_as_one() {
    let group = Layer { kind: 1, opacity: 128, ..Layer::default() };
    let inner = Layer { level: 1, ..Layer::default() };
    let chunks = vec![
        layer_of("g", group),
        layer_of("a", inner),
        layer_of("b", inner),
        filled(1, [0, 0], [1, 1], RED),
        filled(2, [0, 0], [1, 1], BLUE),
    ];
    // The flag 2 says that groups have opacities; files before it draw each layer by itself.
    let drawn = |flags| pixels(&draw(&sprite([1, 1], 32, flags, &[(100, chunks.clone())])), 0);
    assert_eq!((drawn(3), drawn(1)), (vec![[0, 0, 255, 128]], vec![BLUE]));
}

#[test]
fn z_indices_lift_cels_over_layers() {
    let cel = |layer, z, color: [u8; 4]| cel_at(layer, [0, 0], 255, z, [1, 1], &color);
    let chunks = |z| vec![layer("a"), layer("b"), cel(0, z, RED), cel(1, 0, BLUE)];
    let drawn = |z| pixels(&draw(&sprite([1, 1], 32, 1, &[(100, chunks(z))])), 0);
    assert_eq!((drawn(0), drawn(1), drawn(2)), (vec![BLUE], vec![RED], vec![RED]));
}

#[test]
fn tiles_are_drawn_with_their_flips() {
    // Tile 1 is 1 2 / 3 4.
    let tiles: Vec<u8> = [0, 0, 0, 0, 1, 2, 3, 4].iter().flat_map(|n| [*n, 0, 0, 255]).collect();
    let (x, y, turn) = (0x2000_0000_u32, 0x4000_0000, 0x8000_0000);
    for (flags, wanted) in [
        (0, [1, 2, 3, 4]),
        (x, [2, 1, 4, 3]),
        (y, [3, 4, 1, 2]),
        (turn, [1, 3, 2, 4]),
        (x | y, [4, 3, 2, 1]),
    ] {
        let chunks = vec![
            tileset([2, 2], 2, &tiles),
            layer_of("map", Layer { kind: 2, ..Layer::default() }),
            tilemap(0, [2, 1], &[1 | flags, 0]),
        ];
        let drawn = pixels(&draw(&sprite([4, 2], 32, 1, &[(100, chunks)])), 0);
        let reds: Vec<u8> = drawn.iter().map(|pixel| pixel[0]).collect();
        let [a, b, c, d] = wanted;
        assert_eq!(reds, [a, b, 0, 0, c, d, 0, 0], "{flags:#x}");
    }
}

#[test]
fn an_atlas_holds_each_picture_once_without_margins() {
    let first = vec![layer("a"), filled(0, [3, 2], [2, 3], RED)];
    let frames = [
        (100, first),
        (100, vec![filled(0, [7, 1], [2, 3], RED)]),
        (100, vec![]),
        (100, vec![filled(0, [-1, -1], [17, 9], BLUE)]),
    ];
    let atlas = draw(&file(&frames));
    let sheet = &atlas.read.document.sheets["sheet"];
    assert_eq!(
        (&*sheet.image, sheet.size),
        ("hero.png", Some([atlas.image.width, atlas.image.height]))
    );
    let [one, two, empty, all] = &sheet.pictures[..] else { panic!("{:?}", sheet.pictures) };
    assert_eq!((one.area, one.offset), (two.area, [3, 2]), "the same pixels, elsewhere");
    assert_eq!((two.offset, one.source_size), ([7, 1], Some([16, 8])));
    assert_eq!((&empty.area[2..], &all.area[2..]), (&[1, 1][..], &[16, 8][..]));
    assert_eq!(all.source_size, None);
    for (index, count) in [6, 6, 0, 128].into_iter().enumerate() {
        assert_eq!(pixels(&atlas, index).iter().filter(|pixel| pixel[3] > 0).count(), count);
    }
    let notes: Vec<_> = atlas.read.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, [""; 0]);
}

proptest! {
    #[test]
    fn pictures_of_an_atlas_keep_their_distance(
        sizes in prop::collection::vec((1..40_u16, 1..40_u16), 1..40), padding in 0..4_u8,
    ) {
        let frame = |(index, (w, h)): (usize, &(u16, u16))| {
            let color = [u8::try_from(index).unwrap(), 1, 2, 255];
            (100, vec![layer("a"), filled(0, [0, 0], [*w, *h], color)])
        };
        let file = sprite([40, 40], 32, 1, &sizes.iter().enumerate().map(frame).collect::<Vec<_>>());
        let atlas = aseprite::atlas(&file, "", &Selection { padding, ..Selection::default() }).unwrap();
        let areas: Vec<_> = atlas.read.document.sheets["sheet"].pictures.iter().map(|one| one.area).collect();
        for (index, [x, y, w, h]) in areas.iter().enumerate() {
            prop_assert!(x + w <= atlas.image.width && y + h <= atlas.image.height);
            for [u, v, k, l] in &areas[index + 1..] {
                let gap = u32::from(padding);
                prop_assert!(x + w + gap <= *u || u + k + gap <= *x || y + h + gap <= *v || v + l + gap <= *y);
            }
        }
    }

}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_to_pixels_is_survived(harm in harm(), depth in 0..3_usize) {
        let chunks = vec![
            palette(&[RED, BLUE]),
            tileset([2, 2], 2, &[5; 32]),
            layer_of("g", Layer { kind: 1, ..Layer::default() }),
            layer_of("a", Layer { level: 1, mode: 12, ..Layer::default() }),
            layer_of("map", Layer { kind: 2, ..Layer::default() }),
            filled(1, [0, 0], [4, 4], RED),
            tilemap(2, [2, 2], &[1, 0, 1, 1]),
        ];
        let depth = [8, 16, 32][depth];
        let file = sprite([8, 8], depth, 3, &[(100, chunks), (100, vec![link(1, [0, 0], 0)])]);
        survives(&harm.to(&file), |file| Ok(aseprite::atlas(file, "", &Selection::default())?.read));
    }
}

/// 44 kB took ten seconds before they were refused.
#[test]
fn work_is_counted_before_the_first_frame_is_drawn() {
    let large = filled(0, [0, 0], [4000, 4000], RED);
    let links = |count: u16| {
        let mut frames = vec![(100, vec![layer("a"), large.clone()])];
        frames.extend((0..count).map(|_| (100, vec![link(0, [0, 0], 0)])));
        sprite([1, 1], 32, 1, &frames)
    };
    let atlas = |file: &[u8]| aseprite::atlas(file, "", &Selection::default());
    assert!(atlas(&links(1)).is_ok());
    for count in [30_000, 60_000] {
        let refused = atlas(&links(count)).unwrap_err().to_string();
        assert!(refused.contains("pixels to draw, needed no more than"), "{refused}");
    }
}

#[test]
fn more_pixels_than_memory_are_refused() {
    for (size, needed) in [([65535, 65535], "no more than"), ([0, 4], "1 x 1 or more")] {
        let refused =
            aseprite::atlas(&sprite(size, 32, 1, &[(9, vec![])]), "", &Selection::default());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(needed), "{refused}");
    }
    let chunks = vec![layer("a"), cel_at(0, [0, 0], 255, 0, [65535, 65535], &[0; 64])];
    let frames: Vec<_> =
        [(9, chunks)].into_iter().chain((0..9).map(|_| (9, vec![link(0, [0, 0], 0)]))).collect();
    let refused =
        aseprite::atlas(&file(&frames), "", &Selection::default()).unwrap_err().to_string();
    assert!(refused.contains("pixels to draw"), "{refused}");
}

#[test]
fn a_tag_inside_of_another_is_its_cue_and_a_chosen_tag_brings_its_frames_only() {
    let all = [(1, 4, 0, 0, "attack"), (3, 3, 0, 0, "hit"), (0, 0, 0, 0, "idle")];
    let mut first = vec![layer("a"), tags(&all)];
    first.push(filled(0, [0, 0], [1, 1], [9, 9, 9, 255]));
    let mut frames = vec![(100, first)];
    frames.extend((1..6_u8).map(|n| (100, vec![filled(0, [0, 0], [1, 1], [n, n, n, 255])])));
    frames[2].1.push(note("swing"));
    let file = sprite([1, 1], 32, 1, &frames);
    let books = &draw(&file).read.document.flipbooks;
    assert_eq!(cues(&books["attack"]), [(100, "swing"), (200, "hit")]);
    assert_eq!((cues(&books["hit"]), cues(&books["idle"])), (vec![], vec![]));

    let attack = chosen(&file, &[], &["attack"]);
    let document = &attack.read.document;
    assert_eq!(document.flipbooks.keys().collect::<Vec<_>>(), ["attack"]);
    assert_eq!(cues(&document.flipbooks["attack"]), [(100, "swing"), (200, "hit")]);
    assert_eq!(document.flipbooks["attack"].picture(0), Some(0));
    let shown: Vec<u8> = (0..4).map(|number| pixels(&attack, number)[0][0]).collect();
    assert_eq!((shown, document.sheets["sheet"].pictures.len()), (vec![1, 2, 3, 4], 4));
    let none = Selection { tags: vec!["run".into()], ..Selection::default() };
    let refused = aseprite::atlas(&file, "", &none).unwrap_err().to_string();
    assert_eq!(refused, "error: tags: found no tag \"run\", needed one of attack, hit, idle");
}
