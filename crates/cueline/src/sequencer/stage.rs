//! What a step tells the game, and who listens.

use alloc::boxed::Box;

use super::{EntryId, Role, Sequencer};
use crate::{
    event::Reason,
    time::{Span, Time},
};

/// One call of one entry in one step.
#[derive(Debug)]
pub struct Update<'a, P> {
    /// What the game queued. Data of its own can be changed here and is kept for the next call.
    pub payload: &'a mut P,
    /// Which entry it is.
    pub id: EntryId,
    /// What it does to its epoch.
    pub role: Role,
    /// Whether this is its first call.
    pub start: bool,
    /// Whether this is its last call.
    pub end: bool,
    /// Time since it began to show, up to its duration; in the first call too.
    pub elapsed: Span,
    /// The same at its previous call, zero at the first: cues lie in `(before, elapsed]`.
    pub before: Span,
    /// How long it lasts; absent for what is open-ended or endless.
    pub duration: Option<Span>,
    /// The moment this call shows: the end of the step, or the entry's own end where that is earlier.
    pub at: Time,
    /// How long before the end of the step that moment was.
    pub lateness: Span,
    /// Whether time has passed over it or it is being skipped.
    pub reason: Reason,
}

impl<P> Update<'_, P> {
    /// How far it is, from 0 to 1; exactly 1 in the last call, and 0 before that for what has no duration.
    #[must_use]
    pub fn alpha(&self) -> f64 {
        match self.duration {
            _ if self.end => 1.0,
            Some(duration) => self.elapsed.ratio(duration),
            None => 0.0,
        }
    }

    /// Time until it ends; absent for what is open-ended or endless.
    #[must_use]
    pub fn remaining(&self) -> Option<Span> {
        self.duration.map(|duration| duration - self.elapsed)
    }
}

/// Who is called for the entries of a step.
///
/// A closure does where all lengths are known (see [`Sequencer::advance`]). Implement it on a
/// borrow of what drawing needs; nothing of it is kept between steps.
pub trait Handler<P> {
    /// Shows an entry at one moment. What it queues on `queue` belongs to the entry's end in its
    /// last call, and to the end of the step in every other.
    fn step(&mut self, step: Update<'_, P>, queue: &mut Sequencer<P>);

    /// How long an entry of [`EntryDuration::OnTurn`](super::EntryDuration::OnTurn) takes, asked once, when it
    /// begins to show; less than zero counts as zero. By default it takes no time.
    fn length(&mut self, payload: &mut P) -> Span {
        let _ = payload;
        Span::ZERO
    }
}

/// A closure as a stage.
pub(super) struct Calls<F>(pub(super) F);

impl<P, F: FnMut(Update<'_, P>, &mut Sequencer<P>)> Handler<P> for Calls<F> {
    fn step(&mut self, step: Update<'_, P>, queue: &mut Sequencer<P>) {
        (self.0)(step, queue);
    }
}

/// An animation that is an object: for those who prefer that to matching on plain data.
///
/// It keeps data of its own and borrows the game's `C` only while it is called, so no shared
/// ownership is needed. A sequencer of such objects cannot be saved.
pub trait Animation<C> {
    /// Called once, when it begins to show.
    fn start(&mut self, context: &mut C) {
        let _ = context;
    }

    /// Called in every step, from the first to the last, with `alpha` from 0 to 1.
    fn tick(&mut self, context: &mut C, progress: Progress);

    /// Called once, after its last tick, also when it is skipped: puts everything in its end state.
    fn finish(&mut self, context: &mut C) {
        let _ = context;
    }

    /// How long it takes where it was queued with [`EntryDuration::OnTurn`](super::EntryDuration::OnTurn).
    fn duration(&mut self, context: &mut C) -> Span {
        let _ = context;
        Span::ZERO
    }
}

/// What an [`Animation`] is told of the time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How far it is, from 0 to 1.
    pub alpha: f64,
    /// Time since it began to show.
    pub elapsed: Span,
    /// Time until it ends; absent for what is open-ended or endless.
    pub remaining: Option<Span>,
    /// Whether it is played or skipped.
    pub reason: Reason,
}

/// The stage for [`Animation`] objects: lends them the game's context.
///
/// # Examples
///
/// ```
/// use cueline::{
///     sequencer::{WithContext, Animation, Progress, Sequencer},
///     time::Span,
/// };
///
/// struct Fade;
/// impl Animation<f64> for Fade {
///     fn tick(&mut self, opacity: &mut f64, progress: Progress) {
///         *opacity = 1.0 - progress.alpha;
///     }
/// }
///
/// let mut opacity = 1.0;
/// let mut queue: Sequencer<Box<dyn Animation<f64>>> = Sequencer::new();
/// queue.enqueue(Span::from_millis(100), Box::new(Fade))?;
/// queue.advance_on(Span::from_millis(25), &mut WithContext(&mut opacity))?;
/// assert_eq!(opacity, 0.75);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WithContext<'a, C>(pub &'a mut C);

impl<C> Handler<Box<dyn Animation<C>>> for WithContext<'_, C> {
    fn step(
        &mut self,
        step: Update<'_, Box<dyn Animation<C>>>,
        _: &mut Sequencer<Box<dyn Animation<C>>>,
    ) {
        let progress = Progress {
            alpha: step.alpha(),
            elapsed: step.elapsed,
            remaining: step.remaining(),
            reason: step.reason,
        };
        if step.start {
            step.payload.start(self.0);
        }
        step.payload.tick(self.0, progress);
        if step.end {
            step.payload.finish(self.0);
        }
    }

    fn length(&mut self, payload: &mut Box<dyn Animation<C>>) -> Span {
        payload.duration(self.0)
    }
}
