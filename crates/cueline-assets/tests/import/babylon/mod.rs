//! Babylon.js: clips that it wrote itself, with what it samples from them.
//!
//! `clips.jsonl` was recorded from the npm package `@babylonjs/core` 9.34.0: `file` is what `Animation.serialize()`
//! gave, `values` what the animation itself showed at `frames`, to nine digits; `eased` marks those with easings,
//! which the file form has no place for.

mod hostile;

use cueline::{
    clip::{Clip, ClipError},
    time::{Span, TickRate},
    value::{Color, Mat4, Quat, Vec3},
};
use cueline_assets::{Problems, Read, import::babylon};
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

fn sample(clip: &Clip, path: &str, kind: i64, at: Span) -> Result<Vec<f64>, ClipError> {
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
            let told = read.unwrap_err().to_string();
            assert!(told.contains("keys without values, so it has no track"), "{told}");
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
