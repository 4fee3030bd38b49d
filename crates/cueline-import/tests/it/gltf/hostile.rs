//! Broken and hostile files.

use cueline_import::gltf;
use gltf_json::{
    accessor::{ComponentType, Type},
    animation::{
        Interpolation::{CubicSpline, Linear, Step},
        Property::{MorphTargetWeights, Rotation, Translation},
    },
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{make::Make, read};
use crate::harm::{
    Maker, costs_in_proportion, harm, many, survives, survives_strange_numbers, survives_truncation,
};

/// A bit of everything, small.
fn small() -> Make {
    let mut make = Make::default();
    make.node("a", &[1]);
    make.node("b", &[]);
    make.curve(0, Rotation, CubicSpline, &[0.0, 1.0], &[0.1; 24]);
    make.curve(0, Translation, Linear, &[0.0, 0.5], &[1.0; 6]);
    make.curve(1, MorphTargetWeights, Step, &[0.0, 0.3], &[0.0, 0.5, 1.0, 0.5]);
    let binds = make.floats(Type::Mat4, &[1.0; 16]);
    let skin = json!({"joints": [1], "inverseBindMatrices": binds.value()});
    make.root.skins.push(serde_json::from_value(skin).unwrap());
    make
}

fn small_json() -> Value {
    serde_json::from_slice(&small().text()).unwrap()
}

fn refused(json: &Value) -> String {
    let text = json.to_string();
    survives(text.as_bytes(), read);
    read(text.as_bytes()).unwrap_err().to_string()
}

/// Compresses a view of a file; its uncompressed bytes are in a buffer without bytes.
fn compress(json: &mut Value, view: usize, name: &str) {
    let buffers = json["buffers"].as_array_mut().unwrap();
    buffers.push(json!({ "byteLength": 4096, "extensions": { name: { "fallback": true } } }));
    let fallback = buffers.len() - 1;
    json["extensionsRequired"] = json!([name]);
    let view = &mut json["bufferViews"][view];
    let packed =
        json!({ "buffer": view["buffer"], "byteLength": 4, "mode": "ATTRIBUTES", "count": 1 });
    view["extensions"] = json!({ name: packed });
    view["buffer"] = json!(fallback);
}

/// An avatar: a binary glTF with the bones and expressions of VRM.
fn avatar(mut json: Value, bones: &[Value], expressions: &[Value]) -> Vec<u8> {
    json["asset"] = json!({"version": "2.0"});
    let named = |items: &[Value]| {
        let all = items.iter().enumerate().map(|(index, item)| (format!("n{index}"), item.clone()));
        Value::Object(all.collect())
    };
    json["extensionsUsed"] = json!(["VRMC_vrm"]);
    json["extensions"] = json!({"VRMC_vrm": {
        "specVersion": "1.0",
        "humanoid": {"humanBones": named(bones)},
        "expressions": {"custom": named(expressions)},
    }});
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = |bytes: usize| u32::try_from(bytes).unwrap().to_le_bytes();
    let head = [*b"glTF", length(2), length(20 + text.len()), length(text.len()), *b"JSON"];
    [head.concat(), text].concat()
}

#[test]
fn very_many_parts_of_an_avatar_are_no_quadratic_work() {
    let flat = |n: usize| json!({"nodes": vec![json!({"name": "hip"}); n]});
    let bones = |n: usize| {
        let bones: Vec<_> = (0..n).map(|node| json!({"node": node})).collect();
        avatar(flat(n), &bones, &[])
    };
    let expressions = |n: usize| {
        let bind = json!({"morphTargetBinds": [{"node": 0, "index": 0, "weight": 1.0}]});
        avatar(flat(1), &[], &vec![bind; n])
    };
    let chain = |n: usize| {
        let node = |index| match index + 1 < n {
            true => json!({"name": "hip", "children": [index + 1]}),
            false => json!({"name": "hip"}),
        };
        avatar(json!({"nodes": (0..n).map(node).collect::<Vec<_>>()}), &[], &[])
    };
    let skins = |n: usize| {
        let mut json = flat(8);
        json["skins"] = json!(vec![json!({"joints": [0, 1, 2, 3]}); n]);
        avatar(json, &[], &[])
    };
    let channels = |n: usize| {
        let mut json = flat(n);
        let channel = |node| json!({"sampler": 0, "target": {"node": node, "path": "translation"}});
        json["animations"] = json!([{
            "samplers": [{"input": 0, "output": 1}],
            "channels": (0..n).map(channel).collect::<Vec<_>>(),
        }]);
        json["accessors"] = json!([
            {"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]},
            {"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"},
        ]);
        json["bufferViews"] = json!([{"buffer": 0, "byteLength": 12}]);
        json["buffers"] = json!([{"byteLength": 12, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}]);
        avatar(json, &[], &[])
    };
    let makers: [Maker<'_>; 5] = [
        ("bones", &bones),
        ("expressions", &expressions),
        ("a chain of nodes", &chain),
        ("skins", &skins),
        ("channels", &channels),
    ];
    for (what, make) in makers {
        let read = |file: &[u8]| cueline_import::read(file, "hero.vrm");
        assert!(read(&make(10)).is_ok(), "{what}: {:?}", read(&make(10)));
        costs_in_proportion(what, make, |file| drop(read(file)));
    }
}

#[test]
fn a_file_whose_keys_are_compressed_is_refused() {
    for name in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
        let mut json = small_json();
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let times = number(&json["animations"][0]["samplers"][0]["input"]);
        let view = number(&json["accessors"][times]["bufferView"]);
        compress(&mut json, view, name);
        assert_eq!(
            refused(&json),
            format!(
                "error: bufferViews[{view}]: found keys of animations or poses of skins, compressed ({name}), needed a file \
                 that compresses only its vertices, or nothing (export it again)"
            )
        );
        // With bytes in its place, the view needs no decoder.
        let buffer = json["bufferViews"][view]["extensions"][name]["buffer"].clone();
        json["bufferViews"][view]["buffer"] = buffer;
        let plain = read(small_json().to_string().as_bytes()).unwrap().document;
        assert_eq!(read(json.to_string().as_bytes()).unwrap().document, plain);
    }
}

#[test]
fn files_whose_vertices_are_compressed_are_read() {
    let plain = read(small_json().to_string().as_bytes()).unwrap().document;
    let mut json = small_json();
    json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
    assert_eq!(read(json.to_string().as_bytes()).unwrap().document, plain);
    let mut json = small_json();
    let views = json["bufferViews"].as_array_mut().unwrap();
    views.push(json!({ "buffer": 0, "byteLength": 12 }));
    let (view, accessor) = (views.len() - 1, json["accessors"].as_array().unwrap().len());
    let places = json!({ "bufferView": view, "componentType": 5126, "count": 1, "type": "VEC3" });
    json["accessors"].as_array_mut().unwrap().push(places);
    json["meshes"] = json!([{ "primitives": [{ "attributes": { "POSITION": accessor } }] }]);
    compress(&mut json, view, "EXT_meshopt_compression");
    let text = json.to_string();
    survives(text.as_bytes(), read);
    assert_eq!(read(text.as_bytes()).unwrap().document, plain);
    let shapes = gltf::shapes(text.as_bytes(), &mut gltf::no_files).unwrap();
    assert!(shapes.shapes.is_empty());
    let note = shapes.notes.to_string();
    assert!(note.contains("compressed bytes (EXT_meshopt_compression)"), "{note}");
}

#[test]
fn a_scene_may_have_no_nodes() {
    let plain = read(small_json().to_string().as_bytes()).unwrap().document;
    let mut json = small_json();
    json["scenes"] = json!([{ "name": "empty" }]);
    assert_eq!(read(json.to_string().as_bytes()).unwrap().document, plain);
}

#[test]
fn channels_of_unknown_targets_are_lost_motion() {
    let mut json = small_json();
    let target = &mut json["animations"][0]["channels"][1]["target"];
    *target = json!({ "path": "pointer", "extensions": { "KHR_animation_pointer": {} } });
    let notes = read(json.to_string().as_bytes()).unwrap().notes;
    let lost: Vec<_> =
        notes.iter().filter(|one| one.severity == cueline_assets::Severity::Warning).collect();
    assert_eq!(lost.len(), 1, "{notes}");
    assert_eq!(
        lost[0].to_string(),
        "warning: found 1 animated property (unknown 1), whose motion is lost"
    );
}

#[test]
fn everything_that_is_wrong_is_reported_at_once() {
    let mut json = small_json();
    json["nodes"][1]["children"] = json!([0, 7]);
    json["skins"][0]["joints"] = json!([9]);
    json["animations"][0]["channels"][1]["sampler"] = json!(5);
    json["animations"][0]["channels"][2]["target"]["node"] = json!(6);
    let reported = refused(&json);
    for wanted in [
        "error: nodes[1].children[1]: found node 7, needed a number below 2, the number of nodes",
        "error: nodes[0]: found a node that is its own descendant, needed a tree",
        "error: skins[0].joints[0]: found node 9, needed a number below 2, the number of nodes",
        "error: animations[0].channels[1].sampler: found sampler 5, needed a number below 3, the number of samplers",
        "error: animations[0].channels[2].target.node: found node 6, needed a number below 2, the number of nodes",
    ] {
        assert!(reported.lines().any(|line| line == wanted), "{wanted}\n{reported}");
    }
}

#[test]
fn a_child_of_two_is_refused() {
    let mut json = small_json();
    json["nodes"][0]["children"] = json!([1, 1]);
    assert_eq!(
        refused(&json),
        "error: nodes[0].children[1]: found node 1, which is a child of node 0, needed a node without another parent"
    );
}

#[test]
fn times_must_be_times_and_run_forward() {
    let with = |times: &[f32]| {
        let mut make = Make::default();
        make.node("a", &[]);
        make.curve(0, Translation, Linear, times, &vec![0.0; times.len() * 3]);
        read(&make.binary()).map(drop).map_err(|problems| problems.to_string())
    };
    let refused = |found: &str, needed: &str| {
        Err(format!("error: accessors[0]: found {found}, needed {needed}"))
    };
    assert_eq!(with(&[0.0, f32::NAN]), refused("NaN s for key 1", "a time of less than ten years"));
    assert_eq!(
        with(&[f32::NEG_INFINITY]),
        refused("-inf s for key 0", "a time of less than ten years")
    );
    assert_eq!(
        with(&[1e30]),
        refused("1000000000000000000000000000000 s for key 0", "a time of less than ten years")
    );
    assert_eq!(with(&[0.0, 2.0, 1.0]), refused("1 s for key 2", "a time not before 2 s"));
    assert_eq!(with(&[0.0, 1.0, 1.0]), Ok(()), "a jump");
    assert_eq!(with(&[-1.0, 1.0]), Ok(()));
}

#[test]
fn numbers_must_be_finite() {
    let mut make = Make::default();
    make.node("a", &[]);
    make.curve(0, Translation, Linear, &[0.0], &[0.0, f32::NAN, 0.0]);
    assert_eq!(
        read(&make.binary()).unwrap_err().to_string(),
        "error: accessors[1]: found number 1, which is not finite, needed finite numbers"
    );
}

#[test]
fn slopes_must_be_velocities() {
    let mut make = Make::default();
    make.node("a", &[]);
    let mut numbers = [0.1; 12];
    numbers[4..8].fill(1e-30);
    numbers[8] = 1e30;
    make.curve(0, Rotation, CubicSpline, &[0.0], &numbers);
    let reported = read(&make.binary()).unwrap_err().to_string();
    assert!(reported.contains("found a slope that is too large for a number"), "{reported}");
}

#[test]
fn accessors_stay_within_their_views() {
    let mut json = small_json();
    json["accessors"][0]["count"] = json!(3);
    assert_eq!(
        refused(&json).lines().next(),
        Some(
            "error: accessors[0]: found 3 items from byte 0 on, needed items within its view of 8 bytes"
        )
    );
    json["accessors"][0]["count"] = json!(u64::MAX);
    assert!(
        refused(&json)
            .contains("accessors[0].count: found 18446744073709551615, needed no more numbers")
    );
    let mut json = small_json();
    json["bufferViews"][0]["byteOffset"] = json!(u64::MAX);
    assert!(
        refused(&json).contains("bufferViews[0]: found 8 bytes from byte 18446744073709551615 on")
    );
}

#[test]
fn claims_do_not_take_memory() {
    // Without a buffer an accessor is all zeros, and any number of them is claimed with a few bytes.
    let mut json = small_json();
    json["accessors"][0] = json!({"componentType": 5126, "count": 4_000_000_000_u64, "type": "SCALAR",
        "sparse": {"count": 1, "indices": {"bufferView": 0, "componentType": 5121}, "values": {"bufferView": 0}}});
    assert!(
        refused(&json).contains("accessors[0].count: found 4000000000, needed no more numbers")
    );

    // One mesh with many targets, and many nodes that have it.
    let mut json = small_json();
    let targets = vec![json!({}); 5000];
    json["meshes"] = json!([{"primitives": [{"attributes": {}, "targets": targets}]}]);
    json["nodes"] = Value::Array(vec![json!({"mesh": 0}); 5000]);
    assert!(refused(&json).contains("more weights of morph targets, needed no more than 1048576"));

    // One accessor of many channels.
    let mut make = Make::default();
    let times: Vec<f32> = (0..20_000_u16).map(f32::from).collect();
    let times = make.floats(Type::Scalar, &times);
    let weights = make.bytes(&[0; 20_000], ComponentType::U8, Type::Scalar, true);
    for node in 0..1000 {
        make.node("", &[]);
        make.channel(node, MorphTargetWeights, Linear, times, weights);
    }
    let file = make.binary();
    survives(&file, read);
    assert!(
        read(&file)
            .unwrap_err()
            .to_string()
            .contains("needed no more keys than a file of this size")
    );
}

#[test]
fn strange_numbers_anywhere_are_survived() {
    survives_strange_numbers(&small_json(), read);
}

#[test]
fn deep_nesting_is_no_deep_recursion() {
    let deep = format!("{{\"asset\": {}", "[".repeat(1_000_000));
    assert!(read(deep.as_bytes()).unwrap_err().to_string().contains("recursion limit"));
}

#[test]
fn every_truncation_is_survived() {
    for file in [small().text(), small().binary()] {
        survives_truncation(&file, read);
    }
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm(), binary: bool) {
        let file = if binary { small().binary() } else { small().text() };
        survives(&harm.to(&file), read);
    }
}
