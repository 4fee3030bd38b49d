//! What happens in a window of time.
//!
//! A window goes from the outside in: mapped into each item that it meets, pass by pass, it becomes a window of that
//! item's own time. A moment is told when the window *arrives* at it, by travelling or by the jump back to the start of
//! the next pass. At the turning point of a ping-pong cues and calls count once, in the pass that ends there, while items
//! that end there start again: every start has its end. What is told is sorted by
//! due time; of one due time it comes in playing order: items by start, then declaration; what is inside an item between
//! its start and its end. Backward everything is mirrored, but for the cues of one moment of a clip, which keep
//! their order.

use alloc::vec::Vec;
use core::{cmp::Reverse, ops::Deref};

use super::{
    Timeline,
    exact::{Exact, Up, clamp},
    motion::Lying,
    tables::{Act, Level, NONE, Node, Tables},
    timeline::ItemId,
};
use crate::{
    clip::{CueKind, Window},
    edge::{Direction, EdgeKind},
    playback::LoopEdges,
    time::Span,
};

/// One thing that happens in a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crossing {
    /// When, from the start of the whole: the first flick at or past it, in the way of travel.
    pub at: Span,
    /// To which item.
    pub item: ItemId,
    /// What. Of a clip, [`EdgeKind::Cue`] holds the index of its cue; of a call, its number; else 0.
    ///
    /// Backward, an item starts where it is left forward, and ends at its start.
    pub kind: EdgeKind,
    /// Which way time runs around the item; a clip's cues and loops: inside it.
    pub direction: Direction,
    /// For a loop, the pass of the item that begins; for a clip's cue, the pass in which it lies; else the pass of the
    /// timeline around the item.
    pub pass: u64,
    /// Whether it is a cue or call that counts also when it is jumped over.
    pub is_state: bool,
    /// Sorts what is due at one time.
    order: u32,
}

/// What happens in a window, in order; made to be filled again and again without asking for memory.
#[derive(Clone, Debug, Default)]
pub struct Crossings {
    list: Vec<Crossing>,
    /// Numbers of items still to be looked at.
    waiting: Vec<u32>,
}

impl Deref for Crossings {
    type Target = [Crossing];
    fn deref(&self) -> &[Crossing] {
        &self.list
    }
}

impl<K> Timeline<K> {
    /// Fills `out` with all that happens in a window of the whole.
    ///
    /// Costs what happens and the repeated items, clips with cues and timelines that the window meets. More passes
    /// than [`LoopEdges::MOST_IN_ONE_STEP`] are told by their first and last: a tiny loop in a long window must not hang.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     clip::{CueKind, Window},
    ///     edge::EdgeKind,
    ///     time::Span,
    ///     timeline::{Crossings, TimelineDraft, cue, nest},
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let tick = TimelineDraft::<u8>::new("tick").wait(ms(100)).then(cue(CueKind::Effect, "tick"));
    /// let ticks = nest(tick).times(3).build()?;
    /// let mut crossings = Crossings::default();
    /// ticks.crossings(Window::forward(ms(100), ms(250)), &mut crossings);
    /// let kinds: Vec<_> = crossings.iter().map(|crossing| crossing.kind).collect();
    /// // What happens at 100 ms was told by the window before.
    /// assert_eq!(kinds, [EdgeKind::Cue(0), EdgeKind::Loop]);
    /// assert_eq!(ticks.item_name(crossings[0].item), "tick");
    /// # Ok::<(), cueline::timeline::TimelineError>(())
    /// ```
    pub fn crossings(&self, window: Window, out: &mut Crossings) {
        self.cross(window, false, out);
    }

    /// The same; `turns` where it goes on where another window has turned round.
    pub(super) fn cross(&self, window: Window, turns: bool, out: &mut Crossings) {
        out.list.clear();
        out.waiting.clear();
        let (from, to, direction, with_start) = window.parts();
        let way = match direction {
            Direction::Forward => from <= to,
            Direction::Backward => from >= to,
        };
        if !way {
            return;
        }
        let mut walk = Walk {
            tables: &self.tables,
            out,
            travel: direction,
            passes_left: LoopEdges::MOST_IN_ONE_STEP,
        };
        let (from, to) = (Exact::whole(from.flicks()), Exact::whole(to.flicks()));
        let stretch = Stretch { from, to, direction, with_start, turns };
        walk.item(self.whole(), Up::WHOLE, 0, stretch, stretch.flicks());
        match direction {
            // Nothing is due twice with one order, so sorting in place keeps all in order.
            Direction::Forward => out.list.sort_unstable_by_key(|one| (one.at, one.order)),
            Direction::Backward => {
                out.list.sort_unstable_by_key(|one| (Reverse(one.at), one.order));
            }
        }
    }
}

