//! Reads a batch from its bytes.
//!
//! The bytes are not trusted: numbers that follow from other numbers are computed again, and each slot belongs to one
//! tween at most.

use core::{array, fmt};

#[cfg(feature = "serde")]
use super::start::finite;
use super::{
    Tween,
    block::Block,
    bounds::{BLOCK, NEVER, earliest},
    cues::Cues,
    due::padded,
    groups::{GENERAL, GROUPS, WAITING},
    id::Id,
    motion::Motion,
    rows::Rows,
    save::{HERMITE, OTHER, SPRING, halves, number},
    slots::{Claims, Slots},
    spring::SpringRates,
    store::Store,
    tween::LONGEST,
    waiting::Waiting,
};
use crate::{
    save::VERSION,
    time::Tick,
    value::{Easing, Polynomial},
};

impl<const N: usize> Store<N> {
    /// The batch with these bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, BadBytes> {
        let mut from = Reader::new(bytes)?;
        let [version] = from.array()?;
        check(version == VERSION, "a version that this program does not know")?;
        let [lanes, name, low, high, next, retired, slots, waiting, free, cues] = from.array()?;
        check(lanes == number(N), "values of another width")?;
        let lens: [u32; GROUPS] = from.array()?;
        let now = whole(low, high);
        // Each element has its own number in the block, so a count without elements allocates nothing.
        check(slots as usize <= from.left() && slots <= Slots::MOST, "too many slots")?;
        check(retired <= slots, "slots that do not exist")?;
        let mut claims = Claims::new(slots as usize, [next, retired]);
        let mut left = slots;
        let mut take = |count: u32| {
            left = left.checked_sub(count).ok_or(BadBytes("more tweens than slots"))?;
            Ok(count as usize)
        };
        let mut groups = array::from_fn(|_| Rows::new());
        for ((group, rows), len) in groups.iter_mut().enumerate().zip(lens) {
            read_rows(rows, now, &mut from, group, take(len)?, &mut claims)?;
        }
        let mut waiters = Waiting::new();
        for row in 0..take(waiting)? {
            read_waiter(&mut waiters, now, &mut from, row, &mut claims)?;
        }
        let free = from.take(take(free)?)?;
        check(claims.free(numbers(free)), "a free slot that is not")?;
        let gone = from.take(left as usize)?;
        check(claims.retire(numbers(gone)), "a slot that is gone and is not")?;
        let mut batch = Self::new(name, Tick::new(now)).with_rows(groups, waiters, claims.done());
        batch.read_cues(&mut from, cues)?;
        check(from.left() == 0, "more than a batch")?;
        Ok(batch)
    }

    fn read_cues(&mut self, from: &mut Reader<'_>, count: u32) -> Result<(), BadBytes> {
        check(count as usize <= Cues::MOST, "too many cues")?;
        for _ in 0..count {
            let [after, generation, slot, cue] = from.array()?;
            let id = Id::new(slot, generation);
            let (start, _) = self.times(id).ok_or(BadBytes("a cue of no tween"))?;
            let at = self.low().wrapping_add(after).wrapping_sub(start);
            let cue = u16::try_from(cue).map_err(|_| BadBytes("a cue of too high a number"))?;
            // A tween started less than 2^24 ticks ago or starts within 2^24 ticks, so a higher `after` is refused.
            let added = if after < NEVER { self.cue(id, at, cue).is_ok() } else { false };
            check(added, "a cue after the end or before the start")?;
        }
        Ok(())
    }
}

fn read_rows<const N: usize>(
    rows: &mut Rows<N>,
    now: i64,
    from: &mut Reader<'_>,
    group: usize,
    len: usize,
    claims: &mut Claims,
) -> Result<(), BadBytes> {
    let (starts, lengths) = (from.take(len)?, from.take(len)?);
    let mut parts = || -> Result<[&[Word]; N], BadBytes> {
        let mut parts = [&[][..]; N];
        for part in &mut parts {
            *part = from.take(len)?;
        }
        Ok(parts)
    };
    let (begins, ends) = (parts()?, parts()?);
    let handles = from.take(2 * len)?.as_chunks().0;
    let [low, _] = halves(now);
    // Ticks since the first start, and ticks until the last end.
    let (mut ago, mut after) = (0, 0);
    let mut live = true;
    for (start, ticks) in numbers(starts).zip(numbers(lengths)) {
        let since = low.wrapping_sub(start);
        live &= ticks.wrapping_sub(1) < LONGEST && since < ticks;
        (ago, after) = (since.max(ago), ticks.wrapping_sub(since).max(after));
    }
    check(live, "a tween that is not live")?;
    rows.reserve(len.div_ceil(BLOCK));
    let mut own = true;
    for first in (0..len).step_by(BLOCK) {
        let column = |words: &[Word]| block(&words[first..]).map(u32::from_le_bytes);
        let lane = |words: &[Word]| column(words).map(f32::from_bits);
        let (start, ticks) = (column(starts), column(lengths));
        let due_ticks: [u32; BLOCK] = array::from_fn(|row| start[row].wrapping_add(ticks[row]));
        let due = low.wrapping_add(earliest(&due_ticks, low));
        let columns = Block::of_columns(start, ticks, [begins.map(lane), ends.map(lane)]);
        let handles = block(&handles[first..]).map(|words: [Word; 2]| {
            let [slot, generation] = words.map(u32::from_le_bytes);
            Id::new(slot, generation)
        });
        for (row, handle) in (first..len).zip(&handles) {
            own &= claims.claim(handle.slot(), group, row);
        }
        rows.push_block(columns, handles, BLOCK.min(len - first), due, low);
    }
    check(own, SHARED)?;
    if group == GENERAL {
        for _ in 0..len {
            let motion = match from.array()? {
                [HERMITE] => Motion::Hermite(from.array()?.map(f32::from_bits)),
                [SPRING] => {
                    let rates = read_spring(from)?;
                    Motion::Spring(rates, from.array()?.map(f32::from_bits))
                }
                [number] => Motion::Eased(read_easing(from, number)?),
            };
            check(motion.group() == GENERAL && motion.is_finite(), "a motion that is none")?;
            rows.push_motion(motion);
        }
    }
    let fits = now.checked_sub(i64::from(ago)).is_some();
    check(fits && now.checked_add(i64::from(after)).is_some(), END_OF_TIME)
}

