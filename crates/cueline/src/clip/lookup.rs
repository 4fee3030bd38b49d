//! Which keyframe shows at a time, without remembering where the last question was.
//!
//! The stretch from first to last keyframe is cut into equal buckets, about one for each keyframe; a
//! table holds the first keyframe of every bucket. A question is one shift, two reads and a search
//! within one bucket: constant for keyframes that are spread at all evenly, and no worse than binary
//! search when all of them crowd into one bucket. The table is never longer than the keyframes.

use alloc::{boxed::Box, vec::Vec};

use super::TrackError;

/// Sorted times and the table that finds among them.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    /// Sorted, never empty.
    times: Box<[i64]>,
    /// A bucket is this power of two of flicks wide.
    shift: u32,
    /// Index of the first time in each bucket or after it, and the number of times as the last.
    first: Box<[u32]>,
}

impl Lookup {
    /// Takes sorted times.
    pub(crate) fn new(times: Vec<i64>) -> Result<Self, TrackError> {
        let count = times.len();
        let (Some(&start), Some(&end)) = (times.first(), times.last()) else {
            return Err(TrackError::Empty);
        };
        let Ok(keys) = u32::try_from(count) else {
            return Err(TrackError::TooManyKeyframes { count });
        };
        let range = end.abs_diff(start);
        let mut shift = 0;
        while (range >> shift) >= u64::from(keys) {
            shift += 1; // ends below 64, as `keys` is at least 1
        }
        let mut first = Vec::with_capacity(count + 1);
        for (index, time) in (0..keys).zip(&times) {
            let bucket = bucket(*time, start, shift);
            while first.len() <= bucket {
                first.push(index);
            }
        }
        first.push(keys);
        Ok(Self { times: times.into(), shift, first: first.into() })
    }

    /// The last index whose time is at most `time`; none where all are later.
    pub(crate) fn last_at_or_before(&self, time: i64) -> Option<usize> {
        let start = self.times[0];
        if time < start {
            return None;
        }
        let last = self.first.len() - 2; // a bucket and the count, at least
        let bucket = bucket(time, start, self.shift).min(last);
        let from = self.first[bucket] as usize;
        let to = self.first[bucket + 1] as usize;
        let passed = self.times[from..to].partition_point(|key| *key <= time);
        // The first time is in bucket 0 and not later than `time`, so this is at least one.
        (from + passed).checked_sub(1)
    }

    /// How long the table is.
    #[cfg(test)]
    pub(crate) fn entries(&self) -> usize {
        self.first.len()
    }
}

/// Which bucket `time`, not before `start`, falls into.
fn bucket(time: i64, start: i64, shift: u32) -> usize {
    let bucket = time.abs_diff(start).checked_shr(shift).unwrap_or(0);
    usize::try_from(bucket).unwrap_or(usize::MAX)
}
