//! The clocks of animations.

use core::{any::type_name, marker::PhantomData, time::Duration};

use alloc::sync::Arc;
use bevy_ecs::prelude::*;
use bevy_reflect::{Reflect, TypePath, std_traits::ReflectDefault, utility::GenericTypePathCell};
use bevy_time::{Fixed, Real, Time as BevyTime, Virtual};
use cueline::time::{Clock, Span, Speed, Tick, TickRate, Time};

use crate::duration::IntoSpan;

/// The most clocks of an app.
pub const MAX_CLOCKS: usize = 16;

/// A clock of the game: a [`cueline::time::Clock`] that the plugin advances.
///
/// `CueTime` without a parameter is the clock of the world. It counts the runs of the fixed schedule, so its time is
/// the same on every machine, and it stands still while `Time<Virtual>` is paused.
/// [`add_cue_clock`](crate::CuelineApp::add_cue_clock) adds other clocks, each with a type of the game's own.
///
/// Pass the clock to each method that starts a motion: `motion.tween_to(&time, ..)`. The motion then runs on that
/// clock.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// fn open_menu(mut world: ResMut<CueTime>) {
///     world.pause(); // a clock of the menu runs on
/// }
/// ```
///
/// With the feature `serde` it is saved in scenes, and goes on from the time and the tick of the scene. The source and
/// the rate stay those of the app.
#[derive(Resource, Reflect)]
#[reflect(opaque, type_path = false)]
#[reflect(Resource, Clone, Debug)]
pub struct CueTime<C: Send + Sync + 'static = ()> {
    clock: Clock,
    id: u8,
    source: ClockSource,
    rate: TickRate,
    /// Runs of the schedule that ticks.
    tick: Tick,
    /// The real or virtual time up to which the clock was moved; none for a clock from a scene.
    elapsed: Option<Span>,
    /// The app that has set the clock up; none for a clock from a scene.
    app: Option<Arc<()>>,
    marker: PhantomData<fn() -> C>,
}

/// A clock as the app has set it up.
#[derive(Resource)]
pub(crate) struct ClockSetup<C: Send + Sync + 'static>(pub(crate) CueTime<C>);

/// The source of the time of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ClockSource {
    /// Each run of the fixed schedule is one tick. Drawing samples between two ticks.
    #[default]
    FixedTicks,
    /// `Time<Virtual>`, once a frame: stands still while `Time<Virtual>` is paused.
    Virtual,
    /// `Time<Real>`, once a frame: a menu over a paused world.
    Real,
    /// Only [`CueTime::step`] and [`CueTime::set`] advance the clock.
    Manual,
}

