//! Saves that are whole but not for this program or these clips: the error says what was found and what was needed,
//! nothing has changed, and with the right clips they are read as before.
#![cfg(feature = "serde")]

use crate::made;

use cueline::{
    clip::{ClipBuilder, Clips},
    history::{HistoryError, Recording},
    playback::{PlayError, Player, Playing, Saved},
    relay::Relay,
    sequencer::Sequencer,
    time::Span,
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
fn a_save_of_a_later_form_says_which_and_which_was_needed() {
    fn refusal<T: DeserializeOwned>(text: &str) -> String {
        serde_json::from_str::<T>(text).map(drop).expect_err("it has a later form").to_string()
    }
    let relay = serde_json::to_string(&made::relay()).expect("it is data");
    let relay = relay.replacen("\"version\":1", "\"version\":7", 1);
    // Also where another program has sorted the fields.
    let mut sorted = serde_json::to_value(made::player()).expect("it is data");
    sorted["version"] = json!(7);
    let refusals = [
        refusal::<Saved<u32>>(&later(&made::player())),
        refusal::<Saved<u32>>(&sorted.to_string()),
        refusal::<Recording<u8>>(&later(&made::recording())),
        refusal::<Sequencer<String>>(&later(&made::queue())),
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
fn a_save_of_a_later_form_is_refused_in_bytes() {
    fn is_refused<T: Serialize + DeserializeOwned>(saved: &T) -> bool {
        let mut bytes = postcard::to_allocvec(saved).expect("it is data");
        assert!(postcard::from_bytes::<T>(&bytes).is_ok(), "it is whole");
        bytes[0] = 2;
        postcard::from_bytes::<T>(&bytes).is_err()
    }
    assert!(is_refused(&made::player()) && is_refused(&made::recording()));
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
fn a_recording_whose_parts_do_not_fit_together_is_refused() {
    let saved = serde_json::to_value(made::recording()).expect("it is data");
    let refused = |field: &str, value: serde_json::Value| {
        let mut damaged = saved.clone();
        damaged[field] = value;
        let error = serde_json::from_value::<Recording<u8>>(damaged).expect_err("it is damaged");
        assert_eq!(error.to_string(), HistoryError::Damaged.to_string());
    };
    for kept in 0..14 {
        let mut inputs = saved["inputs"].clone();
        inputs.as_array_mut().expect("a list").truncate(kept);
        refused("inputs", inputs);
    }
    for outside in [json!([[50, 1]]), json!([[-1, 1]]), json!([[5, 1], [5, 1]])] {
        refused("digests", outside);
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
            Err(PlayError::Clips { missing: mut lacking, changed: mut differing }) => {
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
