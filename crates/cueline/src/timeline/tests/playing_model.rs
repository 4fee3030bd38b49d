//! A naive model of a playing timeline: it moves in steps of a twelfth of a flick and checks for events at each step.
//!
//! The naive [model of timelines](super::model) gives the events of the timeline; this model gives the position of the
//! playhead, its direction, and the reported events. The environment sets the number of programs:
//! `CUELINE_PROGRAMS=1000000`.

use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};

use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngSeed, TestRunner},
};

use super::model::{
    FRAMES, ModelEvent, ModelItem, NUMBERS, corners_of, count, everything, just_at, met,
    model_items, name_of, value,
};
use super::stepped::Stepped;
use crate::{
    clip::Value,
    event::{Direction, Event, EventKind, Reason},
    playback::{EventBuffer, LoopEvents, Phase, Play, Repeat, RepeatMode, SeekPolicy},
    time::{Span, Speed, Time},
    timeline::{Conflict, ItemId, Timeline},
};

/// Parts of a flick: the denominators of all speeds divide it.
const PARTS: i64 = 12;

/// The events of a timeline in one direction, by the flick at which a playhead reaches them.
type Moments = BTreeMap<i64, Vec<ModelEvent>>;

fn moments(whole: &ModelItem, travel: Direction) -> Moments {
    let mut moments = Moments::new();
    for event in everything(whole, travel) {
        moments.entry(event.at).or_default().push(event);
    }
    moments
}

#[derive(Clone)]
struct Model {
    whole: ModelItem,
    forward: Moments,
    backward: Moments,
    from: i64,
    to: i64,
    /// Whether the range is the whole timeline, also after a reload.
    plays_whole: bool,
    /// `None` if endless.
    passes: Option<i64>,
    ping_pong: bool,
    /// The delay that is left, in flicks.
    wait: i64,
    pass: i64,
    /// The offset into the pass, in parts.
    offset: i64,
    /// The speed, in parts for each flick.
    speed: i64,
    is_backward: bool,
    held: bool,
    begun: bool,
    over: bool,
    now: i64,
    report: Report,
}

/// The reported events, and the way of reporting.
#[derive(Clone)]
struct Report {
    events: Vec<Event<ItemId>>,
    reason: Reason,
    policy: SeekPolicy,
    is_jump: bool,
    /// Whether a pause point was reached.
    pauses: bool,
    /// The number of events, also of those that the policy leaves out.
    met: u64,
}

impl Report {
    fn new(reason: Reason, policy: SeekPolicy, is_jump: bool) -> Self {
        Self { events: Vec::new(), reason, policy, is_jump, pauses: false, met: 0 }
    }
}

/// The visible position.
type Seen = (Span, i64, Phase, Direction, bool, bool);

impl Model {
    fn new(whole: &ModelItem, play: &Play) -> Option<Self> {
        let mut model = Self {
            whole: whole.clone(),
            forward: moments(whole, Direction::Forward),
            backward: moments(whole, Direction::Backward),
            from: 0,
            to: 0,
            plays_whole: play.range.is_none(),
            passes: match play.repeat {
                Repeat::Once => Some(1),
                Repeat::Times(passes) => Some(i64::try_from(passes).unwrap()),
                Repeat::Forever => None,
            },
            ping_pong: play.repeat_mode == RepeatMode::PingPong,
            wait: play.delay.flicks(),
            pass: 0,
            offset: 0,
            speed: 0,
            is_backward: false,
            held: false,
            begun: false,
            over: false,
            now: 0,
            report: Report::new(Reason::Played, SeekPolicy::All, false),
        };
        model.set_speed(play.speed);
        let (from, to) =
            play.range.map_or((0, whole.end()), |(from, to)| (from.flicks(), to.flicks()));
        model.change_range(from, to).then_some(model)
    }

    fn set_speed(&mut self, speed: Speed) {
        self.speed = speed.num() * PARTS / i64::try_from(speed.den()).unwrap();
        if self.speed != 0 {
            self.is_backward = self.speed < 0;
        }
        self.over &= self.is_at_end();
    }

