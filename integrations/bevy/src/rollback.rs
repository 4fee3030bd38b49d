//! Rollback of what plays, with `bevy_ggrs`.
//!
//! [`CuelinePlugin::rollback`](crate::CuelinePlugin::rollback) switches it on. From then on, entities with
//! [`Rollback`](bevy_ggrs::Rollback) are played in [`GgrsSchedule`], at ticks; all others, such as those of a menu, are
//! played in the frame as before.
//!
//! - **State**: the clocks that count ticks, every [`Motion`], [`PathMotions`], [`ClipPlayer`](crate::ClipPlayer),
//!   `CharacterAnimator`, [`Queue`] and [`MainQueue`], with a checksum each that includes the type. What they write (`Transform`, `Sprite`) is not state: it is drawn between two
//!   ticks in [`CuelineSystems::Show`]. So under rollback a motion owns its value, as if made by [`Motion::at`].
//! - **Events**: a tick that runs again happens again, but the game receives each event once, after the run, and
//!   [`Retracted`] for one that did not happen after all. A [`CueLedger`] does the same for events of the game, such as
//!   sounds.
//! - **Rules** run in [`CuelineSystems::Rules`] of `GgrsSchedule`. They read motions and queues; observers of
//!   [`QueueUpdate`] run inside the schedule, in each simulation, and may write state.
//! - **Order**: queues play, and events of one time come, in the order in which entities were registered for rollback,
//!   which is the same on all peers.
//!
//! Clips and animators have to be loaded before the session starts. An entity in the payload of a queue stays valid if it
//! is despawned by `despawn_rollback`; one that is despawned otherwise may come back under another id, so use a key of your
//! own.

use alloc::vec::Vec;
use core::{any::type_name, hash::Hash, marker::PhantomData};

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel, system::SystemParam};
use bevy_ggrs::{
    AdvanceWorld, AdvanceWorldSystems, ChecksumFlag, ChecksumPart, ConfirmedFrameCount,
    GgrsSchedule, LoadWorld, RollbackApp, RollbackFrameCount, RollbackFrameRate, RollbackId,
    RollbackOrdered, SaveWorld,
};
use bevy_time::Time as BevyTime;
use cueline::{
    digest::digest,
    history::{Ledger, Novelty},
    time::{Tick, Time},
};

use crate::{
    CuelineSystems, MainQueue, Motion, PathMotions, Queue,
    clock::{CueAlpha, CueTime, MAX_CLOCKS, Shown},
    paths,
    property::Property,
    queue::{self, MainInRollback, QueueUpdate},
    report::{Report, Reported, To, deliver, send_by},
    show::report_motion,
};

/// What a game adds for rollback, after the plugin.
pub trait CuelineRollback {
    /// Lets queues of this payload play, as [`add_queue`](crate::CuelineApp::add_queue) does, and rolls back those whose
    /// entity has `Rollback`, and the [`MainQueue`]. Messages of their updates are not written: observers act in each simulation.
    fn add_rollback_queue<P: Clone + Hash + Send + Sync + 'static>(&mut self) -> &mut Self;

    /// Adds a [`CueLedger`] for events of the game's own. Each is a message once, and [`Retracted`] if it did not happen
    /// after all.
    fn add_cue_ledger<E: Message + Clone + PartialEq>(&mut self) -> &mut Self;
}

impl CuelineRollback for App {
    fn add_rollback_queue<P: Clone + Hash + Send + Sync + 'static>(&mut self) -> &mut Self {
        crate::CuelineApp::add_queue::<P>(self);
        self.insert_resource(MainInRollback::<P>(PhantomData))
            .rollback_resource_with_clone::<MainQueue<P>>()
            .add_systems(
                SaveWorld,
                checksum_of_main::<P>.in_set(bevy_ggrs::SaveWorldSystems::Checksum),
            )
            .rollback_component_with_clone::<Queue<P>>()
            .checksum_component::<Queue<P>>(checksum)
            .add_systems(
                GgrsSchedule,
                advance_queues::<P>
                    .in_set(CuelineSystems::Queues)
                    .ambiguous_with(CuelineSystems::Queues),
            )
    }

    fn add_cue_ledger<E: Message + Clone + PartialEq>(&mut self) -> &mut Self {
        let showing = showing(self);
        add_ledger::<E>(self);
        self.add_message::<E>().add_systems(
            showing,
            settle::<E>.in_set(CuelineSystems::Report).ambiguous_with(CuelineSystems::Report),
        )
    }
}

