//! The formulas of Babylon.js 9.34 (`Animations/easing.ts`), which follow those of Silverlight and WPF.

use core::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::value::CubicBezier;

/// What a bounciness of 1 or less counts as.
pub(super) const LEAST_BOUNCINESS: f64 = 1.001;

pub(super) fn exponential(t: f64, n: f64) -> f64 {
    if n <= 0.0 { t } else { (libm::exp(n * t) - 1.0) / (libm::exp(n) - 1.0) }
}

pub(super) fn back(t: f64, amplitude: f64) -> f64 {
    t * t * t - t * amplitude * libm::sin(PI * t)
}

pub(super) fn elastic(t: f64, oscillations: f64, springiness: f64) -> f64 {
    exponential(t, springiness) * libm::sin((TAU * oscillations + FRAC_PI_2) * t)
}

pub(super) fn bounce(t: f64, bounces: f64, bounciness: f64) -> f64 {
    // Lengths in units of the first parabola; the last one is cut at its top.
    let shrink = 1.0 - bounciness;
    let last = libm::pow(bounciness, bounces);
    let total = (1.0 - last) / shrink + last * 0.5;
    let index = libm::floor(libm::log(1.0 - t * total * shrink) / libm::log(bounciness));
    let start = (1.0 - libm::pow(bounciness, index)) / (shrink * total);
    let end = (1.0 - libm::pow(bounciness, index + 1.0)) / (shrink * total);
    let (middle, half) = ((start + end) * 0.5, (end - start) * 0.5);
    let off = t - middle;
    -libm::pow(1.0 / bounciness, bounces - index) / (half * half) * (off - half) * (off + half)
}

pub(super) fn bezier(t: f64, curve: CubicBezier) -> f64 {
    let (x1, y1, x2, y2) = curve.points();
    let (a, b, c) = (1.0 - 3.0 * x2 + 3.0 * x1, 3.0 * x2 - 6.0 * x1, 3.0 * x1);
    let mut s = t;
    for _ in 0..5 {
        let x = ((a * s + b) * s + c) * s;
        let slope = (3.0 * a * s + 2.0 * b) * s + c;
        s = (s - (x - t) / slope).clamp(0.0, 1.0);
    }
    let r = 1.0 - s;
    3.0 * r * r * s * y1 + 3.0 * r * s * s * y2 + s * s * s
}
