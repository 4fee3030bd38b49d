//! What happened, as observer events and as messages, in the order of time.

use alloc::vec::Vec;
use std::sync::Mutex;

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
/// A motion that another one replaces, and one that is stopped or despawned, has no end.
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

/// The entities that the plugin plays in the frame. What bevy_ggrs rolls back is played in its schedule instead.
#[cfg(feature = "ggrs")]
pub(crate) type Drawn = Without<bevy_ggrs::RollbackId>;
/// The entities that the plugin plays in the frame: all of them.
#[cfg(not(feature = "ggrs"))]
pub(crate) type Drawn = ();

/// An event of the plugin about an entity.
pub(crate) trait Reported:
    EntityEvent<Trigger<'static>: Default> + Message + Clone + PartialEq
{
    fn entity_mut(&mut self) -> &mut Entity;
}

macro_rules! reported {
    ($($event:ty),*) => { $(
        impl Reported for $event {
            fn entity_mut(&mut self) -> &mut Entity {
                &mut self.entity
            }
        }
    )* };
}

reported!(MotionStarted, MotionEnded);
#[cfg(feature = "assets")]
reported!(crate::CueEvent, crate::FlipbookEnded);

/// What a frame reports, until [`CuelineSystems::Report`](crate::CuelineSystems::Report) sends it.
#[derive(Resource, Default)]
pub(crate) struct Report(Mutex<Vec<Entry>>);

struct Entry {
    /// How long ago: the common measure of all clocks.
    lateness: Span,
    entity: Entity,
    /// What of the entity, by name.
    part: &'static str,
    send: Box<Deliver>,
}

/// Hands an event on.
type Deliver = dyn FnOnce(&mut World, To) + Send;

/// Where an event goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum To {
    /// To observers and readers.
    Game,
    /// Into the ledger, under the entity's place in the order of entities that are rolled back.
    #[cfg(feature = "ggrs")]
    Ledger(u64),
}

impl Report {
    /// Adds an event. Those that are due earlier come first; at one time they come by entity and part, and for one part in
    /// the order in which they were added. So neither the order of a table nor that of systems matters.
    pub(crate) fn add<E: Reported>(
        &self,
        lateness: Span,
        entity: Entity,
        part: &'static str,
        event: E,
    ) {
        let send = Box::new(move |world: &mut World, to: To| match to {
            To::Game => deliver(world, entity, event),
            #[cfg(feature = "ggrs")]
            To::Ledger(order) => crate::rollback::enter(world, order, event),
        });
        let mut entries = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        entries.push(Entry { lateness, entity, part, send });
    }
}

/// Hands an event to readers and observers.
pub(crate) fn deliver<E: Reported>(world: &mut World, entity: Entity, event: E) {
    if let Some(mut messages) = world.get_resource_mut::<Messages<E>>() {
        messages.write(event.clone());
    }
    // An observer of an earlier event may have despawned it.
    if world.get_entity(entity).is_ok() {
        world.trigger(event);
    }
}

impl Report {
    fn take(&self) -> Vec<Entry> {
        core::mem::take(&mut *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

pub(crate) fn send(world: &mut World) {
    send_by(world, |_, entity| (u64::from(entity.index_u32()), To::Game));
}

/// Sends what was reported. `place` gives the order of entities among those with events at one time.
pub(crate) fn send_by(world: &mut World, place: impl Fn(&World, Entity) -> (u64, To)) {
    let Some(report) = world.get_resource::<Report>() else { return };
    let entries = report.take();
    if entries.is_empty() {
        return;
    }
    let mut entries: Vec<_> =
        entries.into_iter().map(|entry| (place(world, entry.entity), entry)).collect();
    entries.sort_by_key(|((order, _), entry)| {
        (core::cmp::Reverse(entry.lateness), *order, entry.part)
    });
    for ((_, to), entry) in entries {
        (entry.send)(world, to);
    }
    world.flush();
}
