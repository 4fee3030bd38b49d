//! State is data: a queue that was saved in the middle plays on, in this process and in a new one.
#![cfg(feature = "serde")]

use std::{
    io::Write,
    process::{Command, Stdio},
};

use crate::sequencer_model::driver::Driver;
use crate::sequencer_model::program::{Op, program, quiet_program};
use crate::sequencer_model::trace::{Answers, Call, Reported};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use serde::{Deserialize, Serialize};

/// A game that was saved, and what is to be done with it.
#[derive(Serialize, Deserialize)]
struct Save {
    driver: Driver,
    rest: Vec<Op>,
}

/// Events, calls and answers after each operation.
type Trace = Vec<(Vec<Reported>, Vec<Call>, Answers)>;

fn play(driver: &mut Driver, ops: &[Op]) -> Trace {
    let mut trace = Trace::new();
    for op in ops {
        // The events of the step before are no part of the state.
        let stepped = driver.run(op);
        let reported = if stepped { driver.reported() } else { Vec::new() };
        let mut answers = driver.answers();
        if !stepped {
            answers.passed.clear(); // nor are the labels that it has passed
        }
        trace.push((reported, driver.desk.calls.clone(), answers));
    }
    trace
}

fn cut_program() -> impl Strategy<Value = (Vec<Op>, Vec<Op>)> {
    (prop_oneof![program(), quiet_program()], program()).prop_map(|(head, mut tail)| {
        tail.push(Op::Wait(3));
        tail.push(Op::Finish);
        (head, tail)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn state_is_data((head, tail) in cut_program()) {
        let mut driver = Driver::default();
        play(&mut driver, &head);
        let saved = serde_json::to_string(&driver).unwrap();
        let mut loaded: Driver = serde_json::from_str(&saved).unwrap();
        prop_assert_eq!(&loaded.queue, &driver.queue);
        prop_assert_eq!(&serde_json::to_string(&loaded).unwrap(), &saved);
        prop_assert_eq!(play(&mut driver, &tail), play(&mut loaded, &tail));
        prop_assert_eq!(driver.queue, loaded.queue);
    }
}

/// The argument of this test in the new process.
const NEW_PROCESS: &str = "CUELINE_NEW_PROCESS";

/// Runs this program again: the other process reads saves and prints what they played.
#[test]
fn state_is_data_in_a_new_process() {
    if std::env::var_os(NEW_PROCESS).is_some() {
        return go_on_in_the_new_process();
    }
    let mut runner = TestRunner::deterministic();
    let (mut saves, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..500 {
        let (head, rest) = cut_program().new_tree(&mut runner).expect("no rejects").current();
        let mut driver = Driver::default();
        play(&mut driver, &head);
        saves.push(serde_json::to_string(&Save { driver: driver.clone(), rest: rest.clone() }));
        expected.push(play(&mut driver, &rest));
    }
    let saves: Vec<String> = saves.into_iter().map(Result::unwrap).collect();

    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "laws_sequencer_saved::state_is_data_in_a_new_process", "--nocapture"])
        .env(NEW_PROCESS, "yes")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(saves.join("\n").as_bytes()).unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success());

    let output = String::from_utf8(output.stdout).unwrap();
    let traces: Vec<Trace> = output
        .lines()
        .filter_map(|line| Some(line.split_once(MARK)?.1))
        .map(|trace| serde_json::from_str(trace).unwrap())
        .collect();
    assert_eq!(traces.len(), saves.len());
    for ((trace, expected), save) in traces.iter().zip(&expected).zip(&saves) {
        assert_eq!(trace, expected, "{save}");
    }
}

/// What a trace stands behind, among what the test harness has to say.
const MARK: &str = "trace: ";

/// Reads all saves before it answers, so that neither process waits for the other for ever.
fn go_on_in_the_new_process() {
    let saves: Vec<String> = std::io::stdin().lines().map(Result::unwrap).collect();
    for save in saves {
        let Save { mut driver, rest } = serde_json::from_str(&save).expect("a save");
        let trace = serde_json::to_string(&play(&mut driver, &rest)).expect("plain data");
        println!("{MARK}{trace}");
    }
}
