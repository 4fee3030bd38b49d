//! `--check`: every room without a window, at four frame rates.

use std::fmt;

use cueline::prelude::*;

use crate::{Claim, Room};

/// Frames a second at which each room plays.
pub const RATES: [u32; 4] = [7, 30, 60, 144];

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
}

impl Report {
    /// Whether all of it holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.differs_at.is_none() && self.broken.is_empty()
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
    Report { title, digests: at_end, seconds: digests, differs_at, broken }
}

/// Checks all rooms, with no control pressed.
#[must_use]
pub fn check_all(seconds: u32) -> Vec<Report> {
    let count = crate::rooms::all().len();
    (0..count).map(|i| check(&|| crate::rooms::all().swap_remove(i), seconds, &[])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms;

    #[test]
    fn every_room_holds_at_every_frame_rate() {
        for report in check_all(12) {
            assert!(report.holds(), "{report}");
        }
    }

    #[test]
    fn every_control_that_breaks_a_claim_breaks_one() {
        let mut tried = 0;
        for i in 0..rooms::all().len() {
            let make = || rooms::all().swap_remove(i);
            for control in make().controls().into_iter().filter(|control| control.breaks) {
                let report = check(&make, 12, &[control.name]);
                assert!(
                    !report.broken.is_empty(),
                    "{}: {} breaks nothing",
                    report.title,
                    control.name
                );
                tried += 1;
            }
        }
        assert_eq!(tried, rooms::all().len(), "each room can be broken");
    }

    #[test]
    fn every_room_holds_with_every_other_control() {
        for i in 0..rooms::all().len() {
            let make = || rooms::all().swap_remove(i);
            for control in make().controls().into_iter().filter(|control| !control.breaks) {
                let report = check(&make, 3, &[control.name]);
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
