//! The program `showcase` from the command line, without a window.

use std::process::{Command, Output};

use showcase::{check, rooms};

fn showcase(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_showcase")).args(arguments).output().expect("it starts")
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8(output.stdout.clone()).expect("text").lines().map(str::to_owned).collect()
}

#[test]
fn the_list_has_the_title_and_the_idea_of_each_room() {
    let output = showcase(&["--list"]);
    assert!(output.status.success());
    let all = rooms::all();
    let rows = (1..)
        .zip(&all)
        .map(|(number, room)| format!("{number}\t{}\t{}", room.title(), room.idea()));
    assert_eq!(lines(&output), rows.collect::<Vec<_>>());
}

#[test]
fn a_link_to_a_moment_prints_the_digest_of_the_check() {
    let checked = check::check(&|| rooms::at(0), 3, &[]);
    let output = showcase(&["--room", "1", "--at", "3000", "--digest"]);
    assert!(output.status.success());
    assert_eq!(lines(&output), [format!("{:016x}", checked.digests[0])]);
}

#[test]
fn a_check_says_what_each_room_does_and_succeeds() {
    let output = showcase(&["--check", "--seconds", "1"]);
    let said = lines(&output).join("\n");
    assert!(output.status.success(), "{said}");
    for room in rooms::all() {
        assert!(said.contains(&format!("holds   {}", room.title())), "{said}");
    }
    assert!(said.ends_with("9 rooms, 1 seconds each, 0 broken"), "{said}");
}

#[test]
fn an_unknown_room_and_an_unknown_control_are_refused_by_name() {
    let output = showcase(&["--room", "10"]);
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("no room 10: the rooms are 1 to 9"), "{said}");

    let output = showcase(&["--render", "never.gif", "--press", "fly"]);
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("Room 1 has no control \"fly\""), "{said}");
    assert!(!std::path::Path::new("never.gif").exists());
}
