//! Timelines done the naive way: trees of items, walked from the top for every question, every pass written out.

use alloc::{format, string::String, vec, vec::Vec};
use core::cmp::Reverse;

use proptest::prelude::*;

use crate::{
    clip::CueKind,
    event::{Direction, EventKind},
    time::{Span, Speed},
    timeline::{Conflict, Item, Position, TimelineBuilder, call, cue, nest, to},
};

/// An item of the model.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub(super) act: Does,
    /// In flicks, as all times here.
    pub(super) start: i64,
    pub(super) passes: u64,
    pub(super) gap: i64,
    pub(super) ping_pong: bool,
    /// Numerator and denominator.
    pub(super) speed: (i64, u64),
}

#[derive(Clone, Debug)]
pub(super) enum Does {
    Tween { key: u8, to: i32, length: i64 },
    Cue,
    Call(u32),
    Holds(Vec<Thing>),
}

/// A time as a fraction.
#[derive(Clone, Copy, Debug)]
struct At(i128, i128);

impl At {
    fn less(self, flicks: i64) -> Self {
        At(self.0 - i128::from(flicks) * self.1, self.1)
    }
    fn reaches(self, flicks: i128) -> bool {
        self.0 >= flicks * self.1
    }
}

/// What the model says happened, in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Happened {
    pub(super) at: i64,
    pub(super) item: u32,
    pub(super) kind: EventKind,
    pub(super) direction: Direction,
}

impl Thing {
    pub(super) fn item(&self) -> Item<u8> {
        let item = match &self.act {
            Does::Tween { key, to: value, length } => {
                to(*key, f64::from(*value)).duration(Span::from_flicks(*length))
            }
            Does::Cue => return cue(CueKind::Effect, "cue"),
            Does::Call(number) => return call(*number),
            Does::Holds(things) => {
                let draft = TimelineBuilder::new("").on_conflict(Conflict::Replace);
                let put = |draft: TimelineBuilder<u8>, thing: &Thing| {
                    draft.put(Position::time(Span::from_flicks(thing.start)), thing.item())
                };
                let keys = (0..4).fold(draft, |draft, key| draft.start(key, f64::from(key)));
                nest(things.iter().fold(keys, put))
            }
        };
        let item = item.times(self.passes).gap(Span::from_flicks(self.gap));
        let item = item.speed(Speed::new(self.speed.0, self.speed.1).unwrap());
        if self.ping_pong { item.ping_pong() } else { item }
    }

    fn is_moment(&self) -> bool {
        matches!(self.act, Does::Cue | Does::Call(_))
    }

    pub(super) fn length(&self) -> i64 {
        match &self.act {
            Does::Tween { length, .. } => *length,
            Does::Holds(things) => things.iter().map(Thing::end).max().unwrap_or(0),
            Does::Cue | Does::Call(_) => 0,
        }
    }

    fn total(&self) -> i64 {
        if self.is_moment() {
            return 0;
        }
        let passes = i64::try_from(self.passes).unwrap();
        self.length() * passes + if passes > 1 { self.gap * (passes - 1) } else { 0 }
    }

    /// The first flick at which it is over.
    pub(super) fn end(&self) -> i64 {
        if self.is_moment() { self.start } else { self.start + self.reached(self.total()) }
    }

    /// How long until that much of its own time is over, in whole flicks.
    fn reached(&self, own: i64) -> i64 {
        let ahead = i128::from(own) * i128::from(self.speed.1);
        let num = i128::from(self.speed.0);
        i64::try_from(ahead.div_euclid(num) + i128::from(ahead.rem_euclid(num) != 0)).unwrap()
    }

    fn cycle(&self) -> i64 {
        self.length() + if self.passes > 1 { self.gap } else { 0 }
    }

    /// Where it is in its own time.
    fn inside(&self, x: At) -> At {
        let since = x.less(self.start);
        let own = At(since.0.max(0) * i128::from(self.speed.0), since.1 * i128::from(self.speed.1));
        let mut rest = own;
        let mut pass = 0;
        while pass + 1 < self.passes && rest.reaches(self.cycle().into()) {
            rest = rest.less(self.cycle());
            pass += 1;
        }
        let length = i128::from(self.length()) * rest.1;
        let at = At(rest.0.min(length), rest.1);
        if self.ping_pong && self.passes > 1 && pass % 2 == 1 {
            At(length - at.0, at.1)
        } else {
            at
        }
    }

    /// When it first writes a property, from its start, in its own time.
    fn first_write(&self, wanted: u8) -> Option<i64> {
        match &self.act {
            Does::Tween { key, .. } => (*key == wanted).then_some(0),
            Does::Holds(things) => {
                let first =
                    |thing: &Thing| Some(thing.start + thing.reached(thing.first_write(wanted)?));
                things.iter().filter_map(first).min()
            }
            Does::Cue | Does::Call(_) => None,
        }
    }
}