fn showing(app: &App) -> bevy_ecs::intern::Interned<dyn ScheduleLabel> {
    let settings = app.world().get_resource::<crate::plugin::Settings>();
    settings.map_or_else(|| bevy_app::PostUpdate.intern(), |settings| settings.showing)
}

/// A hash with the type's name: bevy_ggrs combines checksums without their types, so equal content of two types would
/// cancel out.
fn checksum<T: Hash>(state: &T) -> u64 {
    digest(&(type_name::<T>(), state))
}

/// The checksum of a resource.
type OfResource<T> = (Without<RollbackId>, With<ChecksumFlag<T>>);

/// As `checksum_resource`, which asks for a resource that is always there.
fn checksum_of_main<P: Clone + Hash + Send + Sync + 'static>(
    mut commands: Commands,
    queue: Option<Res<MainQueue<P>>>,
    mut part: Query<&mut ChecksumPart, OfResource<MainQueue<P>>>,
) {
    let new = ChecksumPart(checksum(&queue.as_deref()).into());
    match part.single_mut() {
        Ok(mut part) => *part = new,
        Err(_) => _ = commands.spawn((new, ChecksumFlag::<MainQueue<P>>::default())),
    }
}

/// The times of the clocks at this tick.
#[derive(Resource, Debug)]
pub(crate) struct TickTimes([Time; MAX_CLOCKS]);

impl TickTimes {
    fn of(&self, clock: u8) -> Time {
        self.0[usize::from(clock) % MAX_CLOCKS]
    }
}

/// Everything but properties, clocks and queues.
pub(crate) fn build(app: &mut App, showing: impl ScheduleLabel + Clone, rate: f64) {
    use CuelineSystems::{Advance, Alpha, Play, Queues, Report as Send, Rules, Tick};

    if rate.fract() != 0.0 {
        tracing::error!(
            "bevy_ggrs has whole tick rates only: {rate} Hz becomes {} Hz",
            rate.round()
        );
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rate above zero; bevy_ggrs has whole ones only"
    )]
    app.insert_resource(RollbackFrameRate(rate.round().max(1.0) as usize))
        .insert_resource(TickTimes([Time::ZERO; MAX_CLOCKS]))
        .init_resource::<Progress>()
        .configure_sets(GgrsSchedule, (Tick, Rules, Queues, Play, Advance, Send).chain())
        .add_systems(GgrsSchedule, enter_reports.in_set(Send))
        .add_systems(showing.clone(), (progress, alpha).chain().in_set(Alpha))
        .rollback_component_with_clone::<PathMotions>()
        .checksum_component::<PathMotions>(checksum)
        .add_systems(GgrsSchedule, advance_paths.in_set(Advance))
        .add_systems(
            showing.clone(),
            paths::show_rolled_back
                .in_set(CuelineSystems::Show)
                .ambiguous_with(CuelineSystems::Show),
        );
    add_reported::<crate::MotionStarted>(app, showing.clone());
    add_reported::<crate::MotionEnded>(app, showing.clone());
    #[cfg(feature = "assets")]
    {
        add_reported::<crate::CueEvent>(app, showing.clone());
        app.rollback_component_with_clone::<crate::ClipPlayer>()
            .checksum_component::<crate::ClipPlayer>(checksum)
            .update_component_with_map_entities::<crate::ClipPlayer>()
            .add_systems(GgrsSchedule, advance_clips.in_set(Play))
            .add_systems(showing.clone(), show_clips.in_set(Play).ambiguous_with(Play));
    }
    #[cfg(feature = "characters")]
    app.rollback_component_with_clone::<crate::CharacterAnimator>()
        .checksum_component::<crate::CharacterAnimator>(checksum)
        .update_component_with_map_entities::<crate::CharacterAnimator>()
        .add_systems(GgrsSchedule, advance_animators.in_set(Play).ambiguous_with(Play))
        .add_systems(showing, show_animators.in_set(Play).ambiguous_with(Play));
}

/// Rolls back a clock that counts ticks.
pub(crate) fn add_clock<C: Send + Sync + 'static>(app: &mut App) {
    let tick_time = |time: Res<CueTime<C>>, mut times: ResMut<TickTimes>| {
        times.0[usize::from(time.id()) % MAX_CLOCKS] = time.now();
    };
    app.rollback_resource_with_clone::<CueTime<C>>()
        .checksum_resource::<CueTime<C>>(checksum)
        .add_systems(
            GgrsSchedule,
            tick_time
                .after(crate::clock::count_ticks::<C>)
                .in_set(CuelineSystems::Tick)
                .ambiguous_with(CuelineSystems::Tick),
        );
}

