//! Reports the events of a playing timeline, one window for each pass of the playhead.

use alloc::vec::Vec;

use super::{ItemId, Timeline, TimelineEvent, TimelineEvents, events::EventsLeft};
use crate::{
    clip::Window,
    event::{Direction, Event, EventKind, Reason},
    playback::{Playhead, PlayheadEvents, PlayheadPosition, RepeatMode, SeekPolicy},
    time::{Span, Time},
};

/// The events of the last step or command, in order. With a reused buffer, a step allocates nothing once the buffer is
/// large enough.
#[derive(Clone, Debug, Default)]
pub struct EventBuffer {
    events: Vec<Event<ItemId>>,
    crossed: TimelineEvents,
}

impl EventBuffer {
    /// The events of the last step or command.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Play, time::{Time, ms}, timeline::{EventBuffer, Playing, TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.advance(ms(1000), &door, &mut events);
    /// assert_eq!(events.events().len(), 4, "the start and the end of the door, and of its tween");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[Event<ItemId>] {
        &self.events
    }

    pub(super) fn clear(&mut self) {
        self.events.clear();
    }

    pub(super) fn push(&mut self, event: Event<ItemId>) {
        self.events.push(event);
    }

    /// Drops the events that are due later.
    pub(super) fn keep_until(&mut self, due: Time) {
        self.events.retain(|event| event.due <= due);
    }
}

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

/// The state in which a window begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Continues where the last window ended; that position was reported.
    GoesOn,
    /// Begins at a position that was not reported.
    Arrives,
    /// Begins where the previous pass has turned round.
    Turns,
}

/// A range of one pass.
struct PassRange {
    pass: i64,
    from: Span,
    to: Span,
    entry: Entry,
}

/// Reports a range of time.
pub(super) struct Reporter {
    now: Time,
    reason: Reason,
    policy: SeekPolicy,
    /// Whether all events are due now.
    jumps: bool,
}

impl Reporter {
    /// Of a step that ends now: all events, each due at its time.
    pub(super) const fn of_step(now: Time) -> Self {
        Self { now, reason: Reason::Played, policy: SeekPolicy::All, jumps: false }
    }

    /// Of a jump: the events that the policy selects, all due now.
    pub(super) const fn of_jump(now: Time, reason: Reason, policy: SeekPolicy) -> Self {
        Self { now, reason, policy, jumps: true }
    }

    /// Reports a range pass by pass, up to `to` on the playhead's path. Returns whether it reported the start.
    ///
    /// Both ends of the range are split into passes in the direction of travel. At a boundary the playhead may be on
    /// the other side, because it turned round or was put there. Its position would then open a window in a pass that
    /// it leaves at once.
    pub(super) fn report<K>(
        &self,
        events: PlayheadEvents<'static>,
        to: i128,
        timeline: &Timeline<K>,
        buffer: &mut EventBuffer,
    ) -> bool {
        let head = *events.head();
        let begins = events.begins_at().map(|(pass, offset, is_start)| {
            let entry = if is_start { Entry::Arrives } else { Entry::GoesOn };
            (pass, head.local(pass, offset), entry)
        });
        let mut at = begins.filter(|(_, _, entry)| *entry == Entry::GoesOn);
        let mut started = false;
        let mut left = EventsLeft::of_one_step();
        let mut events = events;
        loop {
            if left.are_too_few(events.passes()) {
                events = events.coalesced();
            }
            let Some(moment) = events.next() else { break };
            left.count_one();
            let (begin, end) = head.range();
            let ends_of = |pass| match head.direction_in(pass) {
                Direction::Forward => (begin, end),
                Direction::Backward => (end, begin),
            };
            if let Some((pass, from, entry)) = at {
                let range = PassRange { pass, from, to: ends_of(pass).1, entry };
                self.window(&head, range, timeline, &mut left, buffer);
            }
            let counts = match moment.kind {
                EventKind::Start => {
                    started = true;
                    true
                }
                EventKind::End => !self.jumps, // a jump checks for the end itself
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
        if let Some((pass, from, entry)) = at {
            let (last, offset) = head.split(to);
            let range = PassRange { pass, from, to: head.local(last, offset), entry };
            self.window(&head, range, timeline, &mut left, buffer);
        }
        started
    }

    /// Reports a range of one pass that continues at `from`; `from` itself was reported.
    pub(super) fn within_pass<K>(
        &self,
        head: &Playhead,
        from: PlayheadPosition,
        to: Span,
        timeline: &Timeline<K>,
        buffer: &mut EventBuffer,
    ) {
        let mut left = EventsLeft::of_one_step();
        let range = PassRange { pass: from.pass, from: from.local, to, entry: Entry::GoesOn };
        self.window(head, range, timeline, &mut left, buffer);
    }

    fn window<K>(
        &self,
        head: &Playhead,
        range: PassRange,
        timeline: &Timeline<K>,
        left: &mut EventsLeft,
        buffer: &mut EventBuffer,
    ) {
        if self.policy == SeekPolicy::Silent {
            return;
        }
        let PassRange { pass, from, to, entry } = range;
        let window = match head.direction_in(pass) {
            Direction::Forward => Window::forward(from, to),
            Direction::Backward => Window::backward(from, to),
        };
        let window = if entry == Entry::Arrives { window.with_start() } else { window };
        timeline.cross(window, entry == Entry::Turns, left, &mut buffer.crossed);
        if buffer.crossed.is_empty() {
            return;
        }
        // At normal speed and on whole flicks, all events of the range have the lateness of its start.
        let steady = head.is_steady() && head.direction_in(pass) == Direction::Forward;
        let ahead = head.path_to(pass, from) - head.path_at_anchor() - i128::from(from.flicks());
        let zero = ahead + i128::from(head.anchor().flicks());
        let due_at = |at: Span| match i64::try_from(zero + i128::from(at.flicks())) {
            Ok(due) if steady => Some(head.anchor().max(Time::from_flicks(due))),
            _ => head.due(head.path_to(pass, at)),
        };
        for crossing in buffer.crossed.iter() {
            // The playhead reports the events of the whole, because it may play only a part.
            let own = crossing.item == ItemId::WHOLE && crossing.kind != EventKind::Loop;
            if own || (self.policy == SeekPolicy::State && !crossing.is_state) {
                continue;
            }
            let due = if self.jumps { self.now } else { due_at(crossing.at).unwrap_or(self.now) };
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
