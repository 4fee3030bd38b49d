//! One property of one entity in motion.

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use bevy_reflect::{Reflect, TypePath, utility::GenericTypePathCell};
use cueline::{
    digest::{Digest, Digester},
    playback::Play,
    time::{Span, Time},
    value::{Lerp, Moving, Spring},
};

pub(crate) mod commands;
pub(crate) mod paths;
mod played;
pub(crate) mod show;
mod springs;
pub(crate) mod state;

pub(crate) use self::state::Happened;
use self::state::{OWNED, State, Table};
use crate::{
    clock::Moment,
    duration::IntoSpan,
    easing::IntoEasing,
    property::{KnownProperties, Property},
    transport::{Rows, row::Row},
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
/// an [`Easing`](cueline::value::Easing) or an `EaseFunction` of Bevy.
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
pub struct Motion<P: Property>(State<P::Value>);

/// A motion as it is sent and saved.
#[cfg(feature = "replicon")]
impl<P: Property> From<Motion<P>> for State<P::Value> {
    fn from(motion: Motion<P>) -> Self {
        motion.0
    }
}

#[cfg(feature = "replicon")]
impl<P: Property> From<State<P::Value>> for Motion<P> {
    fn from(mut sent: State<P::Value>) -> Self {
        sent.arrive();
        Self(sent)
    }
}

#[cfg(feature = "serde")]
impl<P: Property<Value: Lerp<Delta: serde::Serialize> + serde::Serialize>> serde::Serialize
    for Motion<P>
{
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, P> serde::Deserialize<'de> for Motion<P>
where
    P: Property<Value: Lerp<Delta: serde::Deserialize<'de>> + serde::Deserialize<'de>>,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        State::deserialize(deserializer).map(Self)
    }
}

impl<P: Property> Default for Motion<P>
where
    P::Value: Default,
{
    fn default() -> Self {
        Self::from_component(P::Value::default())
    }
}

impl<P: Property> Motion<P> {
    const TABLE: Table<P::Value> = Table::of::<P>();

    /// A motion at rest at `value`. The next motion starts from `value`, whatever the component holds.
    ///
    /// For rules and rollback, which must not depend on drawn values. Otherwise use [`default`](Self::default), which
    /// starts from the value of the component.
    #[must_use]
    pub fn at(value: impl Into<P::Value>) -> Self {
        Self(State::resting(value.into(), OWNED))
    }

    /// At rest; the next motion starts from the component, which holds `value` now.
    pub(crate) fn from_component(value: P::Value) -> Self {
        Self(State::resting(value, 0))
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
        self.with_tween_after(Span::ZERO, target, duration, easing)
    }

    /// As [`with_tween`](Self::with_tween), `wait` after the end of all motions so far.
    #[must_use]
    #[track_caller]
    pub fn with_tween_after(
        mut self,
        wait: impl IntoSpan,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) -> Self {
        let (wait, target) = (wait.into_span(), target.into());
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        self.0.add(&Self::TABLE, &mut |moving, now| {
            moving.tween_after(now, wait, target, duration, easing)
        });
        self
    }

    /// As [`with_tween`](Self::with_tween), on a spring.
    #[must_use]
    pub fn with_spring(self, target: impl Into<P::Value>, spring: Spring) -> Self {
        self.with_spring_after(Span::ZERO, target, spring)
    }

    /// As [`with_tween_after`](Self::with_tween_after), on a spring.
    #[must_use]
    #[track_caller]
    pub fn with_spring_after(
        mut self,
        wait: impl IntoSpan,
        target: impl Into<P::Value>,
        spring: Spring,
    ) -> Self {
        let (wait, target) = (wait.into_span(), target.into());
        self.0.add(&Self::TABLE, &mut |moving, now| moving.spring_after(now, wait, target, spring));
        self
    }

