//! Replication of playback state, with `bevy_replicon`.
//!
//! [`replicate_cueline`](CuelineReplication::replicate_cueline) switches it on, on the server and on each client. For
//! an entity with `Replicated` the server then sends playback state, never sampled values: a [`Motion`], a
//! [`ClipPlayer`] or a [`Queue`] is sent when the game changes it, and not while it plays. Each
//! client samples on its own.
//!
//! - **Clock**: at each tick the server sends the state of its clock and the number of the tick. A client takes both
//!   over when it joins and then counts on its own. It is corrected if it falls behind the received tick, or if it is
//!   60 ticks ahead of it. So at the same tick a client shows the same bits as the server, however late it has joined.
//! - **Motions** of `Transform`, sprites, texts and UI nodes; a property of the game by
//!   [`replicate_motion`](CuelineReplication::replicate_motion). Let replicon send the component itself once
//!   (`app.replicate_once::<Transform>()`), for entities that have not moved yet.
//! - **Clips**, timelines, flipbooks and `CharacterAnimator`s by the path of their asset. One that was built in code has no
//!   path and is not sent. Of an animator the state is sent, when the game sets a parameter: a few integers, of which every
//!   client plays on.
//! - **Motions by path**: [`PathMotions`].
//! - **Queues**: [`replicate_queue`](CuelineReplication::replicate_queue), also for the [`MainQueue`]. A queue is sent when the
//!   game queues, cancels or skips. Observers on a client receive each entry once. Entities in payloads become those of the
//!   client after [`map_queue`](crate::CuelineApp::map_queue).
//! - **Events**: a client reports starts, ends and cues that happen after it has joined. It reports no start for
//!   motions that had started before.

use core::marker::PhantomData;

use bevy_app::prelude::*;
use bevy_ecs::{prelude::*, schedule::ScheduleConfigs, system::ScheduleSystem};
use bevy_replicon::{
    bytes::Bytes,
    prelude::{
        AppRuleExt, ClientState, ClientSystems, Replicated, RuleFns, ServerState, ServerSystems,
    },
    shared::replication::registry::{
        ctx::WriteCtx,
        rule_fns::{
            DeserializeFn, default_deserialize, default_serialize, deserialize_as, serialize_as,
        },
    },
};
use bevy_state::condition::in_state;
use cueline::{
    time::{Clock, Tick},
    value::Lerp,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

#[cfg(feature = "assets")]
use crate::ClipPlayer;
use crate::{
    CuelineSystems, MainQueue, Motion, PathMotions, Queue,
    clock::CueTime,
    motion::state::State,
    property::*,
    queue::{QueueOnWire, mapped::map_received},
    schedule::is_first,
};

/// A value that can be sent.
pub trait Sent: Serialize + DeserializeOwned {}
impl<T: Serialize + DeserializeOwned> Sent for T {}

/// Methods of `App` for replication. Call them on the server and on each client, after adding `CuelinePlugin` and
/// `RepliconPlugins`. Both sides must make the same calls in the same order, as for all types that `bevy_replicon`
/// sends.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_cueline::prelude::*;
/// use bevy_replicon::prelude::*;
/// use bevy_transform::components::Transform;
///
/// let mut app = App::new();
/// app.add_plugins((bevy_time::TimePlugin, bevy_state::app::StatesPlugin, RepliconPlugins))
///     .add_plugins(CuelinePlugin::default())
///     .replicate_once::<Transform>()
///     .replicate_cueline();
/// app.world_mut().spawn((Replicated, Transform::default(), Motion::<Translation>::default()));
/// ```
pub trait CuelineReplication {
    /// Sends the clock of the world and, for entities with `Replicated`, clips, timelines, flipbooks, animators, motions by path,
    /// and motions of `Transform`, sprites, texts and UI nodes. Those of cameras and sounds need
    /// [`replicate_motion`](Self::replicate_motion), as those of the game's own properties do.
    fn replicate_cueline(&mut self) -> &mut Self;

    /// Sends a clock of [`add_cue_clock`](crate::CuelineApp::add_cue_clock) that counts ticks.
    fn replicate_clock<C: Send + Sync + 'static>(&mut self) -> &mut Self;

    /// Sends motions of a property of the game.
    fn replicate_motion<P>(&mut self) -> &mut Self
    where
        P: Property<Value: Lerp<Delta: Sent> + Sent>;

    /// Plays queues with this payload, as [`add_queue`](crate::CuelineApp::add_queue) does, and sends those of entities
    /// with `Replicated`, and the [`MainQueue`].
    fn replicate_queue<P: Clone + Send + Sync + Serialize + DeserializeOwned + 'static>(
        &mut self,
    ) -> &mut Self;
}