/// A window on one level.
#[derive(Clone, Copy)]
struct Stretch {
    from: Exact,
    to: Exact,
    direction: Direction,
    with_start: bool,
    /// Whether it goes on where another one has turned round: what ended there starts again.
    turns: bool,
}

impl Stretch {
    /// Whether it begins at that very flick.
    fn is_at_beginning(&self, at: i64) -> bool {
        self.from.num == i128::from(at) * self.from.den
    }

    /// The first and the last whole flick in it; the first is the larger one where there is none.
    fn flicks(&self) -> (i64, i64) {
        let (from, to) = (self.from, self.to);
        match (self.direction, self.with_start) {
            (Direction::Forward, true) => (from.ceil(), to.floor()),
            (Direction::Forward, false) => (from.floor().saturating_add(1), to.floor()),
            (Direction::Backward, true) => (to.ceil(), from.floor()),
            (Direction::Backward, false) => (to.ceil(), from.ceil().saturating_sub(1)),
        }
    }
}

struct Walk<'a> {
    tables: &'a Tables,
    out: &'a mut Crossings,
    /// The way of the whole.
    travel: Direction,
    passes_left: u64,
}

impl Walk<'_> {
    /// Tells what happens to one item in a window of its level, with the window's flicks; `pass` is that of the timeline
    /// around it.
    fn item(
        &mut self,
        node: &Node,
        up: Up,
        pass: i128,
        stretch: Stretch,
        (first, last): (i64, i64),
    ) {
        let within = |at: i64| first <= at && at <= last;
        let direction = stretch.direction;
        let tell = |walk: &mut Self, at: i64, kind, is_state| {
            if within(at) {
                walk.tell(
                    node,
                    up.due(i128::from(at), walk.travel),
                    kind,
                    direction,
                    pass,
                    is_state,
                );
            }
        };
        match node.what {
            Act::Wait => return,
            Act::Pause => return tell(self, node.start, EdgeKind::Cue(0), false),
            Act::Cue(kind) => {
                return tell(self, node.start, EdgeKind::Cue(0), kind == CueKind::State);
            }
            Act::Call(number) => return tell(self, node.start, EdgeKind::Cue(number), true),
            Act::Tween | Act::Clip(_) | Act::Flipbook(_) | Act::Level(_) => {}
        }
        let (begins, ends) = match direction {
            Direction::Forward => (node.start, node.end),
            Direction::Backward => (node.end, node.start),
        };
        let starts_again = stretch.turns && begins != ends && stretch.is_at_beginning(begins);
        if starts_again {
            let at = up.due(i128::from(begins), self.travel);
            self.tell(node, at, EdgeKind::Start, direction, pass, false);
        } else if begins < i64::MAX {
            tell(self, begins, EdgeKind::Start, false);
        }
        self.passes(node, up, stretch);
        if ends < i64::MAX {
            tell(self, ends, EdgeKind::End, false);
        }
    }

    /// Tells what happens inside an item, pass by pass.
    fn passes(&mut self, node: &Node, up: Up, stretch: Stretch) {
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
        // In parts of a flick, of which `den` make one.
        let total = lying.total().map_or(i128::MAX, |total| total * den);
        let (length, cycle) = (i128::from(lying.length) * den, (lying.cycle() * den).max(1));
        let last =
            if lying.motion.passes == 0 { i128::MAX } else { i128::from(lying.motion.passes) - 1 };
        let forward = stretch.direction == Direction::Forward;
        let (behind, ahead) = if forward { (from.num, to.num) } else { (to.num, from.num) };
        if ahead < 0 || behind > total {
            return; // it is all before its start or after its end
        }
        // Coming in from outside, it arrives at the end at which it comes in.
        let arrives = stretch.with_start || if forward { from.num < 0 } else { from.num > total };
        let (from, to) = (from.num.clamp(0, total), to.num.clamp(0, total));
        let (first_pass, last_pass) = if forward {
            ((from / cycle).min(last), (to / cycle).min(last))
        } else {
            // Coming in at the very end it is in the last pass, even if that takes no time.
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
        let told = u64::try_from(count).unwrap_or(u64::MAX);
        let skips = told > self.passes_left;
        if !skips {
            self.passes_left -= told;
        }
        // What takes no time is at both of its ends at once: no pass can have been where the next one begins.
        let jumps = !lying.motion.ping_pong || length == 0;
        let whole = up.inside(lying.start, lying.motion.speed, 0, None);
        let mut pass = first_pass;
        loop {
            let pass_at = pass * cycle;
            // Where the window comes in and goes out, from the start of the pass.
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
                self.tell(node, whole.due(at, self.travel), EdgeKind::Loop, way, pass, false);
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

    /// The same for an item that runs once at normal speed.
    fn once(&mut self, node: &Node, up: Up, stretch: Stretch) {
        let start = i128::from(node.start);
        let (from, to) = (stretch.from.minus(start), stretch.to.minus(start));
        let length = i128::from(node.once()) * from.den;
        let forward = stretch.direction == Direction::Forward;
        let (behind, ahead) = if forward { (from.num, to.num) } else { (to.num, from.num) };
        if ahead < 0 || behind > length {
            return; // it is all before its start or after its end
        }
        // Coming in from outside, it arrives at the end at which it comes in.
        let comes_in = if forward { from.num < 0 } else { from.num > length };
        let (from, to) = (from.within(node.once()), to.within(node.once()));
        let with_start = stretch.with_start || comes_in;
        self.inside(node, up.later(start), 0, Stretch { from, to, with_start, ..stretch });
    }

    /// Tells what happens in a window of one pass of an item.
    fn inside(&mut self, node: &Node, up: Up, pass: i128, stretch: Stretch) {
        match node.what {
            Act::Level(level) => {
                let tables = self.tables;
                self.level(&tables.levels[level as usize], up, pass, stretch);
            }
            Act::Clip(clip) => {
                let clip = &self.tables.clips[clip as usize];
                let (from, to) = (stretch.from, stretch.to);
                let span = Span::from_flicks;
                let window = match (stretch.direction, stretch.with_start) {
                    (Direction::Forward, false) => {
                        Window::forward(span(from.floor()), span(to.floor()))
                    }
                    (Direction::Forward, true) => {
                        Window::forward(span(from.ceil()), span(to.floor())).with_start()
                    }
                    (Direction::Backward, false) => {
                        Window::backward(span(from.ceil()), span(to.ceil()))
                    }
                    (Direction::Backward, true) => {
                        Window::backward(span(from.floor()), span(to.ceil())).with_start()
                    }
                };
                for (index, cue) in clip.cues_in(window) {
                    let due = up.due(i128::from(cue.at.flicks()), self.travel);
                    let is_state = cue.kind == CueKind::State;
                    self.tell(node, due, EdgeKind::Cue(index), stretch.direction, pass, is_state);
                }
            }
            _ => {}
        }
    }

    /// Tells what happens to the items of a level.
    fn level(&mut self, level: &Level, up: Up, pass: i128, stretch: Stretch) {
        let flicks = stretch.flicks();
        let tables = self.tables;
        let nodes = tables.nodes_of(level);
        let base = self.out.waiting.len();
        let waiting = &mut self.out.waiting;
        // What runs faster than its level can meet something where the level has no whole flick.
        let (first, last) = match (stretch.turns, stretch.direction) {
            (false, _) => flicks,
            (true, Direction::Forward) => (stretch.from.ceil(), flicks.1),
            (true, Direction::Backward) => (flicks.0, stretch.from.floor()),
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
            waiting.extend_from_slice(&level.by_end[ended..over]);
        }
        let (early, late) = match stretch.direction {
            Direction::Forward => (stretch.from.ceil(), stretch.to.floor()),
            Direction::Backward => (stretch.to.ceil(), stretch.from.floor()),
        };
        let composites = &*level.composites;
        let lies = |place: &u32| nodes[*place as usize].lies();
        level.composite_index.find(early.saturating_sub(1), late, composites, lies, |_, place| {
            waiting.push(*place);
        });
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
            let at = match stretch.direction {
                Direction::Forward => base + step,
                Direction::Backward => end - 1 - step,
            };
            let place = self.out.waiting[at] as usize;
            self.item(&nodes[place], up, pass, stretch, flicks);
        }
        self.out.waiting.truncate(base);
    }

    fn way_in(&self, lying: &Lying, pass: i128, around: Direction) -> Direction {
        match (around, lying.is_mirrored(pass)) {
            (Direction::Forward, false) | (Direction::Backward, true) => Direction::Forward,
            _ => Direction::Backward,
        }
    }

    fn tell(
        &mut self,
        node: &Node,
        at: i64,
        kind: EdgeKind,
        direction: Direction,
        pass: i128,
        is_state: bool,
    ) {
        let crossing = Crossing {
            at: Span::from_flicks(at),
            item: ItemId(node.id),
            kind,
            direction,
            pass: clamp(pass).unsigned_abs(),
            is_state,
            order: u32::try_from(self.out.list.len()).unwrap_or(u32::MAX),
        };
        self.out.list.push(crossing);
    }
}

fn ceil_div(num: i128, den: i128) -> i128 {
    -(-num).div_euclid(den)
}