impl<C: Send + Sync + 'static> CueTime<C> {
    pub(crate) fn new(id: u8, source: ClockSource) -> Self {
        Self {
            clock: Clock::new(),
            id,
            source,
            rate: TickRate::HZ_60, // until the first tick
            tick: Tick::ZERO,
            elapsed: Some(Span::ZERO),
            app: Some(Arc::new(())),
            marker: PhantomData,
        }
    }

    /// The time of the clock: the time of its last tick, or of this frame for a clock without ticks.
    #[must_use]
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// The number of ticks so far, including ticks while paused.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }

    /// The source of its time.
    #[must_use]
    pub fn source(&self) -> ClockSource {
        self.source
    }

    /// The moment `before` ago on this clock, for motions that started in the past: an object of a level that has run
    /// for a while, or a message that arrives late.
    ///
    /// ```no_run
    /// # use bevy_cueline::prelude::*;
    /// # fn late(time: &CueTime, motion: &mut Motion<Translation>) {
    /// motion.tween(time.ago(ms(100)), bevy_math::Vec3::ZERO, bevy_math::Vec3::X, ms(300), Easing::Linear);
    /// # }
    /// ```
    #[must_use]
    #[track_caller]
    pub fn ago(&self, before: impl IntoSpan) -> Moment {
        self.at(self.now() - before.into_span())
    }

    /// A moment on this clock.
    #[must_use]
    pub fn at(&self, time: Time) -> Moment {
        Moment { time, clock: self.id }
    }

    /// Stops the clock until [`resume`](Self::resume).
    pub fn pause(&mut self) {
        self.clock.pause();
    }

    /// Continues from the time at which the clock stopped.
    pub fn resume(&mut self) {
        self.clock.resume();
    }

    /// Whether the clock is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.clock.is_paused()
    }

    /// The speed while the clock is not paused.
    #[must_use]
    pub fn speed(&self) -> Speed {
        self.clock.speed()
    }

    /// Sets the speed from now on. The present time does not change.
    pub fn set_speed(&mut self, speed: Speed) {
        self.clock.set_speed(speed);
    }

    /// Advances the clock by hand, even while it is paused.
    #[track_caller]
    pub fn step(&mut self, by: impl IntoSpan) {
        self.clock.step(by.into_span());
    }

    /// Jumps to a time.
    pub fn set(&mut self, time: Time) {
        self.clock.set(time);
    }

    /// The state of the clock, to save, hash or send it.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Restores a saved clock.
    pub fn restore(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// Follows the rate of a schedule, also one that changes: a tick that was counted keeps its duration.
    pub fn set_rate(&mut self, rate: TickRate) {
        self.rate = rate;
    }

    /// The rate of its ticks, as of the last tick.
    #[must_use]
    pub fn rate(&self) -> TickRate {
        self.rate
    }

    /// Counts a tick and advances the clock by its duration. The plugin calls it once in each run of the fixed
    /// schedule, at the rate of `Time<Fixed>`. If ticks run in a schedule of your own, call it there, after
    /// [`set_rate`](Self::set_rate).
    pub fn count_tick(&mut self) {
        self.clock.advance(self.rate.span_of_tick(self.tick));
        self.tick = self.tick.next();
    }

    /// The time to draw: between two ticks if the clock counts ticks, otherwise [`now`](Self::now).
    #[must_use]
    pub fn shown(&self, alpha: f64) -> Time {
        if self.source != ClockSource::FixedTicks {
            return self.now();
        }
        let tick = self.rate.span_of_tick(self.tick).flicks();
        let mut ahead = self.clock;
        #[expect(clippy::cast_possible_truncation, reason = "a part of a tick")]
        let part = (tick as f64 * alpha.clamp(0.0, 1.0)) as i64;
        ahead.advance(Span::from_flicks(part));
        ahead.now()
    }

    /// Whether this is the clock that the app has set up, and not one of a scene.
    fn is_of(&self, setup: &Self) -> bool {
        let both = self.app.as_ref().zip(setup.app.as_ref());
        both.is_some_and(|(own, setup)| Arc::ptr_eq(own, setup))
    }

    /// Takes all but the time from what the app has set up.
    fn adopt(&mut self, setup: Self) {
        let Self { clock, tick, elapsed, .. } = *self;
        *self = Self { clock, tick, elapsed, ..setup };
    }

    fn follow(&mut self, elapsed: core::time::Duration) {
        // The whole elapsed time and not its parts, so that no rounding adds up.
        let elapsed = Span::from_duration(elapsed);
        self.clock.advance(elapsed - self.elapsed.unwrap_or(elapsed));
        self.elapsed = Some(elapsed);
    }
}

impl<C: Send + Sync + 'static> TypePath for CueTime<C> {
    fn type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("bevy_cueline::CueTime<{}>", type_name::<C>()))
    }

    fn short_type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("CueTime<{}>", type_name::<C>()))
    }
}

/// A clock as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Saved {
    clock: Clock,
    id: u8,
    tick: Tick,
}

#[cfg(feature = "serde")]
impl<C: Send + Sync + 'static> serde::Serialize for CueTime<C> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { clock, id, tick, .. } = *self;
        Saved { clock, id, tick }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, C: Send + Sync + 'static> serde::Deserialize<'de> for CueTime<C> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Saved { clock, id, tick } = Saved::deserialize(deserializer)?;
        // The app's own source and rate take the place of these before the clock moves.
        let new = Self::new(id, ClockSource::default());
        Ok(Self { clock, tick, elapsed: None, app: None, ..new })
    }
}

/// What the clock of a game depends on.
impl<C: Send + Sync + 'static> cueline::digest::Digest for CueTime<C> {
    fn feed(&self, digester: &mut cueline::digest::Digester) {
        cueline::digest::Digest::feed(&(self.clock, self.id, self.tick, self.elapsed), digester);
    }
}

impl<C: Send + Sync + 'static> Clone for CueTime<C> {
    fn clone(&self) -> Self {
        Self { app: self.app.clone(), ..*self }
    }
}

impl<C: Send + Sync + 'static> core::fmt::Debug for CueTime<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CueTime")
            .field("clock", &self.clock)
            .field("source", &self.source)
            .field("tick", &self.tick)
            .finish_non_exhaustive()
    }
}

