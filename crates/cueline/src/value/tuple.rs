//! Several values at once: arrays of one type, tuples of up to eight types.
//!
//! Each part is blended on its own; a difference is the array or tuple of the parts' differences.

use core::array;

use super::{Delta, Lerp};
use crate::digest::all_tuples;

impl<T: Lerp, const N: usize> Lerp for [T; N] {
    type Delta = [T::Delta; N];

    fn lerp(&self, to: &Self, t: f64) -> Self {
        array::from_fn(|i| self[i].lerp(&to[i], t))
    }
    fn minus(&self, from: &Self) -> Self::Delta {
        array::from_fn(|i| self[i].minus(&from[i]))
    }
    fn plus(&self, delta: &Self::Delta) -> Self {
        array::from_fn(|i| self[i].plus(&delta[i]))
    }
    fn repeated(&self, from: &Self, to: &Self, passes: i64) -> Self {
        array::from_fn(|i| self[i].repeated(&from[i], &to[i], passes))
    }
    fn is_finite(&self) -> bool {
        self.iter().all(Lerp::is_finite)
    }
}

impl<D: Delta, const N: usize> Delta for [D; N] {
    fn zero() -> Self {
        array::from_fn(|_| D::zero())
    }
    fn and(&self, next: &Self) -> Self {
        array::from_fn(|i| self[i].and(&next[i]))
    }
    fn scaled(&self, factor: f64) -> Self {
        array::from_fn(|i| self[i].scaled(factor))
    }
    fn stopped(&self, left: &Self, first: &Self) -> Self {
        array::from_fn(|i| self[i].stopped(&left[i], &first[i]))
    }
    fn rate_with(&self, next: &Self, rate: &Self) -> Self {
        array::from_fn(|i| self[i].rate_with(&next[i], &rate[i]))
    }
    fn is_finite(&self) -> bool {
        self.iter().all(Delta::is_finite)
    }
    fn is_zero(&self) -> bool {
        self.iter().all(Delta::is_zero)
    }
}

macro_rules! tuples {
    ($(($($part:ident $index:tt)+))*) => { $(
        impl<$($part: Lerp),+> Lerp for ($($part,)+) {
            type Delta = ($($part::Delta,)+);

            fn lerp(&self, to: &Self, t: f64) -> Self {
                ($(self.$index.lerp(&to.$index, t),)+)
            }
            fn minus(&self, from: &Self) -> Self::Delta {
                ($(self.$index.minus(&from.$index),)+)
            }
            fn plus(&self, delta: &Self::Delta) -> Self {
                ($(self.$index.plus(&delta.$index),)+)
            }
            fn repeated(&self, from: &Self, to: &Self, passes: i64) -> Self {
                ($(self.$index.repeated(&from.$index, &to.$index, passes),)+)
            }
            fn is_finite(&self) -> bool {
                $(self.$index.is_finite())&&+
            }
        }

        impl<$($part: Delta),+> Delta for ($($part,)+) {
            fn zero() -> Self {
                ($($part::zero(),)+)
            }
            fn and(&self, next: &Self) -> Self {
                ($(self.$index.and(&next.$index),)+)
            }
            fn scaled(&self, factor: f64) -> Self {
                ($(self.$index.scaled(factor),)+)
            }
            fn stopped(&self, left: &Self, first: &Self) -> Self {
                ($(self.$index.stopped(&left.$index, &first.$index),)+)
            }
            fn rate_with(&self, next: &Self, rate: &Self) -> Self {
                ($(self.$index.rate_with(&next.$index, &rate.$index),)+)
            }
            fn is_finite(&self) -> bool {
                $(self.$index.is_finite())&&+
            }
            fn is_zero(&self) -> bool {
                $(self.$index.is_zero())&&+
            }
        }
    )* };
}

all_tuples!(tuples);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_blended_on_its_own() {
        let (from, to) = ((1_u8, [0.0_f32, 4.0], -2_i32), (255_u8, [8.0, 4.0], 2));
        assert_eq!(from.lerp(&to, 0.5), (128, [4.0, 4.0], 0));
        assert_eq!(from.lerp(&to, 0.0), from);
        assert_eq!(from.lerp(&to, 1.0), to);
        assert_eq!(to.minus(&from), (254, [8.0, 0.0], 4));
        assert_eq!(from.plus(&to.minus(&from)), to);
    }

    #[test]
    fn eight_parts_at_once() {
        let (from, to) =
            ((0, 0.0, 0, 0, 0, 0, [0.0_f32; 2], 0_u8), (8, 8.0, 8, 8, 8, 8, [8.0; 2], 8));
        assert_eq!(from.lerp(&to, 0.5), (4, 4.0, 4, 4, 4, 4, [4.0; 2], 4));
        assert_eq!(from.plus(&to.minus(&from)), to);
    }

    #[test]
    fn one_part_that_is_not_finite_is_enough() {
        assert!(Lerp::is_finite(&(1.0_f32, [0.0_f64; 3])));
        assert!(!Lerp::is_finite(&(1.0_f32, [0.0, f64::NAN, 0.0])));
        assert!(!Delta::is_finite(&(f32::INFINITY, 1_i64)));
    }
}
