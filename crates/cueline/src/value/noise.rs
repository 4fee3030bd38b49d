//! Shake and wiggle: random movement that is a function of a seed and a time.
//!
//! Time is divided into periods. At the start of each period there is a random value, which depends on the seed, the
//! axis and the number of the period. Within a period the value moves smoothly from one random value to the next (value
//! noise, with the quintic fade of Perlin, "Improving Noise", 2002). The random values are outputs of the finaliser of
//! SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014). Nothing is stored, so a game
//! may sample any time in any order, and gets the same bits on every machine.

use crate::time::Span;

/// Endless random movement.
///
/// ```
/// use cueline::{time::Span, value::Wiggle};
///
/// let idle = Wiggle::new(7, Span::from_millis(250)).expect("above zero");
/// let (x, y) = (idle.at(0, Span::from_secs(9)), idle.at(1, Span::from_secs(9)));
/// assert!(x.abs() <= 1.0 && y.abs() <= 1.0 && x != y);
/// assert_eq!(x, idle.at(0, Span::from_secs(9)), "always the same");
/// assert!(Wiggle::new(7, Span::ZERO).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wiggle {
    seed: u64,
    /// Above zero.
    period: Span,
}

crate::digest::digested! { struct Wiggle { seed, period } }

impl Wiggle {
    /// A wiggle that moves to a new random place every `period`; its frequency is 1 / `period`. `None` if `period` is not
    /// above zero.
    #[must_use]
    pub fn new(seed: u64, period: Span) -> Option<Self> {
        (period > Span::ZERO).then_some(Self { seed, period })
    }

    /// The position on one axis, from -1 to 1. The axes are independent. Times before the start are valid too.
    ///
    /// ```
    /// use cueline::{time::ms, value::Wiggle};
    ///
    /// let wiggle = Wiggle::new(7, ms(250)).ok_or("a period above zero")?;
    /// let [x, y] = [0, 1].map(|axis| wiggle.at(axis, ms(900)));
    /// assert!(x != y && x.abs() <= 1.0);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn at(&self, axis: u32, elapsed: Span) -> f64 {
        let (time, period) = (elapsed.flicks(), self.period.flicks().max(1)); // saves may say anything
        let cell = time.div_euclid(period);
        let part = Span::from_flicks(time.rem_euclid(period)).ratio(Span::from_flicks(period));
        let fade = part * part * part * (part * (part * 6.0 - 15.0) + 10.0);
        let (from, to) = (self.edge(axis, cell), self.edge(axis, cell.wrapping_add(1)));
        from + (to - from) * fade
    }

    /// The random value at the start of a period, from -1 to 1.
    fn edge(&self, axis: u32, cell: i64) -> f64 {
        let mixed = mix(mix(mix(self.seed) ^ u64::from(axis)) ^ cell.cast_unsigned());
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let part = (mixed >> 11) as f64 / (1_u64 << 53) as f64;
        part * 2.0 - 1.0
    }
}

/// Random movement that dies away: a hit, an explosion, an invalid click.
///
/// ```
/// use cueline::{time::Span, value::Shake};
///
/// let hit = Shake::new(42, Span::from_millis(40), Span::from_millis(300)).expect("above zero");
/// assert!(hit.at(0, Span::from_millis(60)).abs() > 0.0);
/// assert_eq!(hit.at(0, Span::from_millis(300)), 0.0, "it is over, exactly");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shake {
    wiggle: Wiggle,
    /// Above zero.
    duration: Span,
}

crate::digest::digested! { struct Shake { wiggle, duration } }

impl Shake {
    /// A shake that moves to a new random place every `period` and ends after `duration`. `None` if one of them is not
    /// above zero.
    #[must_use]
    pub fn new(seed: u64, period: Span, duration: Span) -> Option<Self> {
        let wiggle = Wiggle::new(seed, period)?;
        (duration > Span::ZERO).then_some(Self { wiggle, duration })
    }

