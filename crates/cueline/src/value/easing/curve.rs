//! The curves that easings are made of.
//!
//! The first set is from Robert Penner, "Programming Macromedia Flash MX", chapter 7. The second set is from
//! Babylon.js, for clips that are imported from its files.

// `#[inline(always)]` in this file: small parts of what is computed for each moving value in each frame.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use super::{super::sine::sine, CubicBezier, SpringCurve};

/// The curve of an [`Easing`](super::Easing), in the form that [`Easing::In`](super::Easing::In) uses: the start of a
/// motion. In the formulas below, `t` is the progress, from 0 to 1.
///
/// A curve is exactly 0 at 0 and exactly 1 at 1, with these exceptions: a [`Power`](Self::Power) of zero starts at 1;
/// [`Springy`](Self::Springy) and [`Bounces`](Self::Bounces) with a fractional number of oscillations or bounces end
/// at another value. Where parameters such as NaN give no finite result, the curve is linear.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Curve {
    /// 1 - cos(t pi/2), as in gsap, tween.js, anime.js and Babylon.js.
    Sine,
    /// t^2, as in most libraries.
    Quad,
    /// t^3, as in most libraries.
    Cubic,
    /// t^4, as in most libraries.
    Quart,
    /// t^5, as in most libraries.
    Quint,
    /// 2^(10t - 10), and 0 at 0, as in tween.js and anime.js. gsap differs.
    Expo,
    /// 1 - sqrt(1 - t^2), as in most libraries. A `t` outside of 0..=1 is clamped.
    Circ,
    /// t^2 ((s + 1) t - s): moves back first, by a tenth of the distance for an s of 1.70158. As in gsap and
    /// anime.js. tween.js multiplies s by 1.525 for `InOut`.
    Back {
        /// s: a larger number moves further back; 0 is the cubic curve.
        overshoot: f64,
    },
    /// -a 2^(10t - 10) sin((1 - t - p/2pi asin(1/a)) 2pi/p): swings around 0 with growing amplitude. As in gsap: an
    /// amplitude a below 1 counts as 1, and divides the period p. tween.js has a = 1 and p = 0.4.
    Elastic {
        /// a: the amplitude of the swings; usually 1.
        amplitude: f64,
        /// p: the duration of one swing, as a part of the whole; usually 0.3. Zero counts as 0.3.
        period: f64,
    },
    /// Four bounces of growing height, each a parabola of 7.5625 t^2, as in most libraries. Babylon.js has
    /// [`Bounces`](Self::Bounces).
    Bounce,
    /// t^n, as in tween.js, anime.js and Babylon.js. An n below zero counts as zero; t^0 is always 1.
    Power(f64),
    /// A cubic Bezier curve, as in CSS.
    Bezier(CubicBezier),
    /// A cubic Bezier curve as Babylon.js computes it, with five steps of Newton's method. Steep curves visibly differ
    /// from [`Bezier`](Self::Bezier). For imported clips that must look the same. A `t` outside of 0..=1 is clamped.
    NewtonBezier(CubicBezier),
    /// (e^(kt) - 1) / (e^k - 1), and t for k of zero or less: `ExponentialEase` of Babylon.js.
    Exponential {
        /// k; usually 2.
        exponent: f64,
    },
    /// t^3 - t a sin(pi t): `BackEase` of Babylon.js.
    BackSine {
        /// a; usually 1. A number below 0 counts as 0.
        amplitude: f64,
    },
    /// (e^(st) - 1) / (e^s - 1) sin((2 pi n + pi/2) t): `ElasticEase` of Babylon.js.
    Springy {
        /// n: the number of oscillations; usually 3. A number below 0 counts as 0.
        oscillations: f64,
        /// s: how fast the oscillations grow; usually 3. A number below 0 counts as 0.
        springiness: f64,
    },
    /// Bounces of growing duration: `BounceEase` of Babylon.js.
    Bounces {
        /// The number of bounces; usually 3. A number below 0 counts as 0.
        bounces: f64,
        /// The duration of a bounce divided by the duration of the bounce before; usually 2. A number of 1 or less
        /// counts as 1.001.
        bounciness: f64,
    },
    /// A damped spring that starts and ends with velocity zero; see [`Easing::spring`](super::Easing::spring).
    Spring(SpringCurve),
}