/// A time on one of the clocks, at which a motion starts.
///
/// `&CueTime` and `&Res<CueTime>` turn into the present moment; [`CueTime::ago`] and [`CueTime::at`] make others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, cueline::digest::Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moment {
    /// The time on that clock.
    pub time: Time,
    pub(crate) clock: u8,
}

impl Moment {
    /// What is put in place of the moment of an insertion until then.
    #[cfg(feature = "assets")]
    pub(crate) const INSERTION: Self = Self { time: Time::MIN, clock: 0 };

    /// The moment of an insertion: now, on the clock of the world. Before the plugin is there, the start of that clock.
    pub(crate) fn of_insertion(world: &World) -> Self {
        let time = world.get_resource::<CueTime>();
        time.map_or(Self { time: Time::ZERO, clock: 0 }, Self::from)
    }
}

#[cfg(feature = "egui")]
impl<C: Send + Sync + 'static> CueTime<C> {
    /// The duration of the present tick.
    pub(crate) fn span_of_tick(&self) -> Span {
        self.rate.span_of_tick(self.tick)
    }
}

#[cfg(feature = "replicon")]
impl<C: Send + Sync + 'static> CueTime<C> {
    pub(crate) fn id(&self) -> u8 {
        self.id
    }

    /// Goes on from a clock of a server, some ticks ahead of it.
    pub(crate) fn follow_server(&mut self, clock: Clock, tick: Tick, ahead: i64) {
        (self.clock, self.tick) = (clock, tick);
        for _ in 0..ahead {
            self.count_tick();
        }
    }
}

impl<C: Send + Sync + 'static> From<&CueTime<C>> for Moment {
    fn from(time: &CueTime<C>) -> Self {
        time.at(time.now())
    }
}

impl<C: Send + Sync + 'static> From<&Res<'_, CueTime<C>>> for Moment {
    fn from(time: &Res<'_, CueTime<C>>) -> Self {
        Self::from(&**time)
    }
}

impl<C: Send + Sync + 'static> From<&ResMut<'_, CueTime<C>>> for Moment {
    fn from(time: &ResMut<'_, CueTime<C>>) -> Self {
        Self::from(&**time)
    }
}

/// The times to draw in this frame.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Shown {
    pub(crate) now: [Time; MAX_CLOCKS],
    /// The times of the clocks themselves: of their last tick.
    ticked: [Time; MAX_CLOCKS],
    /// Whether a clock shows another time than in the last frame.
    moved: [bool; MAX_CLOCKS],
    pub(crate) clocks: u8,
}

impl Default for Shown {
    fn default() -> Self {
        let (now, moved) = ([Time::ZERO; MAX_CLOCKS], [false; MAX_CLOCKS]);
        Self { now, ticked: now, moved, clocks: 0 }
    }
}

impl Shown {
    /// The time that a clock shows in this frame.
    #[must_use]
    pub fn time<C: Send + Sync + 'static>(&self, clock: &CueTime<C>) -> Time {
        self.of(clock.id)
    }

    #[inline(always)]
    pub(crate) fn has_moved(&self, clock: u8) -> bool {
        self.moved[usize::from(clock) % MAX_CLOCKS]
    }

    /// The time of the last tick of a clock; the time of this frame for a clock without ticks.
    #[cfg(feature = "characters")]
    pub(crate) fn ticked(&self, clock: u8) -> Time {
        self.ticked[usize::from(clock) % MAX_CLOCKS]
    }

    #[inline(always)]
    pub(crate) fn of(&self, clock: u8) -> Time {
        self.now[usize::from(clock) % MAX_CLOCKS]
    }
}

/// The times of the clocks at a tick that is rolled back.
#[cfg(feature = "ggrs")]
#[derive(Resource, Debug)]
pub(crate) struct TickTimes([Time; MAX_CLOCKS]);

#[cfg(feature = "ggrs")]
impl Default for TickTimes {
    fn default() -> Self {
        Self([Time::ZERO; MAX_CLOCKS])
    }
}

#[cfg(feature = "ggrs")]
impl TickTimes {
    pub(crate) fn of(&self, clock: u8) -> Time {
        self.0[usize::from(clock) % MAX_CLOCKS]
    }

    pub(crate) fn note<C: Send + Sync + 'static>(&mut self, clock: &CueTime<C>) {
        self.0[usize::from(clock.id) % MAX_CLOCKS] = clock.now();
    }
}

