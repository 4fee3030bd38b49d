//! Easings: how progress runs between two values.
//!
//! An easing is a function of progress, 0 at the start and 1 at the end, that says how much of the way
//! is done. Most of them are a [`Curve`], which starts gently, played one of four ways: as it is
//! ([`In`](Easing::In)), turned around so that it ends gently ([`Out`](Easing::Out)), or one of the two
//! after the other ([`InOut`](Easing::InOut), [`OutIn`](Easing::OutIn)):
//!
//! ```
//! use cueline::value::{Curve, Easing};
//!
//! let drop = Easing::Out(Curve::BOUNCE);
//! assert_eq!(drop, Easing::BOUNCE_OUT); // the well-known ones have names
//! assert_eq!([drop.at(0.0), drop.at(1.0)], [0.0, 1.0]);
//!
//! let throw = Easing::In(Curve::back(2.5)?);
//! assert!(throw.at(0.2) < 0.0, "it swings back first");
//! # Ok::<(), cueline::value::EasingError>(())
//! ```
//!
//! The rest are the functions of CSS Easing Level 1 ([`CubicBezier`], [`Steps`]) and functions of your own.
//!
//! What holds for every easing but a custom one:
//!
//! - In `0..=1` the result is finite, also for the extreme parameters that a constructor lets pass.
//! - 0 gives exactly 0 and 1 exactly 1, except where the curve does not go there: [`Steps`] that jump at
//!   that end, `power(0)`, and [`Curve::oscillating`] and [`Curve::bouncing`] with parts of a turn or bounce.
//! - Outside of `0..=1` the formula goes on. Where it has no value there (the root of a negative number),
//!   the value of the nearest end holds. Far outside it may overflow to an infinity.
//! - NaN gives NaN.
//! - The same bits on every machine: only basic arithmetic and the `libm` crate take part.

mod babylon;
mod curve;
mod error;
mod penner;
mod steps;
#[cfg(test)]
mod tests;

pub use curve::Curve;
pub use error::EasingError;
pub(super) use error::in_range;
pub use steps::{Jump, Steps};

use super::CubicBezier;

/// How progress runs: see the [module](self) for what holds at the ends, outside and for NaN.
///
/// # Examples
///
/// ```
/// use cueline::value::Easing;
///
/// assert_eq!(Easing::default().at(0.25), 0.25);
/// assert_eq!(Easing::QUAD_IN.at(0.5), 0.25);
/// assert_eq!(Easing::Custom(|t| 1.0 - t).at(0.25), 0.75);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(
    unpredictable_function_pointer_comparisons,
    reason = "said at `Custom`: two pointers to one function may differ, never two pointers to two that behave apart"
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Easing {
    /// Evenly.
    #[default]
    Linear,
    /// A curve as it is: `f(t)`.
    In(Curve),
    /// A curve turned around: `1 - f(1 - t)`.
    Out(Curve),
    /// In over the first half, out over the second.
    InOut(Curve),
    /// Out over the first half, in over the second.
    OutIn(Curve),
    /// A cubic Bezier of CSS.
    Bezier(CubicBezier),
    /// A staircase of CSS.
    Steps(Steps),
    /// A function of your own; nothing is promised of its values but that they are passed on.
    ///
    /// Two of them are equal where their addresses are: a function may have several.
    /// It cannot be saved: writing it with serde is an error, and reading never gives one.
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(fn(f64) -> f64),
}

impl Easing {
    /// How much of the way is done at progress `t`: 0 at the start, 1 at the end.
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        match self {
            Self::Linear => t,
            Self::In(curve) => curve.at(t),
            Self::Out(curve) => out(curve, t),
            Self::InOut(curve) if t < 0.5 => curve.at(2.0 * t) / 2.0,
            Self::InOut(curve) => 0.5 + out(curve, 2.0 * t - 1.0) / 2.0,
            Self::OutIn(curve) if t < 0.5 => out(curve, 2.0 * t) / 2.0,
            Self::OutIn(curve) => 0.5 + curve.at(2.0 * t - 1.0) / 2.0,
            Self::Bezier(bezier) => bezier.at(t),
            Self::Steps(steps) => steps.at(t),
            Self::Custom(f) => f(t),
        }
    }
}

fn out(curve: Curve, t: f64) -> f64 {
    1.0 - curve.at(1.0 - t)
}

/// The timing functions that CSS names (CSS Easing Level 1, section 2.2).
impl Easing {
    /// `ease`: cubic-bezier(0.25, 0.1, 0.25, 1).
    pub const EASE: Self = Self::Bezier(CubicBezier::EASE);
    /// `ease-in`: cubic-bezier(0.42, 0, 1, 1).
    pub const EASE_IN: Self = Self::Bezier(CubicBezier::EASE_IN);
    /// `ease-out`: cubic-bezier(0, 0, 0.58, 1).
    pub const EASE_OUT: Self = Self::Bezier(CubicBezier::EASE_OUT);
    /// `ease-in-out`: cubic-bezier(0.42, 0, 0.58, 1).
    pub const EASE_IN_OUT: Self = Self::Bezier(CubicBezier::EASE_IN_OUT);
    /// `step-start`: the end at once, before the first moment has passed.
    pub const STEP_START: Self = Self::Steps(Steps::START);
    /// `step-end`: the start until the last moment.
    pub const STEP_END: Self = Self::Steps(Steps::END);
}

macro_rules! penner {
    ($($family:literal $input:ident $out:ident $in_out:ident: $curve:ident, $both:ident;)*) => {
        /// Robert Penner's set under the usual names, with the parameters of easings.net.
        impl Easing {
            $(
                #[doc = concat!("Penner's ", $family, ", starting gently.")]
                pub const $input: Self = Self::In(Curve::$curve);
                #[doc = concat!("Penner's ", $family, ", ending gently.")]
                pub const $out: Self = Self::Out(Curve::$curve);
                #[doc = concat!("Penner's ", $family, ", at both ends.")]
                pub const $in_out: Self = Self::InOut(Curve::$both);
            )*
        }
    };
}
penner! {
    "sine" SINE_IN SINE_OUT SINE_IN_OUT: SINE, SINE;
    "square" QUAD_IN QUAD_OUT QUAD_IN_OUT: QUAD, QUAD;
    "cube" CUBIC_IN CUBIC_OUT CUBIC_IN_OUT: CUBIC, CUBIC;
    "fourth power" QUART_IN QUART_OUT QUART_IN_OUT: QUART, QUART;
    "fifth power" QUINT_IN QUINT_OUT QUINT_IN_OUT: QUINT, QUINT;
    "power of two" EXPO_IN EXPO_OUT EXPO_IN_OUT: EXPO, EXPO;
    "quarter circle" CIRC_IN CIRC_OUT CIRC_IN_OUT: CIRC, CIRC;
    "backswing" BACK_IN BACK_OUT BACK_IN_OUT: BACK, BACK_BOTH;
    "elastic" ELASTIC_IN ELASTIC_OUT ELASTIC_IN_OUT: ELASTIC, ELASTIC_BOTH;
    "bounce" BOUNCE_IN BOUNCE_OUT BOUNCE_IN_OUT: BOUNCE, BOUNCE;
}
