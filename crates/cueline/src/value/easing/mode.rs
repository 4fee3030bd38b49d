//! Where an easing applies its curve: at the start, at the end, or at both.

// `#[inline(always)]` in this file: small parts of what is computed for each moving value in each frame.

/// Where an easing applies its curve.
pub(super) trait Mode {
    /// The eased progress at `t`, given the curve.
    fn eval(t: f64, curve: impl Fn(f64) -> f64) -> f64;
}

/// At the start.
pub(super) struct In;
/// Mirrored at the end.
pub(super) struct Out;
/// At the start, and mirrored at the end.
pub(super) struct InOut;
/// The mirrored curve up to the middle, and the curve itself from there.
pub(super) struct OutIn;

impl Mode for In {
    #[inline(always)]
    fn eval(t: f64, curve: impl Fn(f64) -> f64) -> f64 {
        curve(t)
    }
}

impl Mode for Out {
    #[inline(always)]
    fn eval(t: f64, curve: impl Fn(f64) -> f64) -> f64 {
        1.0 - curve(1.0 - t)
    }
}

impl Mode for InOut {
    #[inline(always)]
    fn eval(t: f64, curve: impl Fn(f64) -> f64) -> f64 {
        // The smaller argument is the one of the present half. Without a branch, the compiler evaluates the curve once.
        let (early, late) = (2.0 * t, 2.0 - 2.0 * t);
        let half = curve(if early < late { early } else { late }) / 2.0;
        if t < 0.5 { half } else { 1.0 - half }
    }
}

impl Mode for OutIn {
    #[inline(always)]
    fn eval(t: f64, curve: impl Fn(f64) -> f64) -> f64 {
        let half = curve(if t < 0.5 { 1.0 - 2.0 * t } else { 2.0 * t - 1.0 });
        if t < 0.5 { (1.0 - half) / 2.0 } else { 0.5 + half / 2.0 }
    }
}
