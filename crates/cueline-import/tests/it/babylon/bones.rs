//! Bones, in the form in which Babylon.js and its exporters write them: a matrix for each bone at rest, and matrices
//! that move it.

use cueline::{
    time::Span,
    value::{Mat4, Quat, Transform, Vec3},
};
use cueline_assets::{Read, rig::Rig};
use cueline_import::Foreign;
use serde_json::{Value, json};

use super::read;
use crate::harm::{harm, many, survives, survives_strange_numbers, survives_truncation};
use proptest::prelude::*;

/// A quarter turn about z, and a translation, as Babylon.js writes a matrix: the translation at its end.
const TURNED: [f32; 16] =
    [0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 1.0];
const RAISED: [f32; 16] =
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 3.0, 0.0, 1.0];

fn scene() -> Value {
    let animation = |keys: Value| {
        json!({"name": "anim", "property": "_matrix", "framePerSecond": 30, "dataType": 3,
            "loopBehavior": 1, "keys": keys})
    };
    let unit = Mat4::<f32>::default().0;
    json!({"skeletons": [{
        "name": "Armature", "id": "0", "needInitialSkinMatrix": false,
        "bones": [
            {"name": "hip", "id": "hip", "index": 0, "parentBoneIndex": -1, "matrix": RAISED, "rest": RAISED,
             "animation": animation(json!([{"frame": 0, "values": RAISED}, {"frame": 30, "values": TURNED}]))},
            {"name": "knee", "id": "knee", "index": 1, "parentBoneIndex": 0, "matrix": TURNED, "length": 2,
             "animation": animation(json!([{"frame": 0, "values": TURNED}, {"frame": 30, "values": unit}]))}],
        "ranges": [{"name": "walk", "from": 15, "to": 30}]}]})
}

fn near(found: impl IntoIterator<Item = impl Into<f64>>, wanted: [f32; 16]) {
    let found: Vec<f64> = found.into_iter().map(Into::into).collect();
    let off = found.iter().zip(wanted).map(|(a, b)| (a - f64::from(b)).abs()).fold(0.0, f64::max);
    assert!(off < 1e-6, "{found:?}, not {wanted:?}");
}

#[test]
fn bones_are_a_skeleton_that_their_tracks_move() {
    let Read { document, notes, .. } = read(scene().to_string().as_bytes()).unwrap();
    assert!(notes.iter().all(|note| !note.found.contains("shear")), "{notes}");
    let skeleton = &document.skeletons["Armature"];
    assert_eq!(skeleton.nodes["hip"].parent, None);
    assert_eq!(skeleton.nodes["knee"].parent.as_deref(), Some("hip"));
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let rest = Transform {
        translation: Vec3::new(0.0, 2.0, 0.0),
        rotation: Quat::new(0.0, 0.0, half, half),
        scale: Vec3::new(1.0, 1.0, 1.0),
    };
    near(skeleton.nodes["knee"].rest.compose().0, rest.compose().0);

    let clip = document.clips["scene"].build("scene").unwrap();
    assert_eq!(clip.duration(), Span::from_secs(1));
    assert_eq!(clip.cues()[0].name, "walk");
    assert_eq!(clip.cues()[0].at, Span::from_millis(500));
    assert_eq!(document.clips["scene"].meta["Armature/range/walk"], "15..30");
    assert!(clip.track::<Mat4>("hip/_matrix").is_err(), "its parts instead");

    let rig = Rig::new(skeleton).unwrap();
    let mut pose = rig.rest();
    let at_rest = rig.palette("skin", &rig.globals(&pose)).unwrap();
    at_rest.iter().for_each(|matrix| near(matrix.0, Mat4::<f32>::default().0));
    assert_eq!(rig.sample(&clip, Span::from_secs(1), &mut pose), 6, "three tracks of each bone");
    // The hip is turned by now, and the knee has come to it.
    near(rig.globals(&pose)[1].0, TURNED);
    // A matrix holds until the next one, as in Babylon.js.
    rig.sample(&clip, Span::from_millis(999), &mut pose);
    near(rig.globals(&pose)[0].0, RAISED);
}