impl CuelineReplication for App {
    fn replicate_cueline(&mut self) -> &mut Self {
        if !is_first::<ClockOnWire>(self) {
            return self;
        }
        // What is sent of a component that is drawn with an offset is without it.
        self.configure_sets(PostUpdate, ServerSystems::Send.before(CuelineSystems::Offset));
        self.replicate::<ClockOnWire>().replicate_clock::<()>();
        self.replicate_with(RuleFns::<PathMotions>::default().with_in_place(receive_paths))
            .replicate_motion::<Translation>()
            .replicate_motion::<Scale>()
            .replicate_motion::<TransformRotation>()
            .replicate_motion::<TransformAngle>()
            .replicate_motion::<TranslationX>()
            .replicate_motion::<TranslationY>()
            .replicate_motion::<TranslationZ>()
            .replicate_motion::<WholeTransform>();
        #[cfg(feature = "sprite")]
        self.replicate_motion::<SpriteColor>();
        #[cfg(feature = "text")]
        self.replicate_motion::<TextTint>();
        #[cfg(feature = "ui")]
        self.replicate_motion::<Background>()
            .replicate_motion::<UiTranslation>()
            .replicate_motion::<UiTransformScale>()
            .replicate_motion::<UiAngle>()
            .replicate_motion::<BorderTint>()
            .replicate_motion::<ImageTint>()
            .replicate_motion::<NodeMargin>()
            .replicate_motion::<NodePadding>()
            .replicate_motion::<NodeLeft>()
            .replicate_motion::<NodeTop>()
            .replicate_motion::<NodeWidth>()
            .replicate_motion::<NodeHeight>();
        #[cfg(feature = "assets")]
        {
            players::add::<ClipPlayer>(self);
            players::add::<crate::TimelinePlayer>(self);
            players::add::<crate::FlipbookPlayer>(self);
        }
        #[cfg(feature = "characters")]
        players::add::<crate::CharacterAnimator>(self);
        self
    }

    fn replicate_clock<C: Send + Sync + 'static>(&mut self) -> &mut Self {
        let settings = self.world().get_resource::<crate::schedule::Settings>();
        let Some(ticking) = settings.map(|settings| settings.ticking) else {
            tracing::error!("add CuelinePlugin before what it sends");
            return self;
        };
        if !is_first::<BeforeTick<C>>(self) {
            return self;
        }
        self.insert_resource(BeforeTick::<C>(None, PhantomData))
            .add_systems(ticking, before_tick::<C>.before(CuelineSystems::Tick))
            .add_systems(PostUpdate, on_the_server(send_clock::<C>))
            .add_systems(PreUpdate, on_a_client(follow_clock::<C>.into_configs()))
    }

    fn replicate_motion<P>(&mut self) -> &mut Self
    where
        P: Property<Value: Lerp<Delta: Sent> + Sent>,
    {
        if !is_first::<OnWireOf<P>>(self) {
            return self;
        }
        self.replicate_with(RuleFns::new_as::<State<P::Value>>().with_in_place(receive_motion::<P>))
    }

    fn replicate_queue<P: Clone + Send + Sync + Serialize + DeserializeOwned + 'static>(
        &mut self,
    ) -> &mut Self {
        crate::CuelineApp::add_queue::<P>(self);
        if !is_first::<MainOnWire<P>>(self) {
            return self;
        }
        let queue = RuleFns::new(serialize_as::<Queue<P>, QueueOnWire<P>>, read_queue::<P>);
        self.replicate_with(queue.with_in_place(receive_queue::<P>))
            .replicate_with(RuleFns::new(default_serialize::<MainOnWire<P>>, read_main::<P>))
            .add_systems(PostUpdate, on_the_server(send_main::<P>))
            .add_systems(PreUpdate, on_a_client(receive_main::<P>.into_configs()))
    }
}

