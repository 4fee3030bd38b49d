//! Where a visitor enters: a room and, in a link, a moment of it.

use cueline::time::Span;

use crate::Room;

/// A room, and how far it has played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entrance {
    /// Place of the room in the list, from 0.
    pub room: usize,
    /// Time that the room has played before the visitor enters; never negative.
    pub at: Span,
    /// Whether the room stands still until the visitor presses Play.
    pub paused: bool,
}

impl Entrance {
    /// Reads the fragment of an address: `#room=4&at=31500` is the fourth room after 31,500 ms, paused.
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
                _ => {}
            }
        }
        entrance
    }

    /// Brings a fresh room to the moment: at once where it can seek, else in frames of 20 ms with its own visitor, a
    /// minute at most.
    pub fn bring(&self, room: &mut dyn Room) {
        if self.at <= Span::ZERO {
            return;
        }
        if room.position().is_some() {
            room.seek(self.at);
            return;
        }
        let (second, step) = (Span::from_secs(1), Span::from_millis(20));
        let end = self.at.min(Span::from_secs(60));
        let mut played = Span::ZERO;
        while played < end {
            if played.flicks() % second.flicks() == 0 {
                let number = played.flicks() / second.flicks();
                room.visit(u32::try_from(number).unwrap_or(u32::MAX));
            }
            let by = step.min(end - played);
            room.frame(by);
            played += by;
        }
    }

    /// The fragment that [`read`](Self::read) reads: the room, and where it stands still the moment, in whole milliseconds.
    #[must_use]
    pub fn fragment(&self) -> String {
        let room = self.room + 1;
        if !self.paused {
            return format!("#room={room}");
        }
        let millis = self.at.flicks() / Span::from_millis(1).flicks();
        format!("#room={room}&at={millis}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_a_room_and_a_moment() {
        let entrance = Entrance { room: 3, at: Span::from_millis(31_500), paused: true };
        assert_eq!(entrance.fragment(), "#room=4&at=31500");
        assert_eq!(Entrance::read("#room=4&at=31500", 8), entrance);
        let plays = Entrance { room: 3, ..Entrance::default() };
        assert_eq!(plays.fragment(), "#room=4");
        assert_eq!(Entrance::read("#room=4", 8), plays);
    }

    #[test]
    fn a_link_that_makes_no_sense_opens_the_first_room() {
        for fragment in ["", "#", "#room=0", "#room=9", "#room=-1", "#room=x&y", "#at=x", "#=&=="] {
            assert_eq!(Entrance::read(fragment, 8), Entrance::default(), "{fragment}");
        }
    }
}
