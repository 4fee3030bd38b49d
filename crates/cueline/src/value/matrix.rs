//! 4x4 matrices, blended number by number or as scale, rotation and translation.
//!
//! Sixteen numbers in a row, with the translation in numbers 12, 13 and 14, counting from 0. This is the order of OpenGL,
//! which calls it column-major, and of Babylon.js, which calls it row-major.
//!
//! [`Lerp`] blends number by number: this is cheap, right for small changes, and its differences add up.
//! [`Mat4::lerp_transform`] blends scale, rotation and translation separately.

mod rigid;

use self::rigid::RigidMotion;
use super::{AxisAngle, Delta, Lerp, Quat, Scalar, Vec3};

/// Sixteen numbers; the default changes nothing (the unit matrix).
///
/// The translation is in numbers 12, 13 and 14, counting from 0, as in OpenGL and Babylon.js.
/// [`Lerp`] blends number by number. During a large rotation this flattens the body;
/// [`lerp_transform`](Self::lerp_transform) does not flatten it.
///
/// ```
/// use cueline::value::{Transform, Lerp, Mat4, Quat, Vec3};
///
/// let half = Quat::about(Vec3::new(0.0_f64, 1.0, 0.0), core::f64::consts::PI);
/// let turned = Transform { rotation: half, ..Transform::default() }.compose();
/// let flat = Mat4::default().lerp(&turned, 0.5);
/// assert!(flat.0[0].abs() < 1e-15, "number by number a half turn goes through the middle");
/// let sound = Mat4::default().lerp_transform(&turned, 0.5).decompose();
/// assert!((sound.scale.x - 1.0).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mat4<S = f32>(pub [S; 16]);

impl<S: Scalar> Mat4<S> {
    /// The matrix as scale, rotation and translation.
    ///
    /// A matrix that mirrors gets a negative scale in `y`, even if its volume is zero. A matrix with a scale of zero gets
    /// no rotation. Shear and perspective are lost. The method is the same as in `Matrix.decompose` of Babylon.js; the
    /// rotation is computed as in Shepperd, "Quaternion from Rotation Matrix", 1978.
    ///
    /// ```
    /// use cueline::value::{Quat, Transform, Vec3};
    ///
    /// let moved = Transform { translation: Vec3::new(1.0_f32, 2.0, 3.0), ..Transform::default() };
    /// let parts = moved.compose().decompose();
    /// assert_eq!((parts.translation, parts.rotation), (Vec3::new(1.0, 2.0, 3.0), Quat::default()));
    /// ```
    #[must_use]
    pub fn decompose(&self) -> Transform<S> {
        let m = self.0.map(S::to_f64);
        let axes = [[m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]];
        // Brought near 1 where products would vanish or overflow: exactly, and without a change of sign.
        let shifts = axes.map(shift_to_one);
        let axes = [0, 1, 2].map(|i| axes[i].map(|part| libm::scalbn(part, shifts[i])));
        let mut scale = axes.map(|[x, y, z]| libm::sqrt(x * x + y * y + z * z));
        if determinant(axes) <= 0.0 {
            scale[1] = -scale[1];
        }
        let rotation = if scale.contains(&0.0) {
            Quat::default()
        } else {
            Quat::narrow(rotation([0, 1, 2].map(|i| axes[i].map(|part| part / scale[i]))))
        };
        Transform {
            scale: Vec3::narrow([0, 1, 2].map(|i| libm::scalbn(scale[i], -shifts[i]))),
            rotation,
            translation: Vec3::narrow([m[12], m[13], m[14]]),
        }
    }

    /// The blend of `self` (0) and `to` (1), scale, rotation and translation each
    /// on its own, as `Matrix.DecomposeLerp` of Babylon.js does.
    ///
    /// Computed in `f64`. 0 and 1 return exactly `self` and `to`, with the shear and perspective that
    /// [`decompose`](Self::decompose) loses.
    ///
    /// ```
    /// use cueline::value::{Mat4, Transform, Vec3};
    ///
    /// let far = Transform { translation: Vec3::new(8.0_f32, 0.0, 0.0), ..Transform::default() }.compose();
    /// let half = Mat4::default().lerp_transform(&far, 0.5);
    /// assert_eq!(half.decompose().translation.x, 4.0);
    /// ```
    #[must_use]
    pub fn lerp_transform(&self, to: &Self, t: f64) -> Self {
        if t == 0.0 {
            return *self;
        }
        if t == 1.0 {
            return *to;
        }
        let [from, to] = [self, to].map(|matrix| Mat4(matrix.0.map(S::to_f64)).decompose());
        Self(from.lerp(&to, t).compose().0.map(S::from_f64))
    }
}

impl<S: Scalar> Default for Mat4<S> {
    fn default() -> Self {
        Transform::default().compose()
    }
}

impl<S> From<[S; 16]> for Mat4<S> {
    fn from(numbers: [S; 16]) -> Self {
        Self(numbers)
    }
}

impl<S> From<Mat4<S>> for [S; 16] {
    fn from(matrix: Mat4<S>) -> Self {
        matrix.0
    }
}

/// Number by number.
impl<S: Scalar> Lerp for Mat4<S> {
    type Delta = [S; 16];

