//! Immutable data of any size behind a `Copy` reference: each distinct item is kept once, until the program ends.
//!
//! [`Easing`](crate::value::Easing) and the values of clips lie in batch rows, keyframes and motions that are copied
//! all the time, so what they refer to has no counter. An item is looked up by its content when it is made or
//! loaded, never when it is sampled. Where it lies, and which thread was first, cannot be seen: items are compared,
//! hashed and saved by content.

use alloc::boxed::Box;
use core::hash::Hash;

use once_cell::race::OnceBox;

use crate::digest::digest;

/// Lists of items that only grow, one for each part of the digests.
pub(crate) struct Table<T: ?Sized + 'static> {
    lists: [OnceBox<Entry<T>>; LISTS],
}

const LISTS: usize = 256;

struct Entry<T: ?Sized + 'static> {
    item: Box<T>,
    next: OnceBox<Entry<T>>,
}

impl<T: ?Sized + Hash + PartialEq + Send + Sync> Table<T> {
    pub(crate) const fn new() -> Self {
        Self { lists: [const { OnceBox::new() }; LISTS] }
    }

    /// The kept item that equals `item`; `keep` makes it where there is none.
    pub(crate) fn get(&'static self, item: &T, keep: impl FnOnce() -> Box<T>) -> &'static T {
        let mut keep = Some(keep);
        let mut own = None;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "only the low byte of the digest counts"
        )]
        let mut place = &self.lists[digest(item) as usize % LISTS];
        loop {
            if let Some(entry) = place.get() {
                if *entry.item == *item {
                    return &entry.item;
                }
                place = &entry.next;
                continue;
            }
            if let Some(keep) = keep.take() {
                own = Some(Box::new(Entry { item: keep(), next: OnceBox::new() }));
            }
            // Refused where another thread was first: then the loop looks at the entry of that thread.
            if let Some(entry) = own.take() {
                own = place.set(entry).err();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    static TEXTS: Table<str> = Table::new();

    fn kept(text: &str) -> &'static str {
        TEXTS.get(text, || text.into())
    }

    #[test]
    fn equal_items_are_kept_once() {
        let made = std::format!("{}{}", "one", 1);
        assert!(core::ptr::eq(kept("one1"), kept(&made)));
        assert_eq!(kept("another"), "another");
    }

    #[test]
    fn threads_agree_on_one_place() {
        let found: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        (0..500)
                            .map(|index| kept(&std::format!("text {index}")).as_ptr() as usize)
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(found.iter().all(|places| *places == found[0]));
    }
}
