//! The curves against recorded ones, and their corners.

use alloc::{string::String, vec::Vec};

use proptest::{num, prelude::*};
use serde_json::Value;

use super::*;

fn records(file: &str) -> impl Iterator<Item = Value> {
    file.lines().skip(1).map(|line| serde_json::from_str(line).unwrap())
}

fn numbers(value: &Value) -> Vec<f64> {
    let number = |value: &Value| match value.as_str() {
        Some("-0") => Some(-0.0),
        Some(_) => None,
        None => value.as_f64(),
    };
    value.as_array().map(|list| list.iter().filter_map(number).collect()).unwrap_or_default()
}

/// The curve that is a library's.
fn curve(family: &str, library: &str, mode: &str, params: &[f64]) -> Curve {
    let param = |index: usize, usual: f64| params.get(index).copied().unwrap_or(usual);
    match family {
        "sine" | "babylon_sine" => Curve::Sine,
        "quad" | "babylon_quadratic" => Curve::Quad,
        "cubic" | "babylon_cubic" => Curve::Cubic,
        "quart" | "babylon_quartic" => Curve::Quart,
        "quint" | "babylon_quintic" => Curve::Quint,
        "expo" => Curve::Expo,
        "circ" | "babylon_circle" => Curve::Circ,
        "back" if library == "animejs" => Curve::Back { overshoot: param(0, 1.7) },
        "back" => Curve::Back { overshoot: param(0, 1.70158) },
        "elastic" => {
            // gsap widens the usual period for both ends.
            let usual = if mode == "inOut" { 0.45 } else { 0.3 };
            Curve::Elastic { amplitude: param(0, 1.0), period: param(1, usual) }
        }
        "bounce" => Curve::Bounce,
        "power" => Curve::Power(param(0, 2.0)),
        "babylon_exponential" => Curve::Exponential { exponent: params[0] },
        "babylon_back" => Curve::BackSine { amplitude: params[0] },
        "babylon_bounce" => Curve::Bounces { bounces: params[0], bounciness: params[1] },
        "babylon_elastic" => Curve::Springy { oscillations: params[0], springiness: params[1] },
        "babylon_power" => Curve::Power(params[0]),
        "babylon_bezier" => {
            Curve::Bezier(CubicBezier::new(params[0], params[1], params[2], params[3]).unwrap())
        }
        other => panic!("{library} {other}"),
    }
}

#[test]
fn curves_are_those_of_the_libraries() {
    let (mut compared, mut failed) = (0, Vec::<String>::new());
    for record in records(include_str!("../../../tests/data/easings.jsonl")) {
        let text = |key: &str| record[key].as_str().unwrap();
        let (family, library, mode) = (text("family"), text("library"), text("mode"));
        let curve = curve(family, library, mode, &numbers(&record["params"]));
        let easing = match mode {
            "in" => Easing::In(curve),
            "out" => Easing::Out(curve),
            "inOut" => Easing::InOut(curve),
            "outIn" => Easing::OutIn(curve),
            other => panic!("{other}"),
        };
        for (t, value) in numbers(&record["t"]).iter().zip(numbers(&record["values"])) {
            let ours = easing.at(*t);
            // Ours begin at 0; with the power 0, Babylon.js's begins at 1.
            let begins = family == "babylon_power" && ours == 0.0;
            if (ours - value).abs() > 1e-12 * value.abs().max(1.0) && !begins {
                failed.push(std::format!(
                    "{library} {} at {t}: {ours}, recorded {value}",
                    text("name")
                ));
                break;
            }
        }
        compared += 1;
    }
    assert!(failed.is_empty(), "{} of {compared}:\n{}", failed.len(), failed.join("\n"));
    assert!(compared > 150, "{compared} curves compared");
}

#[test]
fn bezier_curves_are_solved() {
    for record in records(include_str!("../../../tests/data/beziers.jsonl")) {
        let params: [f64; 4] = numbers(&record["params"]).try_into().unwrap();
        let bezier = CubicBezier::try_from(params).unwrap();
        for (t, value) in numbers(&record["t"]).iter().zip(numbers(&record["values"])) {
            assert!((bezier.at(*t) - value).abs() <= 1e-12, "{params:?} at {t}: {}", bezier.at(*t));
        }
    }
}

#[test]
fn springs_are_those_of_wobble() {
    use crate::{time::Span, value::Spring};
    for record in records(include_str!("../../../tests/data/springs.jsonl")) {
        let number = |key: &str| record[key].as_f64().unwrap();
        let spring = Spring::new(number("stiffness"), number("damping"), number("mass")).unwrap();
        for (ms, value) in numbers(&record["times_ms"]).iter().zip(numbers(&record["values"])) {
            let at = Span::from_secs_f64(ms / 1000.0).unwrap();
            let ours = 1.0 + spring.at(at, -1.0, number("velocity_per_s")).0;
            // wobble rests once it is within its thresholds
            if value != 1.0 {
                assert!((ours - value).abs() <= 1e-12, "{record} at {ms}: {ours} {value}");
            }
        }
    }
}

const CURVES: [Curve; 17] = [
    Curve::Sine,
    Curve::Quad,
    Curve::Cubic,
    Curve::Quart,
    Curve::Quint,
    Curve::Expo,
    Curve::Circ,
    Curve::BACK,
    Curve::ELASTIC,
    Curve::Bounce,
    Curve::Power(2.5),
    Curve::Bezier(CubicBezier::EASE),
    Curve::Exponential { exponent: 2.0 },
    Curve::BackSine { amplitude: 1.0 },
    Curve::Springy { oscillations: 3.0, springiness: 3.0 },
    Curve::Bounces { bounces: 3.0, bounciness: 2.0 },
    Curve::Exponential { exponent: 1e6 },
];

