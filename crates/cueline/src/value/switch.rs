//! `bool` as a value: on and off.

use super::{Delta, Lerp};

/// Switches at the end of the blend: until then the value is the first one.
impl Lerp for bool {
    type Delta = Discrete;

    fn lerp(&self, to: &Self, t: f64) -> Self {
        if t < 1.0 { *self } else { *to }
    }

    fn minus(&self, from: &Self) -> Discrete {
        Discrete(i64::from(*self) - i64::from(*from))
    }

    /// On if the value, 1 for on and 0 for off, and the count of the changes add up to more than 0.
    fn plus(&self, delta: &Discrete) -> Self {
        i64::from(*self).saturating_add(delta.0) > 0
    }
}

/// The number of changes to on minus the number of changes to off. Saturates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Discrete(i64);

impl Discrete {
    /// The count; below zero after more changes to off than to on.
    ///
    /// ```
    /// use cueline::value::Lerp;
    ///
    /// assert_eq!(true.minus(&false).count(), 1, "switched on once");
    /// ```
    #[must_use]
    pub const fn count(self) -> i64 {
        self.0
    }
}

impl Delta for Discrete {
    fn zero() -> Self {
        Self(0)
    }

    fn and(&self, next: &Self) -> Self {
        Self(self.0.saturating_add(next.0))
    }

    /// Rounds to the nearest whole number, half away from zero.
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    fn scaled(&self, factor: f64) -> Self {
        Self(libm::round(self.0 as f64 * factor) as i64)
    }

    fn stopped(&self, left: &Self, first: &Self) -> Self {
        Self(self.0.stopped(&left.0, &first.0))
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::digest;

    #[test]
    fn switches_at_the_end_of_the_blend() {
        assert!(!false.lerp(&true, 0.999));
        assert!(false.lerp(&true, 1.0));
        assert!(true.lerp(&false, 0.0));
    }

    #[test]
    fn switching_adds_up() {
        let change = true.minus(&false).and(&false.minus(&true)).and(&true.minus(&false));
        assert_eq!(change, true.minus(&false));
        assert!(false.plus(&change));
        assert!(!true.plus(&change.scaled(-1.0)));
    }

    #[test]
    fn every_number_of_switches_has_bits_of_its_own() {
        let change = true.minus(&false);
        let twice = change.and(&change);
        assert_ne!(digest(&change), digest(&twice));
        assert_eq!(digest(&twice), digest(&change.and(&change)));
    }
}
