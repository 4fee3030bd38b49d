//! Rotations, along the shortest arc at an even speed.
//!
//! A movement has five lanes on each side: the four numbers of its start or end, as they were given, and one number
//! that is constant during the movement. On the start side that number is the angle between the two quaternions as
//! directions in four dimensions. On the end side it is the inverse of the sine of that angle, below zero if the
//! shortest arc leads to the negative of the end, which is the same rotation. So a frame needs two sines, which are
//! polynomials, and no division.

use core::f32::consts::FRAC_PI_2;

use cueline::{advanced::Arc, value::Quat};

use super::Lanes;

/// The lanes of the quaternion itself.
const PARTS: usize = 4;

impl Lanes for Quat {
    type Numbers = [f32; PARTS + 1];

    /// Quaternions are normalized unless their length is 1 within 2e-7.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
        let (from, to) = (unit(*from), unit(*to));
        begin[..PARTS].copy_from_slice(&<[f32; PARTS]>::from(from));
        end[..PARTS].copy_from_slice(&<[f32; PARTS]>::from(to));
        let arc = Arc::new(from.wide(), to.wide());
        // Below this angle the blend is linear: sin(x) = x for x up to the angle.
        let angle = (arc.angle as f32).clamp(NEAR, FRAC_PI_2);
        let inverse = 1.0 / sine(angle);
        let turned = arc.to != to.wide(); // the arc leads to the negative
        (begin[PARTS], end[PARTS]) = (angle, if turned { -inverse } else { inverse });
    }

    fn renew(begin: &mut [f32], end: &mut [f32]) {
        let [from, to] =
            [&*begin, &*end].map(|lanes| Self::new(lanes[0], lanes[1], lanes[2], lanes[3]));
        Self::write(&from, &to, begin, end);
    }

    #[inline(always)]
    fn read<const W: usize>(lanes: &[[f32; W]], row: usize) -> Self {
        <[f32; PARTS]>::read(lanes, row).into()
    }

    #[inline(always)]
    fn blend<const W: usize>(
        begin: &[[f32; W]],
        end: &[[f32; W]],
        progress: &[f32; W],
        out: &mut [[f32; W]],
    ) {
        let (angles, inverses) = (&begin[PARTS], &end[PARTS]);
        let (mut lefts, mut rights) = ([0.0; W], [0.0; W]);
        for row in 0..W {
            (lefts[row], rights[row]) = weights(angles[row], inverses[row], progress[row]);
        }
        for ((out, begin), end) in out.iter_mut().zip(begin).zip(end).take(PARTS) {
            for row in 0..W {
                out[row] = begin[row] * lefts[row] + end[row] * rights[row];
            }
        }
    }
}

/// 2^-20.
const NEAR: f32 = 1.0 / (1 << 20) as f32;

/// Leaves the quaternion as it is if its length is 1 but for rounding.
fn unit(rotation: Quat) -> Quat {
    let square: f64 = <[f32; PARTS]>::from(rotation)
        .iter()
        .map(|part| f64::from(*part))
        .map(|part| part * part)
        .sum();
    if (square - 1.0).abs() < 4e-7 { rotation } else { rotation.normalized() }
}

/// The weights of the two ends (Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985): exactly 1 and 0
/// at the start, exactly 0 and 1 at the end.
#[inline(always)]
fn weights(angle: f32, inverse: f32, progress: f32) -> (f32, f32) {
    let rest = 1.0 - progress;
    let left = sine(rest * angle) * inverse.abs();
    let right = sine(progress * angle) * inverse;
    (if progress == 0.0 { 1.0 } else { left }, if rest == 0.0 { 1.0 } else { right })
}

/// The sine of an angle from 0 to a quarter turn and a tenth beyond, within 1.2e-7; easings overshoot that far.
///
/// x + x^3 p(x^2), with p through the zeros of the Chebyshev polynomial of degree 5 on 0..=1.73^2: 3e-8 off before
/// rounding.
#[inline(always)]
fn sine(x: f32) -> f32 {
    let u = x * x;
    let p = -1.984_094_4e-4 + u * (2.752_679_8e-6 + u * -2.387_795e-8);
    x + x * u * (-0.166_666_67 + u * (0.008_333_332 + u * p))
}
