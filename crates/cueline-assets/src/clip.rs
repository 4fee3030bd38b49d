//! Clips, as files hold them.

use cueline::{
    clip::{Channel, Clip, ClipBuilder, ClipDuration, ClipError, Cue, CueKind, TrackBuilder},
    time::TickRate,
};

use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::schema::{CueKindForm, RateForm};
use crate::{
    Keys, Named, When,
    document::{USUAL_RATE, is_default, is_usual_rate},
    serial::Written,
};

/// A clip in a file: tracks by the path of the property they move, and named moments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ClipSource {
    /// The frame rate in which it is made, in which times are counted; 60 a second unless told otherwise.
    #[serde(with = "Written", skip_serializing_if = "is_usual_rate")]
    #[cfg_attr(test, schemars(with = "RateForm"))]
    pub rate: TickRate,
    /// How long it lasts; until its last key or cue unless told otherwise.
    #[serde(skip_serializing_if = "is_default")]
    pub length: LengthSource,
    /// Tracks by the path of the property they move, such as `arm.rotation`.
    #[serde(skip_serializing_if = "is_default")]
    pub tracks: Named<Keys>,
    /// Named moments in any order.
    #[serde(skip_serializing_if = "is_default")]
    pub cues: Vec<CueSource>,
    /// Anything that only its maker needs to know.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

impl Default for ClipSource {
    fn default() -> Self {
        Self {
            rate: USUAL_RATE,
            length: LengthSource::Whole,
            tracks: Named::default(),
            cues: Vec::new(),
            meta: Named::default(),
        }
    }
}

/// How long a clip lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum LengthSource {
    /// Until its last key or cue.
    #[default]
    Whole,
    /// This long, and no key or cue may come later.
    Exactly(When),
    /// This long, also where keys come later: they shape the curve but are not reached.
    Cut(When),
}

impl LengthSource {
    /// What it stands for at that rate.
    #[must_use]
    pub fn at(self, rate: TickRate) -> ClipDuration {
        match self {
            Self::Whole => ClipDuration::Whole,
            Self::Exactly(when) => ClipDuration::Exactly(when.span(rate)),
            Self::Cut(when) => ClipDuration::Cut(when.span(rate)),
        }
    }
}

/// A named moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CueSource {
    /// When.
    pub at: When,
    /// What it is called; several may share a name.
    pub name: String,
    /// Whether it counts when it is jumped over.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "CueKindForm"))]
    pub kind: CueKind,
}

impl ClipSource {
    /// What the core builds the clip from; nothing is checked yet.
    #[must_use]
    pub fn draft(&self, name: &str) -> ClipBuilder {
        let track = |(path, keys): (&String, &Keys)| TrackBuilder {
            path: path.clone(),
            keys: keys.keyframes(self.rate),
        };
        let cue = |cue: &CueSource| Cue {
            at: cue.at.span(self.rate),
            name: cue.name.clone(),
            kind: cue.kind,
        };
        ClipBuilder {
            name: name.into(),
            length: self.length.at(self.rate),
            rate: self.rate,
            tracks: self.tracks.iter().map(track).collect(),
            cues: self.cues.iter().map(cue).collect(),
        }
    }

    /// Builds the clip.
    ///
    /// # Errors
    ///
    /// The first of [`ClipError`], as [`ClipBuilder::build`]; `Document::check` tells all.
    pub fn build(&self, name: &str) -> Result<Clip, ClipError> {
        self.draft(name).build()
    }
}

/// The clip as a file can hold it; building that gives an equal clip.
impl From<&Clip> for ClipSource {
    fn from(clip: &Clip) -> Self {
        let track =
            |(path, channel): (&str, &Channel)| Some((path.to_owned(), channel.try_into().ok()?));
        let cue =
            |cue: &Cue| CueSource { at: cue.at.into(), name: cue.name.clone(), kind: cue.kind };
        Self {
            rate: clip.rate(),
            length: LengthSource::Cut(clip.duration().into()),
            tracks: clip.channels().filter_map(track).collect(),
            cues: clip.cues().iter().map(cue).collect(),
            meta: Named::default(),
        }
    }
}
