//! A tween, what it is called once it has started, and what is told of it.

#[cfg(doc)]
use super::Batch;
use super::Bend;
use crate::time::Tick;

/// A movement from one value to another, once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tween<const N: usize> {
    /// Where it begins.
    pub from: [f32; N],
    /// Where it ends.
    pub to: [f32; N],
    /// How many ticks it takes, from 1 to [`Batch::LONGEST`].
    pub ticks: u32,
    /// How many ticks it waits before it starts, up to [`Batch::LONGEST`].
    pub delay: u32,
    /// How its progress is bent.
    pub bend: Bend,
}

/// One tween of a [`Batch`]. Once it has ended, its handle is gone, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TweenHandle {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl TweenHandle {
    /// A small number that no other tween has meanwhile, for looking up what it moves; it is used again later.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.slot
    }

    /// Both numbers in one. No slot is so high that this could be `u64::MAX`.
    pub(super) const fn packed(self) -> u64 {
        self.slot as u64 | (self.generation as u64) << 32
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
    pub(super) const fn unpacked(packed: u64) -> Self {
        Self { slot: packed as u32, generation: (packed >> 32) as u32 }
    }
}

/// What has happened to a tween.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Due<const N: usize> {
    /// The tick at which it happened.
    pub tick: Tick,
    /// To which of them.
    pub handle: TweenHandle,
    /// What it was.
    pub kind: TweenEventKind,
    /// Its value there: exactly what the tween says.
    pub value: [f32; N],
}

/// What can happen to a tween.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TweenEventKind {
    /// Its delay is over. What has no delay starts in [`Batch::start`] and is not told again.
    Start,
    /// It has reached its end, and is gone.
    End,
    /// It has come to a [cue](Batch::cue) of this number.
    Cue(u16),
}
