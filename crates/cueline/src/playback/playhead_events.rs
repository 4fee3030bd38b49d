//! The events of a playhead between two times: start, loops, cues and end.
//!
//! An event is reported when the playhead *arrives* at its position, by travelling or by the jump back to the start of
//! the next pass. So an interval of the clock covers `(after, until]`, which is `(from, to]` of the clip forward and
//! `[to, from)` backward. The position of a fresh item is included once. The turning point of a ping-pong counts once,
//! in the pass that ends there.
//!
//! Events are in the order of travel. At the boundary of two passes: the cues at the end of the first pass, the loop,
//! the cues at the start of the next pass. Cues of one moment are in the order of their indices. Each event is due at
//! the first flick of the clock at which the playhead is at its position or past it.

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
    /// The clock time at which the playhead reaches it.
    pub due: Time,
    /// The kind; a cue by its index in the clip.
    pub kind: EventKind,
    /// The pass of the event; for a loop the pass that begins.
    pub pass: i64,
    /// The direction of the clip's own time at that moment.
    pub direction: Direction,
}

crate::digest::digested! { struct PlayheadEvent { due, kind, pass, direction } }

impl PlayheadEvent {
    /// The same as an [`Event`] of `id`, reported at `now`. The loop index of passes before the first one counts back
    /// from it: 1, 2, and so on.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{event::Reason, playback::Playhead, prelude::*};
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play::default())?;
    /// let now = Time::from_millis(410);
    /// let events: Vec<_> = head.events(None, now).map(|moment| moment.event("door", now, Reason::Played)).collect();
    /// assert_eq!((events[1].id, events[1].kind, events[1].lateness), ("door", EventKind::End, ms(10)));
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
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

/// The events of one playhead in an interval, in order; see [`Playhead::events`]. Allocates nothing.
#[derive(Clone, Debug)]
pub struct PlayheadEvents<'a> {
    head: Playhead,
    clip: Option<&'a Clip>,
    limit: Limit,
    cursor: Cursor,
    pass: i64,
    cues: Option<CuesIn<'a>>,
    /// The pass and the offset in which it goes on after its start, if it has turned round there.
    turned: Option<(i64, Span)>,
    coalesced: bool,
}

/// The last position to report.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// A time of the clock, included.
    Until(Time),
    /// A position on the path, included; all events of a jump are due at one time.
    Jump { path: i128, now: Time },
}

#[derive(Clone, Copy, Debug)]
enum Cursor {
    /// Before the start, at `offset` of the pass.
    Start {
        offset: Span,
    },
    /// Before the search for cues from `offset` of the pass on.
    Enter {
        offset: Span,
        arrived: bool,
    },
    /// Within the cues; the boundary follows.
    Inside,
    Done,
}

