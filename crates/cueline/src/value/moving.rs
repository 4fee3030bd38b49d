//! One value that moves to a target, and can get another target at any moment.
//!
//! A [`Moving`] is the plain data of one motion: its start and end times, the value and the velocity at the start,
//! the target, and the kind of motion (a tween with an easing, a glide that keeps the velocity, a spring). Its value
//! is a function of time, so a game can draw it at any time, copy it, save it and roll it back, and has nothing to
//! update each frame. A new target reads the value and the velocity at that moment and starts the next motion there.
//!
//! A delayed motion waits, and the current motion continues until the delayed motion starts. Motions of a chain wait for
//! the exact end of the one before.
//!
//! Most motions are tweens with an easing of sums and products, one at a time. They are the row alone: 56 bytes for a
//! [`Vec3`](super::Vec3), so that a loop over many of them reads little memory. A spring, a glide, another easing, a
//! velocity at the start and a chain are in a box.

use alloc::{boxed::Box, collections::VecDeque};
use core::mem::take;

use super::{Delta, Easing, Lerp, Polynomial, Spring};
use crate::{
    digest::{Digest, Digester},
    motion::MotionPreference,
    time::{Span, Time},
};
use leg::{Course, Law, Leg, LegPhase, end_of};

mod leg;
#[cfg(feature = "serde")]
mod saved;

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
/// | [`stop_at`](Self::stop_at) | a [`Spring`] that never goes beyond the target | the current velocity |
/// | [`throw_to`](Self::throw_to) | a [`Spring`] | a velocity that the caller passes |
/// | [`set`](Self::set) | jumps to a value and stays there | zero |
///
/// The `_after` variants start after a delay. The value continues its current motion until then, so `glide_to` and
/// `spring_after` at the same time give two motions in a row. The `then_` variants start at the exact end of the last
/// motion. Durations and delays below zero count as zero.
///
/// These methods return `false`, and change nothing, if the target, the velocity or a parameter of the easing is NaN or
/// infinite.
///
/// A game that wants to know about starts and ends calls [`step`](Self::step) once per frame; the value does not depend
/// on it.
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
/// assert!(!x.tween_to(end, f32::NAN, ms(300), Easing::Linear), "refused");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "saved::SavedMoving<T, T::Delta>",
        into = "saved::SavedMoving<T, T::Delta>",
        bound(
            serialize = "T: serde::Serialize, T::Delta: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>, T::Delta: serde::Deserialize<'de>"
        )
    )
)]
pub struct Moving<T: Lerp> {
    start: Time,
    /// As [`Leg::end`].
    end: Time,
    /// What few motions have. `None` for a tween from rest, with an easing of sums and products, that is the last one.
    more: Option<Box<More<T, T::Delta>>>,
    from: T,
    target: T,
    /// The easing of a tween of sums and products; `None` if there is `more`.
    easing: Option<Polynomial>,
    phase: LegPhase,
    /// Whether `from` becomes what the host holds, if it holds something when it steps over the start.
    captures: bool,
    /// As [`Leg::delayed`].
    delayed: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct More<T, D> {
    velocity: D,
    law: Law,
    /// The motions to come, each of which replaces the one before at its start, which is included.
    next: VecDeque<Leg<T, D>>,
}

/// The present motion of a [`Moving`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct MovingRow<'a, T> {
    pub start: Time,
    /// At this time and later, the value is the target. `Time::MAX` means never.
    pub end: Time,
    pub from: &'a T,
    pub target: &'a T,
}

/// What [`Moving::step`] reports, each with the exact time at which it was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MovingEvent {
    /// A motion started.
    Start(Time),
    /// A motion reached its target.
    End(Time),
    /// A delayed motion took over before the present motion reached its target.
    Replaced(Time),
}

