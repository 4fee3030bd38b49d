//! A queue that is slow and plain: one list of entries, and time that passes unit by unit.
//!
//! Nothing is computed ahead. At each unit the model looks at every entry and decides what starts,
//! ends and holds; between two units every delay gets one shorter and everything on show one older.
//! Whenever something is due there is a *round*: the foreground in the order of declaration, where
//! each epoch that is over gives way to the next, and then the background. Callbacks that make
//! something due at the same moment bring about another round.

use cueline::{
    event::{EventKind, Reason},
    sequencer::{EntryDuration, Role},
};

use crate::{
    program::{Door, Hooks, NAMES, Op, length_on_turn},
    trace::{Answers, Call, Told},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Waiting,
    /// Cancelled while it waited: its turn comes, and nothing of it.
    Void,
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
    length: Option<i64>,
    kind: EntryDuration,
    /// Units that it has shown; absent before it begins.
    shown: Option<i64>,
    /// How much had been shown at its last call.
    called: Option<i64>,
    /// The round in which it joined from a call that was not the caller's last.
    joined: Option<u64>,
    hooks: Hooks,
}

/// Where a skip ends.
enum Goal {
    Epoch(u64),
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
    /// Ends of cancelled entries that nobody has been told of.
    cancelled: Vec<Told>,
    rounds: u64,
    /// A callback runs, and its entry goes on.
    mid_play: bool,
    pub(crate) told: Vec<Told>,
    pub(crate) calls: Vec<Call>,
}

impl Model {
    /// Does what an operation says from outside.
    pub(crate) fn run(&mut self, op: &Op) {
        self.calls.clear();
        match *op {
            Op::Wait(units) => self.advance(units),
            Op::FinishEpoch => {
                let ahead = self.entries.iter().find(|entry| entry.waits());
                let epoch = match ahead {
                    Some(first) if !self.is_held() => first.epoch,
                    None if !self.is_held() => return self.skip(&Goal::Epoch(self.running)),
                    _ => self.running,
                };
                self.skip(&Goal::EpochEnd(epoch));
            }
            Op::SkipTo(name) => {
                if let Some((epoch, _)) = self.labels.iter().find(|label| label.1 == name) {
                    self.skip(&Goal::Epoch(*epoch));
                }
            }
            Op::Finish => self.skip(&Goal::End),
            Op::Cue(_) => {}
            _ => self.change(op),
        }
    }

    fn advance(&mut self, units: i64) {
        self.told.clear();
        for _ in 0..units {
            while self.is_due() {
                self.round(Reason::Played);
            }
            self.pass_one_unit();
        }
        if units > 0 {
            self.round(Reason::Played);
        }
        self.settle();
    }

    fn skip(&mut self, goal: &Goal) {
        self.told.clear();
        self.told.append(&mut self.cancelled);
        while !self.is_reached(goal) {
            self.let_go(EntryDuration::Open);
            if self.is_due() {
                self.round(Reason::Skipped);
            } else if self.entries.iter().any(|entry| entry.units_to_go().is_some()) {
                self.pass_one_unit();
            } else if !matches!(goal, Goal::End) || !self.let_go(EntryDuration::Forever) {
                break;
            }
        }
        self.settle();
    }

    fn is_reached(&self, goal: &Goal) -> bool {
        let none_wait = !self.entries.iter().any(Entry::waits);
        let none_shows =
            !self.entries.iter().any(|entry| entry.is_foreground() && entry.phase == Phase::Live);
        match *goal {
            Goal::Epoch(epoch) => self.running >= epoch || none_wait && none_shows,
            Goal::EpochEnd(epoch) => self.running > epoch || !self.is_held() && none_wait,
            Goal::End => none_wait && self.len() == 0,
        }
    }

