//! The saved form of many instances of one asset: a digest instead of the asset, and the starts.

use alloc::vec::Vec;

use super::starts::Starts;
#[cfg(feature = "serde")]
use crate::save::VERSION;
use crate::{
    playback::Repeat,
    time::{Span, Speed, Tick, TickRate},
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Saved {
    /// The digest of the asset.
    of: u64,
    rate: TickRate,
    /// The kind of batch.
    kind: u32,
    repeat: Repeat,
    starts: Vec<i64>,
    /// By index, each below the number of starts.
    paces: Vec<Pace>,
}

/// An instance with a speed or an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pace {
    index: u64,
    start: i64,
    speed: Speed,
    /// In flicks.
    offset: i64,
}

impl Pace {
    pub(super) const fn new(index: usize, start: Tick, speed: Speed, offset: Span) -> Self {
        Self { index: index as u64, start: start.get(), speed, offset: offset.flicks() }
    }

    pub(super) const fn start(self) -> Tick {
        Tick::new(self.start)
    }

    pub(super) const fn speed(self) -> Speed {
        self.speed
    }

    pub(super) const fn offset(self) -> Span {
        Span::from_flicks(self.offset)
    }
}

impl Saved {
    pub(super) fn new(of: u64, rate: TickRate, kind: u32, starts: &Starts) -> Self {
        let repeat = starts.repeat();
        Self { of, rate, kind, repeat, starts: starts.all().to_vec(), paces: Vec::new() }
    }

    /// With these paces, by index.
    pub(super) fn with_paces(self, paces: impl IntoIterator<Item = Pace>) -> Self {
        Self { paces: paces.into_iter().collect(), ..self }
    }

    /// The digest of the asset.
    pub(super) const fn of(&self) -> u64 {
        self.of
    }

    pub(super) const fn rate(&self) -> TickRate {
        self.rate
    }

    pub(super) const fn kind(&self) -> u32 {
        self.kind
    }

    pub(super) const fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// The instances with a speed or an offset, by index.
    pub(super) fn paces(&self) -> impl Iterator<Item = (usize, Pace)> {
        // An index is below the number of starts, so it fits.
        self.paces.iter().filter_map(|pace| Some((usize::try_from(pace.index).ok()?, *pace)))
    }

    /// Adds the starts behind the others. They are normalized already, unless the bytes are damaged.
    pub(super) fn push_into(&self, starts: &mut Starts) {
        self.starts.iter().for_each(|start| starts.push(*start));
    }
}

#[cfg(feature = "serde")]
impl Saved {
    /// Bytes before the starts.
    pub(super) const HEAD: usize = 40;
    /// Bytes of a pace.
    const PACE: usize = 40;

