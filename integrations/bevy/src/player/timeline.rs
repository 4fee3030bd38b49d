//! Timelines on entities.

use alloc::{string::String, sync::Arc, vec::Vec};

use bevy_asset::{Assets, Handle};
use bevy_ecs::{lifecycle::HookContext, prelude::*, world::DeferredWorld};
use bevy_reflect::Reflect;
use cueline::{
    event::Event,
    playback::{EventBuffer, Phase, Play},
    time::{Span, Time},
    timeline::{ItemId, Timeline},
};
use tracing::error;

#[cfg(feature = "serde")]
use crate::assets::path::{load, path_to_save};
#[cfg(feature = "egui")]
use crate::player::playback::Playback;
use crate::{
    assets::CueTimeline,
    clock::{Moment, Shown},
    player::{
        bind::{Slot, find, is_disabled, is_other, write_slot},
        events::{cue_event, discarded},
        passes::Passes,
        preference::CueMotionPreference,
    },
    report::{Drawn, Report},
    transport::{Rows, row::Row, start},
};

/// Plays a timeline on this entity and its named descendants, forwards, backwards, or by hand.
///
/// The keys of the timeline are paths, like the names of tracks of a clip. [`scrub_to`](crate::CuePlayer::scrub_to) shows any
/// time of the timeline, without events.
#[derive(Component, Clone, Debug, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug)]
#[component(on_insert = inserted, on_discard = gone)]
pub struct TimelinePlayer {
    timeline: Handle<CueTimeline>,
    /// The path of the timeline, until the first frame after a scene was loaded.
    #[cfg(feature = "serde")]
    path: Option<String>,
    row: Row,
    /// The time of its clock that it shows; its start until it plays.
    shown: Time,
    bound: Option<Arc<Timeline<String>>>,
    /// As it is drawn with a preference.
    drawn: Option<(CueMotionPreference, Arc<Timeline<String>>)>,
    /// The entity below which `slots` were found.
    root: Entity,
    slots: Vec<Option<Slot>>,
    /// What its tracks name in vain was logged.
    logged: bool,
    failed: bool,
}

fn gone(world: DeferredWorld, context: HookContext) {
    discarded::<TimelinePlayer>(&world, &context, |player| &player.row);
}

fn inserted(mut world: DeferredWorld, context: HookContext) {
    start::<TimelinePlayer>(&mut world, &context);
}

impl Rows for TimelinePlayer {
    fn row_mut(&mut self) -> &mut Row {
        &mut self.row
    }

    fn changed(&mut self) {
        if self.row.playing.is_none() {
            self.shown = self.row.start.time;
        }
    }
}

impl TimelinePlayer {
    /// Plays a timeline from the moment at which the component is inserted, on the clock of the world: for bundles and
    /// required components.
    #[must_use]
    pub fn on_insert(timeline: Handle<CueTimeline>, play: impl Into<Play>) -> Self {
        Self::new(Moment::INSERTION, timeline, play)
    }

    /// Plays a timeline from now on, or from a moment in the past.
    #[must_use]
    pub fn new(
        now: impl Into<Moment>,
        timeline: Handle<CueTimeline>,
        play: impl Into<Play>,
    ) -> Self {
        let row = Row::new(now.into(), play.into());
        let shown = row.start.time;
        Self {
            timeline,
            #[cfg(feature = "serde")]
            path: None,
            row,
            shown,
            bound: None,
            drawn: None,
            root: Entity::PLACEHOLDER,
            slots: Vec::new(),
            logged: false,
            failed: false,
        }
    }

    /// The time in the timeline that the last frame has shown; `None` before the timeline is loaded.
    #[must_use]
    pub fn elapsed(&self) -> Option<Span> {
        self.row.playing.map(|playing| playing.at(self.shown).local)
    }

    /// Lets the next frame look for the entities that its tracks name.
    pub(crate) fn seek_again(&mut self) {
        self.root = Entity::PLACEHOLDER;
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.row.playing.is_some_and(|playing| playing.is_over())
    }
}

