//! Fractions for numbers that were written as decimals.

use crate::read::{Malformed, other};

/// Numerator and denominator of the fraction with the least denominator within `apart` of a number.
///
/// A continued fraction: each turn gives the next better one, in lowest terms.
pub(crate) fn fraction(number: f64, apart: f64) -> Result<(i64, u32), Malformed> {
    let (mut before, mut last) = ((0_i128, 1_i128), (1_i128, 0_i128));
    let mut rest = number.abs();
    while last.1 <= 100_000 && rest <= 1e9 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 1e9")]
        let whole = rest as i128;
        let next = (whole * last.0 + before.0, whole * last.1 + before.1);
        (before, last) = (last, next);
        if (last.0 as f64 / last.1 as f64 - number.abs()).abs() <= apart {
            let num = if number < 0.0 { -last.0 } else { last.0 };
            return Ok((i64::try_from(num).map_err(other)?, u32::try_from(last.1).map_err(other)?));
        }
        rest = (rest - rest.floor()).recip();
    }
    Err(other(format!("a fraction with a denominator up to 100000, not {number}")))
}
