//! The motion of one row: along an easing, on a curve that keeps the velocity, or on a spring.

use super::{
    block::{Moment, Row},
    groups::{GENERAL, group_of},
    spring::{SpringFactors, SpringRates},
};
use crate::value::{CubicBezier, Curve, Easing, Polynomial};

/// The motion of a row of the general group.
#[derive(Clone, Copy, Debug)]
pub(super) enum Motion<const N: usize> {
    /// Along an easing without a polynomial.
    Eased(Easing),
    /// On the cubic Hermite curve that starts with this change per duration, and arrives at rest.
    Hermite([f32; N]),
    /// On a spring, with this change per tick at the start.
    Spring(SpringRates, [f32; N]),
}

/// The motion of the tween in a row.
#[derive(Clone, Copy)]
pub(super) enum RowMotion<'a, const N: usize> {
    Polynomial(Polynomial),
    General(&'a Motion<N>),
}

/// The motion of a row after it gets a new end.
#[derive(Clone, Copy, Debug)]
pub enum Retarget {
    /// Along an easing, from rest.
    Eased(Easing),
    /// With its present velocity, on a cubic Hermite curve.
    Smoothly,
    /// With its present velocity, on a spring.
    Spring(SpringRates),
}

/// The operations of a batch on its kind of values, as functions of lanes.
#[derive(Debug)]
pub(super) struct LaneMath<const N: usize> {
    /// The lanes between two others, at a progress of about 0 to 1.
    between: fn(&[f32; N], &[f32; N], f32) -> [f32; N],
    /// Turns lanes into a valid value: normalizes a rotation.
    normalize: fn(&[f32; N]) -> [f32; N],
}

/// A kind of value that lies in `N` lanes.
pub(super) trait OfLanes<const N: usize>: Copy {
    /// The value in a row of lanes.
    fn of_lanes(lanes: &[f32; N]) -> Self;

    /// The operations on the kind.
    fn math() -> LaneMath<N>;
}

impl<const N: usize> Clone for LaneMath<N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize> Copy for LaneMath<N> {}

/// The easing of a Hermite curve that starts at rest: 3t^2 - 2t^3. With the middle handles at a third and two thirds,
/// x is the parameter itself.
pub(super) fn smoothstep() -> Easing {
    let bezier = CubicBezier::new(1.0 / 3.0, 0.0, 2.0 / 3.0, 1.0);
    bezier.map_or(Easing::IN_OUT_SINE, |bezier| Easing::In(Curve::Bezier(bezier)))
}

impl<const N: usize> Motion<N> {
    /// The group of live tweens with this motion.
    #[inline]
    pub(super) fn group(&self) -> usize {
        match self {
            Self::Eased(easing) => group_of(easing),
            Self::Hermite(_) | Self::Spring(..) => GENERAL,
        }
    }

    /// Returns `true` if all numbers of the motion are finite; the easing is checked elsewhere.
    pub(super) fn is_finite(&self) -> bool {
        match self {
            Self::Eased(_) => true,
            Self::Hermite(slope) => slope.iter().all(|slope| slope.is_finite()),
            Self::Spring(rates, slope) => {
                rates.is_finite() && slope.iter().all(|slope| slope.is_finite())
            }
        }
    }
}

impl<const N: usize> LaneMath<N> {
    pub(super) const fn new(
        between: fn(&[f32; N], &[f32; N], f32) -> [f32; N],
        normalize: fn(&[f32; N]) -> [f32; N],
    ) -> Self {
        Self { between, normalize }
    }

    /// The lanes of a row at a time.
    #[inline]
    pub(super) fn at(self, row: &Row<N>, motion: RowMotion<'_, N>, moment: Moment) -> [f32; N] {
        let (from, to, t) = (row.from(), row.to(), row.progress(moment));
        match motion {
            RowMotion::Polynomial(polynomial) => {
                (self.between)(from, to, polynomial.easing().at_f32(t))
            }
            RowMotion::General(Motion::Eased(easing)) => (self.between)(from, to, easing.at_f32(t)),
            RowMotion::General(Motion::Hermite(slope)) => {
                let mut lanes = (self.between)(from, to, t * t * (3.0 - 2.0 * t));
                let weight = t * (1.0 - t) * (1.0 - t);
                if weight != 0.0 {
                    lanes.iter_mut().zip(slope).for_each(|(lane, slope)| *lane += slope * weight);
                    lanes = (self.normalize)(&lanes);
                }
                lanes
            }
            RowMotion::General(Motion::Spring(rates, slope)) => {
                let SpringFactors { progress, carry, .. } = rates.factors(row.since(moment));
                let mut lanes = (self.between)(from, to, progress);
                lanes.iter_mut().zip(slope).for_each(|(lane, slope)| *lane += slope * carry);
                (self.normalize)(&lanes)
            }
        }
    }

    /// The change of the lanes of a row at a time, per duration of the row.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    pub(super) fn slope(self, row: &Row<N>, motion: RowMotion<'_, N>, moment: Moment) -> [f32; N] {
        let t = row.progress(moment);
        let (progress, rate) = match motion {
            RowMotion::Polynomial(polynomial) => rate(polynomial.easing(), t),
            RowMotion::General(Motion::Eased(easing)) => rate(*easing, t),
            RowMotion::General(Motion::Hermite(_)) => {
                (t * t * (3.0 - 2.0 * t), f64::from(6.0 * t * (1.0 - t)))
            }
            RowMotion::General(Motion::Spring(rates, _)) => {
                let SpringFactors { progress, progress_rate, .. } =
                    rates.factors(row.since(moment));
                (progress, f64::from(progress_rate) / f64::from(row.inverse()))
            }
        };
        // A linear segment has a constant slope; for rotations the error is the square of this number.
        const NEAR: f32 = 1.0 / 64.0;
        let (mut before, mut after) = (progress - NEAR, progress + NEAR);
        if (0.0..=1.0).contains(&progress) {
            (before, after) = (before.max(0.0), after.min(1.0));
        }
        let [low, high] =
            [before, after].map(|progress| (self.between)(row.from(), row.to(), progress));
        let rate = (rate / f64::from(after - before)) as f32;
        let mut slope = core::array::from_fn(|lane| (high[lane] - low[lane]) * rate);
        let (first, weight) = match motion {
            RowMotion::General(Motion::Hermite(first)) => (first, (1.0 - t) * (1.0 - 3.0 * t)),
            RowMotion::General(Motion::Spring(rates, first)) => {
                (first, rates.factors(row.since(moment)).carry_rate / row.inverse())
            }
            _ => return slope,
        };
        slope.iter_mut().zip(first).for_each(|(slope, first)| *slope += first * weight);
        slope
    }
}

/// The eased progress and its slope: a difference over a ten-thousandth to either side. Steps have no slope.
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn rate(easing: Easing, t: f32) -> (f32, f64) {
    const NEAR: f64 = 1e-4;
    if let Easing::Steps(_) = easing {
        return (easing.at_f32(t), 0.0);
    }
    // Avoids the ends themselves, where an expo easing jumps.
    let middle = f64::from(t);
    let (before, after) =
        ((middle - NEAR).max(NEAR / 100.0), (middle + NEAR).min(1.0 - NEAR / 100.0));
    let rise = easing.at(after) - easing.at(before);
    (easing.at(middle) as f32, rise / (after - before))
}