/// Defines the functions that depend on the list of curves: numbers in saves, and names and parameters in files.
macro_rules! curves {
    ($($number:literal $name:literal $curve:ident $(($only:ident: $usual:literal))? $({$($part:ident: $default:literal),*})?;)*) => {
        impl Curve {
            /// The names in files and the usual numbers of all curves, except Bezier curves and springs.
            #[doc(hidden)] // for `cueline-assets`, which reads and writes easings by name
            pub const USUAL: &'static [(&'static str, &'static [f64])] =
                &[$(($name, &[$($usual)? $($($default),*)?])),*];

            /// The curve's number in saves, its name in files, and its parameters.
            #[doc(hidden)]
            #[must_use]
            pub fn parts(&self) -> (u32, &'static str, Parameters) {
                match *self {
                    $(Self::$curve $(($only))? $({$($part),*})? => {
                        ($number, $name, Parameters::new(&[$($only)? $($($part),*)?]))
                    })*
                    Self::Bezier(bezier) => (11, "bezier", Parameters::new(&bezier.handles())),
                    Self::NewtonBezier(bezier) => (12, "newton-bezier", Parameters::new(&bezier.handles())),
                    Self::Spring(spring) => (17, "spring", Parameters::new(&[spring.bounce()])),
                }
            }

            /// The curve with this name in files and these parameters. `None` for Bezier curves.
            #[doc(hidden)]
            #[must_use]
            pub fn named(name: &str, parameters: &[f64]) -> Option<Self> {
                match (name, parameters) {
                    $(($name, &[$($only)? $($($part),*)?]) => Some(Self::$curve $(($only))? $({$($part),*})?),)*
                    ("spring", &[bounce]) => Some(Self::Spring(SpringCurve::new(bounce))),
                    _ => None,
                }
            }
        }
    };
}

curves! {
    0 "sine" Sine;
    1 "quad" Quad;
    2 "cubic" Cubic;
    3 "quart" Quart;
    4 "quint" Quint;
    5 "expo" Expo;
    6 "circ" Circ;
    7 "bounce" Bounce;
    8 "back" Back { overshoot: 1.70158 };
    9 "elastic" Elastic { amplitude: 1.0, period: 0.3 };
    10 "power" Power(exponent: 2.0);
    13 "exponential" Exponential { exponent: 2.0 };
    14 "back-sine" BackSine { amplitude: 1.0 };
    15 "springy" Springy { oscillations: 3.0, springiness: 3.0 };
    16 "bounces" Bounces { bounces: 3.0, bounciness: 2.0 };
}

/// The overshoot of [`Curve::BACK`].
pub(super) const OVERSHOOT: f64 = 1.70158;
/// The overshoot of [`Curve::BACK_BOTH`].
pub(super) const OVERSHOOT_BOTH: f64 = OVERSHOOT * 1.525;

/// Up to four numbers.
#[derive(Debug)]
pub struct Parameters {
    /// The parameters, then zeros.
    pub(super) all: [f64; 4],
    count: usize,
}

impl Parameters {
    fn new(given: &[f64]) -> Self {
        let mut all = [0.0; 4];
        all.iter_mut().zip(given).for_each(|(one, given)| *one = *given);
        Self { all, count: given.len().min(4) }
    }

    #[must_use]
    pub fn given(&self) -> &[f64] {
        &self.all[..self.count]
    }
}

