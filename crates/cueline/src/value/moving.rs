//! One value that moves to a target, and can get another target at any moment.
//!
//! A [`Moving`] is the plain data of one motion: its start and end times, the value and the velocity at the start,
//! the target, and the kind of motion (a tween with an easing, a glide that keeps the velocity, a spring). Its value
//! is a function of time, so a game can draw it at any time, copy it, save it and roll it back, and has nothing to
//! update each frame. A new target reads the value and the velocity at that moment and starts the next motion there.
//!
//! A delayed motion waits, and the current motion continues until the delayed motion starts.

use core::hash::{Hash, Hasher};

use super::{Delta, Easing, Lerp, Spring, spring::Response};
use crate::{
    digest::Bits,
    time::{Span, Time},
};

/// A value that tweens and springs move to a target, and that can be sampled at any time.
///
/// There is no handle, no queue and nothing to update each frame. Every method that starts a motion takes the current
/// time, and starts from the value at that time. Of several calls at one time, the last call counts.
///
/// | method | motion | velocity at the start |
/// | --- | --- | --- |
/// | [`tween_to`](Self::tween_to) | takes a fixed duration, along an [`Easing`] | the slope of the easing |
/// | [`glide_to`](Self::glide_to) | takes a fixed duration, on a smooth curve | the current velocity |
/// | [`spring_to`](Self::spring_to) | a [`Spring`] | the current velocity |
/// | [`throw_to`](Self::throw_to) | a [`Spring`] | a velocity that the caller passes |
/// | [`set`](Self::set) | jumps to a value and stays there | zero |
///
/// The `_after` variants start after a delay. The value continues its current motion until then, so `glide_to` and
/// `spring_after` at the same time give two motions in a row. Durations and delays below zero count as zero.
/// A `Moving<T>` is `Copy` if `T` and [its difference](Lerp::Delta) are.
///
/// # Examples
///
/// ```
/// use cueline::prelude::*;
///
/// let mut x = Moving::at(0.0_f32);
/// let now = Time::from_secs(10);
/// x.tween_to(now, 100.0, ms(300), Easing::Linear);
///
/// let later = now + ms(150); // half-way there, a new target
/// assert_eq!(x.value(later), 50.0);
/// x.spring_to(later, 40.0, Spring::smooth(ms(400)));
/// assert!(x.value(later + ms(20)) > 50.0, "it still has its velocity");
///
/// let end = x.settles_at().unwrap();
/// assert!(x.is_settled(end) && x.value(end) == 40.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: serde::Serialize, T::Delta: serde::Serialize",
        deserialize = "T: serde::Deserialize<'de>, T::Delta: serde::Deserialize<'de>"
    ))
)]
pub struct Moving<T: Lerp> {
    leg: Leg<T, T::Delta>,
    /// The delayed motion. It replaces `leg` at its start, which is included.
    next: Option<Leg<T, T::Delta>>,
}

/// One motion from a value to a target.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Leg<T, D> {
    start: Time,
    /// At this time and later, the value is the target and the velocity is zero. `Time::MAX` means never.
    end: Time,
    from: T,
    /// Velocity per second at the start, from the motion before, even if this motion is a tween and starts with another
    /// velocity. So a new target at the exact start has the same effect as if this motion had never started.
    velocity: D,
    target: T,
    law: Law,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Law {
    Tween(Easing),
    Glide,
    Spring(Spring),
}

impl<T: Lerp> Moving<T> {
    /// A value that does not move: `value` at all times.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let x = Moving::at(7.0_f32);
    /// assert!(x.is_settled(Time::MIN) && x.value(Time::from_secs(9)) == 7.0);
    /// ```
    #[must_use]
    pub fn at(value: T) -> Self {
        let rest = Leg {
            start: Time::MIN,
            end: Time::MIN,
            from: value.clone(),
            velocity: T::Delta::zero(),
            target: value,
            law: Law::Glide,
        };
        Self { leg: rest, next: None }
    }

    /// The value at `now`: exactly the target at [`settles_at`](Self::settles_at) and later.
    ///
    /// A `Moving` stores the last motion only, and for a delayed motion also the motion before it. For a time before
    /// their start, the value is the value at that start.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// let now = Time::from_secs(1);
    /// x.tween_to(now, 8.0, ms(400), Easing::OUT_QUAD);
    /// assert_eq!([ms(-50), ms(200), ms(900)].map(|later| x.value(now + later)), [0.0, 6.0, 8.0]);
    /// ```
    #[must_use]
    pub fn value(&self, now: Time) -> T {
        self.leg_at(now).value(now)
    }

