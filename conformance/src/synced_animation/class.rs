//! The recorded class, as its marks describe it, each oddity with a switch.
//!
//! With all of them it is held to the recording; with none of them it is what ours is held to. So what
//! a departure is excused with is known to be what happened, and nothing else did.

use std::collections::BTreeMap;

use super::record::{Animation, Op, Run, Slot, Values, flat, named, slot};
use crate::read::Malformed;

/// What the class does that ours does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Oddities {
    /// S1: a step is refused unless the wall clock went on by more than a frame of the animation.
    pub refuses: bool,
    /// S2: a stopped player takes one more step.
    pub stops_late: bool,
    /// S3: where that is its last, it ends as well, and another player is taken off the books.
    pub ends_when_stopped: bool,
    /// S4: a reset leaves what was added.
    pub reset_keeps: bool,
    /// S6, S7, S8, S13: a frame is a step, and keys lie on whole frames.
    pub whole_frames: bool,
    /// S10: a matrix is the first of its segment.
    pub matrix_holds: bool,
    /// S11: an object is handed down in a group.
    pub hands_down: bool,
}

impl Oddities {
    pub(super) const ALL: Self = Self {
        refuses: true,
        stops_late: true,
        ends_when_stopped: true,
        reset_keeps: true,
        whole_frames: true,
        matrix_holds: true,
        hands_down: true,
    };
    pub(super) const NONE: Self = Self {
        refuses: false,
        stops_late: false,
        ends_when_stopped: false,
        reset_keeps: false,
        whole_frames: false,
        matrix_holds: false,
        hands_down: false,
    };
}

/// What is there after a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub values: Values,
    pub timers: BTreeMap<String, Vec<f64>>,
    /// Which of the timers belong to players that are held.
    pub held: BTreeMap<String, Vec<bool>>,
    pub running: BTreeMap<String, usize>,
    pub ended: Vec<String>,
}

/// The value at a frame, straight between the keys.
pub(super) fn sampled(keys: &[(f64, Vec<f64>)], frame: f64) -> Vec<f64> {
    let behind = keys.partition_point(|(at, _)| *at <= frame);
    match (behind.checked_sub(1).and_then(|index| keys.get(index)), keys.get(behind)) {
        (Some((from, low)), Some((to, high))) => {
            let fraction = (frame - from) / (to - from);
            low.iter().zip(high).map(|(low, high)| low + (high - low) * fraction).collect()
        }
        (Some((_, value)), None) | (None, Some((_, value))) => value.clone(),
        (None, None) => Vec::new(),
    }
}

/// What is added in each step up to a frame; for matrices, what is written.
pub(super) fn increments(animation: &Animation) -> Result<Vec<(f64, Vec<f64>)>, Malformed> {
    let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
    for pair in animation.keys()?.windows(2) {
        let ((from, low), (to, high)) = (&pair[0], &pair[1]);
        let frames = to.floor() - from.floor();
        let part = |(low, high): (&f64, &f64)| {
            if animation.is_matrix() { low + (high - low) / frames } else { (high - low) / frames }
        };
        let step = low.iter().zip(high).map(part).collect();
        // A second key within a whole frame takes the place of the first.
        match found.iter_mut().find(|(frame, _)| *frame == to.floor()) {
            Some(there) => there.1 = step,
            None => found.push((to.floor(), step)),
        }
    }
    Ok(found)
}

struct Player {
    id: String,
    member: usize,
    clip: String,
    animation: Animation,
    keys: Vec<(f64, Vec<f64>)>,
    increments: Vec<(f64, Vec<f64>)>,
    slot: Slot,
    from: f64,
    to: f64,
    timer: f64,
    /// What it has added since it began.
    gain: Vec<f64>,
    paused: bool,
    stopped: bool,
    over: bool,
    /// Whether it came to its end.
    done: bool,
    /// When the wall clock stood when a step was last taken.
    taken: Option<f64>,
}

/// The class with some of its oddities.
pub(super) struct Class {
    with: Oddities,
    tps: f64,
    players: Vec<Player>,
    /// The players of each clip, by their places.
    books: BTreeMap<String, Vec<usize>>,
    values: Values,
    clock: f64,
}