#[test]
fn ranges_have_the_rate_of_the_bones_and_stay_apart() {
    let mut scene = scene();
    let mut second = scene["skeletons"][0].clone();
    second["name"] = json!("Wing");
    second["ranges"] =
        json!([{"name": "walk", "from": 6, "to": 9}, {"name": "far", "from": 99, "to": 100}]);
    scene["skeletons"].as_array_mut().unwrap().push(second);
    // The clip counts in the frames of the first animation, which is that of a mesh.
    scene["meshes"] = json!([{"name": "door", "id": "door", "animations": [{"name": "open", "property": "position.x",
        "framePerSecond": 60, "dataType": 0, "loopBehavior": 1, "keys": [{"frame": 0, "values": [0]}, {"frame": 60, "values": [1]}]}]}]);
    let Read { document, notes, .. } = read(scene.to_string().as_bytes()).unwrap();
    let source = &document.clips["scene"];
    let clip = source.build("scene").unwrap();
    let cues: Vec<_> = clip.cues().iter().map(|cue| (cue.at, cue.name.as_str())).collect();
    assert_eq!(cues, [(Span::from_millis(200), "walk"), (Span::from_millis(500), "walk")]);
    assert_eq!(source.meta["Armature/range/walk"], "15..30");
    assert_eq!(source.meta["Wing/range/walk"], "6..9");
    assert!(notes.iter().any(|note| note.found.contains("\"far\"")), "{notes}");

    // Groups alone: no animation has the ranges.
    for skeleton in 0..2 {
        for bone in 0..2 {
            scene["skeletons"][skeleton]["bones"][bone]["animation"] = Value::Null;
        }
    }
    scene["meshes"] = Value::Null;
    let notes = read(scene.to_string().as_bytes()).unwrap().notes;
    assert_eq!(notes.iter().filter(|note| note.found.ends_with("ranges")).count(), 2, "{notes}");
}

#[test]
fn a_bone_that_moves_by_shear_loses_motion() {
    let mut scene = scene();
    let mut sheared = TURNED;
    sheared[5] = 0.3;
    scene["skeletons"][0]["bones"][0]["animation"]["keys"][1]["values"] = json!(sheared);
    let notes = read(scene.to_string().as_bytes()).unwrap().notes;
    let lost = |note: &&cueline_assets::Problem| note.severity == cueline_assets::Severity::Warning;
    assert_eq!(notes.iter().filter(lost).count(), 1, "{notes}");
}

#[test]
fn a_group_moves_bones_by_their_ids() {
    let mut scene = scene();
    let animation = scene["skeletons"][0]["bones"][0]["animation"].take();
    scene["skeletons"][0]["bones"][1]["animation"] = Value::Null;
    scene["skeletons"][0]["bones"][0]["id"] = json!("bone-7");
    scene["animationGroups"] = json!([{"name": "bow", "from": 0, "to": 30,
        "targetedAnimations": [{"targetId": "bone-7", "animation": animation}]}]);
    let document = read(scene.to_string().as_bytes()).unwrap().document;
    let tracks: Vec<&str> = document.clips["bow"].tracks.keys().map(String::as_str).collect();
    assert_eq!(tracks, ["hip/translation", "hip/rotation", "hip/scale"]);
}

#[test]
fn bones_keep_their_names_next_to_nodes_of_the_same_names() {
    let mut scene = scene();
    for (index, bone) in
        scene["skeletons"][0]["bones"].as_array_mut().unwrap().iter_mut().enumerate()
    {
        bone["id"] = json!(format!("{index}-bone"));
        bone["animation"] = Value::Null;
    }
    scene["transformNodes"] =
        json!([{"name": "hip", "id": "0-node"}, {"name": "knee", "id": "1-node"}]);
    scene["animationGroups"] = json!([{"name": "bow", "from": 0, "to": 30, "targetedAnimations": [
        {"targetId": "0-bone", "animation": {"name": "a", "property": "_matrix", "framePerSecond": 30,
            "dataType": 3, "keys": [{"frame": 0, "values": RAISED}, {"frame": 30, "values": TURNED}]}},
        {"targetId": "0-node", "animation": {"name": "b", "property": "position.x", "framePerSecond": 30,
            "dataType": 0, "keys": [{"frame": 0, "values": [1]}, {"frame": 30, "values": [2]}]}}]}]);
    let document = read(scene.to_string().as_bytes()).unwrap().document;
    let nodes: Vec<&String> = document.skeletons["Armature"].nodes.keys().collect();
    assert_eq!(nodes, ["hip", "knee"]);
    let tracks: Vec<&String> = document.clips["bow"].tracks.keys().collect();
    let parts = ["translation", "rotation", "scale"].map(|part| format!("hip/{part}"));
    assert_eq!(tracks[..3], parts.iter().collect::<Vec<_>>());
    assert_eq!(tracks[3], "0-node/position.x");
}

