//! The id of a tween within its batch.

use core::fmt;

/// A slot and a generation, which name one tween. An id is never used for a second tween.
///
/// Both are in one number, which is written and compared at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Id(u64);

impl Id {
    #[inline(always)]
    pub(super) const fn new(slot: u32, generation: u32) -> Self {
        Self(slot as u64 | (generation as u64) << 32)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the low half")]
    pub(super) const fn slot(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(super) const fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Slot and generation in one number. Slots are too low for the result to be `u64::MAX`.
    #[inline(always)]
    pub(super) const fn packed(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub(super) const fn unpacked(packed: u64) -> Self {
        Self(packed)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Id")
            .field("slot", &self.slot())
            .field("generation", &self.generation())
            .finish()
    }
}
