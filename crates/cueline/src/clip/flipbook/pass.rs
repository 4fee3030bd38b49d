//! A flipbook as content that plays: as a whole, or pass by pass.

use core::fmt;

use super::{Flipbook, cued::Limits};
use crate::{
    clip::{Cue, CueKind, Window},
    event::EventKind,
    playback::{ContentEvents, ItemId, Playable},
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

    fn first_cue(&self, limits: Limits, window: Window) -> Option<Span> {
        let mut first = None;
        let cues = self.cues.as_ref()?;
        cues.visit(self, limits, window, None, |at, _| {
            first = Some(at);
            false
        });
        first
    }

    fn cues_to(&self, limits: Limits, window: Window, out: &mut ContentEvents) {
        out.clear();
        let (_, _, direction, _) = window.parts();
        let Some(cues) = &self.cues else { return };
        let left = *out.left();
        cues.visit(self, limits, window, Some(left), |at, index| {
            let is_state = cues.list.get(index as usize).is_some_and(is_state);
            out.push(at.flicks(), ItemId::WHOLE, EventKind::Cue(index), direction, 0, is_state);
            true
        });
    }
}

fn is_state(cue: &Cue) -> bool {
    cue.kind == CueKind::State
}

/// Its cues are events; its pictures change without. An endless flipbook has no end and no passes:
/// [`Flipbook::pass`] is content with passes.
impl Playable for Flipbook {
    fn duration(&self) -> Option<Span> {
        self.duration()
    }

    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        self.cues_to(self.whole(), window, out);
    }

    fn next_in(&self, window: Window, _: &mut ContentEvents) -> Option<Span> {
        self.first_cue(self.whole(), window)
    }

    fn is_silent(&self) -> bool {
        self.cues.is_none()
    }
}

impl Pass<'_> {
    fn limits(self) -> Limits {
        let whole = self.0.whole();
        let pass = self.0.equal_passes().map(|(pass, _)| whole.from + i128::from(pass.flicks()));
        Limits { to: pass.or(whole.to), ..whole }
    }
}

impl Playable for Pass<'_> {
    fn duration(&self) -> Option<Span> {
        self.0.equal_passes().map(|(pass, _)| pass).or_else(|| self.0.duration())
    }

    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        self.0.cues_to(self.limits(), window, out);
    }

    fn next_in(&self, window: Window, _: &mut ContentEvents) -> Option<Span> {
        self.0.first_cue(self.limits(), window)
    }

    fn is_silent(&self) -> bool {
        self.0.cues.is_none()
    }
}
