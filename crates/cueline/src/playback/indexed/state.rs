//! The state of a player: flat rows of integers that can be copied, compared and saved.
//!
//! Items and groups lie in [slots](super::slots). The members of a group are a chain of slots, which this file links.

use alloc::vec;

use crate::{
    clip::ClipId,
    playback::{
        AtEnd, GroupHandle, PlaybackHandle,
        item::PlayerItem,
        slots::{NONE, Slots},
    },
    time::Time,
};

/// Several items that are controlled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::playback) struct Group {
    /// The slot of the first member, or `NONE`.
    pub(in crate::playback) first: u32,
    /// The number of members that have not ended.
    open: u32,
    pub(in crate::playback) serial: u64,
    /// The highest priority of its members, so that its end follows theirs.
    #[cfg_attr(feature = "serde", serde(rename = "lane"))] // its name in saves of version 1
    pub(in crate::playback) priority: u32,
    at_end: AtEnd,
}

crate::digest::digested! { struct Group { first, open, serial, priority, at_end } }

impl Group {
    /// Whether the members stay after the end of the group.
    pub(in crate::playback) fn holds_end(&self) -> bool {
        self.at_end == AtEnd::Hold && self.first != NONE
    }
}

/// The state that is compared, hashed and saved.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::playback) struct State<T, C = ClipId> {
    now: Time,
    next_serial: u64,
    items: Slots<PlayerItem<T, C>>,
    groups: Slots<Group>,
}

crate::digest::digested! { struct State<T, C> { now, next_serial, items, groups } }

/// Reads the state of a player that was saved without the names of its clips.
#[cfg(feature = "serde")]
pub(in crate::playback) fn read_alone<
    'de,
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
>(
    from: D,
) -> Result<State<T>, D::Error> {
    use serde::{Deserialize, de::Error};

    /// Nothing, where a `Saved` has its clips.
    fn no_clips<'de, D: serde::Deserializer<'de>>(from: D) -> Result<(), D::Error> {
        <()>::deserialize(from).map_err(|_| {
            D::Error::custom(
                "a `Saved` was found; read it as one, and `load` it with the clips to get a player",
            )
        })
    }

    #[derive(Deserialize)]
    #[serde(rename = "State")]
    struct Alone<T> {
        now: Time,
        next_serial: u64,
        items: Slots<PlayerItem<T, ClipId>>,
        groups: Slots<Group>,
        #[serde(default, deserialize_with = "no_clips")]
        clips: (),
    }

    let Alone { now, next_serial, items, groups, clips: () } = Alone::deserialize(from)?;
    Ok(State { now, next_serial, items, groups })
}

impl<T, C> State<T, C> {
    pub(in crate::playback) const fn new(now: Time) -> Self {
        Self { now, next_serial: 0, items: Slots::new(), groups: Slots::new() }
    }

    #[inline]
    pub(in crate::playback) const fn now(&self) -> Time {
        self.now
    }

    /// Moves time on to `to`.
    pub(in crate::playback) fn advance_to(&mut self, to: Time) {
        self.now = self.now.max(to);
    }

    /// The serial of a new item or group.
    pub(super) fn serial(&mut self) -> u64 {
        let serial = self.next_serial;
        self.next_serial = serial.wrapping_add(1);
        serial
    }

    #[inline]
    pub(in crate::playback) const fn items(&self) -> &Slots<PlayerItem<T, C>> {
        &self.items
    }

    #[inline]
    pub(in crate::playback) const fn groups(&self) -> &Slots<Group> {
        &self.groups
    }

    pub(in crate::playback) fn item(&self, handle: PlaybackHandle) -> Option<&PlayerItem<T, C>> {
        self.items.find(handle.slot, handle.generation)
    }

    pub(in crate::playback) fn group(&self, handle: GroupHandle) -> Option<&Group> {
        self.groups.find(handle.slot, handle.generation)
    }

    /// The item of a slot, to change it; [`remove`](Self::remove) takes it out.
    #[inline]
    pub(super) fn item_mut(&mut self, slot: u32) -> Option<&mut PlayerItem<T, C>> {
        self.items.get_mut(slot)
    }

    /// The same with the handle of the item.
    #[inline]
    pub(super) fn entry_mut(
        &mut self,
        slot: u32,
    ) -> Option<(PlaybackHandle, &mut PlayerItem<T, C>)> {
        let (generation, item) = self.items.entry_mut(slot)?;
        Some((PlaybackHandle { slot, generation }, item))
    }

    /// The item of a slot with its handle.
    #[inline]
    pub(in crate::playback) fn entry(
        &self,
        slot: u32,
    ) -> Option<(PlaybackHandle, &PlayerItem<T, C>)> {
        let (generation, item) = self.items.entry(slot)?;
        Some((PlaybackHandle { slot, generation }, item))
    }

