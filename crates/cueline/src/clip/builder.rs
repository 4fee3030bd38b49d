//! Clip builders: mutable data, checked as a whole when the clip is built.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{Animated, Clip, ContentError, Cue, Keyframe, Keys};
use crate::{
    motion::Purpose,
    order::sort_by,
    time::{Span, TickRate},
};

/// The parts of a clip, checked as a whole by [`ClipBuilder::build`]. Also the form of a clip in files.
///
/// # Examples
///
/// ```
/// use cueline::{
///     clip::{ClipBuilder, ContentError, Cue, Keyframe},
///     time::Span,
/// };
///
/// let ms = Span::from_millis;
/// let reload = ClipBuilder::new("reload")
///     .track("angle", [Keyframe::linear(ms(0), 0.0_f32), Keyframe::linear(ms(400), 30.0)])
///     .cue(Cue::effect(ms(100), "click"))
///     .cue(Cue::state(ms(400), "magazine full"))
///     .build()?;
/// assert_eq!(reload.duration(), ms(400));
/// assert_eq!(reload.track::<f32>("angle")?.sample(ms(100)), 7.5);
///
/// let twice = ClipBuilder::from(reload).track("angle", [Keyframe::hold(ms(0), 1_i32)]).build();
/// assert_eq!(twice, Err(ContentError::DuplicatePath { path: "angle".into() }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ClipBuilder {
    name: String,
    #[cfg_attr(feature = "serde", serde(default))]
    duration: ClipDuration,
    #[cfg_attr(feature = "serde", serde(default = "default_rate"))]
    rate: TickRate,
    #[cfg_attr(feature = "serde", serde(default))]
    purpose: Purpose,
    /// In any order, as are the cues.
    #[cfg_attr(feature = "serde", serde(default))]
    tracks: Vec<TrackBuilder>,
    #[cfg_attr(feature = "serde", serde(default))]
    cues: Vec<Cue>,
}

/// A track of a [`ClipBuilder`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct TrackBuilder {
    path: String,
    keys: Keys,
}

/// The duration of a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ClipDuration {
    /// Until its last keyframe or cue.
    #[default]
    Whole,
    /// This duration; no keyframe or cue may come later.
    Exactly(Span),
    /// This duration; later keyframes shape the curve but are not reached. Cues may not come later.
    Cut(Span),
}

/// [`ClipDuration::Exactly`].
impl From<Span> for ClipDuration {
    fn from(duration: Span) -> Self {
        Self::Exactly(duration)
    }
}

