//! The state of a player: flat rows of integers that can be copied, compared and saved.
//!
//! Items lie in slots; a slot that is emptied counts its generation up, so that old handles miss. The
//! members of a group are a chain of slots. Generic in how a clip is referred to: by id while it
//! plays, by its place in a table of names in a save.

use alloc::{vec, vec::Vec};

use super::{AtEnd, Fade, GroupHandle, LoopEvents, Mix, Phase, PlaybackHandle, Playhead, Weight};
use crate::{
    clip::ClipId,
    time::{Span, Time},
};

/// No slot, as the end of a chain.
pub(super) const NONE: u32 = u32::MAX;

/// One playing thing. `Copy`, so that a snapshot is one copy of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Item<T, C = ClipId> {
    pub(super) head: Playhead,
    pub(super) target: T,
    pub(super) clip: C,
    pub(super) fade: Fade,
    /// Counts everything ever played; sorts what is due at one time.
    pub(super) serial: u64,
    pub(super) lane: u32,
    /// The slot of its group, or `NONE`.
    pub(super) group: u32,
    /// The members before and after it in the group, or `NONE`.
    pub(super) before: u32,
    pub(super) next: u32,
    pub(super) mix: Mix,
    pub(super) at_end: AtEnd,
    pub(super) loop_events: LoopEvents,
    /// What its range follows when its clip changes.
    pub(super) extent: Extent,
    /// Whether its start was reported.
    pub(super) started: bool,
    /// Whether its end was reported.
    pub(super) ended: bool,
    /// Whether it leaves when its fade is at its end.
    pub(super) fades_out: bool,
}

/// What the range of an item follows when its clip changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Extent {
    /// Nothing: the range was chosen.
    Fixed,
    /// The whole clip, which has this duration.
    Whole(Span),
    /// The widest range of its group. To that its clip counts with this duration, or the range that was chosen.
    Widest(Option<Span>),
}

impl<T, C> Item<T, C> {
    /// When it leaves because it has faded out.
    pub(super) fn fade_end(&self) -> Option<Time> {
        self.fades_out.then(|| self.fade.end())
    }

    pub(super) fn is_at_end(&self, now: Time) -> bool {
        self.head.at(now).phase == Phase::Ended
    }

    fn with_clip<D>(self, clip: D) -> Item<T, D> {
        let Self {
            head,
            target,
            fade,
            serial,
            lane,
            group,
            before,
            next,
            mix,
            at_end,
            loop_events,
            extent,
            started,
            ended,
            fades_out,
            clip: _,
        } = self;
        Item {
            head,
            target,
            clip,
            fade,
            serial,
            lane,
            group,
            before,
            next,
            mix,
            at_end,
            loop_events,
            extent,
            started,
            ended,
            fades_out,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Slot<I> {
    pub(super) generation: u32,
    pub(super) item: Option<I>,
}

/// Slots that are filled again, last emptied first.
#[derive(Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Slots<I> {
    pub(super) rows: Vec<Slot<I>>,
    /// The empty rows, without those whose generations are used up.
    free: Vec<u32>,
}

impl<I> Slots<I> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), free: Vec::new() }
    }

    pub(super) fn has_room(&self, more: usize) -> bool {
        // `NONE` is no slot.
        self.rows.len().saturating_sub(self.free.len()).saturating_add(more) < NONE as usize
    }

    /// The slot and generation of a new item; none when it is full.
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
        // The last generation is never given out again.
        row.generation = row.generation.saturating_add(1);
        if row.generation != u32::MAX {
            self.free.push(index);
        }
        Some(item)
    }

    pub(super) fn get(&self, index: u32) -> Option<&I> {
        self.rows.get(index as usize)?.item.as_ref()
    }

    pub(super) fn get_mut(&mut self, index: u32) -> Option<&mut I> {
        self.rows.get_mut(index as usize)?.item.as_mut()
    }

    pub(super) fn holds(&self, index: u32, generation: u32) -> bool {
        self.rows
            .get(index as usize)
            .is_some_and(|row| row.generation == generation && row.item.is_some())
    }

    /// All items with their slots and generations.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32, &I)> {
        (0..NONE)
            .zip(&self.rows)
            .filter_map(|(index, row)| row.item.as_ref().map(|item| (index, row.generation, item)))
    }

    /// Whether the free list names every empty row once.
    fn is_sound(&self) -> bool {
        let mut empty: Vec<bool> =
            self.rows.iter().map(|row| row.item.is_none() && row.generation != u32::MAX).collect();
        self.rows.len() < NONE as usize
            && self.free.iter().all(|index| {
                empty.get_mut(*index as usize).is_some_and(|empty| core::mem::replace(empty, false))
            })
            && !empty.contains(&true)
    }
}

