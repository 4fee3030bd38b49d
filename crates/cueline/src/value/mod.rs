//! The types that can be animated.
//!
//! Such a type implements [`Lerp`]: it blends two values ([`Lerp::lerp`]), subtracts two values
//! ([`Lerp::minus`]), and adds the difference to a value ([`Lerp::plus`]). Springs and additive playback use differences,
//! and add them up ([`Delta`]). Numbers, arrays, tuples, vectors, quaternions, matrices and colours come with the crate;
//! `#[derive(Lerp)]` implements the trait for a struct of such fields. [`Easing`] and [`Spring`] define how a value moves to
//! another value; [`Shake`] and [`Wiggle`] move a value around its position.
//!
//! Everything is computed in `f64` with plain arithmetic and the `libm` crate and rounded once, so
//! the bits are the same on every machine. Nothing here panics, and no integer wraps around. NaN and infinity follow the
//! usual rules of floating point; keyframes and [`Moving`] refuse them.
//!
//! ```
//! use cueline::value::{Delta, Lerp, Vec2};
//!
//! let (from, to) = (Vec2::new(0.0_f32, 10.0), Vec2::new(8.0, 10.0));
//! assert_eq!(from.lerp(&to, 0.25), Vec2::new(2.0, 10.0));
//!
//! let first = from.lerp(&to, 0.25).minus(&from);
//! let rest = to.minus(&from.lerp(&to, 0.25));
//! assert_eq!(from.plus(&first.and(&rest)), to);
//! ```
//!
//! A struct of values is a value too, and its difference a struct of differences:
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use cueline::value::{Color, Lerp, Quat, Vec2};
//!
//! #[derive(Clone, Copy, Debug, Default, PartialEq, Lerp)]
//! struct Piece {
//!     place: Vec2,
//!     rotation: Quat,
//!     color: Color,
//!     points: u32,
//! }
//!
//! let from = Piece::default();
//! let to = Piece { place: Vec2::new(3.0, 4.0), points: 100, ..from };
//! assert_eq!(from.lerp(&to, 0.25).points, 25);
//! let back: PieceDelta = from.minus(&to);
//! assert_eq!(back.points, -100);
//! assert_eq!(to.plus(&back), from);
//! # }
//! ```

mod color;
mod digest;
mod easing;
mod matrix;
mod moving;
mod noise;
mod quat;
mod scalar;
mod sine;
mod spring;
mod switch;
mod text;
mod tuple;
mod vector;

pub use color::{Color, Oklab};
#[cfg(feature = "derive")]
pub use cueline_derive::Lerp;
pub(crate) use easing::Polynomial;
pub use easing::{
    AnyEasing, CubicBezier, Curve, Easing, EasingError, EasingPath, Jump, PathSegment, SpringCurve,
    Steps,
};
pub use matrix::{Mat4, Transform};
pub use moving::{Moving, MovingEvent};
pub(crate) use noise::mix;
pub use noise::{Shake, Wiggle};
pub use quat::{AxisAngle, Quat};
pub use scalar::{Scalar, short_way};
pub use spring::Spring;
pub use switch::Discrete;
pub use text::{Text, TextChange};
pub use vector::{Vec2, Vec3, Vec4};

/// The easings and arcs of batches, and the rows of engines.
pub(crate) mod advanced {
    pub use super::{
        easing::Polynomial,
        moving::MovingRow,
        quat::{Arc, weighted, weights},
    };
}

/// A value that can be blended with another, and whose differences can be taken and added up.
///
/// `#[derive(Lerp)]` implements it for a struct of values. Mark fields of other types with `#[lerp(skip)]`:
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use cueline::value::{Lerp, Vec2};
///
/// #[derive(Clone, Debug, PartialEq, Lerp)]
/// struct Label {
///     at: Vec2,
///     #[lerp(skip)]
///     text: String,
/// }
///
/// let from = Label { at: Vec2::new(0.0, 0.0), text: "ready".into() };
/// let to = Label { at: Vec2::new(8.0, 0.0), text: "go".into() };
/// assert_eq!(from.lerp(&to, 0.5), Label { at: Vec2::new(4.0, 0.0), text: "ready".into() });
/// assert_eq!(from.lerp(&to, 1.0), to);
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be animated",
    label = "`Lerp` is not implemented for `{Self}`",
    note = "in a struct with `#[derive(Lerp)]`, write `#[lerp(skip)]` above each field that has no values in between",
    note = "derive `Lerp` for a struct of your own; for a type of `glam`, turn on the feature of its version, such as `glam-032`",
    note = "a text in a clip or a timeline is a `cueline::value::Text`"
)]
pub trait Lerp: Clone {
    /// The type of a difference of two values.
    type Delta: Delta;

