//! The shortest way between two quaternions of length 1, made ready to be walked many times.
//!
//! Its weights are sines, and their angle is at most a quarter round: two quaternions stand for each
//! rotation, and the nearer one is taken. So one polynomial does, which needs no case distinction and can be
//! computed for many at a time. [`Quat::slerp`](super::Quat::slerp) and a
//! [`ClipBatch`](crate::batch::ClipBatch) call the same function, so both give the same bits.

use super::{dot, length};

/// The way from one quaternion of length 1 to another, or to the negative of it where that is nearer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arc {
    pub(crate) from: [f64; 4],
    /// Where it arrives.
    pub(crate) to: [f64; 4],
    /// Between the two as directions in four dimensions, in radians: half of the turn, at most a quarter round.
    pub(crate) angle: f64,
    /// One by the sine of the angle.
    pub(crate) inverse: f64,
}

impl Arc {
    /// The way between two quaternions of length 1.
    pub(crate) fn new(from: [f64; 4], to: [f64; 4]) -> Self {
        let to = nearer(from, to);
        // Kahan's form of the angle: exact also where the arc cosine has lost half of its digits.
        let apart = length([0, 1, 2, 3].map(|i| to[i] - from[i]));
        let along = length([0, 1, 2, 3].map(|i| to[i] + from[i]));
        let angle = 2.0 * libm::atan2(apart, along);
        let sine = sine(angle);
        // So small that sin(x) = x to the last bit, for every x up to the angle. Then any angle as small gives the
        // same weights, 1 - t and t, and that of a power of two gives them to the bit.
        let (angle, sine) = if sine < 1e-8 { (TINY, TINY) } else { (angle, sine) };
        Self { from, to, angle, inverse: 1.0 / sine }
    }

    /// The quaternion at `t`, from 0 to 1, at an even speed. Its length is 1 within 4 `f64::EPSILON`.
    #[inline(always)]
    pub(crate) fn at(&self, t: f64) -> [f64; 4] {
        let (left, right) = weights(self.angle, self.inverse, t);
        weighted(left, self.from, right, self.to)
    }

    /// The weights for any `t`, also for one that leads several times round.
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

/// By how much the two ends of an arc count at `t`, from 0 to 1 (Shoemake, 1985).
#[inline(always)]
pub(crate) fn weights(angle: f64, inverse: f64, t: f64) -> (f64, f64) {
    (sine((1.0 - t) * angle) * inverse, sine(t * angle) * inverse)
}

/// The sine of an angle from 0 to a quarter round, within 2 units in its last place.
///
/// x + x^3 p(x^2), with p through the zeros of the Chebyshev polynomial of degree 8 on 0..=(pi/2)^2: 2.3e-17
/// off, relative to the sine's argument, before rounding.
#[inline(always)]
fn sine(x: f64) -> f64 {
    let u = x * x;
    let p = 1.605_897_729_264_274_3e-10
        + u * (-7.643_969_663_988_074e-13 + u * 2.731_436_876_937_989_3e-15);
    let p = 2.755_731_921_916_083_3e-6 + u * (-2.505_210_761_669_045e-8 + u * p);
    let p = 0.008_333_333_333_333_316 + u * (-1.984_126_984_125_496_6e-4 + u * p);
    x + x * u * (-0.166_666_666_666_666_66 + u * p)
}

/// `b` or its negative, which is the same rotation: the one that is nearer to `a`.
pub(super) fn nearer(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    if dot(a, b) < 0.0 { b.map(|part| -part) } else { b }
}

/// The sum of two quaternions with these weights.
#[inline(always)]
pub(crate) fn weighted(left: f64, a: [f64; 4], right: f64, b: [f64; 4]) -> [f64; 4] {
    core::array::from_fn(|i| left * a[i] + right * b[i])
}

#[cfg(test)]
mod tests {
    use core::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn the_sine_is_that_of_libm_to_within_two_last_places() {
        let mut worst: f64 = 0.0;
        for step in 1..=1_000_000_u32 {
            let x = FRAC_PI_2 * f64::from(step) / 1e6;
            worst = worst.max((sine(x) / libm::sin(x) - 1.0).abs());
        }
        assert!(worst <= 2.0 * f64::EPSILON, "{worst:e}");
        assert!(worst > 0.5 * f64::EPSILON, "{worst:e}: the bound is wider than it has to be");
    }

    #[test]
    fn what_is_nearly_equal_is_blended_straight() {
        let arc = Arc::new([0.0, 0.0, 0.0, 1.0], [1e-9, 0.0, 0.0, 1.0]);
        for t in [0.0, 0.1, 0.25, 0.7, 1.0] {
            assert_eq!(weights(arc.angle, arc.inverse, t), (1.0 - t, t));
        }
    }
}
