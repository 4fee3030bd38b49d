//! The playback of one item: its start, its speed, its passes.
//!
//! All results are closed forms: finding the pass is a division, so a billion passes cost as much as one.

use super::exact::{Exact, LevelMap};
use crate::time::{Span, Speed, round::saturate};

/// The speed and repeat of an item that does not just run once at normal speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Motion {
    /// Above zero.
    speed: Speed,
    /// The number of passes; 0 is endless.
    passes: u64,
    /// The gap between two passes, in the item's own time. Never negative; 0 for a single pass.
    gap: i64,
    /// Never set for a single pass.
    ping_pong: bool,
}

impl Motion {
    pub(super) const ONCE: Self =
        Self { speed: Speed::NORMAL, passes: 1, gap: 0, ping_pong: false };

    /// A motion at a speed above zero; 0 passes are endless. A single pass ignores the gap and the ping-pong.
    pub(super) const fn new(speed: Speed, passes: u64, gap: Span, ping_pong: bool) -> Self {
        if passes == 1 {
            return Self { speed, ..Self::ONCE };
        }
        Self { speed, passes, gap: gap.flicks(), ping_pong }
    }

    pub(super) const fn speed(self) -> Speed {
        self.speed
    }

    /// The number of passes; 0 is endless.
    pub(super) const fn passes(self) -> u64 {
        self.passes
    }

    /// The gap between two passes, in the item's own time.
    pub(super) const fn gap(self) -> Span {
        Span::from_flicks(self.gap)
    }

    /// Whether every second pass runs backward.
    pub(super) const fn turns(self) -> bool {
        self.ping_pong
    }
}

/// An item placed on its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The start, in the time of its level.
    pub(super) start: i64,
    /// The duration of one pass, in the item's own time; `i64::MAX` if the pass never ends.
    pub(super) length: i64,
    pub(super) motion: Motion,
}

/// A position in the item's own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PassPlace {
    /// The pass, counted from 0.
    pass: i128,
    /// The position from the start of the pass's content, never outside of it.
    pub(super) at: Exact,
}

impl PassPlace {
    /// The pass, counted from 0.
    pub(super) fn pass(self) -> u64 {
        saturate(self.pass).unsigned_abs()
    }
}

impl Placement {
    #[inline]
    pub(super) const fn new(start: i64, length: i64, motion: Motion) -> Self {
        Self { start, length, motion }
    }

    /// The duration of all passes on the level; `None` when endless.
    pub(super) fn length_on_level(&self) -> Option<i128> {
        if self.length == i64::MAX {
            return None;
        }
        if self.motion == Motion::ONCE {
            return Some(i128::from(self.length));
        }
        let total = self.total()?;
        Some(i128::from(Self { start: 0, ..*self }.reached(total)))
    }

    /// The time from the start of one pass to the start of the next.
    pub(super) fn cycle(&self) -> i128 {
        i128::from(self.length) + i128::from(self.motion.gap)
    }

    /// The duration of all passes with the gaps between them, in the item's own time. `None` when endless.
    pub(super) fn total(&self) -> Option<i128> {
        let passes = i128::from(self.motion.passes);
        (passes > 0).then(|| passes * self.cycle() - i128::from(self.motion.gap))
    }

    /// The item's own time at `x` of its level, clamped to the item's start and end.
    pub(super) fn own(&self, x: Exact) -> Exact {
        let since = x.minus(i128::from(self.start));
        let since = since.with_num(since.num().max(0));
        if self.motion == Motion::ONCE {
            return since.within(self.length);
        }
        let own = since.at_speed(self.motion.speed);
        match self.total() {
            Some(total) => own.with_num(own.num().min(total * own.den())),
            None => own,
        }
    }

    /// The position at `x` of its level. On the boundary of two passes it is in the next pass; after the last pass it
    /// is at the end.
    pub(super) fn place(&self, x: Exact) -> PassPlace {
        let own = self.own(x);
        if self.motion.passes == 1 {
            return PassPlace { pass: 0, at: own };
        }
        let cycle = (self.cycle() * own.den()).max(1);
        let last = i128::from(self.motion.passes) - 1;
        let pass = own.num() / cycle; // `own` is not negative
        let pass = if last >= 0 { pass.min(last) } else { pass };
        let at = own.minus(pass * self.cycle()).within(self.length);
        PassPlace {
            pass,
            at: if self.is_mirrored(pass) { at.mirrored_in(self.length) } else { at },
        }
    }

    pub(super) fn is_mirrored(&self, pass: i128) -> bool {
        self.motion.ping_pong && pass % 2 != 0
    }

    /// The map from inside a pass up to the whole.
    pub(super) fn up(&self, up: LevelMap, pass: i128) -> LevelMap {
        let mirrored = self.is_mirrored(pass).then_some(self.length);
        up.inside(self.start, self.motion.speed, pass * self.cycle(), mirrored)
    }

    /// The first flick of the level at which the item's own time has reached `own`; saturates.
    pub(super) fn reached(&self, own: i128) -> i64 {
        let (num, den) = (i128::from(self.motion.speed.num()), i128::from(self.motion.speed.den()));
        let ahead = own.saturating_mul(den);
        let ceil = ahead.div_euclid(num) + i128::from(ahead.rem_euclid(num) != 0);
        saturate(ceil.saturating_add(i128::from(self.start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(length: i64, motion: Motion) -> Placement {
        Placement { start: 100, length, motion }
    }

    #[test]
    fn a_gap_shows_the_end_of_its_pass() {
        let motion = Motion { passes: 3, gap: 5, ping_pong: true, ..Motion::ONCE };
        let item = placement(10, motion);
        // (time of the level, pass, place)
        let cases = [
            (0, 0, 0),
            (100, 0, 0),
            (107, 0, 7),
            (110, 0, 10),
            (114, 0, 10),
            (115, 1, 10), // the next pass, which runs backward
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
    fn a_boundary_shows_the_next_pass_and_the_end_shows_the_last() {
        let item = placement(10, Motion { passes: 2, ..Motion::ONCE });
        assert_eq!(item.place(Exact::whole(110)).at, Exact::whole(0));
        assert_eq!(item.place(Exact::whole(120)).at, Exact::whole(10));
    }

    #[test]
    fn speeds_do_not_round() {
        let third = Motion { speed: Speed::new(1, 3).unwrap(), ..Motion::ONCE };
        let item = placement(10, third);
        assert_eq!(
            item.place(Exact::whole(110)).at,
            Exact::whole(10).at_speed(Speed::new(1, 3).unwrap())
        );
        assert_eq!(item.reached(10), 130);
        let fast = placement(10, Motion { speed: Speed::whole(3), ..Motion::ONCE });
        assert_eq!(fast.reached(10), 104, "the first flick at which it is over");
    }
}
