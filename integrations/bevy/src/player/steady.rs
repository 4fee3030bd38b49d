//! Playing clips whose next event lies ahead, sampled clip by clip.
//!
//! A player whose next event lies ahead needs nothing but a [`Cursor`], which stands at the front of the component. The
//! tracks of its clip are prepared once, and with them the way into the component. Then the rows of each table of entities
//! are read in order: the places in each clip are collected, up to [`ROWS`] of them, and the clip is sampled at all of them,
//! track by track.
//!
//! Tracks of other entities, such as the hand of a hero, are collected the same way; each of these entities is looked up.
//!
//! What is shown has the same bits as by the general path (`advance_clip`, `show_clip`), which does everything else: events,
//! starts, other speeds, and what is missing.

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::any::TypeId;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy_asset::{AssetId, Assets};
use bevy_ecs::{
    change_detection::{ContiguousMut, Tick},
    component::{ComponentId, Mutable, StorageType},
    lifecycle::RemovedComponentEntity,
    message::MessageCursor,
    prelude::*,
};
use cueline::{
    clip::{Channel, Clip, Track},
    time::{Span, Time},
};
use cueline_batch::{TrackPlaces, TrackTable};

use crate::{
    assets::CueClip,
    clock::Shown,
    player::{
        bind::{Slot, is_disabled},
        clip::ClipPlayer,
        cursor::{Cursor, Prepared},
        sink::{Sink, Table},
    },
    report::Drawn,
};

/// How many places in a clip are sampled together.
const ROWS: usize = TrackPlaces::MOST;

/// All clips that are prepared, and the components that they write.
#[derive(Resource, Clone, Default)]
pub(crate) struct Steady(Arc<Mutex<Clips>>);

impl Steady {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Clips> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a component known, unless it is.
    pub(crate) fn add<T: Component<Mutability = Mutable>>(&self, world: &mut World) {
        let mut clips = self.lock();
        if T::STORAGE_TYPE == StorageType::Table && clips.writes(TypeId::of::<T>()).is_none() {
            clips.components.push(Box::new(Columns::<T> {
                players: QueryState::new(world),
                leaders: QueryState::new(world),
                targets: QueryState::new(world),
                id: world.register_component::<T>(),
                removed: MessageCursor::default(),
                missing: Vec::new(),
                parts: Vec::new(),
                numbers: Box::new([0.0; MOST * ROWS]),
            }));
        }
    }
}

#[derive(Default)]
pub(crate) struct Clips {
    known: Vec<Known>,
    components: Vec<Box<dyn Writes>>,
}

struct Known {
    asset: AssetId<CueClip>,
    /// None where the clip is gone and another one may take its place.
    clip: Option<Arc<Clip>>,
    stamp: u16,
    /// What each of its tracks writes.
    writes: Vec<To>,
}

/// What a track writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Nothing,
    Itself,
    /// Another entity than that of the player.
    Other,
}

impl To {
    fn of(slot: &Option<Slot>, player: Entity) -> Self {
        match slot {
            None => Self::Nothing,
            Some(slot) if slot.entity == player => Self::Itself,
            Some(_) => Self::Other,
        }
    }
}

impl Clips {
    fn writes(&self, component: TypeId) -> Option<&dyn Writes> {
        self.components.iter().find(|one| one.component() == component).map(|one| &**one)
    }

    /// Forgets what has changed or is gone. The first step of a frame.
    pub(crate) fn compare(&mut self, assets: &Assets<CueClip>) {
        for (index, known) in self.known.iter_mut().enumerate() {
            let Some(clip) = &known.clip else { continue };
            let asset = assets.get(known.asset);
            if asset.is_none_or(|asset| !Arc::ptr_eq(&asset.0, clip)) {
                known.clip = None;
                known.stamp = known.stamp.wrapping_add(1);
                self.components.iter_mut().for_each(|one| one.forget(index));
            }
        }
    }

