//! Who is to be looked at next, and when: a binary heap that knows where everybody is.
//!
//! A step looks at its top only, so that what is not due costs nothing, however much of it there is.
//! Because each slot's place is known, a wake is moved or withdrawn at once and no stale one is left
//! behind. (Williams, "Algorithm 232: Heapsort", CACM 7(6), 1964.)

use alloc::vec::Vec;

use crate::time::Time;

/// At most one wake for each slot. Ties come by slot, so that the order never depends on the past.
#[derive(Debug, Default)]
pub(super) struct Wakes {
    heap: Vec<(Time, u32)>,
    /// Where in the heap a slot is; `NOWHERE` when it is not.
    place: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Wakes {
    pub(super) const fn new() -> Self {
        Self { heap: Vec::new(), place: Vec::new() }
    }

    /// The earliest wake.
    pub(super) fn first(&self) -> Option<(Time, u32)> {
        self.heap.first().copied()
    }

    /// The wake of a slot from now on.
    pub(super) fn set(&mut self, slot: u32, wake: Option<Time>) {
        let slot_index = slot as usize;
        if self.place.len() <= slot_index {
            self.place.resize(slot_index + 1, NOWHERE);
        }
        match (self.place[slot_index], wake) {
            (NOWHERE, None) => {}
            (NOWHERE, Some(wake)) => {
                self.heap.push((wake, slot));
                self.settle(self.heap.len() - 1);
            }
            (place, Some(wake)) => {
                self.heap[place as usize].0 = wake;
                self.settle(place as usize);
            }
            (place, None) => {
                self.place[slot_index] = NOWHERE;
                self.heap.swap_remove(place as usize);
                if (place as usize) < self.heap.len() {
                    self.settle(place as usize);
                }
            }
        }
    }

    /// Moves the entry at `at` up or down to where it belongs.
    fn settle(&mut self, mut at: usize) {
        let entry = self.heap[at];
        while at > 0 && entry < self.heap[(at - 1) / 2] {
            self.put(at, self.heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        loop {
            let left = 2 * at + 1;
            let Some(mut least) = self.heap.get(left).copied() else { break };
            let mut child = left;
            if let Some(right) = self.heap.get(left + 1).copied()
                && right < least
            {
                (least, child) = (right, left + 1);
            }
            if entry <= least {
                break;
            }
            self.put(at, least);
            at = child;
        }
        self.put(at, entry);
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most one entry for each slot, a u32")]
    fn put(&mut self, at: usize, entry: (Time, u32)) {
        self.heap[at] = entry;
        self.place[entry.1 as usize] = at as u32;
    }
}

impl Clone for Wakes {
    fn clone(&self) -> Self {
        Self { heap: self.heap.clone(), place: self.place.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.heap.clone_from(&source.heap);
        self.place.clone_from(&source.place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn first_is_the_least_after_any_changes(
            changes in prop::collection::vec((0_u32..9, prop::option::of(0_i64..9)), 0..60)
        ) {
            let mut wakes = Wakes::default();
            let mut sorted = BTreeSet::new();
            for (slot, wake) in changes {
                wakes.set(slot, wake.map(Time::from_flicks));
                sorted.retain(|(_, other)| *other != slot);
                sorted.extend(wake.map(|wake| (Time::from_flicks(wake), slot)));
                prop_assert_eq!(wakes.first(), sorted.first().copied());
                prop_assert_eq!(wakes.heap.len(), sorted.len());
            }
        }
    }
}
