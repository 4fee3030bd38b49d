//! The kinds of values that a clip can hold side by side.
//!
//! A clip is data that files and editors know nothing about in advance, so its tracks come in a fixed
//! set of kinds. A value of your own is animated by a [`Track`] of its own, or by tracks for its parts.

use alloc::vec::Vec;
use core::{fmt, hash::Hasher};

use super::{Animate, Field, Keyframe, Track, TrackError};
use crate::{
    digest::Bits,
    time::Span,
    value::{Color, Delta, Lerp, Mat4, Oklab, Quat, Text, Transform, Vec2, Vec3, Vec4},
};

/// A type of value that a clip can hold a track of.
pub trait Animated: Lerp + Bits + PartialEq + fmt::Debug + Animate {
    /// Which kind it is.
    const OF_KIND: ValueKind;

    /// The track, where the channel is of this kind.
    fn track(channel: &Channel) -> Option<&Track<Self>>;

    /// Keyframes of this kind among those of any kind.
    fn keys(keyframes: Vec<Keyframe<Self>>) -> Keys;

    /// This value among those of any kind.
    fn value(self) -> Value;

    /// The value, where it is of this kind.
    fn of(value: Value) -> Option<Self>;
}

/// Hands the list of kinds to a macro that has something for each of them. A new kind goes to the end: saves count them.
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
            /// On or off, which switches at keyframes whatever their interpolation.
            Bool(bool) "bool",
            /// A vector of two numbers.
            Vec2(Vec2) "vec2",
            /// A vector of three numbers.
            Vec3(Vec3) "vec3",
            /// A vector of four numbers.
            Vec4(Vec4) "vec4",
            /// A rotation, blended the shorter way round.
            Rotation(Quat) "rotation",
            /// A matrix, blended number by number.
            Matrix(Mat4) "matrix",
            /// A matrix as scale, rotation and translation, each blended on its own.
            Transform(Transform) "transform",
            /// A colour, blended in linear light.
            Color(Color) "color",
            /// A colour, blended as the eye sees it.
            Oklab(Oklab) "oklab",
            /// A text, which changes at keyframes whatever their interpolation.
            Text(Text) "text",
        }
    };
}
pub(crate) use all_kinds;

/// Everything that has one variant for each kind.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($type:ty) $name:literal,)*) => {
        /// A kind of value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum ValueKind {
            $($(#[$doc])* $kind,)*
        }

        impl fmt::Display for ValueKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$kind => $name,)* })
            }
        }

        /// A value of any kind.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Value {
            $($(#[$doc])* $kind($type),)*
        }

        /// A place to which a value of its kind can be written.
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
            /// Writes a value. Returns `false`, and writes nothing, where the kinds differ.
            #[must_use]
            pub fn set(self, value: Value) -> bool {
                match (self, value) {
                    $((Self::$kind(slot), Value::$kind(value)) => {
                        *slot = value;
                        true
                    })*
                    _ => false,
                }
            }
        }

        impl Value {
            /// Which kind it is of.
            #[must_use]
            pub fn kind(&self) -> ValueKind {
                match self { $(Self::$kind(_) => ValueKind::$kind,)* }
            }

            /// The value at `t` on the way to `to`, as [`Lerp::lerp`]; none where the kinds differ.
            #[must_use]
            pub fn lerp(&self, to: &Self, t: f64) -> Option<Self> {
                match (self, to) {
                    $((Self::$kind(from), Self::$kind(to)) => Some(Self::$kind(from.lerp(to, t))),)*
                    _ => None,
                }
            }

            /// Whether all of its numbers are finite.
            #[must_use]
            pub fn is_finite(&self) -> bool {
                match self { $(Self::$kind(value) => Lerp::is_finite(value),)* }
            }

            /// The place of this value.
            #[must_use]
            pub fn as_mut(&mut self) -> ValueMut<'_> {
                match self { $(Self::$kind(value) => ValueMut::$kind(value),)* }
            }
        }

        impl Keys {
            /// Which kind they are of.
            #[must_use]
            pub fn kind(&self) -> ValueKind {
                match self { $(Self::$kind(_) => ValueKind::$kind,)* }
            }

            /// Checks them and makes the track.
            pub(crate) fn build(self) -> Result<Channel, TrackError> {
                Ok(match self { $(Self::$kind(keys) => Channel::$kind(Track::new(keys)?),)* })
            }
        }

        impl Channel {
            /// Which kind it is of.
            #[must_use]
            pub fn kind(&self) -> ValueKind {
                match self { $(Self::$kind(_) => ValueKind::$kind,)* }
            }

            /// The value at `at`; see [`Track::sample`].
            #[must_use]
            pub fn sample(&self, at: Span) -> Value {
                match self { $(Self::$kind(track) => Value::$kind(track.sample(at)),)* }
            }

            /// The track's keyframes.
            #[must_use]
            pub fn keys(&self) -> Keys {
                match self { $(Self::$kind(track) => Keys::$kind(track.keyframes().to_vec()),)* }
            }

            /// From the clip's start to the last keyframe; see [`Track::duration`].
            #[must_use]
            pub fn duration(&self) -> Span {
                match self { $(Self::$kind(track) => track.duration(),)* }
            }

            /// Writes `weight` of the value at `at` and leaves the rest of what is in `slot`: 1
            /// replaces it, 0 leaves it. Answers whether the kinds agree.
            #[must_use]
            pub fn write(&self, at: Span, weight: f64, slot: ValueMut<'_>) -> bool {
                match (self, slot) {
                    $((Self::$kind(track), ValueMut::$kind(slot)) => {
                        *slot = if weight == 1.0 {
                            track.sample(at)
                        } else {
                            slot.lerp(&track.sample(at), weight)
                        };
                        true
                    })*
                    (_, ValueMut::Foreign(slot)) => {
                        let mut value = slot.get();
                        self.write(at, weight, value.as_mut()) && slot.set(value)
                    }
                    _ => false,
                }
            }

            /// Adds `weight` of what the track adds from `from` to `to` to what is in `slot`.
            /// Answers whether the kinds agree.
            #[must_use]
            pub fn add(&self, from: Span, to: Span, weight: f64, slot: ValueMut<'_>) -> bool {
                match (self, slot) {
                    $((Self::$kind(track), ValueMut::$kind(slot)) => {
                        let way = track.increment(from, to);
                        // Unscaled where that changes nothing: whole numbers stay exact.
                        *slot = slot.plus(&if weight == 1.0 { way } else { way.scaled(weight) });
                        true
                    })*
                    (_, ValueMut::Foreign(slot)) => {
                        let mut value = slot.get();
                        self.add(from, to, weight, value.as_mut()) && slot.set(value)
                    }
                    _ => false,
                }
            }

            /// Feeds everything that can be seen of it.
            pub(crate) fn feed(&self, hasher: &mut impl Hasher) {
                match self {
                    $(Self::$kind(track) => {
                        hasher.write($name.as_bytes());
                        hasher.write_usize(track.keyframes().len());
                        for key in track.keyframes() {
                            key.feed(hasher);
                        }
                    })*
                }
            }
        }

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

