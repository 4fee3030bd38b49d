//! What plays plainly, sorted by clip, so that a whole frame of it is sampled in a few loops.
//!
//! Slots are taken in pages. Of a page, the rows of all that just plays on lie clip by clip: one track is looked
//! up for each clip and page, and clips of one easing lie together, so that one loop bends them. Values come out
//! again in the order of the slots, as [`Player::active`](super::Player::active) has it. What is not so plain is left
//! to the general way.
//!
//! A million rows come from memory, so a row is short: four bytes say when it began, two where a slot's row is.
//!
//! A page is sorted when it is first read, and again when a good part of it has changed since. In between, changes
//! are noted in place: what has gone is struck out, what has come goes the general way. Pages follow from the
//! state and are no part of it; nobody who does not read in bulk pays for one.

use alloc::vec::Vec;
use core::mem;

use super::rows::CompactRow;
use crate::{
    clip::{CHUNK, ClipId, Scale, Zeros},
    time::Time,
    value::{BLOCK, Kind},
};

/// Slots to a page; a place in one fits a `u16` with room for the marks below.
const PAGE: usize = if cfg!(test) { 4 } else { 1 << 14 };
/// There is nothing in that slot.
pub(super) const EMPTY: u16 = u16::MAX;
/// What is in that slot is to be read the general way.
pub(super) const GENERAL: u16 = u16::MAX - 1;

/// Rows of one clip, no more than a chunk of samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) clip: ClipId,
    /// Its first row.
    pub(super) first: usize,
    /// Behind its last row.
    pub(super) end: usize,
    /// How short times are to be read; none where they are long.
    scale: Option<Scale>,
    /// When the clip's own time was zero in them, first and last; perhaps they lie nearer to each other by now.
    pub(super) bounds: (Time, Time),
}

/// All of so many slots.
#[derive(Debug)]
pub(super) struct Page<T> {
    /// By slot: its row, or a mark.
    rows: Vec<u16>,
    pub(super) runs: Vec<Run>,
    /// By row: when the clip's own time was zero, in short. A block more than there are rows.
    shorts: Vec<u32>,
    /// The same where a run has no short times; else nothing.
    longs: Vec<Time>,
    /// By slot; of no meaning where there is no row.
    targets: Vec<T>,
    /// Rows that are struck out, and slots that could have one since.
    loose: usize,
    /// Whether it has to be sorted whatever is loose.
    stale: bool,
}

impl<T: Copy> Page<T> {
    fn new() -> Self {
        let (rows, runs, shorts, longs, targets) = Default::default();
        Self { rows, runs, shorts, longs, targets, loose: 0, stale: true }
    }

    /// Sorts all that plays plainly at `now`.
    #[expect(clippy::cast_possible_truncation, reason = "a page has fewer rows than a u16 counts")]
    fn sort(
        &mut self,
        compacts: &[CompactRow<T>],
        now: Time,
        kind: &mut impl FnMut(ClipId) -> Kind,
        scratch: &mut Scratch,
    ) {
        let Scratch { places, order, times } = scratch;
        (self.loose, self.stale) = (0, false);
        self.runs.clear();
        self.rows.clear();
        places.clear();
        // How many rows each clip has, then where its next one goes: a counting sort.
        for compact in compacts {
            let clip = compact.plain_clip(now);
            self.rows.push(if compact.is_empty() { EMPTY } else { GENERAL });
            if let Some(clip) = clip {
                if places.len() <= clip {
                    places.resize(clip + 1, 0);
                }
                places[clip] += 1;
            }
        }
        let clips = (0..).map(ClipId::at).zip(&*places).filter(|(_, count)| **count > 0);
        order.clear();
        order.extend(clips.map(|(clip, _)| (kind(clip), clip)));
        order.sort_unstable();
        let mut end = 0;
        for &(_, clip) in &*order {
            let (place, first, bounds) = (&mut places[clip.index() as usize], end, (now, now));
            let count = usize::from(mem::replace(place, end as u16));
            end += count;
            for first in (first..end).step_by(CHUNK) {
                let end = end.min(first + CHUNK);
                self.runs.push(Run { clip, first, end, scale: None, bounds });
            }
            // Long ones of one length would lie in the same lines of a cache.
            end += if count < 8 * BLOCK { 0 } else { BLOCK };
        }
        times.clear();
        times.resize(end + BLOCK, now);
        self.targets.clear();
        self.targets.extend(compacts.iter().map(CompactRow::target));
        for (row, compact) in self.rows.iter_mut().zip(compacts) {
            if let Some(clip) = compact.plain_clip(now) {
                *row = places[clip];
                places[clip] += 1;
                times[usize::from(*row)] = compact.zero();
            }
        }
        self.shorten(times);
    }

    /// Takes over the zeros of all rows, in short where that is exact.
    fn shorten(&mut self, times: &mut Vec<Time>) {
        self.shorts.clear();
        self.shorts.resize(times.len(), 0);
        self.longs.clear();
        let mut are_short = true;
        for run in &mut self.runs {
            let times = &times[run.first..run.end];
            run.bounds = Zeros::Long(times).bounds();
            run.scale = Scale::of(times);
            are_short &= run.scale.is_some();
            for (short, time) in self.shorts[run.first..].iter_mut().zip(times) {
                *short = run.scale.and_then(|scale| scale.short(*time)).unwrap_or(0);
            }
        }
        if !are_short {
            mem::swap(&mut self.longs, times);
        }
    }

