//! GSAP's easings by their names.

use std::f64::consts::LN_2;

use cueline::value::{AnyEasing, Curve, Easing, EasingPath, Jump, PathSegment, Steps};

use crate::read::{Malformed, other};

/// The easing of that name; without one it runs evenly.
pub(crate) fn easing(name: Option<&str>) -> Result<AnyEasing, Malformed> {
    let unknown = || other(format!("an easing, not {name:?}"));
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
        "none" | "linear" | "power0" => return Ok(AnyEasing::LINEAR),
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
                "in" => path(expo_in),
                "out" => path(|t| backward(expo_in(1.0 - t))),
                "inOut" => path(|t| {
                    let [y, slope] =
                        if t < 0.5 { expo_in(2.0 * t) } else { backward(expo_in(2.0 - 2.0 * t)) };
                    // Half as far, in half of the time.
                    [if t < 0.5 { y / 2.0 } else { 0.5 + y / 2.0 }, slope]
                }),
                _ => Err(unknown()),
            };
        }
        "steps" => {
            // It shows both ends: one value more than it has steps.
            let steps =
                if parameters.is_empty() { 1 } else { parameters.parse().map_err(other)? };
            let steps = Steps::new(u32::saturating_add(steps, 1), Jump::None).map_err(other)?;
            return Ok(Easing::Steps(steps).into());
        }
        _ => return Err(unknown()),
    };
    match mode {
        "in" => Ok(Easing::In(curve).into()),
        "out" => Ok(Easing::Out(curve).into()),
        "inOut" => Ok(Easing::InOut(curve).into()),
        _ => Err(unknown()),
    }
}

/// GSAP's own, which is not the usual one, and its slope.
fn expo_in(t: f64) -> [f64; 2] {
    let power = 2.0_f64.powf(10.0 * (t - 1.0));
    let slope = power * (1.0 + 10.0 * LN_2 * t) + 6.0 * t.powi(5) - 7.0 * t.powi(6);
    [power * t + t.powi(6) * (1.0 - t), slope]
}

/// The same point, seen from the other end.
fn backward([y, slope]: [f64; 2]) -> [f64; 2] {
    [1.0 - y, slope]
}

/// The path of cubics through points of a curve, which gives its value and its slope at each. Between the points it is
/// 4th derivative / 384 / 1024^4 off: less than 1e-11 for the curves here.
fn path(curve: impl Fn(f64) -> [f64; 2]) -> Result<AnyEasing, Malformed> {
    const PIECES: u16 = 1024;
    let segment = |piece: u16| {
        let [x0, x1] = [piece, piece + 1].map(|point| f64::from(point) / f64::from(PIECES));
        let ([y0, start], [y1, end]) = (curve(x0), curve(x1));
        let third = (x1 - x0) / 3.0;
        PathSegment::Cubic {
            leave: [x0 + third, y0 + start * third],
            arrive: [x1 - third, y1 - end * third],
            to: [x1, y1],
        }
    };
    let segments: Vec<_> = (0..PIECES).map(segment).collect();
    let [start, _] = curve(0.0);
    EasingPath::new(start, &segments).map(AnyEasing::from).map_err(other)
}
