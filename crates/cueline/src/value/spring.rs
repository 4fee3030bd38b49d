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
    /// Above zero.
    stiffness: f64,
    /// Zero or more.
    damping: f64,
    /// Above zero.
    mass: f64,
}

impl Spring {
    /// A spring. The units only have to fit each other: with a mass of 1, the stiffness is the square
    /// of the frequency in radians per second, and `2.0 * sqrt(stiffness)` is critical damping.
    ///
    /// # Errors
    ///
    /// [`SpringError`] for a stiffness or mass that is not above zero, a damping below zero, what is
    /// not finite, and numbers so far apart that their products and quotients are not.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::value::Spring;
    ///
    /// assert!(Spring::new(170.0, 26.0, 1.0).is_ok());
    /// assert_eq!(
    ///     Spring::new(0.0, 26.0, 1.0).unwrap_err().to_string(),
    ///     "the stiffness of the spring is 0 but must be above zero and finite"
    /// );
    /// ```
    pub fn new(stiffness: f64, damping: f64, mass: f64) -> Result<Self, SpringError> {
        for (name, value) in [("stiffness", stiffness), ("mass", mass)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(SpringError { name, value, needed: "above zero and finite" });
            }
        }
        if !(damping.is_finite() && damping >= 0.0) {
            let needed = "zero or more and finite";
            return Err(SpringError { name: "damping", value: damping, needed });
        }
        let spring = Self { stiffness, damping, mass };
        for (name, value) in [
            ("stiffness times the mass", stiffness * mass),
            ("stiffness per mass", stiffness / mass),
        ] {
            if !(value.is_finite() && value > 0.0) {
                return Err(SpringError { name, value, needed: "above zero and finite" });
            }
        }
        for (name, value) in
            [("damping per mass", damping / mass), ("damping ratio", spring.damping_ratio())]
        {
            if !value.is_finite() {
                return Err(SpringError { name, value, needed: "finite" });
            }
        }
        Ok(spring)
    }

    /// c / (2 sqrt(km)): below 1 it swings, at 1 it arrives soonest, above it creeps.
    #[must_use]
    pub fn damping_ratio(&self) -> f64 {
        self.damping / (2.0 * libm::sqrt(self.stiffness * self.mass))
    }

    fn rates(&self) -> Rates {
        let w = libm::sqrt(self.stiffness / self.mass);
        let z = self.damping_ratio();
        // sqrt(|1 - z^2|) without cancellation or overflow
        let root = libm::sqrt(libm::fabs(1.0 - z)) * libm::sqrt(1.0 + z);
        // Above critical damping w (z - sqrt(z^2 - 1)), without the cancellation.
        let slowest = if z < 1.0 { z * w } else { w / (z + root) };
        Rates { w, z, d: w * root, slowest }
    }

    /// Where it is `seconds` after it was let go: the shares that the distance and the velocity at the
    /// start have in the distance and the velocity now. Times before the start count as the start.
    fn response(&self, seconds: f64) -> Response {
        let t = seconds.max(0.0);
        let Rates { w, z, d, slowest } = self.rates();
        let (c, s) = if z < 1.0 {
            let fade = libm::exp(-z * w * t);
            let swing = if d * t == 0.0 { t } else { libm::sin(d * t) / d };
            (fade * libm::cos(d * t), fade * swing)
        } else {
            let slow = libm::exp(-slowest * t);
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

    /// A time from which on it stays within `threshold` of its target; absent where it never settles: for
    /// no damping, a threshold that is not above zero, or more than a year.
    ///
    /// It is read from a falling curve below which the distance swings, so it is never too early, and a
    /// little late.
    ///
    /// ```
    /// use cueline::{time::Span, value::Spring};
    ///
    /// let spring = Spring::new(100.0, 2.0, 1.0)?; // fades with e^(-t)
    /// let settled = spring.settling(1.0, 0.0, 0.01).expect("it is damped");
    /// assert!((Span::from_millis(4605)..Span::from_millis(4720)).contains(&settled), "ln 100 = 4.605");
    /// assert_eq!(spring.settling(0.005, 0.0, 0.01), Some(Span::ZERO));
    /// assert!(spring.settling(0.0, 5.0, 0.01) > Some(Span::ZERO), "there, but on its way past");
    /// # Ok::<(), cueline::value::SpringError>(())
    /// ```
    #[must_use]
    pub fn settling(&self, distance: f64, velocity: f64, threshold: f64) -> Option<Span> {
        let Rates { w, z, d, slowest: rate } = self.rates();
        let (distance, velocity) = (libm::fabs(distance), libm::fabs(velocity));
        // |C| <= e^(-rate t), and |S| <= e^(-rate t) times t or what a swing or creep can reach at most,
        // so the distance is below this hull, which rises up to its top and falls from there on.
        let reach = if z < 1.0 { 1.0 / d } else { 0.5 / d };
        let outwards = distance * z * w + velocity;
        let hull = |t: f64| libm::exp(-rate * t) * (distance + outwards * t.min(reach));
        if !(threshold > 0.0 && rate > 0.0 && hull(0.0).is_finite()) {
            return None;
        }
        let mut early = (1.0 / rate - distance / outwards).max(0.0).min(reach);
        if hull(early) <= threshold {
            return Some(Span::ZERO);
        }
        let year = 31_557_600.0;
        let mut late = early.max(1.0 / rate);
        while hull(late) > threshold {
            late *= 2.0;
            if late >= year || late.is_nan() {
                return None;
            }
        }
        for _ in 0..60 {
            let middle = (early + late) / 2.0;
            if hull(middle) > threshold { early = middle } else { late = middle }
        }
        Span::from_secs_f64(late).ok()
    }
}

/// What a spring's motion is written with; see the top of this file.
struct Rates {
    w: f64,
    z: f64,
    d: f64,
    /// What fades last fades with e^(-slowest t).
    slowest: f64,
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

    /// What the distance and the velocity at the start contribute; the second follows the first.
    fn shares(&self, [distance, velocity]: [f64; 2]) -> (T::Delta, T::Delta) {
        (self.distance.scaled(distance), self.velocity.scaled(velocity))
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
        [spring.stiffness, spring.damping, spring.mass]
    }
}

#[cfg(test)]
mod tests;