/// Several items driven as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Group {
    /// The first member's slot, or `NONE`.
    pub(super) first: u32,
    /// How many members have not ended.
    pub(super) open: u32,
    /// The widest of the ranges that were chosen for members, where the group plays the widest range.
    pub(super) fixed: Option<(Span, Span)>,
    pub(super) serial: u64,
    /// The highest of its members', so that its end follows theirs.
    pub(super) lane: u32,
    pub(super) at_end: AtEnd,
}

/// All of a player that counts.
#[derive(Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct State<T, C = ClipId> {
    pub(super) now: Time,
    pub(super) next_serial: u64,
    pub(super) items: Slots<Item<T, C>>,
    pub(super) groups: Slots<Group>,
}

impl<T, C> State<T, C> {
    pub(super) const fn new(now: Time) -> Self {
        Self { now, next_serial: 0, items: Slots::new(), groups: Slots::new() }
    }

    pub(super) fn serial(&mut self) -> u64 {
        let serial = self.next_serial;
        self.next_serial = serial.wrapping_add(1);
        serial
    }

    pub(super) fn item(&self, handle: PlaybackHandle) -> Option<&Item<T, C>> {
        self.items.holds(handle.slot, handle.generation).then(|| self.items.get(handle.slot))?
    }

    pub(super) fn group(&self, handle: GroupHandle) -> Option<&Group> {
        self.groups.holds(handle.slot, handle.generation).then(|| self.groups.get(handle.slot))?
    }

    /// The same with clips referred to another way.
    pub(super) fn map_clips<D>(self, mut map: impl FnMut(C) -> Option<D>) -> Option<State<T, D>>
    where
        C: Copy,
    {
        let mut rows = Vec::with_capacity(self.items.rows.len());
        for Slot { generation, item } in self.items.rows {
            let item = match item {
                None => None,
                Some(item) => Some({
                    let clip = map(item.clip)?;
                    item.with_clip(clip)
                }),
            };
            rows.push(Slot { generation, item });
        }
        let items = Slots { rows, free: self.items.free };
        Some(State { now: self.now, next_serial: self.next_serial, items, groups: self.groups })
    }

    /// Whether all that refers to something inside refers to what is there; false for a damaged save.
    pub(super) fn is_sound(&self) -> bool {
        if !self.items.is_sound() || !self.groups.is_sound() {
            return false;
        }
        let mut chained = vec![false; self.items.rows.len()];
        for (index, _, group) in self.groups.iter() {
            let (mut slot, mut before, mut open) = (group.first, NONE, 0_u32);
            while slot != NONE {
                let Some(item) = self.items.get(slot) else { return false };
                let seen = core::mem::replace(&mut chained[slot as usize], true);
                if seen || item.group != index || item.before != before {
                    return false;
                }
                open += u32::from(!item.ended);
                (before, slot) = (slot, item.next);
            }
            if open != group.open {
                return false;
            }
        }
        self.items.iter().all(|(slot, _, item)| {
            let single = [item.group, item.before, item.next] == [NONE; 3];
            (chained[slot as usize] || single)
                && item.serial < self.next_serial
                && item.fade.over >= Span::ZERO
        })
    }
}

// By hand, as a derived `clone_from` would not use the memory that is there.
impl<I: Clone> Clone for Slots<I> {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), free: self.free.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.rows.clone_from(&source.rows);
        self.free.clone_from(&source.free);
    }
}
impl<T: Clone, C: Clone> Clone for State<T, C> {
    fn clone(&self) -> Self {
        let Self { now, next_serial, items, groups } = self;
        Self { now: *now, next_serial: *next_serial, items: items.clone(), groups: groups.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        (self.now, self.next_serial) = (source.now, source.next_serial);
        self.items.clone_from(&source.items);
        self.groups.clone_from(&source.groups);
    }
}

impl Default for Fade {
    fn default() -> Self {
        Self::constant(Weight::FULL)
    }
}
