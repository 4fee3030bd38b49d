//! A model of the recorded behaviour of Babylon.js with one playing clip: its clock, its there-and-back, its loops and
//! its events, with the faults they have. Of Cueline it takes the easings alone, which are compared by themselves.
//!
//! The order of the arithmetic is that of the recorded player, so that it falls on the same side of every boundary.

mod questions;
mod shown;

use std::f64::consts::PI;

use super::{
    clip::{Key, Recorded},
    ours::Life,
    script::{Op, Played, Script, Seen},
};
use crate::{
    deviations::{self, Rule},
    read::Malformed,
};

/// The player.
pub(super) struct Simulated<'a> {
    script: &'a Script,
    clip: &'a Recorded,
    /// With one at frame 0.
    keys: Vec<Key>,
    pub(super) played: Played,
    looped: bool,
    initial: Vec<f64>,
    /// Milliseconds since the beginning.
    clock: f64,
    /// When its own clock began.
    offset: Option<f64>,
    paused: bool,
    paused_at: Option<f64>,
    jump: Jump,
    elapsed: f64,
    absolute: f64,
    shift: f64,
    swings_back: bool,
    pub(super) state: Interpolated,
    /// What has come to its end still shows what is changed.
    pub(super) life: Life,
    /// By the order of their frames: whether it is done, and whether it is gone for ever.
    events: Vec<(usize, bool, bool)>,
    pub(super) seen: Seen,
    /// Whether it has put its value to anything.
    pub(super) shown: bool,
    /// Whether it has moved in what it did last, and whether it has begun in it.
    pub(super) moved: bool,
    pub(super) began: bool,
    /// How many frames the last step went.
    pub(super) stride: f64,
    /// What it does and ours does not do on purpose, so that it is somewhere else than it was sent: each once.
    pub(super) faults: Vec<&'static Rule>,
}

/// A jump that waits for the next step.
#[derive(Default)]
struct Jump {
    delay: Option<f64>,
    from: Option<f64>,
    to: Option<f64>,
}

/// What the last step leaves for the value of a jump.
#[derive(Default)]
pub(super) struct Interpolated {
    key: isize,
    /// The whole passes in the last step's place, as the recorded player counts them.
    pub(super) passes: f64,
    high: Vec<f64>,
    offset: Option<Vec<f64>>,
    /// Whether it lies on a way between two keys.
    pub(super) moves: bool,
    /// Whether the formula for its easing may have no value there.
    pub(super) lacks: bool,
    /// The same where a pass begins or ends.
    pass_lacks: bool,
    /// The last value and the difference of a pass, once they were needed.
    pass: Option<(Vec<f64>, Vec<f64>)>,
}

impl<'a> Simulated<'a> {
    pub(super) fn new(script: &'a Script) -> Result<Self, Malformed> {
        let clip = &script.clip;
        let mut keys = clip.keys.clone();
        if keys[0].frame != 0.0 {
            keys.insert(0, Key::at_zero(&keys[0]));
        }
        let initial = script.initial()?;
        let mut simulated = Self {
            script,
            clip,
            keys,
            played: script.played(),
            looped: script.play.looped,
            clock: 0.0,
            offset: None,
            paused: false,
            paused_at: None,
            jump: Jump::default(),
            elapsed: 0.0,
            absolute: 0.0,
            shift: 0.0,
            swings_back: false,
            state: Interpolated::default(),
            life: Life::Playing,
            events: script
                .events_in_order()
                .into_iter()
                .map(|index| (index, false, false))
                .collect(),
            seen: Seen { value: initial.clone(), running: true, ..Seen::default() },
            initial,
            shown: false,
            moved: false,
            began: false,
            stride: 0.0,
            faults: Vec::new(),
        };
        let range = simulated.range();
        if range != 0.0 && script.is_backward() != (range < 0.0) {
            // A limit outside the keys was taken to the other side of the other one.
            simulated.report_fault(&deviations::BABYLON_TURNED_BEFORE_START);
        }
        Ok(simulated)
    }