/// Stands for a property whose motions are sent.
struct OnWireOf<P>(PhantomData<fn() -> P>);

/// Runs a system on the server: after all changes of playback state, before replicon sends.
fn on_the_server<M>(system: impl IntoScheduleConfigs<ScheduleSystem, M>) -> Configs {
    system
        .after(CuelineSystems::Report)
        .before(ServerSystems::Send)
        .run_if(in_state(ServerState::Running))
}

/// Runs systems on a client, right after replicon has received.
fn on_a_client(systems: Configs) -> Configs {
    systems.after(ClientSystems::Receive).run_if(in_state(ClientState::Connected))
}

type Configs = ScheduleConfigs<ScheduleSystem>;

/// The state of a server clock before its last tick, and the number of that previous tick. A client continues from
/// there, so it shows a tick only after it has received everything that the server started in that tick.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct ClockOnWire {
    id: u8,
    clock: Clock,
    tick: i64,
}

/// The state of a clock to send.
#[derive(Resource)]
struct BeforeTick<C>(Option<ClockOnWire>, PhantomData<fn() -> C>);

fn before_tick<C: Send + Sync + 'static>(time: Res<CueTime<C>>, mut before: ResMut<BeforeTick<C>>) {
    let (id, clock, tick) = (time.id(), time.clock(), time.tick().get());
    before.0 = Some(ClockOnWire { id, clock, tick });
}

fn send_clock<C: Send + Sync + 'static>(
    mut commands: Commands,
    before: Res<BeforeTick<C>>,
    mut sent: Query<&mut ClockOnWire>,
) {
    let Some(now) = before.0 else { return };
    match sent.iter_mut().find(|sent| sent.id == now.id) {
        Some(mut sent) => {
            sent.set_if_neq(now);
        }
        None => {
            commands.spawn((Replicated, now));
        }
    }
}

/// A client may run ahead of the received tick by less than this many ticks.
const MOST_AHEAD: i64 = 60;

fn follow_clock<C: Send + Sync + 'static>(
    mut time: ResMut<CueTime<C>>,
    sent: Query<Ref<ClockOnWire>, Changed<ClockOnWire>>,
) {
    let id = time.id();
    for sent in sent.iter().filter(|sent| sent.id == id) {
        let ahead = time.tick().get().saturating_sub(sent.tick);
        let keeps = !sent.is_added() && (0..MOST_AHEAD).contains(&ahead);
        time.follow_server(sent.clock, Tick::new(sent.tick), if keeps { ahead } else { 0 });
    }
}

fn receive_motion<P: Property>(
    read: DeserializeFn<Motion<P>>,
    context: &mut WriteCtx<'_>,
    motion: &mut Motion<P>,
    message: &mut Bytes,
) -> Result<()> {
    motion.state_mut().take_over(read(context, message)?.into());
    Ok(())
}

fn read_queue<P: Clone + Send + Sync + DeserializeOwned + 'static>(
    context: &mut WriteCtx<'_>,
    message: &mut Bytes,
) -> Result<Queue<P>> {
    let mut queue = deserialize_as::<Queue<P>, QueueOnWire<P>>(context, message)?;
    map_received(&mut queue, context.type_registry, context);
    Ok(queue)
}

fn read_main<P: Clone + Send + Sync + Serialize + DeserializeOwned + 'static>(
    context: &mut WriteCtx<'_>,
    message: &mut Bytes,
) -> Result<MainOnWire<P>> {
    let mut main = default_deserialize::<MainOnWire<P>>(context, message)?;
    map_received(&mut main.0, context.type_registry, context);
    Ok(main)
}

