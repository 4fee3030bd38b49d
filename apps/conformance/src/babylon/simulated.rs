//! A model of the recorded behaviour of Babylon.js with one playing clip: its clock, its there-and-back, its loops and
//! its events, with the faults they have. It knows nothing of Cueline.
//!
//! The order of the arithmetic is that of the recorded player, so that it falls on the same side of every boundary.

use std::f64::consts::PI;

use super::{
    clip::{Key, Recorded, parts},
    fault::Fault,
    script::{Op, Played, Script, Seen},
};
use crate::read::Malformed;

/// The player.
pub(super) struct Simulated<'a> {
    script: &'a Script,
    clip: &'a Recorded,
    /// With one at frame 0.
    keys: Vec<Key>,
    played: Played,
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
    state: Interpolated,
    life: Life,
    /// By the order of their frames: whether it is done, and whether it is gone for ever.
    events: Vec<(usize, bool, bool)>,
    pub(super) seen: Seen,
    shown: bool,
    moved: bool,
    began: bool,
    stride: f64,
    /// What has set its clock apart from that of a player without faults, each once.
    pub(super) faults: Vec<Fault>,
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
struct Interpolated {
    key: isize,
    passes: f64,
    high: Vec<f64>,
    offset: Option<Vec<f64>>,
    /// Whether it lies on a way between two keys.
    moves: bool,
    /// The last value and the difference of a pass, once they were needed.
    pass: Option<(Vec<f64>, Vec<f64>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    Running,
    /// It has come to its end; what is shown can still be changed.
    Ended,
    Stopped,
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
            life: Life::Running,
            events: script
                .events_in_order()
                .into_iter()
                .map(|index| (index, false, false))
                .collect(),
            seen: Seen {
                value: initial.clone(),
                frame: 0.0,
                loops: 0,
                ends: 0,
                running: true,
                events: Vec::new(),
            },
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
            simulated.blame(Fault::TurnedBeforeStart);
        }
        Ok(simulated)
    }

    /// Does one thing, and says what is seen then.
    pub(super) fn does(&mut self, op: Op) -> Result<&Seen, Malformed> {
        self.seen.events.clear();
        (self.moved, self.began) = (false, false);
        match op {
            Op::Step { ms } => self.step(ms)?,
            Op::Look => {}
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

    /// Whether it has come to its end by itself.
    pub(super) fn has_ended(&self) -> bool {
        self.life == Life::Ended
    }

    /// Whether it has put its value to anything.
    pub(super) fn has_shown(&self) -> bool {
        self.shown
    }

    /// The whole passes in the last step's place, as it counts them.
    pub(super) fn passes(&self) -> f64 {
        self.state.passes
    }

    /// Whether it has moved in what it did last.
    pub(super) fn has_moved(&self) -> bool {
        self.moved
    }

    /// Whether it has begun in what it did last.
    pub(super) fn begins(&self) -> bool {
        self.moved && self.began
    }

    /// Whether the first frame looks as if it had come from beyond, for one that came from frame 0.
    pub(super) fn first_frame_falls(&self) -> bool {
        let Played { speed, .. } = self.played;
        speed < 0.0 && self.seen.frame > 0.0 || speed > 0.0 && self.seen.frame < 0.0
    }

    /// Whether its last step took it no further, so that rounding decides whether it fell back.
    pub(super) fn stands(&self) -> bool {
        self.moved && self.stride <= 1e-9
    }

    /// How many frames the last step went.
    pub(super) fn stride(&self) -> f64 {
        self.stride
    }

    /// Whether it ended on the very place where it began, which it takes for the other end.
    pub(super) fn ends_at_zero(&self) -> bool {
        self.absolute == 0.0 && self.is_turned()
    }

    /// Whether it plays against its range.
    pub(super) fn is_turned(&self) -> bool {
        let (speed, range) = (self.played.speed, self.range());
        speed != 0.0 && range != 0.0 && (speed < 0.0) != (range < 0.0)
    }

    /// Whether it plays downward.
    pub(super) fn is_downward(&self) -> bool {
        self.played.speed < 0.0
    }

    /// Whether it has gone back beyond its first pass.
    pub(super) fn is_against(&self) -> bool {
        self.absolute != 0.0 && (self.absolute < 0.0) != (self.range() < 0.0)
    }

    /// Whether what it shows lies on a way between two keys.
    pub(super) fn is_between_keys(&self) -> bool {
        self.state.moves
    }

    /// How many frames lie in the numbers it reckons with, at most.
    pub(super) fn clock_in_frames(&self) -> f64 {
        let rates = self.clip.fps * self.script.fastest() / 1000.0;
        (self.clock * rates).max(self.absolute.abs()).max(self.shift.abs())
    }

    /// Whether it has begun since the start or the last reset.
    pub(super) fn has_begun(&self) -> bool {
        self.offset.is_some()
    }

    /// The frames of a pass; below zero from above.
    pub(super) fn range(&self) -> f64 {
        self.played.to - self.played.from
    }

    fn blame(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn step(&mut self, ms: f64) -> Result<(), Malformed> {
        self.clock += ms;
        if self.life != Life::Running {
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
        let (range, looped, swings) = (self.range(), self.looped, self.script.swings());
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
            (self.clip.value_at(to)?, None)
        } else if down {
            (self.clip.value_at(from)?, None)
        } else if self.clip.mode() == "cycle" {
            (Vec::new(), None)
        } else {
            let (last, offset) = match self.state.pass.take() {
                Some(known) => known,
                None => {
                    let (first, last) = (self.between_keys(from)?.0, self.between_keys(to)?.0);
                    let offset =
                        last.iter().zip(&first).map(|(last, first)| last - first).collect();
                    (last, offset)
                }
            };
            self.state.pass = Some((last.clone(), offset.clone()));
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

    /// Shows the value at `frame`, with the passes that the last step was in.
    fn show(&mut self, frame: f64) -> Result<(), Malformed> {
        let value = self.interpolate(frame)?;
        self.set(&value);
        Ok(())
    }

    fn set(&mut self, value: &[f64]) {
        self.shown = true;
        self.seen.value = value.to_vec();
        // Sizes are put together as texts, which are read as their sum.
        if self.script.is_from_current() {
            self.seen
                .value
                .iter_mut()
                .zip(&self.initial)
                .for_each(|(value, initial)| *value += initial);
        }
    }

    fn interpolate(&mut self, frame: f64) -> Result<Vec<f64>, Malformed> {
        if self.clip.mode() == "constant" && self.state.passes > 0.0 {
            return Ok(self.state.high.clone());
        }
        let (mut value, moves) = self.between_keys(frame)?;
        self.state.moves = moves;
        if let (true, true, Some(offset)) = (self.script.is_relative(), moves, &self.state.offset) {
            let passes = self.state.passes;
            value.iter_mut().zip(offset).for_each(|(value, offset)| *value += offset * passes);
        }
        Ok(value)
    }

    /// The value at `frame`, looked for from the key of the last time, and whether it lies on a way between two keys.
    fn between_keys(&mut self, frame: f64) -> Result<(Vec<f64>, bool), Malformed> {
        let key_at = |key: isize| usize::try_from(key).ok().and_then(|key| self.keys.get(key));
        let mut at = self.state.key;
        while key_at(at).is_some_and(|key| frame < key.frame) {
            at -= 1;
        }
        while key_at(at + 1).is_some_and(|key| frame >= key.frame) {
            at += 1;
        }
        self.state.key = at;
        let (Some(key), next) = (key_at(at), key_at(at + 1)) else {
            return Ok((parts(&self.keys[0].value)?, false));
        };
        let Some(next) = next else { return Ok((parts(&key.value)?, false)) };
        let way = (frame - key.frame) / (next.frame - key.frame);
        let moves = !key.step && self.clip.kind != "matrix";
        Ok((self.clip.between(key, next, way)?, moves))
    }

    fn go_to(&mut self, frame: f64) -> Result<(), Malformed> {
        if self.life == Life::Stopped {
            return Ok(());
        }
        let from = *self.jump.from.get_or_insert(self.seen.frame);
        let speed = self.played.speed;
        let far = if speed == 0.0 { 0.0 } else { (frame - from) / self.clip.fps * 1000.0 / speed };
        (self.jump.delay, self.jump.to) = (Some(-far), Some(frame));
        self.blame_jump(frame, from);
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

    fn blame_jump(&mut self, frame: f64, from: f64) {
        let Played { from: first, to: last, speed } = self.played;
        if self.life == Life::Ended {
            self.blame(Fault::JumpsAfterTheEnd);
        }
        if frame < first.min(last) || frame > first.max(last) {
            self.blame(Fault::JumpOutside);
        }
        let end = if speed < 0.0 { first.min(last) } else { first.max(last) };
        if self.script.is_endless() && (self.seen.frame - end).abs() <= 1e-9 {
            self.blame(Fault::JumpFromTheEnd);
        }
        if speed < 0.0 || self.range() < 0.0 {
            self.blame(Fault::JumpBackward);
        }
        if speed == 0.0 && frame != from {
            self.blame(Fault::JumpAtRest);
        }
        if !self.has_begun() && first != 0.0 {
            self.blame(Fault::JumpBeforeStart);
        }
    }

    fn set_speed(&mut self, speed: f64) -> Result<(), Malformed> {
        if self.life == Life::Stopped {
            return Ok(());
        }
        if self.life == Life::Running && !self.has_begun() && self.elapsed != 0.0 {
            self.blame(Fault::ResetKeepsItsPlace);
        }
        let turns = (speed < 0.0) != (self.range() < 0.0);
        if self.life == Life::Running && !self.has_begun() && turns {
            self.blame(Fault::TurnedBeforeStart);
        }
        self.shift = self.absolute - self.elapsed * (self.clip.fps * speed) / 1000.0;
        self.played.speed = speed;
        match self.jump.to {
            Some(frame) => self.go_to(frame),
            None => Ok(()),
        }
    }

    fn stop(&mut self) {
        if self.life == Life::Running {
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
            self.blame(Fault::JumpsAfterTheEnd);
        }
        if self.shift != 0.0 || self.jump.delay.is_some() {
            self.blame(Fault::ResetKeepsItsPlace);
        }
        (self.offset, self.paused_at, self.seen.frame, self.state.pass) = (None, None, 0.0, None);
        self.set(&self.initial.clone());
        self.events.iter_mut().for_each(|(_, done, _)| *done = false);
    }
}
