//! The batch: a store of numbers, and the operations that turn numbers into values of one kind and back.

use alloc::vec::Vec;
use core::fmt;

use cueline::{
    digest::{Digest, Digester},
    time::Tick,
    value::Easing,
};

use crate::{
    BatchError, Lanes, SpringLaw, Tween, TweenEvent, TweenHandle,
    lanes::ends,
    law::Law,
    slots::Id,
    store::{Report, Store},
    tween,
};

/// Many values in motion, all of one kind: numbers, arrays, vectors, rotations, colours, or structs of these kinds. See
/// [`Lanes`]. Each moves once, on an easing or on a spring; both are called tweens here.
///
/// A tween waits for its delay, is live until its end, and is then removed. Time is counted in ticks.
/// [`advance_to`](Self::advance_to) moves the time to a later tick and reports starts, cues and ends;
/// [`sample_into`](Self::sample_into) writes the values of all live tweens, and changes nothing.
///
/// A clone is a snapshot. Two batches are equal if they hold the same tweens, to the bit, after the same calls; the
/// events of the last step do not count.
///
/// ```
/// use cueline::{
///     time::Tick,
///     value::{Easing, Quat, Vec3},
/// };
/// use cueline_batch::{Tween, TweenBatch};
///
/// let quarter = Quat::about(Vec3::new(0.0, 0.0, 1.0), core::f64::consts::FRAC_PI_2);
/// let mut doors = TweenBatch::new("doors", Tick::ZERO);
/// let door = doors.start(&Tween {
///     from: Quat::default(), to: quarter, ticks: 30, delay: 0, easing: Easing::IN_OUT_SINE,
/// })?;
///
/// doors.advance_to(Tick::new(15))?;
/// let ajar = Quat::about(Vec3::new(0.0, 0.0, 1.0), core::f64::consts::FRAC_PI_4);
/// assert!((doors.value(door, 0.0).unwrap().z - ajar.z).abs() < 1e-6);
///
/// let events = doors.advance_to(Tick::new(60))?;
/// assert_eq!((events[0].tick, events[0].value), (Tick::new(30), quarter));
/// # Ok::<(), cueline_batch::BatchError>(())
/// ```
///
/// Code that is generic over the kind of value needs one bound:
///
/// ```
/// use cueline::time::Tick;
/// use cueline_batch::{BatchError, Lanes, TweenBatch};
///
/// fn ended<T: Lanes>(batch: &mut TweenBatch<T>, now: Tick) -> Result<usize, BatchError> {
///     Ok(batch.advance_to(now)?.len())
/// }
/// # assert_eq!(ended(&mut TweenBatch::<f32>::new("none", Tick::ZERO), Tick::new(9)), Ok(0));
/// ```
pub struct TweenBatch<T: Lanes> {
    store: Store<T::Numbers>,
    report: Report<T>,
}

impl<T: Lanes> TweenBatch<T> {
    /// The longest duration and the longest delay of a tween, in ticks; both may have this value. 38 hours at 60 Hz.
    pub const LONGEST: u32 = tween::LONGEST;

