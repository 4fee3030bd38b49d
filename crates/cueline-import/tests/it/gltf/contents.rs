//! What a file holds, without the values of its keys.

use cueline::{clip::ValueKind, time::Span};
use cueline_import::gltf::{self, Contents, no_files};
use gltf_json::{
    accessor::Type,
    animation::{
        Interpolation::{CubicSpline, Linear},
        Property::{MorphTargetWeights, Rotation, Translation},
    },
};

use super::{make::Make, read};
use crate::harm::memory;

fn contents(file: &[u8]) -> Contents {
    gltf::contents(file, &mut no_files).unwrap()
}

fn agree(file: &[u8]) {
    let (whole, contents) = (read(file).unwrap(), contents(file));
    assert_eq!(contents.document.skeletons, whole.document.skeletons);
    assert_eq!(contents.document.meta, whole.document.meta);
    // The importer adds keys to cubic rotations, and says so.
    let others = whole.notes.iter().filter(|note| !note.found.starts_with("a spline"));
    assert!(contents.notes.iter().eq(others), "{}", contents.notes);
    assert!(contents.clips.keys().eq(whole.document.clips.keys()));
    for (name, clip) in &contents.clips {
        let source = &whole.document.clips[name];
        let built = source.build(name).unwrap();
        assert_eq!((clip.rate, clip.duration), (built.rate(), built.duration()), "{name}");
        assert_eq!(clip.cues, source.cues);
        assert!(clip.tracks.keys().eq(source.tracks.keys()), "{name}");
        for (path, track) in &clip.tracks {
            let keys = &source.tracks[path];
            assert_eq!(track.kind, keys.kind(), "{path}");
            let added = keys.len() - track.keys;
            assert!(added == 0 || track.kind == ValueKind::Rotation, "{path}: {added} keys");
            let last = keys.times().last().unwrap().span(clip.rate);
            assert_eq!(track.last, last, "{path}");
        }
    }
}

#[test]
fn contents_are_those_of_the_whole_file() {
    let crane = include_bytes!("../../exporters/gltf/crane.glb");
    assert!(contents(crane).clips.values().any(|clip| !clip.tracks.is_empty()));
    agree(crane);

    let mut make = Make::default();
    make.node("a", &[1]);
    make.node("b", &[]);
    make.curve(0, Rotation, Linear, &[0.0, 1.0], &[0.5; 8]);
    make.curve(0, Translation, CubicSpline, &[0.0, 0.5], &[1.0; 18]);
    make.curve(1, MorphTargetWeights, Linear, &[0.0, 0.3], &[0.0, 0.5, 1.0, 0.5]);
    let skin = make.floats(Type::Mat4, &[1.0; 16]);
    let skin = serde_json::json!({"joints": [1], "inverseBindMatrices": skin.value()});
    make.root.skins.push(serde_json::from_value(skin).unwrap());
    let extras = serde_json::json!({"markers": [{"name": "step", "time": 2.0}]});
    let mut text: serde_json::Value = serde_json::from_slice(&make.text()).unwrap();
    text["animations"][0]["extras"] = extras;
    let text = text.to_string();
    agree(text.as_bytes());
    let one = contents(text.as_bytes()).clips.into_iter().next().unwrap().1;
    assert_eq!(one.duration, Span::from_secs(2), "up to its last cue");
}

#[test]
fn keys_that_are_added_to_cubic_rotations_do_not_count() {
    let mut make = Make::default();
    make.node("a", &[]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let (level, slope) = ([0.0, 0.0, 0.0, 1.0], [4.0, 0.0, 0.0, 0.0]);
    let keys = [slope, level, slope, slope, [half, 0.0, 0.0, half], slope].concat();
    make.curve(0, Rotation, CubicSpline, &[0.0, 1.0], &keys);
    let file = make.text();
    let whole = read(&file).unwrap();
    assert!(whole.document.clips.values().next().unwrap().tracks["a/rotation"].len() > 2);
    let clip = contents(&file).clips.into_iter().next().unwrap().1;
    assert_eq!(clip.tracks["a/rotation"].keys, 2);
}

#[test]
fn a_large_file_takes_less_memory_than_twice_itself() {
    let mut make = Make::default();
    let (bones, keys) = (100, 1000);
    for bone in 0..bones {
        make.node(&format!("bone{bone}"), &[]);
        let times: Vec<f32> = (0..keys).map(|key| key as f32 / 30.0).collect();
        make.curve(bone, Translation, Linear, &times, &vec![1.0; 3 * keys]);
        make.curve(bone, Rotation, Linear, &times, &vec![0.5; 4 * keys]);
    }
    let file = make.binary();
    assert!(file.len() > 1 << 21);
    let (taken, contents) = memory(|| contents(&file));
    assert_eq!(contents.clips.values().next().unwrap().tracks.len(), 2 * bones as usize);
    // The caller has the file already.
    assert!(taken < file.len() as u64, "{taken} bytes for {}", file.len());
}
