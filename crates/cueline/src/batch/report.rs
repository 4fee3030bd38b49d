//! Reports what is due, tick by tick, as events in order.
//!
//! A [`Report`] belongs to a batch and knows its kind of values; a [`Store`] knows no events.

use alloc::vec::Vec;
use core::mem;

use super::{
    BatchError, TweenEvent, TweenEventKind, TweenHandle,
    bounds::BLOCK,
    cues::Mark,
    due::DueRows,
    groups::{CUES, WAITING},
    id::Id,
    motion::OfLanes,
    rows::Rows,
    slots::Slots,
    store::Store,
    wide,
};
use crate::time::Tick;

/// The events of the last step, and buffers for the work of a step.
#[derive(Debug)]
pub struct Report<T> {
    all: Vec<TweenEvent<T>>,
    /// The hash of kind, lanes and name of the batch, for handles.
    batch: u32,
    /// Index of the first event of this tick.
    first: usize,
    /// Whether the events were found in order, as when all tweens started one after the other; and the last order key.
    in_order: bool,
    last: u64,
    /// The order keys of cues and of starts.
    keys: Vec<u64>,
    starts: Vec<u64>,
    /// The rows that start.
    starting: Vec<usize>,
    /// The rows that end.
    hits: Vec<DueRows>,
    /// The groups of the rows that end, with the count of each.
    groups: Vec<(usize, usize)>,
    /// Rows to remove.
    rows: Vec<usize>,
    /// Due cues, with their order keys and their numbers.
    cues: Vec<(u64, u16, TweenEvent<T>)>,
    /// The events as they were found, for sorting.
    order: Vec<u64>,
    unsorted: Vec<TweenEvent<T>>,
}

impl<T> Report<T> {
    pub(super) const fn new() -> Self {
        Self {
            all: Vec::new(),
            batch: 0,
            first: 0,
            in_order: true,
            last: 0,
            keys: Vec::new(),
            starts: Vec::new(),
            starting: Vec::new(),
            hits: Vec::new(),
            groups: Vec::new(),
            rows: Vec::new(),
            cues: Vec::new(),
            order: Vec::new(),
            unsorted: Vec::new(),
        }
    }

    /// The events of the last step.
    pub(super) fn events(&self) -> &[TweenEvent<T>] {
        &self.all
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// Begins another tick.
    fn begin(&mut self) {
        (self.first, self.in_order, self.last) = (self.all.len(), true, 0);
        self.keys.clear();
        self.starts.clear();
        self.hits.clear();
        self.groups.clear();
    }

    fn push(&mut self, key: u64, event: TweenEvent<T>) {
        self.in_order &= self.last <= key;
        self.last = key;
        self.all.push(event);
    }
}

impl<T> Report<T> {
    /// Moves time on and lists all events since the last step, up to and including that tick.
    #[inline]
    pub(super) fn advance_to<const N: usize>(
        &mut self,
        store: &mut Store<N>,
        to: Tick,
    ) -> Result<(), BatchError>
    where
        T: OfLanes<N>,
    {
        let now = store.now();
        if to < now {
            return Err(BatchError::Backwards { now, to });
        }
        self.all.clear();
        while let Some(at) = store.next_due()
            && at <= to.get()
        {
            store.go_to(at);
            self.report_tick(store);
        }
        store.go_to(to.get());
        Ok(())
    }

    /// Reports the ends of a group at this tick, and frees the slots.
    ///
    /// The slot of the first event is the next slot to be used.
    fn end<const N: usize>(&mut self, store: &mut Store<N>, group: usize)
    where
        T: OfLanes<N>,
    {
        let (found, before) = (self.hits.len(), self.all.len());
        let (tick, now) = (store.now(), store.low());
        let (rows, slots) = store.find_ending(group, &mut self.hits);
        wide::widest(
            #[inline(always)]
            || self.report_ends(rows, found, slots, tick, now),
        );
        self.groups.push((group, self.all.len() - before));
    }

    #[inline(always)]
    fn report_ends<const N: usize>(
        &mut self,
        rows: &Rows<N>,
        found: usize,
        slots: &mut Slots,
        tick: Tick,
        now: u32,
    ) where
        T: OfLanes<N>,
    {
        let (batch, in_order, last) = (self.batch, self.in_order, self.last);
        let mut ends = Ends { tick, now, batch, next: slots.next(), in_order, last };
        let mut freed = slots.freeing();
        for hit in &self.hits[found..] {
            let (block, handles) = rows.block(hit.block());
            if hit.is_whole() {
                ends.follow_block(block.starts(), handles);
                self.all.extend(
                    (0..BLOCK).map(|lane| ends.event(handles[lane], T::of_lanes(&block.to(lane)))),
                );
                freed.free_block(handles);
                continue;
            }
            hit.each(|lane| {
                ends.follow(block.starts()[lane], handles[lane]);
                freed.free(handles[lane].slot());
                self.all.push(ends.event(handles[lane], T::of_lanes(&block.to(lane))));
            });
        }
        freed.done();
        (self.in_order, self.last) = (ends.in_order, ends.last);
    }

