//! The easings that the fast path computes: those that are sums and products.

use cueline::value::Easing;

/// Numbers the easings. Those that are computed here are computed in the loop itself; a call to the core costs as much as
/// all the rest of a motion. Both give the same bits.
macro_rules! easings {
    ($($number:literal $name:ident $(= $formula:expr)?;)*) => {
        /// The number of an easing; none for an easing that is left to [`Moving`](cueline::value::Moving).
        pub(crate) fn number_of(easing: &Easing) -> Option<u8> {
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
                $($number => eased!(t, $name $(, $formula)?),)*
                _ => t,
            }
        }
    };
}

macro_rules! eased {
    ($t:ident, $name:ident, $formula:expr) => {
        ($formula)($t)
    };
    ($t:ident, $name:ident) => {
        Easing::$name.at_f32($t)
    };
}

#[inline(always)]
fn both(curve: impl Fn(f32) -> f32, t: f32) -> f32 {
    let early = t < 0.5;
    let double = t + t;
    let half = 0.5 * curve(if early { double } else { 2.0 - double });
    if early { half } else { 1.0 - half }
}

#[inline(always)]
fn out(curve: impl Fn(f32) -> f32, t: f32) -> f32 {
    1.0 - curve(1.0 - t)
}

#[inline(always)]
fn quad(t: f32) -> f32 {
    t * t
}

#[inline(always)]
fn cubic(t: f32) -> f32 {
    t * t * t
}

#[inline(always)]
fn quart(t: f32) -> f32 {
    quad(quad(t))
}

#[inline(always)]
fn quint(t: f32) -> f32 {
    quart(t) * t
}

easings! {
    0 LINEAR = |t| t;
    1 IN_SINE;
    2 OUT_SINE;
    3 IN_OUT_SINE;
    4 IN_QUAD = quad;
    5 OUT_QUAD = |t| out(quad, t);
    6 IN_OUT_QUAD = |t| both(quad, t);
    7 IN_CUBIC = cubic;
    8 OUT_CUBIC = |t| out(cubic, t);
    9 IN_OUT_CUBIC = |t| both(cubic, t);
    10 IN_QUART = quart;
    11 OUT_QUART = |t| out(quart, t);
    12 IN_OUT_QUART = |t| both(quart, t);
    13 IN_QUINT = quint;
    14 OUT_QUINT = |t| out(quint, t);
    15 IN_OUT_QUINT = |t| both(quint, t);
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
                    easing.at_f32(t).to_bits(),
                    "{easing:?} at {t}"
                );
            }
        }
        assert_eq!(number_of(&Easing::OUT_ELASTIC), None);
    }
}