    /// Adds an item; `None` if all slots are full.
    #[inline]
    pub(super) fn insert(&mut self, item: PlayerItem<T, C>) -> Option<PlaybackHandle> {
        self.items.insert(item).map(|(slot, generation)| PlaybackHandle { slot, generation })
    }

    /// Removes an item that no remaining member of its group is linked to.
    pub(super) fn remove(&mut self, slot: u32) {
        self.items.remove(slot);
    }

    /// Adds a group without members; `None` if all slots are full.
    pub(in crate::playback) fn insert_group(&mut self, at_end: AtEnd) -> Option<GroupHandle> {
        let group = Group { first: NONE, open: 0, serial: 0, priority: 0, at_end };
        self.groups.insert(group).map(|(slot, generation)| GroupHandle { slot, generation })
    }

    /// Links an item behind `last`, the last member so far, or `NONE`.
    pub(in crate::playback) fn join(&mut self, group: u32, last: u32, slot: u32) {
        let Some(item) = self.items.get_mut(slot) else { return };
        item.join(group, last);
        let priority = item.priority;
        if let Some(before) = self.items.get_mut(last) {
            before.next = slot;
        }
        if let Some(group) = self.groups.get_mut(group) {
            if last == NONE {
                group.first = slot;
            }
            group.open = group.open.saturating_add(1);
            group.priority = group.priority.max(priority);
        }
    }

    /// Gives a group its serial, after those of its members.
    pub(in crate::playback) fn close_group(&mut self, group: u32) {
        let serial = self.serial();
        if let Some(group) = self.groups.get_mut(group) {
            group.serial = serial;
        }
    }

    /// Counts the end of an item for its group; the group if that was its last member.
    pub(in crate::playback) fn member_ended(&mut self, slot: u32) -> Option<(GroupHandle, Group)> {
        let slot = self.items.get(slot)?.group;
        let (generation, group) = self.groups.entry_mut(slot)?;
        group.open = group.open.saturating_sub(1);
        if group.open > 0 {
            return None;
        }
        Some((GroupHandle { slot, generation }, *group))
    }

    /// A member of the group has ended before and plays again.
    pub(super) fn reopen(&mut self, group: Option<u32>) {
        if let Some(group) = group.and_then(|group| self.groups.get_mut(group)) {
            group.open = group.open.saturating_add(1);
        }
    }

    /// Removes an item and takes it out of its group; an empty group is removed too.
    pub(super) fn unlink_and_remove(&mut self, slot: u32) {
        let Some(item) = self.items.remove(slot) else { return };
        let Some(group) = self.groups.get_mut(item.group) else { return };
        if item.before == NONE {
            group.first = item.next;
            if item.next == NONE {
                self.groups.remove(item.group);
            }
        }
        if let Some(other) = self.items.get_mut(item.before) {
            other.next = item.next;
        }
        if let Some(other) = self.items.get_mut(item.next) {
            other.before = item.before;
        }
    }

    /// Removes a group whose members have been removed.
    pub(in crate::playback) fn remove_group(&mut self, group: u32) {
        self.groups.remove(group);
    }

    /// The member after the one in `slot`, or `NONE`.
    pub(in crate::playback) fn next_member(&self, slot: u32) -> u32 {
        self.items.get(slot).map_or(NONE, |item| item.next)
    }

    /// The same state with clips referred to in another way.
    pub(in crate::playback) fn map_clips<D>(
        self,
        mut map: impl FnMut(C) -> Option<D>,
    ) -> Option<State<T, D>> {
        let items = self.items.map(|item| item.map_clip(&mut map))?;
        Some(State { now: self.now, next_serial: self.next_serial, items, groups: self.groups })
    }

    /// Whether all links lead to items that link back; `false` for a damaged save.
    pub(in crate::playback) fn is_sound(&self) -> bool {
        if !self.items.is_sound() || !self.groups.is_sound() {
            return false;
        }
        let mut chained = vec![false; self.items.indices().count()];
        for (index, _, group) in self.groups.iter() {
            let (mut slot, mut before, mut open) = (group.first, NONE, 0_u32);
            while slot != NONE {
                let Some(item) = self.items.get(slot) else { return false };
                let seen = core::mem::replace(&mut chained[slot as usize], true);
                if seen || item.group != index || item.before != before {
                    return false;
                }
                open += u32::from(!item.playing.is_over());
                (before, slot) = (slot, item.next);
            }
            if open != group.open {
                return false;
            }
        }
        self.items.iter().all(|(slot, _, item)| {
            let single = [item.group, item.before, item.next] == [NONE; 3];
            (chained[slot as usize] || single) && item.serial < self.next_serial && item.is_sound()
        })
    }
}

crate::cloned::cloned! { struct State<T: Clone, C: Clone> { now, next_serial, items, groups } }
