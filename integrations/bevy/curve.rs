// Where this version of Bevy has its curves; part of `src/easing.rs`.
pub use bevy_math::curve::{Curve, EaseFunction, FunctionCurve, Interval, JumpAt};