crate::digest::digested! { enum MovingEvent { Start(it), End(it), Replaced(it) } }

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
        Self {
            start: Time::MIN,
            end: Time::MIN,
            more: None,
            from: value.clone(),
            target: value,
            easing: Some(Polynomial::Linear),
            phase: LegPhase::Rest,
            captures: false,
            delayed: false,
        }
    }

    /// The value at `now`: exactly the target at [`settles_at`](Self::settles_at) and later.
    ///
    /// A `Moving` stores the present motion and those that wait. For a time before the start of the present motion, the
    /// value is the value at that start.
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
    #[inline]
    pub fn value(&self, now: Time) -> T {
        match self.tweened(now) {
            Some(value) => value,
            None => self.course_at(now).value(now),
        }
    }

    /// The value as a display with this preference draws it, for a motion that is decorative, such as a panel that slides
    /// in. Each motion of a chain counts by itself, by the rule of [`MotionPreference::shown`]; a spring that never settles
    /// is drawn at its target.
    ///
    /// ```
    /// use cueline::{motion::MotionPreference, prelude::*};
    ///
    /// let mut x = Moving::at(0.0);
    /// x.tween_to(Time::ZERO, 100.0, ms(400), Easing::Linear);
    /// let drawn = |motion| x.reduced(Time::from_millis(40), motion);
    /// assert_eq!(drawn(MotionPreference::Full), 10.0);
    /// assert_eq!(drawn(MotionPreference::Reduced), 40.0);
    /// assert_eq!(drawn(MotionPreference::None), 100.0);
    /// ```
    #[must_use]
    pub fn reduced(&self, now: Time, motion: MotionPreference) -> T {
        let course = self.course_at(now);
        let (start, end) = (course.start, course.end);
        if motion == MotionPreference::Full || now <= start || now >= end {
            return self.value(now);
        }
        if end == Time::MAX {
            return course.target.clone();
        }
        course.value(start + motion.shown(now - start, Some(end - start)))
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
        self.course_at(now).velocity(now)
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
    pub fn target(&self) -> &T {
        self.last().target
    }

    /// The time from which on the value is exactly the last target. `None` if there is no such time, such as on a
    /// spring without damping. [`Time::MIN`] for a value that has not moved since [`at`](Self::at) or
    /// [`set`](Self::set).
    ///
    /// A tween or a glide ends after its duration. A spring ends after its
    /// [`settling_duration`](Spring::settling_duration): at most a ten-thousandth of the distance is left then, and the
    /// value jumps to exactly the target. With motions that wait it is the end of the last one.
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

    /// Jumps to `value` and rests there, at all times. Drops the current motion and those that wait. Returns `false`, and
    /// changes nothing, if `value` is not finite.
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
    pub fn set(&mut self, value: T) -> bool {
        let known = value.is_finite();
        if known {
            *self = Self::at(value);
        }
        known
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
    pub fn tween_to(&mut self, now: Time, target: T, duration: Span, easing: Easing) -> bool {
        self.send(now, None, target, Law::Tween(easing), Some(duration))
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
    ) -> bool {
        self.send(now, Some(delay), target, Law::Tween(easing), Some(duration))
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
    pub fn glide_to(&mut self, now: Time, target: T, duration: Span) -> bool {
        self.send(now, None, target, Law::Glide, Some(duration))
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
    pub fn glide_after(&mut self, now: Time, delay: Span, target: T, duration: Span) -> bool {
        self.send(now, Some(delay), target, Law::Glide, Some(duration))
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
    pub fn spring_to(&mut self, now: Time, target: T, spring: Spring) -> bool {
        self.send(now, None, target, Law::Spring(spring), spring.settling_duration())
    }

    /// As [`spring_to`](Self::spring_to), but the motion starts `delay` after `now`.
    ///
    /// The value continues its current motion until then. The call replaces a delayed motion that waits, and its delay.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut hand = [0.0_f32; 3].map(Moving::at);
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
    pub fn spring_after(&mut self, now: Time, delay: Span, target: T, spring: Spring) -> bool {
        self.send(now, Some(delay), target, Law::Spring(spring), spring.settling_duration())
    }

    /// As [`spring_to`](Self::spring_to), but the value never goes beyond `target`: for a bar, an opacity, a volume.
    ///
    /// A spring that swings is damped until it does not. A value that still comes too fast stops at its target, each number
    /// of it on its own; a number that is at its target stays there.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut bar = Moving::at(100.0_f64);
    /// bar.tween_to(Time::ZERO, 0.0, ms(200), Easing::Linear); // a heavy hit ...
    /// let healed = Time::from_millis(100);
    /// bar.stop_at(healed, 40.0, Spring::snappy(ms(400))); // ... and help, while it falls
    /// assert_eq!(bar.velocity(healed), -500.0);
    /// assert!((100..1000).all(|at| bar.value(Time::from_millis(at)) >= 40.0));
    /// ```
    pub fn stop_at(&mut self, now: Time, target: T, spring: Spring) -> bool {
        let spring = spring.without_swing();
        self.send(now, None, target, Law::Stop(spring), spring.settling_duration())
    }

    /// Moves the value to `target` on `spring`, starting at `now` with `velocity` (change per second) instead of the
    /// current velocity: for a card that the player drags and drops. The call drops the motions that wait.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut card = Moving::at(0.0_f64);
    /// card.set(80.0); // dragged
    /// card.throw_to(Time::ZERO, 0.0, 900.0, Spring::snappy(ms(350)));
    /// assert!(card.value(Time::from_millis(30)) > 80.0, "it goes on for a moment, then comes back");
    /// ```
    pub fn throw_to(&mut self, now: Time, target: T, velocity: T::Delta, spring: Spring) -> bool {
        if !(target.is_finite() && velocity.is_finite()) {
            return false;
        }
        self.pass(now);
        // As in `send`: of several calls at one time, the last one counts.
        let from = if now <= self.start { self.from.clone() } else { self.value(now) };
        let (law, end) = (Law::Spring(spring), end_of(now, spring.settling_duration()));
        let thrown = Leg { start: now, end, from, velocity, target, law, delayed: false };
        self.enter(thrown.made_finite(), VecDeque::new(), false);
        true
    }

    /// Moves the value to `target` in `duration`, along `easing`, from the exact end of the last motion; at `now`, if there
    /// is none. A new target drops the motions of a chain.
    ///
    /// Returns `false`, and changes nothing, if a number is not finite, and after a spring that never settles.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 10.0, ms(100), Easing::Linear);
    /// x.then_tween_to(Time::ZERO, 30.0, ms(100), Easing::Linear);
    /// assert_eq!([50, 100, 150, 250].map(|at| x.value(Time::from_millis(at))), [5.0, 10.0, 20.0, 30.0]);
    /// ```
    pub fn then_tween_to(&mut self, now: Time, target: T, duration: Span, easing: Easing) -> bool {
        self.then(now, Span::ZERO, target, Law::Tween(easing), Some(duration))
    }

    /// As [`then_tween_to`](Self::then_tween_to), but the motion starts `wait` after the end of the last motion.
    pub fn then_tween_after(
        &mut self,
        now: Time,
        wait: Span,
        target: T,
        duration: Span,
        easing: Easing,
    ) -> bool {
        self.then(now, wait, target, Law::Tween(easing), Some(duration))
    }

    /// As [`then_tween_to`](Self::then_tween_to), on `spring`, from rest.
    pub fn then_spring_to(&mut self, now: Time, target: T, spring: Spring) -> bool {
        self.then(now, Span::ZERO, target, Law::Spring(spring), spring.settling_duration())
    }

    /// Goes to the last target at once. The next [`step`](Self::step) reports the end, with the time `now`, and returns the
    /// target. Where all is over it changes nothing.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 10.0, ms(100), Easing::Linear);
    /// x.then_tween_to(Time::ZERO, 30.0, ms(100), Easing::Linear);
    /// x.finish(Time::from_millis(40));
    /// assert_eq!(x.value(Time::from_millis(40)), 30.0);
    /// ```
    pub fn finish(&mut self, now: Time) {
        if self.phase == LegPhase::Rest || self.is_settled(now) {
            return;
        }
        let (start, target) = (self.start.min(now), self.target().clone());
        let (phase, captures) = (self.phase, self.captures);
        *self = Self::at(target);
        (self.start, self.end, self.phase, self.captures) = (start, now, phase, captures);
    }

    /// Steps over all that is due up to `now`: reports starts and ends in order, each with its exact time, and returns the
    /// value to show. Returns `None` at rest and while the motion waits for its start: then the host may write the value.
    ///
    /// `held` is the value that the host holds at present. A motion that was sent at rest starts from it, and so from what
    /// the host wrote meanwhile. With `None`, and in a chain, it starts from the last value of the motion.
    ///
    /// One long step reports what many short ones report. Step first, then send the value elsewhere: a motion that a new
    /// target has replaced reports nothing more.
    ///
    /// ```
    /// use cueline::{prelude::*, value::MovingEvent};
    ///
    /// let (mut shown, mut happened) = (5.0_f32, vec![]);
    /// let mut x = Moving::at(0.0_f32);
    /// x.tween_after(Time::ZERO, ms(100), 10.0, ms(100), Easing::Linear);
    /// for frame in 0..10 {
    ///     let now = Time::from_millis(30 * frame);
    ///     if let Some(value) = x.step(now, Some(&shown), |event| happened.push(event)) {
    ///         shown = value;
    ///     }
    ///     assert!(shown >= 5.0, "it starts from what is shown");
    /// }
    /// assert_eq!(shown, 10.0);
    /// let due = [100, 200].map(Time::from_millis);
    /// assert_eq!(happened, [MovingEvent::Start(due[0]), MovingEvent::End(due[1])]);
    /// ```
    #[inline]
    pub fn step(
        &mut self,
        now: Time,
        held: Option<&T>,
        report: impl FnMut(MovingEvent),
    ) -> Option<T> {
        match self.shown(now) {
            None if self.phase != LegPhase::Rest => self.turn(now, held, report),
            shown => shown,
        }
    }

    /// The value to show while [`step`](Self::step) would report nothing and return a value. For a loop over many rows,
    /// which steps only the others.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 10.0, ms(100), Easing::Linear);
    /// let at = [0, 50, 100].map(Time::from_millis);
    /// assert_eq!(x.shown(at[1]), None, "its start is to be reported");
    /// x.step(at[0], None, |_| ());
    /// assert_eq!((x.shown(at[1]), x.shown(at[2])), (Some(5.0), None));
    /// ```
    #[must_use]
    #[inline]
    pub fn shown(&self, now: Time) -> Option<T> {
        if self.phase != LegPhase::Moving {
            return None;
        }
        match self.tweened(now) {
            Some(value) => Some(value),
            None => self.shown_rarely(now),
        }
    }

    #[inline(never)]
    fn shown_rarely(&self, now: Time) -> Option<T> {
        (now < self.end && now < self.next_start()).then(|| self.course().value(now))
    }

    /// Whether [`step`](Self::step) has nothing to do before the next target: no motion is on its way or waits.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_to(Time::ZERO, 10.0, ms(100), Easing::Linear);
    /// assert!(!x.is_resting(), "its end is to be reported");
    /// x.step(Time::from_millis(100), None, |_| ());
    /// assert!(x.is_resting());
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_resting(&self) -> bool {
        matches!(self.phase, LegPhase::Rest)
    }

    /// When [`step`](Self::step) has something to report next; `None` at rest, and on a spring that never settles.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f64);
    /// x.tween_after(Time::ZERO, ms(50), 10.0, ms(100), Easing::Linear);
    /// let mut dues = vec![];
    /// while let Some(due) = x.next_due() {
    ///     x.step(due, None, |_| ());
    ///     dues.push(due);
    /// }
    /// assert_eq!(dues, [50, 150].map(Time::from_millis));
    /// ```
    #[must_use]
    pub fn next_due(&self) -> Option<Time> {
        let due = match self.phase {
            LegPhase::Rest => Time::MAX,
            LegPhase::Waiting => self.start,
            LegPhase::Moving => self.end.min(self.next_start()),
        };
        (due < Time::MAX).then_some(due)
    }

    /// The start of the present motion: of the last one that [`step`](Self::step) has come to. [`Time::MIN`] if nothing has
    /// moved since [`at`](Self::at).
    #[must_use]
    pub const fn start(&self) -> Time {
        self.start
    }

    /// The start of the last motion, even while it waits. [`Time::MIN`] if nothing has moved since [`at`](Self::at).
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f32);
    /// x.tween_to(Time::ZERO, 8.0, ms(300), Easing::Linear);
    /// x.tween_after(Time::ZERO, ms(100), 0.0, ms(300), Easing::Linear);
    /// assert_eq!((x.start(), x.last_start()), (Time::ZERO, Time::from_millis(100)));
    /// ```
    #[must_use]
    pub fn last_start(&self) -> Time {
        self.last().start
    }

    /// Whether the present motion starts from what the host holds: no [`step`](Self::step) has come to its start so far.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f32);
    /// x.tween_to(Time::ZERO, 8.0, ms(300), Easing::Linear);
    /// assert!(x.captures());
    /// x.step(Time::ZERO, Some(&5.0), |_| ());
    /// assert!(!x.captures() && x.value(Time::ZERO) == 5.0);
    /// ```
    #[must_use]
    #[inline]
    pub const fn captures(&self) -> bool {
        self.captures
    }

    /// Lets a motion whose start no [`step`](Self::step) has reported start from `value`, whatever the host holds. Returns
    /// `false`, and changes nothing, if there is none or `value` is not finite.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut x = Moving::at(0.0_f32);
    /// x.tween_to(Time::ZERO, 8.0, ms(100), Easing::Linear);
    /// assert!(x.start_from(&6.0));
    /// assert_eq!(x.step(Time::from_millis(50), Some(&100.0), |_| ()), Some(7.0));
    /// ```
    pub fn start_from(&mut self, value: &T) -> bool {
        let starts = self.phase == LegPhase::Waiting && value.is_finite();
        if starts {
            self.captures = true;
            self.capture(Some(value));
        }
        starts
    }

    /// Puts all motions off by `by`, or brings them forward where it is below zero: for motions that were sent before their
    /// clock was known.
    ///
    /// ```
    /// use cueline::prelude::*;
    ///
    /// let mut card = Moving::at(0.0_f32);
    /// card.tween_to(Time::ZERO, 8.0, ms(300), Easing::Linear);
    /// let dealt = Time::from_secs(7);
    /// card.shift(dealt - Time::ZERO);
    /// assert_eq!(card.value(dealt + ms(150)), 4.0);
    /// ```
    pub fn shift(&mut self, by: Span) {
        // The ends of time stand for what has not moved, and for what does not end.
        let put_off = |time: &mut Time| {
            if *time > Time::MIN && *time < Time::MAX {
                *time += by;
            }
        };
        put_off(&mut self.start);
        put_off(&mut self.end);
        for leg in self.more.iter_mut().flat_map(|more| &mut more.next) {
            put_off(&mut leg.start);
            put_off(&mut leg.end);
        }
    }

    /// A copy whose [`step`](Self::step) reports the start of the present motion, or has reported it: for a host that goes on
    /// with what another one has sent.
    #[doc(hidden)]
    #[must_use]
    pub fn with_reported(mut self, is_reported: bool) -> Self {
        if self.phase != LegPhase::Rest {
            self.phase = if is_reported { LegPhase::Moving } else { LegPhase::Waiting };
        }
        self
    }

    /// The present motion as the loop of an engine reads it.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)] // in a loop over many of them
    pub const fn row(&self) -> MovingRow<'_, T> {
        let Self { start, end, from, target, .. } = self;
        MovingRow { start: *start, end: *end, from, target }
    }

    /// The easing of the present motion, if it is a tween of sums and products.
    #[doc(hidden)]
    #[must_use]
    pub fn polynomial(&self) -> Option<Polynomial> {
        self.course().law.polynomial()
    }

    /// The spring of the present motion, if it began without a velocity: then the value depends on the distance alone.
    #[must_use]
    pub fn spring(&self) -> Option<Spring> {
        let more = self.more.as_deref()?;
        match more.law {
            Law::Spring(spring) if more.velocity.is_zero() => Some(spring),
            _ => None,
        }
    }

    /// The value of a tween that is the row alone, from its start on and before its end. For a loop: two comparisons tell
    /// whether it is this case, and nothing but the row is read.
    #[inline(always)] // 13 ns a `Vec3` instead of 28 (`moving-linear` of tools/instructions)
    fn tweened(&self, now: Time) -> Option<T> {
        let easing = self.easing?;
        // Before the start it wraps to more than any duration.
        let since = now.flicks().wrapping_sub(self.start.flicks()).cast_unsigned();
        let whole = self.end.flicks().wrapping_sub(self.start.flicks()).cast_unsigned();
        if since >= whole || whole >= 1 << 52 {
            return None;
        }
        let t = small(since) / small(whole);
        let eased = if easing == Polynomial::Linear { t } else { easing.at(t) };
        Some(self.from.lerp(&self.target, eased))
    }

    /// What is due: starts, ends, what waits.
    #[inline(never)]
    fn turn(
        &mut self,
        now: Time,
        held: Option<&T>,
        mut report: impl FnMut(MovingEvent),
    ) -> Option<T> {
        let mut reached = None;
        loop {
            if self.phase == LegPhase::Waiting {
                if now < self.start {
                    return reached;
                }
                self.capture(held);
                self.phase = LegPhase::Moving;
                report(MovingEvent::Start(self.start));
            }
            let next = self.next_start();
            if next <= now && next < self.end {
                report(MovingEvent::Replaced(next));
                self.enter_next();
                continue;
            }
            if now < self.end {
                return Some(self.value(now));
            }
            report(MovingEvent::End(self.end));
            reached = Some(self.target.clone());
            if !self.enter_next() {
                self.phase = LegPhase::Rest;
                return reached;
            }
        }
    }

    /// The start becomes what the host holds.
    fn capture(&mut self, held: Option<&T>) {
        let captures = take(&mut self.captures);
        let Some(held) = held.filter(|held| captures && held.is_finite()) else { return };
        let present = Leg { from: held.clone(), ..self.present() }.made_finite();
        let mut next = self.more.take().map(|more| more.next).unwrap_or_default();
        if let Some(delayed) = next.front_mut().filter(|leg| leg.delayed) {
            // It takes over from where the present motion is by then.
            let course = present.course();
            delayed.from = course.value(delayed.start);
            delayed.velocity = course.velocity(delayed.start);
        }
        self.enter(present, next, false);
    }

    /// `duration` is `None` for a motion that never ends, `delay` for a motion that keeps the delay of one that waits.
    fn send(
        &mut self,
        now: Time,
        delay: Option<Span>,
        target: T,
        law: Law,
        duration: Option<Span>,
    ) -> bool {
        if !(target.is_finite() && law.is_finite()) {
            return false;
        }
        self.pass(now);
        let start = match delay {
            Some(delay) => now + delay.max(Span::ZERO),
            None => self.delayed_start().unwrap_or(now).max(now),
        };
        let sent = |(from, velocity)| {
            let (end, delayed) = (end_of(start, duration), start > now);
            Leg { start, end, from, velocity, target, law, delayed }.made_finite()
        };
        let course = self.course();
        if now < self.start || now == self.start && start == now {
            // In place of a motion that has not begun to move. So the last call at one time counts.
            let captures = self.captures;
            let sent = sent((self.from.clone(), course.carried_in()));
            self.enter(sent, VecDeque::new(), captures);
        } else if now >= self.end {
            let captures = self.phase == LegPhase::Rest;
            let sent = sent((self.target.clone(), T::Delta::zero()));
            self.enter(sent, VecDeque::new(), captures);
        } else if start == now {
            let sent = sent((course.value(now), course.velocity(now)));
            self.enter(sent, VecDeque::new(), false);
        } else {
            let sent = sent((course.value(start), course.velocity(start)));
            let chain = self.chain();
            chain.clear();
            chain.push_back(sent);
        }
        true
    }

    /// Adds a motion to the chain.
    fn then(&mut self, now: Time, wait: Span, target: T, law: Law, duration: Option<Span>) -> bool {
        let Some(last_end) = self.settles_at() else { return false };
        if !(target.is_finite() && law.is_finite()) {
            return false;
        }
        // Without calls of `step`, a motion that is over has nothing more to report.
        let rests = self.phase == LegPhase::Rest;
        let is_over = rests || self.phase == LegPhase::Waiting && last_end <= now;
        let start = if is_over { now } else { last_end } + wait.max(Span::ZERO);
        let (from, velocity) = (self.target().clone(), T::Delta::zero());
        let end = end_of(start, duration);
        let leg = Leg { start, end, from, velocity, target, law, delayed: false }.made_finite();
        if is_over {
            self.enter(leg, VecDeque::new(), rests);
        } else {
            self.chain().push_back(leg);
        }
        true
    }

    /// The start of a motion that waits for its delay, and not for the end of another one.
    fn delayed_start(&self) -> Option<Time> {
        let next = self.more.as_deref().and_then(|more| more.next.front());
        match next.filter(|leg| leg.delayed) {
            Some(leg) => Some(leg.start),
            None => self.delayed.then_some(self.start),
        }
    }

    /// `Time::MAX` if nothing waits for the end of the present motion.
    #[inline]
    fn next_start(&self) -> Time {
        let next = self.more.as_deref().and_then(|more| more.next.front());
        next.map_or(Time::MAX, |leg| leg.start)
    }

    /// Makes the motion at `now` the present one, without a report.
    fn pass(&mut self, now: Time) {
        while self.next_start() <= now && self.enter_next() {}
    }

    /// Makes the next motion the present one; `false` if there is none.
    fn enter_next(&mut self) -> bool {
        let Some(more) = self.more.as_deref_mut() else { return false };
        let Some(leg) = more.next.pop_front() else { return false };
        let next = take(&mut more.next);
        self.enter(leg, next, false);
        true
    }

    fn enter(
        &mut self,
        present: Leg<T, T::Delta>,
        next: VecDeque<Leg<T, T::Delta>>,
        captures: bool,
    ) {
        let Leg { start, end, from, velocity, target, law, delayed } = present;
        let easing = law.polynomial().filter(|_| velocity.is_zero() && next.is_empty());
        let more = easing.is_none().then(|| Box::new(More { velocity, law, next }));
        let phase = LegPhase::Waiting;
        *self = Self { start, end, more, from, target, easing, phase, captures, delayed };
    }

    /// The motions after the present one.
    fn chain(&mut self) -> &mut VecDeque<Leg<T, T::Delta>> {
        let (velocity, law) = (self.course().carried_in(), self.course().law);
        self.easing = None;
        let more = || Box::new(More { velocity, law, next: VecDeque::new() });
        &mut self.more.get_or_insert_with(more).next
    }

    fn present(&self) -> Leg<T, T::Delta> {
        let Course { start, end, from, velocity, target, law } = self.course();
        let (from, velocity, target) = (from.clone(), velocity.cloned(), target.clone());
        let velocity = velocity.unwrap_or_else(T::Delta::zero);
        Leg { start, end, from, velocity, target, law, delayed: self.delayed }
    }

    fn course(&self) -> Course<'_, T, T::Delta> {
        let (velocity, law) = match self.more.as_deref() {
            Some(More { velocity, law, .. }) => (Some(velocity), *law),
            None => (None, Law::Tween(self.easing.map_or(Easing::Linear, Polynomial::easing))),
        };
        let Self { start, end, from, target, .. } = self;
        Course { start: *start, end: *end, from, velocity, target, law }
    }

    fn course_at(&self, now: Time) -> Course<'_, T, T::Delta> {
        let next = self.more.as_deref().map(|more| &more.next);
        let passed = next.map_or(0, |next| next.partition_point(|leg| leg.start <= now));
        let leg = passed.checked_sub(1).and_then(|last| next?.get(last));
        leg.map_or_else(|| self.course(), Leg::course)
    }

    fn last(&self) -> Course<'_, T, T::Delta> {
        let leg = self.more.as_deref().and_then(|more| more.next.back());
        leg.map_or_else(|| self.course(), Leg::course)
    }
}

