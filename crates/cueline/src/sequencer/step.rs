//! One step: it plays the moments at which entries start or end, and then calls all entries that are still active.
//!
//! First the step visits the moments at which entries start or end, in order of time. At one moment the foreground comes
//! first, then the start of the next epoch, then the background; each lane in the order in which its entries were queued.
//! An entry that ends gets its last call at that moment, and its commands take effect at that moment. Then every entry
//! that is still active is called once, at the end of the step. So a step makes one call for each entry, and a division
//! of the step into several steps changes neither the events nor their times.

use super::{
    AdvanceError, Commands, EntryId, Handler, LabelPassed, Role, Sequencer, Update,
    lane::Ground,
    outbox::{Moment, Outbox},
    row::{AnyDuration, Ending, Row},
};
use crate::{
    event::{EventKind, Reason},
    time::{Span, Time},
};

/// The number of entries without a duration that may queue one another at one moment. Beyond it, the step ends with an
/// error.
pub(super) const CHAIN_LIMIT: u32 = 10_000;

/// The parameters of a walk through the moments.
pub(super) struct Walk {
    /// The walk plays everything that is due up to this time.
    pub(super) to: Time,
    pub(super) reason: Reason,
    /// Entries from this id on were queued during the step.
    pub(super) first_new: u64,
    /// The epoch at whose start a skip ends. Open-ended entries of earlier epochs end at their starts.
    target: u64,
    /// Whether the walk ends at the moment at which an open-ended entry begins to show in the foreground.
    stops_at_open: bool,
    /// The number of these entries, all without a duration, that have ended at `chain_at`.
    chain: u32,
    chain_at: Time,
}

impl Walk {
    /// Of a step up to `to`.
    const fn step(to: Time, first_new: u64) -> Self {
        let (reason, target) = (Reason::Played, 0);
        let stops_at_open = false;
        Self { to, reason, first_new, target, stops_at_open, chain: 0, chain_at: Time::MIN }
    }

    /// Of a skip up to an epoch's turn.
    pub(super) const fn skip(target: u64, first_new: u64) -> Self {
        Self { target, reason: Reason::Skipped, ..Self::step(Time::MAX, first_new) }
    }

    /// Of a skip up to the next open-ended entry.
    pub(super) const fn skip_to_open(first_new: u64) -> Self {
        Self { stops_at_open: true, ..Self::skip(0, first_new) }
    }

    /// In a skip, the lateness of a call is not known.
    fn lateness(&self, at: Time) -> Span {
        if self.reason == Reason::Skipped { Span::ZERO } else { self.to - at }
    }

    /// Counts entries without a duration that queue one another at one moment.
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
    #[inline]
    pub(super) fn begin_step(&mut self) {
        self.outbox.begin_step();
        self.lanes.forget_ended();
        if !self.passed.is_empty() {
            self.passed.clear();
        }
    }

    /// Plays on to `to`, which is not before now.
    #[inline]
    pub(super) fn step(
        &mut self,
        to: Time,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        self.outbox.report_all(&mut self.dropped);
        let mut walk = Walk::step(to, self.outbox.next_id());
        match self.walk(&mut walk, handler) {
            Ok(()) => {
                self.end_step(to, walk.reason, handler);
                Ok(())
            }
            Err(error) => {
                self.cut_off(to);
                Err(error)
            }
        }
    }

    #[inline]
    fn walk(&mut self, walk: &mut Walk, handler: &mut impl Handler<P>) -> Result<(), AdvanceError> {
        while self.play_next(walk, handler)? {}
        Ok(())
    }

    /// Plays what is due next, up to the end of the walk. Returns `false` if there is nothing.
    #[inline]
    pub(super) fn play_next(
        &mut self,
        walk: &mut Walk,
        handler: &mut impl Handler<P>,
    ) -> Result<bool, AdvanceError> {
        let Some((at, next)) = self.next().filter(|(at, _)| *at <= walk.to) else {
            return Ok(false);
        };
        self.outbox.walk_on(&mut self.now, at);
        match next {
            Next::Epoch => self.begin_epoch(at, walk.reason),
            Next::Entry(ground) => self.play_first(ground, at, walk, handler)?,
        }
        Ok(true)
    }

    /// What is due next, and when. At one moment the foreground comes first, then the start of the next epoch, then the
    /// background.
    #[inline]
    pub(super) fn next(&self) -> Option<(Time, Next)> {
        let first = |ground| {
            let due = self.lanes.lane(ground).first_due();
            due.map(|due| (due.at, Next::Entry(ground)))
        };
        let sooner = |one: Option<(Time, Next)>, other: Option<(Time, Next)>| match (one, other) {
            (Some(one), Some(other)) if other.0 < one.0 => Some(other),
            (one, other) => one.or(other),
        };
        let turn = self.next_turn().map(|at| (at, Next::Epoch));
        sooner(sooner(first(Ground::Front), turn), first(Ground::Back))
    }

    /// The start of the next epoch, if nothing holds the running epoch.
    #[inline]
    pub(super) fn next_turn(&self) -> Option<Time> {
        // Three numbers say so in the steps of a queue in which nothing waits.
        let nothing_waits = self.lanes.waiting.is_empty() && self.labels.is_empty();
        if self.lanes.hold() || nothing_waits {
            return None;
        }
        let queued = match (self.lanes.waiting.first(), self.labels.front()) {
            (Some(row), Some(label)) if label.epoch < row.epoch => label.at,
            (Some(row), _) => row.time(),
            (None, label) => label?.at,
        };
        Some(self.lanes.hold_end().max(queued))
    }

