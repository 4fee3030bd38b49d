//! The shapes that easings are made of.
//!
//! Penner's set is from Robert Penner, "Programming Macromedia Flash MX", chapter 7; the second set
//! is Babylon.js's, of which imported clips make use.

use core::f64::consts::{FRAC_PI_2, PI, TAU};

use super::CubicBezier;

/// How something sets out: 0 at 0, 1 at 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Curve {
    /// 1 - cos(t pi/2); as gsap, tween.js, anime.js and Babylon.js.
    Sine,
    /// t^2; everybody's.
    Quad,
    /// t^3; everybody's.
    Cubic,
    /// t^4; everybody's.
    Quart,
    /// t^5; everybody's.
    Quint,
    /// 2^(10t - 10), and 0 at 0; as tween.js and anime.js, not gsap.
    Expo,
    /// 1 - sqrt(1 - t^2), clamped to 0..=1 outside; everybody's.
    Circ,
    /// t^2 ((s + 1) t - s): goes back before it sets out, by a tenth of the way for 1.70158. As gsap and
    /// anime.js; tween.js takes s times 1.525 for `InOut`.
    Back {
        /// s.
        overshoot: f64,
    },
    /// -a 2^(10t - 10) sin((1 - t - p/2pi asin(1/a)) 2pi/p), as gsap: for an amplitude a below 1 the
    /// period is divided by it instead. tween.js has a = 1 and p = 0.4.
    Elastic {
        /// How far it swings; 1 as usual.
        amplitude: f64,
        /// One swing as a share of the whole; 0.3 as usual. Zero counts as 0.3.
        period: f64,
    },
    /// Falls back four times, by parabolas of 7.5625 t^2; everybody's but Babylon.js's.
    Bounce,
    /// t^n, n being at least 0; as Babylon.js. Below zero only whole n have such a number.
    Power(f64),
    /// A cubic Bezier curve, as in CSS.
    Bezier(CubicBezier),
    /// (e^(kt) - 1) / (e^k - 1), and t for k of zero or less; Babylon.js's exponential.
    Exponential {
        /// k; 2 as usual.
        exponent: f64,
    },
    /// t^3 - t a sin(pi t); Babylon.js's back.
    BackSine {
        /// a, at least 0; 1 as usual.
        amplitude: f64,
    },
    /// (e^(st) - 1) / (e^s - 1) sin((2 pi n + pi/2) t); Babylon.js's elastic.
    Springy {
        /// n, at least 0; 3 as usual.
        oscillations: f64,
        /// s, at least 0; 3 as usual.
        springiness: f64,
    },
    /// Bounces that grow by a factor each; Babylon.js's bounce.
    Bounces {
        /// How many, at least 0; 3 as usual.
        bounces: f64,
        /// By what factor each is longer than the one before, at least 1.001; 2 as usual.
        bounciness: f64,
    },
}

impl Curve {
    /// Back by a tenth of the way.
    pub const BACK: Self = Self::Back { overshoot: 1.70158 };
    /// Elastic as it is usually drawn.
    pub const ELASTIC: Self = Self::Elastic { amplitude: 1.0, period: 0.3 };

