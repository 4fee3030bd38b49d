//! The kinds of values in a clip.
//!
//! A clip is data that files and editors do not know in advance, so its tracks have a fixed set of kinds. To animate a
//! value of your own type, use a [`Track`] of that type, or one track for each of its parts.

use alloc::vec::Vec;
use core::fmt;

use super::{ContentError, Keyframe, Track};
use crate::{
    digest::{Digest, Digester},
    time::Span,
    value::Lerp,
};

/// Passes the list of kinds to a macro. A new kind goes to the end, as saves count them.
/// The types have their full paths, so that a module that takes the list need not import them.
macro_rules! all_kinds {
    ($with:ident) => {
        $with! {
            /// A number.
            F32(f32) "f32",
            /// A number with double precision.
            F64(f64) "f64",
            /// A whole number.
            I32(i32) "i32",
            /// A large whole number.
            I64(i64) "i64",
            /// On or off; changes at keyframes only, with any interpolation.
            Bool(bool) "bool",
            /// A vector of two numbers.
            Vec2($crate::value::Vec2) "vec2",
            /// A vector of three numbers.
            Vec3($crate::value::Vec3) "vec3",
            /// A vector of four numbers.
            Vec4($crate::value::Vec4) "vec4",
            /// A rotation, blended along the shorter arc.
            Rotation($crate::value::Quat) "rotation",
            /// A matrix, blended number by number.
            Matrix($crate::value::Mat4) "matrix",
            /// A matrix as scale, rotation and translation, each blended separately.
            Transform($crate::value::Transform) "transform",
            /// A colour, blended in linear light.
            Color($crate::value::Color) "color",
            /// A colour, blended as the eye sees it.
            Oklab($crate::value::Oklab) "oklab",
            /// A text; changes at keyframes only, with any interpolation.
            Text($crate::value::Text) "text",
        }
    };
}
pub(crate) use all_kinds;

