//! Where the systems of the plugin run.

use alloc::vec::Vec;
use core::any::TypeId;

use bevy_app::App;
use bevy_ecs::{intern::Interned, prelude::*, schedule::ScheduleLabel, system::ScheduleSystem};
use tracing::error;

/// The sets of the plugin, for `before`, `after` and `run_if`. All of its systems are in one of them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CuelineSystems {
    /// Clocks advance.
    Tick,
    /// For the rules of the game under rollback: after the clocks and before all playback. The plugin adds no system
    /// here.
    Rules,
    /// [`CueAlpha`](crate::CueAlpha) is set.
    Alpha,
    /// The time to draw is taken from each clock.
    Look,
    /// Queues advance, moment by moment, and their observers run.
    Queues,
    /// Clips, flipbooks and timelines write their values.
    Play,
    /// Motions in the rollback state advance by a tick.
    Advance,
    /// Motions write their values.
    Show,
    /// Events are sent, in the order in which they were due.
    Report,
    /// Offsets are added to what was written, until the next frame begins.
    Offset,
}

/// The schedules, for properties and clocks that are added later.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) ticking: Interned<dyn ScheduleLabel>,
    pub(crate) showing: Interned<dyn ScheduleLabel>,
    #[cfg(feature = "ggrs")]
    pub(crate) rollback: bool,
}

pub(crate) fn settings(app: &App) -> Option<Settings> {
    let settings = app.world().get_resource::<Settings>().cloned();
    if settings.is_none() {
        error!("add CuelinePlugin before what it plays");
    }
    settings
}

/// What was added to an app, so that each thing is added once.
#[derive(Resource, Default)]
struct Added(Vec<TypeId>);

/// Whether `T`, which stands for something that an app can add, was not added before.
pub(crate) fn is_first<T: 'static>(app: &mut App) -> bool {
    let added = &mut app.world_mut().get_resource_or_init::<Added>().0;
    let is_first = !added.contains(&TypeId::of::<T>());
    if is_first {
        added.push(TypeId::of::<T>());
    }
    is_first
}

/// Systems that write components. Two of them may write the same one, so each has a set of its own, after the one before.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Writer(CuelineSystems, usize);

/// The sets of all writers.
#[derive(Resource, Default)]
struct Writers(Vec<CuelineSystems>);

/// Adds a system that writes components, to [`CuelineSystems::Show`], after all that were added before.
pub(crate) fn add_writer<M>(
    app: &mut App,
    showing: impl ScheduleLabel + Clone,
    system: impl IntoScheduleConfigs<ScheduleSystem, M>,
) {
    add_writer_in(app, showing, CuelineSystems::Show, system);
}

/// The same in another set.
pub(crate) fn add_writer_in<M>(
    app: &mut App,
    showing: impl ScheduleLabel + Clone,
    set: CuelineSystems,
    system: impl IntoScheduleConfigs<ScheduleSystem, M>,
) {
    let sets = &mut app.world_mut().get_resource_or_init::<Writers>().0;
    sets.push(set);
    let count = sets.iter().filter(|own| **own == set).count();
    let (own, before) = (Writer(set, count), Writer(set, count - 1));
    app.configure_sets(showing.clone(), own.after(before).in_set(set))
        .add_systems(showing, system.in_set(own));
}

/// A system that needs the whole world, run at the next point where commands apply, so that no other system is ambiguous with
/// it.
pub(crate) fn with_world<M, S>(system: S) -> impl FnMut(Commands) + Send + Sync + 'static
where
    S: IntoSystem<(), (), M> + Copy + Send + Sync + 'static,
    M: 'static,
{
    move |mut commands| commands.run_system_cached(system)
}
