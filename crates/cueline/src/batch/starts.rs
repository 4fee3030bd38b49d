//! The starts of many instances of one asset, and the position of each instance.

use alloc::vec::Vec;

use crate::playback::Repeat;

/// Starts, indexed like the items of a list, in flicks or in ticks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Starts {
    /// Instances that repeat forever have a start within their first pass.
    all: Vec<i64>,
    /// The duration of one pass. At least 1.
    pass: i64,
    repeat: Repeat,
}

impl Starts {
    /// `Times(1)` is `Once`.
    pub(super) const fn new(pass: i64, repeat: Repeat) -> Self {
        let repeat = if let Repeat::Times(1) = repeat { Repeat::Once } else { repeat };
        Self { all: Vec::new(), pass, repeat }
    }

    pub(super) fn push(&mut self, start: i64) {
        self.all.push(self.origin(start));
    }

    /// Removes a start; the last one takes its place. Returns `false` if there is no such start.
    pub(super) fn swap_remove(&mut self, index: usize) -> bool {
        let there = index < self.all.len();
        if there {
            self.all.swap_remove(index);
        }
        there
    }

    pub(super) fn all(&self) -> &[i64] {
        &self.all
    }

    pub(super) const fn pass(&self) -> i64 {
        self.pass
    }

    pub(super) const fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// A time; for instances that repeat forever, only its place in the first pass.
    pub(super) const fn origin(&self, now: i64) -> i64 {
        match self.repeat {
            Repeat::Once | Repeat::Times(_) => now,
            Repeat::Forever => now.rem_euclid(self.pass),
        }
    }

    /// The position of an instance in its pass at an [`origin`](Self::origin), from 0 to the end of the last pass. The
    /// end of any other pass is the beginning of the next.
    pub(super) fn since(&self, start: i64, origin: i64) -> i64 {
        let mut since = [0];
        self.since_each(&[start], origin, &mut since, |since| since);
        let [since] = since;
        since
    }

    /// Calls `make` with the position of each of these instances. The repeat is matched once, outside the loop.
    #[inline(always)]
    pub(super) fn since_each<T>(
        &self,
        starts: &[i64],
        origin: i64,
        out: &mut [T],
        make: impl Fn(i64) -> T,
    ) {
        let (pass, each) = (self.pass, out.iter_mut().zip(starts));
        match self.repeat {
            Repeat::Once => each.for_each(|(out, start)| {
                *out = make(origin.saturating_sub(*start).clamp(0, pass));
            }),
            Repeat::Times(passes) => {
                let all = pass.saturating_mul(i64::try_from(passes).unwrap_or(i64::MAX));
                each.for_each(|(out, start)| {
                    let since = origin.saturating_sub(*start);
                    *out = make(if since >= all { pass } else { since.max(0) % pass });
                });
            }
            Repeat::Forever => each.for_each(|(out, start)| {
                let since = origin - start;
                *out = make(if since < 0 { since + pass } else { since });
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_waits_repeats_and_stays_at_its_end() {
        let cases = [
            (Repeat::Once, [0, 0, 9, 10, 10, 10, 10]),
            (Repeat::Times(3), [0, 0, 9, 0, 9, 10, 10]),
            (Repeat::Forever, [5, 0, 9, 0, 9, 0, 4]),
        ];
        for (repeat, wanted) in cases {
            let mut starts = Starts::new(10, repeat);
            starts.push(25);
            let at = [20, 25, 34, 35, 54, 55, 99];
            let found = at.map(|at| starts.since(starts.all()[0], starts.origin(at)));
            assert_eq!(found, wanted, "{repeat:?}");
        }
    }
}
