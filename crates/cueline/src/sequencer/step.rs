//! One step: from moment to moment through what ends, then one call for everything that goes on.
//!
//! First the step walks through the moments at which something starts or ends, in order of time; at one
//! moment foreground first, then the turn of the next epoch, then the background, and each lane in the
//! order of declaration. An entry that ends gets its last call there, and its commands take effect at that
//! very moment. Then everything that still shows is called once at the end of the step. So a step makes one
//! call for each entry, and dividing a step changes neither what happens nor when.

use core::cmp::Reverse;

use super::{
    AdvanceError, Commands, EntryId, Handler, LabelPassed, Role, Sequencer, Shown, Update,
    event_at,
    row::{AnyDuration, Ending, Life, Row},
};
use crate::{
    event::{Event, EventKind, Reason},
    time::{Span, Time},
};

/// Entries without duration that may queue one another at one moment before a step is cut off.
pub(super) const CHAIN_LIMIT: u32 = 10_000;

/// When a change takes effect, and up to when the step that is under way still plays what it brings about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) at: Time,
    until: Option<Time>,
    in_step: bool,
}

impl Moment {
    /// From outside of a step.
    pub(super) const fn outside(now: Time) -> Self {
        Self { at: now, until: None, in_step: false }
    }

    const fn in_walk(at: Time, until: Time) -> Self {
        Self { at, until: Some(until), in_step: true }
    }

    /// When all that starts or ends in the step has been played.
    const fn end_of_step(at: Time) -> Self {
        Self { at, until: None, in_step: true }
    }

    pub(super) const fn is_in_step(self) -> bool {
        self.in_step
    }
}

/// A start or an end that falls into the step. At one moment they come in the order of lanes, then of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    at: Time,
    lane: Lane,
    id: EntryId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lane {
    Foreground,
    /// The turn of the next epoch.
    Turn,
    Background,
}

impl From<Role> for Lane {
    fn from(role: Role) -> Self {
        if role == Role::Background { Self::Background } else { Self::Foreground }
    }
}

/// What a walk through the moments needs to know.
pub(super) struct Walk {
    /// Plays what is due up to here.
    pub(super) to: Time,
    pub(super) reason: Reason,
    /// Entries from this id on were queued during the step.
    pub(super) first_new: u64,
    /// The epoch at whose turn a skip ends.
    target: u64,
    /// How many of those, all without duration, have ended at `chain_at`.
    chain: u32,
    chain_at: Time,
}

impl Walk {
    /// Of a step up to `to`.
    const fn step(to: Time, first_new: u64) -> Self {
        let (reason, target) = (Reason::Played, 0);
        Self { to, reason, first_new, target, chain: 0, chain_at: Time::MIN }
    }

    /// Of a skip up to an epoch's turn.
    pub(super) const fn skip(target: u64, first_new: u64) -> Self {
        Self { target, reason: Reason::Skipped, ..Self::step(Time::MAX, first_new) }
    }

    /// In a skip it is not known how late a call is.
    fn lateness(&self, at: Time) -> Span {
        if self.reason == Reason::Skipped { Span::ZERO } else { self.to - at }
    }

    /// Counts entries without duration that were queued by one another at one moment.
    fn count_chain(&mut self, id: EntryId, start: Time, end: Time) -> Result<(), AdvanceError> {
        if id.0 < self.first_new || start != end {
            return Ok(());
        }
        self.chain = if end == self.chain_at { self.chain + 1 } else { 1 };
        self.chain_at = end;
        if self.chain < CHAIN_LIMIT {
            return Ok(());
        }
        Err(AdvanceError::Runaway { at: end, limit: CHAIN_LIMIT })
    }
}

impl<P> Sequencer<P> {
    /// Begins a new report.
    pub(super) fn begin_step(&mut self) {
        self.outbox.events.clear();
        self.outbox.commands.clear(); // left there by a callback that has panicked
        self.passed.clear();
    }

    /// Plays on to `to`, which is not before now.
    #[inline]
    pub(super) fn step(
        &mut self,
        to: Time,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        self.outbox.events.append(&mut self.dropped);
        // Not known again before the step is over: a callback may panic.
        if core::mem::replace(&mut self.soonest, Time::MIN) <= to {
            self.gather(to);
        } else {
            self.due.clear(); // a skip leaves there what lies beyond its goal
        }
        let mut walk = Walk::step(to, self.outbox.next_id);
        let walked = if self.due.is_empty() && self.next_turn().is_none() {
            Ok(())
        } else {
            self.walk(&mut walk, handler)
        };
        self.end_step(to, walk.reason, walked.is_ok(), handler);
        walked
    }

    fn walk(&mut self, walk: &mut Walk, handler: &mut impl Handler<P>) -> Result<(), AdvanceError> {
        while self.play_next(walk, handler)? {}
        Ok(())
    }

