//! The rows of a batch: live and waiting ones, their cues, and the time.

use alloc::vec::Vec;

use cueline::time::Tick;

use crate::{
    BatchError, TweenEvent, TweenEventKind, TweenHandle,
    due::DueColumn,
    lanes::{Lanes, Numbers, ends, of},
    law::{Law, Row},
    rows::{Kind, Moment, Rows},
    slots::{Id, Place, Slots},
    tween::LONGEST,
};

/// The group of waiting rows, behind the kinds of live ones.
#[expect(clippy::cast_possible_truncation, reason = "there are few kinds")]
const WAITING: u8 = Kind::COUNT as u8;

/// Rows of values of that many numbers.
#[derive(Clone, Debug)]
pub(crate) struct Store<L: Numbers> {
    /// The hash of lanes and name of the batch, which its handles contain.
    pub(crate) tag: u32,
    pub(crate) now: i64,
    /// The live rows, one group for each [`Kind`].
    groups: Vec<Rows<L>>,
    waiting: Waiting<L>,
    cues: Cues,
    slots: Slots,
    /// A tick before which nothing is due; `None` if nothing will be.
    next: Option<i64>,
}

/// Rows whose delay is not over.
#[derive(Clone, Debug)]
struct Waiting<L> {
    /// Each with its delay in ticks from the call that started it.
    rows: Vec<(Row<L>, u32)>,
    due: DueColumn,
}

/// Moments of rows that the batch reports. Those of a row that is gone stay until they are due.
#[derive(Clone, Debug, Default)]
struct Cues {
    all: Vec<(Id, u16)>,
    due: DueColumn,
}

/// Orders the events of one tick: by the tick of their cause, and by the calls that started the rows. A cue comes before
/// an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// The complement of the ticks since the cause.
    cause: u32,
    number: u64,
    kind: u8,
    cue: u16,
}

/// The events of the last step, and buffers for the work of a step.
#[derive(Debug)]
pub(crate) struct Report<T: Lanes> {
    pub(crate) events: Vec<TweenEvent<T>>,
    /// The events of one tick.
    found: Vec<(Key, TweenEvent<T>)>,
    starting: Vec<(Key, Row<T::Numbers>)>,
    due: Vec<usize>,
}

impl<T: Lanes> Report<T> {
    pub(crate) const fn new() -> Self {
        Self { events: Vec::new(), found: Vec::new(), starting: Vec::new(), due: Vec::new() }
    }
}

impl<L: Numbers> Store<L> {
    pub(crate) fn new(tag: u32, now: Tick) -> Self {
        Self {
            tag,
            now: now.get(),
            groups: Kind::all().map(Rows::new).collect(),
            waiting: Waiting { rows: Vec::new(), due: DueColumn::default() },
            cues: Cues::default(),
            slots: Slots::default(),
            next: None,
        }
    }

    /// The low half of now.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
    pub(crate) const fn low(&self) -> u32 {
        self.now as u32
    }

    pub(crate) fn len(&self) -> usize {
        self.groups.iter().map(Rows::len).sum()
    }

    pub(crate) fn waiting(&self) -> usize {
        self.waiting.rows.len()
    }

    /// The live rows, in the order of the values.
    pub(crate) fn ids(&self) -> impl Iterator<Item = Id> {
        self.groups.iter().flat_map(Rows::ids).copied()
    }

    /// Where a row is; `None` for a stale id.
    pub(crate) fn place(&self, id: Id) -> Option<Place> {
        let place = self.slots.place(id.slot)?;
        let row = place.row as usize;
        let there = match self.groups.get(usize::from(place.group)) {
            Some(rows) => rows.ids()[row],
            None => self.waiting.rows[row].0.id,
        };
        (there == id).then_some(place)
    }

    fn row(&self, place: Place) -> Row<L> {
        let row = place.row as usize;
        match self.groups.get(usize::from(place.group)) {
            Some(rows) => rows.row(row),
            None => self.waiting.rows[row].0,
        }
    }

    /// The index of a live row in the order of the values.
    pub(crate) fn index_of(&self, id: Id) -> Option<usize> {
        let Place { group, row } = self.place(id)?;
        let before: usize = self.groups.get(..usize::from(group))?.iter().map(Rows::len).sum();
        (group != WAITING).then_some(before + row as usize)
    }

    /// The tick at which a row ends.
    pub(crate) fn end_of(&self, id: Id) -> Option<Tick> {
        let row = self.row(self.place(id)?);
        let after = row.start.wrapping_add(row.ticks).wrapping_sub(self.low());
        Some(Tick::new(self.now) + i64::from(after))
    }

