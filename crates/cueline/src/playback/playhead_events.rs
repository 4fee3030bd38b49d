//! The events of a playhead between two times: its start, loops, cues and its end.
//!
//! A moment is reported when the playhead *arrives* at it, by travelling or by the jump back to the
//! start of the next pass. So a window of the clock covers `(after, until]`, which is `(from, to]` of
//! the clip forward and `[to, from)` backward; the place where a fresh item stands is included once;
//! and the turning point of a ping-pong counts once, in the pass that ends there.
//!
//! Moments come in the order of travel. At the boundary of two passes: the cues at the end of the
//! first, the loop, the cues at the start of the next. Cues of one moment come in the order of their
//! indices. Each is due at the first flick of the clock at which the playhead is at or past it.

use core::cmp::Ordering;

use super::{LoopEvents, Playhead, RepeatMode, part::Part};
use crate::{
    clip::{Clip, CuesIn, Window},
    event::{Direction, Event, EventKind, Reason},
    time::{Span, Time},
};

/// One event of a playhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayheadEvent {
    /// The clock time at which it is reached.
    pub due: Time,
    /// What it is; a cue by its index in the clip.
    pub kind: EventKind,
    /// The pass it belongs to; for a loop the one that begins.
    pub pass: i64,
    /// Which way the clip's own time runs there.
    pub direction: Direction,
}

impl PlayheadEvent {
    /// The same as an event of `id`, reported at `now`. Passes before the first count back from it: 1, 2, and so on.
    #[must_use]
    pub fn event<Id>(self, id: Id, now: Time, reason: Reason) -> Event<Id> {
        Event {
            due: self.due,
            lateness: now - self.due,
            id,
            kind: self.kind,
            reason,
            direction: self.direction,
            loop_index: self.pass.unsigned_abs(),
        }
    }
}

/// The moments of one playhead in a window, in order; see [`Playhead::events`]. Holds no memory of its own.
#[derive(Clone, Debug)]
pub struct PlayheadEvents<'a> {
    head: Playhead,
    clip: Option<&'a Clip>,
    limit: Limit,
    cursor: Cursor,
    pass: i64,
    cues: Option<CuesIn<'a>>,
    coalesced: bool,
}

/// How far moments are reported.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// Up to a time of the clock, included.
    Until(Time),
    /// Up to a place on the path, included; all of it is due at one time.
    Jump { path: i128, now: Time },
}

#[derive(Clone, Copy, Debug)]
enum Cursor {
    /// About to begin at `offset` of the pass.
    Start {
        offset: Span,
    },
    /// About to look for cues from `offset` of the pass on.
    Enter {
        offset: Span,
        arrived: bool,
    },
    /// Handing out cues, then the boundary.
    Inside,
    Done,
}