    fn change_range(&mut self, from: i64, to: i64) -> bool {
        if to < from || (to == from && self.passes != Some(1)) {
            return false;
        }
        let (low, high) = (from * PARTS, to * PARTS);
        // The position in the timeline stays, or moves to the nearest end of the range.
        let place = self.place().clamp(low, high);
        (self.from, self.to) = (from, to);
        self.offset = if self.is_mirrored() { high - place } else { place - low };
        if !self.begun {
            self.go_to_start();
        }
        self.over &= self.is_at_end();
        true
    }

    fn go_to_start(&mut self) {
        let last = self.passes.unwrap_or(1) - 1;
        (self.pass, self.offset) = if self.is_backward { (last, self.length()) } else { (0, 0) };
    }

    /// Takes over another duration. At the new end or beyond, it goes back by a flick, so that it reaches that end.
    fn stretch(&mut self, to: i64) -> bool {
        if (self.from, self.to) == (0, to) {
            return true;
        }
        let (place, direction) = (self.place(), self.direction(self.is_backward));
        let (from_before, to_before) = (self.from * PARTS, self.to * PARTS);
        let plays = self.begun && !self.over;
        if !self.change_range(0, to) {
            return false;
        }
        let is_new_end = match direction {
            Direction::Forward => place >= to * PARTS && place != to_before,
            Direction::Backward => place <= 0 && place != from_before,
        };
        if plays && is_new_end && to > 0 {
            self.offset -= step(self.is_backward) * PARTS;
        }
        true
    }

    fn restart(&mut self) {
        (self.wait, self.begun, self.held, self.over) = (0, false, false, false);
        self.go_to_start();
    }

    fn advance(&mut self, by: i64) -> Vec<Event<ItemId>> {
        self.report = Report::new(Reason::Played, SeekPolicy::All, false);
        let until = self.now + by;
        if self.begun && !self.held && !self.over && self.is_at_end() {
            // It was put at its end, or turned round there: the first step reports the end.
            self.end();
        }
        if !self.over && !self.held && !self.begun && self.wait == 0 {
            self.start(self.is_backward);
            self.held |= self.report.pauses;
        }
        while self.now < until {
            self.now += 1;
            if self.over || self.held {
                continue;
            }
            if self.begun {
                for _ in 0..self.speed.abs() {
                    self.creep(self.is_backward);
                }
            } else {
                self.wait -= 1;
                if self.wait == 0 {
                    self.start(self.is_backward);
                }
            }
            self.held |= self.report.pauses;
        }
        for event in &mut self.report.events {
            event.lateness = Time::from_flicks(self.now) - event.due;
        }
        self.report.events.clone()
    }

    /// Moves to a number of flicks along all passes, in the small steps of the model.
    fn jump(&mut self, elapsed: i64, reason: Reason, policy: SeekPolicy) -> Vec<Event<ItemId>> {
        self.report = Report::new(reason, policy, true);
        let mut goal = elapsed * PARTS;
        if let Some(passes) = self.passes {
            goal = goal.clamp(0, passes * self.length());
        }
        let ahead = goal - (self.pass * self.length() + self.offset);
        let backward = if ahead == 0 { self.is_backward } else { ahead < 0 };
        if !self.begun {
            self.start(backward);
        }
        for _ in 0..ahead.abs() {
            self.creep(backward);
        }
        // On the boundary of two passes it is in the pass that it is about to play.
        if self.is_backward && self.offset == 0 && !self.is_at_end() {
            (self.pass, self.offset) = (self.pass - 1, self.length());
        } else if !self.is_backward && self.offset == self.length() && !self.is_at_end() {
            (self.pass, self.offset) = (self.pass + 1, 0);
        }
        let was_over = self.over;
        self.over = self.is_at_end();
        if self.over && !was_over {
            self.end();
        }
        self.report.events.clone()
    }

