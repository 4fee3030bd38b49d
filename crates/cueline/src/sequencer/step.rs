//! One step: from moment to moment through what ends, then one call for everything that goes on.
//!
//! First the step walks through the moments at which something starts or ends, in order of time; at one
//! moment foreground first, then the turn of the next epoch, then the background, and each lane in the
//! order of declaration. An entry that ends gets its last call there, and its commands take effect at that
//! very moment. Then everything that still shows is called once at the end of the step. So a step makes one
//! call for each entry, and dividing a step changes neither what happens nor when.

use super::{
    AdvanceError, Commands, EntryId, Handler, LabelPassed, Role, Sequencer, Shown, Update,
    commands::Outbox,
    due::{Due, Lane},
    event_at,
    row::{AnyDuration, Ending, Row},
};
use crate::{
    event::{EventKind, Reason},
    time::{Span, Time},
};

/// Entries without duration that may queue one another at one moment before a step is cut off.
pub(super) const CHAIN_LIMIT: u32 = 10_000;

/// When a change takes effect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) at: Time,
    pub(super) in_step: bool,
}

impl Moment {
    /// From outside of a step.
    pub(super) const fn outside(now: Time) -> Self {
        Self { at: now, in_step: false }
    }

    const fn in_step(at: Time) -> Self {
        Self { at, in_step: true }
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
        if !self.dropped.is_empty() {
            self.outbox.events.append(&mut self.dropped);
        }
        self.due.begin_step(self.front.iter().chain(&self.background));
        let mut walk = Walk::step(to, self.outbox.next_id);
        let walked = self.walk(&mut walk, handler);
        self.end_step(to, walk.reason, walked.is_ok(), handler);
        walked
    }

    #[inline]
    fn walk(&mut self, walk: &mut Walk, handler: &mut impl Handler<P>) -> Result<(), AdvanceError> {
        while self.play_next(walk, handler)? {}
        Ok(())
    }

    /// Plays what comes next, up to the end of the walk; returns `false` when nothing does.
    #[inline]
    pub(super) fn play_next(
        &mut self,
        walk: &mut Walk,
        handler: &mut impl Handler<P>,
    ) -> Result<bool, AdvanceError> {
        let next = self.due.first().filter(|next| next.at <= walk.to);
        if let Some(turn) = self.next_turn().filter(|turn| *turn <= walk.to)
            && next.is_none_or(|next| (turn, Lane::Turn) < (next.at, next.lane))
        {
            self.now = self.now.max(turn);
            self.begin_epoch(turn, walk, handler);
            return Ok(true);
        }
        let Some(due) = next else { return Ok(false) };
        self.due.remove_first();
        self.play(due, walk, handler)?;
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
            (Some(row), _) => row.time(),
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
        self.drop_ended();
        // Entries that begin without delay report their start here, as long as nothing comes between. A skip may
        // end at this turn, before they begin.
        let mut in_line = walk.reason != Reason::Skipped;
        let is_next = |row: &mut Row<P>| row.epoch == epoch || row.is_over();
        while let Some(mut row) = self.waiting.pop_front_if(is_next) {
            if row.is_over() {
                continue; // cancelled
            }
            #[cfg(test)]
            super::tests::count_visit();
            row.take_turn(turn.max(row.time()));
            if in_line && row.role != Role::Background && row.time() <= turn {
                in_line = start(&mut row, walk, epoch, &mut self.outbox, handler).is_ok()
                    && row.next_moment().is_none_or(|end| end > turn);
            }
            self.add_to_lane(row);
        }
    }

    /// Plays the start or the end of an entry.
    #[inline]
    fn play(
        &mut self,
        Due { at, lane, id }: Due,
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
        if !row.has_begun()
            && let Err(error) = start(row, walk, self.running, &mut self.outbox, handler)
        {
            self.due.add(row); // it begins with the next step
            return Err(error);
        }
        let Some(end) = row.end().filter(|end| *end <= at) else {
            self.due.add(row);
            return Ok(());
        };
        let (start, role) = (row.time(), row.role);
        let reason = if row.skipped { Reason::Skipped } else { walk.reason };
        let call = Call { at: end, ended: true, lateness: walk.lateness(end), reason };
        call.show(row, &mut self.outbox, handler);
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
        self.start_followers(id, end);
        self.carry_out(Moment::in_step(end));
        self.drop_ended();
        walk.count_chain(id, start, end)
    }