    /// An empty batch at the tick `now`.
    ///
    /// A batch refuses the handles of a batch with another name, and of a batch whose values have another number of
    /// [lanes](Lanes::LANES). Two batches that agree in all of this accept each
    /// other's handles, and then address unrelated tweens. So give each batch its own name, such as
    /// `format!("sparks {index}")` in a loop. The name is part of the state: a clone and a loaded batch accept the handles
    /// of the original.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let rise = Tween { from: 0.0_f32, to: 1.0, ticks: 10, delay: 0, easing: Easing::LINEAR };
    /// let mut sparks = TweenBatch::new("sparks", Tick::ZERO);
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let (spark, _) = (sparks.start(&rise)?, bars.start(&rise)?);
    /// assert!(!bars.cancel(spark), "the bar stays");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn new(name: &str, now: Tick) -> Self {
        Self { store: Store::new(tag(T::LANES, name), now), report: Report::new() }
    }

    /// Starts a tween at the current tick, or after its delay. The handle is valid until the tween ends.
    ///
    /// # Errors
    ///
    /// [`BatchError::Duration`] for a duration of 0 or above [`LONGEST`](Self::LONGEST), [`BatchError::Delay`] for a
    /// delay above [`LONGEST`](Self::LONGEST), [`BatchError::NotFinite`] for a value that is NaN or infinite,
    /// [`BatchError::Easing`] for an easing with such a parameter, [`BatchError::EndOfTime`] if the tween would end
    /// after the last tick that a [`Tick`] can hold, [`BatchError::Full`] if the batch has 2^27 - 1 tweens.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{BatchError, Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 100.0, ticks: 20, delay: 0, easing: Easing::OUT_BOUNCE };
    /// assert!(bars.start(&fill).is_ok());
    /// assert_eq!(bars.start(&Tween { to: f32::NAN, ..fill }), Err(BatchError::NotFinite));
    /// ```
    #[inline]
    pub fn start(&mut self, tween: &Tween<T>) -> Result<TweenHandle, BatchError> {
        self.start_at(self.now(), tween)
    }

    /// Starts a tween as if [`start`](Self::start) had been called at the tick `at`, which may be in the past. The
    /// delay counts from `at`.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start), and [`BatchError::Over`] if the tween would have ended at or before the current tick.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{BatchError, Tween, TweenBatch};
    ///
    /// let mut late = TweenBatch::new("late", Tick::new(100));
    /// let fade = Tween { from: 0.0_f32, to: 1.0, ticks: 20, delay: 0, easing: Easing::LINEAR };
    /// let handle = late.start_at(Tick::new(95), &fade)?; // the message took five ticks
    /// assert_eq!(late.value(handle, 0.0), Some(0.25));
    /// assert_eq!(late.start_at(Tick::new(80), &fade), Err(BatchError::Over { ticks: 20, since: 20 }));
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn start_at(&mut self, at: Tick, tween: &Tween<T>) -> Result<TweenHandle, BatchError> {
        let Tween { from, to, ticks, delay, easing } = tween;
        let since = at.get().saturating_sub(self.store.now);
        let after = since.saturating_add(i64::from(*delay));
        let id = self.store.start(ends(from, to), *ticks, after, Law::Eased(*easing))?;
        Ok(TweenHandle::new(id, self.store.tag))
    }

    /// Starts a value on a spring, at rest at `from`, after a delay in ticks. It ends with the exact target at the first
    /// tick at which the spring has settled.
    ///
    /// # Errors
    ///
    /// Those of [`start`](Self::start).
    ///
    /// ```
    /// use cueline::{time::{Tick, TickRate, ms}, value::Spring};
    /// use cueline_batch::{SpringLaw, TweenBatch};
    ///
    /// let snap = SpringLaw::new(Spring::snappy(ms(350)), TickRate::HZ_60)?;
    /// let mut cards = TweenBatch::new("cards", Tick::ZERO);
    /// for i in 0..5 {
    ///     cards.start_spring(0.0_f32, 80.0, 2 * i, &snap)?;
    /// }
    /// let last = cards.advance_to(Tick::new(600))?.last().unwrap();
    /// assert_eq!((last.value, last.tick.get()), (80.0, 8 + i64::from(snap.ticks())));
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    pub fn start_spring(
        &mut self,
        from: T,
        to: T,
        delay: u32,
        spring: &SpringLaw,
    ) -> Result<TweenHandle, BatchError> {
        let law = Law::Spring(spring.rates());
        let id = self.store.start(ends(&from, &to), spring.ticks(), i64::from(delay), law)?;
        Ok(TweenHandle::new(id, self.store.tag))
    }

    /// Gives a tween a new target `to`, which it reaches `ticks` ticks from now. The tween continues from its current
    /// value, and the handle stays valid.
    ///
    /// The easing starts again, so the value does not jump but the velocity does;
    /// [`retarget_smoothly`](Self::retarget_smoothly) keeps the velocity. A waiting tween keeps its start time, and
    /// `ticks` counts from that start. The call drops the cues of the tween.
    ///
    /// # Errors
    ///
    /// [`BatchError::Stale`] if the tween has ended, [`BatchError::OtherBatch`] for a handle of another batch, and
    /// the errors of [`start`](Self::start). An error changes nothing.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let hit = Tween { from: 100.0_f32, to: 60.0, ticks: 20, delay: 0, easing: Easing::LINEAR };
    /// let bar = bars.start(&hit)?;
    /// bars.advance_to(Tick::new(10))?;
    /// bars.retarget(bar, 20.0, 20, Easing::OUT_CUBIC)?; // the next hit, during the motion
    /// assert_eq!(bars.value(bar, 0.0), Some(80.0));
    /// let end = bars.advance_to(Tick::new(30))?[0];
    /// assert_eq!((end.handle, end.value), (bar, 20.0));
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    pub fn retarget(
        &mut self,
        handle: TweenHandle,
        to: T,
        ticks: u32,
        easing: Easing,
    ) -> Result<(), BatchError> {
        let id = self.own(handle).ok_or(BatchError::OtherBatch)?;
        self.store.retarget(id, &to, ticks, Law::Eased(easing))
    }

    /// Gives a tween a new target `to`, which it reaches `ticks` ticks from now. The tween continues from its current
    /// value with its current velocity, and the handle stays valid.
    ///
    /// The tween moves on the cubic Hermite curve that starts with this velocity and ends at rest, so there is no
    /// easing to choose. A fast tween overshoots its new target and comes back. A tween that is at rest or waits starts
    /// slowly and ends slowly (3t^2 - 2t^3); for a waiting tween, `ticks` counts from its start. The call drops the
    /// cues of the tween.
    ///
    /// # Errors
    ///
    /// As [`retarget`](Self::retarget).
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut cards = TweenBatch::new("cards", Tick::ZERO);
    /// let fly = Tween { from: 0.0_f32, to: 100.0, ticks: 100, delay: 0, easing: Easing::LINEAR };
    /// let card = cards.start(&fly)?; // one unit a tick
    /// cards.advance_to(Tick::new(50))?;
    /// cards.retarget_smoothly(card, 0.0, 100)?;
    /// cards.advance_to(Tick::new(51))?;
    /// let next = cards.value(card, 0.0).unwrap();
    /// assert!((50.9..51.0).contains(&next), "it still moves on, and turns round later");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    pub fn retarget_smoothly(
        &mut self,
        handle: TweenHandle,
        to: T,
        ticks: u32,
    ) -> Result<(), BatchError> {
        let id = self.own(handle).ok_or(BatchError::OtherBatch)?;
        self.store.retarget(id, &to, ticks, Law::Smooth)
    }

    /// Gives a tween a new target on a spring. The value keeps its velocity, and the handle stays valid. A waiting tween
    /// keeps its start. The call drops the cues of the tween.
    ///
    /// # Errors
    ///
    /// Those of [`retarget`](Self::retarget).
    ///
    /// ```
    /// use cueline::{time::{Tick, TickRate, ms}, value::Spring};
    /// use cueline_batch::{BatchError, SpringLaw, TweenBatch};
    ///
    /// let snap = SpringLaw::new(Spring::snappy(ms(350)), TickRate::HZ_60)?;
    /// let mut cards = TweenBatch::new("cards", Tick::ZERO);
    /// let card = cards.start_spring(0.0_f32, 80.0, 0, &snap)?;
    /// cards.advance_to(Tick::new(12))?;
    /// cards.spring_to(card, 20.0, &snap)?;
    /// let settles = cards.ends_at(card).unwrap();
    /// assert_eq!(cards.advance_to(settles)?[0].value, 20.0);
    /// assert_eq!(cards.spring_to(card, 0.0, &snap), Err(BatchError::Stale));
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn spring_to(
        &mut self,
        handle: TweenHandle,
        to: T,
        spring: &SpringLaw,
    ) -> Result<(), BatchError> {
        let id = self.own(handle).ok_or(BatchError::OtherBatch)?;
        self.store.retarget(id, &to, spring.ticks(), Law::Spring(spring.rates()))
    }

    /// The tick at which a tween ends, or a value on a spring has settled. `None` for a stale handle and for a handle of
    /// another batch.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 2, easing: Easing::LINEAR };
    /// let bar = bars.start(&fill)?;
    /// assert_eq!(bars.ends_at(bar), Some(Tick::new(6)));
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn ends_at(&self, handle: TweenHandle) -> Option<Tick> {
        self.store.end_of(self.own(handle)?)
    }

    /// Moves the time to the tick `to` and reports all events since the last step, including the events at `to`.
    ///
    /// Events are sorted by tick. Events at one tick are sorted by the tick of their cause: for a start, the tick of
    /// the call of [`start`](Self::start); for an end and for [cues](Self::cue), the tick at which the tween started.
    /// Events with equal causes come in the order of the calls of `start`. A step without events costs the same for any
    /// number of tweens. [`events`](Self::events) returns the same events until the next step.
    ///
    /// # Errors
    ///
    /// [`BatchError::Backwards`] for a tick before the current tick. The current tick is allowed.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch, TweenEventKind};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// let bar = bars.start(&fill)?;
    /// assert_eq!(bars.advance_to(Tick::new(3))?, []);
    ///
    /// let events = bars.advance_to(Tick::new(9))?; // a long frame: the event has its own tick
    /// assert_eq!((events[0].handle, events[0].tick, events[0].kind), (bar, Tick::new(4), TweenEventKind::End));
    /// assert!(bars.advance_to(Tick::new(8)).is_err(), "time does not go back");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[inline]
    pub fn advance_to(&mut self, to: Tick) -> Result<&[TweenEvent<T>], BatchError> {
        self.store.advance_to(to, &mut self.report)?;
        Ok(&self.report.events)
    }

    /// The events of the last [`advance_to`](Self::advance_to). A clone and a loaded batch have none.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// bars.start(&fill)?;
    /// bars.advance_to(Tick::new(4))?;
    /// assert_eq!(bars.events().len(), 1);
    /// assert_eq!(bars.clone().events().len(), 0, "a copy starts without events");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[TweenEvent<T>] {
        &self.report.events
    }

    /// Adds a cue to a tween, `at` ticks after its start: from 0 (the start) to the duration of the tween (its end).
    ///
    /// The number `cue` has the meaning that your game gives it: a sound, a spark, an index. The event is
    /// [`TweenEventKind::Cue`](crate::TweenEventKind::Cue) with the value of the tween at that tick; at the end of the
    /// tween, with the exact target. Cues of one tween at one tick come in the order of their numbers, before the end.
    /// A cue that was added twice comes twice. A cue at the current tick comes with the next step. A cancelled or
    /// retargeted tween loses its cues.
    ///
    /// # Errors
    ///
    /// [`BatchError::Stale`] if the tween has ended, [`BatchError::OtherBatch`] for a handle of another batch,
    /// [`BatchError::CueAfterEnd`] for a tick after the end of the tween, [`BatchError::CuePassed`] for a tick before
    /// the current tick, [`BatchError::Full`] if there are 2^27 - 1 cues, including cues of recently cancelled tweens.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{BatchError, Tween, TweenBatch, TweenEventKind};
    ///
    /// const WHOOSH: u16 = 0;
    /// const CLACK: u16 = 1;
    ///
    /// // A hundred cards fall one after the other: each makes a sound on its way down, and one as it lands.
    /// let mut cards = TweenBatch::new("cards", Tick::ZERO);
    /// let fall = Tween { from: 8.0_f32, to: 0.0, ticks: 20, delay: 0, easing: Easing::IN_QUAD };
    /// for i in 0..100 {
    ///     let card = cards.start(&Tween { delay: 3 * i, ..fall })?;
    ///     cards.cue(card, 10, WHOOSH)?;
    ///     cards.cue(card, 20, CLACK)?;
    /// }
    ///
    /// let (mut whooshes, mut clacks) = (Vec::new(), Vec::new());
    /// for tick in 1..=400 {
    ///     for event in cards.advance_to(Tick::new(tick))? {
    ///         match event.kind {
    ///             TweenEventKind::Cue(CLACK) => clacks.push((event.tick.get(), event.value)),
    ///             TweenEventKind::Cue(_) => whooshes.push((event.tick.get(), event.value)),
    ///             TweenEventKind::Start | TweenEventKind::End => {}
    ///         }
    ///     }
    /// }
    /// assert_eq!((whooshes.len(), clacks.len()), (100, 100));
    /// assert_eq!((whooshes[1], clacks[1]), ((13, 6.0), (23, 0.0)));
    ///
    /// let last = cards.start(&fall)?;
    /// assert_eq!(cards.cue(last, 21, CLACK), Err(BatchError::CueAfterEnd { at: 21, ticks: 20 }));
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn cue(&mut self, handle: TweenHandle, at: u32, cue: u16) -> Result<(), BatchError> {
        let id = self.own(handle).ok_or(BatchError::OtherBatch)?;
        self.store.cue(id, at, cue)
    }

    /// Cancels a live or waiting tween and its cues, without events. Returns `false` if the handle is stale or belongs
    /// to another batch.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// let bar = bars.start(&fill)?;
    /// assert!(bars.cancel(bar));
    /// assert!(!bars.cancel(bar), "the handle is stale");
    /// assert_eq!(bars.advance_to(Tick::new(9))?, [], "a cancelled tween reports no end");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    pub fn cancel(&mut self, handle: TweenHandle) -> bool {
        self.own(handle).is_some_and(|id| self.store.cancel(id))
    }

    /// Writes the values of all live tweens to `values`, in the order of [`handles`](Self::handles).
    ///
    /// `alpha` is the part of the next tick that has passed, as in [`Frame::alpha`](cueline::time::Frame::alpha): 0 is
    /// the current tick, 1 is the next tick. Other numbers are clamped to that range; NaN counts as 0. The call sets
    /// the length of `values` to [`len`](Self::len), and allocates only if the list has to grow.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// bars.start(&fill)?;
    /// bars.start(&Tween { from: 100.0, ..fill })?;
    /// bars.advance_to(Tick::new(1))?;
    ///
    /// let mut values = Vec::new();
    /// bars.sample_into(0.0, &mut values);
    /// assert_eq!(values, [2.0, 77.0]);
    /// bars.sample_into(0.5, &mut values); // a picture half-way to the next tick
    /// assert_eq!(values, [3.0, 65.5]);
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    pub fn sample_into(&self, alpha: f32, values: &mut Vec<T>) {
        self.store.sample_into(alpha, values);
    }

    /// The value of one live tween, with the same `alpha` and the same bits as in [`sample_into`](Self::sample_into).
    ///
    /// Returns `None` for a tween that has ended or still waits, and for a handle of another batch.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// let bar = bars.start(&fill)?;
    /// let later = bars.start(&Tween { delay: 2, ..fill })?;
    /// bars.advance_to(Tick::new(1))?;
    /// assert_eq!((bars.value(bar, 0.0), bars.value(bar, 0.5)), (Some(2.0), Some(3.0)));
    /// assert_eq!(bars.value(later, 0.0), None, "it waits");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn value(&self, handle: TweenHandle, alpha: f32) -> Option<T> {
        self.store.value(self.own(handle)?, alpha)
    }

    /// The handles of all live tweens, in the order of [`sample_into`](Self::sample_into).
    ///
    /// The order is the same on every machine. Every start and end may change it.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// let (slow, fast) = (bars.start(&Tween { ticks: 9, ..fill })?, bars.start(&fill)?);
    /// assert!(bars.handles().eq([slow, fast]));
    /// bars.advance_to(Tick::new(4))?;
    /// assert!(bars.handles().eq([slow]), "the other one has ended");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    pub fn handles(&self) -> impl Iterator<Item = TweenHandle> {
        self.store.ids().map(|id| TweenHandle::new(id, self.store.tag))
    }

    /// The index of a tween's value in the list that [`sample_into`](Self::sample_into) writes. Valid until the next
    /// call that changes the batch.
    ///
    /// Returns `None` for a tween that has ended or still waits, and for a handle of another batch.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// let (_, second) = (bars.start(&fill)?, bars.start(&Tween { from: 4.0, ..fill })?);
    /// let mut values = Vec::new();
    /// bars.sample_into(0.0, &mut values);
    /// assert_eq!(bars.index_of(second).map(|index| values[index]), Some(4.0));
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn index_of(&self, handle: TweenHandle) -> Option<usize> {
        self.store.index_of(self.own(handle)?)
    }

    /// Returns `true` if a tween is live or waits.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// let bar = bars.start(&Tween { delay: 2, ..fill })?;
    /// assert!(bars.contains(bar), "it waits");
    /// bars.advance_to(Tick::new(6))?;
    /// assert!(!bars.contains(bar), "it has ended");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, handle: TweenHandle) -> bool {
        self.own(handle).is_some_and(|id| self.store.place(id).is_some())
    }

    /// The current tick: the tick of the last step.
    ///
    /// ```
    /// use cueline::time::Tick;
    /// use cueline_batch::TweenBatch;
    ///
    /// let mut bars = TweenBatch::<f32>::new("bars", Tick::new(100));
    /// bars.advance_to(Tick::new(103))?;
    /// assert_eq!(bars.now(), Tick::new(103));
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn now(&self) -> Tick {
        Tick::new(self.store.now)
    }

    /// The number of live tweens. Waiting tweens do not count.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// bars.start(&fill)?;
    /// bars.start(&Tween { delay: 2, ..fill })?;
    /// assert_eq!((bars.len(), bars.waiting()), (1, 1));
    /// bars.advance_to(Tick::new(2))?;
    /// assert_eq!((bars.len(), bars.waiting()), (2, 0));
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Returns `true` if no tween is live, even if tweens wait.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// bars.start(&Tween { delay: 2, ..fill })?;
    /// assert!(bars.is_empty(), "the tween waits");
    /// bars.advance_to(Tick::new(2))?;
    /// assert!(!bars.is_empty());
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of tweens that wait for their start.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// bars.start(&fill)?;
    /// bars.start(&Tween { delay: 2, ..fill })?;
    /// assert_eq!((bars.len(), bars.waiting()), (1, 1));
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.store.waiting()
    }

    /// The id of a handle, if it belongs to this batch.
    fn own(&self, handle: TweenHandle) -> Option<Id> {
        handle.id_in(self.store.tag)
    }
}

