//! A clock that a game can slow down, pause, reverse and step by hand, without rounding errors.
//!
//! A clock advances by the elapsed time of its parent (another clock, or real time), times its speed. It keeps the
//! remainder below a flick as an exact fraction, so the number of steps makes no difference. A new speed affects
//! later steps only, never the current time of the clock.
//!
//! A child is a clock that advances with its parent, `child.advance(parent.advance(elapsed).span())`: if the parent
//! pauses or slows down, so does the child.

use core::num::NonZeroU64;

use super::round::{exact, gcd};
use super::{Span, Speed, Time};

/// The interval that one step of a clock has crossed.
///
/// A forward step covers `(from, to]`, without `from` and with `to`; a backward step covers `[to, from)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClockWindow {
    /// The time of the clock before the step.
    pub from: Time,
    /// The time of the clock after the step.
    pub to: Time,
}

crate::digest::digested! { struct ClockWindow { from, to } }

impl ClockWindow {
    /// The interval from one time to another, forward or backward.
    #[must_use]
    pub const fn new(from: Time, to: Time) -> Self {
        Self { from, to }
    }

    /// The time that the clock moved; negative if it ran backward.
    ///
    /// ```
    /// use cueline::time::{ClockWindow, Time, ms};
    ///
    /// let rewound = ClockWindow::new(Time::from_millis(100), Time::from_millis(84));
    /// assert_eq!(rewound.span(), ms(-16));
    /// ```
    #[must_use]
    pub fn span(self) -> Span {
        self.to - self.from
    }

    /// Whether the clock did not move.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.from == self.to
    }

    /// Whether the clock ran backward.
    #[must_use]
    pub fn is_backward(self) -> bool {
        self.to < self.from
    }
}

/// A clock with a rational speed.
///
/// # Examples
///
/// ```
/// use cueline::time::{Clock, Span, Speed, Time};
///
/// let mut world = Clock::new();
/// let mut menu = Clock::new();
/// let frame = Span::from_millis(16);
///
/// world.advance(frame);
/// world.set_speed(Speed::new(1, 3)?); // slow motion: no jump, from here on
/// world.advance(frame);
/// assert_eq!(world.now(), Time::from_flicks(16 * 705_600 + 16 * 705_600 / 3));
///
/// world.pause();
/// let moved = world.advance(frame);
/// menu.advance(frame);
/// assert!(moved.is_empty());
/// assert_eq!(menu.now(), Time::from_millis(16), "the menu runs on");
///
/// let moved = world.step(frame); // by hand, while it is paused
/// assert_eq!(moved.span(), frame);
/// # Ok::<(), cueline::time::TimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "SavedClock"))]
pub struct Clock {
    now: Time,
    /// The exact remainder after `now`. Its least common denominator with `speed` fits a u64.
    part: ClockPart,
    speed: Speed,
    paused: bool,
}

crate::digest::digested! { struct Clock { now, part, speed, paused } }

impl Clock {
    /// A clock at time zero, at normal speed: as fast as its parent.
    #[must_use]
    pub const fn new() -> Self {
        Self::starting_at(Time::ZERO)
    }

    /// A clock at the time `now`, at normal speed: as fast as its parent.
    #[must_use]
    pub const fn starting_at(now: Time) -> Self {
        Self { now, part: ClockPart::ZERO, speed: Speed::NORMAL, paused: false }
    }

    /// The same clock with another speed.
    #[must_use]
    pub const fn with_speed(mut self, speed: Speed) -> Self {
        self.set_speed(speed);
        self
    }

    /// The current time, rounded down to a whole flick.
    #[must_use]
    pub const fn now(&self) -> Time {
        self.now
    }

