//! What can be asked of the recorded player's model: the conditions of rules.

use super::{Played, Simulated};

impl Simulated<'_> {
    /// Whether the first frame looks as if it had come from beyond, for one that came from frame 0.
    pub(in crate::babylon) fn first_frame_falls(&self) -> bool {
        let Played { speed, .. } = self.played;
        speed < 0.0 && self.seen.frame > 0.0 || speed > 0.0 && self.seen.frame < 0.0
    }

    /// Whether its last step took it no further, so that rounding decides whether it fell back.
    pub(in crate::babylon) fn stands(&self) -> bool {
        self.moved && self.stride <= 1e-9
    }

    /// Whether it ended on the very place where it began, which it takes for the other end.
    pub(in crate::babylon) fn ends_at_zero(&self) -> bool {
        self.absolute == 0.0 && self.is_turned()
    }

    /// Whether it plays against its range.
    pub(in crate::babylon) fn is_turned(&self) -> bool {
        let (speed, range) = (self.played.speed, self.range());
        speed != 0.0 && range != 0.0 && (speed < 0.0) != (range < 0.0)
    }

    /// Whether it has gone back beyond its first pass.
    pub(in crate::babylon) fn is_against(&self) -> bool {
        self.absolute != 0.0 && (self.absolute < 0.0) != (self.range() < 0.0)
    }

    /// How many frames lie in the numbers that it computes with, at most.
    pub(in crate::babylon) fn clock_in_frames(&self) -> f64 {
        let rates = self.clip.fps * self.script.fastest() / 1000.0;
        (self.clock * rates).max(self.absolute.abs()).max(self.shift.abs())
    }

    /// Whether it has begun since the start or the last reset.
    pub(in crate::babylon) fn has_begun(&self) -> bool {
        self.offset.is_some()
    }

    /// The frames of a pass; below zero from above.
    pub(in crate::babylon) fn range(&self) -> f64 {
        self.played.to - self.played.from
    }
}
