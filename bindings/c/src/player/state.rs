//! A player.

use cueline::{
    event::{Event as CoreEvent, EventKind},
    playback::{EventBuffer, ItemId, Playing},
};
use serde::Serialize;

use crate::{playable::content::Content, queue::state::Event};

/// What plays, how far it is, and what its last call reported.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(super) playing: Playing,
    pub(super) what: Content,
    pub(super) buffer: EventBuffer,
}

impl Player {
    pub(crate) fn state(&self) -> &Playing {
        &self.playing
    }

    pub(crate) fn save(&self) -> impl Serialize {
        (self.what.digest(), self.playing)
    }

    pub(super) fn events(&self) -> impl Iterator<Item = Event> {
        let events = self.buffer.events().iter();
        events.map(|event| Event::new(event.id.number().into(), event))
    }

    pub(super) fn cue_name(&self, event: &CoreEvent<ItemId>) -> Option<&str> {
        let EventKind::Cue(index) = event.kind else { return None };
        match &self.what {
            Content::Clip(clip) => clip.cues().get(index as usize).map(|cue| cue.name()),
            Content::Timeline(timeline) => {
                timeline.cues(core::slice::from_ref(event)).next().map(|(_, cue)| cue.name)
            }
            Content::Flipbook(book) => book.cues().get(index as usize).map(|cue| cue.name()),
        }
    }
}
