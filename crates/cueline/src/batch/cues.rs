//! Cues: moments of tweens that are to be told.
//!
//! They lie in rows of their own, with bounds of their own, so that a batch without cues pays nothing for them.
//! When a tween is cancelled its cues stay where they are, until their time comes or room is needed. Nobody can
//! tell: they name a tween that is gone, so they are not told, and are no part of what is compared and saved.

use alloc::vec::Vec;
use core::mem;

use super::{
    Batch, BatchError, Bend, Due, Tween, TweenEventKind, TweenHandle,
    due::close,
    dues::Dues,
    slots::Slots,
    soonest::NEVER,
    tell::{Told, Way, place},
    tweens::CUES,
};

#[derive(Debug)]
pub(super) struct Cues {
    dues: Dues,
    marks: Vec<Mark>,
}

/// What is told when it is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) handle: TweenHandle,
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
    pub(super) const fn soonest(&self, now: u32) -> u32 {
        self.dues.soonest(now)
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
    fn sweep(&mut self, now: u32, gone: &mut Vec<usize>, is_there: impl Fn(TweenHandle) -> bool) {
        gone.clear();
        gone.extend((0..self.len()).filter(|row| !is_there(self.marks[*row].handle)));
        self.take_out(gone, now);
        if self.len() > self.marks.capacity() / 2 {
            self.marks.reserve(self.len());
        }
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

impl<const N: usize> Batch<N> {
    /// Has a tween tell a cue when it is `at` ticks after its start: at its start for 0, at its end for its length.
    ///
    /// What the number stands for is the caller's business: a sound, a spark, the index of something. It is told as
    /// [`TweenEventKind::Cue`] with the value that the tween has there, its exact end at its end. Cues of one
    /// tween at one tick come in the order of their numbers, one that was asked for twice comes twice, and all come before the end.
    /// One for the present tick comes with the next step, whatever its length. A cue goes with its tween.
    ///
    /// # Errors
    ///
    /// [`BatchError::Gone`] where the tween is gone, [`BatchError::CueBehindEnd`] for more ticks than it takes,
    /// [`BatchError::CueOver`] where it is further already, [`BatchError::Full`] where 2^27 - 1 cues are there, those of
    /// tweens that were cancelled not long ago included.
    ///
    /// ```
    /// use cueline::{
    ///     batch::{Batch, BatchError, Bend, TweenEventKind, Tween},
    ///     time::Tick,
    /// };
    ///
    /// const WHOOSH: u16 = 0;
    /// const CLACK: u16 = 1;
    ///
    /// // A hundred cards fall one after the other: each makes a sound on its way down, and one as it lies.
    /// let mut cards = Batch::starting_at(Tick::ZERO);
    /// for i in 0..100 {
    ///     let fall = Tween { from: [8.0], to: [0.0], ticks: 20, delay: 3 * i, bend: Bend::QuadIn };
    ///     let card = cards.start(&fall)?;
    ///     cards.cue(card, 10, WHOOSH)?;
    ///     cards.cue(card, 20, CLACK)?;
    /// }
    ///
    /// let (mut whooshes, mut clacks) = (Vec::new(), Vec::new());
    /// for tick in 1..=400 {
    ///     for due in cards.advance_to(Tick::new(tick))? {
    ///         match due.kind {
    ///             TweenEventKind::Cue(CLACK) => clacks.push((due.tick.get(), due.value)),
    ///             TweenEventKind::Cue(_) => whooshes.push((due.tick.get(), due.value)),
    ///             TweenEventKind::Start | TweenEventKind::End => {}
    ///         }
    ///     }
    /// }
    /// assert_eq!((whooshes.len(), clacks.len()), (100, 100));
    /// assert_eq!((whooshes[1], clacks[1]), ((13, [6.0]), (23, [0.0])));
    ///
    /// let last = cards.start(&Tween { from: [8.0], to: [0.0], ticks: 20, delay: 0, bend: Bend::Linear })?;
    /// assert_eq!(cards.cue(last, 21, CLACK), Err(BatchError::CueBehindEnd { at: 21, ticks: 20 }));
    /// # Ok::<(), BatchError>(())
    /// ```
    pub fn cue(&mut self, handle: TweenHandle, at: u32, cue: u16) -> Result<(), BatchError> {
        let now = self.low();
        let (start, Tween { ticks, .. }) = self.tween(handle).ok_or(BatchError::Gone)?;
        // Both lie within 2^24 ticks of now, so the low halves tell which is earlier.
        let (due, since) = (start.wrapping_add(at), now.wrapping_sub(start));
        if at > ticks {
            return Err(BatchError::CueBehindEnd { at, ticks });
        }
        if due.wrapping_sub(now) >= NEVER {
            return Err(BatchError::CueOver { at, since });
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

    /// The low half of the tick at which it starts, and the tween; none where it is gone.
    pub(super) fn tween(&self, handle: TweenHandle) -> Option<(u32, Tween<N>)> {
        let (group, row) = self.place(handle)?;
        Some(match self.groups.get(group) {
            Some(rows) => (rows.row(row).start, rows.tween(row, Bend::ALL[group])),
            None => (self.waiting.starts()[row], self.waiting.all()[row].tween),
        })
    }

    /// Puts what is due now among what is told of this tick, ahead of what ends.
    pub(super) fn tell_cues(&mut self, way: Way<N>) {
        let mut told = mem::replace(&mut self.told, Told::new());
        let mut cues = mem::replace(&mut self.cues, Cues::new());
        cues.take_due(self.low(), &mut told.rows, |mark| {
            told.cues.extend(self.tell_cue(mark, way))
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
    fn tell_cue(&self, Mark { handle, cue }: Mark, way: Way<N>) -> Option<(u64, u16, Due<N>)> {
        let (start, Tween { from, to, ticks, bend, .. }) = self.tween(handle)?;
        let moment = self.moment(0.0);
        let since = moment.tick.wrapping_sub(start);
        let value = if since == ticks {
            to
        } else {
            way(&from, &to, bend.at(moment.progress(start, 1.0 / ticks as f32)))
        };
        let due = Due { tick: self.now(), handle, kind: TweenEventKind::Cue(cue), value };
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
