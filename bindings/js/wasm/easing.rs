//! Easings by number: their names are JavaScript.

use cueline::value::{CubicBezier, Curve, Easing, Jump, SpringCurve, Steps};

/// The easing with these numbers. `kind`: 0 linear, 1 in, 2 out, 3 in and out, 4 out and in, 5 steps; `curve` as in saves,
/// for steps the kind of jump. `None` for a number that stands for nothing, or parameters that are refused.
pub(crate) fn easing(kind: u32, curve: u32, [a, b, c, d]: [f64; 4]) -> Option<Easing> {
    if kind == 5 {
        let jump = match curve {
            0 => Jump::End,
            1 => Jump::Start,
            2 => Jump::None,
            3 => Jump::Both,
            _ => return None,
        };
        return Some(Easing::Steps(Steps::new(a as u32, jump).ok()?));
    }
    let curve = match curve {
        0 => Curve::Sine,
        1 => Curve::Quad,
        2 => Curve::Cubic,
        3 => Curve::Quart,
        4 => Curve::Quint,
        5 => Curve::Expo,
        6 => Curve::Circ,
        7 => Curve::Bounce,
        8 => Curve::Back { overshoot: a },
        9 => Curve::Elastic { amplitude: a, period: b },
        10 => Curve::Power(a),
        11 => Curve::Bezier(CubicBezier::new(a, b, c, d).ok()?),
        17 => Curve::Spring(SpringCurve::new(a)),
        _ => return None,
    };
    Some(match kind {
        0 => Easing::Linear,
        1 => Easing::In(curve),
        2 => Easing::Out(curve),
        3 => Easing::InOut(curve),
        4 => Easing::OutIn(curve),
        _ => return None,
    })
}

/// The eased progress; NaN for an easing that is refused.
#[unsafe(no_mangle)]
pub extern "C" fn m_ease(kind: u32, curve: u32, a: f64, b: f64, c: f64, d: f64, t: f64) -> f64 {
    easing(kind, curve, [a, b, c, d]).map_or(f64::NAN, |easing| easing.at(t))
}