    fn finish(&mut self) -> Option<Vec<Event<ItemId>>> {
        let length = self.to - self.from;
        // An item without a duration ends, even if it is endless.
        let end = self.passes? * length;
        let goal = if self.is_backward { 0 } else { end };
        Some(self.jump(goal, Reason::Skipped, SeekPolicy::All))
    }

    fn seen(&self) -> Seen {
        let place = self.place();
        let direction = self.direction(self.is_backward);
        // Between two flicks it shows the flick that it comes from.
        let local = match direction {
            Direction::Forward => place.div_euclid(PARTS),
            Direction::Backward => -(-place).div_euclid(PARTS),
        };
        let phase = if !self.begun && self.wait > 0 {
            Phase::Waiting
        } else if self.is_at_end() {
            Phase::Ended
        } else {
            Phase::Playing
        };
        (Span::from_flicks(local), self.pass, phase, direction, self.held, self.over)
    }

    fn is_at_end(&self) -> bool {
        match self.passes {
            None => false,
            Some(_) if self.length() == 0 => true,
            Some(_) if self.is_backward => self.pass == 0 && self.offset == 0,
            Some(passes) => self.pass == passes - 1 && self.offset == self.length(),
        }
    }

    fn start(&mut self, backward: bool) {
        (self.begun, self.wait) = (true, 0);
        self.own_event(EventKind::Start, backward);
        self.arrive(backward);
        if self.report.is_jump || self.is_at_end() {
            self.turn_over(backward);
        }
    }

    fn creep(&mut self, backward: bool) {
        let (first, last) = self.ends(backward);
        if self.offset == last {
            if self.is_last(backward) {
                return;
            }
            // It has turned round here: the boundary was passed before.
            (self.pass, self.offset) = (self.pass + step(backward), first);
        }
        self.offset += step(backward);
        if self.offset % PARTS == 0 {
            let direction = self.direction(backward);
            let moments = match direction {
                Direction::Forward => &self.forward,
                Direction::Backward => &self.backward,
            };
            let local = self.place() / PARTS;
            self.items_events(moments.get(&local).cloned().unwrap_or_default());
        }
        self.turn_over(backward);
    }

    /// At the end of a pass: ends, or begins the next pass.
    fn turn_over(&mut self, backward: bool) {
        let (first, last) = self.ends(backward);
        if self.offset != last {
            return;
        }
        if self.is_last(backward) {
            if !self.report.is_jump {
                self.end();
            }
            return;
        }
        (self.pass, self.offset) = (self.pass + step(backward), first);
        if self.report.policy == SeekPolicy::All {
            self.own_event(EventKind::Loop, backward);
        }
        if self.ping_pong {
            self.items_events(just_at(
                &self.whole,
                self.place() / PARTS,
                self.direction(backward),
                true,
            ));
        } else {
            self.arrive(backward);
        }
    }

    fn arrive(&mut self, backward: bool) {
        self.items_events(just_at(
            &self.whole,
            self.place() / PARTS,
            self.direction(backward),
            false,
        ));
    }

    fn end(&mut self) {
        self.over = true;
        self.own_event(EventKind::End, self.is_backward);
    }

    fn own_event(&mut self, kind: EventKind, backward: bool) {
        let loop_index = self.pass.unsigned_abs();
        let shape = if self.ping_pong { "there and back" } else { "again" };
        met(format_args!("{} of the whole, {shape}, {:?}", kind_name(kind), self.report.reason));
        self.push(ItemId::WHOLE, kind, self.direction(backward), loop_index);
    }

    fn items_events(&mut self, events: Vec<ModelEvent>) {
        self.report.met += events.len() as u64;
        for ModelEvent { item, kind, direction, pass, is_state, is_pause, .. } in events {
            let is_own = item == 0 && kind != EventKind::Loop;
            let is_reported = match self.report.policy {
                SeekPolicy::Silent => false,
                SeekPolicy::State => is_state,
                SeekPolicy::All => true,
            };
            if is_reported && !is_own {
                let (of, reason) = (name_of(&self.whole, item), self.report.reason);
                met(format_args!("{} of a {of}, {direction:?}, {reason:?}", kind_name(kind)));
                self.report.pauses |= is_pause;
                self.push(ItemId::new(item), kind, direction, pass);
            }
        }
    }

