//! The id of a tween within its batch.

/// A slot and a generation, which name one tween. An id is never used for a second tween.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id {
    slot: u32,
    generation: u32,
}

impl Id {
    #[inline(always)]
    pub(super) const fn new(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }

    #[inline(always)]
    pub(super) const fn slot(self) -> u32 {
        self.slot
    }

    #[inline(always)]
    pub(super) const fn generation(self) -> u32 {
        self.generation
    }

    /// Slot and generation in one number. Slots are too low for the result to be `u64::MAX`.
    #[inline(always)]
    pub(super) const fn packed(self) -> u64 {
        self.slot as u64 | (self.generation as u64) << 32
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
    pub(super) const fn unpacked(packed: u64) -> Self {
        Self { slot: packed as u32, generation: (packed >> 32) as u32 }
    }
}
