//! When each entry starts and ends if no time is lost: the rule in a few lines, to compare with.

use std::collections::BTreeMap;

use super::record::{Add, Kind, Unit};
use crate::verdict::Verdict;

/// Where an entry lies, in flicks. Its turn is when it may start: a delay comes after that.
pub(super) struct Planned {
    pub(super) add: Add,
    /// How many were added before it.
    pub(super) number: usize,
    pub(super) turn: i64,
    pub(super) end: i64,
    /// Dropped before its end.
    dropped: bool,
}

/// An entry's turn comes when it is added or when the blocking entry before it ends, whichever is later.
pub(super) struct Schedule {
    pub(super) unit: Unit,
    pub(super) now: i64,
    /// The end of the last blocking entry.
    gate: i64,
    /// By how many flicks at most the numbers so far were rounded.
    pub(super) rounding: i64,
    planned: Vec<Planned>,
}

impl Schedule {
    pub(super) fn new(unit: Unit) -> Self {
        Self { unit, now: 0, gate: 0, rounding: 1, planned: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.planned.len()
    }

    pub(super) fn entry(&self, id: &str) -> Option<&Planned> {
        self.planned.iter().find(|entry| entry.add.id == id)
    }

    pub(super) fn add(&mut self, add: &Add) {
        let turn = self.now.max(self.gate);
        let end = turn + self.unit.flicks(add.delay) + self.unit.flicks(add.time);
        if add.blocking || add.kind == Kind::Delay {
            self.gate = end;
        }
        self.rounding += 1;
        let number = self.len();
        self.planned.push(Planned { add: add.clone(), number, turn, end, dropped: false });
    }

    pub(super) fn frame(&mut self, dt: f64) {
        self.now += self.unit.flicks(dt);
        self.rounding += 1;
    }

    /// Plays to the last end.
    pub(super) fn finish(&mut self) {
        let ends = self.planned.iter().filter(|entry| !entry.dropped).map(|entry| entry.end);
        self.now = ends.fold(self.now, i64::max);
    }

    pub(super) fn clear(&mut self) {
        for entry in self.planned.iter_mut().filter(|entry| entry.end > self.now) {
            entry.dropped = true;
        }
        self.gate = self.gate.min(self.now);
    }

    /// Compares with the edges of our queue, and with what the record says.
    pub(super) fn compare(
        &self,
        times: &BTreeMap<String, [i64; 2]>,
        recorded: Option<&BTreeMap<String, [f64; 2]>>,
        verdict: &mut Verdict,
    ) {
        for Planned { add, turn, end, dropped, .. } in &self.planned {
            let what = format!("turn and end of {}", add.id);
            // Our start is when an entry shows: its delay comes before that.
            let delay = self.unit.flicks(add.delay);
            let ours = times.get(&add.id).map(|[start, end]| [start - delay, *end]);
            if !dropped {
                verdict.same(&what, ours, Some([*turn, *end]));
            }
            let Some(recorded) = recorded else { continue };
            let Some(recorded) = recorded.get(&add.id) else {
                verdict.fail(format!("{what}: not recorded"));
                continue;
            };
            for (ours, recorded) in ours.unwrap_or_default().iter().zip(recorded) {
                // Exact where every number of the script is a whole number of flicks.
                let recorded = self.unit.flicks(*recorded) as f64;
                verdict.close(&what, *ours as f64, recorded, self.rounding as f64);
            }
        }
        if let Some(recorded) = recorded {
            verdict.same("entries recorded", self.len(), recorded.len());
        }
    }
}
