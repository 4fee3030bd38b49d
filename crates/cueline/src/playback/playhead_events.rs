//! The events of a playhead between two times: start, loops and end.
//!
//! An event is reported when the playhead *arrives* at its position, by travelling or by the jump back to the start of
//! the next pass. So an interval of the clock covers `(after, until]`, which is `(from, to]` of the content forward and
//! `[to, from)` backward. The position of a fresh item is included once. Each event is due at the first flick of the
//! clock at which the playhead is at its position or past it.

use core::cmp::Ordering;

use super::{LoopEvents, Playhead, part::Part};
use crate::{
    event::{Direction, Event, EventKind, Reason},
    time::{Span, Time},
};

/// One event of a playhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayheadEvent {
    /// The clock time at which the playhead reaches it.
    pub(super) due: Time,
    pub(super) kind: EventKind,
    /// The pass of the event; for a loop the pass that begins.
    pub(super) pass: i64,
    /// The direction of the content's own time at that moment.
    pub(super) direction: Direction,
}

impl PlayheadEvent {
    /// The same as an [`Event`] of `id`, reported at `now`. The loop index of passes before the first one counts back
    /// from it: 1, 2, and so on.
    pub(super) fn event<Id>(self, id: Id, now: Time, reason: Reason) -> Event<Id> {
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
pub(super) struct PlayheadEvents {
    head: Playhead,
    limit: Limit,
    cursor: Cursor,
    pass: i64,
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
    /// Before the start, at this offset of the pass.
    Start(Span),
    /// Past this offset of the pass; its boundary follows.
    Within(Span),
    Done,
}

impl Playhead {
    /// The events in `(after, until]`; with `None`, all events from the start up to `until`.
    ///
    /// A playhead knows its past back to its last change only, so `after` should not be before that change.
    pub(super) fn events(&self, after: Option<Time>, until: Time) -> PlayheadEvents {
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
            let cursor = Cursor::Start(offset);
            return PlayheadEvents {
                turned,
                ..PlayheadEvents::new(*self, Limit::Until(until), pass, cursor)
            };
        }
        self.onward(self.reached(after.unwrap_or(Time::MIN)), Limit::Until(until))
    }

    /// The events from the position at `now` to `path`, in the direction of the jump, all due at `now`. If `begins`,
    /// the start and the cues at the present position are included.
    pub(super) fn events_of_jump(&self, now: Time, path: i128, begins: bool) -> PlayheadEvents {
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
            return PlayheadEvents::new(head, limit, pass, Cursor::Start(offset));
        }
        let reached = head.reached(Time::MIN);
        head.onward(reached, limit)
    }

    /// The events after `path`; those at `path` were reported.
    fn onward(self, path: i128, limit: Limit) -> PlayheadEvents {
        if self.is_over(path) {
            return PlayheadEvents::new(self, limit, 0, Cursor::Done);
        }
        let (pass, offset) = self.split(path);
        PlayheadEvents::new(self, limit, pass, Cursor::Within(offset))
    }
}

impl PlayheadEvents {
    const fn new(head: Playhead, limit: Limit, pass: i64, cursor: Cursor) -> Self {
        Self { head, limit, cursor, pass, turned: None, coalesced: false }
    }

    /// All loops of the interval as one event, the last of them.
    pub(super) fn coalesced(self) -> Self {
        Self { coalesced: true, ..self }
    }

    /// With each loop, or all of them as one event.
    pub(super) fn reported_as(self, loop_events: LoopEvents) -> Self {
        match loop_events {
            LoopEvents::Each => self,
            LoopEvents::Coalesced => self.coalesced(),
        }
    }

    /// The number of passes from the present one to the last one.
    pub(super) fn passes(&self) -> u64 {
        self.last_pass().abs_diff(self.pass)
    }

    /// The pass and the offset of the first event, split in the direction of travel, and whether it is the start.
    /// `None` if nothing lies ahead. To be called before the first event is taken.
    pub(super) const fn begins_at(&self) -> Option<(i64, Span, bool)> {
        match self.cursor {
            Cursor::Start(offset) => Some((self.pass, offset, true)),
            Cursor::Within(offset) => Some((self.pass, offset, false)),
            Cursor::Done => None,
        }
    }

    /// The pass and the offset in which it goes on after its start, if it has turned round there. To be called before the
    /// first event is taken.
    pub(super) const fn turns_at_start(&self) -> Option<(i64, Span)> {
        self.turned
    }

    /// The playhead as it travels; for a jump, in the direction of the jump.
    pub(super) const fn head(&self) -> &Playhead {
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
        self.cursor = Cursor::Within(offset);
        Some(event)
    }

    fn path(&self, pass: i64, offset: Span) -> i128 {
        i128::from(pass) * i128::from(self.head.length().flicks()) + i128::from(offset.flicks())
    }
}

impl Iterator for PlayheadEvents {
    type Item = PlayheadEvent;

    fn next(&mut self) -> Option<PlayheadEvent> {
        let event = match self.cursor {
            Cursor::Start(offset) => {
                let event = self.moment(self.path(self.pass, offset), EventKind::Start, self.pass);
                let (pass, offset) = self.turned.take().unwrap_or((self.pass, offset));
                (self.pass, self.cursor) = (pass, Cursor::Within(offset));
                event
            }
            Cursor::Within(_) => self.boundary(),
            Cursor::Done => return None,
        };
        if event.is_none() {
            self.cursor = Cursor::Done; // all further events are due later
        }
        event
    }
}

impl core::iter::FusedIterator for PlayheadEvents {}
