//! Springs in closed form: where a damped spring is at any time, without stepping it there.
//!
//! A mass m on a spring of stiffness k with damping c follows m x'' + c x' + k x = 0, x being the
//! distance to the target. With w = sqrt(k/m) and z = c / (2 sqrt(km)) the solution is
//!
//! x(t) = x0 (C + z w S) + v0 S, and x'(t) = v0 (C - z w S) - x0 w^2 S,
//!
//! where, below critical damping (z < 1) with d = w sqrt(1 - z^2), C = e^(-zwt) cos(dt) and
//! S = e^(-zwt) sin(dt)/d; above it the same with cosh, sinh and d = w sqrt(z^2 - 1); and at z = 1
//! with 1 and t. Source: any text on the damped harmonic oscillator, such as Kibble and Berkshire,
//! "Classical Mechanics", 2.5. S is written so that nothing cancels near z = 1.

use core::fmt;

use super::{Delta, Lerp};
use crate::time::{Span, Time};

/// What a spring is made of.
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
    /// A spring. The units only have to fit each other: with a mass of 1, the stiffness is the square
    /// of the frequency in radians per second, and `2.0 * sqrt(stiffness)` is critical damping.
    ///
    /// # Errors
    ///
    /// [`SpringError`] for a stiffness or mass outside of 1e-9 to 1e9, a damping outside of 0 to 1e9, and
    /// what is not a number. Within, a finite start has a finite course at any time.
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
    pub fn new(stiffness: f64, damping: f64, mass: f64) -> Result<Self, SpringError> {
        for (name, value) in [("stiffness", stiffness), ("mass", mass)] {
            if !(1e-9..=1e9).contains(&value) {
                return Err(SpringError { name, value, needed: "from 1e-9 to 1e9" });
            }
        }
        if !(0.0..=1e9).contains(&damping) {
            return Err(SpringError { name: "damping", value: damping, needed: "from 0 to 1e9" });
        }
        Ok(Self { stiffness, damping, mass })
    }

    /// Stiffness, damping and mass.
    #[must_use]
    pub const fn parts(&self) -> [f64; 3] {
        [self.stiffness, self.damping, self.mass]
    }

    /// c / (2 sqrt(km)): below 1 it swings, at 1 it arrives soonest, above it creeps.
    #[must_use]
    pub fn damping_ratio(&self) -> f64 {
        self.damping / (2.0 * libm::sqrt(self.stiffness * self.mass))
    }

    /// Where it is `seconds` after it was let go: the shares that the distance and the velocity at the
    /// start have in the distance and the velocity now. Times before the start count as the start.
    fn response(&self, seconds: f64) -> Response {
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

    /// Distance to the target and velocity per second, `at` after it was let go `distance` away with
    /// `velocity` per second. Times before the start count as the start.
    ///
    /// ```
    /// use cueline::{time::Span, value::Spring};
    ///
    /// let critical = Spring::new(100.0, 20.0, 1.0)?;
    /// let (distance, velocity) = critical.at(Span::from_millis(100), -1.0, 0.0);
    /// // -(1 + 10 t) e^(-10 t) at a tenth of a second
    /// assert!((distance + 2.0 * (-1.0_f64).exp()).abs() < 1e-15);
    /// assert!(velocity > 0.0, "on its way");
    /// # Ok::<(), cueline::value::SpringError>(())
    /// ```
    #[must_use]
    pub fn at(&self, at: Span, distance: f64, velocity: f64) -> (f64, f64) {
        let Response { distance: x, velocity: v } = self.response(at.ratio(Span::from_secs(1)));
        (x[0] * distance + x[1] * velocity, v[0] * distance + v[1] * velocity)
    }

    /// The first moment at which it has settled: from then on it never is further than `threshold` from its
    /// target, nor faster than `threshold` times sqrt(k/m) per second. Absent where that never comes: without
    /// damping, within the range of a [`Span`], or for a threshold that is not above zero.
    ///
    /// What is measured is how far it would still swing if nothing damped it, sqrt(x^2 + v^2 m/k). That is
    /// the root of its energy, which only falls.
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
    /// # Ok::<(), cueline::value::SpringError>(())
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

struct Response {
    distance: [f64; 2],
    velocity: [f64; 2],
}

/// A value on a spring: plain data, sampled at any time, and led to a new target without a jump.
///
/// ```
/// use cueline::{
///     time::{Span, Time},
///     value::{Spring, SpringMotion},
/// };
///
/// let spring = Spring::new(200.0, 20.0, 1.0)?;
/// let mut camera = SpringMotion::new(spring, Time::ZERO, 0.0_f64, 100.0);
/// let now = Time::from_millis(150);
/// let (before, speed) = (camera.value(now), camera.velocity(now));
/// camera.retarget(now, -50.0); // in flight
/// assert!((camera.value(now) - before).abs() < 1e-12);
/// assert!((camera.velocity(now) - speed).abs() < 1e-12);
/// assert!((camera.value(now + Span::from_secs(9)) + 50.0).abs() < 1e-9);
/// # Ok::<(), cueline::value::SpringError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: serde::Serialize, T::Delta: serde::Serialize",
        deserialize = "T: serde::Deserialize<'de>, T::Delta: serde::Deserialize<'de>"
    ))
)]
pub struct SpringMotion<T: Lerp> {
    spring: Spring,
    start: Time,
    target: T,
    /// From the target to where it started.
    distance: T::Delta,
    /// Change per second at the start.
    velocity: T::Delta,
}

