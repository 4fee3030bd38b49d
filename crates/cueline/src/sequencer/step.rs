//! One step: it plays the moments at which entries start or end, and then calls all entries that are still active.
//!
//! First the step visits the moments at which entries start or end, in order of time. At one moment the foreground comes
//! first, then the start of the next epoch, then the background; each lane in the order in which its entries were queued.
//! An entry that ends gets its last call at that moment, and its commands take effect at that moment. Then every entry
//! that is still active is called once, at the end of the step. So a step makes one call for each entry, and a division
//! of the step into several steps changes neither the events nor their times.

use super::{
    AdvanceError, Commands, EntryId, Handler, LabelPassed, Role, Sequencer, Update,
    due::Due,
    outbox::Outbox,
    row::{AnyDuration, Ending, Row},
};
use crate::{
    event::{EventKind, Reason},
    time::{Span, Time},
};

/// The number of entries without a duration that may queue one another at one moment. Beyond it, the step ends with an
/// error.
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

/// The parameters of a walk through the moments.
pub(super) struct Walk {
    /// The walk plays everything that is due up to this time.
    pub(super) to: Time,
    pub(super) reason: Reason,
    /// Entries from this id on were queued during the step.
    pub(super) first_new: u64,
    /// The epoch at whose start a skip ends.
    target: u64,
    /// The number of these entries, all without a duration, that have ended at `chain_at`.
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

    /// Plays the next start or end, up to the end of the walk. Returns `false` if there is none.
    #[inline]
    pub(super) fn play_next(
        &mut self,
        walk: &mut Walk,
        handler: &mut impl Handler<P>,
    ) -> Result<bool, AdvanceError> {
        if self.lanes.nothing_due_by(walk.to) && self.next_turn().is_none() {
            return Ok(false);
        }
        let front = self.lanes.front.due_by(walk.to);
        // Nearly always the foreground alone has something to come.
        let alone = self.lanes.hold() && self.lanes.background.lists_none();
        if !alone && self.play_other(front, walk, handler)? {
            return Ok(true);
        }
        let Some(due) = front else { return Ok(false) };
        self.play_first::<false>(due, walk, handler)?;
        Ok(true)
    }