    fn lerp(&self, to: &Self, t: f64) -> Self {
        Self(self.0.lerp(&to.0, t))
    }
    fn minus(&self, from: &Self) -> [S; 16] {
        self.0.minus(&from.0)
    }
    fn plus(&self, delta: &[S; 16]) -> Self {
        Self(self.0.plus(delta))
    }
    fn is_finite(&self) -> bool {
        Lerp::is_finite(&self.0)
    }
}

/// Scale, rotation and translation, applied in this order. The default changes nothing.
///
/// Prefer keyframes of transforms to keyframes of matrices: they are cheaper, and do not flatten the body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transform<S = f32> {
    /// The scale along each axis; a negative number mirrors.
    pub scale: Vec3<S>,
    /// The rotation.
    pub rotation: Quat<S>,
    /// The translation.
    pub translation: Vec3<S>,
}

impl<S: Scalar> Transform<S> {
    /// The matrix that scales, then rotates, then moves.
    #[must_use]
    pub fn compose(&self) -> Mat4<S> {
        let [x, y, z, w] = self.rotation.wide();
        let [sx, sy, sz] = self.scale.wide();
        let [tx, ty, tz] = self.translation.wide();
        let numbers = [
            (1.0 - 2.0 * (y * y + z * z)) * sx,
            2.0 * (x * y + z * w) * sx,
            2.0 * (x * z - y * w) * sx,
            0.0,
            2.0 * (x * y - z * w) * sy,
            (1.0 - 2.0 * (x * x + z * z)) * sy,
            2.0 * (y * z + x * w) * sy,
            0.0,
            2.0 * (x * z + y * w) * sz,
            2.0 * (y * z - x * w) * sz,
            (1.0 - 2.0 * (x * x + y * y)) * sz,
            0.0,
            tx,
            ty,
            tz,
            1.0,
        ];
        Mat4(numbers.map(S::from_f64))
    }
}

impl<S: Scalar> Default for Transform<S> {
    fn default() -> Self {
        let one = S::from_f64(1.0);
        Self {
            scale: Vec3::new(one, one, one),
            rotation: Quat::default(),
            translation: Vec3::default(),
        }
    }
}

/// Scale, rotation (the shortest arc) and translation each on its own.
impl<S: Scalar> Lerp for Transform<S> {
    type Delta = (Vec3<S>, AxisAngle<S>, Vec3<S>);

    fn lerp(&self, to: &Self, t: f64) -> Self {
        Self {
            scale: self.scale.lerp(&to.scale, t),
            rotation: self.rotation.lerp(&to.rotation, t),
            translation: self.translation.lerp(&to.translation, t),
        }
    }
    fn minus(&self, from: &Self) -> Self::Delta {
        (
            self.scale.minus(&from.scale),
            self.rotation.minus(&from.rotation),
            self.translation.minus(&from.translation),
        )
    }
    fn plus(&self, (scale, rotation, translation): &Self::Delta) -> Self {
        Self {
            scale: self.scale.plus(scale),
            rotation: self.rotation.plus(rotation),
            translation: self.translation.plus(translation),
        }
    }
    fn repeated(&self, from: &Self, to: &Self, passes: i64) -> Self {
        let delta = to.minus(from).scaled(passes as f64);
        if delta.1 == AxisAngle::zero() {
            return self.plus(&delta); // without a turn every pass moves in the same direction
        }
        let motion =
            RigidMotion::between((from.rotation, from.translation), (to.rotation, to.translation));
        let (rotation, translation) = motion.power(passes).apply(self.rotation, self.translation);
        Self { scale: self.scale.plus(&delta.0), rotation, translation }
    }
    fn is_finite(&self) -> bool {
        Lerp::is_finite(&self.scale)
            && self.rotation.is_finite()
            && Lerp::is_finite(&self.translation)
    }
}

/// The power of two that brings an axis near 1; zero for one whose products are in range anyway.
fn shift_to_one(axis: [f64; 3]) -> i32 {
    let most = axis.iter().fold(0.0, |most, part| libm::fmax(most, libm::fabs(*part)));
    let usual = (1e-90..=1e90).contains(&most) || most == 0.0 || !most.is_finite();
    if usual { 0 } else { -libm::ilogb(most) }
}

fn determinant([[a, b, c], [d, e, f], [g, h, i]]: [[f64; 3]; 3]) -> f64 {
    a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

/// The quaternion of a matrix whose axes have length 1, by the largest of its four parts.
fn rotation([[m00, m01, m02], [m10, m11, m12], [m20, m21, m22]]: [[f64; 3]; 3]) -> [f64; 4] {
    let twice_root = |square: f64| 2.0 * libm::sqrt(square);
    if m00 + m11 + m22 > 0.0 {
        let s = twice_root(1.0 + m00 + m11 + m22);
        [(m12 - m21) / s, (m20 - m02) / s, (m01 - m10) / s, s / 4.0]
    } else if m00 > m11 && m00 > m22 {
        let s = twice_root(1.0 + m00 - m11 - m22);
        [s / 4.0, (m01 + m10) / s, (m02 + m20) / s, (m12 - m21) / s]
    } else if m11 > m22 {
        let s = twice_root(1.0 + m11 - m00 - m22);
        [(m01 + m10) / s, s / 4.0, (m12 + m21) / s, (m20 - m02) / s]
    } else {
        let s = twice_root(1.0 + m22 - m00 - m11);
        [(m02 + m20) / s, (m12 + m21) / s, s / 4.0, (m01 - m10) / s]
    }
}

#[cfg(test)]
mod tests;
