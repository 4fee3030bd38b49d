//! What real programs write although no standard has it: recognised and read.

use std::io::Write as _;

use cueline::time::Span;
use cueline_assets::{Document, FrameSource, Frames, When};
use cueline_import::{Foreign, read};

fn document(file: &str, name: &str) -> Document {
    read(file.as_bytes(), name).unwrap_or_else(|problems| panic!("{problems}")).document
}

const STICKER: &str = r#"{"fr": "30", "ip": 0, "op": 60, "layers": [{"nm": "a", "ks": {"r": {"a": 1,
    "k": [{"t": 0, "s": [0], "h": 1}, {"t": 30, "s": [90], "h": null}]}}}]}"#;

#[test]
fn numbers_in_quotes_and_null_for_off_are_read() {
    let clip = document(STICKER, "a.json").clips["animation"].build("a").unwrap();
    let track = clip.track::<f32>("a/rotation").unwrap();
    assert_eq!([999, 1000].map(|ms| track.sample(Span::from_millis(ms))), [0.0, 90.0]);
}

#[test]
fn a_sticker_is_a_packed_lottie() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(STICKER.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    assert_eq!(read(&packed, "a.tgs").unwrap().document, document(STICKER, "a.json"));
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    bomb.write_all(&vec![b' '; 2 << 20]).unwrap();
    let refused = read(&bomb.finish().unwrap(), "a.tgs").unwrap_err().to_string();
    assert!(refused.contains("no more than 1048576 decompressed"), "{refused}");
}

#[test]
fn a_content_is_known_whatever_its_file_is_called() {
    let gltf = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hip"}]}"#;
    for name in ["a", "a.json", "a.txt", "a.png"] {
        assert_eq!(Foreign::of(name, gltf), Some(Foreign::Gltf), "{name}");
    }
    for name in ["walk.vrma", "walk.VRM"] {
        assert_eq!(Foreign::of(name, b""), Some(Foreign::Gltf), "{name}");
    }
    let map = b"<?xml version=\"1.0\"?>\n<!-- > -->\n<map version=\"1.0\" tilewidth=\"8\"/>";
    assert_eq!(Foreign::of("a.xml", map), Some(Foreign::Tiled));
    assert_eq!(Foreign::of("a.html", b"<map name=\"links\"></map>"), None);
    // An outermost field counts, and a broken file counts too.
    assert_eq!(
        Foreign::of("a.json", b"{\"fr\": 1, \"ip\": 0, \"op\": 1, \"layers\": ["),
        Some(Foreign::Lottie)
    );
    assert_eq!(
        Foreign::of("a.json", b"{\"x\": {\"fr\": 1, \"ip\": 0, \"op\": 1, \"layers\": []}}"),
        None
    );
}

#[test]
fn sprites_may_have_any_names() {
    for name in ["asset", "duration", "version", "frame", "frames", "keys"] {
        let sheet = format!(
            r#"{{"frames": {{"{name}": {{"frame": {{"x": 0.0, "y": 0, "w": "16", "h": 16}}}},
                "walk_0": {{"frame": {{"x": 16, "y": 0, "w": 16, "h": 16}}}},
                "walk_1": {{"frame": {{"x": 32, "y": 0, "w": 16, "h": 16}}}}}},
                "meta": {{"app": "packer", "version": "1.0", "image": "a.png"}}}}"#
        );
        let document = document(&sheet, "a.json");
        assert_eq!(document.sheets["sheet"].pictures[0].area, [0, 0, 16, 16], "{name}");
        assert_eq!(document.flipbooks["walk"].picture(1), Some(2), "{name}");
    }
}

#[test]
fn whole_numbers_may_have_a_point() {
    let sheet = r#"{"frames": [{"frame": {"x": 0, "y": 0, "w": 8.0, "h": 8}, "duration": 100.0},
        {"frame": {"x": 8, "y": 0, "w": 8, "h": 8}, "duration": 70.0}], "meta": {}}"#;
    let hold = |show, ms| FrameSource { show, hold: When::Span(Span::from_millis(ms)) };
    let frames = &document(sheet, "a.json").flipbooks["all"].frames;
    assert_eq!(*frames, Frames::List(vec![hold(0, 100), hold(1, 70)]));
    let half = sheet.replace("70.0", "70.5");
    let refused = read(half.as_bytes(), "a.json").unwrap_err().to_string();
    assert!(refused.contains("duration: found 70.5, needed a whole number"), "{refused}");

    let gltf = r#"{"asset": {"version": "2.0"}, "scene": 0.0, "scenes": [{"nodes": [0.0]}],
        "nodes": [{"name": "box", "translation": [1.0, -0.0, 2.5]}]}"#;
    let rest = document(gltf, "a.gltf").skeletons["scene"].nodes["box"].rest.translation;
    assert_eq!((rest.x, rest.z), (1.0, 2.5));
}