impl Curve {
    /// Moves back by a tenth of the distance.
    pub const BACK: Self = Self::Back { overshoot: OVERSHOOT };
    /// Moves back by a tenth of the distance in an `InOut` easing: Penner's factor of 1.525, as in tween.js and on
    /// easings.net. gsap and anime.js use [`BACK`](Self::BACK) in `InOut` too.
    pub const BACK_BOTH: Self = Self::Back { overshoot: OVERSHOOT_BOTH };
    /// Elastic with an amplitude of 1 and a period of 0.3, as in gsap and on easings.net.
    pub const ELASTIC: Self = Self::Elastic { amplitude: 1.0, period: 0.3 };
    /// Elastic for an `InOut` easing, with a period of 0.45, as in Penner's book, in gsap and on easings.net.
    pub const ELASTIC_BOTH: Self = Self::Elastic { amplitude: 1.0, period: 0.45 };

    /// The value of the curve at the progress `t`.
    ///
    /// The value is finite for every `t` in 0..=1. Outside of 0..=1 the formula continues and may reach infinity; where
    /// the formula has no value, such as the root of a negative number, the result is the value at the nearest end.
    ///
    /// ```
    /// use cueline::value::Curve;
    ///
    /// assert_eq!(Curve::Cubic.at(0.5), 0.125);
    /// assert!(Curve::BACK.at(0.3) < 0.0, "goes back before it sets out");
    /// ```
    #[must_use]
    pub fn at(self, t: f64) -> f64 {
        self.eval(t)
    }

    /// [`at`](Self::at) by reference: a copy of the parameters costs more than the formula of most curves.
    pub(super) fn eval(&self, t: f64) -> f64 {
        if t > 0.0 && t < 1.0 {
            // The frequent curves, which call nothing, apart from the others.
            match *self {
                Self::Sine => return sine_in(t),
                Self::Quad => return t * t,
                Self::Cubic => return t * t * t,
                Self::Back { overshoot } => {
                    let y = back(t, overshoot);
                    return if y.is_finite() { y } else { t };
                }
                _ => {}
            }
        }
        self.eval_rarely(t)
    }

    /// The same for every curve and every `t`.
    #[inline(never)]
    fn eval_rarely(&self, t: f64) -> f64 {
        if (0.0..=1.0).contains(&t) {
            // Returns zero with the sign of `t`.
            return if t == 0.0 && self.meets_its_ends() { t } else { self.within(t) };
        }
        let y = match self {
            Self::Sine => 1.0 - libm::cos(t * FRAC_PI_2),
            _ => self.formula(t),
        };
        if y.is_nan() && t < 0.0 {
            self.at(0.0)
        } else if y.is_nan() && t > 1.0 {
            self.at(1.0)
        } else {
            y
        }
    }

    /// [`at`](Self::at) for a `t` in 0..=1.
    fn within(&self, t: f64) -> f64 {
        let y = self.formula(t);
        if let Self::Quad | Self::Cubic | Self::Quart | Self::Quint = self {
            return y; // exact at both ends, and always in 0..=1
        }
        let y = if y.is_finite() { y } else { t };
        if (t == 0.0 || t == 1.0) && self.meets_its_ends() { t } else { y }
    }

    /// Whether all parameters are finite. Keyframes and batches refuse other curves.
    ///
    /// ```
    /// use cueline::value::Curve;
    ///
    /// assert!(Curve::Power(2.5).is_finite() && !Curve::Power(f64::NAN).is_finite());
    /// ```
    #[must_use]
    pub fn is_finite(self) -> bool {
        // The constructors of Bezier curves refuse numbers that are not finite.
        self.parts().2.given().iter().all(|number| number.is_finite())
    }

    #[inline(always)]
    fn meets_its_ends(&self) -> bool {
        let whole = |number: f64| number <= 0.0 || libm::floor(number) == number;
        match *self {
            Self::Power(exponent) => exponent > 0.0,
            Self::Springy { oscillations, .. } => whole(oscillations),
            Self::Bounces { bounces, .. } => whole(bounces),
            _ => true,
        }
    }

