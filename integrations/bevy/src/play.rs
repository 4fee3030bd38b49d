//! Players of assets: clips, timelines and flipbooks.

#[cfg(feature = "serde")]
use alloc::string::ToString;
use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};

use bevy_asset::{AssetEvent, Assets, Handle};
#[cfg(feature = "serde")]
use bevy_asset::{AssetPath, AssetServer};
use bevy_ecs::{
    change_detection::ContiguousMut, lifecycle::HookContext, prelude::*, world::DeferredWorld,
};
use bevy_reflect::Reflect;
#[cfg(feature = "sprite")]
use bevy_sprite::Sprite;
use cueline::{
    clip::{Clip, CueKind, Value},
    event::{Direction, EventKind, Reason},
    playback::{Phase, Play, PlayError, Playhead, PlayheadEvent, SeekPolicy},
    time::{Span, Speed, Time},
    timeline::{EventBuffer, ItemId, Playing, Timeline},
};
use tracing::{error, warn};

#[cfg(feature = "egui")]
use crate::inspector::Playback;
use crate::{
    assets::{CueClip, CueFlipbook, CueTimeline},
    bind::{Missing, Slot, is_disabled, resolve},
    clock::{Moment, Shown},
    report::{Drawn, Outbox, Report},
    steady::{Clips, Cursor, Prepared, Steady},
};

/// A clip or a timeline has started, looped, reached a cue, or ended, or an animator has entered or left a state. Both an
/// event for observers of the entity and a message. Each is sent once, in the order of time.
#[derive(EntityEvent, Message, Clone, Debug, PartialEq)]
pub struct CueEvent {
    /// The entity of the player.
    pub entity: Entity,
    /// The kind of event.
    pub kind: CueEventKind,
    /// The time at which the event was due, on the clock of the player.
    pub due: Time,
    /// The span from `due` to the time of this frame.
    pub lateness: Span,
    /// Whether the event was played, skipped or sought.
    pub reason: Reason,
    /// The direction of playback.
    pub direction: Direction,
}

/// The kind of a [`CueEvent`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CueEventKind {
    /// The clip or timeline has started.
    Start,
    /// A pass has ended and the next has begun. Holds the number of the new pass.
    Loop(u64),
    /// A cue was reached.
    Cue {
        /// The name of the cue.
        name: Arc<str>,
        /// `true` for a `State` cue, which changes the game and is reported by a skip too; `false` for an `Effect` cue,
        /// such as a sound or a spark.
        state: bool,
    },
    /// It has ended.
    End,
    /// A layer of an animator has entered a state.
    StateEntered {
        /// The name of the layer.
        layer: Arc<str>,
        /// The name of the state.
        state: Arc<str>,
    },
    /// A layer of an animator has left a state. It comes before the state that is entered.
    StateLeft {
        /// The name of the layer.
        layer: Arc<str>,
        /// The name of the state.
        state: Arc<str>,
    },
}

