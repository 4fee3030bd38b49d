//! Events of motions, clips and flipbooks, as observer events and as messages, in the order of time.

use alloc::{sync::Arc, vec::Vec};
#[cfg(feature = "assets")]
use core::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy_ecs::prelude::*;
use cueline::time::Span;

mod event;

pub use event::{CancelCause, MotionCancelled, MotionEnded, MotionLooped, MotionStarted};
#[cfg(feature = "assets")]
pub use event::{CueEvent, CueEventKind};

/// The entities that the plugin plays in the frame. Entities of bevy_ggrs play in its schedule instead.
#[cfg(feature = "ggrs")]
pub(crate) type Drawn = Without<bevy_ggrs::RollbackId>;
/// The entities that the plugin plays in the frame: all of them.
#[cfg(not(feature = "ggrs"))]
pub(crate) type Drawn = ();

/// An event of the plugin about an entity.
pub(crate) trait Reported:
    EntityEvent<Trigger<'static>: Default> + Message + Clone + PartialEq
{
    /// The lateness, by which events of different clocks compare.
    fn lateness(&self) -> Span;
    /// The name of the property, or empty.
    fn part(&self) -> &'static str;
    fn list(outbox: &mut Outbox) -> &mut Vec<(usize, Self)>;
    #[cfg(feature = "ggrs")]
    fn entity_mut(&mut self) -> &mut Entity;
}