    fn push(&mut self, id: ItemId, kind: EventKind, direction: Direction, loop_index: u64) {
        let (due, reason) = (Time::from_flicks(self.now), self.report.reason);
        let lateness = Span::ZERO;
        let event = Event { due, lateness, id, kind, reason, direction, loop_index };
        self.report.events.push(event);
    }

    /// Both ends of a pass, in the direction of travel.
    fn ends(&self, backward: bool) -> (i64, i64) {
        if backward { (self.length(), 0) } else { (0, self.length()) }
    }

    fn is_last(&self, backward: bool) -> bool {
        self.passes.is_some_and(|passes| self.pass == if backward { 0 } else { passes - 1 })
    }

    /// The position in the timeline, in parts.
    fn place(&self) -> i64 {
        if self.is_mirrored() {
            self.to * PARTS - self.offset
        } else {
            self.from * PARTS + self.offset
        }
    }

    fn direction(&self, backward: bool) -> Direction {
        if backward == self.is_mirrored() { Direction::Forward } else { Direction::Backward }
    }

    fn is_mirrored(&self) -> bool {
        self.ping_pong && self.pass.rem_euclid(2) == 1
    }

    fn length(&self) -> i64 {
        (self.to - self.from) * PARTS
    }
}

fn kind_name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Start => "start",
        EventKind::End => "end",
        EventKind::Loop => "loop",
        _ => "cue",
    }
}

fn step(backward: bool) -> i64 {
    if backward { -1 } else { 1 }
}

/// An operation on a playing timeline.
#[derive(Clone, Debug)]
enum Op {
    Advance(i64),
    Speed(Speed),
    Seek(i64, SeekPolicy),
    Range(i64, i64),
    Pause,
    Resume,
    Finish,
    Restart,
    Scrub(i64),
    /// Reloads the other timeline, then the first one again.
    Reload,
    /// Appends an item that is put so many flicks behind the position; below 0, it begins in the past.
    Append(i64, ModelItem),
}

fn speed() -> impl Strategy<Value = Speed> {
    let speeds = [(1, 1), (1, 1), (-1, 1), (1, 3), (7, 2), (-2, 3), (-1, 2), (0, 1), (-5, 4)];
    prop::sample::select(speeds.map(|(num, den)| Speed::new(num, den).unwrap()).to_vec())
}

fn play() -> impl Strategy<Value = Play> {
    let repeat = vec![Repeat::Once, Repeat::Times(2), Repeat::Times(3), Repeat::Forever];
    let repeat_mode = vec![RepeatMode::Restart, RepeatMode::PingPong];
    let range = prop::option::weighted(0.3, (0..20_i64, 0..30_i64));
    let delay = prop_oneof![2 => Just(0), 1 => 0..5_i64];
    (speed(), prop::sample::select(repeat), prop::sample::select(repeat_mode), range, delay)
        .prop_map(|(speed, repeat, repeat_mode, range, delay)| Play {
            speed,
            repeat,
            repeat_mode,
            range: range.map(|(from, length)| (flicks(from), flicks(from + length))),
            delay: flicks(delay),
            ..Play::default()
        })
}

fn op() -> impl Strategy<Value = Op> {
    let policy =
        || prop::sample::select(vec![SeekPolicy::Silent, SeekPolicy::State, SeekPolicy::All]);
    prop_oneof![
        8 => prop_oneof![1..6_i64, 0..60_i64].prop_map(Op::Advance),
        3 => speed().prop_map(Op::Speed),
        2 => (-20..90_i64, policy()).prop_map(|(at, policy)| Op::Seek(at, policy)),
        1 => (0..40_i64, -2..30_i64).prop_map(|(from, length)| Op::Range(from, from + length)),
        1 => Just(Op::Pause),
        3 => Just(Op::Resume),
        1 => Just(Op::Finish),
        1 => Just(Op::Restart),
        1 => (-20..90_i64).prop_map(Op::Scrub),
        1 => Just(Op::Reload),
        2 => (prop_oneof![1 => -8..0_i64, 4 => 0..4_i64, 4 => 0..20_i64], appended())
            .prop_map(|(after, item)| Op::Append(after, item)),
    ]
}

