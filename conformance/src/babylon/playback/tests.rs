//! Recordings that are made up.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Op, Script, Simulated, compare};

fn step() -> impl Strategy<Value = Value> {
    let ms = prop_oneof![4 => (0..60_u32).prop_map(f64::from), 1 => (0..4000_u32).prop_map(f64::from), 1 => Just(1000.0 / 60.0)];
    ms.prop_map(|ms| json!({"op": "step", "ms": ms}))
}

fn speed() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![1.0, 1.0, 2.0, 0.5, 0.25, 3.3, 1.1, 0.0, -1.0, -0.5, -2.0])
}

fn op() -> impl Strategy<Value = Value> {
    let plain = prop::sample::select(vec!["look", "pause", "restart", "restart", "reset", "stop"]);
    prop_oneof![
        12 => step(),
        2 => (-5..80_i32).prop_map(|frame| json!({"op": "go_to_frame", "frame": f64::from(frame) / 2.0})),
        1 => speed().prop_map(|value| json!({"op": "speed_ratio", "value": value})),
        3 => plain.prop_map(|op| json!({"op": op})),
    ]
}

fn clip() -> impl Strategy<Value = Value> {
    let key = (1..30_i32, -20.0..20.0_f64, -20.0..20.0_f64, prop::bool::weighted(0.15));
    let modes = vec!["cycle", "constant", "relative", "relative_from_current", "yoyo"];
    let fps = prop::sample::select(vec![11.0, 24.0, 25.0, 29.97, 30.0, 60.0, 100.0]);
    let first = prop::sample::select(vec![0.0, 0.0, 0.0, 6.0, -4.0]);
    let keys = prop::collection::vec(key, 2..6);
    (keys, first, fps, prop::sample::select(modes)).prop_map(|(keys, first, fps, mode)| {
        let mut frame: f64 = first;
        let keys: Vec<Value> = keys
            .into_iter()
            .map(|(wait, x, y, step)| {
                let key = json!({"frame": frame, "value": [x, y], "step": step});
                frame += f64::from(wait) / 2.0;
                key
            })
            .collect();
        json!({"type": "vector2", "fps": fps, "loop": mode, "keys": keys})
    })
}

fn record() -> impl Strategy<Value = Value> {
    let event = (0..60_i32, prop::bool::weighted(0.3));
    let events = prop::collection::vec(event, 0..5).prop_map(|events| -> Vec<Value> {
        let numbered = events.into_iter().enumerate();
        let event = |(id, (frame, once)): (usize, (i32, bool))| {
            json!({"id": id.to_string(), "frame": f64::from(frame) / 2.0, "only_once": once})
        };
        numbered.map(event).collect()
    });
    let play = (-2..40_i32, -2..40_i32, prop::bool::weighted(0.7), speed());
    let play = play.prop_map(|(from, to, looped, speed)| {
        json!({"from": f64::from(from), "to": f64::from(to), "loop": looped, "speed_ratio": speed})
    });
    (clip(), play, events, prop::collection::vec(op(), 1..40)).prop_map(|(clip, play, events, script)| {
        json!({"clip": clip, "play": play, "initial": [1.5, -2.0], "events": events, "script": script, "trace": []})
    })
}

/// The record with what the model of the recorded player shows as its trace.
fn recorded_from_the_model(mut record: Value) -> Value {
    let script: Script = serde_json::from_value(record.clone()).expect("a script");
    let mut player = Simulated::new(&script).expect("a script that can be played");
    let mut trace = Vec::new();
    for op in &script.script {
        player.does(*op).expect("something that can be done");
        if matches!(op, Op::Step { .. } | Op::Look) {
            let seen = &player.seen;
            let events =
                seen.events.iter().map(|index| json!([script.events[*index].id, seen.frame]));
            trace.push(json!({
                "value": seen.value, "frame": seen.frame, "loops": seen.loops, "ends": seen.ends,
                "running": seen.running, "events": events.collect::<Vec<_>>(),
            }));
        }
    }
    record["trace"] = Value::Array(trace);
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Ours is as expected in all of them, and every departure of the recorded player has its rule.
    #[test]
    fn whatever_is_done_is_equal_or_wanted(record in record()) {
        let record = recorded_from_the_model(record);
        let verdict = compare(&record).expect("a record that can be read");
        prop_assert_eq!(verdict.failure, None, "{}", record);
    }
}

/// Scripts that once were neither equal nor wanted.
#[test]
fn corners_that_were_found_are_equal_or_wanted() {
    let key = |frame: f64| json!({"frame": frame, "value": [0.0, 0.0], "step": false});
    let step = |ms: f64| json!({"op": "step", "ms": ms});
    let speed = |value: f64| json!({"op": "speed_ratio", "value": value});
    let reset = json!({"op": "reset"});
    let corners = [
        (
            "reset when its speed had been turned",
            "cycle",
            (2.0, 2.0),
            vec![step(0.0), speed(-1.0), reset.clone(), step(0.0), step(1.0), step(0.0)],
        ),
        (
            "turned twice where it begins",
            "cycle",
            (1.0, 0.0),
            vec![step(0.0), speed(1.0), step(0.0), speed(-1.0), step(1.0), step(0.0)],
        ),
        (
            "stopped when it was reset",
            "relative_from_current",
            (1.0, 1.0),
            vec![reset, json!({"op": "stop"}), step(0.0)],
        ),
    ];
    for (corner, mode, (from, to), script) in corners {
        let record = json!({
            "clip": {"type": "vector2", "fps": 11.0, "loop": mode, "keys": [key(0.0), key(1.0)]},
            "play": {"from": from, "to": to, "loop": false, "speed_ratio": 1.0},
            "initial": [1.5, -2.0], "events": [], "trace": [], "script": script,
        });
        let verdict = compare(&recorded_from_the_model(record)).expect("a record that can be read");
        assert_eq!(verdict.failure, None, "{corner}");
    }
}
