//! Samples: the entries that show at a time, without a step.

use super::{EntryId, Role, Sequencer, lane::Ground, row::Row};
use crate::{
    motion::{MotionPreference, Purpose},
    time::{Span, Time},
    value::Easing,
};

/// An entry as it shows at a time that is [sampled](Sequencer::sample).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown<'a, P> {
    /// What the game queued.
    pub payload: &'a P,
    /// The entry.
    pub id: EntryId,
    /// Whether the next epoch waits for the entry, and whether it is in the foreground or the background.
    pub role: Role,
    /// Whether the entry is [decorative](Span::decorative).
    pub purpose: Purpose,
    /// The exact time at which the entry began to show.
    pub start: Time,
    /// Time since the entry began to show, up to its duration.
    pub elapsed: Span,
    /// How long the entry shows; `None` if it is open-ended or without an end.
    pub duration: Option<Span>,
}

impl<'a, P> Shown<'a, P> {
    /// Absent where the entry is over.
    fn of(row: &'a Row<P>, at: Time) -> Option<Self> {
        let (start, duration) = (row.time(), row.span());
        let elapsed = (at - start).min(duration.unwrap_or(Span::MAX));
        let (payload, id, role, purpose) = (row.payload()?, row.id, row.role, row.purpose());
        Some(Self { payload, id, role, purpose, start, elapsed, duration })
    }
}

impl<P> Shown<'_, P> {
    /// The entry as a display with this preference draws it: what is decorative has another `elapsed`, by the rule of
    /// [`MotionPreference::shown`]. Nothing else changes.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{motion::MotionPreference, prelude::*};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(400).decorative(), "slide");
    /// queue.advance(ms(100), |_, _| ())?;
    /// let alpha = |motion| queue.sample(Time::from_millis(50)).map(move |shown| shown.reduced(motion).alpha());
    /// assert!(alpha(MotionPreference::Reduced).eq([0.5]));
    /// assert!(alpha(MotionPreference::None).eq([1.0]));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn reduced(self, motion: MotionPreference) -> Self {
        let motion = self.purpose.limits(motion);
        Self { elapsed: motion.shown(self.elapsed, self.duration), ..self }
    }

    /// The progress of the entry, from 0 to 1; 0 for an entry without a duration.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(400), "slide");
    /// queue.advance(ms(100), |_, _| ())?;
    /// let progress = queue.sample(Time::from_millis(300)).map(|shown| shown.progress());
    /// assert!(progress.eq([0.75]));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn progress(&self) -> f64 {
        match self.duration {
            Some(duration) if self.elapsed >= duration => 1.0,
            Some(duration) => self.elapsed.ratio(duration).clamp(0.0, 1.0),
            None => 0.0,
        }
    }

    /// [`progress`](Self::progress) in single precision, for drawing. It is 1 at the end of the entry only.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(400), "slide");
    /// queue.advance(ms(100), |_, _| ())?;
    /// assert!(queue.sample(Time::from_millis(100)).map(|shown| shown.alpha()).eq([0.25]));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounds, which is wanted")]
    pub fn alpha(&self) -> f32 {
        const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;
        let progress = self.progress();
        if progress < 1.0 { (progress as f32).min(BELOW_ONE) } else { 1.0 }
    }

    /// The eased progress in single precision. Some easings overshoot, so it may leave 0 to 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{prelude::*, value::Curve};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(400), "slide");
    /// queue.advance(ms(100), |_, _| ())?;
    /// let eased = queue.sample(Time::from_millis(200)).map(|shown| shown.eased(Easing::In(Curve::Quad)));
    /// assert!(eased.eq([0.25]));
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "rounds, which is wanted")]
    pub fn eased(&self, easing: Easing) -> f32 {
        easing.at(self.progress()) as f32
    }
}

impl<P> Sequencer<P> {
    /// The entries that show at a time: foreground, then background, each in the order in which they were queued. Nothing
    /// happens, however often and in whatever order times are sampled. With it, a queue that lives in ticks is drawn
    /// between two ticks.
    ///
    /// The time lies between the start of the last step and the [next moment](Self::next_moment). Later, entries stay at
    /// their ends, as nothing starts without a step. An earlier time shows what the start of the last step shows. After a
    /// skip or a load it shows what the [time](Self::time) of the queue shows, as both keep no entry that has ended: so a
    /// game whose clock is behind the queue still draws what plays. An entry shows from its start on, and no more at its end.
    /// Its payload is as the last call has left it.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(110), "rise");
    /// queue.enqueue(ms(200), "fall");
    /// queue.advance(ms(100), |_, _| ())?; // a tick
    /// queue.advance(ms(100), |_, _| ())?; // a tick
    ///
    /// // Frames between the last tick and the one before.
    /// let at = |millis| queue.sample(Time::from_millis(millis)).map(|shown| (*shown.payload, shown.elapsed));
    /// assert!(at(105).eq([("rise", ms(105))]));
    /// assert!(at(110).eq([("fall", ms(0))]));
    /// assert!(at(200).eq([("fall", ms(90))]));
    /// assert!(at(3).eq(at(100)), "not so far back");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    pub fn sample(&self, at: Time) -> impl Iterator<Item = Shown<'_, P>> {
        let at = at.max(self.since);
        let shown = |ground| self.lanes.shown_at(ground, at);
        let rows = shown(Ground::Front).chain(shown(Ground::Back));
        rows.filter_map(move |row| Shown::of(row, at))
    }
}
