//! What a step tells, in the order in which it is told.
//!
//! A row is long, so rows are not moved: where they are not in order already, short keys are sorted instead.

use alloc::vec::Vec;
use core::mem;

use super::{Subject, state::NONE};
use crate::{
    event::{Event, EventKind},
    time::Time,
};

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
    pub(super) edge: Option<Event<Subject<T>>>,
    /// Whether it leaves whatever it was to do at its end.
    pub(super) leaves: bool,
}

/// What of it a step has to look at again, apart from its event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) due: Time,
    serial: u64,
    lane: u32,
    index: u32,
    pub(super) slot: u32,
    /// The place of its event, or `NONE`.
    edge: u32,
    pub(super) then: Then,
}

/// What follows when it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Nothing,
    /// The item has come to its end.
    Ended,
    /// The item leaves whatever it was to do at its end.
    Leaves,
    /// The group has come to its end.
    GroupEnded,
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

impl Row {
    #[inline]
    fn key(&self, place: usize) -> Key {
        let Self { due, lane, serial, index, .. } = *self;
        Key { due, lane, serial, index, place }
    }

    pub(super) fn serial(&self) -> u64 {
        self.serial
    }
}

/// All that one step tells.
#[derive(Debug)]
pub(super) struct Tale<T> {
    rows: Vec<Row>,
    edges: Vec<Event<Subject<T>>>,
    /// In order; empty where the rows are in order themselves.
    keys: Vec<Key>,
    is_in_order: bool,
}

impl<T: Copy> Tale<T> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), edges: Vec::new(), keys: Vec::new(), is_in_order: true }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "2^32 edges do not fit into memory")]
    pub(super) fn push(&mut self, told: Told<T>) {
        let Told { due, lane, serial, index, slot, edge, leaves } = told;
        let then = match edge {
            Some(Event { id: Subject::Group(_), .. }) => Then::GroupEnded,
            _ if leaves => Then::Leaves,
            Some(Event { kind: EventKind::End, .. }) => Then::Ended,
            _ => Then::Nothing,
        };
        let place = edge.map_or(NONE, |_| self.edges.len() as u32);
        self.edges.extend(edge);
        let row = Row { due, serial, lane, index, slot, edge: place, then };
        // Here the last one is at hand; later each would have to be fetched again.
        self.is_in_order &= self.rows.last().is_none_or(|last| last.key(0) < row.key(0));
        self.rows.push(row);
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
    pub(super) fn get(&self, index: usize) -> Row {
        self.rows[self.keys.get(index).map_or(index, |key| key.place)]
    }

    /// What it tells.
    pub(super) fn edge(&self, row: Row) -> Option<Event<Subject<T>>> {
        self.edges.get(row.edge as usize).copied()
    }

    /// Hands over all events in order, behind those that are there, and forgets everything.
    pub(super) fn tell(&mut self, edges: &mut Vec<Event<Subject<T>>>) {
        if !self.keys.is_empty() {
            edges.extend((0..self.len()).filter_map(|index| self.edge(self.get(index))));
        } else if edges.is_empty() {
            mem::swap(edges, &mut self.edges);
        } else {
            edges.append(&mut self.edges);
        }
        self.rows.clear();
        self.edges.clear();
        self.keys.clear();
        self.is_in_order = true;
    }
}
