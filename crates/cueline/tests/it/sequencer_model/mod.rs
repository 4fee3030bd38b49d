//! The sequencer against a model of it, over random programs.
//!
//! The model steps unit by unit and is slow and plain; the sequencer computes. Both must report the
//! same events in the same order, make the same calls and give the same answers. How many
//! programs are tried is up to the environment, and which: `CUELINE_PROGRAMS=1000000
//! CUELINE_SEED=7 cargo test -p cueline --test it sequencer_model`. A failure names its seed and the
//! smallest program that shows it.

#![expect(
    clippy::disallowed_types,
    reason = "a seed that differs is what is wanted; it is printed"
)]

pub(crate) mod driver;
pub(crate) mod model;
pub(crate) mod program;
pub(crate) mod trace;

use std::{
    collections::BTreeMap,
    hash::{BuildHasher, RandomState},
};

use self::driver::Driver;
use self::model::Model;
use self::program::{Op, program};
use self::trace::Reported;
use cueline::event::{EventKind, Reason};
use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{RngSeed, TestCaseResult, TestRunner},
};

/// Checks `law` on as many programs as the environment asks for.
fn over_programs(programs: impl Strategy<Value = Vec<Op>>, law: impl Fn(&[Op]) -> TestCaseResult) {
    let asked = number_from("CUELINE_PROGRAMS").unwrap_or(120_000);
    let seed = number_from("CUELINE_SEED").unwrap_or_else(|| RandomState::new().hash_one(0));
    let config = ProptestConfig {
        cases: u32::try_from(asked).expect("fewer than eight thousand million programs"),
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if let Err(error) = TestRunner::new(config).run(&programs, |ops| law(&ops)) {
        panic!("CUELINE_SEED={seed}: {error}");
    }
}

fn number_from(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable}={value} is not a number")))
}

/// Whatever callbacks do.
#[test]
fn the_sequencer_does_what_the_model_does() {
    over_programs(program(), |ops| {
        let (mut real, mut model) = (Driver::default(), Model::default());
        for op in ops {
            real.run(op);
            model.run(op);
            prop_assert_eq!(real.reported(), &model.reported[..], "events of {:?}", op);
            prop_assert_eq!(&real.desk.calls, &model.calls, "calls of {:?}", op);
            prop_assert_eq!(real.answers(), model.answers(), "after {:?}", op);
        }
        Ok(())
    });
}

/// The ugly cases are not rare: a model that never meets them proves nothing.
#[test]
fn the_programs_are_full_of_corners() {
    let mut runner = TestRunner::deterministic();
    let mut met = [0; 10];
    let mut changed = BTreeMap::new();
    for _ in 0..1000 {
        let ops = program().new_tree(&mut runner).expect("no rejects").current();
        let mut model = Model::default();
        let mut corners = [false; 10];
        for op in &ops {
            let queued = model.answers().queued;
            model.run(op);
            let reported = &model.reported;
            let many = |kind| {
                reported.chunk_by(|a, b| a.due == b.due).any(|at_once| {
                    at_once.iter().filter(|event: &&Reported| event.kind == kind).count() > 2
                })
            };
            let calls = || model.calls.iter();
            let steps = matches!(op, Op::Wait(1..) | Op::Finish | Op::FinishEpoch | Op::SkipTo(_));
            let found = [
                calls().any(|call| call.duration == Some(0)),
                many(EventKind::Start),
                many(EventKind::End),
                steps && model.answers().queued > queued,
                calls().any(|call| call.duration.is_none()),
                reported.iter().any(|event| event.reason == Reason::Cancelled),
                calls().any(|call| call.reason == Reason::Skipped),
                calls().any(|call| !call.start && !call.end),
                calls().any(|call| call.reason == Reason::Skipped) && matches!(op, Op::Wait(_)),
                !model.answers().passed.is_empty(),
            ];
            for (corner, found) in corners.iter_mut().zip(found) {
                *corner |= steps && found;
            }
        }
        for change in model.changed {
            *changed.entry(change).or_insert(0) += 1;
        }
        for (met, corner) in met.iter_mut().zip(corners) {
            *met += u32::from(corner);
        }
    }
    let names = [
        "no duration",
        "many starts at once",
        "many ends at once",
        "queued from inside",
        "no known end",
        "cancelled",
        "skipped",
        "called in mid-play",
        "finished on its own",
        "labels passed",
    ];
    for (name, met) in names.iter().zip(met) {
        assert!(met > 30, "{name}: in {met} of 1000 programs");
    }
    // Every door of the queue, from outside and from inside a callback.
    let queue = ["enqueue", "concurrently", "background", "background_forever", "blocking"];
    let later = ["non_blocking", "now", "after", "after what is gone", "new_epoch", "label"];
    for name in queue.iter().chain(&later).chain(&["release", "cancel", "finish_entry", "flush"]) {
        for inside in [false, true] {
            let met = changed.get(&(*name, inside)).copied().unwrap_or(0);
            assert!(met > 20, "{name}, inside {inside}: in {met} of 1000 programs");
        }
    }
}
