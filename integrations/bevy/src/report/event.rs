//! What the plugin reports: both events for observers of the entity and messages.

#[cfg(feature = "assets")]
use alloc::sync::Arc;

use bevy_ecs::prelude::*;
#[cfg(feature = "assets")]
use cueline::event::Direction;
use cueline::{
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

/// A motion has ended, at its target. Both an event for observers of the entity and a message.
///
/// A motion that is replaced, stopped or despawned reports no end.
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

impl MotionStarted {
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

/// A clip, a timeline or a flipbook has started, looped, reached a cue, or ended, or an animator has entered or left a state.
/// Both an event for observers of the entity and a message. Each is sent once, in the order of time.
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
