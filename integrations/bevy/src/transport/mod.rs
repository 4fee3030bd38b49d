//! The commands that motions, clips, timelines and flipbooks have in common.

#[cfg(feature = "assets")]
use bevy_ecs::{component::Mutable, lifecycle::HookContext, prelude::*, world::DeferredWorld};
use cueline::time::Speed;

pub(crate) mod row;

use self::row::{Order, Row};
use crate::{clock::Moment, duration::IntoSpan};

/// What a game asks of a [`Motion`](crate::Motion), a `ClipPlayer`, a `TimelinePlayer` or a `FlipbookPlayer`.
///
/// A command acts at the moment that is passed, exactly, also before the asset is loaded. What happens is reported in the
/// next frame. All commands of a frame act, in their order. A motion that rests ignores them.
///
/// ```
/// use bevy_cueline::prelude::*;
/// use bevy_ecs::{component::Mutable, prelude::*};
///
/// #[derive(Component)]
/// struct Stunned;
///
/// fn stun<P: Component<Mutability = Mutable> + CuePlayer>(
///     time: Res<CueTime>,
///     mut players: Query<&mut P, Added<Stunned>>,
/// ) {
///     for mut player in &mut players {
///         player.pause(&time);
///     }
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default()));
/// app.add_systems(bevy_app::Update, stun::<Motion<Translation>>);
/// # app.update();
/// ```
pub trait CuePlayer: Rows {
    /// Stops it there.
    fn pause(&mut self, now: impl Into<Moment>) {
        ask(self, now, Order::Pause);
    }

    /// Lets it go on.
    fn resume(&mut self, now: impl Into<Moment>) {
        ask(self, now, Order::Resume);
    }

    /// Sets the speed from now on; a negative speed plays backwards.
    fn set_speed(&mut self, now: impl Into<Moment>, speed: Speed) {
        ask(self, now, Order::Speed(speed));
    }

    /// Turns round where it is, at the same speed: a door that opens closes.
    fn reverse(&mut self, now: impl Into<Moment>) {
        ask(self, now, Order::Reverse);
    }

    /// Jumps to a time along all passes and plays on. `State` cues on the way are reported, with `Reason::Sought`.
    #[track_caller]
    fn seek(&mut self, now: impl Into<Moment>, elapsed: impl IntoSpan) {
        ask(self, now, Order::Seek(elapsed.into_span()));
    }

    /// Shows a time along all passes, without events, and holds there until [`resume`](Self::resume).
    #[track_caller]
    fn scrub_to(&mut self, now: impl Into<Moment>, elapsed: impl IntoSpan) {
        ask(self, now, Order::Scrub(elapsed.into_span()));
    }

    /// Finishes it: the next frame shows its end, and reports it and its `State` cues, with `Reason::Skipped`.
    fn finish(&mut self) {
        self.row_mut().order(None, Order::Finish);
        self.changed();
    }
}

impl<P: Rows> CuePlayer for P {}

/// A component around a [`Row`].
pub trait Rows {
    #[doc(hidden)]
    fn row_mut(&mut self) -> &mut Row;
    /// The row has changed: what was derived from it is forgotten.
    #[doc(hidden)]
    fn changed(&mut self);
}

fn ask(player: &mut (impl Rows + ?Sized), now: impl Into<Moment>, order: Order) {
    player.row_mut().order(Some(now.into().time), order);
    player.changed();
}

/// Lets a player that was made without a clock start: it has just been inserted.
#[cfg(feature = "assets")]
pub(crate) fn start<P: Component<Mutability = Mutable> + Rows>(
    world: &mut DeferredWorld,
    context: &HookContext,
) {
    let now = Moment::of_insertion(world);
    let Some(mut player) = world.get_mut::<P>(context.entity) else { return };
    let player = player.bypass_change_detection();
    if player.row_mut().start == Moment::INSERTION {
        player.row_mut().start = now;
        player.changed();
    }
}
