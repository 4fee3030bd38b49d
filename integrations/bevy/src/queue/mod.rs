//! Queues: the rules resolve at once, and a sequencer shows their results in order.

pub(crate) mod mapped;

use core::{
    any::{TypeId, type_name},
    fmt,
    ops::{Deref, DerefMut},
};

use alloc::vec::Vec;
use bevy_app::App;
use bevy_ecs::{component::Mutable, prelude::*};
use bevy_reflect::{Reflect, TypePath, utility::GenericTypePathCell};
use cueline::{
    digest::{Digest, Digester},
    event::Reason,
    sequencer::{Commands as QueueCommands, EntryId, Handler, Sequencer, Update},
    time::{Span, Time},
    value::Easing,
};
use tracing::error;

use crate::{
    clock::{Moment, Shown},
    report::Drawn,
    schedule::{CuelineSystems, is_first, settings, with_world},
};

/// A queue of animations: a [`Sequencer`] with the game's own payload, played on one of the clocks.
///
/// The rules queue entries and run ahead; the display catches up. Each active entry sends a [`QueueUpdate`] per frame,
/// to observers and as a message. Entries that an observer queues start at the exact moment of the update, even in the
/// middle of a frame, so the result does not depend on the frame rate. A world may have several queues, such as one for
/// the board and one for each unit.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// #[derive(Clone, Debug)]
/// enum Show {
///     Hop { piece: Entity, to: u8 },
///     Remove { piece: Entity },
/// }
///
/// fn setup(mut commands: Commands, time: Res<CueTime>) {
///     commands.spawn(Queue::<Show>::new(&time)).observe(show);
/// }
///
/// fn rules(mut queue: Single<&mut Queue<Show>>) {
///     # let (piece, taken) = (Entity::PLACEHOLDER, Entity::PLACEHOLDER);
///     queue.enqueue(ms(300), Show::Hop { piece, to: 12 });
///     queue.enqueue(Span::ZERO, Show::Remove { piece: taken }); // after the hop
/// }
///
/// fn show(update: On<QueueUpdate<Show>>, mut commands: Commands) {
///     match update.payload {
///         Show::Hop { .. } => println!("{:.0} %", update.progress() * 100.0),
///         Show::Remove { piece } => commands.entity(piece).try_despawn(),
///     }
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
/// # app.add_queue::<Show>().add_systems(bevy_app::Startup, setup).add_systems(bevy_app::Update, rules);
/// # app.update();
/// ```
#[derive(Component, Clone, Reflect)]
#[reflect(opaque, type_path = false)]
#[reflect(Component, Clone, Debug)]
pub struct Queue<P: Clone + Send + Sync + 'static> {
    sequencer: Sequencer<P>,
    clock: u8,
    /// How far skips have moved the queue ahead of its clock.
    ahead: Span,
    /// What a skip has shown, until the next frame reports it.
    skipped: Vec<QueueUpdate<P>>,
    /// Entries that the server may have started and that this client has not shown.
    #[cfg(feature = "replicon")]
    unseen: Vec<EntryId>,
}

/// A [`Queue`] as a resource, for a game that has one queue of a payload.
///
/// It is played as the queues of entities are, on the entity of the resource, which is also that of its updates. So observers
/// of the whole world (`app.add_observer`) and readers of messages receive them.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// #[derive(Clone, Debug)]
/// enum Show {
///     Toast(&'static str),
/// }
///
/// fn setup(mut commands: Commands, time: Res<CueTime>) {
///     commands.insert_resource(MainQueue::<Show>::new(&time));
/// }
///
/// fn rules(mut queue: ResMut<MainQueue<Show>>) {
///     queue.enqueue(ms(300), Show::Toast("won")); // a method of the queue
/// }
///
/// fn show(update: On<QueueUpdate<Show>>) {
///     let Show::Toast(text) = update.payload;
///     println!("{text}: {:.0} %", update.progress() * 100.0);
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
/// # app.add_queue::<Show>().add_observer(show);
/// # app.add_systems(bevy_app::Startup, setup).add_systems(bevy_app::Update, rules);
/// # app.update();
/// ```
#[derive(Resource, Clone, Reflect)]
#[reflect(opaque, type_path = false)]
#[reflect(Resource, Clone, Debug)]
pub struct MainQueue<P: Clone + Send + Sync + 'static>(pub Queue<P>);