    /// The velocity at `now`, as change per second; zero at [`settles_at`](Self::settles_at) and later.
    ///
    /// At the exact start of a motion it is the velocity with which the previous motion arrived there.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 90.0, ms(300), Easing::Linear);
    /// assert!((x.velocity(Time::from_millis(100)) - 300.0).abs() < 1e-6);
    /// assert_eq!(x.velocity(Time::from_millis(300)), 0.0);
    /// ```
    #[must_use]
    pub fn velocity(&self, now: Time) -> T::Delta {
        self.leg_at(now).velocity(now)
    }

    /// The last target, even while the motion to it waits for its start.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f32);
    /// x.tween_after(Time::ZERO, ms(100), 8.0, ms(300), Easing::OUT_QUAD);
    /// assert_eq!(*x.target(), 8.0);
    /// ```
    #[must_use]
    pub const fn target(&self) -> &T {
        match &self.next {
            Some(next) => &next.target,
            None => &self.leg.target,
        }
    }

    /// The time from which on the value is exactly the last target. `None` if there is no such time, such as on a
    /// spring without damping. [`Time::MIN`] for a value that has not moved since [`at`](Self::at) or
    /// [`set`](Self::set).
    ///
    /// A tween or a glide ends after its duration. A spring ends after its
    /// [`settling_duration`](Spring::settling_duration): at most a ten-thousandth of the distance is left then, and the
    /// value jumps to exactly the target.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_after(Time::ZERO, ms(100), 1.0, ms(300), Easing::Linear);
    /// assert_eq!(x.settles_at(), Some(Time::from_millis(400)));
    /// ```
    #[must_use]
    pub fn settles_at(&self) -> Option<Time> {
        let end = self.last().end;
        (end < Time::MAX).then_some(end)
    }

    /// Whether the value has reached the last target and stays there: `now` is [`settles_at`](Self::settles_at) or later.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f32);
    /// x.spring_to(Time::ZERO, 1.0, Spring::snappy(ms(350)));
    /// assert!(!x.is_settled(Time::from_millis(350))); // looks finished, but swings a little
    /// assert!(x.is_settled(Time::from_secs(2)));
    /// ```
    #[must_use]
    pub fn is_settled(&self, now: Time) -> bool {
        self.settles_at().is_some_and(|end| now >= end)
    }

    /// Whether a delayed motion waits for its start. `false` at the exact start.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f32);
    /// x.glide_after(Time::ZERO, ms(100), 1.0, ms(300));
    /// assert!(x.is_waiting(Time::from_millis(99)));
    /// assert!(!x.is_waiting(Time::from_millis(100)));
    /// ```
    #[must_use]
    pub fn is_waiting(&self, now: Time) -> bool {
        now < self.last().start
    }