    fn send(
        &mut self,
        now: impl Into<Moment>,
        mut act: impl FnMut(&mut Moving<P::Value>, Time) -> bool,
    ) {
        self.0.send(&Self::TABLE, now.into(), &mut act);
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
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        self.send(now, |moving, now| {
            moving.set(from)
                && moving.tween_to(now, target, duration, easing)
                && moving.start_from(&from)
        });
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
        let target = target.into();
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        self.send(now, |moving, now| moving.tween_to(now, target, duration, easing));
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
        let (delay, target) = (delay.into_span(), target.into());
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        self.send(now, |moving, now| moving.tween_after(now, delay, target, duration, easing));
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
        let (target, duration) = (target.into(), duration.into_span());
        self.send(now, |moving, now| moving.glide_to(now, target, duration));
    }

    /// Moves to `target` on `spring`, starting with the present velocity. While a delayed motion waits, this motion
    /// replaces it and waits too.
    pub fn spring_to(
        &mut self,
        now: impl Into<Moment>,
        target: impl Into<P::Value>,
        spring: Spring,
    ) {
        let target = target.into();
        self.send(now, |moving, now| moving.spring_to(now, target, spring));
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
        let (delay, target) = (delay.into_span(), target.into());
        self.send(now, |moving, now| moving.spring_after(now, delay, target, spring));
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
        let (from, target) = (from.into(), target.into());
        self.send(now, |moving, now| {
            moving.set(from) && moving.throw_to(now, target, velocity.clone(), spring)
        });
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
        self.then_tween_after(now, Span::ZERO, target, duration, easing);
    }

    /// Moves to `target` on `spring`, after all motions so far. At rest it starts now.
    pub fn then_spring_to(
        &mut self,
        now: impl Into<Moment>,
        target: impl Into<P::Value>,
        spring: Spring,
    ) {
        let target = target.into();
        self.0.then(&Self::TABLE, now.into(), &mut |moving, now| {
            moving.spring_to(now, target, spring)
        });
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
        let (wait, target) = (wait.into_span(), target.into());
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        self.0.then(&Self::TABLE, now.into(), &mut |moving, now| {
            moving.tween_after(now, wait, target, duration, easing)
        });
    }

    /// Sets how the last motion of the chain plays: how often, mirrored or each pass from where the one before has ended,
    /// how fast, after which delay. At rest it has no effect.
    ///
    /// The commands of [`CuePlayer`](crate::CuePlayer) pause it, turn it round, and let it jump. What is sent next
    /// starts from the value that shows, at rest; if that has a delay, the value rests there until then.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    ///
    /// // Up and down for ever.
    /// fn float(motion: &mut Motion<TranslationY>, time: &CueTime) {
    ///     motion.tween_to(time, 30.0, ms(700), Easing::IN_OUT_SINE);
    ///     motion.set_play(Play {
    ///         repeat: Repeat::Forever,
    ///         repeat_mode: RepeatMode::PingPong,
    ///         ..Play::default()
    ///     });
    /// }
    /// ```
    pub fn set_play(&mut self, play: impl Into<Play>) {
        self.0.set_play(&Self::TABLE, play.into());
    }

    /// As [`set_play`](Self::set_play), for a motion that is made without a clock.
    #[must_use]
    pub fn with_play(mut self, play: impl Into<Play>) -> Self {
        self.set_play(play);
        self
    }

    /// Sets the motion to rest at `value`, as [`at`](Self::at) does. The component is not written. A motion that was on its
    /// way is reported as [`MotionCancelled`](crate::MotionCancelled).
    pub fn set(&mut self, value: impl Into<P::Value>) {
        self.0.set(value.into());
    }

    /// Stops at the present value. A motion that was on its way is reported as
    /// [`MotionCancelled`](crate::MotionCancelled).
    pub fn stop(&mut self, now: impl Into<Moment>) {
        self.0.stop(&Self::TABLE, now.into());
    }

    /// Finishes the motion and its chain at once: the next frame shows the last target, and
    /// [`MotionEnded`](crate::MotionEnded) has [`Reason::Skipped`](cueline::event::Reason::Skipped).
    pub fn finish(&mut self, now: impl Into<Moment>) {
        self.0.finish(now.into().time);
    }