    /// Does one thing, and says what is seen then.
    pub(super) fn does(&mut self, op: Op) -> Result<&Seen, Malformed> {
        self.seen.events.clear();
        (self.moved, self.began) = (false, false);
        match op {
            Op::Step { ms } => self.step(ms)?,
            Op::Look | Op::Nothing => {}
            Op::Pause => self.paused = true,
            Op::Restart => self.paused = false,
            Op::GoToFrame { frame } => self.go_to(frame)?,
            Op::SpeedRatio { value } => self.set_speed(value)?,
            Op::Stop => self.stop(),
            Op::Reset => self.reset(),
            Op::LoopAnimation { value } => self.looped = value,
        }
        Ok(&self.seen)
    }

    fn report_fault(&mut self, fault: &'static Rule) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn step(&mut self, ms: f64) -> Result<(), Malformed> {
        self.clock += ms;
        if self.life != Life::Playing {
            return Ok(());
        }
        if self.paused {
            self.paused_at.get_or_insert(self.clock);
            return Ok(());
        }
        let mut offset = match (self.offset, self.paused_at.take()) {
            (None, _) => self.clock,
            (Some(offset), None) => offset,
            (Some(offset), Some(since)) => offset + (self.clock - since),
        };
        (self.moved, self.began) = (true, self.offset.is_none());
        let went = if self.began { 0.0 } else { self.clock - offset - self.elapsed };
        self.stride = went.abs() * self.clip.fps * self.played.speed.abs() / 1000.0;
        if let Some(delay) = self.jump.delay.take() {
            offset += if self.played.speed < 0.0 { -delay } else { delay };
            self.jump.from = None;
        }
        self.jump.to = None;
        self.offset = Some(offset);
        let elapsed = self.clock - offset;
        self.animate(elapsed)
    }

    fn animate(&mut self, elapsed: f64) -> Result<(), Malformed> {
        let Played { from, to, speed } = self.played;
        let (range, looped) = (self.range(), self.looped);
        let swings = looped && self.clip.mode() == "yoyo";
        let mut absolute = elapsed * (self.clip.fps * speed) / 1000.0 + self.shift;
        let mut turned = false;
        if swings {
            let sine = ((absolute - from) / range * PI).sin();
            absolute = sine.abs() * range + from;
            let back = sine < 0.0 || sine.is_nan();
            turned = back != self.swings_back;
            self.swings_back = back;
        }
        (self.elapsed, self.absolute) = (elapsed, absolute);
        let (ahead, back) = (speed > 0.0, speed < 0.0);
        let up = !looped && to >= from && (absolute >= range && ahead || absolute <= 0.0 && back);
        let down = !looped && from >= to && (absolute <= range && back || absolute >= 0.0 && ahead);
        let over = up || down;
        (self.state.high, self.state.offset) = if up {
            (self.search_from_first_key(to)?, None)
        } else if down {
            (self.search_from_first_key(from)?, None)
        } else if self.clip.mode() == "cycle" {
            (Vec::new(), None)
        } else {
            let (last, offset) = match self.state.pass.take() {
                Some(known) => known,
                None => {
                    let first = self.between_keys(from)?.0;
                    let lacks = self.state.lacks;
                    let last = self.between_keys(to)?.0;
                    self.state.pass_lacks = lacks || self.state.lacks;
                    let offset: Vec<f64> =
                        last.iter().zip(&first).map(|(last, first)| last - first).collect();
                    (last, offset)
                }
            };
            // What comes to nothing is made again each time; that is seen only where keys are out of order.
            let nothing = self.clip.kind == "float" && offset == [0.0];
            self.state.pass = (!nothing).then(|| (last.clone(), offset.clone()));
            (last, Some(offset))
        };
        let against = absolute > 0.0 && from > to || absolute < 0.0 && from < to;
        let (base, end) = if against { (to, from) } else { (from, to) };
        let frame = if !over && range != 0.0 { base + absolute % range } else { end };
        let fell = ahead && self.seen.frame > frame || back && self.seen.frame < frame;
        if !swings && fell || swings && turned {
            self.seen.loops += 1;
            for (index, done, _) in &mut self.events {
                *done &= self.script.events[*index].only_once;
            }
            self.state.key = if ahead { 0 } else { self.keys.len() as isize - 1 };
        }
        self.seen.frame = frame;
        self.state.passes = if range == 0.0 { 0.0 } else { (absolute / range).trunc() };
        self.show(frame)?;
        for (index, done, gone) in &mut self.events {
            let event = &self.script.events[*index];
            let passed = range >= 0.0 && frame >= event.frame && event.frame >= from
                || range < 0.0 && frame <= event.frame && event.frame <= from;
            if passed && !*done && !*gone {
                (*done, *gone) = (true, event.only_once);
                self.seen.events.push(*index);
            }
        }
        if over {
            self.life = Life::Ended;
            self.seen.running = false;
            self.seen.ends += 1;
        }
        Ok(())
    }

