//! Named moments in a clip.

use alloc::string::String;
use core::ops::Range;

use crate::{event::Direction, time::Span};

/// A named moment of a clip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cue {
    /// When, as the span since the clip's start.
    pub at: Span,
    /// What it is called; several cues may share a name.
    pub name: String,
    /// Whether it counts when it is jumped over.
    #[cfg_attr(feature = "serde", serde(default))]
    pub kind: CueKind,
}

impl Cue {
    /// What it is called, such as the name of a sound.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A cue that counts also when it is jumped over.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Cue, CueKind}, time::ms};
    ///
    /// let open = Cue::state(ms(400), "door is open"); // a skip reports it too
    /// assert_eq!((open.name(), open.kind), ("door is open", CueKind::State));
    /// ```
    #[must_use]
    pub fn state(at: Span, name: impl Into<String>) -> Self {
        Self { at, name: name.into(), kind: CueKind::State }
    }

    /// A cue that may be left out when it is jumped over.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{clip::{Cue, CueKind}, time::ms};
    ///
    /// let creak = Cue::effect(ms(100), "creak"); // a sound
    /// assert_eq!((creak.name(), creak.kind), ("creak", CueKind::Effect));
    /// ```
    #[must_use]
    pub fn effect(at: Span, name: impl Into<String>) -> Self {
        Self { at, name: name.into(), kind: CueKind::Effect }
    }
}

/// Whether a cue counts when a seek or a skip jumps over it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CueKind {
    /// It changes the game (the magazine is full): always delivered.
    #[default]
    State,
    /// It only makes itself heard or seen (a click): may be left out when jumped over.
    Effect,
}

/// A stretch of a clip that was just played, in the direction in which it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    from: Span,
    to: Span,
    direction: Direction,
    with_start: bool,
}

impl Window {
    /// Played forward: `(from, to]`. Empty where `to` is not after `from`.
    #[must_use]
    pub const fn forward(from: Span, to: Span) -> Self {
        Self { from, to, direction: Direction::Forward, with_start: false }
    }

    /// Played backward, down to `to`: `[to, from)`. Empty where `to` is not before `from`.
    #[must_use]
    pub const fn backward(from: Span, to: Span) -> Self {
        Self { from, to, direction: Direction::Backward, with_start: false }
    }

    /// The same with `from` included, as for the first step of something that has just started.
    #[must_use]
    pub const fn with_start(self) -> Self {
        Self { with_start: true, ..self }
    }

    /// Where it begins and where it ends, in the way of travel; that way; and whether it holds its beginning.
    pub(crate) const fn parts(self) -> (Span, Span, Direction, bool) {
        (self.from, self.to, self.direction, self.with_start)
    }
}

/// The cues of `sorted` inside `window`, in the order in which they were passed, with their indices.
///
/// Cues of one moment come in the order of their indices in both directions.
pub(crate) fn in_window(sorted: &[Cue], window: Window) -> CuesIn<'_> {
    let before = |limit: Span| sorted.partition_point(|cue| cue.at < limit);
    let up_to = |limit: Span| sorted.partition_point(|cue| cue.at <= limit);
    let Window { from, to, direction, with_start } = window;
    let rest = match (direction, with_start) {
        (Direction::Forward, false) => up_to(from)..up_to(to),
        (Direction::Forward, true) => before(from)..up_to(to),
        (Direction::Backward, false) => before(to)..before(from),
        (Direction::Backward, true) => before(to)..up_to(from),
    };
    CuesIn { sorted, rest, moment: 0..0, direction }
}

/// Cues in the order in which they were passed; see [`Clip::cues_in`](super::Clip::cues_in).
#[derive(Clone, Debug)]
pub struct CuesIn<'a> {
    sorted: &'a [Cue],
    /// What is still to come, without `moment`; `start > end` is empty.
    rest: Range<usize>,
    /// What is left of the moment at hand; of use backwards only.
    moment: Range<usize>,
    direction: Direction,
}

impl<'a> Iterator for CuesIn<'a> {
    /// The cue's index in its clip, and the cue.
    type Item = (u32, &'a Cue);

    fn next(&mut self) -> Option<Self::Item> {
        let index = match self.direction {
            Direction::Forward => self.rest.next()?,
            Direction::Backward => self.moment.next().or_else(|| self.moment_before())?,
        };
        // A clip refuses more cues than an u32 counts.
        Some((u32::try_from(index).ok()?, &self.sorted[index]))
    }
}

impl CuesIn<'_> {
    /// Opens the moment before the current one and takes its first cue.
    fn moment_before(&mut self) -> Option<usize> {
        let last = self.rest.next_back()?;
        let at = self.sorted[last].at;
        let first =
            self.rest.start + self.sorted[self.rest.start..last].partition_point(|cue| cue.at < at);
        self.moment = first..last + 1;
        self.rest.end = first;
        self.moment.next()
    }
}
