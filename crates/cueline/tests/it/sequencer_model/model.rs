//! A queue that is slow and plain: one list of entries, and time that passes unit by unit.
//!
//! Nothing is computed ahead. At each unit the model plays what is due, one thing after the other: the
//! first foreground entry in the order of declaration that starts or ends, else the turn of the next epoch,
//! else the first such background entry. Between two units every delay gets one shorter and everything on
//! show one older. At the end of a step everything that goes on is called once.

use std::collections::BTreeSet;

use cueline::{
    event::{EventKind, Reason},
    sequencer::{EntryDuration, Role},
};

use super::{
    program::{Hooks, NAMES, Op, Placement, duration_on_turn},
    trace::{Answers, Call, Reported},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// For its epoch, or for the end of another entry.
    Waiting(Option<u64>),
    /// Its turn has come.
    Live,
    Gone,
}

#[derive(Clone, Debug)]
struct Entry {
    epoch: u64,
    role: Role,
    phase: Phase,
    /// Units until it shows, counted from its turn.
    delay: i64,
    /// Units that it shows; absent where that is not known.
    duration: Option<i64>,
    kind: Option<EntryDuration>,
    /// Units that it has shown; absent before it begins.
    shown: Option<i64>,
    /// How much had been shown at its last call.
    called: Option<i64>,
    /// It was finished on its own.
    skipped: bool,
    hooks: Hooks,
}

/// Where a skip ends.
#[derive(Clone, Copy)]
enum Goal {
    Label(u64),
    EpochEnd(u64),
    End,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    now: i64,
    entries: Vec<Entry>,
    running: u64,
    last: u64,
    /// Something that holds was queued in the last epoch.
    sealed: bool,
    labels: Vec<(u64, usize)>,
    passed: Vec<(String, i64, Reason)>,
    /// Ends of entries that were cancelled between two steps.
    cancelled: Vec<Reported>,
    in_step: bool,
    /// The end of the step, unless it is a skip.
    to: Option<i64>,
    pub(crate) reported: Vec<Reported>,
    pub(crate) calls: Vec<Call>,
    /// The changes so far, and whether each was made from inside a step.
    pub(crate) changed: BTreeSet<(&'static str, bool)>,
}

impl Model {
    /// Does what an operation says from outside.
    pub(crate) fn run(&mut self, op: &Op) {
        self.calls.clear();
        match *op {
            Op::Wait(units) => self.advance(units),
            Op::FinishEpoch => {
                let next = if self.is_held() { Some(self.running) } else { self.next_epoch() };
                self.skip(Goal::EpochEnd(next.map_or(self.running, |epoch| epoch + 1)));
            }
            Op::SkipTo(name) => {
                if let Some((epoch, _)) = self.labels.iter().find(|label| label.1 == name) {
                    self.skip(Goal::Label(*epoch));
                }
            }
            Op::Finish => self.skip(Goal::End),
            Op::Cue(_) => {}
            _ => self.change(op),
        }
    }

    fn begin(&mut self, to: Option<i64>) {
        self.reported.clear();
        self.passed.clear();
        self.to = to;
    }

    fn advance(&mut self, units: i64) {
        let to = self.now + units;
        self.begin(Some(to));
        self.reported.append(&mut self.cancelled);
        self.in_step = true;
        loop {
            while self.play_one(Reason::Played, 0) {}
            if self.now == to {
                break;
            }
            self.pass_one_unit();
        }
        self.end_step(Reason::Played);
    }

    fn skip(&mut self, goal: Goal) {
        let target = match goal {
            Goal::Label(epoch) | Goal::EpochEnd(epoch) => epoch,
            Goal::End => u64::MAX,
        };
        self.begin(None);
        self.reported.append(&mut self.cancelled);
        self.in_step = true;
        self.let_go(Some(EntryDuration::Open));
        while self.running < target && !self.is_done(goal) {
            if self.play_one(Reason::Skipped, target) {
                continue;
            }
            if self.entries.iter().any(|entry| entry.units_to_go().is_some()) {
                self.pass_one_unit();
            } else if !matches!(goal, Goal::End) || !self.let_go(None) {
                break;
            }
        }
        self.end_step(Reason::Skipped);
    }

