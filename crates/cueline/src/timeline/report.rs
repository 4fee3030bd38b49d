//! The events of a playing timeline: the windows of the playhead's passes, one after the other.

use super::{EventBuffer, ItemId, Timeline, TimelineEvent};
use crate::{
    clip::Window,
    event::{Direction, Event, EventKind, Reason},
    playback::{LoopEvents, Playhead, PlayheadEvents, PlayheadPosition, RepeatMode, SeekPolicy},
    time::{Span, Time},
};

/// An event of the timeline as a whole.
pub(super) fn whole(
    kind: EventKind,
    due: Time,
    now: Time,
    reason: Reason,
    direction: Direction,
    pass: i64,
) -> Event<ItemId> {
    let lateness = now - due;
    Event {
        due,
        lateness,
        id: ItemId::WHOLE,
        kind,
        reason,
        direction,
        loop_index: pass.unsigned_abs(),
    }
}

/// How a window begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Where the last one has ended, all of which was reported.
    GoesOn,
    /// At a place of which nothing was reported.
    Arrives,
    /// Where a pass has turned round.
    Turns,
}

/// How a stretch of time is reported.
pub(super) struct Reporter {
    pub(super) now: Time,
    pub(super) reason: Reason,
    pub(super) policy: SeekPolicy,
    /// For a jump, the playhead that faces its direction; all of it is due now.
    pub(super) jump: Option<Playhead>,
}

impl Reporter {
    /// Reports a stretch pass by pass, up to `to` on the playhead's path; whether it reports the start.
    ///
    /// Both ends of the stretch are split into passes in the direction of travel. Where the playhead shows the other
    /// side of a boundary, as it has turned round there or was put there, its position would open a window in a pass
    /// that it leaves at once.
    pub(super) fn report<K>(
        &self,
        edges: PlayheadEvents<'static>,
        to: i128,
        timeline: &Timeline<K>,
        buffer: &mut EventBuffer,
    ) -> bool {
        let head = *edges.head();
        let begins = edges.begins_at().map(|(pass, offset, is_start)| {
            let entry = if is_start { Entry::Arrives } else { Entry::GoesOn };
            (pass, head.local(pass, offset), entry)
        });
        let mut at = begins.filter(|(_, _, entry)| *entry == Entry::GoesOn);
        let mut started = false;
        for moment in edges.reported_as(LoopEvents::Each) {
            let (begin, end) = head.range();
            let ends_of = |pass| match head.direction_in(pass) {
                Direction::Forward => (begin, end),
                Direction::Backward => (end, begin),
            };
            if let Some((pass, local, entry)) = at {
                self.window(&head, pass, (local, ends_of(pass).1), entry, timeline, buffer);
            }
            let counts = match moment.kind {
                EventKind::Start => {
                    started = true;
                    true
                }
                EventKind::End => self.jump.is_none(), // a jump looks for itself whether it is at the end
                _ => self.policy == SeekPolicy::All,
            };
            if counts {
                buffer.events.push(whole(
                    moment.kind,
                    moment.due,
                    self.now,
                    self.reason,
                    moment.direction,
                    moment.pass,
                ));
            }
            at = match moment.kind {
                EventKind::Start => begins,
                EventKind::End => None,
                _ => {
                    let turns = head.repeat() == RepeatMode::PingPong;
                    let entry = if turns { Entry::Turns } else { Entry::Arrives };
                    Some((moment.pass, ends_of(moment.pass).0, entry))
                }
            };
            if moment.kind == EventKind::End {
                return started;
            }
        }
        if let Some((pass, local, entry)) = at {
            let (last, offset) = head.split(to);
            self.window(&head, pass, (local, head.local(last, offset)), entry, timeline, buffer);
        }
        started
    }

    /// Reports a stretch of one pass that goes on at `from`, where everything was reported.
    pub(super) fn within_pass<K>(
        &self,
        head: &Playhead,
        from: PlayheadPosition,
        to: Span,
        timeline: &Timeline<K>,
        buffer: &mut EventBuffer,
    ) {
        self.window(head, from.pass, (from.local, to), Entry::GoesOn, timeline, buffer);
    }

    fn window<K>(
        &self,
        head: &Playhead,
        pass: i64,
        (from, to): (Span, Span),
        entry: Entry,
        timeline: &Timeline<K>,
        buffer: &mut EventBuffer,
    ) {
        if self.policy == SeekPolicy::Silent {
            return;
        }
        let window = match head.direction_in(pass) {
            Direction::Forward => Window::forward(from, to),
            Direction::Backward => Window::backward(from, to),
        };
        let window = if entry == Entry::Arrives { window.with_start() } else { window };
        timeline.cross(window, entry == Entry::Turns, &mut buffer.crossed);
        if buffer.crossed.is_empty() {
            return;
        }
        // A flick a flick, from whole flick to whole flick: then all of it is as late as its beginning.
        let steady = head.is_steady() && head.direction_in(pass) == Direction::Forward;
        let ahead = head.path_to(pass, from) - head.path_at_anchor() - i128::from(from.flicks());
        let zero = ahead + i128::from(head.anchor().flicks());
        let due_at = |at: Span| match i64::try_from(zero + i128::from(at.flicks())) {
            Ok(due) if steady => Some(head.anchor().max(Time::from_flicks(due))),
            _ => head.due(head.path_to(pass, at)),
        };
        for crossing in buffer.crossed.iter() {
            // The playhead reports those of the whole itself: it may play a part only.
            let own = crossing.item == ItemId::WHOLE && crossing.kind != EventKind::Loop;
            if own || (self.policy == SeekPolicy::State && !crossing.is_state) {
                continue;
            }
            let due = match self.jump {
                Some(_) => self.now,
                None => due_at(crossing.at).unwrap_or(self.now),
            };
            let TimelineEvent { item: id, kind, direction, pass: loop_index, .. } = *crossing;
            let lateness = self.now - due;
            buffer.events.push(Event {
                due,
                lateness,
                id,
                kind,
                reason: self.reason,
                direction,
                loop_index,
            });
        }
    }
}
