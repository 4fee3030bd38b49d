//! Which picture of a flipbook shows at a time, and when the next one will.
//!
//! A pure function of two times, the start and now: nothing to save but the start, nothing to catch
//! up with after a hitch, safe from any thread. A drawing loop that wants to sleep asks for the next
//! change. Rounds down as in Knuth, TAOCP 1, 1.2.4.
//!
//! All questions come down to one: elapsed time is folded into a place in the strip, read from first
//! frame to last; playing in reverse is the same strip read from its end.

use alloc::vec::Vec;
use core::num::NonZeroU32;

pub use self::{error::FlipbookError, strip::frame_of_f64};
use self::{short::Short, strip::Holds};
use crate::time::{Span, Time};

/// Frames that follow each other, each shown for a while.
///
/// # Examples
///
/// ```
/// use core::num::NonZeroU32;
/// use cueline::{clip::{Flipbook, FlipbookError, Order}, time::{Span, Time}};
///
/// let walk = Flipbook::equal(4, Span::from_millis(100))?.order(Order::PingPong);
/// let shown: Vec<u32> =
///     (0..8).map(|step| walk.frame_at(Time::ZERO, Time::from_millis(step * 100))).collect();
/// assert_eq!(shown, [0, 1, 2, 3, 2, 1, 0, 1]);
///
/// let once = Flipbook::equal(4, Span::from_millis(100))?.times(NonZeroU32::MIN);
/// let late = Time::from_millis(999);
/// assert!(once.is_over(Time::ZERO, late) && once.frame_at(Time::ZERO, late) == 3);
///
/// assert_eq!(Flipbook::equal(0, Span::from_millis(100)), Err(FlipbookError::Empty));
/// # Ok::<(), FlipbookError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "saved::Saved", into = "saved::Saved"))]
pub struct Flipbook {
    holds: Holds,
    order: Order,
    /// Endless without.
    times: Option<NonZeroU32>,
    /// How far into it the start is. Never negative.
    offset: Span,
    /// The short way to a frame; follows from all the others.
    short: Option<Short>,
}

/// The order in which the frames of a pass show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Order {
    /// First to last, and from the first again.
    #[default]
    Forward,
    /// Last to first, and from the last again.
    Reverse,
    /// First to last and back, the frame at which it turns once: 0 1 2 3 2 1 0 1 ...
    ///
    /// Each way counts as a pass of its own: three passes of four frames are 0 1 2 3 2 1 0 1 2 3. A
    /// single frame has nowhere to turn to and plays as [`Order::Forward`].
    PingPong,
    /// The same from the last frame: 3 2 1 0 1 2 3 2 ...
    PingPongReverse,
}

impl Flipbook {
    /// An endless forward loop of `frames` that all show for `hold`.
    ///
    /// # Errors
    ///
    /// [`FlipbookError::Empty`] for no frames, [`FlipbookError::Hold`] where `hold` is not above zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let walk = Flipbook::equal(8, ms(60))?;
    /// assert_eq!(walk.frame_at(Time::ZERO, Time::from_millis(130)), 2);
    /// # Ok::<(), cueline::clip::FlipbookError>(())
    /// ```
    pub fn equal(frames: u32, hold: Span) -> Result<Self, FlipbookError> {
        let frames = NonZeroU32::new(frames).ok_or(FlipbookError::Empty)?;
        if hold <= Span::ZERO {
            return Err(FlipbookError::Hold { frame: 0, hold });
        }
        Ok(Self::endless(Holds::Equal { frames, hold }))
    }

    /// An endless forward loop of frames that show for one of `holds` each.
    ///
    /// # Errors
    ///
    /// [`FlipbookError::Empty`] for no frames, [`FlipbookError::Hold`] for the first hold that is not
    /// above zero, [`FlipbookError::TooLong`] for the first frame that ends beyond [`Span::MAX`] or
    /// has a number beyond `u32::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let blink = Flipbook::each([ms(900), ms(100)])?;
    /// assert_eq!(blink.frame_at(Time::ZERO, Time::from_millis(950)), 1);
    /// # Ok::<(), cueline::clip::FlipbookError>(())
    /// ```
    pub fn each(holds: impl IntoIterator<Item = Span>) -> Result<Self, FlipbookError> {
        let mut ends: Vec<i64> = Vec::new();
        for (frame, hold) in holds.into_iter().enumerate() {
            let frame =
                u32::try_from(frame).map_err(|_| FlipbookError::TooLong { frame: u32::MAX })?;
            if hold <= Span::ZERO {
                return Err(FlipbookError::Hold { frame, hold });
            }
            let end = ends.last().copied().unwrap_or(0).checked_add(hold.flicks());
            ends.push(end.ok_or(FlipbookError::TooLong { frame })?);
        }
        if ends.is_empty() {
            return Err(FlipbookError::Empty);
        }
        Ok(Self::endless(Holds::Each { ends: ends.into() }))
    }

