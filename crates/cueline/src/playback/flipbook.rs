//! A flipbook as content that plays: as a whole, or pass by pass.

use core::fmt;

use super::{ContentEvents, ItemId, Playable};
use crate::{
    clip::{CueKind, Flipbook, Limits, Window},
    event::EventKind,
    time::Span,
};

/// One pass of a flipbook, or the whole of one whose passes are not equally long.
#[derive(Clone, Copy, Debug)]
struct Pass<'a>(&'a Flipbook);

impl Flipbook {
    /// One pass, for a [`Playing`](crate::playback::Playing) that repeats it as [`equal_passes`](Self::equal_passes) says: each
    /// further pass is then a loop event. The whole flipbook if its passes are not equally long.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::Flipbook,
    ///     event::EventKind,
    ///     playback::{EventBuffer, Playing, Repeat},
    ///     time::{Time, ms},
    /// };
    ///
    /// let walk = Flipbook::equal(4, ms(100))?;
    /// let mut buffer = EventBuffer::default();
    /// let mut playing = Playing::new(&walk.pass(), Time::ZERO, &Repeat::Forever.into())?;
    /// let events = playing.step(Time::from_millis(900), &walk.pass(), &mut buffer);
    /// let kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
    /// assert_eq!(kinds, [EventKind::Start, EventKind::Loop, EventKind::Loop]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pass(&self) -> impl Playable + Copy + fmt::Debug {
        Pass(self)
    }
}

/// Its cues are events; its pictures change without. An endless flipbook has no end and no passes:
/// [`Flipbook::pass`] is content with passes.
impl Playable for Flipbook {
    fn duration(&self) -> Option<Span> {
        self.duration()
    }

    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        report_cues(self, self.whole(), window, out);
    }

    fn next_in(&self, window: Window, _: &mut ContentEvents) -> Option<Span> {
        first_cue(self, self.whole(), window)
    }

    fn is_silent(&self) -> bool {
        self.cues().is_empty()
    }
}

impl Playable for Pass<'_> {
    fn duration(&self) -> Option<Span> {
        self.0.equal_passes().map(|(pass, _)| pass).or_else(|| self.0.duration())
    }

    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        report_cues(self.0, self.0.one_pass(), window, out);
    }

    fn next_in(&self, window: Window, _: &mut ContentEvents) -> Option<Span> {
        first_cue(self.0, self.0.one_pass(), window)
    }

    fn is_silent(&self) -> bool {
        self.0.cues().is_empty()
    }
}

fn report_cues(book: &Flipbook, limits: Limits, window: Window, out: &mut ContentEvents) {
    out.clear();
    let (most, (_, _, direction, _)) = (out.left().count(), window.parts());
    book.visit_cues(limits, window, most, |at, index, cue| {
        let is_state = cue.kind == CueKind::State;
        out.push(at.flicks(), ItemId::WHOLE, EventKind::Cue(index), direction, 0, is_state);
        true
    });
}

fn first_cue(book: &Flipbook, limits: Limits, window: Window) -> Option<Span> {
    let mut first = None;
    book.visit_cues(limits, window, u64::MAX, |at, _, _| {
        first = Some(at);
        false
    });
    first
}
