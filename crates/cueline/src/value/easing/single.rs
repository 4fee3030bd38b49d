//! Easings in single precision, for batches: only sums, products and selections.
//!
//! [`Easing::at`] works in `f64`, partly with `libm`, and takes ten times as long as everything else in a batch tween.
//! For the common easings this module has a second implementation in `f32`, a [`Polynomial`] without branches, which a
//! loop computes for many tweens at once. A batch and [`Easing::at_f32`] call the same function, so both give the same
//! bits on every machine: Rust does not fuse or reorder floating-point operations at any register width.
//!
//! *Why the polynomials are monotone:* each one consists of rounded sums and products of numbers that are not negative
//! and that all rise, or all fall, with `t`. Rounding keeps that order, so the result rises wherever the curve rises. The
//! exception is `back`, whose curve itself falls.

// `#[inline(always)]` in this file: part of the loops of `wide::widest`, where a call would lose the wide registers.

use core::f32::consts::FRAC_PI_4;

use super::{
    Curve, Easing,
    curve::{self, OVERSHOOT, OVERSHOOT_BOTH},
    mode::{In, InOut, Mode, Out},
};

/// The easings that have a form in single precision. The order is that of the groups in a batch.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polynomial {
    Linear,
    InSine,
    OutSine,
    InOutSine,
    InQuad,
    OutQuad,
    InOutQuad,
    InCubic,
    OutCubic,
    InOutCubic,
    InQuart,
    OutQuart,
    InOutQuart,
    InQuint,
    OutQuint,
    InOutQuint,
    InBack,
    OutBack,
    InOutBack,
}

/// Work that needs the function of a polynomial, compiled once for each polynomial.
#[doc(hidden)]
pub trait EasedWork {
    type Out;
    fn run(self, ease: impl Fn(f32) -> f32) -> Self::Out;
}

impl Polynomial {
    /// All of them, in order.
    pub const ALL: [Self; 19] = [
        Self::Linear,
        Self::InSine,
        Self::OutSine,
        Self::InOutSine,
        Self::InQuad,
        Self::OutQuad,
        Self::InOutQuad,
        Self::InCubic,
        Self::OutCubic,
        Self::InOutCubic,
        Self::InQuart,
        Self::OutQuart,
        Self::InOutQuart,
        Self::InQuint,
        Self::OutQuint,
        Self::InOutQuint,
        Self::InBack,
        Self::OutBack,
        Self::InOutBack,
    ];

    /// The easing that it computes.
    #[must_use]
    pub const fn easing(self) -> Easing {
        match self {
            Self::Linear => Easing::LINEAR,
            Self::InSine => Easing::IN_SINE,
            Self::OutSine => Easing::OUT_SINE,
            Self::InOutSine => Easing::IN_OUT_SINE,
            Self::InQuad => Easing::IN_QUAD,
            Self::OutQuad => Easing::OUT_QUAD,
            Self::InOutQuad => Easing::IN_OUT_QUAD,
            Self::InCubic => Easing::IN_CUBIC,
            Self::OutCubic => Easing::OUT_CUBIC,
            Self::InOutCubic => Easing::IN_OUT_CUBIC,
            Self::InQuart => Easing::IN_QUART,
            Self::OutQuart => Easing::OUT_QUART,
            Self::InOutQuart => Easing::IN_OUT_QUART,
            Self::InQuint => Easing::IN_QUINT,
            Self::OutQuint => Easing::OUT_QUINT,
            Self::InOutQuint => Easing::IN_OUT_QUINT,
            Self::InBack => Easing::IN_BACK,
            Self::OutBack => Easing::OUT_BACK,
            Self::InOutBack => Easing::IN_OUT_BACK,
        }
    }

    /// [`Easing::at`] of its easing, with the same bits, for progress from 0 to below 1: for a loop over many values,
    /// without a search for the curve. Zero may have another sign.
    #[inline]
    pub(crate) fn at(self, t: f64) -> f64 {
        // Rounding may bring the argument of a mirrored curve to 1, where these two are 1 by definition.
        let sine = |t| if t < 1.0 { curve::sine_in(t) } else { 1.0 };
        let back = |t| if t < 1.0 { curve::back(t, OVERSHOOT) } else { 1.0 };
        let back_both = |t| if t < 1.0 { curve::back(t, OVERSHOOT_BOTH) } else { 1.0 };
        let (quad, cubic) = (|t: f64| t * t, |t: f64| t * t * t);
        let (quart, quint) = (|t: f64| t * t * t * t, |t: f64| t * t * t * t * t);
        match self {
            Self::Linear => t,
            Self::InSine => In::eval(t, sine),
            Self::OutSine => Out::eval(t, sine),
            Self::InOutSine => InOut::eval(t, sine),
            Self::InQuad => In::eval(t, quad),
            Self::OutQuad => Out::eval(t, quad),
            Self::InOutQuad => InOut::eval(t, quad),
            Self::InCubic => In::eval(t, cubic),
            Self::OutCubic => Out::eval(t, cubic),
            Self::InOutCubic => InOut::eval(t, cubic),
            Self::InQuart => In::eval(t, quart),
            Self::OutQuart => Out::eval(t, quart),
            Self::InOutQuart => InOut::eval(t, quart),
            Self::InQuint => In::eval(t, quint),
            Self::OutQuint => Out::eval(t, quint),
            Self::InOutQuint => InOut::eval(t, quint),
            Self::InBack => In::eval(t, back),
            Self::OutBack => Out::eval(t, back),
            Self::InOutBack => InOut::eval(t, back_both),
        }
    }

