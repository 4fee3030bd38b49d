//! Events of motions, clips and flipbooks, as observer events and as messages, in the order of time.

use alloc::{sync::Arc, vec::Vec};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy_ecs::prelude::*;
use cueline::{
    event::Reason,
    time::{Span, Time},
};

use crate::property::Property;

/// A motion has started. Both an event for observers of the entity and a message.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq)]
pub struct MotionStarted {
    /// The entity.
    pub entity: Entity,
    /// The property, by [`Property::name`].
    pub property: &'static str,
    /// When it was to start, on its clock.
    pub due: Time,
    /// How long before the time of this frame that was.
    pub lateness: Span,
}

/// A motion has ended, at its target. Both an event for observers of the entity and a message.
///
/// A motion that is replaced, stopped or despawned reports no end.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq)]
pub struct MotionEnded {
    /// The entity.
    pub entity: Entity,
    /// The property, by [`Property::name`].
    pub property: &'static str,
    /// When it was to end, on its clock.
    pub due: Time,
    /// How long before the time of this frame that was.
    pub lateness: Span,
    /// Whether it was played or [skipped](crate::Motion::finish).
    pub reason: Reason,
}

impl MotionStarted {
    /// Whether it is a motion of this property.
    #[must_use]
    pub fn is<P: Property>(&self) -> bool {
        self.property == P::name()
    }
}

impl MotionEnded {
    /// Whether it is a motion of this property.
    #[must_use]
    pub fn is<P: Property>(&self) -> bool {
        self.property == P::name()
    }
}

/// The entities that the plugin plays in the frame. Entities of bevy_ggrs play in its schedule instead.
#[cfg(feature = "ggrs")]
pub(crate) type Drawn = Without<bevy_ggrs::RollbackId>;
/// The entities that the plugin plays in the frame: all of them.
#[cfg(not(feature = "ggrs"))]
pub(crate) type Drawn = ();

/// An event of the plugin about an entity.
pub(crate) trait Reported:
    EntityEvent<Trigger<'static>: Default> + Message + Clone + PartialEq + Into<News>
{
    #[cfg(feature = "ggrs")]
    fn entity_mut(&mut self) -> &mut Entity;
}

macro_rules! news {
    ($($(#[$meta:meta])* $name:ident($event:ty);)*) => {
        /// Any event that a frame reports. One type, so that no event costs an allocation.
        pub(crate) enum News { $($(#[$meta])* $name($event),)* }

        $(
            $(#[$meta])*
            impl From<$event> for News {
                fn from(event: $event) -> Self {
                    Self::$name(event)
                }
            }

            $(#[$meta])*
            impl Reported for $event {
                #[cfg(feature = "ggrs")]
                fn entity_mut(&mut self) -> &mut Entity {
                    &mut self.entity
                }
            }
        )*

        impl News {
            fn hand_on(self, world: &mut World, entity: Entity, to: To) {
                match self {
                    $($(#[$meta])* Self::$name(event) => match to {
                        To::Game => deliver(world, entity, event),
                        #[cfg(feature = "ggrs")]
                        To::Ledger(order) => crate::rollback::enter(world, order, event),
                    },)*
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

        /// Writes messages, kind by kind. Nothing runs in between.
        fn write_all(world: &mut World, report: &mut Outbox) {
            $(
                $(#[$meta])*
                if let Some(mut messages) = world.get_resource_mut::<Messages<$event>>() {
                    let entries = &report.entries;
                    messages.write_batch(report.order.iter().filter_map(|place| {
                        match &entries[place.index as usize].news {
                            News::$name(event) => Some(event.clone()),
                            #[allow(unreachable_patterns, reason = "without assets there are two kinds")]
                            _ => None,
                        }
                    }));
                }
            )*
        }
    };
}

news! {
    Started(MotionStarted);
    Ended(MotionEnded);
    #[cfg(feature = "assets")]
    Cue(crate::CueEvent);
    #[cfg(feature = "assets")]
    Flipbook(crate::FlipbookEnded);
}

/// The events of a frame, until [`CuelineSystems::Report`](crate::CuelineSystems::Report) sends them.
#[derive(Resource, Clone, Default)]
pub(crate) struct Report(Arc<Mutex<Outbox>>);

/// Entries in the order in which they were added, and in the order in which they are sent.
#[derive(Default)]
struct Outbox {
    entries: Vec<Entry>,
    order: Vec<Place>,
}

struct Entry {
    /// The lateness, by which events of different clocks compare.
    lateness: Span,
    entity: Entity,
    /// The name of the property, clip or other part of the entity.
    part: &'static str,
    news: News,
}

/// Earlier events come first. Events of one time are sorted by entity and part; for one part they keep the order in
/// which they were added. So neither the order of a table nor the order of systems matters.
#[derive(Clone, Copy)]
struct Place {
    /// The lateness, the latest first, and then the entity, as one number that is quick to compare.
    key: u128,
    index: u32,
}

impl Place {
    fn new(lateness: Span, entity: u64, index: u32) -> Self {
        // Keeps the order of signed numbers, and turns it round.
        let early = !(lateness.flicks().cast_unsigned() ^ (1 << 63));
        Self { key: (u128::from(early) << 64) | u128::from(entity), index }
    }
}

fn sort(order: &mut [Place], entries: &[Entry]) {
    order.sort_unstable_by_key(|place| (place.key, place.index));
    let part = |place: &Place| entries[place.index as usize].part;
    for same in order.chunk_by_mut(|one, next| one.key == next.key) {
        if same.len() > 1 {
            same.sort_by_key(part);
        }
    }
}

/// The destination of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum To {
    /// To observers and readers.
    Game,
    /// Into the ledger, by the index of the entity in the rollback order.
    #[cfg(feature = "ggrs")]
    Ledger(u64),
}

impl Report {
    /// Adds an event.
    pub(crate) fn add<E: Reported>(
        &self,
        lateness: Span,
        entity: Entity,
        part: &'static str,
        event: E,
    ) {
        self.lock().entries.push(Entry { lateness, entity, part, news: event.into() });
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

pub(crate) fn send(world: &mut World) {
    send_by(world, false, |_, entity| (u64::from(entity.index_u32()), To::Game));
}

/// Sends the reported events. `place` gives the order of entities with events at one time, and the destination of their
/// events; `ledger` says whether the destination may be a ledger.
pub(crate) fn send_by(
    world: &mut World,
    ledger: bool,
    place: impl Fn(&World, Entity) -> (u64, To),
) {
    let Some(report) = world.get_resource::<Report>().cloned() else { return };
    let mut outbox = core::mem::take(&mut *report.lock());
    if outbox.entries.is_empty() {
        *report.lock() = outbox;
        return;
    }
    let (entries, order) = (&outbox.entries, &mut outbox.order);
    order.extend(
        (0..)
            .zip(entries)
            .map(|(index, entry)| Place::new(entry.lateness, place(world, entry.entity).0, index)),
    );
    sort(order, entries);
    if !ledger && !is_observed(world) {
        write_all(world, &mut outbox);
    } else {
        let mut entries: Vec<_> = outbox.entries.drain(..).map(Some).collect();
        for at in &outbox.order {
            let Some(entry) = entries.get_mut(at.index as usize).and_then(Option::take) else {
                continue;
            };
            let (_, to) = place(world, entry.entity);
            entry.news.hand_on(world, entry.entity, to);
        }
        world.flush();
    }
    outbox.entries.clear();
    outbox.order.clear();
    // Keeps the memory; an observer may have reported something in the meantime.
    let mut own = report.lock();
    if own.entries.is_empty() {
        *own = outbox;
    }
}
