//! Babylon.js: clips that it wrote itself, with what it samples from them.
//!
//! `clips.jsonl` was recorded from the npm package `@babylonjs/core` 9.34.0: `file` is what `Animation.serialize()`
//! gave, `values` what the animation itself showed at `frames`, to nine digits; `eased` marks those with easings,
//! which the file form has no place for.

mod bones;
mod hostile;

use cueline::{
    clip::{Clip, ContentError},
    time::{Span, TickRate},
    value::{Color, Mat4, Quat, Vec3},
};
use cueline_assets::{Problems, Read};
use cueline_import::babylon;
use serde_json::Value;

const CLIPS: &str = include_str!("clips.jsonl");

pub(crate) fn read(file: &[u8]) -> Result<Read, Problems> {
    babylon::read(file)
}

fn records() -> Vec<Value> {
    CLIPS.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn record(name: &str) -> Value {
    records().into_iter().find(|record| record["file"]["name"] == name).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(list) => list.iter().map(|number| number.as_f64().unwrap()).collect(),
        None => vec![value.as_f64().unwrap()],
    }
}

fn wide<const N: usize>(numbers: [f32; N]) -> Vec<f64> {
    numbers.map(f64::from).to_vec()
}

fn sample(clip: &Clip, path: &str, kind: i64, at: Span) -> Result<Vec<f64>, ContentError> {
    let gone = "another kind of track";
    Ok(match kind {
        0 => vec![clip.track::<f64>(path).expect(gone).sample(at)],
        1 => wide(clip.track::<Vec3>(path).expect(gone).sample(at).into()),
        2 => wide(clip.track::<Quat>(path).expect(gone).sample(at).into()),
        3 => wide(clip.track::<Mat4>(path).expect(gone).sample(at).0),
        4 => wide::<4>(clip.track::<Color>(path).expect(gone).sample(at).into())[..3].to_vec(),
        7 => wide::<4>(clip.track::<Color>(path).expect(gone).sample(at).into()),
        _ => panic!("a kind whose values are in no file"),
    })
}

/// How far a clip may be from the recording: rounding to `f32`, and the bound for cubics of quaternions.
fn allowed(record: &Value) -> f64 {
    let keys = record["file"]["keys"].as_array().unwrap();
    let cubic = keys.iter().any(|key| key["values"].get(4).is_some_and(Value::is_array));
    match record["file"]["dataType"].as_i64().unwrap() {
        0 => 1e-8,
        2 if cubic => 1e-4,
        _ => 2e-6,
    }
}

/// A quaternion or its negative, which is the same rotation.
fn distance(kind: i64, ours: &[f64], theirs: &[f64]) -> f64 {
    let off =
        |sign: f64| ours.iter().zip(theirs).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max);
    if kind == 2 { off(1.0).min(off(-1.0)) } else { off(1.0) }
}

