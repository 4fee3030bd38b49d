//! Clips: tracks and cues under one name, with one duration.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{Animated, Channel, Cue, LookupError, Suggestion, Track, Value, Window, cue};
use crate::{
    digest::{Digest, Digester},
    motion::Purpose,
    time::{Span, TickRate},
};

/// An animation: tracks by property path, cues, and a duration. Immutable, built by
/// [`ClipBuilder`](super::ClipBuilder).
///
/// Sampling changes nothing: any number of players and threads can use one clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    name: Box<str>,
    /// Never negative.
    duration: Span,
    rate: TickRate,
    purpose: Purpose,
    /// Sorted by path, each path once.
    channels: Box<[(Box<str>, Channel)]>,
    /// Sorted by time, cues of one time in the order of declaration. All within `ZERO..=duration`, at most `u32::MAX`.
    cues: Box<[Cue]>,
    /// Computed from the other fields, as is the layout.
    digest: u64,
    layout: u64,
}

impl Clip {
    /// The caller has sorted and checked the parts.
    pub(super) fn new(
        name: Box<str>,
        duration: Span,
        (rate, purpose): (TickRate, Purpose),
        channels: Box<[(Box<str>, Channel)]>,
        cues: Box<[Cue]>,
    ) -> Self {
        let mut layout = Digester::default();
        let mut all = Digester::default();
        (&name, duration, rate, &cues).feed(&mut all);
        for (path, channel) in &channels {
            (path, channel.kind()).feed(&mut layout);
            path.feed(&mut all);
            channel.feed(&mut all);
        }
        if purpose == Purpose::Decorative {
            purpose.feed(&mut all); // what is essential has the digest that it always had
        }
        let (layout, digest) = (layout.finish(), all.finish());
        Self { name, duration, rate, purpose, channels, cues, digest, layout }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The duration of one pass; may be zero, never less.
    #[must_use]
    pub fn duration(&self) -> Span {
        self.duration
    }

    /// The frame rate of the clip. Only editors and exporters need it: times are not in frames.
    #[must_use]
    pub fn rate(&self) -> TickRate {
        self.rate
    }

    /// Whether the clip moves for decoration only; see [`motion`](crate::motion).
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The cues, sorted by time; [`EventKind::Cue`](crate::event::EventKind::Cue) holds the index.
    #[must_use]
    pub fn cues(&self) -> &[Cue] {
        &self.cues
    }

    /// The cues passed in `window`, in the order in which they were passed, with their indices.
    ///
    /// Cues of one moment come in the order of their indices, in both directions.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Keyframe}, time::ms};
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    /// let hop = ClipBuilder::new("hop").track("y", keys).cue(Cue::effect(ms(400), "land")).build()?;
    /// use cueline::clip::Window;
    ///
    /// assert_eq!(hop.cues_in(Window::forward(ms(300), ms(400))).count(), 1); // the end is included
    /// assert_eq!(hop.cues_in(Window::forward(ms(400), ms(500))).count(), 0); // the start is not
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cues_in(&self, window: Window) -> impl Iterator<Item = (u32, &Cue)> + Clone {
        cue::in_window(&self.cues, window)
    }

    /// The track of a path.
    ///
    /// # Errors
    ///
    /// [`LookupError::Track`] if there is none, [`LookupError::TrackKind`] if it has another kind.
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
    pub fn track<T: Animated>(&self, path: &str) -> Result<&Track<T>, LookupError> {
        let channel = self.channel(path)?;
        T::track(channel).ok_or_else(|| LookupError::TrackKind {
            path: path.into(),
            found: channel.kind(),
            needed: T::OF_KIND,
        })
    }

    /// The track of a path, of any kind.
    ///
    /// # Errors
    ///
    /// [`LookupError::Track`] if there is none.
    pub fn channel(&self, path: &str) -> Result<&Channel, LookupError> {
        match self.channels.binary_search_by(|(known, _)| (**known).cmp(path)) {
            Ok(index) => Ok(&self.channels[index].1),
            Err(_) => {
                let known: Vec<String> = self.channels().map(|(path, _)| path.into()).collect();
                Err(LookupError::Track(Suggestion::new(path, known)))
            }
        }
    }

    /// All tracks with their paths, sorted by path.
    #[must_use]
    pub fn channels(&self) -> impl ExactSizeIterator<Item = (&str, &Channel)> {
        self.channels.iter().map(|(path, channel)| (&**path, channel))
    }

    /// The value of the track of a path at `at`.
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
    pub fn sample(&self, path: &str, at: Span) -> Result<Value, LookupError> {
        Ok(self.channel(path)?.sample(at))
    }

    /// Calls `write` with every path and its value at `at`, sorted by path: binding by hand.
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

    /// A hash of the whole clip, by which a save notices that a clip has changed.
    ///
    /// The same on every machine. Easings count by their curves.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Keyframe}, time::ms};
    /// let keys = [Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(400), 8.0)];
    /// let hop = ClipBuilder::new("hop").track("y", keys).cue(Cue::effect(ms(400), "land")).build()?;
    /// let same = ClipBuilder::from(hop.clone()).build()?;
    /// assert_eq!(hop.digest(), same.digest());
    /// let longer = ClipBuilder::from(hop.clone()).duration(ms(500)).build()?;
    /// assert_ne!(hop.digest(), longer.digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// A hash of the paths and kinds, which a binding compares.
    pub(crate) fn layout(&self) -> u64 {
        self.layout
    }
}
