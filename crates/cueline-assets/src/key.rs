//! Keyframes of every kind, as files hold them.

use cueline::{
    clip::{Animated, Channel, Interpolation, Keyframe, Keys as CoreKeys, ValueKind},
    time::TickRate,
    value::{Color, Delta, Mat4, Oklab, Quat, Text, Transform, Vec2, Vec3, Vec4},
};
use serde::{Deserialize, Serialize};

use crate::{
    When,
    value::{InFile, KeyForm, all_kinds},
};

/// A value at a time, and the interpolation to the next key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    into = "KeyForm<T::Form, T::SlopeForm>",
    from = "KeyForm<T::Form, T::SlopeForm>",
    bound = "T: InFile"
)]
pub struct Key<T: InFile> {
    /// The time, from the start of the clip.
    pub at: When,
    /// The value at exactly that time.
    pub value: T,
    /// How the track gets from this value to that of the next key.
    pub interpolation: Interpolation,
    /// The slope, in change per second, with which a Hermite curve from the key before arrives.
    pub tangent_in: T::Delta,
    /// The slope, in change per second, with which a Hermite curve to the next key leaves.
    pub tangent_out: T::Delta,
}

impl<T: InFile> Key<T> {
    /// A key with this interpolation to the next, and level tangents.
    pub fn new(at: impl Into<When>, value: T, interpolation: Interpolation) -> Self {
        let (tangent_in, tangent_out) = (T::Delta::zero(), T::Delta::zero());
        Self { at: at.into(), value, interpolation, tangent_in, tangent_out }
    }

    /// A key with linear interpolation to the next.
    pub fn linear(at: impl Into<When>, value: T) -> Self {
        Self::new(at, value, Interpolation::Linear)
    }

    /// A key that holds until the next.
    pub fn hold(at: impl Into<When>, value: T) -> Self {
        Self::new(at, value, Interpolation::Hold)
    }

    /// A key of a smooth curve, with the slopes (change per second) on both sides of it.
    pub fn hermite(
        at: impl Into<When>,
        value: T,
        tangent_in: T::Delta,
        tangent_out: T::Delta,
    ) -> Self {
        Self { tangent_in, tangent_out, ..Self::new(at, value, Interpolation::Hermite) }
    }

    /// The keyframe of the core, frames counted at `rate`.
    #[must_use]
    pub fn keyframe(&self, rate: TickRate) -> Keyframe<T> {
        let Self { at, value, interpolation, tangent_in, tangent_out } = self.clone();
        Keyframe { at: at.span(rate), value, interpolation, tangent_in, tangent_out }
    }
}

impl<T: InFile> From<Keyframe<T>> for Key<T> {
    fn from(key: Keyframe<T>) -> Self {
        let Keyframe { at, value, interpolation, tangent_in, tangent_out } = key;
        Self { at: at.into(), value, interpolation, tangent_in, tangent_out }
    }
}

macro_rules! keys {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        /// The keys of one track: its kind, and a key for each of its moments.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum Keys {
            $($(#[$doc])* $kind(Vec<Key<$type>>),)*
        }

        impl Keys {
            /// The kind of their values.
            #[must_use]
            pub fn kind(&self) -> ValueKind {
                match self { $(Self::$kind(_) => ValueKind::$kind,)* }
            }

            /// The number of keys.
            #[must_use]
            pub fn len(&self) -> usize {
                match self { $(Self::$kind(keys) => keys.len(),)* }
            }

            /// Whether there are none.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The time of each key.
            #[must_use]
            pub fn times(&self) -> Vec<When> {
                match self { $(Self::$kind(keys) => keys.iter().map(|key| key.at).collect(),)* }
            }

            /// The time of each key, to change it.
            pub fn times_mut(&mut self) -> Box<dyn Iterator<Item = &mut When> + '_> {
                match self { $(Self::$kind(keys) => Box::new(keys.iter_mut().map(|key| &mut key.at)),)* }
            }

            /// The keyframes of the core, frames counted at `rate`; not checked yet.
            #[must_use]
            pub fn keyframes(&self, rate: TickRate) -> CoreKeys {
                match self {
                    $(Self::$kind(keys) => {
                        <$type as Animated>::keys(keys.iter().map(|key| key.keyframe(rate)).collect())
                    })*
                }
            }
        }

        /// The keys of a track of the core; an error for a kind that this version does not know.
        impl TryFrom<&Channel> for Keys {
            type Error = ValueKind;

            fn try_from(channel: &Channel) -> Result<Self, ValueKind> {
                Ok(match channel {
                    $(Channel::$kind(track) => {
                        Self::$kind(track.keyframes().iter().cloned().map(Key::from).collect())
                    })*
                    _ => return Err(channel.kind()),
                })
            }
        }

        $(impl From<Vec<Key<$type>>> for Keys {
            fn from(keys: Vec<Key<$type>>) -> Self {
                Self::$kind(keys)
            }
        })*
    };
}

all_kinds!(keys);