    /// Reports the starts at this tick.
    fn start<const N: usize>(&mut self, store: &mut Store<N>)
    where
        T: OfLanes<N>,
    {
        store.find_starting(&mut self.starting);
        for index in 0..self.starting.len() {
            let waiter = &store.waiters().all()[self.starting[index]];
            let key = order_key_of(store.slots(), waiter.delay(), waiter.handle());
            self.starts.push(key);
            let handle = TweenHandle::new(waiter.handle(), self.batch);
            let (kind, value) = (TweenEventKind::Start, T::of_lanes(waiter.from()));
            self.push(key, TweenEvent { tick: store.now(), handle, kind, value });
        }
    }

    /// Sorts the events of this tick.
    #[inline(never)]
    fn sort<const N: usize>(&mut self, store: &Store<N>)
    where
        T: OfLanes<N>,
    {
        let Self { all, first, keys, starts, hits, order, unsorted, .. } = self;
        // The list holds cues first, then ends, then starts.
        for hit in hits {
            let (block, handles) = store.rows(hit.group()).block(hit.block());
            hit.each(|lane| {
                let ago = store.low().wrapping_sub(block.starts()[lane]);
                keys.push(order_key_of(store.slots(), ago, handles[lane]));
            });
        }
        keys.append(starts);
        unsorted.clear();
        unsorted.extend_from_slice(&all[*first..]);
        for (event, place) in all[*first..].iter_mut().zip(sorted(keys, order)) {
            *event = unsorted[place];
        }
    }

    /// Reports everything that is due now.
    #[inline(never)]
    fn report_tick<const N: usize>(&mut self, store: &mut Store<N>)
    where
        T: OfLanes<N>,
    {
        let now = store.low();
        self.batch = store.name();
        self.begin();
        if store.filled().has(CUES) && store.cues().first_due(now) == 0 {
            self.report_cues(store);
        }
        let mut starts = false;
        for group in store.filled().iter() {
            match group {
                CUES => {}
                WAITING if store.waiters().first_due(now) == 0 => {
                    self.start(store);
                    starts = true;
                }
                WAITING => {}
                _ if store.rows(group).first_due(now) == 0 => self.end(store, group),
                _ => {}
            }
        }
        if !self.in_order {
            self.sort(store);
        }
        self.remove_ended(store);
        if starts {
            let started = self.all[self.first..]
                .iter()
                .filter(|event| event.kind == TweenEventKind::Start)
                .filter_map(|event| event.handle.id_in(self.batch));
            store.make_live(&self.starting, started);
        }
    }

    fn remove_ended<const N: usize>(&mut self, store: &mut Store<N>) {
        let mut hits = &self.hits[..];
        for (group, count) in self.groups.iter().copied() {
            let these;
            (these, hits) = hits.split_at(hits.partition_point(|hit| hit.group() == group));
            store.remove_ended(group, these, count, &mut self.rows);
        }
    }

    /// Inserts the due cues into the events of this tick, before the ends.
    fn report_cues<const N: usize>(&mut self, store: &mut Store<N>)
    where
        T: OfLanes<N>,
    {
        let mut due = mem::take(&mut self.cues);
        store.take_due_cues(|store, mark| due.extend(self.cue_event(store, mark)));
        // An order key belongs to one tween.
        due.sort_unstable_by_key(|(key, cue, _)| (*key, *cue));
        for (key, _, event) in due.drain(..) {
            self.keys.push(key);
            self.push(key, event);
        }
        self.cues = due;
    }

    /// A cue that is due now, unless its tween is stale: its order key, its number, and its event.
    fn cue_event<const N: usize>(
        &self,
        store: &Store<N>,
        mark: Mark,
    ) -> Option<(u64, u16, TweenEvent<T>)>
    where
        T: OfLanes<N>,
    {
        let (id, cue) = (mark.handle(), mark.cue());
        let (since, value) = store.value_now(T::math(), id)?;
        let (tick, kind) = (store.now(), TweenEventKind::Cue(cue));
        let handle = TweenHandle::new(id, self.batch);
        let event = TweenEvent { tick, handle, kind, value: T::of_lanes(&value) };
        Some((order_key_of(store.slots(), since, id), cue, event))
    }
}

/// The ends to report, and whether they are in order.
struct Ends {
    tick: Tick,
    now: u32,
    batch: u32,
    /// The generation of the next tween.
    next: u32,
    in_order: bool,
    last: u64,
}

impl Ends {
    #[inline(always)]
    fn event<T>(&self, handle: Id, value: T) -> TweenEvent<T> {
        let handle = TweenHandle::new(handle, self.batch);
        TweenEvent { tick: self.tick, handle, kind: TweenEventKind::End, value }
    }

