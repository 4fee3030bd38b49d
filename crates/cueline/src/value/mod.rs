//! What can be animated.

mod bezier;
mod easing;

pub use bezier::CubicBezier;
pub use easing::{Curve, Easing, EasingError, Jump, Steps};

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
}
