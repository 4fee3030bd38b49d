//! What a step tells, in the order in which it is told.
//!
//! A row is long, so rows are not moved: where they are not in order already, short keys are sorted instead.

use alloc::vec::Vec;

use super::Subject;
use crate::{edge::Edge, time::Time};

/// One thing that a step tells, with all that sorts it; or only that something leaves.
#[derive(Clone, Debug)]
pub(super) struct Told<T> {
    pub(super) due: Time,
    pub(super) lane: u32,
    pub(super) serial: u64,
    pub(super) index: u32,
    /// The item's slot, or the group's.
    pub(super) slot: u32,
    /// None: it leaves and there is nothing to tell.
    pub(super) edge: Option<Edge<Subject<T>>>,
    /// Whether it leaves whatever it was to do at its end.
    pub(super) leaves: bool,
}

/// What sorts a row; no two rows have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    due: Time,
    lane: u32,
    serial: u64,
    index: u32,
    /// The place of its row.
    place: usize,
}

impl<T> Told<T> {
    #[inline]
    fn key(&self, place: usize) -> Key {
        let Self { due, lane, serial, index, .. } = *self;
        Key { due, lane, serial, index, place }
    }
}

/// All that one step tells.
#[derive(Debug)]
pub(super) struct Tale<T> {
    rows: Vec<Told<T>>,
    /// In order; empty where the rows are in order themselves.
    keys: Vec<Key>,
    is_in_order: bool,
}

impl<T> Tale<T> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), keys: Vec::new(), is_in_order: true }
    }

    #[inline]
    pub(super) fn push(&mut self, told: Told<T>) {
        let place = self.rows.len();
        // Here the last one is at hand; later each would have to be fetched again.
        self.is_in_order &= self.rows.last().is_none_or(|last| last.key(place) < told.key(place));
        self.rows.push(told);
    }

    pub(super) fn sort(&mut self) {
        if !self.is_in_order {
            self.keys.clear();
            self.keys.extend(self.rows.iter().enumerate().map(|(place, row)| row.key(place)));
            self.keys.sort_unstable();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The row that is told as the `index`th, as it was sorted last.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &Told<T> {
        &self.rows[self.keys.get(index).map_or(index, |key| key.place)]
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.keys.clear();
        self.is_in_order = true;
    }
}
