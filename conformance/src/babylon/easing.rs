//! Babylon.js's easing functions, as this library's easings.

use cueline::value::{CubicBezier, Curve, Easing};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    read::{Malformed, number, numbers, other},
    verdict::Verdict,
};

/// An easing as it is recorded.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Recorded {
    /// Which function.
    #[serde(rename = "type")]
    family: String,
    /// At which end.
    #[serde(default)]
    mode: Option<String>,
    /// Its parameters, as far as they are given.
    #[serde(default)]
    params: Vec<Value>,
}

impl Recorded {
    /// The parameter at `index`, or what Babylon.js takes where it is not given.
    fn param(&self, index: usize, usual: f64) -> Result<f64, Malformed> {
        self.params.get(index).map_or(Ok(usual), number)
    }

    /// The same as an easing of ours.
    pub(super) fn easing(&self) -> Result<Easing, Malformed> {
        let curve = match self.family.as_str() {
            "sine" => Curve::Sine,
            "quadratic" => Curve::Quad,
            "cubic" => Curve::Cubic,
            "quartic" => Curve::Quart,
            "quintic" => Curve::Quint,
            "circle" => Curve::Circ,
            "power" => Curve::Power(self.param(0, 2.0)?),
            "exponential" => Curve::Exponential { exponent: self.param(0, 2.0)? },
            "back" => Curve::BackSine { amplitude: self.param(0, 1.0)? },
            "bounce" => {
                Curve::Bounces { bounces: self.param(0, 3.0)?, bounciness: self.param(1, 2.0)? }
            }
            "elastic" => Curve::Springy {
                oscillations: self.param(0, 3.0)?,
                springiness: self.param(1, 3.0)?,
            },
            "bezier" => {
                let usual = [0.0, 0.0, 1.0, 1.0];
                let [x1, y1, x2, y2] = [0, 1, 2, 3].map(|index| self.param(index, usual[index]));
                let bezier = CubicBezier::new(x1?, y1?, x2?, y2?);
                Curve::NewtonBezier(bezier.map_err(other)?)
            }
            family => return Err(other(format!("an easing, not {family:?}"))),
        };
        match self.mode.as_deref() {
            None | Some("in") => Ok(Easing::In(curve)),
            Some("out") => Ok(Easing::Out(curve)),
            Some("in_out") => Ok(Easing::InOut(curve)),
            Some(mode) => Err(other(format!("an end to ease, not {mode:?}"))),
        }
    }

    /// Whether it rises without bound at an end, as a circle does, so that a little time makes the root of it.
    pub(super) fn is_vertical(&self) -> bool {
        self.family == "circle" || self.family == "power"
    }

    /// Whether Babylon.js's formula has no value at `t`, which it is then rightly recorded to lack.
    pub(super) fn has_no_value(&self, t: f64) -> Result<bool, Malformed> {
        let t = match self.mode.as_deref() {
            Some("out") => 1.0 - t,
            Some("in_out") if t >= 0.5 => 2.0 - 2.0 * t,
            Some("in_out") => 2.0 * t,
            _ => t,
        };
        Ok(match self.family.as_str() {
            "power" => t.powf(self.param(0, 2.0)?.max(0.0)).is_nan(),
            "bounce" => {
                let growth = self.param(1, 2.0)?;
                let growth = if growth <= 1.0 { 1.001 } else { growth };
                let last = growth.powf(self.param(0, 3.0)?.max(0.0));
                let whole = (1.0 - last) / (1.0 - growth) + last / 2.0;
                // The logarithm of zero leads nowhere either.
                1.0 - t * whole * (1.0 - growth) <= 0.0
            }
            "bezier" => {
                let (x1, x2) = (self.param(0, 0.0)?, self.param(2, 1.0)?);
                let (a, b, c) = (1.0 - 3.0 * x2 + 3.0 * x1, 3.0 * x2 - 6.0 * x1, 3.0 * x1);
                let mut s = t;
                for _ in 0..5 {
                    let slope = 1.0 / (3.0 * a * s * s + 2.0 * b * s + c);
                    s -= (a * s * s * s + b * s * s + c * s - t) * slope;
                    s = s.clamp(0.0, 1.0);
                }
                s.is_nan()
            }
            _ => false,
        })
    }
}

/// Compares a record of `easings.jsonl`.
pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::default();
    let recorded: Recorded = Deserialize::deserialize(record)?;
    let easing = recorded.easing()?;
    let mut explicit = recorded.clone();
    if let Some(effective) = record["effective"].as_array() {
        explicit.params.clone_from(effective);
        verdict.same("the parameters that were not given", explicit.easing()?, easing);
    }
    let (times, values) = (numbers(&record["t"])?, numbers(&record["values"])?);
    verdict.same("how many", times.len(), values.len());
    for (t, value) in times.into_iter().zip(values) {
        let ours = easing.at(t);
        if value.is_nan() && explicit.has_no_value(t)? {
            verdict.same(&format!("finite at {t}"), ours.is_finite(), true);
            verdict.wanted(&crate::deviations::BABYLON_EASING_IS_A_NUMBER);
        } else if value.is_nan() {
            verdict.fail(format!("at {t}: ours {ours:?}, recorded not a number without a reason"));
        } else {
            verdict.close(&format!("at {t}"), ours, value, 1e-12 * value.abs().max(1.0));
        }
    }
    Ok(verdict)
}
