//! Corners of the curves, and their laws.

use alloc::vec::Vec;
use core::f64::consts::{FRAC_PI_2, PI, TAU};

use proptest::prelude::*;

use super::*;

const CURVES: [Curve; 18] = [
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
    Curve::NewtonBezier(CubicBezier::EASE),
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

/// Arcs of bounces between their feet: how deep each comes below 1, or how high it comes above 0.
fn arc(t: f64, feet: &[f64], heights: &[f64]) -> f64 {
    let index = feet.iter().rposition(|foot| *foot <= t).unwrap().min(heights.len() - 1);
    let (left, right) = (feet[index], feet[index + 1]);
    4.0 * heights[index] * (t - left) * (right - t) / ((right - left) * (right - left))
}

/// A curve, and its formula as it was published, written in another form than here.
type Published = (Curve, fn(f64) -> f64);

const PUBLISHED: [Published; 17] = [
    (Curve::Sine, |t| 1.0 - libm::cos(t * FRAC_PI_2)),
    (Curve::Quad, |t| libm::pow(t, 2.0)),
    (Curve::Cubic, |t| libm::pow(t, 3.0)),
    (Curve::Quart, |t| libm::pow(t, 4.0)),
    (Curve::Quint, |t| libm::pow(t, 5.0)),
    (Curve::Expo, |t| if t == 0.0 { 0.0 } else { libm::pow(1024.0, t - 1.0) }),
    (Curve::Circ, |t| 1.0 - libm::sqrt((1.0 - t) * (1.0 + t))),
    (Curve::BACK, |t| 2.70158 * libm::pow(t, 3.0) - 1.70158 * libm::pow(t, 2.0)),
    (Curve::ELASTIC, |t| {
        let ends = t == 0.0 || t == 1.0;
        if ends { t } else { -libm::pow(1024.0, t - 1.0) * libm::sin((t - 1.075) * TAU / 0.3) }
    }),
    (Curve::Elastic { amplitude: 2.0, period: 0.5 }, |t| {
        // As in gsap the mirror of `Out`, which begins a twelfth of a turn late: its sine is a half.
        let ends = t == 0.0 || t == 1.0;
        let turns = (1.0 - t) / 0.5 - 1.0 / 12.0;
        if ends { t } else { -2.0 * libm::pow(1024.0, t - 1.0) * libm::sin(TAU * turns) }
    }),
    (Curve::Bounce, |t| {
        let feet = [0.0, 0.25, 0.75, 1.75, 3.75].map(|foot| foot / 2.75);
        arc(t, &feet, &[1.0 / 64.0, 1.0 / 16.0, 0.25, 1.0])
    }),
    (Curve::Power(2.5), |t| t * t * libm::sqrt(t)),
    (Curve::Exponential { exponent: 2.0 }, |t| (libm::exp(2.0 * t) - 1.0) / (libm::exp(2.0) - 1.0)),
    (Curve::BackSine { amplitude: 2.0 }, |t| libm::pow(t, 3.0) - 2.0 * t * libm::sin(t * PI)),
    (Curve::Springy { oscillations: 3.0, springiness: 1.5 }, |t| {
        let grown = (libm::exp(1.5 * t) - 1.0) / (libm::exp(1.5) - 1.0);
        grown * libm::sin(6.5 * PI * t)
    }),
    (Curve::Bounces { bounces: 2.0, bounciness: 2.0 }, |t| {
        arc(t, &[0.0, 0.2, 0.6, 1.4], &[0.25, 0.5, 1.0])
    }),
    (Curve::Bounces { bounces: 3.0, bounciness: 1.5 }, |t| {
        let feet = [0.0, 1.0, 2.5, 4.75, 8.125].map(|foot| foot / 6.4375);
        arc(t, &feet, &[8.0 / 27.0, 4.0 / 9.0, 2.0 / 3.0, 1.0])
    }),
];

#[test]
fn every_curve_and_every_mode_follows_its_published_formula() {
    for (curve, formula) in PUBLISHED {
        for t in (0..=96_u8).map(|step| f64::from(step) / 96.0) {
            let mirrored = |t: f64| 1.0 - formula(1.0 - t);
            let is_early = t < 0.5;
            let cases = [
                (Easing::In(curve), formula(t)),
                (Easing::Out(curve), mirrored(t)),
                (
                    Easing::InOut(curve),
                    0.5 * if is_early { formula(2.0 * t) } else { 1.0 + mirrored(2.0 * t - 1.0) },
                ),
                (
                    Easing::OutIn(curve),
                    0.5 * if is_early { mirrored(2.0 * t) } else { 1.0 + formula(2.0 * t - 1.0) },
                ),
            ];
            for (easing, wanted) in cases {
                let found = easing.at(t);
                assert!((found - wanted).abs() < 1e-13, "{easing:?} at {t}: {found}, {wanted}");
            }
        }
    }
}

#[test]
fn bezier_curves_pass_through_the_points_of_their_definition() {
    let handles = [
        [0.25, 0.1, 0.25, 1.0],
        [0.42, 0.0, 0.58, 1.0],
        [0.3, -0.4, 0.6, 1.5],
        [0.5, 0.2, 0.7, 0.6],
    ];
    for [x1, y1, x2, y2] in handles {
        let bezier = CubicBezier::new(x1, y1, x2, y2).unwrap();
        for s in (0..=96_u8).map(|step| f64::from(step) / 96.0) {
            // De Casteljau's construction: the middle of the middles of the four points.
            let point = |one: f64, two: f64| {
                let mix = |from: f64, to: f64| from + (to - from) * s;
                let middle = mix(one, two);
                mix(mix(mix(0.0, one), middle), mix(middle, mix(two, 1.0)))
            };
            let (x, y) = (point(x1, x2), point(y1, y2));
            for curve in [Curve::Bezier(bezier), Curve::NewtonBezier(bezier)] {
                let found = curve.at(x);
                assert!((found - y).abs() < 1e-12, "{curve:?} at {x}: {found}, {y}");
            }
        }
    }
}

#[test]
fn some_of_babylons_curves_do_not_meet_the_ends() {
    let ends = |curve| [0.0, 1.0].map(|t| Easing::In(curve).at(t));
    assert_eq!(ends(Curve::Power(0.0)), [1.0, 1.0]);
    assert_eq!(ends(Curve::Power(-2.0)), [1.0, 1.0], "counts as 0");
    let [start, end] = ends(Curve::Springy { oscillations: 2.5, springiness: 3.0 });
    assert!(start == 0.0 && (end + 1.0).abs() < 1e-12, "{end}: half a turn further");
    let [start, end] = ends(Curve::Bounces { bounces: 0.5, bounciness: 2.0 });
    assert!(start.abs() < 1e-12 && end < 0.9, "{end}: not at the top of the last bounce");
}

#[test]
fn outside_the_formula_goes_on_and_else_the_end_holds() {
    let at = |curve: Curve, t: f64| Easing::In(curve).at(t);
    assert_eq!(at(Curve::Quad, -0.5), 0.25);
    assert_eq!(at(Curve::Power(3.0), 2.0), 8.0);
    assert_eq!(at(Curve::Power(0.5), -0.5), 0.0, "no root of a negative number");
    assert_eq!(at(Curve::Circ, 1.5), 1.0);
    assert_eq!(at(Curve::Bounces { bounces: 3.0, bounciness: 2.0 }, -0.25), 0.0);
    assert_eq!(at(Curve::Sine, f64::INFINITY), 1.0, "no sine of infinity");
    for easing in CURVES.map(Easing::InOut) {
        assert!(easing.at(f64::NAN).is_nan(), "{easing:?}");
    }
}

#[test]
fn parameters_that_give_no_number_run_evenly() {
    let broken = [
        Curve::Power(f64::NEG_INFINITY), // counts as 0
        Curve::Back { overshoot: f64::NAN },
        Curve::Elastic { amplitude: 0.0, period: 0.3 },
        Curve::Elastic { amplitude: 1.0, period: f64::NAN },
        Curve::Springy { oscillations: f64::INFINITY, springiness: 3.0 },
        Curve::Bounces { bounces: 1e9, bounciness: 1e9 },
    ];
    for curve in &broken[1..] {
        assert_eq!(curve.at(0.3), 0.3, "{curve:?}");
        let given = *curve != Curve::Elastic { amplitude: 0.0, period: 0.3 }
            && *curve != Curve::Bounces { bounces: 1e9, bounciness: 1e9 };
        assert_eq!(Easing::OutIn(*curve).is_finite(), !given, "{curve:?}");
    }
    assert_eq!(broken[0].at(0.3), 1.0);
    assert!(CURVES.into_iter().all(Curve::is_finite));
}

#[test]
fn a_small_exponent_keeps_its_digits() {
    // (e^(kt) - 1) / (e^k - 1) = t (1 - k (1 - t) / 2 + ...).
    let nearly_linear = Curve::Exponential { exponent: 1e-9 };
    assert!((nearly_linear.at(0.5) - (0.5 - 1.25e-10)).abs() < 1e-16);
    assert_eq!(Curve::Exponential { exponent: f64::MIN_POSITIVE }.at(0.5), 0.5);
}

#[test]
fn vertical_bezier_curves_keep_their_digits() {
    let tiny = [1e-300, 1e-30, 1e-16, 1e-9, 1e-4, 0.01, 0.2];
    for share in tiny {
        // x = s^3, y = 3 s (1 - s)^2 + 3 s^2 (1 - s) + s^3 with both handles above the start.
        let (at_start, s) = (CubicBezier::new(0.0, 1.0, 0.0, 1.0).unwrap(), libm::cbrt(share));
        let y = s * (3.0 - s * (3.0 - s));
        assert!(
            (at_start.at(share) - y).abs() <= 4e-16 * y + 1e-18,
            "{share}: {} {y}",
            at_start.at(share)
        );

        // The same from the end: only the rounding of 1 - share counts, and it is exact here.
        let at_end = CubicBezier::new(1.0, 0.0, 1.0, 0.0).unwrap();
        let left = 1.0 - (1.0 - share);
        let s = libm::cbrt(left);
        let y = 1.0 - s * (3.0 - s * (3.0 - s));
        assert!((at_end.at(1.0 - share) - y).abs() <= 4e-16, "1 - {share}: {y}");

        // x = 1/2 + 4 w^3 and y = 1/2 + 3/2 w - 2 w^3 around the middle.
        let in_middle = CubicBezier::new(1.0, 0.0, 0.0, 1.0).unwrap();
        for x in [0.5 - share, 0.5 + share] {
            let w = libm::cbrt((x - 0.5) / 4.0);
            let y = 0.5 + w * (1.5 - 2.0 * w * w);
            assert!((in_middle.at(x) - y).abs() <= 4e-16, "{x}: {} {y}", in_middle.at(x));
        }
    }
}

#[test]
fn bezier_curves_go_on_along_their_tangents() {
    // (handles, slope before 0, slope behind 1)
    let cases = [
        ([0.25, 0.5, 0.5, 0.75], 2.0, 0.5),
        ([0.0, 0.0, 0.5, 0.25], 0.5, 1.5),
        ([0.5, 0.25, 1.0, 1.0], 0.5, 1.5),
        ([0.0, 1.0, 1.0, 0.0], 0.0, 0.0),
        ([0.0, 0.0, 0.0, 0.0], 1.0, 1.0),
    ];
    for (handles, before, behind) in cases {
        let bezier = CubicBezier::try_from(handles).unwrap();
        assert_eq!(bezier.at(-0.5), -0.5 * before, "{handles:?}");
        assert_eq!(bezier.at(1.5), 1.0 + 0.5 * behind, "{handles:?}");
    }
    let steep = CubicBezier::new(f64::MIN_POSITIVE, 1e9, 0.5, 1.0).unwrap();
    assert_eq!([steep.at(0.0), steep.at(1.0)], [0.0, 1.0], "an infinite slope does no harm");
}

#[test]
fn steps_meet_every_jump() {
    for count in 1..=1000_u32 {
        let steps = Steps::new(count, Jump::End).unwrap();
        for step in [1, count / 3, count / 2, count - 1, count] {
            let jump = f64::from(step) / f64::from(count);
            assert_eq!(steps.at(jump), jump, "jump {step} of {count}");
            if step > 0 {
                let before = f64::from(step - 1) / f64::from(count);
                assert_eq!(steps.at(jump.next_down()), before, "before jump {step} of {count}");
            }
        }
    }
    assert_eq!([0.0, 0.5, 1.0].map(|t| Easing::STEP_START.at(t)), [1.0, 1.0, 1.0]);
    assert_eq!([0.0, 0.5, 1.0].map(|t| Easing::STEP_END.at(t)), [0.0, 0.0, 1.0]);
    assert_eq!([-0.1, 1.5].map(|t| Steps::new(2, Jump::End).unwrap().at(t)), [-0.5, 1.5]);
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
    assert_eq!(Steps::new(0, Jump::End), Err(EasingError::Steps { count: 0, needed: 1 }));
}

#[cfg(feature = "serde")]
#[test]
fn every_easing_can_be_saved() {
    for easing in CURVES.map(Easing::InOut) {
        let saved = serde_json::to_string(&easing).unwrap();
        assert_eq!(serde_json::from_str::<Easing>(&saved).unwrap(), easing, "{saved}");
    }
    assert!(serde_json::from_str::<CubicBezier>("[2.0, 0.0, 0.0, 0.0]").is_err());
}

proptest! {
    #[test]
    fn easings_are_finite_on_their_way(t in 0.0_f64..=1.0, index in 0_usize..18) {
        let curve = CURVES[index];
        for easing in [Easing::In, Easing::Out, Easing::InOut, Easing::OutIn].map(|mode| mode(curve)) {
            prop_assert!(easing.at(t).is_finite(), "{:?} at {}", easing, t);
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
    fn a_bezier_curve_leads_back_to_its_x(x1 in 0.0_f64..=1.0, x2 in 0.0_f64..=1.0, x in 0.0_f64..=1.0) {
        // The parameter may be anyone's where x hardly changes, but its x is the one asked for.
        let s = CubicBezier::new(x1, 1.0 / 3.0, x2, 2.0 / 3.0).unwrap().at(x);
        let back = 3.0 * x1 * s * (1.0 - s) * (1.0 - s) + 3.0 * x2 * s * s * (1.0 - s) + s * s * s;
        prop_assert!((back - x).abs() <= 2e-15, "{} {}", x, back);
    }

    #[test]
    fn a_bezier_curve_never_turns_back(x1 in 0.0_f64..=1.0, x2 in 0.0_f64..=1.0, a in 0.0_f64..=1.0, b in 0.0_f64..=1.0) {
        let bezier = CubicBezier::new(x1, 1.0 / 3.0, x2, 2.0 / 3.0).unwrap();
        let (early, late) = (bezier.at(a.min(b)), bezier.at(a.max(b)));
        prop_assert!(early <= late + 4e-16, "{} {}", early, late);
    }

    #[test]
    fn easings_are_finite_for_any_parameters(t in 0.0_f64..=1.0, a: u64, b: u64) {
        let (a, b) = (f64::from_bits(a), f64::from_bits(b));
        let curves = [
            Curve::Power(a),
            Curve::Back { overshoot: a },
            Curve::Elastic { amplitude: a, period: b },
            Curve::Exponential { exponent: a },
            Curve::BackSine { amplitude: a },
            Curve::Springy { oscillations: a, springiness: b },
            Curve::Bounces { bounces: a, bounciness: b },
        ];
        for curve in curves {
            for easing in [Easing::In, Easing::Out, Easing::InOut, Easing::OutIn].map(|mode| mode(curve)) {
                prop_assert!(easing.at(t).is_finite(), "{:?} at {}: {}", easing, t, easing.at(t));
            }
        }
    }

    #[test]
    fn nothing_panics(bits: u64, a: u64, b: u64, index in 0_usize..18) {
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

#[test]
fn the_sine_is_off_by_a_few_last_places_at_most() {
    let mut worst: f64 = 0.0;
    for step in 0..=1_000_000_u32 {
        let t = f64::from(step) / 1e6;
        let exact = 1.0 - libm::cos(t * core::f64::consts::FRAC_PI_2);
        worst = worst.max((Easing::In(Curve::Sine).at(t) - exact).abs());
        worst = worst.max((Easing::Out(Curve::Sine).at(1.0 - t) - (1.0 - exact)).abs());
    }
    assert!(worst <= 2.0 * f64::EPSILON, "{worst:e}");
    // Small shares keep their digits: t^2 pi^2 / 8 (1 - t^2 pi^2 / 48 + ...).
    let [t, pi] = [1e-6, core::f64::consts::PI];
    let series = t * t * pi * pi / 8.0 * (1.0 - t * t * pi * pi / 48.0);
    assert!((Easing::In(Curve::Sine).at(t) / series - 1.0).abs() <= 4.0 * f64::EPSILON);
}

#[test]
fn a_polynomial_has_the_bits_of_its_easing() {
    let near_the_ends =
        [0.0, f64::MIN_POSITIVE, 1e-17, 1e-9, 0.5 - f64::EPSILON, 1.0 - f64::EPSILON / 2.0];
    for polynomial in Polynomial::ALL {
        let between = (1..4096).map(|step| f64::from(step) / 4096.0);
        for t in between.chain(near_the_ends) {
            let wanted = polynomial.easing().at(t);
            let unsigned_zero = |number: f64| (number + 0.0).to_bits();
            assert_eq!(
                unsigned_zero(polynomial.at(t)),
                unsigned_zero(wanted),
                "{polynomial:?} at {t}"
            );
        }
    }
}

#[test]
fn every_polynomial_is_found_by_its_easing() {
    for (index, polynomial) in Polynomial::ALL.into_iter().enumerate() {
        assert_eq!(polynomial as usize, index);
        assert_eq!(polynomial.easing().polynomial(), Some(polynomial));
    }
    let others = [
        Easing::IN_OUT_EXPO,
        Easing::EASE,
        Easing::STEP_END,
        Easing::OutIn(Curve::Quad),
        Easing::Out(Curve::Back { overshoot: 2.5 }),
        Easing::InOut(Curve::BACK),
        Easing::In(Curve::BACK_BOTH),
    ];
    assert!(others.into_iter().all(|easing| easing.polynomial().is_none()));
}

#[test]
fn easings_have_one_digest_exactly_if_they_are_equal() {
    let back = |overshoot| Easing::In(Curve::Back { overshoot });
    let named = Easing::NAMED.iter().map(|(_, easing)| *easing);
    let all: Vec<_> = named.chain([0.0, -0.0, 1.5, 2.5, 1e-300].map(back)).collect();
    for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (one, other))) {
        let has_one_digest = crate::digest::digest(one) == crate::digest::digest(other);
        assert_eq!(has_one_digest, one == other, "{one:?}, {other:?}");
    }
}

#[test]
fn no_two_names_are_alike_and_no_two_easings() {
    for (index, one) in Easing::NAMED.iter().enumerate() {
        assert!(
            Easing::NAMED[..index].iter().all(|other| other.0 != one.0 && other.1 != one.1),
            "{one:?}"
        );
    }
}