    /// Runs the work with this polynomial's function, for progress from 0 to 1.
    #[inline]
    pub fn with<W: EasedWork>(self, work: W) -> W::Out {
        match self {
            Self::Linear => work.run(|t| t),
            Self::InSine => work.run(sine),
            Self::OutSine => work.run(sine_out),
            Self::InOutSine => work.run(|t| both(sine, t)),
            Self::InQuad => work.run(quad),
            Self::OutQuad => work.run(|t| 1.0 - quad(1.0 - t)),
            Self::InOutQuad => work.run(|t| both(quad, t)),
            Self::InCubic => work.run(cubic),
            Self::OutCubic => work.run(|t| 1.0 - cubic(1.0 - t)),
            Self::InOutCubic => work.run(|t| both(cubic, t)),
            Self::InQuart => work.run(quart),
            Self::OutQuart => work.run(|t| 1.0 - quart(1.0 - t)),
            Self::InOutQuart => work.run(|t| both(quart, t)),
            Self::InQuint => work.run(quint),
            Self::OutQuint => work.run(|t| 1.0 - quint(1.0 - t)),
            Self::InOutQuint => work.run(|t| both(quint, t)),
            Self::InBack => work.run(back),
            Self::OutBack => work.run(|t| 1.0 - back(1.0 - t)),
            Self::InOutBack => work.run(|t| both(back_both, t)),
        }
    }
}

impl Easing {
    /// The maximum difference between [`at_f32`](Self::at_f32) and [`at`](Self::at), for any progress from 0 to 1: the
    /// error of single precision. If an easing leaves the range from -1 to 2 (a back or an elastic that overshoots by more
    /// than the whole distance), the error grows in proportion to its values.
    pub const WORST_ERROR_F32: f64 = 2.5e-7;

    /// The eased progress in single precision, as batches compute it: within
    /// [`WORST_ERROR_F32`](Self::WORST_ERROR_F32) of [`at`](Self::at).
    ///
    /// Linear, sine, quad, cubic, quart, quint and back (with the usual overshoot) are sums and products of `f32`; they
    /// never fall where the curve does not fall. All other easings are the rounded result of `at`, and rounding keeps the
    /// order, so a spring without bounce never falls either. Progress outside of 0..=1 counts as the nearer end, and NaN
    /// as 1.
    ///
    /// ```
    /// use cueline::value::Easing;
    ///
    /// assert_eq!(Easing::OUT_QUAD.at_f32(0.5), 0.75);
    /// assert_eq!(Easing::OUT_QUAD.at_f32(7.0), 1.0);
    /// assert_eq!(Easing::STEP_END.at_f32(0.99), 0.0);
    /// ```
    #[must_use]
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    pub fn at_f32(&self, t: f32) -> f32 {
        let t = if t < 1.0 { t } else { 1.0 };
        let t = if t > 0.0 { t } else { 0.0 };
        match self.polynomial() {
            Some(polynomial) => polynomial.with(At(t)),
            None => self.eval(f64::from(t)) as f32,
        }
    }

    /// The polynomial that computes this easing in single precision; `None` if [`at`](Self::at) computes it.
    #[inline(always)]
    #[expect(clippy::float_cmp, reason = "only these very overshoots have a polynomial")]
    #[doc(hidden)]
    #[must_use]
    pub fn polynomial(&self) -> Option<Polynomial> {
        use Polynomial as P;

        let (curve, usual_overshoot) = match self {
            Self::Linear => return Some(P::Linear),
            Self::In(curve) | Self::Out(curve) => (curve, OVERSHOOT),
            Self::InOut(curve) => (curve, OVERSHOOT_BOTH),
            _ => return None,
        };
        let [at_start, at_end, at_both] = match curve {
            Curve::Sine => [P::InSine, P::OutSine, P::InOutSine],
            Curve::Quad => [P::InQuad, P::OutQuad, P::InOutQuad],
            Curve::Cubic => [P::InCubic, P::OutCubic, P::InOutCubic],
            Curve::Quart => [P::InQuart, P::OutQuart, P::InOutQuart],
            Curve::Quint => [P::InQuint, P::OutQuint, P::InOutQuint],
            Curve::Back { overshoot } if *overshoot == usual_overshoot => {
                [P::InBack, P::OutBack, P::InOutBack]
            }
            _ => return None,
        };
        Some(match self {
            Self::In(_) => at_start,
            Self::Out(_) => at_end,
            _ => at_both,
        })
    }
}

struct At(f32);

impl EasedWork for At {
    type Out = f32;
    fn run(self, ease: impl Fn(f32) -> f32) -> f32 {
        ease(self.0)
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
