//! The easings that the loop over all motions computes itself.
//!
//! A motion holds a number instead of an [`Easing`], which is larger. Each arm of the choice calls [`ease_f32`] with an
//! easing that is known at compile time, so that the compiler can reduce it to the polynomial.

use cueline::value::Easing;
use cueline_batch::ease_f32;

macro_rules! easings {
    ($($number:literal $name:ident;)*) => {
        /// The easings with a number: from 0 to one less.
        pub(crate) const EASINGS: usize = 1 + [$($number),*].len();

        /// The number of an easing; none for an easing that is left to [`Moving`](cueline::value::Moving).
        pub(crate) fn number_of(easing: &Easing) -> Option<u8> {
            if *easing == Easing::LINEAR {
                return Some(0);
            }
            $(if *easing == Easing::$name { return Some($number); })*
            None
        }

        pub(crate) fn easing_of(number: u8) -> Easing {
            match number {
                $($number => Easing::$name,)*
                _ => Easing::LINEAR,
            }
        }

        /// The eased progress; `t` from 0 to 1.
        #[inline(always)]
        pub(crate) fn ease(number: u8, t: f32) -> f32 {
            match number {
                0 => t, // as most are
                $($number => ease_f32(&Easing::$name, t),)*
                _ => t,
            }
        }
    };
}

easings! {
    1 IN_SINE;
    2 OUT_SINE;
    3 IN_OUT_SINE;
    4 IN_QUAD;
    5 OUT_QUAD;
    6 IN_OUT_QUAD;
    7 IN_CUBIC;
    8 OUT_CUBIC;
    9 IN_OUT_CUBIC;
    10 IN_QUART;
    11 OUT_QUART;
    12 IN_OUT_QUART;
    13 IN_QUINT;
    14 OUT_QUINT;
    15 IN_OUT_QUINT;
    16 IN_BACK;
    17 OUT_BACK;
    18 IN_OUT_BACK;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_easings_go_both_ways() {
        for number in 0..=18 {
            let easing = easing_of(number);
            assert_eq!(number_of(&easing), Some(number));
            for t in (0..=1000_u16).map(|t| f32::from(t) / 1000.0) {
                assert_eq!(
                    ease(number, t).to_bits(),
                    ease_f32(&easing, t).to_bits(),
                    "{easing:?} at {t}"
                );
            }
        }
        assert_eq!(number_of(&Easing::OUT_ELASTIC), None);
    }
}
