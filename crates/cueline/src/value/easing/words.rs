//! An easing as words of 32 bits, for saves in which each byte has its place.

#[cfg(any(feature = "serde", test))]
use alloc::vec::Vec;

use super::{Curve, Custom, Easing, EasingPath, PathSegment, curve::PATH};
#[cfg(any(feature = "serde", test))]
use super::{Jump, Steps};

/// How many words an easing takes, without the segments of a path.
pub(crate) const WORDS: usize = 10;
/// How many words a segment of a path takes: its sort and six numbers.
#[cfg(any(feature = "serde", test))]
pub(crate) const SEGMENT_WORDS: usize = 13;

/// The tags of what is no use of a curve.
const LINEAR: u32 = 0;
const STEPS: u32 = 5;
const CUSTOM: u32 = 6;

impl Easing {
    /// The tag, the number of the curve, four numbers, and the segments of a path. Two easings are equal when their
    /// words are, but for zeros of either sign. A custom function counts as the digest of its values at sixteen
    /// places, and cannot be read back.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> {
        let (tag, curve) = match self {
            Self::Linear => (LINEAR, None),
            Self::In(curve) => (1, Some(curve)),
            Self::Out(curve) => (2, Some(curve)),
            Self::InOut(curve) => (3, Some(curve)),
            Self::OutIn(curve) => (4, Some(curve)),
            Self::Steps(_) => (STEPS, None),
            Self::Custom(_) => (CUSTOM, None),
        };
        let mut path: Option<EasingPath> = None;
        let (curve, numbers) = match (self, curve) {
            (_, Some(Curve::Path(drawn))) => {
                path = Some(*drawn);
                (PATH, [drawn.segments().len() as u64, drawn.start().to_bits(), 0, 0])
            }
            (_, Some(curve)) => {
                let (number, _, parameters) = curve.parts();
                (number, parameters.all.map(f64::to_bits))
            }
            (Self::Steps(steps), _) => (steps.jump() as u32, [u64::from(steps.count()), 0, 0, 0]),
            (Self::Custom(Custom(function)), _) => {
                let values: [u64; 16] =
                    core::array::from_fn(|place| function((place as f64 + 1.0) / 17.0).to_bits());
                (0, [crate::digest::digest(&values), 0, 0, 0])
            }
            _ => (0, [0; 4]),
        };
        let segments = path.into_iter().flat_map(|path| path.segments());
        [tag, curve]
            .into_iter()
            .chain(numbers.into_iter().flat_map(halves))
            .chain(segments.flat_map(segment_words))
    }

    /// The easing that has these words, with `more` for the words of each segment of a path; none for words that no
    /// easing has, and for a custom function.
    #[cfg(any(feature = "serde", test))]
    pub(crate) fn from_words(
        words: [u32; WORDS],
        mut more: impl FnMut() -> Option<[u32; SEGMENT_WORDS]>,
    ) -> Option<Self> {
        let [tag, curve, numbers @ ..] = words;
        let whole: [u64; 4] = core::array::from_fn(|place| {
            u64::from(numbers[2 * place]) | u64::from(numbers[2 * place + 1]) << 32
        });
        let mut read: Vec<u32> = words.to_vec();
        let mut drawn = || {
            if curve != PATH {
                return Curve::numbered(curve, whole.map(f64::from_bits));
            }
            let count =
                usize::try_from(whole[0]).ok().filter(|count| *count <= EasingPath::LONGEST)?;
            let mut segments = Vec::with_capacity(count);
            for _ in 0..count {
                let words = more()?;
                read.extend(words);
                segments.push(segment(words)?);
            }
            EasingPath::new(f64::from_bits(whole[1]), &segments).ok().map(Curve::Path)
        };
        let easing = match tag {
            LINEAR => Self::Linear,
            1 => Self::In(drawn()?),
            2 => Self::Out(drawn()?),
            3 => Self::InOut(drawn()?),
            4 => Self::OutIn(drawn()?),
            STEPS => {
                let jumps = [Jump::Start, Jump::End, Jump::None, Jump::Both];
                let jump = jumps.into_iter().find(|jump| *jump as u32 == curve)?;
                Self::Steps(Steps::new(u32::try_from(whole[0]).ok()?, jump).ok()?)
            }
            _ => return None,
        };
        // Equal easings have equal bytes, so other words for the same easing are refused.
        (easing.is_finite() && easing.words().eq(read)).then_some(easing)
    }
}

fn segment_words(segment: &PathSegment) -> impl Iterator<Item = u32> + use<> {
    let (sort, [leave, arrive, to]) = match *segment {
        PathSegment::Line { to } => (0, [[0.0; 2], [0.0; 2], to]),
        PathSegment::Cubic { leave, arrive, to } => (1, [leave, arrive, to]),
    };
    let numbers = [leave, arrive, to].into_iter().flatten();
    [sort].into_iter().chain(numbers.flat_map(|number| halves(number.to_bits())))
}

#[cfg(any(feature = "serde", test))]
fn segment([sort, numbers @ ..]: [u32; SEGMENT_WORDS]) -> Option<PathSegment> {
    let [leave, arrive, to] = core::array::from_fn(|point| {
        core::array::from_fn(|axis| {
            let place = 4 * point + 2 * axis;
            f64::from_bits(u64::from(numbers[place]) | u64::from(numbers[place + 1]) << 32)
        })
    });
    match sort {
        0 => Some(PathSegment::Line { to }),
        1 => Some(PathSegment::Cubic { leave, arrive, to }),
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}