    /// Forgets all that is prepared.
    pub(crate) fn forget_all(&mut self) {
        for (index, known) in self.known.iter_mut().enumerate() {
            if known.clip.take().is_some() {
                known.stamp = known.stamp.wrapping_add(1);
                self.components.iter_mut().for_each(|one| one.forget(index));
            }
        }
    }

    /// Whether [`show`](Self::show) shows a player.
    #[inline(always)]
    pub(crate) fn shows(&self, cursor: &Cursor, now: Time) -> bool {
        let Some(known) = self.known.get(cursor.prepared.index()) else { return false };
        known.stamp == cursor.prepared.stamp && cursor.is_valid(now)
    }

    /// The clip of a player that is prepared, also after the time for which its cursor is valid.
    #[inline(always)]
    pub(crate) fn clip_of(&self, cursor: &Cursor) -> Option<&Clip> {
        let known = self.known.get(cursor.prepared.index())?;
        known.clip.as_deref().filter(|_| known.stamp == cursor.prepared.stamp)
    }

    /// Players whose component was removed are looked at one by one, so that the log says it.
    pub(crate) fn notice_removed(&mut self, world: &mut World) {
        for component in &mut self.components {
            component.notice_removed(world);
        }
    }

    /// Lets a player be shown by [`show`](Self::show). `before` is what it was given last. Returns whether the
    /// player can be shown so.
    pub(crate) fn prepare(
        &mut self,
        (world, entity): (&World, Entity),
        (asset, clip): (AssetId<CueClip>, &Arc<Clip>),
        slots: &[Option<Slot>],
        before: &mut Option<Prepared>,
        cursor: &mut Cursor,
    ) -> bool {
        let old = before.filter(|old| {
            // Still the clip for which all of this was looked at.
            self.known.get(old.index()).is_some_and(|known| known.stamp == old.stamp)
        });
        let Some(prepared) = old.or_else(|| {
            let has = |slot: &Slot| {
                // What reflection writes is left to the general path.
                let Some(component) = slot.component() else { return false };
                let target = world.get_entity(slot.entity);
                !slot.logged
                    && target.is_ok_and(|target| target.contains_type_id(component))
                    && self.writes(component).is_some()
            };
            slots.iter().flatten().all(has).then(|| self.find(entity, asset, clip, slots))
        }) else {
            return false;
        };
        (*before, cursor.prepared) = (Some(prepared), prepared);
        true
    }

    /// Finds what was prepared for a clip, or prepares it.
    fn find(
        &mut self,
        player: Entity,
        asset: AssetId<CueClip>,
        clip: &Arc<Clip>,
        slots: &[Option<Slot>],
    ) -> Prepared {
        let writes = || slots.iter().map(|slot| To::of(slot, player));
        let is = |known: &Known| {
            known.asset == asset
                && known.clip.as_ref().is_some_and(|known| Arc::ptr_eq(known, clip))
                && known.writes.iter().copied().eq(writes())
        };
        let place = self.known.iter().position(is);
        let index = place.or_else(|| self.known.iter().position(|known| known.clip.is_none()));
        let index = index.unwrap_or_else(|| {
            let (clip, writes) = (None, Vec::new());
            self.known.push(Known { asset, clip, stamp: 0, writes });
            self.known.len() - 1
        });
        let known = &mut self.known[index];
        let prepared =
            Prepared { index: u32::try_from(index).unwrap_or(u32::MAX), stamp: known.stamp };
        if place.is_none() {
            (known.asset, known.clip) = (asset, Some(clip.clone()));
            known.writes = writes().collect();
            for component in &mut self.components {
                component.learn(prepared, clip, slots, &known.writes);
            }
        }
        prepared
    }

    /// Writes what the players on their way show.
    pub(crate) fn show(&mut self, world: &mut World, shown: &Shown) {
        for component in &mut self.components {
            component.show(world, shown);
            component.show_others(world, shown);
        }
    }
}

/// A component that clips write.
trait Writes: Send + Sync {
    fn component(&self) -> TypeId;
    fn learn(&mut self, prepared: Prepared, clip: &Clip, slots: &[Option<Slot>], writes: &[To]);
    fn forget(&mut self, index: usize);
    fn show(&mut self, world: &mut World, shown: &Shown);
    /// Writes the tracks that write other entities.
    fn show_others(&mut self, world: &mut World, shown: &Shown);
    fn notice_removed(&mut self, world: &mut World);
}

