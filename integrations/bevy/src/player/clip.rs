//! Clips on entities: the component, and the general path of one player.

#[cfg(feature = "serde")]
use alloc::string::String;
use alloc::{boxed::Box, sync::Arc, vec::Vec};

use bevy_asset::{Assets, Handle};
use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use bevy_reflect::Reflect;
use cueline::{
    clip::{Clip, CueKind},
    event::{Direction, EventKind, Reason},
    playback::{Phase, Play, PlayError, Playhead, PlayheadEvent},
    time::{Span, Speed, Time},
};
use tracing::{error, warn};

#[cfg(feature = "serde")]
use crate::assets::path::{load, path_to_save};
#[cfg(feature = "egui")]
use crate::player::playback::Playback;
use crate::{
    assets::CueClip,
    clock::Moment,
    player::{
        bind::{Slot, find, is_disabled, is_other, write_slot},
        cursor::{Cursor, Prepared},
    },
    report::{CueEvent, CueEventKind, Report},
};

/// Plays a clip on this entity and its named descendants.
///
/// The names of tracks are paths: `arm/hand/Transform.translation.y` is the child `hand` of the child `arm`. A
/// component is written only if a value differs. A clip that loads late starts at its planned time, in the past.
///
/// As in all systems, [`Disabled`](bevy_ecs::entity_disabling::Disabled) entities are left out: a disabled player plays
/// nothing, and a track does not write a disabled descendant. Once enabled, both are where they would have been; the
/// player then reports the events that it has missed.
///
/// A clone of a player on another entity plays from the same moment, on the descendants of that entity.
///
/// ```no_run
/// use bevy_asset::Assets;
/// use bevy_cueline::{cueline::clip::ClipBuilder, prelude::*};
/// use bevy_ecs::prelude::*;
/// use bevy_transform::components::Transform;
///
/// fn wave(mut commands: Commands, time: Res<CueTime>, mut clips: ResMut<Assets<CueClip>>) -> Result {
///     let wave = ClipBuilder::new("wave")
///         .track("Transform.translation.y", [
///             Keyframe::linear(ms(0), 0.0_f32),
///             Keyframe::linear(ms(200), 8.0),
///             Keyframe::linear(ms(400), 0.0),
///         ])
///         .build()?;
///     let wave = clips.add(wave);
///     commands.spawn((Transform::default(), ClipPlayer::new(&time, wave, Repeat::Forever)));
///     Ok(())
/// }
/// ```
#[derive(Component, Debug, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug)]
#[component(on_insert = unprepare)]
pub struct ClipPlayer {
    /// All that is read of a clip on its way.
    pub(crate) cursor: Cursor,
    pub(crate) state: Box<State>,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) clip: Handle<CueClip>,
    /// The path of the clip, until the first frame after a scene was loaded.
    #[cfg(feature = "serde")]
    path: Option<String>,
    play: Play,
    pub(crate) start: Moment,
    head: Option<Playhead>,
    /// The time up to which events were reported. While the cursor is valid, a drawn player need not move it: nothing
    /// happens.
    reported: Option<Time>,
    /// The clip for which `slots` were found.
    pub(crate) bound: Option<Arc<Clip>>,
    /// The entity below which `slots` were found.
    root: Entity,
    pub(crate) slots: Vec<Option<Slot>>,
    /// What its tracks name in vain was logged.
    logged: bool,
    /// The clip among those that were prepared, as of the last look.
    pub(crate) prepared: Option<Prepared>,
    skip: bool,
    /// Its end was reported.
    over: bool,
    pub(crate) failed: bool,
}

impl Clone for ClipPlayer {
    fn clone(&self) -> Self {
        let mut clone = Self { cursor: self.cursor, state: self.state.clone() };
        // It may be for another entity, even for one that has a player already.
        clone.doubt();
        clone
    }
}

/// The player may have been on another entity.
fn unprepare(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut player) = world.get_mut::<ClipPlayer>(context.entity) {
        player.bypass_change_detection().doubt();
    }
}

impl ClipPlayer {
    /// Plays a clip from now on, or from a moment in the past.
    #[must_use]
    pub fn new(now: impl Into<Moment>, clip: Handle<CueClip>, play: impl Into<Play>) -> Self {
        let (play, start) = (play.into(), now.into());
        let state = State {
            clip,
            #[cfg(feature = "serde")]
            path: None,
            play,
            start,
            head: None,
            reported: None,
            bound: None,
            root: Entity::PLACEHOLDER,
            slots: Vec::new(),
            logged: false,
            prepared: None,
            skip: false,
            over: false,
            failed: false,
        };
        Self { cursor: Cursor::none(start.clock), state: Box::new(state) }
    }