    /// Jumps to `value` and rests there, at all times. Drops the current motion and a delayed motion.
    ///
    /// `x.set(x.value(now))` stops the value where it is:
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 100.0, ms(300), Easing::Linear);
    /// x.set(x.value(Time::from_millis(150)));
    /// assert_eq!(x.value(Time::from_millis(300)), 50.0);
    /// ```
    pub fn set(&mut self, value: T) {
        *self = Self::at(value);
    }

    /// Moves the value to `target` in `duration`, along `easing`. The motion starts at `now`.
    ///
    /// The current velocity is lost; [`glide_to`](Self::glide_to) keeps it. If a delayed motion waits at `now`, this
    /// motion replaces it and starts at the time at which the delayed motion would have started.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 100.0, ms(400), Easing::Linear);
    /// x.tween_to(Time::from_millis(100), 0.0, ms(100), Easing::Linear); // back, from where it is
    /// assert_eq!(x.value(Time::from_millis(150)), 12.5);
    /// ```
    pub fn tween_to(&mut self, now: Time, target: T, duration: Span, easing: Easing) {
        self.send(now, self.wait_of(now), target, Law::Tween(easing), Some(duration));
    }

    /// As [`tween_to`](Self::tween_to), but the motion starts `delay` after `now`.
    ///
    /// The value continues its current motion until then. The call replaces a delayed motion that waits, and its delay.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// let now = Time::ZERO;
    /// x.tween_after(now, ms(400), 100.0, ms(200), Easing::Linear);
    /// x.tween_to(now + ms(200), 50.0, ms(200), Easing::Linear); // elsewhere, still from 400 ms on
    /// assert_eq!(x.value(now + ms(400)), 0.0);
    /// assert_eq!(x.value(now + ms(500)), 25.0);
    /// ```
    pub fn tween_after(
        &mut self,
        now: Time,
        delay: Span,
        target: T,
        duration: Span,
        easing: Easing,
    ) {
        self.send(now, delay, target, Law::Tween(easing), Some(duration));
    }

    /// Moves the value to `target` in `duration`. The motion starts with the current velocity and ends with velocity zero.
    ///
    /// The motion is a cubic Hermite curve with slope zero at the end; from rest it is smoothstep, 3 t^2 - 2 t^3. The
    /// value overshoots if velocity times `duration` is more than three times the distance to the target. A delayed
    /// motion is replaced as in [`tween_to`](Self::tween_to).
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 100.0, ms(300), Easing::Linear);
    /// let now = Time::from_millis(150);
    /// let velocity = x.velocity(now);
    /// x.glide_to(now, 0.0, ms(300)); // back, in an arc
    /// assert_eq!((x.value(now), x.velocity(now)), (50.0, velocity));
    /// assert_eq!(x.value(now + ms(300)), 0.0);
    /// ```
    pub fn glide_to(&mut self, now: Time, target: T, duration: Span) {
        self.send(now, self.wait_of(now), target, Law::Glide, Some(duration));
    }

    /// As [`glide_to`](Self::glide_to), but the motion starts `delay` after `now`; see
    /// [`tween_after`](Self::tween_after).
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 10.0, ms(100), Easing::Linear);
    /// x.glide_after(Time::ZERO, ms(100), 0.0, ms(100)); // and back, when it has arrived
    /// assert_eq!([100, 200].map(|at| x.value(Time::from_millis(at))), [10.0, 0.0]);
    /// ```
    pub fn glide_after(&mut self, now: Time, delay: Span, target: T, duration: Span) {
        self.send(now, delay, target, Law::Glide, Some(duration));
    }

    /// Moves the value to `target` on `spring`. The motion starts at `now` with the current velocity.
    ///
    /// If a delayed motion waits at `now`, this motion replaces it and keeps its start.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let spring = Spring::bouncy(ms(400));
    /// let mut camera = Moving::at([0.0_f32, 0.0]);
    /// camera.spring_to(Time::ZERO, [100.0, 50.0], spring);
    /// let now = Time::from_millis(150);
    /// let (place, velocity) = (camera.value(now), camera.velocity(now));
    /// camera.spring_to(now, [0.0, 50.0], spring);
    /// assert_eq!((camera.value(now), camera.velocity(now)), (place, velocity));
    /// ```
    pub fn spring_to(&mut self, now: Time, target: T, spring: Spring) {
        self.send(now, self.wait_of(now), target, Law::Spring(spring), spring.settling_duration());
    }

    /// As [`spring_to`](Self::spring_to), but the motion starts `delay` after `now`.
    ///
    /// The value continues its current motion until then. The call replaces a delayed motion that waits, and its delay.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut hand = [Moving::at(0.0_f32); 3];
    /// let now = Time::ZERO;
    /// for (i, card) in hand.iter_mut().enumerate() {
    ///     card.spring_after(now, ms(40) * i, 10.0 * i as f32, Spring::snappy(ms(350)));
    /// }
    /// // The player hovers while two cards still wait: they wait on.
    /// for card in &mut hand {
    ///     card.spring_to(now + ms(20), 5.0, Spring::snappy(ms(350)));
    /// }
    /// assert_eq!(hand[2].value(now + ms(80)), 0.0);
    /// assert!(hand[2].value(now + ms(120)) > 0.0);
    /// ```
    pub fn spring_after(&mut self, now: Time, delay: Span, target: T, spring: Spring) {
        self.send(now, delay, target, Law::Spring(spring), spring.settling_duration());
    }

    /// Moves the value to `target` on `spring`, starting at `now` with `velocity` (change per second) instead of the
    /// current velocity: for a card that the player drags and drops. The call drops a delayed motion.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut card = Moving::at(0.0_f64);
    /// card.set(80.0); // dragged
    /// card.throw_to(Time::ZERO, 0.0, 900.0, Spring::snappy(ms(350)));
    /// assert!(card.value(Time::from_millis(30)) > 80.0, "it goes on for a moment, then comes back");
    /// ```
    pub fn throw_to(&mut self, now: Time, target: T, velocity: T::Delta, spring: Spring) {
        let from = self.value(now);
        self.leg = Leg {
            start: now,
            end: end_of(now, spring.settling_duration()),
            from,
            velocity,
            target,
            law: Law::Spring(spring),
        };
        self.next = None;
    }

    /// The rest of the delay at `now`; zero if no motion waits.
    fn wait_of(&self, now: Time) -> Span {
        match &self.next {
            Some(next) if now < next.start => next.start - now,
            _ => Span::ZERO,
        }
    }

    /// `duration` is `None` for a motion that never ends.
    fn send(&mut self, now: Time, delay: Span, target: T, law: Law, duration: Option<Span>) {
        let current = self.leg_at(now);
        let start = now + delay.max(Span::ZERO);
        let sent = Leg {
            start,
            end: end_of(start, duration),
            from: current.value(start),
            velocity: current.velocity(start),
            target,
            law,
        };
        if start > now {
            (self.leg, self.next) = (current.clone(), Some(sent));
        } else {
            (self.leg, self.next) = (sent, None);
        }
    }

    fn leg_at(&self, now: Time) -> &Leg<T, T::Delta> {
        match &self.next {
            Some(next) if now >= next.start => next,
            _ => &self.leg,
        }
    }

    fn last(&self) -> &Leg<T, T::Delta> {
        self.next.as_ref().unwrap_or(&self.leg)
    }
}