type Targets<T> = QueryState<&'static mut T>;
type Players<T> = QueryState<(&'static ClipPlayer, &'static mut T), Drawn>;

struct Columns<T: Component<Mutability = Mutable>> {
    players: Players<T>,
    /// All players, of which some have tracks of other entities.
    leaders: QueryState<(Entity, &'static ClipPlayer), Drawn>,
    targets: Targets<T>,
    id: ComponentId,
    removed: MessageCursor<RemovedComponentEntity>,
    /// Players of this frame with an entity that has no such component, and these entities.
    missing: Vec<(Entity, Entity)>,
    /// What each clip writes of the component.
    parts: Vec<Option<Box<Part<T>>>>,
    numbers: Box<[f32; MOST * ROWS]>,
}

struct Part<T> {
    stamp: u16,
    tracks: Vec<(Source, Box<dyn Sink<T>>)>,
    /// The places in the tracks that are sampled together.
    found: TrackPlaces,
    limbs: Vec<Limb<T>>,
    /// The players whose limbs are to be written, with their places in the clip, and the entities of their limbs.
    leaders: Vec<(Entity, Span)>,
    entities: Vec<Entity>,
    /// The rows to be written, and their places in the clip.
    rows: [u32; ROWS],
    places: [Span; ROWS],
    count: usize,
}

/// The tracks that write one other entity.
struct Limb<T> {
    /// The path of the entity.
    path: Box<str>,
    /// The number of the first of its tracks in the clip.
    first: usize,
    tracks: Vec<(Source, Box<dyn Sink<T>>)>,
    /// Of each track, at the places that are sampled together.
    numbers: Vec<[f32; MOST * ROWS]>,
}

/// The most numbers of a value that is written number by number.
const MOST: usize = 4;

/// Where a track has its values from.
enum Source {
    /// Where keyframes have the times of those of the table before, the places of that one are taken.
    Table {
        table: TrackTable,
        is_timed_as_before: bool,
    },
    /// Files have numbers in double precision.
    Wide(Track<f64>),
    Any(Channel),
}

impl Source {
    fn new<'a>(
        channel: &Channel,
        numbers: Option<usize>,
        before: impl DoubleEndedIterator<Item = &'a Self>,
    ) -> Self {
        match (channel, numbers) {
            (Channel::F64(track), Some(1)) => Self::Wide(track.clone()),
            (_, None) => Self::Any(channel.clone()),
            (_, Some(numbers)) => match TrackTable::new(channel) {
                Some(table) if table.numbers() == numbers => {
                    let last = before.rev().find_map(|source| match source {
                        Self::Table { table, .. } => Some(table),
                        _ => None,
                    });
                    let is_timed_as_before = last.is_some_and(|last| table.has_places_of(last));
                    Self::Table { table, is_timed_as_before }
                }
                _ => Self::Any(channel.clone()),
            },
        }
    }
}

impl Source {
    /// Writes the numbers at these places, if numbers are enough. Returns how many a value has. `found` is what the table
    /// before has left there.
    fn fill(
        &self,
        places: &[Span],
        found: &mut TrackPlaces,
        numbers: &mut [f32; MOST * ROWS],
    ) -> Option<usize> {
        match self {
            Self::Table { table, is_timed_as_before } => {
                if !is_timed_as_before {
                    table.find(places, found);
                }
                table.sample_at(found, numbers);
                Some(table.numbers())
            }
            Self::Wide(track) => {
                for (number, place) in numbers.iter_mut().zip(places) {
                    #[expect(clippy::cast_possible_truncation, reason = "rounds to an f32")]
                    let value = track.sample(*place) as f32;
                    *number = value;
                }
                Some(1)
            }
            Self::Any(_) => None,
        }
    }
}

