//! Rotations in 48 bits: the number with the largest magnitude follows from the other three.
//!
//! A quaternion of length 1 and its negative are the same rotation, so the largest number can be made positive and
//! omitted; the others are at most 1/sqrt(2) (Fiedler, "Snapshot Compression", 2015). Each of them is stored as one of
//! 32767 even steps, one of which is exactly zero. Half a step is 2.2e-5. The error is largest if all four numbers are
//! a half: then the omitted number is off by three half steps, and the rotation by 1.5e-4 radians.

use cueline::value::Quat;

/// Steps on each side of zero.
const STEPS: f64 = 16383.0;

/// The three stored numbers in steps from zero, and the index of the omitted one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quantized {
    steps: [i16; 3],
    left_out: u8,
}

impl Quantized {
    /// The 48 bits, lowest first: 15 bits of each of three numbers, and two bits for the index of the omitted one.
    pub(crate) fn to_bytes(self) -> [u8; 6] {
        let bits = self.steps.iter().rev().fold(u64::from(self.left_out), |bits, step| {
            (bits << 15) | (u64::from(step.cast_unsigned()) & 0x7fff)
        });
        let [a, b, c, d, e, f, ..] = bits.to_le_bytes();
        [a, b, c, d, e, f]
    }

    /// The rotation of any 48 bits.
    #[expect(clippy::cast_possible_truncation, reason = "masked to what is left")]
    pub(crate) fn from_bytes([a, b, c, d, e, f]: [u8; 6]) -> Self {
        let bits = u64::from_le_bytes([a, b, c, d, e, f, 0, 0]);
        // Shifts up and down again, so that the sign of 15 bits becomes that of 16.
        let step = |at: u32| ((((bits >> at) & 0x7fff) as u16) << 1).cast_signed() >> 1;
        Self { steps: [step(0), step(15), step(30)], left_out: (bits >> 45) as u8 & 3 }
    }
}

/// Normalizes; a quaternion without a direction becomes the identity, as in the core.
pub(super) fn unit(quat: &Quat) -> [f64; 4] {
    let parts = [quat.x, quat.y, quat.z, quat.w].map(f64::from);
    let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() {
        parts.map(|part| part / length)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    }
}

/// The nearest storable rotation.
pub(super) fn nearest(quat: Quat) -> Quantized {
    let parts = unit(&quat);
    let largest = [0_u8, 1, 2, 3].into_iter().zip(parts.map(f64::abs));
    let largest = largest.max_by(|(_, one), (_, other)| one.total_cmp(other));
    without(parts, largest.map_or(3, |(index, _)| index))
}

/// The nearest storable rotation without the number at this index.
#[expect(clippy::cast_possible_truncation, reason = "within 16383 of zero")]
fn without(parts: [f64; 4], left_out: u8) -> Quantized {
    let sign = if parts[usize::from(left_out)] < 0.0 { -1.0 } else { 1.0 };
    let kept = [0_u8, 1, 2, 3].into_iter().zip(parts).filter(|(index, _)| *index != left_out);
    let mut kept = kept.map(|(_, part)| {
        let step = sign * part * std::f64::consts::SQRT_2 * STEPS;
        step.round().clamp(-STEPS, STEPS) as i16
    });
    Quantized { steps: [0; 3].map(|_| kept.next().unwrap_or(0)), left_out }
}

/// The rotation; the same bits on every machine, because it uses only `+ - * /` and square roots.
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
pub(crate) fn restored(quantized: Quantized) -> Quat {
    let kept = quantized.steps.map(|step| f64::from(step) / (STEPS * std::f64::consts::SQRT_2));
    let rest = 1.0 - kept.iter().map(|part| part * part).sum::<f64>();
    let largest = rest.max(0.0).sqrt();
    let mut kept = kept.into_iter();
    let [x, y, z, w] = [0_u8, 1, 2, 3].map(|index| {
        if index == quantized.left_out { largest } else { kept.next().unwrap_or(0.0) }
    });
    Quat::new(x as f32, y as f32, z as f32, w as f32)
}

/// The stored form of a rotation, if that loses nothing.
pub(crate) fn quantized(quat: Quat) -> Option<Quantized> {
    let bits = |quat: Quat| [quat.x, quat.y, quat.z, quat.w].map(f32::to_bits);
    let parts = unit(&quat);
    // If two numbers are almost equal, either can be the omitted one.
    let candidates = [0_u8, 1, 2, 3].into_iter().filter(|index| parts[usize::from(*index)] >= 0.49);
    candidates.map(|index| without(parts, index)).find(|it| bits(restored(*it)) == bits(quat))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::distance::Measured, *};

    fn part() -> impl Strategy<Value = f32> {
        prop_oneof![Just(0.0), Just(0.5), Just(-0.5), Just(1.0), -1.0_f32..1.0]
    }

    proptest! {
        #[test]
        fn a_rounded_rotation_is_near_and_is_kept_without_loss(x in part(), y in part(), z in part(), w in part()) {
            let quat = Quat::new(x, y, z, w);
            let rounded = quat.rounded();
            prop_assert!(quat.distance(&rounded).radians < 1.6e-4, "{quat:?} {rounded:?}");
            let kept = quantized(rounded);
            prop_assert!(kept.is_some(), "{rounded:?}");
            let kept = kept.unwrap();
            prop_assert_eq!(Quantized::from_bytes(kept.to_bytes()), kept);
            prop_assert_eq!(restored(kept), rounded);
        }

        #[test]
        fn any_bits_are_a_rotation(bytes in any::<[u8; 6]>()) {
            let Quat { x, y, z, w } = restored(Quantized::from_bytes(bytes));
            prop_assert!([x, y, z, w].iter().all(|part| part.abs() <= 1.01));
        }
    }

    #[test]
    fn no_rotation_stays_none() {
        assert_eq!(Quat::default().rounded(), Quat::default());
    }
}