#[test]
fn a_scene_of_bones_alone_is_known_by_its_content() {
    let mut scene = scene();
    for bone in scene["skeletons"][0]["bones"].as_array_mut().unwrap() {
        bone["animation"] = Value::Null;
    }
    scene["skeletons"][0]["ranges"] = Value::Null;
    let known = Foreign::of("stdin.json", scene.to_string().as_bytes());
    assert_eq!(known, Some(Foreign::Babylon));
}

#[test]
fn notes_on_bones_of_one_id_name_their_skeleton() {
    let mut scene = scene();
    let mut second = scene["skeletons"][0].clone();
    second["bones"][1]["id"] = json!("hip");
    second["bones"][1]["name"] = json!("hip");
    scene["skeletons"].as_array_mut().unwrap().push(second);
    let notes = read(scene.to_string().as_bytes()).unwrap().notes;
    let places: Vec<String> = notes.iter().map(|note| note.item.to_string()).collect();
    assert!(places.iter().any(|place| place == "skeletons[1].bones[1]"), "{notes}");
}

#[test]
fn bones_of_two_skeletons_with_one_name_stay_apart() {
    let mut scene = scene();
    let second = scene["skeletons"][0].clone();
    scene["skeletons"].as_array_mut().unwrap().push(second);
    let document = read(scene.to_string().as_bytes()).unwrap().document;
    let clip = document.clips["scene"].build("scene").unwrap();
    for skeleton in document.skeletons.values() {
        let rig = Rig::new(skeleton).unwrap();
        assert_eq!(rig.sample(&clip, Span::ZERO, &mut rig.rest()), 6);
    }
    assert_eq!(clip.channels().count(), 12);
    assert!(document.skeletons["Armature#1"].nodes.contains_key("Armature#1/hip"));

    // Ids tell them apart.
    for (index, id) in ["hip-2", "knee-2"].into_iter().enumerate() {
        scene["skeletons"][1]["bones"][index]["id"] = json!(id);
    }
    let document = read(scene.to_string().as_bytes()).unwrap().document;
    assert!(document.skeletons["Armature"].nodes.contains_key("hip"));
    assert!(document.skeletons["Armature#1"].nodes.contains_key("hip-2"));
}

#[test]
fn trees_that_are_none_are_refused() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut scene = scene();
        change(&mut scene["skeletons"][0]["bones"]);
        let text = scene.to_string();
        survives(text.as_bytes(), read);
        read(text.as_bytes()).unwrap_err().to_string().lines().next().unwrap().to_owned()
    };
    assert_eq!(
        refused(&|bones| bones[0]["parentBoneIndex"] = json!(1)),
        "error: skeletons[0].bones[0].parentBoneIndex: found a bone that is its own descendant, needed a tree"
    );
    assert_eq!(
        refused(&|bones| bones[1]["parentBoneIndex"] = json!(9)),
        "error: skeletons[0].bones[1].parentBoneIndex: found 9, needed -1, or a number below 2, the number of bones"
    );
    assert_eq!(
        refused(&|bones| bones[1]["matrix"] = json!([1, 2])),
        "error: skeletons[0].bones[1].matrix: found 2 numbers, needed 16 finite ones"
    );
}

#[test]
fn strange_numbers_in_bones_are_survived() {
    survives_strange_numbers(&scene(), read);
}

#[test]
fn truncated_bones_are_survived() {
    survives_truncation(scene().to_string().as_bytes(), read);
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_to_bones_is_survived(harm in harm()) {
        survives(&harm.to(scene().to_string().as_bytes()), read);
    }
}
