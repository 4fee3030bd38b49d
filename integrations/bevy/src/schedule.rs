//! Where the systems of the plugin run.

use bevy_app::App;
use bevy_ecs::{intern::Interned, prelude::*, schedule::ScheduleLabel};
use cueline::time::TickRate;
use tracing::error;

/// The sets of the plugin, for `before`, `after` and `run_if`. All of its systems are in one of them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CuelineSystems {
    /// Clocks advance.
    Tick,
    /// For the rules of the game under rollback: after the clocks and before all playback. The plugin adds no system
    /// here.
    Rules,
    /// [`CueAlpha`] is set.
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
}

/// The schedules and the rate, for properties and clocks that are added later.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) rate: TickRate,
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
