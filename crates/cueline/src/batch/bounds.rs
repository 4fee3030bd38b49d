//! The earliest due time of many rows.
//!
//! Each [`BLOCK`] of rows has a bound: a tick before which none of its rows is due. Each [`STRIP`] of blocks has a
//! bound too, and so has the whole. A step reads the bound of the whole, so a step in which nothing is due costs the
//! same for any number of rows. Otherwise the step reads the bounds of strips, then those of blocks, then the rows. A
//! bound may be too early, because its row was removed; the step that reaches such a bound corrects it. A bound is
//! never too late.
//!
//! A bound holds the low half of a tick: everything is due within 2^24 ticks.

use alloc::vec::Vec;

/// Rows with a common bound. They are contiguous: one cache line in each column.
pub(super) const BLOCK: usize = 16;

/// Blocks with a common bound.
const STRIP: usize = 64;

/// Stands for a block in which nothing is due: longer than any duration and any delay.
pub(super) const NEVER: u32 = 1 << 30;

#[derive(Debug)]
pub(super) struct Bounds {
    bounds: Vec<u32>,
    /// The earliest bound of each [`STRIP`], or a tick before it.
    strips: Vec<u32>,
    /// The earliest of those, or a tick before it.
    next: u32,
    /// Number of blocks searched so far.
    #[cfg(test)]
    searched: u64,
}

impl Bounds {
    pub(super) const fn new() -> Self {
        Self {
            bounds: Vec::new(),
            strips: Vec::new(),
            next: 0,
            #[cfg(test)]
            searched: 0,
        }
    }

    /// Number of blocks searched so far.
    #[cfg(test)]
    pub(super) const fn searched(&self) -> u64 {
        self.searched
    }

    /// Ticks from now to the earliest bound. Requires at least one row.
    #[inline]
    pub(super) const fn after(&self, now: u32) -> u32 {
        self.next.wrapping_sub(now)
    }

    /// Adds a row behind all others, with this due tick.
    #[inline(always)]
    pub(super) fn push(&mut self, row: usize, due: u32, now: u32) {
        if row.is_multiple_of(BLOCK) {
            self.open(due, now);
        } else {
            self.lower(row, due, now);
        }
    }

    /// Lowers the bounds for a row of an existing block.
    #[inline(always)]
    pub(super) fn lower(&mut self, row: usize, due: u32, now: u32) {
        if let Some(bound) = self.bounds.get_mut(row / BLOCK)
            && due.wrapping_sub(now) < bound.wrapping_sub(now)
        {
            *bound = due;
            self.lower_strip(row / BLOCK / STRIP, due, now);
        }
    }

    /// Lowers the bounds of a strip.
    #[inline]
    fn lower_strip(&mut self, strip: usize, due: u32, now: u32) {
        let after = due.wrapping_sub(now);
        if let Some(least) = self.strips.get_mut(strip)
            && after < least.wrapping_sub(now)
        {
            *least = due;
            if after < self.after(now) {
                self.next = due;
            }
        }
    }

    /// Adds a block whose earliest row has this due tick.
    #[inline(never)]
    pub(super) fn open(&mut self, due: u32, now: u32) {
        if self.bounds.is_empty() || due.wrapping_sub(now) < self.after(now) {
            self.next = due;
        }
        let strip = self.bounds.len() / STRIP;
        self.bounds.push(due);
        match self.strips.get_mut(strip) {
            None => self.strips.push(due),
            Some(least) if due.wrapping_sub(now) < least.wrapping_sub(now) => *least = due,
            Some(_) => {}
        }
    }

    /// Sets the number of rows that are left.
    #[inline]
    pub(super) fn truncate(&mut self, rows: usize) {
        let blocks = rows.div_ceil(BLOCK);
        if blocks < self.bounds.len() {
            self.bounds.truncate(blocks);
            self.strips.truncate(blocks.div_ceil(STRIP));
        }
    }

    /// Searches all blocks in which something may be due now. `search` gets the number of a block, and returns the ticks
    /// from now to the next row of the block that is not due yet, or [`NEVER`].
    #[inline(always)]
    pub(super) fn search(&mut self, now: u32, mut search: impl FnMut(usize) -> u32) {
        let mut next = NEVER;
        for (strip, bounds) in self.bounds.chunks_mut(STRIP).enumerate() {
            let least = &mut self.strips[strip];
            if *least == now {
                // Lists the strips before the search: the processor cannot predict which of them are due.
                let mut due = 0;
                for (part, bounds) in bounds.chunks(BLOCK).enumerate() {
                    due |= u64::from(equal(bounds, now)) << (part * BLOCK);
                }
                while due != 0 {
                    let block = due.trailing_zeros() as usize;
                    due &= due - 1;
                    bounds[block] = now.wrapping_add(search(strip * STRIP + block));
                    #[cfg(test)]
                    {
                        self.searched += 1;
                    }
                }
                *least = now.wrapping_add(earliest(bounds, now));
            }
            next = next.min(least.wrapping_sub(now));
        }
        self.next = now.wrapping_add(next);
    }
}

/// A bit for each of up to [`BLOCK`] ticks that equals this one.
#[inline(always)]
fn equal(ticks: &[u32], now: u32) -> u32 {
    let mut bits = 0;
    if let Some(ticks) = ticks.first_chunk::<BLOCK>() {
        for (lane, tick) in ticks.iter().enumerate() {
            bits |= if *tick == now { 1 << lane } else { 0 };
        }
    } else {
        for (lane, tick) in ticks.iter().enumerate() {
            bits |= u32::from(*tick == now) << lane;
        }
    }
    bits
}

/// Ticks from now to the earliest of these.
#[inline(always)]
pub(super) fn earliest(ticks: &[u32], now: u32) -> u32 {
    ticks.iter().fold(NEVER, |least, tick| least.min(tick.wrapping_sub(now)))
}

impl Clone for Bounds {
    fn clone(&self) -> Self {
        Self { bounds: self.bounds.clone(), strips: self.strips.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        self.bounds.clone_from(&source.bounds);
        self.strips.clone_from(&source.strips);
        self.next = source.next;
    }
}
