//! A recorded script, and its frames.

use std::collections::BTreeMap;

use cueline::time::FLICKS_PER_SECOND;
use serde::Deserialize;

use crate::read::{Malformed, other};

/// Where each element is.
pub(super) type Positions = BTreeMap<String, [f64; 2]>;

#[derive(Deserialize)]
pub(super) struct Record {
    /// Seconds, where absent.
    pub(super) unit: Option<String>,
    pub(super) elements: Positions,
    pub(super) script: Vec<Operation>,
    pub(super) frames: Vec<Frame>,
    pub(super) lossless: Option<BTreeMap<String, [f64; 2]>>,
}

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum Operation {
    Add(Add),
    Frame { dt: f64 },
    FinishAll,
    Clear,
}

/// An entry; pauses and instants move nothing.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Add {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    pub(super) el: Option<String>,
    pub(super) from: Option<[f64; 2]>,
    pub(super) to: Option<[f64; 2]>,
    #[serde(default)]
    pub(super) time: f64,
    #[serde(default, rename = "preDelay")]
    pub(super) delay: f64,
    #[serde(default)]
    pub(super) blocking: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Move,
    Delay,
    Instant,
}

#[derive(Deserialize)]
pub(super) struct Frame {
    pub(super) op: usize,
    pub(super) events: Vec<(String, Event)>,
    pub(super) active: Vec<String>,
    pub(super) pending: Vec<String>,
    pub(super) el: Positions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Event {
    Start,
    Tick,
    Finish,
    Effect,
}

/// A script's numbers in flicks.
#[derive(Clone, Copy)]
pub(super) struct Unit(pub(super) f64);

impl Unit {
    #[expect(clippy::cast_possible_truncation, reason = "saturates; scripts last seconds")]
    pub(super) fn flicks(self, number: f64) -> i64 {
        (number * self.0).round() as i64
    }
}

impl Record {
    pub(super) fn unit(&self) -> Result<Unit, Malformed> {
        Ok(match self.unit.as_deref() {
            None | Some("seconds") => Unit(FLICKS_PER_SECOND as f64),
            Some("milliseconds") => Unit(FLICKS_PER_SECOND as f64 / 1000.0),
            Some(unit) => return Err(other(format!("unit {unit:?}"))),
        })
    }
}