impl Playhead {
    /// The events in `(after, until]`; with `None`, all events from the start up to `until`.
    ///
    /// A playhead knows its past back to its last change only, so `after` should not be before that change. Costs a
    /// search in the cues, and the reported events. Allocates nothing.
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
            // Not split again: a playhead that has turned round at its start begins where it is, and goes on in the
            // pass before without a loop, as anywhere else where it turns round on a boundary.
            let (pass, offset) = self.pass_and_offset();
            let onward = self.split(self.path_at_anchor());
            let turned = (onward != (pass, offset)).then_some(onward);
            let cursor = Cursor::Start { offset };
            return PlayheadEvents {
                turned,
                ..PlayheadEvents::new(*self, Limit::Until(until), pass, cursor)
            };
        }
        self.onward(self.reached(after.unwrap_or(Time::MIN)), Limit::Until(until))
    }

    /// The time of the next event after `now`; `None` if there is none.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, playback::Playhead, prelude::*};
    /// let door = ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?;
    /// let head = Playhead::new(Time::ZERO, door.duration(), &Play::default())?;
    /// let now = Time::from_millis(100);
    /// assert_eq!(head.next_due(now, Some(&door)), Some(Time::from_millis(300)));
    /// assert_eq!(head.next_due(now, None), Some(Time::from_millis(400))); // without cues: the end
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn next_due(&self, now: Time, clip: Option<&Clip>) -> Option<Time> {
        self.events(Some(now), Time::MAX).with_cues(clip).next().map(|event| event.due)
    }

    /// The events from the position at `now` to `path`, in the direction of the jump, all due at `now`. If `begins`,
    /// the start and the cues at the present position are included.
    pub(crate) fn events_of_jump(
        &self,
        now: Time,
        path: i128,
        begins: bool,
    ) -> PlayheadEvents<'static> {
        let path = self.within(path);
        let (stands, part) = self.along(now);
        let direction = match path.cmp(&stands) {
            Ordering::Greater => Direction::Forward,
            Ordering::Less => Direction::Backward,
            // The playhead is a fraction of a flick past `path`.
            Ordering::Equal if part != Part::ZERO => Direction::Backward,
            Ordering::Equal => self.travel(),
        };
        let head = self.facing(now, direction);
        let limit = Limit::Jump { path, now };
        if begins {
            // Not split in the direction of the jump: the item begins at its position, also when it jumps back.
            let (pass, offset) = self.pass_and_offset();
            return PlayheadEvents::new(head, limit, pass, Cursor::Start { offset });
        }
        let reached = head.reached(Time::MIN);
        head.onward(reached, limit)
    }

    /// The events after `path`; those at `path` were reported.
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
        Self { head, clip: None, limit, cursor, pass, cues: None, turned: None, coalesced: false }
    }

    /// The same events, with the cues of `clip` in each pass.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue}, playback::Playhead, prelude::*};
    /// let door = ClipBuilder::new("door").duration(ms(400)).cue(Cue::state(ms(300), "open")).build()?;
    /// let head = Playhead::new(Time::ZERO, door.duration(), &Play::default())?;
    /// let kinds: Vec<_> = head.events(None, Time::MAX).with_cues(Some(&door)).map(|event| event.kind).collect();
    /// assert_eq!(kinds, [EventKind::Start, EventKind::Cue(0), EventKind::End]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_cues(self, clip: Option<&Clip>) -> PlayheadEvents<'_> {
        PlayheadEvents { clip, ..self }
    }
}

impl PlayheadEvents<'_> {
    /// All loops of the interval as one event, the last of them. Passes that lie completely within the interval report
    /// no cues.
    ///
    /// The number of loops is the difference between the pass of that event and the pass before; see also
    /// [`Playhead::loops_in`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Playhead, prelude::*};
    /// let head = Playhead::new(Time::ZERO, ms(1), &Play::from(Repeat::Forever))?;
    /// let events: Vec<_> = head.events(None, Time::from_secs(1000)).coalesced().collect();
    /// assert_eq!(events.len(), 2); // the start, and one loop
    /// assert_eq!((events[1].kind, events[1].pass), (EventKind::Loop, 1_000_000));
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    pub fn coalesced(self) -> Self {
        Self { coalesced: true, ..self }
    }

    /// With each loop, or all of them as one event.
    pub(crate) fn reported_as(self, loop_events: LoopEvents) -> Self {
        match loop_events {
            LoopEvents::Each => self,
            LoopEvents::Coalesced => self.coalesced(),
        }
    }

    /// The number of passes from the present one to the last one.
    pub(crate) fn passes(&self) -> u64 {
        self.last_pass().abs_diff(self.pass)
    }

    /// The pass and the offset of the first event, split in the direction of travel, and whether it is the start.
    /// `None` if nothing lies ahead. To be called before the first event is taken.
    pub(crate) const fn begins_at(&self) -> Option<(i64, Span, bool)> {
        match self.cursor {
            Cursor::Start { offset } => Some((self.pass, offset, true)),
            Cursor::Enter { offset, .. } => Some((self.pass, offset, false)),
            Cursor::Inside | Cursor::Done => None,
        }
    }

    /// The pass and the offset in which it goes on after its start, if it has turned round there. To be called before the
    /// first event is taken.
    pub(crate) const fn turns_at_start(&self) -> Option<(i64, Span)> {
        self.turned
    }

    /// The playhead as it travels; for a jump, in the direction of the jump.
    pub(crate) const fn head(&self) -> &Playhead {
        &self.head
    }

    /// The event at `path`; `None` past the limit.
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

    /// The event at the end of the pass: a loop, or the end.
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
                    if let Some((pass, offset)) = self.turned.take() {
                        self.pass = pass;
                        self.cursor = Cursor::Enter { offset, arrived: false };
                        continue;
                    }
                    break self.boundary();
                }
                Cursor::Done => return None,
            }
        };
        if event.is_none() {
            self.cursor = Cursor::Done; // all further events are due later
        }
        event
    }
}

impl core::iter::FusedIterator for PlayheadEvents<'_> {}
