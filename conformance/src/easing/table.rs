//! Tables of easings: which formula of ours is a library's.

use cueline::{
    clip::{Keyframe, Track},
    time::Span,
    value::{CubicBezier, Curve, Easing},
};
use serde::Deserialize;
use serde_json::Value;

use super::{CLOSE, ROUNDINGS, formula, off};
use crate::{
    deviations::{
        EASING_ANTICIPATION_ARRIVES, EASING_BOUNCE_OF_POPMOTION, EASING_EXPO_OF_GSAP,
        EASING_JUMP_SHOWS_WHAT_IS_BEHIND, EASING_PATH_BEGINS_SOMEWHERE,
        EASING_POINTS_COME_IN_ORDER, EASING_SLOW_OF_GSAP, Rule,
    },
    read::{Malformed, number, numbers, other},
    verdict::Verdict,
};

#[derive(Deserialize)]
struct Table {
    library: String,
    name: String,
    family: String,
    mode: String,
    #[serde(default)]
    params: Vec<Value>,
    t: Value,
    values: Value,
}

/// What stands for a library's easing here.
enum Ours {
    /// One easing.
    Easing(Easing),
    /// One easing of another function.
    Of(Easing, Box<dyn Fn(f64) -> f64>),
    /// One for each half of the way, as two keyframes have.
    Halves(Easing, Easing),
    /// Linear keyframes.
    Path(Path),
    /// A formula that is none of ours.
    Own(&'static Rule, Box<dyn Fn(f64) -> f64>),
}

/// A path of lines.
struct Path {
    track: Track<f64>,
    /// A point came before an earlier one.
    back: bool,
    /// Another point is at the place of the first.
    jumps_at_once: bool,
}

/// Duration of a track here: a fraction of it is a whole number of flicks, but for one part in 10^14.
const WHOLE: Span = Span::from_secs(1 << 20);

impl Ours {
    fn at(&self, t: f64) -> Result<f64, Malformed> {
        Ok(match self {
            Self::Easing(easing) => easing.at(t),
            Self::Of(easing, of) => easing.at(of(t)),
            Self::Halves(first, _) if t < 0.5 => first.at(2.0 * t) / 2.0,
            Self::Halves(_, second) => 0.5 + second.at(2.0 * t - 1.0) / 2.0,
            Self::Path(path) => path.track.sample(share_of_whole(t)?),
            Self::Own(_, formula) => formula(t),
        })
    }
}

fn share_of_whole(t: f64) -> Result<Span, Malformed> {
    Span::from_secs_f64(t * WHOLE.as_secs_f64()).map_err(other)
}

/// Demands that a track of `f32` from 0 to 1 shows the numbers, rounded once.
///
/// Not noted as a tolerance: it is the width of the type.
pub(super) fn agree_in_f32(
    verdict: &mut Verdict,
    easing: Easing,
    t: &[f64],
    recorded: &[f64],
    off: impl Fn(f64, f64) -> f64,
) -> Result<(), Malformed> {
    let keys = [Keyframe::eased(Span::ZERO, 0.0_f32, easing), Keyframe::linear(WHOLE, 1.0)];
    let track = Track::new(keys).map_err(other)?;
    for (t, recorded) in t.iter().zip(recorded) {
        let at = share_of_whole(*t)?;
        if at == WHOLE {
            continue; // the next keyframe, whatever the easing
        }
        let ours = f64::from(track.sample(at));
        let half_a_unit =
            recorded.abs() * f64::from(f32::EPSILON) / 2.0 + f64::from(f32::MIN_POSITIVE);
        // The library rounds the place, and so does the track.
        if (ours - recorded).abs() > half_a_unit + 2.0 * off(*t, *recorded) {
            verdict.fail(format!("at {t} in f32: ours {ours:?}, recorded {recorded:?}"));
        }
    }
    Ok(())
}

const TWEEN: &str = "@tweenjs/tween.js";

/// The one table of which formula is whose.
fn ours(table: &Table) -> Result<Ours, Malformed> {
    let (library, mode) = (table.library.as_str(), table.mode.as_str());
    let unknown = || other(format!("no formula known for {library} {}", table.name));
    let param = |index: usize, usual: f64| table.params.get(index).map_or(Ok(usual), number);
    let by_mode = |curve: Curve| match mode {
        "in" => Ok(Ours::Easing(Easing::In(curve))),
        "out" => Ok(Ours::Easing(Easing::Out(curve))),
        "inOut" => Ok(Ours::Easing(Easing::InOut(curve))),
        "outIn" => Ok(Ours::Easing(Easing::OutIn(curve))),
        _ => Err(unknown()),
    };
    let bezier = |x1, y1, x2, y2| CubicBezier::new(x1, y1, x2, y2).map_err(other);
    // Motion's back at the end is a Bezier curve; this one is the same seen from the other end.
    let motions_back = || bezier(1.0 - 0.69, 1.0 - 0.99, 1.0 - 0.33, 1.0 - 1.53).map(Curve::Bezier);
    match (library, table.family.as_str()) {
        (_, "linear") => Ok(Ours::Easing(Easing::Linear)),
        (_, "sine") => by_mode(Curve::Sine),
        (_, "quad") => by_mode(Curve::Quad),
        (_, "cubic") => by_mode(Curve::Cubic),
        (_, "quart") => by_mode(Curve::Quart),
        (_, "quint") => by_mode(Curve::Quint),
        // Its circInOut is made of circOut.
        ("popmotion", "circ") if mode == "inOut" => Ok(Ours::Easing(Easing::OutIn(Curve::Circ))),
        (_, "circ") => by_mode(Curve::Circ),
        // tween.js takes powers from the smallest step of a number on up to 10,000.
        (TWEEN, "power") => by_mode(Curve::Power(param(0, 4.0)?.clamp(f64::EPSILON, 1e4))),
        (_, "power") => by_mode(Curve::Power(param(0, 1.68)?)),
        ("gsap", "expo") => formula::gsap_expo(mode)
            .map(|formula| Ours::Own(&EASING_EXPO_OF_GSAP, Box::new(formula)))
            .ok_or_else(unknown),
        (TWEEN | "animejs", "expo") => by_mode(Curve::Expo),
        (TWEEN, "back") if mode == "inOut" => by_mode(Curve::BACK_BOTH),
        (TWEEN, "back") => by_mode(Curve::BACK),
        ("gsap", "back") => by_mode(Curve::Back { overshoot: param(0, 1.70158)? }),
        ("animejs", "back") => by_mode(Curve::Back { overshoot: param(0, 1.7)? }),
        ("popmotion", "back") => by_mode(Curve::Back { overshoot: param(0, 1.525)? }),
        ("motion", "back") => by_mode(motions_back()?),
        (TWEEN, "elastic") => by_mode(Curve::Elastic { amplitude: 1.0, period: 0.4 }),
        ("gsap", "elastic") => {
            // Wider when used at both ends.
            let usual = if mode == "inOut" { 0.45 } else { 0.3 };
            let period = match param(1, usual)? {
                0.0 => usual,
                period => period,
            };
            by_mode(Curve::Elastic { amplitude: param(0, 1.0)?, period })
        }
        ("animejs", "elastic") => {
            // anime.js takes amplitudes from 1 to 10, and periods from nearly nothing up to 2.
            let (amplitude, period) = (param(0, 1.0)?, param(1, 0.3)?);
            let (amplitude, period) = (amplitude.clamp(1.0, 10.0), period.clamp(1e-11, 2.0));
            by_mode(Curve::Elastic { amplitude, period })
        }
        (TWEEN | "animejs" | "gsap", "bounce") => by_mode(Curve::Bounce),
        ("popmotion", "bounce") => formula::popmotion_bounce(mode)
            .map(|formula| Ours::Own(&EASING_BOUNCE_OF_POPMOTION, Box::new(formula)))
            .ok_or_else(unknown),
        ("gsap", "slow") => {
            let [ratio, power, yoyo] = arguments(table, ["0.7", "0.7", "false"])?;
            let (ratio, power) = (ratio.parse().map_err(other)?, power.parse().map_err(other)?);
            let yoyo = yoyo == "true";
            let slow = move |t| formula::gsap_slow(ratio, power, yoyo, t);
            Ok(Ours::Own(&EASING_SLOW_OF_GSAP, Box::new(slow)))
        }
        ("gsap", "expoScale") => {
            let [from, to, of] = arguments(table, ["1", "1", "none"])?;
            let (from, to): (f64, f64) = (from.parse().map_err(other)?, to.parse().map_err(other)?);
            let exponent = (to / from).ln();
            let outer = if exponent < 0.0 {
                Easing::Out(Curve::Exponential { exponent: -exponent })
            } else {
                Easing::In(Curve::Exponential { exponent })
            };
            let inner = crate::timeline::easing(Some(&of))?;
            Ok(Ours::Of(outer, Box::new(move |t| inner.at(t))))
        }
        ("gsap", "rough") => rough(arguments(table, ["20", "1", "none", "none"])?).map(Ours::Path),
        ("animejs", "piecewise") => piecewise(&table.params).map(Ours::Path),
        ("motion", "css_ease_in") => Ok(Ours::Easing(Easing::EASE_IN)),
        ("motion", "css_ease_out") => Ok(Ours::Easing(Easing::EASE_OUT)),
        ("motion", "css_ease_in_out") => Ok(Ours::Easing(Easing::EASE_IN_OUT)),
        // Called as in CSS, but parabolas.
        ("popmotion", "css_ease_in" | "css_ease_out" | "css_ease_in_out") => by_mode(Curve::Quad),
        ("motion", "anticipate") => {
            Ok(Ours::Halves(Easing::In(motions_back()?), Easing::Out(Curve::Expo)))
        }
        ("popmotion", "anticipate") => {
            let back = Curve::Back { overshoot: param(0, 1.525)? };
            Ok(Ours::Halves(Easing::In(back), Easing::Out(Curve::Expo)))
        }
        _ => Err(unknown()),
    }
}

/// Arguments that stand only in the name, as in `slow(0.7,0.7,false)`, or else in `params`.
fn arguments<const N: usize>(table: &Table, usual: [&str; N]) -> Result<[String; N], Malformed> {
    let mut found: Vec<String> = match table.name.split_once('(') {
        _ if !table.params.is_empty() => {
            let plain =
                |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            table.params.iter().map(plain).collect()
        }
        Some((_, rest)) => {
            rest.trim_end_matches(')').split(',').map(|text| text.trim().to_owned()).collect()
        }
        None => Vec::new(),
    };
    let missing = usual.iter().skip(found.len()).map(|text| (*text).to_owned());
    found.extend(missing.collect::<Vec<_>>());
    found.try_into().map_err(|_| other(format!("{}: too many arguments", table.name)))
}

/// GSAP's rough easing without chance: linear keyframes that lie above and below an easing in turn.
fn rough([points, strength, taper, template]: [String; 4]) -> Result<Path, Malformed> {
    let template = crate::timeline::easing(Some(&template))?;
    let points: u32 = points.parse().map_err(other)?;
    let width = 0.2 * strength.parse::<f64>().map_err(other)?;
    let mut keys = vec![Keyframe::linear(Span::ZERO, 0.0)];
    for index in 1..points {
        let x = 1.0 / f64::from(points) * f64::from(index);
        let share = match taper.as_str() {
            "none" => 1.0,
            "in" => x * x,
            "out" => (1.0 - x) * (1.0 - x),
            _ => 2.0 * x.min(1.0 - x).powi(2),
        };
        let off = if index % 2 == 1 { width * share } else { -width * share };
        keys.push(Keyframe::linear(share_of_whole(x)?, template.at(x) + off));
    }
    keys.push(Keyframe::linear(WHOLE, 1.0));
    Ok(Path { track: Track::new(keys).map_err(other)?, back: false, jumps_at_once: false })
}

/// anime.js's path through values, some of which say where they are; the others lie where they would if none did. No
/// stretch leads to a point before an earlier one, but the next one comes from it.
fn piecewise(params: &[Value]) -> Result<Path, Malformed> {
    let last = params.len().saturating_sub(1);
    let mut points: Vec<(f64, f64)> = Vec::new();
    for (index, param) in params.iter().enumerate() {
        let even = if last == 0 { 0.0 } else { index as f64 / last as f64 };
        points.push(match param.as_str() {
            Some(text) => {
                let mut parts = text.split_whitespace();
                let value = parts.next().unwrap_or_default().parse().map_err(other)?;
                let place = match parts.next() {
                    Some(percent) if index != 0 && index != last => {
                        percent.trim_end_matches('%').parse::<f64>().map_err(other)? / 100.0
                    }
                    _ => even,
                };
                (place, value)
            }
            None => (even, number(param)?),
        });
    }
    let (mut keys, mut reached, mut back) = (Vec::new(), 0.0_f64, false);
    for pair in points.windows(2) {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        if to > reached {
            let entered = low + (high - low) * (reached - from) / (to - from);
            keys.push(Keyframe::linear(share_of_whole(reached)?, entered));
            keys.push(Keyframe::linear(share_of_whole(to)?, high));
        }
        back |= to < from;
        reached = reached.max(to);
    }
    let jumps_at_once = points.get(1).is_some_and(|(place, _)| *place == 0.0);
    Ok(Path { track: Track::new(keys).map_err(other)?, back, jumps_at_once })
}

pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let table: Table = Deserialize::deserialize(record)?;
    let (t, recorded) = (numbers(&table.t)?, numbers(&table.values)?);
    let ours = ours(&table)?;
    let mut verdict = Verdict::default();
    let mut values: Vec<f64> = t.iter().map(|t| ours.at(*t)).collect::<Result<_, _>>()?;
    match &ours {
        Ours::Own(rule, _) => verdict.wanted(rule),
        Ours::Path(Path { track, back, jumps_at_once }) => {
            if *back {
                verdict.wanted(&EASING_POINTS_COME_IN_ORDER);
            }
            for ((value, t), recorded) in values.iter_mut().zip(&t).zip(&recorded) {
                if *t == 0.0 && *jumps_at_once {
                    *value = f64::NAN;
                    verdict.wanted(&EASING_PATH_BEGINS_SOMEWHERE);
                    continue;
                }
                let before = track.sample(share_of_whole(*t)? - Span::from_flicks(1));
                let off = |ours: f64| (ours - recorded).abs() > CLOSE * recorded.abs().max(1.0);
                if off(*value) && !off(before) {
                    *value = before;
                    verdict.wanted(&EASING_JUMP_SHOWS_WHAT_IS_BEHIND);
                }
            }
        }
        Ours::Halves(_, _) if table.library == "popmotion" => {
            // 2^-10 of the second half is still to go when it is over.
            for (value, _) in values.iter_mut().zip(&t).filter(|(_, t)| **t == 1.0) {
                verdict.same("the end of an anticipation", *value, 1.0);
                *value -= 2.0_f64.powi(-11);
                verdict.wanted(&EASING_ANTICIPATION_ARRIVES);
            }
        }
        _ => {}
    }
    let at = |t| match &ours {
        Ours::Path(_) => 0.0, // its jumps are no roundings
        ours => ours.at(t).unwrap_or(f64::NAN),
    };
    let allowed = |t: f64, y: f64| off(at, t, ROUNDINGS) + CLOSE * y.abs().max(1.0);
    verdict.each_close(&table.name, &values, &recorded, |index, y| allowed(t[index], y));
    if let Ours::Easing(easing) = ours {
        agree_in_f32(&mut verdict, easing, &t, &recorded, allowed)?;
    }
    Ok(verdict)
}
