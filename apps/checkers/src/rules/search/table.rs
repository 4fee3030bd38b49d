//! What a search remembers of positions that it has seen.

use super::judge::SEEN_WIN;
use crate::rules::{Move, Position, Rank, Side};

/// How a score is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    position: Position,
    depth: u32,
    /// With wins and losses counted from this position, and not from where the search began.
    score: i32,
    bound: Bound,
    /// The best move that was found.
    pub(super) mv: Move,
}

impl Entry {
    pub(super) fn new(
        position: Position,
        depth: u32,
        score: i32,
        bound: Bound,
        mv: Move,
        ply: i32,
    ) -> Self {
        let score = match score {
            _ if score >= SEEN_WIN => score + ply,
            _ if score <= -SEEN_WIN => score - ply,
            _ => score,
        };
        Self { position, depth, score, bound, mv }
    }

    /// Its score, if it was found deep enough and decides between `alpha` and `beta`.
    pub(super) fn score_for(&self, depth: u32, alpha: i32, beta: i32, ply: i32) -> Option<i32> {
        let score = match self.score {
            score if score >= SEEN_WIN => score - ply,
            score if score <= -SEEN_WIN => score + ply,
            score => score,
        };
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        (self.depth >= depth && decides).then_some(score)
    }
}

/// The last entry of each slot; a slot is chosen by the position, which the entry keeps whole.
pub(super) struct Table {
    /// A power of two of them.
    slots: Vec<Option<Entry>>,
}

impl Table {
    /// A table fit for a search of so many nodes: at most 2^17 entries, some 6 MB.
    pub(super) fn for_nodes(nodes: u64) -> Self {
        let slots = usize::try_from(nodes).unwrap_or(usize::MAX).clamp(1 << 8, 1 << 17);
        Self { slots: vec![None; slots.next_power_of_two()] }
    }

    pub(super) fn get(&self, position: &Position) -> Option<Entry> {
        self.slots[self.slot(position)].filter(|entry| entry.position == *position)
    }

    pub(super) fn put(&mut self, entry: Entry) {
        let slot = self.slot(&entry.position);
        self.slots[slot] = Some(entry);
    }

    /// Below the number of slots.
    fn slot(&self, position: &Position) -> usize {
        let mut hash = u64::from(position.turn() == Side::White);
        for side in Side::BOTH {
            for rank in [Rank::Man, Rank::King] {
                // A multiplicative hash: an odd constant near 2^64 divided by the golden ratio, as in
                // Knuth, TAOCP 3, 6.4.
                hash = (hash.rotate_left(23) ^ u64::from(position.set(side, rank)))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
        let mask = self.slots.len() as u64 - 1;
        usize::try_from((hash >> 32) & mask).unwrap_or(0) // below 2^17
    }
}
