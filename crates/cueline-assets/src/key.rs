//! Keyframes of every kind, as files hold them.

use cueline::{
    clip::{Animated, Interpolation, Keyframe, Keys as CoreKeys, Kind},
    time::TickRate,
    value::{Color, Decomposed, Delta, Lerp, Mat4, Oklab, Quat, Vec2, Vec3, Vec4},
};

use crate::When;

/// A value at a time, with the way to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Key<T: Lerp> {
    /// When.
    pub at: When,
    /// What shows at exactly that time.
    pub value: T,
    /// How the track gets from here to the next key; evenly unless told otherwise.
    pub way: Interpolation,
    /// The slope, in change per second, with which a Hermite curve from the key before arrives.
    pub tangent_in: T::Delta,
    /// The slope, in change per second, with which a Hermite curve to the next key leaves.
    pub tangent_out: T::Delta,
}

impl<T: Lerp> Key<T> {
    /// A key with any way to the next, with level tangents.
    pub fn new(at: impl Into<When>, value: T, way: Interpolation) -> Self {
        let (tangent_in, tangent_out) = (T::Delta::zero(), T::Delta::zero());
        Self { at: at.into(), value, way, tangent_in, tangent_out }
    }

    /// A key from which the track blends evenly to the next.
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

    /// The keyframe it stands for at that rate.
    #[must_use]
    pub fn keyframe(&self, rate: TickRate) -> Keyframe<T> {
        let Self { at, value, way, tangent_in, tangent_out } = self.clone();
        Keyframe { at: at.span(rate), value, interpolation: way, tangent_in, tangent_out }
    }
}

impl<T: Lerp> From<Keyframe<T>> for Key<T> {
    fn from(key: Keyframe<T>) -> Self {
        let Keyframe { at, value, interpolation, tangent_in, tangent_out } = key;
        Self { at: at.into(), value, way: interpolation, tangent_in, tangent_out }
    }
}

/// Hands the list of kinds to a macro that has something for each of them.
macro_rules! all_kinds {
    ($with:ident) => {
        $with! {
            /// A number.
            F32(f32)
            /// A number with double precision.
            F64(f64)
            /// A whole number.
            I32(i32)
            /// A large whole number.
            I64(i64)
            /// On or off.
            Bool(bool)
            /// Two numbers.
            Vec2(Vec2)
            /// Three numbers.
            Vec3(Vec3)
            /// Four numbers.
            Vec4(Vec4)
            /// A rotation: x, y, z, w of a quaternion.
            Rotation(Quat)
            /// Sixteen numbers, the translation in numbers 12 to 14, from 0.
            Matrix(Mat4)
            /// Scale, rotation and translation.
            Transform(Decomposed)
            /// Red, green, blue light and opacity.
            Color(Color)
            /// A colour, blended as the eye sees it.
            Oklab(Oklab)
        }
    };
}

macro_rules! keys {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        /// The keys of one track: its kind, and a key for each of its moments.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Keys {
            $($(#[$doc])* $kind(Vec<Key<$type>>),)*
        }

        impl Keys {
            /// Which kind they are of.
            #[must_use]
            pub fn kind(&self) -> Kind {
                match self { $(Self::$kind(_) => Kind::$kind,)* }
            }

            /// How many there are.
            #[must_use]
            pub fn len(&self) -> usize {
                match self { $(Self::$kind(keys) => keys.len(),)* }
            }

            /// Whether there are none.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// When each of them is.
            #[must_use]
            pub fn times(&self) -> Vec<When> {
                match self { $(Self::$kind(keys) => keys.iter().map(|key| key.at).collect(),)* }
            }

            /// The keyframes they stand for at that rate, not yet checked.
            #[must_use]
            pub fn keyframes(&self, rate: TickRate) -> CoreKeys {
                match self {
                    $(Self::$kind(keys) => {
                        <$type as Animated>::keys(keys.iter().map(|key| key.keyframe(rate)).collect())
                    })*
                }
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
