//! Several clips on one property: weights, fades between weights, and blends.
//!
//! A weight is a function of time, like everything else: it moves linearly from one value to another over a span.
//! So a crossfade needs no steps, and its state is a few integers.

use crate::{
    time::{Span, Time},
    value::{Delta, Lerp},
};

/// How far an item covers those that were played before it, in steps of 1/65536; [`Weight::FULL`] by default.
///
/// A weight above [`FULL`](Self::FULL) covers like `FULL`; a difference that is added is multiplied by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Weight(u32);

crate::digest::digested! { struct Weight(it) }

impl Weight {
    /// No weight: a blend leaves the item out.
    pub const ZERO: Self = Self(0);
    /// A weight of 1.
    pub const FULL: Self = Self(1 << 16);

    /// `bits` / 65536; values above 65536 are above [`FULL`](Self::FULL).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::playback::Weight;
    ///
    /// assert_eq!(Weight::from_bits(32768), Weight::from_percent(50));
    /// assert!(Weight::from_bits(u32::MAX) > Weight::FULL);
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The weight in steps of 1/65536.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::playback::Weight;
    ///
    /// assert_eq!(Weight::FULL.bits(), 65536);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// `percent` of [`FULL`](Self::FULL), rounded down; saturates.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::playback::Weight;
    ///
    /// assert_eq!(Weight::from_percent(100), Weight::FULL);
    /// assert_eq!(Weight::from_percent(25).as_f64(), 0.25);
    /// ```
    #[must_use]
    pub const fn from_percent(percent: u32) -> Self {
        let bits = percent as u64 * (1 << 16) / 100;
        #[expect(clippy::cast_possible_truncation, reason = "compared with the limit before")]
        Self(if bits > u32::MAX as u64 { u32::MAX } else { bits as u32 })
    }

    /// The weight as a number, from 0; 1 is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::playback::Weight;
    ///
    /// assert_eq!(Weight::FULL.as_f64(), 1.0);
    /// assert_eq!(Weight::from_percent(250).as_f64(), 2.5); // adds two and a half times
    /// ```
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

/// A weight that moves linearly from one value to another over a span of the clock, and stays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fade {
    /// The start of the fade.
    pub since: Time,
    /// The duration of the fade. At zero or below, the weight is `to` at once.
    pub over: Span,
    /// The weight at the start, and before it.
    pub from: Weight,
    /// The weight at the end, and after it.
    pub to: Weight,
}

crate::digest::digested! { struct Fade { since, over, from, to } }

impl Fade {
    /// A weight that never changes.
    #[must_use]
    pub const fn constant(weight: Weight) -> Self {
        Self { since: Time::ZERO, over: Span::ZERO, from: weight, to: weight }
    }

    /// The weight at `now`, rounded down to whole steps; exact at both ends.
    #[must_use]
    pub fn at(&self, now: Time) -> Weight {
        let elapsed = i128::from(now.flicks()) - i128::from(self.since.flicks());
        let over = i128::from(self.over.flicks());
        if elapsed >= over {
            return self.to;
        }
        if elapsed <= 0 {
            return self.from;
        }
        // Here 0 < elapsed < over.
        let difference = i128::from(self.to.0) - i128::from(self.from.0);
        let bits = i128::from(self.from.0) + (difference * elapsed).div_euclid(over);
        Weight(u32::try_from(bits).unwrap_or(self.to.0)) // between `from` and `to`
    }

    /// The time from which on the weight is `to`.
    #[must_use]
    pub fn end(&self) -> Time {
        self.since + self.over.max(Span::ZERO)
    }
}

/// The value of one property that several clips write: each lies on top of those before it, and differences are added
/// to the result.
///
/// [`put`](Self::put) moves the value so far to the new one, by the weight of the new one: all the way for
/// [`Weight::FULL`]. The lowest value counts fully, whatever its weight is. So the order of the calls decides who is
/// on top, and a clip that fades in over another needs no fade of the other. [`Player::active`](super::Player::active)
/// returns items in the order in which they were played.
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
/// blend.put(Px(8.0), Weight::from_percent(50));
/// blend.put(Px(100.0), Weight::ZERO);
/// blend.add(&By(0.5), Weight::from_percent(50));
/// assert_eq!(blend.over(&Px(0.0)), Px(4.25));
/// assert_eq!(Blend::new().over(&Px(7.0)), Px(7.0), "nothing plays, so the base stays");
/// ```
#[derive(Clone, Debug)]
pub struct Blend<V: Lerp> {
    top: Option<V>,
    added: Option<V::Delta>,
}

impl<V: Lerp> Blend<V> {
    /// An empty blend.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::playback::Blend;
    ///
    /// assert_eq!(Blend::new().over(&7.0), 7.0); // nothing plays, so the base stays
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { top: None, added: None }
    }

    /// Puts a value on top of those before it: by 0 it changes nothing, by [`Weight::FULL`] or more it is the value.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::playback::{Blend, Weight};
    ///
    /// let mut blend = Blend::new();
    /// blend.put(10.0, Weight::FULL); // walks
    /// blend.put(20.0, Weight::from_percent(25)); // and fades to a run
    /// assert_eq!(blend.over(&0.0), 12.5);
    /// ```
    pub fn put(&mut self, value: V, weight: Weight) {
        if weight == Weight::ZERO {
            return;
        }
        self.top = Some(match self.top.take() {
            Some(below) if weight < Weight::FULL => below.lerp(&value, weight.as_f64()),
            _ => value,
        });
    }

    /// Adds a difference, multiplied by its weight, on top of the value.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::playback::{Blend, Weight};
    ///
    /// let mut blend = Blend::new();
    /// blend.put(10.0, Weight::FULL);
    /// blend.add(&4.0, Weight::from_percent(50)); // half of a recoil
    /// assert_eq!(blend.over(&0.0), 12.0);
    /// ```
    pub fn add(&mut self, delta: &V::Delta, weight: Weight) {
        let delta =
            if weight == Weight::FULL { delta.clone() } else { delta.scaled(weight.as_f64()) };
        self.added = Some(match self.added.take() {
            None => delta,
            Some(added) => added.and(&delta),
        });
    }

    /// The result. If no value was put, the differences are added to `base`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::playback::{Blend, Weight};
    ///
    /// let mut blend = Blend::new();
    /// blend.add(&4.0, Weight::FULL);
    /// assert_eq!(blend.over(&100.0), 104.0);
    /// ```
    #[must_use]
    pub fn over(self, base: &V) -> V {
        let top = self.top.unwrap_or_else(|| base.clone());
        match self.added {
            None => top,
            Some(added) => top.plus(&added),
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
    fn a_weight_is_a_part_of_full() {
        let part = |percent| Weight::from_percent(percent).as_f64();
        assert_eq!([0, 25, 100, 250].map(part), [0.0, 0.25, 1.0, 2.5]);
    }

    #[test]
    fn fade_is_exact_at_both_ends_and_linear_between() {
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
