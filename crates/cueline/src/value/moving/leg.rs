//! One motion from a value to a target, as a function of time.

use super::super::{Delta, Easing, Lerp, Polynomial, Spring, spring::Response};
use crate::{
    digest::{Digest, Digester},
    time::{Span, Time},
};

/// How a value moves from its start to its target.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Law {
    Tween(Easing),
    Glide,
    Spring(Spring),
    /// A spring that does not swing; each number stops where it comes to its target.
    Stop(Spring),
}

impl Law {
    /// Whether all parameters are finite. Those of a spring always are.
    pub(super) fn is_finite(&self) -> bool {
        match self {
            Self::Tween(easing) => easing.is_finite(),
            Self::Glide | Self::Spring(_) | Self::Stop(_) => true,
        }
    }

    /// The easing of a tween, if it is one that a row holds as a number.
    pub(super) fn polynomial(&self) -> Option<Polynomial> {
        match self {
            Self::Tween(easing) => easing.polynomial(),
            Self::Glide | Self::Spring(_) | Self::Stop(_) => None,
        }
    }
}

impl Digest for Law {
    fn feed(&self, digester: &mut Digester) {
        match self {
            Self::Glide => 0_u8.feed(digester),
            Self::Tween(easing) => (1_u8, easing).feed(digester),
            Self::Spring(spring) => (2_u8, spring.parts()).feed(digester),
            Self::Stop(spring) => (3_u8, spring.parts()).feed(digester),
        }
    }
}

/// How far `Moving::step` has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum LegPhase {
    /// It has reported the end of the last motion, or there was none.
    Rest,
    /// It has not reported the start of the present motion.
    Waiting,
    /// It has reported the start of the present motion.
    Moving,
}

/// A motion. `D` is the difference of two `T`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Leg<T, D> {
    pub(super) start: Time,
    /// At this time and later, the value is the target and the velocity is zero. `Time::MAX` means never. Not before
    /// `start`.
    pub(super) end: Time,
    pub(super) from: T,
    /// Velocity per second at the start, from the motion before, even if this motion is a tween and starts with another
    /// velocity. So a new target at the exact start has the same effect as if this motion had never started.
    pub(super) velocity: D,
    pub(super) target: T,
    pub(super) law: Law,
    /// Whether it starts after a delay, which a new target keeps.
    pub(super) delayed: bool,
}

impl<T: Lerp> Leg<T, T::Delta> {
    /// A start that is no number, or from which the target is too far away for the law, counts as the target; a velocity
    /// that is no number counts as zero. So a bad number is gone with the next motion.
    pub(super) fn made_finite(mut self) -> Self {
        let known = self.from.is_finite()
            && (matches!(self.law, Law::Tween(_)) || self.target.minus(&self.from).is_finite());
        if !known {
            self.from = self.target.clone();
        }
        if !self.velocity.is_finite() {
            self.velocity = T::Delta::zero();
        }
        self
    }

    pub(super) fn course(&self) -> Course<'_, T, T::Delta> {
        let Self { start, end, from, velocity, target, law, .. } = self;
        let velocity = Some(velocity);
        Course { start: *start, end: *end, from, velocity, target, law: *law }
    }
}

impl<T: Digest, D: Digest> Digest for Leg<T, D> {
    fn feed(&self, digester: &mut Digester) {
        let Self { start, end, from, velocity, target, law, delayed } = self;
        (start.flicks(), end.flicks(), *delayed).feed(digester);
        from.feed(digester);
        velocity.feed(digester);
        target.feed(digester);
        law.feed(digester);
    }
}

/// The parts of a motion that its value depends on, wherever they are stored.
pub(super) struct Course<'a, T, D> {
    pub(super) start: Time,
    pub(super) end: Time,
    pub(super) from: &'a T,
    /// `None` for zero.
    pub(super) velocity: Option<&'a D>,
    pub(super) target: &'a T,
    pub(super) law: Law,
}

