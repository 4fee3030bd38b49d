//! Reports the events of what plays, one window for each pass of the playhead.

use alloc::vec::Vec;

use super::{
    ContentEvent, ContentEvents, Fade, ItemId, Playable, Playhead, PlayheadPosition, RepeatMode,
    SeekPolicy, Weight, playhead_events::PlayheadEvents,
};
use crate::{
    clip::Window,
    event::{Direction, Event, EventKind, Reason},
    time::{Span, Time},
};

/// The events of the last step or command, in order. With a reused buffer, a step allocates nothing once the buffer is
/// large enough.
#[derive(Clone, Debug, Default)]
pub struct EventBuffer {
    events: Vec<Event<ItemId>>,
    crossed: ContentEvents,
}

impl EventBuffer {
    /// The events of the last step or command.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::{EventBuffer, Play, Playing}, time::{Time, ms}, timeline::{TimelineBuilder, from_to}};
    /// # let door = TimelineBuilder::new("door").then(from_to("angle", 0.0, 90.0).duration(ms(900))).build()?;
    /// let mut events = EventBuffer::default();
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.step(Time::from_millis(1000), &door, &mut events);
    /// assert_eq!(events.events().len(), 4, "the start and the end of the door, and of its tween");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[Event<ItemId>] {
        &self.events
    }

    pub(super) const fn new() -> Self {
        Self { events: Vec::new(), crossed: ContentEvents::new() }
    }

    pub(super) fn clear(&mut self) {
        self.events.clear();
    }

    pub(super) fn push(&mut self, event: Event<ItemId>) {
        self.events.push(event);
    }

    /// The buffer for the events of one window.
    pub(super) const fn crossed(&mut self) -> &mut ContentEvents {
        &mut self.crossed
    }

    /// Drops the events that are due later.
    pub(super) fn keep_until(&mut self, due: Time) {
        self.events.retain(|event| event.due <= due);
    }
}

/// The state in which a window begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PassEntry {
    /// Continues where the last window ended; that position was reported.
    GoesOn,
    /// Begins at a position that was not reported.
    Arrives,
    /// Begins where the previous pass has turned round.
    Turns,
}

/// Where a range of one pass begins.
#[derive(Clone, Copy)]
struct Begin {
    pass: i64,
    from: Span,
    entry: PassEntry,
}

impl Begin {
    /// Where the events begin; `None` if nothing lies ahead. To be called before the first event is taken.
    fn of(events: &PlayheadEvents) -> Option<Self> {
        let (pass, offset, is_start) = events.begins_at()?;
        let entry = if is_start { PassEntry::Arrives } else { PassEntry::GoesOn };
        Some(Self { pass, from: events.head().local(pass, offset), entry })
    }

    /// The window from here to `to` in the same pass.
    fn window(self, head: &Playhead, to: Span) -> Window {
        let window = match head.direction_in(self.pass) {
            Direction::Forward => Window::forward(self.from, to),
            Direction::Backward => Window::backward(self.from, to),
        };
        match self.entry {
            PassEntry::GoesOn => window,
            PassEntry::Arrives => window.with_start(),
            PassEntry::Turns => window.turned(),
        }
    }
}

/// Reports a range of time.
pub(super) struct Reporter {
    now: Time,
    reason: Reason,
    policy: SeekPolicy,
    /// Whether all events are due now.
    jumps: bool,
    /// The weight: what is inside of weightless content is silent.
    fade: Fade,
}

impl Reporter {
    /// Of a step that ends now: all events, each due at its time.
    pub(super) const fn of_step(now: Time, fade: Fade) -> Self {
        Self { now, reason: Reason::Played, policy: SeekPolicy::All, jumps: false, fade }
    }

    /// Of a jump: the events that the policy selects, all due now.
    pub(super) const fn of_jump(now: Time, reason: Reason, policy: SeekPolicy) -> Self {
        Self { now, reason, policy, jumps: true, fade: Fade::constant(Weight::FULL) }
    }

