//! The batch of springs: rows of a [`TweenBatch`] with springs as motions, and a tick rate.

#[cfg(feature = "serde")]
mod save;
#[cfg(test)]
mod tests;

use super::{
    BatchError, Lanes, Tween, TweenBatch, TweenEvent, TweenHandle, spring::SpringRates,
    tweens::Kind,
};
use crate::{
    time::{Tick, TickRate},
    value::{Easing, Spring},
};

/// Many values on springs. Each value can get a new target at any tick and keeps its velocity.
///
/// It is to [`Moving`](crate::value::Moving) what a [`TweenBatch`] is to one tween, with the same handles, events and
/// samples. A motion ends at the tick at which its spring has [settled](Spring::settling_duration), rounded up. That
/// event carries the exact target, and the handle is stale afterwards. The value is a function of time, so any
/// division of time into steps gives the same bits.
///
/// Values are computed in `f32`: at damping ratio z the error is at most (1 + 0.1/z) 1e-6 of the distance to the
/// target at the last [`spring_to`](Self::spring_to) plus the distance that the velocity covers. Rotations take the
/// shortest arc and may overshoot.
///
/// ```
/// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
///
/// const SNAP: Spring = Spring::snappy(ms(350));
/// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
/// let card = cards.start(0.0_f32, 100.0, SNAP)?;
///
/// cards.advance_to(Tick::new(8))?;
/// let there = cards.value(card, 0.0).unwrap();
/// cards.spring_to(card, 40.0, SNAP)?; // a new target
/// assert_eq!(cards.value(card, 0.0), Some(there), "it does not jump");
/// cards.advance_to(Tick::new(9))?;
/// assert!(cards.value(card, 0.0).unwrap() > there, "and still has its velocity");
///
/// let settles = cards.settles_at(card).unwrap();
/// let events = cards.advance_to(settles)?;
/// assert_eq!((events[0].handle, events[0].tick, events[0].value), (card, settles, 40.0));
/// # Ok::<(), cueline::batch::BatchError>(())
/// ```
pub struct SpringBatch<T: Lanes> {
    rate: TickRate,
    rows: TweenBatch<T>,
    /// Cached numbers of the last spring: most batches have one spring. Not part of the state.
    last: Option<(Spring, SpringRates, u32)>,
}

