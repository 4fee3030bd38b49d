//! Maps a window from the outermost level inward.

use super::super::{
    exact::{Exact, LevelMap, clamp},
    motion::Placement,
    node::{Action, Level, Node},
    tables::Tables,
};
use crate::{
    clip::{CueKind, Window},
    event::{Direction, EventKind},
    playback::{ContentEvents, ItemId},
    time::Span,
};

/// Fills `out` with the events in a window of the whole.
pub(super) fn walk(tables: &Tables, window: Window, out: &mut ContentEvents) {
    let (from, to, direction, with_start) = window.parts();
    let (from, to) = (Exact::whole(from.flicks()), Exact::whole(to.flicks()));
    let range = LevelRange { from, to, direction, with_start, turns: window.turns() };
    let mut walk = Walk { tables, out, travel: direction };
    walk.item(tables.whole(), LevelMap::WHOLE, 0, range, range.flicks());
}

/// A window on one level.
#[derive(Clone, Copy)]
struct LevelRange {
    from: Exact,
    to: Exact,
    direction: Direction,
    with_start: bool,
    /// Whether the window continues where the previous window has turned round: items that ended there start again.
    turns: bool,
}

impl LevelRange {
    /// Whether the window begins exactly at a flick.
    fn is_at_beginning(&self, at: i64) -> bool {
        self.from.is_at(at)
    }

    /// The first and the last whole flick in the window. If there is none, the first is larger than the last.
    fn flicks(&self) -> (i64, i64) {
        let (from, to) = (self.from, self.to);
        match (self.direction, self.with_start) {
            (Direction::Forward, true) => (from.ceil(), to.floor()),
            (Direction::Forward, false) => (from.floor().saturating_add(1), to.floor()),
            (Direction::Backward, true) => (to.ceil(), from.floor()),
            (Direction::Backward, false) => (to.ceil(), from.ceil().saturating_sub(1)),
        }
    }

    /// The same as a window of whole flicks.
    fn window(&self) -> Window {
        let (from, to) = (self.from, self.to);
        let span = Span::from_flicks;
        match (self.direction, self.with_start) {
            (Direction::Forward, false) => Window::forward(span(from.floor()), span(to.floor())),
            (Direction::Forward, true) => {
                Window::forward(span(from.ceil()), span(to.floor())).with_start()
            }
            (Direction::Backward, false) => Window::backward(span(from.ceil()), span(to.ceil())),
            (Direction::Backward, true) => {
                Window::backward(span(from.floor()), span(to.ceil())).with_start()
            }
        }
    }
}

struct Walk<'a> {
    tables: &'a Tables,
    out: &'a mut ContentEvents,
    /// The direction of travel in the whole.
    travel: Direction,
}

