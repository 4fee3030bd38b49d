//! The difference of two rotations.
//!
//! It is the axis times the angle, and not a quaternion. A quaternion loses whole turns, so it cannot be an angular
//! velocity of more than half a turn per second.

use super::{NO_ROTATION, Quat, cross, length3, product, unit};
use crate::value::{Delta, Lerp, Scalar, Vec3};

/// A turn in the world: the direction of the vector is the axis, its length is the angle in radians.
///
/// The angle may be more than a full turn. In a tangent of a keyframe, the vector is the angular velocity.
/// `first.and(&second)` is the first turn, then the second. The difference of two rotations is the shortest turn, at most
/// half a turn. If they are exactly half a turn apart, there are two shortest turns; the difference is the one that needs
/// no change of sign.
///
/// ```
/// use cueline::value::{Delta, Lerp, Quat, AxisAngle, Vec3};
///
/// let up = Vec3::new(0.0_f64, 1.0, 0.0);
/// let (from, to) = (Quat::about(up, 0.5), Quat::about(up, 2.0));
/// assert!((to.minus(&from).vector.y - 1.5).abs() < 1e-15);
/// let twice_round = AxisAngle::about(up, 4.0 * core::f64::consts::PI);
/// let once_round = from.plus(&twice_round.scaled(0.5));
/// assert!(once_round.minus(&from).vector.y.abs() < 1e-15, "the same rotation");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AxisAngle<S = f32> {
    /// Axis times angle.
    pub vector: Vec3<S>,
}

impl<S: Scalar> AxisAngle<S> {
    /// A turn by `angle_rad`, of any size, about an axis of any length.
    ///
    /// An axis without a direction gives no turn.
    ///
    /// ```
    /// use cueline::value::{AxisAngle, Vec3};
    ///
    /// let twice_round = AxisAngle::about(Vec3::new(0.0_f64, 0.0, 3.0), 4.0 * core::f64::consts::PI);
    /// assert!(twice_round.vector.z > 12.0, "unlike a rotation it keeps whole turns");
    /// ```
    #[must_use]
    pub fn about(axis: Vec3<S>, angle_rad: f64) -> Self {
        let axis = axis.wide();
        let length = length3(axis);
        if !(length > 0.0 && length.is_finite()) {
            return Self::default();
        }
        Self { vector: Vec3::narrow(axis.map(|part| part / length * angle_rad)) }
    }

    /// The rotation by this angle about this axis.
    #[must_use]
    pub fn rotation(self) -> Quat<S> {
        Quat::narrow(self.wide())
    }

    /// As a quaternion of length 1 (the exponential map: Grassia, "Practical Parameterization of
    /// Rotations Using the Exponential Map", 1998, section 3).
    pub(super) fn wide(self) -> [f64; 4] {
        let vector = self.vector.wide();
        let angle = length3(vector);
        if angle == 0.0 {
            return NO_ROTATION;
        }
        let [x, y, z] = vector.map(|part| part / angle * libm::sin(angle / 2.0));
        unit([x, y, z, libm::cos(angle / 2.0)])
    }

    /// The shortest turn that a quaternion of length 1 makes.
    pub(super) fn of(quaternion: [f64; 4]) -> Self {
        let [x, y, z, w] = if quaternion[3] < 0.0 { quaternion.map(|q| -q) } else { quaternion };
        let sine = length3([x, y, z]);
        if sine == 0.0 {
            return Self::default();
        }
        let angle = 2.0 * libm::atan2(sine, w);
        Self { vector: Vec3::narrow([x, y, z].map(|part| part / sine * angle)) }
    }
}

impl<S: Scalar> Delta for AxisAngle<S> {
    fn zero() -> Self {
        Self::default()
    }

    /// If both have the same axis, the angles are added, whole turns included. Otherwise the result is the shortest turn
    /// with the same effect as both.
    fn and(&self, next: &Self) -> Self {
        let (first, second) = (self.vector.wide(), next.vector.wide());
        if cross(first, second) == [0.0; 3] {
            return Self { vector: self.vector.and(&next.vector) };
        }
        Self::of(product(next.wide(), self.wide()))
    }

    fn scaled(&self, factor: f64) -> Self {
        Self { vector: self.vector.scaled(factor) }
    }

    /// Around each axis on its own.
    fn stopped(&self, left: &Self, first: &Self) -> Self {
        Self { vector: self.vector.stopped(&left.vector, &first.vector) }
    }

    /// Angular velocities add up as vectors do, even above half a turn.
    fn rate_with(&self, next: &Self, rate: &Self) -> Self {
        let along = Quat::<f64>::narrow(next.wide()).rotate(Vec3::narrow(self.vector.wide()));
        Self { vector: Vec3::narrow(along.plus(&Vec3::narrow(rate.vector.wide())).wide()) }
    }

    fn is_finite(&self) -> bool {
        Lerp::is_finite(&self.vector)
    }

    fn is_zero(&self) -> bool {
        self.vector.is_zero()
    }
}