    /// Starts a row `after` ticks from now, which may be in the past. Its velocity there is zero.
    #[inline]
    pub(crate) fn start(
        &mut self,
        (from, to): (L, L),
        ticks: u32,
        after: i64,
        law: Law,
    ) -> Result<Id, BatchError> {
        if let Some(error) = self.refusal(&from, &to, ticks, after, &law) {
            return Err(error);
        }
        // Both are within 2^24 ticks of now: the low halves say all.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low half")]
        let (start, delay) = ((self.now + after) as u32, after as u32);
        let group = if after > 0 { WAITING } else { group_of(&law) };
        let id = self.slots.take(self.next_place(group)).ok_or(BatchError::Full)?;
        let row = Row { id, start, ticks, from, to, velocity: L::ZERO, law };
        if group == WAITING {
            self.push_waiting(row, delay);
        } else {
            self.push_live(&row, group);
        }
        Ok(id)
    }

    /// Gives a row another end, from where it is and with the velocity that it has there. A row that waits keeps its
    /// start. A row that started or got its target at this very tick is as it was before: the last call counts.
    pub(crate) fn retarget<T: Lanes<Numbers = L>>(
        &mut self,
        id: Id,
        to: &T,
        ticks: u32,
        law: Law,
    ) -> Result<(), BatchError> {
        let place = self.place(id).ok_or(BatchError::Stale)?;
        let (now, old) = (self.low(), self.row(place));
        let waits = place.group == WAITING;
        let (value, velocity) = if waits || old.start == now {
            (old.from, old.velocity)
        } else {
            let since = Moment::new(now, 0.0).since(old.start);
            (old.at::<T>(since), old.velocity_at::<T>(since))
        };
        let (from, to) = ends(&of(&value), to);
        let start = if waits { old.start } else { now };
        let after = i64::from(start.wrapping_sub(now));
        if let Some(error) = self.refusal(&from, &to, ticks, after, &law) {
            return Err(error);
        }
        let eased = matches!(law, Law::Eased(_));
        if !eased && !velocity.as_ref().iter().all(|velocity| velocity.is_finite()) {
            return Err(BatchError::NotFinite);
        }
        self.drop_cues_of(id);
        let row = Row { id, start, ticks, from, to, velocity, law };
        if waits {
            self.waiting.rows[place.row as usize].0 = row;
        } else {
            self.remove(place);
            self.move_in(&row);
        }
        Ok(())
    }

    /// Removes a row without events. Returns `false` for a stale id.
    pub(crate) fn cancel(&mut self, id: Id) -> bool {
        let Some(place) = self.place(id) else { return false };
        self.remove(place);
        self.slots.free(id.slot);
        true
    }

    /// Adds a cue, `at` ticks after the start of a row.
    pub(crate) fn cue(&mut self, id: Id, at: u32, cue: u16) -> Result<(), BatchError> {
        let Row { start, ticks, .. } = self.row(self.place(id).ok_or(BatchError::Stale)?);
        let now = self.low();
        let (due, since) = (start.wrapping_add(at), now.wrapping_sub(start));
        if at > ticks {
            return Err(BatchError::CueAfterEnd { at, ticks });
        }
        // Within 2^24 ticks of now, so a tick in the past wraps to far more.
        if due.wrapping_sub(now) > 2 * LONGEST {
            return Err(BatchError::CuePassed { at, since });
        }
        if self.cues.all.len() == self.cues.all.capacity() {
            self.sweep_cues();
        }
        if self.cues.all.len() >= Slots::MOST {
            return Err(BatchError::Full);
        }
        self.cues.all.push((id, cue));
        self.cues.due.push(due, now);
        self.expect(due.wrapping_sub(now));
        Ok(())
    }

    /// Writes the values of all live rows.
    pub(crate) fn sample_into<T: Lanes<Numbers = L>>(&self, alpha: f32, values: &mut Vec<T>) {
        let moment = Moment::new(self.low(), alpha);
        values.resize(self.len(), of(&L::ZERO));
        let mut room = &mut values[..];
        for rows in &self.groups {
            let (these, rest) = room.split_at_mut(rows.len());
            rows.sample(moment, these);
            room = rest;
        }
    }

    /// The value of one live row.
    pub(crate) fn value<T: Lanes<Numbers = L>>(&self, id: Id, alpha: f32) -> Option<T> {
        let Place { group, row } = self.place(id)?;
        let rows = self.groups.get(usize::from(group))?;
        Some(rows.value(row as usize, Moment::new(self.low(), alpha)))
    }

