//! Maps handles to the places of tweens.
//!
//! A slot is a number that a tween keeps while it exists; one word per slot holds the group and the row of the tween.
//! Free slots are linked: the slot that became free last is used first. A *generation* counts all tweens that ever
//! started, so a slot and a generation name one tween; the generation lies in the tween's row.

use alloc::vec::Vec;

use super::{bounds::BLOCK, id::Id};

/// The low bits of a place hold the row; the bits above hold the group.
const ROW_BITS: u32 = 27;
/// Neither a row nor a slot has this number.
const NONE: u32 = (1 << ROW_BITS) - 1;
/// The group of free slots; the row is the slot that became free before, or [`NONE`].
const FREE: u32 = u32::MAX << ROW_BITS;

#[derive(Debug)]
pub(super) struct Slots {
    places: Vec<u32>,
    /// The slot that became free last, or [`NONE`].
    free: u32,
    /// The generation of the next tween.
    next: u32,
    /// Slots below this are not used again: they had tweens before the generations wrapped.
    retired: u32,
}

impl Slots {
    /// The largest number of slots.
    pub(super) const MOST: u32 = NONE;

    pub(super) const fn new() -> Self {
        Self { places: Vec::new(), free: NONE, next: 0, retired: 0 }
    }

    /// A slot for one more tween at this place; `None` if there are too many.
    #[inline(always)]
    pub(super) fn take(&mut self, group: usize, row: usize) -> Option<Id> {
        if self.free == NONE {
            if self.len() == Self::MOST {
                return None;
            }
            self.places.reserve(1);
        }
        if self.next == u32::MAX {
            self.take_last(group, row)
        } else {
            self.take_within(group, row)
        }
    }

    /// The same, but also `None` if it needs more memory, or has the last generation.
    #[inline(always)]
    pub(super) fn take_within(&mut self, group: usize, row: usize) -> Option<Id> {
        let (mut slot, generation, place) = (self.free, self.next, place(group, row));
        if generation == u32::MAX {
            return None;
        }
        // `NONE` is no valid index: there are fewer slots.
        if let Some(free) = self.places.get_mut(slot as usize) {
            self.free = *free & NONE;
            *free = place;
        } else {
            slot = self.len();
            if slot == Self::MOST || self.places.len() == self.places.capacity() {
                return None;
            }
            self.places.push(place);
        }
        self.next = generation + 1;
        Some(Id::new(slot, generation))
    }

    /// A slot for the tween of the last generation. Restarts the generations at 0. Existing slots are retired, so that a
    /// handle never refers to a second tween.
    #[cold]
    fn take_last(&mut self, group: usize, row: usize) -> Option<Id> {
        let generation = self.next;
        self.next = 0;
        let taken = self.take_within(group, row);
        let Some(id) = taken else {
            self.next = generation;
            return None;
        };
        (self.next, self.free, self.retired) = (0, NONE, self.len());
        Some(Id::new(id.slot(), generation))
    }

    /// Pretends that almost all generations are used.
    #[cfg(test)]
    pub(super) fn turn_over(&mut self) {
        self.name_next(u32::MAX);
    }

    /// Pretends that this many generations are used.
    #[cfg(test)]
    pub(super) fn name_next(&mut self, generation: u32) {
        self.next = generation;
    }

    #[inline]
    pub(super) fn set_place(&mut self, slot: u32, group: usize, row: usize) {
        self.places[slot as usize] = place(group, row);
    }

    /// The group and the row; `None` for a free slot, and for [`NONE`].
    #[inline]
    pub(super) fn place(&self, slot: u32) -> Option<(usize, usize)> {
        let place = *self.places.get(slot as usize)?;
        (place < FREE).then_some(((place >> ROW_BITS) as usize, (place & NONE) as usize))
    }

    #[inline]
    pub(super) fn free(&mut self, slot: u32) {
        if slot < self.retired {
            self.places[slot as usize] = FREE | NONE;
        } else {
            self.places[slot as usize] = FREE | self.free;
            self.free = slot;
        }
    }

