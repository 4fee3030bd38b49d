//! Maps a window from the outermost level inward.

use super::{
    super::{
        exact::{Exact, Up, clamp},
        tables::{Act, Level, Node, Tables},
        timeline::ItemId,
    },
    TimelineEvent, TimelineEvents,
};
use crate::{
    clip::{CueKind, Window},
    event::{Direction, EventKind},
    time::Span,
};

/// A window on one level.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    pub(super) from: Exact,
    pub(super) to: Exact,
    pub(super) direction: Direction,
    pub(super) with_start: bool,
    /// Whether the window continues where the previous window has turned round: items that ended there start again.
    pub(super) turns: bool,
}

impl Stretch {
    /// Whether the window begins exactly at a flick.
    fn is_at_beginning(&self, at: i64) -> bool {
        self.from.num == i128::from(at) * self.from.den
    }

    /// The first and the last whole flick in the window. If there is none, the first is larger than the last.
    pub(super) fn flicks(&self) -> (i64, i64) {
        let (from, to) = (self.from, self.to);
        match (self.direction, self.with_start) {
            (Direction::Forward, true) => (from.ceil(), to.floor()),
            (Direction::Forward, false) => (from.floor().saturating_add(1), to.floor()),
            (Direction::Backward, true) => (to.ceil(), from.floor()),
            (Direction::Backward, false) => (to.ceil(), from.ceil().saturating_sub(1)),
        }
    }
}

pub(super) struct Walk<'a> {
    pub(super) tables: &'a Tables,
    pub(super) out: &'a mut TimelineEvents,
    /// The direction of travel in the whole.
    pub(super) travel: Direction,
    pub(super) passes_left: u64,
}

impl Walk<'_> {
    /// Reports the events of one item in a window of its level, given the window's flicks. `pass` is the pass of the
    /// parent timeline.
    pub(super) fn item(
        &mut self,
        node: &Node,
        up: Up,
        pass: i128,
        stretch: Stretch,
        (first, last): (i64, i64),
    ) {
        let within = |at: i64| first <= at && at <= last;
        let direction = stretch.direction;
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
        match node.what {
            Act::Wait => return,
            Act::Pause => return emit(self, node.start, EventKind::Cue(0), false),
            Act::Cue(kind) => {
                return emit(self, node.start, EventKind::Cue(0), kind == CueKind::State);
            }
            Act::Call(number) => return emit(self, node.start, EventKind::Cue(number), true),
            Act::Tween | Act::Clip(_) | Act::Flipbook(_) | Act::Level(_) => {}
        }
        let (begins, ends) = match direction {
            Direction::Forward => (node.start, node.end),
            Direction::Backward => (node.end, node.start),
        };
        let starts_again = stretch.turns && begins != ends && stretch.is_at_beginning(begins);
        if starts_again {
            let at = up.due(i128::from(begins), self.travel);
            self.emit(node, at, EventKind::Start, direction, pass, false);
        } else if begins < i64::MAX {
            emit(self, begins, EventKind::Start, false);
        }
        self.passes(node, up, stretch);
        if ends < i64::MAX {
            emit(self, ends, EventKind::End, false);
        }
    }

    /// The same for an item that runs once at normal speed.
    pub(super) fn once(&mut self, node: &Node, up: Up, stretch: Stretch) {
        let start = i128::from(node.start);
        let (from, to) = (stretch.from.minus(start), stretch.to.minus(start));
        let length = i128::from(node.once()) * from.den;
        let forward = stretch.direction == Direction::Forward;
        let (behind, ahead) = if forward { (from.num, to.num) } else { (to.num, from.num) };
        if ahead < 0 || behind > length {
            return; // the window is before the item's start or after its end
        }
        // A window that enters from outside arrives at the boundary where it enters.
        let comes_in = if forward { from.num < 0 } else { from.num > length };
        let (from, to) = (from.within(node.once()), to.within(node.once()));
        let with_start = stretch.with_start || comes_in;
        self.inside(node, up.later(start), 0, Stretch { from, to, with_start, ..stretch });
    }

    /// Reports the events in a window of one pass of an item.
    pub(super) fn inside(&mut self, node: &Node, up: Up, pass: i128, stretch: Stretch) {
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
                    self.emit(node, due, EventKind::Cue(index), stretch.direction, pass, is_state);
                }
            }
            _ => {}
        }
    }

    /// Reports the events of the items of a level.
    fn level(&mut self, level: &Level, up: Up, pass: i128, stretch: Stretch) {
        let flicks = stretch.flicks();
        let tables = self.tables;
        let nodes = tables.nodes_of(level);
        let base = self.out.waiting.len();
        let waiting = &mut self.out.waiting;
        // An item that runs faster than its level can meet an event between two whole flicks of the level.
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

    pub(super) fn emit(
        &mut self,
        node: &Node,
        at: i64,
        kind: EventKind,
        direction: Direction,
        pass: i128,
        is_state: bool,
    ) {
        let crossing = TimelineEvent {
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