/// The alpha of the frame: its position between the last tick and the next, from 0 to 1. The plugin writes it from
/// `Time<Fixed>`. If ticks come from another source (rollback, a server), write it in
/// [`CuelineSystems::Alpha`](crate::CuelineSystems::Alpha).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(Resource, Clone, Debug, Default, PartialEq)]
pub struct CueAlpha(pub f64);

/// The rate of a timestep. `Time<Fixed>` holds whole nanoseconds, so what is a whole rate to the nanosecond is that rate.
pub(crate) fn rate_of(timestep: Duration) -> Option<TickRate> {
    const SECOND: u128 = 1_000_000_000;
    let step = timestep.as_nanos();
    let hz = (SECOND + step / 2).checked_div(step)?;
    let is_whole = hz > 0 && (SECOND / hz).abs_diff(step) <= 1;
    let (num, den) = if is_whole { (hz, 1) } else { (SECOND, step) };
    TickRate::new(u32::try_from(num).ok()?, u32::try_from(den).ok()?).ok()
}

/// One tick of a clock of [`ClockSource::FixedTicks`], at the rate that the game has given to `Time<Fixed>`.
pub(crate) fn count_ticks<C: Send + Sync + 'static>(
    fixed: Res<BevyTime<Fixed>>,
    setup: Res<ClockSetup<C>>,
    mut time: ResMut<CueTime<C>>,
) {
    adopt(&setup, &mut time);
    let rate = rate_of(fixed.timestep()).unwrap_or(time.rate);
    time.set_rate(rate);
    time.count_tick();
}

/// Moves a clock of [`ClockSource::Real`] or [`ClockSource::Virtual`].
pub(crate) fn follow_frames<C: Send + Sync + 'static>(
    real: Res<BevyTime<Real>>,
    virt: Res<BevyTime<Virtual>>,
    setup: Res<ClockSetup<C>>,
    mut time: ResMut<CueTime<C>>,
) {
    adopt(&setup, &mut time);
    let elapsed = if time.source == ClockSource::Real { real.elapsed() } else { virt.elapsed() };
    time.follow(elapsed);
}

/// Takes over a clock that a scene has just brought.
pub(crate) fn adopt<C: Send + Sync + 'static>(
    setup: &ClockSetup<C>,
    time: &mut ResMut<CueTime<C>>,
) {
    if !time.is_of(&setup.0) {
        time.adopt(setup.0.clone());
    }
}

/// The rate of the ticks to come.
#[derive(Resource)]
pub(crate) struct NextRate(pub(crate) TickRate);

impl Default for NextRate {
    fn default() -> Self {
        Self(TickRate::HZ_60)
    }
}

/// The place of the frame between two ticks, and the rate of these.
pub(crate) fn read_alpha(
    fixed: Res<BevyTime<Fixed>>,
    mut alpha: ResMut<CueAlpha>,
    mut rate: ResMut<NextRate>,
) {
    alpha.0 = fixed.overstep_fraction_f64();
    rate.0 = rate_of(fixed.timestep()).unwrap_or(rate.0);
}

/// The time that a clock shows in this frame.
pub(crate) fn show_clock<C: Send + Sync + 'static>(
    alpha: Res<CueAlpha>,
    rate: Res<NextRate>,
    setup: Res<ClockSetup<C>>,
    mut time: ResMut<CueTime<C>>,
    mut shown: ResMut<Shown>,
) {
    adopt(&setup, &mut time);
    time.bypass_change_detection().set_rate(rate.0);
    let (place, now, ticked) = (usize::from(time.id) % MAX_CLOCKS, time.shown(alpha.0), time.now());
    shown.moved[place] = shown.now[place] != now;
    (shown.now[place], shown.ticked[place]) = (now, ticked);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestep_in_nanoseconds_is_the_rate_that_was_meant() {
        for hz in [1_u32, 24, 30, 50, 60, 64, 72, 90, 120, 144, 240, 1000] {
            let step = Duration::from_secs_f64(1.0 / f64::from(hz));
            assert_eq!(rate_of(step), TickRate::hz(hz).ok(), "{hz} Hz");
        }
        let odd = Duration::from_nanos(16_700_000);
        assert_eq!(rate_of(odd), TickRate::new(10_000, 167).ok(), "to the nanosecond");
        assert_eq!(rate_of(Duration::ZERO), None);
    }
}
