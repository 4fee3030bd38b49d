//! Looks up the cue of an event by name.

use super::{ItemId, Timeline, node::Action};
use crate::{
    clip::CueKind,
    event::{Event, EventKind},
};

/// The cue of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimelineCue<'a> {
    /// The name of the [`cue`](super::cue) item, or of the cue of a clip or flipbook.
    pub name: &'a str,
    /// Whether the cue is reported when a jump passes over it.
    pub kind: CueKind,
}

crate::digest::digested! { struct TimelineCue<'_> { name, kind } }

impl<K> Timeline<K> {
    /// The cue events of [`cue`](super::cue) items, clips and flipbooks, each with its cue. Calls, pause points and all other
    /// events are left out.
    ///
    /// The cue borrows from the timeline only, so a caller may keep its name while it reuses the event buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::CueKind,
    ///     playback::{EventBuffer, Play, Playing},
    ///     time::{Span, Time},
    ///     timeline::{TimelineBuilder, cue},
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let storm = TimelineBuilder::<&str>::new("storm")
    ///     .at(ms(30), cue(CueKind::Effect, "thunder"))
    ///     .build()?;
    /// let mut buffer = EventBuffer::default();
    /// let mut playing = Playing::new(&storm, Time::ZERO, &Play::default())?;
    /// let mut sounds = Vec::new();
    /// for frame in 1..=4 {
    ///     for (event, cue) in storm.cues(playing.step(Time::from_millis(16 * frame), &storm, &mut buffer)) {
    ///         sounds.push((cue.name, event.lateness));
    ///     }
    /// }
    /// assert_eq!(sounds, [("thunder", ms(2))]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn cues<'t, 'e>(
        &'t self,
        events: &'e [Event<ItemId>],
    ) -> impl Iterator<Item = (&'e Event<ItemId>, TimelineCue<'t>)> {
        events.iter().filter_map(|event| Some((event, self.cue(event)?)))
    }

    fn cue(&self, event: &Event<ItemId>) -> Option<TimelineCue<'_>> {
        let EventKind::Cue(index) = event.kind else { return None };
        match self.node(event.id)?.action {
            Action::Cue(kind) => Some(TimelineCue { name: self.item_name(event.id), kind }),
            Action::Clip(clip) => {
                let cue = self.tables().clip(clip).cues().get(index as usize)?;
                Some(TimelineCue { name: &cue.name, kind: cue.kind })
            }
            Action::Flipbook(book) => {
                let cue = self.tables().book(book).cues().get(index as usize)?;
                Some(TimelineCue { name: &cue.name, kind: cue.kind })
            }
            _ => None,
        }
    }
}