/// `number as f64`, below 2^52. The instruction for any number waits for the register that it writes, which costs a loop
/// twice the time.
#[inline(always)] // part of `tweened`
fn small(number: u64) -> f64 {
    const TWO_52: f64 = (1_u64 << 52) as f64;
    f64::from_bits(number | TWO_52.to_bits()) - TWO_52
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

/// A value at [rest](Moving::is_resting) has the digest of [`Moving::at`] its target, whatever brought it there; before a
/// [`step`](Moving::step) has reported its last end, that of its motion.
impl<T: Lerp<Delta: Digest> + Digest> Digest for Moving<T> {
    fn feed(&self, digester: &mut Digester) {
        // At rest after a motion that took time, the target alone decides what comes, as after `set`. The motion is the
        // past, which is drawn for one tick more.
        if self.phase == LegPhase::Rest && self.start < self.end && !self.captures {
            return Self::at(self.target.clone()).feed(digester);
        }
        self.present().feed(digester);
        (self.phase as u8).feed(digester);
        self.captures.feed(digester);
        let next = self.more.iter().flat_map(|more| &more.next);
        next.clone().count().feed(digester);
        next.for_each(|leg| leg.feed(digester));
    }
}

#[cfg(feature = "serde")]
impl<T: Lerp> From<Moving<T>> for saved::SavedMoving<T, T::Delta> {
    fn from(moving: Moving<T>) -> Self {
        let (present, Moving { more, phase, captures, .. }) = (moving.present(), moving);
        let next = more.map(|more| more.next.into()).unwrap_or_default();
        Self { present, phase, captures, next }
    }
}

#[cfg(feature = "serde")]
impl<T: Lerp> TryFrom<saved::SavedMoving<T, T::Delta>> for Moving<T> {
    type Error = &'static str;

    fn try_from(saved: saved::SavedMoving<T, T::Delta>) -> Result<Self, Self::Error> {
        let saved::SavedMoving { present, phase, captures, next } = saved.checked()?;
        let mut moving = Self::at(present.target.clone());
        moving.enter(present, next.into(), captures);
        moving.phase = phase;
        Ok(moving)
    }
}

#[cfg(test)]
mod tests;
