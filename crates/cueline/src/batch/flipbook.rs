//! A great many sprites that show one flipbook, each from a tick of its own.

mod save;

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

pub use save::SavedFlipbookBatch;

use super::{Round, starts::Starts};
use crate::{
    clip::Flipbook,
    digest::digest,
    time::{Tick, TickRate, Time},
};

/// Sprites that show one [`Flipbook`], numbered like the items of a list, whose frames are written into one list.
///
/// It may be any flipbook: in any order, with frames that hold unequally long, with an end, and at any tick rate. All that
/// a sprite holds is its start; [`save`](Self::save) has nothing but those. Where the flipbook takes a whole number of
/// ticks, up to [`LONGEST_TABLE`](Self::LONGEST_TABLE), a table holds the frame of every tick, computed once, 4 bytes each;
/// any other flipbook is asked for each sprite, which takes a few times as long. Where each sprite has numbers of its own,
/// and all its frames hold equally long, there is [`FrameLoops`](super::FrameLoops).
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
/// let mut eyes = FlipbookBatch::new(&blink, TickRate::hz(10)?);
/// eyes.push(Tick::ZERO);
/// eyes.push(Tick::new(-6));
///
/// let mut frames = Vec::new();
/// eyes.frames_into(Tick::new(3), &mut frames);
/// assert_eq!(frames, [0, 1]);
///
/// // Frames of 100, 70, 100 and 70 ms, which are no whole ticks of 60 Hz.
/// let walk = Flipbook::each([100, 70, 100, 70].map(Span::from_millis))?;
/// let mut units = FlipbookBatch::new(&walk, TickRate::HZ_60);
/// units.push(Tick::ZERO);
/// units.frames_into(Tick::new(7), &mut frames); // 116 ms
/// assert_eq!(frames, [1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FlipbookBatch {
    /// The digest of the flipbook.
    book: u64,
    rate: TickRate,
    frames: Frames,
    /// In ticks.
    starts: Starts,
}

/// Where the frames of a flipbook are looked up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Frames {
    /// The frame of each tick since the start; the last one of a flipbook with an end stays.
    Table(Box<[u32]>),
    /// The flipbook itself, where ticks do not meet its cycle or are too many.
    Asked(Box<Flipbook>),
}

impl FlipbookBatch {
    /// The most ticks, there and back or to the end, for which a flipbook gets a table: over 9 hours at 60 Hz.
    pub const LONGEST_TABLE: u32 = 1 << 21;

    /// No sprites that show a flipbook; ticks come at `rate`.
    #[must_use]
    pub fn new(book: &Flipbook, rate: TickRate) -> Self {
        let (duration, round) =
            book.duration().map_or((book.cycle(), Round::Endless), |time| (time, Round::Once));
        let ticks = rate.ticks_in(duration);
        if rate.span_of(ticks) != duration || !(1..=i64::from(Self::LONGEST_TABLE)).contains(&ticks)
        {
            // Starts stay as they are.
            let starts = Starts::new(i64::MAX, Round::Once);
            let frames = Frames::Asked(Box::new(book.clone()));
            return Self { book: digest(book), rate, frames, starts };
        }
        let frame = |tick| book.frame_at(Time::ZERO, Time::ZERO + rate.span_of(tick));
        let table = match round {
            Round::Once => (0..=ticks).map(frame).collect(),
            Round::Endless => (0..ticks).map(frame).collect(),
        };
        let starts = Starts::new(ticks, round);
        Self { book: digest(book), rate, frames: Frames::Table(table), starts }
    }

    /// Adds a sprite behind the others.
    pub fn push(&mut self, start: Tick) {
        self.starts.push(start.get());
    }

    /// Takes a sprite out; the last one takes its place. Whether it was there.
    pub fn swap_remove(&mut self, index: usize) -> bool {
        self.starts.swap_remove(index)
    }

    /// How many sprites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.all().len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.all().is_empty()
    }

    /// The frame of each sprite at a tick: what [`Flipbook::frame_at`] says.
    ///
    /// The list comes out as long as there are sprites; it allocates nothing unless it has to grow.
    pub fn frames_into(&self, now: Tick, frames: &mut Vec<u32>) {
        frames.resize(self.len(), 0);
        match &self.frames {
            Frames::Table(table) => {
                let frame = |tick: i64| usize::try_from(tick).ok().and_then(|tick| table.get(tick));
                let now = self.starts.origin(now.get());
                self.starts.since_each(self.starts.all(), now, frames, |tick| {
                    frame(tick).copied().unwrap_or(0)
                });
            }
            Frames::Asked(book) => {
                let now = self.rate.time_of(now);
                for (frame, start) in frames.iter_mut().zip(self.starts.all()) {
                    *frame = book.frame_at(self.rate.time_of(Tick::new(*start)), now);
                }
            }
        }
    }
}

/// Why a saved batch of sprites cannot be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlipbookBatchError {
    /// The saved batch had another flipbook.
    Changed,
}

impl fmt::Display for FlipbookBatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed => {
                f.write_str("the flipbook is another one than that of the saved batch")
            }
        }
    }
}

