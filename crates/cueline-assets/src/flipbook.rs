//! Flipbooks and the sheets with their pictures, as files hold them.

use cueline::{
    clip::{ContentError, Cue, Flipbook, Order},
    playback::Repeat,
    time::TickRate,
};

use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::schema::{OrderForm, RateForm, RepeatForm};
use crate::{
    clip::CueSource,
    forms::{USUAL_RATE, When},
    named::Named,
    serial::{is_default, optional},
};

/// A flipbook in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FlipbookSource {
    /// The name of the [`Sheet`] with its pictures, where the document holds it.
    #[serde(skip_serializing_if = "is_default")]
    pub sheet: Option<String>,
    /// The frame rate in which times without a unit count. Without it every time needs a unit.
    #[serde(with = "optional", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<RateForm>"))]
    pub rate: Option<TickRate>,
    /// Its frames.
    pub frames: Frames,
    /// The order in which a pass shows them.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "OrderForm"))]
    pub order: Order,
    /// How many passes it plays; forever without it.
    #[serde(skip_serializing_if = "is_forever")]
    #[cfg_attr(test, schemars(with = "RepeatForm"))]
    pub repeat: Repeat,
    /// The time of its first pass at which it starts.
    #[serde(skip_serializing_if = "is_default")]
    pub offset: When,
    /// Cues at times of the first pass. Each happens again whenever the frame in which it lies shows again.
    #[serde(skip_serializing_if = "is_default")]
    pub cues: Vec<CueSource>,
    /// Notes for tools and authors.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

impl Default for FlipbookSource {
    fn default() -> Self {
        Self {
            sheet: None,
            rate: None,
            frames: Frames::List(Vec::new()),
            order: Order::Forward,
            repeat: Repeat::Forever,
            offset: When::ZERO,
            cues: Vec::new(),
            meta: Named::default(),
        }
    }
}

fn is_forever(repeat: &Repeat) -> bool {
    *repeat == Repeat::Forever
}

impl FlipbookSource {
    /// The frame rate of the flipbook's times: `rate`, or 60 per second.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::TickRate;
    ///
    /// assert_eq!(cueline_assets::FlipbookSource::default().frame_rate(), TickRate::HZ_60);
    /// ```
    #[must_use]
    pub fn frame_rate(&self) -> TickRate {
        self.rate.unwrap_or(USUAL_RATE)
    }

    /// Builds the flipbook, with its cues; it shows the numbers of its pictures on their sheet.
    ///
    /// More than [`u32::MAX`] passes are cut to that; `Document::check` refuses them.
    ///
    /// # Errors
    ///
    /// The first [`ContentError`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::read;
    /// # use cueline::time::Time;
    /// let file = r#"(version: 1, flipbooks: {"run": (frames: Run(first: 4, count: 8, hold: "60ms"),
    ///     cues: [(at: "120ms", name: "step")])})"#;
    /// let run = read(file.as_bytes(), "hero.ron")?.document.flipbooks["run"].build()?;
    /// assert_eq!(run.frame_at(Time::ZERO, Time::from_millis(130)), 6);
    /// assert_eq!(run.cues()[0].name(), "step");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(&self) -> Result<Flipbook, ContentError> {
        let rate = self.frame_rate();
        let book = match &self.frames {
            Frames::Run { first, count, hold } => {
                Flipbook::equal(*count, hold.span(rate))?.first(*first)
            }
            Frames::List(frames) => {
                Flipbook::each(frames.iter().map(|frame| frame.hold.span(rate)))?
                    .pictures(frames.iter().map(|frame| frame.show))?
            }
        };
        let cue =
            |cue: &CueSource| Cue { at: cue.at.span(rate), name: cue.name.clone(), kind: cue.kind };
        let book = book.order(self.order).offset(self.offset.span(rate));
        let book = book.with_cues(self.cues.iter().map(cue))?;
        match self.repeat {
            Repeat::Forever => Ok(book),
            Repeat::Once => book.times(1),
            Repeat::Times(passes) => book.times(u32::try_from(passes).unwrap_or(u32::MAX)),
        }
    }

    /// The picture on the sheet of frame `frame`, counted from 0; `None` if there is no such frame.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline_assets::read;
    /// let file = r#"(version: 1, flipbooks: {"run": (frames: Run(first: 4, count: 8, hold: "60ms"))})"#;
    /// let run = &read(file.as_bytes(), "hero.ron")?.document.flipbooks["run"];
    /// assert_eq!((run.picture(0), run.picture(8)), (Some(4), None));
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
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

/// The frames of a flipbook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Frames {
    /// Pictures that follow each other on the sheet, each for the same time.
    Run {
        /// The first picture, from 0.
        #[serde(default, skip_serializing_if = "is_default")]
        first: u32,
        /// The number of pictures.
        count: u32,
        /// The duration of each picture.
        hold: When,
    },
    /// Any pictures, each for a time of its own.
    List(Vec<FrameSource>),
}

/// A picture and its duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FrameSource {
    /// The picture of the sheet, from 0.
    pub show: u32,
    /// The duration of the picture.
    pub hold: When,
}

/// An image with many pictures on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// The image's file, relative to the document.
    pub image: String,
    /// The image's width and height in pixels; `None` where they are unknown.
    #[serde(skip_serializing_if = "is_default")]
    pub size: Option<[u32; 2]>,
    /// The pictures on it.
    #[serde(skip_serializing_if = "is_default")]
    pub pictures: Vec<Picture>,
    /// Named parts of the pictures.
    #[serde(skip_serializing_if = "is_default")]
    pub slices: Named<Vec<Slice>>,
    /// Notes for tools and authors.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

/// One picture of a [`Sheet`]. All numbers are pixels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Picture {
    /// Its name; may be empty.
    #[serde(skip_serializing_if = "is_default")]
    pub name: String,
    /// Its left edge and top edge on the image, and its own width and height: on the image they are exchanged if it lies
    /// there rotated.
    pub area: [u32; 4],
    /// Whether it lies on the image rotated by a quarter turn, clockwise.
    #[serde(skip_serializing_if = "is_default")]
    pub rotated: bool,
    /// Whether it lies on the image turned by half a turn, or by half a turn more if it is rotated.
    #[serde(skip_serializing_if = "is_default")]
    pub upside_down: bool,
    /// How far right and down of the whole picture's corner the area belongs, where empty margins were trimmed.
    #[serde(skip_serializing_if = "is_default")]
    pub offset: [i32; 2],
    /// Width and height of the picture before its margins were trimmed; those of the area without it.
    #[serde(skip_serializing_if = "is_default")]
    pub source_size: Option<[u32; 2]>,
}

/// A named part of the pictures from one frame on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Slice {
    /// From which picture on, from 0.
    #[serde(skip_serializing_if = "is_default")]
    pub from: u32,
    /// Left edge, top edge, width and height within the picture.
    pub area: [i32; 4],
    /// The part that stretches when it is drawn larger, within the slice.
    #[serde(skip_serializing_if = "is_default")]
    pub center: Option<[i32; 4]>,
    /// The point it is placed by, within the slice.
    #[serde(skip_serializing_if = "is_default")]
    pub pivot: Option<[i32; 2]>,
}
