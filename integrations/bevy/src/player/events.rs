//! Events of what plays, as the game reads them.

use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use cueline::{
    clip::CueKind,
    event::{Event, EventKind, Reason},
    playback::ItemId,
    time::Span,
};

use crate::{
    clock::Shown,
    report::{CueEvent, CueEventKind, Report},
    transport::row::Row,
};

/// Reports that a player goes before its end. Of what is rolled back nothing, as each load takes components away and puts
/// others in their place.
pub(crate) fn discarded<P: Component>(
    world: &DeferredWorld,
    context: &HookContext,
    row: fn(&P) -> &Row,
) {
    let entity = context.entity;
    #[cfg(feature = "ggrs")]
    if world.get::<bevy_ggrs::RollbackId>(entity).is_some() {
        return;
    }
    let (Some(shown), Some(report), Some(row)) = (
        world.get_resource::<Shown>(),
        world.get_resource::<Report>(),
        world.get::<P>(entity).map(row),
    ) else {
        return;
    };
    let due = shown.of(row.start.clock);
    let playing = row.playing.filter(|playing| playing.has_begun() && !playing.is_over());
    if let Some(playing) = playing {
        let (kind, reason) = (CueEventKind::Cancelled, Reason::Cancelled);
        let direction = playing.at(due).direction;
        let event = CueEvent { entity, kind, due, lateness: Span::ZERO, reason, direction };
        report.add_gone(|outbox| outbox.add(event));
    }
}

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