impl<P: Clone + Send + Sync + 'static> MainQueue<P> {
    /// An empty queue on a clock, from now on.
    #[must_use]
    pub fn new(now: impl Into<Moment>) -> Self {
        Self(Queue::new(now))
    }
}

impl<P: Clone + Send + Sync + 'static> fmt::Debug for MainQueue<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MainQueue").field(&self.0).finish()
    }
}

impl<P: Clone + Send + Sync + 'static> Deref for MainQueue<P> {
    type Target = Queue<P>;

    fn deref(&self) -> &Queue<P> {
        &self.0
    }
}

impl<P: Clone + Send + Sync + 'static> DerefMut for MainQueue<P> {
    fn deref_mut(&mut self) -> &mut Queue<P> {
        &mut self.0
    }
}

impl<P: Clone + Send + Sync + 'static> TypePath for MainQueue<P> {
    fn type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("bevy_cueline::MainQueue<{}>", type_name::<P>()))
    }

    fn short_type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("MainQueue<{}>", type_name::<P>()))
    }
}

#[cfg(feature = "serde")]
impl<P: Clone + Send + Sync + serde::Serialize + 'static> serde::Serialize for MainQueue<P> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, P> serde::Deserialize<'de> for MainQueue<P>
where
    P: Clone + Send + Sync + serde::Deserialize<'de> + 'static,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Queue::deserialize(deserializer).map(Self)
    }
}

/// A component that is a queue: on any entity, or on that of the resource.
pub(crate) trait Holds<P: Clone + Send + Sync + 'static>:
    Component<Mutability = Mutable>
{
    fn queue(&self) -> &Queue<P>;
    fn queue_mut(&mut self) -> &mut Queue<P>;
}

impl<P: Clone + Send + Sync + 'static> Holds<P> for Queue<P> {
    fn queue(&self) -> &Self {
        self
    }
    fn queue_mut(&mut self) -> &mut Self {
        self
    }
}

/// What playing depends on.
impl<P: Clone + Digest + Send + Sync + 'static> Digest for MainQueue<P> {
    fn feed(&self, digester: &mut Digester) {
        self.0.feed(digester);
    }
}

impl<P: Clone + Send + Sync + 'static> Holds<P> for MainQueue<P> {
    fn queue(&self) -> &Queue<P> {
        &self.0
    }
    fn queue_mut(&mut self) -> &mut Queue<P> {
        &mut self.0
    }
}

/// An entry of a [`Queue`] that shows. Both an event for observers of the queue's entity and a message.
///
/// Updates of a frame come in the order of time.
#[derive(EntityEvent, Message, Clone, Debug, PartialEq)]
pub struct QueueUpdate<P: Clone + Send + Sync + 'static> {
    /// The entity of the queue.
    pub entity: Entity,
    /// The entry.
    pub id: EntryId,
    /// The payload.
    pub payload: P,
    /// Whether this is the first update of the entry.
    pub started: bool,
    /// Whether this is the last update of the entry. Entries that an observer queues now start at its exact end.
    pub ended: bool,
    /// Time since the entry began to show.
    pub elapsed: Span,
    /// `elapsed` at the update before.
    pub before: Span,
    /// The duration of the entry; `None` if it is open-ended.
    pub duration: Option<Span>,
    /// The moment that is shown, in the time of the queue.
    pub at: Time,
    /// How long before the time of this frame that was.
    pub lateness: Span,
    /// Whether time has passed over it, or it was skipped.
    pub reason: Reason,
}

