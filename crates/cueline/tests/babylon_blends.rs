//! Rotations and matrices between two keys, as Babylon.js 9.34 blends them.

use cueline::value::{Lerp, Mat4, Quat};
use serde_json::Value;

/// Keys of matrices were rounded to `f32` when they were made, so their axes are at right angles and
/// their quaternions of length 1 within a few 2^-24, times a scale below 3. Babylon.js blends these
/// as they are, and blends rotations closer than acos(0.999999) straight, which makes them up to
/// 1.25e-7 too short; here every rotation has length 1.
const ROUNDED_KEYS: f64 = 1e-6;

/// The same sums in another order.
const ROUNDED_SUMS: f64 = 1e-14;

fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    core::array::from_fn(|i| value[i].as_f64().expect("a number"))
}

fn records(kind: &str) -> Vec<Value> {
    let lines = include_str!("data/babylon_blends.jsonl").lines();
    let records = lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    records.filter(|record| record["type"] == kind).collect()
}

#[track_caller]
fn assert_near<const N: usize>(found: [f64; N], expected: &Value, tolerance: f64, what: &str) {
    let expected = numbers::<N>(expected);
    for (found, expected) in found.iter().zip(expected) {
        // Relative for numbers above 1.
        let allowed = tolerance * expected.abs().max(1.0);
        assert!((found - expected).abs() <= allowed, "{what}: {found} instead of {expected}");
    }
}

#[test]
fn rotations() {
    let records = records("quaternion");
    assert!(records.len() > 15);
    for record in records {
        let [from, to] = ["from", "to"].map(|end| Quat::from(numbers(&record[end])));
        for (i, t) in record["t"].as_array().unwrap().iter().enumerate() {
            let found = from.lerp(&to, t.as_f64().unwrap());
            let what = format!("{} at {t}", record["name"]);
            // Keys are in f64 here; only those blended straight are too short.
            let tolerance = if what.contains("nearly_equal") { ROUNDED_KEYS } else { ROUNDED_SUMS };
            assert_near(found.into(), &record["values"][i], tolerance, &what);
        }
    }
}

#[test]
fn matrices() {
    let records = records("matrix");
    assert!(records.len() > 10);
    for record in records {
        let [from, to] = ["from", "to"].map(|end| Mat4::from(numbers(&record[end])));
        for (i, t) in record["t"].as_array().unwrap().iter().enumerate() {
            let (what, t) = (format!("{} at {t}", record["name"]), t.as_f64().unwrap());
            let decomposed = from.lerp_decomposed(&to, t);
            assert_near(decomposed.0, &record["values_decomposed"][i], ROUNDED_KEYS, &what);
            let elementwise = from.lerp(&to, t);
            assert_near(elementwise.0, &record["values_elementwise"][i], ROUNDED_SUMS, &what);
        }
    }
}
