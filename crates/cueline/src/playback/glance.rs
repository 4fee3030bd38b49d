//! What a frame reads of an item, in one short row.
//!
//! An item is long, since it can be paused, turned round, grouped and faded. Most items just play on, and
//! then a frame needs little of them: a million short rows fit where a million items do not. A row is true
//! from the last change of its item to the end of the pass. What no row covers is read from the item.
//!
//! Rows follow from the state and are no part of it.

use super::{Handle, Mix, Phase, Player, Position, Repeat, Weight, player::Active, state::Item};
use crate::{
    clip::ClipId,
    edge::Direction,
    time::{Span, Time},
};

/// How to read the item in one slot.
#[derive(Clone, Copy, Debug)]
pub(super) enum Glance<T> {
    /// There is none.
    Empty,
    /// As it stands there.
    Long,
    /// It moves at normal speed, forward, in a range that begins at the clip's zero, and its weight stays.
    Short(Short<T>),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Short<T> {
    /// Before this it waits.
    since: Time,
    /// From here on the row is no longer true.
    until: Time,
    /// When the clip's own time was zero in this pass.
    zero: Time,
    generation: u32,
    clip: ClipId,
    target: T,
    weight: Weight,
    pass: u32,
    mix: Mix,
    repeat: Repeat,
}

impl<T: Copy> Glance<T> {
    /// The row of an item, as it is from `now` on.
    pub(super) fn of(generation: u32, item: &Item<T>, now: Time) -> Self {
        Self::short(generation, item, now).map_or(Self::Long, Self::Short)
    }

    fn short(generation: u32, item: &Item<T>, now: Time) -> Option<Short<T>> {
        let head = &item.head;
        let since = now.max(head.anchor());
        let steady = item.fade.from == item.fade.to || item.fade.end() <= since;
        let (from, to) = head.range();
        if !head.is_steady() || !steady || from != Span::ZERO {
            return None;
        }
        let at = head.at(since);
        if at.phase != Phase::Playing || at.direction != Direction::Forward {
            return None;
        }
        let zero = since.flicks().checked_sub(at.local.flicks())?;
        Some(Short {
            since,
            until: Time::from_flicks(zero.checked_add(to.flicks())?),
            zero: Time::from_flicks(zero),
            generation,
            clip: item.clip,
            target: item.target,
            weight: item.fade.to,
            pass: u32::try_from(at.pass).ok()?,
            mix: item.mix,
            repeat: head.repeat(),
        })
    }
}

impl<T: Copy> Short<T> {
    /// The item at `now`, which must lie in the row's time; none while it waits.
    #[inline]
    fn at(&self, slot: u32, now: Time) -> Option<Active<T>> {
        (now >= self.since).then(|| Active {
            handle: Handle { slot, generation: self.generation },
            target: self.target,
            clip: self.clip,
            position: Position {
                local: now - self.zero,
                pass: self.pass.into(),
                phase: Phase::Playing,
                direction: Direction::Forward,
            },
            weight: self.weight,
            mix: self.mix,
            range: (Span::ZERO, self.until - self.zero),
            repeat: self.repeat,
        })
    }
}

impl<T: Copy> Player<T> {
    /// Enters what is to be read of a slot, after a change to it.
    pub(super) fn glance_at(&mut self, slot: u32, now: Time) {
        let index = slot as usize;
        let Some(row) = self.state.items.rows.get(index) else { return };
        let glance = match &row.item {
            Some(item) => Glance::of(row.generation, item, now),
            None => Glance::Empty,
        };
        if index < self.glances.len() {
            self.glances[index] = glance;
        } else {
            self.glances.resize(index, Glance::Empty);
            self.glances.push(glance);
        }
    }

    /// What shows in a slot now.
    #[inline]
    pub(super) fn showing(&self, slot: u32, glance: &Glance<T>) -> Option<Active<T>> {
        match glance {
            Glance::Short(row) if self.state.now < row.until => {
                let seen = row.at(slot, self.state.now);
                debug_assert!(
                    seen.is_none_or(|seen| self.read(slot).is_some_and(|read| seen.is_like(&read))),
                    "a row must say what its item says"
                );
                seen
            }
            Glance::Empty => None,
            Glance::Long | Glance::Short(_) => self.read(slot),
        }
    }

    /// The same from the item itself.
    #[inline(never)]
    fn read(&self, slot: u32) -> Option<Active<T>> {
        let row = self.state.items.rows.get(slot as usize)?;
        let item = row.item.as_ref()?;
        let active = self.active_of(Handle { slot, generation: row.generation }, item);
        (active.position.phase != Phase::Waiting).then_some(active)
    }
}

impl<T> Active<T> {
    /// Whether all but the target is the same.
    fn is_like(&self, other: &Self) -> bool {
        self.handle == other.handle
            && (self.clip, self.position) == (other.clip, other.position)
            && (self.weight, self.mix) == (other.weight, other.mix)
            && (self.range, self.repeat) == (other.range, other.repeat)
    }
}
