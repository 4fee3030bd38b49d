//! Cues: moments of tweens that the batch reports.
//!
//! Cues have their own rows and their own bounds, so a batch without cues has no cost for them. The cues of a
//! cancelled tween stay in their rows until they are due or until the store needs room. They name a stale tween, so
//! they are not reported, not compared and not saved.

use alloc::vec::Vec;
use core::mem;

use super::{due::close, due_ticks::DueTicks, id::Id, slots::Slots};

#[derive(Debug)]
pub(super) struct Cues {
    due_ticks: DueTicks,
    marks: Vec<Mark>,
    /// Buffers for the work of a step.
    gone: Vec<usize>,
}

/// The report of a due cue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    handle: Id,
    cue: u16,
}

impl Mark {
    pub(super) const fn new(handle: Id, cue: u16) -> Self {
        Self { handle, cue }
    }

    pub(super) const fn handle(self) -> Id {
        self.handle
    }

    pub(super) const fn cue(self) -> u16 {
        self.cue
    }
}

impl Cues {
    /// The largest count of cues, stale ones included.
    pub(super) const MOST: usize = Slots::MOST as usize;

    pub(super) const fn new() -> Self {
        Self { due_ticks: DueTicks::new(), marks: Vec::new(), gone: Vec::new() }
    }

    pub(super) const fn len(&self) -> usize {
        self.marks.len()
    }

    /// The low half of the tick at which each cue is due, and the cue; stale cues included.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, Mark)> {
        self.due_ticks.ticks().iter().copied().zip(self.marks.iter().copied())
    }

    /// Ticks from now to the earliest bound. Requires at least one cue.
    pub(super) const fn first_due(&self, now: u32) -> u32 {
        self.due_ticks.first_due(now)
    }

    /// Number of blocks searched so far.
    #[cfg(test)]
    pub(super) const fn searched(&self) -> u64 {
        self.due_ticks.searched()
    }

    /// Returns `true` if one more cue needs new memory.
    pub(super) const fn is_full(&self) -> bool {
        self.marks.len() == self.marks.capacity()
    }

    pub(super) fn push(&mut self, due: u32, mark: Mark, now: u32) {
        self.due_ticks.push(due, now);
        self.marks.push(mark);
    }

    /// Removes the cues of stale tweens.
    ///
    /// If that frees little room, the store reserves more, so that the next cleanup comes late.
    #[cold]
    pub(super) fn sweep(&mut self, now: u32, is_there: impl Fn(Id) -> bool) {
        self.take_out_where(now, |mark| !is_there(mark.handle));
        if self.len() > self.marks.capacity() / 2 {
            self.marks.reserve(self.len());
        }
    }

    /// Removes the cues of one tween.
    pub(super) fn drop_of(&mut self, handle: Id, now: u32) {
        self.take_out_where(now, |mark| mark.handle == handle);
    }

    fn take_out_where(&mut self, now: u32, wanted: impl Fn(&Mark) -> bool) {
        let mut gone = mem::take(&mut self.gone);
        gone.clear();
        gone.extend((0..self.len()).filter(|row| wanted(&self.marks[*row])));
        self.take_out(&gone, now);
        self.gone = gone;
    }

    /// Removes the cues that are due now; `taken` gets each of them.
    pub(super) fn take_due(&mut self, now: u32, taken: impl FnMut(Mark)) {
        let mut gone = mem::take(&mut self.gone);
        self.due_ticks.find(now, &mut gone);
        gone.iter().map(|row| self.marks[*row]).for_each(taken);
        self.take_out(&gone, now);
        self.gone = gone;
    }

    fn take_out(&mut self, gone: &[usize], now: u32) {
        close(&mut self.marks, gone);
        self.due_ticks.close(gone, now);
    }
}

impl Clone for Cues {
    fn clone(&self) -> Self {
        Self { due_ticks: self.due_ticks.clone(), marks: self.marks.clone(), gone: Vec::new() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.due_ticks.clone_from(&source.due_ticks);
        self.marks.clone_from(&source.marks);
    }
}
