//! The program as a person starts it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

/// Runs the program in `folder`, without a screen, with `input` on its standard input.
fn checkers(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_checkers"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env("WAYLAND_DISPLAY", "wayland-0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn help_shows_examples_and_keys() {
    let folder = tempfile::tempdir().unwrap();
    let output = checkers(folder.path(), &["--help"], "");
    assert_eq!(output.status.code(), Some(0));
    let help = text(&output.stdout);
    for part in ["checkers render match.pdn -o match.gif", "space pause", "trace"] {
        assert!(help.contains(part), "{part} is not in {help}");
    }
}

#[test]
fn wrong_arguments_exit_with_2_and_failures_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], i32, &str); 4] = [
        (&["dance"], 2, "dance"),
        (&["render", "-"], 2, "--output"),
        (&["trace", "no-such.pdn"], 1, "checkers: no-such.pdn: "),
        (&["render", "-", "-o", "match.mp4"], 1, "checkers: match.mp4: "),
    ];
    for (arguments, code, message) in cases {
        let output = checkers(folder.path(), arguments, "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn without_a_screen_it_says_so_in_a_line_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let output = checkers(folder.path(), &[], "");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("checkers: there is no screen to open a window on"), "{said}");
    assert!(said.contains("checkers render"), "what goes without one: {said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written unasked");
}

#[test]
fn moves_come_from_standard_input_too() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["render", "-", "-o", "a.apng", "--to", "0.4", "--size", "96"];
    let output = checkers(folder.path(), &arguments, "11-15 23-19 8-11");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // The piece leaves after 0.22 s; frames without a change are merged into one.
    let said = text(&output.stdout);
    assert!(said.starts_with("a.apng: ") && said.contains(" frames, 0.4 s, "), "{said}");
    assert!(fs::read(folder.path().join("a.apng")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_trace_is_the_same_at_every_rate_and_ends_with_the_digest() {
    let folder = tempfile::tempdir().unwrap();
    let at = |fps: &str| {
        let output = checkers(folder.path(), &["trace", "-", "--fps", fps], "11-15 23-19 8-11");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let trace = at("60");
    assert!(trace.lines().last().unwrap().starts_with("{\"digest\": \""), "{trace}");
    for fps in ["30", "144", "164"] {
        assert_eq!(at(fps), trace, "at {fps}");
    }
}
