//! Several clips on one property: weights, fades between them, and their blend.
//!
//! A weight is a function of the clock like everything else: it goes in a straight line from one value
//! to another over a span. So a cross-fade needs no stepping, and its state is a few integers.

use crate::{
    time::{Span, Time},
    value::{Delta, Lerp},
};

/// How much an item counts in a blend, in steps of 1/65536; [`Weight::FULL`] by default.
///
/// Weights need not add up to one: a blend divides by their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Weight(u32);

impl Weight {
    /// The item does not count.
    pub const ZERO: Self = Self(0);
    /// The item counts once.
    pub const FULL: Self = Self(1 << 16);

    /// `bits` / 65536; more than [`FULL`](Self::FULL) counts more than once.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The weight in steps of 1/65536.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// `percent` of [`FULL`](Self::FULL), rounded down; saturates.
    #[must_use]
    pub const fn from_percent(percent: u32) -> Self {
        let bits = percent as u64 * (1 << 16) / 100;
        #[expect(clippy::cast_possible_truncation, reason = "compared with the limit before")]
        Self(if bits > u32::MAX as u64 { u32::MAX } else { bits as u32 })
    }

    /// The weight as a number; 1 is full.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 65536.0
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self::FULL
    }
}

/// A weight that goes from one value to another in a straight line over a span of the clock, and stays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fade {
    /// When it sets out.
    pub since: Time,
    /// How long it takes. None or less: it is there at once.
    pub over: Span,
    /// The weight up to then.
    pub from: Weight,
    /// The weight from the end on.
    pub to: Weight,
}

impl Fade {
    /// Always the same weight.
    #[must_use]
    pub const fn constant(weight: Weight) -> Self {
        Self { since: Time::ZERO, over: Span::ZERO, from: weight, to: weight }
    }

    /// The weight at `now`, rounded down to whole steps; exact at both ends.
    #[must_use]
    pub fn at(&self, now: Time) -> Weight {
        let gone = i128::from(now.flicks()) - i128::from(self.since.flicks());
        let over = i128::from(self.over.flicks());
        if gone >= over {
            return self.to;
        }
        if gone <= 0 {
            return self.from;
        }
        // Here 0 < gone < over.
        let way = i128::from(self.to.0) - i128::from(self.from.0);
        let bits = i128::from(self.from.0) + (way * gone).div_euclid(over);
        Weight(u32::try_from(bits).unwrap_or(self.to.0)) // between `from` and `to`
    }

    /// When it is at its end.
    #[must_use]
    pub fn end(&self) -> Time {
        self.since + self.over.max(Span::ZERO)
    }
}

/// A running mean: the part that each weight has of the sum of all weights up to it.
///
/// For blending in place, as a clip's [`Binding`](crate::clip::Binding) does: the first value with a weight above
/// zero replaces what was there, each further value takes its part.
///
/// # Examples
///
/// ```
/// use cueline::playback::{RunningMean, Weight};
///
/// let mut mean = RunningMean::default();
/// assert_eq!(mean.of(Weight::from_percent(50)), 1.0);
/// assert_eq!(mean.of(Weight::from_percent(50)), 0.5);
/// assert_eq!(mean.of(Weight::ZERO), 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RunningMean {
    sum: u64,
}

impl RunningMean {
    /// The part that `weight` has of itself and all before it, from 0 to 1; 0 for a weight of zero.
    pub fn of(&mut self, weight: Weight) -> f64 {
        // Below 2^64 for 2^32 weights; more of them do not fit a player.
        self.sum = self.sum.saturating_add(u64::from(weight.0));
        if weight == Weight::ZERO { 0.0 } else { f64::from(weight.0) / self.sum as f64 }
    }
}

/// Collects the values of one property with their weights: the weighted mean of what replaces, plus what adds.
///
/// The mean is built up in the order given, each value by its part of the sum so far, so it works for everything
/// that can be interpolated. One value alone comes out unchanged, to the bit.
///
/// The order does not count for numbers, vectors and colours, up to rounding, nor for two rotations. The mean of three
/// or more rotations depends on the order, by a degree or so where they lie far apart. A player gives the
/// same order on every machine.
///
/// # Examples
///
/// ```
/// use cueline::{playback::{Blend, Weight}, value::Lerp};
/// # #[derive(Clone, Debug, PartialEq)] struct Px(f64);
/// # #[derive(Clone)] struct By(f64);
/// # impl cueline::value::Delta for By {
/// #     fn zero() -> Self { By(0.0) }
/// #     fn and(&self, next: &Self) -> Self { By(self.0 + next.0) }
/// #     fn scaled(&self, factor: f64) -> Self { By(self.0 * factor) }
/// # }
/// # impl Lerp for Px {
/// #     type Delta = By;
/// #     fn lerp(&self, to: &Self, t: f64) -> Self { Px(self.0 + (to.0 - self.0) * t) }
/// #     fn minus(&self, from: &Self) -> By { By(self.0 - from.0) }
/// #     fn plus(&self, delta: &By) -> Self { Px(self.0 + delta.0) }
/// # }
/// let mut blend = Blend::new();
/// blend.put(Px(0.0), Weight::FULL);
/// blend.put(Px(8.0), Weight::FULL);
/// blend.put(Px(100.0), Weight::ZERO);
/// blend.add(&By(0.5), Weight::from_percent(50));
/// assert_eq!(blend.over(&Px(0.0)), Px(4.25));
/// assert_eq!(Blend::new().over(&Px(7.0)), Px(7.0), "nothing plays: what was there");
/// ```
#[derive(Clone, Debug)]
pub struct Blend<V: Lerp> {
    mean: Option<V>,
    shares: RunningMean,
    added: Option<V::Delta>,
}

impl<V: Lerp> Blend<V> {
    /// Nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { mean: None, shares: RunningMean { sum: 0 }, added: None }
    }

    /// One more value with its weight; a weight of zero changes nothing.
    pub fn put(&mut self, value: V, weight: Weight) {
        let share = self.shares.of(weight);
        if weight != Weight::ZERO {
            self.mean = Some(match self.mean.take() {
                None => value,
                Some(mean) => mean.lerp(&value, share),
            });
        }
    }

    /// A difference to put on top of the mean, times its weight.
    pub fn add(&mut self, delta: &V::Delta, weight: Weight) {
        let delta =
            if weight == Weight::FULL { delta.clone() } else { delta.scaled(weight.as_f64()) };
        self.added = Some(match self.added.take() {
            None => delta,
            Some(added) => added.and(&delta),
        });
    }

    /// The result; where nothing replaces it, `base` with what was added.
    #[must_use]
    pub fn over(self, base: &V) -> V {
        let mean = self.mean.unwrap_or_else(|| base.clone());
        match self.added {
            None => mean,
            Some(added) => mean.plus(&added),
        }
    }
}

impl<V: Lerp> Default for Blend<V> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fade_is_exact_at_both_ends_and_straight_between() {
        let fade = Fade {
            since: Time::from_flicks(10),
            over: Span::from_flicks(4),
            from: Weight::FULL,
            to: Weight::ZERO,
        };
        let cases =
            [(i64::MIN, 65536), (10, 65536), (11, 49152), (12, 32768), (14, 0), (i64::MAX, 0)];
        for (now, bits) in cases {
            assert_eq!(fade.at(Time::from_flicks(now)), Weight::from_bits(bits), "at {now}");
        }
        let at_once = Fade { over: Span::ZERO, ..fade };
        assert_eq!(at_once.at(Time::from_flicks(10)), Weight::ZERO);
    }
}
