//! Finds the keyframe at a time, without a stored position of the last lookup.
//!
//! The span from the first to the last time is cut into equal buckets, about one for each time; a table holds
//! the first time of every bucket. A lookup is one shift, two reads and a search within one bucket: constant
//! for times that are spread at all evenly, and no worse than a binary search when all of them crowd into one
//! bucket. The table is never longer than the times.

use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;

use crate::time::Span;

/// A table of buckets over sorted times; the times stay with their owner.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    start: i64,
    /// The width of a bucket is 2 to this power, in flicks.
    shift: u32,
    /// For each bucket, the index of the first time in it or after it; the last entry is the number of times.
    pub(super) first: Box<[u32]>,
}

/// The most times that a table holds.
pub(crate) const MOST: u32 = (1 << 31) - 1;

impl Buckets {
    /// Takes sorted times; `None` for more than [`MOST`].
    pub(crate) fn new(count: usize, time: impl Fn(usize) -> i64) -> Option<Self> {
        let keys = u32::try_from(count).ok().filter(|keys| *keys <= MOST)?;
        let Some(last) = count.checked_sub(1) else { return Some(Self::default()) };
        let (start, end) = (time(0), time(last));
        let range = end.abs_diff(start);
        let mut shift = 0;
        while (range >> shift) >= u64::from(keys) {
            shift += 1; // stays below 64, as `keys` is at least 1
        }
        let mut first = Vec::with_capacity(bucket(end, start, shift) + 2);
        for index in 0..keys {
            let bucket = bucket(time(index as usize), start, shift);
            while first.len() <= bucket {
                first.push(index);
            }
        }
        first.push(keys);
        Some(Self { start, shift, first: first.into() })
    }

    /// The number of times at or before `at`.
    #[inline]
    pub(crate) fn passed(&self, at: i64, time: impl Fn(usize) -> i64) -> usize {
        if at < self.start {
            return 0;
        }
        let Range { start: mut low, end: mut high } = self.within(self.bucket(at));
        while low < high {
            let middle = usize::midpoint(low, high);
            if time(middle) <= at {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The bucket of a time at or after the start.
    #[inline]
    fn bucket(&self, at: i64) -> usize {
        // There is a bucket and the count, at least.
        bucket(at, self.start, self.shift).min(self.first.len() - 2)
    }

    /// The indices of the times in a bucket.
    #[inline]
    fn within(&self, bucket: usize) -> Range<usize> {
        self.first[bucket] as usize..self.first[bucket + 1] as usize
    }
}

impl Default for Buckets {
    /// No times.
    fn default() -> Self {
        Self { start: i64::MAX, shift: 0, first: Box::new([0, 0]) }
    }
}

/// Sorted times and the table that finds among them.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    /// Sorted.
    times: Box<[Span]>,
    pub(super) buckets: Buckets,
}

impl Lookup {
    /// Takes sorted times, one at least. `None` if there are too many.
    pub(crate) fn new(times: Vec<Span>) -> Option<Self> {
        let buckets = Buckets::new(times.len(), |index| times[index].flicks())?;
        Some(Self { times: times.into(), buckets })
    }

    /// The last index whose time is at or before `time`; `None` if all times are later.
    pub(crate) fn last_at_or_before(&self, time: i64) -> Option<usize> {
        self.buckets.passed(time, |index| self.times[index].flicks()).checked_sub(1)
    }

    /// The times.
    #[inline]
    pub(crate) fn times(&self) -> &[Span] {
        &self.times
    }
}

/// The bucket of `time`, which is at or after `start`.
#[inline]
fn bucket(time: i64, start: i64, shift: u32) -> usize {
    let bucket = time.abs_diff(start).wrapping_shr(shift); // below 64
    usize::try_from(bucket).unwrap_or(usize::MAX)
}
