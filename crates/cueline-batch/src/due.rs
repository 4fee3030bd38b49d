//! When rows are due: a column of ticks, and the earliest of each block of them.
//!
//! A step in which nothing is due reads one number. Any other step reads the earliest tick of each block, and the
//! ticks of the blocks in which something is due. The earliest tick of a block may be too early, because its row was
//! removed; the step that reaches that tick corrects it. It is never too late.
//!
//! All numbers are the low halves of ticks: everything is due within 2^24 ticks.

use alloc::vec::Vec;

use crate::rates::BLOCK;

/// Stands for "not due": longer than any duration and any delay.
const NEVER: u32 = 1 << 30;

#[derive(Clone, Debug, Default)]
pub(crate) struct DueColumn {
    ticks: Vec<u32>,
    /// The earliest tick of each block, or a tick before it.
    earliest: Vec<u32>,
    /// The earliest of those, or a tick before it.
    next: u32,
}

impl DueColumn {
    pub(crate) fn tick(&self, row: usize) -> u32 {
        self.ticks[row]
    }

    /// Ticks from now until something may be due; `None` without rows.
    #[inline]
    pub(crate) fn first_after(&self, now: u32) -> Option<u32> {
        (!self.ticks.is_empty()).then(|| self.next.wrapping_sub(now))
    }

    #[inline]
    pub(crate) fn push(&mut self, tick: u32, now: u32) {
        let row = self.ticks.len();
        self.ticks.push(tick);
        if row.is_multiple_of(BLOCK) {
            self.earliest.push(now.wrapping_add(NEVER));
        }
        if row == 0 {
            self.next = tick;
        }
        self.lower(row, now);
    }

    /// Removes a row; the last row takes its place.
    pub(crate) fn swap_remove(&mut self, row: usize, now: u32) {
        self.ticks.swap_remove(row);
        self.earliest.truncate(self.ticks.len().div_ceil(BLOCK));
        if row < self.ticks.len() {
            self.lower(row, now);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.ticks.clear();
        self.earliest.clear();
    }

    /// Lists the rows that are due now, in ascending order. They have to be removed before time goes on.
    pub(crate) fn find(&mut self, now: u32, found: &mut Vec<usize>) {
        found.clear();
        let mut next = NEVER;
        for (block, earliest) in self.earliest.iter_mut().enumerate() {
            if *earliest == now {
                let mut rest = NEVER;
                for (row, tick) in self.ticks.iter().enumerate().skip(block * BLOCK).take(BLOCK) {
                    match tick.wrapping_sub(now) {
                        0 => found.push(row),
                        left => rest = rest.min(left),
                    }
                }
                *earliest = now.wrapping_add(rest);
            }
            next = next.min(earliest.wrapping_sub(now));
        }
        self.next = now.wrapping_add(next);
    }

    /// Lowers the earliest ticks for a row.
    #[inline]
    fn lower(&mut self, row: usize, now: u32) {
        let after = self.ticks[row].wrapping_sub(now);
        let earliest = &mut self.earliest[row / BLOCK];
        if after < earliest.wrapping_sub(now) {
            *earliest = self.ticks[row];
        }
        if after < self.next.wrapping_sub(now) {
            self.next = self.ticks[row];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Also where the low half of a tick turns over.
        #[test]
        fn what_is_due_is_found_at_its_tick(
            start in prop_oneof![Just(0_u32), Just(u32::MAX - 20)],
            calls in prop::collection::vec((0..40_u32, any::<prop::sample::Index>(), 0..6_u32), 1..200),
        ) {
            let (mut column, mut model, mut found) = (DueColumn::default(), Vec::new(), Vec::new());
            let mut now = start;
            for (after, which, kind) in calls {
                match kind {
                    0 => {
                        let end = now.wrapping_add(after);
                        while let Some(left) = column.first_after(now)
                            && left <= end.wrapping_sub(now)
                        {
                            now = now.wrapping_add(left);
                            column.find(now, &mut found);
                            let due = (0..model.len()).filter(|row| model[*row] == now);
                            prop_assert!(due.eq(found.iter().copied()));
                            for row in found.iter().rev() {
                                column.swap_remove(*row, now);
                                model.swap_remove(*row);
                            }
                        }
                        prop_assert!(model.iter().all(|tick: &u32| tick.wrapping_sub(end) < NEVER));
                        now = end;
                    }
                    1 if !model.is_empty() => {
                        let row = which.index(model.len());
                        column.swap_remove(row, now);
                        model.swap_remove(row);
                    }
                    _ => {
                        column.push(now.wrapping_add(after + 1), now);
                        model.push(now.wrapping_add(after + 1));
                    }
                }
                prop_assert_eq!(&column.ticks, &model);
            }
        }
    }
}
