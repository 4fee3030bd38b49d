//! A tween, its handle, and the events that report it.

#[cfg(doc)]
use super::TweenBatch;
use crate::{time::Tick, value::Easing};

/// One movement from one value to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tween<T> {
    /// The value at the start.
    pub from: T,
    /// The value at the end.
    pub to: T,
    /// Its duration in ticks, from 1 to [`TweenBatch::LONGEST`].
    pub ticks: u32,
    /// Delay before the start in ticks, up to [`TweenBatch::LONGEST`].
    pub delay: u32,
    /// The easing of the movement.
    pub easing: Easing,
}

/// Names one row of one [`TweenBatch`] or [`SpringBatch`](super::SpringBatch). The handle becomes stale when the row
/// ends, and stays stale. A batch with another name refuses it; batches with the same name cannot tell their handles
/// apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TweenHandle {
    pub(super) slot: u32,
    pub(super) generation: u32,
    /// The digest of the name of its batch.
    pub(super) batch: u32,
}

impl TweenHandle {
    /// A small number that is unique among the live and waiting tweens of the batch, as an index into tables of the
    /// game. The batch uses the number again later.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.slot
    }
}

/// An event of one tween.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TweenEvent<T> {
    /// The tick of the event.
    pub tick: Tick,
    /// The tween.
    pub handle: TweenHandle,
    /// What happened.
    pub kind: TweenEventKind,
    /// The value of the tween at that tick: at the end exactly [`Tween::to`].
    pub value: T,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TweenEventKind {
    /// The delay is over. [`TweenBatch::start`] starts a tween without a delay at once, without this event.
    Start,
    /// The tween has reached its end; its handle is stale.
    End,
    /// The tween has reached a [cue](TweenBatch::cue) with this number.
    Cue(u16),
}
