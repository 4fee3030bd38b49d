//! What Babylon.js does with one playing clip, from the description of its recordings: its clock, its
//! there-and-back, its loops and its events. Nothing of Cueline takes part but the value at a frame.

use std::f64::consts::PI;

use serde_json::Value;

use super::{
    clip::{Recorded, parts},
    playback::Script,
};
use crate::read::Malformed;

/// An event and whether it was fired.
struct Event {
    id: String,
    frame: f64,
    once: bool,
    done: bool,
    gone: bool,
}

/// The player as Babylon.js has it.
pub(super) struct Simulated {
    keys: (f64, f64),
    range: (f64, f64),
    fps: f64,
    looped: bool,
    mode: String,
    pub(super) speed: f64,
    initial: Vec<f64>,
    /// Milliseconds since the beginning.
    clock: f64,
    offset: Option<f64>,
    paused: bool,
    paused_at: Option<f64>,
    jump: Option<f64>,
    jump_from: Option<f64>,
    jump_to: Option<f64>,
    elapsed: f64,
    absolute: f64,
    shift: f64,
    way: f64,
    pub(super) frame: f64,
    pub(super) value: Vec<f64>,
    pub(super) loops: u64,
    pub(super) ends: u64,
    pub(super) running: bool,
    pub(super) fired: Vec<(String, f64)>,
    events: Vec<Event>,
}

impl Simulated {
    pub(super) fn new(script: &Script, recorded: &Recorded) -> Result<Self, Malformed> {
        let (mut range, mut speed) = ((script.play.from, script.play.to), script.play.speed_ratio);
        if speed < 0.0 {
            range = (range.1, range.0);
            speed = -speed;
        }
        if range.0 > range.1 {
            speed = -speed;
        }
        let first = recorded.keys.first().map_or(0.0, |key| key.frame);
        let last = recorded.keys.last().map_or(0.0, |key| key.frame);
        let initial = parts(&script.initial)?;
        let event = |event: &super::playback::Event| Event {
            id: event.id.clone(),
            frame: event.frame,
            once: event.only_once,
            done: false,
            gone: false,
        };
        Ok(Self {
            keys: (first, last),
            range,
            fps: recorded.fps,
            looped: script.play.looped,
            mode: script.clip["loop"].as_str().unwrap_or("cycle").into(),
            speed,
            value: initial.clone(),
            initial,
            clock: 0.0,
            offset: None,
            paused: false,
            paused_at: None,
            jump: None,
            jump_from: None,
            jump_to: None,
            elapsed: 0.0,
            absolute: 0.0,
            shift: 0.0,
            way: 1.0,
            frame: 0.0,
            loops: 0,
            ends: 0,
            running: true,
            fired: Vec::new(),
            events: script.events.iter().map(event).collect(),
        })
    }

