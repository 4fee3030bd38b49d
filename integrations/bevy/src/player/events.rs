//! Events of what plays, as the game reads them.

use bevy_ecs::prelude::Entity;
use cueline::{
    clip::CueKind,
    event::{Event, EventKind, Reason},
    playback::ItemId,
};

use crate::report::{CueEvent, CueEventKind};

/// An event as the game reads it: that of the whole, or of a cue. Of what is skipped, only what changes the game is reported.
pub(crate) fn cue_event(
    entity: Entity,
    event: &Event<ItemId>,
    cue: Option<(&str, CueKind)>,
) -> Option<CueEvent> {
    let kind = match (cue, event.kind) {
        (Some((name, kind)), _) => {
            let state = kind == CueKind::State;
            if event.reason == Reason::Skipped && !state {
                return None;
            }
            CueEventKind::Cue { name: name.into(), state }
        }
        _ if event.id != ItemId::WHOLE => return None,
        (None, EventKind::Start) => CueEventKind::Start,
        (None, EventKind::End) => CueEventKind::End,
        (None, EventKind::Loop) => CueEventKind::Loop(event.loop_index),
        (None, EventKind::Cue(_)) => return None,
    };
    let Event { due, lateness, reason, direction, .. } = *event;
    Some(CueEvent { entity, kind, due, lateness, reason, direction })
}