#[test]
fn clips_show_what_was_recorded() {
    let mut compared = 0;
    for record in records() {
        let file = &record["file"];
        let name = file["name"].as_str().unwrap();
        let kind = file["dataType"].as_i64().unwrap();
        let read = read(file.to_string().as_bytes());
        if kind == 5 || kind == 6 {
            let reported = read.unwrap_err().to_string();
            assert!(reported.contains("keys without values, so it has no track"), "{reported}");
            continue;
        }
        let clip = read.unwrap().document.clips[name].build(name).unwrap();
        let keys: Vec<f64> = file["keys"]
            .as_array()
            .unwrap()
            .iter()
            .map(|key| key["frame"].as_f64().unwrap())
            .collect();
        // Between keys that are not of length 1 Babylon.js shows what is no rotation.
        let only_keys = record["eased"] == true || name == "quaternion_not_unit";
        let rate =
            TickRate::hz(file["framePerSecond"].as_u64().unwrap().try_into().unwrap()).unwrap();
        let size = record["values"].as_array().unwrap().iter().flat_map(numbers);
        let size = size.fold(1.0, |most: f64, number| most.max(number.abs()));
        for (frame, value) in
            numbers(&record["frames"]).iter().zip(record["values"].as_array().unwrap())
        {
            let inside = *frame > keys[0] && *frame < keys[keys.len() - 1];
            if only_keys && inside && !keys.contains(frame) {
                continue;
            }
            let at = Span::from_frames_f64(*frame, rate).unwrap();
            let (ours, theirs) = (sample(&clip, "value", kind, at).unwrap(), numbers(value));
            let off = distance(kind, &ours, &theirs);
            assert!(off <= allowed(&record) * size, "{name} at {frame}: {ours:?}, not {theirs:?}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn groups_and_scenes_name_their_tracks_by_targets() {
    let text = r#"{"meshes": [{"name": "lamp", "id": "7", "positions": [0], "animations": [
        {"name": "tilt", "property": "rotationQuaternion", "framePerSecond": 30, "dataType": 2, "loopBehavior": 4,
         "keys": [{"frame": 0, "values": [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]}, {"frame": 30, "values": [1, 0, 0, 0]}]}]}],
      "animationGroups": [{"name": "rise", "from": 10, "to": 40, "loopAnimation": true, "targetedAnimations": [
        {"targetId": "7", "animation": {"property": "position.y", "framePerSecond": 60, "dataType": 0,
         "keys": [{"frame": 0, "values": [0]}, {"frame": 40, "values": [4]}], "ranges": [{"name": "up", "from": 20, "to": 30}]}},
        {"targetId": "9", "animation": {"property": "alpha", "framePerSecond": 30, "dataType": 0,
         "keys": [{"frame": 10, "values": [0]}, {"frame": 40, "values": [3]}]}}]}]}"#;
    let Read { document, notes, .. } = read(text.as_bytes()).unwrap();
    let rise = document.clips["rise"].build("rise").unwrap();
    assert_eq!(rise.duration(), Span::from_secs(1), "30 frames of the slower of the two");
    let at =
        |path: &str, millis| rise.track::<f64>(path).unwrap().sample(Span::from_millis(millis));
    assert_eq!([at("lamp/position.y", 0), at("lamp/position.y", 500)], [1.0, 4.0]);
    assert_eq!(at("9/alpha", 500), 1.5, "by the id, where the scene does not hold the target");
    assert_eq!(rise.cues().len(), 1);
    let meta = &document.clips["rise"].meta;
    assert_eq!((&*meta["loop"], &*meta["from"]), ("true", "10"));
    assert_eq!(meta["lamp/position.y/range/up"], "20..30");
    let scene = &document.clips["scene"];
    assert_eq!(scene.meta["lamp/rotationQuaternion/loop"], "yoyo");
    let held = scene.build("scene").unwrap();
    let held =
        held.track::<Quat>("lamp/rotationQuaternion").unwrap().sample(Span::from_millis(900));
    assert_eq!(held, Quat::default(), "the other form of tangents, and a step after it");
    let reported: Vec<_> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        reported,
        [
            "note: found a form that holds no easings, so that the interpolation between keys is linear, or cubic by their tangents",
            "note: meshes[].positions: found 1, which is not imported",
        ]
    );
}

#[test]
fn what_is_wrong_is_reported() {
    let file = record("float_linear_negative_frames")["file"].clone();
    let reported = |change: &dyn Fn(&mut Value)| {
        let mut file = file.clone();
        change(&mut file);
        read(file.to_string().as_bytes())
            .unwrap_err()
            .to_string()
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        reported(&|file| file["framePerSecond"] = 0.into()),
        "error: framePerSecond: found 0, needed a frame rate from 0.001 to 100000"
    );
    assert_eq!(
        reported(&|file| file["dataType"] = 8.into()),
        "error: dataType: found 8, needed one from 0 to 7"
    );
    assert_eq!(
        reported(&|file| file["keys"][1]["frame"] = (-99).into()),
        "error: keys[1].frame: found frame -99, needed one not before -10"
    );
    assert_eq!(
        reported(&|file| file["keys"][1]["values"] = Value::Array(Vec::new())),
        "error: keys[1].values: found 0 numbers, needed 1 or more"
    );
    assert_eq!(
        reported(&|file| file["keys"][1]["values"][0] = "far".into()),
        "error: keys[1].values: found a text, needed 1 numbers"
    );
}