    /// Notes a change of the slot at `place`: what was read there, and what is from now on.
    fn note(&mut self, place: usize, was: ClipId, compact: &CompactRow<T>, now: Time) {
        if self.rows.len() <= place {
            self.rows.resize(place + 1, EMPTY);
            self.targets.resize(place + 1, compact.target());
        }
        self.targets[place] = compact.target();
        let row = self.rows[place];
        let clip = compact.plain_clip(now);
        let mark = if compact.is_empty() { EMPTY } else { GENERAL };
        if row >= GENERAL {
            self.rows[place] = mark;
            self.loose += usize::from(clip.is_some());
            return;
        }
        let run = self.run_of(row.into());
        let (row, Run { scale, bounds: (first, last), .. }) = (usize::from(row), self.runs[run]);
        let same = clip.is_some_and(|clip| ClipId::at(clip) == was).then_some(compact.zero());
        let zero = same.filter(|zero| scale.is_none_or(|scale| scale.short(*zero).is_some()));
        if zero.is_none() {
            self.rows[place] = mark;
            self.loose += 1;
        }
        // Where nobody reads it, it is not to be the one that ends before all others of its run.
        let zero = zero.unwrap_or(last);
        match scale {
            Some(scale) => self.shorts[row] = scale.short(zero).unwrap_or(0),
            None => self.longs[row] = zero,
        }
        self.runs[run].bounds = (first.min(zero), last.max(zero));
    }

    /// Each run with its zeros, and those behind them up to a block.
    pub(super) fn runs(&mut self) -> impl Iterator<Item = (&mut Run, Zeros<'_>)> {
        let (shorts, longs) = (&self.shorts, &self.longs);
        self.runs.iter_mut().map(move |run| {
            let rows = run.first..run.end + BLOCK;
            let zeros = match run.scale {
                Some(scale) => Zeros::Short(scale, &shorts[rows]),
                None => Zeros::Long(&longs[rows]),
            };
            (run, zeros)
        })
    }

    /// The run that a row is in.
    pub(super) fn run_of(&self, row: usize) -> usize {
        self.runs.partition_point(|run| run.end <= row)
    }

    /// Slot by slot, its row and its target.
    pub(super) fn slots(&self) -> (&[u16], &[T]) {
        (&self.rows, &self.targets)
    }
}

/// The pages of a player, as far as they were ever read.
#[derive(Debug)]
pub(super) struct Pages<T> {
    pub(super) pages: Vec<Page<T>>,
    scratch: Scratch,
}

/// Filled and emptied while a page is sorted.
#[derive(Debug)]
struct Scratch {
    /// By clip.
    places: Vec<u16>,
    /// Clips by the way in which they are sampled.
    order: Vec<(Kind, ClipId)>,
    /// By row.
    times: Vec<Time>,
}

impl<T: Copy> Pages<T> {
    pub(super) const fn new() -> Self {
        Self {
            pages: Vec::new(),
            scratch: Scratch { places: Vec::new(), order: Vec::new(), times: Vec::new() },
        }
    }

    /// Notes a change of a slot.
    #[inline]
    pub(super) fn note(&mut self, slot: u32, was: ClipId, compact: &CompactRow<T>, now: Time) {
        if let Some(page) = self.pages.get_mut(slot as usize / PAGE) {
            page.note(slot as usize % PAGE, was, compact, now);
        }
    }

    /// All of it is something else now.
    pub(super) fn forget(&mut self) {
        self.pages.iter_mut().for_each(|page| page.stale = true);
    }

    /// Sorts what is not, or no longer well. Clips of one kind come one after the other.
    pub(super) fn sort(
        &mut self,
        compacts: &[CompactRow<T>],
        now: Time,
        mut kind: impl FnMut(ClipId) -> Kind,
    ) {
        self.pages.resize_with(compacts.len().div_ceil(PAGE), Page::new);
        for (page, compacts) in self.pages.iter_mut().zip(compacts.chunks(PAGE)) {
            if page.stale || page.loose * 16 > page.rows.len() {
                page.sort(compacts, now, &mut kind, &mut self.scratch);
            }
        }
    }

    /// The most rows of a page.
    pub(super) fn longest(&self) -> usize {
        self.pages.iter().filter_map(|page| page.runs.last()).map(|run| run.end).max().unwrap_or(0)
    }

    /// Each page with its part of what is known by slot, and the slot that both begin at.
    pub(super) fn pages_of<'a, G>(
        &'a mut self,
        all: &'a [G],
    ) -> impl Iterator<Item = (u32, &'a [G], &'a mut Page<T>)> {
        let parts = all.chunks(PAGE).zip(&mut self.pages);
        (0..).step_by(PAGE).zip(parts).map(|(first, (part, page))| (first, part, page))
    }
}

#[cfg(test)]
impl<T> Pages<T> {
    /// How many slots are read the general way.
    pub(super) fn general(&self) -> usize {
        self.pages.iter().flat_map(|page| &page.rows).filter(|row| **row == GENERAL).count()
    }
}
