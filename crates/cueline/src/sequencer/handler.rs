//! What a step calls, and the update it passes.

use super::{Commands, EntryId, Role, Shown};
use crate::{
    clip::Window,
    event::Reason,
    motion::{MotionPreference, Purpose},
    time::{Span, Time},
    value::Easing,
};

/// One call of one entry in one step.
#[derive(Debug)]
pub struct Update<'a, P> {
    /// What the game queued. The callback may change it; the next call sees the change.
    ///
    /// A `match` that only reads begins with `match &*update.payload`: then the methods of the update can be called in
    /// its arms.
    pub payload: &'a mut P,
    /// The entry.
    pub id: EntryId,
    /// Whether the next epoch waits for the entry, and whether it is in the foreground or the background.
    pub role: Role,
    /// Whether the entry is [decorative](Span::decorative).
    pub purpose: Purpose,
    /// Whether this is the entry's first call.
    pub started: bool,
    /// Whether this is the entry's last call.
    pub ended: bool,
    /// Time since the entry began to show, up to its duration; in the first call too.
    pub elapsed: Span,
    /// `elapsed` at the previous call, zero at the first.
    pub before: Span,
    /// How long the entry shows; `None` if it is open-ended or without an end.
    pub duration: Option<Span>,
    /// The moment that this call shows: the end of the step, or the end of the entry if that is earlier.
    pub at: Time,
    /// The time from that moment to the end of the step. Zero in a skip.
    pub lateness: Span,
    /// Whether the entry plays, or the game skips it.
    pub reason: Reason,
}

impl<P> Update<'_, P> {
    /// The progress of the entry, from 0 to 1: exactly 1 in the last call. Before that, an entry without a duration has
    /// the progress 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, EntryDuration, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.concurrently(ms(200), "slide");
    /// queue.concurrently(EntryDuration::Open, "wait");
    /// let mut progress = Vec::new();
    /// queue.advance(ms(50), |update, _| progress.push(update.progress()))?;
    /// assert_eq!(progress, [0.25, 0.0], "an open end has no progress");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn progress(&self) -> f64 {
        match self.duration {
            _ if self.ended => 1.0,
            Some(duration) => self.elapsed.ratio(duration).clamp(0.0, 1.0),
            None => 0.0,
        }
    }

    /// [`progress`](Self::progress) in single precision, for drawing. It is 1 in the last call only.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::{Span, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(1000), "slide");
    /// queue.advance(ms(1000) - Span::from_flicks(1), |update, _| {
    ///     assert!(update.alpha() < 1.0, "not even rounded");
    /// })?;
    /// queue.advance(ms(16), |update, _| assert_eq!(update.alpha(), 1.0))?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "rounds, which is wanted")]
    pub fn alpha(&self) -> f32 {
        const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;
        let most = if self.ended { 1.0 } else { BELOW_ONE };
        (self.progress() as f32).min(most)
    }

    /// The eased progress in single precision. Some easings overshoot, so it may leave 0 to 1. For a curve of your own
    /// call [`EasingPath::at`](crate::value::EasingPath::at) with the [`progress`](Self::progress).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms, value::{Curve, Easing}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(200), "slide");
    /// queue.advance(ms(100), |update, _| {
    ///     assert_eq!(update.eased(Easing::In(Curve::Quad)), 0.25);
    /// })?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "rounds, which is wanted")]
    pub fn eased(&self, easing: Easing) -> f32 {
        easing.at(self.progress()) as f32
    }

    /// The entry as a display with this preference draws it; see [`Shown::reduced`]. Use it for what is drawn, and the
    /// update itself for what the game knows.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{motion::MotionPreference, prelude::*};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(400).decorative(), "slide");
    /// queue.advance(ms(50), |update, _| {
    ///     assert_eq!(update.reduced(MotionPreference::Reduced).eased(Easing::Linear), 0.5);
    /// })?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn reduced(&self, motion: MotionPreference) -> Shown<'_, P> {
        let Self { id, role, purpose, elapsed, duration, .. } = *self;
        let (payload, start) = (&*self.payload, self.start());
        Shown { payload, id, role, purpose, start, elapsed, duration }.reduced(motion)
    }

    /// The exact time at which the entry began to show, whatever step calls it. A motion that begins with the entry takes it,
    /// so that the motion is the same at any frame rate; a motion that begins with its end takes [`at`](Self::at) in the
    /// last call.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// for frame in [ms(7), ms(50)] {
    ///     let (mut queue, mut x) = (Sequencer::new(), Moving::at(0.0));
    ///     queue.enqueue(ms(110), "wait");
    ///     queue.enqueue(ms(200), "move");
    ///     while queue.time() < Time::from_millis(350) {
    ///         queue.advance(frame, |update, _| {
    ///             if update.started && *update.payload == "move" {
    ///                 x.tween_to(update.start(), 100.0, ms(200), Easing::Linear);
    ///             }
    ///         })?;
    ///     }
    ///     assert_eq!(x.value(Time::from_millis(210)), 50.0);
    /// }
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> Time {
        self.at - self.elapsed
    }

    /// The time of the entry that has passed since its previous call, for [`Clip::cues_in`](crate::clip::Clip::cues_in)
    /// of a clip that the entry plays. The first call includes the start of the entry.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Cue}, sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let cues = [Cue::effect(ms(0), "swoosh"), Cue::effect(ms(120), "clang")];
    /// let slash = ClipBuilder::new("slash").duration(ms(300)).cues(cues).build()?;
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(slash.duration(), "slash");
    /// let mut sounds = Vec::new();
    /// for _frame in 0..20 {
    ///     queue.advance(ms(16), |update, _| {
    ///         sounds.extend(slash.cues_in(update.window()).map(|(_, cue)| cue.name()));
    ///     })?;
    /// }
    /// assert_eq!(sounds, ["swoosh", "clang"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn window(&self) -> Window {
        let window = Window::forward(self.before, self.elapsed);
        if self.started { window.with_start() } else { window }
    }

    /// The time until the entry ends; `None` if it is open-ended or without an end.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(3000), "countdown");
    /// queue.advance(ms(1200), |update, _| assert_eq!(update.remaining(), Some(ms(1800))))?;
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn remaining(&self) -> Option<Span> {
        self.duration.map(|duration| duration - self.elapsed)
    }
}

/// What a step calls for its entries.
///
/// A closure is enough if no entry is queued with [`EntryDuration::OnTurn`](super::EntryDuration::OnTurn); see
/// [`Sequencer::advance`](super::Sequencer::advance). Implement the trait for a struct that borrows the state that the
/// game draws. The sequencer keeps no reference to it between steps.
pub trait Handler<P> {
    /// Shows an entry at one moment. Commands given in the entry's last call take effect at its exact end,
    /// all others at the end of the step.
    fn update(&mut self, update: Update<'_, P>, commands: &mut Commands<'_, P>);

    /// How long an entry of [`EntryDuration::OnTurn`](super::EntryDuration::OnTurn) shows; called once, when it
    /// begins to show. A negative duration counts as zero. With `None`, the default, the step ends at that moment with
    /// [`AdvanceError::NoDuration`](super::AdvanceError::NoDuration), and the next step asks again.
    fn duration(&mut self, payload: &mut P) -> Option<Span> {
        let _ = payload;
        None
    }
}

/// A closure as a handler.
pub(super) struct Calls<F>(pub(super) F);

impl<P, F: FnMut(Update<'_, P>, &mut Commands<'_, P>)> Handler<P> for Calls<F> {
    #[inline]
    fn update(&mut self, update: Update<'_, P>, commands: &mut Commands<'_, P>) {
        (self.0)(update, commands);
    }
}
