//! Motions: a rotation and a translation, relative to their start.

use cueline::value::{AxisAngle, Delta, Lerp, Quat, Vec3};

/// A rigid motion: the pose of a character after it, relative to the pose before it.
///
/// A character at the position `p` with the rotation `r` moves to `p + r.rotate(translation)` and turns to `r *
/// rotation`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidMotion {
    /// The rotation.
    pub rotation: Quat<f64>,
    /// The translation, in the axes of the character before the motion.
    pub translation: Vec3<f64>,
}

impl RigidMotion {
    /// No motion.
    pub const NONE: Self = Self {
        rotation: Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
        translation: Vec3 { x: 0.0, y: 0.0, z: 0.0 },
    };

    /// This motion, followed by `next`.
    ///
    /// ```
    /// use cueline::value::{Quat, Vec3};
    /// use cueline_characters::motion::RigidMotion;
    ///
    /// let forward = Vec3::new(0.0, 0.0, 1.0);
    /// let rotation = Quat::about(Vec3::new(0.0, 1.0, 0.0), core::f64::consts::FRAC_PI_2);
    /// let step = RigidMotion { rotation, translation: forward };
    /// let two = step.then(step).translation; // one forward, and one to where forward has turned
    /// assert!((two.x - 1.0).abs() < 1e-15 && (two.z - 1.0).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        if next == Self::NONE {
            return self;
        }
        let way = self.rotation.rotate(next.translation);
        Self { rotation: self.rotation * next.rotation, translation: add(self.translation, way) }
    }

    /// The inverse motion.
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        let Vec3 { x, y, z } = rotation.rotate(self.translation);
        Self { rotation, translation: Vec3::new(-x, -y, -z) }
    }

    /// The motion, `times` times in a row; the inverse motion if `times` is negative. It takes 63 squarings at most.
    ///
    /// ```
    /// use cueline::value::Vec3;
    /// use cueline_characters::motion::RigidMotion;
    ///
    /// let step = RigidMotion { translation: Vec3::new(0.5, 0.0, 0.0), ..RigidMotion::NONE };
    /// assert_eq!(step.power(1_000_000).translation.x, 500_000.0);
    /// assert_eq!(step.power(-2).translation.x, -1.0);
    /// ```
    #[must_use]
    pub fn power(self, times: i64) -> Self {
        let mut square = if times < 0 { self.inverse() } else { self };
        let (mut left, mut all) = (times.unsigned_abs(), Self::NONE);
        while left > 0 {
            if left % 2 == 1 {
                all = all.then(square);
            }
            left /= 2;
            square = square.then(square);
        }
        all
    }

    /// The motion from the end of `from` to the end of this motion, if both begin at the same pose.
    #[must_use]
    pub fn since(self, from: Self) -> Self {
        if from == self { Self::NONE } else { from.inverse().then(self) }
    }

    /// The straight distance from start to end.
    #[must_use]
    pub fn distance(self) -> f64 {
        let Vec3 { x, y, z } = self.translation;
        libm::hypot(libm::hypot(x, y), z)
    }

    /// The angle of the rotation in radians, from 0 to pi.
    #[must_use]
    pub fn turn(self) -> f64 {
        let Vec3 { x, y, z } = self.rotation.minus(&Quat::default()).vector;
        libm::hypot(libm::hypot(x, y), z)
    }

    /// The mean of motions with weights above zero, as heading, distance and turn; see [the module](super). Only the
    /// ratios of the weights matter. [`NONE`](Self::NONE) for no motions.
    ///
    /// ```
    /// use cueline::value::Vec3;
    /// use cueline_characters::motion::RigidMotion;
    ///
    /// let go = |x, z| RigidMotion { translation: Vec3::new(x, 0.0, z), ..RigidMotion::NONE };
    /// let diagonal = RigidMotion::mean([(go(1.0, 0.0), 0.5), (go(0.0, 1.0), 0.5)]);
    /// assert!((diagonal.distance() - 1.0).abs() < 1e-15); // as fast as both
    /// assert_eq!(diagonal.translation.x, diagonal.translation.z);
    /// ```
    #[must_use]
    pub fn mean(motions: impl IntoIterator<Item = (Self, f64)>) -> Self {
        let mut mean = Mean::default();
        for (motion, weight) in motions {
            mean.add(motion, weight);
        }
        mean.motion()
    }
}

/// A mean that is built up; see [`RigidMotion::mean`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mean {
    way: Vec3<f64>,
    turn: Vec3<f64>,
    distance: f64,
    sum: f64,
    /// The last motion: a mean of a single motion is that motion, to the bit.
    last: RigidMotion,
    count: u32,
}

impl Mean {
    pub(crate) fn add(&mut self, motion: RigidMotion, weight: f64) {
        if weight > 0.0 {
            let turn = motion.rotation.minus(&Quat::default()).vector;
            self.way = add(self.way, scaled(motion.translation, weight));
            self.turn = add(self.turn, scaled(turn, weight));
            self.distance += motion.distance() * weight;
            self.sum += weight;
            (self.last, self.count) = (motion, self.count + 1);
        }
    }

    pub(crate) fn motion(&self) -> RigidMotion {
        if self.count < 2 {
            return self.last;
        }
        let length = RigidMotion { translation: self.way, ..RigidMotion::NONE }.distance();
        let translation = if length > 0.0 {
            scaled(self.way, self.distance / (length * self.sum))
        } else {
            Vec3::default()
        };
        let turn = AxisAngle { vector: scaled(self.turn, 1.0 / self.sum) };
        RigidMotion { rotation: turn.rotation(), translation }
    }
}

fn add(a: Vec3<f64>, b: Vec3<f64>) -> Vec3<f64> {
    a.and(&b)
}

fn scaled(a: Vec3<f64>, by: f64) -> Vec3<f64> {
    Vec3::new(a.x * by, a.y * by, a.z * by)
}
