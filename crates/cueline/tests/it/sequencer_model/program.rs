//! Random programs for a queue: what is called from outside, and what callbacks call from inside.
//!
//! One unit of time is one flick and all numbers are small, so that the ugly cases are the usual
//! ones: zero durations, many things at one moment, steps that end exactly where something else does.

use cueline::{sequencer::EntryDuration, time::Span};
use proptest::prelude::*;

/// One call of the public interface.
#[derive(Clone, Debug, PartialEq, Eq, cueline_derive::Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Op {
    Queue {
        placement: Placement,
        delay: i64,
        /// Absent for what has no end.
        duration: Option<EntryDuration>,
        hooks: Hooks,
    },
    NewEpoch,
    /// Opens an epoch under one of the [`NAMES`].
    Label(usize),
    Release(u64),
    Cancel(u64),
    FinishEntry(u64),
    Flush,
    /// Marks the moment of the call, or one this long before it.
    Cue(i64),
    /// Lets time pass; from inside a callback without effect, as is every skip.
    Wait(i64),
    FinishEpoch,
    SkipTo(usize),
    Finish,
}

/// The method that queues an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, cueline_derive::Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Placement {
    Enqueue,
    Concurrently,
    Background,
    Blocking,
    NonBlocking,
    Now,
    After(u64),
}

/// Queues an entry, on a queue or on the commands of a callback.
macro_rules! place_entry {
    ($queue:expr, $ids:expr, $placement:expr, $delay:expr, $duration:expr, $payload:expr) => {{
        let (queue, payload) = ($queue, $payload);
        match $duration {
            None => queue.background_forever(payload),
            Some(duration) => {
                let timing = Timing::from(duration).delayed(Span::from_flicks($delay));
                match $placement {
                    Placement::Enqueue => queue.enqueue(timing, payload),
                    Placement::Concurrently => queue.concurrently(timing, payload),
                    Placement::Background => queue.background(timing, payload),
                    Placement::Blocking => queue.blocking(timing, payload),
                    Placement::NonBlocking => queue.non_blocking(timing, payload),
                    Placement::Now => queue.now(timing, payload),
                    Placement::After(number) => match usize::try_from(number)
                        .ok()
                        .and_then(|place| $ids.get(place))
                        .copied()
                    {
                        Some(predecessor) => queue.after(predecessor, timing, payload),
                        None => queue.now(timing, payload), // unknown: it starts now
                    },
                }
            }
        }
    }};
}
pub(crate) use place_entry;

/// The payload of an entry: what its callbacks do, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, cueline_derive::Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Hooks {
    /// In the first call.
    pub(crate) start: Vec<Op>,
    /// In the next call that is not the last.
    pub(crate) middle: Vec<Op>,
    /// In the last call.
    pub(crate) end: Vec<Op>,
}

impl Hooks {
    /// Takes out the operations of one call.
    pub(crate) fn take(&mut self, start: bool, end: bool) -> Vec<Op> {
        let mut ops = Vec::new();
        if start {
            ops.append(&mut self.start);
        } else if !end {
            ops.append(&mut self.middle);
        }
        if end {
            ops.append(&mut self.end);
        }
        ops
    }
}

/// What labels are called.
pub(crate) const NAMES: [&str; 3] = ["a", "b", "c"];

/// The duration that the handler gives an entry on its turn.
pub(crate) fn duration_on_turn(hooks: &Hooks) -> i64 {
    i64::try_from(hooks.end.len()).unwrap_or(0) * 2 - 1 // below zero counts as zero
}

fn duration() -> impl Strategy<Value = Option<EntryDuration>> {
    prop_oneof![
        3 => Just(Some(EntryDuration::Fixed(Span::ZERO))),
        6 => (1_i64..7).prop_map(|units| Some(EntryDuration::Fixed(Span::from_flicks(units)))),
        1 => Just(Some(EntryDuration::OnTurn)),
        3 => Just(Some(EntryDuration::Open)),
        1 => Just(None),
    ]
}

fn entry(hooks: impl Strategy<Value = Hooks>) -> impl Strategy<Value = Op> {
    let placement = prop_oneof![
        Just(Placement::Enqueue),
        Just(Placement::Concurrently),
        Just(Placement::Background),
        Just(Placement::Blocking),
        Just(Placement::NonBlocking),
        Just(Placement::Now),
        (0_u64..6).prop_map(Placement::After),
        (0_u64..6).prop_map(Placement::After),
    ];
    let delay = prop_oneof![3 => Just(0_i64), 1 => 1_i64..4];
    (placement, delay, duration(), hooks).prop_map(|(placement, delay, duration, hooks)| {
        // What has no end shows in the background, without delay.
        let (placement, delay) =
            if duration.is_none() { (Placement::Background, 0) } else { (placement, delay) };
        Op::Queue { placement, delay, duration, hooks }
    })
}

/// What changes the queue without letting time pass.
fn change() -> impl Strategy<Value = Op> {
    prop_oneof![
        2 => Just(Op::NewEpoch),
        2 => (0..NAMES.len()).prop_map(Op::Label),
        6 => (0_u64..6).prop_map(Op::Release),
        5 => (0_u64..6).prop_map(Op::Cancel),
        4 => (0_u64..6).prop_map(Op::FinishEntry),
        1 => Just(Op::Flush),
    ]
}

/// What lets time pass.
fn passing() -> impl Strategy<Value = Op> {
    prop_oneof![
        12 => (0_i64..9).prop_map(Op::Wait),
        1 => Just(Op::FinishEpoch),
        1 => (0..NAMES.len()).prop_map(Op::SkipTo),
        1 => Just(Op::Finish),
    ]
}

/// Programs whose callbacks do nothing.
#[allow(dead_code, reason = "several test programs share this file")]
pub(crate) fn quiet_program() -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![6 => entry(Just(Hooks::default())), 2 => change(), 4 => passing()];
    prop::collection::vec(op, 1..16)
}

/// Programs whose callbacks do what a program does, and queue entries whose callbacks do so too.
pub(crate) fn program() -> impl Strategy<Value = Vec<Op>> {
    let inside = |op: BoxedStrategy<Op>| {
        let ops = move || prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(op.clone(), 1..3)];
        (ops(), ops(), ops()).prop_map(|(start, middle, end)| Hooks { start, middle, end })
    };
    let cue = || (0_i64..4).prop_map(Op::Cue);
    let leaf = prop_oneof![
        6 => entry(Just(Hooks::default())), 3 => change(), 1 => cue(), 1 => passing()
    ];
    let branch = prop_oneof![
        6 => entry(inside(leaf.boxed())), 3 => change(), 1 => cue(), 1 => passing()
    ];
    let op = prop_oneof![6 => entry(inside(branch.boxed())), 3 => change(), 4 => passing()];
    prop::collection::vec(op, 1..16)
}
