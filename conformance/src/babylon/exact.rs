//! Fractions, so that what lies on a boundary lies on it.

use cueline::time::FLICKS_PER_SECOND;

use crate::read::{Malformed, other};

/// A fraction in lowest terms, its denominator above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    pub(super) num: i128,
    pub(super) den: i128,
}

fn common(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { common(b, a % b) }
}

impl Exact {
    /// Refuses what does not fit.
    fn new(num: Option<i128>, den: Option<i128>) -> Result<Self, Malformed> {
        let (Some(num), Some(den @ 1..)) = (num, den) else {
            return Err(other("numbers of which fractions can be made"));
        };
        let by = common(num, den).max(1);
        Ok(Self { num: num / by, den: den / by })
    }

    /// The fraction with the least denominator that is read as the same double.
    pub(super) fn of(number: f64) -> Result<Self, Malformed> {
        let (mut before, mut last) = ((0_i128, 1_i128), (1_i128, 0_i128));
        let mut rest = number.abs();
        while last.1 <= 100_000 && rest.abs() <= 1e15 {
            #[expect(clippy::cast_possible_truncation, reason = "at most 1e15")]
            let whole = rest.floor() as i128;
            let next = (whole * last.0 + before.0, whole * last.1 + before.1);
            (before, last) = (last, next);
            if last.0 as f64 / last.1 as f64 == number.abs() {
                let sign = if number < 0.0 { -1 } else { 1 };
                return Self::new(Some(sign * last.0), Some(last.1));
            }
            rest = (rest - rest.floor()).recip();
        }
        Err(other(format!("a fraction with a denominator up to 100000, not {number}")))
    }
}

/// `frames` at so many a second, to the nearest flick.
#[expect(clippy::cast_possible_truncation, reason = "saturates")]
pub(super) fn flicks_of(frames: f64, per_second: f64) -> i64 {
    (frames * FLICKS_PER_SECOND as f64 / per_second).round() as i64
}