impl Playhead {
    /// What it comes across in `(after, until]`, or up to `until` where nothing of it was reported before (`None`).
    ///
    /// It knows its past back to its last change only, so `after` should not lie before that. Costs what
    /// is reported and a search in the cues; allocates nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     event::EventKind,
    ///     playback::{Repeat, Play, Playhead},
    ///     time::{Span, Time},
    /// };
    ///
    /// let play = Play { repeat: Repeat::Times(3), ..Play::default() };
    /// let head = Playhead::new(Time::ZERO, Span::from_millis(10), &play)?;
    /// let kinds: Vec<_> = head.events(None, Time::from_millis(99)).map(|event| event.kind).collect();
    /// assert_eq!(kinds, [EventKind::Start, EventKind::Loop, EventKind::Loop, EventKind::End]);
    ///
    /// // The other half of a split window does not report the boundary again.
    /// let later = head.events(Some(Time::from_millis(10)), Time::from_millis(20));
    /// assert_eq!(later.map(|event| event.due).collect::<Vec<_>>(), [Time::from_millis(20)]);
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    pub fn events(&self, after: Option<Time>, until: Time) -> PlayheadEvents<'static> {
        let from_start = match after {
            None => true,
            Some(after) => self.is_fresh() && after < self.anchor(),
        };
        if self.is_held() {
            return PlayheadEvents::new(*self, Limit::Until(until), 0, Cursor::Done);
        }
        if from_start {
            let (pass, offset) = self.split(self.path_at_anchor());
            return PlayheadEvents::new(*self, Limit::Until(until), pass, Cursor::Start { offset });
        }
        self.onward(self.reached(after.unwrap_or(Time::MIN)), Limit::Until(until))
    }

    /// The time of the next event after `now`; `None` if there is none.
    #[must_use]
    pub fn next_due(&self, now: Time, clip: Option<&Clip>) -> Option<Time> {
        self.events(Some(now), Time::MAX).with_cues(clip).next().map(|event| event.due)
    }

    /// What lies on the way from where it is at `now` to `elapsed` along the path, in order; all due at `now`.
    ///
    /// The way is that of the jump: back where `elapsed` lies behind. With the place where it stands where `begins`.
    pub(crate) fn events_of_jump(
        &self,
        now: Time,
        path: i128,
        begins: bool,
    ) -> PlayheadEvents<'static> {
        let path = self.within(path);
        let (stands, part) = self.along(now);
        let way = match path.cmp(&stands) {
            Ordering::Greater => Direction::Forward,
            Ordering::Less => Direction::Backward,
            // It stands a part of a flick past it.
            Ordering::Equal if part != Part::ZERO => Direction::Backward,
            Ordering::Equal => self.travel(),
        };
        let head = self.facing(now, way);
        let limit = Limit::Jump { path, now };
        if begins {
            // Not split in the way of the jump: it begins where it stands, also when it jumps back from there.
            let (pass, offset) = self.stands_at();
            return PlayheadEvents::new(head, limit, pass, Cursor::Start { offset });
        }
        let reached = head.reached(Time::MIN);
        head.onward(reached, limit)
    }

    /// From `path` on, which itself was reported.
    fn onward(self, path: i128, limit: Limit) -> PlayheadEvents<'static> {
        if self.is_over(path) {
            return PlayheadEvents::new(self, limit, 0, Cursor::Done);
        }
        let (pass, offset) = self.split(path);
        PlayheadEvents::new(self, limit, pass, Cursor::Enter { offset, arrived: false })
    }
}

impl PlayheadEvents<'static> {
    const fn new(head: Playhead, limit: Limit, pass: i64, cursor: Cursor) -> Self {
        Self { head, clip: None, limit, cursor, pass, cues: None, coalesced: false }
    }

    /// With the cues of `clip`, of each pass.
    #[must_use]
    pub fn with_cues(self, clip: Option<&Clip>) -> PlayheadEvents<'_> {
        PlayheadEvents { clip, ..self }
    }
}

