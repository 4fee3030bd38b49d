//! Times inside nested timelines, without rounding.
//!
//! A nested timeline at a third of the speed is between two flicks at two of three times. So a time mapped down to a
//! level is a fraction. Its denominator is the product of the denominators of the speeds above, the same for every time
//! on that level. A moment mapped up is a fraction too, over the product of the numerators. Building keeps both
//! products below 2^31, so every fraction fits 128 bits.

use crate::{
    event::Direction,
    time::{Speed, round::saturate},
};

/// The limit for the product of the numerators of nested speeds, and for the product of the denominators.
pub(super) const SPEED_LIMIT: u64 = 1 << 31;

/// A time on one level, `num / den` flicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    /// The absolute value is below 2^125.
    num: i128,
    /// From 1 up to `SPEED_LIMIT`.
    den: i128,
}

impl Exact {
    #[inline]
    pub(super) fn whole(flicks: i64) -> Self {
        Self { num: i128::from(flicks), den: 1 }
    }

    #[inline]
    pub(super) const fn num(self) -> i128 {
        self.num
    }

    #[inline]
    pub(super) const fn den(self) -> i128 {
        self.den
    }

    /// Another time on the same level, in parts of [`den`](Self::den).
    #[inline]
    pub(super) const fn with_num(self, num: i128) -> Self {
        Self { num, den: self.den }
    }

    /// Whether it is exactly a flick.
    pub(super) fn is_at(self, flick: i64) -> bool {
        self.num == i128::from(flick) * self.den
    }

    /// Rounded down to a flick; saturates.
    #[inline]
    pub(super) fn floor(self) -> i64 {
        if self.den == 1 { saturate(self.num) } else { saturate(self.num.div_euclid(self.den)) }
    }

    /// Rounded up to a flick; saturates.
    #[inline]
    pub(super) fn ceil(self) -> i64 {
        if self.den == 1 { saturate(self.num) } else { saturate(-(-self.num).div_euclid(self.den)) }
    }

    /// This time minus a whole number of flicks.
    pub(super) fn minus(self, flicks: i128) -> Self {
        Self { num: self.num - flicks * self.den, den: self.den }
    }

    /// The same moment, counted back from the other end of a duration.
    pub(super) fn mirrored_in(self, flicks: i64) -> Self {
        Self { num: i128::from(flicks) * self.den - self.num, den: self.den }
    }

    /// The time inside an item of the given speed, which is above zero.
    pub(super) fn at_speed(self, speed: Speed) -> Self {
        if speed == Speed::NORMAL {
            return self;
        }
        Self { num: self.num * i128::from(speed.num()), den: self.den * i128::from(speed.den()) }
    }

    /// Clamped to `0..=flicks`.
    pub(super) fn within(self, flicks: i64) -> Self {
        let end = i128::from(flicks) * self.den;
        Self { num: self.num.clamp(0, end), den: self.den }
    }

    /// The progress from `start` to `end`, from 0 to 1; 1 if both are equal.
    #[inline]
    pub(super) fn progress_between(self, start: i64, end: i64) -> f64 {
        let length = end.saturating_sub(start);
        if self.den == 1 && length > 0 {
            return saturate(self.num).saturating_sub(start).clamp(0, length) as f64
                / length as f64;
        }
        self.progress_of_part(start, length)
    }

    #[inline(never)]
    fn progress_of_part(self, start: i64, length: i64) -> f64 {
        self.minus(i128::from(start)).within(length).progress_of(length)
    }

    /// The progress in `length`; 1 for a length of zero.
    pub(super) fn progress_of(self, length: i64) -> f64 {
        if length <= 0 {
            return 1.0;
        }
        if self.den == 1 {
            return saturate(self.num) as f64 / length as f64;
        }
        self.num as f64 / (i128::from(length) * self.den) as f64
    }
}

/// Maps the time of one level up to the time of the whole: `(at + by * time) / den`.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelMap {
    at: i128,
    /// Below zero if the level runs backward.
    by: i128,
    den: i128,
}

impl LevelMap {
    /// The map of the outermost level.
    pub(super) const WHOLE: Self = Self { at: 0, by: 1, den: 1 };

    /// The map from inside an item that starts at `start` and runs once at normal speed.
    pub(super) fn later(self, start: i128) -> Self {
        Self { at: self.at + self.by * start, ..self }
    }

    /// The map from inside an item that starts at `start`. The pass begins at `pass_at` in the item's own time. If
    /// `mirrored`, the pass runs backward from `length`.
    pub(super) fn inside(
        self,
        start: i64,
        speed: Speed,
        pass_at: i128,
        mirrored: Option<i64>,
    ) -> Self {
        let (num, den) = (i128::from(speed.num()), i128::from(speed.den()));
        let zero = pass_at + i128::from(mirrored.unwrap_or(0));
        let at = self.at * num + self.by * (i128::from(start) * num + zero * den);
        let by = if mirrored.is_some() { -self.by } else { self.by };
        Self { at, by: by * den, den: self.den * num }
    }

    /// When travel in this direction reaches a time of the level: the first whole flick at or past the time.
    pub(super) fn due(self, time: i128, travel: Direction) -> i64 {
        let exact = self.at + self.by * time;
        match travel {
            _ if self.den == 1 => saturate(exact),
            Direction::Forward => saturate(-(-exact).div_euclid(self.den)),
            Direction::Backward => saturate(exact.div_euclid(self.den)),
        }
    }
}
