//! The memory that a reader takes, for large files: ordinary ones, and such as claim or hide much.

use cueline_assets::{Problems, Read};

use crate::harm::{memory, most};

/// The size of the files: beyond 1 MiB, 64 times a file is more than what is free for all. A little more than 2^19 items of two
/// characters and a comma, so that their list has just grown to twice its size.
const SIZE: usize = (3 << 19) + 64;

type Reader = fn(&[u8]) -> Result<Read, Problems>;

const READERS: [(&str, Reader); 10] = [
    ("aseprite", |file| cueline_import::aseprite::read(file, "a.png")),
    ("babylon", cueline_import::babylon::read),
    ("bvh", |file| cueline_import::bvh::read(file, "a")),
    ("cocos", |file| cueline_import::cocos::read(file, "a.png")),
    ("gltf", |file| cueline_import::gltf::read(file, &mut cueline_import::gltf::no_files)),
    ("libgdx", cueline_import::libgdx::read),
    ("lottie", cueline_import::lottie::read),
    ("sparrow", |file| cueline_import::sparrow::read(file, "a.png")),
    ("texturepacker", |file| cueline_import::texturepacker::read(file, "")),
    ("tiled", cueline_import::tiled::read),
];

/// `before`, as many items as make the file large enough, `after`.
fn filled(before: &str, item: &str, after: &str) -> Vec<u8> {
    let items = vec![item; SIZE / (item.len() + 1)];
    format!("{before}{}{after}", items.join(",")).into_bytes()
}

