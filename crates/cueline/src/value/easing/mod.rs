//! Easings: curves that turn linear progress from 0 to 1 into progress that speeds up, slows down or overshoots.
//!
//! Most games need only the constants: [`Easing::OUT_CUBIC`] for a card that arrives, [`Easing::IN_QUAD`] for a stone
//! that falls, [`Easing::IN_OUT_SINE`] for a lamp that swings, [`Easing::OUT_BACK`] for a menu that pops up. All of
//! them follow one rule: a [`Curve`] is the start of a motion, and an [`Easing`] uses it at the start (`In`), mirrored
//! at the end (`Out`), or at both ends. The families of Penner and Babylon.js have this form:
//!
//! | easing | at `t` |
//! | --- | --- |
//! | `In(f)` | f(t) |
//! | `Out(f)` | 1 - f(1 - t) |
//! | `InOut(f)` | f(2t) / 2 up to the middle, 1 - f(2 - 2t) / 2 after it |
//! | `OutIn(f)` | 1/2 - f(1 - 2t) / 2 up to the middle, 1/2 + f(2t - 1) / 2 after it |
//!
//! ```
//! use cueline::value::{Curve, Easing};
//!
//! assert_eq!(Easing::IN_QUAD.at(0.5), 0.25);
//! assert_eq!(Easing::OUT_QUAD.at(0.5), 0.75);
//! assert!(Easing::OUT_BACK.at(0.7) > 1.0, "overshoots, then returns to its end");
//! assert_eq!(Easing::OUT_BACK.at(1.0), 1.0);
//! assert_eq!(Easing::Out(Curve::Quad), Easing::OUT_QUAD);
//! ```
//!
//! A damped spring is [`Easing::spring`], and a curve of your own is an [`EasingPath`]. An easing is a few numbers and
//! `Copy`; a path has any size, and its clones share the data. Keyframes, items of timelines and files take both, as an
//! [`AnyEasing`]. In files, each has a text form, such as `out-quad` or the `linear(0, 1 40%, 1)` of CSS: the crate
//! `cueline-assets` reads and writes it.

use crate::digest::{Digest, Digester};

mod any;
mod bezier;
mod curve;
mod error;
mod mode;
mod named;
mod path;
mod polynomial;
mod spring;
mod steps;
#[cfg(test)]
mod tests;
mod words;

pub use any::AnyEasing;
pub use bezier::CubicBezier;
pub use curve::Curve;
pub use error::EasingError;
use mode::{In, InOut, Mode, Out, OutIn};
pub use path::{EasingPath, PathSegment};
pub use polynomial::Polynomial;
pub use spring::SpringCurve;
pub use steps::{Jump, Steps};

/// A curve of progress: how a motion speeds up, slows down or overshoots.
///
/// Start from a constant: [`OUT_CUBIC`](Self::OUT_CUBIC), [`IN_OUT_SINE`](Self::IN_OUT_SINE),
/// [`OUT_BACK`](Self::OUT_BACK), ... ([all of them](Self::NAMED)); the variants are for curves with parameters.
/// [`at`](Self::at) is the exact formula.
///
/// At 0 and 1 every easing is exactly 0 and 1, except for [`Steps`] that jump there and for the few curves that
/// [start or end at another value](Curve). Between 0 and 1 it is finite. Outside of 0..=1
/// [the formula continues](Curve::at); NaN gives NaN, and 0 for steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Easing {
    /// Moves at a constant speed.
    #[default]
    Linear,
    /// Starts slowly and ends fast: the curve itself.
    In(Curve),
    /// Starts fast and ends slowly: the curve mirrored.
    Out(Curve),
    /// Starts slowly, is fast in the middle, ends slowly: the curve, then mirrored.
    InOut(Curve),
    /// Starts fast, slows down in the middle, ends fast: the mirrored curve up to the middle, then the curve itself.
    OutIn(Curve),
    /// Jumps in equal steps.
    Steps(Steps),
}

impl Easing {
    /// Whether all parameters of the easing are finite. Keyframes and batches refuse easings that are not.
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
            Self::Linear | Self::Steps(_) => true,
        }
    }

    /// The eased progress at the progress `t`. `t` is usually in 0..=1; see [`Easing`] for other values.
    ///
    /// ```
    /// use cueline::value::Easing;
    ///
    /// assert_eq!(Easing::IN_QUAD.at(0.5), 0.25);
    /// assert_eq!(Easing::LINEAR.at(1.5), 1.5, "no clamping");
    /// ```
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        self.eval(t)
    }

    /// A damped spring that starts with velocity zero and has settled at progress 1.
    ///
    /// A `bounce` of 0 arrives without overshoot, 0.15 overshoots a little, 0.3 visibly; below 0 it approaches slowly.
    /// The bounce is clamped to -0.99 ..= 0.99, and NaN counts as 0. Unlike a [`Spring`](super::Spring) of
    /// [`Moving`](super::Moving), it does not keep the velocity that the value has.
    ///
    /// ```
    /// use cueline::value::Easing;
    ///
    /// let spring = Easing::spring(0.3);
    /// assert_eq!((spring.at(0.0), spring.at(1.0)), (0.0, 1.0));
    /// let most = (0..100).map(|i| spring.at(f64::from(i) / 100.0)).fold(0.0, f64::max);
    /// assert!(most > 1.04, "overshoots, then returns");
    /// ```
    #[must_use]
    pub fn spring(bounce: f64) -> Self {
        Self::In(Curve::Spring(SpringCurve::new(bounce)))
    }

    /// [`at`](Self::at) by reference: a copy of the parameters costs more than most curves.
    #[inline]
    pub(crate) fn eval(&self, t: f64) -> f64 {
        if matches!(self, Self::Linear) { t } else { self.curved(t) }
    }

    fn curved(&self, t: f64) -> f64 {
        match self {
            Self::Linear => t,
            Self::In(curve) => In::eval(t, |t| curve.eval(t)),
            Self::Out(curve) => Out::eval(t, |t| curve.eval(t)),
            Self::InOut(curve) => InOut::eval(t, |t| curve.eval(t)),
            Self::OutIn(curve) => OutIn::eval(t, |t| curve.eval(t)),
            Self::Steps(steps) => steps.at(t),
        }
    }
}

/// Equal easings feed equal words to a digester; -0.0 counts as 0.0.
impl Digest for Easing {
    fn feed(&self, digester: &mut Digester) {
        const ZERO: u32 = 1 << 31; // the high half of -0.0
        let mut low = 0;
        for (place, word) in self.words().into_iter().enumerate() {
            // Numbers are pairs of words from the third on.
            let zero = place % 2 == 1 && place > 2 && word == ZERO && low == 0;
            (if zero { 0 } else { word }).feed(digester);
            low = word;
        }
    }
}
