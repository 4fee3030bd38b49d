//! Times inside nested timelines, without rounding.
//!
//! A nested timeline at a third of the speed stands between two flicks two times out of three. So a time on its way
//! down through the levels is a fraction whose denominator is the product of those of the speeds that it has passed;
//! it is the same for every time on that level. A moment on its way up is a fraction too, over the product of the
//! numerators. Building keeps both products below 2^31, so that all of it fits 128 bits.

use crate::{event::Direction, time::Speed};

/// The most that numerators, and denominators, of nested speeds may multiply up to.
pub(super) const SPEED_LIMIT: u64 = 1 << 31;

/// A time on one level, `num / den` flicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    /// Below 2^125 either way.
    pub(super) num: i128,
    /// From 1 up to `SPEED_LIMIT`.
    pub(super) den: i128,
}

impl Exact {
    #[inline]
    pub(super) fn whole(flicks: i64) -> Self {
        Self { num: i128::from(flicks), den: 1 }
    }

    /// Rounded down to a flick; saturates.
    #[inline]
    pub(super) fn floor(self) -> i64 {
        if self.den == 1 { clamp(self.num) } else { clamp(self.num.div_euclid(self.den)) }
    }

    /// Rounded up to a flick; saturates.
    #[inline]
    pub(super) fn ceil(self) -> i64 {
        if self.den == 1 { clamp(self.num) } else { clamp(-(-self.num).div_euclid(self.den)) }
    }

    /// Less a whole number of flicks.
    pub(super) fn minus(self, flicks: i128) -> Self {
        Self { num: self.num - flicks * self.den, den: self.den }
    }

    /// Seen from the other end of something that is so long.
    pub(super) fn mirrored_in(self, flicks: i64) -> Self {
        Self { num: i128::from(flicks) * self.den - self.num, den: self.den }
    }

    /// As time runs inside something of that speed, which is above zero.
    pub(super) fn at_speed(self, speed: Speed) -> Self {
        if speed == Speed::NORMAL {
            return self;
        }
        Self { num: self.num * i128::from(speed.num()), den: self.den * i128::from(speed.den()) }
    }

    /// Not before zero and not after `flicks`.
    pub(super) fn within(self, flicks: i64) -> Self {
        let end = i128::from(flicks) * self.den;
        Self { num: self.num.clamp(0, end), den: self.den }
    }

    /// Which share of the way from `start` to `end` it has come, from 0 to 1; all of nothing.
    #[inline]
    pub(super) fn share_between(self, start: i64, end: i64) -> f64 {
        let length = end.saturating_sub(start);
        if self.den == 1 && length > 0 {
            return clamp(self.num).saturating_sub(start).clamp(0, length) as f64 / length as f64;
        }
        self.share_of_part(start, length)
    }

    #[inline(never)]
    fn share_of_part(self, start: i64, length: i64) -> f64 {
        self.minus(i128::from(start)).within(length).share_of(length)
    }

    /// Which share of `length` it is; all of nothing.
    pub(super) fn share_of(self, length: i64) -> f64 {
        if length <= 0 {
            return 1.0;
        }
        if self.den == 1 {
            return clamp(self.num) as f64 / length as f64;
        }
        self.num as f64 / (i128::from(length) * self.den) as f64
    }
}

/// From the time of one level up to that of the whole: `(at + by * time) / den`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Up {
    at: i128,
    /// Below zero where the level runs backward.
    by: i128,
    den: i128,
}

impl Up {
    /// On the level of the whole itself.
    pub(super) const WHOLE: Self = Self { at: 0, by: 1, den: 1 };

    /// For what runs inside an item that starts at `start`, once at normal speed.
    pub(super) fn later(self, start: i128) -> Self {
        Self { at: self.at + self.by * start, ..self }
    }

    /// For what runs inside an item that starts at `start`; its pass begins at `pass_at`, of its own time, and is
    /// shown from its end, at `length`, where `mirrored`.
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

    /// The moment at which a time of the level is reached by what travels that way: the first whole flick at or
    /// past it.
    pub(super) fn due(self, time: i128, travel: Direction) -> i64 {
        let exact = self.at + self.by * time;
        match travel {
            _ if self.den == 1 => clamp(exact),
            Direction::Forward => clamp(-(-exact).div_euclid(self.den)),
            Direction::Backward => clamp(exact.div_euclid(self.den)),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of an i64 first")]
#[inline]
pub(super) fn clamp(wide: i128) -> i64 {
    match i64::try_from(wide) {
        Ok(fits) => fits,
        Err(_) => wide.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64,
    }
}