impl CueEvent {
    /// The name of the cue; `None` for other events.
    #[must_use]
    pub fn cue(&self) -> Option<&str> {
        match &self.kind {
            CueEventKind::Cue { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Whether a sound is appropriate: the event was played, forwards.
    #[must_use]
    pub fn is_audible(&self) -> bool {
        self.reason == Reason::Played && self.direction == Direction::Forward
    }
}

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
#[reflect(opaque)]
#[reflect(Component, Clone, Debug)]
#[component(on_insert = unprepare)]
pub struct ClipPlayer {
    /// All that is read of a clip on its way.
    pub(crate) cursor: Cursor,
    state: Box<State>,
}

#[derive(Clone, Debug)]
struct State {
    clip: Handle<CueClip>,
    /// The path of the clip, until the first frame after a scene was loaded.
    #[cfg(feature = "serde")]
    path: Option<String>,
    play: Play,
    start: Moment,
    head: Option<Playhead>,
    /// The time up to which events were reported. While the cursor is valid, a drawn player need not move it: nothing
    /// happens.
    reported: Option<Time>,
    /// The clip for which `slots` were found.
    bound: Option<Arc<Clip>>,
    /// The entity below which `slots` were found.
    root: Entity,
    slots: Vec<Option<Slot>>,
    /// The clip among those that were prepared, as of the last look.
    prepared: Option<Prepared>,
    skip: bool,
    /// Its end was reported.
    over: bool,
    failed: bool,
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

    /// Lets the next frame look for what it writes.
    pub(crate) fn doubt(&mut self) {
        self.state.prepared = None;
        self.cursor.unprepare();
    }

    /// Plays on where it is prepared, and stays so: mostly a pass has ended, or a cue was reached. `last` is the time of the
    /// last frame.
    #[inline(never)]
    fn play_on(
        &mut self,
        entity: Entity,
        steady: &Clips,
        last: Option<Time>,
        now: Time,
        outbox: &mut Outbox,
    ) {
        let Some(clip) = steady.clip_of(&self.cursor) else { return };
        if let Some(last) = last {
            self.arrive(last);
        }
        let Self { cursor, state } = self;
        let before = *cursor;
        *cursor = Cursor::none(state.start.clock);
        state.play_to(cursor, (entity, clip), true, now, |event| outbox.add(event));
        cursor.prepare_as(&before);
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
    fn play_to(
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

/// Writes tracks of an entity that plays, and logs once what is missing.
fn write(
    target: Option<&mut EntityWorldMut>,
    player: Entity,
    slot: &mut Slot,
    value: impl FnOnce() -> Value,
) {
    match target.map_or(Err(Missing::Entity), |target| slot.write(target, value())) {
        Ok(()) => slot.logged = false,
        Err(missing) if !slot.logged => {
            slot.logged = true;
            let (path, target) = (&slot.path, slot.entity);
            match missing {
                Missing::Entity => warn!("entity {player} plays {path:?}, but {target} is gone"),
                Missing::Component => {
                    warn!("entity {player} plays {path:?}, but {target} has no such component");
                }
                Missing::Part => {
                    warn!(
                        "entity {player} plays {path:?}, but {target} has no such part at present"
                    );
                }
                Missing::Immutable => {
                    warn!("entity {player} plays {path:?}, but that component is immutable");
                }
            }
        }
        Err(_) => {}
    }
}

fn found(world: &World, entity: Entity, path: &str, value: Value) -> Option<Slot> {
    resolve(world, entity, path, value.kind())
        .map_err(|problem| error!("entity {entity} cannot play {path:?}: {problem}"))
        .ok()
}

/// Plays all clips: those with something to report one by one, all others together.
pub(crate) fn play_clips(
    world: &mut World,
    players: &mut QueryState<(Entity, &mut ClipPlayer), Drawn>,
    mut rest: Local<Vec<Entity>>,
    mut spare: Local<Option<ClipPlayer>>,
    mut last: Local<Option<Shown>>,
) {
    let (shown, steady) = (*world.resource::<Shown>(), world.resource::<Steady>().clone());
    let mut steady = steady.lock();
    steady.compare(world.resource::<Assets<CueClip>>());
    steady.notice_removed(world);
    rest.clear();
    let report = world.resource::<Report>().clone();
    let mut outbox = report.take();
    let mut is_shown = |entity, player: &mut ClipPlayer| {
        let clock = player.cursor.clock;
        let (last, now) = (last.map(|last| last.of(clock)), shown.of(clock));
        if !steady.shows(&player.cursor, now) {
            player.play_on(entity, &steady, last, now, &mut outbox);
        }
        let is_shown = steady.shows(&player.cursor, now);
        if !is_shown {
            rest.push(entity);
        }
        is_shown
    };
    let mut players = players.query_mut(world);
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
            let now = shown.of(player.state.start.clock);
            if let Some(last) = &*last {
                player.arrive(last.of(player.state.start.clock));
            }
            advance_clip(world, entity, player, now);
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
    cursor.at(now).is_some()
        && asset.is_some_and(|asset| Arc::ptr_eq(&asset.0, bound))
        && steady.prepare(of, clip, slots, prepared, cursor)
}

#[cfg(feature = "ggrs")]
impl core::hash::Hash for ClipPlayer {
    /// What playing depends on; what it writes follows from that.
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        let State { start, head, reported, skip, over, failed, .. } = &*self.state;
        (start, head, reported, skip, over, failed).hash(hasher);
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

/// A player of timelines as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedTimeline {
    path: String,
    play: Play,
    start: Moment,
    playing: Option<Playing>,
    order: Option<Order>,
}

#[cfg(feature = "serde")]
impl serde::Serialize for TimelinePlayer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = path_to_save(&self.timeline, self.path.as_deref())?;
        let Self { play, start, playing, order, .. } = *self;
        SavedTimeline { path, play, start, playing, order }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for TimelinePlayer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedTimeline { path, play, start, playing, order } =
            SavedTimeline::deserialize(deserializer)?;
        let player = Self::new(start, Handle::default(), play);
        Ok(Self { path: Some(path), playing, order, ..player })
    }
}

/// A player of flipbooks as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedFlipbook {
    path: String,
    start: Moment,
    first: usize,
    over: bool,
}

#[cfg(feature = "serde")]
impl serde::Serialize for FlipbookPlayer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let path = path_to_save(&self.flipbook, self.path.as_deref())?;
        let Self { start, first, over, .. } = *self;
        SavedFlipbook { path, start, first, over }.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for FlipbookPlayer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SavedFlipbook { path, start, first, over } = SavedFlipbook::deserialize(deserializer)?;
        let player = Self::new(start, Handle::default());
        Ok(Self { path: Some(path), first, over, ..player })
    }
}

#[cfg(feature = "serde")]
fn load_flipbook(mut world: DeferredWorld, context: HookContext) {
    let Some(mut player) = world.get_mut::<FlipbookPlayer>(context.entity) else { return };
    let player = player.bypass_change_detection();
    let (mut path, mut flipbook) = (player.path.take(), player.flipbook.clone());
    load(&world, context.entity, &mut path, &mut flipbook);
    if let Some(mut player) = world.get_mut::<FlipbookPlayer>(context.entity) {
        player.bypass_change_detection().flipbook = flipbook;
    }
}

#[cfg(feature = "serde")]
pub(crate) fn path_to_save<A: bevy_asset::Asset, E: serde::ser::Error>(
    handle: &Handle<A>,
    path: Option<&str>,
) -> Result<String, E> {
    let own = || handle.path().map(ToString::to_string);
    path.map(String::from).or_else(own).ok_or_else(|| {
        E::custom("a player cannot be saved: what it plays was made in code; load it from a file")
    })
}

/// Loads what a player from a scene plays, if its path is still to be loaded.
#[cfg(feature = "serde")]
pub(crate) fn load<A: bevy_asset::Asset>(
    world: &World,
    entity: Entity,
    path: &mut Option<String>,
    handle: &mut Handle<A>,
) {
    let Some(path) = path.take() else { return };
    match (world.get_resource::<AssetServer>(), AssetPath::try_parse(&path)) {
        (Some(assets), Ok(path)) => *handle = assets.load(path.into_owned()),
        (None, _) => error!("entity {entity} cannot play {path:?}: the app has no AssetServer"),
        (_, Err(problem)) => error!("entity {entity} cannot play {path:?}: {problem}"),
    }
}

#[cfg(feature = "egui")]
impl ClipPlayer {
    pub(crate) fn playback(&self) -> Playback<CueClip> {
        let State { clip, start, head, over, .. } = &*self.state;
        Playback { asset: clip.clone(), head: *head, clock: start.clock, is_over: *over }
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

#[cfg(feature = "egui")]
impl FlipbookPlayer {
    pub(crate) fn source(&self) -> (&Handle<CueFlipbook>, u8) {
        (&self.flipbook, self.start.clock)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
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

/// Whether an asset is there and is another one than before: what could not play may play now.
fn is_other<T>(asset: Option<&Arc<T>>, bound: Option<&Arc<T>>) -> bool {
    asset.is_some_and(|asset| bound.is_none_or(|bound| !Arc::ptr_eq(asset, bound)))
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
        player.root = Entity::PLACEHOLDER;
    }
    if player.root != entity {
        player.slots.clear();
        player.prepared = None;
        for (path, channel) in clip.channels() {
            player.slots.push(found(world, entity, path, channel.sample(Span::ZERO)));
        }
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
                write(target.as_mut(), entity, slot, || channel.sample(local));
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

/// Plays a timeline on this entity and its named descendants, forwards, backwards, or by hand.
///
/// The keys of the timeline are paths, like the names of tracks of a clip. [`scrub_to`](Self::scrub_to) shows any time
/// of the timeline, without events.
#[derive(Component, Clone, Debug, Reflect)]
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
    bound: Option<Arc<Timeline<String>>>,
    /// The entity below which `slots` were found.
    root: Entity,
    slots: Vec<Option<Slot>>,
    order: Option<Order>,
    failed: bool,
}

/// What was asked for, until the next frame.
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
        Self {
            timeline,
            #[cfg(feature = "serde")]
            path: None,
            play: play.into(),
            start: now.into(),
            playing: None,
            bound: None,
            root: Entity::PLACEHOLDER,
            slots: Vec::new(),
            order: None,
            failed: false,
        }
    }

    /// Shows a time of the timeline, without events, and holds there until [`resume`](Self::resume).
    pub fn scrub_to(&mut self, elapsed: Span) {
        self.order = Some(Order::Scrub(elapsed));
    }

    /// Jumps to a time and plays on. `State` cues on the way are reported, with `Reason::Sought`.
    pub fn seek(&mut self, elapsed: Span) {
        self.order = Some(Order::Seek(elapsed));
    }

    /// Finishes the timeline; events ahead are reported with `Reason::Skipped`.
    pub fn finish(&mut self) {
        self.order = Some(Order::Finish);
    }

    /// Stops it there.
    pub fn pause(&mut self) {
        self.order = Some(Order::Pause);
    }

    /// Lets it go on.
    pub fn resume(&mut self) {
        self.order = Some(Order::Resume);
    }

    /// Sets the speed; a negative speed plays backwards.
    pub fn set_speed(&mut self, speed: Speed) {
        self.order = Some(Order::Speed(speed));
    }

    /// The present time in the timeline; `None` before the timeline is loaded.
    #[must_use]
    pub fn elapsed(&self) -> Option<Span> {
        self.playing.map(|playing| playing.elapsed())
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
        player.slots.clear();
        for (path, value) in timeline.sample_all(Span::ZERO) {
            player.slots.push(found(world, entity, path, value));
        }
        (player.bound, player.root) = (Some(timeline.clone()), entity);
    }
    let mut playing = match player.playing {
        Some(playing) => playing,
        None => match Playing::new(&timeline, player.start.time, &player.play) {
            Ok(playing) => playing,
            Err(problem) => {
                let name = timeline.name();
                error!("entity {entity} cannot play the timeline {name:?}: {problem}");
                player.failed = true;
                return;
            }
        },
    };
    if reloaded && let Err(problem) = playing.reload(&timeline) {
        error!("entity {entity} plays on with the old duration: {problem}");
    }
    let mut events = Vec::new();
    match player.order.take() {
        None => {}
        Some(Order::Scrub(elapsed)) => playing.scrub_to(elapsed),
        Some(Order::Seek(elapsed)) => {
            events.extend(
                playing.seek(elapsed, SeekPolicy::State, &timeline, buffer).iter().copied(),
            );
        }
        Some(Order::Finish) => match playing.finish(&timeline, buffer) {
            Ok(ahead) => events.extend(ahead.iter().copied()),
            Err(problem) => error!("entity {entity} cannot finish its timeline: {problem}"),
        },
        Some(Order::Pause) => playing.pause(),
        Some(Order::Resume) => playing.resume(),
        Some(Order::Speed(speed)) => {
            if let Err(problem) = playing.set_speed(speed) {
                error!("entity {entity} keeps the speed of its timeline: {problem}");
            }
        }
    }
    let by = now - playing.now();
    events.extend(playing.advance(by, &timeline, buffer).iter().copied());
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
    let at = playing.elapsed();
    for ((_, value), slot) in timeline.sample_all(at).zip(&mut player.slots) {
        if let Some(slot) = slot {
            if slot.entity != entity && is_disabled(world, slot.entity) {
                continue;
            }
            let mut target = world.get_entity_mut(slot.entity).ok();
            write(target.as_mut(), entity, slot, || value);
        }
    }
}

/// Plays a flipbook: writes the index in the texture atlas of the entity's `Sprite`.
///
/// The frame is a function of the start and the present time. The sprite is written only when its frame changes.
///
/// ```no_run
/// use bevy_asset::Assets;
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// fn walk(mut commands: Commands, time: Res<CueTime>, mut books: ResMut<Assets<CueFlipbook>>) -> Result {
///     let walk = books.add(Flipbook::equal(8, ms(60))?);
///     commands.spawn((bevy_sprite::Sprite::default(), FlipbookPlayer::new(&time, walk)));
///     Ok(())
/// }
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", component(on_insert = load_flipbook))]
pub struct FlipbookPlayer {
    flipbook: Handle<CueFlipbook>,
    /// The path of the flipbook, from the reading of a scene until the component is inserted.
    #[cfg(feature = "serde")]
    path: Option<String>,
    start: Moment,
    first: usize,
    over: bool,
    hold: Hold,
}

/// The picture that shows, and the times between which nothing else does, so that the flipbook itself is looked at only
/// where its picture changes. Derived: empty at first, and after a reload.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "sprite"), expect(dead_code, reason = "sprites alone are shown"))]
struct Hold {
    since: Time,
    until: Time,
    index: usize,
}

impl Hold {
    const NONE: Self = Self { since: Time::ZERO, until: Time::ZERO, index: 0 };
}

impl PartialEq for Hold {
    /// What is derived makes no difference.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A flipbook without a loop has shown its last frame. Both an event for observers of the entity and a message.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq)]
pub struct FlipbookEnded {
    /// The entity.
    pub entity: Entity,
}

impl FlipbookPlayer {
    /// Plays a flipbook from now on, or from a moment in the past.
    #[must_use]
    pub fn new(now: impl Into<Moment>, flipbook: Handle<CueFlipbook>) -> Self {
        Self {
            flipbook,
            #[cfg(feature = "serde")]
            path: None,
            start: now.into(),
            first: 0,
            over: false,
            hold: Hold::NONE,
        }
    }

    /// Sets the index of the first frame of the sheet in the atlas, for an atlas of several sheets.
    #[must_use]
    pub fn with_first(mut self, index: usize) -> Self {
        self.first = index;
        self.hold = Hold::NONE;
        self
    }

    /// The index in the atlas at a time of its clock.
    #[must_use]
    pub fn index_at(&self, flipbook: &CueFlipbook, now: Time) -> usize {
        self.first + flipbook.picture(flipbook.book.frame_at(self.start.time, now))
    }
}

#[cfg(feature = "sprite")]
pub(crate) fn show_flipbooks(
    shown: Res<Shown>,
    flipbooks: Res<Assets<CueFlipbook>>,
    report: Res<Report>,
    mut sprites: Query<(Entity, &mut FlipbookPlayer, &mut Sprite)>,
) {
    let mut turns = Turns { flipbooks: &flipbooks, report: &report, last: None };
    let Ok(tables) = sprites.contiguous_iter_mut() else {
        // A component that disables entities is stored apart from the tables.
        for (entity, mut player, mut sprite) in &mut sprites {
            let index = turns.index(entity, player.bypass_change_detection(), &shown);
            if let Some(index) = index.filter(|index| shows_another(&sprite, *index)) {
                show_picture(&mut sprite, index);
            }
        }
        return;
    };
    for (entities, players, sprites) in tables {
        let (players, _) = ContiguousMut::bypass_change_detection_split(players);
        let (sprites, mut ticks) = ContiguousMut::bypass_change_detection_split(sprites);
        let changed_at = ticks.this_run();
        let rows = entities.iter().zip(players).zip(sprites).zip(ticks.changed_mut());
        for (((entity, player), sprite), changed) in rows {
            let Some(index) = turns.index(*entity, player, &shown) else { continue };
            if shows_another(sprite, index) {
                show_picture(sprite, index);
                *changed = changed_at;
            }
        }
    }
}

/// Whether a sprite has an atlas and another index.
#[cfg(feature = "sprite")]
#[inline(always)]
fn shows_another(sprite: &Sprite, index: usize) -> bool {
    sprite.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != index)
}

#[cfg(feature = "sprite")]
#[inline(always)]
fn show_picture(sprite: &mut Sprite, index: usize) {
    if let Some(atlas) = &mut sprite.texture_atlas {
        atlas.index = index;
    }
}

/// Finds pictures.
#[cfg(feature = "sprite")]
struct Turns<'a> {
    flipbooks: &'a Assets<CueFlipbook>,
    report: &'a Report,
    /// Neighbours mostly show the same flipbook.
    last: Option<(bevy_asset::AssetId<CueFlipbook>, &'a CueFlipbook)>,
}

#[cfg(feature = "sprite")]
impl Turns<'_> {
    /// The index to show; none where it is over, or not loaded yet.
    #[inline(always)]
    fn index(
        &mut self,
        entity: Entity,
        player: &mut FlipbookPlayer,
        shown: &Shown,
    ) -> Option<usize> {
        if player.over {
            return None;
        }
        let now = shown.of(player.start.clock);
        let holds = player.hold.since <= now && now < player.hold.until;
        (holds || self.turn(entity, player, now)).then_some(player.hold.index)
    }

    /// Finds what a player holds at `now`. Not in the loop itself, which is as short as it can be.
    #[inline(never)]
    fn turn(&mut self, entity: Entity, player: &mut FlipbookPlayer, now: Time) -> bool {
        let id = player.flipbook.id();
        let flipbook = match self.last {
            Some((known, flipbook)) if known == id => flipbook,
            _ => match self.flipbooks.get(id) {
                Some(flipbook) => flipbook,
                None => return false,
            },
        };
        self.last = Some((id, flipbook));
        let start = player.start.time;
        let (frame, next) = flipbook.book.frame_until(start, now);
        // The last picture of all: its end is still to come.
        let until = next.unwrap_or(now + Span::from_flicks(1));
        let index = player.first + flipbook.picture(frame);
        player.hold = Hold { since: now, until, index };
        if next.is_none() && flipbook.book.is_over(start, now) {
            player.over = true;
            self.report.add(FlipbookEnded { entity });
        }
        true
    }
}

/// Flipbooks that were over play again when their file has changed.
pub(crate) fn wake_flipbooks(
    mut changed: MessageReader<AssetEvent<CueFlipbook>>,
    mut players: Query<&mut FlipbookPlayer>,
) {
    for event in changed.read() {
        let AssetEvent::Modified { id } = event else { continue };
        for mut player in &mut players {
            if player.flipbook.id() == *id {
                let player = player.bypass_change_detection();
                (player.over, player.hold) = (false, Hold::NONE);
            }
        }
    }
}