impl Walk<'_> {
    /// Reports the events of one item in a window of its level, given the window's flicks. `pass` is the pass of the
    /// parent timeline.
    fn item(
        &mut self,
        node: &Node,
        up: LevelMap,
        pass: i128,
        range: LevelRange,
        (first, last): (i64, i64),
    ) {
        let within = |at: i64| first <= at && at <= last;
        let direction = range.direction;
        let emit = |walk: &mut Self, at: i64, kind, is_state| {
            if within(at) {
                walk.emit(
                    node,
                    up.due(i128::from(at), walk.travel),
                    kind,
                    direction,
                    pass,
                    is_state,
                );
            }
        };
        match node.action() {
            Action::Wait => return,
            Action::Pause => return emit(self, node.start(), EventKind::Cue(0), false),
            Action::Cue(kind) => {
                return emit(self, node.start(), EventKind::Cue(0), kind == CueKind::State);
            }
            Action::Call(number) => return emit(self, node.start(), EventKind::Cue(number), true),
            Action::Tween | Action::Clip(_) | Action::Flipbook(_) | Action::Level(_) => {}
        }
        let (begins, ends) = match direction {
            Direction::Forward => (node.start(), node.end()),
            Direction::Backward => (node.end(), node.start()),
        };
        let starts_again = range.turns && begins != ends && range.is_at_beginning(begins);
        if starts_again {
            let at = up.due(i128::from(begins), self.travel);
            self.emit(node, at, EventKind::Start, direction, pass, false);
        } else if begins < i64::MAX {
            emit(self, begins, EventKind::Start, false);
        }
        self.passes(node, up, range);
        if ends < i64::MAX {
            emit(self, ends, EventKind::End, false);
        }
    }

    /// The same for an item that runs once at normal speed.
    fn once(&mut self, node: &Node, up: LevelMap, range: LevelRange) {
        let start = i128::from(node.start());
        let (from, to) = (range.from.minus(start), range.to.minus(start));
        let length = i128::from(node.once()) * from.den();
        let forward = range.direction == Direction::Forward;
        let (behind, ahead) = if forward { (from.num(), to.num()) } else { (to.num(), from.num()) };
        if ahead < 0 || behind > length {
            return; // the window is before the item's start or after its end
        }
        // A window that enters from outside arrives at the boundary where it enters.
        let comes_in = if forward { from.num() < 0 } else { from.num() > length };
        let (from, to) = (from.within(node.once()), to.within(node.once()));
        let with_start = range.with_start || comes_in;
        self.inside(node, up.later(start), 0, LevelRange { from, to, with_start, ..range });
    }

    /// Reports the events in a window of one pass of an item.
    fn inside(&mut self, node: &Node, up: LevelMap, pass: i128, range: LevelRange) {
        match node.action() {
            Action::Level(level) => {
                let tables = self.tables;
                self.level(tables.level(level), up, pass, range);
            }
            Action::Clip(clip) => {
                for (index, cue) in self.tables.clip(clip).cues_in(range.window()) {
                    self.cue(node, up, pass, range, cue.at, index, cue.kind);
                }
            }
            Action::Flipbook(book) => {
                let (book, most) = (self.tables.book(book), self.out.left().count());
                book.visit_cues(book.whole(), range.window(), most, |at, index, cue| {
                    self.cue(node, up, pass, range, at, index, cue.kind);
                    true
                });
            }
            _ => {}
        }
    }

    /// Reports a cue of a clip or a flipbook.
    #[expect(clippy::too_many_arguments, reason = "all of them differ by cue or by pass")]
    fn cue(
        &mut self,
        node: &Node,
        up: LevelMap,
        pass: i128,
        range: LevelRange,
        at: Span,
        index: u32,
        kind: CueKind,
    ) {
        let due = up.due(i128::from(at.flicks()), self.travel);
        let is_state = kind == CueKind::State;
        self.emit(node, due, EventKind::Cue(index), range.direction, pass, is_state);
    }

    /// Reports the events of the items of a level.
    fn level(&mut self, level: &Level, up: LevelMap, pass: i128, range: LevelRange) {
        let flicks = range.flicks();
        let tables = self.tables;
        let nodes = tables.nodes_of(level);
        let waiting = self.out.waiting();
        let base = waiting.len();
        // An item that runs faster than its level can meet an event between two whole flicks of the level.
        let (first, last) = match (range.turns, range.direction) {
            (false, _) => flicks,
            (true, Direction::Forward) => (range.from.ceil(), flicks.1),
            (true, Direction::Backward) => (flicks.0, range.from.floor()),
        };
        if first <= last {
            let begun = level.begun(first.saturating_sub(1), nodes);
            let come = level.begun(last, nodes);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a level holds fewer than 2^32 items"
            )]
            waiting.extend(begun as u32..come as u32);
            let ended = level.over(first.saturating_sub(1), nodes);
            let over = level.over(last, nodes);
            waiting.extend_from_slice(&level.by_end()[ended..over]);
        }
        let (early, late) = match range.direction {
            Direction::Forward => (range.from.ceil(), range.to.floor()),
            Direction::Backward => (range.to.ceil(), range.from.floor()),
        };
        level.composites(early.saturating_sub(1), late, nodes, |place| waiting.push(place));
        waiting[base..].sort_unstable();
        let mut end = base;
        for at in base..waiting.len() {
            if end == base || waiting[end - 1] != waiting[at] {
                waiting[end] = waiting[at];
                end += 1;
            }
        }
        waiting.truncate(end);
        for step in 0..end - base {
            let at = match range.direction {
                Direction::Forward => base + step,
                Direction::Backward => end - 1 - step,
            };
            let place = self.out.waiting()[at] as usize;
            self.item(&nodes[place], up, pass, range, flicks);
        }
        self.out.waiting().truncate(base);
    }

    fn emit(
        &mut self,
        node: &Node,
        at: i64,
        kind: EventKind,
        direction: Direction,
        pass: i128,
        is_state: bool,
    ) {
        let (item, pass) = (ItemId::new(node.id()), clamp(pass).unsigned_abs());
        self.out.push(at, item, kind, direction, pass, is_state);
    }
}

