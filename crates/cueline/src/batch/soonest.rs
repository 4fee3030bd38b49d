//! When the first of a great many things is due.
//!
//! For each [`BLOCK`] of rows it keeps a bound: a tick before which none of them is due. A step looks at the
//! least of the bounds, so one in which nothing is due costs the same however many there are; else it looks at the
//! bounds, and then at the rows of those blocks that may have something due. A bound may be too early, when what it
//! was for has been taken out; it is put right when its time comes. It is never too late.
//!
//! Ticks are told by their low halves: all that is due is due within 2^24 ticks.

use alloc::vec::Vec;

/// Rows that have a bound in common: one or two lines of memory in each column.
pub(super) const BLOCK: usize = 16;

/// Bounds that are looked at together.
const STRIP: usize = 64;

/// How long after now something is due, for a block in which nothing is: longer than anything can take.
pub(super) const NEVER: u32 = 1 << 30;

#[derive(Debug)]
pub(super) struct Soonest {
    bounds: Vec<u32>,
    /// The least of them, or less.
    next: u32,
    /// Blocks that were looked into.
    #[cfg(test)]
    pub(super) looks: u64,
}

impl Soonest {
    pub(super) const fn new() -> Self {
        Self {
            bounds: Vec::new(),
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

    /// What is due then has moved to a row. What is due now is about to go, so it need not be found.
    #[inline]
    pub(super) fn moved(&mut self, row: usize, due: u32, now: u32) {
        if due != now {
            self.put(row, due, now);
        }
    }

    /// A row now holds what is due then: an old row, or a new one behind all others.
    #[inline]
    pub(super) fn put(&mut self, row: usize, due: u32, now: u32) {
        let after = due.wrapping_sub(now);
        if self.bounds.is_empty() || after < self.after(now) {
            self.next = due;
        }
        match self.bounds.get_mut(row / BLOCK) {
            None => self.bounds.push(due),
            Some(bound) if after < bound.wrapping_sub(now) => *bound = due,
            Some(_) => {}
        }
    }

    /// So many rows are left.
    #[inline]
    pub(super) fn truncate(&mut self, rows: usize) {
        self.bounds.truncate(rows.div_ceil(BLOCK));
    }

    /// Has all blocks looked into that may have something due now. `look` gets the number of a block, and tells how
    /// long after now the first of what is not due now is due, or [`NEVER`].
    #[inline(always)]
    pub(super) fn look(&mut self, now: u32, mut look: impl FnMut(usize) -> u32) {
        let (mut next, mut first) = (NEVER, 0);
        for strip in self.bounds.chunks_mut(STRIP) {
            // Listed before anything is looked into, and without a branch: it is anyone's guess which they are.
            let (mut due, mut count) = ([0_u8; STRIP], 0);
            for (block, bound) in (0..).zip(&*strip) {
                due[count % STRIP] = block;
                count += usize::from(*bound == now);
            }
            #[cfg(test)]
            {
                self.looks += count as u64;
            }
            for block in &due[..count] {
                let block = usize::from(*block);
                strip[block] = now.wrapping_add(look(first + block));
            }
            next = next.min(soonest(strip, now));
            first += STRIP;
        }
        self.next = now.wrapping_add(next);
    }
}

/// How long after now the first of these is.
#[inline(always)]
pub(super) fn soonest(ticks: &[u32], now: u32) -> u32 {
    ticks.iter().fold(NEVER, |least, tick| least.min(tick.wrapping_sub(now)))
}

impl Clone for Soonest {
    fn clone(&self) -> Self {
        Self { bounds: self.bounds.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        self.bounds.clone_from(&source.bounds);
        self.next = source.next;
    }
}
