//! The limits of animators: one place for the check of files and for the builder of `cueline-characters`.

use cueline::time::{Span, Speed, secs};

/// The most parameters and clips of an animator, and the most states and the most transitions of a layer: 65535.
pub const MOST_PARTS: usize = u16::MAX as usize;
/// The most layers of an animator: 64.
pub const MOST_LAYERS: usize = 64;
/// The most clips of a blend: 64. Weights in the plane take the square of their number.
pub const MOST_BLENDED: usize = 64;
/// The most layers with a mask that replace the layers below: 4. Each multiplies the combinations of masks by three.
pub const MOST_MASKED: usize = 4;
/// The longest clip: 12 hours, included.
pub const LONGEST_CLIP: Span = secs(12.0 * 3600.0);
/// The longest decay of an inertial transition: 10 seconds, included. Weights of velocities grow with it.
pub const LONGEST_DECAY: Span = secs(10.0);
/// The largest numerator and the largest denominator of a speed: 1000000, included.
pub const MOST_SPEED: u64 = 1_000_000;
/// The steps of 1.0: floats are stored in steps of 1/65536, so that they compare and add up exactly.
pub const STEPS: i64 = 1 << 16;
/// The largest distance of a float from 0, in steps: 32768, included.
pub const MOST_STEPS: u64 = 1 << 31;

/// A float in whole steps, to the nearest; `None` beyond -32768 to 32768, and for NaN.
///
/// # Examples
///
/// ```
/// use cueline_assets::animator::limits::{STEPS, steps};
///
/// assert_eq!(steps(-1.0), Some(-STEPS));
/// assert_eq!(steps(32768.0), Some(32768 * STEPS));
/// assert_eq!(steps(0.1), steps(0.100_001), "the same step");
/// assert_eq!((steps(32769.0), steps(f32::NAN)), (None, None));
/// ```
#[must_use]
pub fn steps(number: f32) -> Option<i64> {
    let scaled = libm::round(f64::from(number) * STEPS as f64);
    #[expect(clippy::cast_possible_truncation, reason = "compared with the limit before")]
    (scaled.abs() <= MOST_STEPS as f64).then_some(scaled as i64)
}

/// A number of passes in millionths, to the nearest; below 0 and NaN count as 0.
///
/// # Examples
///
/// ```
/// use cueline_assets::animator::limits::millionths;
///
/// assert_eq!(millionths(0.25), 250_000);
/// assert_eq!(millionths(0.999_999_9), 1_000_000);
/// assert_eq!(millionths(-1.0), 0);
/// ```
#[must_use]
pub fn millionths(passes: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
    {
        libm::round(passes * 1e6) as u64
    }
}

/// Whether a number is a phase: from 0 to below 1, also when it is rounded to a millionth.
///
/// # Examples
///
/// ```
/// use cueline_assets::animator::limits::is_phase;
///
/// assert!(is_phase(0.0) && is_phase(0.999_999));
/// assert!(!is_phase(-0.1) && !is_phase(0.999_999_9) && !is_phase(f64::NAN));
/// ```
#[must_use]
pub fn is_phase(number: f64) -> bool {
    (0.0..1.0).contains(&number) && millionths(number) < 1_000_000
}

/// Numerator and denominator of the speed of a state; `None` below 0 and beyond [`MOST_SPEED`].
///
/// # Examples
///
/// ```
/// use cueline::time::Speed;
/// use cueline_assets::animator::limits::speed;
///
/// assert_eq!(speed(Speed::from_percent(150)), Some((3, 2)));
/// assert_eq!(speed(Speed::whole(1_000_000)), Some((1_000_000, 1)));
/// assert_eq!((speed(Speed::whole(1_000_001)), speed(Speed::whole(-1))), (None, None));
/// ```
#[must_use]
pub fn speed(speed: Speed) -> Option<(u32, u32)> {
    let num = u64::try_from(speed.num()).ok().filter(|num| *num <= MOST_SPEED)?;
    let den = Some(speed.den()).filter(|den| *den <= MOST_SPEED)?;
    Some((u32::try_from(num).ok()?, u32::try_from(den).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_in_steps_and_refused_beyond_their_range() {
        let cases = [
            (0.5, Some(32768)),
            (-1.0, Some(-65536)),
            (32768.0, Some(1 << 31)),
            (32769.0, None),
            (f32::NAN, None),
            (f32::INFINITY, None),
        ];
        for (number, stored) in cases {
            assert_eq!(steps(number), stored, "{number}");
        }
    }
}