/// `Time::MAX` for never.
fn end_of(start: Time, duration: Option<Span>) -> Time {
    duration.map_or(Time::MAX, |duration| start + duration.max(Span::ZERO))
}

impl<T: Lerp> Leg<T, T::Delta> {
    fn value(&self, now: Time) -> T {
        if now >= self.end {
            return self.target.clone();
        }
        if now <= self.start {
            return self.from.clone();
        }
        match self.law {
            Law::Tween(easing) => self.from.lerp(&self.target, easing.at(self.progress(now))),
            Law::Glide => {
                let t = self.progress(now);
                let (change, carried) = (self.change(), self.carried());
                let change = change.scaled(t * t * (3.0 - 2.0 * t));
                self.from.plus(&change.and(&carried.scaled(t * (1.0 - t) * (1.0 - t))))
            }
            Law::Spring(spring) => {
                let Response { distance: [x, v], .. } = self.response(spring, now);
                let distance = self.from.minus(&self.target);
                self.target.plus(&distance.scaled(x).and(&self.velocity.scaled(v)))
            }
        }
    }

    fn velocity(&self, now: Time) -> T::Delta {
        if now >= self.end {
            return T::Delta::zero();
        }
        if now <= self.start {
            return self.velocity.clone();
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
            Law::Spring(spring) => {
                let Response { distance: x, velocity: v } = self.response(spring, now);
                let distance = self.from.minus(&self.target).scaled(v[0]);
                distance.rate_with(&self.velocity.scaled(x[1]), &self.velocity.scaled(v[1]))
            }
        }
    }

    fn progress(&self, now: Time) -> f64 {
        (now - self.start).ratio(self.end - self.start)
    }

    fn change(&self) -> T::Delta {
        self.target.minus(&self.from)
    }

    /// The velocity at the start times the duration.
    fn carried(&self) -> T::Delta {
        self.velocity.scaled((self.end - self.start).as_secs_f64())
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

/// A value that does not move.
impl<T: Lerp> From<T> for Moving<T> {
    fn from(value: T) -> Self {
        Self::at(value)
    }
}

/// The default value, without a motion.
impl<T: Lerp + Default> Default for Moving<T> {
    fn default() -> Self {
        Self::at(T::default())
    }
}

impl<T: Lerp<Delta: Bits> + Bits> Bits for Moving<T> {
    fn feed(&self, hasher: &mut impl Hasher) {
        self.leg.feed(hasher);
        hasher.write_u8(self.next.is_some().into());
        if let Some(next) = &self.next {
            next.feed(hasher);
        }
    }
}

/// Hashes the bits of all numbers, and -0.0 as 0.0; see [`Bits`].
impl<T: Lerp<Delta: Bits> + Bits> Hash for Moving<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.feed(hasher);
    }
}

impl<T: Bits, D: Bits> Bits for Leg<T, D> {
    fn feed(&self, hasher: &mut impl Hasher) {
        let Self { start, end, from, velocity, target, law } = self;
        (start.flicks(), end.flicks()).feed(hasher);
        from.feed(hasher);
        velocity.feed(hasher);
        target.feed(hasher);
        match law {
            Law::Glide => hasher.write_u8(0),
            Law::Tween(easing) => {
                hasher.write_u8(1);
                // Equal easings have equal values at these four points; different easings almost never do.
                [0.125, 0.3125, 0.5625, 0.875].map(|t| easing.at(t)).feed(hasher);
            }
            Law::Spring(spring) => {
                hasher.write_u8(2);
                spring.parts().feed(hasher);
            }
        }
    }
}

#[cfg(test)]
mod tests;
