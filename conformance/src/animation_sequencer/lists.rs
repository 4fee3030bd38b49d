//! The lists of the recorded program, kept by the rules of its article, and the events that follow from them.
//!
//! At the end of a frame it takes entries from the waiting list until one of the active ones is blocking. A taken entry
//! starts in the next frame and gets the time of each frame after that: its delay first, of which no rest goes on to the
//! entry itself. It finishes in the frame that leaves it no time.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{Add, Event, Frame, Kind, Operation};
use crate::verdict::Verdict;

/// A delay or a duration that was counted down to less than this is over or not, as doubles have it.
const NEARLY_OVER: f64 = 1e-9;

#[derive(Default)]
pub(super) struct Lists {
    entries: BTreeMap<String, Add>,
    active: Vec<String>,
    pending: Vec<String>,
    /// Delay and time that are left of what has started.
    left: BTreeMap<String, [f64; 2]>,
    /// Had started, and was finished by a skip that kept the lists: leaves with the next frame.
    skipped: BTreeSet<String>,
    /// Had their effect in a skip.
    spent: BTreeSet<String>,
}

impl Lists {
    pub(super) fn add(&mut self, add: &Add) {
        self.entries.insert(add.id.clone(), add.clone());
        self.pending.push(add.id.clone());
    }

    /// Compares what a frame, a skip or a clearing reports, and the lists after it.
    pub(super) fn compare(&mut self, verdict: &mut Verdict, op: &Operation, frame: &Frame) {
        let mut recorded = frame.events.iter();
        let mut expected = Vec::new();
        match op {
            Operation::Frame { dt } => self.frame(*dt, &mut recorded.clone(), &mut expected),
            Operation::FinishAll => self.finish_all(&mut expected),
            Operation::Clear => {
                let Self { entries, .. } = std::mem::take(self);
                self.entries = entries;
            }
            Operation::Add(_) => return,
        }
        let at = |what: &str| format!("{what} of the frame at op {}", frame.op);
        for expected in &expected {
            verdict.same(&at("events"), Some(expected), recorded.next());
        }
        verdict.same(&at("events more than"), recorded.next(), None);
        verdict.same(&at("active"), &self.active, &frame.active);
        verdict.same(&at("pending"), &self.pending, &frame.pending);
    }

    fn is_instant(&self, id: &str) -> bool {
        self.entries.get(id).is_some_and(|add| add.kind == Kind::Instant)
    }

    fn is_blocking(&self, id: &str) -> bool {
        self.entries.get(id).is_some_and(|add| add.blocking || add.kind == Kind::Delay)
    }

    fn frame<'a>(
        &mut self,
        dt: f64,
        recorded: &mut (impl Iterator<Item = &'a (String, Event)> + Clone),
        expected: &mut Vec<(String, Event)>,
    ) {
        let mut go_on = Vec::new();
        for id in std::mem::take(&mut self.active) {
            let over = match self.left.get_mut(&id) {
                None => {
                    expected.push((id.clone(), Event::Start));
                    let left = self.entries.get(&id).map_or([0.0; 2], |add| [add.delay, add.time]);
                    self.left.insert(id.clone(), left);
                    self.is_instant(&id)
                }
                Some([delay, time]) => {
                    expected.push((id.clone(), Event::Tick));
                    let delayed = *delay > 0.0;
                    *(if delayed { delay } else { &mut *time }) -= dt;
                    let finish = (id.clone(), Event::Finish);
                    let nearly = !delayed && time.abs() < NEARLY_OVER;
                    if nearly {
                        recorded.any(|one| *one == finish)
                    } else {
                        !delayed && *time <= 0.0
                    }
                }
            };
            let leaves = self.skipped.remove(&id);
            // What takes no time is over with any frame, so it finishes once more.
            let again = self.entries.get(&id).is_some_and(|add| add.time == 0.0);
            if over && (!leaves || again) {
                expected.push((id.clone(), Event::Finish));
                if self.is_instant(&id) && !self.spent.contains(&id) {
                    expected.push((id.clone(), Event::Effect));
                }
            }
            if over || leaves {
                self.left.remove(&id);
            } else {
                go_on.push(id);
            }
        }
        self.active = go_on;
        while !self.pending.is_empty() && !self.active.iter().any(|id| self.is_blocking(id)) {
            self.active.push(self.pending.remove(0));
        }
    }

    fn finish_all(&mut self, expected: &mut Vec<(String, Event)>) {
        for id in self.active.iter().chain(&self.pending) {
            expected.push((id.clone(), Event::Finish));
            if self.is_instant(id) && self.spent.insert(id.clone()) {
                expected.push((id.clone(), Event::Effect));
            }
        }
        self.skipped = self.left.keys().cloned().collect();
    }
}
