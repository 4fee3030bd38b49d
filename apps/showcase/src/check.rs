//! `--check`: every room without a window, at four frame rates.

use std::fmt;

use cueline::prelude::*;

use crate::{Claim, Room};

/// Frames a second at which each room plays.
pub const RATES: [u32; 4] = [7, 30, 60, 144];

/// A switch that breaks a claim has to show it after so long, while the room's visitor goes on.
pub const RED: Span = Span::from_secs(2);
/// When the switch is pressed: at once, and in the middle of what the visitor does.
const PRESSED: [Span; 2] = [Span::ZERO, Span::from_millis(3300)];

/// Seconds after which a report prints the digest, for a comparison with the page.
const MOMENTS: [usize; 3] = [1, 3, 6];

/// What came of one room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The room.
    pub title: &'static str,
    /// The digests at the end, by frame rate.
    pub digests: [u64; 4],
    /// The digest after each second, at the first frame rate.
    pub seconds: Vec<u64>,
    /// The first second at whose end the frame rates disagree.
    pub differs_at: Option<u32>,
    /// Claims that were broken at the end of a second, with that second and the frame rate.
    pub broken: Vec<(u32, u32, Claim)>,
    /// Each switch that breaks a claim, and how long it took at most until a claim was broken; `None` where that took longer
    /// than [`RED`].
    pub red: Vec<(&'static str, Option<Span>)>,
}

impl Report {
    /// Whether all of it holds, and breaks where it is to break.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.differs_at.is_none()
            && self.broken.is_empty()
            && self.red.iter().all(|(_, after)| after.is_some())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.holds() { "holds" } else { "BROKEN" };
        write!(f, "{verdict:6}  {:28}", self.title)?;
        for digest in self.digests {
            write!(f, "  {digest:016x}")?;
        }
        write!(f, "\n        after 1, 3 and 6 s:         ")?;
        for second in MOMENTS {
            match self.seconds.get(second - 1) {
                Some(digest) => write!(f, "  {digest:016x}")?,
                None => write!(f, "  -")?,
            }
        }
        if let Some(second) = self.differs_at {
            write!(f, "\n        the frame rates differ after second {second}")?;
        }
        for (name, after) in &self.red {
            let after = after.map_or_else(
                || format!("NOT RED AFTER {} s", RED.as_secs_f64()),
                |after| format!("red after {:.3} s at most", after.as_secs_f64()),
            );
            write!(f, "\n        {after}: {name}")?;
        }
        for (second, rate, claim) in &self.broken {
            let Claim { sentence, figures, .. } = claim;
            write!(
                f,
                "\n        after second {second} at {rate} frames a second: {sentence} ({figures})"
            )?;
        }
        Ok(())
    }
}

/// Plays a room for some seconds at each frame rate, pressing these controls first, with the visitor that it brings.
#[must_use]
pub fn check(make: &dyn Fn() -> Box<dyn Room>, seconds: u32, pressed: &[&str]) -> Report {
    let mut rooms = RATES.map(|rate| (rate, make()));
    let title = rooms[0].1.title();
    let (mut differs_at, mut broken, mut digests) = (None, Vec::new(), Vec::new());
    for (_, room) in &mut rooms {
        pressed.iter().for_each(|name| room.press(name));
    }
    for second in 0..seconds {
        for (rate, room) in &mut rooms {
            room.visit(second);
            for frame in 0..*rate {
                let moment = |frame: u32| secs(1.0) * frame / *rate;
                room.frame(moment(frame + 1) - moment(frame));
            }
            for claim in room.claims().into_iter().filter(|claim| !claim.holds) {
                if !broken
                    .iter()
                    .any(|(_, _, other): &(_, _, Claim)| other.sentence == claim.sentence)
                {
                    broken.push((second, *rate, claim));
                }
            }
        }
        let first = rooms[0].1.digest();
        digests.push(first);
        if differs_at.is_none() && rooms.iter().any(|(_, room)| room.digest() != first) {
            differs_at = Some(second);
        }
    }
    let at_end = rooms.map(|(_, room)| room.digest());
    Report { title, digests: at_end, seconds: digests, differs_at, broken, red: Vec::new() }
}

/// Presses each switch that breaks a claim once, at each frame rate, and says how long it took until one was broken.
#[must_use]
pub fn reddens(make: &dyn Fn() -> Box<dyn Room>) -> Vec<(&'static str, Option<Span>)> {
    let breaks = make().controls().into_iter().filter(|control| control.breaks);
    breaks
        .map(|control| {
            let all = RATES.iter().flat_map(|rate| PRESSED.map(|pressed| (*rate, pressed)));
            let each =
                all.map(|(rate, pressed)| red_after(&mut *make(), rate, pressed, control.name));
            (control.name, each.collect::<Option<Vec<_>>>().and_then(|each| each.into_iter().max()))
        })
        .collect()
}

/// How long after the press a claim is broken.
fn red_after(room: &mut dyn Room, rate: u32, pressed: Span, name: &str) -> Option<Span> {
    let (frame, second) = (secs(1.0) / i64::from(rate), Span::from_secs(1));
    let (mut played, mut done) = (Span::ZERO, false);
    while played <= pressed + RED {
        if !done && played >= pressed {
            room.press(name);
            done = true;
        }
        if done && room.claims().iter().any(|claim| !claim.holds) {
            return Some(played - pressed);
        }
        if played.flicks() % second.flicks() < frame.flicks() {
            room.visit(u32::try_from(played.flicks() / second.flicks()).unwrap_or(u32::MAX));
        }
        room.frame(frame);
        played += frame;
    }
    None
}

/// Checks all rooms, with no control pressed, and then the switches that break them.
#[must_use]
pub fn check_all(seconds: u32) -> Vec<Report> {
    let count = crate::rooms::COUNT;
    let of_room = |i: usize| {
        let make = || crate::rooms::at(i);
        Report { red: reddens(&make), ..check(&make, seconds, &[]) }
    };
    (0..count).map(of_room).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, ControlKind, rooms};

    #[test]
    fn every_room_holds_at_every_frame_rate() {
        for i in 0..rooms::COUNT {
            let report = check(&|| rooms::at(i), 12, &[]);
            assert!(report.holds(), "{report}");
        }
    }

    #[test]
    fn every_switch_that_breaks_a_claim_is_red_within_two_seconds() {
        for i in 0..rooms::COUNT {
            let red = reddens(&|| rooms::at(i));
            assert_eq!(red.len(), 1, "room {i} can be broken");
            for (name, after) in red {
                assert!(after.is_some_and(|after| after <= RED), "room {i}, {name}: {after:?}");
            }
        }
    }

    #[test]
    fn every_room_holds_with_every_other_control() {
        for i in 0..rooms::COUNT {
            let make = || rooms::at(i);
            let can_be_pressed =
                |control: &Control| !matches!(control.kind, ControlKind::Slider { .. });
            let controls = make().controls().into_iter().filter(can_be_pressed);
            for control in controls.filter(|control| !control.breaks) {
                let report = check(&make, 2, &[control.name]);
                assert!(report.holds(), "with {}: {report}", control.name);
            }
        }
    }

    #[test]
    fn every_room_shows_its_own_code() {
        for room in rooms::all() {
            let lines = room.code().lines().count();
            assert!((8..=34).contains(&lines), "{}: {lines} lines", room.title());
        }
    }
}
