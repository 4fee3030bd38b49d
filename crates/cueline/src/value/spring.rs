//! Springs in closed form: the state of a damped spring at any time, without a simulation step by step.
//!
//! A mass m on a spring of stiffness k with damping c follows m x'' + c x' + k x = 0, x being the
//! distance to the target. With w = sqrt(k/m) and z = c / (2 sqrt(km)) the solution is
//!
//! x(t) = x0 (C + z w S) + v0 S, and x'(t) = v0 (C - z w S) - x0 w^2 S,
//!
//! where x0 and v0 are the distance and the velocity at the start. Below critical damping (z < 1),
//! d = w sqrt(1 - z^2), C = e^(-zwt) cos(dt) and S = e^(-zwt) sin(dt)/d. Above critical damping, cosh and
//! sinh replace cos and sin, and d = w sqrt(z^2 - 1). At z = 1, C = e^(-wt) and S = e^(-wt) t. Source: any
//! text on the damped harmonic oscillator, such as Kibble and Berkshire, "Classical Mechanics", 2.5. The
//! code computes S without cancellation near z = 1.

use super::EasingError;
use crate::time::{Span, ms};

/// Stiffness, damping and mass of a spring.
///
/// [`smooth`](Self::smooth), [`snappy`](Self::snappy) and [`bouncy`](Self::bouncy) are enough for most games: they
/// take the duration after which the motion looks finished, and cannot fail. A [`Moving`](super::Moving) moves a
/// value on a spring.
///
/// ```
/// use cueline::{time::ms, value::Spring};
///
/// const HOVER: Spring = Spring::snappy(ms(250));
/// assert!(HOVER.damping_ratio() < 1.0, "it overshoots a little");
/// assert_eq!(Spring::smooth(ms(250)).damping_ratio(), 1.0, "it does not overshoot");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[f64; 3]", into = "[f64; 3]"))]
pub struct Spring {
    /// From 1e-9 to 1e9.
    stiffness: f64,
    /// From 0 to 1e9.
    damping: f64,
    /// From 1e-9 to 1e9.
    mass: f64,
}

impl Spring {
    /// No overshoot: starts fast, then slows down. The motion looks finished after `duration`.
    ///
    /// The same as [`with_bounce`](Self::with_bounce) with a bounce of 0, which is critical damping.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.spring_to(Time::ZERO, 1.0, Spring::smooth(ms(300)));
    /// assert!((0..1000).all(|at| x.value(Time::from_millis(at)) <= 1.0), "no overshoot");
    /// ```
    #[must_use]
    pub const fn smooth(duration: Span) -> Self {
        Self::with_bounce(duration, 0.0)
    }

    /// A small overshoot, for feedback to a click. The motion looks finished after `duration`.
    ///
    /// The same as [`with_bounce`](Self::with_bounce) with a bounce of 0.15.
    ///
    /// ```
    /// use cueline::{time::ms, value::Spring};
    ///
    /// assert_eq!(Spring::snappy(ms(300)), Spring::with_bounce(ms(300), 0.15));
    /// ```
    #[must_use]
    pub const fn snappy(duration: Span) -> Self {
        Self::with_bounce(duration, 0.15)
    }

    /// A visible overshoot. The motion looks finished after `duration`.
    ///
    /// The same as [`with_bounce`](Self::with_bounce) with a bounce of 0.3.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.spring_to(Time::ZERO, 1.0, Spring::bouncy(ms(300)));
    /// let most = (0..1000).map(|at| x.value(Time::from_millis(at))).fold(0.0, f64::max);
    /// assert!(most > 1.02, "a visible overshoot");
    /// ```
    #[must_use]
    pub const fn bouncy(duration: Span) -> Self {
        Self::with_bounce(duration, 0.3)
    }

