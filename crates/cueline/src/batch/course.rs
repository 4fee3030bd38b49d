//! How the numbers of one tween move: an easing, or a curve that keeps a velocity.

use super::block::Row;
use crate::value::{CubicBezier, Curve, Easing, Polynomial};

/// How a tween of the general group moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Course<const N: usize> {
    /// Along an easing that has no polynomial.
    Eased(Easing),
    /// On the cubic Hermite curve that leaves with this change per whole course, and arrives at rest.
    Leaving([f32; N]),
}

/// How the tween in a row moves.
#[derive(Clone, Copy)]
pub(super) enum Motion<'a, const N: usize> {
    Polynomial(Polynomial),
    General(&'a Course<N>),
}

/// What a batch knows of its kind of values, as functions of lanes.
#[derive(Debug)]
pub(super) struct LaneMath<const N: usize> {
    /// The lanes that lie so much of the course, about 0 to 1, between two others.
    pub(super) between: fn(&[f32; N], &[f32; N], f32) -> [f32; N],
    /// Lanes brought back to a value: a rotation to length 1.
    pub(super) settle: fn(&[f32; N]) -> [f32; N],
}

impl<const N: usize> Clone for LaneMath<N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize> Copy for LaneMath<N> {}

/// The easing of a Hermite curve that leaves at rest: 3t^2 - 2t^3. With the middle handles at a third and two thirds x is
/// the parameter itself.
pub(super) fn smoothly() -> Easing {
    let bezier = CubicBezier::new(1.0 / 3.0, 0.0, 2.0 / 3.0, 1.0);
    bezier.map_or(Easing::IN_OUT_SINE, |bezier| Easing::In(Curve::Bezier(bezier)))
}

impl<const N: usize> LaneMath<N> {
    /// Where a tween is when a part of its time has passed, from 0 to 1.
    pub(super) fn at(self, row: &Row<N>, motion: Motion<'_, N>, t: f32) -> [f32; N] {
        let Row { from, to, .. } = row;
        match motion {
            Motion::Polynomial(polynomial) => {
                (self.between)(from, to, polynomial.easing().at_f32(t))
            }
            Motion::General(Course::Eased(easing)) => (self.between)(from, to, easing.at_f32(t)),
            Motion::General(Course::Leaving(slope)) => {
                let mut lanes = (self.between)(from, to, t * t * (3.0 - 2.0 * t));
                let weight = t * (1.0 - t) * (1.0 - t);
                if weight != 0.0 {
                    lanes.iter_mut().zip(slope).for_each(|(lane, slope)| *lane += slope * weight);
                    lanes = (self.settle)(&lanes);
                }
                lanes
            }
        }
    }

    /// How fast its lanes change there, per whole course.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    pub(super) fn slope(self, row: &Row<N>, motion: Motion<'_, N>, t: f32) -> [f32; N] {
        let (share, rate) = match motion {
            Motion::Polynomial(polynomial) => rate(polynomial.easing(), t),
            Motion::General(Course::Eased(easing)) => rate(*easing, t),
            Motion::General(Course::Leaving(_)) => {
                (t * t * (3.0 - 2.0 * t), f64::from(6.0 * t * (1.0 - t)))
            }
        };
        // What is straight has the same slope all along; rotations are off by the square of this.
        const NEAR: f32 = 1.0 / 64.0;
        let (mut before, mut after) = (share - NEAR, share + NEAR);
        if (0.0..=1.0).contains(&share) {
            (before, after) = (before.max(0.0), after.min(1.0));
        }
        let [low, high] = [before, after].map(|share| (self.between)(&row.from, &row.to, share));
        let rate = (rate / f64::from(after - before)) as f32;
        let mut slope = core::array::from_fn(|lane| (high[lane] - low[lane]) * rate);
        if let Motion::General(Course::Leaving(leaving)) = motion {
            let weight = (1.0 - t) * (1.0 - 3.0 * t);
            slope.iter_mut().zip(leaving).for_each(|(slope, leaving)| *slope += leaving * weight);
        }
        slope
    }
}

/// The eased progress, and how fast it rises: a difference over a ten-thousandth to either side. Steps stand still.
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn rate(easing: Easing, t: f32) -> (f32, f64) {
    const NEAR: f64 = 1e-4;
    if let Easing::Steps(_) = easing {
        return (easing.at_f32(t), 0.0);
    }
    // Not the ends themselves, where an expo jumps.
    let middle = f64::from(t);
    let (before, after) =
        ((middle - NEAR).max(NEAR / 100.0), (middle + NEAR).min(1.0 - NEAR / 100.0));
    let rise = easing.at(after) - easing.at(before);
    (easing.at(middle) as f32, rise / (after - before))
}
