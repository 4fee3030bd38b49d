//! The compact row of an item: the data that a frame reads.
//!
//! An item is large, because a game can pause, reverse, group and fade it. Most items only play forward, and then a
//! frame needs few fields of them. A compact row holds these fields: a million rows fit in the caches of a processor, a
//! million items do not. A row is valid from the last change of its item to the end of the pass. Items without a valid
//! row are read directly.
//!
//! Rows lie in the order in which their items were played: later ones lie on top. They are derived from the state, so
//! they are neither saved nor compared.

use alloc::vec::Vec;

use super::{
    Active, Mix, Phase, PlaybackHandle, PlayheadPosition, RepeatMode, Weight, additive::Passes,
    indexed::state::State, item::PlayerItem, slots::NONE,
};
use crate::{
    clip::ClipId,
    event::Direction,
    time::{Span, Time},
};

/// How to read one item.
#[derive(Clone, Copy, Debug)]
struct CompactRow<T> {
    kind: Kind,
    mix: Mix,
    repeat: RepeatMode,
    pass: u32,
    /// Before this time the item waits.
    since: Time,
    /// From this time on the row is not valid.
    until: Time,
    /// The time at which the clip's own time was zero in this pass.
    zero: Time,
    slot: u32,
    generation: u32,
    clip: ClipId,
    target: T,
    weight: Weight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The item has left; the other fields have no meaning.
    Empty,
    /// A compact row cannot describe the item; read the item.
    Long,
    /// The item plays forward at normal speed, in a range that starts at the clip's zero, with a constant weight.
    Short,
}

impl<T: Copy> CompactRow<T> {
    /// The row of an item from `now` on.
    #[inline]
    fn of(handle: PlaybackHandle, item: &PlayerItem<T>, now: Time) -> Self {
        let since = now.max(item.head().anchor());
        let times = Self::times(item, since);
        let (zero, until, pass) = times.unwrap_or((since, since, 0));
        Self {
            kind: if times.is_some() { Kind::Short } else { Kind::Long },
            mix: item.mix,
            repeat: item.head().repeat(),
            pass,
            since,
            until,
            zero,
            slot: handle.slot,
            generation: handle.generation,
            clip: item.clip,
            target: item.target,
            weight: item.fade().to,
        }
    }

    /// The time of the clip's zero, the end of the row, and the pass; `None` if a compact row cannot describe the item.
    #[inline]
    fn times(item: &PlayerItem<T>, since: Time) -> Option<(Time, Time, u32)> {
        let (head, fade) = (item.head(), item.fade());
        let steady = fade.from == fade.to || fade.end() <= since;
        let (from, to) = head.range();
        // An item that has ended has no more events, so no step would visit it at the end of the row.
        if !head.is_steady() || !steady || from != Span::ZERO || item.playing.is_over() {
            return None;
        }
        if let Some((start, end)) = head.once() {
            return Some((start, end, 0));
        }
        let at = head.at(since);
        if at.phase != Phase::Playing || at.direction != Direction::Forward {
            return None;
        }
        let zero = since.flicks().checked_sub(at.local.flicks())?;
        let until = zero.checked_add(to.flicks())?;
        Some((Time::from_flicks(zero), Time::from_flicks(until), u32::try_from(at.pass).ok()?))
    }

    /// The item at `now`, which must be before `until`; `None` while it waits.
    #[inline]
    fn at(&self, now: Time) -> Option<Active<T>> {
        // Neither wraps: a short row is made with `zero <= since <= until` and all of them within an `i64` of each
        // other.
        let after_zero =
            |time: Time| Span::from_flicks(time.flicks().wrapping_sub(self.zero.flicks()));
        (now >= self.since).then(|| {
            let position = PlayheadPosition {
                local: after_zero(now),
                pass: self.pass.into(),
                phase: Phase::Playing,
                direction: Direction::Forward,
            };
            let passes = Passes::new((Span::ZERO, after_zero(self.until)), self.repeat);
            let handle = PlaybackHandle { slot: self.slot, generation: self.generation };
            Active::new(handle, self.target, self.clip, position, (self.weight, self.mix), passes)
        })
    }
}