/// Rolls back motions of a property.
pub(crate) fn add_property<P: Property>(app: &mut App) {
    let showing = showing(app);
    app.rollback_component_with_clone::<Motion<P>>()
        .checksum_component::<Motion<P>>(checksum)
        .add_systems(GgrsSchedule, advance::<P>.in_set(CuelineSystems::Advance))
        .add_systems(
            showing,
            show::<P>.in_set(CuelineSystems::Show).ambiguous_with(CuelineSystems::Show),
        );
}

fn advance<P: Property>(
    times: Res<TickTimes>,
    report: Res<Report>,
    mut motions: Query<(Entity, &mut Motion<P>), With<RollbackId>>,
) {
    let mut outbox = report.take();
    for (entity, mut motion) in &mut motions {
        let now = times.of(motion.clock());
        let motion = motion.bypass_change_detection();
        motion
            .advance(now, |happened| report_motion(entity, P::name(), happened, now, &mut outbox));
    }
    report.put(outbox);
}

fn advance_paths(
    times: Res<TickTimes>,
    report: Res<Report>,
    mut motions: Query<(Entity, &mut PathMotions), With<RollbackId>>,
) {
    let mut outbox = report.take();
    for (entity, mut motions) in &mut motions {
        let motions = motions.bypass_change_detection();
        motions.advance(entity, |clock| times.of(clock), &mut outbox);
    }
    report.put(outbox);
}

/// Draws between two ticks, and changes nothing that is rolled back.
fn show<P: Property>(
    shown: Res<Shown>,
    mut motions: Query<(&Motion<P>, &mut P::Target), With<RollbackId>>,
) {
    for (motion, mut target) in &mut motions {
        if let Some(value) = motion.value_at(shown.of(motion.clock()))
            && P::differs(&target, &value)
        {
            P::set(&mut target, value);
        }
    }
}

/// Entities in the order in which they were registered, which is the same on all peers.
fn in_order(world: &World, entities: &mut [(Entity, u8)]) {
    entities.sort_by_key(|(entity, _)| order_of(world, *entity));
}

fn order_of(world: &World, entity: Entity) -> Option<u64> {
    let id = world.get::<RollbackId>(entity)?;
    world.get_resource::<RollbackOrdered>().map(|ordered| ordered.order(*id))
}

fn advance_queues<P: Clone + Send + Sync + 'static>(
    world: &mut World,
    queues: &mut QueryState<(Entity, &Queue<P>), With<RollbackId>>,
    mut updates: Local<Vec<QueueUpdate<P>>>,
) {
    let mut all: Vec<_> =
        queues.iter(world).map(|(entity, queue)| (entity, queue.clock())).collect();
    in_order(world, &mut all);
    for (entity, clock) in all {
        let now = world.resource::<TickTimes>().of(clock);
        queue::play::<P, Queue<P>>(world, entity, now, false, &mut updates);
    }
    if let Some((entity, clock)) = queue::main::<P>(world) {
        let now = world.resource::<TickTimes>().of(clock);
        queue::play::<P, MainQueue<P>>(world, entity, now, false, &mut updates);
    }
}

#[cfg(feature = "assets")]
type ClipPlayers = QueryState<Entity, (With<crate::ClipPlayer>, With<RollbackId>)>;

#[cfg(feature = "assets")]
fn advance_clips(world: &mut World, players: &mut ClipPlayers) {
    each_clip(world, players, |world, entity, player| {
        let now = world.resource::<TickTimes>().of(player.clock());
        crate::play::advance_clip(world, entity, player, now);
    });
}

#[cfg(feature = "assets")]
fn show_clips(world: &mut World, players: &mut ClipPlayers) {
    each_clip(world, players, |world, entity, player| {
        let now = world.resource::<Shown>().of(player.clock());
        crate::play::show_clip(world, entity, player, now);
    });
}

#[cfg(feature = "assets")]
fn each_clip(
    world: &mut World,
    players: &mut ClipPlayers,
    act: impl Fn(&mut World, Entity, &mut crate::ClipPlayer),
) {
    let all: Vec<_> = players.iter(world).collect();
    let mut spare = None;
    for entity in all {
        crate::play::with_clip(world, entity, &mut spare, |world, player| {
            act(world, entity, player)
        });
    }
}

#[cfg(feature = "characters")]
type Animators = QueryState<Entity, (With<crate::CharacterAnimator>, With<RollbackId>)>;