fn read_waiter<const N: usize>(
    waiting: &mut Waiting<N>,
    now: i64,
    from: &mut Reader<'_>,
    row: usize,
    claims: &mut Claims,
) -> Result<(), BadBytes> {
    let [slot, generation, after, ticks, delay, easing] = from.array()?;
    let motion = match easing {
        SPRING => Motion::Spring(read_spring(from)?, [0.0; N]),
        easing => Motion::Eased(read_easing(from, easing)?),
    };
    let values: [[u32; N]; 2] = [from.array()?, from.array()?];
    let [begin, to] = values.map(|values| values.map(f32::from_bits));
    let fits = (1..=LONGEST).contains(&ticks) && delay <= LONGEST;
    check(fits && (1..=delay).contains(&after), "a tween that does not wait")?;
    check(now.checked_add(i64::from(after + ticks)).is_some(), END_OF_TIME)?;
    check(claims.claim(slot, WAITING, row), SHARED)?;
    let [low, _] = halves(now);
    let tween = Tween { from: begin, to, ticks, delay, easing: Easing::LINEAR };
    let id = Id::new(slot, generation);
    waiting.push(id, &tween, motion, low.wrapping_add(after), low);
    Ok(())
}

#[cfg(feature = "serde")]
impl<const N: usize> Store<N> {
    /// Computes the numbers of both ends that follow from others, and checks all of them.
    pub(super) fn renew(
        &mut self,
        renew: impl Fn(&mut [f32; N], &mut [f32; N]),
    ) -> Result<(), BadBytes> {
        let mut all_finite = true;
        self.change_ends(|from, to| {
            renew(from, to);
            all_finite &= finite(from, to);
        });
        check(all_finite, "a value that is NaN or infinite")
    }
}

fn read_spring(from: &mut Reader<'_>) -> Result<SpringRates, BadBytes> {
    SpringRates::from_words(from.array()?).ok_or(BadBytes("a spring that is none"))
}

fn read_easing(from: &mut Reader<'_>, number: u32) -> Result<Easing, BadBytes> {
    let easing = match number {
        OTHER => Easing::from_words(from.array()?),
        _ => Polynomial::ALL.get(number as usize).map(|polynomial| polynomial.easing()),
    };
    easing.ok_or(BadBytes("an easing that is not known"))
}

/// What is wrong with the bytes.
#[cfg_attr(
    not(feature = "serde"),
    expect(unreachable_pub, reason = "with serde, a public trait names it")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadBytes(&'static str);

const END_OF_TIME: &str = "a tween that starts before the first tick or ends after the last";
const SHARED: &str = "a slot of two tweens, or of none";

impl fmt::Display for BadBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "damaged bytes of a batch: they hold {}", self.0)
    }
}

fn check(holds: bool, or: &'static str) -> Result<(), BadBytes> {
    if holds { Ok(()) } else { Err(BadBytes(or)) }
}

/// A number of 32 bits, low byte first.
type Word = [u8; 4];

struct Reader<'a>(&'a [Word]);

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, BadBytes> {
        match bytes.as_chunks() {
            (words, []) => Ok(Self(words)),
            _ => Err(BadBytes("a part of a number")),
        }
    }

    fn left(&self) -> usize {
        self.0.len()
    }

    fn take(&mut self, count: usize) -> Result<&'a [Word], BadBytes> {
        let (words, rest) = self.0.split_at_checked(count).ok_or(BadBytes("too little"))?;
        self.0 = rest;
        Ok(words)
    }

    fn array<const M: usize>(&mut self) -> Result<[u32; M], BadBytes> {
        let words = self.take(M)?;
        Ok(array::from_fn(|index| u32::from_le_bytes(words[index])))
    }
}

/// The first values, one for each row of a block; in a shorter block the first value fills the other rows.
#[inline(always)]
fn block<T: Copy>(values: &[T]) -> [T; BLOCK] {
    padded(values, values[0])
}

fn numbers(words: &[Word]) -> impl Iterator<Item = u32> {
    words.iter().map(|word| u32::from_le_bytes(*word))
}

pub(super) fn whole(low: u32, high: u32) -> i64 {
    i64::from(low) | i64::from(high.cast_signed()) << 32
}