pub(crate) fn play_timelines(
    world: &mut World,
    players: &mut QueryState<Entity, (With<TimelinePlayer>, Drawn)>,
    mut entities: Local<Vec<Entity>>,
    mut buffer: Local<EventBuffer>,
) {
    entities.clear();
    entities.extend(players.iter(world));
    for &entity in &*entities {
        with_timeline(world, entity, |world, player| {
            let now = world.resource::<Shown>().of(player.clock());
            if advance_timeline(world, entity, player, now, &mut buffer) {
                show_timeline(world, entity, player, now);
            }
        });
    }
}

/// Takes a player out while the world is written; nothing runs in between that could see it.
pub(crate) fn with_timeline(
    world: &mut World,
    entity: Entity,
    play: impl FnOnce(&mut World, &mut TimelinePlayer),
) {
    let Some(mut player) = world.get_mut::<TimelinePlayer>(entity) else { return };
    let nothing = TimelinePlayer::new(player.row.start, Handle::default(), player.row.play);
    let mut playing = core::mem::replace(player.bypass_change_detection(), nothing);
    play(world, &mut playing);
    if let Some(mut player) = world.get_mut::<TimelinePlayer>(entity) {
        *player.bypass_change_detection() = playing;
    }
}

/// Plays a timeline up to `now` and reports what happened; writes nothing. Returns whether there is something to show.
pub(crate) fn advance_timeline(
    world: &World,
    entity: Entity,
    player: &mut TimelinePlayer,
    now: Time,
    buffer: &mut EventBuffer,
) -> bool {
    #[cfg(feature = "serde")]
    load(world.get_resource(), entity, &mut player.path, &mut player.timeline);
    let asset = world.resource::<Assets<CueTimeline>>().get(&player.timeline);
    let Some(timeline) = asset.map(|timeline| timeline.0.clone()) else { return false };
    if player.failed && !is_other(Some(&timeline), player.bound.as_ref()) {
        return false;
    }
    player.failed = false;
    let reloaded = match (&player.bound, &player.row.playing) {
        (Some(bound), _) => !Arc::ptr_eq(bound, &timeline),
        // A player from a scene has played, and its file may have changed since.
        (None, Some(playing)) if player.row.play.range.is_none() => {
            playing.playhead().range().1 != timeline.duration().unwrap_or(Span::MAX)
        }
        (None, _) => false,
    };
    if player.bound.is_none() || reloaded || player.root != entity {
        player.logged &= player.bound.is_some() && !reloaded;
        let tracks = timeline.sample_all(Span::ZERO).map(|(path, value)| (path.as_str(), value));
        find(world, entity, tracks, &mut player.slots, &mut player.logged);
        (player.bound, player.root, player.drawn) = (Some(timeline.clone()), entity, None);
    }
    if let Err(problem) = player.row.begin(&*timeline) {
        error!("entity {entity} cannot play the timeline {:?}: {problem}", timeline.name());
        player.failed = true;
        return false;
    }
    let since = player.shown.min(now);
    player.shown = now;
    if let Some(playing) = player.row.playing.as_mut().filter(|_| reloaded)
        && let Err(problem) = playing.reload(since, &*timeline)
    {
        error!("entity {entity} plays on with the old duration: {problem}");
    }
    let report = world.resource::<Report>();
    let report = |event: &Event<ItemId>| {
        let cue = timeline.cues(core::slice::from_ref(event)).next();
        if let Some(event) = cue_event(entity, event, cue.map(|(_, cue)| (cue.name, cue.kind))) {
            report.add(event);
        }
    };
    let refuse = |problem| {
        error!("entity {entity} plays {:?} on as before: {problem}", timeline.name());
    };
    player.row.step(&*timeline, [since, now], buffer, report, refuse);
    true
}

