//! One stable sort for all that is built, and one in place for steps, which may not allocate. Those of the standard library
//! are compiled again for each type and each key, three to five kilobytes of WebAssembly each time.

use alloc::vec::Vec;
use core::{cmp::Ordering, mem};

/// Sorts a list; equal items keep their order. Costs no memory if the list is sorted already, as lists of authors are.
pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if !list.is_sorted_by(|one, next| compare(one, next).is_le()) {
        let order = sources(list.len(), &|one, other| compare(&list[one], &list[other]));
        arrange(order, &mut |one, other| list.swap(one, other));
    }
}

/// For each place of the sorted list, where its item is now.
#[inline(never)]
fn sources(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

/// Moves each item to its place.
#[inline(never)]
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..order.len() {
        let mut place = first;
        // Along the places that exchange their items, up to the one that gets the item of the first.
        loop {
            let source = mem::replace(&mut order[place], place);
            if source == first {
                break;
            }
            swap(place, source);
            place = source;
        }
    }
}

/// Up to so many items are sorted by insertion, which is faster for few.
const FEW: usize = 20;

/// Sorts a list by keys that differ, in place. Cheap if the list is sorted already, as nearly always in a step.
pub(crate) fn sort_in_place<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    if list.len() > FEW {
        if !list.is_sorted_by_key(&key) {
            heap_sort(&mut Keyed { list, key });
        }
        return;
    }
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && key(&list[place]) < key(&list[place - 1]) {
            list.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// A list by its places.
trait Places {
    fn len(&self) -> usize;
    fn is_less(&self, one: usize, other: usize) -> bool;
    fn swap(&mut self, one: usize, other: usize);
}

struct Keyed<'a, T, F> {
    list: &'a mut [T],
    key: F,
}

impl<T, K: Ord, F: Fn(&T) -> K> Places for Keyed<'_, T, F> {
    fn len(&self) -> usize {
        self.list.len()
    }
    fn is_less(&self, one: usize, other: usize) -> bool {
        (self.key)(&self.list[one]) < (self.key)(&self.list[other])
    }
    fn swap(&mut self, one: usize, other: usize) {
        self.list.swap(one, other);
    }
}

/// J. W. J. Williams, "Algorithm 232: Heapsort", CACM 7(6), 1964.
#[inline(never)]
fn heap_sort(list: &mut dyn Places) {
    let count = list.len();
    for root in (0..count / 2).rev() {
        sift_down(list, root, count);
    }
    for end in (1..count).rev() {
        list.swap(0, end);
        sift_down(list, 0, end);
    }
}

/// Moves the item at `root` down until none of its two children in `..end` is greater.
fn sift_down(list: &mut dyn Places, mut root: usize, end: usize) {
    loop {
        let left = 2 * root + 1;
        let has_right = left + 1 < end;
        let child = if has_right && list.is_less(left, left + 1) { left + 1 } else { left };
        if child >= end || !list.is_less(root, child) {
            return;
        }
        list.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_stable_sort_of_the_standard_library(
            numbers in prop_oneof![prop::collection::vec(0..9_u8, 0..60), prop::collection::vec(any::<u8>(), 0..60)],
        ) {
            let mut list: Vec<(u8, usize)> = numbers.into_iter().zip(0..).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|(number, _)| *number);
            sort_by(&mut list, |(one, _), (other, _)| one.cmp(other));
            prop_assert_eq!(list, expected);
        }

        #[test]
        fn in_place_it_sorts_as_the_standard_library(mut list in prop::collection::vec(any::<u16>(), 0..60)) {
            let mut expected = list.clone();
            expected.sort_unstable();
            sort_in_place(&mut list, |number| *number);
            prop_assert_eq!(list, expected);
        }
    }
}