impl<P: Clone + Send + Sync + 'static> QueueUpdate<P> {
    /// The progress of the entry, from 0 to 1: exactly 1 in its last update.
    #[must_use]
    pub fn progress(&self) -> f32 {
        self.eased(Easing::Linear)
    }

    /// The eased progress.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "for drawing")]
    pub fn eased(&self, easing: Easing) -> f32 {
        let progress = match self.duration {
            _ if self.ended => 1.0,
            Some(duration) => self.elapsed.ratio(duration).clamp(0.0, 1.0),
            None => 0.0,
        };
        easing.at(progress) as f32
    }

    fn of(update: Update<'_, P>) -> Self {
        Self {
            entity: Entity::PLACEHOLDER,
            id: update.id,
            payload: update.payload.clone(),
            started: update.started,
            ended: update.ended,
            elapsed: update.elapsed,
            before: update.before,
            duration: update.duration,
            at: update.at,
            lateness: update.lateness,
            reason: update.reason,
        }
    }
}

impl<P: Clone + Send + Sync + 'static> Queue<P> {
    /// An empty queue on a clock, from now on.
    #[must_use]
    pub fn new(now: impl Into<Moment>) -> Self {
        let Moment { time, clock } = now.into();
        Self {
            sequencer: Sequencer::starting_at(time),
            clock,
            ahead: Span::ZERO,
            skipped: Vec::new(),
            #[cfg(feature = "replicon")]
            unseen: Vec::new(),
        }
    }

    /// Skips everything: each entry gets its last update in the next frame, with [`Reason::Skipped`].
    pub fn finish(&mut self) {
        let (skipped, before) = (&mut self.skipped, self.sequencer.time());
        let done = self.sequencer.finish(|update, _| skipped.push(QueueUpdate::of(update)));
        self.ahead += self.sequencer.time() - before;
        if let Err(problem) = done {
            error!("a queue cannot finish: {problem}");
        }
    }
}

impl<P: Clone + Send + Sync + 'static> TypePath for Queue<P> {
    fn type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("bevy_cueline::Queue<{}>", type_name::<P>()))
    }

    fn short_type_path() -> &'static str {
        static PATHS: GenericTypePathCell = GenericTypePathCell::new();
        PATHS.get_or_insert::<Self, _>(|| format!("Queue<{}>", type_name::<P>()))
    }
}

impl<P: Clone + Send + Sync + 'static> fmt::Debug for Queue<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue")
            .field("time", &self.sequencer.time())
            .field("entries", &self.sequencer.len())
            .finish_non_exhaustive()
    }
}

/// What playing depends on.
impl<P: Clone + Digest + Send + Sync + 'static> Digest for Queue<P> {
    fn feed(&self, digester: &mut Digester) {
        let Self { sequencer, clock, ahead, skipped, .. } = self;
        (sequencer, clock, ahead, skipped.len()).feed(digester);
    }
}

/// A queue as it is sent and saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound(serialize = "P: serde::Serialize", deserialize = "P: serde::Deserialize<'de>"))]
pub struct QueueOnWire<P> {
    sequencer: Sequencer<P>,
    clock: u8,
    ahead: Span,
}

#[cfg(feature = "serde")]
impl<P: Clone + Send + Sync + 'static> From<Queue<P>> for QueueOnWire<P> {
    fn from(Queue { sequencer, clock, ahead, .. }: Queue<P>) -> Self {
        Self { sequencer, clock, ahead }
    }
}

#[cfg(feature = "serde")]
impl<P: Clone + Send + Sync + 'static> From<QueueOnWire<P>> for Queue<P> {
    fn from(QueueOnWire { sequencer, clock, ahead }: QueueOnWire<P>) -> Self {
        Self {
            sequencer,
            clock,
            ahead,
            skipped: Vec::new(),
            #[cfg(feature = "replicon")]
            unseen: Vec::new(),
        }
    }
}

