//! An easing as a fixed number of words, for saves in which each byte has its place.

#[cfg(any(feature = "serde", test))]
use super::{CubicBezier, Jump, Steps};
use super::{Curve, Custom, Easing};

/// How many words an easing takes.
pub(crate) const WORDS: usize = 10;

/// The tags of what is no use of a curve.
const LINEAR: u32 = 0;
const STEPS: u32 = 5;
const CUSTOM: u32 = 6;

impl Easing {
    /// Its kind, the kind of its curve, and four numbers. Two easings are equal when their words are, but for zeros of
    /// either sign. A custom function is told by the digest of its values at sixteen places; it cannot be read.
    pub(crate) fn words(&self) -> [u32; WORDS] {
        let (mode, curve) = match self {
            Self::Linear => return words(LINEAR, 0, [0; 4]),
            Self::In(curve) => (1, curve),
            Self::Out(curve) => (2, curve),
            Self::InOut(curve) => (3, curve),
            Self::OutIn(curve) => (4, curve),
            Self::Steps(steps) => {
                return words(STEPS, steps.jump() as u32, [u64::from(steps.count()), 0, 0, 0]);
            }
            Self::Custom(Custom(function)) => {
                let values: [u64; 16] =
                    core::array::from_fn(|place| function((place as f64 + 1.0) / 17.0).to_bits());
                return words(CUSTOM, 0, [crate::digest::digest(&values), 0, 0, 0]);
            }
        };
        let one = |a: f64| [a.to_bits(), 0, 0, 0];
        let two = |a: f64, b: f64| [a.to_bits(), b.to_bits(), 0, 0];
        let (curve, numbers) = match curve {
            Curve::Sine => (0, [0; 4]),
            Curve::Quad => (1, [0; 4]),
            Curve::Cubic => (2, [0; 4]),
            Curve::Quart => (3, [0; 4]),
            Curve::Quint => (4, [0; 4]),
            Curve::Expo => (5, [0; 4]),
            Curve::Circ => (6, [0; 4]),
            Curve::Bounce => (7, [0; 4]),
            Curve::Back { overshoot } => (8, one(*overshoot)),
            Curve::Elastic { amplitude, period } => (9, two(*amplitude, *period)),
            Curve::Power(exponent) => (10, one(*exponent)),
            Curve::Bezier(bezier) => (11, bezier.handles().map(f64::to_bits)),
            Curve::NewtonBezier(bezier) => (12, bezier.handles().map(f64::to_bits)),
            Curve::Exponential { exponent } => (13, one(*exponent)),
            Curve::BackSine { amplitude } => (14, one(*amplitude)),
            Curve::Springy { oscillations, springiness } => (15, two(*oscillations, *springiness)),
            Curve::Bounces { bounces, bounciness } => (16, two(*bounces, *bounciness)),
        };
        words(mode, curve, numbers)
    }

    /// The easing that has these words; none for words that no easing has, and for a custom function.
    #[cfg(any(feature = "serde", test))]
    pub(crate) fn from_words(words: [u32; WORDS]) -> Option<Self> {
        let [mode, curve, numbers @ ..] = words;
        let whole: [u64; 4] = core::array::from_fn(|place| {
            u64::from(numbers[2 * place]) | u64::from(numbers[2 * place + 1]) << 32
        });
        let easing = match mode {
            LINEAR => Self::Linear,
            1 => Self::In(read_curve(curve, whole.map(f64::from_bits))?),
            2 => Self::Out(read_curve(curve, whole.map(f64::from_bits))?),
            3 => Self::InOut(read_curve(curve, whole.map(f64::from_bits))?),
            4 => Self::OutIn(read_curve(curve, whole.map(f64::from_bits))?),
            STEPS => {
                let jumps = [Jump::Start, Jump::End, Jump::None, Jump::Both];
                let jump = jumps.into_iter().find(|jump| *jump as u32 == curve)?;
                Self::Steps(Steps::new(u32::try_from(whole[0]).ok()?, jump).ok()?)
            }
            _ => return None,
        };
        // What is not said must be said in one way only.
        (easing.is_finite() && easing.words() == words).then_some(easing)
    }
}

#[cfg(any(feature = "serde", test))]
fn read_curve(curve: u32, [a, b, c, d]: [f64; 4]) -> Option<Curve> {
    Some(match curve {
        0 => Curve::Sine,
        1 => Curve::Quad,
        2 => Curve::Cubic,
        3 => Curve::Quart,
        4 => Curve::Quint,
        5 => Curve::Expo,
        6 => Curve::Circ,
        7 => Curve::Bounce,
        8 => Curve::Back { overshoot: a },
        9 => Curve::Elastic { amplitude: a, period: b },
        10 => Curve::Power(a),
        11 => Curve::Bezier(CubicBezier::new(a, b, c, d).ok()?),
        12 => Curve::NewtonBezier(CubicBezier::new(a, b, c, d).ok()?),
        13 => Curve::Exponential { exponent: a },
        14 => Curve::BackSine { amplitude: a },
        15 => Curve::Springy { oscillations: a, springiness: b },
        16 => Curve::Bounces { bounces: a, bounciness: b },
        _ => return None,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
fn words(mode: u32, curve: u32, [a, b, c, d]: [u64; 4]) -> [u32; WORDS] {
    let [low, high] = [|number: u64| number as u32, |number: u64| (number >> 32) as u32];
    [mode, curve, low(a), high(a), low(b), high(b), low(c), high(c), low(d), high(d)]
}
