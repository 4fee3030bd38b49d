//! Joints: the entities that the tracks of a rig name, such as `arm.left/rotation`.

use alloc::vec::Vec;

use bevy_ecs::{hierarchy::Children, name::Name, prelude::*};
use bevy_transform::components::Transform;

/// The entities with a name and a `Transform`, from `root` down, the first child first. What is below an entity of another rig
/// is not among them.
pub(crate) fn joints(
    world: &World,
    root: Entity,
    is_other: impl Fn(EntityRef<'_>) -> bool,
) -> Vec<(&str, Entity)> {
    let mut named: Vec<(&str, Entity)> = Vec::new();
    let mut open: Vec<Entity> = Vec::from([root]);
    while let Some(next) = open.pop() {
        let Ok(entity) = world.get_entity(next) else { continue };
        if next != root && is_other(entity) {
            continue;
        }
        if let (Some(name), true) = (entity.get::<Name>(), entity.contains::<Transform>()) {
            named.push((name.as_str(), next));
        }
        let first = open.len();
        open.extend(entity.get::<Children>().into_iter().flat_map(|list| list.iter()));
        open[first..].reverse(); // the first child is looked at first
    }
    named
}
