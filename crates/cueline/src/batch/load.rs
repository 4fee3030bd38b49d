//! A batch out of its bytes.
//!
//! Nothing is trusted: what follows from other numbers is computed anew, and everything is put in line again by the rules
//! of [`Batch::start`], in the order in which it was.

use alloc::{vec, vec::Vec};
use core::{array, fmt};

use super::{
    Batch, Bend, Handle, Tween,
    save::{VERSION, halves, number},
    tweens::{NONE, Place, Slot},
    wheel::{self, Wheel},
};

impl<const N: usize> Batch<N> {
    /// The batch that has these bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, BadBytes> {
        let mut from = Reader::new(bytes)?;
        let [version, lanes, low, high, free, slots, waiting] = from.array()?;
        if version != VERSION {
            return Err(BadBytes("a form that is not known"));
        }
        from.check(lanes == number(N), "values of another width")?;
        let lens: [u32; Bend::ALL.len()] = from.array()?;
        let mut batch = Self::starting_at(crate::time::Tick::new(whole(low, high)));
        // Each has a number of its own in the block, so nothing is allocated for what is not there.
        from.check(slots as usize <= from.left() && slots < Wheel::MOST_KEYS, "too many slots")?;
        batch.slots =
            vec![Slot { generation: 0, place: Place::Free { next: NONE } }; slots as usize];
        // When each slot is due.
        let mut dues = vec![None; slots as usize];
        for (bend, len) in Bend::ALL.into_iter().zip(lens) {
            batch.read_rows(&mut from, bend, len as usize, &mut dues)?;
        }
        for row in 0..waiting {
            batch.read_waiting(&mut from, row, &mut dues)?;
        }
        for (slot, generation) in batch.slots.iter_mut().zip(from.take(slots as usize)?) {
            slot.generation = generation;
        }
        for row in 0..batch.waiting.len() {
            let slot = batch.waiting[row].0.slot;
            batch.waiting[row].0.generation = batch.slots[slot as usize].generation;
        }
        for rows in &mut batch.groups {
            for cold in &mut rows.cold {
                cold.handle.generation = batch.slots[cold.handle.slot as usize].generation;
            }
        }
        let firsts: Vec<u32> = from.take(wheel::LISTS as usize)?.collect();
        let nexts: Vec<u32> = from.take(slots as usize)?.collect();
        from.check(from.left() == 0, "more than a batch")?;
        batch.put_in_line(&firsts, &nexts, &dues)?;
        batch.read_free(free, &nexts, &dues)?;
        Ok(batch)
    }

    fn read_rows(
        &mut self,
        from: &mut Reader<'_>,
        bend: Bend,
        len: usize,
        dues: &mut [Option<i64>],
    ) -> Result<(), BadBytes> {
        let starts: Vec<u32> = from.take(len)?.collect();
        let mut values = || -> Result<Vec<Vec<f32>>, BadBytes> {
            (0..N).map(|_| Ok(from.take(len)?.map(f32::from_bits).collect())).collect()
        };
        let (begins, ends) = (values()?, values()?);
        let slots: Vec<u32> = from.take(len)?.collect();
        let lengths: Vec<u32> = from.take(len)?.collect();
        let [low, _] = halves(self.now);
        for row in 0..len {
            let ticks = lengths[row];
            let since = low.wrapping_sub(starts[row]);
            let live = (1..=Self::LONGEST).contains(&ticks) && since < ticks;
            from.check(live, "a tween that is not live")?;
            let start = self.now.checked_sub(i64::from(since)).ok_or(END_OF_TIME)?;
            let due = start.checked_add(i64::from(ticks)).ok_or(END_OF_TIME)?;
            self.claim(slots[row], due, Place::Live { bend, row: number(row) }, dues)?;
            let tween = Tween {
                from: array::from_fn(|lane| begins[lane][row]),
                to: array::from_fn(|lane| ends[lane][row]),
                ticks,
                delay: 0,
                bend,
            };
            self.add_row(Handle { slot: slots[row], generation: 0 }, &tween, start);
        }
        Ok(())
    }

    fn read_waiting(
        &mut self,
        from: &mut Reader<'_>,
        row: u32,
        dues: &mut [Option<i64>],
    ) -> Result<(), BadBytes> {
        let [slot, start, ticks, delay, bend] = from.array()?;
        let values: [[u32; N]; 2] = [from.array()?, from.array()?];
        let [begin, to] = values.map(|values| values.map(f32::from_bits));
        let bend = *Bend::ALL.get(bend as usize).ok_or(BadBytes("a bend that is not known"))?;
        let fits = (1..=Self::LONGEST).contains(&ticks) && delay <= Self::LONGEST;
        from.check(fits && (1..=Self::LONGEST).contains(&start), "a tween that does not wait")?;
        let due = self.now.checked_add(i64::from(start)).ok_or(END_OF_TIME)?;
        due.checked_add(i64::from(ticks)).ok_or(END_OF_TIME)?;
        self.claim(slot, due, Place::Waiting { row }, dues)?;
        let tween = Tween { from: begin, to, ticks, delay, bend };
        self.waiting.push((Handle { slot, generation: 0 }, tween));
        Ok(())
    }

    /// Gives a slot to one tween.
    fn claim(
        &mut self,
        slot: u32,
        due: i64,
        place: Place,
        dues: &mut [Option<i64>],
    ) -> Result<(), BadBytes> {
        match dues.get_mut(slot as usize) {
            Some(free @ None) => *free = Some(due),
            _ => return Err(BadBytes("a slot of two tweens, or of none")),
        }
        self.slots[slot as usize].place = place;
        Ok(())
    }

    /// In the order in which they were in line.
    fn put_in_line(
        &mut self,
        firsts: &[u32],
        nexts: &[u32],
        dues: &[Option<i64>],
    ) -> Result<(), BadBytes> {
        let mut wheel = Wheel::new(self.now);
        dues.iter().for_each(|_| wheel.add_key());
        let mut waiting = vec![true; dues.len()];
        for (list, first) in (0..).zip(firsts) {
            let mut node = *first;
            while node != list {
                let key = node.wrapping_sub(wheel::LISTS);
                let due = dues.get(key as usize).copied().flatten();
                match due {
                    Some(due) if waiting[key as usize] && wheel.list_of(due) == list => {
                        waiting[key as usize] = false;
                        wheel.put(key, due);
                    }
                    _ => return Err(BadBytes("a line that is broken")),
                }
                node = nexts[key as usize];
            }
        }
        self.wheel = wheel;
        let all = dues.iter().zip(&waiting).all(|(due, waiting)| due.is_none() || !waiting);
        if all { Ok(()) } else { Err(BadBytes("a tween that is not in line")) }
    }

    /// The slots that are free, from the last that became so.
    fn read_free(
        &mut self,
        first: u32,
        nexts: &[u32],
        dues: &[Option<i64>],
    ) -> Result<(), BadBytes> {
        let mut seen = vec![false; nexts.len()];
        let mut slot = first;
        while slot != NONE {
            let fits = dues.get(slot as usize) == Some(&None) && !seen[slot as usize];
            if !fits {
                return Err(BadBytes("a line of free slots that is broken"));
            }
            seen[slot as usize] = true;
            let next = nexts[slot as usize];
            self.slots[slot as usize].place = Place::Free { next };
            slot = next;
        }
        self.free = first;
        Ok(())
    }
}

