//! Files by their names and contents.

use std::fs;

use cueline_import::{Foreign, open};

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
            "{}: error: found a file of no known format, needed Aseprite, Lottie, Tiled, Babylon.js, TexturePacker or glTF",
            strange.display()
        )
    );
    let tiles = reported(put("tower.LDtk", "{}"));
    let found =
        "tower.LDtk: error: found a file of LDtk, which has no animated tiles, needed Aseprite";
    assert!(tiles.contains(found), "{tiles}");
    assert!(
        reported(folder.path().join("gone.glb"))
            .contains("gone.glb: error: found a file that cannot be read")
    );
    assert!(
        reported(put("f.glb", "glTF")).ends_with("f.glb: error: header: found 4 bytes, needed 12")
    );
    assert_eq!(Foreign::of("walk", b""), None);
}
