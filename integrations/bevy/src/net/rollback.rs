//! Rollback of what plays, with `bevy_ggrs`.
//!
//! [`CuelinePlugin::rollback`](crate::CuelinePlugin::rollback) switches it on. From then on, entities with
//! [`Rollback`](bevy_ggrs::Rollback) are played in [`GgrsSchedule`], at ticks; all others, such as those of a menu, are
//! played in the frame as before.
//!
//! - **State**: the clocks that count ticks, every [`Motion`], [`PathMotions`], [`ClipPlayer`](crate::ClipPlayer),
//!   [`TimelinePlayer`](crate::TimelinePlayer), [`FlipbookPlayer`](crate::FlipbookPlayer), `CharacterAnimator`, [`Queue`] and
//!   [`MainQueue`], with a checksum each that includes the type. What they write (`Transform`, `Sprite`) is not state: it is
//!   drawn between two ticks in [`CuelineSystems::Show`]. So under rollback a motion owns its value, as if made by
//!   [`Motion::at`].
//! - **Events**: a tick that runs again happens again, but the game receives each event once, after the run, and
//!   [`Retracted`] for one that did not happen after all. A [`CueLedger`] does the same for events of the game, such as
//!   sounds.
//! - **Rules** run in [`CuelineSystems::Rules`] of `GgrsSchedule`. They read motions and queues; observers of
//!   [`QueueUpdate`] run inside the schedule, in each simulation, and may write state.
//! - **Order**: queues play, and events of one time come, in the order in which entities were registered for rollback,
//!   which is the same on all peers.
//!
//! Clips, timelines, flipbooks and animators have to be loaded before the session starts. An entity in the payload of a queue
//! stays valid if it is despawned by `despawn_rollback`; one that is despawned otherwise may come back under another id, so use
//! a key of your own.

use alloc::vec::Vec;
use core::{any::type_name, marker::PhantomData};

use bevy_app::App;
#[cfg(feature = "assets")]
use bevy_app::PreUpdate;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel};
#[cfg(feature = "assets")]
use bevy_ggrs::RunGgrsSystems;
use bevy_ggrs::{
    ChecksumFlag, ChecksumPart, GgrsSchedule, LoadWorld, LoadWorldSystems, RollbackApp,
    RollbackFrameCount, RollbackFrameRate, RollbackId, RollbackOrdered, SaveWorld,
    SaveWorldSystems,
};
use bevy_time::Time as BevyTime;
#[cfg(feature = "assets")]
use cueline::playback::EventBuffer;
use cueline::{
    digest::{Digest, digest},
    time::TickRate,
};

pub use crate::net::ledger::{CueLedger, Retracted};
#[cfg(feature = "characters")]
use crate::player::character::{self, CharacterAnimator};
#[cfg(feature = "assets")]
use crate::player::{
    clip::{self, ClipPlayer},
    timeline::{self, TimelinePlayer},
};
use crate::{
    clock::{ClockSetup, CueAlpha, CueTime, NextRate, Shown, TickTimes, adopt},
    motion::{
        Motion,
        paths::{self, PathMotions},
        show::report_motion,
    },
    net::ledger::{add_ledger, add_reported, enter, settle},
    property::Property,
    queue::{self, MainInRollback, MainQueue, Queue, QueueUpdate},
    report::{
        MotionCancelled, MotionEnded, MotionLooped, MotionStarted, Recipient, Report, Reported,
        deliver, send_to,
    },
    schedule::{CuelineSystems, Settings, add_writer, is_first, with_world},
};

/// What a game adds for rollback, after the plugin.
pub trait CuelineRollback {
    /// Lets queues of this payload play, as [`add_queue`](crate::CuelineApp::add_queue) does, and rolls back those whose
    /// entity has `Rollback`, and the [`MainQueue`]. Messages of their updates are not written: observers act in each simulation.
    fn add_rollback_queue<P: Clone + Digest + Send + Sync + 'static>(&mut self) -> &mut Self;

    /// Adds a [`CueLedger`] for events of the game's own. Each is a message once, and [`Retracted`] if it did not happen
    /// after all.
    fn add_cue_ledger<E: Message + Clone + PartialEq>(&mut self) -> &mut Self;
}

