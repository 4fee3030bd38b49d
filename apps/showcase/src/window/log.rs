//! What was done to a room, and when: with it, a fresh room comes to any moment.

use cueline::time::{Span, Time};
use cueline_egui::Marker;
use cueline_picture::Point;

use crate::Room;

/// Something that is done to a room.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Its own visitor does what belongs to this second.
    Visit(u32),
    Press(&'static str),
    Slide(&'static str, u32),
    Pointer(Point),
    Grab(Point),
    Release(Point),
    Zoom(Point, f32),
    Edit(String),
    Open(String, Vec<u8>),
}

impl Act {
    pub(super) fn on(&self, room: &mut dyn Room) {
        match self {
            Self::Visit(second) => room.visit(*second),
            Self::Press(name) => room.press(name),
            Self::Slide(name, to) => room.slide(name, *to),
            Self::Pointer(at) => room.pointer(*at),
            Self::Grab(at) => room.grab(*at),
            Self::Release(at) => room.release(*at),
            Self::Zoom(at, by) => room.zoom(*at, *by),
            Self::Edit(text) => room.edit(text.clone()),
            Self::Open(name, bytes) => room.open(name, bytes),
        }
    }
}

/// All that was done to a room, in the order of time.
#[derive(Debug, Default)]
pub(super) struct Log {
    acts: Vec<(Span, Act)>,
    /// How many of them have been done up to the present.
    done: usize,
}

impl Log {
    /// The visits to a room that has played for so long with its own visitor.
    pub(super) fn of_visits(played: Span) -> Self {
        let starts = (0..).map(|second| (Span::from_secs(i64::from(second)), Act::Visit(second)));
        let acts: Vec<_> = starts.take_while(|(start, _)| *start < played).collect();
        Self { done: acts.len(), acts }
    }

    /// Something is done now; what was done later the last time is gone.
    pub(super) fn push(&mut self, now: Span, act: Act) {
        self.acts.truncate(self.done);
        self.acts.push((now, act));
        self.done += 1;
    }

    /// Back to the start.
    pub(super) fn rewind(&mut self) {
        self.done = 0;
    }

    /// When the next thing is done.
    pub(super) fn next(&self) -> Option<Span> {
        self.acts.get(self.done).map(|(at, _)| *at)
    }

    /// Whether the visit of that second is still to be made: nothing of what follows is known, and it is not the last thing
    /// that was done.
    pub(super) fn is_new(&self, second: u32) -> bool {
        let now = Span::from_secs(second.into());
        let mut last = self.acts.iter().rev().take_while(|(at, _)| *at >= now);
        self.next().is_none() && !last.any(|(_, act)| matches!(act, Act::Visit(_)))
    }

    /// The next thing, if its time has come.
    pub(super) fn due(&mut self, now: Span) -> Option<&Act> {
        let (_, act) = self.acts.get(self.done).filter(|(at, _)| *at <= now)?;
        self.done += 1;
        Some(act)
    }

    /// The presses, with their names.
    pub(super) fn markers(&self) -> Vec<Marker> {
        let marker = |(at, act): &(Span, Act)| match act {
            Act::Press(name) => Some(Marker { at: Time::ZERO + *at, name: (*name).to_owned() }),
            _ => None,
        };
        self.acts.iter().filter_map(marker).collect()
    }
}