    /// A spring of mass 1, from the apparent duration of its motion and its bounce.
    ///
    /// The motion looks finished after about `duration`, and has settled after
    /// [`settling_duration`](Self::settling_duration). `duration` is the period of the undamped spring, clamped to
    /// 200 us ..= 50 h. `bounce` is clamped to -0.99 ..= 1; NaN counts as 0. From 0 to 1 it is 1 minus the damping
    /// ratio: at 0 there is no overshoot, at 1 the spring swings forever. Below 0 the spring is overdamped and slow.
    ///
    /// Parameters and presets are the same as in SwiftUI (`Spring(duration:bounce:)`; Apple, "Animate with
    /// springs", WWDC 2023): stiffness (2 pi / duration)^2, damping 4 pi (1 - bounce) / duration, and
    /// 4 pi / (duration (1 + bounce)) for a negative bounce.
    ///
    /// ```
    /// use cueline::{time::{Span, ms}, value::Spring};
    ///
    /// assert_eq!(Spring::with_bounce(ms(500), 0.25).damping_ratio(), 0.75);
    /// assert_eq!(Spring::with_bounce(Span::ZERO, f64::NAN), Spring::smooth(Span::ZERO), "clamped, never refused");
    /// ```
    #[must_use]
    pub const fn with_bounce(duration: Span, bounce: f64) -> Self {
        const SHORTEST: i64 = ms(1).flicks() / 5;
        const LONGEST: i64 = Span::from_secs(50 * 3600).flicks();
        let flicks = duration.flicks();
        let flicks = if flicks < SHORTEST {
            SHORTEST
        } else if flicks > LONGEST {
            LONGEST
        } else {
            flicks
        };
        let bounce = if bounce.is_nan() { 0.0 } else { bounce.clamp(-0.99, 1.0) };
        // From 3.5e-5 to 31,416 per second, so its square and 200 times its value are within the limits of `new`.
        let frequency = core::f64::consts::TAU / Span::from_flicks(flicks).as_secs_f64();
        let ratio = if bounce < 0.0 { 1.0 / (1.0 + bounce) } else { 1.0 - bounce };
        Self { stiffness: frequency * frequency, damping: 2.0 * frequency * ratio, mass: 1.0 }
    }

    /// A spring from stiffness, damping and mass. Time is in seconds; mass and distance may have any unit.
    ///
    /// With a mass of 1, the stiffness is the square of the frequency in radians per second, and
    /// `2.0 * sqrt(stiffness)` is critical damping.
    ///
    /// # Errors
    ///
    /// [`EasingError`] for a stiffness or mass outside of 1e-9 ..= 1e9, a damping outside of 0 ..= 1e9, and for NaN.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::Spring;
    ///
    /// assert!(Spring::new(170.0, 26.0, 1.0).is_ok());
    /// assert_eq!(
    ///     Spring::new(0.0, 26.0, 1.0).unwrap_err().to_string(),
    ///     "the stiffness of the spring is 0 but must be from 1e-9 to 1e9"
    /// );
    /// ```
    pub fn new(stiffness: f64, damping: f64, mass: f64) -> Result<Self, EasingError> {
        for (name, value) in [("stiffness", stiffness), ("mass", mass)] {
            if !(1e-9..=1e9).contains(&value) {
                return Err(EasingError::Spring { name, value, needed: "from 1e-9 to 1e9" });
            }
        }
        if !(0.0..=1e9).contains(&damping) {
            return Err(EasingError::Spring {
                name: "damping",
                value: damping,
                needed: "from 0 to 1e9",
            });
        }
        Ok(Self { stiffness, damping, mass })
    }

    /// This spring, or where it swings one of the same frequency with critical damping.
    pub(super) fn without_swing(self) -> Self {
        if self.damping_ratio() >= 1.0 {
            return self;
        }
        // Only k / m and c / m count. With k = w, c = 2 and m = 1 / w all three are within the limits of `new`.
        let w = libm::sqrt(self.stiffness / self.mass).clamp(1e-9, 1e9);
        Self { stiffness: w, damping: 2.0, mass: (1.0 / w).clamp(1e-9, 1e9) }
    }

