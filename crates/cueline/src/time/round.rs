//! Rounding of times, in integers only.
//!
//! All conversions of times that cannot be exact use these functions, so they all round the same way. *Nearest* means
//! the nearest whole number; halves round away from zero. So a span and its negation round to the same amount.

/// `n`, clamped to the range of an `i64`.
#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of an i64 first")]
#[inline]
pub(crate) const fn saturate(n: i128) -> i64 {
    if n > i64::MAX as i128 {
        i64::MAX
    } else if n < i64::MIN as i128 {
        i64::MIN
    } else {
        n as i64
    }
}

/// `n`, or `None` if it is outside the range of an `i64`.
#[expect(clippy::cast_possible_truncation, reason = "compared after the cast")]
pub(super) const fn exact(n: i128) -> Option<i64> {
    let narrow = n as i64;
    if narrow as i128 == n { Some(narrow) } else { None }
}

/// `n / d` to the nearest whole number, halves away from zero. `d` must be above zero and below 2^126.
pub(super) const fn div_nearest(n: i128, d: i128) -> i128 {
    let (whole, rest) = (n / d, n % d);
    // |rest| < d < 2^126, so doubling it stays in range.
    if rest * 2 >= d {
        whole + 1
    } else if rest * 2 <= -d {
        whole - 1
    } else {
        whole
    }
}

/// `n / d` rounded up. `d` must be above zero.
pub(super) const fn div_ceil(n: i128, d: i128) -> i128 {
    n.div_euclid(d) + (n.rem_euclid(d) != 0) as i128
}

/// `value * mul / div` to the nearest whole number, computed from the exact value of the float.
///
/// `mul` must lie in `1..2^64` and `div` in `1..2^32`. `None` if `value` is not finite, or if the result does not fit an `i64`.
pub(super) const fn scale_f64(value: f64, mul: i128, div: i128) -> Option<i64> {
    if !value.is_finite() {
        return None;
    }
    // A finite f64 is mantissa * 2^exponent (IEEE 754-2019, 3.4).
    let bits = value.to_bits();
    let field = (bits >> 52) & 0x7ff;
    let fraction = (bits & ((1 << 52) - 1)) as i128;
    let mantissa = if field == 0 { fraction } else { fraction | (1 << 52) };
    let exponent = (if field == 0 { 1 } else { field as i64 }) - 1075;

    let mut n = mantissa * mul; // below 2^53 * 2^64
    let mut d = div;
    if n == 0 {
        return Some(0);
    }
    if exponent > 0 {
        // No subnormal, so n is 2^52 or more: shifted by 74 and divided it is still beyond an i64.
        if exponent > 73 {
            return None;
        }
        // What overflows an i128 is beyond an i64 too, as `div` is below 2^32.
        match n.checked_mul(1 << exponent) {
            Some(shifted) => n = shifted,
            None => return None,
        }
    } else {
        let mut shift = -exponent;
        if shift > 90 {
            // Halves lie on multiples of 2^(shift - 1), so the bits shifted out here decide none.
            let out = if shift - 90 > 126 { 126 } else { shift - 90 };
            n >>= out;
            shift = 90;
        }
        d <<= shift; // below 2^32 * 2^90
    }
    let whole = div_nearest(n, d);
    exact(if value < 0.0 { -whole } else { whole })
}

/// The greatest common divisor; `gcd(n, 0)` is `n`.
pub(super) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_rounds_halves_away_from_zero() {
        for (n, d, want) in
            [(0, 2, 0), (1, 2, 1), (-1, 2, -1), (1, 3, 0), (2, 3, 1), (-2, 3, -1), (5, 2, 3)]
        {
            assert_eq!(div_nearest(n, d), want, "{n}/{d}");
        }
    }

    #[test]
    fn up_is_towards_later() {
        for (n, d, want) in [(0, 3, 0), (1, 3, 1), (3, 3, 1), (-1, 3, 0), (-3, 3, -1), (-4, 3, -1)]
        {
            assert_eq!(div_ceil(n, d), want, "{n}/{d}");
        }
    }

    #[test]
    fn floats_scale_from_their_exact_value() {
        let cases = [
            (0.0, 10, 1, Some(0)),
            (-0.0, 10, 1, Some(0)),
            (0.25, 2, 1, Some(1)), // a half, away from zero
            (-0.25, 2, 1, Some(-1)),
            (0.249_999_999_999_999_97, 2, 1, Some(0)),
            (f64::MIN_POSITIVE, i64::MAX as i128, 1, Some(0)),
            (5e-324, 1, 1, Some(0)),
            // 2^-60 and its neighbour below, scaled to around a half
            (8.673_617_379_884_035e-19, 1 << 59, 1, Some(1)),
            (8.673_617_379_884_034_5e-19, 1 << 59, 1, Some(0)),
            (9_223_372_036_854_774_784.0, 1, 1, Some(9_223_372_036_854_774_784)),
            (9_223_372_036_854_775_808.0, 1, 1, None),
            (-9_223_372_036_854_775_808.0, 1, 1, Some(i64::MIN)),
            (2e18, 10, 10, Some(2_000_000_000_000_000_000)),
            (1e300, 1, 1, None),
            (f64::NAN, 1, 1, None),
            (f64::INFINITY, 1, 1, None),
        ];
        for (value, mul, div, want) in cases {
            assert_eq!(scale_f64(value, mul, div), want, "{value:e} * {mul} / {div}");
        }
    }
}