fn receive_queue<P: Clone + Send + Sync + 'static>(
    read: DeserializeFn<Queue<P>>,
    context: &mut WriteCtx<'_>,
    queue: &mut Queue<P>,
    message: &mut Bytes,
) -> Result<()> {
    queue.take_over(read(context, message)?);
    Ok(())
}

fn receive_paths(
    read: DeserializeFn<PathMotions>,
    context: &mut WriteCtx<'_>,
    motions: &mut PathMotions,
    message: &mut Bytes,
) -> Result<()> {
    motions.take_over(read(context, message)?);
    Ok(())
}

/// The [`MainQueue`] of the server, on an entity of its own.
#[derive(Component, Serialize, Deserialize)]
#[serde(bound = "P: Serialize + DeserializeOwned")]
struct MainOnWire<P: Clone + Send + Sync + 'static>(Queue<P>);

fn send_main<P: Clone + Send + Sync + 'static>(
    mut commands: Commands,
    queue: Option<Res<MainQueue<P>>>,
    sent: Query<Entity, With<MainOnWire<P>>>,
) {
    match (queue, sent.single()) {
        (Some(queue), Err(_)) => _ = commands.spawn((Replicated, MainOnWire(queue.0.clone()))),
        (Some(queue), Ok(sent)) if queue.is_changed() => {
            commands.entity(sent).insert(MainOnWire(queue.0.clone()));
        }
        (None, Ok(sent)) => commands.entity(sent).despawn(),
        _ => {}
    }
}

fn receive_main<P: Clone + Send + Sync + 'static>(
    mut commands: Commands,
    queue: Option<ResMut<MainQueue<P>>>,
    sent: Query<&MainOnWire<P>, Changed<MainOnWire<P>>>,
    mut removed: RemovedComponents<MainOnWire<P>>,
) {
    if let Ok(MainOnWire(sent)) = sent.single() {
        match queue {
            Some(mut queue) => queue.0.take_over(sent.clone()),
            None => commands.insert_resource(MainQueue(sent.clone())),
        }
    } else if removed.read().next().is_some() {
        commands.remove_resource::<MainQueue<P>>();
    }
}

#[cfg(feature = "assets")]
mod players {
    use alloc::string::{String, ToString};

    use bevy_asset::{Asset, AssetPath, AssetServer, Handle};
    use bevy_ecs::component::Mutable;
    use cueline::time::Time;
    use tracing::error;

    use super::*;
    use crate::{CueClip, Shown, transport::row::Row};

    /// Plays an asset, and is sent as the path of the asset and a state.
    pub(super) trait Player: Component<Mutability = Mutable> {
        type Asset: Asset;
        type State: Clone + Send + Sync + Serialize + DeserializeOwned + 'static;

        /// For messages.
        const PLAYS: &'static str;

        fn handle(&self) -> &Handle<Self::Asset>;
        fn state(&self) -> Self::State;
        fn clock(state: &Self::State) -> u8;
        /// Plays what was received. Everything up to `reported` was reported; without it, not even the start.
        fn received(asset: Handle<Self::Asset>, state: Self::State, reported: Option<Time>)
        -> Self;
        /// What the server has sent takes the place of what was.
        fn take_over(&mut self, state: Self::State, shown: &Shown);
        /// Whether a client that plays on from this state shows the same.
        fn follows(&self, sent: &Self::State) -> bool;
    }

    impl Player for ClipPlayer {
        type Asset = CueClip;
        type State = Row;

        const PLAYS: &'static str = "clip";

        fn handle(&self) -> &Handle<CueClip> {
            self.clip()
        }
        fn state(&self) -> Self::State {
            self.row().clone()
        }
        fn clock(row: &Row) -> u8 {
            row.start.clock
        }
        fn received(clip: Handle<CueClip>, row: Row, reported: Option<Time>) -> Self {
            Self::received(clip, row, reported)
        }
        fn take_over(&mut self, state: Self::State, shown: &Shown) {
            self.take_over(state, |clock| shown.of(clock));
        }
        fn follows(&self, _: &Row) -> bool {
            false
        }
    }

