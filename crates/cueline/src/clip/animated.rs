//! The types of which a clip can hold tracks.

use alloc::vec::Vec;
use core::fmt;

use super::{Animate, Channel, Keyframe, Keys, Track, Value, ValueKind, all_kinds};
use crate::{digest::Digest, value::Lerp};

/// A type of which a clip can hold tracks.
pub trait Animated: Lerp + Digest + PartialEq + fmt::Debug + Animate {
    /// The kind.
    const OF_KIND: ValueKind;

    /// The track of a channel; `None` if the channel has another kind.
    fn track(channel: &Channel) -> Option<&Track<Self>>;

    /// The keyframes as [`Keys`].
    fn keys(keyframes: Vec<Keyframe<Self>>) -> Keys;

    /// The value as a [`Value`].
    fn value(self) -> Value;

    /// The value; `None` if it has another kind.
    fn of(value: Value) -> Option<Self>;
}

macro_rules! animated {
    ($($(#[$doc:meta])* $kind:ident($type:ty) $name:literal,)*) => {
        $(impl Animated for $type {
            const OF_KIND: ValueKind = ValueKind::$kind;
            fn track(channel: &Channel) -> Option<&Track<Self>> {
                match channel {
                    Channel::$kind(track) => Some(track),
                    _ => None,
                }
            }
            fn keys(keyframes: Vec<Keyframe<Self>>) -> Keys {
                Keys::$kind(keyframes)
            }
            fn value(self) -> Value {
                Value::$kind(self)
            }
            fn of(value: Value) -> Option<Self> {
                match value {
                    Value::$kind(value) => Some(value),
                    _ => None,
                }
            }
        })*
    };
}

all_kinds!(animated);