    /// The position in the clip; `None` before the clip is loaded.
    #[must_use]
    pub fn position(&self, now: impl Into<Moment>) -> Option<Span> {
        self.state.head.map(|head| head.at(now.into().time).local)
    }

    /// Whether it has ended, as of the last frame.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.over
    }

    /// Stops it there.
    pub fn pause(&mut self, now: impl Into<Moment>) {
        let now = now.into().time;
        self.change(now, |head| head.pause(now));
    }

    /// Lets it go on.
    pub fn resume(&mut self, now: impl Into<Moment>) {
        let now = now.into().time;
        self.change(now, |head| head.resume(now));
    }

    /// Sets the speed from now on; a negative speed plays backwards.
    pub fn set_speed(&mut self, now: impl Into<Moment>, speed: Speed) {
        let now = now.into().time;
        self.change(now, |head| head.set_speed(now, speed));
    }

    /// Jumps to a time in the clip, without events.
    pub fn seek(&mut self, now: impl Into<Moment>, elapsed: Span) {
        let now = now.into().time;
        self.change(now, |head| head.seek(now, elapsed));
    }

    /// Finishes the clip: the next frame reports its end and its `State` cues, with `Reason::Skipped`.
    pub fn finish(&mut self) {
        self.state.skip = true;
        self.cursor.unprepare();
    }

    fn change(&mut self, now: Time, change: impl FnOnce(&mut Playhead)) {
        self.arrive(now);
        self.forget_place();
        if let Some(head) = &mut self.state.head {
            change(head);
            self.state.over &= head.at(now).phase == Phase::Ended;
        }
    }

    fn forget_place(&mut self) {
        self.cursor = Cursor::none(self.state.start.clock);
    }

    /// The entity that a track writes.
    pub(crate) fn target_of(&self, track: usize) -> Option<Entity> {
        self.state.slots.get(track)?.as_ref().map(|slot| slot.entity)
    }

    /// Lets the next frame look for the entities that its tracks name.
    pub(crate) fn seek_again(&mut self) {
        let names = self
            .state
            .bound
            .as_ref()
            .is_some_and(|clip| clip.channels().any(|(path, _)| path.contains('/')));
        if names {
            self.state.root = Entity::PLACEHOLDER;
            self.doubt();
        }
    }

    /// Lets the next frame look for what it writes.
    pub(crate) fn doubt(&mut self) {
        self.state.prepared = None;
        self.cursor.unprepare();
    }

    /// Nothing up to `now` is left to be reported, if the cursor is valid there.
    pub(crate) fn arrive(&mut self, now: Time) {
        if self.cursor.at(now).is_some() {
            self.state.reported = Some(now);
        }
    }
}

impl State {
    /// Reports what happens up to `now`. `is_there` says whether the asset of the clip is still there.
    pub(crate) fn play_to(
        &mut self,
        cursor: &mut Cursor,
        (entity, clip): (Entity, &Clip),
        is_there: bool,
        now: Time,
        mut report: impl FnMut(CueEvent),
    ) {
        let Some(mut head) = self.head else { return };
        let (after, cues) = (self.reported, is_there.then_some(clip));
        let mut report = |event, reason| {
            if let Some(event) = cue_event(entity, clip, event, now, reason) {
                report(event);
            }
        };
        let skip = core::mem::take(&mut self.skip);
        let mut next = None;
        if self.over {
            next = Some(Time::MAX); // nothing is left to happen
        } else if skip {
            let until = head.duration().map_or(now, |duration| self.start.time + duration);
            for event in head.events(after, until.max(now)).with_cues(cues) {
                let state = match event.kind {
                    EventKind::Cue(index) => is_state(clip, index),
                    _ => true,
                };
                if state {
                    report(PlayheadEvent { due: now, ..event }, Reason::Skipped);
                }
            }
            self.over = head.finish(now);
            self.head = Some(head);
        } else if after.is_none_or(|after| after < now) {
            next = Some(Time::MAX);
            for event in head.events(after, Time::MAX).with_cues(cues) {
                if event.due > now {
                    next = Some(event.due);
                    break;
                }
                self.over |= event.kind == EventKind::End;
                report(event, Reason::Played);
            }
        }
        self.reported = Some(now);
        if is_there {
            let ahead = || head.next_due(now, Some(clip)).unwrap_or(Time::MAX);
            let next = next.unwrap_or_else(ahead);
            *cursor = Cursor::of(&head, now, next, self.over, self.start.clock);
        }
    }

    /// Takes a new duration of its clip at the place that it has reached. What has ended stays ended.
    fn reload(&mut self, duration: Span) -> Result<(), PlayError> {
        let Some(at) = self.reported else {
            self.head = None; // nothing has played yet
            return Ok(());
        };
        let Some(head) = &mut self.head else { return Ok(()) };
        let (was, old) = (head.at(at), head.range());
        if self.play.range.is_some() || old.1 == duration {
            return Ok(());
        }
        head.set_range(at, Span::ZERO, duration)?;
        if self.over {
            head.finish(at);
        } else if was.phase == Phase::Playing
            && was.direction == Direction::Forward
            && was.local >= duration
        {
            // Its place is gone: the last flick before the end, so that the end comes next.
            head.seek(at, duration * (was.pass + 1) - Span::from_flicks(1));
        }
        Ok(())
    }
}

