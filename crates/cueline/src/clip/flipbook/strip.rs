//! The frames of a flipbook end to end, from the first to the last.

use alloc::boxed::Box;
use core::num::NonZeroU32;

use crate::time::Span;

/// The durations of the frames.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Holds {
    /// The same duration, above zero, for all frames.
    Equal { frames: NonZeroU32, hold: Span },
    /// The end of each frame, in flicks since the start of the strip: above zero, ascending, never empty.
    Each { ends: Box<[i64]> },
}

crate::digest::digested! { enum Holds { Equal { frames, hold }, Each { ends } } }

impl Holds {
    /// The duration of all frames together.
    pub(super) fn strip(&self) -> i128 {
        match self {
            Self::Equal { frames, hold } => i128::from(frames.get()) * i128::from(hold.flicks()),
            Self::Each { ends } => ends.last().copied().map_or(1, i128::from),
        }
    }

    /// The durations of the first and the last frame.
    pub(super) fn outermost(&self) -> (i128, i128) {
        let (first, last) = match self {
            Self::Equal { hold, .. } => (hold.flicks(), hold.flicks()),
            Self::Each { ends } => match **ends {
                [.., before, last] => (ends[0], last - before), // rising
                [only] => (only, only),
                [] => (1, 1), // never empty
            },
        };
        (first.into(), last.into())
    }

    /// The frame at a position in `0..strip`.
    #[expect(clippy::cast_possible_truncation, reason = "frames are counted with an u32")]
    #[expect(clippy::cast_sign_loss, reason = "`place` is not negative, `hold` is above zero")]
    pub(super) fn frame_at(&self, place: i128) -> u32 {
        match (self, i64::try_from(place)) {
            // A division of 64 bits is several times as fast.
            (Self::Equal { hold, .. }, Ok(place)) => (place / hold.flicks()) as u32,
            (Self::Equal { hold, .. }, Err(_)) => (place / i128::from(hold.flicks())) as u32,
            // Below the last end, so it fits.
            (Self::Each { ends }, place) => {
                let place = place.unwrap_or(i64::MAX);
                ends.partition_point(|end| *end <= place) as u32
            }
        }
    }

    /// The start and the end of a frame.
    pub(super) fn span_of(&self, frame: u32) -> (i128, i128) {
        match self {
            Self::Equal { hold, .. } => {
                let (frame, hold) = (i128::from(frame), i128::from(hold.flicks()));
                (frame * hold, (frame + 1) * hold)
            }
            Self::Each { ends } => {
                let frame = frame as usize;
                let from = frame.checked_sub(1).map_or(0, |before| i128::from(ends[before]));
                (from, i128::from(ends[frame]))
            }
        }
    }
}
