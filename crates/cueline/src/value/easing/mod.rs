//! Easings: how progress from 0 to 1 is bent.
//!
//! A [`Curve`] says how something sets out; an [`Easing`] uses it at the start (`In`), mirrored at
//! the end (`Out`), or at both. That is how Penner's and Babylon.js's families are built, so all
//! of them come out of one rule:
//!
//! | easing | at `t` |
//! | --- | --- |
//! | `In(f)` | f(t) |
//! | `Out(f)` | 1 - f(1 - t) |
//! | `InOut(f)` | f(2t) / 2 up to the middle, 1 - f(2 - 2t) / 2 behind it |
//! | `OutIn(f)` | the two halves the other way round |
//!
//! ```
//! use cueline::value::{Curve, Easing};
//!
//! assert_eq!(Easing::In(Curve::Quad).at(0.5), 0.25);
//! assert_eq!(Easing::Out(Curve::Quad).at(0.5), 0.75);
//! assert!(Easing::Out(Curve::BACK).at(0.7) > 1.0, "overshoots its end, and comes back to it");
//! assert_eq!(Easing::Out(Curve::BACK).at(1.0), 1.0);
//! ```

mod bezier;
mod curve;
mod many;
mod steps;
#[cfg(test)]
mod tests;

pub use bezier::{BezierError, CubicBezier};
pub use curve::Curve;
pub(crate) use many::{BLOCK, Kind};
use many::{In, InOut, Mode, Out, OutIn};
pub use steps::{Jump, Steps, StepsError};

/// How progress is bent.
///
/// At 0 and 1 every easing is exactly 0 and 1, but for [`Steps`] that jump there, custom functions, and
/// the few curves that [do not go there](Curve). In between it is finite.
/// Outside of 0..=1 [the formula goes on](Curve::at); NaN gives NaN, and 0 for steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Easing {
    /// Evenly.
    #[default]
    Linear,
    /// The curve at the start.
    In(Curve),
    /// The curve backwards at the end.
    Out(Curve),
    /// The curve at the start and backwards at the end.
    InOut(Curve),
    /// The curve backwards up to the middle, and forwards from there.
    OutIn(Curve),
    /// In equal steps.
    Steps(Steps),
    /// Any function, which cannot be saved: saving it is an error.
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(Custom),
}

/// A function of progress. Two are equal when they agree in sixteen places.
#[derive(Clone, Copy, Debug)]
pub struct Custom(pub fn(f64) -> f64);

impl PartialEq for Custom {
    fn eq(&self, other: &Self) -> bool {
        (1..=16_u8).map(|place| f64::from(place) / 17.0).all(|t| (self.0)(t) == (other.0)(t))
    }
}

impl Easing {
    /// CSS `ease`.
    pub const EASE: Self = Self::In(Curve::Bezier(CubicBezier::EASE));
    /// CSS `ease-in`.
    pub const EASE_IN: Self = Self::In(Curve::Bezier(CubicBezier::EASE_IN));
    /// CSS `ease-out`.
    pub const EASE_OUT: Self = Self::In(Curve::Bezier(CubicBezier::EASE_OUT));
    /// CSS `ease-in-out`.
    pub const EASE_IN_OUT: Self = Self::In(Curve::Bezier(CubicBezier::EASE_IN_OUT));
    /// CSS `step-start`.
    pub const STEP_START: Self = Self::Steps(Steps::START);
    /// CSS `step-end`.
    pub const STEP_END: Self = Self::Steps(Steps::END);

    /// Whether all of its parameters are: what is not has no place in a keyframe.
    ///
    /// ```
    /// use cueline::value::{Curve, Easing};
    ///
    /// assert!(Easing::Out(Curve::Back { overshoot: 2.5 }).is_finite());
    /// assert!(!Easing::Out(Curve::Back { overshoot: f64::NAN }).is_finite());
    /// ```
    #[must_use]
    pub fn is_finite(self) -> bool {
        match self {
            Self::In(curve) | Self::Out(curve) | Self::InOut(curve) | Self::OutIn(curve) => {
                curve.is_finite()
            }
            Self::Linear | Self::Steps(_) | Self::Custom(_) => true,
        }
    }

    /// The bent progress at `t`, from 0 to 1.
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        self.bend(t)
    }

    /// The same where it lies, as a copy of its numbers costs more than most of the curves.
    #[inline]
    pub(crate) fn bend(&self, t: f64) -> f64 {
        if matches!(self, Self::Linear) { t } else { self.bent(t) }
    }

    fn bent(&self, t: f64) -> f64 {
        match self {
            Self::Linear => t,
            Self::In(curve) => In::bend(t, |t| curve.share(t)),
            Self::Out(curve) => Out::bend(t, |t| curve.share(t)),
            Self::InOut(curve) => InOut::bend(t, |t| curve.share(t)),
            Self::OutIn(curve) => OutIn::bend(t, |t| curve.share(t)),
            Self::Steps(steps) => steps.at(t),
            Self::Custom(Custom(function)) => function(t),
        }
    }
}

impl From<fn(f64) -> f64> for Easing {
    fn from(function: fn(f64) -> f64) -> Self {
        Self::Custom(Custom(function))
    }
}
