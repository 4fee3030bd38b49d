//! Motions by `Commands`, for one line in a setup system.

use bevy_ecs::{prelude::*, system::EntityCommands};
use cueline::{
    playback::Play,
    value::{Lerp, Spring},
};
#[cfg(feature = "ggrs")]
use tracing::error;
use tracing::warn;

use crate::{
    clock::{CueTime, Moment},
    duration::IntoSpan,
    easing::IntoEasing,
    motion::{
        Motion,
        paths::{PathMotions, PathValue, interned},
    },
    property::{Property, offset::Brought},
};

/// Starts motions of an entity on the clock of the world, from where the component is. The [`Motion`] is added where the
/// entity has none; on an entity that is rolled back it has to be there, as no drawn value may get into the state.
///
/// In systems that start motions all the time, a `Query<&mut Motion<P>>` is faster and has all methods.
pub trait AnimateCommands {
    /// As [`Motion::tween_to`].
    #[track_caller]
    fn tween_to<P: Property>(
        &mut self,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) -> &mut Self {
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        let target = target.into();
        self.move_property::<P>(move |motion, now, _| {
            motion.tween_to(now, target, duration, easing)
        })
    }

    /// As [`Motion::tween_after`].
    #[track_caller]
    fn tween_after<P: Property>(
        &mut self,
        delay: impl IntoSpan,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) -> &mut Self {
        let (delay, duration, easing) =
            (delay.into_span(), duration.into_span(), easing.into_easing());
        let target = target.into();
        self.move_property::<P>(move |motion, now, _| {
            motion.tween_after(now, delay, target, duration, easing);
        })
    }

    /// Moves by `change` in `duration`, along `easing`: from the value that the component holds, or from the last target of
    /// what moves, to which it adds.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::Vec3;
    ///
    /// fn step(entity: Entity, mut commands: Commands) {
    ///     commands.entity(entity).tween_by::<Translation>(Vec3::X, ms(200), Easing::OUT_QUAD);
    /// }
    /// ```
    #[track_caller]
    fn tween_by<P: Property>(
        &mut self,
        change: <P::Value as Lerp>::Delta,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) -> &mut Self {
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        self.move_property::<P>(move |motion, now, held| {
            let from = motion.target().or_else(|| motion.value(now)).or(held);
            match from {
                Some(from) => motion.tween_to(now, from.plus(&change), duration, easing),
                None => warn!("{} does not move: nothing says from where", P::name()),
            }
        })
    }

    /// As [`Motion::set_play`]: how the last motion so far repeats.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::Vec3;
    ///
    /// fn pulse(entity: Entity, mut commands: Commands) {
    ///     commands
    ///         .entity(entity)
    ///         .tween_to::<Scale>(Vec3::splat(1.2), ms(300), Easing::OUT_QUAD)
    ///         .set_play::<Scale>(Repeat::Times(3));
    /// }
    /// ```
    fn set_play<P: Property>(&mut self, play: impl Into<Play>) -> &mut Self {
        let play = play.into();
        self.move_property::<P>(move |motion, _, _| motion.set_play(play))
    }

    /// As [`Motion::then_tween_to`].
    #[track_caller]
    fn then_tween_to<P: Property>(
        &mut self,
        target: impl Into<P::Value>,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) -> &mut Self {
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        let target = target.into();
        self.move_property::<P>(move |motion, now, _| {
            motion.then_tween_to(now, target, duration, easing)
        })
    }

    /// As [`Motion::spring_to`].
    fn spring_to<P: Property>(&mut self, target: impl Into<P::Value>, spring: Spring) -> &mut Self {
        let target = target.into();
        self.move_property::<P>(move |motion, now, _| motion.spring_to(now, target, spring))
    }

    /// As [`Motion::spring_after`].
    #[track_caller]
    fn spring_after<P: Property>(
        &mut self,
        delay: impl IntoSpan,
        target: impl Into<P::Value>,
        spring: Spring,
    ) -> &mut Self {
        let delay = delay.into_span();
        let target = target.into();
        self.move_property::<P>(move |motion, now, _| {
            motion.spring_after(now, delay, target, spring)
        })
    }