fn add(values: &mut Values, slot: &Slot, delta: &[f64], factor: f64) {
    let Some(there) = values.get_mut(&slot.property) else { return };
    let there = there.iter_mut().skip(slot.part.unwrap_or(0));
    for (there, delta) in there.zip(delta) {
        *there += delta * factor;
    }
}

fn put(values: &mut Values, slot: &Slot, value: &[f64]) {
    let Some(there) = values.get_mut(&slot.property) else { return };
    for (there, value) in there.iter_mut().skip(slot.part.unwrap_or(0)).zip(value) {
        *there = *value;
    }
}

impl Class {
    /// Everything that is seen after each step of the run.
    pub(super) fn run(run: &Run, with: Oddities) -> Result<Vec<Seen>, Malformed> {
        let mut class = Self {
            with,
            tps: run.tps,
            players: Vec::new(),
            books: run.animations.keys().map(|clip| (clip.clone(), Vec::new())).collect(),
            values: run.start()?,
            clock: 0.0,
        };
        let mut seen = Vec::new();
        let mut rest = 0.0;
        for op in &run.script {
            if let Op::Frames { n, dt_ms, clock_ms } = op {
                for _ in 0..*n {
                    class.clock += clock_ms;
                    for _ in 0..steps_in_frame(&mut rest, *dt_ms, run) {
                        seen.push(class.step());
                    }
                }
            } else {
                class.operate(run, op)?;
            }
        }
        Ok(seen)
    }

    fn operate(&mut self, run: &Run, op: &Op) -> Result<(), Malformed> {
        match op {
            Op::Begin { id, animation, target, from, to } => {
                let clip = run.animation(animation)?;
                let target = clip.target.as_ref().or(target.as_ref());
                self.begin(run, (id, 0), animation, named(target)?, (*from, *to))?;
            }
            Op::BeginGroup { id, animations, target, from, to } => {
                let mut object = target.as_ref();
                for (member, animation) in animations.iter().enumerate() {
                    let own = run.animation(animation)?.target.as_ref();
                    let on = own.or(if self.with.hands_down { object } else { target.as_ref() });
                    object = own.or(object);
                    self.begin(run, (id, member), animation, named(on)?, (*from, *to))?;
                }
            }
            Op::Set { target, property, value } => {
                put(&mut self.values, &slot(target, property), &flat(value)?);
            }
            Op::Pause { id } => self.each(id, |_, player| player.paused = true),
            Op::Resume { id } => self.each(id, |_, player| player.paused = false),
            Op::Stop { id } => {
                self.each(id, |_, player| player.stopped = true);
                for index in 0..self.players.len() {
                    let (late, player) = (self.with.stops_late, &self.players[index]);
                    if player.id == *id && !player.over && (!late || player.paused) {
                        self.leave(index);
                    }
                }
            }
            Op::Reset { id } => {
                let keeps = self.with.reset_keeps;
                self.each(id, |values, player| {
                    if !keeps && !player.over {
                        if player.animation.is_matrix() {
                            put(values, &player.slot, &sampled(&player.keys, player.from));
                        } else {
                            add(values, &player.slot, &player.gain, -1.0);
                        }
                        player.gain.fill(0.0);
                    }
                    player.timer = player.from;
                });
            }
            Op::Frames { .. } => {}
        }
        Ok(())
    }

    fn begin(
        &mut self,
        run: &Run,
        (id, member): (&str, usize),
        clip: &str,
        target: &str,
        (from, to): (f64, f64),
    ) -> Result<(), Malformed> {
        let animation = run.animation(clip)?.clone();
        let keys = animation.keys()?;
        let last = keys.last().map_or(0.0, |(frame, _)| *frame);
        self.books.entry(clip.into()).or_default().push(self.players.len());
        self.players.push(Player {
            id: id.into(),
            member,
            clip: clip.into(),
            increments: increments(&animation)?,
            slot: animation.slot(target),
            gain: vec![0.0; keys[0].1.len()],
            animation,
            keys,
            from,
            to: to.min(last),
            timer: from,
            paused: false,
            stopped: false,
            over: false,
            done: false,
            taken: None,
        });
        Ok(())
    }

    fn each(&mut self, id: &str, mut change: impl FnMut(&mut Values, &mut Player)) {
        for player in self.players.iter_mut().filter(|player| player.id == id) {
            change(&mut self.values, player);
        }
    }