impl CuelineRollback for App {
    fn add_rollback_queue<P: Clone + Digest + Send + Sync + 'static>(&mut self) -> &mut Self {
        let is_new = queue::add::<P>(self);
        #[cfg(feature = "egui")]
        if is_new {
            crate::inspector::Kinds::add_queue::<P>(self);
        }
        #[cfg(not(feature = "egui"))]
        let _ = is_new;
        if !is_first::<MainInRollback<P>>(self) {
            return self;
        }
        self.insert_resource(MainInRollback::<P>(PhantomData))
            .rollback_resource_with_clone::<MainQueue<P>>()
            .add_systems(SaveWorld, checksum_of_main::<P>.in_set(SaveWorldSystems::Checksum))
            .rollback_component_with_clone::<Queue<P>>()
            .checksum_component::<Queue<P>>(checksum)
            .add_systems(
                GgrsSchedule,
                with_world(advance_queues::<P>).in_set(CuelineSystems::Queues),
            )
    }

    fn add_cue_ledger<E: Message + Clone + PartialEq>(&mut self) -> &mut Self {
        let showing = showing(self);
        if !is_first::<CueLedger<E>>(self) {
            return self;
        }
        add_ledger::<E>(self);
        self.add_message::<E>().add_systems(
            showing,
            settle::<E>.in_set(CuelineSystems::Report).ambiguous_with(CuelineSystems::Report),
        )
    }
}

fn showing(app: &App) -> bevy_ecs::intern::Interned<dyn ScheduleLabel> {
    let settings = app.world().get_resource::<Settings>();
    settings.map_or_else(|| bevy_app::PostUpdate.intern(), |settings| settings.showing)
}

/// A digest with the type's name: bevy_ggrs combines checksums without their types, so equal content of two types would
/// cancel out.
fn checksum<T: Digest>(state: &T) -> u64 {
    digest(&(type_name::<T>(), state))
}

/// The checksum of a resource.
type OfResource<T> = (Without<RollbackId>, With<ChecksumFlag<T>>);

/// As `checksum_resource`, which asks for a resource that is always there.
fn checksum_of_main<P: Clone + Digest + Send + Sync + 'static>(
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

/// Everything but properties, clocks and queues.
pub(crate) fn build(app: &mut App, showing: impl ScheduleLabel + Clone) {
    use CuelineSystems::{Advance, Alpha, Play, Queues, Report as Send, Rules, Tick};

    app.init_resource::<RollbackFrameRate>()
        .init_resource::<TickTimes>()
        .init_resource::<Progress>()
        .configure_sets(GgrsSchedule, (Tick, Rules, Queues, Play, Advance, Send).chain())
        // Each checksum is written to an entity of its own, which its query does not say.
        .configure_sets(
            SaveWorld,
            SaveWorldSystems::Checksum.ambiguous_with(SaveWorldSystems::Checksum),
        )
        // Each maps the entities of one component, and has the whole world.
        .configure_sets(
            LoadWorld,
            LoadWorldSystems::Mapping.ambiguous_with(LoadWorldSystems::Mapping),
        )
        .add_systems(GgrsSchedule, with_world(enter_reports).in_set(Send))
        .add_systems(showing.clone(), (progress, alpha).chain().in_set(Alpha))
        .rollback_component_with_clone::<PathMotions>()
        .checksum_component::<PathMotions>(checksum)
        .add_systems(GgrsSchedule, advance_paths.in_set(Advance));
    add_writer(
        app,
        showing.clone(),
        with_world(paths::show_rolled_back).run_if(any_with_component::<PathMotions>),
    );
    add_reported::<MotionStarted>(app, showing.clone());
    add_reported::<MotionEnded>(app, showing.clone());
    add_reported::<MotionLooped>(app, showing.clone());
    add_reported::<MotionCancelled>(app, showing.clone());
    #[cfg(feature = "assets")]
    {
        // What no handle names any more is gone before the session plays.
        app.configure_sets(PreUpdate, RunGgrsSystems.after(bevy_asset::AssetTrackingSystems));
        add_reported::<crate::report::CueEvent>(app, showing.clone());
        app.rollback_component_with_clone::<ClipPlayer>()
            .checksum_component::<ClipPlayer>(checksum)
            .update_component_with_map_entities::<ClipPlayer>()
            .rollback_component_with_clone::<TimelinePlayer>()
            .checksum_component::<TimelinePlayer>(checksum)
            .update_component_with_map_entities::<TimelinePlayer>()
            .add_systems(
                GgrsSchedule,
                (with_world(advance_clips), with_world(advance_timelines)).chain().in_set(Play),
            )
            .add_systems(
                showing.clone(),
                (with_world(show_clips), with_world(show_timelines)).chain().in_set(Play),
            );
        #[cfg(any(feature = "sprite", feature = "ui"))]
        add_flipbooks(app, showing.clone());
    }
    #[cfg(feature = "characters")]
    app.rollback_component_with_clone::<CharacterAnimator>()
        .checksum_component::<CharacterAnimator>(checksum)
        .update_component_with_map_entities::<CharacterAnimator>()
        .add_systems(GgrsSchedule, with_world(advance_animators).in_set(Play))
        .add_systems(showing, with_world(show_animators).in_set(Play));
}

