//! When each of a great many instances of one thing starts, and how far on its way each is.

use alloc::vec::Vec;

use super::Round;

/// Starts, numbered like the items of a list, in flicks or in ticks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Starts {
    /// Endless ones begin within their first pass.
    all: Vec<i64>,
    /// How long one lasts until it ends or begins anew. At least 1.
    pass: i64,
    round: Round,
}

impl Starts {
    pub(super) const fn new(pass: i64, round: Round) -> Self {
        Self { all: Vec::new(), pass, round }
    }

    pub(super) fn push(&mut self, start: i64) {
        self.all.push(self.origin(start));
    }

    /// The last one takes its place. Whether it was there.
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

    pub(super) const fn round(&self) -> Round {
        self.round
    }

    /// A moment, of which endless ones know only where in the first pass it would be.
    pub(super) const fn origin(&self, now: i64) -> i64 {
        match self.round {
            Round::Once => now,
            Round::Endless => now.rem_euclid(self.pass),
        }
    }

    /// How far an instance is at an [`origin`](Self::origin), from 0 to the end of the pass; an endless one is never quite
    /// there.
    pub(super) fn since(&self, start: i64, origin: i64) -> i64 {
        let mut since = [0];
        self.since_each(&[start], origin, &mut since, |since| since);
        let [since] = since;
        since
    }

    /// What is made of how far each of these is. What comes at the end is asked once, not for each.
    #[inline(always)]
    pub(super) fn since_each<T>(
        &self,
        starts: &[i64],
        origin: i64,
        out: &mut [T],
        make: impl Fn(i64) -> T,
    ) {
        let (pass, each) = (self.pass, out.iter_mut().zip(starts));
        match self.round {
            Round::Once => each.for_each(|(out, start)| {
                *out = make(origin.saturating_sub(*start).clamp(0, pass));
            }),
            Round::Endless => each.for_each(|(out, start)| {
                let since = origin - start;
                *out = make(if since < 0 { since + pass } else { since });
            }),
        }
    }
}