#[cfg(feature = "characters")]
fn advance_animators(world: &mut World, players: &mut Animators) {
    let all: Vec<_> = players.iter(world).collect();
    for entity in all {
        crate::character::with_animator(world, entity, |world, player| {
            let now = world.resource::<TickTimes>().of(player.clock());
            crate::character::advance_animator(world, entity, player, now);
        });
    }
}

#[cfg(feature = "characters")]
fn show_animators(world: &mut World, players: &mut Animators) {
    let (all, mut layers): (Vec<_>, _) = (players.iter(world).collect(), Vec::new());
    for entity in all {
        crate::character::with_animator(world, entity, |world, player| {
            let now = world.resource::<Shown>().of(player.clock());
            crate::character::show_animator(world, entity, player, now, &mut layers);
        });
    }
}

fn enter_reports(world: &mut World) {
    send_by(world, true, |world, entity| match order_of(world, entity) {
        Some(order) => (order, To::Ledger(order)),
        None => (u64::MAX, To::Game),
    });
}

/// An event that the game received did not happen after all: a tick ran again with other inputs. Stop its sound.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Retracted<E: Send + Sync + 'static>(pub E);

/// Events of ticks that may run again. Each reaches the game once.
///
/// Systems of [`GgrsSchedule`] report; after the run, what is new is a message, and what the game had received but did not
/// happen after all is [`Retracted`]. Add it by [`add_cue_ledger`](CuelineRollback::add_cue_ledger). It is not rolled back.
///
/// ```
/// use bevy_cueline::{CueLedger, Retracted, prelude::*};
/// use bevy_ecs::prelude::*;
///
/// #[derive(Message, Clone, PartialEq)]
/// struct Sound(&'static str);
///
/// fn hit(mut sounds: ResMut<CueLedger<Sound>>) { // in GgrsSchedule
///     sounds.report(Sound("crack"));
/// }
///
/// fn play(mut new: MessageReader<Sound>, mut retracted: MessageReader<Retracted<Sound>>) { // in Update
///     for Sound(name) in new.read() { println!("play {name}") }
///     for Retracted(Sound(name)) in retracted.read() { println!("fade {name} out") }
/// }
/// ```
#[derive(Resource, Clone, Debug)]
pub struct CueLedger<E: Send + Sync + 'static> {
    ledger: Ledger<E>,
    tick: Tick,
    /// What is new since the game was last informed.
    new: Ticked<E>,
}

impl<E: Clone + PartialEq + Send + Sync + 'static> CueLedger<E> {
    /// Reports that this tick brought an event.
    pub fn report(&mut self, event: E) {
        // A tick that is settled has reported its events: there is nothing to do where it runs again.
        if let Ok(Novelty::New) = self.ledger.report(self.tick, event.clone()) {
            self.new.push((self.tick, event));
        }
    }

    /// The events that stand, with their ticks, as far as their ticks may still run again.
    pub fn standing(&self) -> impl Iterator<Item = &(Tick, E)> {
        self.ledger.reported()
    }

    /// After a run up to `tick`: what is new, and what did not happen after all.
    fn settle(&mut self, tick: Tick, confirmed: Tick) -> (Ticked<E>, Ticked<E>) {
        let mut new = core::mem::take(&mut self.new);
        let mut gone = self.ledger.settle(tick);
        // What was new in an earlier pass of the same run and then did not happen: the game never receives it.
        gone.retain(|event| match new.iter().position(|other| other == event) {
            Some(place) => {
                new.remove(place);
                false
            }
            None => true,
        });
        new.sort_by_key(|(tick, _)| *tick);
        self.ledger.forget_through(confirmed);
        (new, gone)
    }
}

/// Events with the ticks that brought them.
type Ticked<E> = Vec<(Tick, E)>;

fn add_ledger<E: Clone + PartialEq + Send + Sync + 'static>(app: &mut App) {
    let ledger = CueLedger::<E> { ledger: Ledger::new(), tick: Tick::ZERO, new: Vec::new() };
    let begin = |frame: Res<RollbackFrameCount>, mut ledger: ResMut<CueLedger<E>>| {
        ledger.tick = Tick::new(i64::from(frame.0));
    };
    let rewind = |frame: Res<RollbackFrameCount>, mut ledger: ResMut<CueLedger<E>>| {
        ledger.ledger.rewind(Tick::new(i64::from(frame.0)).next());
    };
    app.insert_resource(ledger)
        .add_message::<Retracted<E>>()
        .add_systems(AdvanceWorld, begin.in_set(AdvanceWorldSystems::First))
        .add_systems(LoadWorld, rewind);
}

