//! Many sprites of one flipbook.

mod save;
#[cfg(test)]
mod tests;

use alloc::{boxed::Box, collections::BTreeMap, vec::Vec};
use core::fmt;

pub use save::SavedFlipbookBatch;

use super::starts::Starts;
use crate::{
    clip::Flipbook,
    playback::Repeat,
    time::{Span, Speed, Tick, TickRate, Time},
};

/// Sprites of one [`Flipbook`], indexed like the items of a list. Their frame indices are written into one list.
///
/// It takes any flipbook (in any order, with frames of different durations, with an end) at any tick rate, and gives
/// the frames of [`Flipbook::frame_at`]. Sprites of another flipbook belong in another batch.
///
/// If the flipbook takes a whole number of ticks, up to [`LONGEST_TABLE`](Self::LONGEST_TABLE), a table holds the
/// frame of every tick, computed once, 4 bytes each. For any other flipbook, and for a sprite with a speed or an
/// offset, the batch calls the flipbook for each sprite, which takes a few times as long.
///
/// # Examples
///
/// ```
/// use cueline::{
///     batch::{FlipbookBatch, Sprite},
///     clip::Flipbook,
///     time::{Span, Speed, Tick, TickRate},
/// };
///
/// let blink = Flipbook::each([Span::from_millis(900), Span::from_millis(100)])?;
/// let mut eyes = FlipbookBatch::new(&blink, TickRate::hz(10)?);
/// eyes.push(Tick::ZERO);
/// eyes.push(Tick::new(-6));
/// eyes.push(Sprite { speed: Speed::whole(3), ..Sprite::from(Tick::ZERO) });
///
/// let mut frames = Vec::new();
/// eyes.frames_into(Tick::new(3), &mut frames);
/// assert_eq!(frames, [0, 1, 1]);
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
    book: Box<Flipbook>,
    rate: TickRate,
    /// The frame of each tick since the start; the last frame of a flipbook with an end stays. `None` if the duration
    /// is no whole number of ticks, or too many ticks.
    table: Option<Box<[u32]>>,
    /// Starts in ticks. Those of `paced` sprites have no meaning.
    starts: Starts,
    /// Sprites with a speed or an offset, by index.
    paced: BTreeMap<usize, Sprite>,
}

/// Start, speed and offset of a sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sprite {
    /// The tick at which it starts.
    pub start: Tick,
    /// The speed; below zero the sprite plays backwards.
    pub speed: Speed,
    /// The position in the flipbook at the start. An offset below zero delays the start by that span.
    pub offset: Span,
}

/// At normal speed, from the beginning.
impl From<Tick> for Sprite {
    fn from(start: Tick) -> Self {
        Self { start, speed: Speed::NORMAL, offset: Span::ZERO }
    }
}

impl Sprite {
    /// The frame at a tick.
    fn frame_at(self, book: &Flipbook, rate: TickRate, now: Tick) -> u32 {
        let Self { start, speed, offset } = self;
        let elapsed = speed.apply(rate.time_of(now) - rate.time_of(start)) + offset;
        book.frame_at(Time::ZERO, Time::ZERO + elapsed)
    }
}

impl FlipbookBatch {
    /// The largest count of ticks, there and back or to the end, of a flipbook with a table: over 9 hours at 60 Hz.
    pub const LONGEST_TABLE: u32 = 1 << 21;

