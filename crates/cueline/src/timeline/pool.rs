//! The start and end values of tweens, stored by kind.
//!
//! A value takes only the space of its own kind. A value that ends one tween and starts the next is stored once.

use alloc::vec::Vec;

use crate::{
    clip::{Value, ValueKind, all_kinds},
    value::{Delta, Lerp},
};

/// Values and slopes of one kind.
#[derive(Clone, Debug)]
struct Pool<T: Lerp> {
    values: Vec<T>,
    slopes: Vec<T::Delta>,
}

impl<T: Lerp> Pool<T> {
    #[inline]
    fn at(&self, number: u32) -> T {
        self.values[number as usize].clone()
    }
}

impl<T: Lerp> Default for Pool<T> {
    fn default() -> Self {
        Self { values: Vec::new(), slopes: Vec::new() }
    }
}

macro_rules! pools {
    ($($(#[$doc:meta])* $kind:ident($type:ty) $name:literal,)*) => {
        /// Values of all kinds, by kind and index.
        #[derive(Clone, Debug, Default)]
        #[expect(non_snake_case, reason = "fields are named like the kinds")]
        pub(super) struct Pools {
            $($kind: Pool<$type>,)*
        }

        impl Pools {
            /// Stores a value and returns its index. A value equal to the last one is not stored again. `None` if the
            /// pool is full.
            pub(super) fn keep(&mut self, value: Value) -> Option<u32> {
                match value {
                    $(Value::$kind(value) => {
                        let pool = &mut self.$kind.values;
                        if pool.last() != Some(&value) {
                            pool.push(value);
                        }
                        u32::try_from(pool.len() - 1).ok()
                    })*
                }
            }

            /// Stores the slope of a motion from `from` to `to`, multiplied by `factor`.
            pub(super) fn keep_slope(&mut self, from: &Value, to: &Value, factor: f64) -> Option<u32> {
                match (from, to) {
                    $((Value::$kind(from), Value::$kind(to)) => {
                        let pool = &mut self.$kind.slopes;
                        pool.push(to.minus(from).scaled(factor));
                        u32::try_from(pool.len() - 1).ok()
                    })*
                    _ => None,
                }
            }

            /// The value at an index.
            pub(super) fn get(&self, kind: ValueKind, value: u32) -> Value {
                match kind {
                    $(ValueKind::$kind => Value::$kind(self.$kind.at(value)),)*
                }
            }

            /// The value at progress `t` between two values.
            pub(super) fn lerp(&self, kind: ValueKind, from: u32, to: u32, t: f64) -> Value {
                match kind {
                    $(ValueKind::$kind => {
                        let pool = &self.$kind;
                        Value::$kind(pool.at(from).lerp(&pool.at(to), t))
                    })*
                }
            }

            /// The value at progress `t` on the cubic that starts with a slope, in change per pass, and ends with velocity zero.
            pub(super) fn come_to_rest(&self, kind: ValueKind, from: u32, to: u32, slope: u32, t: f64) -> Value {
                match kind {
                    $(ValueKind::$kind => {
                        let pool = &self.$kind;
                        let (from, to) = (pool.at(from), pool.at(to));
                        let rest = <$type as Lerp>::Delta::zero();
                        Value::$kind(match t {
                            // The ends are exact, as for every tween.
                            _ if t <= 0.0 => from,
                            _ if t >= 1.0 => to,
                            _ => from.hermite(&pool.slopes[slope as usize], &to, &rest, t),
                        })
                    })*
                }
            }

            /// Shrinks the pool to its values.
            pub(super) fn shrink(&mut self) {
                $(self.$kind.values.shrink_to_fit();)*
            }
        }
    };
}

all_kinds!(pools);