#[cfg(feature = "serde")]
impl<const N: usize> serde::Serialize for Batch<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.bytes())
    }
}

#[cfg(feature = "serde")]
impl<'de, const N: usize> serde::Deserialize<'de> for Batch<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes<const N: usize>;
        impl<'de, const N: usize> serde::de::Visitor<'de> for Bytes<N> {
            type Value = Batch<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the bytes of a batch")
            }

            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Batch<N>, E> {
                Batch::from_bytes(bytes).map_err(E::custom)
            }

            /// Text formats have no bytes, only numbers.
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Batch<N>, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = seq.next_element()? {
                    bytes.push(byte);
                }
                Batch::from_bytes(&bytes).map_err(serde::de::Error::custom)
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

/// What is wrong with bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BadBytes(&'static str);

const END_OF_TIME: BadBytes = BadBytes("a tween that ends behind the last tick");

impl fmt::Display for BadBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these are no bytes of a batch: they hold {}", self.0)
    }
}

struct Reader<'a>(&'a [[u8; 4]]);

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, BadBytes> {
        match bytes.as_chunks() {
            (numbers, []) => Ok(Self(numbers)),
            _ => Err(BadBytes("a part of a number")),
        }
    }

    fn left(&self) -> usize {
        self.0.len()
    }

    fn take(&mut self, count: usize) -> Result<impl Iterator<Item = u32> + use<'a>, BadBytes> {
        let (numbers, rest) = self.0.split_at_checked(count).ok_or(BadBytes("too little"))?;
        self.0 = rest;
        Ok(numbers.iter().map(|bytes| u32::from_le_bytes(*bytes)))
    }

    fn array<const M: usize>(&mut self) -> Result<[u32; M], BadBytes> {
        let mut numbers = self.take(M)?;
        Ok(array::from_fn(|_| numbers.next().unwrap_or(0)))
    }

    fn check(&self, holds: bool, or: &'static str) -> Result<(), BadBytes> {
        if holds { Ok(()) } else { Err(BadBytes(or)) }
    }
}

fn whole(low: u32, high: u32) -> i64 {
    i64::from(low) | i64::from(high.cast_signed()) << 32
}
