//! Clips, as files hold them.

use cueline::{
    clip::{Channel, Clip, ClipBuilder, ClipDuration, ContentError, Cue, CueKind},
    motion::Purpose,
    time::TickRate,
};

use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::schema::{CueKindForm, DurationForm, RateForm};
use crate::{
    forms::{USUAL_RATE, When},
    key::Keys,
    named::Named,
    serial::{is_default, optional},
};

/// A clip in a file: tracks by the path of the property they move, and cues.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ClipFile {
    /// The frame rate in which times without a unit count. Without it every time needs a unit.
    #[serde(with = "optional", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Option<RateForm>"))]
    pub rate: Option<TickRate>,
    /// The duration, such as `"400ms"`; up to the last key or cue without one.
    #[serde(skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "DurationForm<DurationSource>"))]
    pub duration: DurationSource,
    /// Whether it moves for decoration only, so that a display with reduced motion holds it still.
    #[serde(skip_serializing_if = "is_default")]
    pub decorative: bool,
    /// Tracks by the path of the property they move, such as `arm.rotation`.
    #[serde(skip_serializing_if = "is_default")]
    pub tracks: Named<Keys>,
    /// Cues in any order.
    #[serde(skip_serializing_if = "is_default")]
    pub cues: Vec<CueSource>,
    /// Notes for tools and authors.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

/// The duration of a clip. In a file a bare time, such as `"400ms"`, is exactly that time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum DurationSource {
    /// Up to the last key or cue; a key before 0 is an error.
    #[default]
    Whole,
    /// This time; a later key or cue is an error, and so is a key before 0.
    Exactly(When),
    /// This time, also if keys come later or before 0: such keys shape the curve, and playback never reaches them.
    Cut(When),
}

impl DurationSource {
    /// The duration for the core, with frames counted at `rate`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::ClipDuration, time::{Span, TickRate}};
    /// use cueline_assets::{DurationSource, read};
    ///
    /// let file = |duration: &str| format!(r#"(version: 1, clips: {{"hop": (duration: {duration})}})"#);
    /// for duration in [r#""400ms""#, r#"Exactly("400ms")"#] {
    ///     let document = read(file(duration).as_bytes(), "hop.ron")?.document;
    ///     let duration = document.clips["hop"].duration.at(TickRate::HZ_60);
    ///     assert_eq!(duration, ClipDuration::Exactly(Span::from_millis(400)));
    /// }
    /// # let _ = DurationSource::Whole;
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn at(self, rate: TickRate) -> ClipDuration {
        match self {
            Self::Whole => ClipDuration::Whole,
            Self::Exactly(when) => ClipDuration::Exactly(when.span(rate)),
            Self::Cut(when) => ClipDuration::Cut(when.span(rate)),
        }
    }
}

/// A named moment of a clip or flipbook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CueSource {
    /// Its time.
    pub at: When,
    /// Its name; several cues may have the same name.
    pub name: String,
    /// Whether a jump over it reports it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "CueKindForm"))]
    pub kind: CueKind,
}

impl ClipFile {
    /// The frame rate of the clip's times: `rate`, or 60 per second.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::time::TickRate;
    /// # use cueline_assets::read;
    /// let file = r#"(version: 1, clips: {"hop": (rate: 30, duration: 12, cues: [(at: 6, name: "top")])})"#;
    /// let hop = &read(file.as_bytes(), "hop.ron")?.document.clips["hop"];
    /// assert_eq!(hop.frame_rate(), TickRate::HZ_30);
    /// # Ok::<(), cueline_assets::Problems>(())
    /// ```
    #[must_use]
    pub fn frame_rate(&self) -> TickRate {
        self.rate.unwrap_or(USUAL_RATE)
    }

    /// The core's builder of this clip; not checked yet.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::time::TickRate;
    /// # use cueline_assets::read;
    /// let file = r#"(version: 1, clips: {"hop": (rate: 30, duration: 12, cues: [(at: 6, name: "top")])})"#;
    /// let hop = &read(file.as_bytes(), "hop.ron")?.document.clips["hop"];
    /// let fast = hop.builder("fast hop").duration(cueline::time::ms(300)).build()?;
    /// assert_eq!(fast.cues()[0].at, cueline::time::ms(200));
    /// # let _ = TickRate::HZ_30;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn builder(&self, name: &str) -> ClipBuilder {
        let rate = self.frame_rate();
        let cue =
            |cue: &CueSource| Cue { at: cue.at.span(rate), name: cue.name.clone(), kind: cue.kind };
        let builder = ClipBuilder::new(name)
            .duration(self.duration.at(rate))
            .rate(rate)
            .cues(self.cues.iter().map(cue));
        let builder = if self.decorative { builder.decorative() } else { builder };
        let tracks = self.tracks.iter();
        tracks.fold(builder, |builder, (path, keys)| builder.keys(path, keys.keyframes(rate)))
    }

    /// Builds the clip.
    ///
    /// # Errors
    ///
    /// The first [`ContentError`], as [`ClipBuilder::build`]; `Document::check` reports all errors.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::time::TickRate;
    /// # use cueline_assets::read;
    /// let file = r#"(version: 1, clips: {"hop": (rate: 30, duration: 12, cues: [(at: 6, name: "top")])})"#;
    /// let hop = &read(file.as_bytes(), "hop.ron")?.document.clips["hop"];
    /// assert_eq!(hop.build("hop")?.duration(), cueline::time::ms(400));
    /// # let _ = TickRate::HZ_30;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(&self, name: &str) -> Result<Clip, ContentError> {
        self.builder(name).build()
    }
}

/// The clip in file form; building that gives an equal clip.
impl From<&Clip> for ClipFile {
    fn from(clip: &Clip) -> Self {
        let track =
            |(path, channel): (&str, &Channel)| Some((path.to_owned(), channel.try_into().ok()?));
        let cue =
            |cue: &Cue| CueSource { at: cue.at.into(), name: cue.name.clone(), kind: cue.kind };
        Self {
            rate: Some(clip.rate()),
            duration: DurationSource::Cut(clip.duration().into()),
            decorative: clip.purpose() == Purpose::Decorative,
            tracks: clip.channels().filter_map(track).collect(),
            cues: clip.cues().iter().map(cue).collect(),
            meta: Named::default(),
        }
    }
}
