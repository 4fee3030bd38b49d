//! The curves that an easing plays in, out, or both.

use super::error::{EasingError, in_range};
use super::{babylon, penner};
use crate::value::CubicBezier;

/// No parameter may be larger, so that no value overflows.
const LARGEST: f64 = 1e6;
/// No period may be shorter and no amplitude smaller.
const SMALLEST: f64 = 1e-6;
/// `exp` of it is still finite, with room.
const LARGEST_EXPONENT: f64 = 700.0;

/// A curve from 0 to 1 in the form that starts gently; [`Easing`](super::Easing) plays it.
///
/// Its constructors refuse parameters that are not finite or so large that values would overflow.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Shape", into = "Shape"))]
pub struct Curve(Shape);

/// Checked by [`Curve::checked`] before it becomes a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Shape {
    Sine,
    Power(f64),
    Expo,
    Circ,
    Back(f64),
    Elastic { amplitude: f64, period: f64 },
    Bounce,
    Exponential(f64),
    SineBack(f64),
    Oscillating { oscillations: f64, springiness: f64 },
    Bouncing { bounces: f64, bounciness: f64 },
    Bezier(CubicBezier),
    NewtonBezier(CubicBezier),
}

/// Penner's curves. Where libraries differ, the docs say whose formula it is.
impl Curve {
    /// A quarter of a sine wave: `1 - sin((1 - t) * pi / 2)`, as in GSAP, tween.js, anime.js and Babylon.js.
    pub const SINE: Self = Self(Shape::Sine);
    /// `t^2`, as everywhere.
    pub const QUAD: Self = Self(Shape::Power(2.0));
    /// `t^3`, as everywhere.
    pub const CUBIC: Self = Self(Shape::Power(3.0));
    /// `t^4`, as everywhere.
    pub const QUART: Self = Self(Shape::Power(4.0));
    /// `t^5`, as everywhere.
    pub const QUINT: Self = Self(Shape::Power(5.0));
    /// `2^(10 t - 10)`, as in tween.js, anime.js and on easings.net; GSAP's is another.
    ///
    /// At 0 it is exactly 0, and right behind it 1/1024.
    pub const EXPO: Self = Self(Shape::Expo);
    /// A quarter of a circle: `1 - sqrt(1 - t^2)`, as everywhere. Outside of `0..=1` the ends hold.
    pub const CIRC: Self = Self(Shape::Circ);
    /// [`back`](Self::back) with Penner's overshoot of 1.70158, a swing of a tenth of the way.
    pub const BACK: Self = Self(Shape::Back(1.70158));
    /// [`back`](Self::back) with the overshoot, 1.525 times Penner's, that tween.js and easings.net use
    /// for both ends, so that the swing stays a tenth of the way. GSAP and anime.js use [`BACK`](Self::BACK).
    pub const BACK_BOTH: Self = Self(Shape::Back(1.70158 * 1.525));
    /// [`elastic`](Self::elastic) with amplitude 1 and period 0.3, as in GSAP, anime.js and on easings.net.
    /// In tween.js the period is 0.4.
    pub const ELASTIC: Self = Self(Shape::Elastic { amplitude: 1.0, period: 0.3 });
    /// [`elastic`](Self::elastic) with amplitude 1 and the period of 0.45 that GSAP and easings.net use for
    /// both ends.
    pub const ELASTIC_BOTH: Self = Self(Shape::Elastic { amplitude: 1.0, period: 0.45 });
    /// A ball that is dropped and bounces three times, played backwards, as everywhere but in
    /// [Babylon.js](Self::bouncing).
    pub const BOUNCE: Self = Self(Shape::Bounce);

    /// `t^exponent`, in `0..=10_000`; 1 is linear and 0 always 1.
    ///
    /// # Errors
    ///
    /// [`EasingError::Range`] for an exponent out of its range.
    pub fn power(exponent: f64) -> Result<Self, EasingError> {
        Self::checked(Shape::Power(exponent))
    }

