//! Easings in single precision, made of nothing but sums, products and choices.
//!
//! [`Easing`](crate::value::Easing) is the authority: it is exact, in `f64`, by way of `libm`, and takes ten times as long
//! as all the rest of a tween. A bend is the same curve to within [`Bend::WORST_ERROR`]. There is one
//! function for each; a batch and [`Bend::at`] both call it, so both give the same bits, on every
//! machine: Rust does not fuse or reorder floating-point operations, however wide they are.

use core::f32::consts::FRAC_PI_2;

use crate::value::{Curve, Easing};

/// How the progress of a tween in a [`Batch`](super::Batch) is bent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bend {
    /// Evenly.
    #[default]
    Linear,
    /// Sine at the start: 1 - cos(t pi/2).
    SineIn,
    /// Sine backwards at the end.
    SineOut,
    /// Sine at both ends.
    SineInOut,
    /// Quad at the start: t^2.
    QuadIn,
    /// Quad backwards at the end.
    QuadOut,
    /// Quad at both ends.
    QuadInOut,
    /// Cubic at the start: t^3.
    CubicIn,
    /// Cubic backwards at the end.
    CubicOut,
    /// Cubic at both ends.
    CubicInOut,
    /// Quart at the start: t^4.
    QuartIn,
    /// Quart backwards at the end.
    QuartOut,
    /// Quart at both ends.
    QuartInOut,
    /// Quint at the start: t^5.
    QuintIn,
    /// Quint backwards at the end.
    QuintOut,
    /// Quint at both ends.
    QuintInOut,
    /// Back at the start, by a tenth of the way: t^2 (2.70158 t - 1.70158).
    BackIn,
    /// Back backwards at the end.
    BackOut,
    /// Back at both ends, with 1.525 times the overshoot, as Penner has it: `Curve::BACK_BOTH`.
    BackInOut,
}

/// Something to be done with a bend's function, compiled once for each of them.
pub(super) trait Job {
    type Out;
    fn run(self, bend: impl Fn(f32) -> f32) -> Self::Out;
}

impl Bend {
    /// All of them, in their order.
    pub const ALL: [Self; 19] = [
        Self::Linear,
        Self::SineIn,
        Self::SineOut,
        Self::SineInOut,
        Self::QuadIn,
        Self::QuadOut,
        Self::QuadInOut,
        Self::CubicIn,
        Self::CubicOut,
        Self::CubicInOut,
        Self::QuartIn,
        Self::QuartOut,
        Self::QuartInOut,
        Self::QuintIn,
        Self::QuintOut,
        Self::QuintInOut,
        Self::BackIn,
        Self::BackOut,
        Self::BackInOut,
    ];

    /// No bend is further than this from its [`easing`](Self::easing), for any progress from 0 to 1.
    pub const WORST_ERROR: f64 = 4.0e-7;

    /// The bent progress at `t`: exactly 0 at 0, exactly 1 at 1.
    ///
    /// What lies outside of 0..=1 counts as its nearer end, NaN as 1.
    ///
    /// ```
    /// use cueline::batch::Bend;
    ///
    /// assert_eq!(Bend::QuadOut.at(0.5), 0.75);
    /// assert_eq!(Bend::QuadOut.at(7.0), 1.0);
    /// ```
    #[must_use]
    pub fn at(self, t: f32) -> f32 {
        let t = if t < 1.0 { t } else { 1.0 };
        self.with(At(if t > 0.0 { t } else { 0.0 }))
    }

