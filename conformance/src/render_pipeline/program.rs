//! A program, played by our sequencer.

use cueline::{
    sequencer::{Enqueue, Sequencer, Update},
    time::{FLICKS_PER_MILLISECOND, Span},
};
use serde::Deserialize;

use crate::read::{Malformed, other};

/// One call: which operation caused it, the entry, alpha, start, end, elapsed and remaining ms.
pub(super) type Call = (usize, String, f64, bool, bool, i64, i64);

/// What a program has called, and how many entries were held after each operation.
pub(super) type Trace = (Vec<Call>, Vec<usize>);

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "op", rename_all = "camelCase")]
pub(super) enum Operation {
    Enqueue(Entry),
    Concurrently(Entry),
    Background(Entry),
    NewEpoch,
    Flush,
    Tick { ms: Option<i64> },
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Entry {
    pub(super) id: String,
    #[serde(default)]
    pub(super) ms: i64,
    #[serde(default)]
    pub(super) hooks: Vec<Hook>,
}

/// Operations that are issued from inside a call of the entry.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Hook {
    at: At,
    ops: Vec<Operation>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum At {
    Flag(Flag),
    /// The call of that number, from 1.
    Call(u64),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Flag {
    Start,
    End,
}

impl Entry {
    /// What is to be issued from inside the call of that number, with those flags.
    pub(super) fn issued(&self, number: u64, start: bool, end: bool) -> Vec<Operation> {
        let fires = |hook: &&Hook| match hook.at {
            At::Flag(Flag::Start) => start,
            At::Flag(Flag::End) => end,
            At::Call(at) => at == number,
        };
        self.hooks.iter().filter(fires).flat_map(|hook| hook.ops.clone()).collect()
    }
}

struct Playing {
    entry: Entry,
    calls: u64,
}

/// An entry as it was queued.
#[derive(Clone, Debug)]
pub(super) struct Queued {
    entry: Entry,
    pub(super) id: String,
    pub(super) ms: i64,
    pub(super) background: bool,
    /// From inside a callback.
    pub(super) inside: bool,
    /// From inside a callback, into an epoch that may be running.
    pub(super) joins: bool,
    /// From inside a callback of the background, or of another entry while nothing but the background plays.
    pub(super) at_once: bool,
    calls: u64,
    is_held: bool,
}

impl Queued {
    /// Whether its call of that number, with those flags, asks for something.
    pub(super) fn asks(&self, number: u64, start: bool, end: bool) -> bool {
        !self.entry.issued(number, start, end).is_empty()
    }
}

impl Operation {
    /// What it queues.
    fn entry(&self) -> Option<&Entry> {
        match self {
            Self::Enqueue(entry) | Self::Concurrently(entry) | Self::Background(entry) => {
                Some(entry)
            }
            _ => None,
        }
    }

    /// Whether it flushes, or what it queues does.
    pub(super) fn flushes(&self) -> bool {
        let hooks = self.entry().into_iter().flat_map(|entry| &entry.hooks);
        matches!(self, Self::Flush) || hooks.flat_map(|hook| &hook.ops).any(Self::flushes)
    }
}

/// What a program has done, as its calls show.
pub(super) struct Declared {
    /// In that order.
    pub(super) queued: Vec<Queued>,
    /// How many entries it holds after each operation.
    pub(super) live: Vec<usize>,
    /// The ticks in which a call flushes.
    pub(super) flushes: Vec<usize>,
}

/// What callbacks queue that is not held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LostCalls {
    Nothing,
    /// What is queued while nothing waits behind the entry of its callback.
    Last,
    Any,
}

/// What a program with those calls has queued and flushed. What is lost is not called.
pub(super) fn declared(ops: &[Operation], calls: &[Call], lost_calls: LostCalls) -> Declared {
    let mut queued: Vec<Queued> = Vec::new();
    let issue = |queued: &mut Vec<Queued>, op: &Operation, caller: Option<usize>| {
        if let Some(entry) = op.entry() {
            let background = matches!(op, Operation::Background(_));
            let inside = caller.is_some();
            let joins = inside && matches!(op, Operation::Concurrently(_));
            let waits = |entry: &Queued| entry.is_held && !entry.background;
            let of_background = caller.is_some_and(|caller| queued[caller].background);
            let at_once = inside && (of_background || !queued.iter().any(waits));
            let (id, ms, entry) = (entry.id.clone(), entry.ms, entry.clone());
            let behind = |caller: usize| queued[caller + 1..].iter();
            let last = caller.is_some_and(|caller| {
                !behind(caller).any(|entry| entry.is_held && !entry.background)
            });
            let is_lost = match lost_calls {
                LostCalls::Nothing => false,
                LostCalls::Last => last,
                LostCalls::Any => inside,
            };
            let is_held = !is_lost || calls.iter().any(|call| call.1 == id);
            let calls = 0;
            queued.push(Queued {
                entry,
                id,
                ms,
                background,
                inside,
                joins,
                at_once,
                calls,
                is_held,
            });
        } else if matches!(op, Operation::Flush) {
            queued.iter_mut().for_each(|entry| entry.is_held = false);
        }
    };
    let (mut live, mut flushes) = (Vec::new(), Vec::new());
    for (index, op) in ops.iter().enumerate() {
        issue(&mut queued, op, None);
        for (_, id, _, start, end, ..) in calls.iter().filter(|call| call.0 == index) {
            let Some(place) = queued.iter().rposition(|entry| entry.id == *id) else { continue };
            queued[place].calls += 1;
            let inner = queued[place].entry.issued(queued[place].calls, *start, *end);
            inner.iter().for_each(|op| issue(&mut queued, op, Some(place)));
            flushes.extend(inner.iter().any(|op| matches!(op, Operation::Flush)).then_some(index));
            queued[place].is_held &= !end;
        }
        live.push(queued.iter().filter(|entry| entry.is_held).count());
    }
    Declared { queued, live, flushes }
}

/// Issues an operation, on a queue or on the commands of a callback.
macro_rules! issue {
    ($pipeline:expr, $op:expr) => {{
        let pipeline = $pipeline;
        let span = |entry: &Entry| Span::from_millis(entry.ms);
        let playing = |entry: &Entry| Playing { entry: entry.clone(), calls: 0 };
        match $op {
            Operation::Enqueue(entry) => _ = pipeline.enqueue(span(entry), playing(entry)),
            Operation::Concurrently(entry) => {
                pipeline.concurrently(span(entry), playing(entry));
            }
            Operation::Background(entry) => _ = pipeline.background(span(entry), playing(entry)),
            Operation::NewEpoch => pipeline.new_epoch(),
            Operation::Flush => pipeline.flush(),
            Operation::Tick { .. } => {}
        }
    }};
}

/// Plays a program from its beginning.
pub(super) fn run(ops: &[Operation]) -> Result<Trace, Malformed> {
    let mut pipeline = Sequencer::new();
    let (mut calls, mut live) = (Vec::new(), Vec::new());
    let mut nested = false;
    for (index, op) in ops.iter().enumerate() {
        if let Operation::Tick { ms } = op {
            let stepped = pipeline.advance(Span::from_millis(ms.unwrap_or(0)), |step, commands| {
                for op in &show(index, step, &mut calls) {
                    nested |= matches!(op, Operation::Tick { .. });
                    issue!(&mut *commands, op);
                }
            });
            stepped.map_err(other)?;
        } else {
            issue!(&mut pipeline, op);
        }
        live.push(pipeline.len());
    }
    if nested {
        return Err(other("a tick inside a tick"));
    }
    Ok((calls, live))
}

/// Writes a call down and says what is to be issued from inside it.
fn show(op: usize, step: Update<'_, Playing>, calls: &mut Vec<Call>) -> Vec<Operation> {
    // A part of a millisecond would be a difference: it shows as one, as -1.
    let ms = |span: Span| match span.flicks() % FLICKS_PER_MILLISECOND {
        0 => span.flicks() / FLICKS_PER_MILLISECOND,
        _ => -1,
    };
    let left = step.remaining().map_or(-1, ms);
    let id = step.payload.entry.id.clone();
    calls.push((op, id, step.progress(), step.started, step.ended, ms(step.elapsed), left));
    step.payload.calls += 1;
    step.payload.entry.issued(step.payload.calls, step.started, step.ended)
}

/// A program, and what it has queued with ours.
pub(super) struct Program<'a> {
    pub(super) ops: &'a [Operation],
    pub(super) queued: &'a [Queued],
    /// The ticks in which a call of ours flushes.
    pub(super) flushes: &'a [usize],
}

impl Program<'_> {
    pub(super) fn flushes(&self) -> bool {
        self.ops.iter().any(Operation::flushes)
    }

    /// The first tick of no time in which ours makes a call.
    pub(super) fn first_in_no_time(&self, calls: &[Call]) -> Option<usize> {
        let is_empty = |op: usize| matches!(self.ops.get(op), Some(Operation::Tick { ms }) if ms.unwrap_or(0) == 0);
        calls.iter().map(|call| call.0).find(|op| is_empty(*op))
    }

    /// The calls of each tick in the order of declaration, the background last.
    pub(super) fn by_declaration(&self, calls: &[Call]) -> Vec<Call> {
        let place = |id: &str| {
            let place = self.queued.iter().position(|entry| entry.id == id);
            place.map(|place| (self.queued[place].background, place))
        };
        let mut calls = calls.to_vec();
        calls.sort_by_key(|call| (call.0, place(&call.1)));
        calls
    }
}
