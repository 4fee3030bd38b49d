//! How one item runs through its own time: when, how fast, how often.
//!
//! Everything is closed form: a pass is a division, so a thousand million passes cost what one does.

use super::exact::{Exact, Up, clamp};
use crate::time::Speed;

/// How an item goes through its own time, where it is not simply once at normal speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Motion {
    /// Above zero.
    pub(super) speed: Speed,
    /// How many passes; 0 is endless.
    pub(super) passes: u64,
    /// How long it stands at the end of a pass before the next begins, in its own time. Never negative.
    pub(super) gap: i64,
    pub(super) ping_pong: bool,
}

impl Motion {
    pub(super) const ONCE: Self =
        Self { speed: Speed::NORMAL, passes: 1, gap: 0, ping_pong: false };
}

/// An item as it lies on its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lying {
    /// When it starts, on its level.
    pub(super) start: i64,
    /// One pass, in its own time.
    pub(super) length: i64,
    pub(super) motion: Motion,
}

/// Where something is in its own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// From 0.
    pub(super) pass: i128,
    /// From the start of what the pass shows, never outside of it.
    pub(super) at: Exact,
    /// Whether the pass runs from the end.
    pub(super) mirrored: bool,
}

impl Lying {
    /// From the start of one pass to that of the next.
    pub(super) fn cycle(&self) -> i128 {
        i128::from(self.length) + i128::from(self.motion.gap)
    }

    /// All passes with the gaps between them, in its own time; none when endless.
    pub(super) fn total(&self) -> Option<i128> {
        let passes = i128::from(self.motion.passes);
        (passes > 0).then(|| passes * self.cycle() - i128::from(self.motion.gap))
    }

    /// Its own time at `x` of its level, from its start on and not past its end.
    pub(super) fn own(&self, x: Exact) -> Exact {
        let since = x.minus(i128::from(self.start));
        let since = Exact { num: since.num.max(0), ..since };
        if self.motion == Motion::ONCE {
            return since.within(self.length);
        }
        let own = since.at_speed(self.motion.speed);
        match self.total() {
            Some(total) => Exact { num: own.num.min(total * own.den), ..own },
            None => own,
        }
    }

    /// Where it is at `x` of its level. On the boundary of two passes it shows the next one, after the last its end.
    pub(super) fn place(&self, x: Exact) -> Place {
        let own = self.own(x);
        if self.motion.passes == 1 {
            return Place { pass: 0, at: own, mirrored: false };
        }
        let cycle = (self.cycle() * own.den).max(1);
        let last = i128::from(self.motion.passes) - 1;
        let pass = own.num / cycle; // it is not negative
        let pass = if last >= 0 { pass.min(last) } else { pass };
        let at = own.minus(pass * self.cycle()).within(self.length);
        let mirrored = self.is_mirrored(pass);
        Place { pass, at: if mirrored { at.mirrored_in(self.length) } else { at }, mirrored }
    }

    pub(super) fn is_mirrored(&self, pass: i128) -> bool {
        self.motion.ping_pong && pass % 2 != 0
    }

    /// The map from inside that pass up to the whole.
    pub(super) fn up(&self, up: Up, pass: i128) -> Up {
        let mirrored = self.is_mirrored(pass).then_some(self.length);
        up.inside(self.start, self.motion.speed, pass * self.cycle(), mirrored)
    }

    /// The first flick of the level at which `own` of its own time has been reached; saturates.
    pub(super) fn reached(&self, own: i128) -> i64 {
        let (num, den) = (i128::from(self.motion.speed.num()), i128::from(self.motion.speed.den()));
        let ahead = own.saturating_mul(den);
        let ceil = ahead.div_euclid(num) + i128::from(ahead.rem_euclid(num) != 0);
        clamp(ceil.saturating_add(i128::from(self.start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lying(length: i64, motion: Motion) -> Lying {
        Lying { start: 100, length, motion }
    }

    #[test]
    fn a_pass_is_a_division_and_its_gap_shows_its_end() {
        let motion = Motion { passes: 3, gap: 5, ping_pong: true, ..Motion::ONCE };
        let item = lying(10, motion);
        // (time of the level, pass, place)
        let cases = [
            (0, 0, 0),
            (100, 0, 0),
            (107, 0, 7),
            (110, 0, 10),
            (114, 0, 10),
            (115, 1, 10), // the next pass, seen from its end
            (118, 1, 7),
            (125, 1, 0),
            (130, 2, 0),
            (140, 2, 10),
            (999, 2, 10),
        ];
        for (x, pass, at) in cases {
            let place = item.place(Exact::whole(x));
            assert_eq!((place.pass, place.at), (pass, Exact::whole(at)), "at {x}");
        }
        assert_eq!(item.total(), Some(40));
    }

    #[test]
    fn at_a_boundary_the_next_pass_shows_but_after_the_last_its_end() {
        let item = lying(10, Motion { passes: 2, ..Motion::ONCE });
        assert_eq!(item.place(Exact::whole(110)).at, Exact::whole(0));
        assert_eq!(item.place(Exact::whole(120)).at, Exact::whole(10));
    }

    #[test]
    fn speeds_leave_no_rest_behind() {
        let third = Motion { speed: Speed::new(1, 3).unwrap(), ..Motion::ONCE };
        let item = lying(10, third);
        assert_eq!(item.place(Exact::whole(110)).at, Exact { num: 10, den: 3 });
        assert_eq!(item.reached(10), 130);
        let fast = lying(10, Motion { speed: Speed::whole(3), ..Motion::ONCE });
        assert_eq!(fast.reached(10), 104, "the first flick at which it is over");
    }
}