    /// Swings back before it starts: `t^2 ((s + 1) t - s)` with the overshoot `s`, as in GSAP, tween.js and
    /// anime.js. 0 is [`CUBIC`](Self::CUBIC). `s` may be up to a million, negative too.
    ///
    /// # Errors
    ///
    /// [`EasingError::Range`] for an overshoot out of its range.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::Curve;
    ///
    /// assert_eq!(Curve::back(1.70158)?, Curve::BACK);
    /// assert_eq!(
    ///     Curve::back(f64::NAN).unwrap_err().to_string(),
    ///     "overshoot of back is NaN but must lie in -1000000..=1000000",
    /// );
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    pub fn back(overshoot: f64) -> Result<Self, EasingError> {
        Self::checked(Shape::Back(overshoot))
    }

    /// A growing wave: `-a 2^(10 t - 10) sin((1 - t - p asin(1 / a) / 2 pi) 2 pi / p)` with the amplitude `a`
    /// and the period `p`, as in GSAP.
    ///
    /// An amplitude below 1 would not meet the ends: as in GSAP it counts as 1 and makes the period
    /// that much longer. Both in `0.000_001..=1_000_000`.
    ///
    /// # Errors
    ///
    /// [`EasingError::Range`] for an amplitude or a period out of its range.
    pub fn elastic(amplitude: f64, period: f64) -> Result<Self, EasingError> {
        Self::checked(Shape::Elastic { amplitude, period })
    }

    /// A Bezier as a curve that can be turned around. [`Easing::Bezier`](super::Easing::Bezier) plays it as it is.
    #[must_use]
    pub const fn bezier(bezier: CubicBezier) -> Self {
        Self(Shape::Bezier(bezier))
    }
}

/// The curves of Babylon.js, which are those of Silverlight and WPF. The others of its classes are in Penner's set:
/// `SineEase`, `QuadraticEase` to `QuinticEase`, `CircleEase`, and `PowerEase` as [`power`](Self::power).
impl Curve {
    /// `ExponentialEase`: `(e^(n t) - 1) / (e^n - 1)`. An exponent of 0 or less is linear; at most 700.
    ///
    /// # Errors
    ///
    /// [`EasingError::Range`] for an exponent that is above 700 or not finite.
    pub fn exponential(exponent: f64) -> Result<Self, EasingError> {
        Self::checked(Shape::Exponential(at_least_zero(exponent)))
    }

    /// `BackEase`: `t^3 - t a sin(pi t)`. An amplitude below 0 counts as 0; at most a million.
    ///
    /// # Errors
    ///
    /// [`EasingError::Range`] for an amplitude that is too large or not finite.
    pub fn sine_back(amplitude: f64) -> Result<Self, EasingError> {
        Self::checked(Shape::SineBack(at_least_zero(amplitude)))
    }

    /// `ElasticEase`: `(e^(s t) - 1) / (e^s - 1) sin((2 pi n + pi / 2) t)` with the springiness `s`, at most 700, and
    /// `n` oscillations, at most a million. Less than 0 counts as 0; no springiness is a wave that grows evenly.
    ///
    /// It ends at 1 only with a whole number of oscillations.
    ///
    /// # Errors
    ///
    /// [`EasingError::Range`] for a parameter that is too large or not finite.
    pub fn oscillating(oscillations: f64, springiness: f64) -> Result<Self, EasingError> {
        Self::checked(Shape::Oscillating {
            oscillations: at_least_zero(oscillations),
            springiness: at_least_zero(springiness),
        })
    }

    /// `BounceEase`: parabolas, each `bounciness` times as long as the one before, the last of them cut at its
    /// top. At most 100 bounces; less than 0 count as 0. A bounciness of 1 or less counts as 1.001; at most 100.
    ///
    /// It ends at 1 only with a whole number of bounces.
    ///
    /// # Errors
    ///
    /// [`EasingError::Range`] for a parameter that is too large or not finite.
    pub fn bouncing(bounces: f64, bounciness: f64) -> Result<Self, EasingError> {
        Self::checked(Shape::Bouncing {
            bounces: at_least_zero(bounces),
            // NaN is left to the check.
            bounciness: if bounciness <= 1.0 { babylon::LEAST_BOUNCINESS } else { bounciness },
        })
    }