    /// Finds what starts or ends by `to` among the entries whose turn has come.
    #[inline]
    pub(super) fn gather(&mut self, to: Time) {
        self.due.clear();
        for row in self.front.iter().chain(&self.background) {
            if let Some(at) = row.next_moment().filter(|at| *at <= to)
                && !row.is_over()
            {
                self.due.push(Reverse(Due { at, lane: row.role.into(), id: row.id }));
            }
        }
    }

    /// Notes that an entry starts or ends, where the step that is under way plays that.
    #[inline]
    pub(super) fn expect(&mut self, at: Time, role: Role, id: EntryId, moment: Moment) {
        match moment.until {
            Some(until) if at <= until => self.due.push(Reverse(Due { at, lane: role.into(), id })),
            _ => self.soonest = self.soonest.min(at),
        }
    }

    /// Plays what comes next, up to the end of the walk; returns `false` when nothing does.
    pub(super) fn play_next(
        &mut self,
        walk: &mut Walk,
        handler: &mut impl Handler<P>,
    ) -> Result<bool, AdvanceError> {
        if self.over > 64 && self.over > (self.front.len() + self.background.len()) / 2 {
            self.drop_ended(); // so that no search goes through what is over
        }
        let next = self.due.peek().map(|Reverse(due)| *due);
        if let Some(turn) = self.next_turn().filter(|turn| *turn <= walk.to)
            && next.is_none_or(|next| (turn, Lane::Turn) < (next.at, next.lane))
        {
            self.now = self.now.max(turn);
            self.begin_epoch(turn, walk, handler);
            return Ok(true);
        }
        let Some(Due { at, lane, id }) = next else { return Ok(false) };
        self.due.pop();
        self.play(at, lane, id, walk, handler)?;
        Ok(true)
    }

    /// The turn of the next epoch, where nothing holds the running one.
    #[inline]
    pub(super) fn next_turn(&self) -> Option<Time> {
        if self.holding > 0 {
            return None;
        }
        let queued = match (self.waiting.front(), self.labels.first()) {
            (Some(row), Some(label)) if label.epoch < row.epoch => label.at,
            (Some(row), _) => row.time,
            (None, label) => label?.at,
        };
        Some(self.hold_end.max(queued))
    }

    /// Gives the next epoch its turn.
    fn begin_epoch(&mut self, turn: Time, walk: &Walk, handler: &mut impl Handler<P>) {
        let epochs = (self.waiting.front().map(|row| row.epoch), self.labels.first());
        let epoch = match epochs {
            (Some(row), Some(label)) => row.min(label.epoch),
            (Some(row), None) => row,
            (None, Some(label)) => label.epoch,
            (None, None) => return,
        };
        (self.running, self.hold_end) = (epoch, turn);
        if !self.labels.is_empty() {
            let passed = self.labels.iter().take_while(|label| label.epoch <= epoch).count();
            let reason = walk.reason;
            let labels = self.labels.drain(..passed);
            self.passed.extend(labels.map(|label| LabelPassed {
                name: label.name,
                at: turn,
                reason,
            }));
        }
        let moment = Moment::in_walk(turn, walk.to);
        // Entries that begin without delay report their start here, as long as nothing comes between. A skip may
        // end at this turn, before they begin.
        let mut in_line = walk.reason != Reason::Skipped;
        while let Some(row) = self.waiting.front_mut() {
            if row.is_over() {
                self.waiting.pop_front();
                continue;
            }
            if row.epoch != epoch {
                break;
            }
            let plain = row.role != Role::Background && row.delay().is_zero() && row.time <= turn;
            let begins = plain && in_line;
            if begins {
                row.time = turn;
                self.outbox.events.push(start(row, walk, self.running, handler));
                in_line = row.end().is_none_or(|end| end > turn);
            } else {
                in_line &= !plain;
            }
            #[cfg(test)]
            super::tests::count_visit();
            let Some(row) = self.waiting.pop_front() else { break };
            let turn = turn.max(row.time);
            if begins {
                self.show_begun(row, moment);
            } else {
                self.show(row, turn, moment);
            }
        }
    }

    /// Shows an entry whose start has been reported.
    #[inline]
    fn show_begun(&mut self, row: Row<P>, moment: Moment) {
        self.holding += usize::from(row.role == Role::Holding);
        if let Some(end) = row.end() {
            self.expect(end, row.role, row.id, moment);
        }
        match self.front.last() {
            Some(last) if row.id < last.id => {
                let place = self.front.partition_point(|other| other.id < row.id);
                self.front.insert(place, row);
            }
            _ => self.front.push(row),
        }
    }

