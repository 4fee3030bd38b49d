//! The description as a small program of its own: every entry counts its milliseconds up, and
//! every tick is cut into slices, one for each epoch that gets a part of it.

use super::{
    Call, Trace,
    program::{Entry, Operation},
};

/// What an entry gets that joins the running epoch from inside a callback of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joins {
    /// All that its epoch gets of the tick, as recorded.
    WholeSlice,
    /// What is left at the end of the entry whose callback it is; nothing in this tick where that
    /// one goes on.
    AtThatMoment,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Waiting,
    /// Its time in the running tick begins that many ms after the tick does.
    Playing {
        from: i64,
    },
    /// From the next tick on.
    NextTick,
    Ended,
}

struct Held {
    entry: Entry,
    epoch: u64,
    background: bool,
    phase: Phase,
    elapsed: i64,
    calls: u64,
}

/// The callback that is running.
#[derive(Clone, Copy)]
struct Inside {
    /// Ms since the tick began, of the moment that it shows.
    at: i64,
    background: bool,
    ended: bool,
}

pub(super) struct Model {
    joins: Joins,
    held: Vec<Held>,
    /// The background, in the order of its starts.
    background: Vec<usize>,
    /// The epoch that is playing, and the one that is joined.
    running: u64,
    last: u64,
    /// How long the running tick is, where the running epoch's slice of it begins, and where it ends
    /// as far as is known.
    tick: i64,
    slice: i64,
    slice_end: i64,
    inside: Option<Inside>,
    /// Whether something has joined the running epoch from inside a callback of it.
    pub(super) joined: bool,
    pub(super) trace: Trace,
}

impl Model {
    pub(super) fn run(ops: &[Operation], joins: Joins) -> Self {
        let mut model = Self {
            joins,
            held: Vec::new(),
            background: Vec::new(),
            running: 0,
            last: 0,
            tick: 0,
            slice: 0,
            slice_end: 0,
            inside: None,
            joined: false,
            trace: Trace::default(),
        };
        for (index, op) in ops.iter().enumerate() {
            match op {
                Operation::Tick { ms } => model.tick(index, ms.unwrap_or(0)),
                op => model.issue(op),
            }
            let live = model.held.iter().filter(|held| held.phase != Phase::Ended).count();
            model.trace.1.push(live);
        }
        model
    }

    fn issue(&mut self, op: &Operation) {
        match op {
            Operation::Enqueue(entry) => {
                self.last += 1;
                self.join(entry, false);
            }
            Operation::Concurrently(entry) => self.join(entry, false),
            Operation::Background(entry) => self.join(entry, true),
            Operation::NewEpoch => self.last += 1,
            Operation::Flush => {
                self.held.iter_mut().for_each(|held| held.phase = Phase::Ended);
                self.running = self.last;
                // No epoch is held: what is queued next begins one, at this moment.
                self.slice_end = self.inside.map_or(0, |inside| inside.at);
                self.slice = self.slice_end;
            }
            Operation::Tick { .. } => (),
        }
    }

    fn join(&mut self, entry: &Entry, background: bool) {
        let phase = match self.inside {
            _ if self.last != self.running => Phase::Waiting,
            None => Phase::Playing { from: 0 },
            Some(inside) if inside.background && !background && self.joins == Joins::WholeSlice => {
                Phase::NextTick
            }
            Some(inside) => {
                self.joined |= !background;
                match self.joins {
                    Joins::WholeSlice if !background => Phase::Playing { from: self.slice },
                    _ if inside.ended => Phase::Playing { from: inside.at },
                    _ => Phase::NextTick,
                }
            }
        };
        if background && phase != Phase::Waiting {
            self.background.push(self.held.len());
        }
        let entry = entry.clone();
        self.held.push(Held { entry, epoch: self.last, background, phase, elapsed: 0, calls: 0 });
    }

