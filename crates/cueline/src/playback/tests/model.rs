//! What a playhead should do, the slow way: it moves a twelfth of a flick at a time and looks around.

use alloc::{vec, vec::Vec};

use super::super::{Loops, Phase, Play, Repeat};
use crate::edge::EdgeKind;

/// Twelfths: all speeds of the tests have a denominator that divides it.
pub(super) const UNITS: i64 = 12;

/// `(due, kind, pass)`
pub(super) type Told = (i64, EdgeKind, i64);

#[derive(Clone, Debug)]
pub(super) struct Model {
    from: i64,
    to: i64,
    passes: Option<i64>,
    ping_pong: bool,
    cues: Vec<i64>,
    wait: i64,
    /// Twelfths into the pass.
    offset: i64,
    pass: i64,
    /// Twelfths a flick.
    speed: i64,
    backward: bool,
    held: bool,
    begun: bool,
    now: i64,
    pub(super) told: Vec<Told>,
}

impl Model {
    pub(super) fn new(length: i64, cues: &[i64], play: &Play) -> Self {
        let (from, to) = play.range.map_or((0, length), |(from, to)| (from.flicks(), to.flicks()));
        let passes = match play.loops {
            Loops::Once => Some(1),
            Loops::Times(n) => Some(n as i64),
            Loops::Endless => None,
        };
        let mut model = Self {
            from,
            to,
            passes,
            ping_pong: play.repeat == Repeat::PingPong,
            cues: cues.to_vec(),
            wait: play.delay.flicks(),
            offset: 0,
            pass: 0,
            speed: 0,
            backward: false,
            held: false,
            begun: false,
            now: 0,
            told: vec![],
        };
        model.set_speed(play.speed.num(), play.speed.den() as i64);
        model.begin();
        model
    }

    fn units(&self) -> i64 {
        (self.to - self.from) * UNITS
    }

    /// Begins when there is nothing to wait for.
    fn begin(&mut self) {
        if self.begun || self.wait > 0 || self.held {
            return;
        }
        self.begun = true;
        self.tell(EdgeKind::Start);
        self.tell_cues();
        if self.units() == 0 {
            self.tell(EdgeKind::End);
        }
    }

    pub(super) fn set_speed(&mut self, num: i64, den: i64) {
        self.speed = num * UNITS / den;
        if num != 0 {
            self.backward = num < 0;
        }
        if !self.begun {
            let end = (self.passes.unwrap_or(1) - 1, self.units());
            (self.pass, self.offset) = if self.backward { end } else { (0, 0) };
        }
    }

    pub(super) fn now(&self) -> i64 {
        self.now
    }

    pub(super) fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// One flick on.
    pub(super) fn tick(&mut self) {
        self.begin(); // what was held at its start, until now
        self.now += 1;
        if self.held {
            return;
        }
        if !self.begun {
            self.wait -= 1;
            self.begin();
            return;
        }
        for _ in 0..self.speed.abs() {
            self.creep();
        }
    }

    fn creep(&mut self) {
        let end = self.units();
        if self.backward {
            if self.offset == 0 {
                if self.pass == 0 && self.passes.is_some() {
                    return; // at its start, with nowhere to go
                }
                (self.pass, self.offset) = (self.pass - 1, end);
            }
            self.offset -= 1;
            self.tell_cues();
            if self.offset == 0 {
                if self.pass == 0 && self.passes.is_some() {
                    return self.tell(EdgeKind::End);
                }
                (self.pass, self.offset) = (self.pass - 1, end);
                self.tell(EdgeKind::Loop);
                if !self.ping_pong {
                    self.tell_cues();
                }
            }
        } else {
            if self.offset == end {
                if Some(self.pass + 1) == self.passes {
                    return;
                }
                (self.pass, self.offset) = (self.pass + 1, 0);
            }
            self.offset += 1;
            self.tell_cues();
            if self.offset == end {
                if Some(self.pass + 1) == self.passes {
                    return self.tell(EdgeKind::End);
                }
                (self.pass, self.offset) = (self.pass + 1, 0);
                self.tell(EdgeKind::Loop);
                if !self.ping_pong {
                    self.tell_cues();
                }
            }
        }
    }

    fn mirrored(&self) -> bool {
        self.ping_pong && self.pass.rem_euclid(2) == 1
    }

    fn tell(&mut self, kind: EdgeKind) {
        self.told.push((self.now, kind, self.pass));
    }

    fn tell_cues(&mut self) {
        if self.offset % UNITS != 0 {
            return;
        }
        let local = self.local();
        for index in 0..self.cues.len() {
            if self.cues[index] == local {
                self.tell(EdgeKind::Cue(u32::try_from(index).unwrap()));
            }
        }
    }

    /// The clip's time; between two flicks the one it comes from.
    pub(super) fn local(&self) -> i64 {
        let offset = if self.backward {
            -(-self.offset).div_euclid(UNITS)
        } else {
            self.offset.div_euclid(UNITS)
        };
        if self.mirrored() { self.to - offset } else { self.from + offset }
    }

    pub(super) fn phase(&self) -> Phase {
        let nowhere = self.begun
            && self.passes.is_some_and(|passes| {
                if self.backward {
                    self.pass == 0 && self.offset == 0
                } else {
                    self.pass == passes - 1 && self.offset == self.units()
                }
            });
        match (self.begun || self.wait <= 0, nowhere) {
            (false, _) => Phase::Waiting,
            (true, true) => Phase::Ended,
            (true, false) => Phase::Playing,
        }
    }
}
