//! Which keyframe shows at a time, without remembering where the last question was.
//!
//! The stretch from first to last time is cut into equal buckets, about one for each time; a table holds
//! the first of every bucket. A question is one shift, two reads and a search within one bucket:
//! constant for times that are spread at all evenly, and no worse than binary search when all of
//! them crowd into one bucket. The table is never longer than the times.

use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;

use super::TrackError;

/// Where among sorted times to search. The times themselves lie with their owner.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    start: i64,
    /// A bucket is this power of two of flicks wide.
    shift: u32,
    /// Index of the first time in each bucket or after it, and the number of times as the last; with its mark.
    first: Box<[u32]>,
}

/// What [`Buckets::passed_in`] has found.
pub(crate) struct Passed {
    pub(crate) count: usize,
    pub(crate) bucket: usize,
    pub(crate) is_marked: bool,
}

/// Set beside the index in the table for a bucket that is marked.
const MARK: u32 = 1 << 31;
/// The most times that a table is made for.
pub(crate) const MOST: u32 = MARK - 1;
/// So many times from the beginning of a bucket are counted without a guess at where among them the question lies: one
/// more than a coarse bucket of evenly spread times holds.
const NEAR: usize = 5;

impl Buckets {
    /// Takes sorted times; none where there are more than [`MOST`].
    pub(crate) fn new(count: usize, time: impl Fn(usize) -> i64) -> Option<Self> {
        Self::wider(0, count, time)
    }

    /// The same for [`passed_in`](Self::passed_in): buckets twice as wide, as it counts those of a bucket at once, and a
    /// smaller table stays in the caches.
    pub(crate) fn coarse(count: usize, time: impl Fn(usize) -> i64) -> Option<Self> {
        Self::wider(1, count, time)
    }

    /// With buckets that power of two wider than would make one for each time.
    fn wider(by: u32, count: usize, time: impl Fn(usize) -> i64) -> Option<Self> {
        let keys = u32::try_from(count).ok().filter(|keys| *keys <= MOST)?;
        let Some(last) = count.checked_sub(1) else { return Some(Self::default()) };
        let (start, end) = (time(0), time(last));
        let range = end.abs_diff(start);
        let mut shift = 0;
        while (range >> shift) >= u64::from(keys) {
            shift += 1; // ends below 64, as `keys` is at least 1
        }
        let shift = (shift + by).min(63);
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

    /// Marks buckets, each by all that can be the last time passed when a question falls into it.
    pub(crate) fn mark(&mut self, is_marked: impl Fn(Range<usize>) -> bool) {
        for bucket in 0..self.first.len() - 1 {
            let Range { start, end } = self.within(bucket);
            if is_marked(start.saturating_sub(1)..end) {
                self.first[bucket] |= MARK;
            }
        }
    }

    /// How many of the times are at most `at`.
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

    /// The same of times that lie in rows, for questions that follow each other in no order; and what bucket they fall
    /// into.
    ///
    /// A search that goes either way as often is guessed wrong as often, and what comes after it has to wait for the
    /// rows. So the few of a bucket are counted.
    #[inline(always)]
    pub(crate) fn passed_in<R>(&self, at: i64, rows: &[R], time: impl Fn(&R) -> i64) -> Passed {
        if at < self.start {
            return Passed { count: 0, bucket: 0, is_marked: false };
        }
        let bucket = self.bucket(at);
        let first = self.first[bucket];
        let (low, is_marked) = ((first & !MARK) as usize, first & MARK != 0);
        if let Some(near) = rows.get(low..).and_then(<[R]>::first_chunk::<NEAR>) {
            // Those of later buckets are later.
            let passed = near.iter().map(|row| usize::from(time(row) <= at)).sum::<usize>();
            if passed < NEAR {
                return Passed { count: low + passed, bucket, is_marked };
            }
        }
        let rest = &rows[self.within(bucket)];
        let count = low + rest.partition_point(|row| time(row) <= at);
        Passed { count, bucket, is_marked }
    }

    /// When each bucket begins.
    pub(crate) fn begins(&self) -> impl Iterator<Item = i64> {
        // Not later than the last of the times.
        (0_u64..)
            .map(|bucket| self.start.saturating_add_unsigned(bucket << self.shift))
            .take(self.first.len() - 1)
    }

    /// Which bucket a time falls into that is not before the start.
    #[inline]
    fn bucket(&self, at: i64) -> usize {
        // There is a bucket and the count, at least.
        bucket(at, self.start, self.shift).min(self.first.len() - 2)
    }

    /// The times in a bucket.
    #[inline]
    fn within(&self, bucket: usize) -> Range<usize> {
        let at = |bucket: usize| (self.first[bucket] & !MARK) as usize;
        at(bucket)..at(bucket + 1)
    }
}

impl Default for Buckets {
    /// Of no times.
    fn default() -> Self {
        Self { start: i64::MAX, shift: 0, first: Box::new([0, 0]) }
    }
}

/// Sorted times and the table that finds among them.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    /// Sorted, never empty.
    times: Box<[i64]>,
    buckets: Buckets,
}

impl Lookup {
    /// Takes sorted times.
    pub(crate) fn new(times: Vec<i64>) -> Result<Self, TrackError> {
        let count = times.len();
        match Buckets::new(count, |index| times[index]) {
            _ if count == 0 => Err(TrackError::Empty),
            Some(buckets) => Ok(Self { times: times.into(), buckets }),
            None => Err(TrackError::TooManyKeyframes { count }),
        }
    }

    /// The last index whose time is at most `time`; none where all are later.
    pub(crate) fn last_at_or_before(&self, time: i64) -> Option<usize> {
        self.buckets.passed(time, |index| self.times[index]).checked_sub(1)
    }

    /// How long the table is.
    #[cfg(test)]
    pub(crate) fn entries(&self) -> usize {
        self.buckets.first.len()
    }
}

/// Which bucket `time`, not before `start`, falls into.
#[inline]
fn bucket(time: i64, start: i64, shift: u32) -> usize {
    let bucket = time.abs_diff(start).wrapping_shr(shift); // below 64
    usize::try_from(bucket).unwrap_or(usize::MAX)
}
