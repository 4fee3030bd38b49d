//! Keyframes of every kind, as files hold them.

use cueline::{
    clip::{Animated, Channel, Interpolation, Keyframe, Keys as CoreKeys, ValueKind},
    time::TickRate,
    value::Delta,
};
use serde::{Deserialize, Serialize};

use crate::{
    forms::When,
    serial::Written,
    value::{InFile, all_kinds},
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
    /// The interpolation to the next key.
    pub interpolation: Interpolation,
    /// The slope at the end of a Hermite curve from the previous key, in change per second.
    pub tangent_in: T::Delta,
    /// The slope at the start of a Hermite curve to the next key, in change per second.
    pub tangent_out: T::Delta,
}

impl<T: InFile> Key<T> {
    /// A key with an interpolation to the next, and slopes of zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::Interpolation, time::Span};
    /// use cueline_assets::{Key, When};
    ///
    /// let key = Key::new(Span::from_millis(400), 1.0, Interpolation::Hold);
    /// assert_eq!(key.at, When::Span(Span::from_millis(400)));
    /// ```
    pub fn new(at: impl Into<When>, value: T, interpolation: Interpolation) -> Self {
        let (tangent_in, tangent_out) = (T::Delta::zero(), T::Delta::zero());
        Self { at: at.into(), value, interpolation, tangent_in, tangent_out }
    }

    /// A key with linear interpolation to the next.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{Key, Keys, When};
    ///
    /// let keys = Keys::from(vec![Key::linear(When::Frames(0), 0.0_f32), Key::linear(When::Frames(12), 1.0)]);
    /// assert_eq!(keys.times(), [When::Frames(0), When::Frames(12)]);
    /// ```
    pub fn linear(at: impl Into<When>, value: T) -> Self {
        Self::new(at, value, Interpolation::Linear)
    }

    /// A key that holds its value until the next.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::clip::Interpolation;
    /// use cueline_assets::{Key, When};
    ///
    /// assert_eq!(Key::hold(When::ZERO, true).interpolation, Interpolation::Hold);
    /// ```
    pub fn hold(at: impl Into<When>, value: T) -> Self {
        Self::new(at, value, Interpolation::Hold)
    }

    /// A key of a smooth curve, with the slopes before and after it, in change per second.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::{Key, When};
    ///
    /// let top = Key::hermite(When::Frames(12), 1.0, 2.0, -2.0);
    /// assert_eq!((top.tangent_in, top.tangent_out), (2.0, -2.0));
    /// ```
    pub fn hermite(
        at: impl Into<When>,
        value: T,
        tangent_in: T::Delta,
        tangent_out: T::Delta,
    ) -> Self {
        Self { tangent_in, tangent_out, ..Self::new(at, value, Interpolation::Hermite) }
    }

    /// The core's keyframe, with frames counted at `rate`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::{Span, TickRate};
    /// use cueline_assets::{Key, When};
    ///
    /// let key = Key::linear(When::Frames(12), 1.0).keyframe(TickRate::HZ_60);
    /// assert_eq!(key.at, Span::from_millis(200));
    /// ```
    #[must_use]
    pub fn keyframe(&self, rate: TickRate) -> Keyframe<T> {
        let Self { at, value, interpolation, tangent_in, tangent_out } = self.clone();
        Keyframe { at: at.span(rate), value, interpolation, tangent_in, tangent_out }
    }
}

/// A key in a file.
#[doc(hidden)]
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename = "Key", deny_unknown_fields)]
pub struct KeyForm<V, S> {
    /// The time: frames of the clip's rate, or a text such as "400ms".
    at: When,
    /// The value at exactly that time.
    value: V,
    /// How the track gets to the next key: "linear", "hold", "hermite", an easing such as "out-quad", or the
    /// name of a curve.
    #[serde(with = "Written", default = "linear", skip_serializing_if = "is_linear")]
    #[cfg_attr(test, schemars(with = "crate::schema::InterpolationForm"))]
    interpolation: Interpolation,
    /// The slope before it, in change per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    tangent_in: Option<S>,
    /// The slope behind it, in change per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    tangent_out: Option<S>,
}

fn linear() -> Interpolation {
    Interpolation::Linear
}

fn is_linear(interpolation: &Interpolation) -> bool {
    *interpolation == Interpolation::Linear
}

