//! What is due at one tick: what is told of it, in line, and what becomes of it.

use alloc::vec::Vec;
use core::array;

use super::{
    Batch, Due, DueKind, Handle, Tween,
    rows::{Found, Rows},
    slots::Slots,
    soonest::BLOCK,
    tweens::{CUES, WAITING, groups},
    waiting::Waiting,
};
use crate::time::Tick;

/// The numbers that are so much, about 0 to 1, of the way from some to others.
pub(super) type Way<const N: usize> = fn(&[f32; N], &[f32; N], f32) -> [f32; N];

/// Each number by itself.
pub(super) fn straight<const N: usize>(from: &[f32; N], to: &[f32; N], share: f32) -> [f32; N] {
    array::from_fn(|lane| from[lane] + (to[lane] - from[lane]) * share)
}

/// What the last step told, and the room to work it out.
#[derive(Debug)]
pub(super) struct Told<const N: usize> {
    pub(super) all: Vec<Due<N>>,
    /// The place in line of each that is told of this tick: how many ticks ago it was put there, above how many
    /// have started since; both backwards.
    pub(super) lines: Vec<u64>,
    /// The rows that end in one group, or those of cues that are due.
    pub(super) rows: Vec<usize>,
    /// Cues that are due, with their places in line and their numbers.
    pub(super) cues: Vec<(u64, u16, Due<N>)>,
    order: Vec<(u64, usize)>,
    unsorted: Vec<Due<N>>,
}

impl<const N: usize> Told<N> {
    pub(super) const fn new() -> Self {
        Self {
            all: Vec::new(),
            lines: Vec::new(),
            rows: Vec::new(),
            cues: Vec::new(),
            order: Vec::new(),
            unsorted: Vec::new(),
        }
    }

    /// Tells what ends in a group now, and takes it out; how many.
    fn end(
        &mut self,
        rows: &mut Rows<N>,
        group: usize,
        slots: &mut Slots,
        tick: Tick,
        now: u32,
    ) -> usize {
        let Self { all, lines, rows: ending, .. } = self;
        ending.clear();
        rows.find_due(
            now,
            #[inline(always)]
            |found| {
                let Found { first, mut due, ticks, handles, to } = found;
                let tell = |lane: usize| Due {
                    tick,
                    handle: handles[lane],
                    kind: DueKind::End,
                    value: to.map(|to| to[lane]),
                };
                let line = |lane: usize| place(slots, ticks[lane], handles[lane]);
                if due == (1 << BLOCK) - 1 {
                    all.extend((0..BLOCK).map(tell));
                    lines.extend((0..BLOCK).map(line));
                    ending.extend(first..first + BLOCK);
                    return;
                }
                while due != 0 {
                    let lane = due.trailing_zeros() as usize;
                    due &= due - 1;
                    all.push(tell(lane));
                    lines.push(line(lane));
                    ending.push(first + lane);
                }
            },
        );
        // Last first: so what takes a row's place is nothing that ends, and the first slot is the next to be used.
        if ending.len() == rows.len() {
            rows.handles.iter().rev().for_each(|handle| slots.free(handle.slot));
            rows.clear();
        } else {
            for row in ending.iter().rev() {
                slots.free(rows.handles[*row].slot);
                if let Some(moved) = rows.swap_remove(*row, now) {
                    slots.put(moved, group, *row);
                }
            }
        }
        ending.len()
    }

    /// Tells what starts now.
    fn start(&mut self, waiting: &mut Waiting<N>, slots: &Slots, tick: Tick, now: u32) {
        waiting.find_due(now, |waiter| {
            let (handle, Tween { from, delay, .. }) = (waiter.handle, waiter.tween);
            self.all.push(Due { tick, handle, kind: DueKind::Start, value: from });
            self.lines.push(place(slots, delay, handle));
        });
    }

    /// Puts what was told of this tick in line.
    fn sort(&mut self) {
        let Self { all, lines, order, unsorted, .. } = self;
        if !lines.is_sorted() {
            order.clear();
            order.extend(lines.iter().copied().zip(0..));
            order.sort_unstable();
            let before = all.len() - order.len();
            unsorted.clear();
            unsorted.extend_from_slice(&all[before..]);
            for (told, (_, index)) in all[before..].iter_mut().zip(&*order) {
                *told = unsorted[*index];
            }
        }
        lines.clear();
    }
}

#[inline(always)]
pub(super) fn place(slots: &Slots, ago: u32, handle: Handle) -> u64 {
    !(u64::from(ago) << 32 | u64::from(slots.age(handle.generation)))
}

impl<const N: usize> Batch<N> {
    /// A tick before which nothing is due.
    pub(super) fn next_due(&self) -> Option<i64> {
        let now = self.low();
        let after = groups(self.filled)
            .map(|group| match self.groups.get(group) {
                Some(rows) => rows.soonest(now),
                None if group == WAITING => self.waiting.soonest(now),
                None => self.cues.soonest(now),
            })
            .min()?;
        self.now.checked_add(i64::from(after))
    }

    /// Tells what is due now.
    pub(super) fn tell_tick(&mut self, way: Way<N>) {
        let (tick, now, before) = (self.now(), self.low(), self.told.all.len());
        if self.filled >> CUES != 0 && self.cues.soonest(now) == 0 {
            self.tell_cues(way);
        }
        let Self { groups: all, waiting, told, slots, .. } = self;
        let mut starts = false;
        for group in groups(self.filled) {
            match all.get_mut(group) {
                Some(rows) if rows.soonest(now) == 0 => {
                    self.live -= told.end(rows, group, slots, tick, now);
                    self.filled &= !(u32::from(rows.len() == 0) << group);
                }
                None if group == WAITING && waiting.soonest(now) == 0 => {
                    told.start(waiting, slots, tick, now);
                    starts = true;
                }
                _ => {}
            }
        }
        told.sort();
        if starts {
            for index in before..self.told.all.len() {
                let Due { handle, kind: DueKind::Start, .. } = self.told.all[index] else {
                    continue;
                };
                if let Some((WAITING, row)) = self.slots.place(handle.slot) {
                    let tween = self.stop_waiting(row);
                    self.make_live(handle, &tween);
                }
            }
        }
    }
}
