//! The easings that have a name: what one sees, and the formula.

use super::{Curve, Easing, Steps};

/// Defines the constants and the list of them, so that no name is missing in either.
macro_rules! named {
    ($($(#[$doc:meta])* $constant:ident $name:literal = $easing:expr;)*) => {
        impl Easing {
            $($(#[$doc])* pub const $constant: Self = $easing;)*

            /// All easings that have a constant, with the names that files use for them.
            ///
            /// ```
            /// use cueline::value::Easing;
            ///
            /// let (name, easing) = Easing::NAMED[0];
            /// assert_eq!((name, easing), ("linear", Easing::LINEAR));
            /// assert!(Easing::NAMED.contains(&("out-back", Easing::OUT_BACK)));
            /// ```
            pub const NAMED: &'static [(&'static str, Self)] = &[$(($name, Self::$constant)),*];
        }
    };
}

named! {
    /// Moves evenly from start to end: t.
    LINEAR "linear" = Self::Linear;

    /// Starts gently and speeds up, the softest of all: 1 - cos(t pi/2).
    IN_SINE "in-sine" = Self::In(Curve::Sine);
    /// Starts fast and slows down gently, the softest of all: sin(t pi/2).
    OUT_SINE "out-sine" = Self::Out(Curve::Sine);
    /// Starts and ends gently, like a swing: (1 - cos(t pi)) / 2.
    IN_OUT_SINE "in-out-sine" = Self::InOut(Curve::Sine);

    /// Starts slowly and speeds up, like something that falls: t^2.
    IN_QUAD "in-quad" = Self::In(Curve::Quad);
    /// Starts fast and slows down, like something that rolls out: 1 - (1 - t)^2.
    OUT_QUAD "out-quad" = Self::Out(Curve::Quad);
    /// Starts slowly, is fast in the middle, ends slowly: t^2 at both ends.
    IN_OUT_QUAD "in-out-quad" = Self::InOut(Curve::Quad);

    /// Starts slowly and speeds up clearly: t^3.
    IN_CUBIC "in-cubic" = Self::In(Curve::Cubic);
    /// Starts fast and slows down clearly, the usual choice for things that arrive: 1 - (1 - t)^3.
    OUT_CUBIC "out-cubic" = Self::Out(Curve::Cubic);
    /// Starts slowly, is fast in the middle, ends slowly; clearer than quad: t^3 at both ends.
    IN_OUT_CUBIC "in-out-cubic" = Self::InOut(Curve::Cubic);

    /// Hesitates, then speeds up hard: t^4.
    IN_QUART "in-quart" = Self::In(Curve::Quart);
    /// Shoots off, then brakes hard: 1 - (1 - t)^4.
    OUT_QUART "out-quart" = Self::Out(Curve::Quart);
    /// Hesitates, rushes through the middle, settles: t^4 at both ends.
    IN_OUT_QUART "in-out-quart" = Self::InOut(Curve::Quart);

    /// Hesitates long, then speeds up very hard: t^5.
    IN_QUINT "in-quint" = Self::In(Curve::Quint);
    /// Shoots off, then brakes very hard: 1 - (1 - t)^5.
    OUT_QUINT "out-quint" = Self::Out(Curve::Quint);
    /// Hesitates long, rushes through the middle, settles long: t^5 at both ends.
    IN_OUT_QUINT "in-out-quint" = Self::InOut(Curve::Quint);

    /// Hardly moves at first, and covers most of the distance at the very end: 2^(10t - 10).
    IN_EXPO "in-expo" = Self::In(Curve::Expo);
    /// Covers most of the distance at once, and creeps up to the end: 1 - 2^(-10t).
    OUT_EXPO "out-expo" = Self::Out(Curve::Expo);
    /// Jumps through the middle, creeps at both ends: 2^(10t - 10) at both ends.
    IN_OUT_EXPO "in-out-expo" = Self::InOut(Curve::Expo);

    /// Starts slowly and ends at full speed, on a quarter of a circle: 1 - sqrt(1 - t^2).
    IN_CIRC "in-circ" = Self::In(Curve::Circ);
    /// Starts at full speed and slows down to a stop, on a quarter of a circle: sqrt(1 - (1 - t)^2).
    OUT_CIRC "out-circ" = Self::Out(Curve::Circ);
    /// Starts and ends with velocity zero, very fast in the middle: a quarter of a circle at both ends.
    IN_OUT_CIRC "in-out-circ" = Self::InOut(Curve::Circ);

    /// Draws back by a tenth of the distance, then speeds up: t^2 (2.70158 t - 1.70158).
    IN_BACK "in-back" = Self::In(Curve::BACK);
    /// Goes a tenth too far, then comes back to the end: `IN_BACK`, mirrored.
    OUT_BACK "out-back" = Self::Out(Curve::BACK);
    /// Draws back, and goes too far at the end: back at both ends with 1.525 times the overshoot, as Penner has it.
    IN_OUT_BACK "in-out-back" = Self::InOut(Curve::BACK_BOTH);

    /// Trembles more and more, then snaps to the end: -2^(10t - 10) sin((10t - 10.75) 2pi/3).
    IN_ELASTIC "in-elastic" = Self::In(Curve::ELASTIC);
    /// Snaps beyond the end and swings around it like a spring until it rests: `IN_ELASTIC`, mirrored.
    OUT_ELASTIC "out-elastic" = Self::Out(Curve::ELASTIC);
    /// Trembles at the start and swings at the end: elastic at both ends, with a period of 0.45.
    IN_OUT_ELASTIC "in-out-elastic" = Self::InOut(Curve::ELASTIC_BOTH);

    /// Bounces at the start, higher each time: `OUT_BOUNCE`, mirrored.
    IN_BOUNCE "in-bounce" = Self::In(Curve::Bounce);
    /// Falls to the end like a ball and bounces three times: four parabolas of 7.5625 t^2.
    OUT_BOUNCE "out-bounce" = Self::Out(Curve::Bounce);
    /// Bounces at the start and at the end.
    IN_OUT_BOUNCE "in-out-bounce" = Self::InOut(Curve::Bounce);

    /// CSS `ease`: starts fast, slows down long.
    EASE "ease" = Self::In(Curve::Bezier(super::CubicBezier::EASE));
    /// CSS `ease-in`: starts slowly and speeds up.
    EASE_IN "ease-in" = Self::In(Curve::Bezier(super::CubicBezier::EASE_IN));
    /// CSS `ease-out`: starts fast and slows down.
    EASE_OUT "ease-out" = Self::In(Curve::Bezier(super::CubicBezier::EASE_OUT));
    /// CSS `ease-in-out`: starts slowly, ends slowly.
    EASE_IN_OUT "ease-in-out" = Self::In(Curve::Bezier(super::CubicBezier::EASE_IN_OUT));

    /// CSS `step-start`: at the end at once.
    STEP_START "step-start" = Self::Steps(Steps::START);
    /// CSS `step-end`: at the start until the last moment.
    STEP_END "step-end" = Self::Steps(Steps::END);
}
