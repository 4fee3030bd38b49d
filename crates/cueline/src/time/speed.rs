//! How fast a clock runs, as an exact fraction.

use core::fmt;
use core::num::NonZeroU64;

use super::round::{div_nearest, gcd, saturate};
use super::{Span, TimeError};

/// A rational speed in lowest terms: 1 is normal, 0 is a stop, below 0 runs backwards.
///
/// A fraction and not a float, so that a third of the speed for three seconds is one second exactly.
///
/// # Examples
///
/// ```
/// use cueline::time::{Speed, TimeError};
///
/// let slow_motion = Speed::new(1, 3)?;
/// assert_eq!(Speed::from_percent(250), Speed::new(5, 2)?);
/// assert_eq!(slow_motion.checked_mul(Speed::new(3, 1)?), Some(Speed::NORMAL));
///
/// assert_eq!(Speed::new(1, 0), Err(TimeError::ZeroDenominator { num: 1 }));
/// # Ok::<(), TimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "(i64, u64)", into = "(i64, u64)"))]
pub struct Speed {
    /// In lowest terms with `den`.
    num: i64,
    den: NonZeroU64,
}

crate::digest::digested! { struct Speed { num, den } }

impl Speed {
    /// Normal speed: as fast as the parent, or as real time.
    pub const NORMAL: Self = Self::whole(1);
    /// Standing still.
    pub const PAUSED: Self = Self::whole(0);
    /// Normal speed, backwards.
    pub const REVERSE: Self = Self::whole(-1);

    /// `times` the normal speed.
    ///
    /// ```
    /// use cueline::time::{Speed, ms};
    ///
    /// assert_eq!(Speed::whole(3).apply(ms(100)), ms(300));
    /// assert_eq!(Speed::whole(-1), Speed::REVERSE);
    /// ```
    #[must_use]
    pub const fn whole(times: i64) -> Self {
        Self { num: times, den: NonZeroU64::MIN }
    }

    /// The speed `num / den`, reduced to lowest terms.
    ///
    /// # Errors
    ///
    /// [`TimeError::ZeroDenominator`] if `den` is 0.
    pub const fn new(num: i64, den: u64) -> Result<Self, TimeError> {
        match NonZeroU64::new(den) {
            Some(den) => Ok(Self::reduced(num.unsigned_abs(), den, num < 0)),
            None => Err(TimeError::ZeroDenominator { num }),
        }
    }

    /// `percent` of the normal speed.
    #[must_use]
    pub const fn from_percent(percent: i64) -> Self {
        const HUNDRED: NonZeroU64 = NonZeroU64::new(100).unwrap();
        Self::reduced(percent.unsigned_abs(), HUNDRED, percent < 0)
    }

    /// `magnitude` must be at most 2^63, and below it where it is not `negative`.
    const fn reduced(magnitude: u64, den: NonZeroU64, negative: bool) -> Self {
        let divisor = gcd(magnitude, den.get());
        let den = match NonZeroU64::new(den.get() / divisor) {
            Some(den) => den,
            None => NonZeroU64::MIN, // not reached: the divisor divides `den`
        };
        let num = saturate(if negative {
            -((magnitude / divisor) as i128)
        } else {
            (magnitude / divisor) as i128
        });
        Self { num, den }
    }

    /// The numerator, in lowest terms. Its sign is the direction.
    #[must_use]
    pub const fn num(self) -> i64 {
        self.num
    }

    /// The denominator, in lowest terms. Never 0.
    #[must_use]
    pub const fn den(self) -> u64 {
        self.den.get()
    }