    impl Player for crate::TimelinePlayer {
        type Asset = crate::CueTimeline;
        type State = Row;

        const PLAYS: &'static str = "timeline";

        fn handle(&self) -> &Handle<crate::CueTimeline> {
            self.timeline()
        }
        fn state(&self) -> Self::State {
            self.row().clone()
        }
        fn clock(row: &Row) -> u8 {
            row.start.clock
        }
        fn received(
            timeline: Handle<crate::CueTimeline>,
            row: Row,
            reported: Option<Time>,
        ) -> Self {
            Self::received(timeline, row, reported)
        }
        fn take_over(&mut self, state: Self::State, shown: &Shown) {
            self.take_over(state, |clock| shown.of(clock));
        }
        fn follows(&self, _: &Row) -> bool {
            false
        }
    }

    impl Player for crate::FlipbookPlayer {
        type Asset = crate::CueFlipbook;
        type State = crate::player::flipbook::Sent;

        const PLAYS: &'static str = "flipbook";

        fn handle(&self) -> &Handle<crate::CueFlipbook> {
            self.flipbook()
        }
        fn state(&self) -> Self::State {
            self.to_send()
        }
        fn clock(state: &Self::State) -> u8 {
            state.row.start.clock
        }
        fn received(
            flipbook: Handle<crate::CueFlipbook>,
            state: Self::State,
            reported: Option<Time>,
        ) -> Self {
            Self::received(flipbook, state, reported)
        }
        fn take_over(&mut self, state: Self::State, shown: &Shown) {
            self.take_over(state, |clock| shown.of(clock));
        }
        fn follows(&self, _: &Self::State) -> bool {
            false
        }
    }

    #[cfg(feature = "characters")]
    impl Player for crate::CharacterAnimator {
        type Asset = crate::CueAnimator;
        type State = crate::player::character::Sent;

        const PLAYS: &'static str = "animator";

        fn handle(&self) -> &Handle<crate::CueAnimator> {
            self.handle()
        }
        fn state(&self) -> Self::State {
            self.to_send()
        }
        fn clock(state: &Self::State) -> u8 {
            state.clock()
        }
        fn received(
            animator: Handle<crate::CueAnimator>,
            state: Self::State,
            reported: Option<Time>,
        ) -> Self {
            let mut new = Self::received(animator, state);
            if let Some(reported) = reported {
                new.forget_past(reported);
            }
            new
        }
        fn take_over(&mut self, state: Self::State, _: &Shown) {
            self.take_over(state);
        }
        fn follows(&self, sent: &Self::State) -> bool {
            self.follows(sent)
        }
    }

    /// A player: the path of its asset, and its playback state.
    #[derive(Component, Serialize, Deserialize)]
    #[serde(bound = "")]
    pub(super) struct PlayerOnWire<T: Player> {
        path: String,
        state: T::State,
    }

    /// Sends players of this type.
    pub(super) fn add<T: Player>(app: &mut App) {
        app.replicate::<PlayerOnWire<T>>()
            .add_systems(PostUpdate, on_the_server((send::<T>, remove_with::<T, PlayerOnWire<T>>)))
            .add_systems(
                PreUpdate,
                on_a_client(
                    (receive::<T>.after(follow_clock::<()>), remove_with::<PlayerOnWire<T>, T>)
                        .chain(),
                ),
            );
    }

    type ToSend<T> = (With<Replicated>, Or<(Changed<T>, Added<Replicated>)>);
    /// A player, and what was sent of it.
    type Sending<'a, T> = (Entity, &'a T, Option<&'a PlayerOnWire<T>>);
    /// What was received of a player, and the player.
    type Receiving<'a, T> = (Entity, &'a PlayerOnWire<T>, Option<&'a mut T>);

    fn send<T: Player>(mut commands: Commands, changed: Query<Sending<T>, ToSend<T>>) {
        for (entity, player, sent) in &changed {
            let Some(path) = player.handle().path() else {
                let plays = T::PLAYS;
                error!("entity {entity} cannot send its {plays}: only one from a file has a path");
                commands.entity(entity).remove::<PlayerOnWire<T>>();
                continue;
            };
            let path = path.to_string();
            if sent.is_some_and(|sent| sent.path == path && player.follows(&sent.state)) {
                continue;
            }
            let state = player.state();
            commands.entity(entity).insert(PlayerOnWire::<T> { path, state });
        }
    }

