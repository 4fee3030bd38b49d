//! Steps: which of our jumps is a library's variant.

use std::collections::BTreeMap;

use cueline::value::{Jump, Steps};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    deviations::{EASING_JUMP_SHOWS_WHAT_IS_BEHIND, EASING_STEPS_ARRIVE},
    read::{Malformed, numbers, other},
    verdict::Verdict,
};

#[derive(Deserialize)]
struct Recorded {
    n: u32,
    t: Value,
    values: BTreeMap<String, Value>,
}

/// Our steps for a variant, and between which shares of the way the library looks.
fn ours(variant: &str, n: u32) -> Result<(Steps, [f64; 2]), Malformed> {
    let (count, jump, looked_at) = match variant {
        // Of n jumps, none is at an end: so there are n + 1 stretches.
        "gsap steps(n)" => (n.saturating_add(1), Jump::None, [0.0, 1.0]),
        "gsap steps(n) immediate start" => (n, Jump::Start, [0.0, 1.0]),
        "animejs steps(n)" => (n, Jump::End, [0.0, 1.0]),
        "animejs steps(n) from start" => (n, Jump::Start, [0.0, 1.0]),
        "motion steps(n, end)" | "popmotion steps(n, end)" => (n, Jump::End, [0.0, 0.999]),
        "motion steps(n, start)" | "popmotion steps(n, start)" => (n, Jump::Start, [0.001, 1.0]),
        _ => return Err(other(format!("no steps known as {variant:?}"))),
    };
    Ok((Steps::new(count, jump).map_err(other)?, looked_at))
}

pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let record: Recorded = Deserialize::deserialize(record)?;
    let mut verdict = Verdict::default();
    let t = numbers(&record.t)?;
    for (variant, values) in &record.values {
        let (steps, [least, most]) = ours(variant, record.n)?;
        let values = numbers(values)?;
        verdict.same(&format!("{variant}: how many"), values.len(), t.len());
        for (t, recorded) in t.iter().zip(values) {
            // A multiple of 1/n instead of a quotient: half a unit in the last place, twice.
            let same = |ours: f64| (ours - recorded).abs() <= f64::EPSILON;
            let looked_at = t.clamp(least, most);
            let before = steps.at(looked_at.next_down());
            let at_a_jump = before != steps.at(looked_at);
            if same(steps.at(*t)) {
                verdict.close(variant, steps.at(*t), recorded, f64::EPSILON);
            } else if at_a_jump && same(before) {
                verdict.wanted(&EASING_JUMP_SHOWS_WHAT_IS_BEHIND);
            } else if looked_at != *t && same(steps.at(looked_at)) {
                verdict.wanted(&EASING_STEPS_ARRIVE);
            } else {
                verdict
                    .fail(format!("{variant} at {t}: ours {}, recorded {recorded}", steps.at(*t)));
            }
        }
    }
    Ok(verdict)
}
