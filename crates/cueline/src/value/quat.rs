//! Rotations in space, as quaternions, and the turns between them.
//!
//! A blend of two rotations follows the shortest arc at an even speed: *slerp*
//! (Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985). A quaternion and its
//! negative are the same rotation, so there are two arcs from one to the other; a blend follows the shorter one.
//!
//! The difference of two rotations is an [`AxisAngle`]: an axis in the world, whose length is an angle. Differences
//! compose: the second one turns after the first one, about its own axis in the world. An angle may be more than a full
//! turn, so an [`AxisAngle`] can also be an angular velocity.
//!
//! Everything is computed in `f64`, from quaternions that are first normalized to length 1.

mod arc;
mod turn;

use core::ops;

pub use arc::{Arc, weighted, weights};
use arc::{length, nearer};
pub use turn::AxisAngle;

use super::{Delta, Lerp, Scalar, Vec3};

/// A rotation: `w` is the cosine of half its angle, `x y z` its axis times the sine of half its angle.
///
/// The default is no rotation. A product applies the right factor first: `b * a` is `a`, then `b`.
///
/// The length of a quaternion may differ from 1: the methods normalize it. A quaternion without a direction (zero, NaN,
/// infinite) counts as no rotation. Results have length 1 within 4 `f64::EPSILON`, or within one `f32::EPSILON` if they
/// are rounded to `f32`. Only the two ends of a blend are returned unchanged.
///
/// [`Lerp`] uses [`slerp`](Self::slerp); a difference is an [`AxisAngle`].
///
/// ```
/// use cueline::value::{Lerp, Quat, Vec3};
///
/// let quarter = Quat::about(Vec3::new(0.0_f64, 0.0, 1.0), core::f64::consts::FRAC_PI_2);
/// let Vec3 { x, y, .. } = quarter.rotate(Vec3::new(1.0, 0.0, 0.0));
/// assert!(x.abs() < 1e-15 && (y - 1.0).abs() < 1e-15, "x turns to y");
///
/// // A third of three quarters the long way round is a third of one quarter the short way.
/// let back = Quat::default().lerp(&(quarter * quarter * quarter), 1.0 / 3.0);
/// let expected = Quat::about(Vec3::new(0.0, 0.0, -1.0), core::f64::consts::FRAC_PI_6);
/// assert!((back.z - expected.z).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Quat<S = f32> {
    /// The axis' `x` times the sine of half the angle.
    pub x: S,
    /// The axis' `y` times the sine of half the angle.
    pub y: S,
    /// The axis' `z` times the sine of half the angle.
    pub z: S,
    /// The cosine of half the angle.
    pub w: S,
}

impl<S> Quat<S> {
    /// A quaternion with exactly these numbers.
    #[must_use]
    pub const fn new(x: S, y: S, z: S, w: S) -> Self {
        Self { x, y, z, w }
    }
}

impl<S: Scalar> Quat<S> {
    /// The rotation by `angle_rad` about `axis`: counterclockwise if the axis points at the viewer.
    ///
    /// The axis may have any length. An axis without a direction gives no rotation.
    ///
    /// ```
    /// use cueline::value::{Quat, Vec3};
    ///
    /// let half = Quat::about(Vec3::new(0.0_f64, 0.0, 9.0), core::f64::consts::PI);
    /// assert!((half.z - 1.0).abs() < 1e-15, "the length of the axis does not count");
    /// ```
    #[must_use]
    pub fn about(axis: Vec3<S>, angle_rad: f64) -> Self {
        AxisAngle::about(axis, angle_rad).rotation()
    }

