//! The parameters of an animator: numbers, booleans and triggers that the game sets.

use cueline::{
    digest::Digest,
    time::{Span, Time},
};
use cueline_assets::animator::limits::{MOST_STEPS, STEPS, steps};
use serde::{Deserialize, Serialize};

/// A parameter of an animator, with its initial value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parameter {
    /// A number from -32768 to 32768, both included, rounded to 1/65536.
    Float(f32),
    /// A whole number.
    Integer(i32),
    /// True or false.
    Bool(bool),
    /// A signal that is used up by the first transition that needs it. An unused signal expires after `keep`.
    Trigger {
        /// How long the signal waits; the end is included. With zero it acts only at the moment of the call.
        keep: Span,
    },
}

/// The kinds of [`Parameter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest)]
pub enum ParameterKind {
    /// A number.
    Float,
    /// A whole number.
    Integer,
    /// True or false.
    Bool,
    /// A signal.
    Trigger,
}

impl core::fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Float => "a float",
            Self::Integer => "an integer",
            Self::Bool => "a bool",
            Self::Trigger => "a trigger",
        })
    }
}

impl Parameter {
    /// The kind.
    ///
    /// ```
    /// use cueline_characters::animator::{Parameter, ParameterKind};
    ///
    /// assert_eq!(Parameter::Float(0.5).kind(), ParameterKind::Float);
    /// ```
    #[must_use]
    pub const fn kind(self) -> ParameterKind {
        match self {
            Self::Float(_) => ParameterKind::Float,
            Self::Integer(_) => ParameterKind::Integer,
            Self::Bool(_) => ParameterKind::Bool,
            Self::Trigger { .. } => ParameterKind::Trigger,
        }
    }

    /// The initial value as stored; `None` for a number out of range.
    pub(super) fn stored(self) -> Option<Stored> {
        Some(match self {
            Self::Float(number) => Stored::Number(steps(number)?),
            Self::Integer(number) => Stored::Number(i64::from(number) * STEPS),
            Self::Bool(on) => Stored::Number(i64::from(on) * STEPS),
            Self::Trigger { .. } => Stored::Signal(None),
        })
    }
}

/// A parameter by its index in the animator; see [`Animator::parameter`](super::Animator::parameter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest, PartialOrd, Ord)]
pub struct ParameterId(pub(super) u16);

/// A parameter by id or by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest)]
pub enum ParameterRef<'a> {
    /// By id, in constant time.
    Id(ParameterId),
    /// By name, with a linear search.
    Name(&'a str),
}

impl From<ParameterId> for ParameterRef<'_> {
    fn from(id: ParameterId) -> Self {
        Self::Id(id)
    }
}

impl<'a> From<&'a str> for ParameterRef<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

/// A value that a game sets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ParameterValue {
    /// For a float.
    Float(f32),
    /// For an integer.
    Integer(i32),
    /// For a bool.
    Bool(bool),
    /// Sets the signal of a trigger.
    Fire,
    /// Clears the signal of a trigger.
    Reset,
}

impl From<f32> for ParameterValue {
    fn from(number: f32) -> Self {
        Self::Float(number)
    }
}

impl From<i32> for ParameterValue {
    fn from(number: i32) -> Self {
        Self::Integer(number)
    }
}

impl From<bool> for ParameterValue {
    fn from(on: bool) -> Self {
        Self::Bool(on)
    }
}

impl ParameterValue {
    /// The kind of parameter that the value is for.
    ///
    /// ```
    /// use cueline_characters::animator::{ParameterKind, ParameterValue};
    ///
    /// assert_eq!(ParameterValue::from(0.5).kind(), ParameterKind::Float);
    /// assert_eq!(ParameterValue::Fire.kind(), ParameterKind::Trigger);
    /// ```
    #[must_use]
    pub const fn kind(self) -> ParameterKind {
        match self {
            Self::Float(_) => ParameterKind::Float,
            Self::Integer(_) => ParameterKind::Integer,
            Self::Bool(_) => ParameterKind::Bool,
            Self::Fire | Self::Reset => ParameterKind::Trigger,
        }
    }

    /// The value as a state stores it when it is set at `at`; `None` for a number out of range.
    pub(super) fn stored(self, at: Time) -> Option<Stored> {
        Some(match self {
            Self::Float(number) => Stored::Number(steps(number)?),
            Self::Integer(number) => Stored::Number(i64::from(number) * STEPS),
            Self::Bool(on) => Stored::Number(i64::from(on) * STEPS),
            Self::Fire => Stored::Signal(Some(at)),
            Self::Reset => Stored::Signal(None),
        })
    }
}

/// A value as a state stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
pub(super) enum Stored {
    /// In steps of 1/65536.
    Number(i64),
    /// When the signal was set, if it is waiting.
    Signal(Option<Time>),
}

impl Stored {
    /// The number in steps; 0 for a trigger.
    pub(super) const fn steps(self) -> i64 {
        match self {
            Self::Number(steps) => steps,
            Self::Signal(_) => 0,
        }
    }

    /// Whether a parameter of that kind can have the value.
    pub(super) fn fits(self, kind: ParameterKind) -> bool {
        match (kind, self) {
            (ParameterKind::Trigger, Self::Signal(_)) => true,
            (ParameterKind::Float, Self::Number(steps)) => steps.unsigned_abs() <= MOST_STEPS,
            (ParameterKind::Integer, Self::Number(steps)) => {
                steps % STEPS == 0 && i32::try_from(steps / STEPS).is_ok()
            }
            (ParameterKind::Bool, Self::Number(steps)) => steps == 0 || steps == STEPS,
            _ => false,
        }
    }
}
