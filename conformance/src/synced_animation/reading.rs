//! What a recorded run says, step by step, and which of it the class's faults touch.
//!
//! The record holds the frame of each player after each step and what each clip adds in a step: so its values, its counts
//! and its ends must follow from those. What a fault adds once is taken away again; what it changes for good is not
//! compared with ours. All else is.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{Op, Run, Slot, Values, named, slot};
use crate::{
    deviations::{self, Rule},
    read::{Malformed, other, parts},
    verdict::Verdict,
};

/// Sums of a few hundred roundings.
const CLOSE: f64 = 1e-12;

/// Compares numbers.
pub(super) fn near(verdict: &mut Verdict, what: &str, one: &[f64], recorded: &[f64]) {
    verdict.each_close(what, one, recorded, |_, recorded| {
        // What is infinite is the same or it is not.
        let size = if recorded.is_finite() { recorded.abs().max(1.0) } else { 0.0 };
        CLOSE * size
    });
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
    /// Properties, clips and players that a fault touches.
    pub touched: BTreeSet<String>,
}

#[derive(Default)]
struct Player<'a> {
    id: &'a str,
    clip: &'a str,
    fps: f64,
    is_matrix: bool,
    frames: Vec<f64>,
    slot: Slot,
    from: f64,
    to: f64,
    timer: f64,
    /// The frame that its value stands for: what has ended stays there, also where a reset takes its timer back.
    place: f64,
    /// What it has added since it began.
    gain: Vec<f64>,
    /// Whether a reset has left some of that.
    leaves: bool,
    paused: bool,
    stopped: bool,
    over: bool,
    /// Whether it came to its end.
    done: bool,
    /// When the wall clock stood when a step was last taken.
    taken: Option<f64>,
}

pub(super) struct Reading<'a> {
    run: &'a Run,
    verdict: &'a mut Verdict,
    players: Vec<Player<'a>>,
    running: BTreeMap<String, usize>,
    values: Values,
    /// What of the values ours has not.
    excess: Values,
    touched: BTreeSet<String>,
    clock: f64,
}

/// Changes the numbers of a slot, each with one of another list.
pub(super) fn change(values: &mut Values, slot: &Slot, by: &[f64], how: impl Fn(&mut f64, f64)) {
    let Some(there) = values.get_mut(&slot.property) else { return };
    for (there, by) in there.iter_mut().skip(slot.part.unwrap_or(0)).zip(by) {
        how(there, *by);
    }
}

impl<'a> Reading<'a> {
    /// Reads all steps: what is recorded, without what the class's faults have added.
    pub(super) fn read(verdict: &'a mut Verdict, run: &'a Run) -> Result<Vec<Seen>, Malformed> {
        let values = run.start()?;
        let excess = values.iter().map(|(name, value)| (name.clone(), vec![0.0; value.len()]));
        let mut reading = Self {
            run,
            verdict,
            players: Vec::new(),
            running: run.animations.keys().map(|clip| (clip.clone(), 0)).collect(),
            excess: excess.collect(),
            values,
            touched: BTreeSet::new(),
            clock: 0.0,
        };
        let (mut seen, mut rest) = (Vec::new(), 0.0);
        for op in &run.script {
            if let Op::Frames { n, dt_ms, clock_ms } = op {
                for _ in 0..*n {
                    reading.clock += clock_ms;
                    for _ in 0..steps_in_frame(&mut rest, *dt_ms, run) {
                        seen.push(reading.step(seen.len())?);
                    }
                }
            } else {
                reading.operate(op)?;
            }
        }
        reading.verdict.same("steps recorded", seen.len(), run.steps.len());
        Ok(seen)
    }