    fn is_done(&self, goal: Goal) -> bool {
        let none_wait = self.next_epoch().is_none();
        let is_idle =
            || !self.entries.iter().any(|entry| entry.is_alive() && entry.is_foreground());
        none_wait
            && match goal {
                Goal::EpochEnd(_) => !self.is_held(),
                Goal::Label(_) => is_idle(),
                Goal::End => !self.entries.iter().any(Entry::is_alive),
            }
    }

    /// Ends what has no end of its own now, or as soon as it has begun.
    fn let_go(&mut self, kind: Option<EntryDuration>) -> bool {
        let mut found = false;
        for entry in &mut self.entries {
            if entry.phase == Phase::Live && entry.kind == kind && entry.duration.is_none() {
                entry.duration = Some(entry.shown.unwrap_or(0));
                found = true;
            }
        }
        found
    }

    fn pass_one_unit(&mut self) {
        self.now += 1;
        for entry in self.entries.iter_mut().filter(|entry| entry.phase == Phase::Live) {
            match &mut entry.shown {
                Some(shown) => *shown += 1,
                None => entry.delay -= 1,
            }
        }
    }

    fn is_held(&self) -> bool {
        let holds = |entry: &Entry| entry.role == Role::Holding && entry.phase == Phase::Live;
        self.entries.iter().any(holds)
    }

    fn next_epoch(&self) -> Option<u64> {
        let waits = |entry: &&Entry| entry.phase == Phase::Waiting(None);
        let waiting = self.entries.iter().filter(waits).map(|entry| entry.epoch);
        waiting.chain(self.labels.iter().map(|label| label.0)).min()
    }

    /// Plays one thing that is due now, if there is one.
    fn play_one(&mut self, reason: Reason, target: u64) -> bool {
        let due = |role: &dyn Fn(Role) -> bool| {
            self.entries.iter().position(|entry| role(entry.role) && entry.is_due())
        };
        if let Some(number) = due(&|role| role != Role::Background) {
            self.play(number, reason, target);
        } else if let Some(epoch) = self.next_epoch().filter(|_| !self.is_held()) {
            self.begin_epoch(epoch, reason);
        } else if let Some(number) = due(&|role| role == Role::Background) {
            self.play(number, reason, target);
        } else {
            return false;
        }
        true
    }

    fn begin_epoch(&mut self, epoch: u64, reason: Reason) {
        self.running = epoch;
        for (_, name) in self.labels.iter().filter(|label| label.0 <= epoch) {
            self.passed.push((NAMES[*name].to_string(), self.now, reason));
        }
        self.labels.retain(|label| label.0 > epoch);
        for entry in &mut self.entries {
            if entry.phase == Phase::Waiting(None) && entry.epoch == epoch {
                entry.phase = Phase::Live;
            }
        }
    }

    /// An entry starts, ends, or both.
    fn play(&mut self, number: usize, reason: Reason, target: u64) {
        let running = self.running;
        let entry = &mut self.entries[number];
        if entry.shown.is_none() {
            entry.shown = Some(0);
            match entry.kind {
                Some(EntryDuration::OnTurn) if entry.duration.is_none() => {
                    entry.duration = Some(duration_on_turn(&entry.hooks).max(0));
                }
                Some(EntryDuration::Open) if running < target => {
                    entry.duration = entry.duration.or(Some(0));
                }
                _ => {}
            }
            self.report(number, self.now, EventKind::Start, reason);
        }
        let entry = &self.entries[number];
        if entry.duration != entry.shown {
            return;
        }
        let reason = if entry.skipped { Reason::Skipped } else { reason };
        let ops = self.call(number, true, reason);
        self.entries[number].phase = Phase::Gone;
        self.report(number, self.now, EventKind::End, reason);
        self.start_followers(number);
        ops.iter().for_each(|op| self.change(op));
    }