    /// An empty batch of sprites of a flipbook; ticks come at `rate`.
    ///
    /// ```
    /// use cueline::{batch::FlipbookBatch, clip::Flipbook, prelude::*, time::{Tick, TickRate}};
    ///
    /// let walk = Flipbook::equal(4, ms(100))?;
    /// let mut units = FlipbookBatch::new(&walk, TickRate::hz(10)?);
    /// assert!(units.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(book: &Flipbook, rate: TickRate) -> Self {
        let (duration, repeat) =
            book.duration().map_or((book.cycle(), Repeat::Forever), |time| (time, Repeat::Once));
        let ticks = rate.ticks_in(duration);
        let fits = rate.span_of(ticks) == duration
            && (1..=i64::from(Self::LONGEST_TABLE)).contains(&ticks);
        let frame = |tick| book.frame_at(Time::ZERO, Time::ZERO + rate.span_of(tick));
        let table = fits.then(|| match repeat {
            Repeat::Forever => (0..ticks).map(frame).collect(),
            _ => (0..=ticks).map(frame).collect(),
        });
        // Without a table the starts stay as they are.
        let starts =
            if fits { Starts::new(ticks, repeat) } else { Starts::new(i64::MAX, Repeat::Once) };
        Self { book: Box::new(book.clone()), rate, table, starts, paced: BTreeMap::new() }
    }

    /// Adds a sprite behind the others: a [`Tick`] at which it starts, or a [`Sprite`] with a speed or an offset.
    ///
    /// ```
    /// use cueline::{batch::{FlipbookBatch, Sprite}, clip::Flipbook, prelude::*, time::{Tick, TickRate}};
    ///
    /// // 8 frames at 12 fps, in a game of 60 Hz.
    /// let run = Flipbook::equal(8, secs(1.0) / 12)?;
    /// let mut crowd = FlipbookBatch::new(&run, TickRate::HZ_60);
    /// crowd.push(Tick::ZERO);
    /// crowd.push(Sprite { offset: ms(500), ..Tick::ZERO.into() }); // half a pass ahead
    /// crowd.push(Sprite { speed: Speed::from_percent(50), ..Tick::ZERO.into() });
    ///
    /// let mut frames = Vec::new();
    /// crowd.frames_into(Tick::new(15), &mut frames); // 250 ms
    /// assert_eq!(frames, [3, 1, 1]);
    /// # Ok::<(), cueline::clip::FlipbookError>(())
    /// ```
    pub fn push(&mut self, sprite: impl Into<Sprite>) {
        let sprite = sprite.into();
        if let Some(start) = self.plain_start(sprite) {
            self.starts.push(start.get());
        } else {
            self.paced.insert(self.len(), sprite);
            self.starts.push(0);
        }
    }

    /// The sprite as a start at normal speed without an offset, if there is such a start.
    fn plain_start(&self, Sprite { start, speed, offset }: Sprite) -> Option<Tick> {
        let ahead = self.rate.ticks_in(offset);
        let whole = offset == Span::ZERO
            || self.table.is_some()
                && self.rate.span_of(ahead) == offset
                && start.get().checked_sub(ahead).is_some();
        (speed == Speed::NORMAL && whole).then(|| start - ahead)
    }

    /// Removes a sprite; the last one takes its place. Returns `false` if there is no such sprite.
    ///
    /// ```
    /// use cueline::{batch::FlipbookBatch, clip::Flipbook, prelude::*, time::{Tick, TickRate}};
    ///
    /// let walk = Flipbook::equal(4, ms(100))?;
    /// let mut units = FlipbookBatch::new(&walk, TickRate::hz(10)?);
    /// for start in [0, 1, 2] {
    ///     units.push(Tick::new(start));
    /// }
    /// assert!(units.swap_remove(0), "the sprite that started at tick 2 takes its place");
    /// let mut frames = Vec::new();
    /// units.frames_into(Tick::new(2), &mut frames);
    /// assert_eq!(frames, [0, 1]);
    /// assert!(!units.swap_remove(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn swap_remove(&mut self, index: usize) -> bool {
        let there = self.starts.swap_remove(index);
        if there {
            self.paced.remove(&index);
            // The last place is free now.
            if let Some(last) = self.paced.remove(&self.len()) {
                self.paced.insert(index, last);
            }
        }
        there
    }

    /// Number of sprites.
    ///
    /// ```
    /// use cueline::{batch::FlipbookBatch, clip::Flipbook, prelude::*, time::{Tick, TickRate}};
    ///
    /// let walk = Flipbook::equal(4, ms(100))?;
    /// let mut units = FlipbookBatch::new(&walk, TickRate::HZ_60);
    /// units.push(Tick::ZERO);
    /// units.push(Tick::new(9));
    /// assert_eq!(units.len(), 2, "a sprite counts before its start too");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.all().len()
    }

    /// Returns `true` if there are no sprites.
    ///
    /// ```
    /// use cueline::{batch::FlipbookBatch, clip::Flipbook, prelude::*, time::{Tick, TickRate}};
    ///
    /// let walk = Flipbook::equal(4, ms(100))?;
    /// let mut units = FlipbookBatch::new(&walk, TickRate::HZ_60);
    /// units.push(Tick::ZERO);
    /// units.swap_remove(0);
    /// assert!(units.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.all().is_empty()
    }

    /// Writes the frame of each sprite at a tick, as [`Flipbook::frame_at`] gives it.
    ///
    /// The list is resized to the number of sprites; the call allocates only if the list has to grow.
    ///
    /// ```
    /// use cueline::{batch::FlipbookBatch, clip::Flipbook, prelude::*, time::{Tick, TickRate}};
    ///
    /// let walk = Flipbook::equal(4, ms(100))?;
    /// let mut units = FlipbookBatch::new(&walk, TickRate::hz(10)?);
    /// units.push(Tick::ZERO);
    /// units.push(Tick::new(-3));
    /// let mut frames = Vec::new();
    /// units.frames_into(Tick::new(1), &mut frames);
    /// assert_eq!(frames, [1, 0], "the second sprite begins its second pass");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn frames_into(&self, now: Tick, frames: &mut Vec<u32>) {
        frames.resize(self.len(), 0);
        if let Some(table) = &self.table {
            let frame = |tick: i64| usize::try_from(tick).ok().and_then(|tick| table.get(tick));
            let now = self.starts.origin(now.get());
            self.starts.since_each(self.starts.all(), now, frames, |tick| {
                frame(tick).copied().unwrap_or(0)
            });
        } else {
            let now = self.rate.time_of(now);
            for (frame, start) in frames.iter_mut().zip(self.starts.all()) {
                *frame = self.book.frame_at(self.rate.time_of(Tick::new(*start)), now);
            }
        }
        for (index, sprite) in &self.paced {
            frames[*index] = sprite.frame_at(&self.book, self.rate, now);
        }
    }
}

/// The reason why a saved batch of sprites does not load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlipbookBatchError {
    /// The saved batch belongs to another flipbook.
    Changed,
}

impl fmt::Display for FlipbookBatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed => {
                f.write_str("the flipbook differs from the flipbook of the saved batch")
            }
        }
    }
}

impl core::error::Error for FlipbookBatchError {}
