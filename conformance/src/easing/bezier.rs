//! Bezier curves: the closed form, and the three libraries that search.

use std::collections::BTreeMap;

use cueline::value::{CubicBezier, Curve, Easing};
use serde::Deserialize;
use serde_json::Value;

use super::{CLOSE, ROUNDINGS, off, spread, table::agree_in_f32};
use crate::{
    deviations::EASING_SEARCH_GOES_ON,
    read::{Malformed, number, numbers, other},
    verdict::Verdict,
};

#[derive(Deserialize)]
struct Bezier {
    params: Value,
    t: Value,
    values: BTreeMap<String, Value>,
    max_spread: Value,
}

/// How far from the x that was asked for a library stops.
fn end_of_search(library: &str) -> f64 {
    match library {
        "bezier-easing" => ROUNDINGS, // it solves
        "motion" => 1e-14,
        _ => 1e-7,
    }
}

/// What ten halvings of a tenth of the curve's parameter leave of the y, where the curve is nearly vertical; else none.
fn halved([x1, y1, x2, y2]: [f64; 4], x: f64) -> f64 {
    let at = |s: f64, p1: f64, p2: f64| 3.0 * s * (1.0 - s) * ((1.0 - s) * p1 + s * p2) + s.powi(3);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if at(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    let end = 0.1 / 1024.0;
    let far = |p1, p2| {
        let moved = |s: f64| (at(s, p1, p2) - at(low, p1, p2)).abs();
        moved(low - end).max(moved(low + end))
    };
    if far(x1, x2) < 0.05 * end { far(y1, y2) } else { 0.0 }
}

pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let record: Bezier = Deserialize::deserialize(record)?;
    let params: [f64; 4] =
        numbers(&record.params)?.try_into().map_err(|_| other("four numbers of a Bezier curve"))?;
    let bezier = CubicBezier::try_from(params).map_err(other)?;
    let easing = Easing::In(Curve::Bezier(bezier));
    let t = numbers(&record.t)?;
    let ours: Vec<f64> = t.iter().map(|t| easing.at(*t)).collect();
    let mut verdict = Verdict::default();
    let mut all: Vec<Vec<f64>> = Vec::new();
    for (library, values) in &record.values {
        let values = numbers(values)?;
        let by = end_of_search(library);
        let off = |t: f64, y: f64| off(|x| easing.at(x), t, by) + CLOSE * y.abs().max(1.0);
        let mut expected = ours.clone();
        if library == "popmotion" {
            for ((ours, recorded), t) in expected.iter_mut().zip(&values).zip(&t) {
                let far = (*ours - recorded).abs();
                if far > off(*t, *recorded) && far <= halved(params, *t) {
                    *ours = *recorded;
                    verdict.wanted(&EASING_SEARCH_GOES_ON);
                }
            }
        }
        verdict.each_close(library, &expected, &values, |index, y| off(t[index], y));
        if library == "bezier-easing" {
            agree_in_f32(&mut verdict, easing, &t, &values, off)?;
        }
        all.push(values);
    }
    verdict.same("the spread of the recording", spread(&all), number(&record.max_spread)?);
    Ok(verdict)
}