    /// The rotation in the opposite direction.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::narrow(conjugate(self.wide()))
    }

    /// The same rotation with length 1.
    #[must_use]
    pub fn normalized(self) -> Self {
        Self::narrow(self.wide())
    }

    /// The vector after this rotation.
    ///
    /// ```
    /// use cueline::value::{Quat, Vec3};
    ///
    /// let quarter = Quat::about(Vec3::new(0.0_f64, 0.0, 1.0), core::f64::consts::FRAC_PI_2);
    /// let y = quarter.rotate(Vec3::new(2.0, 0.0, 0.0)).y;
    /// assert!((y - 2.0).abs() < 1e-15, "x turns to y");
    /// ```
    #[must_use]
    pub fn rotate(self, vector: Vec3<S>) -> Vec3<S> {
        let [x, y, z, w] = self.wide();
        let v = vector.wide();
        // v + 2w (u x v) + 2 u x (u x v), for the quaternion (u, w).
        let first = cross([x, y, z], v).map(|part| 2.0 * part);
        let second = cross([x, y, z], first);
        Vec3::narrow([0, 1, 2].map(|i| v[i] + w * first[i] + second[i]))
    }

    /// The rotation at `t` on the shortest arc from `self` (0) to `to` (1), at an even speed.
    ///
    /// Source of the formula: Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985. Outside of 0 to 1 the
    /// rotation continues at the same speed. 0 and 1 return exactly `self` and `to`, even if the arc ends at the negative
    /// of `to`. Between two rotations that are half a turn apart there are two shortest arcs; the blend follows the arc
    /// that needs no change of sign. Nearly equal rotations are blended linearly, because there both formulas round to
    /// the same numbers.
    ///
    /// ```
    /// use cueline::value::{Quat, Vec3};
    ///
    /// let up = Vec3::new(0.0_f64, 0.0, 1.0);
    /// let third = Quat::default().slerp(Quat::about(up, 1.5), 1.0 / 3.0);
    /// assert!((third.z - Quat::about(up, 0.5).z).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn slerp(self, to: Self, t: f64) -> Self {
        self.blend(to, t, |from, to, t| {
            let arc = Arc::new(from, to);
            if (0.0..=1.0).contains(&t) {
                arc.at(t)
            } else {
                let (left, right) = arc.weights_beyond(t);
                unit(weighted(left, arc.from, right, arc.to))
            }
        })
    }

    /// The rotation at `t` of a linear blend of the numbers, normalized to length 1.
    ///
    /// It follows the same arc as [`slerp`](Self::slerp) and is cheaper, but it is faster in the middle of the arc. The
    /// two differ by up to 8.2 degrees on half a turn, and by up to 1 degree on a quarter turn.
    ///
    /// ```
    /// use cueline::value::{Quat, Vec3};
    ///
    /// let quarter = Quat::about(Vec3::new(0.0_f64, 0.0, 1.0), core::f64::consts::FRAC_PI_2);
    /// let [fast, even] = [Quat::nlerp, Quat::slerp].map(|blend| blend(Quat::default(), quarter, 0.25).z);
    /// assert!(fast < even, "slower at first, faster in the middle");
    /// ```
    #[must_use]
    pub fn nlerp(self, to: Self, t: f64) -> Self {
        self.blend(to, t, |from, to, t| unit(weighted(1.0 - t, from, t, nearer(from, to))))
    }

    /// Returns `self` at 0 and `to` at 1 unchanged, and elsewhere the blend in `f64`, with length 1.
    fn blend(
        self,
        to: Self,
        t: f64,
        between: impl FnOnce([f64; 4], [f64; 4], f64) -> [f64; 4],
    ) -> Self {
        if t == 0.0 {
            return self;
        }
        if t == 1.0 {
            return to;
        }
        Self::narrow(between(self.wide(), to.wide(), t))
    }

    /// In `f64`, with length 1.
    #[doc(hidden)]
    #[must_use]
    pub fn wide(self) -> [f64; 4] {
        unit([self.x.to_f64(), self.y.to_f64(), self.z.to_f64(), self.w.to_f64()])
    }

    /// The quaternion whose numbers are nearest to these.
    pub(super) fn narrow(wide: [f64; 4]) -> Self {
        wide.map(S::from_f64).into()
    }
}

impl<S: Scalar> Default for Quat<S> {
    fn default() -> Self {
        Self::narrow(NO_ROTATION)
    }
}

impl<S> From<[S; 4]> for Quat<S> {
    fn from([x, y, z, w]: [S; 4]) -> Self {
        Self { x, y, z, w }
    }
}

impl<S> From<Quat<S>> for [S; 4] {
    fn from(Quat { x, y, z, w }: Quat<S>) -> Self {
        [x, y, z, w]
    }
}

/// `b * a` is `a`, then `b`.
impl<S: Scalar> ops::Mul for Quat<S> {
    type Output = Self;

    fn mul(self, first: Self) -> Self {
        Self::narrow(unit(product(self.wide(), first.wide())))
    }
}

/// The shortest arc; see [`Quat::slerp`].
impl<S: Scalar> Lerp for Quat<S> {
    type Delta = AxisAngle<S>;

    fn lerp(&self, to: &Self, t: f64) -> Self {
        self.slerp(*to, t)
    }

    /// The shortest difference, at most half a turn.
    fn minus(&self, from: &Self) -> AxisAngle<S> {
        AxisAngle::of(product(self.wide(), conjugate(from.wide())))
    }

    fn plus(&self, delta: &AxisAngle<S>) -> Self {
        if *delta == AxisAngle::zero() {
            return *self;
        }
        Self::narrow(unit(product(delta.wide(), self.wide())))
    }

    fn is_finite(&self) -> bool {
        <[S; 4]>::from(*self).iter().all(Lerp::is_finite)
    }
}

const NO_ROTATION: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// The quaternion of length 1 in the same direction; no rotation if there is no direction.
fn unit(quaternion: [f64; 4]) -> [f64; 4] {
    let largest =
        quaternion.iter().fold(0.0, |largest, part| libm::fmax(largest, libm::fabs(*part)));
    // Scaled first, so that squares neither overflow nor vanish.
    let scaled = quaternion.map(|part| part / largest);
    let length = length(scaled);
    if length.is_finite() { scaled.map(|part| part / length) } else { NO_ROTATION }
}

fn conjugate([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [-x, -y, -z, w]
}

/// Hamilton's product: the rotation `b`, then `a`.
///
/// The terms are paired so that a rotation and its inverse cancel exactly: two equal rotations have no difference.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        (aw * bx + ax * bw) + (ay * bz - az * by),
        (aw * by + ay * bw) + (az * bx - ax * bz),
        (aw * bz + az * bw) + (ax * by - ay * bx),
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

fn cross([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

fn length3([x, y, z]: [f64; 3]) -> f64 {
    libm::hypot(libm::hypot(x, y), z)
}

#[cfg(test)]
mod tests;
