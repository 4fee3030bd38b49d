//! Slots with generations: places for items that handles can refer to.
//!
//! A slot that is emptied counts its generation up, so that old handles miss. An empty slot is filled again, the last
//! emptied slot first.

use alloc::vec::Vec;

/// No slot, as the end of a chain.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Slot<I> {
    generation: u32,
    item: Option<I>,
}

crate::digest::digested! { struct Slot<I> { generation, item } }

/// Items in numbered slots.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Slots<I> {
    rows: Vec<Slot<I>>,
    /// The empty rows, without those whose generations are used up.
    free: Vec<u32>,
}

crate::digest::digested! { struct Slots<I> { rows, free } }

impl<I> Slots<I> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), free: Vec::new() }
    }

    /// Whether no slot was ever filled.
    pub(super) fn is_unused(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether `more` items fit.
    pub(super) fn has_room(&self, more: usize) -> bool {
        // `NONE` is no slot.
        self.rows.len().saturating_sub(self.free.len()).saturating_add(more) < NONE as usize
    }

    /// Fills a slot and returns it with its generation; `None` if all slots are full.
    #[inline]
    pub(super) fn insert(&mut self, item: I) -> Option<(u32, u32)> {
        if let Some(index) = self.free.pop()
            && let Some(row) = self.rows.get_mut(index as usize)
        {
            row.item = Some(item);
            return Some((index, row.generation));
        }
        let index = u32::try_from(self.rows.len()).ok().filter(|index| *index != NONE)?;
        self.rows.push(Slot { generation: 0, item: Some(item) });
        Some((index, 0))
    }

    pub(super) fn remove(&mut self, index: u32) -> Option<I> {
        let row = self.rows.get_mut(index as usize)?;
        let item = row.item.take()?;
        // A handle never has the last generation.
        row.generation = row.generation.saturating_add(1);
        if row.generation != u32::MAX {
            self.free.push(index);
        }
        Some(item)
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> Option<&I> {
        self.rows.get(index as usize)?.item.as_ref()
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: u32) -> Option<&mut I> {
        self.rows.get_mut(index as usize)?.item.as_mut()
    }

    /// The item of a slot, with the generation of the slot.
    #[inline]
    pub(super) fn entry(&self, index: u32) -> Option<(u32, &I)> {
        let row = self.rows.get(index as usize)?;
        Some((row.generation, row.item.as_ref()?))
    }

    /// The same, to change the item.
    #[inline]
    pub(super) fn entry_mut(&mut self, index: u32) -> Option<(u32, &mut I)> {
        let row = self.rows.get_mut(index as usize)?;
        Some((row.generation, row.item.as_mut()?))
    }

    /// The item of a handle; `None` if the handle is stale.
    pub(super) fn find(&self, index: u32, generation: u32) -> Option<&I> {
        self.entry(index).filter(|(present, _)| *present == generation).map(|(_, item)| item)
    }

    /// All items with their slots and generations.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32, &I)> {
        (0..NONE)
            .zip(&self.rows)
            .filter_map(|(index, row)| row.item.as_ref().map(|item| (index, row.generation, item)))
    }

    /// All slots, empty ones included.
    pub(super) fn indices(&self) -> impl Iterator<Item = u32> + use<I> {
        (0..NONE).take(self.rows.len())
    }

    /// The same slots with other items; `None` if `map` refuses one.
    pub(super) fn map<J>(self, mut map: impl FnMut(I) -> Option<J>) -> Option<Slots<J>> {
        let mut rows = Vec::with_capacity(self.rows.len());
        for Slot { generation, item } in self.rows {
            let item = match item {
                None => None,
                Some(item) => Some(map(item)?),
            };
            rows.push(Slot { generation, item });
        }
        Some(Slots { rows, free: self.free })
    }

    /// Whether the free list names every empty row once.
    pub(super) fn is_sound(&self) -> bool {
        let mut empty: Vec<bool> =
            self.rows.iter().map(|row| row.item.is_none() && row.generation != u32::MAX).collect();
        self.rows.len() < NONE as usize
            && self.free.iter().all(|index| {
                empty.get_mut(*index as usize).is_some_and(|empty| core::mem::replace(empty, false))
            })
            && !empty.contains(&true)
    }
}

crate::cloned::cloned! { struct Slots<I: Clone> { rows, free } }

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn a_free_list_names_each_empty_slot_once() {
        let mut slots = Slots::new();
        (0..3).for_each(|item| _ = slots.insert(item));
        slots.remove(0);
        slots.remove(2);
        assert!(slots.is_sound());
        for free in [vec![], vec![0], vec![0, 0], vec![0, 2, 2], vec![0, 1, 2], vec![0, 2, 3]] {
            let rows = slots.rows.clone();
            assert!(!Slots { rows, free: free.clone() }.is_sound(), "{free:?}");
        }
    }
}