impl<T: Lerp> Course<'_, T, T::Delta> {
    /// The velocity at the start.
    pub(super) fn carried_in(&self) -> T::Delta {
        self.velocity.cloned().unwrap_or_else(T::Delta::zero)
    }

    pub(super) fn value(&self, now: Time) -> T {
        if now >= self.end {
            return self.target.clone();
        }
        if now <= self.start {
            return self.from.clone();
        }
        match self.law {
            Law::Tween(easing) => self.from.lerp(self.target, easing.eval(self.progress(now))),
            Law::Glide => {
                let t = self.progress(now);
                let (change, carried) = (self.change(), self.carried());
                let change = change.scaled(t * t * (3.0 - 2.0 * t));
                self.from.plus(&change.and(&carried.scaled(t * (1.0 - t) * (1.0 - t))))
            }
            Law::Spring(spring) => self.target.plus(&self.left(spring, now)),
            Law::Stop(spring) => {
                let left = self.left(spring, now);
                self.target.plus(&left.stopped(&left, &self.from.minus(self.target)))
            }
        }
    }

    pub(super) fn velocity(&self, now: Time) -> T::Delta {
        if now >= self.end {
            return T::Delta::zero();
        }
        if now <= self.start {
            return self.carried_in();
        }
        let per_second = 1.0 / (self.end - self.start).as_secs_f64();
        match self.law {
            Law::Tween(easing) => {
                self.change().scaled(slope(easing, self.progress(now)) * per_second)
            }
            Law::Glide => {
                let t = self.progress(now);
                let change = self.change().scaled(6.0 * t * (1.0 - t) * per_second);
                let carried = self.carried();
                // The derivative of t (1 - t)^2.
                let rate = carried.scaled((1.0 - t) * (1.0 - 3.0 * t) * per_second);
                change.rate_with(&carried.scaled(t * (1.0 - t) * (1.0 - t)), &rate)
            }
            Law::Spring(spring) => self.rate(spring, now),
            Law::Stop(spring) => {
                let first = self.from.minus(self.target);
                self.rate(spring, now).stopped(&self.left(spring, now), &first)
            }
        }
    }

    /// The distance to the target on a spring: the value minus the target.
    fn left(&self, spring: Spring, now: Time) -> T::Delta {
        let Response { distance: [x, v], .. } = self.response(spring, now);
        self.from.minus(self.target).scaled(x).and(&self.carried_in().scaled(v))
    }

    /// The velocity on a spring.
    fn rate(&self, spring: Spring, now: Time) -> T::Delta {
        let Response { distance: x, velocity: v } = self.response(spring, now);
        let distance = self.from.minus(self.target).scaled(v[0]);
        let velocity = self.carried_in();
        distance.rate_with(&velocity.scaled(x[1]), &velocity.scaled(v[1]))
    }

    fn progress(&self, now: Time) -> f64 {
        (now - self.start).ratio(self.end - self.start)
    }

    fn change(&self) -> T::Delta {
        self.target.minus(self.from)
    }

    /// The velocity at the start times the duration.
    fn carried(&self) -> T::Delta {
        self.carried_in().scaled((self.end - self.start).as_secs_f64())
    }

    fn response(&self, spring: Spring, now: Time) -> Response {
        spring.response((now - self.start).as_secs_f64())
    }
}

/// The slope of an easing at `t`, by a difference quotient over about a millionth on each side; zero for steps.
///
/// At a point without a finite slope (the vertical ends of `Circ`) it is the slope of a short chord.
fn slope(easing: Easing, t: f64) -> f64 {
    const NEAR: f64 = 1.0 / (1 << 20) as f64;
    if matches!(easing, Easing::Steps(_)) {
        return 0.0;
    }
    let (before, after) = ((t - NEAR).max(0.0), (t + NEAR).min(1.0));
    (easing.at(after) - easing.at(before)) / (after - before)
}

/// `Time::MAX` for a motion that never ends.
pub(super) fn end_of(start: Time, duration: Option<Span>) -> Time {
    duration.map_or(Time::MAX, |duration| start + duration.max(Span::ZERO))
}
