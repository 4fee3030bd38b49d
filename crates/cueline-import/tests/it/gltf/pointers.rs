//! `KHR_animation_pointer`, extras, and which node has which skin.

use cueline::{
    clip::Clip,
    time::Span,
    value::{Vec2, Vec3, Vec4},
};
use cueline_assets::Severity;
use gltf_json::{
    accessor::{ComponentType, Type},
    animation::{Interpolation::Linear, Property::Translation},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{make::Make, read};
use crate::harm::{harm, many, survives};

/// A file with a pointer for each of these accessors of two keys, at 0 and 1 s.
fn pointing(make: &mut Make, pointers: &[(&str, u32)]) -> Value {
    make.node("lamp", &[]);
    make.curve(0, Translation, Linear, &[0.0, 1.0], &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
    let mut json: Value = serde_json::from_slice(&make.text()).unwrap();
    let times = json["animations"][0]["samplers"][0]["input"].clone();
    for (path, output) in pointers {
        let animation = &mut json["animations"][0];
        let samplers = animation["samplers"].as_array_mut().unwrap();
        let sampler = samplers.len();
        samplers.push(json!({ "input": times, "output": output, "interpolation": "LINEAR" }));
        animation["channels"].as_array_mut().unwrap().push(json!({
            "sampler": sampler,
            "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": path}}}
        }));
    }
    json
}

fn lamp() -> Value {
    let mut make = Make::default();
    let mut outputs = vec![
        make.floats(Type::Scalar, &[1.0, 3.0]),
        make.floats(Type::Vec2, &[0.0, 0.0, 1.0, 2.0]),
        make.floats(Type::Vec3, &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0]),
        make.floats(Type::Vec4, &[1.0, 1.0, 1.0, 1.0, 0.0, 0.5, 1.0, 1.0]),
        make.bytes(&[1, 0], ComponentType::U8, Type::Scalar, false),
        make.floats(Type::Vec3, &[1.0, 1.0, 1.0, 3.0, 3.0, 3.0]),
        make.floats(Type::Scalar, &[0.0, 1.0, 1.0, 0.0]),
        make.floats(Type::Mat2, &[0.0; 8]),
    ];
    let paths = [
        "/extensions/KHR_lights_punctual/lights/0/intensity",
        "/materials/0/emissiveTexture/extensions/KHR_texture_transform/offset",
        "/materials/0/emissiveFactor",
        "/materials/0/pbrMetallicRoughness/baseColorFactor",
        "/nodes/0/extensions/KHR_node_visibility/visible",
        "/nodes/0/scale",
        "/meshes/0/weights",
        "/materials/0/odd",
    ];
    let outputs = outputs.drain(..).map(|index| u32::try_from(index.value()).unwrap());
    let pointers: Vec<_> = paths.into_iter().zip(outputs).collect();
    let mut json = pointing(&mut make, &pointers);
    json["extensionsRequired"] = json!(["KHR_animation_pointer"]);
    json["animations"][0]["extras"] = json!({
        "markers": [{"name": "flash", "time": 0.5}, {"name": "late"}], "speed": 2
    });
    json["nodes"][0]["extras"] = json!({"team": "red"});
    json["skins"] = json!([{"name": "suit", "joints": [0]}]);
    json["nodes"][0]["skin"] = json!(0);
    json
}

#[test]
fn pointers_are_tracks_under_their_path() {
    let read = read(lamp().to_string().as_bytes()).unwrap();
    let clip: Clip = read.document.clips["move"].build("move").unwrap();
    let half = Span::from_millis(500);
    let light = "/extensions/KHR_lights_punctual/lights/0/intensity";
    assert_eq!(clip.track::<f32>(light).unwrap().sample(half), 2.0);
    let offset = "/materials/0/emissiveTexture/extensions/KHR_texture_transform/offset";
    assert_eq!(clip.track::<Vec2>(offset).unwrap().sample(half), Vec2::new(0.5, 1.0));
    let glow = clip.track::<Vec3>("/materials/0/emissiveFactor").unwrap();
    assert_eq!(glow.sample(half), Vec3::new(0.5, 1.0, 1.5));
    let base = "/materials/0/pbrMetallicRoughness/baseColorFactor";
    let base = clip.track::<Vec4>(base).unwrap().sample(half);
    assert_eq!(base, Vec4::new(0.5, 0.75, 1.0, 1.0));
    let shown = "/nodes/0/extensions/KHR_node_visibility/visible";
    let shown = clip.track::<bool>(shown).unwrap();
    assert_eq!([half, Span::from_secs(1)].map(|at| shown.sample(at)), [true, false]);
    let scale = clip.track::<Vec3>("lamp/scale").unwrap().sample(half);
    assert_eq!(scale, Vec3::new(2.0, 2.0, 2.0), "a pointer to a node is a track of the node");
    let weights = [0, 1].map(|index| {
        clip.track::<f32>(&format!("/meshes/0/weights/{index}")).unwrap().sample(Span::ZERO)
    });
    assert_eq!(weights, [0.0, 1.0]);
    let lost = read.notes.iter().filter(|note| note.severity == Severity::Warning);
    let lost: Vec<_> = lost.map(ToString::to_string).collect();
    assert_eq!(lost.len(), 1, "{lost:?}");
    assert!(
        lost[0].ends_with(
            "/materials/0/odd: found Mat2, whose motion is lost; needed a number or a vector"
        ),
        "{lost:?}"
    );
}

