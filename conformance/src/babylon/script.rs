//! A recorded script: one clip, how it is played, what is done to it, and what was seen.

use cueline::time::FLICKS_PER_SECOND;
use serde::Deserialize;
use serde_json::Value;

use super::clip::Recorded;
use crate::read::{Malformed, other, parts};

/// A record of a clip that is played.
#[derive(Deserialize)]
pub(super) struct Script {
    pub(super) clip: Recorded,
    pub(super) play: Asked,
    pub(super) initial: Value,
    #[serde(default)]
    pub(super) events: Vec<Event>,
    pub(super) script: Vec<Op>,
    pub(super) trace: Vec<Shown>,
}

/// An entry of a trace: what was seen after a step or a look.
#[derive(Deserialize)]
pub(super) struct Shown {
    pub(super) value: Value,
    pub(super) frame: f64,
    pub(super) loops: u64,
    pub(super) ends: u64,
    pub(super) running: bool,
    /// What was called, and at which frame.
    #[serde(default)]
    pub(super) events: Vec<(String, f64)>,
}

/// How it is to be played.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Asked {
    pub(super) from: f64,
    pub(super) to: f64,
    #[serde(rename = "loop", default)]
    pub(super) looped: bool,
    #[serde(default = "usual_speed")]
    pub(super) speed_ratio: f64,
}

fn usual_speed() -> f64 {
    1.0
}

/// A moment of the clip at which something is called.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Event {
    pub(super) id: String,
    pub(super) frame: f64,
    #[serde(default)]
    pub(super) only_once: bool,
}

/// Something that is done to the player, or a step of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum Op {
    Step {
        ms: f64,
    },
    Look,
    Pause,
    Restart,
    GoToFrame {
        frame: f64,
    },
    SpeedRatio {
        value: f64,
    },
    Stop,
    Reset,
    LoopAnimation {
        value: bool,
    },
    /// What is done to a group when a member of it has ended.
    #[serde(skip)]
    Nothing,
}

/// What is there to be seen after a step or a look.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub(super) value: Vec<f64>,
    pub(super) frame: f64,
    pub(super) loops: u64,
    pub(super) ends: u64,
    pub(super) running: bool,
    /// Indices into [`Script::events`], in the order of their calls.
    pub(super) events: Vec<usize>,
}

/// What is played, after what the order of its limits and the sign of its speed say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) speed: f64,
}

impl Script {
    /// Limits outside the keys are taken to the first and the last key; a negative speed exchanges them first.
    pub(super) fn played(&self) -> Played {
        let Asked { from, to, speed_ratio, .. } = self.play;
        let (from, to) = if speed_ratio < 0.0 { (to, from) } else { (from, to) };
        let speed = if from > to { -speed_ratio.abs() } else { speed_ratio.abs() };
        let (first, last) = self.clip.limits();
        let outside = |frame: f64| frame < first || frame > last;
        Played {
            from: if outside(from) { first } else { from },
            to: if outside(to) { last } else { to },
            speed,
        }
    }

    /// Whether it begins from above.
    pub(super) fn is_backward(&self) -> bool {
        self.played().speed.is_sign_negative()
    }

    /// Whether it loops for ever.
    pub(super) fn is_endless(&self) -> bool {
        self.play.looped && !self.holds()
    }

    /// Whether it is to hold its end: one pass of ours, that stays.
    pub(super) fn holds(&self) -> bool {
        self.play.looped && self.clip.mode() == "constant"
    }

    /// The indices of the events in the order of their frames.
    pub(super) fn events_in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.events.len()).collect();
        order.sort_by(|a, b| self.events[*a].frame.total_cmp(&self.events[*b].frame));
        order
    }

    pub(super) fn initial(&self) -> Result<Vec<f64>, Malformed> {
        parts(&self.initial)
    }

    /// Whether passes add up.
    pub(super) fn is_relative(&self) -> bool {
        matches!(self.clip.mode(), "relative" | "relative_from_current")
    }

    /// Whether values add to what was there.
    pub(super) fn is_from_current(&self) -> bool {
        self.clip.mode() == "relative_from_current"
    }

    /// Whether it is there and back for ever.
    pub(super) fn swings(&self) -> bool {
        self.play.looped && self.clip.mode() == "yoyo"
    }

    /// Whether it cannot be added and is put together as text.
    pub(super) fn is_text(&self) -> bool {
        self.is_from_current() && self.clip.kind == "size"
    }

    /// Whether all steps are a whole number of flicks.
    pub(super) fn has_whole_steps(&self) -> bool {
        let flicks = FLICKS_PER_SECOND as f64 / 1000.0;
        self.script.iter().all(|op| !matches!(op, Op::Step { ms } if (ms * flicks).fract() != 0.0))
    }

    /// The greatest speed that is asked for.
    pub(super) fn fastest(&self) -> f64 {
        let speeds = self.script.iter().filter_map(|op| match op {
            Op::SpeedRatio { value } => Some(value.abs()),
            _ => None,
        });
        speeds.fold(self.play.speed_ratio.abs(), f64::max)
    }

    /// Refuses numbers that no clock or clip has, and ways to loop that are not known.
    pub(super) fn check(&self) -> Result<(), Malformed> {
        let modes = ["cycle", "constant", "relative", "relative_from_current", "yoyo"];
        if !modes.contains(&self.clip.mode()) {
            return Err(other(format!("a way to loop, not {:?}", self.clip.mode())));
        }
        if self.clip.keys.is_empty() {
            return Err(other("a clip with keys"));
        }
        let keys = self.clip.keys.iter().map(|key| key.frame);
        let events = self.events.iter().map(|event| event.frame);
        let asked = [self.play.from, self.play.to, self.play.speed_ratio];
        let ops = self.script.iter().map(|op| match *op {
            Op::Step { ms } if ms < 0.0 => f64::NAN,
            Op::Step { ms } => ms,
            Op::GoToFrame { frame } => frame,
            Op::SpeedRatio { value } => value,
            _ => 0.0,
        });
        if keys.chain(events).chain(asked).chain(ops).all(|number| number.abs() <= 1e9) {
            Ok(())
        } else {
            Err(other("numbers up to a thousand million, and steps that go on"))
        }
    }
}

/// Operations, with the steps that the recorded player counts: the first after a pause for the first in it.
pub(super) fn as_counted(ops: &[Op]) -> Vec<Op> {
    let (mut begun, mut paused, mut owed) = (false, false, None);
    let counted = |op: &Op| {
        match op {
            Op::Pause => paused = true,
            Op::Restart => paused = false,
            Op::Reset => (begun, owed) = (false, None),
            Op::Step { .. } if paused => owed = owed.or(Some(*op).filter(|_| begun)),
            Op::Step { .. } => {
                begun = true;
                return owed.take().unwrap_or(*op);
            }
            _ => {}
        }
        *op
    };
    ops.iter().map(counted).collect()
}
