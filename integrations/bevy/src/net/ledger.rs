//! Events of ticks that may run again: each reaches the game once.

use alloc::vec::Vec;

use bevy_app::App;
use bevy_ecs::{prelude::*, schedule::ScheduleLabel, system::SystemParam};
use bevy_ggrs::{
    AdvanceWorld, AdvanceWorldSystems, ConfirmedFrameCount, LoadWorld, LoadWorldSystems,
    RollbackFrameCount, RollbackId, RollbackOrdered,
};
use cueline::{
    history::{Ledger, Novelty},
    time::Tick,
};

use crate::{
    report::{Reported, deliver},
    schedule::{CuelineSystems, with_world},
};

/// An event that the game received did not happen after all: a tick ran again with other inputs. Stop its sound.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Retracted<E: Send + Sync + 'static>(pub E);

/// Events of ticks that may run again. Each reaches the game once.
///
/// Systems of [`GgrsSchedule`](bevy_ggrs::GgrsSchedule) report; after the run, what is new is a message, and what the game had
/// received but did not happen after all is [`Retracted`]. Add it by
/// [`add_cue_ledger`](crate::rollback::CuelineRollback::add_cue_ledger). It is not rolled back.
///
/// ```
/// use bevy_cueline::{CueLedger, Retracted, prelude::*};
/// use bevy_ecs::prelude::*;
///
/// #[derive(Message, Clone, PartialEq)]
/// struct Sound(&'static str);
///
/// fn hit(mut sounds: ResMut<CueLedger<Sound>>) { // in GgrsSchedule
///     sounds.report(Sound("crack"));
/// }
///
/// fn play(mut new: MessageReader<Sound>, mut retracted: MessageReader<Retracted<Sound>>) { // in Update
///     for Sound(name) in new.read() { println!("play {name}") }
///     for Retracted(Sound(name)) in retracted.read() { println!("fade {name} out") }
/// }
/// ```
#[derive(Resource, Clone, Debug)]
pub struct CueLedger<E: Send + Sync + 'static> {
    ledger: Ledger<E>,
    tick: Tick,
    /// What is new since the game was last informed.
    new: Ticked<E>,
}

impl<E: Clone + PartialEq + Send + Sync + 'static> CueLedger<E> {
    /// Reports that this tick brought an event.
    pub fn report(&mut self, event: E) {
        // A tick that is settled has reported its events: there is nothing to do where it runs again.
        if let Ok(Novelty::New) = self.ledger.report(self.tick, event.clone()) {
            self.new.push((self.tick, event));
        }
    }

    /// The events that stand, with their ticks, as far as their ticks may still run again.
    pub fn standing(&self) -> impl Iterator<Item = &(Tick, E)> {
        self.ledger.reported()
    }

    /// After a run up to `tick`: what is new, and what did not happen after all.
    fn settle(&mut self, tick: Tick, confirmed: Tick) -> (Ticked<E>, Ticked<E>) {
        let mut new = core::mem::take(&mut self.new);
        let mut gone = self.ledger.settle(tick);
        // What was new in an earlier pass of the same run and then did not happen: the game never receives it.
        gone.retain(|event| match new.iter().position(|other| other == event) {
            Some(place) => {
                new.remove(place);
                false
            }
            None => true,
        });
        new.sort_by_key(|(tick, _)| *tick);
        self.ledger.forget_through(confirmed);
        (new, gone)
    }
}

/// Events with the ticks that brought them.
type Ticked<E> = Vec<(Tick, E)>;