#[test]
fn tilesets_of_old_versions_are_read() {
    let tileset = r#""name": "water", "image": "w.png", "imagewidth": 32, "imageheight": 32,
        "tilewidth": 16, "tileheight": 16, "tiles": {"2": {"animation": [
            {"duration": 100, "tileid": 0}, {"duration": 0, "tileid": 3}, {"duration": 250, "tileid": 1}]}}"#;
    let map = format!(
        r#"{{"tileheight": 16, "tilewidth": 16, "layers": [], "tilesets": [{{{tileset}}}]}}"#
    );
    let read = read(map.as_bytes(), "a.json").unwrap();
    assert!(read.notes.to_string().contains("found 1 frame of 0 ms, which do not show"));
    let hold = |show, ms| FrameSource { show, hold: When::Span(Span::from_millis(ms)) };
    let frames = Frames::List(vec![hold(0, 100), hold(1, 250)]);
    assert_eq!(read.document.flipbooks["water/2"].frames, frames);
    assert_eq!(read.document.sheets["water"].pictures.len(), 4);
    assert_eq!(read.document.sheets["water"].pictures[3].area, [16, 16, 16, 16]);
}

#[test]
fn a_sheet_without_a_word_about_its_image_has_one_beside_it() {
    let frames =
        r#""frames": {"a 0": {"frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "duration": 70}}"#;
    for meta in [r#"{"app": "https://www.aseprite.org/"}"#, r#"{"image": ""}"#] {
        let sheet = document(&format!("{{{frames}, \"meta\": {meta}}}"), "deep/hero.json");
        assert_eq!(sheet.sheets["sheet"].image, "hero.png");
    }
}

#[test]
fn of_fields_that_stand_twice_the_last_one_counts() {
    let sheet = r#"{"frames": {"walk_1": {"frame": {"x": 8, "y": 0, "w": 8, "h": 8}},
        "walk_0": {"frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "frame": {"x": 1, "y": 0, "w": 8, "h": 8}}},
        "meta": {"version": "1.0", "image": "a.png", "version": "1.1"}}"#;
    let document = document(sheet, "a.json");
    assert_eq!(document.meta["version"], "1.1");
    let pictures = &document.sheets["sheet"].pictures;
    assert_eq!(
        (&*pictures[0].name, pictures[1].area[0]),
        ("walk_1", 1),
        "in the order of the file"
    );
}

#[test]
fn of_a_whole_object_that_stands_twice_the_last_one_counts() {
    let all = r#""v": "5", "nm": "a", "fr": 60, "ip": 0, "op": 9, "w": 1, "h": 1, "ddd": 0, "assets": [], "layers": []"#;
    let last =
        all.replace("60", "30").replace(r#""layers": []"#, r#""layers": [{"nm": "a", "ks": {}}]"#);
    let doubled = document(&format!("{{{all}, {last}}}"), "a.json");
    assert_eq!(doubled, document(&format!("{{{last}}}"), "a.json"));
}

#[test]
fn parts_of_sheets_that_cannot_be_used_are_left_out_by_name() {
    let notes = |text: &str| read(text.as_bytes(), "a.json").unwrap().notes.to_string();
    let frame = r#"{"frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "duration": 0}"#;
    let shown = frame.replace("\"duration\": 0", "\"duration\": 100");
    let tags = r#"{"name": "walk", "from": 0, "to": 1}, {"name": "run", "from": 1, "to": 7}, {"name": "rest", "from": 0, "to": 0}"#;
    let sheet = format!(r#"{{"frames": [{frame}, {shown}], "meta": {{"frameTags": [{tags}]}}}}"#);
    let read = read(sheet.as_bytes(), "a.json").unwrap();
    assert_eq!(read.document.flipbooks.keys().collect::<Vec<_>>(), ["walk"]);
    assert_eq!(read.document.flipbooks["walk"].picture(0), Some(1), "the first one does not show");
    let said = read.notes.to_string();
    assert!(said.contains("frameTags[1]: found frames 1 to 7, whose motion is lost"), "{said}");
    assert!(said.contains("frameTags[2]: found only frames of 0 ms"), "{said}");
    assert_eq!(read.animated.to_string(), "1 of 3 animated properties taken (tags 1 of 3)");

    let packed = r#"{"frames": {"a": {"frame": {"x": 0, "y": 0, "w": 8, "h": 8}}},
        "animations": {"walk": ["a", "gone"], "run": ["gone"]}, "meta": {}}"#;
    let said = notes(packed);
    assert!(said.contains("animations.\"walk\": found 1 unknown frame (gone), left out"), "{said}");
    let empty = r#"{"textures": [{"image": "a.png", "frames": []}], "frame": 0}"#;
    let empty = notes(empty);
    assert!(empty.contains("frames: found no pictures, so the sheet is empty"), "{empty}");
}

#[test]
fn the_columns_of_old_tilesets_follow_from_their_image() {
    let text = r#"<tileset name="water" tilewidth="16" tileheight="16" tilecount="4" margin="1" spacing="2">
        <image source="w.png" width="36" height="36"/></tileset>"#;
    let pictures = document(text, "a.tsx").sheets["water"].pictures.clone();
    assert_eq!(pictures[3].area, [19, 19, 16, 16]);
}