    fn go_to(&mut self, frame: f64) -> Result<(), Malformed> {
        if self.life == Life::Stopped {
            return Ok(());
        }
        // It shows where it was sent, wherever an earlier fault had taken it; only where passes add up, it may be in
        // another one.
        if !self.script.is_relative() {
            self.faults.clear();
        }
        let from = *self.jump.from.get_or_insert(self.seen.frame);
        let speed = self.played.speed;
        let far = if speed == 0.0 { 0.0 } else { (frame - from) / self.clip.fps * 1000.0 / speed };
        (self.jump.delay, self.jump.to) = (Some(-far), Some(frame));
        self.report_jump(frame, from);
        let last = self.keys[self.keys.len() - 1].frame;
        let frame = if frame < self.keys[0].frame { self.keys[0].frame } else { frame.min(last) };
        for (index, done, _) in &mut self.events {
            if !self.script.events[*index].only_once {
                *done = self.script.events[*index].frame < frame;
            }
        }
        self.seen.frame = frame;
        self.show(frame)
    }

    fn report_jump(&mut self, frame: f64, from: f64) {
        let Played { from: first, to: last, speed } = self.played;
        if self.life == Life::Ended {
            self.report_fault(&deviations::BABYLON_JUMPS_AFTER_THE_END);
        }
        if frame < first.min(last) || frame > first.max(last) {
            self.report_fault(&deviations::BABYLON_JUMP_OUTSIDE);
        }
        let end = if speed < 0.0 { first.min(last) } else { first.max(last) };
        if self.script.is_endless() && (self.seen.frame - end).abs() <= 1e-9 {
            self.report_fault(&deviations::BABYLON_JUMP_FROM_THE_END);
        }
        if speed < 0.0 || self.range() < 0.0 {
            self.report_fault(&deviations::BABYLON_JUMP_BACKWARD);
        }
        if speed == 0.0 && frame != from {
            self.report_fault(&deviations::BABYLON_JUMP_AT_REST);
        }
        if !self.has_begun() && first != 0.0 {
            self.report_fault(&deviations::BABYLON_JUMP_BEFORE_START);
        }
    }

    fn set_speed(&mut self, speed: f64) -> Result<(), Malformed> {
        if self.life == Life::Stopped {
            return Ok(());
        }
        if self.life == Life::Playing && !self.has_begun() && self.elapsed != 0.0 {
            self.report_fault(&deviations::BABYLON_RESET_KEEPS_NOTHING);
        }
        self.shift = self.absolute - self.elapsed * (self.clip.fps * speed) / 1000.0;
        self.played.speed = speed;
        self.report_turn_before_start();
        match self.jump.to {
            Some(frame) => self.go_to(frame),
            None => Ok(()),
        }
    }

    /// What begins with a speed against its range begins at the wrong end of it.
    fn report_turn_before_start(&mut self) {
        let turned = (self.played.speed < 0.0) != (self.range() < 0.0);
        if self.life == Life::Playing && !self.has_begun() && turned {
            self.report_fault(&deviations::BABYLON_TURNED_BEFORE_START);
        }
    }

    fn stop(&mut self) {
        if self.life == Life::Playing {
            self.seen.running = false;
            self.seen.ends += 1;
            // What has ended is not in the list any more from which a stop takes.
            self.life = Life::Stopped;
            self.seen.frame = 0.0;
        }
    }

    fn reset(&mut self) {
        if self.life == Life::Stopped {
            return;
        }
        if self.life == Life::Ended {
            self.report_fault(&deviations::BABYLON_JUMPS_AFTER_THE_END);
        }
        if self.shift != 0.0 || self.jump.delay.is_some() {
            self.report_fault(&deviations::BABYLON_RESET_KEEPS_NOTHING);
        }
        (self.offset, self.paused_at, self.seen.frame, self.state.pass) = (None, None, 0.0, None);
        self.set(&self.initial.clone());
        self.events.iter_mut().for_each(|(_, done, _)| *done = false);
        self.report_turn_before_start();
    }
}
