//! Easings that are sums and products: a loop over many values computes them without a search for the curve.

use super::{
    Curve, Easing,
    curve::{self, OVERSHOOT, OVERSHOOT_BOTH},
    mode::{In, InOut, Mode, Out},
};

/// Each with its easing, and its mode and curve in `f64`.
macro_rules! polynomials {
    ($($name:ident $easing:ident $mode:ident $curve:ident;)*) => {
        /// The common easings, which are sums and products. The order is that of the groups in a batch.
        #[doc(hidden)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Polynomial {
            $($name),*
        }

        impl Polynomial {
            /// All of them, in order.
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            /// The easing that it computes.
            #[must_use]
            pub const fn easing(self) -> Easing {
                match self {
                    $(Self::$name => Easing::$easing),*
                }
            }

            /// [`Easing::at`] of its easing, with the same bits, for progress from 0 to below 1: for a loop over many
            /// values, without a search for the curve. Zero may have another sign.
            #[inline]
            pub(crate) fn at(self, t: f64) -> f64 {
                match self {
                    $(Self::$name => $mode::eval(t, $curve)),*
                }
            }
        }
    };
}

polynomials! {
    Linear LINEAR In linear;
    InSine IN_SINE In sine;
    OutSine OUT_SINE Out sine;
    InOutSine IN_OUT_SINE InOut sine;
    InQuad IN_QUAD In quad;
    OutQuad OUT_QUAD Out quad;
    InOutQuad IN_OUT_QUAD InOut quad;
    InCubic IN_CUBIC In cubic;
    OutCubic OUT_CUBIC Out cubic;
    InOutCubic IN_OUT_CUBIC InOut cubic;
    InQuart IN_QUART In quart;
    OutQuart OUT_QUART Out quart;
    InOutQuart IN_OUT_QUART InOut quart;
    InQuint IN_QUINT In quint;
    OutQuint OUT_QUINT Out quint;
    InOutQuint IN_OUT_QUINT InOut quint;
    InBack IN_BACK In back;
    OutBack OUT_BACK Out back;
    InOutBack IN_OUT_BACK InOut back_both;
}

impl Easing {
    /// The polynomial of this easing, if it has one.
    #[inline(always)]
    #[expect(clippy::float_cmp, reason = "only these very overshoots have a polynomial")]
    #[doc(hidden)]
    #[must_use]
    pub fn polynomial(&self) -> Option<Polynomial> {
        use Polynomial as P;

        let (curve, usual_overshoot) = match self {
            Self::Linear => return Some(P::Linear),
            Self::In(curve) | Self::Out(curve) => (curve, OVERSHOOT),
            Self::InOut(curve) => (curve, OVERSHOOT_BOTH),
            _ => return None,
        };
        let [at_start, at_end, at_both] = match curve {
            Curve::Sine => [P::InSine, P::OutSine, P::InOutSine],
            Curve::Quad => [P::InQuad, P::OutQuad, P::InOutQuad],
            Curve::Cubic => [P::InCubic, P::OutCubic, P::InOutCubic],
            Curve::Quart => [P::InQuart, P::OutQuart, P::InOutQuart],
            Curve::Quint => [P::InQuint, P::OutQuint, P::InOutQuint],
            Curve::Back { overshoot } if *overshoot == usual_overshoot => {
                [P::InBack, P::OutBack, P::InOutBack]
            }
            _ => return None,
        };
        Some(match self {
            Self::In(_) => at_start,
            Self::Out(_) => at_end,
            _ => at_both,
        })
    }
}

#[inline]
fn linear(t: f64) -> f64 {
    t
}

// Rounding may bring the argument of a mirrored curve to 1, where the sine and the two backs are 1 by definition.

#[inline]
fn sine(t: f64) -> f64 {
    if t < 1.0 { curve::sine_in(t) } else { 1.0 }
}

#[inline]
fn quad(t: f64) -> f64 {
    t * t
}

#[inline]
fn cubic(t: f64) -> f64 {
    t * t * t
}

#[inline]
fn quart(t: f64) -> f64 {
    t * t * t * t
}

#[inline]
fn quint(t: f64) -> f64 {
    t * t * t * t * t
}

#[inline]
fn back(t: f64) -> f64 {
    if t < 1.0 { curve::back(t, OVERSHOOT) } else { 1.0 }
}

#[inline]
fn back_both(t: f64) -> f64 {
    if t < 1.0 { curve::back(t, OVERSHOOT_BOTH) } else { 1.0 }
}