#[cfg(feature = "ggrs")]
impl cueline::digest::Digest for ClipPlayer {
    /// What playing depends on; what it writes follows from that.
    fn feed(&self, digester: &mut cueline::digest::Digester) {
        let State { start, head, reported, skip, over, failed, .. } = &*self.state;
        cueline::digest::Digest::feed(&(start, head, reported, skip, over, failed), digester);
    }
}

#[cfg(feature = "ggrs")]
impl bevy_ecs::entity::MapEntities for ClipPlayer {
    fn map_entities<M: bevy_ecs::entity::EntityMapper>(&mut self, mapper: &mut M) {
        self.state.root = mapper.get_mapped(self.state.root);
        for slot in self.state.slots.iter_mut().flatten() {
            slot.entity = mapper.get_mapped(slot.entity);
        }
    }
}

/// A player of clips as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedClip {
    path: String,
    play: Play,
    start: Moment,
    head: Option<Playhead>,
    reported: Option<Time>,
    skip: bool,
    over: bool,
}

#[cfg(feature = "serde")]
impl serde::Serialize for ClipPlayer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let State { clip, path, play, start, head, reported, skip, over, .. } = &*self.state;
        let path = path_to_save(clip, path.as_deref())?;
        let (play, start, head, reported) = (*play, *start, *head, *reported);
        SavedClip { path, play, start, head, reported, skip: *skip, over: *over }
            .serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ClipPlayer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedClip::deserialize(deserializer)?;
        let mut player = Self::new(saved.start, Handle::default(), saved.play);
        let state = &mut *player.state;
        (state.path, state.head, state.reported) = (Some(saved.path), saved.head, saved.reported);
        (state.skip, state.over) = (saved.skip, saved.over);
        Ok(player)
    }
}

#[cfg(feature = "egui")]
impl ClipPlayer {
    pub(crate) fn playback(&self) -> Playback<CueClip> {
        let State { clip, start, head, over, .. } = &*self.state;
        Playback { asset: clip.clone(), head: *head, clock: start.clock, is_over: *over }
    }
}

#[cfg(feature = "ggrs")]
impl ClipPlayer {
    pub(crate) fn clock(&self) -> u8 {
        self.state.start.clock
    }
}

/// What of a player is sent: settings, start, clock, place and whether it is over.
#[cfg(feature = "replicon")]
type Sent = (Play, Time, u8, Option<Playhead>, bool);

#[cfg(feature = "replicon")]
impl ClipPlayer {
    pub(crate) fn clip(&self) -> &Handle<CueClip> {
        &self.state.clip
    }

    pub(crate) fn state(&self) -> Sent {
        let State { play, start, head, over, .. } = &*self.state;
        (*play, start.time, start.clock, *head, *over)
    }

    pub(crate) fn received(clip: Handle<CueClip>, sent: Sent) -> Self {
        let (play, time, clock, ..) = sent;
        let mut new = Self::new(Moment { time, clock }, clip, play);
        new.take_over(sent, |_| time);
        new
    }

    /// What the server has sent takes the place of what was. `shown` is the time that a clock showed in the last frame.
    pub(crate) fn take_over(
        &mut self,
        (play, time, clock, head, over): Sent,
        shown: impl Fn(u8) -> Time,
    ) {
        self.arrive(shown(self.state.start.clock));
        let state = &mut *self.state;
        (state.play, state.start) = (play, Moment { time, clock });
        // Before the server has loaded its clip, both begin at the start.
        state.head = head.or(state.head);
        state.over = over;
        self.forget_place();
    }

    /// Nothing up to `now` is reported.
    pub(crate) fn forget_past(&mut self, now: Time) {
        self.state.reported = Some(now);
        self.forget_place();
    }
}

/// Takes a player out while the world is written; nothing runs in between that could see it. `spare` is left in its place.
pub(crate) fn with_clip(
    world: &mut World,
    entity: Entity,
    spare: &mut Option<ClipPlayer>,
    play: impl FnOnce(&mut World, &mut ClipPlayer),
) {
    let Some(mut player) = world.get_mut::<ClipPlayer>(entity) else { return };
    let spare = spare.get_or_insert_with(|| {
        ClipPlayer::new(player.state.start, Handle::default(), player.state.play)
    });
    core::mem::swap(player.bypass_change_detection(), spare);
    play(world, spare);
    if let Some(mut player) = world.get_mut::<ClipPlayer>(entity) {
        core::mem::swap(player.bypass_change_detection(), spare);
    }
}