    /// Moves time on, and lists all events up to and including the tick `to`.
    pub(crate) fn advance_to<T: Lanes<Numbers = L>>(
        &mut self,
        to: Tick,
        report: &mut Report<T>,
    ) -> Result<(), BatchError> {
        if to.get() < self.now {
            return Err(BatchError::Backwards { now: Tick::new(self.now), to });
        }
        report.events.clear();
        while let Some(at) = self.next
            && at <= to.get()
        {
            self.now = at;
            self.step(report);
            self.next = self.next_due();
        }
        self.now = to.get();
        Ok(())
    }

    /// Something will be due so many ticks from now.
    #[inline]
    fn expect(&mut self, after: u32) {
        let due = self.now.saturating_add(i64::from(after));
        self.next = Some(self.next.map_or(due, |next| next.min(due)));
    }

    /// A tick before which nothing is due.
    fn next_due(&self) -> Option<i64> {
        let now = self.low();
        let live = self.groups.iter().filter_map(|rows| rows.first_after(now));
        let others = [self.waiting.due.first_after(now), self.cues.due.first_after(now)];
        let after = live.chain(others.into_iter().flatten()).min()?;
        self.now.checked_add(i64::from(after))
    }

    /// Reports everything that is due now.
    fn step<T: Lanes<Numbers = L>>(&mut self, report: &mut Report<T>) {
        let Report { events, found, starting, due } = report;
        self.report_cues(found, due);
        for group in 0..Kind::COUNT {
            if self.groups[group].first_after(self.low()) == Some(0) {
                self.report_ends(group, found, due);
            }
        }
        self.report_starts(found, starting, due);
        // Usually in order already, as when all rows started one after the other.
        if !found.is_sorted_by_key(|(key, _)| *key) {
            found.sort_unstable_by_key(|(key, _)| *key);
        }
        events.extend(found.drain(..).map(|(_, event)| event));
        starting.sort_unstable_by_key(|(key, _)| *key);
        for (_, row) in starting.drain(..) {
            self.move_in(&row);
        }
    }

    fn event<T>(&self, id: Id, kind: TweenEventKind, value: T) -> TweenEvent<T> {
        let handle = TweenHandle::new(id, self.tag);
        TweenEvent { tick: Tick::new(self.now), handle, kind, value }
    }

    fn report_cues<T: Lanes<Numbers = L>>(
        &mut self,
        found: &mut Vec<(Key, TweenEvent<T>)>,
        due: &mut Vec<usize>,
    ) {
        let now = self.low();
        if self.cues.due.first_after(now) != Some(0) {
            return;
        }
        self.cues.due.find(now, due);
        for at in due.iter() {
            let (id, cue) = self.cues.all[*at];
            let Some(place) = self.place(id) else { continue };
            let row = self.row(place);
            let since = now.wrapping_sub(row.start);
            // At the end exactly the end.
            let value = match since == row.ticks {
                true => of(&row.to),
                false => of(&row.at::<T>(since as f32)),
            };
            let key = Key { cause: !since, number: id.number, kind: 0, cue };
            found.push((key, self.event(id, TweenEventKind::Cue(cue), value)));
        }
        self.cues.remove(due, now);
    }

    /// Reports and removes the rows of a group that end now. The slot of the first is the next to be used.
    fn report_ends<T: Lanes<Numbers = L>>(
        &mut self,
        group: usize,
        found: &mut Vec<(Key, TweenEvent<T>)>,
        due: &mut Vec<usize>,
    ) {
        let now = self.low();
        self.groups[group].find_ending(now, due);
        for at in due.iter() {
            let (id, start, to) = self.groups[group].end(*at);
            let key = Key { cause: !now.wrapping_sub(start), number: id.number, kind: 1, cue: 0 };
            found.push((key, self.event(id, TweenEventKind::End, of(&to))));
        }
        for at in due.iter().rev() {
            self.slots.free(self.groups[group].ids()[*at].slot);
        }
        if due.len() == self.groups[group].len() {
            return self.groups[group].clear();
        }
        // Last first, so that a row that moves into a free place does not end itself.
        for at in due.iter().rev() {
            self.remove(place(group, *at));
        }
    }

    /// Reports the rows that start now, and takes them out.
    fn report_starts<T: Lanes<Numbers = L>>(
        &mut self,
        found: &mut Vec<(Key, TweenEvent<T>)>,
        starting: &mut Vec<(Key, Row<L>)>,
        due: &mut Vec<usize>,
    ) {
        let now = self.low();
        if self.waiting.due.first_after(now) != Some(0) {
            return;
        }
        self.waiting.due.find(now, due);
        for at in due.iter() {
            let (row, delay) = self.waiting.rows[*at];
            let key = Key { cause: !delay, number: row.id.number, kind: 2, cue: 0 };
            found.push((key, self.event(row.id, TweenEventKind::Start, of(&row.from))));
            starting.push((key, row));
        }
        for at in due.iter().rev() {
            self.remove(place(usize::from(WAITING), *at));
        }
    }

