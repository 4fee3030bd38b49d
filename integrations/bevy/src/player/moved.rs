//! Entities that tracks name, and that have come, gone or moved.

use bevy_ecs::{name::Name, prelude::*};

use crate::player::{clip::ClipPlayer, timeline::TimelinePlayer};

/// Whose children, or whose name, are others than in the last frame.
type Moved = Or<(Changed<Children>, Changed<Name>)>;

/// Players above entities that have come, gone, moved to another parent or got another name look for them again.
pub(crate) fn notice_moved(
    moved: Query<Entity, Moved>,
    parents: Query<&ChildOf>,
    mut left: RemovedComponents<Children>,
    mut unnamed: RemovedComponents<Name>,
    mut clips: Query<&mut ClipPlayer>,
    mut timelines: Query<&mut TimelinePlayer>,
) {
    if clips.is_empty() && timelines.is_empty() {
        left.clear();
        unnamed.clear();
        return;
    }
    for entity in moved.iter().chain(left.read()).chain(unnamed.read()) {
        for entity in core::iter::once(entity).chain(parents.iter_ancestors(entity)) {
            if let Ok(mut player) = clips.get_mut(entity) {
                player.bypass_change_detection().seek_again();
            }
            if let Ok(mut player) = timelines.get_mut(entity) {
                player.bypass_change_detection().seek_again();
            }
        }
    }
}
