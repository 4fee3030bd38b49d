//! What the plugin reports: both events for observers of the entity and messages.

#[cfg(feature = "assets")]
use alloc::sync::Arc;

use bevy_ecs::prelude::*;
#[cfg(feature = "assets")]
use cueline::event::Direction;
use cueline::{
    digest::Digest,
    event::Reason,
    time::{Span, Time},
};

use crate::property::Property;

/// A motion has started. Both an event for observers of the entity and a message.
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq)]
pub struct MotionStarted {
    /// The entity.
    pub entity: Entity,
    /// The property, by [`Property::name`].
    pub property: &'static str,
    /// When it was to start, on its clock.
    pub due: Time,
    /// How long before the time of this frame that was.
    pub lateness: Span,
}

/// A pass of a motion that repeats has ended, and the next has begun. Both an event for observers of the entity and a
/// message. See [`Motion::set_play`](crate::Motion::set_play).
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq)]
pub struct MotionLooped {
    /// The entity.
    pub entity: Entity,
    /// The property, by [`Property::name`].
    pub property: &'static str,
    /// When the pass began, on its clock.
    pub due: Time,
    /// How long before the time of this frame that was.
    pub lateness: Span,
    /// The number of the new pass, from 1.
    pub pass: u64,
}

/// A motion has ended, at its target, or at its start if it [plays](crate::Motion::set_play) so. Both an event for observers of
/// the entity and a message.
///
/// Each [`MotionStarted`] is followed by one of these, or by a [`MotionCancelled`].
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq)]
pub struct MotionEnded {
    /// The entity.
    pub entity: Entity,
    /// The property, by [`Property::name`].
    pub property: &'static str,
    /// When it was to end, on its clock.
    pub due: Time,
    /// How long before the time of this frame that was.
    pub lateness: Span,
    /// Whether it was played or [skipped](crate::Motion::finish).
    pub reason: Reason,
}

/// A motion that had started does not come to its end. Both an event for observers of the entity and a message; where the
/// entity is gone, a message alone.
///
/// ```
/// use bevy_cueline::{CancelCause, prelude::*};
/// use bevy_ecs::prelude::*;
///
/// fn tell(cancelled: On<MotionCancelled>) {
///     if cancelled.cause == CancelCause::Replaced {
///         println!("{} goes elsewhere", cancelled.property);
///     }
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins((bevy_time::TimePlugin, CuelinePlugin::default())).add_observer(tell);
/// # app.update();
/// ```
#[derive(EntityEvent, Message, Clone, Copy, Debug, PartialEq)]
pub struct MotionCancelled {
    /// The entity.
    pub entity: Entity,
    /// The property, by [`Property::name`].
    pub property: &'static str,
    /// Until when it went on, on its clock.
    pub due: Time,
    /// How long before the time of this frame that was.
    pub lateness: Span,
    /// Why it went on no longer.
    pub cause: CancelCause,
}

/// Why a motion is [cancelled](MotionCancelled).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CancelCause {
    /// Another motion of the same property has taken over from it.
    Replaced,
    /// [`Motion::stop`](crate::Motion::stop) or [`Motion::set`](crate::Motion::set).
    Stopped,
    /// The component that it writes is gone, or the motion itself: removed, despawned, or inserted again. Under rollback
    /// nothing reports this.
    Removed,
}

impl MotionStarted {
    /// Whether it is a motion of this property.
    #[must_use]
    pub fn is<P: Property>(&self) -> bool {
        self.property == P::name()
    }
}

impl MotionLooped {
    /// Whether it is a motion of this property.
    #[must_use]
    pub fn is<P: Property>(&self) -> bool {
        self.property == P::name()
    }
}

impl MotionEnded {
    /// Whether it is a motion of this property.
    #[must_use]
    pub fn is<P: Property>(&self) -> bool {
        self.property == P::name()
    }
}

impl MotionCancelled {
    /// Whether it is a motion of this property.
    #[must_use]
    pub fn is<P: Property>(&self) -> bool {
        self.property == P::name()
    }
}

/// A clip, a timeline or a flipbook has started, looped, reached a cue, or ended, or an animator has entered or left a state.
/// Both an event for observers of the entity and a message. Each is sent once, in the order of time. A `Start` is followed by
/// one `End` or one `Cancelled`; where the entity is gone, by a message alone.
#[cfg(feature = "assets")]
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
#[cfg(feature = "assets")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CueEventKind {
    /// The clip, timeline or flipbook has started.
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
    /// It has started and does not come to its end: the player was removed, another one was inserted in its place, or the
    /// entity was despawned. The reason is [`Reason::Cancelled`]. Under rollback nothing reports this.
    Cancelled,
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

#[cfg(feature = "assets")]
impl CueEvent {
    /// The name of the cue; `None` for other events.
    #[must_use]
    pub fn cue(&self) -> Option<&str> {
        match &self.kind {
            CueEventKind::Cue { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Whether a game plays a sound for this event: time passed over it, in either direction.
    #[must_use]
    pub fn is_audible(&self) -> bool {
        self.reason == Reason::Played
    }
}
