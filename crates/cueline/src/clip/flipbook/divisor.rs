//! Exact division by a constant divisor: a product and a shift.
//!
//! Integer division is the slowest integer operation of a processor. For a divisor that stays the same, the high half
//! of a product with a prepared number gives the same quotient, exactly. After Granlund and Montgomery, *Division by Invariant Integers using Multiplication*,
//! PLDI 1994. Dividends have 63 bits here, so 64 bits of the prepared number are enough for every divisor.

/// A divisor, prepared for [`quotient`](Self::quotient).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Divisor {
    /// `2^(63 + shift)` over the divisor, rounded up.
    magic: u64,
    /// The least number for which the divisor is at most `2^shift`.
    shift: u32,
}

impl Divisor {
    /// For a divisor below 2^63. Zero counts as one.
    #[expect(clippy::cast_possible_truncation, reason = "`by` is above 2^(shift - 1), or 1")]
    pub(crate) const fn new(by: u64) -> Self {
        let by = if by < 1 { 1 } else { by };
        let shift = 64 - (by - 1).leading_zeros();
        // Above the exact quotient by less than 1, so above a quotient of n by less than
        // n / 2^(63 + shift) < 1 / by: too little to reach the next whole number.
        let magic = (1_u128 << (63 + shift)).div_ceil(by as u128) as u64;
        Self { magic, shift }
    }

    /// The quotient of `n`, which must be below 2^63, rounded down.
    #[inline]
    pub(crate) const fn quotient(self, n: u64) -> u64 {
        // No bit of the high half is cut off.
        let high = ((n << 1) as u128 * self.magic as u128) >> 64;
        (high as u64) >> self.shift
    }
}

/// The remainder of a division by a constant: the fraction of the quotient, times the divisor.
///
/// After Lemire, Kaser and Kurz, *Faster Remainder by Direct Computation*, Software: Practice and Experience
/// 49 (6), 2019.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remainder {
    /// 2^64 over the divisor, rounded up; zero for a divisor of one, whose remainder is always zero.
    magic: u64,
    by: u32,
}

impl Remainder {
    /// Zero counts as one.
    #[expect(clippy::cast_possible_truncation, reason = "2^64 wraps to zero, all else fits")]
    pub(crate) const fn new(by: u32) -> Self {
        let by = if by < 1 { 1 } else { by };
        Self { magic: (1_u128 << 64).div_ceil(by as u128) as u64, by }
    }

    /// The largest number whose remainder [`of`](Self::of) finds with this divisor.
    pub(crate) const fn most(by: u32) -> u64 {
        // The prepared number is too large by less than 1, so the fraction of n is too large by less than n / 2^64.
        // Times the divisor, that must stay below 1.
        u64::MAX / if by < 1 { 1 } else { by as u64 }
    }

    /// The remainder of `n`, which must be at most [`most`](Self::most) of the divisor.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the divisor")]
    pub(crate) const fn of(self, n: u64) -> u32 {
        let fraction = self.magic.wrapping_mul(n);
        ((fraction as u128 * self.by as u128) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Numbers below 2^63 of all lengths, and those next to the powers of two.
    fn number() -> impl Strategy<Value = u64> {
        let near_powers = (0..63_u32, -2..=2_i64)
            .prop_map(|(bits, off)| (1_u64 << bits).saturating_add_signed(off));
        let of_length = (any::<u64>(), 1..64_u32).prop_map(|(n, bits)| n >> bits);
        prop_oneof![near_powers, of_length, Just((1 << 63) - 1)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn a_quotient_is_that_of_a_division(n in number(), by in number(), times in number()) {
            let by = by.max(1);
            let divisor = Divisor::new(by);
            let multiple = times / by * by;
            for n in [n, multiple, multiple.saturating_sub(1)] {
                prop_assert_eq!(divisor.quotient(n), n / by, "{} / {}", n, by);
            }
        }

        #[test]
        fn a_remainder_is_that_of_a_division(n in number(), by in number(), back in 0..3_u64) {
            let by = u32::try_from(by >> 31).unwrap().max(1);
            let most = Remainder::most(by);
            for n in [n.min(most), most - back, most / u64::from(by) * u64::from(by)] {
                let left = Remainder::new(by).of(n);
                prop_assert_eq!(u64::from(left), n % u64::from(by), "{} by {}", n, by);
            }
        }
    }
}
