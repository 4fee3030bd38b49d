//! When the clip's own time was zero, of many samples at once.
//!
//! A time has 64 bits, and what plays one clip has started not long ago, mostly on a tick: then 32 bits are enough to
//! say it exactly. So half as much has to come from memory.

use crate::time::Time;

/// Some of those times, one for each sample.
#[derive(Clone, Copy)]
pub(crate) enum Zeros<'a> {
    Short(Scale, &'a [u32]),
    Long(&'a [Time]),
}

/// What short times count: so many times `2^shift` flicks since a base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    pub(super) base: Time,
    pub(super) shift: u32,
}

impl Scale {
    /// One in which all the times are short, and later ones too for as long again; none where they are not exact.
    pub(crate) fn of(times: &[Time]) -> Option<Self> {
        let (base, last) = Zeros::Long(times).bounds();
        let range = last.flicks().abs_diff(base.flicks());
        let shift = (u64::BITS - range.leading_zeros()).saturating_sub(u32::BITS - 1);
        let scale = Self { base, shift };
        times.iter().all(|time| scale.short(*time).is_some()).then_some(scale)
    }

    /// The time in short, where it can be said exactly.
    #[inline]
    pub(crate) fn short(self, time: Time) -> Option<u32> {
        let since = time.flicks().abs_diff(self.base.flicks());
        let short = u32::try_from(since >> self.shift).ok()?;
        (time >= self.base && u64::from(short) << self.shift == since).then_some(short)
    }

    #[inline(always)]
    fn long(self, short: u32) -> Time {
        let since = (u64::from(short) << self.shift).cast_signed();
        Time::from_flicks(self.base.flicks().wrapping_add(since))
    }
}

impl Zeros<'_> {
    pub(super) fn at(self, place: usize) -> Time {
        match self {
            Self::Short(scale, all) => scale.long(all[place]),
            Self::Long(all) => all[place],
        }
    }

    /// The first so many.
    pub(crate) fn first(self, count: usize) -> Self {
        match self {
            Self::Short(scale, all) => Self::Short(scale, &all[..count]),
            Self::Long(all) => Self::Long(&all[..count]),
        }
    }

    /// The first and the last of them; the last lies before the first where there are none.
    #[inline(never)]
    pub(crate) fn bounds(self) -> (Time, Time) {
        let nothing = (Time::MAX, Time::MIN);
        match self {
            Self::Short(_, []) => nothing,
            Self::Short(scale, all) => {
                let (first, last) = all.iter().fold((u32::MAX, 0), |(first, last), short| {
                    (first.min(*short), last.max(*short))
                });
                (scale.long(first), scale.long(last))
            }
            Self::Long(all) => {
                all.iter().fold(nothing, |(first, last), time| (first.min(*time), last.max(*time)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn short_times_are_exact_or_not_short(
            start in prop_oneof![any::<i64>(), Just(i64::MIN), Just(0)],
            unit in prop_oneof![Just(1), Just(128), Just(1 << 40)],
            sinces in prop::collection::vec(prop_oneof![0_i64..9, 0_i64..1 << 32, 0_i64..1 << 40], 0..9),
            later in any::<i64>(),
        ) {
            let time = |since: &i64| Time::from_flicks(start.saturating_add(since.saturating_mul(unit)));
            let times: Vec<Time> = sinces.iter().map(time).collect();
            let bounds = (times.iter().min().copied(), times.iter().max().copied());
            let found = Zeros::Long(&times).bounds();
            if let (Some(first), Some(last)) = bounds {
                prop_assert_eq!(found, (first, last));
            }
            match Scale::of(&times) {
                Some(scale) => {
                    let shorts: Vec<u32> = times.iter().map(|time| scale.short(*time).unwrap()).collect();
                    let zeros = Zeros::Short(scale, &shorts);
                    prop_assert_eq!(zeros.bounds(), found);
                    for (place, time) in times.iter().enumerate() {
                        prop_assert_eq!(zeros.at(place), *time);
                    }
                    let later = Time::from_flicks(later);
                    prop_assert!(scale.short(later).is_none_or(|short| scale.long(short) == later));
                }
                None => prop_assert!(sinces.iter().any(|since| *since >= 1 << 31) || unit > 1),
            }
        }
    }
}