/// Repeated items.
impl Walk<'_> {
    /// Reports the events inside an item, pass by pass.
    fn passes(&mut self, node: &Node, up: LevelMap, range: LevelRange) {
        let placement = self.tables.placement(node);
        let is_plain = match node.action() {
            Action::Tween => true,
            Action::Flipbook(book) => self.tables.book(book).cues().is_empty(),
            _ => false,
        };
        if placement.motion().passes() == 1 && is_plain {
            return;
        }
        if node.is_once() {
            return self.once(node, up, range);
        }
        let own = |x: Exact| x.minus(i128::from(node.start())).at_speed(placement.motion().speed());
        let (from, to) = (own(range.from), own(range.to));
        let (own_time, den) = (from, from.den());
        // In units of 1 / `den` flicks.
        let total = placement.total().map_or(i128::MAX, |total| total * den);
        let (length, cycle) =
            (i128::from(placement.length()) * den, (placement.cycle() * den).max(1));
        let last = match placement.motion().passes() {
            0 => i128::MAX,
            passes => i128::from(passes) - 1,
        };
        let forward = range.direction == Direction::Forward;
        let (behind, ahead) = if forward { (from.num(), to.num()) } else { (to.num(), from.num()) };
        if ahead < 0 || behind > total {
            return; // the window is before the item's start or after its end
        }
        // A window that enters from outside arrives at the boundary where it enters.
        let arrives = range.with_start || if forward { from.num() < 0 } else { from.num() > total };
        let (from, to) = (from.num().clamp(0, total), to.num().clamp(0, total));
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
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let mut skips = self.out.left().are_too_few(count);
        // A pass without a duration is at both of its ends at once, so no pass can have been where the next one begins.
        let jumps = !placement.motion().turns() || length == 0;
        let whole = up.inside(placement.start(), placement.motion().speed(), 0, None);
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
                let at = pass * placement.cycle()
                    + if forward { 0 } else { i128::from(placement.length()) };
                let direction = self.direction_in(&placement, pass, range.direction);
                self.emit(
                    node,
                    whole.due(at, self.travel),
                    EventKind::Loop,
                    direction,
                    pass,
                    false,
                );
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
            let mirrored = placement.is_mirrored(pass);
            let place = |at: i128| own_time.with_num(if mirrored { length - at } else { at });
            let direction = self.direction_in(&placement, pass, range.direction);
            let range = LevelRange {
                from: place(enter),
                to: place(leave),
                direction,
                with_start: inside,
                turns: if is_new { !jumps } else { range.turns },
            };
            self.inside(node, placement.up(up, pass), pass, range);
            if pass == last_pass {
                return;
            }
            // What is inside of the passes so far may have been too much.
            skips |= self.out.left().are_too_few(1);
            pass = if skips { last_pass } else { pass + step };
        }
    }

    fn direction_in(&self, placement: &Placement, pass: i128, around: Direction) -> Direction {
        match (around, placement.is_mirrored(pass)) {
            (Direction::Forward, false) | (Direction::Backward, true) => Direction::Forward,
            _ => Direction::Backward,
        }
    }
}

fn ceil_div(num: i128, den: i128) -> i128 {
    -(-num).div_euclid(den)
}
