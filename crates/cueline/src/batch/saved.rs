//! What is saved of a great many instances of one thing: not the thing, but what tells whether it is the same.

use alloc::vec::Vec;

use super::starts::Starts;
use crate::time::TickRate;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Saved {
    /// The digest of the thing.
    pub(super) of: u64,
    pub(super) rate: TickRate,
    /// What kind of batch it is, and in which way it plays.
    pub(super) kind: u32,
    starts: Vec<i64>,
}

impl Saved {
    pub(super) fn new(of: u64, rate: TickRate, kind: u32, starts: &Starts) -> Self {
        Self { of, rate, kind, starts: starts.all().to_vec() }
    }

    /// Adds the starts behind the others; they lie where they have to unless the bytes were damaged.
    pub(super) fn put_into(&self, starts: &mut Starts) {
        self.starts.iter().for_each(|start| starts.push(*start));
    }
}

#[cfg(feature = "serde")]
impl Saved {
    /// Counts up when the form changes.
    const VERSION: u32 = 1;
    /// Bytes before the starts.
    const HEAD: usize = 24;

    /// Numbers with the low byte first.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let Self { of, rate, kind, starts } = self;
        let mut bytes = Vec::with_capacity(Self::HEAD + 8 * starts.len());
        for number in [Self::VERSION, *kind, rate.num(), rate.den()] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(of.to_le_bytes());
        bytes.extend(starts.iter().flat_map(|start| start.to_le_bytes()));
        bytes
    }

    /// What has these bytes, where it is of a kind that is looked for.
    pub(super) fn read(bytes: &[u8], kinds: &[u32]) -> Result<Self, &'static str> {
        const DAMAGED: &str = "these are no bytes of such a batch";
        let (head, starts) = bytes.split_first_chunk::<{ Self::HEAD }>().ok_or(DAMAGED)?;
        let (words, (starts, rest)) = (head.as_chunks().0, starts.as_chunks());
        let number = |at: usize| u32::from_le_bytes(words[at]);
        let [version, kind, num, den, low, high] = core::array::from_fn(number);
        if version != Self::VERSION {
            return Err("these are bytes of a batch in a form that is not known");
        }
        if !rest.is_empty() || !kinds.contains(&kind) {
            return Err(DAMAGED);
        }
        let rate = TickRate::new(num, den).map_err(|_| DAMAGED)?;
        let of = u64::from(low) | u64::from(high) << 32;
        let starts = starts.iter().map(|start| i64::from_le_bytes(*start)).collect();
        Ok(Self { of, rate, kind, starts })
    }
}