/// All types with one variant for each kind.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($type:ty) $name:literal,)*) => {
        /// A kind of value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum ValueKind {
            $($(#[$doc])* $kind,)*
        }

        crate::digest::digested! { enum ValueKind { $($kind),* } }

        impl fmt::Display for ValueKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$kind => $name,)* })
            }
        }

        /// A value of any kind.
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum Value {
            $($(#[$doc])* $kind($type),)*
        }

        crate::digest::digested! { enum Value { $($kind(it)),* } }

        /// A mutable reference to a value of any kind.
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum ValueMut<'a> {
            $($(#[$doc])* $kind(&'a mut $type),)*
            /// A value of another library's type.
            Foreign(&'a mut dyn Foreign),
        }

        /// Keyframes of any kind, not yet checked.
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum Keys {
            $($(#[$doc])* $kind(Vec<Keyframe<$type>>),)*
        }

        /// A track of any kind.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Channel {
            $($(#[$doc])* $kind(Track<$type>),)*
        }

        impl ValueMut<'_> {
            /// Writes a value. Returns `false`, and writes nothing, if the kinds differ.
            ///
            /// # Examples
            ///
            /// ```
            /// use cueline::clip::{Value, ValueMut};
            ///
            /// let mut height = 0.0_f32;
            /// assert!(ValueMut::F32(&mut height).set(Value::F32(1.5)));
            /// assert!(!ValueMut::F32(&mut height).set(Value::Bool(true)));
            /// assert_eq!(height, 1.5);
            /// ```
            #[must_use]
            pub fn set(self, value: Value) -> bool {
                match (self, value) {
                    $((Self::$kind(slot), Value::$kind(value)) => {
                        *slot = value;
                        true
                    })*
                    (Self::Foreign(slot), value) => slot.set(value),
                    _ => false,
                }
            }
        }

        impl Value {
            /// The kind of the value.
            #[must_use]
            pub fn kind(&self) -> ValueKind {
                match self { $(Self::$kind(_) => ValueKind::$kind,)* }
            }

            /// The interpolation to `to` at `t`, as [`Lerp::lerp`]; `None` if the kinds differ.
            ///
            /// # Examples
            ///
            /// ```
            /// use cueline::clip::Value;
            ///
            /// assert_eq!(Value::F32(1.0).lerp(&Value::F32(3.0), 0.5), Some(Value::F32(2.0)));
            /// assert_eq!(Value::F32(1.0).lerp(&Value::Bool(true), 0.5), None);
            /// ```
            #[must_use]
            pub fn lerp(&self, to: &Self, t: f64) -> Option<Self> {
                match (self, to) {
                    $((Self::$kind(from), Self::$kind(to)) => Some(Self::$kind(from.lerp(to, t))),)*
                    _ => None,
                }
            }

            /// Whether all numbers of the value are finite.
            #[must_use]
            pub fn is_finite(&self) -> bool {
                match self { $(Self::$kind(value) => Lerp::is_finite(value),)* }
            }

            /// A mutable reference to the value.
            #[must_use]
            pub fn as_mut(&mut self) -> ValueMut<'_> {
                match self { $(Self::$kind(value) => ValueMut::$kind(value),)* }
            }
        }

        impl Keys {
            /// The kind of the keyframes.
            #[must_use]
            pub fn kind(&self) -> ValueKind {
                match self { $(Self::$kind(_) => ValueKind::$kind,)* }
            }

            /// Checks the keyframes and builds the track.
            pub(crate) fn build(self) -> Result<Channel, ContentError> {
                Ok(match self { $(Self::$kind(keys) => Channel::$kind(Track::new(keys)?),)* })
            }
        }

        impl Channel {
            /// The kind of the track.
            #[must_use]
            pub fn kind(&self) -> ValueKind {
                match self { $(Self::$kind(_) => ValueKind::$kind,)* }
            }

            /// The value at `at`; see [`Track::sample`].
            ///
            /// # Examples
            ///
            /// ```
            /// # use cueline::{clip::{Channel, Keyframe, Track, Value, ValueKind, ValueMut}, time::ms};
            /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)]).unwrap();
            /// let channel = Channel::F64(track);
            /// assert_eq!(channel.sample(ms(100)), Value::F64(2.0));
            /// ```
            #[must_use]
            pub fn sample(&self, at: Span) -> Value {
                match self { $(Self::$kind(track) => Value::$kind(track.sample(at)),)* }
            }

            /// The keyframes, to be changed or written to a file.
            #[must_use]
            pub fn keys(&self) -> Keys {
                match self { $(Self::$kind(track) => Keys::$kind(track.keyframes().collect()),)* }
            }

            /// The time of the last keyframe; see [`Track::duration`].
            #[must_use]
            pub fn duration(&self) -> Span {
                match self { $(Self::$kind(track) => track.duration(),)* }
            }

            /// Blends the value at `at` into the value in `slot`: a `weight` of 1 replaces it, 0 keeps it. Returns
            /// `false`, and writes nothing, if the kinds differ.
            ///
            /// # Examples
            ///
            /// ```
            /// # use cueline::{clip::{Channel, Keyframe, Track, Value, ValueKind, ValueMut}, time::ms};
            /// let track = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)]).unwrap();
            /// let channel = Channel::F64(track);
            /// let mut height = 10.0;
            /// assert!(channel.write(ms(400), 0.5, ValueMut::F64(&mut height)));
            /// assert_eq!(height, 9.0); // half way from 10 to 8
            /// ```
            #[must_use]
            pub fn write(&self, at: Span, weight: f64, slot: ValueMut<'_>) -> bool {
                match (self, slot) {
                    $((Self::$kind(track), ValueMut::$kind(slot)) => {
                        let value = track.sample(at);
                        *slot = if weight == 1.0 { value } else { slot.lerp(&value, weight) };
                        true
                    })*
                    (_, ValueMut::Foreign(slot)) => {
                        let mut value = slot.get();
                        self.write(at, weight, value.as_mut()) && slot.set(value)
                    }
                    _ => false,
                }
            }

            /// Feeds the keyframes.
            pub(crate) fn feed(&self, digester: &mut Digester) {
                match self {
                    $(Self::$kind(track) => {
                        digester.write($name.as_bytes());
                        track.keyframes().len().feed(digester);
                        for key in track.keyframes() {
                            key.feed(digester);
                        }
                    })*
                }
            }
        }
    };
}

all_kinds!(kinds);

/// A value of another library's type that tracks of one kind can write, such as a vector of `glam`.
///
/// A type has one kind: [`get`](Self::get) always returns it, and [`set`](Self::set) takes it.
pub trait Foreign: fmt::Debug {
    /// The value in Cueline's own type.
    fn get(&self) -> Value;

    /// Sets the value. Returns `false`, and changes nothing, if the kind differs.
    fn set(&mut self, value: Value) -> bool;
}

impl<T: Lerp<Delta: Digest> + Digest> Digest for Keyframe<T> {
    fn feed(&self, digester: &mut Digester) {
        let Self { at, value, interpolation, tangent_in, tangent_out } = self;
        at.flicks().feed(digester);
        value.feed(digester);
        interpolation.feed(digester);
        tangent_in.feed(digester);
        tangent_out.feed(digester);
    }
}
