//! One stable sort for all that is built. That of the standard library is compiled again for each type and each key, five
//! kilobytes of WebAssembly each time.

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
    }
}