    fn operate(&mut self, op: &'a Op) -> Result<(), Malformed> {
        match op {
            Op::Begin { id, animation, target, from, to } => {
                let own = self.run.animation(animation)?.target.as_ref();
                let on = named(own.or(target.as_ref()))?;
                self.begin(id, animation, on, (*from, *to))?;
            }
            Op::BeginGroup { id, animations, target, from, to } => {
                let mut object = target.as_ref();
                for clip in animations {
                    let animation = self.run.animation(clip)?;
                    let (own, before) = (animation.target.as_ref(), object);
                    object = own.or(object);
                    self.begin(id, clip, named(object)?, (*from, *to))?;
                    if own.is_none() && before != target.as_ref() {
                        self.touch(&deviations::SYNCED_MEMBER_KEEPS_TO_ITSELF, |_| {
                            [named(before), named(target.as_ref())]
                                .into_iter()
                                .flatten()
                                .map(|on| animation.slot(on).property)
                                .collect()
                        });
                    }
                }
            }
            Op::Set { target, property, value } => {
                let slot = slot(target, property);
                change(&mut self.values, &slot, &parts(value)?, |there, value| *there = value);
                change(&mut self.excess, &slot, &parts(value)?, |there, _| *there = 0.0);
            }
            Op::Pause { id } => self.each(id, |player, _| player.paused = true),
            Op::Resume { id } => self.each(id, |player, _| player.paused = false),
            Op::Stop { id } => {
                self.each(id, |player, _| player.stopped = true);
                for index in 0..self.players.len() {
                    let player = &self.players[index];
                    if player.id == id && !player.over && player.paused {
                        self.leave(index);
                    }
                }
            }
            Op::Reset { id } => {
                self.each(id, |player, excess| {
                    if !player.over {
                        player.leaves = player.gain.iter().any(|gain| *gain != 0.0);
                        change(excess, &player.slot, &player.gain, |excess, gain| *excess += gain);
                        player.gain.fill(0.0);
                        player.place = 0.0;
                    }
                    player.timer = 0.0;
                });
                let later = |player: &&Player<'_>| player.id == id && player.from > 0.0;
                let names = |player: &Player<'_>| {
                    [player.id.into(), player.clip.into(), player.slot.property.clone()]
                };
                let touched: Vec<String> =
                    self.players.iter().filter(later).flat_map(names).collect();
                if !touched.is_empty() {
                    self.touch(&deviations::SYNCED_RESET_GOES_TO_ITS_START, |_| touched);
                }
            }
            Op::Frames { .. } => {}
        }
        Ok(())
    }

    fn touch(&mut self, rule: &'static Rule, what: impl FnOnce(&Self) -> Vec<String>) {
        self.verdict.wanted(rule);
        let what = what(self);
        self.touched.extend(what);
    }

    fn begin(
        &mut self,
        id: &'a str,
        clip: &'a str,
        target: &str,
        (from, to): (f64, f64),
    ) -> Result<(), Malformed> {
        let animation = self.run.animation(clip)?;
        let keys = animation.keys()?;
        let frames: Vec<f64> = keys.iter().map(|(frame, _)| *frame).collect();
        let to = frames.last().map_or(to, |last| to.min(*last));
        let (slot, gain) = (animation.slot(target), vec![0.0; keys[0].1.len()]);
        *self.running.entry(clip.into()).or_default() += 1;
        self.players.push(Player {
            id,
            clip,
            fps: animation.fps.unwrap_or(self.run.tps),
            is_matrix: animation.is_matrix(),
            frames,
            slot,
            from,
            to,
            timer: from,
            place: from,
            gain,
            ..Player::default()
        });
        Ok(())
    }

    fn each(&mut self, id: &str, mut change: impl FnMut(&mut Player<'a>, &mut Values)) {
        for player in self.players.iter_mut().filter(|player| player.id == id) {
            change(player, &mut self.excess);
        }
    }

    /// Takes a player off the books; who is not there any more takes another with him.
    fn leave(&mut self, index: usize) {
        let player = &mut self.players[index];
        player.over = true;
        let book = self.running.entry(player.clip.into()).or_default();
        *book = book.saturating_sub(1);
    }

    fn step(&mut self, number: usize) -> Result<Seen, Malformed> {
        let recorded = self.run.steps.get(number);
        let recorded = recorded.ok_or_else(|| other(format!("a step {}", number + 1)))?;
        let mut ended: Vec<String> = Vec::new();
        for index in 0..self.players.len() {
            if self.moves(index) {
                self.move_on(index)?;
                let player = &mut self.players[index];
                let (at_end, stopped) = (player.timer >= player.to, player.stopped);
                let (id, clip) = (player.id.to_string(), player.clip.to_string());
                if at_end {
                    player.done = true;
                    ended.push(id.clone());
                    self.leave(index);
                }
                if stopped {
                    self.leave(index);
                }
                if at_end && stopped {
                    self.touch(&deviations::SYNCED_STOP_ENDS_NOTHING, |_| vec![id, clip]);
                }
            }
        }
        ended.dedup();
        // A group ends with the last of its members.
        ended.retain(|id| self.players.iter().all(|player| player.id != *id || player.done));
        let (mut timers, mut held) = (BTreeMap::new(), BTreeMap::new());
        let mut touched = self.touched.clone();
        for player in &self.players {
            timers.entry(player.id.to_string()).or_insert_with(Vec::new).push(player.timer);
            held.entry(player.id.to_string()).or_insert_with(Vec::new).push(!player.over);
            let rules = player.here();
            rules.iter().for_each(|rule| self.verdict.wanted(rule));
            touched.extend(Some(player.slot.property.clone()).filter(|_| !rules.is_empty()));
        }
        let at = |what: &str| format!("{what} after step {}", number + 1);
        let verdict = &mut *self.verdict;
        verdict.same(&at("the number"), number + 1, recorded.step);
        verdict.same(&at("timers by the script"), &timers, &recorded.timers()?);
        verdict.same(&at("running by the script"), &self.running, &recorded.running);
        verdict.same(&at("ended by the script"), &ended, &recorded.ended);
        let shown = recorded.values()?;
        verdict.same(&at("how many properties"), self.values.len(), shown.len());
        let mut values = shown.clone();
        for (name, sum) in &self.values {
            near(verdict, &at(name), sum, shown.get(name).map_or(&[], Vec::as_slice));
            let own = values.entry(name.clone()).or_default().iter_mut();
            own.zip(&self.excess[name]).for_each(|(value, excess)| *value -= excess);
        }
        Ok(Seen { values, timers, held, running: recorded.running.clone(), ended, touched })
    }

    /// Whether a player takes a step: the class refuses one unless the wall clock went on by more than a frame.
    fn moves(&mut self, index: usize) -> bool {
        let player = &mut self.players[index];
        if std::mem::take(&mut player.leaves) {
            self.verdict.wanted(&deviations::SYNCED_RESET_TAKES_BACK);
        }
        if player.over {
            return false;
        }
        let accepted = player.taken.is_none_or(|taken| self.clock - taken > 1000.0 / player.fps);
        if accepted {
            player.taken = Some(self.clock);
        }
        let moves = accepted && !player.paused;
        if !player.paused && (!accepted || player.fps != self.run.tps) {
            let touched = vec![player.id.into(), player.clip.into(), player.slot.property.clone()];
            self.touch(&deviations::SYNCED_TIME_IS_THE_STEP, |_| touched);
        }
        moves
    }

    fn move_on(&mut self, index: usize) -> Result<(), Malformed> {
        let player = &mut self.players[index];
        let increments = self.run.increments.get(player.clip).map_or(&[][..], Vec::as_slice);
        let next = player.timer + 1.0;
        let increment = increments.iter().find(|(frame, _)| *frame >= next).or(increments.last());
        let increment = increment.map_or(Ok(Vec::new()), |(_, increment)| parts(increment))?;
        let (slot, matrix) = (player.slot.clone(), player.is_matrix);
        (player.timer, player.place) = (next, next);
        if matrix {
            change(&mut self.values, &slot, &increment, |there, value| *there = value);
        } else {
            player.gain.iter_mut().zip(&increment).for_each(|(gain, by)| *gain += by);
            change(&mut self.values, &slot, &increment, |there, by| *there += by);
        }
        if player.stopped && matrix {
            self.touch(&deviations::SYNCED_STOP_IS_AT_ONCE, |_| vec![slot.property]);
        } else if player.stopped {
            self.verdict.wanted(&deviations::SYNCED_STOP_IS_AT_ONCE);
            change(&mut self.excess, &slot, &increment, |excess, by| *excess += by);
        }
        Ok(())
    }
}