    /// The turn of the next epoch comes.
    fn begin_epoch(&mut self, turn: Time, reason: Reason) {
        if let Some(epoch) = self.next_epoch() {
            self.running = epoch;
            self.lanes.begin_epoch(epoch, turn);
            self.pass_labels(epoch, turn, reason);
        }
    }

    fn pass_labels(&mut self, epoch: u64, at: Time, reason: Reason) {
        while self.labels.front().is_some_and(|label| label.epoch <= epoch) {
            let passed = self.labels.pop_front();
            self.passed.extend(passed.map(|label| LabelPassed { name: label.name, at, reason }));
        }
    }

    /// Plays the first start or end that is due in a lane, at `at`.
    #[inline]
    fn play_first(
        &mut self,
        ground: Ground,
        at: Time,
        walk: &mut Walk,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        let lane = self.lanes.lane_mut(ground);
        let Some((row, due)) = lane.first() else { return Ok(()) };
        if !row.has_begun() {
            // Without a duration it stays on the list and begins with the next step.
            start(row, walk, self.running, &mut self.outbox, handler)?;
            due.replace_first(row);
            lane.settle();
            return Ok(());
        }
        let (id, start) = (row.id, row.time());
        let reason = if row.skipped { Reason::Skipped } else { walk.reason };
        let call = Call { at, ended: true, lateness: walk.lateness(at), reason };
        call.show(row, &mut self.outbox, handler);
        let ended = row.take();
        self.lanes.end_first(ground, ended, at);
        self.outbox.report((at, call.lateness), id, EventKind::End, reason);
        self.start_followers(id, at);
        self.carry_out(Moment::in_step(at));
        walk.count_chain(id, start, at)
    }

    /// Calls every entry that is still active, once; then sorts the report.
    #[inline]
    pub(super) fn end_step(&mut self, to: Time, reason: Reason, handler: &mut impl Handler<P>) {
        self.now = to;
        self.call_shown(reason, handler);
        self.lanes.sort_ended();
        self.outbox.end_step(to);
    }

    /// Ends a step or skip after an error. The next step calls the entries that are still active.
    #[cold]
    pub(super) fn cut_off(&mut self, to: Time) {
        self.now = to;
        self.lanes.sort_ended();
        self.outbox.end_step(to);
    }

    /// Calls every entry that shows now and does not end now.
    #[inline]
    fn call_shown(&mut self, reason: Reason, handler: &mut impl Handler<P>) {
        let to = self.now;
        let call = Call { at: to, ended: false, lateness: Span::ZERO, reason };
        for ground in [Ground::Front, Ground::Back] {
            let mut first = 0;
            loop {
                let Self { lanes, outbox, .. } = self;
                let shown = lanes.lane_mut(ground).shown_from(first);
                let commanded = shown.filter(|row| row.shows_beyond(to)).find_map(|row| {
                    call.show(row, outbox, handler);
                    row.set_called(to);
                    outbox.has_commands().then(|| row.id)
                });
                let Some(id) = commanded else { break };
                // Commands can move the rows.
                self.carry_out(Moment::in_step(to));
                first = self.lanes.lane(ground).index_behind(id);
            }
        }
    }
}

/// What a walk comes to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    /// The turn of the next epoch.
    Epoch,
    /// A start or an end of an entry.
    Entry(Ground),
}

/// The data of a call, except for the entry itself.
struct Call {
    at: Time,
    ended: bool,
    lateness: Span,
    reason: Reason,
}

impl Call {
    /// Calls the handler for an entry that has begun.
    #[inline]
    fn show<P>(&self, row: &mut Row<P>, outbox: &mut Outbox<P>, handler: &mut impl Handler<P>) {
        let Self { at, ended, lateness, reason } = *self;
        let (id, role, purpose, start) = (row.id, row.role, row.purpose(), row.time());
        let (started, before) = (row.called().is_none(), row.shown_until() - start);
        let (elapsed, duration) = (at - start, row.span());
        let Some(payload) = row.payload_mut() else { return };
        let update = Update {
            payload,
            id,
            role,
            purpose,
            started,
            ended,
            elapsed,
            before,
            duration,
            at,
            lateness,
            reason,
        };
        handler.update(update, &mut Commands::new(outbox, (id, start), at, reason));
    }
}

/// Begins to show an entry and reports its start, unless the handler returns no duration.
#[inline]
fn start<P>(
    row: &mut Row<P>,
    walk: &mut Walk,
    running: u64,
    outbox: &mut Outbox<P>,
    handler: &mut impl Handler<P>,
) -> Result<(), AdvanceError> {
    match row.ending() {
        Ending::OnTurn => {
            let duration = row.payload_mut().and_then(|payload| handler.duration(payload));
            let Some(duration) = duration else {
                return Err(AdvanceError::NoDuration { entry: row.id, at: row.time() });
            };
            row.set_duration(AnyDuration::Fixed(duration));
        }
        Ending::Open if running < walk.target => {
            row.set_duration(AnyDuration::Fixed(Span::ZERO));
        }
        Ending::Open if walk.stops_at_open && row.role != Role::Background => {
            walk.to = row.time();
        }
        _ => {}
    }
    row.begin();
    let due = (row.time(), walk.lateness(row.time()));
    outbox.report(due, row.id, EventKind::Start, walk.reason);
    Ok(())
}