/// What the handles of a batch contain: the 32-bit FNV-1a hash of its number of lanes and of its name.
fn tag(lanes: usize, name: &str) -> u32 {
    let bytes = (lanes as u64).to_le_bytes().into_iter().chain(name.bytes());
    bytes.fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A clone has no events of the last step.
impl<T: Lanes> Clone for TweenBatch<T> {
    fn clone(&self) -> Self {
        Self { store: self.store.clone(), report: Report::new() }
    }
}

impl<T: Lanes> PartialEq for TweenBatch<T> {
    fn eq(&self, other: &Self) -> bool {
        self.store.saved() == other.store.saved()
    }
}

impl<T: Lanes> Eq for TweenBatch<T> {}

impl<T: Lanes> Digest for TweenBatch<T> {
    fn feed(&self, digester: &mut Digester) {
        self.store.saved().feed(digester);
    }
}

impl<T: Lanes> fmt::Debug for TweenBatch<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.store.fmt(f)
    }
}

#[cfg(feature = "serde")]
impl<T: Lanes> serde::Serialize for TweenBatch<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.store.saved().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, T: Lanes> serde::Deserialize<'de> for TweenBatch<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = serde::Deserialize::deserialize(deserializer)?;
        let store = Store::load::<T>(saved).map_err(serde::de::Error::custom)?;
        Ok(Self { store, report: Report::new() })
    }
}