    /// Stiffness, damping and mass.
    ///
    /// ```
    /// use cueline::value::Spring;
    ///
    /// assert_eq!(Spring::new(170.0, 26.0, 1.0)?.parts(), [170.0, 26.0, 1.0]);
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    pub const fn parts(&self) -> [f64; 3] {
        [self.stiffness, self.damping, self.mass]
    }

    /// The damping ratio c / (2 sqrt(km)), 0 or more. Below 1 the spring overshoots and swings; at 1 it is as
    /// fast as possible without overshoot; above 1 it is slower.
    ///
    /// ```
    /// use cueline::value::Spring;
    ///
    /// assert_eq!(Spring::new(100.0, 10.0, 1.0)?.damping_ratio(), 0.5); // it swings
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    pub fn damping_ratio(&self) -> f64 {
        self.damping / (2.0 * libm::sqrt(self.stiffness * self.mass))
    }

    /// The state `seconds` after the start, as factors of the distance and the velocity at the start.
    /// Negative `seconds` count as zero.
    pub(super) fn response(&self, seconds: f64) -> Response {
        let t = seconds.max(0.0);
        let w = libm::sqrt(self.stiffness / self.mass);
        let z = self.damping_ratio();
        let off = (1.0 - z) * (1.0 + z); // 1 - z^2 without the cancellation
        let d = w * libm::sqrt(libm::fabs(off));
        let (c, s) = if off > 0.0 {
            let fade = libm::exp(-z * w * t);
            let swing = if d * t == 0.0 { t } else { libm::sin(d * t) / d };
            (fade * libm::cos(d * t), fade * swing)
        } else {
            // The slower of the two rates, w (z - sqrt(z^2 - 1)), without the cancellation.
            let slow = libm::exp(-t * w / (z + libm::sqrt(libm::fabs(off))));
            let faster = -2.0 * d * t;
            let creep = if faster == 0.0 { t } else { -libm::expm1(faster) / (2.0 * d) };
            (slow * (1.0 + libm::exp(faster)) / 2.0, slow * creep)
        };
        Response { distance: [c + z * w * s, s], velocity: [-w * w * s, c - z * w * s] }
    }

    /// Returns the distance from the target and the velocity at the time `at` after the start.
    ///
    /// `distance` (value minus target) and `velocity` (change per second) describe the start. A negative `at` counts as
    /// zero. Finite arguments give finite results: an overflow becomes [`f64::MAX`] with its sign.
    ///
    /// ```
    /// use cueline::{time::Span, value::Spring};
    ///
    /// let critical = Spring::new(100.0, 20.0, 1.0)?;
    /// let (distance, velocity) = critical.at(Span::from_millis(100), -1.0, 0.0);
    /// // -(1 + 10 t) e^(-10 t) at a tenth of a second
    /// assert!((distance + 2.0 * (-1.0_f64).exp()).abs() < 1e-15);
    /// assert!(velocity > 0.0, "on its way");
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    pub fn at(&self, at: Span, distance: f64, velocity: f64) -> (f64, f64) {
        let Response { distance: x, velocity: v } = self.response(at.as_secs_f64());
        (sum(x, distance, velocity), sum(v, distance, velocity))
    }

    /// The duration until the spring has settled, for any start: at most a ten-thousandth of the distance and of the
    /// velocity at the start is left. `None` if the spring never settles, such as without damping.
    ///
    /// The result is never too early, and at most a thousandth too late.
    ///
    /// ```
    /// use cueline::{time::{Span, ms}, value::Spring};
    ///
    /// let settling = Spring::smooth(ms(400)).settling_duration();
    /// assert!(settling > Some(ms(740)) && settling < Some(ms(790)), "{settling:?}");
    /// assert_eq!(Spring::with_bounce(ms(400), 1.0).settling_duration(), None);
    /// ```
    #[must_use]
    pub fn settling_duration(&self) -> Option<Span> {
        const SMALL: f64 = 1e-4;
        let w = libm::sqrt(self.stiffness / self.mass);
        // The amplitude that is left of a unit distance and of a unit velocity. Both only fall, as the energy does.
        let settled = |flicks: i64| {
            let Response { distance: x, velocity: v } =
                self.response(Span::from_flicks(flicks).as_secs_f64());
            libm::hypot(x[0], v[0] / w) <= SMALL && libm::hypot(x[1] * w, v[1]) <= SMALL
        };
        let (mut early, mut late) = (0, 1);
        while !settled(late) {
            if late == i64::MAX {
                return None;
            }
            (early, late) = (late, late.saturating_mul(2));
        }
        while late - early > late / 1024 + 1 {
            let middle = early + (late - early) / 2;
            if settled(middle) { late = middle } else { early = middle }
        }
        Some(Span::from_flicks(late))
    }