    /// The blend of `self` (at `t` = 0) and `to` (at `t` = 1). `t` may be outside of 0 to 1; at 0 and 1 the result is exact.
    ///
    /// ```
    /// use cueline::value::{Lerp, Vec2};
    ///
    /// let (from, to) = (Vec2::new(0.0, 0.0), Vec2::new(8.0, 4.0));
    /// assert_eq!(from.lerp(&to, 0.25), Vec2::new(2.0, 1.0));
    /// assert_eq!(from.lerp(&to, 1.5), Vec2::new(12.0, 6.0), "beyond the end");
    /// ```
    #[must_use]
    fn lerp(&self, to: &Self, t: f64) -> Self;

    /// The difference of `self` and `from`: `from.plus(&self.minus(from))` is `self`, up to rounding.
    ///
    /// ```
    /// use cueline::value::{Lerp, Vec2};
    ///
    /// let step = Vec2::new(8.0, 4.0).minus(&Vec2::new(6.0, 4.0));
    /// assert_eq!(Vec2::new(8.0, 4.0).plus(&step), Vec2::new(10.0, 4.0), "the same step again");
    /// ```
    #[must_use]
    fn minus(&self, from: &Self) -> Self::Delta;

    /// The sum of `self` and a difference.
    #[must_use]
    fn plus(&self, delta: &Self::Delta) -> Self;

    /// The value `self` of an animation from `from` to `to`, after `passes` earlier passes, each of which starts where the
    /// previous pass ended. A negative number means a pass before the first.
    ///
    /// Adds the difference of `from` and `to` once for each pass. A [`Transform`] continues in the direction to which the
    /// passes have turned it.
    #[must_use]
    fn repeated(&self, from: &Self, to: &Self, passes: i64) -> Self {
        self.plus(&to.minus(from).scaled(passes as f64))
    }

    /// The value at `t`, from 0 to 1, on the cubic Hermite curve that leaves `self` with the slope
    /// `leave` and arrives at `to` with the slope `arrive`, both in change per whole curve.
    ///
    /// Source of the basis: Foley, van Dam, "Computer Graphics", 11.2.1; here it is written as a difference from `self`.
    #[must_use]
    fn hermite(&self, leave: &Self::Delta, to: &Self, arrive: &Self::Delta, t: f64) -> Self {
        let change = to.minus(self).scaled(t * t * (3.0 - 2.0 * t));
        let change = change.and(&leave.scaled(t * (1.0 - t) * (1.0 - t)));
        self.plus(&change.and(&arrive.scaled(t * t * (t - 1.0))))
    }

    /// Whether all numbers of the value are finite. Keyframes refuse other values.
    #[must_use]
    fn is_finite(&self) -> bool {
        true
    }
}

/// A difference of two values: it adds up and scales.
pub trait Delta: Clone {
    /// The difference of two equal values.
    fn zero() -> Self;

    /// This difference followed by `next`.
    #[must_use]
    fn and(&self, next: &Self) -> Self;

    /// `factor` times this difference.
    #[must_use]
    fn scaled(&self, factor: f64) -> Self;

    /// The rate of change of `first.and(next)`, where `self` is the rate of change of `first`, and `rate` that of the next
    /// difference.
    ///
    /// If the order of differences does not matter, this is the sum of the two rates. For an [`AxisAngle`] the rates are
    /// angular velocities, and `next` also turns the first one.
    #[must_use]
    fn rate_with(&self, next: &Self, rate: &Self) -> Self {
        let _ = next;
        self.and(rate)
    }

    /// This difference, with zero for each number that has come to its target: where what is `left` to go has not the sign of
    /// what was left at `first`. [`Moving::stop_at`] moves by it.
    ///
    /// By default the difference itself: a value whose differences are no numbers does not stop.
    #[must_use]
    fn stopped(&self, left: &Self, first: &Self) -> Self {
        let _ = (left, first);
        self.clone()
    }

    /// Whether all numbers of the difference are finite.
    #[must_use]
    fn is_finite(&self) -> bool {
        true
    }

    /// Whether the difference is [`zero`](Self::zero), bit by bit: -0.0 is not. A track whose tangents are all zero stores
    /// no tangents. An implementation may always return `false`; then a track stores all its tangents.
    #[must_use]
    fn is_zero(&self) -> bool {
        false
    }
}
