//! Maps a window from the outermost level inward.

use super::super::{
    exact::{Exact, LevelMap},
    motion::Placement,
    node::{Action, Level, Node},
    tables::Tables,
};
use crate::{
    clip::{CueKind, Window},
    event::{Direction, EventKind},
    playback::{ContentEvents, ItemId},
    time::{Span, round::saturate},
};

/// Fills `out` with the events in a window of the whole.
pub(super) fn walk(tables: &Tables, window: Window, out: &mut ContentEvents) {
    let (from, to, direction, with_start) = window.parts();
    let (from, to) = (Exact::whole(from.flicks()), Exact::whole(to.flicks()));
    let range = LevelRange { from, to, direction, with_start, turns: window.turns() };
    let mut walk = EventWalk { tables, out, travel: direction };
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

struct EventWalk<'a> {
    tables: &'a Tables,
    out: &'a mut ContentEvents,
    /// The direction of travel in the whole.
    travel: Direction,
}

impl EventWalk<'_> {
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
        match node.action {
            Action::Wait => return,
            Action::Pause => return emit(self, node.start, EventKind::Cue(0), false),
            Action::Cue(kind) => {
                return emit(self, node.start, EventKind::Cue(0), kind == CueKind::State);
            }
            Action::Call(number) => return emit(self, node.start, EventKind::Cue(number), true),
            Action::Tween | Action::Clip(_) | Action::Flipbook(_) | Action::Level(_) => {}
        }
        let (begins, ends) = match direction {
            Direction::Forward => (node.start, node.end),
            Direction::Backward => (node.end, node.start),
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
        let start = i128::from(node.start);
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
        match node.action {
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
        let (item, pass) = (ItemId::new(node.id), saturate(pass).unsigned_abs());
        self.out.push(at, item, kind, direction, pass, is_state);
    }
}

/// Repeated items.
impl EventWalk<'_> {
    /// Reports the events inside an item, pass by pass.
    fn passes(&mut self, node: &Node, up: LevelMap, range: LevelRange) {
        let placement = self.tables.placement(node);
        let is_plain = match node.action {
            Action::Tween => true,
            Action::Flipbook(book) => self.tables.book(book).cues().is_empty(),
            _ => false,
        };
        if placement.motion.passes() == 1 && is_plain {
            return;
        }
        if node.is_once() {
            return self.once(node, up, range);
        }
        let Some(window) = PassWindow::of(&placement, &range) else { return };
        let mut skips = self.out.left().are_too_few(window.steps());
        // A pass without a duration is at both of its ends at once, so no pass can have been where the next one begins.
        let jumps = !placement.motion.turns() || window.length == 0;
        let whole = up.inside(placement.start, placement.motion.speed(), 0, None);
        let mut pass = window.first;
        loop {
            let direction = range.direction.mirrored(placement.is_mirrored(pass));
            if window.begins(pass) {
                let from = if window.forward { 0 } else { i128::from(placement.length) };
                let due = whole.due(pass * placement.cycle() + from, self.travel);
                self.emit(node, due, EventKind::Loop, direction, pass, false);
            }
            let (enter, leave, with_start) = window.within(pass, jumps);
            let mirrored = placement.is_mirrored(pass);
            let place =
                |at: i128| window.own_time.with_num(if mirrored { window.length - at } else { at });
            let inside = LevelRange {
                from: place(enter),
                to: place(leave),
                direction,
                with_start,
                turns: if window.is_new(pass) { !jumps } else { range.turns },
            };
            self.inside(node, placement.up(up, pass), pass, inside);
            if pass == window.last {
                return;
            }
            // What is inside of the passes so far may have been too much.
            skips |= self.out.left().are_too_few(1);
            pass = if skips { window.last } else { pass + window.step() };
        }
    }
}

/// The passes of a repeated item that a window meets. Times are in the item's own time, in units of one over the
/// denominator of `own_time`.
struct PassWindow {
    own_time: Exact,
    forward: bool,
    /// Where the window enters and leaves, from the item's start.
    from: i128,
    to: i128,
    /// Whether what is at the place where it enters belongs to it.
    arrives: bool,
    length: i128,
    cycle: i128,
    /// The last pass of the item.
    most: i128,
    /// The first and the last pass in the direction of travel.
    first: i128,
    last: i128,
}

impl PassWindow {
    /// `None` for a window before the item's start, after its end or within a gap.
    fn of(placement: &Placement, range: &LevelRange) -> Option<Self> {
        let motion = placement.motion;
        let own = |x: Exact| x.minus(i128::from(placement.start)).at_speed(motion.speed());
        let (own_time, to) = (own(range.from), own(range.to));
        let (from, to, den) = (own_time.num(), to.num(), own_time.den());
        let total = placement.total().map_or(i128::MAX, |total| total * den);
        let length = i128::from(placement.length) * den;
        let cycle = (placement.cycle() * den).max(1);
        let most = if motion.passes() == 0 { i128::MAX } else { i128::from(motion.passes()) - 1 };
        let forward = range.direction == Direction::Forward;
        let (behind, ahead) = if forward { (from, to) } else { (to, from) };
        if ahead < 0 || behind > total {
            return None;
        }
        // A window that enters from outside arrives at the boundary where it enters.
        let arrives = range.with_start || if forward { from < 0 } else { from > total };
        let (from, to) = (from.clamp(0, total), to.clamp(0, total));
        let (first, last) = if forward {
            ((from / cycle).min(most), (to / cycle).min(most))
        } else {
            // A window that enters at the very end is in the last pass, even if a pass has no duration.
            let comes_in = arrives && from == total;
            let first = if comes_in { most } else { (from + cycle - 1) / cycle - 1 };
            (first.clamp(0, most), ceil_div(to - length, cycle).max(0))
        };
        let found = Self { own_time, forward, from, to, arrives, length, cycle, most, first, last };
        (found.step() * (last - first) >= 0).then_some(found)
    }

    fn step(&self) -> i128 {
        if self.forward { 1 } else { -1 }
    }

    /// How many passes follow the first.
    fn steps(&self) -> u64 {
        u64::try_from((self.last - self.first) * self.step()).unwrap_or(u64::MAX)
    }

    /// Where the window enters a pass, from the start of the pass. Backward, that may be in the gap behind the pass.
    fn entered(&self, pass: i128) -> i128 {
        match (pass == self.first, self.forward) {
            (true, _) => self.from - pass * self.cycle,
            (false, true) => 0,
            (false, false) => self.length + 1,
        }
    }

    /// Whether the window enters the pass at its beginning, in the direction of travel.
    fn is_new(&self, pass: i128) -> bool {
        pass != self.first || (!self.forward && self.entered(pass) > self.length)
    }

    /// Whether the item has begun again with this pass.
    fn begins(&self, pass: i128) -> bool {
        self.is_new(pass) && (self.forward || pass < self.most)
    }

    /// Where the window enters and leaves a pass, from the start of the pass, and whether what is at the place where it
    /// enters belongs to it: after another pass only if that one `jumps` there.
    fn within(&self, pass: i128, jumps: bool) -> (i128, i128, bool) {
        let entered = self.entered(pass);
        let with_start =
            if self.is_new(pass) { jumps } else { self.arrives && entered <= self.length };
        let leave = match (pass == self.last, self.forward) {
            (true, _) => self.to - pass * self.cycle,
            (false, true) => self.length,
            (false, false) => 0,
        };
        (entered.clamp(0, self.length), leave.clamp(0, self.length), with_start)
    }
}

fn ceil_div(num: i128, den: i128) -> i128 {
    -(-num).div_euclid(den)
}
