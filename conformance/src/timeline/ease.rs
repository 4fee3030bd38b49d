//! GSAP's easings by their names.

use cueline::value::{Curve, Custom, Easing, Jump, Steps};

use crate::read::Malformed;

/// The easing of that name; without one it runs evenly.
pub(super) fn easing(name: Option<&str>) -> Result<Easing, Malformed> {
    let unknown = || Malformed::Other(format!("an easing, not {name:?}"));
    let name = name.unwrap_or("none");
    let (family, parameters) = match name.split_once('(') {
        Some((family, rest)) => (family, rest.trim_end_matches(')')),
        None => (name, ""),
    };
    let (family, mode) = family.split_once('.').unwrap_or((family, "out"));
    let parameter = |index: usize, default: f64| -> Result<f64, Malformed> {
        match parameters.split(',').nth(index).map(str::trim) {
            None | Some("") => Ok(default),
            Some(number) => number.parse().map_err(|_| unknown()),
        }
    };
    let curve = match family {
        "none" | "linear" | "power0" => return Ok(Easing::Linear),
        "power1" | "quad" => Curve::Quad,
        "power2" | "cubic" => Curve::Cubic,
        "power3" | "quart" => Curve::Quart,
        "power4" | "quint" | "strong" => Curve::Quint,
        "sine" => Curve::Sine,
        "circ" => Curve::Circ,
        "bounce" => Curve::Bounce,
        "back" => Curve::Back { overshoot: parameter(0, 1.70158)? },
        "elastic" => {
            let period = if mode == "inOut" { 0.45 } else { 0.3 };
            Curve::Elastic { amplitude: parameter(0, 1.0)?, period: parameter(1, period)? }
        }
        "expo" => {
            return match mode {
                "in" => Ok(Easing::Custom(Custom(expo_in))),
                "out" => Ok(Easing::Custom(Custom(|t| 1.0 - expo_in(1.0 - t)))),
                "inOut" => Ok(Easing::Custom(Custom(|t| {
                    if t < 0.5 {
                        expo_in(2.0 * t) / 2.0
                    } else {
                        1.0 - expo_in(2.0 - 2.0 * t) / 2.0
                    }
                }))),
                _ => Err(unknown()),
            };
        }
        "steps" => {
            // It shows both ends: one value more than it has steps.
            let steps = parameter(0, 1.0)?;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a cast saturates"
            )]
            let steps = Steps::new(steps as u32 + 1, Jump::None).map_err(|_| unknown())?;
            return Ok(Easing::Steps(steps));
        }
        _ => return Err(unknown()),
    };
    match mode {
        "in" => Ok(Easing::In(curve)),
        "out" => Ok(Easing::Out(curve)),
        "inOut" => Ok(Easing::InOut(curve)),
        _ => Err(unknown()),
    }
}

/// GSAP's own, which is not the usual one.
fn expo_in(t: f64) -> f64 {
    2.0_f64.powf(10.0 * (t - 1.0)) * t + t.powi(6) * (1.0 - t)
}
