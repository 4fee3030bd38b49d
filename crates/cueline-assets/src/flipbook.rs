//! Flipbooks and the sheets with their pictures, as files hold them.

use std::num::NonZeroU32;

use cueline::{
    clip::{Flipbook, FlipbookError, Order},
    time::TickRate,
};

use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::schema::{OrderForm, RateForm};
use crate::{
    CueSource, Named, When,
    document::{USUAL_RATE, is_default, is_usual_rate},
    serial::Written,
};

/// A flipbook in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FlipbookSource {
    /// The name of the [`Sheet`] with its pictures, where the document holds it.
    #[serde(skip_serializing_if = "is_default")]
    pub sheet: Option<String>,
    /// The frame rate in which holds are counted; 60 a second unless told otherwise.
    #[serde(with = "Written", skip_serializing_if = "is_usual_rate")]
    #[cfg_attr(test, schemars(with = "RateForm"))]
    pub rate: TickRate,
    /// Its frames.
    pub frames: Frames,
    /// The order in which a pass shows them.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "OrderForm"))]
    pub order: Order,
    /// After how many passes it ends; never without.
    #[serde(skip_serializing_if = "is_default")]
    pub times: Option<NonZeroU32>,
    /// How far into it the start is.
    #[serde(skip_serializing_if = "is_default")]
    pub offset: When,
    /// Named moments of the first pass.
    #[serde(skip_serializing_if = "is_default")]
    pub cues: Vec<CueSource>,
    /// Anything that only its maker needs to know.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

impl Default for FlipbookSource {
    fn default() -> Self {
        Self {
            sheet: None,
            rate: USUAL_RATE,
            frames: Frames::List(Vec::new()),
            order: Order::Forward,
            times: None,
            offset: When::ZERO,
            cues: Vec::new(),
            meta: Named::default(),
        }
    }
}

impl FlipbookSource {
    /// Builds the flipbook. Its frames are counted from 0; [`picture`](Self::picture) tells what they show.
    ///
    /// # Errors
    ///
    /// The first of [`FlipbookError`].
    pub fn build(&self) -> Result<Flipbook, FlipbookError> {
        let book = match &self.frames {
            Frames::Run { count, hold, .. } => Flipbook::equal(*count, hold.span(self.rate)),
            Frames::List(frames) => {
                Flipbook::each(frames.iter().map(|frame| frame.hold.span(self.rate)))
            }
        }?;
        let book = book.order(self.order).offset(self.offset.span(self.rate));
        Ok(match self.times {
            Some(times) => book.times(times),
            None => book,
        })
    }

    /// Which picture of the sheet the flipbook's frame of that number shows; none where there is no such frame.
    #[must_use]
    pub fn picture(&self, frame: u32) -> Option<u32> {
        match &self.frames {
            Frames::Run { first, count, .. } => {
                if frame < *count {
                    first.checked_add(frame)
                } else {
                    None
                }
            }
            Frames::List(frames) => {
                frames.get(usize::try_from(frame).ok()?).map(|frame| frame.show)
            }
        }
    }
}

/// Which pictures show, and for how long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Frames {
    /// Pictures that follow each other in the sheet, all for the same time.
    Run {
        /// The first picture, from 0.
        #[serde(default, skip_serializing_if = "is_default")]
        first: u32,
        /// How many.
        count: u32,
        /// For how long each shows.
        hold: When,
    },
    /// Any pictures, each for its own time.
    List(Vec<FrameSource>),
}

/// A picture and how long it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FrameSource {
    /// Which picture of the sheet, from 0.
    pub show: u32,
    /// For how long.
    pub hold: When,
}

/// An image with many pictures on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// The image's file, relative to the document.
    pub image: String,
    /// The image's width and height in pixels; none where it is not known.
    #[serde(skip_serializing_if = "is_default")]
    pub size: Option<[u32; 2]>,
    /// The pictures on it.
    #[serde(skip_serializing_if = "is_default")]
    pub pictures: Vec<Picture>,
    /// Named parts of the pictures.
    #[serde(skip_serializing_if = "is_default")]
    pub slices: Named<Vec<Slice>>,
    /// Anything that only its maker needs to know.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

/// One picture of a [`Sheet`]. All numbers are pixels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Picture {
    /// What it is called; may be empty.
    #[serde(skip_serializing_if = "is_default")]
    pub name: String,
    /// Its left event, top event, width and height on the image.
    pub area: [u32; 4],
    /// Whether it lies on the image turned by a quarter, clockwise.
    #[serde(skip_serializing_if = "is_default")]
    pub turned: bool,
    /// How far right and down of the whole picture's corner the area belongs, where empty events were cut off.
    #[serde(skip_serializing_if = "is_default")]
    pub offset: [i32; 2],
    /// Width and height of the whole picture, with what was cut off; that of the area without.
    #[serde(skip_serializing_if = "is_default")]
    pub whole: Option<[u32; 2]>,
}

/// A named part of the pictures from one frame on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Slice {
    /// From which picture on, from 0.
    #[serde(skip_serializing_if = "is_default")]
    pub from: u32,
    /// Left event, top event, width and height within the picture.
    pub area: [i32; 4],
    /// The part that stretches when it is drawn larger, within the slice.
    #[serde(skip_serializing_if = "is_default")]
    pub center: Option<[i32; 4]>,
    /// The point it is placed by, within the slice.
    #[serde(skip_serializing_if = "is_default")]
    pub pivot: Option<[i32; 2]>,
}