all_kinds!(kinds);

/// A value of another library's type that tracks of one kind can write, such as a vector of `glam`.
///
/// A type has one kind: [`get`](Self::get) always returns it, and [`set`](Self::set) takes it.
pub trait Foreign: fmt::Debug {
    /// The value in our own type.
    fn get(&self) -> Value;

    /// Sets the value. Returns `false`, and changes nothing, for a value of another kind.
    fn set(&mut self, value: Value) -> bool;
}

impl<T: Lerp<Delta: Bits> + Bits> Bits for Keyframe<T> {
    fn feed(&self, hasher: &mut impl Hasher) {
        let Self { at, value, interpolation, tangent_in, tangent_out } = self;
        hasher.write_i64(at.flicks());
        value.feed(hasher);
        interpolation.feed(hasher);
        tangent_in.feed(hasher);
        tangent_out.feed(hasher);
    }
}

/// A kind that has no parts of its own.
macro_rules! number {
    ($($type:ident $kind:ident;)*) => { $(
        impl Animate for $type {
            const KIND: Option<ValueKind> = Some(ValueKind::$kind);
            const FIELDS: &'static [Field] = &[];
            fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
                place.is_empty().then_some(ValueMut::$kind(self))
            }
        }
    )* };
}

number! {
    f32 F32;
    f64 F64;
    i32 I32;
    i64 I64;
    bool Bool;
    Text Text;
}

/// A kind made of parts, each of which tracks can write on its own.
macro_rules! compound {
    ($($type:ident $kind:ident { $($part:ident),* })*) => { $(
        impl Animate for $type {
            const KIND: Option<ValueKind> = Some(ValueKind::$kind);
            const FIELDS: &'static [Field] = {
                const fn part<T: Animate>(name: &'static str, _: fn(&$type) -> &T) -> Field {
                    Field::of::<T>(name)
                }
                &[$(part(stringify!($part), |whole| &whole.$part)),*]
            };
            fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
                let Some((first, rest)) = place.split_first() else {
                    return Some(ValueMut::$kind(self));
                };
                let mut index = 0;
                $(
                    if *first == index {
                        return self.$part.slot(rest);
                    }
                    index += 1;
                )*
                let _ = index;
                None
            }
        }
    )* };
}

compound! {
    Vec2 Vec2 { x, y }
    Vec3 Vec3 { x, y, z }
    Vec4 Vec4 { x, y, z, w }
    Quat Rotation { x, y, z, w }
    Color Color { r, g, b, a }
    Oklab Oklab { l, a, b, alpha }
    Transform Transform { scale, rotation, translation }
}

impl Animate for Mat4 {
    const KIND: Option<ValueKind> = Some(ValueKind::Matrix);
    const FIELDS: &'static [Field] = <[f32; 16]>::FIELDS;
    fn slot(&mut self, place: &[u16]) -> Option<ValueMut<'_>> {
        if place.is_empty() { Some(ValueMut::Matrix(self)) } else { self.0.slot(place) }
    }
}