impl<T: Lerp> SpringMotion<T> {
    /// Sets out at `start` from rest at `from`.
    #[must_use]
    pub fn new(spring: Spring, start: Time, from: T, target: T) -> Self {
        Self::with_velocity(spring, start, &from, T::Delta::zero(), target)
    }

    /// Sets out at `start` from `from` with a velocity, in change per second.
    #[must_use]
    pub fn with_velocity(
        spring: Spring,
        start: Time,
        from: &T,
        velocity: T::Delta,
        target: T,
    ) -> Self {
        let distance = from.minus(&target);
        Self { spring, start, target, distance, velocity }
    }

    /// Where it is at `now`; before its start, where it starts.
    #[must_use]
    pub fn value(&self, now: Time) -> T {
        let (distance, velocity) = self.shares(self.response(now).distance);
        self.target.plus(&distance.and(&velocity))
    }

    /// How fast it is at `now`, in change per second.
    #[must_use]
    pub fn velocity(&self, now: Time) -> T::Delta {
        let Response { distance, velocity } = self.response(now);
        let (_, moved) = self.shares(distance);
        let (first, rate) = self.shares(velocity);
        first.rate_with(&moved, &rate)
    }

    /// Where it is going.
    #[must_use]
    pub fn target(&self) -> &T {
        &self.target
    }

    /// Leads it to another target from where it is at `now`, with the velocity it has.
    pub fn retarget(&mut self, now: Time, target: T) {
        let (value, velocity) = (self.value(now), self.velocity(now));
        *self = Self::with_velocity(self.spring, now, &value, velocity, target);
    }

    fn response(&self, now: Time) -> Response {
        self.spring.response((now - self.start).ratio(Span::from_secs(1)))
    }

    /// What the distance and the velocity at the start contribute.
    fn shares(&self, shares: [f64; 2]) -> (T::Delta, T::Delta) {
        (self.distance.scaled(shares[0]), self.velocity.scaled(shares[1]))
    }
}

/// Why no spring was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringError {
    /// What of the spring.
    pub name: &'static str,
    /// What was given.
    pub value: f64,
    /// What was needed.
    pub needed: &'static str,
}

impl fmt::Display for SpringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} of the spring is {} but must be {}", self.name, self.value, self.needed)
    }
}

impl core::error::Error for SpringError {}

impl TryFrom<[f64; 3]> for Spring {
    type Error = SpringError;

    fn try_from([stiffness, damping, mass]: [f64; 3]) -> Result<Self, SpringError> {
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