    /// Makes a row that has a slot live.
    fn move_in(&mut self, row: &Row<L>) {
        let group = group_of(&row.law);
        self.slots.set_place(row.id.slot, self.next_place(group));
        self.push_live(row, group);
    }

    /// Adds a live row, whose slot has the place.
    #[inline]
    fn push_live(&mut self, row: &Row<L>, group: u8) {
        let now = self.low();
        self.groups[usize::from(group)].push(row, now);
        self.expect(row.start.wrapping_add(row.ticks).wrapping_sub(now));
    }

    /// Adds a row that waits, whose slot has the place.
    fn push_waiting(&mut self, row: Row<L>, delay: u32) {
        let now = self.low();
        self.waiting.due.push(row.start, now);
        self.expect(row.start.wrapping_sub(now));
        self.waiting.rows.push((row, delay));
    }

    /// Removes a row; the last row of its group takes its place.
    fn remove(&mut self, at: Place) {
        let (now, row) = (self.low(), at.row as usize);
        let moved = match self.groups.get_mut(usize::from(at.group)) {
            Some(rows) => {
                rows.swap_remove(row, now);
                rows.ids().get(row).copied()
            }
            None => {
                self.waiting.rows.swap_remove(row);
                self.waiting.due.swap_remove(row, now);
                self.waiting.rows.get(row).map(|(row, _)| row.id)
            }
        };
        if let Some(moved) = moved {
            self.slots.set_place(moved.slot, at);
        }
    }

    fn next_place(&self, group: u8) -> Place {
        let rows = self.groups.get(usize::from(group)).map_or(self.waiting.rows.len(), Rows::len);
        place(usize::from(group), rows)
    }

    fn drop_cues_of(&mut self, id: Id) {
        let now = self.low();
        let of_it = |(_, (of, _)): &(usize, &(Id, u16))| *of == id;
        let gone: Vec<usize> =
            self.cues.all.iter().enumerate().filter(of_it).map(|(at, _)| at).collect();
        self.cues.remove(&gone, now);
    }

    /// Removes the cues of rows that are gone. If that frees little room, it reserves more, so that the next time comes
    /// late.
    #[cold]
    fn sweep_cues(&mut self) {
        let now = self.low();
        let is_stale = |at: &usize| self.place(self.cues.all[*at].0).is_none();
        let gone: Vec<usize> = (0..self.cues.all.len()).filter(is_stale).collect();
        self.cues.remove(&gone, now);
        let len = self.cues.all.len();
        if len > self.cues.all.capacity() / 2 {
            self.cues.all.reserve(len);
        }
    }

    /// The reason against a row that starts `after` ticks from now, apart from a lack of slots.
    #[inline]
    fn refusal(&self, from: &L, to: &L, ticks: u32, after: i64, law: &Law) -> Option<BatchError> {
        if !(1..=LONGEST).contains(&ticks) {
            return Some(BatchError::Duration { ticks });
        }
        if after > i64::from(LONGEST) {
            return Some(BatchError::Delay { ticks: after.unsigned_abs() });
        }
        if after <= -i64::from(ticks) {
            return Some(BatchError::Over { ticks, since: after.unsigned_abs() });
        }
        if self.now.checked_add(after + i64::from(ticks)).is_none() {
            return Some(BatchError::EndOfTime);
        }
        if !finite(from, to) {
            return Some(BatchError::NotFinite);
        }
        match law {
            Law::Eased(easing) if !easing.is_finite() => Some(BatchError::Easing),
            _ => None,
        }
    }
}

impl Cues {
    /// Removes these cues, given in ascending order.
    fn remove(&mut self, gone: &[usize], now: u32) {
        for at in gone.iter().rev() {
            self.all.swap_remove(*at);
            self.due.swap_remove(*at, now);
        }
    }
}

/// Rows and groups are below 2^27 and 2^5.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "both are below their limits")]
const fn place(group: usize, row: usize) -> Place {
    Place { group: group as u8, row: row as u32 }
}

/// The group of live rows with this law.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are few kinds")]
fn group_of(law: &Law) -> u8 {
    Kind::of(law).number() as u8
}

/// Returns `true` if all numbers, and all values between them, are finite.
#[inline]
fn finite<L: Numbers>(from: &L, to: &L) -> bool {
    // Infinite or NaN if a number is.
    from.as_ref().iter().zip(to.as_ref()).all(|(from, to)| (to - from).is_finite())
}

mod save;
