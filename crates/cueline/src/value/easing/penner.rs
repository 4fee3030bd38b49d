//! Robert Penner's formulas, as GSAP, tween.js and easings.net have them, in the form that starts gently.

use core::f64::consts::{FRAC_PI_2, TAU};

pub(super) fn sine(t: f64) -> f64 {
    1.0 - libm::sin(FRAC_PI_2 * (1.0 - t))
}

/// By multiplication for the small whole exponents that are used most.
pub(super) fn power(t: f64, n: f64) -> f64 {
    if n == 2.0 {
        t * t
    } else if n == 3.0 {
        t * t * t
    } else if n == 4.0 {
        t * t * t * t
    } else if n == 5.0 {
        t * t * t * t * t
    } else if t.is_nan() {
        t // `pow` would answer 1 to an exponent of 0
    } else {
        libm::pow(t, n)
    }
}

pub(super) fn expo(t: f64) -> f64 {
    if t == 0.0 { 0.0 } else { libm::exp2(10.0 * (t - 1.0)) }
}

pub(super) fn circ(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    1.0 - libm::sqrt(1.0 - t * t)
}

pub(super) fn elastic(t: f64, amplitude: f64, period: f64) -> f64 {
    if t == 0.0 {
        return 0.0;
    }
    let (amplitude, period) =
        if amplitude < 1.0 { (1.0, period / amplitude) } else { (amplitude, period) };
    let shift = period / TAU * libm::asin(1.0 / amplitude);
    let wave = libm::sin((1.0 - t - shift) * (TAU / period));
    -amplitude * libm::exp2(-10.0 * (1.0 - t)) * wave
}

/// Four parabolas that meet at 4/11, 8/11 and 10/11; 7.5625 is (11/4)^2.
pub(super) fn bounce_out(t: f64) -> f64 {
    let (centre, floor) = if t < 1.0 / 2.75 {
        (0.0, 0.0)
    } else if t < 2.0 / 2.75 {
        (1.5 / 2.75, 0.75)
    } else if t < 2.5 / 2.75 {
        (2.25 / 2.75, 0.9375)
    } else {
        (2.625 / 2.75, 0.984375)
    };
    7.5625 * (t - centre) * (t - centre) + floor
}