    /// The duration until the spring has settled to within `threshold`, after a start with `distance` (value minus
    /// target) and `velocity` (change per second).
    ///
    /// From then on the distance is never above `threshold`, and the speed never above `threshold` times sqrt(k/m)
    /// per second. The measure is sqrt(x^2 + v^2 m/k), the amplitude of the swing if damping stopped; like the
    /// energy, it never rises.
    ///
    /// `None` if the spring never settles, such as without damping, if it settles after [`Span::MAX`], or if
    /// `threshold` is zero, negative or NaN.
    ///
    /// ```
    /// use cueline::{time::Span, value::Spring};
    ///
    /// let spring = Spring::new(100.0, 10.0, 1.0)?;
    /// let settled = spring.settling(1.0, 0.0, 0.001).expect("it is damped");
    /// assert!(settled > Span::from_millis(1300) && settled < Span::from_millis(1500));
    ///
    /// let kicked = spring.settling(0.0, 5.0, 0.001);
    /// assert!(kicked > Some(Span::ZERO), "at its target, but not at rest");
    /// assert_eq!(Spring::new(100.0, 0.0, 1.0)?.settling(1.0, 0.0, 0.001), None);
    /// # Ok::<(), cueline::value::EasingError>(())
    /// ```
    #[must_use]
    pub fn settling(&self, distance: f64, velocity: f64, threshold: f64) -> Option<Span> {
        let w = libm::sqrt(self.stiffness / self.mass);
        let settled = |flicks: i64| {
            let (x, v) = self.at(Span::from_flicks(flicks), distance, velocity);
            libm::hypot(x, v / w) <= threshold // false for NaN
        };
        let (mut early, mut late) = (0, i64::MAX);
        if !(threshold > 0.0 && settled(late)) {
            return None;
        }
        while early < late {
            let middle = early + (late - early) / 2;
            if settled(middle) { late = middle } else { early = middle + 1 }
        }
        Some(Span::from_flicks(late))
    }
}

/// A weighted sum of distance and velocity. It is finite if both are.
fn sum([x, v]: [f64; 2], distance: f64, velocity: f64) -> f64 {
    let whole = x * distance + v * velocity;
    if whole.is_finite() || !(distance.is_finite() && velocity.is_finite()) {
        return whole;
    }
    // The factors are at most 1e10, so a small fraction of the sum is finite.
    const PART: f64 = 1.0 / (1_u64 << 60) as f64;
    let part = x * (distance * PART) + v * (velocity * PART);
    (part / PART).clamp(-f64::MAX, f64::MAX)
}

/// Factors of the distance and of the velocity at the start, in this order.
pub(super) struct Response {
    /// The factors that give the distance now.
    pub(super) distance: [f64; 2],
    /// The factors that give the velocity now.
    pub(super) velocity: [f64; 2],
}

impl TryFrom<[f64; 3]> for Spring {
    type Error = EasingError;

    fn try_from([stiffness, damping, mass]: [f64; 3]) -> Result<Self, EasingError> {
        Self::new(stiffness, damping, mass)
    }
}

impl From<Spring> for [f64; 3] {
    fn from(spring: Spring) -> Self {
        spring.parts()
    }
}

#[cfg(test)]
mod tests;