/// Plays a clip up to `now` and reports what happened; writes nothing.
pub(crate) fn advance_clip(world: &World, entity: Entity, player: &mut ClipPlayer, now: Time) {
    let ClipPlayer { cursor, state: player } = player;
    #[cfg(feature = "serde")]
    load(world, entity, &mut player.path, &mut player.clip);
    let asset = world.resource::<Assets<CueClip>>().get(&player.clip);
    if !player.failed
        && !player.skip
        && player.root == entity
        && cursor.at(now).is_some()
        && !is_other(asset.map(|clip| &clip.0), player.bound.as_ref())
    {
        player.reported = Some(now);
        return;
    }
    *cursor = Cursor::none(player.start.clock);
    let asset = asset.map(|clip| clip.0.clone());
    if player.failed && !is_other(asset.as_ref(), player.bound.as_ref()) {
        return;
    }
    player.failed = false;
    // A clip that was removed plays to the end of the duration it had, without cues.
    let is_there = asset.is_some();
    let Some(clip) = asset.or_else(|| player.bound.clone()) else { return };
    if player.bound.as_ref().is_none_or(|bound| !Arc::ptr_eq(bound, &clip)) {
        // A player from a scene has played, and its file may have changed since.
        if (player.bound.is_some() || player.reported.is_some())
            && let Err(problem) = player.reload(clip.duration())
        {
            let name = clip.name();
            warn!("entity {entity} plays {name:?} on with the old duration: {problem}");
        }
        player.bound = Some(clip.clone());
        player.logged = false;
        player.root = Entity::PLACEHOLDER;
    }
    if player.root != entity {
        player.prepared = None;
        let tracks = clip.channels().map(|(path, channel)| (path, channel.sample(Span::ZERO)));
        find(world, entity, tracks, &mut player.slots, &mut player.logged);
        player.root = entity;
    }
    if player.head.is_none() {
        match Playhead::new(player.start.time, clip.duration(), &player.play) {
            Ok(head) => player.head = Some(head),
            Err(problem) => {
                error!("entity {entity} cannot play the clip {:?}: {problem}", clip.name());
                player.failed = true;
                return;
            }
        }
    }
    let report = world.resource::<Report>();
    player.play_to(cursor, (entity, &clip), is_there, now, |event| report.add(event));
}

/// Writes what a clip shows at `now`; the player's state stays as it is.
pub(crate) fn show_clip(world: &mut World, entity: Entity, player: &mut ClipPlayer, now: Time) {
    let ClipPlayer { cursor, state } = player;
    let State { head: Some(head), bound: Some(clip), slots, failed: false, .. } = &mut **state
    else {
        return;
    };
    let local = cursor.at(now).or_else(|| {
        let at = head.at(now);
        (at.phase != Phase::Waiting).then_some(at.local)
    });
    let Some(local) = local else { return };
    let mut channels = clip.channels();
    // An entity is looked up once for all its tracks, which stand next to each other.
    let entity_of = |slot: &Option<Slot>| slot.as_ref().map(|slot| slot.entity);
    for slots in slots.chunk_by_mut(|one, next| entity_of(one) == entity_of(next)) {
        let target = entity_of(&slots[0]);
        if target.is_some_and(|target| target != entity && is_disabled(world, target)) {
            slots.iter().for_each(|_| _ = channels.next());
            continue;
        }
        let mut target = target.and_then(|target| world.get_entity_mut(target).ok());
        for slot in slots {
            let Some((_, channel)) = channels.next() else { return };
            if let Some(slot) = slot {
                write_slot(target.as_mut(), entity, slot, || channel.sample(local));
            }
        }
    }
}

fn is_state(clip: &Clip, index: u32) -> bool {
    usize::try_from(index)
        .ok()
        .and_then(|index| clip.cues().get(index))
        .is_some_and(|cue| cue.kind == CueKind::State)
}

/// An event of a playhead, as the game reads it.
fn cue_event(
    entity: Entity,
    clip: &Clip,
    event: PlayheadEvent,
    now: Time,
    reason: Reason,
) -> Option<CueEvent> {
    let PlayheadEvent { kind, due, pass, direction, .. } = event;
    let kind = match kind {
        EventKind::Start => CueEventKind::Start,
        EventKind::End => CueEventKind::End,
        EventKind::Loop => CueEventKind::Loop(pass.unsigned_abs()),
        EventKind::Cue(index) => {
            let cue = usize::try_from(index).ok().and_then(|index| clip.cues().get(index))?;
            CueEventKind::Cue { name: cue.name().into(), state: cue.kind == CueKind::State }
        }
    };
    let lateness = now - due;
    Some(CueEvent { entity, kind, due, lateness, reason, direction })
}