fn hertz(rate: &RollbackFrameRate) -> Option<TickRate> {
    u32::try_from(rate.0).ok().and_then(|hz| TickRate::hz(hz).ok())
}

/// One tick of a clock, at the rate of the session.
pub(crate) fn count_ticks<C: Send + Sync + 'static>(
    rate: Res<RollbackFrameRate>,
    setup: Res<ClockSetup<C>>,
    mut time: ResMut<CueTime<C>>,
) {
    adopt(&setup, &mut time);
    let rate = hertz(&rate).unwrap_or(time.rate());
    time.set_rate(rate);
    time.count_tick();
}

/// Rolls back a clock that counts ticks.
pub(crate) fn add_clock<C: Send + Sync + 'static>(app: &mut App) {
    let tick_time = |time: Res<CueTime<C>>, mut times: ResMut<TickTimes>| times.note(&time);
    app.rollback_resource_with_clone::<CueTime<C>>()
        .checksum_resource::<CueTime<C>>(checksum)
        .add_systems(
            GgrsSchedule,
            tick_time
                .after(count_ticks::<C>)
                .in_set(CuelineSystems::Tick)
                .ambiguous_with(CuelineSystems::Tick),
        );
}

/// Rolls back motions of a property.
pub(crate) fn add_property<P: Property>(app: &mut App) {
    let showing = showing(app);
    app.rollback_component_with_clone::<Motion<P>>()
        .checksum_component::<Motion<P>>(checksum)
        .add_systems(GgrsSchedule, advance::<P>.in_set(CuelineSystems::Advance));
    add_writer(app, showing, show::<P>.run_if(any_with_component::<Motion<P>>));
}

