//! Broken and hostile files.

use proptest::prelude::*;

use super::{
    hero,
    make::{color, file, slice, tags},
    read,
    sheet::{hash, list},
};
use crate::harm::{harm, many, survives, survives_strange_numbers, survives_truncation};

fn refused(file: &[u8]) -> String {
    survives(file, read);
    read(file).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    let one = |chunk| file(&[(100, vec![chunk])]);
    assert_eq!(
        refused(&one(tags(&[(0, 0, 7, 0, "a")]))),
        "error: frames[0].chunks[0].tags[0].direction: found 7, needed 0 to 3, forward to ping-pong in reverse"
    );
    let lost = read(&one(tags(&[(0, 1, 0, 0, "a"), (1, 0, 0, 0, "b")]))).unwrap();
    assert_eq!(
        lost.notes.to_string().lines().take(2).collect::<Vec<_>>(),
        [
            "warning: frames[0].chunks[0].tags[0]: found frames 0 to 1, whose motion is lost; needed frames from 0 to 0, in order",
            "warning: frames[0].chunks[0].tags[1]: found frames 1 to 0, whose motion is lost; needed frames from 0 to 0, in order"
        ]
    );
    assert_eq!(lost.animated.total().lost(), 2);
    let mut many = slice("a", &[]);
    many.1[..4].fill(255);
    assert_eq!(refused(&one(many)), "error: frames[0].chunks[0]: found 0 bytes, needed 4 more");
    let mut cut = color([0; 4], false);
    cut.1.pop();
    assert_eq!(refused(&one(cut)), "error: frames[0].chunks[0]: found 3 bytes, needed 4 more");
    assert_eq!(refused(&file(&[])), "error: frames: found none, needed one or more");

    let mut short = file(&[(100, vec![])]);
    short[128] = 3;
    assert_eq!(refused(&short), "error: frames[0]: found a length of 3, needed 16 or more");
    let mut strange = file(&[(100, vec![])]);
    strange[132] = 0;
    assert_eq!(
        refused(&strange),
        "error: frames[0]: found 0xf100, needed 0xf1fa, with which frames begin"
    );
}

#[test]
fn a_sheet_of_another_form_is_refused_with_its_line() {
    let text = list().replace("\"from\": 2", "\"from\": -2");
    let reported = refused(text.as_bytes());
    assert!(reported.starts_with("10:"), "{reported}"); // after three lines of frames
    assert!(
        reported.contains("meta.frameTags[1].from: found -2, needed a whole number of 0 or more"),
        "{reported}"
    );
    let text = list().replace("\"repeat\": \"3\"", "\"repeat\": \"often\"");
    assert_eq!(
        refused(text.as_bytes()),
        "error: meta.frameTags[0].repeat: found often, needed a whole number"
    );
}

#[test]
fn overlapping_tags_do_not_take_memory() {
    let last = 999;
    let frames: Vec<_> = (0..=last).map(|frame| (frame + 1, Vec::new())).collect();
    let all: Vec<_> = (0..5000).map(|_| (0, last, 0, 0, "a")).collect();
    let mut frames = frames;
    frames[0].1.push(tags(&all));
    assert!(
        refused(&file(&frames)).contains("needed no more than 1048576 frames and cues in all tags")
    );
}

#[test]
fn every_truncation_is_survived() {
    for file in [hero(), list().into_bytes(), hash().into_bytes()] {
        survives_truncation(&file, read);
    }
}

#[test]
fn strange_numbers_anywhere_are_survived() {
    survives_strange_numbers(&serde_json::from_str(&list()).unwrap(), read);
}

proptest! {
    #![proptest_config(many())]

    #[test]
    fn harm_is_survived(harm in harm(), form in 0..3) {
        let file = match form {
            0 => hero(),
            1 => list().into_bytes(),
            _ => hash().into_bytes(),
        };
        survives(&harm.to(&file), read);
    }
}