    /// The offset on one axis, from -1 to 1. The shake grows weaker: the offset is multiplied by (1 - elapsed /
    /// duration)^2. Exactly 0 before the start and from the end on.
    ///
    /// ```
    /// use cueline::{time::ms, value::Shake};
    ///
    /// let hit = Shake::new(7, ms(30), ms(400)).ok_or("times above zero")?;
    /// assert!(hit.at(0, ms(300)).abs() <= 1.0 / 16.0, "a quarter of the time left, squared");
    /// assert_eq!(hit.at(0, ms(400)), 0.0);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn at(&self, axis: u32, elapsed: Span) -> f64 {
        if elapsed < Span::ZERO || elapsed >= self.duration {
            return 0.0;
        }
        let left = 1.0 - elapsed.ratio(self.duration);
        self.wiggle.at(axis, elapsed) * left * left
    }

    /// The duration of the shake.
    #[must_use]
    pub fn duration(&self) -> Span {
        self.duration
    }
}

/// The finaliser of SplitMix64 over the next state.
pub(crate) fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mixing_is_that_of_the_paper() {
        // The first outputs of SplitMix64 for the seed 0, as in the reference implementation's test.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn the_same_bits_everywhere() {
        let (wiggle, at) =
            (Wiggle::new(7, Span::from_millis(250)).unwrap(), Span::from_millis(9100));
        let bits = [0, 1, 2].map(|axis| wiggle.at(axis, at).to_bits());
        let golden = [0xbfce_8a20_5253_1201, 0x3fe1_fbf5_b721_86bb, 0xbfda_d7e4_84d5_fab8];
        assert_eq!(bits, golden, "a changed bit breaks saved games");
    }

    #[test]
    fn a_shake_is_at_its_full_force_first_and_over_exactly_at_its_end() {
        let duration = Span::from_millis(300);
        let shake = Shake::new(42, Span::from_millis(40), duration).unwrap();
        let wiggle = Wiggle::new(42, Span::from_millis(40)).unwrap();
        assert_eq!(shake.at(0, Span::ZERO), wiggle.at(0, Span::ZERO));
        assert!(shake.at(0, duration - Span::FLICK) != 0.0);
        for outside in [Span::MIN, -Span::FLICK, duration, Span::MAX] {
            assert_eq!(shake.at(0, outside).to_bits(), 0, "{outside}");
        }
        assert_eq!(Shake::new(1, Span::ZERO, duration), None);
        assert_eq!(Shake::new(1, duration, Span::ZERO), None);
        assert_eq!(Wiggle::new(1, -Span::FLICK), None);
    }

    #[test]
    fn a_shake_tells_its_duration() {
        let shake = Shake::new(7, Span::from_millis(30), Span::from_millis(400)).unwrap();
        assert_eq!(shake.duration(), Span::from_millis(400));
    }

    #[test]
    fn seeds_and_axes_are_independent() {
        // The correlation of n independent pairs lies within 4 / sqrt(n) but for one case in 16,000.
        let n = 10_000_u32;
        let correlation = |(a, i): (u64, u32), (b, j): (u64, u32)| {
            let [a, b] = [a, b].map(|seed| Wiggle::new(seed, Span::FLICK).unwrap());
            let pair = |at: u32| {
                let at = Span::from_flicks(at.into());
                a.at(i, at) * b.at(j, at)
            };
            // A uniform value in -1..=1 has the variance 1/3.
            (0..n).map(pair).sum::<f64>() * 3.0 / f64::from(n)
        };
        assert!((correlation((1, 0), (1, 0)) - 1.0).abs() < 0.04, "a variance of 1/3");
        for pair in [((1, 0), (1, 1)), ((1, 0), (2, 0)), ((1, 1), (2, 0)), ((0, 7), (7, 0))] {
            assert!(correlation(pair.0, pair.1).abs() < 0.04, "{pair:?}");
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(seed: u64, axis: u32, period: i64, duration: i64, at: i64) {
            let [period, duration, at] = [period, duration, at].map(Span::from_flicks);
            if let Some(shake) = Shake::new(seed, period, duration) {
                prop_assert!(shake.at(axis, at).abs() <= 1.0);
            }
        }

        #[test]
        fn it_stays_in_its_range_and_moves_without_jumps(seed: u64, axis: u32, at: i64) {
            let wiggle = Wiggle::new(seed, Span::from_flicks(1_000_000)).unwrap();
            let (here, next) = (Span::from_flicks(at), Span::from_flicks(at.saturating_add(1)));
            let (here, next) = (wiggle.at(axis, here), wiggle.at(axis, next));
            prop_assert!(here.abs() <= 1.0);
            // The fade is nowhere steeper than 1.875, over a way of 2 at most, in a millionth.
            prop_assert!((next - here).abs() <= 3.75e-6 + 1e-15);
        }
    }
}
