//! When the first of a great many things is due.
//!
//! For each [`BLOCK`] of rows it keeps a bound: a tick before which none of them is due; so it does for each [`STRIP`]
//! of blocks, and for all. A step looks at the last, so one in which nothing is due costs the same however many there
//! are; else it looks at those of strips, then at those of blocks, then at the rows where something may be due. A bound
//! may be too early, when what it was for has been taken out; it is put right when its time comes. It is never too late.
//!
//! Ticks are known by their low halves: all that is due is due within 2^24 ticks.

use alloc::vec::Vec;

/// Rows that have a bound in common, and lie together: a line of memory in each column.
pub(super) const BLOCK: usize = 16;

/// Blocks that have a bound in common.
const STRIP: usize = 64;

/// How long after now something is due, for a block in which nothing is: longer than anything can take.
pub(super) const NEVER: u32 = 1 << 30;

#[derive(Debug)]
pub(super) struct Bounds {
    bounds: Vec<u32>,
    /// The least bound of each [`STRIP`], or less.
    strips: Vec<u32>,
    /// The least of them, or less.
    next: u32,
    /// Blocks that were looked into.
    #[cfg(test)]
    pub(super) looks: u64,
}

impl Bounds {
    pub(super) const fn new() -> Self {
        Self {
            bounds: Vec::new(),
            strips: Vec::new(),
            next: 0,
            #[cfg(test)]
            looks: 0,
        }
    }

    /// How long after now the first can be due. For some rows, not for none.
    #[inline]
    pub(super) const fn after(&self, now: u32) -> u32 {
        self.next.wrapping_sub(now)
    }

    /// One more row behind all others, which is due then.
    pub(super) fn push(&mut self, row: usize, due: u32, now: u32) {
        if row.is_multiple_of(BLOCK) {
            self.open(due, now);
        } else {
            self.put(row, due, now);
        }
    }

    /// A row of a block that is there now holds what is due then.
    #[inline(always)]
    pub(super) fn put(&mut self, row: usize, due: u32, now: u32) {
        if let Some(bound) = self.bounds.get_mut(row / BLOCK)
            && due.wrapping_sub(now) < bound.wrapping_sub(now)
        {
            *bound = due;
            self.lower(row / BLOCK / STRIP, due, now);
        }
    }

    /// The first bound of a strip is that early.
    #[inline]
    fn lower(&mut self, strip: usize, due: u32, now: u32) {
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

    /// One more block, whose first row is due then.
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

    /// So many rows are left.
    #[inline]
    pub(super) fn truncate(&mut self, rows: usize) {
        let blocks = rows.div_ceil(BLOCK);
        if blocks < self.bounds.len() {
            self.bounds.truncate(blocks);
            self.strips.truncate(blocks.div_ceil(STRIP));
        }
    }

    /// Has all blocks looked into that may have something due now. `look` gets the number of a block, and returns how
    /// long after now the first of what is not due now is due, or [`NEVER`].
    #[inline(always)]
    pub(super) fn look(&mut self, now: u32, mut look: impl FnMut(usize) -> u32) {
        let mut next = NEVER;
        for (strip, bounds) in self.bounds.chunks_mut(STRIP).enumerate() {
            let least = &mut self.strips[strip];
            if *least == now {
                // Listed before anything is looked into: it is anyone's guess which they are.
                let mut due = 0;
                for (part, bounds) in bounds.chunks(BLOCK).enumerate() {
                    due |= u64::from(equal(bounds, now)) << (part * BLOCK);
                }
                while due != 0 {
                    let block = due.trailing_zeros() as usize;
                    due &= due - 1;
                    bounds[block] = now.wrapping_add(look(strip * STRIP + block));
                    #[cfg(test)]
                    {
                        self.looks += 1;
                    }
                }
                *least = now.wrapping_add(earliest(bounds, now));
            }
            next = next.min(least.wrapping_sub(now));
        }
        self.next = now.wrapping_add(next);
    }
}

/// A bit for each of up to [`BLOCK`] ticks that is this one.
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

/// How long after now the first of these is.
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
