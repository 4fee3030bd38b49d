//! A question to a new process: this test program runs itself once more.
//!
//! So what was saved goes through bytes into memory that has never seen it.

use std::{
    env,
    io::{Read, Write},
    process::{Command, Stdio},
    thread,
};

const ASKED: &str = "CUELINE_ASKED";

/// What the test called `name`, in a process of its own, answers to `question`.
pub(crate) fn ask(name: &str, question: &str) -> String {
    let mut child = Command::new(env::current_exe().expect("this program"))
        .args([name, "--exact", "--ignored", "--nocapture"])
        .env(ASKED, name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a new process");
    let mut input = child.stdin.take().expect("piped");
    let output = thread::scope(|scope| {
        scope.spawn(move || input.write_all(question.as_bytes()).expect("the question is read"));
        child.wait_with_output().expect("it ends")
    });
    assert!(output.status.success(), "the other process failed");
    let text = String::from_utf8(output.stdout).expect("text");
    let answer = text.split("answer<").nth(1).and_then(|rest| rest.split(">answer").next());
    answer.expect("an answer").to_string()
}

/// The other side: answers the question, in the process that was started for it.
pub(crate) fn answer(reply: impl FnOnce(&str) -> String) {
    if env::var_os(ASKED).is_none() {
        return; // started by hand, not by a test
    }
    let mut question = String::new();
    std::io::stdin().read_to_string(&mut question).expect("a question");
    println!("answer<{}>answer", reply(&question));
}
