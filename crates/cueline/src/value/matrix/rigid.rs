//! Turns and moves that follow each other: where a clip that turns has led after many passes.

use crate::value::{Quat, Scalar, Vec3};

/// A rotation about the origin, and then a translation.
#[derive(Clone, Copy)]
pub(super) struct RigidMotion {
    rotation: Quat<f64>,
    translation: [f64; 3],
}

impl RigidMotion {
    const NONE: Self =
        Self { rotation: Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }, translation: [0.0; 3] };

    /// The motion that takes one rotation and position to another.
    pub(super) fn between<S: Scalar>(
        (from_rotation, from): (Quat<S>, Vec3<S>),
        (to_rotation, to): (Quat<S>, Vec3<S>),
    ) -> Self {
        let rotation = wide(to_rotation) * wide(from_rotation).inverse();
        let turned = rotation.rotate(Vec3::from(from.wide())).wide();
        let to = to.wide();
        Self { rotation, translation: [0, 1, 2].map(|i| to[i] - turned[i]) }
    }

    /// This motion, then `next`.
    fn then(self, next: Self) -> Self {
        let turned = next.rotation.rotate(Vec3::from(self.translation)).wide();
        Self {
            rotation: next.rotation * self.rotation,
            translation: [0, 1, 2].map(|i| turned[i] + next.translation[i]),
        }
    }

    fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        let turned = rotation.rotate(Vec3::from(self.translation)).wide();
        Self { rotation, translation: turned.map(|part| -part) }
    }

    /// The motion so many times, or its inverse where `times` is below zero. 63 squarings at most.
    pub(super) fn power(self, times: i64) -> Self {
        let mut square = if times < 0 { self.inverse() } else { self };
        let mut left = times.unsigned_abs();
        let mut all = Self::NONE;
        while left > 0 {
            if left % 2 == 1 {
                all = all.then(square);
            }
            left /= 2;
            square = square.then(square);
        }
        all
    }

    /// Applies the motion to a rotation and a position.
    pub(super) fn apply<S: Scalar>(
        self,
        rotation: Quat<S>,
        translation: Vec3<S>,
    ) -> (Quat<S>, Vec3<S>) {
        let own = Self { rotation: wide(rotation), translation: translation.wide() };
        let Self { rotation, translation } = own.then(self);
        (Quat::narrow(rotation.wide()), Vec3::narrow(translation))
    }
}

fn wide<S: Scalar>(rotation: Quat<S>) -> Quat<f64> {
    Quat::from(rotation.wide())
}
