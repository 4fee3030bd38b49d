#[path = "../../examples/rollback.rs"]
mod example;

use std::collections::BTreeMap;

use example::{Outcome, Sound};

/// How often each sound was started less how often it was retracted, up to a tick.
fn standing(outcome: &Outcome, until: i64) -> BTreeMap<Sound, i32> {
    let mut counts = BTreeMap::new();
    for sound in &outcome.sounds {
        *counts.entry(*sound).or_insert(0) += 1;
    }
    for sound in &outcome.retracted {
        *counts.entry(*sound).or_insert(0) -= 1;
    }
    counts.retain(|sound, count| sound.tick <= until && *count != 0);
    counts
}

#[test]
fn a_sync_test_with_distance_seven_has_no_mismatch_and_each_sound_once() {
    let outcome = example::sync_test(650);
    assert!(outcome.frames >= 640 && outcome.loads > 600, "{outcome:?}");
    assert_eq!(outcome.desyncs, 0);
    assert!(outcome.sounds.len() > 20, "{}", outcome.sounds.len());
    assert!(outcome.simulated > 6 * outcome.sounds.len(), "each tick runs eight times");
    assert!(standing(&outcome, i64::MAX).values().all(|count| *count == 1));
    assert!(outcome.retracted.is_empty(), "the same inputs bring the same sounds");
    // Two players with a step in each pass of 150 ms, which is 9 ticks.
    assert!((outcome.frames as usize / 9 * 2).abs_diff(outcome.steps) <= 2, "{}", outcome.steps);
    assert!(outcome.hits > 20);
}

#[test]
fn two_peers_who_mispredict_agree_and_play_each_sound_once() {
    let [one, two] = example::two_peers(900);
    for outcome in [&one, &two] {
        assert!(outcome.frames > 600 && outcome.loads > 50, "{} {}", outcome.frames, outcome.loads);
        assert_eq!(outcome.desyncs, 0);
        assert!(outcome.sounds.len() > 20);
        assert!(!outcome.retracted.is_empty(), "wrong predictions are heard and taken back");
    }
    // The last ticks may still run again.
    let until = i64::from(one.frames.min(two.frames)) - 20;
    let stands = standing(&one, until);
    assert!(stands.values().all(|count| *count == 1), "once");
    assert_eq!(stands, standing(&two, until));
    assert!(stands.len() > 15);
}
