//! A tween, its handle, and the events that report it.

#[cfg(doc)]
use super::TweenBatch;
use crate::{time::Tick, value::Easing};

/// A movement from one value to another, once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tween<T> {
    /// The value at its start.
    pub from: T,
    /// The value at its end.
    pub to: T,
    /// Its duration in ticks, from 1 to [`TweenBatch::LONGEST`].
    pub ticks: u32,
    /// How many ticks it waits before it starts, up to [`TweenBatch::LONGEST`].
    pub delay: u32,
    /// How it speeds up and slows down.
    pub easing: Easing,
}

/// One row of one [`TweenBatch`] or [`SpringBatch`](super::SpringBatch). Once the row has ended its handle is stale for ever,
/// and a batch of another name refuses it; batches of one name cannot tell theirs apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TweenHandle {
    pub(super) slot: u32,
    pub(super) generation: u32,
    /// The digest of the name of its batch.
    pub(super) batch: u32,
}

impl TweenHandle {
    /// A small number that no other tween of the batch has while this one lives, for tables of what the tweens move. It is
    /// used again later.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.slot
    }
}

/// What has happened to a tween.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TweenEvent<T> {
    /// The tick at which it happened.
    pub tick: Tick,
    /// The tween.
    pub handle: TweenHandle,
    /// What happened.
    pub kind: TweenEventKind,
    /// The value of the tween there: at its end exactly [`Tween::to`].
    pub value: T,
}

/// What can happen to a tween.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TweenEventKind {
    /// Its delay is over. A tween without a delay starts in [`TweenBatch::start`], which is not reported again.
    Start,
    /// It has reached its end, and is gone.
    End,
    /// It has come to a [cue](TweenBatch::cue) with this number.
    Cue(u16),
}