/// Writes what a timeline shows at `now`; the player's state stays as it is.
pub(crate) fn show_timeline(
    world: &mut World,
    entity: Entity,
    player: &mut TimelinePlayer,
    now: Time,
) {
    let (Some(timeline), Some(playing)) = (&player.bound, player.row.playing) else { return };
    let preference = *world.resource::<CueMotionPreference>();
    let at = preference.place(&playing, now, &**timeline);
    if player.failed || at.phase == Phase::Waiting {
        return;
    }
    if preference == CueMotionPreference::default() {
        player.drawn = None;
    } else if player.drawn.as_ref().is_none_or(|(of, _)| *of != preference) {
        player.drawn = Some((preference, Arc::new(timeline.reduced(preference.0))));
    }
    let drawn = player.drawn.as_ref().map_or(timeline, |(_, drawn)| drawn);
    let passes = Passes::before(&playing, &at);
    let mut ends = passes.map(|passes| passes.ends.map(|at| drawn.sample_all(at)));
    for ((_, value), slot) in drawn.sample_all(at.local).zip(&mut player.slots) {
        let ends = ends.as_mut().and_then(|[from, to]| Some([from.next()?.1, to.next()?.1]));
        if let Some(slot) = slot {
            if slot.entity != entity && is_disabled(world, slot.entity) {
                continue;
            }
            let mut target = world.get_entity_mut(slot.entity).ok();
            write_slot(target.as_mut(), entity, slot, || match (passes, ends) {
                (Some(passes), Some(ends)) => passes.moved(value, ends),
                _ => value,
            });
        }
    }
}

impl TimelinePlayer {
    pub(crate) fn clock(&self) -> u8 {
        self.row.start.clock
    }
}

#[cfg(feature = "ggrs")]
impl cueline::digest::Digest for TimelinePlayer {
    /// What playing depends on; what it writes follows from that.
    fn feed(&self, digester: &mut cueline::digest::Digester) {
        let Self { row, shown, failed, .. } = self;
        cueline::digest::Digest::feed(&(row, shown, failed), digester);
    }
}

#[cfg(feature = "ggrs")]
impl bevy_ecs::entity::MapEntities for TimelinePlayer {
    fn map_entities<M: bevy_ecs::entity::EntityMapper>(&mut self, mapper: &mut M) {
        self.root = mapper.get_mapped(self.root);
        for slot in self.slots.iter_mut().flatten() {
            slot.entity = mapper.get_mapped(slot.entity);
        }
    }
}

#[cfg(feature = "replicon")]
impl TimelinePlayer {
    pub(crate) fn timeline(&self) -> &Handle<CueTimeline> {
        &self.timeline
    }

    pub(crate) fn row(&self) -> &Row {
        &self.row
    }

    /// Plays what a server has sent, for a client to which everything up to `reported` was reported.
    pub(crate) fn received(
        timeline: Handle<CueTimeline>,
        sent: Row,
        reported: Option<Time>,
    ) -> Self {
        let mut new = Self::new(sent.start, timeline, sent.play);
        new.shown = reported.unwrap_or(new.shown);
        new.row = sent.received(reported);
        new
    }

    /// What the server has sent takes the place of what was. `shown` is the time that a clock showed in the last frame.
    pub(crate) fn take_over(&mut self, sent: Row, shown: impl Fn(u8) -> Time) {
        let shown = shown(sent.start.clock);
        self.row.take_over(sent, shown);
    }
}

/// A player of timelines as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedTimeline {
    path: String,
    row: Row,
    shown: Time,
}

#[cfg(feature = "serde")]
impl serde::Serialize for TimelinePlayer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = path_to_save(&self.timeline, self.path.as_deref())?;
        SavedTimeline { path, row: self.row.clone(), shown: self.shown }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for TimelinePlayer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedTimeline { path, row, shown } = SavedTimeline::deserialize(deserializer)?;
        let player = Self::new(row.start, Handle::default(), row.play);
        Ok(Self { path: Some(path), row, shown, ..player })
    }
}

#[cfg(feature = "egui")]
impl TimelinePlayer {
    pub(crate) fn playback(&self) -> Playback<CueTimeline> {
        let Self { timeline, row, .. } = self;
        Playback { asset: timeline.clone(), playing: row.playing, clock: row.start.clock }
    }
}
