//! Progress through a state as integers: whole passes, and the phase within the next pass.
//!
//! The phase is counted in units of 2^-96 of a pass. A rate is a whole number of units per flick, rounded up once when
//! it is computed; progress is the exact sum of `rate * flicks`. So progress does not depend on the steps in which time
//! advances. Because of the rounding up, a pass of constant rate ends exactly at its flick and not one flick later. The
//! excess is below one unit per flick, which adds up to less than a flick in 50 years even for a pass of 100 s.

use cueline::{
    digest::Digest,
    time::{Span, Time},
};
use serde::{Deserialize, Serialize};

/// One pass, in units.
pub(super) const PASS: u128 = 1 << 96;
/// At most half a pass per flick, so that two passes never end at the same flick.
const FASTEST: u128 = PASS / 2;
const HALF: u32 = 48;
const LOW: u128 = (1 << HALF) - 1;

/// The progress of a state since it was entered.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Digest, PartialOrd, Ord, Serialize, Deserialize,
)]
pub(super) struct Progress {
    /// Whole passes.
    pub(super) passes: u64,
    /// The part of the next pass, below [`PASS`].
    #[serde(with = "halves")]
    pub(super) part: u128,
}

/// A number as two of 64 bits, the higher first: not all formats have larger ones.
mod halves {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
    pub(super) fn serialize<S: Serializer>(number: &u128, to: S) -> Result<S::Ok, S::Error> {
        [(number >> 64) as u64, *number as u64].serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        let [high, low] = <[u64; 2]>::deserialize(from)?;
        Ok(u128::from(high) << 64 | u128::from(low))
    }
}

impl Progress {
    pub(super) const ZERO: Self = Self { passes: 0, part: 0 };
    pub(super) const ONE: Self = Self { passes: 1, part: 0 };

    /// `millionths` of a pass, rounded down to units.
    pub(super) fn from_millionths(millionths: u64) -> Self {
        let part = (u128::from(millionths % 1_000_000) << 96) / 1_000_000;
        Self { passes: millionths / 1_000_000, part }
    }

    /// The progress after `flicks` at `rate`; whole passes saturate.
    pub(super) fn after(self, flicks: u64, rate: u128) -> Self {
        if flicks == 0 || rate == 0 {
            return self;
        }
        let flicks = u128::from(flicks);
        // A rate has 96 bits: each half times 64 bits, and what is carried, stays below 2^113.
        let low = (rate & LOW) * flicks + (self.part & LOW);
        let high = (rate >> HALF) * flicks + (self.part >> HALF) + (low >> HALF);
        let passes = u64::try_from(high >> HALF).unwrap_or(u64::MAX);
        Self {
            passes: self.passes.saturating_add(passes),
            part: ((high & LOW) << HALF) | (low & LOW),
        }
    }

    /// The number of flicks until the progress is `target` or more; `None` if that takes more than 2^31 passes.
    pub(super) fn flicks_to(self, target: Self, rate: u128) -> Option<u64> {
        if self >= target {
            return Some(0);
        }
        let passes = target.passes - self.passes; // not below zero: `target` is greater
        if rate == 0 || passes >= 1 << 31 {
            return None;
        }
        // At most 2^127, and above zero as `target` is greater.
        let units = (u128::from(passes) << 96) + target.part - self.part;
        u64::try_from(units.div_ceil(rate)).ok()
    }

    /// The time in a clip at this phase, rounded down to flicks; below `duration`.
    pub(super) fn flick_of(self, duration: Span) -> Span {
        let flicks = u128::try_from(duration.flicks()).unwrap_or(0);
        // Exactly the floor of `part * flicks / 2^96`; each product stays below 2^112.
        let high = (self.part >> HALF) * flicks + (((self.part & LOW) * flicks) >> HALF);
        Span::from_flicks(i64::try_from(high >> HALF).unwrap_or(i64::MAX))
    }
}

/// The rate in units per flick for `numerator / denominator` passes per flick, rounded up. A denominator of zero gives
/// the highest rate.
///
/// The denominator must be below 2^112.
pub(super) fn rate(numerator: u128, denominator: u128) -> u128 {
    if numerator == 0 {
        return 0;
    }
    if numerator.saturating_mul(2) >= denominator {
        return FASTEST;
    }
    part(numerator, denominator).min(FASTEST)
}

/// `numerator / denominator` passes in units, rounded up: at `time / duration`, the first phase at which a clip shows the time
/// or a later one.
///
/// The numerator must be below the denominator, and the denominator below 2^112.
pub(super) fn part(numerator: u128, denominator: u128) -> u128 {
    // Long division by 16 bits at a time: the remainder is below 2^112, so nothing overflows.
    let (mut quotient, mut rest) = (0, numerator);
    for _ in 0..6 {
        rest <<= 16;
        quotient = (quotient << 16) + rest / denominator;
        rest %= denominator;
    }
    quotient + u128::from(rest > 0)
}