    /// The speed of the clock when it is not paused.
    ///
    /// ```
    /// use cueline::time::{Clock, Speed};
    ///
    /// let mut world = Clock::new().with_speed(Speed::whole(2));
    /// world.pause();
    /// assert_eq!(world.speed(), Speed::whole(2), "the speed after the pause");
    /// ```
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Whether [`pause`](Self::pause) has stopped the clock. A speed of zero stops it too, but is not a pause.
    ///
    /// ```
    /// use cueline::time::{Clock, Speed};
    ///
    /// let frozen = Clock::new().with_speed(Speed::PAUSED);
    /// assert!(!frozen.is_paused(), "a speed of zero is not a pause");
    /// ```
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Advances the clock by `elapsed` of its parent's time, a [`Span`] or a [`Duration`](core::time::Duration), times its
    /// speed. Has no effect while the clock is paused.
    ///
    /// `advance(a)` then `advance(b)` gives exactly the state of `advance(a + b)`. A negative `elapsed` moves the clock
    /// back. The time saturates at [`Time::MIN`] and [`Time::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Clock, Speed, Time, ms};
    ///
    /// let mut world = Clock::new().with_speed(Speed::from_percent(50));
    /// let window = world.advance(ms(100)); // of its parent
    /// assert_eq!((window.from, window.to), (Time::ZERO, Time::from_millis(50)));
    /// ```
    pub fn advance(&mut self, elapsed: impl Into<Span>) -> ClockWindow {
        let elapsed = elapsed.into();
        let from = self.now;
        if !self.paused {
            // Below 2^126.
            let n = elapsed.flicks() as i128 * self.speed.num() as i128;
            let den = self.speed.den() as i128;
            #[expect(clippy::cast_possible_truncation, reason = "0..den, and den is a u64")]
            let rest = n.rem_euclid(den) as u64;
            let carried = self.part.add(rest, self.speed);
            self.move_by(n.div_euclid(den) + carried as i128);
        }
        ClockWindow { from, to: self.now }
    }

    /// Advances the clock by `span` of its own time, at any speed and even while it is paused. Saturates.
    ///
    /// To step from one tick to the next, write `clock.step(rate.span_of_tick(rate.tick_at(clock.now())))`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Clock, Time, ms};
    ///
    /// let mut world = Clock::new();
    /// world.pause();
    /// world.step(ms(16)); // one frame at a time, to look closely
    /// assert_eq!(world.now(), Time::from_millis(16));
    /// ```
    pub fn step(&mut self, span: impl Into<Span>) -> ClockWindow {
        let from = self.now;
        self.move_by(span.into().flicks() as i128);
        ClockWindow { from, to: self.now }
    }

    /// Sets the time, without a [`ClockWindow`] for the jump. Drops the remainder below a flick.
    pub const fn set(&mut self, now: Time) {
        self.now = now;
        self.part = ClockPart::ZERO;
    }

    /// Sets the speed of later steps. The time stays, and so does the remainder below a flick.
    ///
    /// The remainder stays exact while the speeds of this clock have a common denominator below 2^64; for speeds in
    /// percent that denominator is 100. Otherwise the remainder is rounded down to a multiple of one flick divided by
    /// the denominator of the new speed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Clock, Speed, Time, ms};
    ///
    /// let mut world = Clock::new();
    /// world.advance(ms(100));
    /// world.set_speed(Speed::from_percent(25)); // slow motion from here on
    /// world.advance(ms(100));
    /// assert_eq!(world.now(), Time::from_millis(125));
    /// ```
    pub const fn set_speed(&mut self, speed: Speed) {
        self.part = self.part.fitted_to(speed);
        self.speed = speed;
    }

    /// Pauses the clock until [`resume`](Self::resume), and keeps its speed.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Clock, Time, ms};
    ///
    /// let mut world = Clock::new();
    /// world.pause();
    /// world.advance(ms(100));
    /// world.resume();
    /// world.advance(ms(16));
    /// assert_eq!(world.now(), Time::from_millis(16));
    /// ```
    pub const fn pause(&mut self) {
        self.paused = true;
    }

    /// Ends a pause. The clock continues from the exact time at which it stopped.
    ///
    /// ```
    /// use cueline::time::{Clock, Time, ms};
    ///
    /// let mut world = Clock::starting_at(Time::from_millis(100));
    /// world.pause();
    /// world.advance(ms(500));
    /// world.resume();
    /// assert_eq!(world.now(), Time::from_millis(100), "no jump");
    /// ```
    pub const fn resume(&mut self) {
        self.paused = false;
    }

