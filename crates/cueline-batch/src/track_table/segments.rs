//! The segment, from one keyframe to the next, that contains a time, by one table lookup.
//!
//! Equal buckets cover the whole duration. They are so narrow that at most one segment ends in each. A table holds the
//! segment at the start of each bucket, and one comparison finds whether the next segment has begun since. So a lookup
//! needs no search, has no branch to mispredict, and keeps no state for an instance.

use alloc::{boxed::Box, vec::Vec};

/// Segments of time, each from one keyframe to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SegmentTable {
    /// The end of each segment, in flicks; the last one has none.
    ends: Box<[i64]>,
    /// The segment at the start of each bucket. The width of a bucket in flicks is a power of two.
    first: Box<[u32]>,
    shift: u32,
    /// Whether at most one segment ends in each bucket.
    sparse: bool,
}

impl SegmentTable {
    /// Segments that end at these different, sorted times, and one more after them, for times from 0 to `duration`.
    ///
    /// There are at most `most` buckets, so several ends may have to share one.
    pub(crate) fn new(times: &[i64], duration: i64, most: u64) -> Self {
        let gaps = times.windows(2).map(|pair| pair[1].abs_diff(pair[0]));
        let mut shift = gaps.min().unwrap_or(u64::MAX).ilog2().min(62);
        while duration.unsigned_abs() >> shift >= most {
            shift += 1;
        }
        let begun_by = |at| times.partition_point(|time| *time <= at);
        let begins: Vec<i64> = (0..=duration >> shift).map(|bucket| bucket << shift).collect();
        let first = begins.iter().map(|begin| number(begun_by(*begin))).collect();
        let sparse = begins.iter().all(|begin| {
            let last = begin + ((1 << shift) - 1);
            begun_by(last) - begun_by(*begin) <= 1
        });
        let ends = times.iter().copied().chain([i64::MAX]).collect();
        Self { ends, first, shift, sparse }
    }

    /// The index of the segment at a time from 0 to the duration.
    #[inline]
    pub(crate) fn at(&self, time: i64) -> u32 {
        let mut segment = self.first[usize::try_from(time >> self.shift).unwrap_or(0)];
        segment += u32::from(self.ends[segment as usize] <= time);
        if !self.sparse {
            while self.ends[segment as usize] <= time {
                segment += 1;
            }
        }
        segment
    }
}

/// There are fewer ends than a `u32` counts.
fn number(segment: usize) -> u32 {
    u32::try_from(segment).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_segment_is_that_of_a_search(
            mut times in prop::collection::vec(prop_oneof![-50_i64..200_000, 0_i64..100], 0..80),
            length in prop_oneof![0_i64..100, 1_i64..1 << 40],
            most in prop_oneof![1_u64..20, Just(1 << 12)],
            asked in prop::collection::vec(any::<prop::sample::Index>(), 20),
        ) {
            times.sort_unstable();
            times.dedup();
            let segments = SegmentTable::new(&times, length, most);
            prop_assert!(segments.first.len() as u64 <= most);
            let all = usize::try_from(length).unwrap() + 1;
            let asked = asked.into_iter().map(|place| i64::try_from(place.index(all)).unwrap());
            for at in asked.chain(times.iter().copied()).filter(|at| (0..=length).contains(at)) {
                prop_assert_eq!(segments.at(at), number(times.iter().filter(|time| **time <= at).count()));
            }
        }
    }

    #[test]
    fn a_search_is_needed_only_where_two_segments_end_in_one_bucket() {
        let is_sparse = |most| SegmentTable::new(&[10, 20, 30], 40, most).sparse;
        assert_eq!([6, 5].map(is_sparse), [true, false]);
    }
}