    /// `BezierCurveEase`: a Bezier solved as Babylon.js does it, by five steps of Newton's method, so that steep
    /// ones come out visibly off. For imported clips that have to look the same; else use [`bezier`](Self::bezier).
    ///
    /// Outside of `0..=1` the ends hold.
    #[must_use]
    pub const fn newton_bezier(bezier: CubicBezier) -> Self {
        Self(Shape::NewtonBezier(bezier))
    }
}

impl Curve {
    /// The height of the curve at `t`.
    pub(super) fn at(self, t: f64) -> f64 {
        let height = self.0.at(t);
        if t == 0.0 || t == 1.0 {
            // An end that is missed by rounding alone: all ends lie at 0, at 1, or far from both.
            let end = libm::round(height);
            return if (height - end).abs() < 1e-9 && (end == 0.0 || end == 1.0) {
                end
            } else {
                height
            };
        }
        if height.is_nan() && !t.is_nan() { self.at(t.clamp(0.0, 1.0)) } else { height }
    }

    fn checked(shape: Shape) -> Result<Self, EasingError> {
        match shape {
            Shape::Sine | Shape::Expo | Shape::Circ | Shape::Bounce => {}
            Shape::Bezier(_) | Shape::NewtonBezier(_) => {} // checked on their own
            Shape::Power(n) => {
                in_range("power", "exponent", n, 0.0, 10_000.0)?;
            }
            Shape::Back(s) => {
                in_range("back", "overshoot", s, -LARGEST, LARGEST)?;
            }
            Shape::Elastic { amplitude, period } => {
                in_range("elastic", "amplitude", amplitude, SMALLEST, LARGEST)?;
                in_range("elastic", "period", period, SMALLEST, LARGEST)?;
            }
            Shape::Exponential(n) => {
                in_range("exponential", "exponent", n, 0.0, LARGEST_EXPONENT)?;
            }
            Shape::SineBack(a) => {
                in_range("sine-back", "amplitude", a, 0.0, LARGEST)?;
            }
            Shape::Oscillating { oscillations, springiness } => {
                in_range("oscillating", "oscillations", oscillations, 0.0, LARGEST)?;
                in_range("oscillating", "springiness", springiness, 0.0, LARGEST_EXPONENT)?;
            }
            Shape::Bouncing { bounces, bounciness } => {
                in_range("bouncing", "bounces", bounces, 0.0, 100.0)?;
                in_range("bouncing", "bounciness", bounciness, babylon::LEAST_BOUNCINESS, 100.0)?;
            }
        }
        Ok(Self(shape))
    }
}

impl Shape {
    fn at(self, t: f64) -> f64 {
        match self {
            Self::Sine => penner::sine(t),
            Self::Power(n) => penner::power(t, n),
            Self::Expo => penner::expo(t),
            Self::Circ => penner::circ(t),
            Self::Back(s) => t * t * ((s + 1.0) * t - s),
            Self::Elastic { amplitude, period } => penner::elastic(t, amplitude, period),
            Self::Bounce => 1.0 - penner::bounce_out(1.0 - t),
            Self::Exponential(n) => babylon::exponential(t, n),
            Self::SineBack(a) => babylon::back(t, a),
            Self::Oscillating { oscillations, springiness } => {
                babylon::elastic(t, oscillations, springiness)
            }
            Self::Bouncing { bounces, bounciness } => babylon::bounce(t, bounces, bounciness),
            Self::Bezier(bezier) => bezier.at(t),
            Self::NewtonBezier(bezier) => babylon::bezier(t, bezier),
        }
    }
}

impl TryFrom<Shape> for Curve {
    type Error = EasingError;
    fn try_from(shape: Shape) -> Result<Self, EasingError> {
        Self::checked(shape)
    }
}
impl From<Curve> for Shape {
    fn from(curve: Curve) -> Self {
        curve.0
    }
}

/// Zero for what is below it. NaN stays, to be refused; minus infinity too.
fn at_least_zero(found: f64) -> f64 {
    if found < 0.0 && found.is_finite() { 0.0 } else { found }
}
