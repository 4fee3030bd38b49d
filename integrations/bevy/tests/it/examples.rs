//! The examples run without a window, and their outcome is asserted.

use std::time::Duration;

#[path = "../../examples/cards.rs"]
mod cards;
#[path = "../../examples/cutscene.rs"]
mod cutscene;
#[path = "../../examples/sprites.rs"]
mod sprites;
#[path = "../../examples/swarm.rs"]
mod swarm;
#[cfg(feature = "characters")]
#[path = "../../examples/walker.rs"]
mod walker;

#[test]
fn cards_show_the_score_as_it_was_when_their_turn_came() {
    let (scores, places) = cards::run(200);
    let mut seen = scores.clone();
    seen.dedup();
    assert_eq!(seen, [0, 10, 20, 30, 40, 50]);
    // 16 ms a frame, the first without time: 120 ms are over in the ninth frame, 600 ms in the 39th.
    assert_eq!((scores[7], scores[8]), (0, 10));
    assert_eq!((scores[37], scores[38]), (40, 50));
    assert_eq!(places, [0.0, 60.0, 120.0, 180.0, 240.0]);
}

#[test]
fn a_swarm_lands_the_same_leaves_at_any_frame_rate() {
    // 4 s; the first update has no time.
    let at_50 = swarm::run(300, 201, Duration::from_millis(20));
    let at_10 = swarm::run(300, 41, Duration::from_millis(100));
    assert!(at_50.0 > 900, "{at_50:?}");
    assert_eq!(at_50, at_10);
}

#[test]
fn a_cutscene_is_scrubbed_backwards_and_plays_on() {
    let record = cutscene::run(220);
    let places = &record.places;
    assert!(places[39].1.abs() < 0.01, "975 of 1000 ms: nearly there, {}", places[39].1);
    let back: Vec<f32> = places[41..79].iter().map(|(_, x, _)| *x).collect();
    assert!(back.is_sorted_by(|a, b| a >= b), "backwards the hero only goes back: {back:?}");
    assert!(back[37] < -10.0, "{back:?}");
    assert!(places[41..79].iter().map(|place| place.2).is_sorted_by(|a, b| a >= b));
    assert_eq!((places[219].1, places[219].2), (100.0, 3.0), "at the end of the scene");
    let names: Vec<&str> = record.events.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["Start", "door", "End"], "scrubbing is silent");
}

#[test]
fn sprites_are_written_only_when_their_picture_changes() {
    let count = sprites::run(200);
    // 4 s: ten sprites with three pictures in 400 ms, and three changes of the one that sits down.
    assert_eq!(count.writes, 10 * 30 + 3);
    assert_eq!(count.ended, 1);
    assert_eq!(count.pictures[10], 11, "the last picture of the sheet's second row stays");
}

#[cfg(feature = "characters")]
#[test]
fn a_walker_stands_on_its_feet_while_it_walks_turns_and_runs() {
    let record = walker::run(walker::WALKER, 660, Duration::from_nanos(16_666_667));
    let body = record.states.iter().filter(|(_, state)| matches!(&**state, "idle" | "move"));
    let body: Vec<_> = body.map(|(at, state)| (*at, state.as_str())).collect();
    assert_eq!(body, [(0.0, "idle"), (0.5, "move"), (10.0, "idle")]);
    for (what, frames, most) in
        [("walking", 60..180, 0.001), ("turning", 190..420, 0.03), ("running", 450..600, 0.001)]
    {
        let (far, standing) = walker::slide(&record, frames);
        assert!(far.iter().all(|far| *far <= most), "{what}: feet slide by {far:?} m");
        assert!(standing > 0.3, "{what}: each foot stands for {standing} of the time");
    }
    let (end, heading) = record.way[600];
    assert!((heading - core::f32::consts::FRAC_PI_2).abs() < 0.02, "to the left: {heading}");
    assert!(end.x > 11.0 && end.z > 5.0, "{end}");
}

#[cfg(feature = "characters")]
#[test]
fn a_fox_walks_turns_and_runs_and_its_paws_slide_by_no_more_than_is_stated() {
    let record = walker::run(walker::FOX, 660, Duration::from_nanos(16_666_667));
    let states: Vec<_> = record.states.iter().map(|(_, state)| state.as_str()).collect();
    assert_eq!(states, ["idle", "move", "idle"]);
    for (what, frames) in [("walking", 70..180), ("turning", 190..420), ("running", 450..600)] {
        let (far, standing) = walker::slide(&record, frames);
        assert!(far[..3].iter().all(|far| *far <= 0.06), "{what}: paws slide by {far:?} m");
        // In the run itself, the left forepaw goes back at half the speed of the others.
        assert!(far[3] <= if what == "running" { 0.4 } else { 0.06 }, "{what}: {far:?} m");
        assert!(standing > 0.02, "{what}: each paw stands for {standing} of the time");
    }
    let (end, _) = record.way[600];
    assert!(end.x > 10.0 && end.z > 5.0, "{end}");
}
