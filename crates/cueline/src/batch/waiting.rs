//! Tweens that wait for their start.

use alloc::vec::Vec;

use super::{
    Handle, Tween,
    soonest::{BLOCK, NEVER, Soonest},
};

#[derive(Debug)]
pub(super) struct Waiting<const N: usize> {
    all: Vec<Waiter<N>>,
    soonest: Soonest,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter<const N: usize> {
    pub(super) handle: Handle,
    /// The low half of the tick at which it starts.
    pub(super) start: u32,
    pub(super) tween: Tween<N>,
}

impl<const N: usize> Waiting<N> {
    pub(super) const fn new() -> Self {
        Self { all: Vec::new(), soonest: Soonest::new() }
    }

    pub(super) fn all(&self) -> &[Waiter<N>] {
        &self.all
    }

    /// Whose start and place stay as they are.
    #[cfg(feature = "serde")]
    pub(super) fn tweens_mut(&mut self) -> impl Iterator<Item = &mut Tween<N>> {
        self.all.iter_mut().map(|waiter| &mut waiter.tween)
    }

    /// How long after now the first can be due. For some, not for none.
    pub(super) const fn soonest(&self, now: u32) -> u32 {
        self.soonest.after(now)
    }

    /// The number of its row.
    pub(super) fn push(&mut self, waiter: Waiter<N>, now: u32) -> usize {
        let row = self.all.len();
        self.soonest.put(row, waiter.start, now);
        self.all.push(waiter);
        row
    }

    /// Takes a row out; the last one takes its place. The slot of that one, if it was another.
    pub(super) fn swap_remove(&mut self, row: usize, now: u32) -> (Tween<N>, Option<u32>) {
        let Waiter { tween, .. } = self.all.swap_remove(row);
        self.soonest.truncate(self.all.len());
        let moved = self.all.get(row).map(|moved| {
            self.soonest.moved(row, moved.start, now);
            moved.handle.slot
        });
        (tween, moved)
    }

    /// Finds what is due now: `found` gets each of it.
    pub(super) fn find_due(&mut self, now: u32, mut found: impl FnMut(&Waiter<N>)) {
        let Self { all, soonest } = self;
        soonest.look(now, |block| {
            let mut rest = NEVER;
            for waiter in all.iter().skip(block * BLOCK).take(BLOCK) {
                match waiter.start.wrapping_sub(now) {
                    0 => found(waiter),
                    after => rest = rest.min(after),
                }
            }
            rest
        });
    }
}

impl<const N: usize> Clone for Waiting<N> {
    fn clone(&self) -> Self {
        Self { all: self.all.clone(), soonest: self.soonest.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.all.clone_from(&source.all);
        self.soonest.clone_from(&source.soonest);
    }
}
