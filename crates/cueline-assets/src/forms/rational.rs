//! Numbers as people write them, exactly: whole, decimal, or a fraction.

/// A fraction in lowest terms; the denominator is above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rational {
    pub(super) num: i128,
    pub(super) den: i128,
}

/// The largest number of digits on each side of the stroke.
const DIGITS: usize = 19;

impl Rational {
    /// `12`, `-0.5` or `1/3`; `None` for anything else, and for too many digits.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some((num, den)) = text.split_once('/') {
            return Self::new(whole(num.trim())?, digits(den.trim())?);
        }
        let Some((before, behind)) = text.split_once('.') else {
            return Self::new(whole(text)?, 1);
        };
        if before.len() + behind.len() > DIGITS {
            return None;
        }
        let sign = if before.starts_with('-') { -1 } else { 1 };
        let (before, part) = (whole(before)?, digits(behind)?);
        let den = 10_i128.pow(u32::try_from(behind.len()).ok()?);
        Self::new(before * den + sign * part, den)
    }

    fn new(num: i128, den: i128) -> Option<Self> {
        if den <= 0 {
            return None;
        }
        let divisor = gcd(num.unsigned_abs(), den.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?; // at most `den`
        Some(Self { num: num / divisor, den: den / divisor })
    }

    /// The nearest whole number to the product with `factor`, which is at most 2^36; halves round away from zero.
    pub(super) fn times(self, factor: i64) -> i128 {
        let num = self.num * i128::from(factor); // below 10^19 * 2^36, and so below 2^127
        let half = self.den / 2;
        if num < 0 { -((-num + half) / self.den) } else { (num + half) / self.den }
    }
}

fn whole(text: &str) -> Option<i128> {
    match text.strip_prefix('-') {
        Some(text) => digits(text).map(|number| -number),
        None => digits(text.strip_prefix('+').unwrap_or(text)),
    }
}

fn digits(text: &str) -> Option<i128> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits && text.len() <= DIGITS { text.parse().ok() } else { None }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
