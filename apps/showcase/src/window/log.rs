//! What was done to a room, and when: with it, a fresh room comes to any moment.

use cueline::time::{Span, Time};
use cueline_egui::Marker;
use cueline_picture::Point;

use crate::{Control, Did, Entrance, Room};

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
    /// What was done to a room that was entered there: the visits of its own visitor, and what was pressed.
    pub(super) fn of(entrance: &Entrance, controls: &[Control]) -> Self {
        let pressed = entrance.did.iter().filter_map(|did| {
            let name = controls.get(did.control)?.name;
            Some((did.at, did.to.map_or(Act::Press(name), |to| Act::Slide(name, to))))
        });
        let starts = (0..).map(|second| (Span::from_secs(i64::from(second)), Act::Visit(second)));
        let visits = starts.take_while(|(start, _)| *start < entrance.at);
        let mut acts: Vec<_> = pressed.chain(visits).collect();
        acts.sort_by_key(|(at, _)| *at);
        Self { done: acts.len(), acts }
    }

    /// What was pressed or slid up to the present.
    pub(super) fn did(&self, controls: &[Control]) -> Vec<Did> {
        let done = self.acts.iter().take(self.done);
        let did = done.filter_map(|(at, act)| {
            let (name, to) = match act {
                Act::Press(name) => (name, None),
                Act::Slide(name, to) => (name, Some(*to)),
                _ => return None,
            };
            let control = controls.iter().position(|control| control.name == *name)?;
            Some(Did { at: *at, control, to })
        });
        did.collect()
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
