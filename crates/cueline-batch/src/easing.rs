//! Easings in single precision: only sums, products and selections.
//!
//! [`Easing::at`] works in `f64`, partly with `libm`, and takes ten times as long as everything else in a batch tween.
//! For the common easings this module has a second implementation in `f32` without branches, which a loop computes for
//! many tweens at once. A batch and [`ease_f32`] call the same function, so both give the same bits on every machine:
//! Rust does not fuse or reorder floating-point operations at any register width.
//!
//! *Why the polynomials are monotone:* each one consists of rounded sums and products of numbers that are not negative
//! and that all rise, or all fall, with `t`. Rounding keeps that order, so the result rises wherever the curve rises. The
//! exception is `back`, whose curve itself falls.

// `#[inline(always)]` in this file: part of the loops of `widest`, where a call would lose the wide registers.

use core::f32::consts::FRAC_PI_4;

use cueline::{advanced::Polynomial, value::Easing};

#[cfg(test)]
mod tests;

/// The maximum difference between [`ease_f32`] and [`Easing::at`], for any progress from 0 to 1: the error of single
/// precision. If an easing leaves the range from -1 to 2 (a back or an elastic that overshoots by more than the whole
/// distance), the error grows in proportion to its values.
pub const WORST_ERROR_F32: f64 = 2.5e-7;

/// The eased progress in single precision, as batches compute it: within [`WORST_ERROR_F32`] of [`Easing::at`].
///
/// Linear, sine, quad, cubic, quart, quint and back (with the usual overshoot) are sums and products of `f32`; they
/// never fall where the curve does not fall. All other easings are the rounded result of `at`, and rounding keeps the
/// order, so a spring without bounce never falls either. Progress outside of 0..=1 counts as the nearer end, and NaN
/// as 1.
///
/// ```
/// use cueline::value::Easing;
/// use cueline_batch::ease_f32;
///
/// assert_eq!(ease_f32(&Easing::OUT_QUAD, 0.5), 0.75);
/// assert_eq!(ease_f32(&Easing::OUT_QUAD, 7.0), 1.0);
/// assert_eq!(ease_f32(&Easing::STEP_END, 0.99), 0.0);
/// ```
#[must_use]
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
pub fn ease_f32(easing: &Easing, t: f32) -> f32 {
    let t = if t < 1.0 { t } else { 1.0 };
    let t = if t > 0.0 { t } else { 0.0 };
    match easing.polynomial() {
        Some(polynomial) => ease_polynomial(polynomial, t),
        None => easing.at(f64::from(t)) as f32,
    }
}

/// [`ease_f32`] of the easing of this polynomial, for progress from 0 to 1.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn ease_polynomial(polynomial: Polynomial, t: f32) -> f32 {
    eased(polynomial, At(t))
}

/// Work that needs the function of a polynomial, compiled once for each polynomial.
pub(crate) trait EasedWork {
    type Out;
    fn run(self, ease: impl Fn(f32) -> f32) -> Self::Out;
}

struct At(f32);

impl EasedWork for At {
    type Out = f32;
    fn run(self, ease: impl Fn(f32) -> f32) -> f32 {
        ease(self.0)
    }
}

/// Runs the work with the function of this polynomial, for progress from 0 to 1.
#[inline]
pub(crate) fn eased<W: EasedWork>(polynomial: Polynomial, work: W) -> W::Out {
    match polynomial {
        Polynomial::Linear => work.run(|t| t),
        Polynomial::InSine => work.run(sine),
        Polynomial::OutSine => work.run(sine_out),
        Polynomial::InOutSine => work.run(|t| both(sine, t)),
        Polynomial::InQuad => work.run(quad),
        Polynomial::OutQuad => work.run(|t| 1.0 - quad(1.0 - t)),
        Polynomial::InOutQuad => work.run(|t| both(quad, t)),
        Polynomial::InCubic => work.run(cubic),
        Polynomial::OutCubic => work.run(|t| 1.0 - cubic(1.0 - t)),
        Polynomial::InOutCubic => work.run(|t| both(cubic, t)),
        Polynomial::InQuart => work.run(quart),
        Polynomial::OutQuart => work.run(|t| 1.0 - quart(1.0 - t)),
        Polynomial::InOutQuart => work.run(|t| both(quart, t)),
        Polynomial::InQuint => work.run(quint),
        Polynomial::OutQuint => work.run(|t| 1.0 - quint(1.0 - t)),
        Polynomial::InOutQuint => work.run(|t| both(quint, t)),
        Polynomial::InBack => work.run(back),
        Polynomial::OutBack => work.run(|t| 1.0 - back(1.0 - t)),
        Polynomial::InOutBack => work.run(|t| both(back_both, t)),
    }
}

/// The curve at the start, and mirrored at the end. Both halves compute the same product, so no lane branches. The input
/// of the product is the minimum of two numbers instead of a selection by half; a selection would make the compiler
/// compute the product twice.
#[inline(always)]
fn both(curve: impl Fn(f32) -> f32, t: f32) -> f32 {
    let early = t < 0.5;
    let double = t + t;
    let late = 2.0 - double;
    let half = 0.5 * curve(if double < late { double } else { late });
    if early { half } else { 1.0 - half }
}

/// cos(pi/2 sqrt(1 - w)), from 0 at 0 to 1 at 1, as `w` times a polynomial of degree 4, with an error of 4e-10 before
/// rounding.
///
/// The function is the product of w and of (1 - (1 - w)/(2k + 1)^2) for all k above 0, so all its coefficients in `w` are
/// positive. Therefore it rises with `w` after each rounding too. A polynomial in `t` has coefficients of both signs, and
/// falls by a few units in the last place near its end.
#[inline(always)]
fn quarter(w: f32) -> f32 {
    let p = 0.017_429_903 + w * (0.000_798_731_8 + w * 2.377_954e-5);
    let y = w * (FRAC_PI_4 + w * (0.196_349_41 + w * p));
    // The last rounding may give a result beyond the end.
    if y < 1.0 { y } else { 1.0 }
}

/// sin(t pi/2).
#[inline(always)]
fn sine_out(t: f32) -> f32 {
    let left = 1.0 - t;
    quarter(1.0 - left * left)
}

/// 1 - cos(t pi/2).
#[inline(always)]
fn sine(t: f32) -> f32 {
    1.0 - quarter(1.0 - t * t)
}

#[inline(always)]
fn quad(t: f32) -> f32 {
    t * t
}

#[inline(always)]
fn cubic(t: f32) -> f32 {
    t * t * t
}

#[inline(always)]
fn quart(t: f32) -> f32 {
    let x = t * t;
    x * x
}

#[inline(always)]
fn quint(t: f32) -> f32 {
    let x = t * t;
    x * x * t
}

#[inline(always)]
fn back(t: f32) -> f32 {
    t * t * (2.701_58 * t - 1.701_58)
}

#[inline(always)]
fn back_both(t: f32) -> f32 {
    t * t * (3.594_909_5 * t - 2.594_909_5)
}
