//! The shortest arc between two quaternions of length 1, prepared for many samples.
//!
//! The weights are sines of angles up to a quarter turn, because the arc leads to the nearer one of the two quaternions
//! of a rotation. So one polynomial is enough. It has no branches, so a loop can compute many at a time.
//! [`Quat::slerp`](super::Quat::slerp) and the track tables of `cueline-batch` call the same function, so both give the
//! same bits.

// `#[inline(always)]` in this file: part of the loops of `cueline-batch`, where a call would lose the wide registers.

use super::super::sine::sine;

/// The arc from one quaternion of length 1 to another, or to its negative if that is nearer.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    pub from: [f64; 4],
    /// The end of the arc.
    pub to: [f64; 4],
    /// The angle between the two, as directions in four dimensions, in radians: half of the turn, at most a quarter turn.
    pub angle: f64,
    /// 1 divided by the sine of the angle.
    pub inverse: f64,
}

impl Arc {
    /// The arc between two quaternions of length 1.
    #[must_use]
    pub fn new(from: [f64; 4], to: [f64; 4]) -> Self {
        let to = nearer(from, to);
        // Kahan's form of the angle: exact also where the arc cosine has lost half of its digits.
        let apart = length([0, 1, 2, 3].map(|i| to[i] - from[i]));
        let along = length([0, 1, 2, 3].map(|i| to[i] + from[i]));
        let angle = 2.0 * libm::atan2(apart, along);
        let sine = sine(angle);
        // The angle is so small that sin(x) = x to the last bit, for every x up to the angle. Then every such angle gives
        // the weights 1 - t and t, and a power of two gives them to the bit.
        let (angle, sine) = if sine < 1e-8 { (TINY, TINY) } else { (angle, sine) };
        Self { from, to, angle, inverse: 1.0 / sine }
    }

    /// The quaternion at `t`, from 0 to 1, at constant speed. Its length is 1 within 4 `f64::EPSILON`.
    #[inline]
    pub(crate) fn at(&self, t: f64) -> [f64; 4] {
        let (left, right) = weights(self.angle, self.inverse, t);
        weighted(left, self.from, right, self.to)
    }

    /// The weights for any `t`, even for several full turns.
    pub(super) fn weights_beyond(&self, t: f64) -> (f64, f64) {
        if self.angle == TINY {
            return (1.0 - t, t);
        }
        let sine = |angle| libm::sin(angle) * self.inverse;
        (sine((1.0 - t) * self.angle), sine(t * self.angle))
    }
}

/// 2^-40.
const TINY: f64 = 1.0 / (1_u64 << 40) as f64;

/// The weights of the two ends of an arc at `t`, from 0 to 1 (Shoemake, 1985).
#[must_use]
#[inline(always)]
pub fn weights(angle: f64, inverse: f64, t: f64) -> (f64, f64) {
    (sine((1.0 - t) * angle) * inverse, sine(t * angle) * inverse)
}

/// `b` or its negative, which is the same rotation: the one that is nearer to `a`.
pub(super) fn nearer(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    if dot(a, b) < 0.0 { b.map(|part| -part) } else { b }
}

/// The sum of two quaternions with these weights.
#[must_use]
#[inline(always)]
pub fn weighted(left: f64, a: [f64; 4], right: f64, b: [f64; 4]) -> [f64; 4] {
    core::array::from_fn(|i| left * a[i] + right * b[i])
}

pub(super) fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

pub(super) fn length(a: [f64; 4]) -> f64 {
    libm::sqrt(dot(a, a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_equal_is_blended_straight() {
        let arc = Arc::new([0.0, 0.0, 0.0, 1.0], [1e-9, 0.0, 0.0, 1.0]);
        for t in [0.0, 0.1, 0.25, 0.7, 1.0] {
            assert_eq!(weights(arc.angle, arc.inverse, t), (1.0 - t, t));
        }
    }
}