/// The flicks from one time to a later one; 0 if it is not later.
pub(super) fn flicks_between(from: Time, to: Time) -> u64 {
    if to <= from { 0 } else { to.flicks().abs_diff(from.flicks()) }
}

/// The time after a number of flicks; `None` beyond the end of the clock.
pub(super) fn later(from: Time, flicks: u64) -> Option<Time> {
    from.flicks().checked_add_unsigned(flicks).map(Time::from_flicks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cueline::time::secs;
    use proptest::prelude::*;

    #[test]
    fn a_pass_of_constant_rate_ends_at_its_flick_also_after_years() {
        for flicks in [1_i64, 2, 3, 7, 499_800_000, 705_600_000, 70_560_000_000] {
            let rate = rate(1, flicks.unsigned_abs().into());
            for passes in [1_u64, 2, 1000, 1 << 20] {
                let end = flicks.unsigned_abs() * passes;
                if flicks == 1 {
                    continue; // faster than half a pass a flick
                }
                let before = Progress::ZERO.after(end - 1, rate);
                assert_eq!(before.passes, passes - 1, "{passes} passes of {flicks}");
                assert_eq!(Progress::ZERO.after(end, rate).passes, passes);
                assert_eq!(before.flick_of(Span::from_flicks(flicks)).flicks(), flicks - 1);
            }
        }
    }

    #[test]
    fn the_fastest_rate_takes_two_flicks_for_a_pass() {
        assert_eq!(rate(1, 1), FASTEST);
        assert_eq!(rate(1, 0), FASTEST);
        assert_eq!(rate(0, 0), 0);
        assert_eq!(Progress::ZERO.flicks_to(Progress::ONE, rate(u64::MAX.into(), 1)), Some(2));
    }

    #[test]
    fn thresholds_in_millionths_are_reached_at_their_flick() {
        let rate = rate(1, 1000);
        for (millionths, flick) in [(0, 0), (800_000, 800), (1_000_000, 1000), (2_500_000, 2500)] {
            let target = Progress::from_millionths(millionths);
            assert_eq!(Progress::ZERO.flicks_to(target, rate), Some(flick), "{millionths}");
        }
        assert_eq!(Progress::ZERO.flicks_to(Progress::ONE, 0), None);
    }

    proptest! {
        #[test]
        fn partition(part in 0..PASS, a in 0..1_u64 << 50, b in 0..1_u64 << 50, rate in 0..=FASTEST) {
            let start = Progress { passes: 3, part };
            prop_assert_eq!(start.after(a, rate).after(b, rate), start.after(a + b, rate));
        }

        #[test]
        fn a_target_is_reached_at_the_first_flick_that_reaches_it(
            part in 0..PASS, passes in 0..5_u64, target in 0..PASS, rate in 1..=FASTEST,
        ) {
            let start = Progress { passes: 0, part };
            let target = Progress { passes, part: target };
            if let Some(flicks) = start.flicks_to(target, rate) {
                prop_assert!(start.after(flicks, rate) >= target);
                prop_assert!(flicks == 0 || start.after(flicks - 1, rate) < target);
            } else {
                prop_assert!(start.after(u64::MAX, rate) < target);
            }
        }

        #[test]
        fn a_part_is_the_first_phase_that_shows_its_time(
            (time, duration) in (1_i64..1 << 44).prop_flat_map(|duration| (0..duration, Just(duration))),
        ) {
            let first = part(time.unsigned_abs().into(), duration.unsigned_abs().into());
            let shown = |part| Progress { passes: 0, part }.flick_of(Span::from_flicks(duration)).flicks();
            prop_assert!(first < PASS && shown(first) >= time);
            prop_assert!(first == 0 || shown(first - 1) < time);
        }

        #[test]
        fn a_rate_is_the_quotient_rounded_up(numerator in 1..1_u128 << 30, denominator in 1_u128 << 32..1 << 60) {
            let rate = rate(numerator, denominator);
            let exact = |units: u128| {
                // units * denominator against numerator * 2^96, without overflow: both divided by 2^34 first
                // would lose bits, so compare by division of the larger side.
                let (high, low) = ((units >> 48) * denominator, (units & LOW) * denominator);
                let high = high + (low >> 48);
                (high, low & LOW)
            };
            let wanted = (numerator << 48, 0);
            prop_assert!(exact(rate) >= wanted);
            prop_assert!(exact(rate - 1) < wanted);
        }
    }

    #[test]
    fn a_long_clip_shows_its_last_flick_just_before_the_end() {
        let hour = secs(3600.0);
        let last = Progress { passes: 0, part: PASS - 1 };
        assert_eq!(last.flick_of(hour), hour - Span::FLICK);
        assert_eq!(Progress::ZERO.flick_of(hour), Span::ZERO);
    }
}
