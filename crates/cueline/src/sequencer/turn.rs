//! The turn of an epoch: what waited comes on show.

use super::{Role, Sequencer};
use crate::time::Time;

/// What holds the running epoch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    /// How many entries do.
    pub(super) entries: usize,
    /// The earliest moment at which the epoch can be over.
    pub(super) end: Time,
}

impl Hold {
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.entries == 0
    }

    #[inline]
    pub(super) fn add(&mut self, entries: usize) {
        self.entries = self.entries.saturating_add(entries); // a save may lie
    }

    /// One is over that was added at the turn of the running epoch, so that it is among them even if a save has lied.
    #[inline]
    pub(super) fn end_of_plain(&mut self, end: Time) {
        self.entries = self.entries.wrapping_sub(1);
        self.end = self.end.max(end);
    }

    /// One that was added is over.
    #[inline]
    pub(super) fn end_of_one(&mut self, end: Time) {
        self.entries = self.entries.saturating_sub(1);
        self.end = self.end.max(end);
    }
}

impl<P> Sequencer<P> {
    /// Gives the next epoch its turn, its plain entries as such where that may be.
    #[inline(always)]
    pub(super) fn begin_epoch(&mut self, turn: Time, plain: bool) {
        if self.line.over != self.line.live - self.line.first {
            self.pass.reached = self.line.live;
            self.make_all_odd(); // they outlive their epoch
        }
        let Self { line, running, .. } = self;
        let Some(rows) = line.rows.get_mut(line.live..) else {
            return; // never: what waits is in the line
        };
        let Some(first) = rows.first() else {
            return;
        };
        let epoch = first.epoch;
        (*running, self.hold.end) = (epoch, turn);
        line.turn = if plain { turn } else { Time::ZERO };
        let (mut begun, mut holds, mut left) = (0, 0, false);
        for row in rows {
            if row.epoch != epoch {
                break;
            }
            if !(plain && row.is_ready(turn)) {
                left = true;
                break;
            }
            #[cfg(test)]
            super::tests::count_visit();
            row.time = turn;
            begun += 1;
            holds += usize::from(row.role == Role::Holding);
        }
        line.live += begun;
        self.hold.add(holds);
        if left || !self.labels.is_empty() {
            self.begin_closely(turn, plain);
        }
    }

    /// Gives what is left of an epoch its turn, once not all of it is plain, and forgets the labels that it has passed.
    #[cold]
    pub(super) fn begin_closely(&mut self, turn: Time, mut plain: bool) {
        loop {
            let Self { line, background, hold, running, pass, .. } = &mut *self;
            let Some(row) = line.rows.get_mut(line.live) else {
                break;
            };
            if row.epoch != *running {
                break;
            }
            line.live += 1;
            if row.slot.is_over() {
                line.over += 1;
                continue;
            }
            #[cfg(test)]
            super::tests::count_visit();
            let is_plain = plain && row.is_ready(turn);
            if is_plain {
                row.time = turn;
            } else {
                row.begin(turn.max(row.time), false);
            }
            pass.extra |= !is_plain;
            match row.role {
                Role::Background => {
                    background.push(row.moved_out());
                    line.over += 1;
                    continue;
                }
                Role::Holding => hold.add(1),
                Role::Free => {}
            }
            plain = is_plain; // what is looked at closely tells its start later, and so must all behind it
        }
        let passed = self.labels.partition_point(|(epoch, _)| *epoch <= self.running);
        self.labels.drain(..passed);
    }
}
