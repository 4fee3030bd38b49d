//! Entries that wait for the end of another entry.

use alloc::collections::VecDeque;

use super::{EntryId, line::Line, row::Row};

/// Entries that wait, each for the end of another entry.
#[derive(Debug)]
pub(super) struct Followers<P> {
    rows: Line<P>,
    /// The entry for which each one waits, and its own id; sorted.
    links: VecDeque<(EntryId, EntryId)>,
    /// How many of the links are of cancelled entries. At most half of them.
    dangling: usize,
}

impl<P> Followers<P> {
    pub(super) const fn new() -> Self {
        Self { rows: Line::new(), links: VecDeque::new(), dangling: 0 }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Each entry with the one for which it waits, sorted by both ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = (EntryId, &Row<P>)> + Clone {
        self.links.iter().filter_map(|(of, id)| Some((*of, self.rows.get(*id)?)))
    }

    /// The entries, in the order of ids.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Row<P>> {
        self.rows.iter_mut()
    }

    pub(super) fn oldest(&self) -> Option<EntryId> {
        self.rows.first().map(|row| row.id)
    }

    pub(super) fn get(&self, id: EntryId) -> Option<&Row<P>> {
        self.rows.get(id)
    }

    pub(super) fn get_mut(&mut self, id: EntryId) -> Option<&mut Row<P>> {
        self.rows.get_mut(id)
    }

    pub(super) fn add(&mut self, of: EntryId, row: Row<P>) {
        let link = (of, row.id);
        let place = match self.links.back() {
            Some(last) if *last > link => self.links.partition_point(|other| *other < link),
            _ => self.links.len(),
        };
        self.links.insert(place, link);
        self.rows.insert(row);
    }

    /// Takes out all entries that wait for `of`, in the order of ids.
    pub(super) fn take_all_of(&mut self, of: EntryId, mut each: impl FnMut(Row<P>)) {
        let first = self.links.partition_point(|link| link.0 < of);
        let end = first + self.links.range(first..).take_while(|link| link.0 == of).count();
        for (_, id) in self.links.drain(first..end) {
            match self.rows.take(id) {
                Some(row) => each(row),
                None => self.dangling -= 1,
            }
        }
    }

    pub(super) fn cancel(&mut self, id: EntryId) -> Option<P> {
        let payload = self.rows.take(id)?.take_payload();
        self.dangling += 1;
        if self.dangling > self.links.len() / 2 {
            self.links.retain(|link| self.rows.get(link.1).is_some());
            self.dangling = 0;
        }
        payload
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.links.clear();
        self.dangling = 0;
    }
}

crate::cloned::cloned! { struct Followers<P: Clone> { rows, links, dangling } }

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{
        sequencer::{Role, row::AnyDuration},
        time::{Span, Time},
    };

    fn followers(links: &[(u64, u64)]) -> Followers<u64> {
        let mut all = Followers::new();
        for (of, id) in links {
            let key = (EntryId(*id), 0, Role::Free);
            let timing = (Span::ZERO, AnyDuration::Open);
            all.add(EntryId(*of), Row::waiting(key, Time::ZERO, timing, *id));
        }
        all
    }

    #[test]
    fn those_of_one_entry_come_in_order_and_without_the_cancelled_ones() {
        let mut all = followers(&[(1, 3), (0, 4), (1, 5), (2, 6), (1, 7)]);
        assert_eq!(all.cancel(EntryId(5)), Some(5));
        assert_eq!((all.cancel(EntryId(5)), all.len()), (None, 4));
        let mut taken = Vec::new();
        all.take_all_of(EntryId(1), |row| taken.push(row.id.number()));
        assert_eq!(taken, [3, 7]);
        let left: Vec<_> = all.iter().map(|(of, row)| (of.0, row.id.0)).collect();
        assert_eq!(left, [(0, 4), (2, 6)]);
    }

    #[test]
    fn cancelled_entries_leave_no_links_behind() {
        let mut all = followers(&[(0, 1)]);
        for id in 2..1000 {
            let key = (EntryId(id), 0, Role::Free);
            let timing = (Span::ZERO, AnyDuration::Open);
            all.add(EntryId(0), Row::waiting(key, Time::ZERO, timing, id));
            all.cancel(EntryId(id));
            assert!(all.links.len() < 4, "{id}");
        }
    }
}