impl<T: InFile> From<Key<T>> for KeyForm<T::Form, T::SlopeForm> {
    fn from(key: Key<T>) -> Self {
        let slope = |slope: T::Delta| {
            let (slope, level) = (T::slope_form(slope), T::slope_form(T::Delta::zero()));
            // By its digits: -0 is no 0.
            (format!("{slope:?}") != format!("{level:?}")).then_some(slope)
        };
        let Key { at, value, interpolation, tangent_in, tangent_out } = key;
        let (tangent_in, tangent_out) = (slope(tangent_in), slope(tangent_out));
        Self { at, value: value.form(), interpolation, tangent_in, tangent_out }
    }
}

impl<T: InFile> From<KeyForm<T::Form, T::SlopeForm>> for Key<T> {
    fn from(form: KeyForm<T::Form, T::SlopeForm>) -> Self {
        let slope = |form: Option<T::SlopeForm>| form.map_or_else(Delta::zero, T::slope_from_form);
        let KeyForm { at, value, interpolation, tangent_in, tangent_out } = form;
        let (tangent_in, tangent_out) = (slope(tangent_in), slope(tangent_out));
        Self { at, value: T::from_form(value), interpolation, tangent_in, tangent_out }
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
            /// The kind of the values.
            ///
            /// # Examples
            ///
            /// ```
            /// use cueline::clip::ValueKind;
            /// use cueline_assets::{Key, Keys, When};
            ///
            /// assert_eq!(Keys::from(vec![Key::hold(When::ZERO, true)]).kind(), ValueKind::Bool);
            /// ```
            #[must_use]
            pub fn kind(&self) -> ValueKind {
                match self { $(Self::$kind(_) => ValueKind::$kind,)* }
            }

            /// The number of keys.
            ///
            /// # Examples
            ///
            /// ```
            /// use cueline_assets::{Key, Keys, When};
            ///
            /// assert_eq!(Keys::from(vec![Key::hold(When::ZERO, true)]).len(), 1);
            /// ```
            #[must_use]
            pub fn len(&self) -> usize {
                match self { $(Self::$kind(keys) => keys.len(),)* }
            }

            /// Whether there are no keys; such a track is refused.
            ///
            /// # Examples
            ///
            /// ```
            /// assert!(cueline_assets::Keys::F32(Vec::new()).is_empty());
            /// ```
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// The times of all keys.
            ///
            /// # Examples
            ///
            /// ```
            /// use cueline_assets::{Key, Keys, When};
            ///
            /// assert_eq!(Keys::from(vec![Key::hold(When::Frames(3), true)]).times(), [When::Frames(3)]);
            /// ```
            #[must_use]
            pub fn times(&self) -> Vec<When> {
                match self { $(Self::$kind(keys) => keys.iter().map(|key| key.at).collect(),)* }
            }

            /// The times of all keys, to change them.
            ///
            /// # Examples
            ///
            /// ```
            /// use cueline_assets::{Key, Keys, When};
            ///
            /// let mut keys = Keys::from(vec![Key::hold(When::Frames(3), true)]);
            /// keys.times_mut().for_each(|at| *at = When::Frames(6));
            /// assert_eq!(keys.times(), [When::Frames(6)]);
            /// ```
            pub fn times_mut(&mut self) -> Box<dyn Iterator<Item = &mut When> + '_> {
                match self { $(Self::$kind(keys) => Box::new(keys.iter_mut().map(|key| &mut key.at)),)* }
            }

            /// The core's keyframes, with frames counted at `rate`; not checked yet.
            ///
            /// # Examples
            ///
            /// ```
            /// use cueline::{clip::ClipBuilder, time::{Span, TickRate}};
            /// use cueline_assets::{Key, Keys, When};
            ///
            /// let keys = Keys::from(vec![Key::linear(When::ZERO, 0.0_f32), Key::linear(When::Frames(12), 1.0)]);
            /// let hop = ClipBuilder::new("hop").keys("y", keys.keyframes(TickRate::HZ_60)).build()?;
            /// assert_eq!(hop.duration(), Span::from_millis(200));
            /// # Ok::<(), cueline::clip::ContentError>(())
            /// ```
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
                        Self::$kind(track.keyframes().map(Key::from).collect())
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
