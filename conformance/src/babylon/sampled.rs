//! Clips sampled at given frames.

use cueline::{
    clip::Interpolation,
    time::{FLICKS_PER_SECOND, TickRate},
};
use serde_json::Value;

use super::{
    clip::{Blend, Clip, Recorded, dot, is_unit},
    departures::{ROUNDED, STRAIGHT},
};
use crate::{
    deviations::BABYLON_ROTATIONS_HAVE_LENGTH_ONE,
    read::{Malformed, list, numbers, other, parts, text},
    verdict::Verdict,
};

/// A frame that lies between two flicks is taken to the nearest one. Half a flick of a second is 7e-10
/// of a frame of duration one; no curve here is steeper than ten times its way.
const BETWEEN_FLICKS: f64 = 1e-8;
/// Keys of matrices are rounded to `f32`, so their axes are at right angles and of length 1 within a few
/// 2^-24 only: Babylon.js blends what they give as it is, ours brings rotations to length 1.
const ROUNDED_KEYS: f64 = 1e-6;

/// Compares a record of clips.
pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::default();
    let kind = text(&record["type"])?;
    let recorded: Recorded = serde_json::from_value(record["clip"].clone())?;
    let frames = numbers(&record["frames"])?;
    let series = [
        ("values", Blend::Not),
        ("values_decomposed", Blend::Transform),
        ("values_elementwise", Blend::Numbers),
    ];
    let series = if kind == "matrix" { &series[..] } else { &series[..1] };
    // A frame a second keeps frames with a fraction on whole flicks; the clip's own rate is what users have.
    for (rate, own) in [(TickRate::hz(1).map_err(other)?, false), (recorded.rate()?, true)] {
        for (series, blend) in series {
            let clip = Clip::new(&recorded, kind, rate, *blend)?;
            let values = list(&record[*series])?;
            verdict.same(&format!("{series}: how many"), frames.len(), values.len());
            for (frame, value) in frames.iter().zip(values) {
                let whole = on_a_flick(*frame, rate);
                if own && !whole {
                    continue; // has been compared at the other rate
                }
                let what = format!("{series} at frame {frame} ({} Hz)", rate.as_hz_f64());
                let size = recorded.size_at(*frame)?;
                let keys = recorded.way_at(*frame).map(|way| &recorded.keys[way..=way + 1]);
                let keys_whole = keys.into_iter().flatten().all(|key| on_a_flick(key.frame, rate));
                let exact = match (whole, keys_whole) {
                    (true, true) => ROUNDED,
                    (false, true) => BETWEEN_FLICKS,
                    (_, false) => 3.0 * BETWEEN_FLICKS, // both keys are taken to a flick too
                };
                let allowed = match kind {
                    "matrix" if *blend == Blend::Transform => ROUNDED_KEYS,
                    "quaternion" => exact.max(rotation_allowance(&recorded, *frame)?),
                    _ => exact,
                };
                let (mut ours, theirs) = (clip.at(*frame)?, parts(value)?);
                if kind == "quaternion" && blends_numbers(&recorded, *frame)? {
                    ours = clip.numbers_at(*frame)?;
                    verdict.wanted(&BABYLON_ROTATIONS_HAVE_LENGTH_ONE);
                }
                verdict.all_close(&what, &ours, &theirs, allowed * size);
            }
        }
    }
    Ok(verdict)
}

fn on_a_flick(frame: f64, rate: TickRate) -> bool {
    let flicks = frame * FLICKS_PER_SECOND as f64 / rate.as_hz_f64();
    // A frame such as 35/48 is rounded itself.
    (flicks - flicks.round()).abs() <= flicks.abs() * 4e-16 && flicks.abs() < 9e15
}

/// The values of the two keys around a frame that lies between them, where they are blended as rotations.
fn ends(recorded: &Recorded, frame: f64) -> Result<Option<[Vec<f64>; 2]>, Malformed> {
    let Some(index) = recorded.way_at(frame) else { return Ok(None) };
    let [from, to] = [&recorded.keys[index], &recorded.keys[index + 1]];
    let holds = recorded.interpolation(index)? == Interpolation::Hold || frame == from.frame;
    if recorded.is_cubic(index) || holds {
        return Ok(None);
    }
    Ok(Some([parts(&from.value)?, parts(&to.value)?]))
}

fn rotation_allowance(recorded: &Recorded, frame: f64) -> Result<f64, Malformed> {
    let straight = |[from, to]: [Vec<f64>; 2]| dot(&from, &to).abs() > 0.999_999;
    Ok(if ends(recorded, frame)?.is_some_and(straight) { STRAIGHT } else { ROUNDED })
}

/// Whether a frame lies between keys that are not of length 1 and that Babylon.js blends number by number.
fn blends_numbers(recorded: &Recorded, frame: f64) -> Result<bool, Malformed> {
    let ends = ends(recorded, frame)?;
    let units = |ends: &[Vec<f64>; 2]| ends.iter().all(|end| is_unit(end));
    Ok(ends.is_some_and(|ends| !units(&ends) && dot(&ends[0], &ends[1]) > 0.999_999))
}
