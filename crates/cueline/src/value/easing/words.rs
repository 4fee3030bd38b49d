//! An easing as words of 32 bits, which its hash takes.

use super::Easing;

/// The number of words of an easing.
pub(crate) const WORDS: usize = 10;

/// The tags of easings without a curve.
const LINEAR: u32 = 0;
const STEPS: u32 = 5;

impl Easing {
    /// The tag, the number of the curve, and four numbers. Two easings are equal if their words are equal, apart from the
    /// sign of zeros.
    pub(crate) fn words(&self) -> [u32; WORDS] {
        let tag = match self {
            Self::Linear => LINEAR,
            Self::In(_) => 1,
            Self::Out(_) => 2,
            Self::InOut(_) => 3,
            Self::OutIn(_) => 4,
            Self::Steps(_) => STEPS,
        };
        let (curve, numbers) = match self {
            Self::Linear => (0, [0; 4]),
            Self::In(curve) | Self::Out(curve) | Self::InOut(curve) | Self::OutIn(curve) => {
                let (number, _, parameters) = curve.parts();
                (number, parameters.all.map(f64::to_bits))
            }
            Self::Steps(steps) => (steps.jump() as u32, [u64::from(steps.count()), 0, 0, 0]),
        };
        let [[a, b], [c, d], [e, f], [g, h]] = numbers.map(halves);
        [tag, curve, a, b, c, d, e, f, g, h]
    }
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}
