//! The form of a flipbook in files; reading makes the same checks as building.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::{Flipbook, Holds, Order, Pictures};
use crate::{
    clip::{ContentError, Cue},
    time::Span,
};

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Flipbook", deny_unknown_fields)]
pub(super) struct SavedFlipbook {
    frames: Frames,
    #[serde(default)]
    order: Order,
    #[serde(default)]
    times: Option<NonZeroU32>,
    #[serde(default)]
    offset: Span,
    #[serde(default)]
    pictures: SavedPictures,
    #[serde(default)]
    cues: Vec<Cue>,
}

/// The picture of the first frame, or of each.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Pictures")]
enum SavedPictures {
    From(u32),
    Each(Vec<u32>),
}

impl Default for SavedPictures {
    fn default() -> Self {
        Self::From(0)
    }
}

/// The duration of each frame, or one for all frames.
#[derive(serde::Serialize, serde::Deserialize)]
enum Frames {
    Equal { count: u32, hold: Span },
    Each(Vec<Span>),
}

impl TryFrom<SavedFlipbook> for Flipbook {
    type Error = ContentError;

    fn try_from(saved: SavedFlipbook) -> Result<Self, ContentError> {
        let flipbook = match saved.frames {
            Frames::Equal { count, hold } => Self::equal(count, hold),
            Frames::Each(holds) => Self::each(holds),
        }?;
        let flipbook = match saved.pictures {
            SavedPictures::From(first) => flipbook.first(first),
            SavedPictures::Each(list) => flipbook.pictures(list)?,
        };
        let flipbook = flipbook.order(saved.order).offset(saved.offset).with_cues(saved.cues)?;
        match saved.times {
            Some(passes) => flipbook.times(passes.get()),
            None => Ok(flipbook),
        }
    }
}

impl From<Flipbook> for SavedFlipbook {
    fn from(flipbook: Flipbook) -> Self {
        let frames = match &flipbook.holds {
            Holds::Equal { frames, hold } => Frames::Equal { count: frames.get(), hold: *hold },
            Holds::Each { ends } => {
                let starts = core::iter::once(&0).chain(ends.iter());
                let hold = |(start, end): (&i64, &i64)| Span::from_flicks(end - start); // rising
                Frames::Each(starts.zip(ends.iter()).map(hold).collect())
            }
        };
        let pictures = match &flipbook.pictures {
            Pictures::From(first) => SavedPictures::From(*first),
            Pictures::Each(list) => SavedPictures::Each(list.to_vec()),
        };
        let cues = flipbook.cues().to_vec();
        let Flipbook { order, times, offset, .. } = flipbook;
        Self { frames, order, times, offset, pictures, cues }
    }
}