#[test]
fn every_easing_begins_at_0_and_ends_at_1() {
    for curve in CURVES {
        for easing in
            [Easing::In, Easing::Out, Easing::InOut, Easing::OutIn].map(|mode| mode(curve))
        {
            assert_eq!((easing.at(0.0), easing.at(1.0)), (0.0, 1.0), "{easing:?}");
        }
    }
}

/// As Babylon.js 9.34 has it, which has no number for a power that is not whole: there it is even.
#[test]
fn powers_go_on_before_the_start() {
    let cases = [(2.0, 0.0625), (1.0, -0.25), (7.0, -0.000_061_035_156_25), (0.5, -0.25)];
    for (exponent, value) in cases {
        assert_eq!(Curve::Power(exponent).at(-0.25), value, "to the {exponent}");
    }
}

#[test]
fn curves_keep_their_limits() {
    // An exponential of next to nothing is even; it must not fall into the gaps between numbers.
    assert_eq!(Curve::Exponential { exponent: 2e-16 }.at(0.3), 0.3);
    assert_eq!(Curve::Exponential { exponent: 1e-300 }.at(0.3), 0.3);
    // A period beyond all bounds leaves nothing but the fading.
    let still = Curve::Elastic { amplitude: 0.0, period: 0.3 };
    assert_eq!(still.at(0.3), Curve::Expo.at(0.3));
}

#[test]
fn steps_jump_where_css_says() {
    let at = |jump, t: f64| Steps::new(2, jump).unwrap().at(t);
    // (jump, at 0, just below the middle, in the middle, just below 1, at 1)
    let cases = [
        (Jump::Start, [0.5, 0.5, 1.0, 1.0, 1.0]),
        (Jump::End, [0.0, 0.0, 0.5, 0.5, 1.0]),
        (Jump::None, [0.0, 0.0, 1.0, 1.0, 1.0]),
        (Jump::Both, [1.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 1.0]),
    ];
    for (jump, expected) in cases {
        assert_eq!([0.0, 0.499, 0.5, 0.999, 1.0].map(|t| at(jump, t)), expected, "{jump:?}");
    }
    assert_eq!(at(Jump::End, f64::NAN), 0.0);
    assert_eq!(Steps::new(0, Jump::End), Err(StepsError { count: 0, needed: 1 }));
}

#[cfg(feature = "serde")]
#[test]
fn a_custom_function_cannot_be_saved_and_all_else_can() {
    let custom = Easing::from((|t| t * t) as fn(f64) -> f64);
    assert_eq!(custom.at(0.5), 0.25);
    assert!(serde_json::to_string(&custom).is_err());
    for easing in CURVES.map(Easing::InOut) {
        let saved = serde_json::to_string(&easing).unwrap();
        assert_eq!(serde_json::from_str::<Easing>(&saved).unwrap(), easing, "{saved}");
    }
    assert!(serde_json::from_str::<CubicBezier>("[2.0, 0.0, 0.0, 0.0]").is_err());
}

proptest! {
    #[test]
    fn easings_are_finite_on_their_way(t in 0.0_f64..=1.0, index in 0_usize..17) {
        let curve = CURVES[index];
        for easing in [Easing::In, Easing::Out, Easing::InOut, Easing::OutIn].map(|mode| mode(curve)) {
            prop_assert!(easing.at(t).is_finite(), "{:?} at {}", easing, t);
        }
    }

    #[test]
    fn only_nan_gives_nan(t in num::f64::ANY, a in num::f64::ANY, b in num::f64::ANY) {
        let curves = [
            Curve::Back { overshoot: a },
            Curve::Elastic { amplitude: a, period: b },
            Curve::Power(a),
            Curve::Exponential { exponent: a },
            Curve::BackSine { amplitude: a },
            Curve::Springy { oscillations: a, springiness: b },
            Curve::Bounces { bounces: a, bounciness: b },
        ];
        for curve in curves.into_iter().chain(CURVES) {
            prop_assert_eq!(curve.at(t).is_nan(), t.is_nan(), "{:?}", curve);
        }
    }

    #[test]
    fn a_bezier_curve_finds_its_parameter(x1 in 0.0_f64..=1.0, x2 in 0.0_f64..=1.0, s in 0.0_f64..=1.0) {
        // With y1 = 1/3 and y2 = 2/3, y is the parameter itself.
        let bezier = CubicBezier::new(x1, 1.0 / 3.0, x2, 2.0 / 3.0).unwrap();
        let x = 3.0 * x1 * s * (1.0 - s) * (1.0 - s) + 3.0 * x2 * s * s * (1.0 - s) + s * s * s;
        let slope = 3.0 * x1 * (1.0 - s) * (1.0 - 3.0 * s) + 3.0 * x2 * s * (2.0 - 3.0 * s) + 3.0 * s * s;
        // Where x hardly changes, a rounding of x is a step of the parameter.
        prop_assume!(slope > 1e-3);
        prop_assert!((bezier.at(x) - s).abs() <= 1e-12, "{} {}", bezier.at(x), s);
    }

    #[test]
    fn nothing_panics(bits: u64, a: u64, b: u64, index in 0_usize..17) {
        let (t, a, b) = (f64::from_bits(bits), f64::from_bits(a), f64::from_bits(b));
        let _ = Easing::InOut(CURVES[index]).at(t);
        let _ = Easing::OutIn(Curve::Elastic { amplitude: a, period: b }).at(t);
        let _ = Easing::Out(Curve::Bounces { bounces: a, bounciness: b }).at(t);
        let _ = Easing::In(Curve::Springy { oscillations: a, springiness: b }).at(t);
        if let Ok(bezier) = CubicBezier::new(a, b, a, b) {
            let _ = bezier.at(t);
        }
    }
}
