//! Clips, as files hold them.

use cueline::{
    clip::{Channel, Clip, ClipBuilder, ClipDuration, ClipError, Cue, CueKind},
    time::{Span, TickRate},
};

use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::schema::{CueKindForm, RateForm};
use crate::{
    Keys, Named, When,
    document::{USUAL_RATE, is_default},
    serial::optional,
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
    /// Its duration; up to its last key or cue without one.
    #[serde(skip_serializing_if = "is_default")]
    pub duration: DurationSource,
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

/// The duration of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum DurationSource {
    /// Up to its last key or cue; a key before 0 is an error.
    #[default]
    Whole,
    /// Exactly this; a later key or cue is an error, and so is a key before 0.
    Exactly(When),
    /// This, also where keys come later or before 0: they shape the curve, and play never reaches them.
    Cut(When),
}

impl DurationSource {
    /// The duration that the core takes, frames counted at `rate`.
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
    /// Its name; several cues may share one.
    pub name: String,
    /// Whether a jump over it reports it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "CueKindForm"))]
    pub kind: CueKind,
}

impl ClipFile {
    /// The frame rate of its times: `rate`, or 60 per second.
    #[must_use]
    pub fn frame_rate(&self) -> TickRate {
        self.rate.unwrap_or(USUAL_RATE)
    }

    /// The core's builder of this clip; not checked yet.
    #[must_use]
    pub fn builder(&self, name: &str) -> ClipBuilder {
        let rate = self.frame_rate();
        let cue =
            |cue: &CueSource| Cue { at: cue.at.span(rate), name: cue.name.clone(), kind: cue.kind };
        let builder = ClipBuilder::new(name)
            .duration(self.duration.at(rate))
            .rate(rate)
            .cues(self.cues.iter().map(cue));
        let tracks = self.tracks.iter();
        tracks.fold(builder, |builder, (path, keys)| builder.keys(path, keys.keyframes(rate)))
    }

    /// Keys before 0 only shape the curve of a clip with a stated duration, so such a clip keeps its duration.
    #[cfg(feature = "import")]
    pub(crate) fn cut_early_keys(&mut self) {
        let rate = self.frame_rate();
        let times = || self.tracks.values().flat_map(Keys::times);
        if self.duration != DurationSource::Whole || times().all(|at| at.span(rate) >= Span::ZERO) {
            return;
        }
        let last = times().chain(self.cues.iter().map(|cue| cue.at)).max_by_key(|at| at.span(rate));
        let last = last.filter(|at| at.span(rate) > Span::ZERO).unwrap_or_default();
        self.duration = DurationSource::Cut(last);
    }

    /// Builds the clip.
    ///
    /// # Errors
    ///
    /// The first of [`ClipError`], as [`ClipBuilder::build`]; `Document::check` reports all of them.
    pub fn build(&self, name: &str) -> Result<Clip, ClipError> {
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
            tracks: clip.channels().filter_map(track).collect(),
            cues: clip.cues().iter().map(cue).collect(),
            meta: Named::default(),
        }
    }
}
