//! An easing as words of 32 bits, for saves in which each byte has its place.

use super::Easing;
#[cfg(any(feature = "serde", test))]
use super::{Curve, Jump, Steps};

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

    /// The easing with these words; `None` if no easing has them.
    #[cfg(any(feature = "serde", test))]
    pub(crate) fn from_words(words: [u32; WORDS]) -> Option<Self> {
        let [tag, curve, numbers @ ..] = words;
        let whole: [u64; 4] = core::array::from_fn(|place| {
            u64::from(numbers[2 * place]) | u64::from(numbers[2 * place + 1]) << 32
        });
        let made = || Curve::numbered(curve, whole.map(f64::from_bits));
        let easing = match tag {
            LINEAR => Self::Linear,
            1 => Self::In(made()?),
            2 => Self::Out(made()?),
            3 => Self::InOut(made()?),
            4 => Self::OutIn(made()?),
            STEPS => {
                let jumps = [Jump::Start, Jump::End, Jump::None, Jump::Both];
                let jump = jumps.into_iter().find(|jump| *jump as u32 == curve)?;
                Self::Steps(Steps::new(u32::try_from(whole[0]).ok()?, jump).ok()?)
            }
            _ => return None,
        };
        // Equal easings have equal bytes, so other words for the same easing are refused.
        (easing.is_finite() && easing.words() == words).then_some(easing)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn the_words_of_an_easing_lead_back_to_it(number in 0_u32..20, a in 0.0_f64..=1.0, b in 0.0_f64..=1.0, tag in 0_usize..4) {
            let mode = [Easing::In, Easing::Out, Easing::InOut, Easing::OutIn][tag];
            if let Some(curve) = Curve::numbered(number, [a, b, a, b]) {
                let words = mode(curve).words();
                proptest::prop_assert_eq!(Easing::from_words(words), Some(mode(curve)));
                let text = std::format!("{}", mode(curve));
                proptest::prop_assert_eq!(text.parse(), Ok(mode(curve)), "{}", text);
            }
        }
    }

    #[test]
    fn words_of_no_easing_are_refused() {
        let words = Easing::OUT_QUAD.words();
        assert_eq!(Easing::from_words(words), Some(Easing::OUT_QUAD));
        for place in 0..WORDS {
            let mut other = words;
            other[place] = 99;
            assert_eq!(Easing::from_words(other), None, "word {place}");
        }
    }
}