    /// Reports a range pass by pass, up to `to` on the playhead's path. Returns whether it reported the start.
    ///
    /// Both ends of the range are split into passes in the direction of travel. At a boundary the playhead may be on
    /// the other side, because it turned round or was put there. Its position would then open a window in a pass that
    /// it leaves at once.
    pub(super) fn report<P: Playable + ?Sized>(
        &self,
        mut events: PlayheadEvents,
        to: i128,
        what: &P,
        buffer: &mut EventBuffer,
    ) -> bool {
        let head = *events.head();
        let begins = Begin::of(&events);
        let turned = events.turns_at_start().map(|(pass, offset)| Begin {
            pass,
            from: head.local(pass, offset),
            entry: PassEntry::GoesOn,
        });
        let mut at = begins.filter(|begin| begin.entry == PassEntry::GoesOn);
        let mut started = false;
        buffer.crossed.refill();
        loop {
            if buffer.crossed.left().are_too_few(events.passes()) {
                events = events.coalesced();
            }
            let Some(moment) = events.next() else { break };
            buffer.crossed.left().count_one();
            if let Some(begin) = at {
                self.window(&head, begin, head.end_of_pass(begin.pass), what, buffer);
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
                buffer.push(moment.event(ItemId::WHOLE, self.now, self.reason));
            }
            at = match moment.kind {
                EventKind::Start if turned.is_some() => {
                    if let Some(begin) = begins {
                        self.window(&head, begin, begin.from, what, buffer);
                    }
                    turned
                }
                EventKind::Start => begins,
                EventKind::End => return started,
                _ => {
                    let turns = head.repeat() == RepeatMode::PingPong;
                    let entry = if turns { PassEntry::Turns } else { PassEntry::Arrives };
                    Some(Begin { pass: moment.pass, from: head.start_of_pass(moment.pass), entry })
                }
            };
        }
        if let Some(begin) = at {
            let (last, offset) = head.split(to);
            self.window(&head, begin, head.local(last, offset), what, buffer);
        }
        started
    }

    /// Reports a range of one pass that continues at `from`; `from` itself was reported.
    pub(super) fn within_pass<P: Playable + ?Sized>(
        &self,
        head: &Playhead,
        from: PlayheadPosition,
        to: Span,
        what: &P,
        buffer: &mut EventBuffer,
    ) {
        buffer.crossed.refill();
        let begin = Begin { pass: from.pass, from: from.local, entry: PassEntry::GoesOn };
        self.window(head, begin, to, what, buffer);
    }

    fn window<P: Playable + ?Sized>(
        &self,
        head: &Playhead,
        begin: Begin,
        to: Span,
        what: &P,
        buffer: &mut EventBuffer,
    ) {
        if self.policy == SeekPolicy::Silent {
            return;
        }
        what.events_in(begin.window(head, to), &mut buffer.crossed);
        if buffer.crossed.is_empty() {
            return;
        }
        let Begin { pass, from, .. } = begin;
        // At normal speed and on whole flicks, all events of the range have the lateness of its start.
        let steady = head.is_steady() && head.direction_in(pass) == Direction::Forward;
        let ahead = head.path_to(pass, from) - head.path_at_anchor() - i128::from(from.flicks());
        let zero = ahead + i128::from(head.anchor().flicks());
        let due_at = |at: Span| match i64::try_from(zero + i128::from(at.flicks())) {
            Ok(due) if steady => Some(head.anchor().max(Time::from_flicks(due))),
            _ => head.due(head.path_to(pass, at)),
        };
        for crossing in buffer.crossed.iter() {
            if crossing.is_edge_of_whole()
                || (self.policy == SeekPolicy::State && !crossing.is_state)
            {
                continue;
            }
            let due = if self.jumps { self.now } else { due_at(crossing.at).unwrap_or(self.now) };
            let ContentEvent { item: id, kind, direction, pass: own_pass, .. } = *crossing;
            // What has one part only knows no passes: the playhead counts them.
            let loop_index = if id == ItemId::WHOLE && kind != EventKind::Loop {
                pass.unsigned_abs()
            } else {
                own_pass
            };
            let is_silent = self.fade.at(due) == Weight::ZERO;
            let reason = if is_silent { Reason::Muted } else { self.reason };
            let lateness = self.now - due;
            buffer.events.push(Event { due, lateness, id, kind, reason, direction, loop_index });
        }
    }
}

/// The time of the first event after `after` of a playhead that has begun.
pub(super) fn first_after<P: Playable + ?Sized>(
    head: &Playhead,
    after: Time,
    what: &P,
    out: &mut ContentEvents,
) -> Option<Time> {
    let mut events = head.events(Some(after), Time::MAX);
    let begins = Begin::of(&events);
    let edge = events.next().map(|event| event.due);
    let Some(begin) = begins.filter(|begin| begin.entry == PassEntry::GoesOn && !what.is_silent())
    else {
        return edge;
    };
    let first = what.next_in(begin.window(head, head.end_of_pass(begin.pass)), out);
    let within = first.and_then(|at| head.due(head.path_to(begin.pass, at)));
    match (within, edge) {
        (Some(within), Some(edge)) => Some(within.min(edge)),
        (within, edge) => within.or(edge),
    }
}
