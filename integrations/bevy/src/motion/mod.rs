//! One property of one entity in motion.

use alloc::{boxed::Box, collections::VecDeque};
use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use bevy_reflect::{Reflect, TypePath, utility::GenericTypePathCell};
use cueline::{
    digest::{Digest, Digester},
    event::Reason,
    playback::Play,
    time::{FLICKS_PER_SECOND, Span, TickRate, Time},
    value::{Delta, Easing, Lerp, Moving, Spring},
};
use cueline_batch::SpringRates;
use tracing::warn;

pub(crate) mod commands;
mod ease;
pub(crate) mod paths;
mod played;
pub(crate) mod show;
mod springs;

use self::{
    ease::{ease, easing_of, number_of},
    played::Played,
    springs::Code,
};
use crate::{
    clock::Moment,
    duration::IntoSpan,
    easing::IntoEasing,
    property::{KnownProperties, Property},
    report::CancelCause,
    transport::row::Row,
};

/// A property of an entity, at rest or in motion: a tween, a spring, a glide, or a chain of them.
///
/// An entity has one motion for each property, so two animations of one property cannot conflict: the new one starts
/// from the present value. The component stays on the entity. At rest it costs nothing and writes nothing, so the game
/// may write the property itself; the next motion then starts from the value that the game wrote.
///
/// Properties that overlap, such as [`Translation`](crate::Translation), [`TranslationX`](crate::TranslationX) and
/// [`WholeTransform`](crate::WholeTransform), are different ones: the last to write wins. Use one of them on an entity.
///
/// | method | motion | velocity at the start |
/// | --- | --- | --- |
/// | [`tween_to`](Self::tween_to), [`tween`](Self::tween) | a duration, along an easing | the slope of the easing |
/// | [`glide_to`](Self::glide_to) | a fixed duration, on a smooth curve | the present velocity |
/// | [`spring_to`](Self::spring_to) | on a spring | the present velocity |
/// | [`throw_to`](Self::throw_to) | on a spring | a given velocity |
///
/// A duration is a [`Span`], such as `ms(300)`, a [`Duration`](core::time::Duration), or an `f32` in seconds; an easing is
/// an [`Easing`] or an `EaseFunction` of Bevy.
///
/// The `_after` methods start after a delay. The `then_` methods, such as [`then_tween_to`](Self::then_tween_to), start
/// at the exact end of the last motion, from its target. The `with_` methods, such as [`with_tween`](Self::with_tween),
/// need no clock: they start when the component is inserted.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// #[derive(Component)]
/// struct Card;
///
/// #[derive(Component)]
/// struct Hovered(bool);
///
/// fn hover(
///     time: Res<CueTime>,
///     mut cards: Query<(&Hovered, &mut Motion<TranslationY>), Changed<Hovered>>,
/// ) {
///     for (hovered, mut motion) in &mut cards {
///         let y = if hovered.0 { 30.0 } else { 0.0 };
///         motion.spring_to(&time, y, Spring::snappy(ms(250))); // from where the card is
///     }
/// }
///
/// fn deal(time: Res<CueTime>, mut cards: Query<&mut Motion<TranslationX>, With<Card>>) {
///     for (i, mut card) in cards.iter_mut().enumerate() {
///         card.spring_after(&time, ms(40) * i, 80.0 * i as f32, Spring::snappy(ms(350)));
///     }
/// }
/// ```
#[derive(Component, Reflect)]
#[reflect(opaque, type_path = false)]
#[reflect(Component, Clone, Debug)]
#[component(on_insert = inserted::<P>, on_discard = discarded::<P>)]
pub struct Motion<P: Property> {
    from: P::Value,
    to: P::Value,
    start: Time,
    end: Time,
    detail: Option<Box<Detail<P::Value>>>,
    /// What the loop over all motions computes itself: one by the duration in flicks while a tween moves, the [`Code`] of the
    /// spring while a spring moves, `from` its first value. At 0 it leaves the motion to the general path.
    inverse: f32,
    state: State,
    easing: u8,
    clock: u8,
    flags: u8,
}

/// A motion as it is sent and saved: all but what follows from the rest.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound(
    serialize = "V: serde::Serialize, V::Delta: serde::Serialize",
    deserialize = "V: serde::Deserialize<'de>, V::Delta: serde::Deserialize<'de>"
))]
pub struct OnWire<V: Lerp> {
    from: V,
    to: V,
    start: Time,
    end: Time,
    detail: Option<Detail<V>>,
    state: State,
    easing: u8,
    clock: u8,
    flags: u8,
}

#[cfg(feature = "serde")]
impl<P: Property> From<Motion<P>> for OnWire<P::Value> {
    fn from(motion: Motion<P>) -> Self {
        let Motion { from, to, start, end, detail, state, easing, clock, flags, .. } = motion;
        let detail = detail.map(|detail| *detail);
        Self { from, to, start, end, detail, state, easing, clock, flags }
    }
}

#[cfg(feature = "serde")]
impl<P: Property> Motion<P> {
    fn restored(sent: OnWire<P::Value>) -> Self {
        let OnWire { from, to, start, end, detail, state, easing, clock, flags } = sent;
        let (detail, inverse) = (detail.map(Box::new), 0.0);
        let left = detail.as_ref().is_some_and(|detail| detail.left.is_some());
        let flags = (flags & !(WARNED | LEFT)) | if left { LEFT } else { 0 };
        let mut motion =
            Self { from, to, start, end, detail, inverse, state, easing, clock, flags };
        motion.enter(state);
        motion.swing();
        motion
    }
}

#[cfg(feature = "replicon")]
impl<P: Property> From<OnWire<P::Value>> for Motion<P> {
    fn from(sent: OnWire<P::Value>) -> Self {
        let mut motion = Self::restored(sent);
        // Where nothing has ever moved, the component holds what the server sends with it.
        if motion.state == State::Rest && motion.start > Time::MIN {
            motion.arrive();
        }
        motion
    }
}

#[cfg(feature = "serde")]
impl<P: Property<Value: Lerp<Delta: serde::Serialize> + serde::Serialize>> serde::Serialize
    for Motion<P>
{
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        OnWire::from(self.clone()).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, P> serde::Deserialize<'de> for Motion<P>
where
    P: Property<Value: Lerp<Delta: serde::Deserialize<'de>> + serde::Deserialize<'de>>,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        OnWire::deserialize(deserializer).map(Self::restored)
    }
}