    /// Takes a player off the books.
    fn leave(&mut self, index: usize) {
        let player = &mut self.players[index];
        player.over = true;
        let book = self.books.entry(player.clip.clone()).or_default();
        match book.iter().position(|held| *held == index) {
            Some(place) => {
                book.remove(place);
            }
            // Who is not there any more is looked for in vain, and the last one goes.
            None => {
                book.pop();
            }
        }
    }

    fn step(&mut self) -> Seen {
        let mut over = Vec::new();
        for index in 0..self.players.len() {
            if self.players[index].over || !self.takes_step(index) {
                continue;
            }
            self.move_on(index);
            let player = &mut self.players[index];
            let (at_end, stopped) = (player.timer >= player.to, player.stopped);
            if at_end && (!stopped || self.with.ends_when_stopped) {
                player.done = true;
                over.push(player.id.clone());
                self.leave(index);
            }
            if stopped {
                self.leave(index);
            }
        }
        over.dedup();
        // A group ends with the last of its members.
        over.retain(|id| self.players.iter().all(|player| player.id != *id || player.done));
        self.seen(over)
    }

    fn takes_step(&mut self, index: usize) -> bool {
        let frame_ms = 1000.0 / self.players[index].animation.fps.unwrap_or(self.tps);
        let player = &mut self.players[index];
        if self.with.refuses {
            if player.taken.is_some_and(|taken| self.clock - taken <= frame_ms) {
                return false;
            }
            player.taken = Some(self.clock);
        }
        !player.paused
    }

    fn move_on(&mut self, index: usize) {
        let player = &mut self.players[index];
        let step = if self.with.refuses {
            1.0
        } else {
            player.animation.fps.unwrap_or(self.tps) / self.tps
        };
        let next = if self.with.whole_frames {
            player.timer + step
        } else {
            (player.timer + step).min(player.to)
        };
        // Frames that are no whole steps are summed up, with roundings.
        let next = if (next - player.to).abs() < 1e-9 { player.to } else { next };
        let increment = player
            .increments
            .iter()
            .find(|(frame, _)| *frame >= player.timer + 1.0)
            .or(player.increments.last())
            .map(|(_, increment)| increment.clone());
        if player.animation.is_matrix() {
            let held = increment.filter(|_| self.with.matrix_holds);
            let value = held.unwrap_or_else(|| sampled(&player.keys, next));
            put(&mut self.values, &player.slot, &value);
        } else {
            let along = || {
                let (a, b) = (sampled(&player.keys, player.timer), sampled(&player.keys, next));
                b.iter().zip(&a).map(|(b, a)| b - a).collect::<Vec<_>>()
            };
            // With frames of another length than a step there is no increment of a step.
            let held = increment.filter(|_| self.with.whole_frames && step == 1.0);
            let delta = held.unwrap_or_else(along);
            add(&mut self.values, &player.slot, &delta, 1.0);
            player.gain.iter_mut().zip(&delta).for_each(|(gain, delta)| *gain += delta);
        }
        player.timer = next;
    }

    fn seen(&self, ended: Vec<String>) -> Seen {
        let mut seen = Seen { values: self.values.clone(), ended, ..Seen::default() };
        for player in &self.players {
            let timers = seen.timers.entry(player.id.clone()).or_default();
            let held = seen.held.entry(player.id.clone()).or_default();
            timers.resize(player.member, f64::NAN);
            timers.push(player.timer);
            held.resize(player.member, false);
            held.push(!player.over);
        }
        for (clip, book) in &self.books {
            seen.running.insert(clip.clone(), book.len());
        }
        seen
    }
}

/// How many steps a rendered frame has, as the package's lockstep counts them.
pub(super) fn steps_in_frame(rest: &mut f64, dt_ms: f64, run: &Run) -> usize {
    let step = 1000.0 / run.tps;
    let available = dt_ms.clamp(1.0, 1000.0) + *rest;
    let mut steps = 0;
    let most = (available / step).floor().min(run.max_steps.unwrap_or(4.0));
    let mut left = available;
    while left > 0.0 && (steps as f64) < most {
        left -= step;
        steps += 1;
    }
    *rest = left.max(0.0);
    steps
}
