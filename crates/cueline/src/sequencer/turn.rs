//! The turn of an epoch: what waited comes on show.

use super::{Role, Sequencer, row::Slot};
use crate::time::Time;

impl<P> Sequencer<P> {
    /// Gives the next epoch its turn, its plain entries as such where that may be.
    #[inline]
    pub(super) fn begin_epoch(&mut self, turn: Time, plain: bool) {
        let Self { line, holding, running, .. } = self;
        let rows = line.rows.get_mut(line.live..).unwrap_or_default();
        let Some(first) = rows.first() else {
            return;
        };
        let epoch = first.epoch;
        (*running, self.epoch_end) = (epoch, turn);
        let (mut begun, mut holds) = (0, 0);
        for row in rows.iter_mut() {
            let ready = plain && matches!(row.slot, Slot::Ready(_)) && row.time <= turn;
            if row.epoch != epoch || !ready {
                break;
            }
            #[cfg(test)]
            super::tests::count_visit();
            row.time = turn;
            row.slot.freshen();
            begun += 1;
            holds += usize::from(row.role == Role::Holding);
        }
        let left = rows.get(begun).is_some_and(|row| row.epoch == epoch);
        line.live += begun;
        *holding = holding.saturating_add(holds); // a save may lie
        if left || !self.labels.is_empty() {
            self.begin_closely(turn, plain);
        }
    }

    /// Gives what is left of an epoch its turn, once not all of it is plain, and forgets the labels that it has passed.
    #[cold]
    fn begin_closely(&mut self, turn: Time, plain: bool) {
        let Self { line, background, holding, .. } = self;
        for row in line.rows.get_mut(line.live..).unwrap_or_default() {
            if row.epoch != self.running {
                break;
            }
            line.live += 1;
            if row.slot.is_over() {
                line.over += 1;
                continue;
            }
            #[cfg(test)]
            super::tests::count_visit();
            if plain && matches!(row.slot, Slot::Ready(_)) && row.time <= turn {
                row.time = turn;
                row.slot.freshen();
            } else {
                row.begin(turn.max(row.time), false);
            }
            match row.role {
                Role::Background => {
                    self.pass.extra = true;
                    background.push(row.moved_out());
                    line.over += 1;
                }
                Role::Holding => *holding = holding.saturating_add(1),
                Role::Free => {}
            }
        }
        let passed = self.labels.partition_point(|(epoch, _)| *epoch <= self.running);
        self.labels.drain(..passed);
    }
}
