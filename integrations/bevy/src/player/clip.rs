//! Clips on entities: the component, and the general path of one player.

#[cfg(feature = "serde")]
use alloc::string::String;
use alloc::{boxed::Box, sync::Arc, vec::Vec};

use bevy_asset::{Assets, Handle};
use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use bevy_reflect::Reflect;
use cueline::{
    clip::{Clip, CueKind},
    event::{Event, EventKind},
    playback::{EventBuffer, ItemId, Phase, Play, Playing},
    time::{Span, Time},
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
        events::{cue_event, discarded},
        passes::Passes,
        preference::CueMotionPreference,
    },
    report::{CueEvent, Report},
    transport::{Rows, row::Row, start},
};

/// Plays a clip on this entity and its named descendants.
///
/// The names of tracks are paths: `arm/hand/Transform.translation.y` is the child `hand` of the child `arm`. A
/// component is written only if a value differs. A clip that loads late starts at its planned time, in the past.
///
/// Clips of glTF files name joints: `arm/rotation` turns the first descendant called `arm` that has a `Transform`, at any
/// depth, and `face/weights/0` sets the weight of a morph target in Bevy's `MorphWeights`.
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
#[component(on_insert = inserted, on_discard = gone)]
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
    pub(crate) row: Row,
    /// The clip for which `slots` were found.
    pub(crate) bound: Option<Arc<Clip>>,
    /// The entity below which `slots` were found.
    root: Entity,
    pub(crate) slots: Vec<Option<Slot>>,
    /// What its tracks name in vain was logged.
    logged: bool,
    /// The clip among those that were prepared, as of the last look.
    pub(crate) prepared: Option<Prepared>,
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

fn gone(world: DeferredWorld, context: HookContext) {
    discarded::<ClipPlayer>(&world, &context, |player| &player.state.row);
}

/// The player may have been on another entity.
fn inserted(mut world: DeferredWorld, context: HookContext) {
    start::<ClipPlayer>(&mut world, &context);
    if let Some(mut player) = world.get_mut::<ClipPlayer>(context.entity) {
        player.bypass_change_detection().doubt();
    }
}

impl ClipPlayer {
    /// Plays a clip from the moment at which the component is inserted, on the clock of the world: for bundles, required
    /// components and all that is made without a clock.
    ///
    /// ```
    /// # use bevy_asset::Handle;
    /// # use bevy_cueline::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// fn flag(wave: Handle<CueClip>) -> impl bevy_ecs::prelude::Bundle {
    ///     (Transform::default(), ClipPlayer::on_insert(wave, Repeat::Forever))
    /// }
    /// ```
    #[must_use]
    pub fn on_insert(clip: Handle<CueClip>, play: impl Into<Play>) -> Self {
        Self::new(Moment::INSERTION, clip, play)
    }

    /// Plays a clip from now on, or from a moment in the past.
    #[must_use]
    pub fn new(now: impl Into<Moment>, clip: Handle<CueClip>, play: impl Into<Play>) -> Self {
        let row = Row::new(now.into(), play.into());
        let cursor = Cursor::none(row.start.clock);
        let state = State {
            clip,
            #[cfg(feature = "serde")]
            path: None,
            row,
            bound: None,
            root: Entity::PLACEHOLDER,
            slots: Vec::new(),
            logged: false,
            prepared: None,
            failed: false,
        };
        Self { cursor, state: Box::new(state) }
    }

    /// The position in the clip; `None` before the clip is loaded.
    #[must_use]
    pub fn position(&self, now: impl Into<Moment>) -> Option<Span> {
        self.playing().map(|playing| playing.at(now.into().time).local)
    }

    /// Whether it has ended, as of the last frame and of what was asked for since.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.playing().is_some_and(|playing| playing.is_over())
    }

    /// What plays, with what was asked for.
    fn playing(&self) -> Option<Playing> {
        self.state.row.ordered(self.state.bound.as_deref())
    }

    fn forget_place(&mut self) {
        self.cursor = Cursor::none(self.state.row.start.clock);
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
}

impl Rows for ClipPlayer {
    fn row_mut(&mut self) -> &mut Row {
        &mut self.state.row
    }

    fn changed(&mut self) {
        self.forget_place();
    }
}

impl State {
    /// Does what was asked for and reports what happens up to `now`.
    pub(crate) fn play_to(
        &mut self,
        cursor: &mut Cursor,
        (entity, clip): (Entity, &Clip),
        now: Time,
        buffer: &mut EventBuffer,
        mut report: impl FnMut(CueEvent),
    ) {
        let report = |event: &Event<ItemId>| {
            if let Some(event) = cue_event(entity, event, cue_of(clip, event)) {
                report(event);
            }
        };
        let refuse = |problem| {
            error!("entity {entity} plays {:?} on as before: {problem}", clip.name());
        };
        self.row.step(clip, [now; 2], buffer, report, refuse);
        let (next, clock) = (self.row.next(clip, buffer), self.row.start.clock);
        if let Some(playing) = &self.row.playing {
            // A cursor says the place in a pass, and not how many passes were before.
            *cursor = if Passes::add_up(playing, now) {
                Cursor::none(clock)
            } else {
                Cursor::of(playing, now, next, clock)
            };
        }
    }
}

/// The cue of an event.
fn cue_of<'a>(clip: &'a Clip, event: &Event<ItemId>) -> Option<(&'a str, CueKind)> {
    let EventKind::Cue(index) = event.kind else { return None };
    let cue = clip.cues().get(usize::try_from(index).ok()?)?;
    Some((cue.name(), cue.kind))
}