    /// Where it is at `t`; exactly 0 at 0 and 1 at 1.
    ///
    /// Where its formula has no number, `t` itself: for parameters that are NaN or so extreme that the
    /// sums overflow, for infinite times, before the start of [`Bounces`](Self::Bounces) and
    /// [`Power`](Self::Power)s that are not whole. So only NaN gives NaN.
    ///
    /// ```
    /// use cueline::value::Curve;
    ///
    /// assert_eq!(Curve::Power(0.5).at(0.25), 0.5);
    /// assert_eq!(Curve::Power(0.5).at(-0.25), -0.25);
    /// assert_eq!(Curve::Back { overshoot: f64::NAN }.at(0.25), 0.25);
    /// ```
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        if t == 0.0 || t == 1.0 || t.is_nan() {
            return t;
        }
        let bent = self.formula(t);
        if bent.is_nan() { t } else { bent }
    }

    fn formula(self, t: f64) -> f64 {
        match self {
            Self::Sine => 1.0 - libm::cos(t * FRAC_PI_2),
            Self::Quad => t * t,
            Self::Cubic => t * t * t,
            Self::Quart => t * t * t * t,
            Self::Quint => t * t * t * t * t,
            Self::Expo => libm::exp2(10.0 * t - 10.0),
            Self::Circ => {
                let t = t.clamp(0.0, 1.0);
                1.0 - libm::sqrt(1.0 - t * t)
            }
            Self::Back { overshoot } => t * t * ((overshoot + 1.0) * t - overshoot),
            Self::Elastic { amplitude, period } => elastic(t, amplitude, period),
            Self::Bounce => 1.0 - falling(1.0 - t),
            Self::Power(exponent) => libm::pow(t, exponent.max(0.0)),
            Self::Bezier(bezier) => bezier.at(t),
            Self::Exponential { exponent } if exponent <= 0.0 => t,
            Self::Exponential { exponent } => grown(t, exponent),
            Self::BackSine { amplitude } => t * t * t - t * amplitude.max(0.0) * libm::sin(PI * t),
            Self::Springy { oscillations, springiness } => {
                let springiness = springiness.max(0.0);
                let size = if springiness == 0.0 { t } else { grown(t, springiness) };
                size * libm::sin((TAU * oscillations.max(0.0) + FRAC_PI_2) * t)
            }
            Self::Bounces { bounces, bounciness } => bouncing(t, bounces, bounciness),
        }
    }
}

/// (e^(kt) - 1) / (e^k - 1), and its limit, a jump at the end, where e^k is beyond all bounds.
fn grown(t: f64, k: f64) -> f64 {
    let whole = libm::expm1(k);
    if whole.is_finite() { libm::expm1(k * t) / whole } else { libm::exp(k * (t - 1.0)) }
}

fn elastic(t: f64, amplitude: f64, period: f64) -> f64 {
    let period = if period == 0.0 { 0.3 } else { period };
    let period = if amplitude < 1.0 { period / amplitude } else { period };
    let amplitude = amplitude.max(1.0);
    let turn = TAU / period;
    // 1 - out(1 - t), with out(u) = a 2^(-10u) sin(u 2pi/p - asin(1/a)) + 1, which also has a limit for
    // the endless period of an amplitude of zero.
    let angle = (1.0 - t) * turn - libm::asin(1.0 / amplitude);
    -amplitude * libm::exp2(-10.0 * (1.0 - t)) * libm::sin(angle)
}

/// Penner's bounce at the end: four parabolas.
fn falling(t: f64) -> f64 {
    const N: f64 = 7.5625;
    const D: f64 = 2.75;
    let arc = |top: f64, height: f64| {
        let t = t - top / D;
        N * t * t + height
    };
    if t < 1.0 / D {
        N * t * t
    } else if t < 2.0 / D {
        arc(1.5, 0.75)
    } else if t < 2.5 / D {
        arc(2.25, 0.9375)
    } else {
        arc(2.625, 0.984_375)
    }
}

/// Babylon.js's `BounceEase`: the n-th bounce is `bounciness` times as long as the one before; each is a
/// parabola between its two feet.
fn bouncing(t: f64, bounces: f64, bounciness: f64) -> f64 {
    let bounces = bounces.max(0.0);
    let growth = if bounciness <= 1.0 { 1.001 } else { bounciness };
    let rest = 1.0 - growth;
    let last = libm::pow(growth, bounces);
    let whole = (1.0 - last) / rest + last * 0.5; // in units of the first bounce
    let index = libm::floor(libm::log(1.0 - t * whole * rest) / libm::log(growth));
    let foot = |index: f64| (1.0 - libm::pow(growth, index)) / (rest * whole);
    let (left, right) = (foot(index), foot(index + 1.0));
    let middle = (left + right) * 0.5;
    let (off, half) = (t - middle, middle - left);
    -libm::pow(1.0 / growth, bounces - index) / (half * half) * (off - half) * (off + half)
}
