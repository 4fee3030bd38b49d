//! The next due time of each item: a binary heap with the heap index of each slot.
//!
//! A step visits only the due entries and the entries right below them, so entries that are not due cost nothing. If a
//! large part is due, the heap of the rest is rebuilt, which is cheaper than removing entries one by one. The index of
//! each slot is known, so an entry is moved or removed at once and no stale entry stays behind. (Williams, "Algorithm
//! 232: Heapsort", CACM 7(6), 1964.)

use alloc::vec::Vec;

use crate::time::Time;

/// At most one due time for each slot. Slots with the same due time are in no particular order: their events are sorted
/// afterwards.
#[derive(Debug, Default)]
pub(super) struct TimerHeap {
    heap: Vec<(Time, u32)>,
    /// The index of each slot in the heap, or `NOWHERE`.
    place: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl TimerHeap {
    pub(super) const fn new() -> Self {
        Self { heap: Vec::new(), place: Vec::new() }
    }

    /// The earliest due time.
    pub(super) fn first(&self) -> Option<Time> {
        self.heap.first().map(|(wake, _)| *wake)
    }

    /// Removes all entries due at `to` or before, in any order; `due` must be empty.
    #[expect(clippy::cast_possible_truncation, reason = "at most one entry for each slot, a u32")]
    pub(super) fn take_due(&mut self, to: Time, due: &mut Vec<u32>) {
        let is_due = |entry: Option<&(Time, u32)>| entry.is_some_and(|(wake, _)| *wake <= to);
        // First the heap indices: no entry below an entry that is not due is due.
        if is_due(self.heap.first()) {
            due.push(0);
        }
        let mut seen = 0;
        while let Some(place) = due.get(seen).map(|place| *place as usize) {
            for below in [2 * place + 1, 2 * place + 2] {
                if is_due(self.heap.get(below)) {
                    due.push(below as u32);
                }
            }
            seen += 1;
        }
        for place in due.iter_mut() {
            *place = self.heap[*place as usize].1;
        }
        // Removing one entry costs at most the depth of the heap, 32 levels.
        if due.len() < self.heap.len() / 16 {
            due.iter().for_each(|slot| self.set(*slot, None));
            return;
        }
        due.iter().for_each(|slot| self.place[*slot as usize] = NOWHERE);
        self.heap.retain(|(wake, _)| *wake > to);
        for at in (0..self.heap.len()).rev() {
            self.sink(at, self.heap[at]);
        }
    }

    /// Sets or removes the due time of a slot.
    pub(super) fn set(&mut self, slot: u32, wake: Option<Time>) {
        let slot_index = slot as usize;
        if self.place.len() <= slot_index {
            self.place.resize(slot_index, NOWHERE);
            self.place.push(NOWHERE);
        }
        match (self.place[slot_index], wake) {
            (NOWHERE, None) => {}
            (NOWHERE, Some(wake)) => {
                self.heap.push((wake, slot));
                self.rise(self.heap.len() - 1);
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

    /// Moves the entry at `at` up or down to its place.
    fn settle(&mut self, at: usize) {
        let at = self.rise(at);
        self.sink(at, self.heap[at]);
    }

    /// Moves the entry at `at` up to its place, and returns that place.
    #[inline]
    fn rise(&mut self, mut at: usize) -> usize {
        let entry = self.heap[at];
        while at > 0 && entry.0 < self.heap[(at - 1) / 2].0 {
            self.put(at, self.heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        self.put(at, entry);
        at
    }

    /// Puts an entry at `at` or, as long as an entry below is earlier, below it.
    fn sink(&mut self, mut at: usize, entry: (Time, u32)) {
        loop {
            let left = 2 * at + 1;
            let Some(mut least) = self.heap.get(left).copied() else { break };
            let mut child = left;
            if let Some(right) = self.heap.get(left + 1).copied()
                && right.0 < least.0
            {
                (least, child) = (right, left + 1);
            }
            if entry.0 <= least.0 {
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

crate::cloned::cloned! { struct TimerHeap { heap, place } }

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn first_is_the_earliest_after_any_changes(
            changes in prop::collection::vec((0_u32..9, prop::option::of(0_i64..9)), 0..60)
        ) {
            let mut timers = TimerHeap::default();
            let mut sorted = BTreeSet::new();
            for (slot, wake) in changes {
                timers.set(slot, wake.map(Time::from_flicks));
                sorted.retain(|(_, other)| *other != slot);
                sorted.extend(wake.map(|wake| (Time::from_flicks(wake), slot)));
                prop_assert_eq!(timers.first(), sorted.first().map(|(wake, _)| *wake));
                prop_assert_eq!(timers.heap.len(), sorted.len());
            }
        }

        #[test]
        fn due_slots_are_taken_and_the_rest_stays_in_order(
            all in prop::collection::vec(0_i64..200, 0..90), to in -1_i64..200
        ) {
            let mut timers = TimerHeap::default();
            for (slot, wake) in (0..).zip(&all) {
                timers.set(slot, Some(Time::from_flicks(*wake)));
            }
            let mut due = Vec::new();
            timers.take_due(Time::from_flicks(to), &mut due);
            due.sort_unstable();
            let of = |due: bool| (0_u32..).zip(&all).filter(move |(_, wake)| (**wake <= to) == due);
            prop_assert_eq!(due, of(true).map(|(slot, _)| slot).collect::<Vec<_>>());
            let mut rest: Vec<_> = of(false).map(|(slot, wake)| (Time::from_flicks(*wake), slot)).collect();
            rest.sort_unstable();
            for (wake, slot) in rest {
                prop_assert_eq!(timers.first(), Some(wake));
                timers.set(slot, None);
            }
            prop_assert_eq!(timers.first(), None);
        }
    }
}
