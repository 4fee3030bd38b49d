//! What can be animated.

mod easing;
mod noise;
mod spring;
mod stand_in;
mod switch;

pub use easing::{BezierError, CubicBezier, Curve, Custom, Easing, Jump, Steps, StepsError};
pub use noise::{Shake, Wiggle};
pub use spring::{Spring, SpringError, SpringMotion};
pub use switch::Switched;

/// A value that can be blended with another, and whose differences can be taken and added up.
pub trait Lerp: Clone {
    /// What lies between two values.
    type Delta: Delta;

    /// The value at `t` on the way from `self` (0) to `to` (1); `t` may lie outside, and 0 and 1 are exact.
    #[must_use]
    fn lerp(&self, to: &Self, t: f64) -> Self;

    /// What has to be added to `from` to arrive at `self`.
    #[must_use]
    fn minus(&self, from: &Self) -> Self::Delta;

    /// `self` moved on by `delta`.
    #[must_use]
    fn plus(&self, delta: &Self::Delta) -> Self;

    /// The value at `t`, from 0 to 1, on the cubic Hermite curve that leaves `self` with the slope
    /// `leave` and arrives at `to` with the slope `arrive`, both in change per whole way.
    ///
    /// The basis is the usual one (Foley, van Dam, "Computer Graphics", 11.2.1), written as a
    /// difference from `self`.
    #[must_use]
    fn hermite(&self, leave: &Self::Delta, to: &Self, arrive: &Self::Delta, t: f64) -> Self {
        let way = to.minus(self).scaled(t * t * (3.0 - 2.0 * t));
        let way = way.and(&leave.scaled(t * (1.0 - t) * (1.0 - t)));
        self.plus(&way.and(&arrive.scaled(t * t * (t - 1.0))))
    }

    /// Whether all of its numbers are finite; what is not has no place in a keyframe.
    #[must_use]
    fn is_finite(&self) -> bool {
        true
    }
}

/// A difference of two values: it adds up and scales.
pub trait Delta: Clone {
    /// No difference.
    fn zero() -> Self;

    /// This difference followed by `next`.
    #[must_use]
    fn and(&self, next: &Self) -> Self;

    /// `factor` times this difference.
    #[must_use]
    fn scaled(&self, factor: f64) -> Self;

    /// Whether all of its numbers are finite.
    #[must_use]
    fn is_finite(&self) -> bool {
        true
    }
}