    fn endless(holds: Holds) -> Self {
        Self { holds, order: Order::Forward, times: None, offset: Span::ZERO, short: None }
            .prepared()
    }

    /// The same in another order.
    #[must_use]
    pub fn order(self, order: Order) -> Self {
        Self { order, ..self }.prepared()
    }

    /// The same ending after that many passes; the last frame shown stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let once = Flipbook::equal(4, ms(50))?.times(1.try_into().unwrap());
    /// assert_eq!(once.duration(), Some(ms(200)));
    /// assert!(once.is_over(Time::ZERO, Time::from_millis(200)));
    /// # Ok::<(), cueline::clip::FlipbookError>(())
    /// ```
    #[must_use]
    pub fn times(self, times: NonZeroU32) -> Self {
        Self { times: Some(times), ..self }.prepared()
    }

    /// The same as if it had started `offset` earlier; below zero counts as zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let walk = Flipbook::equal(8, ms(60))?.offset(ms(120)); // out of step with the others
    /// assert_eq!(walk.frame_at(Time::ZERO, Time::ZERO), 2);
    /// # Ok::<(), cueline::clip::FlipbookError>(())
    /// ```
    #[must_use]
    pub fn offset(self, offset: Span) -> Self {
        Self { offset: offset.max(Span::ZERO), ..self }.prepared()
    }

    /// The same beginning anywhere in its first pass, the same place for the same seed, so that a
    /// crowd does not walk in step. Comes last: a pass is as long as the order makes it.
    ///
    /// The seed is mixed as in `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014) and scaled down.
    #[must_use]
    pub fn random_offset(self, seed: u64) -> Self {
        let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let pass = u64::try_from(self.pass().min(i128::from(i64::MAX))).unwrap_or(0);
        let place = (u128::from(mixed) * u128::from(pass)) >> 64; // below `pass`
        self.offset(Span::from_flicks(i64::try_from(place).unwrap_or(0)))
    }

    /// How many frames it has.
    #[must_use]
    pub fn frames(&self) -> NonZeroU32 {
        match &self.holds {
            Holds::Equal { frames, .. } => *frames,
            // As many as were counted with an u32 when it was built, and at least one.
            Holds::Each { ends } => {
                u32::try_from(ends.len()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
            }
        }
    }

    /// How long it plays from its start to its end, less the offset; none where it is endless.
    ///
    /// What is longer than a [`Span`] is [`Span::MAX`].
    #[must_use]
    pub fn duration(&self) -> Option<Span> {
        let left = (self.total()? - i128::from(self.offset.flicks())).max(0);
        Some(Span::from_flicks(i64::try_from(left).unwrap_or(i64::MAX)))
    }

    /// Index, from 0, of the frame on show at `now` when it started at `start`.
    ///
    /// A frame shows from its time (included) to that of the next (excluded). Before its start an
    /// endless flipbook counts back, as if it had always been running; one that ends waits in the
    /// frame with which it starts. After its end the last frame shown stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Flipbook, time::{Time, ms}};
    ///
    /// let walk = Flipbook::equal(8, ms(60))?;
    /// let started = Time::from_millis(1000);
    /// assert_eq!(walk.frame_at(started, started + ms(60) * 9), 1); // it loops
    /// # Ok::<(), cueline::clip::FlipbookError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn frame_at(&self, start: Time, now: Time) -> u32 {
        let short = self.short.as_ref();
        short
            .and_then(|short| short.frame_at(start, now))
            .unwrap_or_else(|| self.frame_at_any(start, now))
    }

    #[inline(never)]
    fn frame_at_any(&self, start: Time, now: Time) -> u32 {
        let short = self.short.as_ref();
        short.and_then(|short| short.beyond(start, now)).unwrap_or_else(|| self.asked(start, now))
    }

    fn asked(&self, start: Time, now: Time) -> u32 {
        self.shown(self.elapsed(start, now)).frame
    }

    fn prepared(self) -> Self {
        Self { short: Short::new(&self), ..self }
    }