    /// Removes `Other` where `Gone` was removed: on the server a player that the game removes is withdrawn, on a client a
    /// player that the server withdraws stops.
    fn remove_with<Gone: Component, Other: Component>(
        mut commands: Commands,
        mut removed: RemovedComponents<Gone>,
        left: Query<(), (With<Other>, Without<Gone>)>,
    ) {
        for entity in removed.read().filter(|entity| left.contains(*entity)) {
            commands.entity(entity).remove::<Other>();
        }
    }

    fn receive<T: Player>(
        mut commands: Commands,
        assets: Option<Res<AssetServer>>,
        shown: Res<Shown>,
        joined: Query<(), Added<ClockOnWire>>,
        mut sent: Query<Receiving<T>, Changed<PlayerOnWire<T>>>,
    ) {
        let Some(assets) = assets else { return };
        for (entity, PlayerOnWire { path, state }, player) in &mut sent {
            let own = player.as_ref().and_then(|player| player.handle().path());
            let plays_it = own.is_some_and(|own| own.to_string() == *path);
            match player {
                Some(mut player) if plays_it => player.take_over(state.clone(), &shown),
                _ => {
                    let Ok(asset) = AssetPath::try_parse(path) else {
                        let plays = T::PLAYS;
                        error!("entity {entity} was sent a path of no {plays}: {path:?}");
                        continue;
                    };
                    let reported = (!joined.is_empty()).then(|| shown.of(T::clock(state)));
                    let asset = assets.load(asset.into_owned());
                    let new = T::received(asset, state.clone(), reported);
                    commands.entity(entity).insert(new);
                }
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use bevy_app::{App, Update};

        fn on_wire(path: &str) -> PlayerOnWire<ClipPlayer> {
            let path = path.to_string();
            let now = crate::Moment { time: Time::ZERO, clock: 0 };
            PlayerOnWire { path, state: Row::new(now, cueline::playback::Play::default()) }
        }

        fn app() -> App {
            let mut app = App::new();
            app.add_plugins((
                bevy_app::TaskPoolPlugin::default(),
                bevy_time::TimePlugin,
                bevy_asset::AssetPlugin::default(),
                crate::CuelinePlugin::default(),
            ));
            app.add_systems(
                Update,
                (
                    remove_with::<ClipPlayer, PlayerOnWire<ClipPlayer>>,
                    receive::<ClipPlayer>,
                    remove_with::<PlayerOnWire<ClipPlayer>, ClipPlayer>,
                )
                    .chain(),
            );
            app
        }

        #[test]
        fn a_path_from_the_server_that_is_none_is_skipped() {
            let mut app = app();
            let bad = ["walk.ron#", "://x"].map(|path| app.world_mut().spawn(on_wire(path)).id());
            let good = app.world_mut().spawn(on_wire("walk.ron#walk")).id();
            app.update();
            let plays = |entity| app.world().get::<ClipPlayer>(entity).is_some();
            assert_eq!((bad.map(plays), plays(good)), ([false, false], true));
        }

        #[test]
        fn a_clip_that_is_removed_stops_on_both_sides() {
            let mut app = app();
            let client = app.world_mut().spawn(on_wire("walk.ron#walk")).id();
            app.update();
            app.world_mut().entity_mut(client).remove::<PlayerOnWire<ClipPlayer>>();
            app.update();
            assert!(app.world().get::<ClipPlayer>(client).is_none(), "the client stops it");

            let server = app.world_mut().spawn(on_wire("walk.ron#walk")).id();
            app.update();
            app.world_mut().entity_mut(server).remove::<ClipPlayer>();
            app.update();
            assert!(
                app.world().get::<PlayerOnWire<ClipPlayer>>(server).is_none(),
                "the server withdraws it"
            );
        }
    }
}
