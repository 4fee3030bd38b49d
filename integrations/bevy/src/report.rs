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

/// What a frame reports, until [`CuelineSystems::Report`](crate::CuelineSystems::Report) sends it.
#[derive(Resource, Default)]
pub(crate) struct Report(Mutex<Vec<Entry>>);

struct Entry {
    /// How long ago: the common measure of all clocks.
    lateness: Span,
    entity: Entity,
    /// What of the entity, by name.
    part: &'static str,
    send: Box<dyn FnOnce(&mut World) + Send>,
}

impl Report {
    /// Adds an event. Those that are due earlier come first; at one time they come by entity and part, and for one part in
    /// the order in which they were added. So neither the order of a table nor that of systems matters.
    pub(crate) fn add<E>(&self, lateness: Span, entity: Entity, part: &'static str, event: E)
    where
        E: EntityEvent<Trigger<'static>: Default> + Message + Clone,
    {
        let send = Box::new(move |world: &mut World| {
            if let Some(mut messages) = world.get_resource_mut::<Messages<E>>() {
                messages.write(event.clone());
            }
            // An observer of an earlier event may have despawned it.
            if world.get_entity(entity).is_ok() {
                world.trigger(event);
            }
        });
        let mut entries = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        entries.push(Entry { lateness, entity, part, send });
    }
}

impl Report {
    fn take(&self) -> Vec<Entry> {
        core::mem::take(&mut *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

pub(crate) fn send(world: &mut World) {
    let Some(report) = world.get_resource::<Report>() else { return };
    let mut entries = report.take();
    if entries.is_empty() {
        return;
    }
    entries.sort_by_key(|entry| {
        (core::cmp::Reverse(entry.lateness), entry.entity.index_u32(), entry.part)
    });
    for entry in entries {
        (entry.send)(world);
    }
    world.flush();
}
