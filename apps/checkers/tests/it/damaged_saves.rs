//! Matches and replays cut off at any byte, with any bit turned, or of a later program: refused with a reason, or they
//! play.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{path::PathBuf, sync::Arc};

use checkers::show::{Motions, Replay, RewindableMatch, load};

fn read(name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/saves").join(name);
    std::fs::read_to_string(file).unwrap()
}

/// Reads `text` cut off at each byte, which is refused, and with each bit turned; `play` says why what can
/// be read all the same is refused, if it is. Gives how many went on.
fn damage<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, String>,
    play: impl Fn(T) -> Result<(), String>,
) -> u32 {
    for end in 0..text.len() {
        let refused = read(&text[..end]).err().unwrap();
        assert!(!refused.is_empty() && !refused.ends_with('.'), "{refused}");
    }
    let (mut went_on, mut refused) = (0, 0);
    let mut damaged = text.as_bytes().to_vec();
    for bit in 0..damaged.len() * 8 {
        damaged[bit / 8] ^= 1 << (bit % 8);
        if let Ok(text) = std::str::from_utf8(&damaged) {
            match read(text).and_then(&play) {
                Ok(()) => went_on += 1,
                Err(reason) => {
                    assert!(!reason.is_empty());
                    refused += 1;
                }
            }
        }
        damaged[bit / 8] ^= 1 << (bit % 8);
    }
    assert!(refused > 1000);
    went_on
}

#[test]
fn a_damaged_match_is_refused_or_plays_on() {
    let motions = Arc::new(Motions::new().unwrap());
    let went_on = damage(&read("match-1.json"), load, |state| {
        let mut simulation = RewindableMatch::new(state, motions.clone());
        (0..20).for_each(|_| simulation.tick());
        Ok(())
    });
    assert!(went_on > 100, "{went_on}");
}

#[test]
fn a_damaged_replay_is_refused_or_departs_or_changes_nothing() {
    let motions = Arc::new(Motions::new().unwrap());
    let went_on = damage(&read("replay-1.json"), Replay::read, |replay| {
        replay.play(&motions, |_| ()).map(drop).map_err(|departs| departs.to_string())
    });
    assert!(went_on > 0, "{went_on}");
}

#[test]
fn a_save_of_a_later_program_differs_from_a_damaged_one() {
    for (file, kind) in [("match-1.json", "match"), ("replay-1.json", "replay")] {
        let reason = |text: &str| match kind {
            "match" => load(text).unwrap_err(),
            _ => Replay::read(text).err().unwrap(),
        };
        let needs = format!(
            "this {kind} has version 2 and needs another program; this one reads version 1"
        );
        let text = read(file).replacen("{\"version\":1,", "{\"version\":2,", 1);
        assert_eq!(reason(&text), needs);
        assert_eq!(reason("{\"version\":2,\"another form\":[1]}"), needs);
    }
}
