//! The passes of a repeated item that a window meets.

use super::{
    super::{
        exact::{Exact, Up},
        motion::Lying,
        tables::{Act, NONE, Node},
    },
    walk::{Stretch, Walk},
};
use crate::event::{Direction, EventKind};

impl Walk<'_> {
    /// Reports the events inside an item, pass by pass.
    pub(super) fn passes(&mut self, node: &Node, up: Up, stretch: Stretch) {
        let lying = self.tables.lying(node);
        if lying.motion.passes == 1 && matches!(node.what, Act::Tween | Act::Flipbook(_)) {
            return;
        }
        if node.motion == NONE {
            return self.once(node, up, stretch);
        }
        let own = |x: Exact| x.minus(i128::from(node.start)).at_speed(lying.motion.speed);
        let (from, to) = (own(stretch.from), own(stretch.to));
        let den = from.den;
        // In units of 1 / `den` flicks.
        let total = lying.total().map_or(i128::MAX, |total| total * den);
        let (length, cycle) = (i128::from(lying.length) * den, (lying.cycle() * den).max(1));
        let last =
            if lying.motion.passes == 0 { i128::MAX } else { i128::from(lying.motion.passes) - 1 };
        let forward = stretch.direction == Direction::Forward;
        let (behind, ahead) = if forward { (from.num, to.num) } else { (to.num, from.num) };
        if ahead < 0 || behind > total {
            return; // the window is before the item's start or after its end
        }
        // A window that enters from outside arrives at the boundary where it enters.
        let arrives = stretch.with_start || if forward { from.num < 0 } else { from.num > total };
        let (from, to) = (from.num.clamp(0, total), to.num.clamp(0, total));
        let (first_pass, last_pass) = if forward {
            ((from / cycle).min(last), (to / cycle).min(last))
        } else {
            // A window that enters at the very end is in the last pass, even if a pass has no duration.
            let comes_in = arrives && from == total;
            let first = if comes_in { last } else { (from + cycle - 1) / cycle - 1 };
            let first = first.clamp(0, last);
            (first, ceil_div(to - length, cycle).max(0))
        };
        let step = if forward { 1 } else { -1 };
        let count = (last_pass - first_pass) * step;
        if count < 0 {
            return; // within a gap
        }
        let reported = u64::try_from(count).unwrap_or(u64::MAX);
        let skips = reported > self.passes_left;
        if !skips {
            self.passes_left -= reported;
        }
        // A pass without a duration is at both of its ends at once, so no pass can have been where the next one begins.
        let jumps = !lying.motion.ping_pong || length == 0;
        let whole = up.inside(lying.start, lying.motion.speed, 0, None);
        let mut pass = first_pass;
        loop {
            let pass_at = pass * cycle;
            // Where the window enters and leaves, from the start of the pass.
            let (enter, mut inside) = match (pass == first_pass, forward) {
                (true, _) => (from - pass_at, arrives),
                (false, true) => (0, jumps),
                (false, false) => (length + 1, false),
            };
            let is_new = pass != first_pass || (!forward && enter > length);
            let begins = if forward { pass != first_pass } else { enter > length && pass < last };
            if begins {
                let at = pass * lying.cycle() + if forward { 0 } else { i128::from(lying.length) };
                let way = self.way_in(&lying, pass, stretch.direction);
                self.emit(node, whole.due(at, self.travel), EventKind::Loop, way, pass, false);
            }
            if enter > length {
                inside = !forward && jumps;
            }
            let leave = match (pass == last_pass, forward) {
                (true, _) => to - pass_at,
                (false, true) => length,
                (false, false) => 0,
            };
            let (enter, leave) = (enter.clamp(0, length), leave.clamp(0, length));
            let mirrored = lying.is_mirrored(pass);
            let place = |at: i128| Exact { num: if mirrored { length - at } else { at }, den };
            let direction = self.way_in(&lying, pass, stretch.direction);
            let stretch = Stretch {
                from: place(enter),
                to: place(leave),
                direction,
                with_start: inside,
                turns: if is_new { !jumps } else { stretch.turns },
            };
            self.inside(node, lying.up(up, pass), pass, stretch);
            if pass == last_pass {
                return;
            }
            pass = if skips { last_pass } else { pass + step };
        }
    }

    fn way_in(&self, lying: &Lying, pass: i128, around: Direction) -> Direction {
        match (around, lying.is_mirrored(pass)) {
            (Direction::Forward, false) | (Direction::Backward, true) => Direction::Forward,
            _ => Direction::Backward,
        }
    }
}

fn ceil_div(num: i128, den: i128) -> i128 {
    -(-num).div_euclid(den)
}
