//! A program, played by our sequencer.

use cueline::{
    sequencer::{Sequencer, Update},
    time::{FLICKS_PER_MILLISECOND, Span},
};
use serde::Deserialize;

use super::{Call, Trace};
use crate::read::Malformed;

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
    pub(super) id: String,
    pub(super) ms: i64,
    pub(super) background: bool,
    /// From inside a callback.
    pub(super) inside: bool,
}

impl Queued {
    fn new(op: &Operation, inside: bool) -> Option<Self> {
        let (Operation::Enqueue(entry)
        | Operation::Concurrently(entry)
        | Operation::Background(entry)) = op
        else {
            return None;
        };
        let background = matches!(op, Operation::Background(_));
        Some(Self { id: entry.id.clone(), ms: entry.ms, background, inside })
    }
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

/// Plays a program from its beginning. Also says what was queued, in that order.
pub(super) fn run(ops: &[Operation]) -> Result<(Trace, Vec<Queued>), Malformed> {
    let mut pipeline = Sequencer::new();
    let (mut calls, mut live) = (Vec::new(), Vec::new());
    let mut queued = Vec::new();
    let mut nested = false;
    for (index, op) in ops.iter().enumerate() {
        if let Operation::Tick { ms } = op {
            let stepped = pipeline.advance(Span::from_millis(ms.unwrap_or(0)), |step, commands| {
                for op in &show(index, step, &mut calls) {
                    nested |= matches!(op, Operation::Tick { .. });
                    queued.extend(Queued::new(op, true));
                    issue!(&mut *commands, op);
                }
            });
            stepped.map_err(|error| Malformed::Other(error.to_string()))?;
        } else {
            queued.extend(Queued::new(op, false));
            issue!(&mut pipeline, op);
        }
        live.push(pipeline.len());
    }
    if nested {
        return Err(Malformed::Other("a tick inside a tick".into()));
    }
    Ok(((calls, live), queued))
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