    /// Plays the start or the end of an entry.
    fn play(
        &mut self,
        at: Time,
        lane: Lane,
        id: EntryId,
        walk: &mut Walk,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        let rows = if lane == Lane::Background { &mut self.background } else { &mut self.front };
        let Some(row) = super::place_of(rows, id).and_then(|place| rows.get_mut(place)) else {
            return Ok(());
        };
        if row.is_over() || row.next_moment().is_none_or(|moment| moment > at) {
            return Ok(()); // cancelled or finished meanwhile
        }
        self.now = self.now.max(at);
        if !row.has_begun() {
            self.outbox.events.push(start(row, walk, self.running, handler));
            if let Some(end) = row.end().filter(|end| *end > at && *end <= walk.to) {
                self.due.push(Reverse(Due { at: end, lane, id }));
            }
        }
        let called = row.called();
        let (Some(end), Some(payload)) = (row.end().filter(|end| *end <= at), &mut row.payload)
        else {
            return Ok(());
        };
        #[cfg(test)]
        super::tests::count_visit();
        let (started, role) = (row.time, row.role);
        let reason = if row.skipped { Reason::Skipped } else { walk.reason };
        let update = Update {
            payload,
            id,
            role,
            started: called.is_none(),
            ended: true,
            elapsed: end - started,
            before: called.unwrap_or(started) - started,
            duration: Some(end - started),
            at: end,
            lateness: walk.lateness(end),
            reason,
        };
        let outbox = &mut self.outbox;
        let mut commands = Commands { outbox, entry: id, start: started, at: end, reason };
        handler.update(update, &mut commands);
        let payload = row.payload.take();
        self.over += 1;
        if let Some(payload) = payload
            && self.journal.is_kept()
        {
            let row = row.without_payload();
            self.journal.over(Shown::over(&row, payload, end), true);
        }
        self.outbox.events.push(event_at(end, id, EventKind::End, reason));
        if role == Role::Holding {
            self.end_hold(end);
        }
        let moment = Moment::in_walk(end, walk.to);
        self.start_followers(id, end, moment);
        self.carry_out(moment);
        walk.count_chain(id, started, end)
    }

    /// Calls everything that goes on, once; then puts the report in order.
    pub(super) fn end_step(
        &mut self,
        to: Time,
        reason: Reason,
        calls: bool,
        handler: &mut impl Handler<P>,
    ) {
        self.now = to;
        if calls {
            let mut soonest = self.call_lane::<false>(to, reason, handler);
            if !self.background.is_empty() {
                soonest = soonest.min(self.call_lane::<true>(to, reason, handler));
            }
            self.soonest = soonest;
        }
        self.drop_ended();
        self.settle_events();
    }

    /// Returns a bound before which nothing in the lane starts or ends.
    #[inline]
    fn call_lane<const BACKGROUND: bool>(
        &mut self,
        to: Time,
        reason: Reason,
        handler: &mut impl Handler<P>,
    ) -> Time {
        let (mut place, mut soonest) = (0, Time::MAX);
        loop {
            let rows = if BACKGROUND { &mut self.background } else { &mut self.front };
            let Some(row) = rows.get_mut(place) else { return soonest };
            place += 1;
            soonest = row.next_moment().map_or(soonest, |moment| soonest.min(moment));
            let before = row.shown_until();
            if !row.has_begun() || before >= to || row.end().is_some_and(|end| end <= to) {
                continue; // it has not begun, no time has passed for it, or its last call comes next
            }
            let (started, duration) = (row.life != Life::Shown, row.span());
            let (id, role, start) = (row.id, row.role, row.time);
            let Some(payload) = &mut row.payload else { continue };
            #[cfg(test)]
            super::tests::count_visit();
            let update = Update {
                payload,
                id,
                role,
                started,
                ended: false,
                elapsed: to - start,
                before: before - start,
                duration,
                at: to,
                lateness: Span::ZERO,
                reason,
            };
            let outbox = &mut self.outbox;
            let mut commands = Commands { outbox, entry: id, start, at: to, reason };
            handler.update(update, &mut commands);
            row.set_called(to);
            if !self.outbox.commands.is_empty() {
                self.carry_out(Moment::end_of_step(to));
                soonest = Time::MIN; // it may have brought about something
            }
        }
    }

    /// Puts the events in order of time and computes how late each is.
    #[inline]
    fn settle_events(&mut self) {
        if self.outbox.events.is_empty() {
            return;
        }
        let events = &mut self.outbox.events;
        if !events.is_sorted_by_key(|event| event.due) {
            // At one time they already lie in order. Their places keep it so, in the field that is not
            // known yet: a stable sort would allocate.
            for (place, event) in (0..).zip(&mut *events) {
                event.lateness = Span::from_flicks(place);
            }
            events.sort_unstable_by_key(|event| (event.due, event.lateness));
        }
        for event in events {
            event.lateness = self.now - event.due;
        }
    }
}

/// An entry begins to show: the event that reports it.
#[inline]
fn start<P>(
    row: &mut Row<P>,
    walk: &Walk,
    running: u64,
    handler: &mut impl Handler<P>,
) -> Event<EntryId> {
    row.life = Life::Begun;
    match (row.ending, &mut row.payload) {
        (Ending::OnTurn, Some(payload)) => {
            let span = handler.duration(payload);
            row.set_duration(AnyDuration::Fixed(span));
        }
        (Ending::Open, _) if running < walk.target => {
            row.set_duration(AnyDuration::Fixed(Span::ZERO));
        }
        _ => {}
    }
    event_at(row.time, row.id, EventKind::Start, walk.reason)
}