/// Items to append: calls, and trees that join the writers there in each way.
fn appended() -> impl Strategy<Value = ModelItem> {
    let conflicts = [None, Some(Conflict::Replace), Some(Conflict::Blend), Some(Conflict::Queue)];
    let joining = (model_items(), prop::sample::select(conflicts.to_vec()));
    prop_oneof![
        1 => (1..9_u32).prop_map(ModelItem::call),
        4 => joining.prop_map(|(model_item, conflict)| model_item.joining(conflict)),
    ]
}

fn flicks(at: i64) -> Span {
    Span::from_flicks(at)
}

/// The events of an operation; `None` if it was refused.
type Answer = Option<Vec<Event<ItemId>>>;

fn on_model(model: &mut Model, other: &ModelItem, op: &Op) -> Answer {
    match op {
        Op::Advance(by) => return Some(model.advance(*by)),
        Op::Seek(at, policy) => return Some(model.jump(*at, Reason::Sought, *policy)),
        Op::Finish => return model.finish(),
        Op::Range(from, to) => {
            if !model.change_range(*from, *to) {
                return None;
            }
            model.plays_whole = false;
        }
        Op::Speed(speed) => model.set_speed(*speed),
        Op::Pause => model.held = true,
        Op::Resume => model.held = false,
        Op::Restart => model.restart(),
        Op::Scrub(at) => {
            model.jump(*at, Reason::Sought, SeekPolicy::Silent);
            (model.held, model.over) = (true, model.is_at_end());
        }
        Op::Reload | Op::Append(..) => {
            if model.plays_whole && !model.stretch(other.end()) {
                return None;
            }
            model.forward = moments(other, Direction::Forward);
            model.backward = moments(other, Direction::Backward);
            model.whole = other.clone();
            model.over &= model.is_at_end();
        }
    }
    Some(Vec::new())
}

fn on_real(playing: &mut Stepped, [timeline, other]: [&Timeline<u8>; 2], op: &Op) -> Answer {
    let mut events = EventBuffer::default();
    let before = *playing;
    let answer = match op {
        Op::Advance(by) => Ok(playing.advance(flicks(*by), timeline, &mut events).to_vec()),
        Op::Seek(at, policy) => {
            Ok(playing.seek(flicks(*at), *policy, timeline, &mut events).to_vec())
        }
        Op::Finish => playing.finish(timeline, &mut events).map(<[_]>::to_vec),
        Op::Range(from, to) => playing.set_range(flicks(*from), flicks(*to)).map(|()| Vec::new()),
        Op::Speed(speed) => playing.set_speed(*speed).map(|()| Vec::new()),
        Op::Pause => {
            playing.pause();
            Ok(Vec::new())
        }
        Op::Resume => {
            playing.resume();
            Ok(Vec::new())
        }
        Op::Restart => {
            playing.restart();
            Ok(Vec::new())
        }
        Op::Scrub(at) => {
            playing.scrub_to(flicks(*at));
            Ok(Vec::new())
        }
        Op::Reload | Op::Append(..) => playing.reload(other).map(|()| Vec::new()),
    };
    if answer.is_err() {
        assert_eq!(*playing, before, "a refused call changes nothing: {op:?}");
    }
    answer.ok()
}

fn seen(playing: &Stepped) -> Seen {
    let at = playing.position();
    (at.local, at.pass, at.phase, at.direction, playing.is_held(), playing.is_over())
}

fn number(value: Option<Value>) -> Option<f64> {
    value.map(|value| match value {
        Value::F64(number) => number,
        Value::I32(frame) => f64::from(frame),
        other => panic!("{other:?}"),
    })
}