impl core::error::Error for FlipbookBatchError {}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU32;

    use proptest::prelude::*;

    use super::*;
    use crate::{clip::Order, time::Span};

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
            let mut sprites = FlipbookBatch::new(&book, rate);
            starts.iter().for_each(|start| sprites.push(Tick::new(*start)));
            let mut frames = Vec::new();
            sprites.frames_into(Tick::new(now), &mut frames);
            let wanted: Vec<u32> = starts.iter().map(|start| book.frame_at(at(*start), at(now))).collect();
            prop_assert_eq!(frames, wanted);
        }
    }

    /// Holds of no whole ticks, and cycles of too many.
    #[test]
    fn a_flipbook_that_ticks_do_not_meet_shows_the_same_frames() {
        let ms = Span::from_millis;
        let long = i64::from(FlipbookBatch::LONGEST_TABLE);
        let books = [
            Flipbook::each([100, 70, 100, 70].map(ms)).unwrap(),
            Flipbook::equal(8, Span::from_flicks(705_600_000 / 12)).unwrap().order(Order::PingPong),
            Flipbook::each([Span::FLICK, ms(33)]).unwrap().times(NonZeroU32::new(3).unwrap()),
            Flipbook::each([ms(1), ms(long)]).unwrap(),
            Flipbook::each([ms(1), Span::MAX - ms(1)]).unwrap(),
        ];
        for (book, rate) in books.iter().flat_map(|book| [60, 1000].map(|hz| (book, hz))) {
            let rate = TickRate::hz(rate).unwrap();
            let mut sprites = FlipbookBatch::new(book, rate);
            let starts = [0, -7, 3, 1 << 34, -(1 << 34)].map(Tick::new);
            starts.into_iter().for_each(|start| sprites.push(start));
            let mut frames = Vec::new();
            for now in (-90..90).chain([1 << 35, -(1 << 35)]).map(Tick::new) {
                sprites.frames_into(now, &mut frames);
                let at = |tick| rate.time_of(tick);
                let wanted = starts.map(|start| book.frame_at(at(start), at(now)));
                assert_eq!(frames, wanted, "{book:?} at {now}");
            }
            assert_eq!(sprites.save().load(book), Ok(sprites));
        }
    }

    fn blink() -> Flipbook {
        Flipbook::each([Span::from_millis(900), Span::from_millis(100)]).unwrap()
    }

    fn some_batches() -> impl Iterator<Item = (Flipbook, FlipbookBatch)> {
        let books = [blink(), blink().times(NonZeroU32::MIN)];
        books.into_iter().flat_map(|book| {
            [10, 20].map(|hz| {
                let mut batch = FlipbookBatch::new(&book, TickRate::hz(hz).unwrap());
                [0, -7, 1 << 40].into_iter().for_each(|start| batch.push(Tick::new(start)));
                (book.clone(), batch)
            })
        })
    }

    #[test]
    fn a_saved_batch_comes_back_as_it_was() {
        for (book, batch) in some_batches() {
            assert_eq!(batch.save().load(&book), Ok(batch.clone()));
            let other = book.order(Order::Reverse);
            assert_eq!(batch.save().load(&other), Err(FlipbookBatchError::Changed));
        }
    }

    #[test]
    fn batches_that_differ_in_anything_are_not_equal() {
        let mut batches: Vec<_> = some_batches().map(|(_, batch)| batch).collect();
        let mut later = batches[0].clone();
        later.push(Tick::new(3));
        batches.push(later);
        for (i, one) in batches.iter().enumerate() {
            for (j, other) in batches.iter().enumerate() {
                assert_eq!(one == other, i == j);
            }
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_saved_batch_is_one_block_of_bytes() {
        use crate::batch::SavedClipBatch;

        for (_, batch) in some_batches() {
            let saved = batch.save();
            let bytes = postcard::to_allocvec(&saved).unwrap();
            assert_eq!(bytes.len(), 1 + 24 + 3 * 8);
            assert_eq!(postcard::from_bytes::<SavedFlipbookBatch>(&bytes).unwrap(), saved);
            let text = serde_json::to_string(&saved).unwrap();
            assert_eq!(serde_json::from_str::<SavedFlipbookBatch>(&text).unwrap(), saved);
            // A later form, the kind of another batch, a rate of nothing, a part of a start.
            for (at, byte) in [(1, 9), (5, 0), (9, 0), (0, 24 + 3 * 8 - 1)] {
                let mut damaged = bytes.clone();
                damaged[at] = byte;
                assert!(postcard::from_bytes::<SavedFlipbookBatch>(&damaged).is_err(), "{at}");
            }
            assert!(postcard::from_bytes::<SavedClipBatch>(&bytes).is_err());
        }
    }

    /// Starts of endless ones that lie far off, as damaged bytes have them.
    #[cfg(feature = "serde")]
    #[test]
    fn damaged_starts_are_brought_into_the_first_pass() {
        let mut batch = FlipbookBatch::new(&blink(), TickRate::hz(10).unwrap());
        batch.push(Tick::ZERO);
        let mut bytes = postcard::to_allocvec(&batch.save()).unwrap();
        let at = bytes.len() - 8;
        bytes[at..].copy_from_slice(&i64::MIN.to_le_bytes());
        let saved: SavedFlipbookBatch = postcard::from_bytes(&bytes).unwrap();
        let loaded = saved.load(&blink()).unwrap();
        batch.swap_remove(0);
        batch.push(Tick::new(i64::MIN));
        assert_eq!(loaded, batch);
        let mut frames = Vec::new();
        loaded.frames_into(Tick::new(i64::MAX), &mut frames);
        assert_eq!(frames.len(), 1);
    }
}
