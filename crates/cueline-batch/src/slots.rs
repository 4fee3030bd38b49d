//! Where the row of a handle is.
//!
//! A slot is a number that a row keeps while it exists, wherever it moves. Ids count all rows that were ever started,
//! so a slot and an id name one row for good. The slot that became free last is used first.

use alloc::vec::Vec;

use cueline::digest::{Digest, Digester};

/// Names one row of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Id {
    pub(crate) slot: u32,
    /// How many rows were started before this one.
    pub(crate) number: u64,
}

impl Digest for Id {
    fn feed(&self, digester: &mut Digester) {
        (self.slot, self.number).feed(digester);
    }
}

/// A group of rows, and the index of a row in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) group: u8,
    pub(crate) row: u32,
}

/// No group has this number.
const FREE: Place = Place { group: u8::MAX, row: 0 };

#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    places: Vec<Place>,
    /// The last one is used next.
    free: Vec<u32>,
    /// The number of the next row.
    next: u64,
}

impl Slots {
    /// The most rows at once.
    pub(crate) const MOST: usize = (1 << 27) - 1;

    /// A slot and an id for one more row at this place; `None` if there are too many.
    #[inline]
    pub(crate) fn take(&mut self, place: Place) -> Option<Id> {
        let slot = match self.free.pop() {
            Some(slot) => {
                self.places[slot as usize] = place;
                slot
            }
            None if self.places.len() >= Self::MOST => return None,
            None => {
                self.places.push(place);
                u32::try_from(self.places.len() - 1).unwrap_or(u32::MAX)
            }
        };
        let id = Id { slot, number: self.next };
        self.next += 1;
        Some(id)
    }

    /// The place of a slot; `None` for a free one.
    #[inline]
    pub(crate) fn place(&self, slot: u32) -> Option<Place> {
        self.places.get(slot as usize).copied().filter(|place| *place != FREE)
    }

    #[inline]
    pub(crate) fn set_place(&mut self, slot: u32, place: Place) {
        self.places[slot as usize] = place;
    }

    #[inline]
    pub(crate) fn free(&mut self, slot: u32) {
        self.places[slot as usize] = FREE;
        self.free.push(slot);
    }

    /// The free slots, the last of which is used next, and the number of the next row.
    pub(crate) fn saved(&self) -> (&[u32], u64) {
        (&self.free, self.next)
    }

    /// Slots of which none has a row yet.
    #[cfg(feature = "serde")]
    pub(crate) fn open(count: usize, next: u64) -> Self {
        Self { places: alloc::vec![FREE; count], free: Vec::new(), next }
    }

    /// Gives a row its slot again. Returns `false` if there is no such free slot, or if no row had this number yet.
    #[cfg(feature = "serde")]
    #[must_use]
    pub(crate) fn claim(&mut self, id: Id, place: Place) -> bool {
        match self.places.get_mut(id.slot as usize) {
            Some(open) if *open == FREE && id.number < self.next => *open = place,
            _ => return false,
        }
        true
    }

    /// Makes these slots the free ones. Returns `false` unless all other slots have rows.
    #[cfg(feature = "serde")]
    #[must_use]
    pub(crate) fn set_free(&mut self, free: Vec<u32>) -> bool {
        let mut open: Vec<u32> = free.clone();
        open.sort_unstable();
        let wanted =
            (0..).zip(&self.places).filter(|(_, place)| **place == FREE).map(|(slot, _)| slot);
        let fits = wanted.eq(open);
        self.free = free;
        fits
    }
}