/// What moves by a spring, a glide or an easing that is no polynomial, and what comes after it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Delta: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Delta: serde::Deserialize<'de>"
    ))
)]
struct Detail<V: Lerp> {
    /// Follows from the rest.
    #[cfg_attr(feature = "serde", serde(skip))]
    swing: Option<Swing<V, V::Delta>>,
    moving: Moving<V>,
    law: Law,
    /// A motion that goes on until a delayed one starts, and has to start from the component: its start, target and law.
    first: Option<(Time, V, Law)>,
    /// A motion that another one has replaced, or that was stopped, until that is reported.
    left: Option<Left>,
    /// How it plays, where not once and straight on.
    played: Option<Box<Row>>,
    /// How the value moved until the tween took over: what replaces the tween at its very start takes this velocity.
    #[cfg_attr(feature = "serde", serde(skip))]
    before: Option<Moving<V>>,
    then: VecDeque<Leg<V>>,
}

/// A motion that has started, and that something else takes over from.
#[derive(Clone, Copy, Debug, PartialEq, Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Left {
    /// When it would end by itself. If that is not after `until`, it has ended.
    end: Time,
    skipped: bool,
    /// When something else takes over; none for the time at which that is reported.
    until: Option<Time>,
    cause: CancelCause,
}

/// A spring on its way, as the loop over all motions computes it: in single precision, from its state at the start.
#[derive(Clone)]
struct Swing<V, D> {
    rates: SpringRates,
    code: Code,
    from: V,
    velocity: D,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Leg<V> {
    wait: Span,
    target: V,
    law: Law,
    play: Option<Box<Play>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Law {
    Tween(Span, Easing),
    Glide(Span),
    Spring(Spring),
}

impl Law {
    #[track_caller]
    fn tween(duration: impl IntoSpan, easing: impl IntoEasing) -> Self {
        Self::Tween(duration.into_span(), easing.into_easing())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
enum State {
    /// At rest; the value is what the component holds.
    Rest,
    /// A tween that has started and not ended: from, to, start, end, easing.
    Tween,
    /// A tween that waits for its start.
    Waiting,
    /// A tween that starts from what the component will hold at its start.
    Capture,
    /// `detail.moving`.
    Detail,
    /// `detail.moving`, as `detail.played` plays it.
    Played,
    /// `detail.law`, from what the component will hold at its start.
    CaptureDetail,
    /// At rest on the server, at a value that the component of this client may not hold yet.
    #[cfg(feature = "replicon")]
    Arriving,
}

/// The value at rest is that of the motion (`to`) and not what the component holds.
const OWNED: u8 = 1;
/// The start was reported.
const STARTED: u8 = 2;
/// The end was brought about by `finish`.
const SKIPPED: u8 = 4;
/// What is missing was logged.
const WARNED: u8 = 8;
/// The chain starts when the component is inserted.
const ON_INSERT: u8 = 16;
/// There is a [`Left`] to report.
const LEFT: u8 = 32;

/// What a step of a motion reports.
pub(crate) enum Happened {
    Start(Time),
    Loop(Time, u64),
    End(Time, Reason),
    Cancel(Time, CancelCause),
}

impl<P: Property> Default for Motion<P>
where
    P::Value: Default,
{
    fn default() -> Self {
        Self::resting(P::Value::default(), 0)
    }
}

impl<P: Property> Motion<P> {
    /// A motion at rest at `value`. The next motion starts from `value`, whatever the component holds.
    ///
    /// For rules and rollback, which must not depend on drawn values. Otherwise use [`default`](Self::default), which
    /// starts from the value of the component.
    #[must_use]
    pub fn at(value: impl Into<P::Value>) -> Self {
        Self::resting(value.into(), OWNED)
    }

    /// At rest; the next motion starts from the component, which holds `value` now.
    pub(crate) fn from_component(value: P::Value) -> Self {
        Self::resting(value, 0)
    }

    fn resting(value: P::Value, flags: u8) -> Self {
        Self {
            from: value,
            to: value,
            start: Time::MIN,
            end: Time::MIN,
            detail: None,
            inverse: 0.0,
            state: State::Rest,
            easing: 0,
            clock: 0,
            flags,
        }
    }

    /// With a tween to `target`, after all motions so far. The first one starts when the component is inserted, on the
    /// clock of the world: for bundles, required components and all that is made without a clock.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::Vec3;
    /// use bevy_transform::components::Transform;
    ///
    /// #[derive(Component)]
    /// #[require(Transform, Motion::<Scale> = pop_up())]
    /// struct Card;
    ///
    /// fn pop_up() -> Motion<Scale> {
    ///     Motion::at(Vec3::ZERO).with_spring(Vec3::ONE, Spring::bouncy(ms(400)))
    /// }
    /// # let mut app = App::new();
    /// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
    /// # let card = app.world_mut().spawn(Card).id();
    /// # assert!(!app.world().get::<Motion<Scale>>(card).unwrap().is_resting());
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with_tween(
        self,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) -> Self {
        self.with(Span::ZERO, target.into(), Law::tween(duration, easing))
    }

    /// As [`with_tween`](Self::with_tween), `wait` after the end of all motions so far.
    #[must_use]
    #[track_caller]
    pub fn with_tween_after(
        self,
        wait: impl IntoSpan,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) -> Self {
        self.with(wait.into_span(), target.into(), Law::tween(duration, easing))
    }

    /// As [`with_tween`](Self::with_tween), on a spring.
    #[must_use]
    pub fn with_spring(self, target: impl Into<P::Value>, spring: Spring) -> Self {
        self.with(Span::ZERO, target.into(), Law::Spring(spring))
    }

    /// As [`with_tween_after`](Self::with_tween_after), on a spring.
    #[must_use]
    #[track_caller]
    pub fn with_spring_after(
        self,
        wait: impl IntoSpan,
        target: impl Into<P::Value>,
        spring: Spring,
    ) -> Self {
        self.with(wait.into_span(), target.into(), Law::Spring(spring))
    }

    fn with(mut self, wait: Span, target: P::Value, law: Law) -> Self {
        if !Self::refuses(&target) {
            if self.state == State::Rest {
                self.flags |= ON_INSERT;
            }
            self.detail_mut().then.push_back(Leg { wait, target, law, play: None });
        }
        self
    }

    /// Whether it was made without a clock and has not started.
    fn starts_on_insert(&self) -> bool {
        self.flags & ON_INSERT != 0
    }

    /// Starts the chain of a motion that was made without a clock.
    fn start(&mut self, now: Moment) {
        let legs = self.detail.as_mut().map(|detail| core::mem::take(&mut detail.then));
        self.flags &= !ON_INSERT;
        for Leg { wait, target, law, play } in legs.into_iter().flatten() {
            self.then(now, wait, target, law);
            if let Some(play) = play {
                self.set_play(*play);
            }
        }
    }

    /// Moves from `from` to `target` in `duration`, along `easing`.
    ///
    /// `now` is `&time`, or a moment in the past: [`CueTime::ago`](crate::CueTime::ago).
    #[track_caller]
    pub fn tween(
        &mut self,
        now: impl Into<Moment>,
        from: impl Into<P::Value>,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) {
        let (from, target) = (from.into(), target.into());
        if Self::refuses(&from) || Self::refuses(&target) {
            return;
        }
        let (owned, now) = (self.flags & OWNED, now.into());
        self.leave(now, now.time, CancelCause::Replaced);
        self.put(from);
        self.send(now, None, target, Law::tween(duration, easing));
        self.flags = (self.flags & !OWNED) | owned;
    }

    /// Moves from the present value to `target` in `duration`, along `easing`. While a delayed motion waits, this motion
    /// replaces it and waits too; to start at once, [`stop`](Self::stop) first.
    #[track_caller]
    pub fn tween_to(
        &mut self,
        now: impl Into<Moment>,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) {
        self.send(now.into(), None, target.into(), Law::tween(duration, easing));
    }

    /// As [`tween_to`](Self::tween_to), started `delay` after `now`. A present motion continues until then.
    #[track_caller]
    pub fn tween_after(
        &mut self,
        now: impl Into<Moment>,
        delay: impl IntoSpan,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) {
        self.send(now.into(), Some(delay.into_span()), target.into(), Law::tween(duration, easing));
    }

    /// Moves to `target` in `duration`, starting with the present velocity and ending at rest. While a delayed motion
    /// waits, this motion replaces it and waits too.
    #[track_caller]
    pub fn glide_to(
        &mut self,
        now: impl Into<Moment>,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
    ) {
        self.send(now.into(), None, target.into(), Law::Glide(duration.into_span()));
    }

    /// Moves to `target` on `spring`, starting with the present velocity. While a delayed motion waits, this motion
    /// replaces it and waits too.
    pub fn spring_to(
        &mut self,
        now: impl Into<Moment>,
        target: impl Into<P::Value>,
        spring: Spring,
    ) {
        self.send(now.into(), None, target.into(), Law::Spring(spring));
    }

    /// As [`spring_to`](Self::spring_to), started `delay` after `now`. A present motion continues until then.
    #[track_caller]
    pub fn spring_after(
        &mut self,
        now: impl Into<Moment>,
        delay: impl IntoSpan,
        target: impl Into<P::Value>,
        spring: Spring,
    ) {
        self.send(now.into(), Some(delay.into_span()), target.into(), Law::Spring(spring));
    }

    /// Moves from `from` to `target` on `spring`, starting with `velocity` (per second): for an object that a player
    /// drags and releases.
    pub fn throw_to(
        &mut self,
        now: impl Into<Moment>,
        from: impl Into<P::Value>,
        target: impl Into<P::Value>,
        velocity: <P::Value as Lerp>::Delta,
        spring: Spring,
    ) {
        let (now, from, target) = (now.into(), from.into(), target.into());
        if Self::refuses(&from) {
            return;
        }
        let mut moving = Moving::at(from);
        if !moving.throw_to(now.time, target, velocity, spring) {
            Self::warn_refused();
            return;
        }
        self.leave(now, now.time, CancelCause::Replaced);
        self.flags &= !(STARTED | SKIPPED);
        self.clock = now.clock;
        self.follow(moving, now.time, target, Law::Spring(spring));
        self.clear_chain();
    }

    /// Moves to `target` in `duration`, along `easing`, after all motions so far. At rest it starts now.
    #[track_caller]
    pub fn then_tween_to(
        &mut self,
        now: impl Into<Moment>,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) {
        self.then(now.into(), Span::ZERO, target.into(), Law::tween(duration, easing));
    }

    /// Moves to `target` on `spring`, after all motions so far. At rest it starts now.
    pub fn then_spring_to(
        &mut self,
        now: impl Into<Moment>,
        target: impl Into<P::Value>,
        spring: Spring,
    ) {
        self.then(now.into(), Span::ZERO, target.into(), Law::Spring(spring));
    }

    /// Moves to `target` in `duration`, along `easing`, `wait` after the end of all motions so far.
    #[track_caller]
    pub fn then_tween_after(
        &mut self,
        now: impl Into<Moment>,
        wait: impl IntoSpan,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) {
        self.then(now.into(), wait.into_span(), target.into(), Law::tween(duration, easing));
    }

    /// Sets the motion to rest at `value`, as [`at`](Self::at) does. The component is not written. A motion that was on its
    /// way is reported as [`MotionCancelled`](crate::MotionCancelled).
    pub fn set(&mut self, value: impl Into<P::Value>) {
        self.leave_at(Time::MIN, None, CancelCause::Stopped);
        self.put(value.into());
    }

    fn put(&mut self, value: P::Value) {
        self.clear_chain();
        self.rest(value);
        self.flags |= OWNED;
    }

    /// Stops at the present value. A motion that was on its way is reported as
    /// [`MotionCancelled`](crate::MotionCancelled).
    pub fn stop(&mut self, now: impl Into<Moment>) {
        let now = now.into();
        self.leave(now, now.time, CancelCause::Stopped);
        let owned = self.flags & OWNED;
        self.put(self.value(now).unwrap_or(self.to));
        self.flags = (self.flags & !OWNED) | owned;
    }

    /// Finishes the motion and its chain at once: the next frame shows the last target, and
    /// [`MotionEnded`](crate::MotionEnded) has [`Reason::Skipped`].
    pub fn finish(&mut self, now: impl Into<Moment>) {
        let now = now.into();
        if self.state == State::Rest {
            return;
        }
        if let Some(last) = self.detail.as_mut().and_then(|detail| detail.then.pop_back()) {
            self.to = last.target;
        } else if self.state == State::Played {
            self.to = self.value_at_end(now.time).unwrap_or(self.to);
        }
        if self.flags & STARTED == 0 {
            self.leave(now, now.time, CancelCause::Replaced);
        }
        self.clear_chain();
        self.forget_first();
        self.flags |= SKIPPED;
        if self.state == State::Played {
            // Until then it stays where it is.
            self.from = self.played_at(now.time).unwrap_or(self.to);
            self.unplay();
            self.start = now.time;
        }
        self.start = self.start.min(now.time);
        self.end = now.time;
        self.swing();
        // The loop leaves it to the general path.
        let is_tween = matches!(self.state, State::Tween | State::Played);
        self.enter(if is_tween { State::Waiting } else { self.state });
    }

    /// What the server has sent takes the place of what was.
    #[cfg(feature = "replicon")]
    pub(crate) fn take_over(&mut self, mut sent: Self) {
        let other = (sent.start, sent.to) != (self.start, self.to);
        if other && sent.state != State::Arriving {
            sent.flags &= !STARTED; // this client sees it start
        }
        sent.flags |= self.flags & WARNED;
        let arrives = sent.state == State::Arriving;
        let until = (!arrives).then_some(sent.start.max(self.start));
        let (sent_left, left) = (sent.take_left(), self.take_left());
        let left = match left {
            // This client has seen it start, and goes on until the time that the server says.
            Some(own) => sent_left.filter(|sent| sent.end == own.end).or(Some(own)),
            None if other => self.leaving(until, CancelCause::Replaced),
            None => None,
        };
        *self = sent;
        self.set_left(left);
        if self.state == State::Tween && self.flags & STARTED == 0 {
            self.enter(State::Waiting); // the general path reports it
        }
    }

    /// The component is to be written once, as it may hold something else.
    #[cfg(feature = "replicon")]
    fn arrive(&mut self) {
        (self.start, self.end) = (Time::MIN, Time::MIN);
        self.enter(State::Arriving);
    }

    /// The value at a time of its clock. For a spring this is the exact value; the component may show it in single
    /// precision, see [`Property::QUICK_SPRINGS`]. `None` if only the component holds the value: at rest, except after
    /// [`at`](Self::at) or [`set`](Self::set), and before a motion has read its start from the component.
    #[must_use]
    pub fn value(&self, now: impl Into<Moment>) -> Option<P::Value> {
        self.value_at(now.into().time)
    }

    /// The last target of the chain; `None` at rest.
    #[must_use]
    pub fn target(&self) -> Option<P::Value> {
        let last = self.detail.as_ref().and_then(|detail| detail.then.back());
        (self.state != State::Rest).then(|| last.map_or(self.to, |leg| leg.target))
    }

    /// Whether no motion plays or waits, as of the last frame.
    #[must_use]
    pub fn is_resting(&self) -> bool {
        self.state == State::Rest
    }

    /// The end of the present motion, without the chain after it. `None` at rest, for a spring that never settles, and for a
    /// motion that [repeats](Self::set_play) or got a command.
    #[must_use]
    pub fn ends_at(&self) -> Option<Time> {
        let ends = !matches!(self.state, State::Rest | State::Played) && self.end < Time::MAX;
        ends.then_some(self.end)
    }

    /// Notes that the motion that has started goes on until a time only, for the next step to report it.
    fn leave(&mut self, now: Moment, until: Time, cause: CancelCause) {
        if self.clock == now.clock {
            return self.leave_at(now.time, Some(until), cause);
        }
        // The times of another clock do not compare.
        self.leave_at(Time::MIN, None, cause);
        if let Some(left) = self.detail.as_mut().and_then(|detail| detail.left.as_mut()) {
            left.end = Time::MAX;
        }
    }

    fn leave_at(&mut self, now: Time, until: Option<Time>, cause: CancelCause) {
        let left = match self.take_left() {
            // It went on until a delayed motion was to start, which does not start then after all.
            Some(left) if left.until.is_some_and(|until| until > now) => {
                Some(Left { until, cause, ..left })
            }
            Some(left) => Some(left),
            None => self.leaving(until, cause),
        };
        self.set_left(left);
    }

    /// The motion that is on its way, as one that goes on until a time only.
    fn leaving(&self, until: Option<Time>, cause: CancelCause) -> Option<Left> {
        let until = until.map(|until| until.max(self.start));
        let skipped = self.flags & SKIPPED != 0;
        // How long it would have played on depends on what it would have been asked.
        let end = if self.state == State::Played { Time::MAX } else { self.end };
        self.is_under_way().then_some(Left { end, skipped, until, cause })
    }

    fn take_left(&mut self) -> Option<Left> {
        self.flags &= !LEFT;
        self.detail.as_mut().and_then(|detail| detail.left.take())
    }

    fn set_left(&mut self, left: Option<Left>) {
        if left.is_some() {
            self.flags |= LEFT;
            self.detail_mut().left = left;
        }
    }

    /// Whether its start was reported, and its end was not.
    fn is_under_way(&self) -> bool {
        self.state != State::Rest && self.flags & STARTED != 0
    }

    fn report_left(&mut self, now: Time, report: &mut impl FnMut(Happened)) {
        let Some(left) = self.take_left() else { return };
        let Left { end, skipped, until, cause } = left;
        let until = until.unwrap_or(now);
        if now < end.min(until) {
            self.set_left(Some(left));
        } else if end <= until {
            let reason = if skipped { Reason::Skipped } else { Reason::Played };
            report(Happened::End(end, reason));
        } else {
            report(Happened::Cancel(until, cause));
        }
        self.free();
    }

    /// Ends what is on its way, as what it writes is gone, or the motion itself is. What waits for its start waits on.
    pub(crate) fn lose(&mut self, now: Time, mut report: impl FnMut(Happened)) {
        self.report_left(now, &mut report);
        if !self.is_under_way() {
            return;
        }
        self.step(now, None, &mut report);
        if self.is_under_way() {
            report(Happened::Cancel(now, CancelCause::Removed));
            self.put(self.value_at(now).unwrap_or(self.to));
            self.flags &= !OWNED;
        }
    }

    fn clear_chain(&mut self) {
        self.flags &= !ON_INSERT;
        if let Some(detail) = &mut self.detail {
            detail.then.clear();
        }
    }

    fn rest(&mut self, value: P::Value) {
        self.unplay();
        self.to = value;
        self.enter(State::Rest);
        self.flags &= !(STARTED | SKIPPED);
        self.free();
    }

    /// At rest, what moved before is of no use: all but what is still to be reported, and what is to start.
    fn free(&mut self) {
        if self.state == State::Rest && self.flags & (LEFT | ON_INSERT) == 0 {
            self.detail = None;
        }
    }

    pub(crate) fn value_at(&self, now: Time) -> Option<P::Value> {
        match self.state {
            State::Rest => (self.flags & OWNED != 0).then_some(self.to),
            State::Capture | State::CaptureDetail => None,
            #[cfg(feature = "replicon")]
            State::Arriving => Some(self.to),
            State::Played => self.played_at(now),
            _ if now >= self.end => Some(self.to),
            State::Tween | State::Waiting if now <= self.start => Some(self.from),
            State::Tween | State::Waiting => Some(self.on_the_way(now)),
            State::Detail => self.detail.as_ref().map(|detail| detail.moving.value(now)),
        }
    }

    /// The value of a tween after its start and before its end: the same bits as [`fast`](Self::fast).
    fn on_the_way(&self, now: Time) -> P::Value {
        let progress = progress(now, self.start, inverse_of(self.end - self.start));
        self.mixed(self.eased(progress))
    }

    fn enter(&mut self, state: State) {
        self.state = state;
        // What does not move at all is not written in each frame either.
        let on_its_way = state == State::Tween && self.from != self.to;
        self.inverse = if on_its_way { inverse_of(self.end - self.start) } else { 0.0 };
    }

    /// The way the value goes at present, in the form that takes over from any other.
    fn moving_at(&self, now: Time) -> Option<Moving<P::Value>> {
        match self.state {
            State::Rest => (self.flags & OWNED != 0).then(|| Moving::at(self.to)),
            State::Capture | State::CaptureDetail => None,
            #[cfg(feature = "replicon")]
            State::Arriving => Some(Moving::at(self.to)),
            State::Played => self.played_at(now).map(Moving::at),
            _ if now >= self.end => Some(Moving::at(self.to)),
            State::Tween | State::Waiting => Some(self.as_moving()),
            State::Detail => self.detail.as_ref().map(|detail| detail.moving.clone()),
        }
    }

    /// The way the value has gone up to `now`: a tween that starts there has not moved it yet.
    fn moving_until(&self, now: Time) -> Option<Moving<P::Value>> {
        let starts = matches!(self.state, State::Tween | State::Waiting)
            && self.start == now
            && now < self.end;
        let before = self.detail.as_ref().and_then(|detail| detail.before.as_ref());
        match before {
            Some(before) if starts => Some(before.clone()),
            _ => self.moving_at(now),
        }
    }

    /// A tween from its start on.
    fn as_moving(&self) -> Moving<P::Value> {
        let mut moving = Moving::at(self.from);
        let easing = easing_of(self.easing);
        moving.tween_to(self.start, self.to, self.end - self.start, easing);
        moving
    }

    fn is_waiting(&self, now: Time) -> bool {
        self.state != State::Rest && now < self.start && self.flags & STARTED == 0
    }

    /// Whether an earlier motion goes on until the one that was sent last starts.
    fn goes_on_meanwhile(&self) -> bool {
        self.detail.as_ref().is_some_and(|detail| match self.state {
            State::Detail => detail.moving.start() < self.start,
            State::CaptureDetail => detail.first.is_some(),
            _ => false,
        })
    }

    fn forget_first(&mut self) {
        if let Some(detail) = &mut self.detail {
            detail.first = None;
        }
    }

    fn forget_before(&mut self) {
        if let Some(detail) = &mut self.detail {
            detail.before = None;
        }
    }

    /// Whether a value is not finite, so that the motion keeps its way; the log says it.
    fn refuses(value: &P::Value) -> bool {
        let refused = !Lerp::is_finite(value);
        if refused {
            Self::warn_refused();
        }
        refused
    }

    #[cold]
    fn warn_refused() {
        warn!(
            "a motion of {} keeps its way: it was sent to a number that is not finite",
            P::name()
        );
    }

    /// Starts a motion. `delay` none: at once, or when the motion that waits would have started.
    fn send(&mut self, now: Moment, delay: Option<Span>, target: P::Value, law: Law) {
        if Self::refuses(&target) {
            return;
        }
        if self.clock != now.clock {
            self.leave(now, now.time, CancelCause::Replaced);
            // The time of another clock says nothing about this one: go on from what was drawn.
            if self.flags & OWNED == 0 || self.state != State::Rest {
                self.rest(self.to);
                self.flags &= !OWNED;
            }
            self.clock = now.clock;
        }
        self.clear_chain();
        let wait = if self.is_waiting(now.time) { self.start - now.time } else { Span::ZERO };
        let start = now.time + delay.unwrap_or(wait).max(Span::ZERO);
        let waits = start > now.time;
        let polynomial = match &law {
            Law::Tween(_, easing) => number_of(easing),
            _ => None,
        };
        let moves =
            self.state != State::Rest && (!self.is_waiting(now.time) || self.goes_on_meanwhile());
        let known = match (self.state, waits) {
            // The value at the start is not known before the component is read there.
            (State::Rest, _) => self.value_at(now.time),
            // What has not begun does not move until it is replaced.
            _ if !moves => self.value_at(now.time),
            _ => self.value_at(start),
        };
        // What a motion starts from that has no component to read.
        let before = if self.state == State::Rest { self.to } else { self.from };
        self.leave(now, start, CancelCause::Replaced);
        self.flags &= !(STARTED | SKIPPED);
        match (known, polynomial) {
            (Some(from), Some(number)) if !(moves && waits) => {
                let before = if moves { self.moving_until(start) } else { None };
                self.tween_from(from, start, target, &law, number);
                if let Some(before) = before.filter(|moving| !moving.velocity(start).is_zero()) {
                    self.detail_mut().before = Some(before);
                }
            }
            (Some(_), _) => {
                let way =
                    if waits { self.moving_at(now.time) } else { self.moving_until(now.time) };
                let Some(mut moving) = way else { return };
                send_after(&mut moving, now.time, start - now.time, target, law);
                self.follow(moving, start, target, law);
            }
            (None, _) if moves && waits => {
                // The one that goes on is known as soon as the component is read.
                let first = self.detail.as_mut().and_then(|detail| detail.first.take());
                let first = first.unwrap_or_else(|| (self.start, self.to, self.law()));
                let end = end_of(start, &law);
                self.follow(Moving::at(target), start, target, law);
                self.detail_mut().first = Some(first);
                self.end = end;
                self.enter(State::CaptureDetail);
            }
            (None, Some(number)) => {
                self.tween_from(before, start, target, &law, number);
                self.enter(State::Capture);
            }
            (None, None) => {
                self.from = before;
                let end = end_of(start, &law);
                self.follow(Moving::at(target), start, target, law);
                self.end = end;
                self.enter(State::CaptureDetail);
            }
        }
    }

    /// The law of what moves at present.
    fn law(&self) -> Law {
        match &self.detail {
            Some(detail) if matches!(self.state, State::Detail | State::CaptureDetail) => {
                detail.law
            }
            _ => Law::Tween(self.end - self.start, easing_of(self.easing)),
        }
    }

    fn then(&mut self, now: Moment, wait: Span, target: P::Value, law: Law) {
        if self.state == State::Rest {
            let delay = (wait > Span::ZERO).then_some(wait);
            self.send(now, delay, target, law);
            return;
        }
        if !Self::refuses(&target) {
            self.detail_mut().then.push_back(Leg { wait, target, law, play: None });
        }
    }

    fn detail_mut(&mut self) -> &mut Detail<P::Value> {
        let to = self.to;
        self.detail.get_or_insert_with(|| {
            let law = Law::Glide(Span::ZERO);
            let (moving, then) = (Moving::at(to), VecDeque::new());
            Box::new(Detail {
                swing: None,
                moving,
                law,
                first: None,
                left: None,
                played: None,
                before: None,
                then,
            })
        })
    }

    fn tween_from(&mut self, from: P::Value, start: Time, to: P::Value, law: &Law, number: u8) {
        self.unplay();
        self.forget_first();
        self.forget_before();
        self.end = end_of(start, law);
        (self.from, self.to, self.start, self.easing) = (from, to, start, number);
        self.enter(State::Waiting);
    }

    fn follow(&mut self, moving: Moving<P::Value>, start: Time, target: P::Value, law: Law) {
        self.start = start;
        self.end = moving.settles_at().unwrap_or(Time::MAX).max(start);
        self.to = target;
        let detail = self.detail_mut();
        (detail.moving, detail.law, detail.first) = (moving, law, None);
        (detail.played, detail.before) = (None, None);
        self.swing();
        self.enter(State::Detail);
    }

    /// Finds the numbers by which the loop over all motions computes a spring. A spring that never settles has none, as
    /// its phase would get less exact for ever.
    fn swing(&mut self) {
        let (start, to, settles) = (self.start, self.to, self.end < Time::MAX);
        let Some(detail) = self.detail.as_deref_mut() else { return };
        detail.swing = match &detail.law {
            // Another target than that of the spring is the last one of a chain that was finished.
            Law::Spring(spring) if P::QUICK_SPRINGS && settles && *detail.moving.target() == to => {
                SpringRates::of(spring, PER_SECOND).map(|rates| {
                    let (from, velocity) =
                        (detail.moving.value(start), detail.moving.velocity(start));
                    let code = Code::of(rates, !velocity.is_zero());
                    Swing { rates, code, from, velocity }
                })
            }
            _ => None,
        };
    }

    /// Whether the loop over all motions computes the value: of a spring between its start and its end.
    #[inline(always)]
    pub(crate) fn springs(&self, now: Time) -> bool {
        (self.inverse < 0.0) & (self.start < now) & (now < self.end)
    }

    /// Whether the loop over all motions computes the value: of the spring with this code, on this clock.
    #[inline(always)]
    pub(crate) fn is_spring(&self, code: Code, clock: u8, now: Time) -> bool {
        self.inverse.to_bits() == code.0.to_bits() && self.clock == clock && self.springs(now)
    }

    /// Whether both start at the same time.
    #[inline(always)]
    pub(crate) fn starts_with(&self, other: &Self) -> bool {
        self.start == other.start
    }

    /// The code of the spring that moves.
    #[inline(always)]
    pub(crate) fn code(&self) -> Code {
        Code(self.inverse)
    }

    /// The seconds since the start.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
    pub(crate) fn seconds(&self, now: Time) -> f32 {
        const SECOND: f64 = 1.0 / FLICKS_PER_SECOND as f64;
        let since = now.flicks().wrapping_sub(self.start.flicks());
        (since as f64 * SECOND) as f32
    }

    /// The rates of a spring that have no number.
    #[cold]
    pub(crate) fn rates(&self) -> Option<SpringRates> {
        Some(self.detail.as_deref()?.swing.as_ref()?.rates)
    }

    /// The value of the spring that moves.
    #[inline(always)]
    pub(crate) fn sprung(&self, progress: f32, carry: f32) -> Option<P::Value> {
        if self.code().has_more() {
            return self.swung(progress, carry);
        }
        Some(self.sprung_from_rest(progress))
    }

    /// The value of a spring that moves, and that began without a velocity.
    #[inline(always)]
    pub(crate) fn sprung_from_rest(&self, progress: f32) -> P::Value {
        P::spring(&self.from, &self.to, &Delta::zero(), progress, 0.0)
    }

    #[inline(never)]
    fn swung(&self, progress: f32, carry: f32) -> Option<P::Value> {
        let Swing { from, velocity, .. } = self.detail.as_deref()?.swing.as_ref()?;
        Some(P::spring(from, &self.to, velocity, progress, carry))
    }

    /// The value to show, which depends on nothing but the motion and the time: of a spring the same bits as in the loop
    /// over all motions.
    fn shown_at(&self, now: Time) -> Option<P::Value> {
        if self.springs(now)
            && let Some(rates) = self.rates()
        {
            let (progress, carry) = rates.at(self.seconds(now));
            return self.sprung(progress, carry);
        }
        self.value_at(now)
    }

    /// Starts what is next in the chain at the exact end of what was before. Whether there is something.
    fn next_leg(&mut self) -> bool {
        let Some(leg) = self.detail.as_mut().and_then(|detail| detail.then.pop_front()) else {
            return false;
        };
        let (from, start) = (self.to, self.end + leg.wait.max(Span::ZERO));
        self.flags &= !(STARTED | SKIPPED);
        let number = match &leg.law {
            Law::Tween(_, easing) => number_of(easing),
            _ => None,
        };
        if let Some(number) = number {
            self.tween_from(from, start, leg.target, &leg.law, number);
        } else {
            self.follow(leg_from(from, start, leg.target, &leg.law), start, leg.target, leg.law);
        }
        if let Some(play) = leg.play {
            self.play_as(*play);
        }
        true
    }

    /// The value to show where the motion is a tween on its way, else none. Also none in the first flick and close to the
    /// end, where only integers say exactly whether it has ended.
    #[inline(always)]
    pub(crate) fn fast(&self, now: Time) -> Option<P::Value> {
        let progress = self.quick_progress(now);
        is_on_its_way(progress).then(|| self.mixed(self.eased(progress)))
    }

    /// The progress of a tween; where it [is on its way](is_on_its_way), the motion is a tween.
    #[inline(always)]
    pub(crate) fn quick_progress(&self, now: Time) -> f32 {
        progress(now, self.start, self.inverse)
    }

    /// Whether it is a tween after its start and not close to its end.
    #[inline(always)]
    pub(crate) fn is_on_its_way(&self, now: Time) -> bool {
        is_on_its_way(self.quick_progress(now))
    }

    /// The value of a tween at this eased progress.
    #[inline(always)]
    pub(crate) fn mixed(&self, eased: f32) -> P::Value {
        P::mix(&self.from, &self.to, eased)
    }

    /// The eased progress of a tween.
    #[inline(always)]
    pub(crate) fn eased(&self, progress: f32) -> f32 {
        ease(self.easing, progress)
    }

    #[inline(always)]
    pub(crate) fn easing_and_clock(&self) -> [u8; 2] {
        [self.easing, self.clock]
    }

    #[inline(always)]
    pub(crate) fn rests(&self) -> bool {
        self.state == State::Rest && self.flags & LEFT == 0
    }

    /// Whether what it writes is missed: what has started ends where that is gone.
    pub(crate) fn misses(&self) -> bool {
        self.is_under_way() || self.flags & LEFT != 0
    }

    /// Whether it starts from what the component will hold.
    pub(crate) fn reads_its_target(&self) -> bool {
        matches!(self.state, State::Capture | State::CaptureDetail)
    }

    #[inline(always)]
    pub(crate) fn clock(&self) -> u8 {
        self.clock
    }

    /// Its start and its end, or none at rest; a spring that never settles has no end.
    #[cfg(feature = "egui")]
    pub(crate) fn span(&self) -> Option<(Time, Option<Time>)> {
        (self.state != State::Rest).then_some((self.start, self.ends_at()))
    }

    /// Whether a missing component is to be logged: once, for a motion that moves.
    pub(crate) fn warn_once(&mut self) -> bool {
        let first = self.state != State::Rest && self.flags & WARNED == 0;
        if first {
            self.flags |= WARNED;
        }
        first
    }

    /// One tick of a motion that is rolled back: it owns its value, so nothing depends on what was drawn.
    #[cfg(feature = "ggrs")]
    pub(crate) fn advance(&mut self, now: Time, report: impl FnMut(Happened)) {
        self.flags |= OWNED;
        self.step(now, None, report);
    }

    /// The general path: starts, ends, chains, springs. Returns the value to show. What starts from the component
    /// starts from the last value of the motion where no component is given.
    pub(crate) fn step(
        &mut self,
        now: Time,
        target: Option<&P::Target>,
        mut report: impl FnMut(Happened),
    ) -> Option<P::Value> {
        let mut shown = None;
        if self.flags & LEFT != 0 {
            self.report_left(now, &mut report);
        }
        // Bounded, as a chain gets shorter each time.
        loop {
            if self.state == State::Rest {
                return shown;
            }
            #[cfg(feature = "replicon")]
            if self.state == State::Arriving {
                self.rest(self.to);
                return Some(self.to);
            }
            self.capture_first(now, target);
            if now < self.start && self.flags & STARTED == 0 {
                // A motion that goes on until a delayed one starts is part of `moving`.
                return if self.state == State::Detail { self.value_at(now) } else { shown };
            }
            self.capture(target);
            self.take_up();
            if self.state == State::Played {
                match self.step_played(now, &mut report) {
                    Played::Waits => return shown,
                    Played::At(value) => return Some(value),
                    Played::Over(value) => shown = Some(value),
                }
                if !self.next_leg() {
                    self.rest(self.to);
                    return shown;
                }
                continue;
            }
            if self.flags & STARTED == 0 {
                self.flags |= STARTED;
                report(Happened::Start(self.start));
            }
            if now < self.end {
                if self.state == State::Waiting {
                    self.enter(State::Tween);
                }
                if self.state == State::Detail
                    && let Some(swing) = self.detail.as_ref().and_then(|d| d.swing.as_ref())
                {
                    (self.inverse, self.from) = (swing.code.0, swing.from);
                }
                return self.shown_at(now);
            }
            let skipped = self.flags & SKIPPED != 0;
            let reason = if skipped { Reason::Skipped } else { Reason::Played };
            report(Happened::End(self.end, reason));
            shown = Some(self.to);
            if !self.next_leg() {
                self.rest(self.to);
                return shown;
            }
        }
    }

    /// Reads the component for a motion that goes on until a delayed one starts.
    fn capture_first(&mut self, now: Time, target: Option<&P::Target>) {
        let (start, to, before) = (self.start, self.to, self.from);
        let Some(detail) = self.detail.as_deref_mut() else { return };
        let Some((begin, goal, law)) = detail.first.take_if(|(begin, ..)| *begin <= now) else {
            return;
        };
        let from = target.map_or(before, P::get);
        let mut moving = leg_from(from, begin, goal, &law);
        send_after(&mut moving, begin, start - begin, to, detail.law);
        detail.moving = moving;
        self.end = detail_end(self.detail.as_deref(), start);
        self.swing();
        self.enter(State::Detail);
    }

    fn capture(&mut self, target: Option<&P::Target>) {
        match self.state {
            State::Capture => {
                self.from = target.map_or(self.from, P::get);
                self.enter(State::Waiting);
            }
            State::CaptureDetail => {
                let (start, to) = (self.start, self.to);
                let from = target.map_or(self.from, P::get);
                let detail = self.detail_mut();
                detail.moving = leg_from(from, start, to, &detail.law);
                self.end = self.end.min(detail_end(self.detail.as_deref(), start));
                self.swing();
                self.enter(State::Detail);
            }
            _ => {}
        }
    }
}

/// The unit of time of springs in the loop over all motions.
const PER_SECOND: TickRate = match TickRate::new(1, 1) {
    Ok(rate) => rate,
    Err(_) => TickRate::HZ_1000, // 1 Hz is a valid rate
};

/// A progress below this is one before the end: it is rounded three times, by at most 2^-24 of its size each.
const CLOSE_TO_ONE: f32 = 1.0 - 1.0 / 1_048_576.0;

/// Whether this is the progress of a tween after its start and not close to its end.
#[inline(always)]
pub(crate) fn is_on_its_way(progress: f32) -> bool {
    // In one comparison: floats above zero are ordered as their bits.
    progress.to_bits().wrapping_sub(1) < CLOSE_TO_ONE.to_bits() - 1
}

#[inline(always)]
fn progress(now: Time, start: Time, inverse: f32) -> f32 {
    now.flicks().wrapping_sub(start.flicks()) as f32 * inverse
}

fn inverse_of(duration: Span) -> f32 {
    if duration > Span::ZERO { 1.0 / duration.flicks() as f32 } else { 0.0 }
}

fn detail_end<V: Lerp>(detail: Option<&Detail<V>>, start: Time) -> Time {
    let end = detail.and_then(|detail| detail.moving.settles_at());
    end.unwrap_or(Time::MAX).max(start)
}

fn send_after<V: Lerp>(moving: &mut Moving<V>, now: Time, delay: Span, target: V, law: Law) {
    match law {
        Law::Tween(duration, easing) => moving.tween_after(now, delay, target, duration, easing),
        Law::Glide(duration) => moving.glide_after(now, delay, target, duration),
        Law::Spring(spring) => moving.spring_after(now, delay, target, spring),
    };
}

fn leg_from<V: Lerp>(from: V, start: Time, target: V, law: &Law) -> Moving<V> {
    let mut moving = Moving::at(from);
    match *law {
        Law::Tween(duration, easing) => moving.tween_to(start, target, duration, easing),
        Law::Glide(duration) => moving.glide_to(start, target, duration),
        Law::Spring(spring) => moving.spring_to(start, target, spring),
    };
    moving
}

fn end_of(start: Time, law: &Law) -> Time {
    match law {
        Law::Tween(duration, _) | Law::Glide(duration) => start + (*duration).max(Span::ZERO),
        Law::Spring(spring) => spring.settling_duration().map_or(Time::MAX, |span| start + span),
    }
}

fn inserted<P: Property>(mut world: DeferredWorld, context: HookContext) {
    if let Some(known) = world.get_resource::<KnownProperties>() {
        known.expect::<P>(context.entity);
    }
    let now = Moment::of_insertion(&world);
    if let Some(mut motion) = world.get_mut::<Motion<P>>(context.entity)
        && motion.starts_on_insert()
    {
        motion.start(now);
    }
}

/// Reports the end of what is on its way. Under rollback a load takes components away and puts them back.
fn discarded<P: Property>(world: DeferredWorld, context: HookContext) {
    let Some(motion) = world.get::<Motion<P>>(context.entity).filter(|motion| motion.misses())
    else {
        return;
    };
    show::discard(&world, context.entity, P::name(), motion.clock, |now, report| {
        motion.clone().lose(now, report);
    });
}

/// Everything that the motion depends on, bit by bit.
impl<P: Property> Digest for Motion<P> {
    fn feed(&self, digester: &mut Digester) {
        let Self { from, to, start, end, detail, inverse: _, state, easing, clock, flags } = self;
        from.feed(digester);
        to.feed(digester);
        (start, end, state, easing, clock, flags & !WARNED).feed(digester);
        if let (Some(detail), State::Detail | State::CaptureDetail | State::Played) =
            (detail, state)
        {
            detail.moving.feed(digester);
            feed_law(&detail.law, digester);
            if let Some((start, target, law)) = &detail.first {
                start.feed(digester);
                target.feed(digester);
                feed_law(law, digester);
            }
        }
        if let Some(left) = detail.as_ref().and_then(|detail| detail.left) {
            left.feed(digester);
        }
        if let Some(row) = detail.as_ref().and_then(|detail| detail.played.as_deref()) {
            row.feed(digester);
        }
        for leg in detail.iter().flat_map(|detail| &detail.then) {
            leg.wait.feed(digester);
            leg.target.feed(digester);
            feed_law(&leg.law, digester);
            if let Some(play) = leg.play.as_deref() {
                play.feed(digester);
            }
        }
    }
}

fn feed_law(law: &Law, digester: &mut Digester) {
    // A law in motion from 0 to 1 has all its numbers, and nothing else.
    let mut moving = Moving::at(0.0_f32);
    send_after(&mut moving, Time::ZERO, Span::ZERO, 1.0, *law);
    moving.feed(digester);
}

impl<P: Property> TypePath for Motion<P> {
    fn type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("bevy_cueline::Motion<{}>", P::name()))
    }

    fn short_type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("Motion<{}>", P::name()))
    }
}

impl<P: Property> core::fmt::Debug for Motion<P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Motion")
            .field("property", &P::name())
            .field("state", &self.state)
            .field("from", &self.from)
            .field("to", &self.to)
            .field("start", &self.start)
            .field("end", &self.end)
            .field("detail", &self.detail)
            .finish_non_exhaustive()
    }
}

impl<P: Property> Clone for Motion<P> {
    fn clone(&self) -> Self {
        Self { detail: self.detail.clone(), ..*self }
    }
}

impl<V: Lerp> Clone for Detail<V> {
    fn clone(&self) -> Self {
        let Self { swing, moving, law, first, left, played, before, then } = self;
        Self {
            swing: swing.clone(),
            moving: moving.clone(),
            law: *law,
            first: first.clone(),
            left: *left,
            played: played.clone(),
            before: before.clone(),
            then: then.clone(),
        }
    }
}

impl<V: Lerp + core::fmt::Debug> core::fmt::Debug for Detail<V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Detail")
            .field("target", self.moving.target())
            .field("law", &self.law)
            .field("then", &self.then)
            .finish_non_exhaustive()
    }
}
