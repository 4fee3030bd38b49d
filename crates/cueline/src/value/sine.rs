//! The sine of an angle up to a quarter round, by a polynomial: for what computes many of them.

/// The sine of an angle from 0 to a quarter round, within 2 units in its last place.
///
/// x + x^3 p(x^2), with p through the zeros of the Chebyshev polynomial of degree 8 on 0..=(pi/2)^2: 2.3e-17
/// off, relative to the sine's argument, before rounding.
// As `weights`, which calls it.
#[inline(always)]
pub(super) fn sine(x: f64) -> f64 {
    let u = x * x;
    let p = 1.605_897_729_264_274_3e-10
        + u * (-7.643_969_663_988_074e-13 + u * 2.731_436_876_937_989_3e-15);
    let p = 2.755_731_921_916_083_3e-6 + u * (-2.505_210_761_669_045e-8 + u * p);
    let p = 0.008_333_333_333_333_316 + u * (-1.984_126_984_125_496_6e-4 + u * p);
    x + x * u * (-0.166_666_666_666_666_66 + u * p)
}

#[cfg(test)]
mod tests {
    use core::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn the_sine_is_that_of_libm_to_within_two_last_places() {
        let mut worst: f64 = 0.0;
        for step in 1..=1_000_000_u32 {
            let x = FRAC_PI_2 * f64::from(step) / 1e6;
            worst = worst.max((sine(x) / libm::sin(x) - 1.0).abs());
        }
        assert!(worst <= 2.0 * f64::EPSILON, "{worst:e}");
        assert!(worst > 0.5 * f64::EPSILON, "{worst:e}: the bound is wider than it has to be");
    }
}