    /// Whether the speed is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.num == 0
    }

    /// Whether time runs backwards at this speed.
    #[must_use]
    pub const fn is_backward(self) -> bool {
        self.num < 0
    }

    /// The speed of something that runs at `self` on a clock that runs at `outer`: their exact product.
    ///
    /// `None` if the numerator or the denominator does not fit into 64 bits.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::Speed;
    ///
    /// // A clip at double speed in a world in slow motion.
    /// let speed = Speed::whole(2).checked_mul(Speed::from_percent(25));
    /// assert_eq!(speed, Some(Speed::from_percent(50)));
    /// ```
    #[must_use]
    pub const fn checked_mul(self, outer: Self) -> Option<Self> {
        // Crosswise in lowest terms already, so a product that overflows has no smaller form.
        let (a, b) = (self.num.unsigned_abs(), outer.num.unsigned_abs());
        let (ga, gb) = (gcd(a, outer.den.get()), gcd(b, self.den.get()));
        let magnitude = (a / ga) as u128 * (b / gb) as u128;
        let den = (self.den.get() / gb) as u128 * (outer.den.get() / ga) as u128;
        let negative = (self.num < 0) != (outer.num < 0);
        let limit = i64::MAX as u128 + negative as u128;
        if magnitude > limit || den > u64::MAX as u128 {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "both compared with their limits above"
        )]
        match NonZeroU64::new(den as u64) {
            Some(den) => Some(Self::reduced(magnitude as u64, den, negative)),
            None => None, // not reached: a product of two numbers above zero
        }
    }

    /// `elapsed` times this speed, to the nearest flick (half rounds away from zero); saturates.
    ///
    /// Use it for a single duration. For time that continues, use a [`Clock`](super::Clock), which keeps the remainder.
    ///
    /// ```
    /// use cueline::time::{Speed, ms};
    ///
    /// assert_eq!(Speed::from_percent(25).apply(ms(200)), ms(50));
    /// assert_eq!(Speed::REVERSE.apply(ms(200)), ms(-200));
    /// ```
    #[must_use]
    pub const fn apply(self, elapsed: Span) -> Span {
        // Below 2^63 * 2^63, and the denominator below 2^64.
        Span::from_flicks(saturate(div_nearest(
            elapsed.flicks() as i128 * self.num as i128,
            self.den.get() as i128,
        )))
    }

    /// The speed as a number, for showing it.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.num as f64 / self.den.get() as f64
    }
}

/// As fast in the other direction. The slowest speed that an `i64` holds turns into the fastest one.
impl core::ops::Neg for Speed {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(self.num.saturating_neg(), self.den()).unwrap_or(self) // the divisor is not zero
    }
}

impl Default for Speed {
    fn default() -> Self {
        Self::NORMAL
    }
}
impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.den() {
            1 => write!(f, "{}x", self.num),
            den => write!(f, "{}/{den}x", self.num),
        }
    }
}
impl TryFrom<(i64, u64)> for Speed {
    type Error = TimeError;
    fn try_from((num, den): (i64, u64)) -> Result<Self, TimeError> {
        Self::new(num, den)
    }
}
impl From<Speed> for (i64, u64) {
    fn from(speed: Speed) -> Self {
        (speed.num(), speed.den())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_speed_is_kept_in_lowest_terms() {
        for (num, den, want) in
            [(2, 4, (1, 2)), (-6, 4, (-3, 2)), (0, 9, (0, 1)), (i64::MIN, 2, (i64::MIN / 2, 1))]
        {
            let speed = Speed::new(num, den).unwrap();
            assert_eq!((speed.num(), speed.den()), want, "{num}/{den}");
        }
        assert_eq!(Speed::new(i64::MIN, u64::MAX).unwrap().num(), i64::MIN);
        assert_eq!(Speed::new(-6, 4).unwrap().as_f64(), -1.5);
        assert_eq!(Speed::from_percent(0), Speed::PAUSED);
        assert_eq!(Speed::default(), Speed::NORMAL);
    }

    #[test]
    fn nested_speeds_compose_exactly_or_not_at_all() {
        let huge = Speed::whole(i64::MAX);
        assert_eq!(huge.checked_mul(huge), None);
        let tiny = Speed::new(1, u64::MAX).unwrap();
        assert_eq!(tiny.checked_mul(tiny), None);
        assert_eq!(huge.checked_mul(Speed::new(1, i64::MAX as u64).unwrap()), Some(Speed::NORMAL));
        assert_eq!(Speed::whole(i64::MIN).checked_mul(Speed::REVERSE), None);
        assert_eq!(Speed::whole(i64::MIN).checked_mul(Speed::NORMAL), Some(Speed::whole(i64::MIN)));
        assert_eq!(huge.checked_mul(Speed::PAUSED), Some(Speed::PAUSED));
    }

    #[test]
    fn one_length_at_a_speed_rounds_to_the_nearest_flick() {
        let third = Speed::new(1, 3).unwrap();
        for (flicks, want) in [(0, 0), (1, 0), (2, 1), (3, 1), (-2, -1), (-1, 0)] {
            assert_eq!(third.apply(Span::from_flicks(flicks)), Span::from_flicks(want), "{flicks}");
        }
        assert_eq!(Speed::whole(i64::MIN).apply(Span::MIN), Span::MAX);
    }

    proptest! {
        #[test]
        fn a_product_is_the_product(a in -9999i64..9999, b in 1u64..9999, c in -9999i64..9999, d in 1u64..9999) {
            let product = Speed::new(a, b).unwrap().checked_mul(Speed::new(c, d).unwrap());
            prop_assert_eq!(product, Speed::new(a * c, b * d).ok());
        }
    }
}
