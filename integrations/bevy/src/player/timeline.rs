//! Timelines on entities.

use alloc::{string::String, sync::Arc, vec::Vec};

use bevy_asset::{Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use cueline::{
    clip::CueKind,
    event::EventKind,
    playback::{EventBuffer, Play, Playing, SeekPolicy},
    time::{Span, Speed, Time},
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
    player::bind::{Slot, find, is_disabled, is_other, write_slot},
    report::{CueEvent, CueEventKind, Report},
};

/// Plays a timeline on this entity and its named descendants, forwards, backwards, or by hand.
///
/// The keys of the timeline are paths, like the names of tracks of a clip. [`scrub_to`](Self::scrub_to) shows any time
/// of the timeline, without events.
#[derive(Component, Clone, Debug, Reflect)]
#[type_path = "bevy_cueline"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug)]
pub struct TimelinePlayer {
    timeline: Handle<CueTimeline>,
    /// The path of the timeline, until the first frame after a scene was loaded.
    #[cfg(feature = "serde")]
    path: Option<String>,
    play: Play,
    start: Moment,
    playing: Option<Playing>,
    /// The time of its clock that it shows; its start until it plays.
    shown: Time,
    bound: Option<Arc<Timeline<String>>>,
    /// The entity below which `slots` were found.
    root: Entity,
    slots: Vec<Option<Slot>>,
    /// What its tracks name in vain was logged.
    logged: bool,
    /// What was asked for, in order, until the next frame.
    orders: Vec<Order>,
    failed: bool,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Order {
    Scrub(Span),
    Seek(Span),
    Finish,
    Pause,
    Resume,
    Speed(Speed),
}

impl TimelinePlayer {
    /// Plays a timeline from now on, or from a moment in the past.
    #[must_use]
    pub fn new(
        now: impl Into<Moment>,
        timeline: Handle<CueTimeline>,
        play: impl Into<Play>,
    ) -> Self {
        let start = now.into();
        Self {
            timeline,
            #[cfg(feature = "serde")]
            path: None,
            play: play.into(),
            start,
            playing: None,
            shown: start.time,
            bound: None,
            root: Entity::PLACEHOLDER,
            slots: Vec::new(),
            logged: false,
            orders: Vec::new(),
            failed: false,
        }
    }

    /// Shows a time of the timeline, without events, and holds there until [`resume`](Self::resume).
    pub fn scrub_to(&mut self, elapsed: Span) {
        self.orders.push(Order::Scrub(elapsed));
    }

    /// Jumps to a time and plays on. `State` cues on the way are reported, with `Reason::Sought`.
    pub fn seek(&mut self, elapsed: Span) {
        self.orders.push(Order::Seek(elapsed));
    }

    /// Finishes the timeline; events ahead are reported with `Reason::Skipped`.
    pub fn finish(&mut self) {
        self.orders.push(Order::Finish);
    }

    /// Stops it there.
    pub fn pause(&mut self) {
        self.orders.push(Order::Pause);
    }

    /// Lets it go on.
    pub fn resume(&mut self) {
        self.orders.push(Order::Resume);
    }

    /// Sets the speed; a negative speed plays backwards.
    pub fn set_speed(&mut self, speed: Speed) {
        self.orders.push(Order::Speed(speed));
    }

    /// The present time in the timeline; `None` before the timeline is loaded.
    #[must_use]
    pub fn elapsed(&self) -> Option<Span> {
        self.playing.map(|playing| playing.at(self.shown).local)
    }

    /// Lets the next frame look for the entities that its tracks name.
    pub(crate) fn seek_again(&mut self) {
        self.root = Entity::PLACEHOLDER;
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.playing.is_some_and(|playing| playing.is_over())
    }
}

pub(crate) fn play_timelines(
    world: &mut World,
    players: &mut QueryState<Entity, With<TimelinePlayer>>,
    mut entities: Local<Vec<Entity>>,
    mut buffer: Local<EventBuffer>,
) {
    entities.clear();
    entities.extend(players.iter(world));
    for &entity in &*entities {
        let Some(mut player) = world.get_mut::<TimelinePlayer>(entity) else { continue };
        let nothing = TimelinePlayer::new(player.start, Handle::default(), player.play);
        let mut playing = core::mem::replace(player.bypass_change_detection(), nothing);
        play_timeline(world, entity, &mut playing, &mut buffer);
        if let Some(mut player) = world.get_mut::<TimelinePlayer>(entity) {
            *player.bypass_change_detection() = playing;
        }
    }
}

fn play_timeline(
    world: &mut World,
    entity: Entity,
    player: &mut TimelinePlayer,
    buffer: &mut EventBuffer,
) {
    #[cfg(feature = "serde")]
    load(world, entity, &mut player.path, &mut player.timeline);
    let asset = world.resource::<Assets<CueTimeline>>().get(&player.timeline);
    let Some(timeline) = asset.map(|timeline| timeline.0.clone()) else { return };
    if player.failed && !is_other(Some(&timeline), player.bound.as_ref()) {
        return;
    }
    player.failed = false;
    let now = world.resource::<Shown>().of(player.start.clock);
    let reloaded = match (&player.bound, &player.playing) {
        (Some(bound), _) => !Arc::ptr_eq(bound, &timeline),
        // A player from a scene has played, and its file may have changed since.
        (None, Some(playing)) if player.play.range.is_none() => {
            playing.playhead().range().1 != timeline.duration().unwrap_or(Span::MAX)
        }
        (None, _) => false,
    };
    if player.bound.is_none() || reloaded || player.root != entity {
        player.logged &= player.bound.is_some() && !reloaded;
        let tracks = timeline.sample_all(Span::ZERO).map(|(path, value)| (path.as_str(), value));
        find(world, entity, tracks, &mut player.slots, &mut player.logged);
        (player.bound, player.root) = (Some(timeline.clone()), entity);
    }
    let mut playing = match player.playing {
        Some(playing) => playing,
        None => match Playing::new(&*timeline, player.start.time, &player.play) {
            Ok(playing) => playing,
            Err(problem) => {
                let name = timeline.name();
                error!("entity {entity} cannot play the timeline {name:?}: {problem}");
                player.failed = true;
                return;
            }
        },
    };
    if reloaded && let Err(problem) = playing.reload(player.shown, &*timeline) {
        error!("entity {entity} plays on with the old duration: {problem}");
    }
    // What was asked for happens at the time that was shown.
    let shown = player.shown;
    let mut events = Vec::new();
    for order in player.orders.drain(..) {
        match order {
            Order::Scrub(elapsed) => playing.scrub(shown, elapsed),
            Order::Seek(elapsed) => events.extend_from_slice(playing.seek(
                shown,
                elapsed,
                SeekPolicy::State,
                &*timeline,
                buffer,
            )),
            Order::Finish => match playing.finish(shown, &*timeline, buffer) {
                Ok(ahead) => events.extend_from_slice(ahead),
                Err(problem) => error!("entity {entity} cannot finish its timeline: {problem}"),
            },
            Order::Pause => playing.pause(shown),
            Order::Resume => playing.resume(shown),
            Order::Speed(speed) => {
                if let Err(problem) = playing.set_speed(shown, speed) {
                    error!("entity {entity} keeps the speed of its timeline: {problem}");
                }
            }
        }
    }
    // Before its start nothing is due.
    if now >= shown {
        player.shown = now;
        events.extend_from_slice(playing.step(now, &*timeline, buffer));
    }
    for event in &events {
        let cue = timeline.cues(core::slice::from_ref(event)).next();
        let kind = match (cue, event.kind) {
            (Some((_, cue)), _) => {
                let state = cue.kind == CueKind::State;
                CueEventKind::Cue { name: cue.name.into(), state }
            }
            (None, EventKind::Start) if event.id == ItemId::WHOLE => CueEventKind::Start,
            (None, EventKind::End) if event.id == ItemId::WHOLE => CueEventKind::End,
            (None, EventKind::Loop) if event.id == ItemId::WHOLE => {
                CueEventKind::Loop(event.loop_index)
            }
            _ => continue,
        };
        let (due, lateness) = (event.due, event.lateness);
        let (reason, direction) = (event.reason, event.direction);
        let event = CueEvent { entity, kind, due, lateness, reason, direction };
        world.resource::<Report>().add(event);
    }
    player.playing = Some(playing);
    let at = playing.at(player.shown).local;
    for ((_, value), slot) in timeline.sample_all(at).zip(&mut player.slots) {
        if let Some(slot) = slot {
            if slot.entity != entity && is_disabled(world, slot.entity) {
                continue;
            }
            let mut target = world.get_entity_mut(slot.entity).ok();
            write_slot(target.as_mut(), entity, slot, || value);
        }
    }
}

/// A player of timelines as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedTimeline {
    path: String,
    play: Play,
    start: Moment,
    playing: Option<Playing>,
    shown: Time,
    orders: Vec<Order>,
}

#[cfg(feature = "serde")]
impl serde::Serialize for TimelinePlayer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = path_to_save(&self.timeline, self.path.as_deref())?;
        let Self { play, start, playing, shown, .. } = *self;
        let orders = self.orders.clone();
        SavedTimeline { path, play, start, playing, shown, orders }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for TimelinePlayer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedTimeline { path, play, start, playing, shown, orders } =
            SavedTimeline::deserialize(deserializer)?;
        let player = Self::new(start, Handle::default(), play);
        Ok(Self { path: Some(path), playing, shown, orders, ..player })
    }
}

#[cfg(feature = "egui")]
impl TimelinePlayer {
    pub(crate) fn playback(&self) -> Playback<CueTimeline> {
        let Self { timeline, start, playing, .. } = self;
        let head = playing.map(|playing| *playing.playhead());
        let is_over = self.is_over();
        Playback { asset: timeline.clone(), head, clock: start.clock, is_over }
    }
}
