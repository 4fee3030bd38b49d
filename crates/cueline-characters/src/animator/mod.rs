//! Which clips a character shows: states and transitions as data, and a state of a few integers.
//!
//! An [`Animator`] is the definition: parameters, layers of states, transitions between them. An
//! [`AnimatorBuilder`] checks it once; any number of characters use it. An [`AnimatorState`] is what one character is
//! doing. A game sets parameters and advances it, at its ticks. The display samples it at any time, as a list of
//! [`Layer`](crate::Layer)s, which a crowd turns into matrices.
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
//! // The game: at each tick.
//! let (mut hero, mut events) = (animator.start(Time::ZERO), Vec::new());
//! hero.set(&animator, Time::ZERO, "speed", 2.0)?;
//! hero.advance_to(&animator, Time::from_millis(100), &mut events)?;
//! assert_eq!(hero.state(&animator, 0), Some("move"));
//!
//! // The display: at any time. Half of the fade is over; walk and run share the rest, at one part of their passes.
//! let mut layers = Vec::new();
//! hero.layers_into(&animator, Time::from_millis(100), &mut layers)?;
//! let shown: Vec<_> = layers.iter().map(|layer| (layer.clip.0, layer.at, layer.weight)).collect();
//! assert_eq!(shown, [(1, ms(125), 0.25), (2, ms(75), 0.25), (0, ms(100), 0.5)]);
//!
//! // A save, a snapshot for a rollback: a copy.
//! let saved = hero.clone();
//! hero.fire(&animator, Time::from_millis(100), "jump")?;
//! hero.advance_to(&animator, Time::from_secs(1), &mut events)?;
//! // It has landed at 600 ms exactly, and goes on at that moment.
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
//! - **Order.** At one moment the lowest layer comes first, and in a layer transitions from any state, then those of
//!   the current state, in the order of declaration. Several may be taken at one moment, one after the other.
//! - **Values** that are set at one moment act together, from the next call of `advance_to` on. What is due at a moment
//!   without them is taken before.
//! - **Phase.** A state counts its passes as an integer. The clips of a blend show one part of the pass; its duration is
//!   the mean of theirs by weight. Where a parameter changes the duration or the speed, the phase goes on from where it
//!   is, so it is the exact sum over all stretches, at any frame rate.
//! - **Fades.** The new state is current at once, and the old ones play on below it. A fade that is interrupted goes on
//!   below the next, so weights never jump. Of more than 8 older states, the oldest is dropped.
//! - **Inertial transitions** end the old state at once; the difference of the two pictures decays by itself.
//! - **Layers** from the lowest up. One that overrides replaces what is below, inside of its mask and as far as its
//!   weight goes; an empty state leaves what is below. An additive one adds its difference from a pose, above all
//!   layers that override.
//!
//! # What it does not do
//!
//! - It smooths no parameter: a game that wants its speed to rise slowly sets it in each tick.
//! - It reports no cues of clips. [`Clip::cues_in`](cueline::clip::Clip::cues_in) has those of a window.

mod blend;
mod build;
mod circle;
mod definition;
mod due;
mod error;
mod inertia;
mod motion;
mod output;
mod parameter;
mod phase;
mod source;
mod state;

pub use definition::{Animator, MaskFactor, MaskProduct};
pub use error::{AnimatorError, Fault, Place, StateError};
pub use parameter::{Parameter, ParameterId, ParameterKind, ParameterRef, ParameterValue};
pub use source::{
    AnimatorBuilder, AnimatorLayer, Change, Condition, Enter, Interrupt, Join, LayerWeight, Motion,
    State, Transition,
};
pub use state::{AnimatorState, StateId};

#[cfg(test)]
mod tests;
