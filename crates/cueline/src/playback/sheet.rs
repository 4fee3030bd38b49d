//! What plays plainly, sorted by clip, so that a whole frame of it is sampled in a few loops.
//!
//! Slots are taken in pages. Of a page, the rows of all that just plays on lie clip by clip: one track is looked
//! up for each clip and page, and its easing is asked for once. Values come out again in the order of the slots,
//! as [`Player::active`](super::Player::active) has it. What is not so plain is left to the general way.
//!
//! A page is sorted when it is first read, and again when a good part of it has changed since. In between, changes
//! are noted in place: what has gone is struck out, what has come goes the general way. Sheets follow from the
//! state and are no part of it; nobody who does not read in bulk pays for one.

use alloc::vec::Vec;

use super::glance::Glance;
use crate::{
    clip::{ClipId, bounds},
    time::Time,
    value::BLOCK,
};

/// Slots to a page; a place in one fits a `u16` with room for the marks below.
const PAGE: usize = if cfg!(test) { 4 } else { 1 << 12 };
/// There is nothing in that slot.
pub(super) const EMPTY: u16 = u16::MAX;
/// What is in that slot is to be read the general way.
pub(super) const GENERAL: u16 = u16::MAX - 1;

/// Rows of one clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) clip: ClipId,
    /// Behind its last row.
    pub(super) end: usize,
    /// When the clip's own time was zero in them, first and last; perhaps they lie nearer to each other by now.
    pub(super) bounds: (Time, Time),
}

/// All of so many slots.
#[derive(Debug)]
pub(super) struct Page<T> {
    /// By slot: its row, or a mark.
    rows: Vec<u16>,
    pub(super) runs: Vec<Run>,
    /// By row: when the clip's own time was zero. A block more than there are rows.
    zeros: Vec<Time>,
    /// By slot; of no meaning where there is no row.
    targets: Vec<T>,
    /// Rows that are struck out, and slots that could have one since.
    loose: usize,
    /// Whether it has to be sorted whatever is loose.
    stale: bool,
}

impl<T: Copy> Page<T> {
    fn new() -> Self {
        let (rows, runs, zeros, targets) = Default::default();
        Self { rows, runs, zeros, targets, loose: 0, stale: true }
    }

    /// Sorts all that plays plainly at `now`. `places` is by clip, and only scratch.
    #[expect(clippy::cast_possible_truncation, reason = "a page has fewer rows than a u16 counts")]
    fn sort(&mut self, glances: &[Glance<T>], now: Time, places: &mut Vec<u16>) {
        (self.loose, self.stale) = (0, false);
        self.runs.clear();
        self.rows.clear();
        places.clear();
        // How many rows each clip has, then where its next one goes: a counting sort.
        for glance in glances {
            let clip = glance.plain_clip(now);
            self.rows.push(if glance.is_empty() { EMPTY } else { GENERAL });
            if let Some(clip) = clip {
                if places.len() <= clip {
                    places.resize(clip + 1, 0);
                }
                places[clip] += 1;
            }
        }
        let mut end = 0;
        for (clip, place) in places.iter_mut().enumerate() {
            let count = usize::from(*place);
            *place = end as u16;
            end += count;
            if count > 0 {
                self.runs.push(Run { clip: ClipId::at(clip), end, bounds: (now, now) });
            }
        }
        self.zeros.clear();
        self.zeros.resize(end + BLOCK, now);
        self.targets.clear();
        self.targets.extend(glances.iter().map(Glance::target));
        for (row, glance) in self.rows.iter_mut().zip(glances) {
            if let Some(clip) = glance.plain_clip(now) {
                *row = places[clip];
                places[clip] += 1;
                self.zeros[usize::from(*row)] = glance.zero();
            }
        }
        let mut from = 0;
        for run in &mut self.runs {
            run.bounds = bounds(&self.zeros[from..run.end]);
            from = run.end;
        }
    }

    /// Notes a change of the slot at `place`: what was read there, and what is from now on.
    fn note(&mut self, place: usize, was: ClipId, glance: &Glance<T>, now: Time) {
        if self.rows.len() <= place {
            self.rows.resize(place + 1, EMPTY);
            self.targets.resize(place + 1, glance.target());
        }
        self.targets[place] = glance.target();
        let row = self.rows[place];
        let clip = glance.plain_clip(now);
        let mark = if glance.is_empty() { EMPTY } else { GENERAL };
        if row >= GENERAL {
            self.rows[place] = mark;
            self.loose += usize::from(clip.is_some());
            return;
        }
        let run = self.run_of(row.into());
        let (first, last) = self.runs[run].bounds;
        let zero = if clip.is_some_and(|clip| ClipId::at(clip) == was) {
            glance.zero()
        } else {
            self.rows[place] = mark;
            self.loose += 1;
            last // Nobody reads it. So it is not the one that ends before all others of its run.
        };
        self.zeros[usize::from(row)] = zero;
        self.runs[run].bounds = (first.min(zero), last.max(zero));
    }

    /// The runs, and by row when the clip's own time was zero, with a block more than there are rows.
    pub(super) fn runs(&mut self) -> (&mut [Run], &[Time]) {
        (&mut self.runs, &self.zeros)
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
pub(super) struct Sheets<T> {
    pub(super) pages: Vec<Page<T>>,
    places: Vec<u16>,
}

impl<T: Copy> Sheets<T> {
    pub(super) const fn new() -> Self {
        Self { pages: Vec::new(), places: Vec::new() }
    }

    /// Notes a change of a slot.
    #[inline]
    pub(super) fn note(&mut self, slot: u32, was: ClipId, glance: &Glance<T>, now: Time) {
        if let Some(page) = self.pages.get_mut(slot as usize / PAGE) {
            page.note(slot as usize % PAGE, was, glance, now);
        }
    }

    /// All of it is something else now.
    pub(super) fn forget(&mut self) {
        self.pages.iter_mut().for_each(|page| page.stale = true);
    }

    /// Sorts what is not, or no longer well.
    pub(super) fn sort(&mut self, glances: &[Glance<T>], now: Time) {
        self.pages.resize_with(glances.len().div_ceil(PAGE), Page::new);
        for (page, glances) in self.pages.iter_mut().zip(glances.chunks(PAGE)) {
            if page.stale || page.loose * 16 > page.rows.len() {
                page.sort(glances, now, &mut self.places);
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
impl<T> Sheets<T> {
    /// How many slots are read the general way.
    pub(super) fn general(&self) -> usize {
        self.pages.iter().flat_map(|page| &page.rows).filter(|row| **row == GENERAL).count()
    }
}