    /// As [`Motion::tween_to`], of what a path names: see [`PathMotions`].
    #[track_caller]
    fn tween_path<V: PathValue>(
        &mut self,
        path: &str,
        target: V,
        duration: impl IntoSpan,
        easing: impl IntoEasing,
    ) -> &mut Self {
        let (duration, easing) = (duration.into_span(), easing.into_easing());
        let path = interned(path);
        self.move_path(path, move |motions, now| {
            motions.of::<V>(path).tween_to(now, target, duration, easing);
        })
    }

    /// As [`Motion::spring_to`], of what a path names: see [`PathMotions`].
    fn spring_path<V: PathValue>(&mut self, path: &str, target: V, spring: Spring) -> &mut Self {
        let path = interned(path);
        self.move_path(path, move |motions, now| {
            motions.of::<V>(path).spring_to(now, target, spring);
        })
    }

    /// `act` gets what the component holds, where there is one.
    #[doc(hidden)]
    fn move_property<P: Property>(
        &mut self,
        act: impl FnOnce(&mut Motion<P>, Moment, Option<P::Value>) + Send + 'static,
    ) -> &mut Self;

    #[doc(hidden)]
    fn move_path(
        &mut self,
        path: &'static str,
        act: impl FnOnce(&mut PathMotions, Moment) + Send + 'static,
    ) -> &mut Self;
}

impl AnimateCommands for EntityCommands<'_> {
    fn move_property<P: Property>(
        &mut self,
        act: impl FnOnce(&mut Motion<P>, Moment, Option<P::Value>) + Send + 'static,
    ) -> &mut Self {
        // An entity that was despawned in the meantime has nothing to move.
        self.queue_silenced(move |mut entity: EntityWorldMut| {
            let Some(now) = entity.world().get_resource::<CueTime>().map(Moment::from) else {
                warn!("{} does not move: CuelinePlugin was not added", P::name());
                return;
            };
            let brought = || entity.world().get_resource::<Brought<P>>().map(|brought| brought.0);
            let held = entity.get::<P::Target>().map(P::get).or_else(brought);
            // What is drawn differs from peer to peer.
            #[cfg(feature = "ggrs")]
            let held = held.filter(|_| !entity.contains::<bevy_ggrs::RollbackId>());
            if let Some(mut motion) = entity.get_mut::<Motion<P>>() {
                act(&mut motion, now, held);
                return;
            }
            #[cfg(feature = "ggrs")]
            if entity.contains::<bevy_ggrs::RollbackId>() {
                let (id, name, kind) = (entity.id(), P::name(), core::any::type_name::<P>());
                error!("entity {id} is rolled back, so it moves {name} with a `Motion::<{kind}>::at(..)` only");
                return;
            }
            let Some(value) = held else {
                let (id, name) = (entity.id(), P::name());
                let component = name.split('.').next().unwrap_or(name);
                warn!("entity {id} cannot move {name}: it has no component {component}");
                return;
            };
            let mut motion = Motion::from_component(value);
            act(&mut motion, now, Some(value));
            entity.insert(motion);
        })
    }

    fn move_path(
        &mut self,
        path: &'static str,
        act: impl FnOnce(&mut PathMotions, Moment) + Send + 'static,
    ) -> &mut Self {
        self.queue_silenced(move |mut entity: EntityWorldMut| {
            let Some(now) = entity.world().get_resource::<CueTime>().map(Moment::from) else {
                warn!("{path} does not move: CuelinePlugin was not added");
                return;
            };
            if !entity.contains::<PathMotions>() {
                entity.insert(PathMotions::default());
            }
            if let Some(mut motions) = entity.get_mut::<PathMotions>() {
                act(&mut motions, now);
            }
        })
    }
}