impl<T: Lanes> SpringBatch<T> {
    /// An empty batch at the tick `now`; ticks come at `rate`. Give each batch its own name: the batch refuses handles of
    /// a batch with another name, and two batches with the same name and the same number of lanes accept each other's
    /// handles. See [`TweenBatch::new`].
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// assert_eq!((cards.rate(), cards.value(card, 0.0)), (TickRate::HZ_60, Some(0.0)));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn new(name: &str, rate: TickRate, now: Tick) -> Self {
        Self { rate, rows: TweenBatch::of_kind(Kind::Springs, name, now), last: None }
    }

    /// Starts a value at `from`, with velocity zero, towards `to`.
    ///
    /// # Errors
    ///
    /// [`BatchError::NeverSettles`] for a spring without damping, [`BatchError::Duration`] for one that settles after more
    /// than [`TweenBatch::LONGEST`] ticks, [`BatchError::NotFinite`] for values that are NaN or infinite,
    /// [`BatchError::EndOfTime`] if it would settle after the last possible tick, [`BatchError::Full`] if the batch
    /// has 2^27 - 1 values.
    ///
    /// ```
    /// use cueline::{batch::{BatchError, SpringBatch}, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// assert!(cards.start(0.0_f32, 1.0, Spring::bouncy(ms(500))).is_ok());
    /// let forever = Spring::with_bounce(ms(500), 1.0);
    /// assert_eq!(cards.start(0.0, 1.0, forever), Err(BatchError::NeverSettles));
    /// ```
    pub fn start(&mut self, from: T, to: T, spring: Spring) -> Result<TweenHandle, BatchError> {
        self.start_after(0, from, to, spring)
    }

    /// Like [`start`](Self::start), after a delay in ticks. The batch reports the start; a waiting value has no place
    /// among the samples.
    ///
    /// # Errors
    ///
    /// Those of [`start`](Self::start), and [`BatchError::Delay`] for a delay of more than [`TweenBatch::LONGEST`] ticks.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut hand = SpringBatch::new("hand", TickRate::HZ_60, Tick::ZERO);
    /// for i in 0..5 {
    ///     hand.start_after(2 * i, 0.0_f32, 80.0 * i as f32, Spring::snappy(ms(350)))?;
    /// }
    /// assert_eq!((hand.len(), hand.waiting()), (1, 4));
    /// hand.advance_to(Tick::new(8))?;
    /// assert_eq!((hand.len(), hand.waiting()), (5, 0));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn start_after(
        &mut self,
        delay: u32,
        from: T,
        to: T,
        spring: Spring,
    ) -> Result<TweenHandle, BatchError> {
        let (rates, ticks) = self.rates(spring)?;
        self.rows.start_spring(&Tween { from, to, ticks, delay, easing: Easing::LINEAR }, rates)
    }

    /// Gives a value a new target and a spring; the value continues from where it is, with its present velocity. The
    /// handle stays valid, and the cues of the value are dropped.
    ///
    /// A value that still waits keeps its start time and its start value.
    ///
    /// # Errors
    ///
    /// [`BatchError::Stale`] if the value has settled, [`BatchError::OtherBatch`] for a handle of another batch, and
    /// those of [`start`](Self::start).
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}, value::Vec2};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let home = Vec2::new(0.0, 0.0);
    /// let card = cards.start(home, Vec2::new(100.0, 0.0), Spring::smooth(ms(300)))?;
    /// cards.advance_to(Tick::new(6))?;
    /// cards.spring_to(card, home, Spring::bouncy(ms(500)))?;
    /// cards.advance_to(Tick::new(60))?;
    /// assert!(cards.value(card, 0.0).unwrap().x.abs() < 1.0);
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn spring_to(
        &mut self,
        handle: TweenHandle,
        to: T,
        spring: Spring,
    ) -> Result<(), BatchError> {
        let (rates, ticks) = self.rates(spring)?;
        self.rows.spring_to(handle, to, ticks, rates)
    }

    /// The tick at which a value settles if it gets no other target. `None` for a handle that is stale or of another
    /// batch.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start(0.0_f32, 80.0, Spring::smooth(ms(300)))?;
    /// let first = cards.settles_at(card).unwrap();
    /// cards.advance_to(Tick::new(6))?;
    /// cards.spring_to(card, 0.0, Spring::smooth(ms(300)))?;
    /// assert!(cards.settles_at(card).unwrap() > first, "a new target takes its own time");
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn settles_at(&self, handle: TweenHandle) -> Option<Tick> {
        self.rows.end_of(handle)
    }

    /// Moves time on and reports starts, cues and ends since the last step, as [`TweenBatch::advance_to`] does.
    ///
    /// # Errors
    ///
    /// [`BatchError::Backwards`] for a tick before the present one.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// let end = cards.advance_to(Tick::new(600))?[0];
    /// assert_eq!((end.handle, end.value), (card, 80.0), "exactly the target");
    /// assert!(!cards.contains(card));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn advance_to(&mut self, to: Tick) -> Result<&[TweenEvent<T>], BatchError> {
        self.rows.advance_to(to)
    }

    /// The events of the last [`advance_to`](Self::advance_to); empty in a copy or a loaded batch.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// cards.advance_to(Tick::new(600))?; // in the update
    /// assert_eq!(cards.events()[0].handle, card); // later, in the sound system
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[TweenEvent<T>] {
        self.rows.events()
    }

    /// Adds a cue to a value, `at` ticks after the start of its motion, as [`TweenBatch::cue`] does.
    ///
    /// # Errors
    ///
    /// Those of [`TweenBatch::cue`].
    ///
    /// ```
    /// use cueline::{batch::{SpringBatch, TweenEventKind}, prelude::*, time::{Tick, TickRate}};
    ///
    /// const SWISH: u16 = 0;
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// cards.cue(card, 3, SWISH)?;
    /// let events = cards.advance_to(Tick::new(5))?;
    /// assert_eq!((events[0].tick, events[0].kind), (Tick::new(3), TweenEventKind::Cue(SWISH)));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn cue(&mut self, handle: TweenHandle, at: u32, cue: u16) -> Result<(), BatchError> {
        self.rows.cue(handle, at, cue)
    }

    /// Cancels a value and its cues without events. Returns `false` if the handle is stale or of another batch.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// assert!(cards.cancel(card));
    /// assert_eq!(cards.value(card, 0.0), None);
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn cancel(&mut self, handle: TweenHandle) -> bool {
        self.rows.cancel(handle)
    }

    /// Writes the values of everything live, in the order of [`handles`](Self::handles), as
    /// [`TweenBatch::sample_into`] does.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// for target in [80.0_f32, 160.0] {
    ///     cards.start(target, target, Spring::snappy(ms(350)))?; // already there
    /// }
    /// let mut places = Vec::new();
    /// cards.sample_into(0.0, &mut places);
    /// assert_eq!(places, [80.0, 160.0]);
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn sample_into(&self, alpha: f32, values: &mut alloc::vec::Vec<T>) {
        self.rows.sample_into(alpha, values);
    }

    /// Writes the same bits as [`sample_into`](Self::sample_into), on all threads of `rayon`'s current pool.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// cards.advance_to(Tick::new(1))?;
    /// let (mut on_one_thread, mut on_all) = (Vec::new(), Vec::new());
    /// cards.sample_into(0.5, &mut on_one_thread);
    /// cards.sample_into_in_parallel(0.5, &mut on_all);
    /// assert_eq!(on_all, on_one_thread);
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[cfg(all(feature = "rayon", not(target_os = "none")))]
    pub fn sample_into_in_parallel(&self, alpha: f32, values: &mut alloc::vec::Vec<T>)
    where
        T: Send,
    {
        self.rows.sample_into_in_parallel(alpha, values);
    }

    /// One value: the same bits as [`sample_into`](Self::sample_into) writes. `None` for a settled or a waiting value,
    /// and for a handle of another batch.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start(0.0_f32, 80.0, Spring::bouncy(ms(500)))?;
    /// let highest = (1..60).map(|tick| {
    ///     cards.advance_to(Tick::new(tick)).ok();
    ///     cards.value(card, 0.0).unwrap_or(80.0)
    /// });
    /// assert!(highest.fold(0.0, f32::max) > 80.0, "it overshoots");
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn value(&self, handle: TweenHandle, alpha: f32) -> Option<T> {
        self.rows.value(handle, alpha)
    }

    /// The handles of all live values, in the order of [`sample_into`](Self::sample_into).
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let (one, other) = (cards.start(0.0_f32, 1.0, Spring::snappy(ms(350)))?, cards.start(0.0, 2.0, Spring::snappy(ms(350)))?);
    /// assert!(cards.handles().eq([one, other]));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    pub fn handles(&self) -> impl Iterator<Item = TweenHandle> {
        self.rows.handles()
    }

    /// The index of a value in [`sample_into`](Self::sample_into). `None` for a settled or a waiting value, and for a
    /// handle of another batch.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// let waits = cards.start_after(9, 0.0, 80.0, Spring::snappy(ms(350)))?;
    /// assert_eq!((cards.index_of(card), cards.index_of(waits)), (Some(0), None));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn index_of(&self, handle: TweenHandle) -> Option<usize> {
        self.rows.index_of(handle)
    }

    /// Returns `true` if a value moves or waits.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// let card = cards.start_after(9, 0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// assert!(cards.contains(card), "the card waits");
    /// cards.advance_to(Tick::new(600))?;
    /// assert!(!cards.contains(card), "the card has settled");
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, handle: TweenHandle) -> bool {
        self.rows.contains(handle)
    }

    /// The present tick: that of the last step.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// cards.advance_to(Tick::new(5))?;
    /// assert_eq!(cards.now(), Tick::new(5));
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn now(&self) -> Tick {
        self.rows.now()
    }

    /// The tick rate.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, time::{Tick, TickRate}};
    ///
    /// let cards = SpringBatch::<f32>::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// assert_eq!(cards.rate(), TickRate::HZ_60);
    /// ```
    #[must_use]
    pub const fn rate(&self) -> TickRate {
        self.rate
    }

    /// Number of values that move.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// cards.start(0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// cards.start_after(9, 0.0, 80.0, Spring::snappy(ms(350)))?; // waits
    /// assert_eq!(cards.len(), 1);
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if no value moves.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// cards.start_after(9, 0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// assert!(cards.is_empty(), "the card waits");
    /// cards.advance_to(Tick::new(9))?;
    /// assert!(!cards.is_empty());
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of values that wait for their start.
    ///
    /// ```
    /// use cueline::{batch::SpringBatch, prelude::*, time::{Tick, TickRate}};
    ///
    /// let mut cards = SpringBatch::new("cards", TickRate::HZ_60, Tick::ZERO);
    /// cards.start_after(9, 0.0_f32, 80.0, Spring::snappy(ms(350)))?;
    /// assert_eq!(cards.waiting(), 1);
    /// cards.advance_to(Tick::new(9))?;
    /// assert_eq!(cards.waiting(), 0);
    /// # Ok::<(), cueline::batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.rows.waiting()
    }

    /// A spring in ticks, and the number of ticks until it has settled.
    fn rates(&mut self, spring: Spring) -> Result<(SpringRates, u32), BatchError> {
        if let Some((last, rates, ticks)) = self.last
            && last == spring
        {
            return Ok((rates, ticks));
        }
        let settles = spring.settling_duration().ok_or(BatchError::NeverSettles)?;
        let ticks = self.rate.ticks_in(settles);
        let ticks = if self.rate.span_of(ticks) < settles { ticks + 1 } else { ticks };
        // Durations beyond the range count as too long.
        let ticks = u32::try_from(ticks.max(1)).unwrap_or(u32::MAX);
        let rates = SpringRates::new(&spring, self.rate);
        self.last = Some((spring, rates, ticks));
        Ok((rates, ticks))
    }
}

/// `clone_from` reuses the buffers of the target. The events of the last step are not copied.
impl<T: Lanes> Clone for SpringBatch<T> {
    fn clone(&self) -> Self {
        Self { rate: self.rate, rows: self.rows.clone(), last: self.last }
    }

    fn clone_from(&mut self, source: &Self) {
        self.rows.clone_from(&source.rows);
        (self.rate, self.last) = (source.rate, source.last);
    }
}

impl<T: Lanes> PartialEq for SpringBatch<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.rate, &self.rows) == (other.rate, &other.rows)
    }
}

impl<T: Lanes> Eq for SpringBatch<T> {}

impl<T: Lanes> core::hash::Hash for SpringBatch<T> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        (self.rate, &self.rows).hash(hasher);
    }
}

impl<T: Lanes> core::fmt::Debug for SpringBatch<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { rate, rows, .. } = self;
        f.debug_struct("SpringBatch").field("rate", rate).field("rows", rows).finish()
    }
}
