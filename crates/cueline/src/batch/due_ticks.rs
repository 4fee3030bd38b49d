//! The ticks at which rows are due, in a separate column.

use alloc::vec::Vec;

use super::{
    bounds::{BLOCK, Bounds, NEVER},
    due::{close, due, each_bit, padded},
};

#[derive(Debug)]
pub(super) struct DueTicks {
    /// Low halves of ticks.
    ticks: Vec<u32>,
    bounds: Bounds,
}

impl DueTicks {
    pub(super) const fn new() -> Self {
        Self { ticks: Vec::new(), bounds: Bounds::new() }
    }

    pub(super) const fn ticks(&self) -> &Vec<u32> {
        &self.ticks
    }

    /// Ticks from now to the earliest bound. Requires at least one row.
    pub(super) const fn first_due(&self, now: u32) -> u32 {
        self.bounds.after(now)
    }

    /// Number of blocks searched so far.
    #[cfg(test)]
    pub(super) const fn searched(&self) -> u64 {
        self.bounds.searched()
    }

    #[inline(always)]
    pub(super) fn push(&mut self, tick: u32, now: u32) {
        self.bounds.push(self.ticks.len(), tick, now);
        self.ticks.push(tick);
    }

    /// Removes a row; the last row takes its place.
    pub(super) fn swap_remove(&mut self, row: usize, now: u32) {
        self.ticks.swap_remove(row);
        self.bounds.truncate(self.ticks.len());
        if let Some(tick) = self.ticks.get(row) {
            self.bounds.lower(row, *tick, now);
        }
    }

    /// Lists the rows that are due now, in ascending order.
    pub(super) fn find(&mut self, now: u32, found: &mut Vec<usize>) {
        found.clear();
        let Self { ticks, bounds } = self;
        bounds.search(now, |block| {
            let first = block * BLOCK;
            // Places without a row are due late.
            let ticks = padded(&ticks[first..], now.wrapping_add(NEVER));
            let (rows, rest) = due(ticks.map(|tick| tick.wrapping_sub(now)));
            each_bit(rows, |lane| found.push(first + lane));
            rest
        });
    }

    /// Removes those rows; the last rows take their places.
    pub(super) fn close(&mut self, gone: &[usize], now: u32) {
        close(&mut self.ticks, gone);
        let left = self.ticks.len();
        self.bounds.truncate(left);
        for row in gone.iter().copied().take_while(|row| *row < left) {
            self.bounds.lower(row, self.ticks[row], now);
        }
    }
}

impl Clone for DueTicks {
    fn clone(&self) -> Self {
        Self { ticks: self.ticks.clone(), bounds: self.bounds.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.ticks.clone_from(&source.ticks);
        self.bounds.clone_from(&source.bounds);
    }
}