    /// As [`advance`](Self::advance), but returns to time zero and keeps only the remainder below a flick.
    pub(super) fn scaled(&mut self, elapsed: Span) -> Span {
        let moved = self.advance(elapsed).span();
        self.now = Time::ZERO;
        moved
    }

    const fn move_by(&mut self, flicks: i128) {
        let target = self.now.flicks() as i128 + flicks;
        match exact(target) {
            Some(now) => self.now = Time::from_flicks(now),
            None => self.set(if target < 0 { Time::MIN } else { Time::MAX }),
        }
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

/// A fraction of a flick in lowest terms: 0 or more, and below 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u64, NonZeroU64)", into = "(u64, NonZeroU64)"))]
struct ClockPart {
    num: u64,
    den: NonZeroU64,
}

crate::digest::digested! { struct ClockPart { num, den } }

impl ClockPart {
    const ZERO: Self = Self { num: 0, den: NonZeroU64::MIN };

    /// `num / den` in lowest terms. `num` must be below `den`.
    const fn reduced(num: u64, den: NonZeroU64) -> Self {
        let divisor = gcd(num, den.get());
        match NonZeroU64::new(den.get() / divisor) {
            Some(den) => Self { num: num / divisor, den },
            None => Self::ZERO, // not reached: the divisor divides `den`
        }
    }

    /// The least common denominator with `speed`, if it fits a u64.
    const fn common(self, speed: Speed) -> Option<NonZeroU64> {
        let own = self.den.get() / gcd(self.den.get(), speed.den());
        match own.checked_mul(speed.den()) {
            Some(den) => NonZeroU64::new(den),
            None => None,
        }
    }

    /// The same fraction if it has a common denominator with `speed`, or else rounded down to the denominator of
    /// `speed`.
    const fn fitted_to(self, speed: Speed) -> Self {
        match (self.common(speed), NonZeroU64::new(speed.den())) {
            (None, Some(den)) => {
                let num = self.num as u128 * speed.den() as u128 / self.den.get() as u128;
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "below `den`, as the part is below 1"
                )]
                Self::reduced(num as u64, den)
            }
            _ => self,
        }
    }

    /// Adds `rest / speed.den()` of a flick, which is below 1. Returns whether the sum reached a whole flick.
    const fn add(&mut self, rest: u64, speed: Speed) -> bool {
        if rest == 0 {
            return false;
        }
        let Some(common) = self.common(speed) else {
            return false; // not reached: every clock's part fits its speed
        };
        let unit = common.get();
        // Each of the two is below `unit`.
        let sum = self.num as u128 * (unit / self.den.get()) as u128
            + rest as u128 * (unit / speed.den()) as u128;
        let full = sum >= unit as u128;
        let sum = if full { sum - unit as u128 } else { sum };
        #[expect(clippy::cast_possible_truncation, reason = "below `unit`, a u64")]
        let sum = sum as u64;
        *self = Self::reduced(sum, common);
        full
    }
}

#[cfg(feature = "serde")]
mod saved {
    //! Loading restores the invariants for any file.

    use super::{Clock, ClockPart, NonZeroU64, Speed, Time};

    #[derive(serde::Deserialize)]
    pub(super) struct SavedClock {
        now: Time,
        part: ClockPart,
        speed: Speed,
        paused: bool,
    }
    impl From<SavedClock> for Clock {
        fn from(saved: SavedClock) -> Self {
            let SavedClock { now, part, speed, paused } = saved;
            Self { now, part: part.fitted_to(speed), speed, paused }
        }
    }
    impl From<(u64, NonZeroU64)> for ClockPart {
        fn from((num, den): (u64, NonZeroU64)) -> Self {
            Self::reduced(num % den, den)
        }
    }
    impl From<ClockPart> for (u64, NonZeroU64) {
        fn from(part: ClockPart) -> Self {
            (part.num, part.den)
        }
    }
}
#[cfg(feature = "serde")]
use saved::SavedClock;

#[cfg(test)]
mod tests;
