//! A great many sprites that show one flipbook, each from a tick of its own.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use crate::{
    clip::Flipbook,
    time::{Span, Tick, TickRate, Time},
};

/// Sprites that show one [`Flipbook`], numbered like the items of a list, whose frames are written into one list.
///
/// It may be any flipbook: in any order, with frames that hold unequally long, with an end. A table holds the frame of
/// every tick, computed once, 4 bytes each, and all that a sprite holds is its start. Where each sprite has numbers of
/// its own, and all its frames hold equally long, there is [`FrameLoops`](super::FrameLoops).
///
/// # Examples
///
/// ```
/// use cueline::{
///     batch::FlipbookBatch,
///     clip::Flipbook,
///     time::{Span, Tick, TickRate},
/// };
///
/// let blink = Flipbook::each([Span::from_millis(900), Span::from_millis(100)])?;
/// let mut eyes = FlipbookBatch::new(&blink, TickRate::hz(10)?)?;
/// eyes.push(Tick::ZERO);
/// eyes.push(Tick::new(-6));
///
/// let mut frames = Vec::new();
/// eyes.frames_into(Tick::new(3), &mut frames);
/// assert_eq!(frames, [0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FlipbookBatch {
    /// The frame of each tick since the start; the last one of a flipbook with an end stays.
    table: Box<[u32]>,
    endless: bool,
    /// When each starts; endless ones within their first pass.
    starts: Vec<i64>,
}

impl FlipbookBatch {
    /// The most ticks that a flipbook can take, there and back, or to its end: over 9 hours at 60 Hz.
    pub const LONGEST: u32 = 1 << 21;

    /// No sprites that show a flipbook; ticks come at `rate`.
    ///
    /// # Errors
    ///
    /// [`FlipbookBatchError`] where the flipbook does not take a whole number of ticks until it begins anew or ends, or
    /// more than [`LONGEST`](Self::LONGEST).
    pub fn new(book: &Flipbook, rate: TickRate) -> Result<Self, FlipbookBatchError> {
        let (length, endless) =
            book.duration().map_or((book.cycle(), true), |length| (length, false));
        let ticks = rate.ticks_in(length);
        if rate.span_of(ticks) != length || ticks > i64::from(Self::LONGEST) {
            return Err(FlipbookBatchError { length });
        }
        let frame = |tick| book.frame_at(Time::ZERO, Time::ZERO + rate.span_of(tick));
        let table = if endless {
            (0..ticks).map(frame).collect()
        } else {
            (0..=ticks).map(frame).collect()
        };
        Ok(Self { table, endless, starts: Vec::new() })
    }

    /// Adds a sprite behind the others.
    pub fn push(&mut self, start: Tick) {
        let start = start.get();
        self.starts.push(if self.endless { start.rem_euclid(self.ticks()) } else { start });
    }

    /// Takes a sprite out; the last one takes its place. Whether it was there.
    pub fn swap_remove(&mut self, index: usize) -> bool {
        let there = index < self.starts.len();
        if there {
            self.starts.swap_remove(index);
        }
        there
    }

    /// How many sprites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The frame of each sprite at a tick: what [`Flipbook::frame_at`] says.
    ///
    /// The list comes out as long as there are sprites; it allocates nothing unless it has to grow.
    pub fn frames_into(&self, now: Tick, frames: &mut Vec<u32>) {
        frames.resize(self.starts.len(), 0);
        let (ticks, now) = (self.ticks(), now.get());
        let each = frames.iter_mut().zip(&self.starts);
        if self.endless {
            let now = now.rem_euclid(ticks);
            each.for_each(|(frame, start)| {
                let since = now - start;
                *frame = self.at(if since < 0 { since + ticks } else { since });
            });
        } else {
            each.for_each(|(frame, start)| {
                *frame = self.at(now.saturating_sub(*start).clamp(0, ticks - 1));
            });
        }
    }

    /// How many ticks are in the table. At least one.
    fn ticks(&self) -> i64 {
        i64::try_from(self.table.len()).unwrap_or(i64::MAX)
    }

    #[inline(always)]
    fn at(&self, tick: i64) -> u32 {
        usize::try_from(tick).ok().and_then(|tick| self.table.get(tick)).copied().unwrap_or(0)
    }
}

/// A flipbook that takes no whole number of ticks, or too many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlipbookBatchError {
    /// How long it takes until it begins anew, or to its end.
    pub length: Span,
}

impl fmt::Display for FlipbookBatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (length, most) = (self.length, FlipbookBatch::LONGEST);
        write!(
            f,
            "a flipbook takes {length}, which must be a whole number of ticks, {most} at most"
        )
    }
}

impl core::error::Error for FlipbookBatchError {}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU32;

    use proptest::prelude::*;

    use super::*;
    use crate::clip::Order;

    const ORDERS: [Order; 4] =
        [Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];

    proptest! {
        #[test]
        fn frames_are_those_of_the_flipbook(
            holds in prop::collection::vec(1..9_i64, 1..8),
            order in prop::sample::select(ORDERS.to_vec()),
            times in prop::option::of(1..5_u32),
            offset in 0..40_i64,
            starts in prop::collection::vec(prop_oneof![-50..50_i64, any::<i32>().prop_map(i64::from)], 1..20),
            now in prop_oneof![-50..200_i64, any::<i32>().prop_map(i64::from)],
        ) {
            let rate = TickRate::HZ_60;
            let at = |tick: i64| Time::ZERO + rate.span_of(tick);
            let book = Flipbook::each(holds.iter().map(|hold| rate.span_of(*hold))).unwrap();
            let book = book.order(order).offset(rate.span_of(offset));
            let book = times.and_then(NonZeroU32::new).map_or(book.clone(), |times| book.times(times));
            let mut sprites = FlipbookBatch::new(&book, rate).unwrap();
            starts.iter().for_each(|start| sprites.push(Tick::new(*start)));
            let mut frames = Vec::new();
            sprites.frames_into(Tick::new(now), &mut frames);
            let wanted: Vec<u32> = starts.iter().map(|start| book.frame_at(at(*start), at(now))).collect();
            prop_assert_eq!(frames, wanted);
        }
    }

    #[test]
    fn what_does_not_fit_ticks_is_refused() {
        let book = |hold| Flipbook::each([Span::from_millis(1), hold]).unwrap();
        let rate = TickRate::hz(1000).unwrap();
        let ms = Span::from_millis;
        for hold in [ms(2) + Span::FLICK, ms(i64::from(FlipbookBatch::LONGEST)), Span::MAX - ms(1)]
        {
            let error = FlipbookBatch::new(&book(hold), rate);
            assert_eq!(error, Err(FlipbookBatchError { length: hold + ms(1) }));
        }
    }
}
