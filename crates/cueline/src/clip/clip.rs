//! A named bundle of tracks and cues with one duration.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::{
    fmt,
    hash::{Hash, Hasher},
};

use super::{Animated, Channel, Cue, CuesIn, Suggestion, Track, Value, ValueKind, Window, cue};
use crate::{
    digest::Digest,
    time::{Span, TickRate},
};

/// An animation: tracks by property path, cues by name, a duration. Immutable, made by
/// [`ClipBuilder`](super::ClipBuilder).
///
/// Sampling changes nothing: any number of players and threads can share one clip.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::ClipBuilder", into = "super::ClipBuilder"))]
pub struct Clip {
    pub(super) name: Box<str>,
    /// Never negative.
    pub(super) length: Span,
    pub(super) rate: TickRate,
    /// Sorted by path, each path once.
    pub(super) channels: Box<[(Box<str>, Channel)]>,
    /// Sorted by time; of one time in the order of declaration. All within `ZERO..=length`, and no
    /// more than an u32 counts.
    pub(super) cues: Box<[Cue]>,
    /// Derived from the rest.
    pub(super) digest: u64,
    pub(super) layout: u64,
}

impl Clip {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The duration of one pass; may be zero, never less.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Keyframe}, time::ms};
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    /// let hop = ClipBuilder::new("hop").track("y", keys).cue(Cue::effect(ms(400), "land")).build()?;
    /// assert_eq!(hop.duration(), ms(400));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn duration(&self) -> Span {
        self.length
    }

    /// The frame rate in which it was made. Only editors and exporters need it: time is not in frames.
    #[must_use]
    pub fn rate(&self) -> TickRate {
        self.rate
    }

    /// Its named moments, sorted by time; [`EventKind::Cue`](crate::event::EventKind::Cue) holds the index.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Keyframe}, time::ms};
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    /// let hop = ClipBuilder::new("hop").track("y", keys).cue(Cue::effect(ms(400), "land")).build()?;
    /// assert_eq!(hop.cues()[0].name(), "land");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cues(&self) -> &[Cue] {
        &self.cues
    }

    /// The cues passed in `window`, in the order in which they were passed, with their indices.
    ///
    /// Cues of one moment come in the order of their indices, in both directions.
    #[must_use]
    pub fn cues_in(&self, window: Window) -> CuesIn<'_> {
        cue::in_window(&self.cues, window)
    }

    /// The track of that path.
    ///
    /// # Errors
    ///
    /// [`TrackNotFound::Path`] where there is none, [`TrackNotFound::ValueKind`] where it is of another kind.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Keyframe}, time::ms};
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    /// let hop = ClipBuilder::new("hop").track("y", keys).cue(Cue::effect(ms(400), "land")).build()?;
    /// assert_eq!(hop.track::<f64>("y")?.sample(ms(100)), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn track<T: Animated>(&self, path: &str) -> Result<&Track<T>, TrackNotFound> {
        let channel = self.channel(path)?;
        T::track(channel).ok_or_else(|| TrackNotFound::ValueKind {
            path: path.into(),
            found: channel.kind(),
            needed: T::OF_KIND,
        })
    }

    /// The track of that path, of whatever kind.
    ///
    /// # Errors
    ///
    /// [`TrackNotFound::Path`] where there is none.
    pub fn channel(&self, path: &str) -> Result<&Channel, TrackNotFound> {
        match self.channels.binary_search_by(|(known, _)| (**known).cmp(path)) {
            Ok(index) => Ok(&self.channels[index].1),
            Err(_) => {
                let known: Vec<String> = self.channels().map(|(path, _)| path.into()).collect();
                Err(TrackNotFound::Path(Suggestion::new(path, known)))
            }
        }
    }

    /// All tracks, sorted by path.
    #[must_use]
    pub fn channels(&self) -> impl ExactSizeIterator<Item = (&str, &Channel)> {
        self.channels.iter().map(|(path, channel)| (&**path, channel))
    }

    /// The value of the track of that path at `at`.
    ///
    /// # Errors
    ///
    /// As [`channel`](Self::channel).
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Keyframe}, time::ms};
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    /// let hop = ClipBuilder::new("hop").track("y", keys).cue(Cue::effect(ms(400), "land")).build()?;
    /// assert_eq!(hop.sample("y", ms(100)), Ok(cueline::clip::Value::F64(2.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(&self, path: &str, at: Span) -> Result<Value, TrackNotFound> {
        Ok(self.channel(path)?.sample(at))
    }

    /// Hands every path and its value at `at` to `write`, sorted by path: binding by hand.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Keyframe}, time::ms};
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    /// let hop = ClipBuilder::new("hop").track("y", keys).cue(Cue::effect(ms(400), "land")).build()?;
    /// let mut written = Vec::new();
    /// hop.for_each(ms(100), |path, value| written.push((path.to_string(), value)));
    /// assert_eq!(written, [("y".to_string(), cueline::clip::Value::F64(2.0))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each(&self, at: Span, mut write: impl FnMut(&str, Value)) {
        for (path, channel) in self.channels() {
            write(path, channel.sample(at));
        }
    }

    /// A hash of everything in the clip: a saved state finds by it that a clip has changed.
    ///
    /// The same on every machine. Easings count by their shape.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// A hash of its paths and kinds: what a binding has to agree with.
    pub(crate) fn layout(&self) -> u64 {
        self.layout
    }

    /// The same with its digests worked out.
    pub(super) fn digested(mut self) -> Self {
        let mut layout = Digest::default();
        let mut all = Digest::default();
        (&self.name, self.length, self.rate, &self.cues).hash(&mut all);
        for (path, channel) in &self.channels {
            (path, channel.kind()).hash(&mut layout);
            path.hash(&mut all);
            channel.feed(&mut all);
        }
        (self.layout, self.digest) = (layout.finish(), all.finish());
        self
    }
}

/// Why a clip has no such track.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrackNotFound {
    /// There is no track of that path.
    Path(Suggestion),
    /// The track is of another kind.
    ValueKind {
        /// Its path.
        path: String,
        /// The kind it is of.
        found: ValueKind,
        /// The kind asked for.
        needed: ValueKind,
    },
}

impl fmt::Display for TrackNotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(suggestion) => write!(f, "there is no track {suggestion}"),
            Self::ValueKind { path, found, needed } => {
                write!(f, "the track {path:?} holds {found}, not {needed}")
            }
        }
    }
}

impl core::error::Error for TrackNotFound {}