pub(crate) fn add_ledger<E: Clone + PartialEq + Send + Sync + 'static>(app: &mut App) {
    let ledger = CueLedger::<E> { ledger: Ledger::new(), tick: Tick::ZERO, new: Vec::new() };
    let begin = |frame: Res<RollbackFrameCount>, mut ledger: ResMut<CueLedger<E>>| {
        ledger.tick = Tick::new(i64::from(frame.0));
    };
    let rewind = |frame: Res<RollbackFrameCount>, mut ledger: ResMut<CueLedger<E>>| {
        ledger.ledger.rewind(Tick::new(i64::from(frame.0)).next());
    };
    app.insert_resource(ledger)
        .add_message::<Retracted<E>>()
        .add_systems(AdvanceWorld, begin.in_set(AdvanceWorldSystems::First))
        .add_systems(LoadWorld, rewind.in_set(LoadWorldSystems::Data));
}

/// How far the session has come.
#[derive(SystemParam)]
pub(crate) struct Frames<'w> {
    current: Option<Res<'w, RollbackFrameCount>>,
    confirmed: Option<Res<'w, ConfirmedFrameCount>>,
}

impl Frames<'_> {
    fn ticks(&self) -> (Tick, Tick) {
        let tick = |frame: Option<i32>| Tick::new(i64::from(frame.unwrap_or(-1)));
        (
            tick(self.current.as_ref().map(|frame| frame.0)),
            tick(self.confirmed.as_ref().map(|frame| frame.0)),
        )
    }
}

pub(crate) fn settle<E: Message + Clone + PartialEq>(
    frames: Frames<'_>,
    mut ledger: ResMut<CueLedger<E>>,
    mut messages: MessageWriter<E>,
    mut retracted: MessageWriter<Retracted<E>>,
) {
    let (current, confirmed) = frames.ticks();
    let (new, gone) = ledger.settle(current, confirmed);
    messages.write_batch(new.into_iter().map(|(_, event)| event));
    retracted.write_batch(gone.into_iter().map(|(_, event)| Retracted(event)));
}

/// An event of the plugin in a ledger. Its entity is replaced by the place in the order, as an entity that a load brings
/// back may have another id.
#[derive(Clone, Debug, PartialEq)]
struct Placed<E> {
    order: u64,
    event: E,
}

pub(crate) fn enter<E: Reported>(world: &mut World, order: u64, mut event: E) {
    *event.entity_mut() = Entity::PLACEHOLDER;
    match world.get_resource_mut::<CueLedger<Placed<E>>>() {
        Some(mut ledger) => ledger.report(Placed { order, event }),
        None => tracing::error!("CuelinePlugin::rollback() was not called"),
    }
}

pub(crate) fn add_reported<E: Reported>(app: &mut App, showing: impl ScheduleLabel) {
    add_ledger::<Placed<E>>(app);
    app.add_message::<Retracted<E>>()
        .add_systems(showing, with_world(settle_reported::<E>).in_set(CuelineSystems::Report));
}

fn settle_reported<E: Reported>(world: &mut World, ids: &mut QueryState<(Entity, &RollbackId)>) {
    let frame = |frame: Option<i32>| Tick::new(i64::from(frame.unwrap_or(-1)));
    let current = frame(world.get_resource::<RollbackFrameCount>().map(|frame| frame.0));
    let confirmed = frame(world.get_resource::<ConfirmedFrameCount>().map(|frame| frame.0));
    let (new, gone) = world.resource_mut::<CueLedger<Placed<E>>>().settle(current, confirmed);
    if new.is_empty() && gone.is_empty() {
        return;
    }
    let entities: alloc::collections::BTreeMap<u64, Entity> = {
        let ordered = world.resource::<RollbackOrdered>();
        ids.iter(world).map(|(entity, id)| (ordered.order(*id), entity)).collect()
    };
    let placed = |Placed { order, mut event }: Placed<E>| {
        let entity = entities.get(&order).copied().unwrap_or(Entity::PLACEHOLDER);
        *event.entity_mut() = entity;
        (entity, event)
    };
    for (_, event) in gone {
        world.write_message(Retracted(placed(event).1));
    }
    for (_, event) in new {
        let (entity, event) = placed(event);
        deliver(world, entity, event);
    }
    world.flush();
}