    /// The value at a time of its clock. For a spring this is the exact value; the component may show it in single
    /// precision, see [`Property::QUICK_SPRINGS`]. `None` if only the component holds the value: at rest, except after
    /// [`at`](Self::at) or [`set`](Self::set), and before a motion has read its start from the component.
    #[must_use]
    pub fn value(&self, now: impl Into<Moment>) -> Option<P::Value> {
        self.value_at(now.into().time)
    }

    pub(crate) fn value_at(&self, now: Time) -> Option<P::Value> {
        self.0.value_at(&Self::TABLE, now)
    }

    /// The last target of the chain; `None` at rest.
    #[must_use]
    pub fn target(&self) -> Option<P::Value> {
        (!self.is_resting()).then(|| self.0.last_target())
    }

    /// Whether no motion plays or waits, as of the last frame.
    #[must_use]
    pub fn is_resting(&self) -> bool {
        self.0.moving.is_resting()
    }

    /// The end of the present motion, without the chain after it. `None` at rest, for a spring that never settles, and for a
    /// motion that [repeats](Self::set_play) or got a command.
    #[must_use]
    pub fn ends_at(&self) -> Option<Time> {
        let plays_once = !self.is_resting() && self.0.row().is_none();
        self.0.moving.settles_at().filter(|_| plays_once)
    }

    /// The progress of the present pass, from 0 to 1, of the time and not of the value. `None` at rest, while it waits for
    /// its start, and for a motion that never ends.
    #[must_use]
    pub fn progress(&self, now: impl Into<Moment>) -> Option<f32> {
        self.0.progress(now.into().time)
    }

    pub(crate) fn state(&self) -> &State<P::Value> {
        &self.0
    }

    pub(crate) fn state_mut(&mut self) -> &mut State<P::Value> {
        &mut self.0
    }

    /// One tick of a motion that is rolled back.
    #[cfg(feature = "ggrs")]
    pub(crate) fn advance(&mut self, now: Time, report: &mut dyn FnMut(Happened)) {
        self.0.advance(&Self::TABLE, now, report);
    }

    /// Steps over all that is due. Returns the value to show.
    pub(crate) fn step(
        &mut self,
        now: Time,
        target: Option<&P::Target>,
        report: &mut dyn FnMut(Happened),
    ) -> Option<P::Value> {
        let held = target.filter(|_| self.0.reads()).map(P::get);
        self.0.step(&Self::TABLE, now, held.as_ref(), report)
    }

    /// Ends what is on its way, as what it writes is gone, or the motion itself is.
    pub(crate) fn lose(&mut self, now: Time, report: &mut dyn FnMut(Happened)) {
        self.0.lose(&Self::TABLE, now, report);
    }
}

impl<P: Property> Rows for Motion<P> {
    fn row_mut(&mut self) -> &mut Row {
        self.0.row_mut()
    }

    fn changed(&mut self) {
        self.0.changed(&Self::TABLE);
    }
}

fn inserted<P: Property>(mut world: DeferredWorld, context: HookContext) {
    if let Some(known) = world.get_resource::<KnownProperties>() {
        known.expect::<P>(context.entity);
    }
    let now = Moment::of_insertion(&world);
    if let Some(mut motion) = world.get_mut::<Motion<P>>(context.entity)
        && motion.0.starts_on_insert()
    {
        motion.0.start(now);
    }
}

/// Reports the end of what is on its way. Under rollback a load takes components away and puts them back.
fn discarded<P: Property>(world: DeferredWorld, context: HookContext) {
    let Some(motion) = world.get::<Motion<P>>(context.entity).filter(|motion| motion.0.misses())
    else {
        return;
    };
    show::discard(&world, context.entity, P::name(), motion.0.clock(), |now, report| {
        motion.clone().lose(now, report);
    });
}

impl<P: Property> Digest for Motion<P> {
    fn feed(&self, digester: &mut Digester) {
        self.0.feed(digester);
    }
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
            .field("row", &self.0.moving.row())
            .field("target", &self.target())
            .finish_non_exhaustive()
    }
}

impl<P: Property> Clone for Motion<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}
