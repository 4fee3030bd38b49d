//! Where a visitor enters: a room and, in a link, a moment of it, with what was pressed up to then.

use cueline::time::Span;

use crate::{Control, Room};

/// A room, and how far it has played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrance {
    /// Place of the room in the list, from 0.
    pub room: usize,
    /// Time that the room has played before the visitor enters; never negative.
    pub at: Span,
    /// Whether the room stands still until the visitor presses Play.
    pub paused: bool,
    /// What was pressed or slid up to that moment, in the order of time.
    pub did: Vec<Did>,
}

/// A control that was pressed or slid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Did {
    /// Time that the room had played.
    pub at: Span,
    /// Place of the control in [`Room::controls`], from 0.
    pub control: usize,
    /// The number that a slider was set to; `None` for what was pressed.
    pub to: Option<u32>,
}

impl Did {
    /// A link has as many; more would be too long for an address.
    pub const MOST: usize = 40;

    /// Reads `1@705600000` (the second control was pressed after that many flicks) or `0=5@705600000` (the first one
    /// was set to 5).
    fn read(text: &str) -> Option<Self> {
        let (what, at) = text.split_once('@')?;
        let (control, to) = match what.split_once('=') {
            Some((control, to)) => (control, Some(to.parse().ok()?)),
            None => (what, None),
        };
        let at = Span::from_flicks(at.parse().ok()?);
        Some(Self { at, control: control.parse().ok()?, to })
    }

    fn write(&self) -> String {
        let to = self.to.map(|to| format!("={to}")).unwrap_or_default();
        format!("{}{to}@{}", self.control, self.at.flicks())
    }

    /// Does it again. A control that is not there changes nothing.
    fn on(&self, room: &mut dyn Room, controls: &[Control]) {
        match (controls.get(self.control), self.to) {
            (Some(control), Some(to)) => room.slide(control.name, to),
            (Some(control), None) => room.press(control.name),
            (None, _) => {}
        }
    }
}

impl Entrance {
    /// Reads the fragment of an address: `#room=4&at=31500` is the fourth room after 31,500 ms, paused, and
    /// `#room=3&at=2000&did=0@705600000` the third one after 2 s, with its first control pressed after 1 s.
    ///
    /// What is missing, unknown or no number counts as the beginning, with rooms up to `rooms`.
    #[must_use]
    pub fn read(fragment: &str, rooms: usize) -> Self {
        let mut entrance = Self::default();
        for part in fragment.trim_start_matches('#').split('&') {
            match part.split_once('=') {
                Some(("room", number)) => {
                    let place = number.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
                    entrance.room = place.filter(|place| *place < rooms).unwrap_or(0);
                }
                Some(("at", millis)) => {
                    if let Ok(millis) = millis.parse::<i64>() {
                        // An hour is more than any room has to show.
                        let millis = millis.clamp(0, 3_600_000);
                        (entrance.at, entrance.paused) = (Span::from_millis(millis), true);
                    }
                }
                Some(("did", list)) => {
                    entrance.did = list.split(',').filter_map(Did::read).take(Did::MOST).collect();
                    entrance.did.sort_by_key(|did| did.at);
                }
                _ => {}
            }
        }
        // Nothing is done before the room begins or after the moment of the link.
        let latest = entrance.at;
        entrance.did.iter_mut().for_each(|did| did.at = did.at.clamp(Span::ZERO, latest));
        entrance
    }

    /// Brings a fresh room to the moment: at once where it can seek, else in frames of 20 ms with its own visitor and
    /// what was pressed, a minute at most.
    pub fn bring(&self, room: &mut dyn Room) {
        if room.position().is_some() {
            if self.at > Span::ZERO {
                room.seek(self.at);
            }
            return;
        }
        let controls = room.controls();
        let (second, step) = (Span::from_secs(1), Span::from_millis(20));
        let end = self.at.min(Span::from_secs(60));
        let mut did = self.did.iter().peekable();
        let mut played = Span::ZERO;
        while played < end {
            while let Some(did) = did.next_if(|did| did.at <= played) {
                did.on(room, &controls);
            }
            let number = played.flicks() / second.flicks();
            let begun = Span::from_secs(number);
            if played == begun {
                room.visit(u32::try_from(number).unwrap_or(u32::MAX));
            }
            let next = did.peek().map_or(end, |did| did.at);
            let by = step.min(end.min(next).min(begun + second) - played);
            room.frame(by);
            played += by;
        }
        did.for_each(|did| did.on(room, &controls));
    }

    /// The fragment that [`read`](Self::read) reads: the room, and where it stands still the moment, in whole milliseconds,
    /// and what was pressed.
    #[must_use]
    pub fn fragment(&self) -> String {
        let room = self.room + 1;
        if !self.paused {
            return format!("#room={room}");
        }
        let millis = self.at.flicks() / Span::from_millis(1).flicks();
        let mut fragment = format!("#room={room}&at={millis}");
        if !self.did.is_empty() {
            let did: Vec<_> = self.did.iter().take(Did::MOST).map(Did::write).collect();
            fragment = format!("{fragment}&did={}", did.join(","));
        }
        fragment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_a_room_and_a_moment() {
        let at = Span::from_millis(31_500);
        let entrance = Entrance { room: 3, at, paused: true, ..Entrance::default() };
        assert_eq!(entrance.fragment(), "#room=4&at=31500");
        assert_eq!(Entrance::read("#room=4&at=31500", 8), entrance);
        let plays = Entrance { room: 3, ..Entrance::default() };
        assert_eq!(plays.fragment(), "#room=4");
        assert_eq!(Entrance::read("#room=4", 8), plays);
    }

    #[test]
    fn a_link_has_what_was_pressed_in_the_order_of_time_and_never_after_its_moment() {
        let at = Span::from_millis(2000);
        let pressed = Did { at: Span::from_flicks(3), control: 1, to: None };
        let slid = Did { at: Span::from_millis(1500), control: 0, to: Some(20_000) };
        let entrance = Entrance { room: 5, at, paused: true, did: vec![pressed, slid] };
        assert_eq!(entrance.fragment(), "#room=6&at=2000&did=1@3,0=20000@1058400000");
        assert_eq!(Entrance::read(&entrance.fragment(), 9), entrance);
        let mixed = "#room=6&did=0=20000@1058400000,x@1,1@,1@3&at=2000";
        assert_eq!(Entrance::read(mixed, 9), entrance);
        let late = Entrance::read("#room=6&at=1&did=1@-5,1@1058400000", 9);
        let times: Vec<_> = late.did.iter().map(|did| did.at).collect();
        assert_eq!(times, [Span::ZERO, Span::from_millis(1)]);
        let long = ["1@3"; 99].join(",");
        assert_eq!(Entrance::read(&format!("#did={long}"), 9).did.len(), Did::MOST);
    }

    #[test]
    fn a_link_that_makes_no_sense_opens_the_first_room() {
        for fragment in ["", "#", "#room=0", "#room=9", "#room=-1", "#room=x&y", "#at=x", "#=&=="] {
            assert_eq!(Entrance::read(fragment, 8), Entrance::default(), "{fragment}");
        }
    }
}