    fn tick(&mut self, op: usize, ms: i64) {
        if ms == 0 {
            return;
        }
        (self.tick, self.slice, self.slice_end) = (ms, 0, 0);
        match self.joins {
            Joins::WholeSlice => self.tick_by_declaration(op),
            Joins::AtThatMoment => self.tick_by_moments(op),
        }
        self.background.retain(|index| self.held[*index].phase != Phase::Ended);
        for held in &mut self.held {
            if matches!(held.phase, Phase::Playing { .. } | Phase::NextTick) {
                held.phase = Phase::Playing { from: 0 };
            }
        }
    }

    /// Ours: what ends, in the order of ends; at one moment the foreground, the next epoch, the background.
    /// Then everything that goes on.
    fn tick_by_moments(&mut self, op: usize) {
        let mut moment = 0;
        loop {
            let ends = self.held.iter().enumerate().filter_map(|(index, held)| {
                let Phase::Playing { from } = held.phase else { return None };
                let lane = if held.background { 2 } else { 0 };
                Some((from + held.entry.ms - held.elapsed, lane, index))
            });
            let turn = (self.slice_end.max(moment), 1, 0);
            let turn = Some(turn).filter(|_| !self.is_held() && self.next_epoch().is_some());
            let Some(next) = ends.chain(turn).min().filter(|next| next.0 <= self.tick) else {
                break;
            };
            moment = next.0;
            if next.1 == 1 {
                self.slice_end = moment;
                self.begin_epoch();
            } else {
                self.call(op, next.2);
            }
        }
        for background in [false, true] {
            for index in 0..self.held.len() {
                if self.held[index].background == background {
                    self.call(op, index);
                }
            }
        }
    }

    fn is_held(&self) -> bool {
        self.held.iter().any(|held| {
            let over = matches!(held.phase, Phase::Ended | Phase::Waiting);
            held.epoch == self.running && !held.background && !over
        })
    }

    fn next_epoch(&self) -> Option<u64> {
        let waiting = self.held.iter().filter(|held| held.phase == Phase::Waiting);
        waiting.map(|held| held.epoch).min()
    }

    /// The recorded program: epoch by epoch in the order of declaration, then the background.
    fn tick_by_declaration(&mut self, op: usize) {
        loop {
            let mut next = 0;
            while next < self.held.len() {
                let held = &self.held[next];
                if held.epoch == self.running && !held.background {
                    self.call(op, next);
                }
                next += 1;
            }
            if self.is_held() || !self.begin_epoch() {
                break;
            }
        }
        let mut next = 0;
        while next < self.background.len() {
            self.call(op, self.background[next]);
            next += 1;
        }
    }

    /// The next epoch gets what the last one has left. Says whether there is one.
    fn begin_epoch(&mut self) -> bool {
        let Some(epoch) = self.next_epoch() else { return false };
        (self.running, self.slice) = (epoch, self.slice_end);
        for (index, held) in self.held.iter_mut().enumerate() {
            if held.epoch == epoch && held.phase == Phase::Waiting {
                held.phase = Phase::Playing { from: self.slice };
                if held.background {
                    self.background.push(index);
                }
            }
        }
        true
    }

    fn call(&mut self, op: usize, index: usize) {
        let held = &mut self.held[index];
        let Phase::Playing { from } = held.phase else { return };
        let (before, whole) = (held.elapsed, held.entry.ms);
        held.elapsed = whole.min(before + self.tick - from);
        let ended = held.elapsed == whole;
        if held.elapsed == before && !ended {
            return; // no time has passed for it
        }
        held.calls += 1;
        let start = held.calls == 1;
        let alpha = if ended { 1.0 } else { held.elapsed as f64 / whole as f64 };
        let (elapsed, left) = (held.elapsed, whole - held.elapsed);
        let issued = held.entry.issued(held.calls, start, ended);
        let call: Call = (op, held.entry.id.clone(), alpha, start, ended, elapsed, left);
        self.trace.0.push(call);

        let at = if ended { from + whole - before } else { self.tick };
        self.inside = Some(Inside { at, background: held.background, ended });
        issued.iter().for_each(|op| self.issue(op));
        self.inside = None;
        let held = &mut self.held[index];
        if ended && held.phase != Phase::Ended {
            held.phase = Phase::Ended;
            if !held.background && held.epoch == self.running {
                self.slice_end = self.slice_end.max(at);
            }
        }
    }
}
