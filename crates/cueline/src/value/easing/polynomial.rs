//! Easings that are sums and products: a loop over many values computes them without a search for the curve.

use super::{
    Curve, Easing,
    curve::{self, OVERSHOOT, OVERSHOOT_BOTH},
    mode::{In, InOut, Mode, Out},
};

/// The common easings, which are sums and products. The order is that of the groups in a batch.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polynomial {
    Linear,
    InSine,
    OutSine,
    InOutSine,
    InQuad,
    OutQuad,
    InOutQuad,
    InCubic,
    OutCubic,
    InOutCubic,
    InQuart,
    OutQuart,
    InOutQuart,
    InQuint,
    OutQuint,
    InOutQuint,
    InBack,
    OutBack,
    InOutBack,
}

impl Polynomial {
    /// All of them, in order.
    pub const ALL: [Self; 19] = [
        Self::Linear,
        Self::InSine,
        Self::OutSine,
        Self::InOutSine,
        Self::InQuad,
        Self::OutQuad,
        Self::InOutQuad,
        Self::InCubic,
        Self::OutCubic,
        Self::InOutCubic,
        Self::InQuart,
        Self::OutQuart,
        Self::InOutQuart,
        Self::InQuint,
        Self::OutQuint,
        Self::InOutQuint,
        Self::InBack,
        Self::OutBack,
        Self::InOutBack,
    ];

    /// The easing that it computes.
    #[must_use]
    pub const fn easing(self) -> Easing {
        match self {
            Self::Linear => Easing::LINEAR,
            Self::InSine => Easing::IN_SINE,
            Self::OutSine => Easing::OUT_SINE,
            Self::InOutSine => Easing::IN_OUT_SINE,
            Self::InQuad => Easing::IN_QUAD,
            Self::OutQuad => Easing::OUT_QUAD,
            Self::InOutQuad => Easing::IN_OUT_QUAD,
            Self::InCubic => Easing::IN_CUBIC,
            Self::OutCubic => Easing::OUT_CUBIC,
            Self::InOutCubic => Easing::IN_OUT_CUBIC,
            Self::InQuart => Easing::IN_QUART,
            Self::OutQuart => Easing::OUT_QUART,
            Self::InOutQuart => Easing::IN_OUT_QUART,
            Self::InQuint => Easing::IN_QUINT,
            Self::OutQuint => Easing::OUT_QUINT,
            Self::InOutQuint => Easing::IN_OUT_QUINT,
            Self::InBack => Easing::IN_BACK,
            Self::OutBack => Easing::OUT_BACK,
            Self::InOutBack => Easing::IN_OUT_BACK,
        }
    }

    /// [`Easing::at`] of its easing, with the same bits, for progress from 0 to below 1: for a loop over many values,
    /// without a search for the curve. Zero may have another sign.
    #[inline]
    pub(crate) fn at(self, t: f64) -> f64 {
        // Rounding may bring the argument of a mirrored curve to 1, where these two are 1 by definition.
        let sine = |t| if t < 1.0 { curve::sine_in(t) } else { 1.0 };
        let back = |t| if t < 1.0 { curve::back(t, OVERSHOOT) } else { 1.0 };
        let back_both = |t| if t < 1.0 { curve::back(t, OVERSHOOT_BOTH) } else { 1.0 };
        let (quad, cubic) = (|t: f64| t * t, |t: f64| t * t * t);
        let (quart, quint) = (|t: f64| t * t * t * t, |t: f64| t * t * t * t * t);
        match self {
            Self::Linear => t,
            Self::InSine => In::eval(t, sine),
            Self::OutSine => Out::eval(t, sine),
            Self::InOutSine => InOut::eval(t, sine),
            Self::InQuad => In::eval(t, quad),
            Self::OutQuad => Out::eval(t, quad),
            Self::InOutQuad => InOut::eval(t, quad),
            Self::InCubic => In::eval(t, cubic),
            Self::OutCubic => Out::eval(t, cubic),
            Self::InOutCubic => InOut::eval(t, cubic),
            Self::InQuart => In::eval(t, quart),
            Self::OutQuart => Out::eval(t, quart),
            Self::InOutQuart => InOut::eval(t, quart),
            Self::InQuint => In::eval(t, quint),
            Self::OutQuint => Out::eval(t, quint),
            Self::InOutQuint => InOut::eval(t, quint),
            Self::InBack => In::eval(t, back),
            Self::OutBack => Out::eval(t, back),
            Self::InOutBack => InOut::eval(t, back_both),
        }
    }
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
