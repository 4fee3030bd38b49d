//! Errors of the builder of an animator, and of calls on its state.

use core::fmt;

use cueline::{
    clip::Suggestion,
    time::{Span, Time},
};

use super::ParameterKind;

/// Why an [`AnimatorBuilder`](super::AnimatorBuilder) is refused: what is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimatorError {
    /// The part that is wrong.
    pub part: Box<AnimatorPart>,
    /// What is wrong with it.
    pub kind: Box<AnimatorErrorKind>,
}

pub(super) fn refused(part: AnimatorPart, kind: AnimatorErrorKind) -> AnimatorError {
    AnimatorError { part: part.into(), kind: kind.into() }
}

/// A part of an animator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnimatorPart {
    /// The animator as a whole.
    Animator,
    /// A parameter, by name.
    Parameter(String),
    /// A layer, by name.
    Layer(String),
    /// A state.
    State {
        /// The name of its layer.
        layer: String,
        /// Its name.
        state: String,
    },
    /// A transition.
    Transition {
        /// The name of its layer.
        layer: String,
        /// Its index in the layer, from 0.
        index: usize,
        /// The name of the state that it leaves; `None` for any state.
        from: Option<String>,
        /// The name of the state that it enters.
        to: String,
    },
}

impl fmt::Display for AnimatorPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Animator => f.write_str("the animator"),
            Self::Parameter(name) => write!(f, "parameter {name:?}"),
            Self::Layer(name) => write!(f, "layer {name:?}"),
            Self::State { layer, state } => write!(f, "layer {layer:?}, state {state:?}"),
            Self::Transition { layer, index, from: Some(from), to } => {
                write!(f, "layer {layer:?}, transition {index} from {from:?} to {to:?}")
            }
            Self::Transition { layer, index, from: None, to } => {
                write!(f, "layer {layer:?}, transition {index} from any state to {to:?}")
            }
        }
    }
}

/// What is wrong with a part of an animator.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnimatorErrorKind {
    /// There is no layer, or no state in a layer.
    Empty {
        /// What is needed.
        needed: &'static str,
    },
    /// Another part of the same kind has this name.
    DuplicateName,
    /// There are too many parts.
    TooMany {
        /// The kind of part.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The largest number.
        most: usize,
    },
    /// A name that is unknown.
    Unknown {
        /// The kind of part that was named.
        what: &'static str,
        /// The name, and the known names.
        name: Suggestion,
    },
    /// A parameter of another kind than needed.
    ParameterKind {
        /// The name of the parameter.
        parameter: String,
        /// Its kind.
        found: ParameterKind,
        /// The kinds that would do.
        needed: &'static str,
    },
    /// A number out of its range.
    Number {
        /// What the number is.
        what: &'static str,
        /// The number.
        found: f64,
        /// The range.
        needed: &'static str,
    },
    /// A duration out of its range.
    Duration {
        /// What the duration belongs to.
        what: String,
        /// The duration.
        found: Span,
        /// The range.
        needed: &'static str,
    },
    /// Two settings exclude each other.
    Conflict {
        /// What was found, and what is needed.
        reason: &'static str,
    },
    /// Transitions that form a cycle at one moment, with the same parameters.
    Cycle {
        /// The names of the states, in order.
        states: Vec<String>,
    },
}

impl fmt::Display for AnimatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.part)?;
        match &*self.kind {
            AnimatorErrorKind::Empty { needed } => write!(f, "{needed} is needed"),
            AnimatorErrorKind::DuplicateName => f.write_str("the name is used twice"),
            AnimatorErrorKind::TooMany { what, found, most } => {
                write!(f, "there are {found} {what}; the most is {most}")
            }
            AnimatorErrorKind::Unknown { what, name } => write!(f, "there is no {what} {name}"),
            AnimatorErrorKind::ParameterKind { parameter, found, needed } => {
                write!(f, "the parameter {parameter:?} is {found} but must be {needed}")
            }
            AnimatorErrorKind::Number { what, found, needed } => {
                write!(f, "{what} is {found} but must be {needed}")
            }
            AnimatorErrorKind::Duration { what, found, needed } => {
                write!(f, "{what} is {} ms but must be {needed}", found.as_secs_f64() * 1000.0)
            }
            AnimatorErrorKind::Conflict { reason } => f.write_str(reason),
            AnimatorErrorKind::Cycle { states } => {
                write!(f, "with the same parameters, transitions lead from {:?} ", states[0])?;
                for state in &states[1..] {
                    write!(f, "to {state:?} ")?;
                }
                f.write_str(
                    "and back at one moment; one of them needs a trigger, a progress or a time",
                )
            }
        }
    }
}

impl core::error::Error for AnimatorError {}

/// Why a call on an [`AnimatorState`](super::AnimatorState) is refused. The state has not changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StateError {
    /// The state belongs to another animator, or the animator has other states, parameters or transitions now.
    OtherAnimator,
    /// The time is before the time that the state has reached.
    Past {
        /// The time of the call.
        found: Time,
        /// The time that the state has reached.
        reached: Time,
    },
    /// More transitions are due up to that time than one call takes.
    TooManyTransitions {
        /// The time of the call.
        to: Time,
        /// The time of the first transition beyond the limit.
        at: Time,
        /// The most of one call.
        most: usize,
    },
    /// The clips pass more cues up to that time than one call reports.
    TooManyCues {
        /// The time of the call.
        to: Time,
        /// The most of one call.
        most: usize,
    },
    /// There is no parameter of that name.
    UnknownParameter(Suggestion),
    /// There is no parameter of that id.
    UnknownId {
        /// The index in the id.
        index: usize,
        /// The number of parameters.
        parameters: usize,
    },
    /// The value is of another kind than the parameter.
    ParameterKind {
        /// The name of the parameter.
        parameter: String,
        /// The kind of the value.
        found: ParameterKind,
        /// The kind of the parameter.
        needed: ParameterKind,
    },
    /// The number is out of range or NaN.
    Number {
        /// The name of the parameter.
        parameter: String,
        /// The number.
        found: f32,
    },
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: &Time| time.since_zero().as_secs_f64() * 1000.0;
        match self {
            Self::OtherAnimator => {
                f.write_str("the state belongs to another animator, or its states, parameters or transitions have changed")
            }
            Self::Past { found, reached } => {
                write!(f, "the time is {} ms, but the state has reached {} ms", ms(found), ms(reached))
            }
            Self::TooManyTransitions { to, at, most } => {
                write!(
                    f,
                    "up to {} ms, more than {most} transitions are due: at {} ms the limit is passed; advance in smaller steps, or slow the transitions down",
                    ms(to),
                    ms(at)
                )
            }
            Self::TooManyCues { to, most } => {
                write!(f, "up to {} ms, clips pass more than {most} cues; advance in smaller steps", ms(to))
            }
            Self::UnknownParameter(name) => write!(f, "there is no parameter {name}"),
            Self::UnknownId { index, parameters } => {
                write!(f, "there is no parameter {index}; there are {parameters}")
            }
            Self::ParameterKind { parameter, found, needed } => {
                write!(f, "the parameter {parameter:?} is {needed}; the value is for {found}")
            }
            Self::Number { parameter, found } => {
                write!(f, "the value of {parameter:?} is {found} but must be from -32768 to 32768")
            }
        }
    }
}

impl core::error::Error for StateError {}