/// What a property shows among `things` at `x`, where only the first `limit` of its writers count.
///
/// `before` is what shows before any of them.
fn shown(things: &[Thing], limit: usize, key: u8, x: At, before: f64) -> f64 {
    let mut writers: Vec<(i64, &Thing)> = Vec::new();
    for thing in things {
        if let Some(first) = thing.first_write(key) {
            writers.push((thing.start + thing.reached(first), thing));
        }
    }
    // By the start of the item, then declaration; then by the first write.
    writers.sort_by_key(|(_, thing)| thing.start);
    writers.sort_by_key(|(start, _)| *start);
    let begun = writers[..limit.min(writers.len())]
        .iter()
        .rposition(|(start, _)| x.reaches(i128::from(*start)));
    match begun {
        Some(place) => {
            let (start, thing) = writers[place];
            let found = shown(things, place, key, At(start.into(), 1), before);
            written(thing, key, x, found)
        }
        // What the first one starts from.
        None => before,
    }
}

/// What a thing writes at `x`, where its first writer finds `found`.
fn written(thing: &Thing, key: u8, x: At, found: f64) -> f64 {
    let at = thing.inside(x);
    match &thing.act {
        Does::Tween { to, length, .. } => {
            let share =
                if *length == 0 { 1.0 } else { at.0 as f64 / (i128::from(*length) * at.1) as f64 };
            if share >= 1.0 { f64::from(*to) } else { found + (f64::from(*to) - found) * share }
        }
        Does::Holds(things) => shown(things, usize::MAX, key, at, found),
        Does::Cue | Does::Call(_) => found,
    }
}

/// What a property of the whole shows at a time.
pub(super) fn value(whole: &Thing, key: u8, at: i64) -> Option<f64> {
    whole.first_write(key)?;
    Some(written(whole, key, At(at.into(), 1), f64::from(key)))
}

/// From a level up to the whole, outermost first.
#[derive(Clone)]
struct Way(Vec<Around>);

/// One item on that way.
#[derive(Clone, Copy)]
struct Around {
    start: i64,
    speed: (i64, u64),
    /// Where its pass begins, in its own time.
    pass_at: i64,
    /// Its length, where the pass is shown from its end.
    mirrored: Option<i64>,
}

impl Way {
    /// Where a moment of the innermost level is.
    fn whole(&self, own: i64) -> At {
        let mut at = At(own.into(), 1);
        for Around { start, speed, pass_at, mirrored } in self.0.iter().rev() {
            let (num, den) = (i128::from(speed.0), i128::from(speed.1));
            let place = match mirrored {
                Some(length) => At(i128::from(*length) * at.1 - at.0, at.1),
                None => at,
            };
            let own = At(place.0 + i128::from(*pass_at) * place.1, place.1);
            let around = At(own.0 * den, own.1 * num);
            at = At(around.0 + i128::from(*start) * around.1, around.1);
        }
        at
    }

    fn into(&self, thing: &Thing, pass: i64) -> Self {
        let mut way = self.clone();
        let turned = thing.ping_pong && thing.passes > 1 && pass % 2 == 1;
        let mirrored = turned.then(|| thing.length());
        way.0.push(Around {
            start: thing.start,
            speed: thing.speed,
            pass_at: pass * thing.cycle(),
            mirrored,
        });
        way
    }
}

struct Tell {
    travel: Direction,
    told: Vec<Happened>,
}

impl Tell {
    fn tell(&mut self, way: &Way, own: i64, item: u32, kind: EventKind, direction: Direction) {
        let At(num, den) = way.whole(own);
        let at = match self.travel {
            Direction::Forward => -(-num).div_euclid(den),
            Direction::Backward => num.div_euclid(den),
        };
        self.told.push(Happened { at: i64::try_from(at).unwrap(), item, kind, direction });
    }

