//! Finds the stretch of time (from keyframe to keyframe, or from frame to frame) that contains a time, with one table
//! lookup.
//!
//! The duration is divided into equal buckets, so narrow that at most one stretch ends in each of them. A table has the
//! stretch at the start of each bucket. One comparison then finds out whether the next stretch has begun. There is no
//! search, no branch to predict, and no state for an instance.

use alloc::{boxed::Box, vec::Vec};

/// Stretches of time, each from one keyframe to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretches {
    /// The end of each stretch, in flicks; the last stretch has no end.
    ends: Box<[i64]>,
    /// The stretch at the start of each bucket. The width of a bucket in flicks is a power of two.
    first: Box<[u32]>,
    shift: u32,
    /// No more than one stretch ends in any bucket.
    sparse: bool,
}

impl Stretches {
    /// Stretches that end at these times, sorted and different, and one more after them, for times from 0 to `length`.
    ///
    /// There are at most `most` buckets. If more are needed, several ends share a bucket.
    pub(crate) fn new(times: &[i64], length: i64, most: u64) -> Self {
        let gaps = times.windows(2).map(|pair| pair[1].abs_diff(pair[0]));
        let mut shift = gaps.min().unwrap_or(u64::MAX).ilog2().min(62);
        while length.unsigned_abs() >> shift >= most {
            shift += 1;
        }
        let begun_by = |at| times.partition_point(|time| *time <= at);
        let begins: Vec<i64> = (0..=length >> shift).map(|bucket| bucket << shift).collect();
        let first = begins.iter().map(|begin| number(begun_by(*begin))).collect();
        let sparse = begins.iter().all(|begin| {
            let last = begin + ((1 << shift) - 1);
            begun_by(last) - begun_by(*begin) <= 1
        });
        let ends = times.iter().copied().chain([i64::MAX]).collect();
        Self { ends, first, shift, sparse }
    }

    /// The stretch that contains a time from 0 to the length.
    #[inline(always)]
    pub(crate) fn at(&self, time: i64) -> usize {
        let mut stretch = self.first[usize::try_from(time >> self.shift).unwrap_or(0)] as usize;
        stretch += usize::from(self.ends[stretch] <= time);
        if !self.sparse {
            while self.ends[stretch] <= time {
                stretch += 1;
            }
        }
        stretch
    }
}

/// There are at most `u32::MAX` ends.
fn number(stretch: usize) -> u32 {
    u32::try_from(stretch).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_the_stretch_that_a_search_finds(
            mut times in prop::collection::vec(prop_oneof![-50_i64..200_000, 0_i64..100], 0..80),
            length in prop_oneof![0_i64..100, 1_i64..1 << 40],
            most in prop_oneof![1_u64..20, Just(1 << 12)],
            asked in prop::collection::vec(any::<prop::sample::Index>(), 20),
        ) {
            times.sort_unstable();
            times.dedup();
            let stretches = Stretches::new(&times, length, most);
            prop_assert!(stretches.first.len() as u64 <= most);
            let all = usize::try_from(length).unwrap() + 1;
            let asked = asked.into_iter().map(|place| i64::try_from(place.index(all)).unwrap());
            for at in asked.chain(times.iter().copied()).filter(|at| (0..=length).contains(at)) {
                prop_assert_eq!(stretches.at(at), times.iter().filter(|time| **time <= at).count());
            }
        }
    }

    #[test]
    fn a_search_is_needed_only_where_two_stretches_end_in_one_bucket() {
        let is_sparse = |most| Stretches::new(&[10, 20, 30], 40, most).sparse;
        assert_eq!([6, 5].map(is_sparse), [true, false]);
    }
}
