//! The values that tweens go between, each kind in a row of its own.
//!
//! A number takes the room of a number, whatever the largest kind is; and a value that is the end of one tween and the
//! start of the next is kept once. A value that fits the number by which it would be found is that number itself, so
//! that nothing has to be found.

use alloc::vec::Vec;

use crate::{
    clip::{Value, ValueKind, all_kinds},
    value::{Color, Delta, Lerp, Mat4, Oklab, Quat, Text, Transform, Vec2, Vec3, Vec4},
};

/// Values of one kind, and slopes of such.
#[derive(Clone, Debug)]
struct Pool<T: Lerp> {
    values: Vec<T>,
    slopes: Vec<T::Delta>,
}

/// Kinds whose values may fit a number. Those that do not fit take the defaults.
trait Packed: Copy {
    /// The value in that number.
    fn packed(self) -> Option<u32> {
        None
    }

    /// What was packed; none for kinds that do not fit.
    #[inline]
    fn unpacked(_: u32) -> Option<Self> {
        None
    }
}

impl Packed for f32 {
    fn packed(self) -> Option<u32> {
        Some(self.to_bits())
    }

    #[inline]
    fn unpacked(number: u32) -> Option<Self> {
        Some(Self::from_bits(number))
    }
}

impl Packed for i32 {
    fn packed(self) -> Option<u32> {
        Some(self.cast_unsigned())
    }

    #[inline]
    fn unpacked(number: u32) -> Option<Self> {
        Some(number.cast_signed())
    }
}

macro_rules! wide {
    ($($type:ty),*) => {
        $(impl Packed for $type {})*
    };
}

wide!(f64, i64, bool, Text, Vec2, Vec3, Vec4, Quat, Mat4, Transform, Color, Oklab);

impl<T: Lerp + Packed> Pool<T> {
    #[inline]
    fn at(&self, number: u32) -> T {
        T::unpacked(number).unwrap_or_else(|| self.values[number as usize])
    }
}

impl<T: Lerp> Default for Pool<T> {
    fn default() -> Self {
        Self { values: Vec::new(), slopes: Vec::new() }
    }
}

macro_rules! pools {
    ($($(#[$doc:meta])* $kind:ident($type:ty) $name:literal,)*) => {
        /// Values of all kinds, found by kind and number.
        #[derive(Clone, Debug, Default)]
        #[expect(non_snake_case, reason = "fields are named like the kinds")]
        pub(super) struct Pools {
            $($kind: Pool<$type>,)*
        }

        impl Pools {
            /// Keeps a value; a repetition of the last one is kept once. None when there are too many.
            pub(super) fn keep(&mut self, value: Value) -> Option<u32> {
                match value {
                    $(Value::$kind(value) => {
                        if let Some(number) = value.packed() {
                            return Some(number);
                        }
                        let pool = &mut self.$kind.values;
                        if pool.last() != Some(&value) {
                            pool.push(value);
                        }
                        u32::try_from(pool.len() - 1).ok()
                    })*
                }
            }

            /// Keeps the slope of something that goes from `from` to `to` while `factor` such ways would be gone.
            pub(super) fn keep_slope(&mut self, from: Value, to: Value, factor: f64) -> Option<u32> {
                match (from, to) {
                    $((Value::$kind(from), Value::$kind(to)) => {
                        let pool = &mut self.$kind.slopes;
                        pool.push(to.minus(&from).scaled(factor));
                        u32::try_from(pool.len() - 1).ok()
                    })*
                    _ => None,
                }
            }

            /// The value of that number.
            pub(super) fn get(&self, kind: ValueKind, value: u32) -> Value {
                match kind {
                    $(ValueKind::$kind => Value::$kind(self.$kind.at(value)),)*
                }
            }

            /// The value at `t` on the way between two of them.
            pub(super) fn lerp(&self, kind: ValueKind, from: u32, to: u32, t: f64) -> Value {
                match kind {
                    $(ValueKind::$kind => {
                        let pool = &self.$kind;
                        Value::$kind(pool.at(from).lerp(&pool.at(to), t))
                    })*
                }
            }

            /// The value at `t` on the cubic that leaves with a slope, in change per whole way, and comes to rest.
            pub(super) fn come_to_rest(&self, kind: ValueKind, from: u32, to: u32, slope: u32, t: f64) -> Value {
                match kind {
                    $(ValueKind::$kind => {
                        let pool = &self.$kind;
                        let (from, to) = (pool.at(from), pool.at(to));
                        let rest = <$type as Lerp>::Delta::zero();
                        Value::$kind(match t {
                            // The ends are exact, as they are of every tween.
                            _ if t <= 0.0 => from,
                            _ if t >= 1.0 => to,
                            _ => from.hermite(&pool.slopes[slope as usize], &to, &rest, t),
                        })
                    })*
                }
            }

            /// Lets go of memory that is not needed.
            pub(super) fn shrink(&mut self) {
                $(self.$kind.values.shrink_to_fit();)*
            }
        }
    };
}

all_kinds!(pools);