/// The number of programs: from the environment, or the default.
fn programs() -> u32 {
    let count = std::env::var("CUELINE_PROGRAMS").ok();
    count.map_or(25_000, |count| count.parse().expect("a number"))
}

/// The programs of one of `threads` threads: no two of them generate the same.
fn runner(thread: u32, threads: u32) -> TestRunner {
    let mut config = ProptestConfig {
        cases: programs().div_ceil(threads),
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if let RngSeed::Fixed(seed) = &mut config.rng_seed {
        *seed = seed.wrapping_add(thread.into());
    }
    TestRunner::new(config)
}

/// A timeline with one more item, which is appended if the timeline plays once, the item begins after what was played, and
/// each property shows in what was played what it showed.
fn append(
    model_item: &ModelItem,
    (after, item): (i64, &ModelItem),
    playing: &Stepped,
) -> (ModelItem, Timeline<u8>) {
    let played = playing.elapsed().flicks();
    let grown = model_item.grown(played, after, item);
    let new = grown.item().build().unwrap();
    // The first played flick, the last, and up to ten between them.
    let times = || (0..played).step_by((played / 10 + 1).try_into().unwrap()).chain([played]);
    let stays = |key: &u8| {
        let shown = |of: &ModelItem, at: i64| value(of, *key, at);
        model_item.has_written(*key, played).is_none()
            || times().all(|at| shown(model_item, at) == shown(&grown, at))
    };
    let begins_later = grown.last_begins_after(played);
    let is_appended = model_item.passes == 1 && begins_later && item.keys().all(|key| stays(&key));
    if !is_appended {
        let why = match (model_item.passes, begins_later) {
            (1, true) => "another value before the first writer",
            (1, false) => "an item in the past",
            _ => "a timeline that repeats",
        };
        met(format_args!("not appended: {why}"));
        return (grown, new);
    }
    if item.keys().next().is_none() {
        met(format_args!("appended: what writes nothing"));
    }
    for key in item.keys() {
        let writer = match model_item.has_written(key, played) {
            None => "without a writer",
            Some(true) => "with a writer",
            Some(false) => "that gets a writer later",
        };
        met(format_args!("appended: to a property {writer}"));
    }
    let when = match (playing.is_over(), playing.position().direction) {
        (true, _) => "after the end",
        (false, Direction::Forward) => "forward",
        (false, Direction::Backward) => "backward",
    };
    met(format_args!("appended: {when}"));
    (grown, new)
}

/// The state before an operation, for the corners of the operation.
struct Before {
    begun: bool,
    over: bool,
    held: bool,
    is_backward: bool,
    speed: i64,
    wait: i64,
    place: i64,
    is_between_passes: bool,
}

impl Before {
    fn of(model: &Model) -> Self {
        let Model { begun, over, held, is_backward, speed, wait, .. } = *model;
        let at_an_end = model.offset == 0 || model.offset == model.length();
        let is_between_passes = at_an_end && begun && !model.is_at_end();
        let place = model.place();
        Self { begun, over, held, is_backward, speed, wait, place, is_between_passes }
    }

    /// Counts the corners of an operation that was carried out, or refused.
    fn meet(&self, model: &Model, op: &Op, refused: bool) {
        let (name, jumps) = match op {
            Op::Advance(_) => ("advance", false),
            Op::Speed(_) => ("speed", false),
            Op::Seek(_, SeekPolicy::Silent) => ("silent seek", true),
            Op::Seek(_, SeekPolicy::State) => ("state seek", true),
            Op::Seek(_, SeekPolicy::All) => ("whole seek", true),
            Op::Range(..) => ("range", false),
            Op::Pause => ("pause", false),
            Op::Resume => ("resume", false),
            Op::Finish => ("finish", true),
            Op::Restart => ("restart", false),
            Op::Scrub(_) => ("scrub", true),
            Op::Reload => ("reload", false),
            Op::Append(..) => ("append", false),
        };
        let playing = self.begun && !self.over;
        let turned = playing && self.is_backward != model.is_backward;
        // What the whole reports is also counted as an event of the tree.
        let is_whole = model.report.policy == SeekPolicy::All;
        let left_out = model.report.met > model.report.events.len() as u64;
        let corners = [
            (refused, "refused"),
            (!self.begun && model.begun, "begins"),
            (!self.begun && model.begun && self.wait > 0, "begins after a delay"),
            (playing && model.over, "ends"),
            (self.over && !model.over, "plays on"),
            (!self.held && model.held, "holds"),
            (self.held && !model.held, "goes on"),
            (playing && self.place != model.place(), "moves"),
            (turned && !self.is_between_passes, "turns round"),
            (turned && self.is_between_passes, "turns round between two passes"),
            (playing && self.speed != 0 && model.speed == 0, "stands still"),
            (playing && self.speed == 0 && model.speed != 0, "leaves speed 0"),
            (jumps && model.report.events.len() > 4, "reports many events"),
            (jumps && !is_whole && left_out, "leaves out events"),
        ];
        for (_, corner) in corners.iter().filter(|(found, _)| *found) {
            met(format_args!("{name}: {corner}"));
        }
    }
}

fn program() -> impl Strategy<Value = (ModelItem, ModelItem, Play, Vec<Op>)> {
    (model_items(), model_items(), play(), prop::collection::vec(op(), 1..14))
}

/// Plays a program in both.
fn check(
    (model_item, other, play, ops): (ModelItem, ModelItem, Play, Vec<Op>),
) -> Result<(), TestCaseError> {
    let mut timelines = [&model_item, &other].map(|model_item| model_item.item().build().unwrap());
    let mut model_items = [model_item, other];
    let Ok(mut playing) = Stepped::new(&timelines[0], Time::ZERO, &play) else {
        prop_assert!(Model::new(&model_items[0], &play).is_none(), "refused");
        return Ok(());
    };
    let mut model = Model::new(&model_items[0], &play).expect("the model accepts it");
    // The first number of the items that were appended last.
    let mut first_new = u32::MAX;
    for (place, op) in ops.iter().enumerate() {
        let before = Before::of(&model);
        if let Op::Append(after, item) = op {
            let (model_item, timeline) = append(&model_items[0], (*after, item), &playing);
            first_new = count(&model_items[0]);
            // It is reloaded as the other one, and keeps the place of the one that it comes from.
            let kept = (
                core::mem::replace(&mut model_items[1], model_item),
                core::mem::replace(&mut timelines[1], timeline),
            );
            let want = on_model(&mut model, &model_items[1], op);
            let found = on_real(&mut playing, [&timelines[0], &timelines[1]], op);
            prop_assert_eq!(&found, &want, "at {}, {:?}: found, then expected", place, op);
            before.meet(&model, op, found.is_none());
            if found.is_some() {
                model_items.reverse();
                timelines.reverse();
            }
            (model_items[1], timelines[1]) = kept;
        } else {
            let want = on_model(&mut model, &model_items[1], op);
            // The model knows no limit of events. Twice as many for what it does not count: the ends of the whole.
            if model.report.met > LoopEvents::MOST_IN_ONE_STEP / 2 {
                return Ok(());
            }
            let found = on_real(&mut playing, [&timelines[0], &timelines[1]], op);
            prop_assert_eq!(&found, &want, "at {}, {:?}: found, then expected", place, op);
            if matches!(op, Op::Reload) && found.is_some() {
                model_items.reverse();
                timelines.reverse();
                first_new = u32::MAX;
            }
            let new = |event: &&Event<ItemId>| event.id.number() >= first_new;
            if found.iter().flatten().any(|event| new(&event)) {
                met(format_args!("an event of an appended item"));
            }
            before.meet(&model, op, found.is_none());
        }
        prop_assert_eq!(
            seen(&playing),
            model.seen(),
            "at {}, {:?}: found, then expected",
            place,
            op
        );
        // Samples one property after each call, in turn, so that values cost no more than the rest.
        let key = u8::try_from(place).unwrap() % (NUMBERS + FRAMES);
        let found = number(timelines[0].value(&key, playing.elapsed()).ok());
        let want = value(&model_items[0], key, playing.elapsed().flicks());
        let agree = match (found, want) {
            (Some(found), Some(want)) => (found - want).abs() < 1e-9,
            (found, want) => found == want,
        };
        prop_assert!(
            agree,
            "property {} after {}, {:?}: {:?}, model {:?}",
            key,
            place,
            op,
            found,
            want
        );
    }
    Ok(())
}

#[test]
fn a_playing_timeline_equals_its_model() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = u32::try_from(threads).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let checked = runner(thread, threads).run(&program(), check);
                checked.unwrap_or_else(|error| panic!("{error}"));
            });
        }
    });
}

