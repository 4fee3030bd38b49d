//! The entries in the order of their declaration: what is on show, and behind it what waits.

use alloc::vec::Vec;

use super::row::Row;
use crate::time::Time;

/// Entries stay where they are from their queueing to their end; what has its turn becomes part of what is on show.
/// What is over is given up from the front.
#[derive(Debug)]
pub(super) struct Line<P> {
    pub(super) rows: Vec<Row<P>>,
    /// Rows before this one are given up.
    pub(super) first: usize,
    /// Rows from here on wait for their turn.
    pub(super) live: usize,
    /// How many of those on show are over.
    pub(super) over: usize,
    /// When plain entries on show have had their turn.
    pub(super) turn: Time,
}

impl<P> Line<P> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), first: 0, live: 0, over: 0, turn: Time::ZERO }
    }

    /// What has had its turn, with gaps where something is over.
    pub(super) fn on_show(&self) -> &[Row<P>] {
        &self.rows[self.first..self.live]
    }

    pub(super) fn on_show_mut(&mut self) -> &mut [Row<P>] {
        &mut self.rows[self.first..self.live]
    }

    pub(super) fn waiting(&self) -> &[Row<P>] {
        &self.rows[self.live..]
    }

    pub(super) fn waiting_mut(&mut self) -> &mut [Row<P>] {
        &mut self.rows[self.live..]
    }

    /// Whether all in it is over.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.over == self.live - self.first && self.waiting().iter().all(|row| row.slot.is_over())
    }

    /// Adds an entry that has its turn at once.
    pub(super) fn show(&mut self, row: Row<P>) {
        self.rows.insert(self.live, row); // nothing waits, unless a save lies
        self.live += 1;
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        (self.first, self.live, self.over) = (0, 0, 0);
    }

    /// Takes the gaps out of what is on show. Places change.
    #[inline]
    pub(super) fn close_up(&mut self) {
        if self.give_up() {
            if self.first == self.rows.len() {
                self.clear();
            }
        } else if self.over > 0 {
            self.close_gaps();
        }
    }

    /// The same where there are so many gaps that they cost.
    #[inline]
    pub(super) fn close_up_if_sparse(&mut self) {
        if self.over > 8 {
            self.close_gaps_if_most();
        }
    }

    #[cold]
    fn close_gaps_if_most(&mut self) {
        if self.over > (self.live - self.first) / 2 {
            self.close_gaps();
        }
    }

    /// Gives up what is on show if all of it is over. Its rows stay where they are.
    #[inline]
    pub(super) fn give_up(&mut self) -> bool {
        let all = self.over == self.live - self.first;
        if all {
            (self.first, self.over) = (self.live, 0);
        }
        all
    }

    #[cold]
    fn close_gaps(&mut self) {
        let mut front = self.live;
        for place in (self.first..self.live).rev() {
            if !self.rows[place].slot.is_over() {
                front -= 1;
                self.rows.swap(place, front);
            }
        }
        self.first = front;
        self.over = 0;
    }

    /// Moves all to the front where that is mostly free and the room at the end becomes short. Places change.
    #[inline]
    pub(super) fn make_room(&mut self) {
        let room = self.rows.capacity() - self.rows.len();
        if self.first > self.rows.len() / 2 && room <= self.rows.len() / 4 {
            self.move_up();
        }
    }

    #[cold]
    fn move_up(&mut self) {
        self.rows.drain(..self.first);
        self.live -= self.first;
        self.first = 0;
    }
}

impl<P: Clone> Line<P> {
    /// Copies what is not given up into the memory that is there.
    pub(super) fn copy_from(&mut self, source: &Self) {
        self.rows.clear();
        self.rows.extend_from_slice(&source.rows[source.first..]);
        (self.first, self.live) = (0, source.live - source.first);
        (self.over, self.turn) = (source.over, source.turn);
    }
}
