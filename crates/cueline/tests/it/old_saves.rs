//! Old saves stay readable, and continue as they did when they were written.
//!
//! `tests/saves` holds one file for each form that was ever written, named after what it holds and the
//! version of its form. From the first release on, a file there is never changed and never deleted: when
//! a form changes, what writes it gets a new version, the new form a new file, and the reader still reads
//! both. The numbers below are digests of how each save plays on; they stay, too.
//!
//! ```text
//! cargo test -p cueline --all-features --test it -- --ignored old_saves::write   # writes the missing files
//! ```
#![cfg(feature = "serde")]

use crate::made;

use std::{fmt::Debug, path::PathBuf};

use cueline::{
    clip::{Clip, Flipbook},
    digest::{Digest, digest},
    history::Recording,
    playback::{EventBuffer, Playing, Saved},
    relay::Relay,
    sequencer::{Sequencer, Until},
    time::{FixedStep, Span, Tick, Time},
};
use serde::{Serialize, de::DeserializeOwned};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/saves").join(name)
}

/// Reads a file; checks that its content stays the same when it is written and read again.
fn read<T: Serialize + DeserializeOwned + PartialEq + Debug>(name: &str) -> T {
    let text = std::fs::read_to_string(file(name)).expect("a file of tests/saves");
    let read: T = serde_json::from_str(&text).expect("an old save can be read");
    let written = serde_json::to_string(&read).expect("a save can be written");
    assert_eq!(
        serde_json::from_str::<T>(&written).expect("what was written can be read"),
        read,
        "{name}"
    );
    read
}

fn assert_digest(name: &str, of: &(impl Digest + ?Sized), expected: u64) {
    let found = digest(of);
    assert_eq!(found, expected, "{name} went on to {found:#018x}");
}

#[test]
fn an_old_player_plays_on() {
    let clips = made::clips();
    let mut player = read::<Saved<u32>>("player-1.json").load(&clips).unwrap();
    let mut events = Vec::new();
    for _ in 0..40 {
        events.extend_from_slice(&player.advance(Span::from_millis(73), &clips));
    }
    assert!(events.len() > 20, "{} events", events.len());
    assert_digest("player-1.json", &(player.digest(), events), 0xe5fb_43cf_b534_ffda);
}

/// Plays a queue on to its end; returns all events.
fn played_on(queue: &mut Sequencer<String>) -> Vec<impl Digest + use<>> {
    let mut events = Vec::new();
    for _ in 0..40 {
        queue.advance_with(Span::from_millis(73), &mut made::NoTime).expect("it runs forward");
        events.extend_from_slice(queue.events());
    }
    queue.skip_with(Until::End, &mut made::NoTime).expect("nothing queues");
    events.extend_from_slice(queue.events());
    assert!(queue.is_empty() && events.len() > 7, "{} events", events.len());
    events
}

#[test]
fn an_old_queue_plays_on() {
    let mut queue = read::<Sequencer<String>>("queue-1.json");
    assert_eq!(queue.labels().collect::<Vec<_>>(), ["the end"]);
    let events = played_on(&mut queue);
    assert_digest("queue-1.json", &(digest(&queue), events), 0x3630_82db_2adf_c7f5);
}

#[test]
fn an_old_relay_plays_on() {
    let mut relay = read::<Relay<String>>("relay-1.json");
    assert_eq!((relay.emitted(), relay.shown()), (3, 1));
    let events = played_on(relay.display_mut());
    assert_eq!(relay.shown(), 3);
    assert_digest("relay-1.json", &(digest(&relay), events), 0x887e_c089_90ac_1935);
}

#[test]
fn an_old_playing_timeline_plays_on() {
    let timeline = made::timeline();
    let mut playing = read::<Playing>("playing-1.json");
    let (mut events, mut all, mut now) = (EventBuffer::default(), Vec::new(), made::PLAYED_TO);
    for _ in 0..40 {
        now += Span::from_millis(73);
        all.extend_from_slice(playing.step(now, &timeline, &mut events));
        playing.resume(now);
    }
    assert!(all.len() > 20 && playing.is_over(), "{} events", all.len());
    assert_digest("playing-1.json", &(playing, all), 0x3ab6_2e3b_8b83_cbe5);
}

#[test]
fn an_old_fixed_step_runs_on() {
    let mut steps = read::<FixedStep>("steps-1.json");
    // The digest takes in the saved form and the frames: the form in memory may change.
    let frames = (1..40).map(|frame| steps.advance(Span::from_millis(frame)));
    let frames: Vec<_> = frames
        .map(|frame| (frame.first, frame.ticks, frame.dropped, frame.alpha().to_bits()))
        .collect();
    let saved = serde_json::to_string(&steps).expect("a save can be written");
    assert_digest("steps-1.json", &(saved, frames), 0xc1d1_7e48_1fe9_80de);
}

#[test]
fn an_old_clip_is_what_it_was() {
    let clip = read::<Clip>("clip-1.json");
    assert_eq!(clip, made::clip(), "the builder still makes the same clip");
    let sampled: Vec<String> = (0..=20)
        .map(|at| format!("{:?}", clip.sample("place", Span::from_millis(at * 25)).unwrap()))
        .collect();
    assert_digest("clip-1.json", &(clip.digest(), sampled), 0xcbc7_739e_aecb_ac2b);
}

#[test]
fn an_old_flipbook_turns_on() {
    let book = read::<Flipbook>("flipbook-1.json");
    let frames: Vec<u32> =
        (0..300).map(|at| book.frame_at(Time::ZERO, Time::from_millis(at * 10))).collect();
    assert_digest("flipbook-1.json", &frames, 0x69a8_ae9c_bfea_b9ac);
}

#[test]
fn an_old_recording_is_played_again() {
    let recording = read::<Recording<u8>>("recording-1.json");
    let mut state = 0;
    let end = recording.replay(|tick, inputs| made::rules(&mut state, tick, inputs));
    end.unwrap();
    assert_eq!(recording.ticks(), (Tick::ZERO, Tick::new(50)));
    assert_digest("recording-1.json", &state, 0xb90f_2120_142b_3980);
}

#[test]
fn every_old_save_is_one_that_is_tried() {
    let names = ["clip", "flipbook", "player", "playing", "queue", "recording", "relay", "steps"];
    let mut kept: Vec<_> = std::fs::read_dir(file(""))
        .expect("a file of tests/saves")
        .map(|entry| entry.expect("it can be listed").file_name())
        .collect();
    kept.sort();
    assert_eq!(kept, names.map(|name| std::ffi::OsString::from(format!("{name}-1.json"))));
}

#[test]
#[ignore = "writes the files that are not there"]
fn write() {
    fn save(name: &str, state: &impl Serialize) {
        let text = serde_json::to_string_pretty(state).expect("a save can be written");
        // An error where the file is there: old saves stay as they are.
        if let Ok(mut new) = std::fs::File::create_new(file(name)) {
            std::io::Write::write_all(&mut new, text.as_bytes()).expect("a place to write to");
        }
    }
    save("player-1.json", &made::player());
    save("queue-1.json", &made::queue());
    save("relay-1.json", &made::relay());
    save("playing-1.json", &made::playing());
    save("steps-1.json", &made::steps());
    save("clip-1.json", &made::clip());
    save("flipbook-1.json", &made::flipbook());
    save("recording-1.json", &made::recording());
}
