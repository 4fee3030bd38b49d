//! Sheets with JSON, written as by Aseprite's `--data` (`DocExporter`), in both forms.

use cueline::{clip::Order, playback::Repeat, time::Span};
use cueline_assets::{Frames, Picture};

use super::{cues, notes, read};

const META: &str = r##""meta": {
    "app": "https://www.aseprite.org/", "version": "1.3.7-x64", "image": "hero.png",
    "format": "RGBA8888", "size": { "w": 64, "h": 32 }, "scale": "2",
    "frameTags": [
      { "name": "walk", "from": 0, "to": 2, "direction": "pingpong_reverse", "repeat": "3", "color": "#ff8000ff", "data": "fast" },
      { "name": "walk", "from": 2, "to": 2, "direction": "forward", "color": "#000000ff" }
    ],
    "layers": [
      { "name": "body", "opacity": 255, "blendMode": "normal",
        "cels": [{ "frame": 1, "data": "step" }, { "frame": 2, "color": "#ff0000ff" }] }
    ],
    "slices": [
      { "name": "hit", "color": "#0000ffff", "data": "hard", "keys": [
        { "frame": 0, "bounds": {"x": -1, "y": 2, "w": 3, "h": 4 }, "center": {"x": 1, "y": 1, "w": 1, "h": 1 }, "pivot": {"x": 5, "y": 6 } }] }
    ]
  }"##;

const FRAMES: [(&str, &str); 3] = [
    (
        "hero 0.aseprite",
        r#""frame": { "x": 0, "y": 0, "w": 16, "h": 8 }, "rotated": false, "trimmed": false, "spriteSourceSize": { "x": 0, "y": 0, "w": 16, "h": 8 }, "sourceSize": { "w": 16, "h": 8 }, "duration": 100"#,
    ),
    (
        "hero 1.aseprite",
        r#""frame": { "x": 16, "y": 0, "w": 5, "h": 6 }, "rotated": false, "trimmed": true, "spriteSourceSize": { "x": 3, "y": 1, "w": 5, "h": 6 }, "sourceSize": { "w": 16, "h": 8 }, "duration": 50"#,
    ),
    (
        "hero 1.aseprite",
        r#""frame": { "x": 32, "y": 0, "w": 5, "h": 6 }, "rotated": true, "trimmed": false, "spriteSourceSize": { "x": 0, "y": 0, "w": 5, "h": 6 }, "sourceSize": { "w": 5, "h": 6 }, "duration": 50"#,
    ),
];

pub(super) fn list() -> String {
    let frames = FRAMES.map(|(name, frame)| format!("{{ \"filename\": \"{name}\", {frame} }}"));
    format!("{{ \"frames\": [\n{}\n], {META} }}", frames.join(",\n"))
}

pub(super) fn hash() -> String {
    let frames = FRAMES.map(|(name, frame)| format!("\"{name}\": {{ {frame} }}"));
    format!("{{ \"frames\": {{\n{}\n}}, {META} }}", frames.join(",\n"))
}

#[test]
fn both_forms_are_the_same_sheet() {
    let (list, hash) = (read(list().as_bytes()).unwrap(), read(hash().as_bytes()).unwrap());
    assert_eq!(list, hash, "also where two frames have one name");
    let sheet = &list.document.sheets["sheet"];
    assert_eq!((&*sheet.image, sheet.size), ("hero.png", Some([64, 32])));
    let picture = |name: &str, area, rotated, offset, source_size| Picture {
        name: name.into(),
        area,
        rotated,
        offset,
        source_size,
        ..Picture::default()
    };
    assert_eq!(
        sheet.pictures,
        [
            picture("hero 0.aseprite", [0, 0, 16, 8], false, [0, 0], None),
            picture("hero 1.aseprite", [16, 0, 5, 6], false, [3, 1], Some([16, 8])),
            picture("hero 1.aseprite", [32, 0, 5, 6], true, [0, 0], None),
        ]
    );
    assert_eq!(sheet.slices["hit"][0].area, [-1, 2, 3, 4]);
    assert_eq!(sheet.slices["hit"][0].pivot, Some([5, 6]));
    let meta: Vec<_> = sheet.meta.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    assert_eq!(
        meta,
        ["format: RGBA8888", "scale: 2", "slices.hit.data: hard", "slices.hit.color: #0000ffff"]
    );
    assert_eq!(list.document.meta["version"], "1.3.7-x64");
}

#[test]
fn tags_of_a_sheet_are_flipbooks() {
    let read = read(list().as_bytes()).unwrap();
    let books = &read.document.flipbooks;
    assert_eq!(books.keys().collect::<Vec<_>>(), ["walk", "walk#1"]);
    let walk = &books["walk"];
    assert_eq!((walk.order, walk.repeat), (Order::PingPongReverse, Repeat::Times(3)));
    assert_eq!(walk.build().unwrap().duration(), Some(Span::from_millis(200 + 150 + 100)));
    assert_eq!(cues(walk), [(0, "walk"), (50, "step"), (100, "hit")]);
    assert_eq!((&*walk.meta["data"], &*walk.meta["color"]), ("fast", "#ff8000ff"));
    assert!(matches!(books["walk#1"].frames, Frames::Run { first: 2, count: 1, .. }));
    assert_eq!(
        notes(&read),
        [
            "note: tags[1]: found \"walk\", the name of an earlier item, called \"walk#1\" here",
            "note: meta.layers[].name: found 1, which is not imported",
            "note: meta.layers[].opacity: found 1, which is not imported",
            "note: meta.layers[].blendMode: found 1, which is not imported",
            "note: meta.layers[].cels[].color: found 1, which is not imported",
        ]
    );
}