    #[inline(always)]
    const fn key(&self, start: u32, handle: Id) -> u64 {
        order_key(self.now.wrapping_sub(start), self.next.wrapping_sub(handle.generation()))
    }

    #[inline(always)]
    fn follow(&mut self, start: u32, handle: Id) {
        let key = self.key(start, handle);
        self.in_order &= self.last <= key;
        self.last = key;
    }

    /// The same for a block. Usually each tween of a block comes after its predecessor in both respects; a few wide
    /// instructions check that.
    #[inline(always)]
    fn follow_block(&mut self, start: &[u32; BLOCK], handles: &[Id; BLOCK]) {
        const HALF: usize = BLOCK / 2;
        let oldest = u64::from(self.next) << 32;
        let named = |lane: usize| handles[lane].packed().wrapping_sub(oldest);
        // The highest bits decide: the bit of a difference means below 0; the bit of a generation means that it is not
        // one of the newest 2^31, where differences do not wrap.
        let (mut sooner, mut older, mut old) = (0, 0, 0);
        // Two halves of one length that both contain one pair of neighbours.
        for first in [0, HALF - 1] {
            for lane in first..first + HALF {
                sooner |= start[lane + 1].wrapping_sub(start[lane]);
                older |= named(lane + 1).wrapping_sub(named(lane));
            }
        }
        for lane in 0..BLOCK {
            old |= !named(lane);
        }
        if sooner >> 31 == 0 && (older | old) >> 63 == 0 {
            self.follow(start[0], handles[0]);
            self.last = self.key(start[BLOCK - 1], handles[BLOCK - 1]);
        } else {
            self.follow_each(start, handles);
        }
    }

    #[inline(never)]
    fn follow_each(&mut self, start: &[u32; BLOCK], handles: &[Id; BLOCK]) {
        for (start, handle) in start.iter().zip(handles) {
            self.follow(*start, *handle);
        }
    }
}

/// The ranks of these keys: the first, the next, and so on; of equal keys the earlier in the list comes first.
#[expect(clippy::cast_possible_truncation, reason = "both halves are kept; places fit a usize")]
fn sorted<'a>(keys: &[u64], order: &'a mut Vec<u64>) -> impl Iterator<Item = usize> + 'a {
    let bits = |most: u64| u64::BITS - most.leading_zeros();
    // A key has two halves, both in descending order.
    let (ago, age) = keys
        .iter()
        .fold((0, 0), |(ago, age), key| (ago | !key >> 32, age | u64::from(!key as u32)));
    let (ago, age, place) = (bits(ago), bits(age), bits(keys.len() as u64));
    order.clear();
    let places = if ago + age + place <= u64::BITS {
        // Almost always the key and the index fit into one number, which sorts in half the time.
        let halves = |key: u64| (key >> 32) << age | u64::from(key as u32) & ((1 << age) - 1);
        order.extend(keys.iter().zip(0..).map(|(key, at)| halves(*key) << place | at));
        order.sort_unstable();
        (1 << place) - 1
    } else {
        order.extend(0..keys.len() as u64);
        order.sort_unstable_by_key(|place| (keys[*place as usize], *place));
        u64::MAX
    };
    order.iter().map(move |key| (key & places) as usize)
}

#[inline(always)]
fn order_key_of(slots: &Slots, ago: u32, handle: Id) -> u64 {
    order_key(ago, slots.age(handle.generation()))
}

#[inline(always)]
const fn order_key(ago: u32, age: u32) -> u64 {
    !((ago as u64) << 32 | age as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Keys that fit into one number together with the index, and keys that do not.
        #[test]
        fn order_keys_are_sorted_and_equal_ones_stay_as_they_were(
            agos in prop::sample::select(&[1_u64, 50, 1 << 23][..]),
            ages in prop::sample::select(&[1_u64, 50, 1 << 32][..]),
            seeds in prop::collection::vec((any::<u64>(), any::<u64>()), 1..700),
        ) {
            let key = |(ago, age): &(u64, u64)| !(((ago % agos) << 32) | (age % ages));
            let keys: Vec<u64> = seeds.iter().map(key).collect();
            let mut wanted: Vec<usize> = (0..keys.len()).collect();
            wanted.sort_by_key(|place| keys[*place]);
            prop_assert_eq!(sorted(&keys, &mut Vec::new()).collect::<Vec<_>>(), wanted);
        }
    }
}
