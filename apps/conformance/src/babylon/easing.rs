//! Babylon.js's easing functions, as this library's easings.

use cueline::value::{CubicBezier, Curve, Easing};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    read::{Malformed, number, numbers},
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
                Curve::NewtonBezier(bezier.map_err(|error| Malformed::Other(error.to_string()))?)
            }
            other => return Err(Malformed::Other(format!("an easing, not {other:?}"))),
        };
        match self.mode.as_deref() {
            None | Some("in") => Ok(Easing::In(curve)),
            Some("out") => Ok(Easing::Out(curve)),
            Some("in_out") => Ok(Easing::InOut(curve)),
            Some(other) => Err(Malformed::Other(format!("an end to ease, not {other:?}"))),
        }
    }
}

/// Compares a record of `easings.jsonl`.
pub(super) fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::new();
    let recorded: Recorded = serde_json::from_value(record.clone())?;
    let easing = recorded.easing()?;
    let explicit = Recorded {
        params: record["effective"].as_array().cloned().unwrap_or_default(),
        ..recorded
    };
    verdict.same("the parameters that were not given", explicit.easing()?, easing);
    let (times, values) = (numbers(&record["t"])?, numbers(&record["values"])?);
    verdict.same("how many", times.len(), values.len());
    for (t, value) in times.into_iter().zip(values) {
        let ours = easing.at(t);
        if value.is_nan() {
            verdict.same(&format!("finite at {t}"), ours.is_finite(), true);
            verdict.wanted(&crate::deviations::BABYLON_EASING_IS_A_NUMBER);
        } else {
            verdict.close(&format!("at {t}"), ours, value, 1e-12 * value.abs().max(1.0));
        }
    }
    Ok(verdict)
}
