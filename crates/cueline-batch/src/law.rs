//! How a row moves, and one row as a whole: where it is and how fast.

use cueline::value::Easing;

use crate::{
    easing::ease_f32,
    lanes::{Lanes, Numbers, between, ends, of},
    rates::SpringRates,
    slots::Id,
};

/// The law of motion of one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Law {
    /// Along an easing.
    Eased(Easing),
    /// On the cubic Hermite curve that begins with the velocity of the row, and arrives at rest.
    Smooth,
    /// On a spring that begins with the velocity of the row.
    Spring(SpringRates),
}

/// One row: a tween, or a value on a spring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<L> {
    pub(crate) id: Id,
    /// The low half of the tick at which it starts.
    pub(crate) start: u32,
    /// Its duration.
    pub(crate) ticks: u32,
    pub(crate) from: L,
    pub(crate) to: L,
    /// The change per tick with which the value came to `start`. Zero unless it moved before. A row that gets another
    /// target at its very start begins with this velocity, whatever its law is.
    pub(crate) velocity: L,
    pub(crate) law: Law,
}

impl<L: Numbers> Row<L> {
    /// The numbers of the value, this many ticks after the start.
    pub(crate) fn at<T: Lanes<Numbers = L>>(&self, since: f32) -> L {
        let t = since * (1.0 / self.ticks as f32);
        let (progress, carry) = match &self.law {
            Law::Eased(easing) => (ease_f32(easing, t), 0.0),
            Law::Smooth => (t * t * (3.0 - 2.0 * t), t * (1.0 - t) * (1.0 - t) * self.ticks as f32),
            Law::Spring(rates) => rates.at(since),
        };
        let numbers = between::<T>(&self.from, &self.to, progress);
        carried::<T>(numbers, &self.velocity, carry)
    }

    /// The change per tick, this many ticks after the start.
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    pub(crate) fn velocity_at<T: Lanes<Numbers = L>>(&self, since: f32) -> L {
        let inverse = 1.0 / self.ticks as f32;
        let t = since * inverse;
        // All rates are per duration.
        let (progress, rate, carry_rate) = match &self.law {
            Law::Eased(easing) => {
                let (progress, rate) = rate(*easing, t);
                (progress, rate, 0.0)
            }
            Law::Smooth => (
                t * t * (3.0 - 2.0 * t),
                f64::from(6.0 * t * (1.0 - t)),
                (1.0 - t) * (1.0 - 3.0 * t) * self.ticks as f32,
            ),
            Law::Spring(rates) => {
                let (rate, carry_rate) = rates.rates_at(since);
                (rates.at(since).0, f64::from(rate) / f64::from(inverse), carry_rate / inverse)
            }
        };
        // A linear segment has a constant slope; for rotations the error is the square of this number.
        const NEAR: f32 = 1.0 / 64.0;
        let (mut before, mut after) = (progress - NEAR, progress + NEAR);
        if (0.0..=1.0).contains(&progress) {
            (before, after) = (before.max(0.0), after.min(1.0));
        }
        let [low, high] =
            [before, after].map(|progress| between::<T>(&self.from, &self.to, progress));
        let rate = (rate / f64::from(after - before)) as f32;
        let mut velocity = L::ZERO;
        for (lane, velocity) in velocity.as_mut().iter_mut().enumerate() {
            let change = (high.as_ref()[lane] - low.as_ref()[lane]) * rate;
            *velocity = (change + self.velocity.as_ref()[lane] * carry_rate) * inverse;
        }
        velocity
    }
}

/// Adds what the velocity at the start adds to a value. The sum becomes a value again, such as a rotation of length 1.
#[inline(always)]
pub(crate) fn carried<T: Lanes>(
    mut numbers: T::Numbers,
    velocity: &T::Numbers,
    carry: f32,
) -> T::Numbers {
    if carry == 0.0 {
        return numbers;
    }
    for (number, velocity) in numbers.as_mut().iter_mut().zip(velocity.as_ref()) {
        *number += velocity * carry;
    }
    let value: T = of(&numbers);
    ends(&value, &value).0
}

/// The eased progress and its slope: a difference over a ten-thousandth to either side. Steps have no slope.
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn rate(easing: Easing, t: f32) -> (f32, f64) {
    const NEAR: f64 = 1e-4;
    if let Easing::Steps(_) = easing {
        return (ease_f32(&easing, t), 0.0);
    }
    // Avoids the ends themselves, where an expo easing jumps.
    let middle = f64::from(t);
    let (before, after) =
        ((middle - NEAR).max(NEAR / 100.0), (middle + NEAR).min(1.0 - NEAR / 100.0));
    let rise = easing.at(after) - easing.at(before);
    (easing.at(middle) as f32, rise / (after - before))
}