/// One row for each item.
#[derive(Debug)]
pub(super) struct ShortRows<T> {
    /// In the order in which their items were played.
    rows: Vec<CompactRow<T>>,
    /// For each slot the index of its row, or `NONE`.
    places: Vec<u32>,
    /// The number of empty rows.
    empty: usize,
}

impl<T: Copy> ShortRows<T> {
    pub(super) const fn new() -> Self {
        Self { rows: Vec::new(), places: Vec::new(), empty: 0 }
    }

    /// Writes the row of an item after a change. The row of a new item lies on top.
    #[inline]
    pub(super) fn write(&mut self, handle: PlaybackHandle, item: &PlayerItem<T>, now: Time) {
        let row = CompactRow::of(handle, item, now);
        let slot = handle.slot as usize;
        let place = self.places.get(slot).and_then(|place| self.rows.get_mut(*place as usize));
        if let Some(place) = place {
            *place = row;
            return;
        }
        if self.places.len() <= slot {
            self.places.resize(slot.saturating_add(1), NONE);
        }
        // Empty rows are at most half of all, and there are fewer items than slots.
        self.places[slot] = u32::try_from(self.rows.len()).unwrap_or(NONE);
        self.rows.push(row);
    }

    /// Empties the row of a slot whose item has left.
    pub(super) fn clear(&mut self, slot: u32) {
        let place = self.places.get_mut(slot as usize);
        let place = place.map_or(NONE, |place| core::mem::replace(place, NONE));
        let Some(row) = self.rows.get_mut(place as usize) else { return };
        row.kind = Kind::Empty;
        self.empty = self.empty.saturating_add(1);
        if self.empty > self.rows.len() / 2 {
            self.close_up();
        }
    }

    /// Takes the empty rows out. The others keep their order.
    fn close_up(&mut self) {
        self.rows.retain(|row| row.kind != Kind::Empty);
        self.empty = 0;
        for (place, row) in (0..NONE).zip(&self.rows) {
            if let Some(of_slot) = self.places.get_mut(row.slot as usize) {
                *of_slot = place;
            }
        }
    }

    /// The slots of all items, in the order in which the items were played.
    pub(super) fn slots(&self) -> impl Iterator<Item = u32> {
        self.rows.iter().filter(|row| row.kind != Kind::Empty).map(|row| row.slot)
    }

    /// The active items of the state to which the rows belong, in the order in which they were played.
    pub(super) fn active<'a>(&'a self, state: &'a State<T>) -> impl Iterator<Item = Active<T>> {
        self.rows.iter().filter_map(|row| showing(state, row))
    }
}

crate::cloned::cloned! { struct ShortRows<T: Clone> { rows, places, empty } }

/// The item that shows now, read from its row if the row is valid.
#[inline]
fn showing<T: Copy>(state: &State<T>, row: &CompactRow<T>) -> Option<Active<T>> {
    match row.kind {
        Kind::Short if state.now() < row.until => {
            let seen = row.at(state.now());
            debug_assert!(
                seen.is_none_or(
                    |seen| read(state, row.slot).is_some_and(|read| seen.is_like(&read))
                ),
                "the row and the item give different values"
            );
            seen
        }
        Kind::Empty => None,
        Kind::Long | Kind::Short => read(state, row.slot),
    }
}

/// The item that shows in a slot now, read from the item.
#[inline(never)]
pub(super) fn read<T: Copy>(state: &State<T>, slot: u32) -> Option<Active<T>> {
    let (handle, item) = state.entry(slot)?;
    let active = Active::of(handle, item, state.now());
    (active.position.phase != Phase::Waiting).then_some(active)
}
