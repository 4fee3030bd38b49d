//! Bezier curves: the closed form, and the three libraries that search.

use std::collections::BTreeMap;

use cueline::value::{CubicBezier, Curve, Easing};
use serde::Deserialize;
use serde_json::Value;

use super::{CLOSE, agree, table::agree_in_f32};
use crate::{
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

/// How far from the x that was asked for the searching libraries stop.
const SEARCH: f64 = 1e-7;

pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let record: Bezier = Deserialize::deserialize(record)?;
    let params: [f64; 4] =
        numbers(&record.params)?.try_into().map_err(|_| other("four numbers of a Bezier curve"))?;
    let bezier = CubicBezier::try_from(params).map_err(other)?;
    let easing = Easing::In(Curve::Bezier(bezier));
    let t = numbers(&record.t)?;
    let ours: Vec<f64> = t.iter().map(|t| easing.at(*t)).collect();
    // What an x that is off by a search's end makes of the y.
    let off = |t: f64| {
        let far = |x: f64| (easing.at(x.clamp(0.0, 1.0)) - easing.at(t)).abs();
        far(t - SEARCH).max(far(t + SEARCH)) + CLOSE
    };
    let mut verdict = Verdict::new();
    let mut spread = 0.0_f64;
    let mut all: Vec<Vec<f64>> = Vec::new();
    for (library, values) in &record.values {
        let values = numbers(values)?;
        if library == "bezier-easing" {
            agree(&mut verdict, library, &ours, &values);
            agree_in_f32(&mut verdict, easing, &t, &values, |_| CLOSE)?;
        } else {
            verdict.each_close(library, &ours, &values, |index, _| off(t[index]));
        }
        all.push(values);
    }
    for index in 0..t.len() {
        let at = || all.iter().filter_map(|values| values.get(index)).copied();
        let (low, high) =
            (at().fold(f64::INFINITY, f64::min), at().fold(f64::NEG_INFINITY, f64::max));
        spread = spread.max(high - low);
    }
    verdict.same("the spread of the recording", spread, number(&record.max_spread)?);
    Ok(verdict)
}