    /// Plays the start of the next epoch, or the next start or end in the background, if it comes before `front`. Returns
    /// `false` if none does.
    #[inline]
    fn play_other(
        &mut self,
        front: Option<Due>,
        walk: &mut Walk,
        handler: &mut impl Handler<P>,
    ) -> Result<bool, AdvanceError> {
        // At one moment the foreground comes first and the background last. So each of these replaces the previous one
        // only if it is due sooner.
        let before_front = |at: Time| front.map_or(at <= walk.to, |due| at < due.at);
        let turn = self.next_turn().filter(|turn| before_front(*turn));
        if let Some(due) = self.lanes.background.due_by(walk.to)
            && before_front(due.at)
            && turn.is_none_or(|turn| due.at < turn)
        {
            self.play_first::<true>(due, walk, handler)?;
        } else if let Some(turn) = turn {
            self.outbox.walk_on(&mut self.now, turn);
            self.begin_epoch(turn, walk.reason, walk.lateness(turn));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// The start of the next epoch, if nothing holds the running epoch.
    #[inline]
    pub(super) fn next_turn(&self) -> Option<Time> {
        if self.lanes.hold() {
            return None;
        }
        let queued = match (self.lanes.next(), self.labels.first()) {
            (Some(row), Some(label)) if label.epoch < row.epoch() => label.at,
            (Some(row), _) => row.time(),
            (None, label) => label?.at,
        };
        Some(self.lanes.hold_end().max(queued))
    }

    /// Starts the next epoch.
    fn begin_epoch(&mut self, turn: Time, reason: Reason, lateness: Span) {
        let Some(epoch) = self.next_epoch() else { return };
        self.running = epoch;
        self.lanes.begin_epoch(turn);
        self.pass_labels(epoch, turn, reason);
        // A skip may end at the start of this epoch, before its entries begin to show.
        if reason != Reason::Skipped {
            let Self { lanes, outbox, .. } = self;
            let report = |rows: &[Row<P>]| outbox.report_starts((turn, lateness), rows, reason);
            lanes.begin_plain(epoch, turn, report);
        }
        if self.lanes.next().is_some_and(|row| row.epoch() == epoch || row.is_over()) {
            self.begin_others(epoch, (turn, lateness), reason);
        }
    }

    /// Starts the other entries of an epoch.
    #[inline(never)]
    fn begin_others(&mut self, epoch: u64, due: (Time, Span), reason: Reason) {
        let turn = due.0;
        // Entries without a delay report their start here, as long as no other event comes first.
        let mut in_line = reason != Reason::Skipped;
        let Self { lanes, outbox, .. } = self;
        while lanes.next().is_some_and(|row| row.epoch() == epoch || row.is_over()) {
            lanes.begin_next(|row| {
                #[cfg(test)]
                super::tests::count_visit();
                let queued = row.time();
                row.take_turn(turn.max(queued));
                if in_line && row.role() != Role::Background && row.time() <= turn {
                    in_line = row.ending() != Ending::OnTurn;
                    if in_line {
                        row.begin();
                        outbox.report(due, row.id(), EventKind::Start, reason);
                        in_line = row.next_is_after(turn);
                    }
                }
            });
        }
    }

    fn pass_labels(&mut self, epoch: u64, at: Time, reason: Reason) {
        if self.labels.is_empty() {
            return;
        }
        let passed = self.labels.iter().take_while(|label| label.epoch <= epoch).count();
        let labels = self.labels.drain(..passed);
        self.passed.extend(labels.map(|label| LabelPassed { name: label.name, at, reason }));
    }

    /// Plays the first start or end on the list of a lane.
    #[inline]
    fn play_first<const BACKGROUND: bool>(
        &mut self,
        due: Due,
        walk: &mut Walk,
        handler: &mut impl Handler<P>,
    ) -> Result<(), AdvanceError> {
        let lanes = &mut self.lanes;
        let lane = if BACKGROUND { &mut lanes.background } else { &mut lanes.front };
        let Some(row) = lane.row_of_first(due) else { return Ok(()) };
        self.outbox.walk_on(&mut self.now, due.at);
        if !row.has_begun() {
            // Without a duration it stays on the list and begins with the next step.
            start(row, walk, self.running, &mut self.outbox, handler)?;
            lane.first_has_begun(due.id);
            return Ok(());
        }
        let (id, start, end, role) = (due.id, row.time(), due.at, row.role());
        let reason = if row.is_skipped() { Reason::Skipped } else { walk.reason };
        let call = Call { at: end, ended: true, lateness: walk.lateness(end), reason };
        call.show(row, &mut self.outbox, handler);
        drop(row.take_payload());
        lane.first_has_ended();
        self.outbox.report((end, call.lateness), id, EventKind::End, reason);
        self.lanes.end_hold(role, end);
        self.start_followers(id, end);
        self.carry_out(Moment::in_step(end));
        let lanes = &mut self.lanes;
        if BACKGROUND { &mut lanes.background } else { &mut lanes.front }.drop_ended();
        walk.count_chain(id, start, end)
    }

    /// Calls every entry that is still active, once; then sorts the report.
    #[inline]
    pub(super) fn end_step(&mut self, to: Time, reason: Reason, handler: &mut impl Handler<P>) {
        self.now = to;
        self.call_lane::<false>(to, reason, handler);
        if !self.lanes.background.has_no_rows() {
            self.call_lane::<true>(to, reason, handler);
            self.lanes.background.drop_ended();
        }
        self.lanes.front.drop_ended();
        self.outbox.end_step(to);
    }

    /// Ends a step or skip after an error. The next step calls the entries that are still active.
    #[cold]
    pub(super) fn cut_off(&mut self, to: Time) {
        self.now = to;
        self.lanes.drop_ended();
        self.outbox.end_step(to);
    }

    /// Calls every entry of a lane that shows at `to` and does not end there.
    #[inline]
    fn call_lane<const BACKGROUND: bool>(
        &mut self,
        to: Time,
        reason: Reason,
        handler: &mut impl Handler<P>,
    ) {
        let call = Call { at: to, ended: false, lateness: Span::ZERO, reason };
        let lanes = &self.lanes;
        let mut index = if BACKGROUND { &lanes.background } else { &lanes.front }.first_index();
        loop {
            let lanes = &mut self.lanes;
            let lane = if BACKGROUND { &mut lanes.background } else { &mut lanes.front };
            let Some(row) = lane.row_at(index) else { return };
            index += 1;
            if row.shows_beyond(to) && !row.is_over() {
                call.show(row, &mut self.outbox, handler);
                row.set_called(to);
                self.carry_out(Moment::in_step(to));
            }
        }
    }
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
    #[inline(always)]
    fn show<P>(&self, row: &mut Row<P>, outbox: &mut Outbox<P>, handler: &mut impl Handler<P>) {
        #[cfg(test)]
        super::tests::count_visit();
        let Self { at, ended, lateness, reason } = *self;
        let (id, role, start) = (row.id(), row.role(), row.time());
        let (started, before) = (row.called().is_none(), row.shown_until() - start);
        let (elapsed, duration) = (at - start, row.span());
        let Some(payload) = row.payload_mut() else { return };
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
        handler.update(update, &mut Commands::new(outbox, (id, start), at, reason));
    }
}

/// Begins to show an entry and reports its start, unless the handler returns no duration.
#[inline]
fn start<P>(
    row: &mut Row<P>,
    walk: &Walk,
    running: u64,
    outbox: &mut Outbox<P>,
    handler: &mut impl Handler<P>,
) -> Result<(), AdvanceError> {
    match (row.ending(), row.payload_mut()) {
        (Ending::OnTurn, Some(payload)) => {
            let Some(duration) = handler.duration(payload) else {
                return Err(AdvanceError::NoDuration { entry: row.id(), at: row.time() });
            };
            row.set_duration(AnyDuration::Fixed(duration));
        }
        (Ending::Open, _) if running < walk.target => {
            row.set_duration(AnyDuration::Fixed(Span::ZERO));
        }
        _ => {}
    }
    row.begin();
    let due = (row.time(), walk.lateness(row.time()));
    outbox.report(due, row.id(), EventKind::Start, walk.reason);
    Ok(())
}
