//! Files by their names and contents.

use std::fs;

use cueline_import::{Foreign, Unsupported, open, read};

#[test]
fn the_content_of_a_file_shows_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let gltf = put("a.gltf", r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hip"}]}"#);
    assert!(open(&gltf).unwrap().document.skeletons["scene"].nodes.contains_key("hip"));
    let sheet =
        r#"{"frames": [{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "duration": 5}], "meta": {}}"#;
    assert!(open(put("b.json", sheet)).unwrap().document.flipbooks.contains_key("all"));
    let lottie = r#"{"fr": 30, "ip": 0, "op": 5, "layers": []}"#;
    assert!(open(put("c.JSON", lottie)).unwrap().document.clips.contains_key("animation"));
    let fade = r#"{"name": "fade", "property": "alpha", "framePerSecond": 30, "dataType": 0, "keys": [{"frame": 0, "values": [1]}]}"#;
    assert!(open(put("g.json", fade)).unwrap().document.clips.contains_key("fade"));
    let scene = format!(r#"{{"meshes": [{{"name": "lamp", "animations": [{fade}]}}]}}"#);
    let scene = open(put("h.babylon", &scene)).unwrap().document;
    assert!(scene.clips["scene"].tracks.contains_key("lamp/alpha"));
    let tiles = r#"{"name": "sea", "tilewidth": 8, "tileheight": 8, "tilecount": 1, "columns": 1, "image": "a.png"}"#;
    assert!(open(put("d.json", tiles)).unwrap().document.sheets.contains_key("sea"));

    let packed = r#"{"frames": {"a.png": {"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}}, "meta": {"version": "1.0"}}"#;
    let packed = open(put("i.json", packed)).unwrap().document;
    assert_eq!(packed.sheets["sheet"].image, "i.png");

    let packed = r#"{"frames": {"duration": {"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}}, "meta": {"smartupdate": "1"}}"#;
    let packed = open(put("j.json", packed)).unwrap().document;
    assert_eq!(packed.sheets["sheet"].pictures[0].name, "duration");

    let reported = |path| open(path).unwrap_err().to_string();
    let strange = put("e.json", "{}");
    assert_eq!(
        reported(strange.clone()),
        format!(
            "{}: error: found a file of no known format, needed Aseprite, Lottie, Tiled, Babylon.js, BVH, TexturePacker, Sparrow, libGDX, Cocos2d or glTF",
            strange.display()
        )
    );
    let tiles = reported(put("tower.LDtk", "{}"));
    let found = "tower.LDtk: error: found a file of LDtk, needed the sheets of its tiles";
    assert!(tiles.contains(found), "{tiles}");
    assert!(
        reported(folder.path().join("gone.glb"))
            .contains("gone.glb: error: found a file that cannot be read")
    );
    assert!(
        reported(put("f.glb", "glTF"))
            .ends_with("header: found a file that ends after 4 bytes, needed 12 bytes")
    );
    assert_eq!(Foreign::of("walk", b""), None);
}

#[test]
fn a_format_that_is_not_read_says_what_to_do_instead() {
    let cases: [(&str, &[u8], &str); 14] = [
        ("a", b"RIVE\x07", "Rive"),
        ("a.riv", b"", "Rive"),
        ("a.skel", b"\x01\x02", "Spine"),
        ("a.json", br#"{"skeleton": {"spine": "4.1"}, "bones": [], "slots": []}"#, "Spine"),
        ("a.json", br#"{"frameRate": 24, "armature": [], "name": "bones"}"#, "DragonBones"),
        ("a", b"Kaydara FBX Binary  \0", "FBX"),
        ("a.txt", b"; FBX 7.7.0 project file", "FBX"),
        ("a", b"MOC3\x04", "Live2D"),
        ("a.model3.json", br#"{"Version": 3, "FileReferences": {}}"#, "Live2D"),
        ("a.motion3.json", br#"{"Version": 3, "Meta": {}, "Curves": []}"#, "Live2D"),
        ("a", b"[gd_resource type=\"Animation\"", "Godot"),
        ("a.tscn", b"", "Godot"),
        ("a.anim", b"%YAML 1.1", "Unity"),
        ("a.blend", b"BLENDER-v300", "Blender"),
    ];
    for (name, content, format) in cases {
        assert_eq!(Foreign::of(name, content), None, "{name}");
        let known = Unsupported::of(name, content).unwrap_or_else(|| panic!("{name}: {format}"));
        assert_eq!(known.name, format, "{name}");
        let said = read(content, name).unwrap_err().to_string();
        assert_eq!(said, format!("error: found a file of {format}, needed {}", known.instead));
    }
    assert_eq!(Unsupported::of("a.json", br#"{"bones": [], "name": "slots"}"#), None);
    assert_eq!(Unsupported::of("a.anim", b"film"), None);
}

/// Every value of a file of each format in turn as a value of another kind: what is refused names no type of ours.
#[test]
fn errors_are_in_the_words_of_the_format() {
    let files = [
        r#"{"fr": 30, "ip": 0, "op": 9, "nm": "a", "markers": [{"cm": "m", "tm": 3}], "assets": [{"id": "c", "layers": []}],
            "layers": [{"ty": 4, "nm": "a", "ind": 1, "ks": {"r": {"a": 1, "k": [{"t": 0, "s": [0], "h": 1,
            "o": {"x": 0, "y": 0}, "i": {"x": [1], "y": 1}}, {"t": 3, "s": [9]}]}, "p": {"s": true, "x": {"k": 1}, "y": {"k": 1}}},
            "shapes": [{"ty": "rd", "nm": "r", "r": {"k": [{"t": 0, "s": [0]}, {"t": 3, "s": [9]}]}}]}]}"#,
        r#"{"frames": [{"filename": "a", "frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "rotated": false, "duration": 100,
            "spriteSourceSize": {"x": 0, "y": 0, "w": 8, "h": 8}, "sourceSize": {"w": 8, "h": 8}}],
            "meta": {"image": "a.png", "size": {"w": 8, "h": 8}, "scale": "1", "layers": [{"cels": [{"frame": 0, "data": "x"}]}],
            "frameTags": [{"name": "t", "from": 0, "to": 0, "direction": "forward", "repeat": "2"}],
            "slices": [{"name": "s", "keys": [{"frame": 0, "bounds": {"x": 0, "y": 0, "w": 1, "h": 1}, "pivot": {"x": 0, "y": 0}}]}]}}"#,
        r#"{"textures": [{"image": "a.png", "size": {"w": 8, "h": 8}, "scale": 1, "frames": [{"filename": "a",
            "frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "pivot": {"x": 0.5, "y": 1}}]}], "animations": {"a": ["a"]}, "meta": {}}"#,
        r#"{"type": "tileset", "name": "sea", "tilewidth": 8, "tileheight": 8, "tilecount": 2, "columns": 2, "image": "a.png",
            "imagewidth": 16, "imageheight": 8, "tiles": [{"id": 0, "animation": [{"duration": 100, "tileid": 0}]}]}"#,
        r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "a", "children": [1], "scale": [1, 1, 1]}, {}], "skins": [{"joints": [0]}],
            "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}], "samplers": [{"input": 0, "output": 0}]}],
            "accessors": [{"componentType": 5126, "count": 1, "type": "SCALAR", "bufferView": 0}],
            "bufferViews": [{"buffer": 0, "byteLength": 4}], "buffers": [{"byteLength": 4, "uri": "data:;base64,AAAAAA=="}]}"#,
        r#"{"animations": [{"name": "fade", "property": "alpha", "framePerSecond": 30, "dataType": 0, "loopBehavior": 1,
            "keys": [{"frame": 0, "values": [1]}], "ranges": [{"name": "r", "from": 0, "to": 1}]}], "meshes": [{"name": "a", "id": "b"}]}"#,
    ];
    let others = ["null", "true", "-1", "2.5", r#""word""#, "[]", "[[]]", "{}", r#"{"a": 1}"#];
    let types = [
        "enum", "struct", "variant", "u8", "u16", "u32", "u64", "i32", "i64", "f32", "f64",
        "usize", "Option", "::", "untagged",
    ];
    let (mut refused, mut read_at_all) = (0, 0);
    for text in files {
        let whole: serde_json::Value = serde_json::from_str(text).unwrap();
        let format = Foreign::of("a.json", text.as_bytes()).unwrap();
        let mut places = Vec::new();
        collect(&whole, String::new(), &mut places);
        for place in places {
            for other in others {
                let mut changed = whole.clone();
                *changed.pointer_mut(&place).unwrap() = serde_json::from_str(other).unwrap();
                let changed = changed.to_string();
                if Foreign::of("a.json", changed.as_bytes()) != Some(format) {
                    continue;
                }
                let Err(problems) = read(changed.as_bytes(), "a.json") else {
                    read_at_all += 1;
                    continue;
                };
                refused += 1;
                let said = problems.to_string();
                let words: Vec<_> =
                    said.split(|c: char| !c.is_alphanumeric() && c != ':').collect();
                for word in types {
                    assert!(!words.contains(&word), "{place} = {other}: {said}");
                }
            }
        }
    }
    assert!(refused > 300 && read_at_all > 100, "{refused} refused, {read_at_all} read");
}

/// The pointers to all values in a value.
fn collect(value: &serde_json::Value, place: String, places: &mut Vec<String>) {
    match value {
        serde_json::Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{place}/{index}"), places);
            }
        }
        serde_json::Value::Object(fields) => {
            for (name, field) in fields {
                collect(field, format!("{place}/{name}"), places);
            }
        }
        _ => {}
    }
    if !place.is_empty() {
        places.push(place);
    }
}