    /// The range that is played: ends outside the keys are taken to the keys.
    pub(super) fn played(&self) -> (f64, f64) {
        let (from, to) = self.range;
        let outside = |frame: f64| frame < self.keys.0 || frame > self.keys.1;
        (if outside(from) { self.keys.0 } else { from }, if outside(to) { self.keys.1 } else { to })
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// Goes on by `ms`; `at` gives the clip's value at a frame.
    pub(super) fn step(
        &mut self,
        ms: f64,
        at: impl Fn(f64) -> Result<Vec<f64>, Malformed>,
    ) -> Result<(), Malformed> {
        self.clock += ms;
        if !self.running {
            return Ok(());
        }
        if self.paused {
            self.paused_at.get_or_insert(self.clock);
            return Ok(());
        }
        let mut offset = match (self.offset, self.paused_at.take()) {
            (None, _) => self.clock,
            (Some(offset), None) => offset,
            (Some(offset), Some(since)) => offset + self.clock - since,
        };
        if let Some(jump) = self.jump.take() {
            offset += if self.speed < 0.0 { -jump } else { jump };
            self.jump_from = None;
        }
        self.jump_to = None;
        self.offset = Some(offset);
        self.animate(self.clock - offset, at)
    }

    fn animate(
        &mut self,
        elapsed: f64,
        at: impl Fn(f64) -> Result<Vec<f64>, Malformed>,
    ) -> Result<(), Malformed> {
        let (from, to) = self.played();
        let range = to - from;
        let mut absolute = elapsed * (self.fps * self.speed) / 1000.0 + self.shift;
        let yoyo = self.looped && self.mode == "yoyo";
        let mut turned = false;
        if yoyo {
            let sine = ((absolute - from) / range * PI).sin();
            absolute = sine.abs() * range + from;
            let way = if sine >= 0.0 { 1.0 } else { -1.0 };
            turned = way != self.way;
            self.way = way;
        }
        (self.elapsed, self.absolute) = (elapsed, absolute);
        let (ahead, back) = (self.speed > 0.0, self.speed < 0.0);
        let over = !self.looped
            && (to >= from && (absolute >= range && ahead || absolute <= 0.0 && back)
                || from >= to && (absolute <= range && back || absolute >= 0.0 && ahead));
        let against = absolute > 0.0 && from > to || absolute < 0.0 && from < to;
        let (base, end) = if against { (to, from) } else { (from, to) };
        let frame = if !over && range != 0.0 { base + absolute % range } else { end };
        let fell = ahead && self.frame > frame || back && self.frame < frame;
        if !yoyo && fell || yoyo && turned {
            self.loops += 1;
            self.events.iter_mut().filter(|event| !event.once).for_each(|event| event.done = false);
        }
        self.frame = frame;
        let passes = if range == 0.0 { 0.0 } else { (absolute / range).trunc() };
        self.value = self.value_at(frame, passes, over, &at)?;
        for event in &mut self.events {
            let passed = range >= 0.0 && frame >= event.frame && event.frame >= from
                || range < 0.0 && frame <= event.frame && event.frame <= from;
            if passed && !event.done && !event.gone {
                event.done = true;
                event.gone = event.once;
                self.fired.push((event.id.clone(), frame));
            }
        }
        if over {
            self.running = false;
            self.ends += 1;
        }
        Ok(())
    }

    fn value_at(
        &self,
        frame: f64,
        passes: f64,
        over: bool,
        at: impl Fn(f64) -> Result<Vec<f64>, Malformed>,
    ) -> Result<Vec<f64>, Malformed> {
        let (from, to) = self.played();
        let mut value = at(frame)?;
        if self.mode == "constant" && passes > 0.0 {
            value = at(to)?;
        }
        let relative = self.mode.starts_with("relative");
        if relative && !over {
            for ((value, first), last) in value.iter_mut().zip(at(from)?).zip(at(to)?) {
                *value += (last - first) * passes;
            }
        }
        if self.mode == "relative_from_current" {
            value.iter_mut().zip(&self.initial).for_each(|(value, initial)| *value += initial);
        }
        Ok(value)
    }

    pub(super) fn go_to(
        &mut self,
        frame: f64,
        at: impl Fn(f64) -> Result<Vec<f64>, Malformed>,
    ) -> Result<(), Malformed> {
        if !self.running {
            return Ok(());
        }
        self.plan_jump(frame);
        let frame = frame.max(self.keys.0.min(0.0)).min(self.keys.1);
        for event in self.events.iter_mut().filter(|event| !event.once) {
            event.done = event.frame < frame;
        }
        self.frame = frame;
        self.value = self.value_at(frame, self.passes(), false, at)?;
        Ok(())
    }

    fn passes(&self) -> f64 {
        let (from, to) = self.played();
        if from == to { 0.0 } else { (self.absolute / (to - from)).trunc() }
    }

    fn plan_jump(&mut self, frame: f64) {
        let from = *self.jump_from.get_or_insert(self.frame);
        let delay =
            if self.speed == 0.0 { 0.0 } else { (frame - from) / self.fps * 1000.0 / self.speed };
        (self.jump, self.jump_to) = (Some(-delay), Some(frame));
    }

    pub(super) fn set_speed(&mut self, speed: f64) {
        if self.running {
            self.shift = self.absolute - self.elapsed * (self.fps * speed) / 1000.0;
            self.speed = speed;
            if let Some(frame) = self.jump_to {
                self.plan_jump(frame);
            }
        }
    }

    pub(super) fn pause(&mut self, paused: bool) {
        self.paused = paused;
    }

    pub(super) fn stop(&mut self) {
        if self.running {
            (self.running, self.frame) = (false, 0.0);
            self.ends += 1;
        }
    }

    pub(super) fn reset(&mut self) {
        if self.running {
            (self.offset, self.paused_at, self.frame) = (None, None, 0.0);
            self.value = self.initial.clone();
            self.events.iter_mut().for_each(|event| event.done = false);
        }
    }
}

/// What an entry of a trace says.
pub(super) fn fired(entry: &Value) -> Result<Vec<(String, f64)>, Malformed> {
    crate::read::list(&entry["events"])?
        .iter()
        .map(|event| Ok((crate::read::text(&event[0])?.into(), crate::read::number(&event[1])?)))
        .collect()
}