    /// Everything that happens to a thing, from the one end to the other; at its beginning only where `arrives`.
    fn all_of(
        &mut self,
        thing: &Thing,
        id: u32,
        way: &Way,
        direction: Direction,
        bounds: (i64, bool),
    ) {
        let (length_around, with_start) = bounds;
        let forward = direction == Direction::Forward;
        let begins = if forward { thing.start } else { thing.end() };
        let ends = if forward { thing.end() } else { thing.start };
        // The far end of the level is where backward play comes in.
        let edge = if forward { 0 } else { length_around };
        let told = |at: i64| with_start || at != edge;
        match &thing.act {
            Does::Cue if told(begins) => {
                return self.tell(way, thing.start, id, EventKind::Cue(0), direction);
            }
            Does::Call(number) if told(begins) => {
                return self.tell(way, thing.start, id, EventKind::Cue(*number), direction);
            }
            Does::Cue | Does::Call(_) => return,
            _ => {}
        }
        // What ended at a turning point starts again; what takes no time is a moment.
        if told(begins) || begins != ends {
            self.tell(way, begins, id, EventKind::Start, direction);
        }
        let at_edge = if forward {
            thing.start == 0
        } else {
            // It comes in at the exact end, if the level is not longer than that.
            let own = i128::from(length_around - thing.start) * i128::from(thing.speed.0);
            own <= i128::from(thing.total()) * i128::from(thing.speed.1)
        };
        let passes = i64::try_from(thing.passes).unwrap();
        for step in 0..passes {
            let pass = if forward { step } else { passes - 1 - step };
            let turned = thing.ping_pong && passes > 1 && pass % 2 == 1;
            let inner = if forward != turned { Direction::Forward } else { Direction::Backward };
            if step > 0 {
                let own = pass * thing.cycle() + if forward { 0 } else { thing.length() };
                let mut straight = way.clone();
                straight.0.push(Around {
                    start: thing.start,
                    speed: thing.speed,
                    pass_at: 0,
                    mirrored: None,
                });
                self.tell(&straight, own, id, EventKind::Loop, inner);
            }
            let arrives = if step == 0 {
                with_start || !at_edge
            } else {
                !(thing.ping_pong && passes > 1) || thing.length() == 0
            };
            if let Does::Holds(things) = &thing.act {
                let way = way.into(thing, pass);
                let mut order: Vec<(usize, u32)> = Vec::new();
                let mut next = id + 1;
                for (place, thing) in things.iter().enumerate() {
                    order.push((place, next));
                    next += count(thing);
                }
                order.sort_by_key(|(place, _)| things[*place].start);
                if inner == Direction::Backward {
                    order.reverse();
                }
                for (place, id) in order {
                    self.all_of(&things[place], id, &way, inner, (thing.length(), arrives));
                }
            }
        }
        if told(ends) {
            self.tell(way, ends, id, EventKind::End, direction);
        }
    }
}

/// How many items a thing is, with all that is in it.
fn count(thing: &Thing) -> u32 {
    match &thing.act {
        Does::Holds(things) => 1 + things.iter().map(count).sum::<u32>(),
        _ => 1,
    }
}

/// Everything that happens when the whole is played from one end to the other.
pub(super) fn everything(whole: &Thing, travel: Direction) -> Vec<Happened> {
    let mut tell = Tell { travel, told: Vec::new() };
    tell.all_of(whole, 0, &Way(vec![]), travel, (whole.end(), true));
    match travel {
        Direction::Forward => tell.told.sort_by_key(|one| one.at),
        Direction::Backward => tell.told.sort_by_key(|one| Reverse(one.at)),
    }
    tell.told
}

/// Random trees: up to `depth` timelines in each other, with repeats, gaps, ping-pongs and odd speeds.
pub(super) fn things() -> impl Strategy<Value = Thing> {
    let leaf = prop_oneof![
        4 => (0..4_u8, -50..50_i32, 0..12_i64)
            .prop_map(|(key, to, length)| Does::Tween { key, to, length }),
        1 => Just(Does::Cue),
        1 => (1..9_u32).prop_map(Does::Call),
    ];
    let timed = |act: BoxedStrategy<Does>| {
        let speed =
            prop::sample::select(vec![(1_i64, 1_u64), (1, 1), (1, 3), (2, 1), (3, 2), (5, 7)]);
        (act, 0..12_i64, 1..4_u64, 0..4_i64, any::<bool>(), speed).prop_map(
            |(act, start, passes, gap, ping_pong, speed)| {
                let mut thing = Thing { act, start, passes, gap, ping_pong, speed };
                if thing.is_moment() {
                    (thing.passes, thing.speed) = (1, (1, 1));
                }
                if thing.length() + thing.gap == 0 {
                    thing.passes = 1; // a loop of no length is refused
                }
                thing
            },
        )
    };
    let tree = leaf.boxed().prop_recursive(3, 24, 5, move |inner| {
        prop::collection::vec(timed(inner), 0..5).prop_map(Does::Holds).boxed()
    });
    let whole = prop::collection::vec(timed(tree.boxed()), 1..6).prop_map(Does::Holds).boxed();
    timed(whole).prop_map(|thing| Thing { start: 0, ..thing })
}

/// For messages.
pub(super) fn text(happened: &[Happened]) -> String {
    let line = |one: &Happened| {
        format!("{} item {} {:?} {:?}\n", one.at, one.item, one.kind, one.direction)
    };
    happened.iter().map(line).collect()
}