    /// The first time after `now` at which another frame shows; none where this one stays for good,
    /// or beyond [`Time::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Flipbook, FlipbookError}, time::{Span, Time}};
    ///
    /// let blink = Flipbook::each([Span::from_millis(900), Span::from_millis(100)])?;
    /// let ms = Time::from_millis;
    /// assert_eq!(blink.next_change(ms(0), ms(10)), Some(ms(900)));
    /// assert_eq!(blink.next_change(ms(0), ms(900)), Some(ms(1000)));
    /// # Ok::<(), FlipbookError>(())
    /// ```
    #[must_use]
    pub fn next_change(&self, start: Time, now: Time) -> Option<Time> {
        if self.frames() == NonZeroU32::MIN {
            return None;
        }
        let elapsed = self.elapsed(start, now);
        let next = elapsed + self.shown(elapsed).left; // above `elapsed`
        if self.total().is_some_and(|total| next >= total) {
            return None;
        }
        let next = next - i128::from(self.offset.flicks()) + i128::from(start.flicks());
        i64::try_from(next).ok().map(Time::from_flicks)
    }

    /// Whether all its passes are over at `now`; never where it is endless.
    #[must_use]
    pub fn is_over(&self, start: Time, now: Time) -> bool {
        self.total().is_some_and(|total| self.elapsed(start, now) >= total)
    }

    /// Flicks since it began, as if it had started `offset` earlier.
    fn elapsed(&self, start: Time, now: Time) -> i128 {
        // Widened: two points of an i64 clock can lie further apart than an i64 holds.
        let since = i128::from(now.flicks()) - i128::from(start.flicks());
        let since = if self.times.is_some() { since.max(0) } else { since };
        since + i128::from(self.offset.flicks())
    }

    /// The frame on show that many flicks after the beginning, and for how long it still shows.
    fn shown(&self, elapsed: i128) -> Shown {
        let elapsed = self.total().map_or(elapsed, |total| elapsed.min(total - 1));
        let strip = self.holds.strip();
        // A place in the strip and whether it is read towards its end.
        let (place, forward) = match self.turning() {
            Turning::Never => {
                let place = fold(elapsed, strip);
                if self.order.is_reverse() { (strip - 1 - place, false) } else { (place, true) }
            }
            Turning::At { first, last } => {
                let place = fold(elapsed, 2 * strip - first - last);
                match (self.order.is_reverse(), place < strip) {
                    (false, true) => (place, true),
                    (false, false) => (2 * strip - last - 1 - place, false),
                    (true, true) => (strip - 1 - place, false),
                    (true, false) => (place - strip + first, true),
                }
            }
        };
        let (frame, from, to) = self.holds.frame_at(place);
        Shown { frame, left: if forward { to - place } else { place - from + 1 } }
    }

    /// How long all passes are together; none where it is endless.
    fn total(&self) -> Option<i128> {
        // Below 2^127 in either case: a strip is below 2^95, twice a strip times half of an u32 too.
        let times = i128::from(self.times?.get());
        let strip = self.holds.strip();
        Some(match self.turning() {
            Turning::Never => times * strip,
            Turning::At { first, last } => {
                let there_and_back = (times / 2) * (2 * strip - first - last);
                let end = if self.order.is_reverse() { last } else { first };
                there_and_back + if times % 2 == 1 { strip } else { end }
            }
        })
    }

    /// How long an endless one takes until it begins anew; what is longer than a [`Span`] is [`Span::MAX`].
    pub(crate) fn cycle(&self) -> Span {
        Span::from_flicks(i64::try_from(self.pass()).unwrap_or(i64::MAX))
    }

    /// How long the first pass takes.
    fn pass(&self) -> i128 {
        let strip = self.holds.strip();
        match self.turning() {
            Turning::At { first, last } if self.times.is_none() => 2 * strip - first - last,
            _ => strip,
        }
    }

    fn turning(&self) -> Turning {
        let turns = matches!(self.order, Order::PingPong | Order::PingPongReverse);
        if !turns || self.frames() == NonZeroU32::MIN {
            return Turning::Never;
        }
        let (first, last) = self.holds.outermost();
        Turning::At { first, last }
    }
}

/// The place of `elapsed` in a cycle, which must be above zero; in the width in which a processor divides, where it fits.
fn fold(elapsed: i128, cycle: i128) -> i128 {
    match (i64::try_from(elapsed), i64::try_from(cycle)) {
        (Ok(elapsed), Ok(cycle)) => elapsed.rem_euclid(cycle).into(),
        _ => elapsed.rem_euclid(cycle),
    }
}

impl Order {
    fn is_reverse(self) -> bool {
        matches!(self, Self::Reverse | Self::PingPongReverse)
    }
}

/// Whether a flipbook turns at its ends, and how long the frames are at which it does.
enum Turning {
    Never,
    At { first: i128, last: i128 },
}

/// A frame and the flicks, at least one, for which it still shows.
struct Shown {
    frame: u32,
    left: i128,
}

mod error;
mod even;
#[cfg(feature = "serde")]
mod saved;
mod short;
mod strip;
#[cfg(test)]
mod tests;
mod uneven;