    /// Begins to free slots, the first of which is the next slot to be used.
    #[inline]
    pub(super) fn freeing(&mut self) -> FreedSlots<'_> {
        let Self { places, free, retired, .. } = self;
        FreedSlots { places, before: *free, last: NONE, retired: *retired, first: free }
    }

    /// The generation of the next tween.
    #[inline]
    pub(super) const fn next(&self) -> u32 {
        self.next
    }

    /// Number of tweens that have started since a generation; it orders two tweens by age.
    #[inline]
    pub(super) fn age(&self, generation: u32) -> u32 {
        self.next.wrapping_sub(generation)
    }

    #[expect(clippy::cast_possible_truncation, reason = "never more than `MOST`")]
    pub(super) fn len(&self) -> u32 {
        self.places.len() as u32
    }

    /// The next generation, and the first slot that may be used again.
    pub(super) const fn counts(&self) -> [u32; 2] {
        [self.next, self.retired]
    }

    /// The slots that may be used again, in the order of use.
    pub(super) fn all_free(&self) -> impl Iterator<Item = u32> {
        let mut slot = self.free;
        core::iter::from_fn(move || {
            let this = (slot != NONE).then_some(slot)?;
            slot = self.places[this as usize] & NONE;
            Some(this)
        })
    }

    /// The free slots that are never used again.
    pub(super) fn all_retired(&self) -> impl Iterator<Item = u32> {
        (0..self.retired).filter(|slot| self.places[*slot as usize] >= FREE)
    }
}

/// Slots that become free, from first to last.
#[derive(Debug)]
pub(super) struct FreedSlots<'a> {
    places: &'a mut [u32],
    /// The slot that became free before all of these, or [`NONE`].
    before: u32,
    /// The last slot freed so far, or [`NONE`].
    last: u32,
    retired: u32,
    /// The first slot freed, or the slot that became free before.
    first: &'a mut u32,
}

impl FreedSlots<'_> {
    #[inline(always)]
    pub(super) fn free(&mut self, slot: u32) {
        if slot < self.retired {
            self.places[slot as usize] = FREE | NONE;
            return;
        }
        match self.places.get_mut(self.last as usize) {
            Some(last) => *last = FREE | slot,
            None => *self.first = slot,
        }
        self.last = slot;
    }

    /// Checks once for the whole block whether a slot is retired, which is rare.
    #[inline(always)]
    pub(super) fn free_block(&mut self, handles: &[Id; BLOCK]) {
        if self.retired != 0 || self.last == NONE {
            handles.iter().for_each(|handle| self.free(handle.slot()));
            return;
        }
        let mut last = self.last;
        for handle in handles {
            self.places[last as usize] = FREE | handle.slot();
            last = handle.slot();
        }
        self.last = last;
    }

    /// Links the last slot to the slot that became free before all of these.
    #[inline]
    pub(super) fn done(self) {
        if let Some(last) = self.places.get_mut(self.last as usize) {
            *last = FREE | self.before;
        }
    }
}

/// Every group fits into the bits of a group, and every row into those of a row.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "27 bits of row, and 5 of group")]
const fn place(group: usize, row: usize) -> u32 {
    (group << ROW_BITS | row) as u32
}

impl Clone for Slots {
    fn clone(&self) -> Self {
        Self { places: self.places.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { places, free, next, retired } = source;
        self.places.clone_from(places);
        (self.free, self.next, self.retired) = (*free, *next, *retired);
    }
}

/// The slots while a batch is read: each slot is claimed once.
#[cfg(any(feature = "serde", test))]
#[derive(Debug)]
pub(super) struct Claims(Slots);

#[cfg(any(feature = "serde", test))]
impl Claims {
    /// Not claimed yet: a group that does not exist.
    const OPEN: u32 = FREE - 1;

    pub(super) fn new(len: usize, [next, retired]: [u32; 2]) -> Self {
        Self(Slots { places: alloc::vec![Self::OPEN; len], free: NONE, next, retired })
    }

    /// Returns `true` if the slot exists and is not claimed yet.
    #[inline]
    #[must_use]
    pub(super) fn claim(&mut self, slot: u32, group: usize, row: usize) -> bool {
        self.set(slot, place(group, row))
    }

    /// Returns `true` if these slots can be the free ones: the first is the first to be used again.
    #[must_use]
    pub(super) fn free(&mut self, all: impl IntoIterator<Item = u32>) -> bool {
        let (mut before, retired) = (None, self.0.retired);
        all.into_iter().all(|slot| {
            let fits = slot >= retired && self.set(slot, FREE | NONE);
            match before.replace(slot) {
                _ if !fits => {}
                None => self.0.free = slot,
                Some(before) => self.0.places[before as usize] = FREE | slot,
            }
            fits
        })
    }

    #[must_use]
    pub(super) fn retire(&mut self, all: impl IntoIterator<Item = u32>) -> bool {
        let retired = self.0.retired;
        all.into_iter().all(|slot| slot < retired && self.set(slot, FREE | NONE))
    }

    #[inline]
    fn set(&mut self, slot: u32, place: u32) -> bool {
        match self.0.places.get_mut(slot as usize) {
            Some(open) if *open == Self::OPEN => *open = place,
            _ => return false,
        }
        true
    }

    /// Only meaningful once as many slots are claimed as exist.
    pub(super) fn done(self) -> Slots {
        self.0
    }
}
