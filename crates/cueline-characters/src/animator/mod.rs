//! State machines for characters: states and transitions as data, and a playback state of a few integers.
//!
//! An [`Animator`] is the definition: parameters, layers of states, and transitions between the states. An
//! [`AnimatorBuilder`] checks it once, and any number of characters use it. An [`AnimatorState`] is the playback state
//! of one character. The game sets parameters and advances the state at its ticks. The display samples the state at any
//! time, as a list of [`Layer`](crate::Layer)s, which a [`Crowd`](crate::crowd::Crowd) turns into matrices.
//!
//! ```
//! use cueline::{clip::ClipBuilder, time::{Time, ms}};
//! use cueline_characters::animator::{AnimatorBuilder, AnimatorLayer, Condition, State, Transition};
//!
//! let clip = |name: &str, millis| ClipBuilder::new(name).duration(ms(millis)).build();
//! let clips = [clip("idle", 800)?, clip("walk", 1000)?, clip("run", 600)?, clip("jump", 500)?];
//!
//! let body = AnimatorLayer::new("body")
//!     .state(State::clip("idle", "idle"))
//!     .state(State::blend("move", "speed", [(1.0, "walk"), (3.0, "run")]))
//!     .state(State::clip("jump", "jump").once())
//!     .transition(Transition::new("idle", "move").when(Condition::AtLeast("speed".into(), 0.5)).fade(ms(200)))
//!     .transition(Transition::new("move", "idle").when(Condition::Less("speed".into(), 0.5)).fade(ms(200)))
//!     .transition(Transition::from_any("jump").when(Condition::Fired("jump".into())).inertial(ms(150)))
//!     .transition(Transition::new("jump", "idle").when(Condition::Progress(1.0)).fade(ms(100)));
//! let animator =
//!     AnimatorBuilder::new().float("speed", 0.0).trigger("jump", ms(100)).layer(body).build(&clips)?;
//!
//! // The game, at each tick:
//! let (mut hero, mut events) = (animator.start(Time::ZERO), Vec::new());
//! hero.set(&animator, Time::ZERO, "speed", 2.0)?;
//! hero.advance_to(&animator, Time::from_millis(100), &mut events)?;
//! assert_eq!(hero.state(&animator, 0), Some("move"));
//!
//! // The display, at any time. Half of the fade is over. Walk and run split the new half and show the same phase.
//! let mut layers = Vec::new();
//! hero.layers_into(&animator, Time::from_millis(100), &mut layers)?;
//! let shown: Vec<_> = layers.iter().map(|layer| (layer.clip.0, layer.at, layer.weight)).collect();
//! assert_eq!(shown, [(1, ms(125), 0.25), (2, ms(75), 0.25), (0, ms(100), 0.5)]);
//!
//! // A save or a snapshot for a rollback is a copy.
//! let saved = hero.clone();
//! hero.fire(&animator, Time::from_millis(100), "jump")?;
//! hero.advance_to(&animator, Time::from_secs(1), &mut events)?;
//! // The jump ended at exactly 600 ms, and the next state began at that moment.
//! assert_eq!((hero.state(&animator, 0), hero.since(0)), (Some("move"), Some(Time::from_millis(600))));
//! hero = saved;
//! assert_eq!(hero.since(0), Some(Time::ZERO));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Rules
//!
//! - **Time.** A transition is taken at the first flick at which all its conditions hold, not at the end of a frame. Its
//!   events carry that time. [`advance_to`](AnimatorState::advance_to) covers everything up to and including its time.
//! - **Order.** At one moment the lowest layer comes first. Within a layer, transitions from any state come before
//!   those from the current state, each in the order of declaration. A layer may take several transitions at one
//!   moment, one after the other.
//! - **Values** that are set at one moment act together, from the next call of `advance_to` on. Transitions that are
//!   due at that moment with the old values are taken first.
//! - **Phase** is the progress within a pass, from 0 to 1. A state counts passes and phase as integers. The clips of a
//!   blend show the same phase; the duration of a pass is the mean of their durations by weight. If a parameter changes
//!   the duration or the speed, the phase continues without a jump, and it is the same at any frame rate.
//! - **Fades.** The new state is current at once, and the older states play on below it. An interrupted fade continues
//!   below the next one, so weights do not jump. One exception: a layer keeps at most 8 older states and then drops the
//!   oldest.
//! - **Inertial transitions** end the old states at once. The difference between the old and the new pose decays on its
//!   own. A layer keeps at most 4 such differences and then drops the oldest.
//! - **Layers** combine from the lowest up. An overriding layer replaces the layers below, scaled by its weight and
//!   limited to its mask; a state without a motion leaves them visible. An additive layer adds its difference from a
//!   pose, on top of all overriding layers.
//!
//! # What it does not do
//!
//! - It does not smooth parameters: to raise the speed slowly, set it at each tick.
//! - Cues are reported for the current state of each layer only, not for states that fade out:
//!   [`advance_with`](AnimatorState::advance_with).

mod blend;
mod build;
mod cues;
mod cycle;
mod definition;
mod due;
mod error;
mod file;
mod inertia;
mod motion;
mod output;
mod pace;
mod parameter;
mod phase;
mod playing;
mod source;
mod state;

pub use cues::CueId;
pub use definition::{Animator, MaskFactor, MaskProduct};
pub use error::{AnimatorError, AnimatorErrorKind, AnimatorPart, StateError};
pub use parameter::{Parameter, ParameterId, ParameterKind, ParameterRef, ParameterValue};
pub use source::{
    AnimatorBuilder, AnimatorLayer, Change, Condition, Enter, Interrupt, Join, LayerWeight, Motion,
    State, Transition,
};
pub use state::{AnimatorState, StateId};

#[cfg(test)]
mod tests;