    /// Calls an entry and returns what its callback asks for.
    fn call(&mut self, number: usize, ended: bool, reason: Reason) -> Vec<Op> {
        let entry = &mut self.entries[number];
        let (started, shown) = (entry.called.is_none(), entry.shown.unwrap_or(0));
        self.calls.push(Call {
            id: number as u64,
            role: entry.role,
            start: started,
            end: ended,
            elapsed: shown,
            before: entry.called.unwrap_or(0),
            duration: entry.duration,
            at: self.now,
            lateness: self.to.map_or(0, |to| to - self.now),
            reason,
        });
        entry.called = Some(shown);
        let mut ops = entry.hooks.take(started, ended);
        ops.retain(|op| {
            if let Op::Cue(back) = op {
                let due = self.now - back.min(&shown);
                let kind = EventKind::Cue(0);
                self.reported.push(Reported { due, lateness: 0, id: number as u64, kind, reason });
            }
            !matches!(op, Op::Cue(_) | Op::Wait(_) | Op::FinishEpoch | Op::SkipTo(_) | Op::Finish)
        });
        ops
    }

    fn start_followers(&mut self, of: usize) {
        for entry in &mut self.entries {
            if entry.phase == Phase::Waiting(Some(of as u64)) {
                entry.phase = Phase::Live;
            }
        }
    }

    /// Calls everything that goes on, once, and puts the events in order of time.
    fn end_step(&mut self, reason: Reason) {
        for background in [false, true] {
            let mut number = 0;
            while number < self.entries.len() {
                let entry = &self.entries[number];
                let goes_on = entry.phase == Phase::Live && entry.duration != entry.shown;
                let newer = entry.shown.unwrap_or(0) > entry.called.unwrap_or(0);
                if entry.is_foreground() != background && goes_on && newer {
                    let ops = self.call(number, false, reason);
                    ops.iter().for_each(|op| self.change(op));
                }
                number += 1;
            }
        }
        self.reported.sort_by_key(|event| event.due); // keeps the order at one time
        for event in &mut self.reported {
            event.lateness = self.now - event.due;
        }
        self.in_step = false;
    }

    fn report(&mut self, number: usize, due: i64, kind: EventKind, reason: Reason) {
        self.reported.push(Reported { due, lateness: 0, id: number as u64, kind, reason });
    }

    /// The name of a change; `None` if it is for an entry that is gone.
    fn name_of(&mut self, op: &Op) -> Option<&'static str> {
        Some(match *op {
            Op::Queue { duration: None, .. } => "background_forever",
            Op::Queue { placement, .. } => match placement {
                Placement::Enqueue => "enqueue",
                Placement::Concurrently => "concurrently",
                Placement::Background => "background",
                Placement::Blocking => "blocking",
                Placement::NonBlocking => "non_blocking",
                Placement::Now => "now",
                Placement::After(of) if self.alive(of).is_some() => "after",
                Placement::After(_) => "after what is gone",
            },
            Op::NewEpoch => "new_epoch",
            Op::Label(_) => "label",
            Op::Release(number) => self.alive(number).map(|_| "release")?,
            Op::Cancel(number) => self.alive(number).map(|_| "cancel")?,
            Op::FinishEntry(number) => self.alive(number).map(|_| "finish_entry")?,
            _ => "flush",
        })
    }

    /// What lets no time pass.
    fn change(&mut self, op: &Op) {
        let changed = self.name_of(op).map(|name| (name, self.in_step));
        self.changed.extend(changed);
        match op {
            Op::Queue { placement, delay, duration, hooks } => {
                self.queue(*placement, *delay, *duration, hooks)
            }
            Op::NewEpoch => self.new_epoch(),
            Op::Label(name) => {
                self.new_epoch();
                self.labels.push((self.last, *name));
            }
            Op::Release(number) => self.release(*number),
            Op::Cancel(number) => self.cancel(*number),
            Op::FinishEntry(number) => self.finish_entry(*number),
            Op::Flush => {
                self.entries.iter_mut().for_each(|entry| entry.phase = Phase::Gone);
                self.labels.clear();
                self.cancelled.clear();
                self.running = self.last;
                self.sealed = false;
            }
            _ => unreachable!("{op:?} is no change"),
        }
    }