impl PlayheadEvents<'_> {
    /// All loops of the window as its last one: passes that lie in it as a whole are left out, with their cues.
    ///
    /// The number of loops is the difference of the pass to that before; see also [`Playhead::loops_in`].
    #[must_use]
    pub fn coalesced(self) -> Self {
        Self { coalesced: true, ..self }
    }

    /// As the item asks, but never more loops and cues than [`LoopEvents::MOST_IN_ONE_STEP`]: a tiny loop at a great
    /// speed must neither hang nor fill the memory.
    pub(crate) fn reported_as(self, loop_events: LoopEvents) -> Self {
        let passes = self.last_pass().abs_diff(self.pass);
        let most = || LoopEvents::MOST_IN_ONE_STEP / (1 + self.cues_in_range());
        let are_too_many = passes > 1 && passes > most();
        if loop_events == LoopEvents::Coalesced || are_too_many { self.coalesced() } else { self }
    }

    /// How many cues each pass has.
    fn cues_in_range(&self) -> u64 {
        let (from, to) = self.head.range();
        let cues = self.clip.map_or(&[][..], Clip::cues);
        let before = cues.partition_point(|cue| cue.at < from);
        cues.partition_point(|cue| cue.at <= to).saturating_sub(before) as u64
    }

    /// The pass in which they begin and the offset into it, as split in the direction of travel, and whether that is
    /// the start of all. None where nothing lies ahead. Asked before the first one is taken.
    pub(crate) const fn begins_at(&self) -> Option<(i64, Span, bool)> {
        match self.cursor {
            Cursor::Start { offset } => Some((self.pass, offset, true)),
            Cursor::Enter { offset, .. } => Some((self.pass, offset, false)),
            Cursor::Inside | Cursor::Done => None,
        }
    }

    /// The playhead as it travels: for a jump, facing the way of the jump.
    pub(crate) const fn head(&self) -> &Playhead {
        &self.head
    }

    /// The moment at `path`, unless it lies past the limit.
    fn moment(&self, path: i128, kind: EventKind, pass: i64) -> Option<PlayheadEvent> {
        let direction = self.head.direction_in(pass);
        let due = match self.limit {
            Limit::Until(until) => self.head.due(path).filter(|due| *due <= until)?,
            Limit::Jump { path: last, now } => match self.head.travel() {
                Direction::Forward if path > last => return None,
                Direction::Backward if path < last => return None,
                _ => now,
            },
        };
        Some(PlayheadEvent { due, kind, pass, direction })
    }

    /// The pass in which the window ends.
    fn last_pass(&self) -> i64 {
        match self.limit {
            Limit::Until(until) => self.head.at(until).pass,
            Limit::Jump { path, .. } => self.head.split(path).0,
        }
    }

    /// The end of the pass: the next one, or the end of all.
    fn boundary(&mut self) -> Option<PlayheadEvent> {
        let forward = self.head.travel() == Direction::Forward;
        let length = self.head.length();
        let (mut at_offset, step) = if forward { (length, 1) } else { (Span::ZERO, -1) };
        let is_last = match self.head.end_of_path() {
            None => false,
            Some(_) if length <= Span::ZERO => true,
            Some(_) if forward => self.pass >= self.head.last_pass(),
            Some(_) => self.pass <= 0,
        };
        if is_last {
            let path = self.path(self.pass, at_offset);
            self.cursor = Cursor::Done;
            return self.moment(path, EventKind::End, self.pass);
        }
        let mut next = self.pass.checked_add(step)?;
        let first = self.moment(self.path(self.pass, at_offset), EventKind::Loop, next)?;
        let mut event = first;
        if self.coalesced {
            let last = self.last_pass();
            if last != next && (last > next) == forward {
                next = last;
                at_offset = length - at_offset;
                event = self.moment(self.path(next, at_offset), EventKind::Loop, next)?;
            }
        }
        self.pass = next;
        let offset = if forward { Span::ZERO } else { length };
        self.cursor = Cursor::Enter { offset, arrived: self.head.repeat() != RepeatMode::PingPong };
        Some(event)
    }

    fn path(&self, pass: i64, offset: Span) -> i128 {
        i128::from(pass) * i128::from(self.head.length().flicks()) + i128::from(offset.flicks())
    }
}

impl Iterator for PlayheadEvents<'_> {
    type Item = PlayheadEvent;

    fn next(&mut self) -> Option<PlayheadEvent> {
        let event = loop {
            match self.cursor {
                Cursor::Start { offset } => {
                    self.cursor = Cursor::Enter { offset, arrived: true };
                    break self.moment(self.path(self.pass, offset), EventKind::Start, self.pass);
                }
                Cursor::Enter { offset, arrived } => {
                    let (from, to) = self.head.range();
                    let local = self.head.local(self.pass, offset);
                    let window = match self.head.direction_in(self.pass) {
                        Direction::Forward => Window::forward(local, to),
                        Direction::Backward => Window::backward(local, from),
                    };
                    let window = if arrived { window.with_start() } else { window };
                    self.cues = self.clip.map(|clip| clip.cues_in(window));
                    self.cursor = Cursor::Inside;
                }
                Cursor::Inside => {
                    if let Some((index, cue)) = self.cues.as_mut().and_then(Iterator::next) {
                        let path = self.head.path_to(self.pass, cue.at);
                        break self.moment(path, EventKind::Cue(index), self.pass);
                    }
                    break self.boundary();
                }
                Cursor::Done => return None,
            }
        };
        if event.is_none() {
            self.cursor = Cursor::Done; // all that follows is due later still
        }
        event
    }
}

impl core::iter::FusedIterator for PlayheadEvents<'_> {}