    /// The formula of the curve. The formula of `Sine` is valid for 0..=1 only.
    #[inline(always)]
    fn formula(&self, t: f64) -> f64 {
        match *self {
            Self::Sine => sine_in(t),
            Self::Quad => t * t,
            Self::Cubic => t * t * t,
            Self::Quart => t * t * t * t,
            Self::Quint => t * t * t * t * t,
            Self::Expo => libm::exp2(10.0 * t - 10.0),
            Self::Circ => {
                let t = t.clamp(0.0, 1.0);
                1.0 - libm::sqrt(1.0 - t * t)
            }
            Self::Back { overshoot } => back(t, overshoot),
            Self::Elastic { amplitude, period } => elastic(t, amplitude, period),
            Self::Bounce => 1.0 - falling(1.0 - t),
            Self::Power(exponent) => power(t, exponent),
            Self::Bezier(bezier) => bezier.at(t),
            Self::NewtonBezier(bezier) => five_steps(t, bezier),
            Self::Exponential { exponent } if exponent <= 0.0 => t,
            Self::Exponential { exponent } => grown(t, exponent),
            Self::BackSine { amplitude } => t * t * t - t * amplitude.max(0.0) * libm::sin(PI * t),
            Self::Springy { oscillations, springiness } => {
                let springiness = springiness.max(0.0);
                let size = if springiness == 0.0 { t } else { grown(t, springiness) };
                size * libm::sin((TAU * oscillations.max(0.0) + FRAC_PI_2) * t)
            }
            Self::Bounces { bounces, bounciness } => bouncing(t, bounces, bounciness),
            Self::Spring(spring) => spring.at(t),
        }
    }
}

/// The sine curve for 0..=1: 1 - cos(x) as 2 sin^2(x / 2), which keeps its digits where x is small.
#[inline(always)]
pub(super) fn sine_in(t: f64) -> f64 {
    let half = sine(t * FRAC_PI_4);
    2.0 * half * half
}

#[inline(always)]
pub(super) fn back(t: f64, overshoot: f64) -> f64 {
    t * t * ((overshoot + 1.0) * t - overshoot)
}

/// (e^(kt) - 1) / (e^k - 1); if e^k overflows, the limit e^(k(t - 1)).
fn grown(t: f64, k: f64) -> f64 {
    // Not exp(k) - 1, which loses all digits for a small k.
    let whole = libm::expm1(k);
    if whole.is_finite() { libm::expm1(k * t) / whole } else { libm::exp(k * (t - 1.0)) }
}

fn power(t: f64, exponent: f64) -> f64 {
    // pow(NaN, 0) is 1.
    if t.is_nan() { t } else { libm::pow(t, exponent.max(0.0)) }
}

/// `BezierCurve.Interpolate` of Babylon.js. A step that would divide zero by zero is left out: it has already arrived.
fn five_steps(t: f64, bezier: CubicBezier) -> f64 {
    let [x1, y1, x2, y2] = bezier.handles();
    let (a, b, c) = (1.0 - 3.0 * x2 + 3.0 * x1, 3.0 * x2 - 6.0 * x1, 3.0 * x1);
    let mut s = t;
    for _ in 0..5 {
        let miss = ((a * s + b) * s + c) * s - t;
        if miss != 0.0 {
            s = (s - miss / ((3.0 * a * s + 2.0 * b) * s + c)).clamp(0.0, 1.0);
        }
    }
    let r = 1.0 - s;
    3.0 * r * r * s * y1 + 3.0 * r * s * s * y2 + s * s * s
}

fn elastic(t: f64, amplitude: f64, period: f64) -> f64 {
    let period = if period == 0.0 { 0.3 } else { period };
    let period = if amplitude < 1.0 { period / amplitude } else { period };
    let amplitude = amplitude.max(1.0);
    let turn = TAU / period;
    let shift = libm::asin(1.0 / amplitude) / turn;
    // 1 - out(1 - t), with out(u) = a 2^(-10u) sin((u - shift) 2pi/p) + 1.
    -amplitude * libm::exp2(-10.0 * (1.0 - t)) * libm::sin((1.0 - t - shift) * turn)
}

/// Penner's bounce in its `Out` form: four parabolas.
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

/// `BounceEase` of Babylon.js: each bounce takes `bounciness` times the duration of the bounce before, and is a
/// parabola between two zeros, its feet.
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