#[cfg(feature = "serde")]
impl<P: Clone + Send + Sync + serde::Serialize + 'static> serde::Serialize for Queue<P> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        QueueOnWire::from(self.clone()).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, P> serde::Deserialize<'de> for Queue<P>
where
    P: Clone + Send + Sync + serde::Deserialize<'de> + 'static,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        QueueOnWire::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(feature = "replicon")]
impl<P: Clone + Send + Sync + 'static> Queue<P> {
    /// Goes on from what the server has sent. What this client has not shown of it yet is shown with the next frame; what
    /// it has shown is not shown again.
    pub(crate) fn take_over(&mut self, mut sent: Self) {
        let mut updates = core::mem::take(&mut self.skipped);
        let (known, shown) = (self.sequencer.queued(), self.sequencer.time());
        // What ends up to the moment of the server, as this client knew it.
        let until = sent.sequencer.time();
        if shown < until {
            let mut collect = Collect(&mut updates);
            if let Err(problem) = self.sequencer.advance_to_with(until, &mut collect) {
                error!("a queue that was received goes on at its new moment: {problem}");
            }
        } else {
            // This client is ahead: entries that it did not know catch up with it.
            let mut missed = Vec::new();
            if let Err(problem) = sent.sequencer.advance_to_with(shown, &mut Collect(&mut missed)) {
                error!("a queue that was received goes on at its new moment: {problem}");
            }
            updates.extend(missed.into_iter().filter(|update| update.id.number() >= known));
        }
        sent.skipped = updates;
        sent.unseen = core::mem::take(&mut self.unseen);
        let all = sent.sequencer.agenda().map(|entry| entry.id);
        sent.unseen.extend(all.filter(|id| id.number() >= known));
        // The server may have cancelled entries before this client showed them.
        let Self { unseen, sequencer, skipped, .. } = &mut sent;
        unseen.retain(|id| {
            sequencer.agenda().any(|entry| entry.id == *id)
                || skipped.iter().any(|update| update.id == *id)
        });
        *self = sent;
    }

    /// The first update of an entry on this client is its start.
    fn start_unseen(&mut self, updates: &mut [QueueUpdate<P>]) {
        for update in updates {
            if let Some(place) = self.unseen.iter().position(|id| *id == update.id) {
                self.unseen.swap_remove(place);
                (update.started, update.before) = (true, Span::ZERO);
            }
        }
    }
}

#[cfg(feature = "ggrs")]
impl<P: Clone + Send + Sync + 'static> Queue<P> {
    pub(crate) fn clock(&self) -> u8 {
        self.clock
    }
}

/// Everything else is the sequencer's: `enqueue`, `concurrently`, `background`, `now`, `after`, `cancel`, ...
impl<P: Clone + Send + Sync + 'static> Deref for Queue<P> {
    type Target = Sequencer<P>;

    fn deref(&self) -> &Sequencer<P> {
        &self.sequencer
    }
}

impl<P: Clone + Send + Sync + 'static> DerefMut for Queue<P> {
    fn deref_mut(&mut self) -> &mut Sequencer<P> {
        &mut self.sequencer
    }
}

/// Collects updates, so that observers run when the queue is in its place again.
struct Collect<'a, P: Clone + Send + Sync + 'static>(&'a mut Vec<QueueUpdate<P>>);

impl<P: Clone + Send + Sync + 'static> Handler<P> for Collect<'_, P> {
    fn update(&mut self, update: Update<'_, P>, _: &mut QueueCommands<'_, P>) {
        self.0.push(QueueUpdate::of(update));
    }
}

/// Lets queues with this payload play. Returns `false` where they did before.
pub(crate) fn add<P: Clone + Send + Sync + 'static>(app: &mut App) -> bool {
    let Some(settings) = settings(app) else { return false };
    if !is_first::<Queue<P>>(app) {
        return false;
    }
    app.register_type::<Queue<P>>()
        .register_type::<MainQueue<P>>()
        .add_message::<QueueUpdate<P>>()
        .add_systems(settings.showing, with_world(advance::<P>).in_set(CuelineSystems::Queues));
    true
}

