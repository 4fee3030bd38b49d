//! A tween, its handle, and the events that report it.

use cueline::{
    digest::{Digest, Digester},
    time::Tick,
    value::Easing,
};

use crate::slots::Id;

/// The longest duration and the longest delay of a tween, in ticks.
pub(crate) const LONGEST: u32 = (1 << 23) - 1;

/// One movement from one value to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tween<T> {
    /// The value at the start.
    pub from: T,
    /// The value at the end.
    pub to: T,
    /// Its duration in ticks, from 1 to [`TweenBatch::LONGEST`](super::TweenBatch::LONGEST).
    pub ticks: u32,
    /// Delay before the start in ticks, up to [`TweenBatch::LONGEST`](super::TweenBatch::LONGEST).
    pub delay: u32,
    /// The easing of the movement.
    pub easing: Easing,
}

/// Names one row of one [`TweenBatch`](super::TweenBatch): a tween, or a value on a spring. The handle becomes stale
/// when the row ends, and stays stale. A batch of another name or with another number of lanes refuses it.
///
/// **Two batches of one kind of values with the same name accept each other's handles**, and then address an unrelated row: they
/// were made by the same call, and the same calls give the same handles on every machine and in every run. So give each
/// batch its own name: number the batches that are made in a loop, as in `format!("sparks {index}")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TweenHandle {
    id: Id,
    /// The hash of lanes and name of its batch.
    batch: u32,
}

impl Digest for TweenHandle {
    fn feed(&self, digester: &mut Digester) {
        (self.id, self.batch).feed(digester);
    }
}

impl TweenHandle {
    #[inline]
    pub(crate) const fn new(id: Id, batch: u32) -> Self {
        Self { id, batch }
    }

    /// The id of the row, if the handle belongs to a batch with this hash.
    #[inline]
    pub(crate) const fn id_in(self, batch: u32) -> Option<Id> {
        if self.batch == batch { Some(self.id) } else { None }
    }

    /// A small number that is unique among the live and waiting tweens of the batch, as an index into tables of the
    /// game. The batch uses the number again later.
    ///
    /// ```
    /// use cueline::{time::Tick, value::Easing};
    /// use cueline_batch::{Tween, TweenBatch};
    ///
    /// let mut bars = TweenBatch::new("bars", Tick::ZERO);
    /// let fill = Tween { from: 0.0_f32, to: 8.0, ticks: 4, delay: 0, easing: Easing::LINEAR };
    /// let bar = bars.start(&fill)?;
    /// let mut names = vec![""; 1 + bar.index() as usize];
    /// names[bar.index() as usize] = "health";
    /// let end = bars.advance_to(Tick::new(4))?[0];
    /// assert_eq!(names[end.handle.index() as usize], "health");
    /// # Ok::<(), cueline_batch::BatchError>(())
    /// ```
    #[must_use]
    pub const fn index(self) -> u32 {
        self.id.slot
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
    /// The delay is over. [`TweenBatch::start`](super::TweenBatch::start) starts a tween without a delay at once, without this event.
    Start,
    /// The tween has reached its end; its handle is stale.
    End,
    /// The tween has reached a [cue](super::TweenBatch::cue) with this number.
    Cue(u16),
}

impl Digest for TweenEventKind {
    fn feed(&self, digester: &mut Digester) {
        match self {
            Self::Start => 0_u64.feed(digester),
            Self::End => 1_u64.feed(digester),
            Self::Cue(number) => (2_u64, number).feed(digester),
        }
    }
}
