//! Many shares bent by one easing.
//!
//! Which easing it is, is asked once and not for each share: each of the common curves has a loop of its
//! own, without a branch in it. The arithmetic is that of [`Easing::at`], so the bits are.

use super::{Curve, Custom, Easing};

/// Where the curve is used.
pub(super) trait Mode {
    /// The share at `t`, given the curve.
    fn bend(t: f64, curve: impl Fn(f64) -> f64) -> f64;
}

/// At the start.
pub(super) struct In;
/// Backwards at the end.
pub(super) struct Out;
/// At the start, and backwards at the end.
pub(super) struct InOut;
/// Backwards up to the middle, and forwards from there.
pub(super) struct OutIn;

impl Mode for In {
    #[inline(always)]
    fn bend(t: f64, curve: impl Fn(f64) -> f64) -> f64 {
        curve(t)
    }
}

impl Mode for Out {
    #[inline(always)]
    fn bend(t: f64, curve: impl Fn(f64) -> f64) -> f64 {
        1.0 - curve(1.0 - t)
    }
}

impl Mode for InOut {
    #[inline(always)]
    fn bend(t: f64, curve: impl Fn(f64) -> f64) -> f64 {
        // The lesser of two numbers, not one that depends on the half: so the compiler makes one curve of it and not two.
        let (early, late) = (2.0 * t, 2.0 - 2.0 * t);
        let half = curve(if early < late { early } else { late }) / 2.0;
        if t < 0.5 { half } else { 1.0 - half }
    }
}

impl Mode for OutIn {
    #[inline(always)]
    fn bend(t: f64, curve: impl Fn(f64) -> f64) -> f64 {
        let half = curve(if t < 0.5 { 1.0 - 2.0 * t } else { 2.0 * t - 1.0 });
        if t < 0.5 { (1.0 - half) / 2.0 } else { 0.5 + half / 2.0 }
    }
}

/// What the registers of any machine divide.
pub(crate) const BLOCK: usize = 8;

/// Which loop bends shares, and with which number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Kind(u8, u64);

impl Kind {
    /// One by one.
    pub(crate) const ALONE: Self = Self(u8::MAX, 0);
}

impl Easing {
    /// The same for easings that one loop bends together; zero where there is nothing to do.
    pub(crate) fn kind(&self) -> Kind {
        let (mode, curve) = match self {
            Self::Linear => return Kind(0, 0),
            Self::In(curve) => (1, curve),
            Self::Out(curve) => (2, curve),
            Self::InOut(curve) => (3, curve),
            Self::OutIn(curve) => (4, curve),
            Self::Steps(_) | Self::Custom(_) => return Kind::ALONE,
        };
        let (curve, number) = match curve {
            Curve::Sine => (0, 0),
            Curve::Quad => (1, 0),
            Curve::Cubic => (2, 0),
            Curve::Quart => (3, 0),
            Curve::Quint => (4, 0),
            Curve::Circ => (5, 0),
            Curve::Back { overshoot } => (6, overshoot.to_bits()),
            _ => return Kind::ALONE,
        };
        Kind(8 * mode + curve, number)
    }

    /// Bends the first `count` shares, all of 0..=1, as [`at`](Self::at) does it. Of the others, which may be any
    /// numbers, any may come out bent. To be called inside of [`widest`](crate::wide::widest).
    #[inline(always)]
    pub(crate) fn bend_all(&self, shares: &mut [f64], count: usize) {
        match *self {
            Self::Linear => {}
            Self::In(curve) => bend_all::<In>(curve, shares, count),
            Self::Out(curve) => bend_all::<Out>(curve, shares, count),
            Self::InOut(curve) => bend_all::<InOut>(curve, shares, count),
            Self::OutIn(curve) => bend_all::<OutIn>(curve, shares, count),
            Self::Steps(steps) => alone(shares, count, |t| steps.at(t)),
            Self::Custom(Custom(function)) => alone(shares, count, function),
        }
    }
}

#[inline(always)]
fn bend_all<M: Mode>(curve: Curve, shares: &mut [f64], count: usize) {
    match curve {
        Curve::Sine => each(shares, move |t| M::bend(t, move |t| Curve::Sine.within(t))),
        Curve::Quad => each(shares, move |t| M::bend(t, move |t| Curve::Quad.within(t))),
        Curve::Cubic => each(shares, move |t| M::bend(t, move |t| Curve::Cubic.within(t))),
        Curve::Quart => each(shares, move |t| M::bend(t, move |t| Curve::Quart.within(t))),
        Curve::Quint => each(shares, move |t| M::bend(t, move |t| Curve::Quint.within(t))),
        Curve::Circ => each(shares, move |t| M::bend(t, move |t| Curve::Circ.within(t))),
        Curve::Back { overshoot } => {
            each(shares, move |t| M::bend(t, move |t| Curve::Back { overshoot }.within(t)));
        }
        curve => alone(shares, count, move |t| M::bend(t, move |t| curve.at(t))),
    }
}

/// Whole blocks, so that there is no rest to be done one by one.
#[inline(always)]
fn each(shares: &mut [f64], bend: impl Fn(f64) -> f64) {
    // No `for_each`: it would not be compiled into the caller.
    for share in shares {
        *share = bend(*share);
    }
}

/// What takes long enough to be done as often as it is needed.
#[inline(always)]
fn alone(shares: &mut [f64], count: usize, bend: impl Fn(f64) -> f64) {
    shares.iter_mut().take(count).for_each(|share| *share = bend(*share));
}