/// How far the session has come.
#[derive(SystemParam)]
struct Frames<'w> {
    current: Option<Res<'w, RollbackFrameCount>>,
    confirmed: Option<Res<'w, ConfirmedFrameCount>>,
}

impl Frames<'_> {
    fn ticks(&self) -> (Tick, Tick) {
        let tick = |frame: Option<i32>| Tick::new(i64::from(frame.unwrap_or(-1)));
        (
            tick(self.current.as_ref().map(|frame| frame.0)),
            tick(self.confirmed.as_ref().map(|frame| frame.0)),
        )
    }
}

fn settle<E: Message + Clone + PartialEq>(
    frames: Frames<'_>,
    mut ledger: ResMut<CueLedger<E>>,
    mut messages: MessageWriter<E>,
    mut retracted: MessageWriter<Retracted<E>>,
) {
    let (current, confirmed) = frames.ticks();
    let (new, gone) = ledger.settle(current, confirmed);
    messages.write_batch(new.into_iter().map(|(_, event)| event));
    retracted.write_batch(gone.into_iter().map(|(_, event)| Retracted(event)));
}

/// An event of the plugin in a ledger. Its entity is replaced by the place in the order, as an entity that a load brings
/// back may have another id.
#[derive(Clone, Debug, PartialEq)]
struct Placed<E> {
    order: u64,
    event: E,
}

pub(crate) fn enter<E: Reported>(world: &mut World, order: u64, mut event: E) {
    *event.entity_mut() = Entity::PLACEHOLDER;
    match world.get_resource_mut::<CueLedger<Placed<E>>>() {
        Some(mut ledger) => ledger.report(Placed { order, event }),
        None => tracing::error!("CuelinePlugin::rollback() was not called"),
    }
}

fn add_reported<E: Reported>(app: &mut App, showing: impl ScheduleLabel) {
    add_ledger::<Placed<E>>(app);
    app.add_message::<Retracted<E>>().add_systems(
        showing,
        settle_reported::<E>.in_set(CuelineSystems::Report).ambiguous_with(CuelineSystems::Report),
    );
}

fn settle_reported<E: Reported>(world: &mut World, ids: &mut QueryState<(Entity, &RollbackId)>) {
    let frame = |frame: Option<i32>| Tick::new(i64::from(frame.unwrap_or(-1)));
    let current = frame(world.get_resource::<RollbackFrameCount>().map(|frame| frame.0));
    let confirmed = frame(world.get_resource::<ConfirmedFrameCount>().map(|frame| frame.0));
    let (new, gone) = world.resource_mut::<CueLedger<Placed<E>>>().settle(current, confirmed);
    if new.is_empty() && gone.is_empty() {
        return;
    }
    let entities: alloc::collections::BTreeMap<u64, Entity> = {
        let ordered = world.resource::<RollbackOrdered>();
        ids.iter(world).map(|(entity, id)| (ordered.order(*id), entity)).collect()
    };
    let placed = |Placed { order, mut event }: Placed<E>| {
        let entity = entities.get(&order).copied().unwrap_or(Entity::PLACEHOLDER);
        *event.entity_mut() = entity;
        (entity, event)
    };
    for (_, event) in gone {
        world.write_message(Retracted(placed(event).1));
    }
    for (_, event) in new {
        let (entity, event) = placed(event);
        deliver(world, entity, event);
    }
    world.flush();
}

/// Time since the last frame of the session. bevy_ggrs keeps its own to itself.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Progress {
    seconds: f64,
    frame: i32,
}

fn progress(
    time: Res<BevyTime>,
    rate: Res<RollbackFrameRate>,
    frame: Option<Res<RollbackFrameCount>>,
    mut progress: ResMut<Progress>,
) {
    let frame = frame.map_or(0, |frame| frame.0);
    #[expect(clippy::cast_precision_loss, reason = "a rate of some hundred at most")]
    let length = 1.0 / rate.0 as f64;
    let played = f64::from(frame - progress.frame) * length;
    // A session that waits for its peers, or runs slower to let them catch up, draws its last tick.
    progress.seconds = (progress.seconds + time.delta_secs_f64() - played).clamp(0.0, length);
    progress.frame = frame;
}

fn alpha(progress: Res<Progress>, rate: Res<RollbackFrameRate>, mut alpha: ResMut<CueAlpha>) {
    #[expect(clippy::cast_precision_loss, reason = "a rate of some hundred at most")]
    let part = progress.seconds * rate.0 as f64;
    alpha.0 = part.min(1.0);
}