    fn queue(
        &mut self,
        placement: Placement,
        delay: i64,
        kind: Option<EntryDuration>,
        hooks: &Hooks,
    ) {
        let role = match placement {
            Placement::Enqueue | Placement::Concurrently | Placement::Blocking => Role::Holding,
            Placement::Background => Role::Background,
            Placement::NonBlocking | Placement::Now | Placement::After(_) => Role::Free,
        };
        match placement {
            Placement::Enqueue => self.new_epoch(),
            Placement::Blocking | Placement::NonBlocking if self.sealed => self.new_epoch(),
            _ => {}
        }
        self.sealed |= role == Role::Holding;
        let phase = match placement {
            Placement::Now => Phase::Live,
            Placement::After(of) => match self.alive(of) {
                Some(_) => Phase::Waiting(Some(of)),
                None => Phase::Live,
            },
            _ if self.last == self.running => Phase::Live,
            _ => Phase::Waiting(None),
        };
        self.entries.push(Entry {
            epoch: self.last,
            role,
            phase,
            delay,
            duration: match kind {
                Some(EntryDuration::Fixed(span)) => Some(span.flicks()),
                _ => None,
            },
            kind,
            shown: None,
            called: None,
            skipped: false,
            hooks: hooks.clone(),
        });
    }

    fn new_epoch(&mut self) {
        self.last += 1;
        self.sealed = false;
    }

    fn alive(&mut self, number: u64) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(usize::try_from(number).ok()?);
        entry.filter(|entry| entry.is_alive())
    }

    fn release(&mut self, number: u64) {
        let Some(entry) = self.alive(number) else { return };
        if entry.kind == Some(EntryDuration::Open) && entry.duration.is_none() {
            entry.duration = Some(entry.shown.unwrap_or(0));
        }
    }

    fn finish_entry(&mut self, number: u64) {
        let Some(entry) = self.alive(number) else { return };
        if entry.phase == Phase::Live
            && entry.delay == 0
            && entry.duration == entry.shown.or(Some(0))
        {
            return; // it ends now anyway
        }
        if entry.shown.is_none() {
            entry.delay = 0;
        }
        entry.duration = Some(entry.shown.unwrap_or(0));
        entry.skipped = true;
    }

    fn cancel(&mut self, number: u64) {
        let Some(entry) = self.alive(number) else { return };
        entry.phase = Phase::Gone;
        let (due, kind, reason) = (self.now, EventKind::End, Reason::Cancelled);
        let reported = Reported { due, lateness: 0, id: number, kind, reason };
        if self.in_step { &mut self.reported } else { &mut self.cancelled }.push(reported);
        self.start_followers(usize::try_from(number).expect("it counts entries in memory"));
    }

    pub(crate) fn answers(&self) -> Answers {
        let numbered = || (0_u64..).zip(&self.entries);
        let alive: Vec<_> =
            numbered().filter(|entry| entry.1.is_alive()).map(|entry| entry.0).collect();
        let oldest = numbered().find(|(_, entry)| entry.is_alive() && entry.is_foreground());
        let later = self.entries.iter().filter_map(Entry::units_to_go).min();
        let turn = self.next_epoch().filter(|_| !self.is_held()).map(|_| 0);
        Answers {
            now: self.now,
            queued: self.entries.len() as u64,
            len: alive.len(),
            is_empty: alive.is_empty(),
            alive,
            is_idle: oldest.is_none(),
            oldest: oldest.map(|entry| entry.0),
            next_moment: turn.or(later).map(|left| self.now + left),
            labels: self.labels.iter().map(|label| NAMES[label.1].to_string()).collect(),
            passed: self.passed.clone(),
        }
    }
}

impl Entry {
    fn is_alive(&self) -> bool {
        self.phase != Phase::Gone
    }

    fn is_foreground(&self) -> bool {
        self.role != Role::Background
    }

    /// Units until it starts or ends; absent where that is not known.
    fn units_to_go(&self) -> Option<i64> {
        match (self.phase, self.shown) {
            (Phase::Live, None) => Some(self.delay),
            (Phase::Live, Some(shown)) => Some(self.duration? - shown),
            _ => None,
        }
    }

    fn is_due(&self) -> bool {
        self.units_to_go() == Some(0)
    }
}
