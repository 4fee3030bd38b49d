//! The frame of all clips: those with something to report one by one, all others together.

use alloc::{sync::Arc, vec::Vec};

use bevy_asset::Assets;
use bevy_ecs::{change_detection::ContiguousMut, prelude::*};
use cueline::{playback::EventBuffer, time::Time};

use crate::{
    assets::CueClip,
    clock::Shown,
    player::{
        clip::{ClipPlayer, State, advance_clip, show_clip, with_clip},
        cursor::Cursor,
        preference::CueMotionPreference,
        steady::{Clips, Steady},
    },
    report::{Drawn, Outbox, Report},
};

/// Plays all clips: those with something to report one by one, all others together.
pub(crate) fn play_clips(
    world: &mut World,
    players: &mut QueryState<(Entity, &mut ClipPlayer), Drawn>,
    mut rest: Local<Vec<Entity>>,
    mut spare: Local<Option<ClipPlayer>>,
    mut last: Local<Option<Shown>>,
    mut preference: Local<CueMotionPreference>,
    mut buffer: Local<EventBuffer>,
) {
    let (shown, steady) = (*world.resource::<Shown>(), world.resource::<Steady>().clone());
    let mut steady = steady.lock();
    steady.compare(world.resource::<Assets<CueClip>>());
    let new = *world.resource::<CueMotionPreference>();
    if core::mem::replace(&mut *preference, new) != new {
        steady.forget_all();
    }
    steady.notice_removed(world);
    rest.clear();
    let report = world.resource::<Report>().clone();
    let mut outbox = report.take();
    let mut is_shown = |entity, player: &mut ClipPlayer| {
        let now = shown.of(player.cursor.clock);
        if !steady.shows(&player.cursor, now) {
            play_on(player, entity, &steady, now, (&mut buffer, &mut outbox));
        }
        let is_shown = steady.shows(&player.cursor, now);
        if !is_shown {
            rest.push(entity);
        }
        is_shown
    };
    let mut players = players.query_mut(&mut *world);
    if let Ok(tables) = players.contiguous_iter_mut() {
        for (entities, players) in tables {
            let (players, _) = ContiguousMut::bypass_change_detection_split(players);
            // Neighbours mostly play the same clip.
            let mut before = None::<Cursor>;
            for (entity, player) in entities.iter().zip(players) {
                let cursor = &player.cursor;
                let goes_on = |before: Cursor| {
                    cursor.is_as(&before) && cursor.is_valid(shown.of(before.clock))
                };
                if !before.is_some_and(goes_on) {
                    before = is_shown(*entity, player).then_some(player.cursor);
                }
            }
        }
    } else {
        // A component that disables entities is stored apart from the tables.
        for (entity, mut player) in &mut players {
            is_shown(entity, player.bypass_change_detection());
        }
    }
    report.put(outbox);
    for &entity in &*rest {
        with_clip(world, entity, &mut spare, |world, player| {
            let clock = player.state.row.start.clock;
            let (last, now) = (last.map(|last| last.of(clock)), shown.of(clock));
            advance_clip(world, entity, player, (last, now), &mut buffer);
            if !is_prepared(world, entity, player, now, &mut steady) {
                show_clip(world, entity, player, now);
            }
        });
    }
    steady.show(world, &shown);
    *last = Some(shown);
}

/// Whether a player is shown together with others.
fn is_prepared(
    world: &World,
    entity: Entity,
    player: &mut ClipPlayer,
    now: Time,
    steady: &mut Clips,
) -> bool {
    let ClipPlayer { cursor, state } = player;
    let State { clip, bound: Some(bound), slots, prepared, failed: false, .. } = &mut **state
    else {
        return false;
    };
    // The clip may be gone, or on its way.
    let asset = world.resource::<Assets<CueClip>>().get(&*clip);
    let (of, clip) = ((world, entity), (clip.id(), &*bound));
    let preference = world.resource::<CueMotionPreference>();
    cursor.at(now).is_some()
        && !preference.limits(&**bound)
        && asset.is_some_and(|asset| Arc::ptr_eq(&asset.0, bound))
        && steady.prepare(of, clip, slots, prepared, cursor)
}

/// Plays on where it is prepared, and stays so: mostly a pass has ended, or a cue was reached.
#[inline(never)]
fn play_on(
    player: &mut ClipPlayer,
    entity: Entity,
    steady: &Clips,
    now: Time,
    (buffer, outbox): (&mut EventBuffer, &mut Outbox),
) {
    let Some(clip) = steady.clip_of(&player.cursor) else { return };
    let ClipPlayer { cursor, state } = player;
    let before = *cursor;
    *cursor = Cursor::none(state.row.start.clock);
    state.play_to(cursor, (entity, clip), now, buffer, |event| outbox.add(event));
    cursor.prepare_as(&before);
}