impl<T: Component<Mutability = Mutable>> Writes for Columns<T> {
    fn component(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn learn(&mut self, prepared: Prepared, clip: &Clip, slots: &[Option<Slot>], writes: &[To]) {
        let mut tracks = Vec::<(Source, Box<dyn Sink<T>>)>::new();
        let mut limbs = Vec::<Limb<T>>::new();
        let all = clip.channels().zip(slots).zip(writes).enumerate();
        for (first, (((path, channel), slot), to)) in all {
            let Some(slot) =
                slot.as_ref().filter(|slot| slot.component() == Some(TypeId::of::<T>()))
            else {
                continue;
            };
            let sink = slot.sink().and_then(|sink| sink.downcast::<Box<dyn Sink<T>>>().ok());
            let Some(sink) = sink else { continue };
            if *to == To::Itself {
                let before = tracks.iter().map(|(source, _)| source);
                tracks.push((Source::new(channel, sink.numbers(), before), *sink));
                continue;
            }
            let path = path.rsplit_once('/').map_or("", |(path, _)| path);
            let place = limbs.iter().position(|limb| &*limb.path == path).unwrap_or_else(|| {
                let (tracks, numbers) = (Vec::new(), Vec::new());
                limbs.push(Limb { path: path.into(), first, tracks, numbers });
                limbs.len() - 1
            });
            let limb = &mut limbs[place];
            let before = limb.tracks.iter().map(|(source, _)| source);
            let source = Source::new(channel, sink.numbers(), before);
            limb.tracks.push((source, *sink));
            limb.numbers.push([0.0; MOST * ROWS]);
        }
        let index = prepared.index();
        if self.parts.len() <= index {
            self.parts.resize_with(index + 1, || None);
        }
        let is_used = !tracks.is_empty() || !limbs.is_empty();
        let (rows, places) = ([0; ROWS], [Span::ZERO; ROWS]);
        let (stamp, leaders, entities) = (prepared.stamp, Vec::new(), Vec::new());
        let found = TrackPlaces::new();
        let part = Part { stamp, tracks, found, limbs, leaders, entities, rows, places, count: 0 };
        self.parts[index] = is_used.then(|| Box::new(part));
    }

    fn forget(&mut self, index: usize) {
        if let Some(part) = self.parts.get_mut(index) {
            *part = None;
        }
    }

    fn show(&mut self, world: &mut World, shown: &Shown) {
        let Self { players, parts, numbers, .. } = self;
        if parts.iter().all(Option::is_none) {
            return;
        }
        let mut players = players.query_mut(world);
        let Ok(tables) = players.contiguous_iter_mut() else {
            // A component that disables entities is stored apart from the tables.
            for (player, mut target) in &mut players {
                let (mut changed, now) = (Tick::new(0), Tick::new(1));
                let mut table = Table {
                    targets: core::slice::from_mut(target.bypass_change_detection()),
                    changed: core::slice::from_mut(&mut changed),
                    now,
                };
                table.collect(core::slice::from_ref(player), parts, numbers, shown);
                if changed == now {
                    target.set_changed();
                }
            }
            return;
        };
        for (players, targets) in tables {
            let (targets, mut ticks) = ContiguousMut::bypass_change_detection_split(targets);
            let now = ticks.this_run();
            let mut table = Table { targets, changed: ticks.changed_mut(), now };
            table.collect(players, parts, numbers, shown);
        }
    }

    fn show_others(&mut self, world: &mut World, shown: &Shown) {
        let Self { leaders, targets, parts, missing, .. } = self;
        if parts.iter().flatten().all(|part| part.limbs.is_empty()) {
            return;
        }
        leaders.iter(world).for_each(|(entity, player)| {
            let cursor = &player.cursor;
            let Some(Some(part)) = parts.get_mut(cursor.prepared.index()) else { return };
            if part.limbs.is_empty() || part.stamp != cursor.prepared.stamp {
                return;
            }
            let Some(place) = cursor.at(shown.of(cursor.clock)) else { return };
            part.leaders.push((entity, place));
            for limb in &part.limbs {
                part.entities.push(player.target_of(limb.first).unwrap_or(Entity::PLACEHOLDER));
            }
        });
        let mut targets = targets.query_mut(&mut *world);
        for part in parts.iter_mut().flatten().filter(|part| !part.limbs.is_empty()) {
            let Part { limbs, leaders, entities, places, found, .. } = &mut **part;
            let width = limbs.len();
            for (leaders, entities) in leaders.chunks(ROWS).zip(entities.chunks(ROWS * width)) {
                for (place, (_, at)) in places.iter_mut().zip(leaders) {
                    *place = *at;
                }
                let places = &places[..leaders.len()];
                for (limb, Limb { tracks, numbers, .. }) in limbs.iter_mut().enumerate() {
                    for ((source, _), numbers) in tracks.iter().zip(&mut *numbers) {
                        source.fill(places, found, numbers);
                    }
                    for (i, (player, place)) in leaders.iter().enumerate() {
                        let target = entities[i * width + limb];
                        let Ok(mut target) = targets.get_mut(target) else {
                            missing.push((*player, target));
                            continue;
                        };
                        let (mut changed, now) = (Tick::new(0), Tick::new(1));
                        let mut table = Table {
                            targets: core::slice::from_mut(target.bypass_change_detection()),
                            changed: core::slice::from_mut(&mut changed),
                            now,
                        };
                        for ((source, sink), numbers) in tracks.iter().zip(&*numbers) {
                            match (source, sink.numbers()) {
                                (Source::Any(channel), _) => {
                                    sink.put(channel.sample(*place), 0, &mut table);
                                }
                                (_, Some(count)) => {
                                    sink.put_all(&numbers[i * count..][..count], &[0], &mut table);
                                }
                                (_, None) => {}
                            }
                        }
                        if changed == now {
                            target.set_changed();
                        }
                    }
                }
            }
            leaders.clear();
            entities.clear();
        }
        for (player, target) in missing.drain(..) {
            if !is_disabled(world, target) {
                doubt(world, player);
            }
        }
    }

    fn notice_removed(&mut self, world: &mut World) {
        let Some(messages) = world.removed_components().get(self.id) else { return };
        let removed: Vec<Entity> =
            self.removed.read(messages).map(|removed| removed.clone().into()).collect();
        removed.into_iter().for_each(|entity| doubt(world, entity));
    }
}

/// Lets the general path look at an entity, if it is a player.
fn doubt(world: &mut World, player: Entity) {
    if let Some(mut player) = world.get_mut::<ClipPlayer>(player) {
        player.bypass_change_detection().doubt();
    }
}

impl<T> Table<'_, T> {
    /// Collects the places of these players, which are the rows of the table, and writes what they show.
    fn collect(
        &mut self,
        players: &[ClipPlayer],
        parts: &mut [Option<Box<Part<T>>>],
        numbers: &mut [f32; MOST * ROWS],
        shown: &Shown,
    ) {
        for (row, ClipPlayer { cursor, .. }) in (0..).zip(players) {
            let Some(Some(part)) = parts.get_mut(cursor.prepared.index()) else { continue };
            let Some(place) = cursor.at(shown.of(cursor.clock)) else { continue };
            if part.stamp != cursor.prepared.stamp {
                continue;
            }
            let next = part.count % ROWS;
            (part.rows[next], part.places[next]) = (row, place);
            part.count = next + 1;
            if part.count == ROWS {
                part.write(self, numbers);
            }
        }
        parts.iter_mut().flatten().for_each(|part| part.write(self, numbers));
    }
}

impl<T> Part<T> {
    fn write(&mut self, table: &mut Table<'_, T>, numbers: &mut [f32; MOST * ROWS]) {
        let (rows, places) = (&self.rows[..self.count], &self.places[..self.count]);
        if rows.is_empty() {
            return;
        }
        for (source, sink) in &self.tracks {
            if source.fill(places, &mut self.found, numbers).is_some() {
                sink.put_all(numbers, rows, table);
            } else if let Source::Any(channel) = source {
                for (row, place) in rows.iter().zip(places) {
                    sink.put(channel.sample(*place), *row, table);
                }
            }
        }
        self.count = 0;
    }
}
