//! Rotations, on the shortest way at an even speed.
//!
//! A way has five lanes: the four numbers of either end, as they were given, and one more for what is the same all the
//! way: at its beginning the angle between the two as directions in four dimensions, and at its end one by the sine of
//! that, below zero where the way leads to the negative of the end, which is the same rotation and nearer. So a frame
//! needs two sines of angles, which are polynomials, and no division.

use core::f32::consts::FRAC_PI_2;

use super::Lanes;
use crate::value::{Arc, Quat};

/// Lanes of the quaternion itself.
const PARTS: usize = 4;

impl Lanes for Quat {
    type Numbers = [f32; PARTS + 1];

    /// What has not length 1, within 2e-7, is brought to it.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    fn write(from: &Self, to: &Self, begin: &mut [f32], end: &mut [f32]) {
        let (from, to) = (unit(*from), unit(*to));
        begin[..PARTS].copy_from_slice(&<[f32; PARTS]>::from(from));
        end[..PARTS].copy_from_slice(&<[f32; PARTS]>::from(to));
        let arc = Arc::new(from.wide(), to.wide());
        // What lies nearer together is blended straight: sin(x) = x, for x up to the angle.
        let angle = (arc.angle as f32).clamp(NEAR, FRAC_PI_2);
        let inverse = 1.0 / sine(angle);
        let turned = arc.to != to.wide(); // it is the negative
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
        begin: &[&[f32; W]],
        end: &[&[f32; W]],
        progress: &[f32; W],
        out: &mut [[f32; W]],
    ) {
        let (angles, inverses) = (begin[PARTS], end[PARTS]);
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

/// As it is, where it has length 1 but for rounding.
fn unit(rotation: Quat) -> Quat {
    let square: f64 = <[f32; PARTS]>::from(rotation)
        .iter()
        .map(|part| f64::from(*part))
        .map(|part| part * part)
        .sum();
    if (square - 1.0).abs() < 4e-7 { rotation } else { rotation.normalized() }
}

/// By how much the two ends count (Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH 1985): 1 and 0 at the
/// beginning, 0 and 1 at the end, exactly.
#[inline(always)]
fn weights(angle: f32, inverse: f32, progress: f32) -> (f32, f32) {
    let rest = 1.0 - progress;
    let left = sine(rest * angle) * inverse.abs();
    let right = sine(progress * angle) * inverse;
    (if progress == 0.0 { 1.0 } else { left }, if rest == 0.0 { 1.0 } else { right })
}

/// The sine of an angle from 0 to a quarter round and a tenth of that beyond, within 1.2e-7 of it; bends go as far beyond.
///
/// x + x^3 p(x^2), with p through the zeros of the Chebyshev polynomial of degree 5 on 0..=1.73^2: 3e-8 off before
/// rounding.
#[inline(always)]
fn sine(x: f32) -> f32 {
    let u = x * x;
    let p = -1.984_094_4e-4 + u * (2.752_679_8e-6 + u * -2.387_795e-8);
    x + x * u * (-0.166_666_67 + u * (0.008_333_332 + u * p))
}