macro_rules! news {
    ($($(#[$meta:meta])* $kind:ident($event:ty) in $list:ident: $lateness:expr, $part:expr;)*) => {
        #[derive(Clone, Copy)]
        enum Kind { $($(#[$meta])* $kind,)* }

        /// The events of a frame, kind by kind, each with its number in the order in which they were added.
        #[derive(Default)]
        pub(crate) struct Outbox {
            count: usize,
            $($(#[$meta])* $list: Vec<(usize, $event)>,)*
        }

        $(
            $(#[$meta])*
            impl Reported for $event {
                fn lateness(&self) -> Span {
                    let lateness: fn(&Self) -> Span = $lateness;
                    lateness(self)
                }
                fn part(&self) -> &'static str {
                    let part: fn(&Self) -> &'static str = $part;
                    part(self)
                }
                fn list(outbox: &mut Outbox) -> &mut Vec<(usize, Self)> {
                    &mut outbox.$list
                }
                #[cfg(feature = "ggrs")]
                fn entity_mut(&mut self) -> &mut Entity {
                    &mut self.entity
                }
            }
        )*

        impl Outbox {
            fn clear(&mut self) {
                self.count = 0;
                $($(#[$meta])* self.$list.clear();)*
            }

            /// Moves all events of another one behind its own.
            fn append(&mut self, other: Self) {
                $($(#[$meta])* {
                    let later = |(number, event)| (self.count + number, event);
                    self.$list.extend(other.$list.into_iter().map(later));
                })*
                self.count += other.count;
            }

            /// All events in the order in which they are sent.
            fn places(&self, key: impl Fn(Entity) -> u64) -> Vec<Place> {
                let mut places = Vec::new();
                $($(#[$meta])* {
                    let all = self.$list.iter().enumerate();
                    places.extend(all.map(|(index, (number, event))| {
                        let (entity, part) = (event.entity, event.part());
                        let key = (sort_key(event.lateness(), key(entity)), part, *number);
                        Place { key, entity, kind: Kind::$kind, index }
                    }));
                })*
                places.sort_unstable_by_key(|place| place.key);
                places
            }

            /// Writes messages, kind by kind. Nothing runs in between.
            fn write_all(&mut self, world: &mut World, key: impl Fn(&World, Entity) -> u64) {
                $(
                    $(#[$meta])*
                    {
                        let order = |(_, event): &(usize, $event)| {
                            let key = key(world, event.entity);
                            (sort_key(event.lateness(), key), event.part())
                        };
                        // As most are.
                        if !self.$list.is_sorted_by_key(order) {
                            self.$list.sort_by_key(order);
                        }
                        if let Some(mut messages) = world.get_resource_mut::<Messages<$event>>() {
                            messages.write_batch(self.$list.drain(..).map(|(_, event)| event));
                        }
                    }
                )*
            }

            fn hand_on(&self, world: &mut World, place: &Place, to: &impl Recipient) {
                match place.kind {
                    $($(#[$meta])* Kind::$kind => {
                        let Some((_, event)) = self.$list.get(place.index) else { return };
                        to.receive(world, place.entity, event.clone());
                    })*
                }
            }
        }

        /// Whether any of these events has an observer.
        fn is_observed(world: &World) -> bool {
            $(
                $(#[$meta])*
                if world.event_key::<$event>().is_some_and(|key| {
                    world.observers().try_get_observers(key).is_some()
                }) {
                    return true;
                }
            )*
            false
        }
    };
}

news! {
    Started(MotionStarted) in started: |event| event.lateness, |event| event.property;
    Looped(MotionLooped) in looped: |event| event.lateness, |event| event.property;
    Cancelled(MotionCancelled) in cancelled: |event| event.lateness, |event| event.property;
    Ended(MotionEnded) in ended: |event| event.lateness, |event| event.property;
    #[cfg(feature = "assets")]
    Cue(CueEvent) in cues: |event| event.lateness, |_| "";
}

impl Outbox {
    /// Adds an event.
    pub(crate) fn add<E: Reported>(&mut self, event: E) {
        let number = self.count;
        E::list(self).push((number, event));
        self.count += 1;
    }
}

/// The events of a frame, until [`CuelineSystems::Report`](crate::CuelineSystems::Report) sends them.
#[derive(Resource, Clone, Default)]
pub(crate) struct Report {
    /// What goes before its end, since the last frame. How late that will be is not known yet, and so it is sent first.
    gone: Shared,
    frame: Shared,
}

/// Events that several systems add to.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Outbox>>);

/// One of the events of all kinds.
struct Place {
    key: (u128, &'static str, usize),
    entity: Entity,
    kind: Kind,
    index: usize,
}

/// Earlier events come first. Events of one time are sorted by entity and part; for one part they keep the order in
/// which they were added. So neither the order of a table nor the order of systems matters.
///
/// Time and entity are one number, which is quick to compare.
fn sort_key(lateness: Span, entity: u64) -> u128 {
    // Keeps the order of signed numbers, and turns it round.
    let early = !(lateness.flicks().cast_unsigned() ^ (1 << 63));
    (u128::from(early) << 64) | u128::from(entity)
}

/// Where events go: to observers and readers, or into a ledger.
pub(crate) trait Recipient {
    /// The order of entities with events at one time.
    fn order(&self, world: &World, entity: Entity) -> u64;
    /// Takes an event about an entity.
    fn receive<E: Reported>(&self, world: &mut World, entity: Entity, event: E);
}

/// To observers and readers.
struct Game;

impl Recipient for Game {
    fn order(&self, _: &World, entity: Entity) -> u64 {
        u64::from(entity.index_u32())
    }
    fn receive<E: Reported>(&self, world: &mut World, entity: Entity, event: E) {
        deliver(world, entity, event);
    }
}

impl Report {
    /// Adds an event.
    #[cfg(feature = "assets")]
    pub(crate) fn add<E: Reported>(&self, event: E) {
        self.frame.lock().add(event);
    }

    /// Adds what is to be sent before all that the next frame plays.
    pub(crate) fn add_gone(&self, add: impl FnOnce(&mut Outbox)) {
        add(&mut self.gone.lock());
    }

    /// Takes all events out, for a loop that adds some without a lock for each. Return them by [`put`](Self::put).
    pub(crate) fn take(&self) -> Outbox {
        self.frame.take()
    }

    /// Puts events back, or more events in.
    pub(crate) fn put(&self, events: Outbox) {
        self.frame.put(events);
    }

    fn is_empty(&self) -> bool {
        self.in_order().iter().all(|shared| shared.lock().count == 0)
    }

    /// In the order in which they are sent.
    fn in_order(&self) -> [&Shared; 2] {
        [&self.gone, &self.frame]
    }
}

impl Shared {
    fn take(&self) -> Outbox {
        core::mem::take(&mut *self.lock())
    }

    fn put(&self, events: Outbox) {
        let mut own = self.lock();
        if own.count == 0 {
            *own = events; // with its memory
        } else {
            own.append(events);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Outbox> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends an event to readers and observers.
pub(crate) fn deliver<E: Reported>(world: &mut World, entity: Entity, event: E) {
    if let Some(mut messages) = world.get_resource_mut::<Messages<E>>() {
        messages.write(event.clone());
    }
    // An observer of an earlier event may have despawned it.
    if world.get_entity(entity).is_ok() {
        world.trigger(event);
    }
}

/// The cues that trigger events of a type of the game.
#[cfg(feature = "assets")]
#[derive(Resource)]
pub(crate) struct CueNames<E: Event>(Vec<&'static str>, PhantomData<fn() -> E>);

#[cfg(feature = "assets")]
impl<E: Event> Default for CueNames<E> {
    fn default() -> Self {
        Self(Vec::new(), PhantomData)
    }
}

#[cfg(feature = "assets")]
impl<E: Event> CueNames<E> {
    pub(crate) fn add(&mut self, cue: &'static str) {
        if !self.0.contains(&cue) {
            self.0.push(cue);
        }
    }
}

/// Triggers the event of the game for a cue.
#[cfg(feature = "assets")]
pub(crate) fn trigger_named<E: Event<Trigger<'static>: Default> + From<CueEvent>>(
    event: On<CueEvent>,
    names: Res<CueNames<E>>,
    mut commands: Commands,
) {
    if event.cue().is_some_and(|cue| names.0.contains(&cue)) {
        commands.trigger(E::from(CueEvent::clone(&event)));
    }
}

/// Sends the events of the frame, if there are any.
pub(crate) fn send_all(report: Res<Report>, mut commands: Commands) {
    if !report.is_empty() {
        commands.queue(send);
    }
}

fn send(world: &mut World) {
    let Some(report) = world.get_resource::<Report>().cloned() else { return };
    if is_observed(world) {
        send_to(world, &Game);
        return;
    }
    for shared in report.in_order() {
        let mut outbox = shared.take();
        outbox.write_all(world, |world, entity| Game.order(world, entity));
        outbox.clear();
        shared.put(outbox);
    }
}

/// Hands the reported events on, one by one.
pub(crate) fn send_to(world: &mut World, to: &impl Recipient) {
    let Some(report) = world.get_resource::<Report>().cloned() else { return };
    for shared in report.in_order() {
        let mut outbox = shared.take();
        if outbox.count > 0 {
            for at in outbox.places(|entity| to.order(world, entity)) {
                outbox.hand_on(world, &at, to);
            }
            world.flush();
        }
        outbox.clear();
        // An observer may have reported something in the meantime.
        shared.put(outbox);
    }
}
