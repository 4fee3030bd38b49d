//! A batch as one block of bytes, without redundant data.
//!
//! Two batches are equal if their bytes are equal; the hash of a batch is the hash of its bytes; and `serde` writes the
//! bytes unchanged: numbers of 32 bits, little-endian, array by array.

use alloc::vec::Vec;

use super::{
    block::Block,
    bounds::BLOCK,
    motion::{Motion, smoothstep},
    rows::Rows,
    store::Store,
};
use crate::{save::VERSION, value::Easing};

/// The word before the velocity of a tween that keeps its velocity. Before an easing stands the number of its
/// polynomial, or [`OTHER`].
pub(super) const HERMITE: u32 = u32::MAX;
/// The word before an easing without a polynomial.
pub(super) const OTHER: u32 = u32::MAX - 1;
/// The word before the rates of a spring. The velocity of the spring follows, unless it waits.
pub(super) const SPRING: u32 = u32::MAX - 2;

impl<const N: usize> Store<N> {
    /// The whole batch as bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let (slots, waiting) = (self.slots(), self.waiters().all());
        let cues = self.cues_in_order();
        let words = 64 + self.len() * (4 + 2 * N) + waiting.len() * (6 + 2 * N) + cues.len() * 4;
        let gone = slots.len() as usize - self.len() - waiting.len();
        let mut to = Writer(Vec::with_capacity(4 * (words + gone)));
        let [low, high] = halves(self.now().get());
        let counts =
            [slots.len() as usize, waiting.len(), slots.all_free().count(), cues.len()].map(number);
        to.write(
            [VERSION, number(N), self.name(), low, high]
                .into_iter()
                .chain(slots.counts())
                .chain(counts),
        );
        to.write(self.groups().iter().map(|rows| number(rows.len())));
        for rows in self.groups() {
            to.column(rows, |block| *block.starts());
            to.column(rows, Block::ticks);
            for lane in 0..N {
                to.column(rows, |block| block.first_values()[lane].map(f32::to_bits));
            }
            for lane in 0..N {
                to.column(rows, |block| block.last_values()[lane].map(f32::to_bits));
            }
            to.0.extend(rows.handles().flat_map(|id| id.packed().to_le_bytes()));
            for motion in rows.motions() {
                match motion {
                    Motion::Eased(easing) => to.easing(easing),
                    Motion::Hermite(slope) => to.write([HERMITE].into_iter().chain(bits(slope))),
                    Motion::Spring(rates, slope) => {
                        to.write([SPRING].into_iter().chain(rates.words()).chain(bits(slope)));
                    }
                }
            }
        }
        for (row, (waiter, start)) in waiting.iter().zip(self.waiters().starts()).enumerate() {
            let id = waiter.handle();
            to.write([id.slot(), id.generation(), start.wrapping_sub(low)]);
            to.write([waiter.ticks(), waiter.delay()]);
            match self.waiters().motion(row) {
                Motion::Eased(easing) => to.easing(&easing),
                Motion::Hermite(_) => to.easing(&smoothstep()), // from rest
                Motion::Spring(rates, _) => to.write([SPRING].into_iter().chain(rates.words())),
            }
            to.write(waiter.from().iter().chain(waiter.to()).map(|value| value.to_bits()));
        }
        to.write(slots.all_free());
        to.write(slots.all_retired());
        to.write(cues.into_iter().flatten());
        to.0
    }

    /// All cues of tweens that still exist: ticks from now until each is due, the generation and the slot of its
    /// tween, and its number.
    ///
    /// Sorted, because the place of a cue depends on stale cues.
    fn cues_in_order(&self) -> Vec<[u32; 4]> {
        let now = self.low();
        let there = self.cues().all().filter(|(_, mark)| self.contains(mark.handle()));
        let cues = there.map(|(due, mark)| {
            let id = mark.handle();
            [due.wrapping_sub(now), id.generation(), id.slot(), u32::from(mark.cue())]
        });
        let mut cues: Vec<_> = cues.collect();
        cues.sort_unstable();
        cues
    }
}

impl<const N: usize> PartialEq for Store<N> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl<const N: usize> Eq for Store<N> {}

impl<const N: usize> core::hash::Hash for Store<N> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        hasher.write(&self.bytes());
    }
}

struct Writer(Vec<u8>);

impl Writer {
    #[inline(always)]
    fn write(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.0.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
    }

    fn easing(&mut self, easing: &Easing) {
        match easing.polynomial() {
            Some(polynomial) => self.write([polynomial as u32]),
            None => self.write([OTHER].into_iter().chain(easing.words())),
        }
    }

    /// A number of each row.
    #[inline(always)]
    fn column<const N: usize>(&mut self, rows: &Rows<N>, of: impl Fn(&Block<N>) -> [u32; BLOCK]) {
        let end = self.0.len() + 4 * rows.len();
        for block in rows.blocks() {
            self.0.extend_from_slice(of(block).map(u32::to_le_bytes).as_flattened());
        }
        self.0.truncate(end);
    }
}

fn bits<const N: usize>(lanes: &[f32; N]) -> impl Iterator<Item = u32> {
    lanes.iter().map(|lane| lane.to_bits())
}

/// No count in a batch goes further.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The low half and the high half.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both halves are kept")]
pub(super) fn halves(tick: i64) -> [u32; 2] {
    [tick as u32, (tick >> 32) as u32]
}
