//! Every easing, with usual, unusual and useless parameters, within its range and outside of it.

use cueline::value::{CubicBezier, Curve, Easing, Jump, Steps};

use crate::{Dice, Played, Tape};

/// Progress at which every easing is asked: its corners, what lies next to them, and outside.
const CORNERS: [f64; 12] = [
    0.0,
    -0.0,
    f64::MIN_POSITIVE,
    1e-12,
    0.5 - f64::EPSILON,
    0.5,
    1.0 - f64::EPSILON / 2.0,
    1.0,
    1.0 + f64::EPSILON,
    3.5,
    -2.25,
    1e6,
];

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(1);
    let mut curves = CURVES.to_vec();
    for handles in HANDLES {
        let [x1, y1, x2, y2] = handles;
        let bezier = CubicBezier::new(x1, y1, x2, y2)?;
        curves.extend([Curve::Bezier(bezier), Curve::NewtonBezier(bezier)]);
    }
    for _ in 0..20 {
        let ([x1, x2], [y1, y2]) = (dice.numbers(0.0, 1.0), dice.numbers(-1.0, 2.0));
        let bezier = CubicBezier::new(x1, y1, x2, y2)?;
        curves.extend([Curve::Bezier(bezier), Curve::NewtonBezier(bezier)]);
    }
    for curve in curves {
        tape.scenario();
        for easing in
            [Easing::In(curve), Easing::Out(curve), Easing::InOut(curve), Easing::OutIn(curve)]
        {
            sweep(tape, easing);
        }
    }
    tape.scenario();
    for easing in [
        Easing::Linear,
        Easing::EASE,
        Easing::EASE_IN,
        Easing::EASE_OUT,
        Easing::EASE_IN_OUT,
        Easing::STEP_START,
        Easing::STEP_END,
    ] {
        sweep(tape, easing);
    }
    for count in [1, 2, 3, 7, 10, 1000, u32::MAX] {
        tape.scenario();
        for jump in [Jump::Start, Jump::End, Jump::None, Jump::Both] {
            let steps = Steps::new(count, jump);
            tape.accepted(&steps);
            if let Ok(steps) = steps {
                sweep(tape, Easing::Steps(steps));
            }
        }
    }
    Ok(())
}

fn sweep(tape: &mut Tape, easing: Easing) {
    for t in CORNERS {
        tape.put(easing.at(t));
    }
    // Not a power of two, so that hardly any of them is a round number.
    for step in -30..=130_i32 {
        tape.put(easing.at(f64::from(step) / 101.0));
    }
}

/// Handles of Bezier curves: straight, vertical at the ends and in the middle, overshooting.
const HANDLES: [[f64; 4]; 8] = [
    [0.0, 0.0, 1.0, 1.0],
    [0.0, 1.0, 1.0, 0.0],
    [1.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 1.0],
    [1.0, 0.3, 1.0, 0.7],
    [0.68, -0.55, 0.265, 1.55],
    [0.075, 0.82, 0.165, 1.0],
    [0.5, 1e6, 0.5, -1e6],
];

const CURVES: [Curve; 42] = [
    Curve::Sine,
    Curve::Quad,
    Curve::Cubic,
    Curve::Quart,
    Curve::Quint,
    Curve::Expo,
    Curve::Circ,
    Curve::BACK,
    Curve::BACK_BOTH,
    Curve::Back { overshoot: 0.0 },
    Curve::Back { overshoot: -1.25 },
    Curve::Back { overshoot: f64::NAN },
    Curve::ELASTIC,
    Curve::ELASTIC_BOTH,
    Curve::Elastic { amplitude: 2.0, period: 0.2 },
    Curve::Elastic { amplitude: 0.5, period: 0.4 },
    Curve::Elastic { amplitude: 1.0, period: 0.0 },
    Curve::Elastic { amplitude: 1.0, period: 1e-300 },
    Curve::Bounce,
    Curve::Power(0.5),
    Curve::Power(1.0 / 3.0),
    Curve::Power(2.5),
    Curve::Power(7.0),
    Curve::Power(0.0),
    Curve::Power(-1.0),
    Curve::Power(f64::INFINITY),
    Curve::Exponential { exponent: 2.0 },
    Curve::Exponential { exponent: 1e-9 },
    Curve::Exponential { exponent: 5.5 },
    Curve::Exponential { exponent: 800.0 },
    Curve::Exponential { exponent: -1.0 },
    Curve::BackSine { amplitude: 1.0 },
    Curve::BackSine { amplitude: 0.3 },
    Curve::BackSine { amplitude: -2.0 },
    Curve::Springy { oscillations: 3.0, springiness: 3.0 },
    Curve::Springy { oscillations: 0.0, springiness: 0.0 },
    Curve::Springy { oscillations: 2.5, springiness: 10.0 },
    Curve::Springy { oscillations: 1e9, springiness: 900.0 },
    Curve::Bounces { bounces: 3.0, bounciness: 2.0 },
    Curve::Bounces { bounces: 4.0, bounciness: 1.0 },
    Curve::Bounces { bounces: 2.5, bounciness: 3.3 },
    Curve::Bounces { bounces: 0.0, bounciness: 2.0 },
];