    /// Numbers with the low byte first. A repeat count of 0 stands for `Forever`.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let Self { of, rate, kind, repeat, starts, paces } = self;
        let mut bytes =
            Vec::with_capacity(Self::HEAD + 8 * starts.len() + Self::PACE * paces.len());
        for number in [VERSION, *kind, rate.num(), rate.den()] {
            bytes.extend(number.to_le_bytes());
        }
        let passes = match repeat {
            Repeat::Once => 1,
            Repeat::Times(passes) => *passes,
            Repeat::Forever => 0,
        };
        for number in [*of, passes, starts.len() as u64] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(starts.iter().flat_map(|start| start.to_le_bytes()));
        for Pace { index, start, speed, offset } in paces {
            bytes.extend(index.to_le_bytes());
            bytes.extend(start.to_le_bytes());
            bytes.extend(speed.num().to_le_bytes());
            bytes.extend(speed.den().to_le_bytes());
            bytes.extend(offset.to_le_bytes());
        }
        bytes
    }

    /// The saved form with these bytes, if its kind is the expected one.
    pub(super) fn read(bytes: &[u8], kinds: &[u32]) -> Result<Self, &'static str> {
        const DAMAGED: &str = "these are no bytes of such a batch";
        let (head, rest) = bytes.split_first_chunk::<{ Self::HEAD }>().ok_or(DAMAGED)?;
        let words = head.as_chunks().0;
        let number = |at: usize| u32::from_le_bytes(words[at]);
        let [_version, kind, num, den] = core::array::from_fn(number);
        if !kinds.contains(&kind) {
            return Err(DAMAGED);
        }
        let rate = TickRate::new(num, den).map_err(|_| DAMAGED)?;
        let wide = |at: usize| u64::from(number(at)) | u64::from(number(at + 1)) << 32;
        let [of, passes, count] = [wide(4), wide(6), wide(8)];
        let repeat = match passes {
            0 => Repeat::Forever,
            1 => Repeat::Once,
            passes => Repeat::Times(passes),
        };
        let (numbers, odd) = rest.as_chunks();
        let count = usize::try_from(count).map_err(|_| DAMAGED)?;
        let (starts, paces) = numbers.split_at_checked(count).ok_or(DAMAGED)?;
        let (paces, left) = paces.as_chunks();
        if !odd.is_empty() || !left.is_empty() {
            return Err(DAMAGED);
        }
        let mut next = 0;
        let mut pace = |[index, start, num, den, offset]: &[[u8; 8]; 5]| {
            let index = u64::from_le_bytes(*index);
            let speed = Speed::new(i64::from_le_bytes(*num), u64::from_le_bytes(*den));
            if index < next || index >= count as u64 {
                return Err(DAMAGED);
            }
            next = index + 1;
            let [start, offset] = [*start, *offset].map(i64::from_le_bytes);
            Ok(Pace { index, start, speed: speed.map_err(|_| DAMAGED)?, offset })
        };
        let paces = paces.iter().map(&mut pace).collect::<Result<_, _>>()?;
        let starts = starts.iter().map(|start| i64::from_le_bytes(*start)).collect();
        Ok(Self { of, rate, kind, repeat, starts, paces })
    }
}

/// What the tests of both kinds of batches check.
#[cfg(test)]
pub(super) mod testing {
    use core::hash::Hash;

    use crate::digest::digest;

    /// No two of them are equal, and no two have the same digest.
    pub(crate) fn assert_all_differ<B: PartialEq + Hash>(batches: &[B]) {
        for (i, one) in batches.iter().enumerate() {
            for (j, other) in batches.iter().enumerate() {
                assert_eq!(one == other, i == j);
                assert_eq!(digest(one) == digest(other), i == j);
            }
        }
    }

    /// The save of three instances is one block of bytes; damage is refused, and so is the number of another kind.
    #[cfg(feature = "serde")]
    pub(crate) fn assert_is_one_block<S>(saved: &S, other_kind: u8)
    where
        S: serde::Serialize + serde::de::DeserializeOwned + PartialEq + core::fmt::Debug,
    {
        let bytes = postcard::to_allocvec(saved).unwrap();
        assert_eq!(bytes.len(), 1 + 40 + 3 * 8);
        assert_eq!(&postcard::from_bytes::<S>(&bytes).unwrap(), saved);
        let text = serde_json::to_string(saved).unwrap();
        assert_eq!(&serde_json::from_str::<S>(&text).unwrap(), saved);
        // A later version, another kind, a rate of zero, a part of a start.
        for (at, byte) in [(1, 9), (5, other_kind), (9, 0), (0, 40 + 3 * 8 - 1)] {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            assert!(postcard::from_bytes::<S>(&damaged).is_err(), "{at}");
        }
        // A part of a number more, and a part of a pace.
        for more in [1, 8] {
            let mut damaged = bytes.clone();
            damaged[0] += more;
            damaged.resize(damaged.len() + usize::from(more), 0);
            assert!(postcard::from_bytes::<S>(&damaged).is_err(), "{more}");
        }
    }
}
