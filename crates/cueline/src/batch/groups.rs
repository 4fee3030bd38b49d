//! The groups of rows in a batch, and the set of groups that have rows.

use crate::value::{Easing, Polynomial};

/// The group of live tweens without a polynomial. The groups of polynomials come before it.
pub(super) const GENERAL: usize = Polynomial::ALL.len();
/// Number of groups of live tweens.
pub(super) const GROUPS: usize = GENERAL + 1;
/// The group of waiting tweens.
pub(super) const WAITING: usize = GROUPS;
/// The number of the cues, which are not a group of tweens.
pub(super) const CUES: usize = WAITING + 1;

/// The group of live tweens with this easing.
#[inline(always)]
pub(super) fn group_of(easing: &Easing) -> usize {
    easing.polynomial().map_or(GENERAL, |polynomial| polynomial as usize)
}

/// The groups that have rows, also [`WAITING`] and [`CUES`]; a step skips all other groups.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filled(u32);

impl Filled {
    #[inline]
    pub(super) const fn add(&mut self, group: usize) {
        self.0 |= 1 << group;
    }

    #[inline]
    pub(super) const fn remove(&mut self, group: usize) {
        self.0 &= !(1 << group);
    }

    #[inline]
    pub(super) const fn has(self, group: usize) -> bool {
        self.0 >> group & 1 != 0
    }

    /// The groups of live tweens.
    pub(super) const fn live(self) -> Self {
        Self(self.0 & ((1 << GROUPS) - 1))
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let Self(mut filled) = self;
        core::iter::from_fn(move || {
            let group = (filled != 0).then(|| filled.trailing_zeros() as usize);
            filled &= filled.wrapping_sub(1);
            group
        })
    }
}
