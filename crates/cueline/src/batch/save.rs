//! A batch as one block of bytes: all that it holds, each thing once.
//!
//! Two batches are equal when their bytes are, their hash is that of the bytes, and `serde` writes them as they
//! are: numbers of 32 bits, low byte first, array by array.

use alloc::vec::Vec;

use super::{Batch, tweens::Place};

/// Counts up when the form changes.
pub(super) const VERSION: u32 = 1;

impl<const N: usize> Batch<N> {
    /// Everything, in bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut to =
            Writer(Vec::with_capacity(self.len() * (20 + 8 * N) + self.slots.len() * 8 + 2048));
        let [low, high] = halves(self.now);
        let counts = [self.slots.len(), self.waiting.len()].map(number);
        to.put([VERSION, number(N), low, high, self.free].into_iter().chain(counts));
        to.put(self.groups.iter().map(|rows| number(rows.len())));
        for rows in &self.groups {
            to.put(rows.start.iter().copied());
            for lane in &rows.from {
                to.put(lane.iter().map(|value| value.to_bits()));
            }
            for lane in 0..N {
                to.put(rows.cold.iter().map(|cold| cold.to[lane].to_bits()));
            }
            to.put(rows.cold.iter().map(|cold| cold.handle.slot));
            let ends = rows.cold.iter().map(|cold| halves(self.wheel.due(cold.handle.slot))[0]);
            to.put(ends.zip(&rows.start).map(|(end, start)| end.wrapping_sub(*start)));
        }
        for (handle, tween) in &self.waiting {
            let start = halves(self.wheel.due(handle.slot))[0].wrapping_sub(low);
            to.put([handle.slot, start, tween.ticks, tween.delay, tween.bend as u32]);
            to.put(tween.from.iter().chain(&tween.to).map(|value| value.to_bits()));
        }
        to.put(self.slots.iter().map(|slot| slot.generation));
        to.put(self.wheel.first_of_lists());
        to.put(self.slots.iter().enumerate().map(|(key, slot)| match slot.place {
            Place::Free { next } => next,
            _ => self.wheel.node_after(key),
        }));
        to.0
    }
}

impl<const N: usize> PartialEq for Batch<N> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl<const N: usize> Eq for Batch<N> {}

impl<const N: usize> core::hash::Hash for Batch<N> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write(&self.bytes());
    }
}

struct Writer(Vec<u8>);

impl Writer {
    #[inline(always)]
    fn put(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.0.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
    }
}

/// Nothing in a batch counts further.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The low half and the high half.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both halves are kept")]
pub(super) fn halves(tick: i64) -> [u32; 2] {
    [tick as u32, (tick >> 32) as u32]
}