/// So many rounds at one moment are a queue that observers feed for ever.
const MOST_ROUNDS: u32 = 10_000;

pub(crate) fn advance<P: Clone + Send + Sync + 'static>(
    world: &mut World,
    queues: &mut QueryState<(Entity, &Queue<P>), Drawn>,
    mut entities: Local<Vec<(Entity, u8)>>,
    mut updates: Local<Vec<QueueUpdate<P>>>,
) {
    entities.clear();
    entities.extend(queues.iter(world).map(|(entity, queue)| (entity, queue.clock)));
    entities.sort_unstable_by_key(|(entity, _)| entity.index_u32()); // the order of a query depends on the tables
    for &(entity, clock) in &*entities {
        let shown = world.resource::<Shown>().of(clock);
        play::<P, Queue<P>>(world, entity, shown, true, &mut updates);
    }
    #[cfg(feature = "ggrs")]
    if world.contains_resource::<MainInRollback<P>>() {
        return;
    }
    if let Some((entity, clock)) = main::<P>(world) {
        let shown = world.resource::<Shown>().of(clock);
        play::<P, MainQueue<P>>(world, entity, shown, true, &mut updates);
    }
}

/// The [`MainQueue`] with this payload is rolled back.
#[cfg(feature = "ggrs")]
#[derive(Resource)]
pub(crate) struct MainInRollback<P>(pub(crate) core::marker::PhantomData<fn() -> P>);

/// The entity and the clock of the [`MainQueue`], if there is one.
pub(crate) fn main<P: Clone + Send + Sync + 'static>(world: &World) -> Option<(Entity, u8)> {
    let main = world.components().get_id(TypeId::of::<MainQueue<P>>())?;
    let entity = world.resource_entities().get(main)?;
    Some((entity, world.get_resource::<MainQueue<P>>()?.clock))
}

/// Plays one queue up to `shown` on its clock, from moment to moment, so that observers queue between them.
pub(crate) fn play<P: Clone + Send + Sync + 'static, Q: Holds<P>>(
    world: &mut World,
    entity: Entity,
    shown: Time,
    messages: bool,
    updates: &mut Vec<QueueUpdate<P>>,
) {
    let mut rounds = 0;
    loop {
        let Some(mut queue) = world.get_mut::<Q>(entity) else { return };
        // Marked changed only by the game: a queue moves on in every frame.
        let queue = queue.bypass_change_detection().queue_mut();
        let until = shown + queue.ahead;
        updates.append(&mut queue.skipped);
        let before = queue.sequencer.time();
        let next = queue.sequencer.next_moment();
        let to = next.map_or(until, |next| next.min(until)).max(before);
        let step = if to > before || next == Some(before) {
            queue.sequencer.advance_to_with(to, &mut Collect(updates))
        } else {
            Ok(())
        };
        rounds = if to > before { 0 } else { rounds + 1 };
        if let Err(problem) = step {
            error!("the queue of entity {entity} stops for this frame: {problem}");
            rounds = MOST_ROUNDS;
        }
        #[cfg(feature = "replicon")]
        queue.start_unseen(updates);
        let settled = updates.is_empty() && to >= until;
        for mut update in updates.drain(..) {
            update.entity = entity;
            update.lateness = until - update.at;
            if messages
                && let Some(mut messages) = world.get_resource_mut::<Messages<QueueUpdate<P>>>()
            {
                messages.write(update.clone());
            }
            if world.get_entity(entity).is_ok() {
                world.trigger(update);
                world.flush();
            }
        }
        let more = world.get::<Q>(entity).map(Q::queue).is_some_and(|queue| {
            queue.sequencer.time() < until
                || queue.sequencer.next_moment() == Some(queue.sequencer.time())
                || !queue.skipped.is_empty()
        });
        if settled || !more {
            return;
        }
        if rounds >= MOST_ROUNDS {
            error!("observers of the queue of entity {entity} queue at one moment for ever");
            return;
        }
    }
}