    /// Calls everything that goes on, once; then puts the report in order.
    #[inline]
    pub(super) fn end_step(
        &mut self,
        to: Time,
        reason: Reason,
        calls: bool,
        handler: &mut impl Handler<P>,
    ) {
        self.now = to;
        if calls {
            self.call_lane::<false>(to, reason, handler);
            if !self.background.is_empty() {
                self.call_lane::<true>(to, reason, handler);
            }
        }
        self.drop_ended();
        self.due.end_step(self.front.len() + self.background.len());
        self.settle_events();
    }

    /// Calls every entry of a lane that shows at `to` and goes on.
    #[inline]
    fn call_lane<const BACKGROUND: bool>(
        &mut self,
        to: Time,
        reason: Reason,
        handler: &mut impl Handler<P>,
    ) {
        let call = Call { at: to, ended: false, lateness: Span::ZERO, reason };
        let mut place = 0;
        loop {
            let rows = if BACKGROUND { &mut self.background } else { &mut self.front };
            for row in rows.iter_mut().skip(place) {
                place += 1;
                if row.goes_on(to) && !row.is_over() {
                    call.show(row, &mut self.outbox, handler);
                    row.set_called(to);
                    if !self.outbox.commands.is_empty() {
                        break;
                    }
                }
            }
            if self.outbox.commands.is_empty() {
                return;
            }
            self.carry_out(Moment::in_step(to));
        }
    }

    /// Computes how late each event is, and puts the events in order of time.
    #[inline]
    fn settle_events(&mut self) {
        let events = &mut self.outbox.events;
        let (mut latest, mut sorted) = (Time::MIN, true);
        for event in &mut *events {
            event.lateness = self.now - event.due;
            sorted &= latest <= event.due;
            latest = event.due;
        }
        if sorted {
            return;
        }
        // At one time they already lie in order. Their places keep it so, in the field that can be found again: a
        // stable sort would allocate.
        for (place, event) in (0..).zip(&mut *events) {
            event.lateness = Span::from_flicks(place);
        }
        events.sort_unstable_by_key(|event| (event.due, event.lateness));
        for event in events {
            event.lateness = self.now - event.due;
        }
    }
}

/// What a call says besides the entry itself.
struct Call {
    at: Time,
    ended: bool,
    lateness: Span,
    reason: Reason,
}

impl Call {
    /// Calls the handler for an entry that has begun.
    #[inline(always)]
    fn show<P>(&self, row: &mut Row<P>, outbox: &mut Outbox<P>, handler: &mut impl Handler<P>) {
        #[cfg(test)]
        super::tests::count_visit();
        let Self { at, ended, lateness, reason } = *self;
        let (id, role, start) = (row.id, row.role, row.time());
        let (started, before) = (row.called().is_none(), row.shown_until() - start);
        let (elapsed, duration) = (at - start, row.span());
        let Some(payload) = &mut row.payload else { return };
        let update = Update {
            payload,
            id,
            role,
            started,
            ended,
            elapsed,
            before,
            duration,
            at,
            lateness,
            reason,
        };
        handler.update(update, &mut Commands { outbox, entry: id, start, at, reason });
    }
}

/// Begins to show an entry and reports it, unless its duration cannot be known.
#[inline]
fn start<P>(
    row: &mut Row<P>,
    walk: &Walk,
    running: u64,
    outbox: &mut Outbox<P>,
    handler: &mut impl Handler<P>,
) -> Result<(), AdvanceError> {
    match (row.ending(), &mut row.payload) {
        (Ending::OnTurn, Some(payload)) => {
            let Some(duration) = handler.duration(payload) else {
                return Err(AdvanceError::NoDuration { entry: row.id, at: row.time() });
            };
            row.set_duration(AnyDuration::Fixed(duration));
        }
        (Ending::Open, _) if running < walk.target => {
            row.set_duration(AnyDuration::Fixed(Span::ZERO));
        }
        _ => {}
    }
    row.begin();
    outbox.events.push(event_at(row.time(), row.id, EventKind::Start, walk.reason));
    Ok(())
}
