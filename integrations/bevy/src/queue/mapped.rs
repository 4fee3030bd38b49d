//! Entities in the payloads of queues: those of this world in place of those of a scene, or of a server.
//!
//! What a payload holds is known only where the game says it, by [`map_queue`](crate::CuelineApp::map_queue). The type registry
//! keeps it, as part of what the reflection of a queue does: loaders of scenes and replication ask there.

use core::any::TypeId;

use bevy_app::App;
use bevy_ecs::{
    entity::{EntityMapper, MapEntities},
    reflect::{AppTypeRegistry, ReflectComponent, ReflectComponentFns},
};
use bevy_reflect::{FromReflect, TypePath};

use crate::queue::{Holds, MainQueue, Queue};

impl<P: Clone + Send + Sync + MapEntities + 'static> MapEntities for Queue<P> {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        for payload in self.sequencer.payloads_mut() {
            payload.map_entities(mapper);
        }
        for update in &mut self.skipped {
            update.payload.map_entities(mapper);
        }
    }
}

/// Lets the type registry map the payloads of both kinds of queues.
pub(crate) fn map<P: Clone + Send + Sync + MapEntities + 'static>(app: &mut App) {
    app.register_type::<Queue<P>>().register_type::<MainQueue<P>>();
    let mut registry = app.world().resource::<AppTypeRegistry>().write();
    let both = [
        (TypeId::of::<Queue<P>>(), mapping::<P, Queue<P>>()),
        (TypeId::of::<MainQueue<P>>(), mapping::<P, MainQueue<P>>()),
    ];
    for (queue, mapping) in both {
        if let Some(registration) = registry.get_mut(queue) {
            registration.insert(mapping);
        }
    }
}

/// As the derive makes it, but with the entities of the payloads: a `Component` itself maps without a bound on `P`.
fn mapping<P, Q>() -> ReflectComponent
where
    P: Clone + Send + Sync + MapEntities + 'static,
    Q: Holds<P> + FromReflect + TypePath,
{
    ReflectComponent::new(ReflectComponentFns {
        map_entities: |queue, mut mapper| {
            if let Some(queue) = queue.downcast_mut::<Q>() {
                queue.queue_mut().map_entities(&mut mapper);
            }
        },
        apply_or_insert_mapped: |entity, found, registry, mut mapper, mode| {
            let mut queue = Q::from_reflect(found);
            if let Some(queue) = &mut queue {
                queue.queue_mut().map_entities(&mut mapper);
            }
            let found = queue.as_ref().map_or(found, Q::as_partial_reflect);
            let unmapped = ReflectComponentFns::new::<Q>().apply_or_insert_mapped;
            unmapped(entity, found, registry, mapper, mode);
        },
        ..ReflectComponentFns::new::<Q>()
    })
}

/// A queue that a server has sent gets the entities of this world.
#[cfg(feature = "replicon")]
pub(crate) fn map_received<P: Clone + Send + Sync + 'static>(
    queue: &mut Queue<P>,
    registry: &AppTypeRegistry,
    mapper: &mut dyn EntityMapper,
) {
    let registry = registry.read();
    if let Some(component) = registry.get_type_data::<ReflectComponent>(TypeId::of::<Queue<P>>()) {
        component.map_entities(queue, mapper);
    }
}