fn advance<P: Property>(
    times: Res<TickTimes>,
    report: Res<Report>,
    mut motions: Query<(Entity, &mut Motion<P>), With<RollbackId>>,
) {
    let mut outbox = report.take();
    for (entity, mut motion) in &mut motions {
        let now = times.of(motion.state().clock());
        motion.bypass_change_detection().advance(now, &mut |happened| {
            report_motion(entity, P::name(), happened, now, &mut outbox);
        });
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
        if let Some(value) = motion.value_at(shown.of(motion.state().clock()))
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

#[cfg(all(feature = "assets", any(feature = "sprite", feature = "ui")))]
fn add_flipbooks(app: &mut App, showing: impl ScheduleLabel) {
    use crate::player::flipbook::{
        FlipbookPlayer,
        rolled_back::{advance_flipbooks, show_flipbooks},
        wake_flipbooks,
    };

    #[cfg(feature = "sprite")]
    let show = show_flipbooks::<bevy_sprite::Sprite>;
    #[cfg(all(feature = "sprite", feature = "ui"))]
    let show = (show, show_flipbooks::<bevy_ui::widget::ImageNode>).chain();
    #[cfg(not(feature = "sprite"))]
    let show = show_flipbooks::<bevy_ui::widget::ImageNode>;
    app.rollback_component_with_clone::<FlipbookPlayer>()
        .checksum_component::<FlipbookPlayer>(checksum)
        .add_systems(GgrsSchedule, advance_flipbooks.in_set(CuelineSystems::Play))
        .add_systems(showing, show.after(wake_flipbooks).in_set(CuelineSystems::Play));
}

#[cfg(feature = "assets")]
type ClipPlayers = QueryState<Entity, (With<ClipPlayer>, With<RollbackId>)>;

#[cfg(feature = "assets")]
fn advance_clips(world: &mut World, players: &mut ClipPlayers, mut buffer: Local<EventBuffer>) {
    each_clip(world, players, |world, entity, player| {
        let now = world.resource::<TickTimes>().of(player.clock());
        clip::advance_clip(world, entity, player, (None, now), &mut buffer);
    });
}

#[cfg(feature = "assets")]
fn show_clips(world: &mut World, players: &mut ClipPlayers) {
    each_clip(world, players, |world, entity, player| {
        let now = world.resource::<Shown>().of(player.clock());
        clip::show_clip(world, entity, player, now);
    });
}

#[cfg(feature = "assets")]
type TimelinePlayers = QueryState<Entity, (With<TimelinePlayer>, With<RollbackId>)>;

#[cfg(feature = "assets")]
fn advance_timelines(
    world: &mut World,
    players: &mut TimelinePlayers,
    mut buffer: Local<EventBuffer>,
) {
    let all: Vec<_> = players.iter(world).collect();
    for entity in all {
        timeline::with_timeline(world, entity, |world, player| {
            let now = world.resource::<TickTimes>().of(player.clock());
            timeline::advance_timeline(world, entity, player, now, &mut buffer);
        });
    }
}

#[cfg(feature = "assets")]
fn show_timelines(world: &mut World, players: &mut TimelinePlayers) {
    let all: Vec<_> = players.iter(world).collect();
    for entity in all {
        timeline::with_timeline(world, entity, |world, player| {
            let now = world.resource::<Shown>().of(player.clock());
            timeline::show_timeline(world, entity, player, now);
        });
    }
}

#[cfg(feature = "assets")]
fn each_clip(
    world: &mut World,
    players: &mut ClipPlayers,
    mut act: impl FnMut(&mut World, Entity, &mut ClipPlayer),
) {
    let all: Vec<_> = players.iter(world).collect();
    let mut spare = None;
    for entity in all {
        clip::with_clip(world, entity, &mut spare, |world, player| act(world, entity, player));
    }
}

#[cfg(feature = "characters")]
type Animators = QueryState<Entity, (With<CharacterAnimator>, With<RollbackId>)>;

#[cfg(feature = "characters")]
fn advance_animators(world: &mut World, players: &mut Animators) {
    let all: Vec<_> = players.iter(world).collect();
    for entity in all {
        character::with_animator(world, entity, |world, player| {
            let now = world.resource::<TickTimes>().of(player.clock());
            character::advance_animator(world, entity, player, now);
        });
    }
}

#[cfg(feature = "characters")]
fn show_animators(world: &mut World, players: &mut Animators) {
    let (all, mut layers): (Vec<_>, _) = (players.iter(world).collect(), Vec::new());
    for entity in all {
        character::with_animator(world, entity, |world, player| {
            let now = world.resource::<Shown>().of(player.clock());
            character::show_animator(world, entity, player, now, &mut layers);
        });
    }
}

/// Into the ledgers of the entities that are rolled back; all others are of the game.
struct Ledgers;

impl Recipient for Ledgers {
    fn order(&self, world: &World, entity: Entity) -> u64 {
        order_of(world, entity).unwrap_or(u64::MAX)
    }
    fn receive<E: Reported>(&self, world: &mut World, entity: Entity, event: E) {
        match order_of(world, entity) {
            Some(order) => enter(world, order, event),
            None => deliver(world, entity, event),
        }
    }
}

fn enter_reports(world: &mut World) {
    send_to(world, &Ledgers);
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

fn alpha(
    progress: Res<Progress>,
    rate: Res<RollbackFrameRate>,
    mut alpha: ResMut<CueAlpha>,
    mut next: ResMut<NextRate>,
) {
    #[expect(clippy::cast_precision_loss, reason = "a rate of some hundred at most")]
    let part = progress.seconds * rate.0 as f64;
    alpha.0 = part.min(1.0);
    next.0 = hertz(&rate).unwrap_or(next.0);
}
