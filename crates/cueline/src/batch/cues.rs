//! Cues: moments of tweens that are to be told.
//!
//! They lie in rows of their own, with bounds of their own, so that a batch without cues pays nothing for them.
//! When a tween is cancelled its cues stay where they are, until their time comes or room is needed. Nobody can
//! tell: they name a tween that is gone, so they are not told, and are no part of what is compared and saved.

use alloc::vec::Vec;
use core::mem;

use super::{
    BatchError, TweenEventKind,
    bounds::NEVER,
    due::close,
    dues::Dues,
    motion::LaneMath,
    report::{Report, place},
    slots::Slots,
    store::{CUES, Id, Store, StoreEvent},
};

#[derive(Debug)]
pub(super) struct Cues {
    dues: Dues,
    marks: Vec<Mark>,
}

/// What is told when it is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) handle: Id,
    pub(super) cue: u16,
}

impl Cues {
    /// The most there can be, those of tweens that are gone included.
    pub(super) const MOST: usize = Slots::MOST as usize;

    pub(super) const fn new() -> Self {
        Self { dues: Dues::new(), marks: Vec::new() }
    }

    pub(super) const fn len(&self) -> usize {
        self.marks.len()
    }

    /// The low half of the tick at which each is due, and what it is; also those of tweens that are gone.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, Mark)> {
        self.dues.ticks().iter().copied().zip(self.marks.iter().copied())
    }

    /// How long after now the first can be due. For some, not for none.
    pub(super) const fn first_due(&self, now: u32) -> u32 {
        self.dues.first_due(now)
    }

    /// How many blocks have been looked into.
    #[cfg(test)]
    pub(super) const fn looks(&self) -> u64 {
        self.dues.looks()
    }

    /// Whether there is no room for one more but new memory.
    pub(super) const fn is_full(&self) -> bool {
        self.marks.len() == self.marks.capacity()
    }

    pub(super) fn push(&mut self, due: u32, mark: Mark, now: u32) {
        self.dues.push(due, now);
        self.marks.push(mark);
    }

    /// Takes out those of tweens that are gone.
    ///
    /// Where it made little room there is more of it afterwards, so that it is not needed often.
    #[cold]
    fn sweep(&mut self, now: u32, gone: &mut Vec<usize>, is_there: impl Fn(Id) -> bool) {
        gone.clear();
        gone.extend((0..self.len()).filter(|row| !is_there(self.marks[*row].handle)));
        self.take_out(gone, now);
        if self.len() > self.marks.capacity() / 2 {
            self.marks.reserve(self.len());
        }
    }

    /// Takes out those of one tween.
    pub(super) fn drop_of(&mut self, handle: Id, now: u32, gone: &mut Vec<usize>) {
        gone.clear();
        gone.extend((0..self.len()).filter(|row| self.marks[*row].handle == handle));
        self.take_out(gone, now);
    }

    /// Takes out what is due now; `taken` gets each of it. `gone` is room to work in.
    pub(super) fn take_due(&mut self, now: u32, gone: &mut Vec<usize>, taken: impl FnMut(Mark)) {
        self.dues.find(now, gone);
        gone.iter().map(|row| self.marks[*row]).for_each(taken);
        self.take_out(gone, now);
    }

    fn take_out(&mut self, gone: &[usize], now: u32) {
        close(&mut self.marks, gone);
        self.dues.close(gone, now);
    }
}

impl<const N: usize> Store<N> {
    /// Has a tween report a cue when it is `at` ticks after its start.
    pub(super) fn cue(&mut self, handle: Id, at: u32, cue: u16) -> Result<(), BatchError> {
        let now = self.low();
        let (start, ticks) = self.times(handle).ok_or(BatchError::Stale)?;
        // Both lie within 2^24 ticks of now, so the low halves tell which is earlier.
        let (due, since) = (start.wrapping_add(at), now.wrapping_sub(start));
        if at > ticks {
            return Err(BatchError::CueAfterEnd { at, ticks });
        }
        if due.wrapping_sub(now) >= NEVER {
            return Err(BatchError::CuePassed { at, since });
        }
        if self.cues.is_full() {
            let mut rows = mem::take(&mut self.told.rows);
            let mut cues = mem::replace(&mut self.cues, Cues::new());
            cues.sweep(now, &mut rows, |handle| self.contains(handle));
            (self.cues, self.told.rows) = (cues, rows);
        }
        if self.cues.len() >= Cues::MOST {
            return Err(BatchError::Full);
        }
        self.cues.push(due, Mark { handle, cue }, now);
        self.filled |= 1 << CUES;
        Ok(())
    }

    /// Puts what is due now among what is told of this tick, ahead of what ends.
    pub(super) fn report_cues(&mut self, math: LaneMath<N>) {
        let mut told = mem::replace(&mut self.told, Report::new());
        let mut cues = mem::replace(&mut self.cues, Cues::new());
        cues.take_due(self.low(), &mut told.rows, |mark| {
            told.cues.extend(self.cue_event(mark, math))
        });
        if cues.len() == 0 {
            self.filled &= !(1 << CUES);
        }
        // A place in line is that of one tween.
        told.cues.sort_unstable_by_key(|(line, cue, _)| (*line, *cue));
        let mut cues_told = mem::take(&mut told.cues);
        for (line, _, due) in cues_told.drain(..) {
            told.cue(line, due);
        }
        told.cues = cues_told;
        (self.told, self.cues) = (told, cues);
    }

    /// A cue that is due now, unless its tween is gone: its place in line, its number, and what is told of it.
    fn cue_event(
        &self,
        Mark { handle, cue }: Mark,
        math: LaneMath<N>,
    ) -> Option<(u64, u16, StoreEvent<N>)> {
        let (place_of, (start, ticks)) = (self.place(handle)?, self.times(handle)?);
        let moment = self.moment(0.0);
        let since = moment.tick.wrapping_sub(start);
        let value = match self.groups.get(place_of.0) {
            Some(rows) if since == ticks => rows.row(place_of.1).to,
            _ => self.value_at(math, place_of, moment),
        };
        let due = StoreEvent { tick: self.now(), handle, kind: TweenEventKind::Cue(cue), value };
        Some((place(&self.slots, since, handle), cue, due))
    }
}

impl Clone for Cues {
    fn clone(&self) -> Self {
        Self { dues: self.dues.clone(), marks: self.marks.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.dues.clone_from(&source.dues);
        self.marks.clone_from(&source.marks);
    }
}