/// The comparison covers only what the programs reach.
#[test]
fn programs_reach_every_corner() {
    let mut names: Vec<String> = [
        "a tween, Not",
        "a tween, InQuad",
        "a tween, OutCubic",
        "a tween, InOutQuad",
        "a tween, StepEnd",
        "from alone",
        "by",
        "to alone",
        "from and to",
        "a kept velocity",
        "a value of a clip",
        "a value of a flipbook",
        "a value in a stagger",
        "a blend of numbers",
        "a blend of frames",
        "a queued item that was late",
        "a later pass",
        "a mirrored pass",
        "a rational speed inside of another",
        "a wait at the end of its timeline",
        "advance: begins after a delay",
        "advance: holds",
        "advance: ends",
        "speed: turns round",
        "speed: turns round between two passes",
        "speed: stands still",
        "speed: leaves speed 0",
        "speed: plays on",
        "silent seek: begins",
        "silent seek: moves",
        "silent seek: leaves out events",
        "state seek: begins",
        "state seek: moves",
        "state seek: leaves out events",
        "state seek: reports many events",
        "whole seek: begins",
        "whole seek: moves",
        "whole seek: reports many events",
        "whole seek: plays on",
        "scrub: moves",
        "range: moves",
        "range: plays on",
        "range: refused",
        "pause: holds",
        "resume: goes on",
        "restart: moves",
        "restart: plays on",
        "finish: reports many events",
        "finish: refused",
        "reload: moves",
        "reload: plays on",
        "append: plays on",
        "appended: forward",
        "appended: backward",
        "appended: after the end",
        "appended: what writes nothing",
        "appended: to a property without a writer",
        "appended: to a property with a writer",
        "appended: to a property that gets a writer later",
        "not appended: a timeline that repeats",
        "not appended: an item in the past",
        "not appended: another value before the first writer",
        "an event of an appended item",
    ]
    .map(String::from)
    .to_vec();
    for reason in [Reason::Played, Reason::Skipped, Reason::Sought] {
        for kind in ["start", "loop", "end"] {
            for shape in ["again", "there and back"] {
                names.push(format!("{kind} of the whole, {shape}, {reason:?}"));
            }
        }
        for direction in [Direction::Forward, Direction::Backward] {
            for of in ["tween", "clip", "flipbook", "stagger", "timeline"] {
                for kind in ["start", "loop", "end"] {
                    names.push(format!("{kind} of a {of}, {direction:?}, {reason:?}"));
                }
            }
            for of in ["clip", "call", "state cue", "effect cue", "pause"] {
                names.push(format!("cue of a {of}, {direction:?}, {reason:?}"));
            }
        }
    }
    let corners = corners_of(|| {
        let mut runner = TestRunner::deterministic();
        for number in 0..2_000 {
            let mut program = program().new_tree(&mut runner).unwrap().current();
            if number % 5 != 0 {
                program.0.passes = 1; // nothing can be appended to what repeats as a whole
            }
            check(program).unwrap();
        }
    });
    for name in names {
        let met = corners.get(&name).copied().unwrap_or(0);
        assert!(met >= 8, "{name}: {met} times, {corners:#?}");
    }
}