    /// The exact curve that it stands for.
    #[must_use]
    pub const fn easing(self) -> Easing {
        match self {
            Self::Linear => Easing::Linear,
            Self::SineIn => Easing::In(Curve::Sine),
            Self::SineOut => Easing::Out(Curve::Sine),
            Self::SineInOut => Easing::InOut(Curve::Sine),
            Self::QuadIn => Easing::In(Curve::Quad),
            Self::QuadOut => Easing::Out(Curve::Quad),
            Self::QuadInOut => Easing::InOut(Curve::Quad),
            Self::CubicIn => Easing::In(Curve::Cubic),
            Self::CubicOut => Easing::Out(Curve::Cubic),
            Self::CubicInOut => Easing::InOut(Curve::Cubic),
            Self::QuartIn => Easing::In(Curve::Quart),
            Self::QuartOut => Easing::Out(Curve::Quart),
            Self::QuartInOut => Easing::InOut(Curve::Quart),
            Self::QuintIn => Easing::In(Curve::Quint),
            Self::QuintOut => Easing::Out(Curve::Quint),
            Self::QuintInOut => Easing::InOut(Curve::Quint),
            Self::BackIn => Easing::In(Curve::BACK),
            Self::BackOut => Easing::Out(Curve::BACK),
            Self::BackInOut => Easing::InOut(Curve::BACK_BOTH),
        }
    }

    /// Does the job with this bend's function, for progress from 0 to 1.
    #[inline]
    pub(super) fn with<J: Job>(self, job: J) -> J::Out {
        match self {
            Self::Linear => job.run(|t| t),
            Self::SineIn => job.run(sine),
            Self::SineOut => job.run(sine_out),
            Self::SineInOut => job.run(|t| both(sine, t)),
            Self::QuadIn => job.run(quad),
            Self::QuadOut => job.run(|t| 1.0 - quad(1.0 - t)),
            Self::QuadInOut => job.run(|t| both(quad, t)),
            Self::CubicIn => job.run(cubic),
            Self::CubicOut => job.run(|t| 1.0 - cubic(1.0 - t)),
            Self::CubicInOut => job.run(|t| both(cubic, t)),
            Self::QuartIn => job.run(quart),
            Self::QuartOut => job.run(|t| 1.0 - quart(1.0 - t)),
            Self::QuartInOut => job.run(|t| both(quart, t)),
            Self::QuintIn => job.run(quint),
            Self::QuintOut => job.run(|t| 1.0 - quint(1.0 - t)),
            Self::QuintInOut => job.run(|t| both(quint, t)),
            Self::BackIn => job.run(back),
            Self::BackOut => job.run(|t| 1.0 - back(1.0 - t)),
            Self::BackInOut => job.run(|t| both(back_both, t)),
        }
    }
}

struct At(f32);
impl Job for At {
    type Out = f32;
    fn run(self, bend: impl Fn(f32) -> f32) -> f32 {
        bend(self.0)
    }
}

/// The curve at the start, and backwards at the end. Both halves are the same product, so no lane branches; that the
/// lesser of two numbers goes into it, and not one that depends on the half, keeps the compiler from making two of it.
#[inline(always)]
fn both(curve: impl Fn(f32) -> f32, t: f32) -> f32 {
    let early = t < 0.5;
    let double = t + t;
    let late = 2.0 - double;
    let half = 0.5 * curve(if double < late { double } else { late });
    if early { half } else { 1.0 - half }
}

/// sin(t pi/2): an odd minimax polynomial of degree 9, 4e-8 off before rounding.
///
/// Its first coefficient is rounded up, to that of the series: so it reaches its end.
#[inline(always)]
fn sine_out(t: f32) -> f32 {
    let x = t * t;
    let y = -0.004_672_228 + x * 0.000_150_820_56;
    let y = t * (FRAC_PI_2 + x * (-0.645_963_4 + x * (0.079_688_48 + x * y)));
    // It may be carried beyond its end.
    if y < 1.0 { y } else { 1.0 }
}

#[inline(always)]
fn sine(t: f32) -> f32 {
    1.0 - sine_out(1.0 - t)
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
    let x = t * t;
    x * x
}

#[inline(always)]
fn quint(t: f32) -> f32 {
    let x = t * t;
    x * x * t
}

#[inline(always)]
fn back(t: f32) -> f32 {
    t * t * (2.701_58 * t - 1.701_58)
}

#[inline(always)]
fn back_both(t: f32) -> f32 {
    t * t * (3.594_909_5 * t - 2.594_909_5)
}