impl ClipBuilder {
    /// A builder without tracks and cues, at 60 Hz.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        let (tracks, cues) = (Vec::new(), Vec::new());
        Self {
            name: name.into(),
            duration: ClipDuration::Whole,
            rate: default_rate(),
            purpose: Purpose::Essential,
            tracks,
            cues,
        }
    }

    /// Sets the name, as for a copy of another clip.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::clip::ClipBuilder;
    ///
    /// let walk = ClipBuilder::new("walk").build()?;
    /// let copy = ClipBuilder::from(walk).name("limp").build()?;
    /// assert_eq!(copy.name(), "limp");
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets the duration. By default it is the time of the last keyframe or cue.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, ClipDuration, Keyframe}, time::ms};
    ///
    /// let hop = ClipBuilder::new("hop").track("y", [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)]);
    /// assert_eq!(hop.clone().duration(ms(500)).build()?.duration(), ms(500)); // holds its end
    /// assert_eq!(hop.clone().duration(ClipDuration::Cut(ms(300))).build()?.duration(), ms(300));
    /// assert_eq!(
    ///     hop.duration(ms(300)).build().unwrap_err().to_string(),
    ///     r#"track "y" has a keyframe at 400 ms but must end by 300 ms"#
    /// );
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn duration(self, duration: impl Into<ClipDuration>) -> Self {
        Self { duration: duration.into(), ..self }
    }

    /// Sets the frame rate, for editors and exporters: times stay as they are.
    #[must_use]
    pub fn rate(self, rate: TickRate) -> Self {
        Self { rate, ..self }
    }

    /// Marks the clip as one that moves for decoration only: a display with reduced motion draws it still; see
    /// [`motion`](crate::motion).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Keyframe}, motion::Purpose, time::ms};
    ///
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    /// let sway = ClipBuilder::new("sway").track("angle", keys).decorative().build()?;
    /// assert_eq!(sway.purpose(), Purpose::Decorative);
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn decorative(self) -> Self {
        Self { purpose: Purpose::Decorative, ..self }
    }

    /// Adds a track for the property at `path`. Its keyframes must be sorted by time.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Keyframe}, time::ms};
    ///
    /// let hop = ClipBuilder::new("hop")
    ///     .track("y", [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)])
    ///     .track("visible", [Keyframe::hold(ms(0), true)])
    ///     .build()?;
    /// assert_eq!(hop.track::<f64>("y")?.sample(ms(200)), 4.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn track<T: Animated>(
        self,
        path: impl Into<String>,
        keyframes: impl IntoIterator<Item = Keyframe<T>>,
    ) -> Self {
        self.keys(path, T::keys(keyframes.into_iter().collect()))
    }

    /// Adds a track with keyframes of any kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Keyframe, Keys}, time::ms};
    ///
    /// let read = Keys::F64(vec![Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)]); // from a file
    /// let hop = ClipBuilder::new("hop").keys("y", read).build()?;
    /// assert_eq!(hop.duration(), ms(400));
    /// # Ok::<(), cueline::clip::ContentError>(())
    /// ```
    #[must_use]
    pub fn keys(mut self, path: impl Into<String>, keys: Keys) -> Self {
        self.tracks.push(TrackBuilder { path: path.into(), keys });
        self
    }

    /// Adds a cue. Cues may come in any order.
    #[must_use]
    pub fn cue(self, cue: Cue) -> Self {
        self.cues([cue])
    }

    /// Adds cues, in any order.
    #[must_use]
    pub fn cues(mut self, cues: impl IntoIterator<Item = Cue>) -> Self {
        self.cues.extend(cues);
        self
    }

    /// Checks all parts and builds the clip.
    ///
    /// # Errors
    ///
    /// [`ContentError::Track`] for the first track with invalid keyframes; [`ContentError::DuplicatePath`]
    /// for two tracks of one path; [`ContentError::NegativeDuration`]; [`ContentError::KeyframeOutside`] for a
    /// track that is longer than the clip; [`ContentError::CueOutside`] for a cue before the clip's start
    /// or after its end; [`ContentError::TooManyCues`] beyond `u32::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{ClipBuilder, Cue}, time::ms};
    ///
    /// let early = ClipBuilder::new("hop").duration(ms(400)).cue(Cue::effect(ms(-10), "land"));
    /// assert_eq!(
    ///     early.build().unwrap_err().to_string(),
    ///     r#"cue "land" is at -10 ms but must be between 0 ms and 400 ms"#
    /// );
    /// ```
    pub fn build(self) -> Result<Clip, ContentError> {
        let Self { name, duration, rate, purpose, tracks, mut cues } = self;
        let mut channels = Vec::with_capacity(tracks.len());
        for TrackBuilder { path, keys } in tracks {
            match keys.build() {
                Ok(channel) => channels.push((path.into_boxed_str(), channel)),
                Err(error) => return Err(ContentError::Track { path, error: error.into() }),
            }
        }
        sort_by(&mut channels, |(one, _), (other, _)| one.cmp(other));
        if let Some(pair) = channels.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(ContentError::DuplicatePath { path: pair[0].0.clone().into_string() });
        }
        sort_by(&mut cues, |one, other| one.at.cmp(&other.at)); // cues of one time keep their order
        let longest = channels.iter().max_by_key(|(_, channel)| channel.duration());
        let keyed = longest.map_or(Span::ZERO, |(_, channel)| channel.duration());
        let cued = cues.last().map_or(Span::ZERO, |cue| cue.at);
        let duration = match duration {
            ClipDuration::Whole => keyed.max(cued),
            ClipDuration::Exactly(duration) | ClipDuration::Cut(duration)
                if duration < Span::ZERO =>
            {
                return Err(ContentError::NegativeDuration { duration });
            }
            ClipDuration::Exactly(duration) => match longest {
                Some((path, _)) if keyed > duration => {
                    let path = path.clone().into_string();
                    return Err(ContentError::KeyframeOutside { path, at: keyed, duration });
                }
                _ => duration,
            },
            ClipDuration::Cut(duration) => duration,
        };
        if let Some(cue) = cues.iter().find(|cue| cue.at < Span::ZERO || cue.at > duration) {
            return Err(ContentError::CueOutside { name: cue.name.clone(), at: cue.at, duration });
        }
        if u32::try_from(cues.len()).is_err() {
            return Err(ContentError::TooManyCues { count: cues.len() });
        }
        let (channels, cues) = (channels.into_boxed_slice(), cues.into_boxed_slice());
        let name: Box<str> = name.into();
        Ok(Clip::new(name, duration, (rate, purpose), channels, cues))
    }
}

fn default_rate() -> TickRate {
    TickRate::HZ_60
}

/// Saved as its builder.
#[cfg(feature = "serde")]
impl serde::Serialize for Clip {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        ClipBuilder::from(self.clone()).serialize(to)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Clip {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        ClipBuilder::deserialize(from)?.build().map_err(serde::de::Error::custom)
    }
}

/// Back into a builder, to change the clip or write it to a file. Building it again gives an equal clip.
impl From<Clip> for ClipBuilder {
    fn from(clip: Clip) -> Self {
        let builder = Self::new(clip.name())
            .duration(ClipDuration::Cut(clip.duration()))
            .rate(clip.rate())
            .cues(clip.cues().iter().cloned());
        let builder = Self { purpose: clip.purpose(), ..builder };
        let channels = clip.channels();
        channels.fold(builder, |builder, (path, channel)| builder.keys(path, channel.keys()))
    }
}