#[cfg(feature = "ggrs")]
impl cueline::digest::Digest for ClipPlayer {
    /// What playing depends on; what it writes follows from that.
    fn feed(&self, digester: &mut cueline::digest::Digester) {
        let State { row, failed, .. } = &*self.state;
        cueline::digest::Digest::feed(&(row, failed), digester);
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
    row: Row,
}

#[cfg(feature = "serde")]
impl serde::Serialize for ClipPlayer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let State { clip, path, row, .. } = &*self.state;
        let path = path_to_save(clip, path.as_deref())?;
        SavedClip { path, row: row.clone() }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ClipPlayer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedClip { path, row } = SavedClip::deserialize(deserializer)?;
        let mut player = Self::new(row.start, Handle::default(), row.play);
        (player.state.path, player.state.row) = (Some(path), row);
        Ok(player)
    }
}

#[cfg(feature = "egui")]
impl ClipPlayer {
    pub(crate) fn playback(&self) -> Playback<CueClip> {
        let State { clip, row, .. } = &*self.state;
        Playback { asset: clip.clone(), playing: self.playing(), clock: row.start.clock }
    }
}

#[cfg(feature = "ggrs")]
impl ClipPlayer {
    pub(crate) fn clock(&self) -> u8 {
        self.state.row.start.clock
    }
}

#[cfg(feature = "replicon")]
impl ClipPlayer {
    pub(crate) fn clip(&self) -> &Handle<CueClip> {
        &self.state.clip
    }

    pub(crate) fn row(&self) -> &Row {
        &self.state.row
    }

    /// Plays what a server has sent, for a client to which everything up to `reported` was reported.
    pub(crate) fn received(clip: Handle<CueClip>, sent: Row, reported: Option<Time>) -> Self {
        let mut new = Self::new(sent.start, clip, sent.play);
        new.state.row = sent.received(reported);
        new
    }

    /// What the server has sent takes the place of what was. `shown` is the time that a clock showed in the last frame.
    pub(crate) fn take_over(&mut self, sent: Row, shown: impl Fn(u8) -> Time) {
        let shown = shown(sent.start.clock);
        self.state.row.take_over(sent, shown);
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
        ClipPlayer::new(player.state.row.start, Handle::default(), player.state.row.play)
    });
    core::mem::swap(player.bypass_change_detection(), spare);
    play(world, spare);
    if let Some(mut player) = world.get_mut::<ClipPlayer>(entity) {
        core::mem::swap(player.bypass_change_detection(), spare);
    }
}

/// Plays a clip up to `now` and reports what happened; writes nothing. `last` is the time of the frame before.
pub(crate) fn advance_clip(
    world: &World,
    entity: Entity,
    player: &mut ClipPlayer,
    (last, now): (Option<Time>, Time),
    buffer: &mut EventBuffer,
) {
    let ClipPlayer { cursor, state: player } = player;
    #[cfg(feature = "serde")]
    load(world.get_resource(), entity, &mut player.path, &mut player.clip);
    let asset = world.resource::<Assets<CueClip>>().get(&player.clip);
    let is_other = is_other(asset.map(|clip| &clip.0), player.bound.as_ref());
    let goes_on = !player.failed && player.row.is_calm() && player.root == entity;
    if goes_on && !is_other && cursor.at(now).is_some() {
        return;
    }
    *cursor = Cursor::none(player.row.start.clock);
    if player.failed && !is_other {
        return;
    }
    player.failed = false;
    // A clip that was removed plays on as it was.
    let asset = asset.map(|clip| clip.0.clone());
    let Some(clip) = asset.or_else(|| player.bound.clone()) else { return };
    if is_other {
        let before = player.bound.replace(clip.clone());
        // A player from a scene has played too, and its file may have changed since.
        let reloads = |playing: &Playing| {
            let whole = player.row.play.range.is_none();
            before.is_some() || (whole && playing.playhead().range().1 != clip.duration())
        };
        if let Some(playing) = player.row.playing.as_mut().filter(|playing| reloads(playing)) {
            let at = last.filter(|_| before.is_some()).unwrap_or(now);
            if let Err(problem) = playing.reload(at, &*clip) {
                let name = clip.name();
                warn!("entity {entity} plays {name:?} on with the old duration: {problem}");
            }
        }
        player.logged = false;
        player.root = Entity::PLACEHOLDER;
    }
    if player.root != entity {
        player.prepared = None;
        let tracks = clip.channels().map(|(path, channel)| (path, channel.sample(Span::ZERO)));
        find(world, entity, tracks, &mut player.slots, &mut player.logged);
        player.root = entity;
    }
    if let Err(problem) = player.row.begin(&*clip) {
        error!("entity {entity} cannot play the clip {:?}: {problem}", clip.name());
        player.failed = true;
        return;
    }
    let report = world.resource::<Report>();
    player.play_to(cursor, (entity, &clip), now, buffer, |event| report.add(event));
}

/// Writes what a clip shows at `now`; the player's state stays as it is.
pub(crate) fn show_clip(world: &mut World, entity: Entity, player: &mut ClipPlayer, now: Time) {
    let ClipPlayer { cursor, state } = player;
    let State { row, bound: Some(clip), slots, failed: false, .. } = &mut **state else { return };
    let Some(playing) = row.playing else { return };
    let preference = *world.resource::<CueMotionPreference>();
    let place = cursor.at(now).filter(|_| !preference.limits(&**clip));
    let (local, passes) = match place {
        Some(local) => (local, None),
        None => {
            let at = preference.place(&playing, now, &**clip);
            if at.phase == Phase::Waiting {
                return;
            }
            (at.local, Passes::before(&playing, &at))
        }
    };
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
                write_slot(target.as_mut(), entity, slot, || {
                    let value = channel.sample(local);
                    let Some(passes) = passes else { return value };
                    passes.moved(value, passes.ends.map(|at| channel.sample(at)))
                });
            }
        }
    }
}
