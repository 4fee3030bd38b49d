//! The exact fraction of a flick.
//!
//! At a third of the normal speed, a playhead is between two flicks at two of three flicks of its clock. If its speed
//! changes there, the playhead keeps the fraction exactly: in thirds, then in 21sts, and so on. A denominator above 63 bits is
//! rounded down to 62 bits, about 10^-28 of a second.

use core::num::NonZeroU64;

/// A fraction of a flick in lowest terms, from 0 up to, not including, 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u64, NonZeroU64)", into = "(u64, NonZeroU64)"))]
pub(super) struct Part {
    num: u64,
    den: NonZeroU64,
}

crate::digest::digested! { struct Part { num, den } }

impl Part {
    pub(super) const ZERO: Self = Self { num: 0, den: NonZeroU64::MIN };

    /// `num / den` in lowest terms; rounded down to 62 binary places if the denominator has more than 63 bits.
    pub(super) fn new(num: u128, den: u64) -> Self {
        Self::reduced(num, u128::from(den))
    }

    fn reduced(num: u128, den: u128) -> Self {
        let divisor = gcd(num, den).max(1);
        let (mut num, mut den) = (num / divisor, den / divisor);
        if den >> 63 != 0 {
            // Bring the denominator below 2^64, then scale the quotient to 62 bits.
            let shift = 64_u32.saturating_sub(den.leading_zeros());
            (num, den) = ((num >> shift) << 62, den >> shift);
            return Self::reduced((num / den.max(1)).min((1 << 62) - 1), 1 << 62);
        }
        let num = u64::try_from(num).unwrap_or(0);
        match u64::try_from(den).ok().and_then(NonZeroU64::new) {
            Some(den) => Self { num, den },
            None => Self::ZERO,
        }
    }

    /// The sum, as whole flicks and the fraction.
    pub(super) fn plus(self, other: Self) -> (i128, Self) {
        if other.num == 0 {
            return (0, self);
        }
        let (a, b) = (u128::from(self.den.get()), u128::from(other.den.get()));
        // Two products below 2^127 each: parts are below 1 and denominators below 2^63.
        let num = (u128::from(self.num) * b).saturating_add(u128::from(other.num) * a);
        let den = a * b;
        if num >= den { (1, Self::reduced(num - den, den)) } else { (0, Self::reduced(num, den)) }
    }

    /// The product with `den`, rounded down and rounded up.
    pub(super) fn scaled(self, den: u64) -> (i128, i128) {
        let product = u128::from(self.num) * u128::from(den);
        let own = u128::from(self.den.get());
        let down = i128::try_from(product / own).unwrap_or(i128::MAX);
        (down, down + i128::from(product % own != 0))
    }
}

#[cfg(feature = "serde")]
impl From<(u64, NonZeroU64)> for Part {
    fn from((num, den): (u64, NonZeroU64)) -> Self {
        Self::new(u128::from(num % den), den.get())
    }
}
#[cfg(feature = "serde")]
impl From<Part> for (u64, NonZeroU64) {
    fn from(part: Part) -> Self {
        (part.num, part.den)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With denominators d and d + 2, (d - 1) / 2d and (d + 3) / 2(d + 2) are one 1 / d(d + 2) short of 1 together.
    #[test]
    fn a_fraction_with_a_large_denominator_is_rounded_down_and_stays_below_one() {
        let part = |num, den| Part { num, den: NonZeroU64::new(den).unwrap() };
        let sum = |d: u64| part((d - 1) / 2, d).plus(part((d + 3) / 2, d + 2));
        assert_eq!(sum(5), (0, part(34, 35)));
        assert_eq!(sum((1 << 62) + 1), (0, part((1 << 62) - 1, 1 << 62)));
        assert_eq!(part(2, 3).plus(part(1, 2)), (1, part(1, 6)));
        assert_eq!(part(2, 3).plus(part(1, 3)), (1, Part::ZERO));
    }
}