#[test]
fn small_things_in_great_number_take_no_more_than_their_share() {
    // The places of each format that keep objects and items, also of unknown kinds.
    let gltf = r#"{"asset":{"version":"2.0"},"#;
    let lottie = r#"{"fr":30,"ip":0,"op":9,"#;
    let babylon = r#"{"framePerSecond":30,"dataType":0,"property":"x","#;
    let places = [
        ("", String::new(), ""),
        ("gltf", format!("{gltf}\"nodes\":"), "}"),
        ("gltf", format!("{gltf}\"nodes\":[{{\"extras\":"), "}]}"),
        ("gltf", format!("{gltf}\"animations\":[{{\"channels\":"), "}]}"),
        ("lottie", format!("{lottie}\"layers\":"), "}"),
        ("lottie", format!("{lottie}\"layers\":[],\"assets\":"), "}"),
        ("lottie", format!("{lottie}\"layers\":[{{\"ks\":{{\"p\":{{\"k\":"), "}}}]}"),
        ("tiled", r#"{"type":"tileset","tilewidth":1,"tileheight":1,"tiles":"#.into(), "}"),
        ("aseprite", r#"{"frames":"#.into(), r#","meta":{}}"#),
        ("texturepacker", r#"{"frames":"#.into(), r#","meta":{}}"#),
        ("babylon", format!("{babylon}\"keys\":"), "}"),
        ("babylon", format!("{babylon}\"keys\":[{{\"frame\":0,\"values\":"), "}]}"),
        ("babylon", r#"{"meshes":"#.into(), "}"),
        ("babylon", r#"{"skeletons":[{"bones":"#.into(), "}]}"),
    ];
    let bone = r#"{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}"#;
    let items =
        [bone, "{}", r#"{"a":0}"#, r#"{"a":{"b":{}}}"#, "0", "[]", r#"{"a":0,"frame":0,"ip":0}"#];
    for (format, before, after) in &places {
        for (name, read) in READERS.iter().filter(|(name, _)| format.is_empty() || format == name) {
            for item in items {
                let file = filled(&format!("{before}["), item, &format!("]{after}"));
                let (taken, limit) = (memory(|| read(&file).is_ok()).0, most(file.len()));
                assert!(taken <= limit, "{name}: {taken} bytes, at most {limit}: {before} [{item}");
            }
        }
    }
}

#[test]
fn large_files_of_every_format_take_no_more_than_their_share() {
    use std::fmt::Write as _;

    let list = |item: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for index in 0.. {
            if text.len() > SIZE {
                break;
            }
            let comma = if index == 0 { "" } else { "," };
            write!(text, "{comma}{}", item(index)).unwrap();
        }
        text
    };
    let key = |n: usize| format!(r#"{{"frame":{n},"values":[{}.5,1.25,-{n}.75]}}"#, n % 100);
    let babylon = format!(
        r#"{{"name":"a","property":"position","framePerSecond":30,"dataType":1,"keys":[{}]}}"#,
        list(&key)
    );
    let key = |n: usize| {
        format!(
            r#"{{"t":{n},"s":[{}.5,1.25,0],"i":{{"x":0.8,"y":0.8}},"o":{{"x":0.2,"y":0.2}}}}"#,
            n % 100
        )
    };
    let lottie = format!(
        r#"{{"fr":30,"ip":0,"op":9999,"layers":[{{"nm":"a","ks":{{"p":{{"a":1,"k":[{}]}}}}}}]}}"#,
        list(&key)
    );
    let frame = |n: usize| {
        format!(r#""walk_{n}.png":{{"frame":{{"x":0,"y":{n},"w":8,"h":8}},"rotated":false}}"#)
    };
    let packed = format!(r#"{{"frames":{{{}}},"meta":{{"image":"a.png"}}}}"#, list(&frame));
    let cel = |n: usize| {
        format!(r#"{{"filename":"{n}","frame":{{"x":0,"y":{n},"w":8,"h":8}},"duration":100}}"#)
    };
    let sheet = format!(r#"{{"frames":[{}],"meta":{{"image":"a.png"}}}}"#, list(&cel));
    let tile = |n: usize| {
        format!(
            r#"{{"id":{n},"animation":[{{"tileid":{n},"duration":100}},{{"tileid":0,"duration":9}}]}}"#
        )
    };
    let tiled = format!(
        r#"{{"type":"tileset","name":"a","tilewidth":8,"tileheight":8,"tilecount":99999,"columns":8,"image":"a.png","imagewidth":64,"imageheight":100000,"tiles":[{}]}}"#,
        list(&tile)
    );
    let channel =
        |n: usize| format!(r#"{{"sampler":0,"target":{{"node":{n},"path":"rotation"}}}}"#);
    let gltf = format!(
        r#"{{"asset":{{"version":"2.0"}},"animations":[{{"samplers":[],"channels":[{}]}}]}}"#,
        list(&channel)
    );
    let lines = |item: &dyn Fn(usize) -> String| {
        let lines: Vec<_> = (0..SIZE / item(9_999).len()).map(item).collect();
        lines.concat()
    };
    let bvh = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation
        Xrotation Yrotation } MOTION Frames: 999999 Frame Time: 0.1\n"
        .to_owned()
        + &lines(&|n| format!("{n} 0 0 0 0 9\n"));
    let part =
        |n: usize| format!(r#"<SubTexture name="a_{n}" x="0" y="{n}" width="8" height="8"/>"#);
    let sparrow = format!("<TextureAtlas>{}</TextureAtlas>", lines(&part));
    let part = |n: usize| {
        format!(
            "<key>a_{n}</key><dict><key>frame</key><string>{{{{0,{n}}},{{8,8}}}}</string></dict>"
        )
    };
    let cocos =
        format!("<plist><dict><key>frames</key><dict>{}</dict></dict></plist>", lines(&part));
    let region = |n: usize| format!("a\nbounds:0,{n},8,8\nindex:{n}\n");
    let libgdx = format!("a.png\nsize:8,8\n{}", lines(&region));
    let group = |n: usize| {
        let moved = r#"{"a":1,"k":[{"t":0,"s":[0]},{"t":9,"s":[1]}]}"#;
        format!(r#"{{"ty":"gr","nm":"group {n}","it":[{{"ty":"tm","nm":"trim","s":{moved}}}]}}"#)
    };
    let shapes = format!(
        r#"{{"fr":30,"ip":0,"op":99,"layers":[{{"ty":4,"nm":"a","shapes":[{}]}}]}}"#,
        list(&group)
    );
    for (format, text) in [
        ("bvh", bvh),
        ("cocos", cocos),
        ("libgdx", libgdx),
        ("sparrow", sparrow),
        ("lottie", shapes),
        ("aseprite", sheet),
        ("babylon", babylon),
        ("lottie", lottie),
        ("texturepacker", packed),
        ("tiled", tiled),
        ("gltf", gltf),
    ] {
        let (_, read) = READERS.iter().find(|(name, _)| *name == format).unwrap();
        let (taken, outcome) = memory(|| read(text.as_bytes()));
        println!("{format}: {} times", taken / text.len() as u64);
        assert!(taken <= most(text.len()), "{format}: {taken} bytes for {}", text.len());
        // The channels name samplers and nodes that are not there.
        assert_eq!(outcome.is_ok(), format != "gltf", "{format}: {:?}", outcome.err());
    }
}
