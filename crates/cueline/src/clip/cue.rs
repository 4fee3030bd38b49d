//! Named moments in a clip.

use alloc::string::String;
use core::ops::Range;

use crate::{event::Direction, time::Span};

/// A named moment of a clip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cue {
    /// The time since the start of the clip.
    pub at: Span,
    /// The name; several cues may have the same name.
    pub name: String,
    /// Whether a seek or a skip reports the cue.
    #[cfg_attr(feature = "serde", serde(default))]
    pub kind: CueKind,
}

crate::digest::digested! { struct Cue { at, name, kind } }

impl Cue {
    /// The name, such as the name of a sound.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A cue that changes the game, so that seeks and skips report it too.
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

    /// A cue for a sound or a picture, which seeks and skips may leave out.
    #[must_use]
    pub fn effect(at: Span, name: impl Into<String>) -> Self {
        Self { at, name: name.into(), kind: CueKind::Effect }
    }
}

/// Whether a seek or a skip over a cue reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CueKind {
    /// The cue changes the game (the magazine is full): always reported.
    #[default]
    State,
    /// The cue is only heard or seen (a click): may be left out.
    Effect,
}

crate::digest::digested! { enum CueKind { State, Effect } }

/// An interval of a clip that was played, in the direction in which it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    from: Span,
    to: Span,
    direction: Direction,
    with_start: bool,
    /// Whether it continues where the window before it has turned round.
    turns: bool,
}

crate::digest::digested! { struct Window { from, to, direction, with_start, turns } }

impl Window {
    /// Played forward: `(from, to]`. Empty if `to` is not after `from`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Window}, time::ms};
    /// let cues = [Cue::effect(ms(200), "right"), Cue::effect(ms(400), "left")];
    /// let walk = ClipBuilder::new("walk").cues(cues).build()?;
    /// let passed = |window| walk.cues_in(window).map(|(_, cue)| cue.name()).collect::<Vec<_>>();
    /// assert_eq!(passed(Window::forward(ms(100), ms(300))), ["right"]);
    /// assert_eq!(passed(Window::forward(ms(200), ms(300))), [""; 0]); // `from` is not included
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn forward(from: Span, to: Span) -> Self {
        Self { from, to, direction: Direction::Forward, with_start: false, turns: false }
    }

    /// Played backward, down to `to`: `[to, from)`. Empty if `to` is not before `from`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Window}, time::ms};
    /// let cues = [Cue::effect(ms(200), "right"), Cue::effect(ms(400), "left")];
    /// let walk = ClipBuilder::new("walk").cues(cues).build()?;
    /// let passed = |window| walk.cues_in(window).map(|(_, cue)| cue.name()).collect::<Vec<_>>();
    /// assert_eq!(passed(Window::backward(ms(400), ms(100))), ["right"]); // `from` is not included
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn backward(from: Span, to: Span) -> Self {
        Self { from, to, direction: Direction::Backward, with_start: false, turns: false }
    }

    /// The same window with `from` included, for the first step of an item.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::{ClipBuilder, Cue, Window}, time::ms};
    /// let cues = [Cue::effect(ms(200), "right"), Cue::effect(ms(400), "left")];
    /// let walk = ClipBuilder::new("walk").cues(cues).build()?;
    /// let passed = |window| walk.cues_in(window).map(|(_, cue)| cue.name()).collect::<Vec<_>>();
    /// assert_eq!(passed(Window::forward(ms(200), ms(300)).with_start()), ["right"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_start(self) -> Self {
        Self { with_start: true, ..self }
    }

    /// The same window where the window before it has turned round: what ended there starts again.
    pub(crate) const fn turned(self) -> Self {
        Self { turns: true, ..self }
    }

    /// The same window with another end.
    pub(crate) const fn up_to(self, to: Span) -> Self {
        Self { to, ..self }
    }

    /// Whether it continues where the window before it has turned round.
    pub(crate) const fn turns(self) -> bool {
        self.turns
    }

    /// The start and the end in the direction of play, that direction, and whether the start is included.
    pub(crate) const fn parts(self) -> (Span, Span, Direction, bool) {
        (self.from, self.to, self.direction, self.with_start)
    }

    /// The indices of the moments of a sorted list that lie in the window.
    pub(crate) fn indices<T>(self, sorted: &[T], at: impl Fn(&T) -> Span) -> Range<usize> {
        let before = |limit: Span| sorted.partition_point(|one| at(one) < limit);
        let up_to = |limit: Span| sorted.partition_point(|one| at(one) <= limit);
        let (from, to) = match (self.direction, self.with_start) {
            (Direction::Forward, false) => (up_to(self.from), up_to(self.to)),
            (Direction::Forward, true) => (before(self.from), up_to(self.to)),
            (Direction::Backward, false) => (before(self.to), before(self.from)),
            (Direction::Backward, true) => (before(self.to), up_to(self.from)),
        };
        from..to.max(from)
    }
}

/// The cues of `sorted` inside `window`, in the order in which they were passed, with their indices.
///
/// Cues of one moment come in the order of their indices in both directions.
pub(crate) fn in_window(sorted: &[Cue], window: Window) -> CuesIn<'_> {
    let rest = window.indices(sorted, |cue| cue.at);
    CuesIn { sorted, rest, moment: 0..0, direction: window.direction }
}

#[derive(Clone, Debug)]
pub(crate) struct CuesIn<'a> {
    sorted: &'a [Cue],
    /// The cues ahead, without `moment`; empty if `start > end`.
    rest: Range<usize>,
    /// The remaining cues of the present moment; only used backward.
    moment: Range<usize>,
    direction: Direction,
}

impl<'a> Iterator for CuesIn<'a> {
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
    /// Moves to the moment before the present one, and returns its first cue.
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