impl Player<'_> {
    /// The rules by which its value is another one where it is.
    fn here(&self) -> Vec<&'static Rule> {
        let mut rules = Vec::new();
        if self.place <= self.from {
            return rules;
        }
        let (first, last) = (self.frames[0], self.frames[self.frames.len() - 1]);
        if self.from < first {
            rules.push(&deviations::SYNCED_FIRST_KEY_HOLDS_BEFORE);
        }
        for way in self.frames.windows(2) {
            let (start, end) = (way[0].floor(), way[1].floor());
            if start == end {
                rules.push(&deviations::SYNCED_KEYS_CLOSE_TOGETHER);
            }
            let inside =
                start < self.place && (self.place < end || self.place == end && way[1] != end);
            let beyond = way[1] == last && self.place >= end;
            let cut = |key: f64| key.fract() != 0.0 && (inside || beyond && last.fract() != 0.0);
            if way[1] == last && cut(last) {
                rules.push(&deviations::SYNCED_DECIMAL_END_IS_REACHED);
            }
            if cut(way[0]) || way[1] != last && cut(way[1]) {
                rules.push(&deviations::SYNCED_DECIMAL_KEYS_STAY);
            }
            let here = start < self.place && self.place <= end || beyond;
            if self.is_matrix && here && self.place != start + 1.0 {
                rules.push(&deviations::SYNCED_MATRIX_MOVES);
            }
        }
        rules
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