    /// Ends what has no end of its own now, or as soon as it has begun.
    fn let_go(&mut self, kind: EntryDuration) -> bool {
        let mut found = false;
        for entry in &mut self.entries {
            if entry.phase == Phase::Live && entry.kind == kind && entry.length.is_none() {
                entry.length = Some(entry.shown.unwrap_or(0));
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
        let holds = |entry: &&Entry| entry.role == Role::Holding && entry.epoch == self.running;
        self.entries.iter().filter(holds).any(|entry| entry.phase == Phase::Live)
    }

    fn is_due(&self) -> bool {
        self.entries.iter().any(Entry::is_due)
            || !self.is_held() && self.entries.iter().any(Entry::waits)
    }

    fn round(&mut self, reason: Reason) {
        self.rounds += 1;
        self.told.append(&mut self.cancelled);
        let mut number = 0;
        loop {
            while number < self.entries.len() {
                if self.entries[number].role != Role::Background {
                    self.visit(number, reason);
                }
                number += 1;
            }
            let first = self.entries.iter().position(Entry::waits);
            let Some(first) = first.filter(|_| !self.is_held()) else { break };
            self.running = self.entries[first].epoch;
            self.labels.retain(|(epoch, _)| *epoch > self.running);
            for entry in self.entries.iter_mut().filter(|entry| entry.epoch == self.running) {
                entry.phase = match entry.phase {
                    Phase::Waiting => Phase::Live,
                    Phase::Void => Phase::Gone,
                    other => other,
                };
            }
            number = first;
        }
        let mut number = 0;
        while number < self.entries.len() {
            if self.entries[number].role == Role::Background {
                self.visit(number, reason);
            }
            number += 1;
        }
        self.told.append(&mut self.cancelled);
    }

    /// Shows one entry as it is now, if there is anything new to show.
    fn visit(&mut self, number: usize, reason: Reason) {
        let entry = &mut self.entries[number];
        if entry.phase != Phase::Live || entry.delay > 0 || entry.joined == Some(self.rounds) {
            return;
        }
        if entry.kind == EntryDuration::OnTurn && entry.shown.is_none() {
            entry.length = Some(length_on_turn(&entry.hooks).max(0));
        }
        if entry.shown.is_none() {
            entry.shown = Some(0);
            self.tell(number, self.now, EventKind::Start, reason);
        }
        let entry = &mut self.entries[number];
        let shown = entry.shown.unwrap_or(0);
        let end = entry.length == Some(shown);
        if !end && entry.called.unwrap_or(0) == shown {
            return;
        }
        let start = entry.called.is_none();
        let call = Call {
            id: number as u64,
            role: entry.role,
            start,
            end,
            elapsed: shown,
            before: entry.called.unwrap_or(0),
            duration: entry.length,
            at: self.now,
            lateness: 0,
            reason,
            left: 0,
        };
        entry.called = Some(shown);
        let ops = entry.hooks.take(start, end);
        self.mid_play = !end;
        for op in ops {
            match op {
                Op::Cue(back) => {
                    let due = self.now - back.min(shown);
                    self.tell(number, due, EventKind::Cue(0), reason);
                }
                Op::Wait(_) | Op::FinishEpoch | Op::SkipTo(_) | Op::Finish => {}
                op => self.change(&op),
            }
        }
        self.mid_play = false;
        self.calls.push(Call { left: self.len(), ..call });
        if end && self.entries[number].phase == Phase::Live {
            self.entries[number].phase = Phase::Gone;
            self.tell(number, self.now, EventKind::End, reason);
        }
    }

    fn tell(&mut self, number: usize, due: i64, kind: EventKind, reason: Reason) {
        self.told.push(Told { due, lateness: 0, id: number as u64, kind, reason });
    }

    /// Puts what was told in order of time and says how late it is.
    fn settle(&mut self) {
        self.told.sort_by_key(|edge| edge.due); // keeps the order at one time
        for edge in &mut self.told {
            edge.lateness = self.now - edge.due;
        }
    }

    /// What lets no time pass.
    fn change(&mut self, op: &Op) {
        match op {
            Op::Queue { door, delay, length, hooks } => self.queue(*door, *delay, *length, hooks),
            Op::NewEpoch => self.new_epoch(),
            Op::Label(name) => {
                self.new_epoch();
                self.labels.push((self.last, *name));
            }
            Op::Release(number) => self.release(*number),
            Op::Cancel(number) => self.cancel(*number),
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

    fn queue(&mut self, door: Door, delay: i64, kind: EntryDuration, hooks: &Hooks) {
        let role = match door {
            Door::Enqueue | Door::Concurrently | Door::Blocking => Role::Holding,
            Door::Background => Role::Background,
            Door::NonBlocking => Role::Free,
        };
        match door {
            Door::Enqueue => self.new_epoch(),
            Door::Blocking | Door::NonBlocking if self.sealed => self.new_epoch(),
            _ => {}
        }
        self.sealed |= role == Role::Holding;
        let joins = self.last == self.running;
        self.entries.push(Entry {
            epoch: self.last,
            role,
            phase: if joins { Phase::Live } else { Phase::Waiting },
            delay,
            length: if let EntryDuration::Fixed(span) = kind { Some(span.flicks()) } else { None },
            kind,
            shown: None,
            called: None,
            joined: (joins && self.mid_play).then_some(self.rounds),
            hooks: hooks.clone(),
        });
    }

    fn new_epoch(&mut self) {
        self.last += 1;
        self.sealed = false;
    }

    fn release(&mut self, number: u64) {
        let Some(entry) = usize::try_from(number).ok().and_then(|n| self.entries.get_mut(n)) else {
            return;
        };
        let alive = matches!(entry.phase, Phase::Live | Phase::Waiting);
        if alive && entry.kind == EntryDuration::Open && entry.length.is_none() {
            entry.length = Some(entry.shown.unwrap_or(0));
        }
    }

    fn cancel(&mut self, number: u64) {
        let Some(entry) = usize::try_from(number).ok().and_then(|n| self.entries.get_mut(n)) else {
            return;
        };
        entry.phase = match entry.phase {
            Phase::Waiting => Phase::Void,
            Phase::Live => Phase::Gone,
            Phase::Void | Phase::Gone => return,
        };
        let (due, kind, reason) = (self.now, EventKind::End, Reason::Cancelled);
        self.cancelled.push(Told { due, lateness: 0, id: number, kind, reason });
    }

    pub(crate) fn answers(&self) -> Answers {
        let numbered = || (0_u64..).zip(&self.entries);
        let alive: Vec<_> =
            numbered().filter(|entry| entry.1.is_alive()).map(|entry| entry.0).collect();
        let oldest = numbered().find(|(_, entry)| entry.is_alive() && entry.is_foreground());
        let later = self.entries.iter().filter_map(Entry::units_to_go).min();
        Answers {
            now: self.now,
            queued: self.entries.len() as u64,
            len: alive.len(),
            is_empty: alive.is_empty(),
            alive,
            is_idle: oldest.is_none(),
            oldest: oldest.map(|entry| entry.0),
            next_moment: if self.is_due() { Some(0) } else { later }.map(|left| self.now + left),
            labels: self.labels.iter().map(|label| NAMES[label.1].to_string()).collect(),
        }
    }

    fn len(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_alive()).count()
    }
}

impl Entry {
    fn is_alive(&self) -> bool {
        matches!(self.phase, Phase::Waiting | Phase::Live)
    }

    fn waits(&self) -> bool {
        matches!(self.phase, Phase::Waiting | Phase::Void)
    }

    fn is_foreground(&self) -> bool {
        self.role != Role::Background
    }

    /// Units until it starts or ends; absent where that is not known.
    fn units_to_go(&self) -> Option<i64> {
        match (self.phase, self.shown) {
            (Phase::Live, None) => Some(self.delay),
            (Phase::Live, Some(shown)) => Some(self.length? - shown),
            _ => None,
        }
    }

    fn is_due(&self) -> bool {
        self.units_to_go() == Some(0)
    }
}
