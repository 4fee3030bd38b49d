//! The motion of a damped spring as an easing.
//!
//! Time is scaled so that the spring has settled at progress 1. Then stiffness, damping and mass reduce to one number,
//! the damping ratio z. With the frequency 1 the distance covered is
//!
//! y(t) = 1 - e^(-zt) (cos(dt) + z sin(dt)/d), d = sqrt(1 - z^2),
//!
//! and the same with cosh and sinh for z above 1 (see [`Spring`]). At the settling time y differs from 1 by 1e-4 at
//! most. So y is divided by its value there, and the easing ends at 1 without a jump.

use super::super::Spring;

/// A spring from rest at 0 to rest at 1: [`Easing::spring`](super::Easing::spring).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "f64", into = "f64"))]
pub struct SpringCurve {
    /// From -0.99 to 0.99.
    bounce: f64,
    /// The settling time, in units of 1 / (undamped angular frequency). Computed from the bounce, as is `scale`.
    settled: f64,
    /// 1 / y(settled).
    scale: f64,
}

impl SpringCurve {
    /// A spring with this bounce: 0 arrives without overshoot, 0.15 overshoots a little, 0.3 visibly; below 0 the
    /// spring creeps. Clamped to -0.99 ..= 0.99, and NaN counts as 0. See [`Spring::with_bounce`].
    ///
    /// ```
    /// use cueline::value::SpringCurve;
    ///
    /// assert_eq!(SpringCurve::new(0.3).bounce(), 0.3);
    /// assert_eq!(SpringCurve::new(7.0).bounce(), 0.99, "with 1 it would never come to rest");
    /// ```
    #[must_use]
    pub fn new(bounce: f64) -> Self {
        let bounce = if bounce.is_nan() { 0.0 } else { bounce.clamp(-0.99, 0.99) } + 0.0;
        let z = ratio(bounce);
        let settled =
            Spring::new(1.0, 2.0 * z, 1.0).ok().and_then(|spring| spring.settling_duration());
        // Every damped spring settles; the ratio is 0.01 at least.
        let settled = settled.map_or(1000.0, |duration| duration.as_secs_f64());
        Self { bounce, settled, scale: 1.0 / covered(z, settled) }
    }

    /// The bounce, from -0.99 to 0.99.
    ///
    /// ```
    /// use cueline::value::SpringCurve;
    ///
    /// assert_eq!(SpringCurve::new(0.15).bounce(), 0.15);
    /// ```
    #[must_use]
    pub const fn bounce(&self) -> f64 {
        self.bounce
    }

    /// The distance covered at `t`. Before 0 the spring rests at 0; after 1 its swings continue to decay.
    pub(super) fn at(&self, t: f64) -> f64 {
        if t <= 0.0 { 0.0 } else { covered(ratio(self.bounce), t * self.settled) * self.scale }
    }
}

impl PartialEq for SpringCurve {
    fn eq(&self, other: &Self) -> bool {
        self.bounce == other.bounce
    }
}

impl From<f64> for SpringCurve {
    fn from(bounce: f64) -> Self {
        Self::new(bounce)
    }
}

impl From<SpringCurve> for f64 {
    fn from(spring: SpringCurve) -> Self {
        spring.bounce
    }
}

/// The damping ratio; as [`Spring::with_bounce`].
fn ratio(bounce: f64) -> f64 {
    if bounce < 0.0 { 1.0 / (1.0 + bounce) } else { 1.0 - bounce }
}

/// y(t) for the damping ratio `z`, with full precision for small values: an easing in `f32` must not fall there.
fn covered(z: f64, t: f64) -> f64 {
    if t * (1.0 + z) < 1e-3 {
        // What is left out is below 1e-10 of the sum.
        return t * t * (0.5 - t * (z / 3.0 - t * (4.0 * z * z - 1.0) / 24.0));
    }
    let off = (1.0 - z) * (1.0 + z); // 1 - z^2 without the cancellation
    let d = libm::sqrt(libm::fabs(off));
    // 1 - e^(-zt) cos(dt), and e^(-zt) sin(dt)/d.
    let (missing, swing) = if off > 0.0 {
        let (fade, half) = (libm::exp(-z * t), libm::sin(0.5 * d * t));
        (2.0 * fade * half * half - libm::expm1(-z * t), fade * libm::sin(d * t) / d)
    } else {
        // The slower of the two rates, z - d, without the cancellation.
        let (slow, fast) = (1.0 / (z + d), z + d);
        let swing = if d * t == 0.0 { t } else { -libm::expm1(-2.0 * d * t) / (2.0 * d) };
        let missing = -0.5 * (libm::expm1(-slow * t) + libm::expm1(-fast * t));
        (missing, libm::exp(-slow * t) * swing)
    };
    missing - z * swing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{time::Span, value::Easing};

    #[test]
    fn it_is_the_spring_of_that_bounce_at_the_scale_of_its_settling() {
        for bounce in [-0.9, -0.5, 0.0, 0.15, 0.3, 0.7, 0.95] {
            let spring = Spring::with_bounce(Span::from_secs(1), bounce);
            let settling = spring.settling_duration().unwrap();
            for step in 0..=1000_i64 {
                let at = Span::from_flicks(settling.flicks() / 1000 * step);
                let (left, _) = spring.at(at, 1.0, 0.0);
                let eased = Easing::spring(bounce).at(at.ratio(settling));
                // The scale, and a thousandth of the settling time where the spring is fast.
                assert!((eased - (1.0 - left)).abs() < 1e-2, "{bounce} at {step}: {eased} {left}");
            }
            let end = Easing::spring(bounce).at(1.0 - 1e-9);
            assert!((end - 1.0).abs() < 1e-6, "{bounce}: no jump at its end, but {end}");
        }
    }

    #[test]
    fn the_bounce_is_what_overshoots() {
        let top = |bounce: f64| {
            (0..=10_000)
                .map(|step| Easing::spring(bounce).at(f64::from(step) / 1e4))
                .fold(0.0, f64::max)
        };
        // e^(-z pi / sqrt(1 - z^2)): the first swing of an underdamped spring.
        for bounce in [0.3, 0.5, 0.8] {
            let z: f64 = 1.0 - bounce;
            let swing = 1.0 + libm::exp(-z * core::f64::consts::PI / libm::sqrt(1.0 - z * z));
            assert!((top(bounce) - swing).abs() < 1e-3, "{bounce}: {} {swing}", top(bounce));
        }
        assert_eq!(top(0.0), 1.0);
        assert_eq!(top(-0.7), 1.0);
    }

    #[test]
    fn no_digit_is_lost_between_the_series_and_the_formula() {
        for z in [0.01, 0.3, 0.999_999, 1.0, 1.000_001, 5.0, 100.0] {
            let t = 1e-3 / (1.0 + z);
            let (series, formula) = (covered(z, t.next_down()), covered(z, t * (1.0 + 1e-13)));
            assert!((series / formula - 1.0).abs() < 1e-8, "{z}: {series:e} {formula:e}");
        }
    }
}
