//! How much decorative motion this display shows.

use bevy_ecs::prelude::*;
use cueline::{
    motion::{MotionPreference, Purpose},
    playback::{Playable, PlayheadPosition, Playing},
    time::Time,
};

/// How much decorative motion of clips and timelines is drawn: a setting of the player, as the system or the game's menu has
/// it. Everything moves by default.
///
/// Decorative is what was marked so, in code or in a file: see [`cueline::motion`]. The setting changes what is drawn and nothing
/// else: events, their times and the state of the game stay the same, under rollback too.
///
/// ```
/// use bevy_cueline::{cueline::motion::MotionPreference, prelude::*};
/// use bevy_ecs::prelude::*;
///
/// fn toggle(mut preference: ResMut<CueMotionPreference>) {
///     preference.0 = MotionPreference::Reduced;
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default())).add_systems(bevy_app::Update, toggle);
/// # app.update();
/// ```
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CueMotionPreference(pub MotionPreference);

impl CueMotionPreference {
    /// Whether it draws what plays otherwise than it is.
    pub(crate) fn limits(self, what: &impl Playable) -> bool {
        self.0 != MotionPreference::Full && what.purpose() == Purpose::Decorative
    }

    /// Where what plays is drawn.
    pub(crate) fn place(
        self,
        playing: &Playing,
        now: Time,
        what: &impl Playable,
    ) -> PlayheadPosition {
        playing.reduced(now, what, self.0)
    }
}
