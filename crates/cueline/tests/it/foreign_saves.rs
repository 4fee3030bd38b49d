//! Saves that are whole but not for this program or these clips: the error says what was found and what was needed,
//! nothing has changed, and with the right clips they are read as before.
#![cfg(feature = "serde")]

use crate::made;

use cueline::{
    clip::{ClipBuilder, Clips},
    history::{HistoryError, Recording},
    playback::{Player, Playing, SaveError, Saved},
    relay::Relay,
    sequencer::Sequencer,
    time::{Span, Tick},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

/// What another version may have made of it: other fields, nothing of what is known but the version.
fn later(saved: &impl Serialize) -> String {
    let text = serde_json::to_string(saved).expect("it is data");
    assert!(text.starts_with("{\"version\":1,"), "it is seen before all else");
    r#"{"version":7,"rows":[{"a":1},{"b":[null,2.5]}],"clips":9}"#.to_owned()
}

#[test]
fn a_player_of_a_later_form_says_which_and_which_was_needed() {
    let saved = made::player();
    let read: Saved<u32> = serde_json::from_str(&later(&saved)).expect("its version is read");
    let error = read.load(&made::clips()).unwrap_err();
    assert_eq!(error, SaveError::Version { found: 7, read: 1 });
    assert_eq!(error.to_string(), "the save has version 7; this program reads version 1");
    assert_eq!(read.clip_names().count(), 0);

    // Also where nothing but the number differs, whatever the order, and in bytes.
    let mut sorted = serde_json::to_value(&saved).expect("it is data");
    assert_eq!(serde_json::from_value::<Saved<u32>>(sorted.clone()).expect("it is whole"), saved);
    sorted["version"] = json!(2);
    let mut bytes = postcard::to_allocvec(&saved).expect("it is data");
    bytes[0] = 2;
    for read in [serde_json::from_value(sorted).ok(), postcard::from_bytes(&bytes).ok()] {
        let read: Saved<u32> = read.expect("its version is read");
        let error = read.load(&made::clips()).unwrap_err();
        assert_eq!(error, SaveError::Version { found: 2, read: 1 });
    }
}

#[test]
fn a_save_by_names_that_is_read_as_a_player_says_what_to_do() {
    let saved = made::player();
    let text = serde_json::to_string(&saved).expect("it is data");
    let value = serde_json::to_value(&saved).expect("it is data"); // with sorted fields
    let said = [
        serde_json::from_str::<Player<u32>>(&text).map(drop).unwrap_err().to_string(),
        serde_json::from_value::<Player<u32>>(value).map(drop).unwrap_err().to_string(),
    ];
    for said in said {
        let words =
            "a `Saved` was found; read it as one, and `load` it with the clips to get a player";
        assert!(said.starts_with(words), "{said}");
    }

    // A player of its own is read as it was, also without the names of fields.
    let player = saved.load(&made::clips()).expect("its clips are there");
    let bytes = postcard::to_allocvec(&player).expect("it is data");
    assert_eq!(postcard::from_bytes::<Player<u32>>(&bytes).expect("it is whole"), player);
    let text = serde_json::to_string(&player).expect("it is data");
    assert_eq!(serde_json::from_str::<Player<u32>>(&text).expect("it is whole"), player);
}

#[test]
fn a_recording_of_a_later_form_says_which_and_which_was_needed() {
    let recording = made::recording();
    let read: Recording<u8> =
        serde_json::from_str(&later(&recording)).expect("its version is read");
    assert_eq!(read.check_read(), Err(HistoryError::Version { found: 7, read: 1 }));
    let mut bytes = postcard::to_allocvec(&recording).expect("it is data");
    assert_eq!(postcard::from_bytes::<Recording<u8>>(&bytes).expect("it is whole"), recording);
    bytes[0] = 2;
    let read: Recording<u8> = postcard::from_bytes(&bytes).expect("its version is read");
    assert_eq!(read.check_read(), Err(HistoryError::Version { found: 2, read: 1 }));
}

/// Else a game that loads and saves would lose what a later one has written.
#[test]
fn what_was_not_read_is_not_written() {
    let read: Saved<u32> = serde_json::from_str(&later(&made::player())).expect("a version");
    let error = serde_json::to_string(&read).unwrap_err().to_string();
    assert_eq!(error, "version 7 was not read, so it cannot be written");
    let read: Recording<u8> = serde_json::from_str(&later(&made::recording())).expect("a version");
    assert!(serde_json::to_string(&read).is_err());
}

#[test]
fn queues_and_playing_timelines_of_a_later_form_say_which_and_which_was_needed() {
    fn refusal<T: Serialize + DeserializeOwned>(text: &str) -> String {
        let read = serde_json::from_str::<T>(text);
        read.map(drop).expect_err("it has a later form").to_string()
    }
    let queue = later(&made::queue());
    let relay = serde_json::to_string(&made::relay()).expect("it is data");
    let relay = relay.replacen("\"version\":1", "\"version\":7", 1);
    let refusals = [
        refusal::<Sequencer<String>>(&queue),
        refusal::<Relay<String>>(&relay),
        refusal::<Playing>(&later(&made::playing())),
    ];
    for refusal in refusals {
        assert!(
            refusal.starts_with("the save has version 7; this program reads version 1"),
            "{refusal}"
        );
    }
}

#[test]
fn a_save_whose_version_is_no_number_or_is_not_there_is_refused() {
    for version in ["\"version\":-1,", "\"version\":\"1\",", "\"version\":4294967297,", ""] {
        let text = serde_json::to_string(&made::player()).expect("it is data");
        let text = text.replacen("\"version\":1,", version, 1);
        assert!(serde_json::from_str::<Saved<u32>>(&text).is_err(), "{version}");
    }
    for empty in ["{}", "[]", "null", "{\"version\":1}", "[1]"] {
        assert!(serde_json::from_str::<Saved<u32>>(empty).is_err(), "{empty}");
        assert!(serde_json::from_str::<Recording<u8>>(empty).is_err(), "{empty}");
    }
}

#[test]
fn a_recording_that_lacks_inputs_can_be_asked_and_corrected() {
    let recording = made::recording();
    let saved = serde_json::to_value(&recording).expect("it is data");
    for kept in 0..14 {
        let mut damaged = saved.clone();
        damaged["inputs"].as_array_mut().expect("a list").truncate(kept);
        let mut read: Recording<u8> = serde_json::from_value(damaged).expect("its parts are read");
        assert_eq!(read.check_read(), Err(HistoryError::Damaged));
        for tick in (0..60).map(Tick::new) {
            let _ = read.inputs(tick);
            let _before_the_first = read.correct(tick, [1; 3]);
            let _ = read.input(tick, 1);
        }
        read.correct(Tick::new(10), []).unwrap();
    }
    let digests = [json!([[50, 1]]), json!([[-1, 1]]), json!([[5, 1], [5, 1]])];
    for outside in digests {
        let mut damaged = saved.clone();
        damaged["digests"] = outside;
        let read: Recording<u8> = serde_json::from_value(damaged).expect("its parts are read");
        assert_eq!(read.check_read(), Err(HistoryError::Damaged));
    }
}

/// The clips that the old player needs, some of them not there and some not as they were.
fn clips_without(missing: &[&str], changed: &[&str]) -> Clips {
    let mut clips = Clips::new();
    let all = made::clips();
    for name in ["blink", "walk"].into_iter().filter(|name| !missing.contains(name)) {
        let clip = match all.get(all.id(name).expect("it is there")) {
            Ok(_) if changed.contains(&name) => {
                ClipBuilder::new(name).duration(Span::from_millis(1)).build().expect("it is sound")
            }
            clip => clip.expect("it is there").clone(),
        };
        clips.add(clip).expect("it is new");
    }
    clips
}

#[test]
fn a_player_names_each_clip_that_is_missing_or_changed_and_can_be_loaded_again() {
    let saved = made::player();
    let before = saved.clone();
    for bits in 0..16_u8 {
        let is = |bit: u8| bits & 1 << bit != 0;
        let named = |which: [bool; 2]| -> Vec<&str> {
            let names = ["blink", "walk"].into_iter().zip(which);
            names.filter_map(|(name, wanted)| wanted.then_some(name)).collect()
        };
        let missing = named([is(0), is(1)]);
        let changed = named([is(2) && !is(0), is(3) && !is(1)]);
        let loaded = saved.load(&clips_without(&missing, &changed));
        assert_eq!(saved, before, "a refusal changes nothing");
        match loaded {
            Ok(_) => assert!(missing.is_empty() && changed.is_empty()),
            Err(SaveError::Clips { missing: mut lacking, changed: mut differing }) => {
                lacking.sort_unstable();
                differing.sort_unstable();
                assert_eq!((lacking, differing), (own(&missing), own(&changed)));
            }
            Err(other) => panic!("{other}"),
        }
        // With the right clips it is what it was, also after it was written again.
        let text = serde_json::to_string(&saved).expect("it is data");
        let again: Saved<u32> = serde_json::from_str(&text).expect("as it was written");
        assert_eq!(again, before);
        assert!(again.load(&made::clips()).is_ok());
    }
}

fn own(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