#[test]
fn markers_in_extras_are_cues_and_the_rest_of_the_extras_stays() {
    let document = read(lamp().to_string().as_bytes()).unwrap().document;
    let clip = &document.clips["move"];
    let built = clip.build("move").unwrap();
    let cues: Vec<_> = built.cues().iter().map(|cue| (cue.at, &*cue.name)).collect();
    assert_eq!(cues, [(Span::from_millis(500), "flash")]);
    assert!(clip.meta["extras"].contains("\"speed\":2"), "{}", clip.meta["extras"]);
    let meta = &document.skeletons["scene"].meta;
    assert_eq!((&*meta["lamp/extras"], &*meta["lamp/skin"]), ("{\"team\":\"red\"}", "suit"));
}

/// The JSON pointers of all objects that the format lets have extras and extensions.
fn places(value: &Value, path: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{path}/{index}"), all);
            }
        }
        Value::Object(fields) => {
            all.push(path.into());
            let own = ["extras", "extensions", "attributes", "targets"];
            for (name, field) in fields.iter().filter(|(name, _)| !own.contains(&&***name)) {
                places(field, &format!("{path}/{name}"), all);
            }
        }
        _ => {}
    }
}

#[test]
fn extras_of_any_kind_and_unknown_extensions_may_stand_in_any_place() {
    let mut file = lamp();
    file["animations"][0].as_object_mut().unwrap().remove("extras");
    file["nodes"][0].as_object_mut().unwrap().remove("extras");
    file["scenes"] = json!([{"nodes": [0]}]);
    file["cameras"] = json!([{"type": "perspective", "perspective": {"yfov": 1.0, "znear": 0.1}}]);
    file["materials"] = json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]);
    file["textures"] = json!([{"source": 0, "sampler": 0}]);
    file["images"] = json!([{"uri": "light.png"}]);
    file["samplers"] = json!([{}]);
    file["meshes"] = json!([{"primitives": [{"attributes": {}, "targets": [{}]}]}]);
    file["nodes"][0]["mesh"] = json!(0);
    let mut all = Vec::new();
    places(&file, "", &mut all);
    for of in
        ["", "/asset", "/buffers/0", "/animations/0/channels/1/target", "/meshes/0/primitives/0"]
    {
        assert!(all.iter().any(|path| path == of), "{of} in {all:?}");
    }
    let plain = read(file.to_string().as_bytes()).unwrap().document;
    let odd = [
        json!([1, "a"]),
        json!([]),
        json!("a"),
        json!(1.5),
        json!(true),
        json!({"a": []}),
        json!(null),
    ];
    for path in &all {
        for odd in &odd {
            let mut file = file.clone();
            let item = file.pointer_mut(path).unwrap();
            item["extras"] = odd.clone();
            item["extensions"]["EXT_unknown"] = odd.clone();
            let read = read(file.to_string().as_bytes());
            let mut document =
                read.unwrap_or_else(|error| panic!("{path}: {odd}: {error}")).document;
            // Those of nodes and of animations are kept.
            document.clips["move"].meta.shift_remove("extras");
            document.skeletons["scene"].meta.shift_remove("lamp/extras");
            assert_eq!(document, plain, "{path}: {odd}");
        }
    }
}

#[test]
fn a_second_channel_for_a_node_is_refused_also_by_a_pointer() {
    let mut make = Make::default();
    let output = make.floats(Type::Vec3, &[0.0; 6]);
    let output = u32::try_from(output.value()).unwrap();
    let json = pointing(&mut make, &[("/nodes/0/translation", output)]);
    let problems = read(json.to_string().as_bytes()).unwrap_err().to_string();
    assert!(problems.contains("a second channel for \"lamp/translation\""), "{problems}");
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_to_pointers_is_survived(harm in harm()) {
        survives(&harm.to(lamp().to_string().as_bytes()), read);
    }
}
