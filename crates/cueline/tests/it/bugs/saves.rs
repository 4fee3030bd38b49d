//! Saves, loads and rollbacks: in the middle of everything, to the bit.

use std::num::NonZeroUsize;

use cueline::{digest::digest, history::Snapshots, sequencer::EntryDuration};
use serde::{Serialize, de::DeserializeOwned};

use super::*;

/// Through a file and back.
fn loaded<T: Serialize + DeserializeOwned>(state: &T) -> T {
    let file = serde_json::to_string(state).expect("a state that can be saved");
    serde_json::from_str(&file).expect("a file that can be loaded")
}

fn shown(queue: &Sequencer<String>) -> Vec<(&str, i64)> {
    let shown = queue.sample(queue.time());
    shown.map(|entry| (entry.payload.as_str(), entry.elapsed.millis())).collect()
}

#[test]
fn dialogic_2170_after_the_last_line_a_load_shows_nothing() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), "the last line".to_string());
    queue.advance(ms(200), |_, _| ())?;
    let queue = loaded(&queue);
    assert_eq!((shown(&queue), queue.is_empty()), (vec![], true));
    Ok(())
}

#[test]
fn dialogic_1560_a_load_has_all_lanes() -> Tested {
    let mut queue = Sequencer::new();
    queue.background_forever("music".to_string());
    queue.enqueue(EntryDuration::Open, "a line".to_string());
    queue.concurrently(ms(500), "the portrait".to_string());
    queue.advance(ms(150), |_, _| ())?;
    let loaded = loaded(&queue);
    assert_eq!(shown(&loaded), [("a line", 150), ("the portrait", 150), ("music", 150)]);
    assert_eq!((&loaded, digest(&loaded)), (&queue, digest(&queue)));
    Ok(())
}

#[test]
fn renpy_4827_a_rollback_after_a_load_is_in_the_middle_of_the_motion() -> Tested {
    let mut zoom = Moving::at(1.0);
    zoom.tween_to(at(0), 1.3, ms(30_000), Easing::IN_OUT_SINE);
    let mut states = Snapshots::new(NonZeroUsize::MIN.saturating_add(7));
    for tick in 0..4 {
        states.keep(Tick::new(tick), &loaded(&zoom));
    }
    let back = states.restore(Tick::new(1))?;
    assert_eq!(back, &zoom);
    assert_eq!(back.value(at(15_000)), zoom.value(at(15_000)));
    assert!(back.value(at(15_000)) < 1.2 && back.value(at(15_000)) > 1.1);
    Ok(())
}

#[test]
fn renpy_7232_a_rollback_into_a_motion_shows_what_it_showed_then() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(500), "moves".to_string());
    let mut states = Snapshots::new(NonZeroUsize::MIN.saturating_add(7));
    for tick in 0..5 {
        states.keep(Tick::new(tick), &queue);
        queue.advance(ms(100), |_, _| ())?;
    }
    assert_eq!(shown(&queue), []);
    queue.clone_from(states.restore(Tick::new(2))?);
    assert_eq!(shown(&queue), [("moves", 200)]);
    Ok(())
}

#[test]
fn renpy_5894_what_has_ended_plays_again_after_a_rollback() -> Tested {
    let mut stage = Stage::new(clip(500, &[100]), Repeat::Once)?;
    let before = stage.playing;
    let first = stage.run(0, 600, 16);
    stage.playing = before;
    assert_eq!(stage.run(0, 600, 16), first);
    Ok(())
}

#[test]
fn renpy_1404_a_rollback_and_the_same_steps_give_the_same_state() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(200), "hide".to_string());
    let before = queue.clone();
    queue.advance(ms(150), |_, _| ())?;
    let once = digest(&queue);
    queue = before;
    queue.advance(ms(150), |_, _| ())?;
    assert_eq!(digest(&queue), once);
    assert_eq!(shown(&queue), [("hide", 150)]);
    Ok(())
}

#[test]
fn renpy_7098_a_load_shows_the_scene_of_the_save_alone() -> Tested {
    let mut queue = Sequencer::new();
    for scene in ["scene 2", "scene 3"] {
        queue.enqueue(ms(600), scene.to_string());
    }
    queue.advance(ms(700), |_, _| ())?;
    assert_eq!(shown(&loaded(&queue)), [("scene 3", 100)]);
    Ok(())
}

#[test]
fn renpy_4168_a_load_does_not_change_what_shows() -> Tested {
    let mut stage = Stage::new(clip(2000, &[]), Repeat::Forever)?;
    stage.step(1500);
    stage.playing.pause(at(1500));
    let playing = loaded(&stage.playing);
    assert_eq!((playing, playing.at(at(9000)).local), (stage.playing, ms(1500)));
    Ok(())
}

#[test]
fn bevy_ggrs_82_a_simulation_again_gives_the_same_ids() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), "a".to_string());
    let before = queue.clone();
    let spawn = |queue: &mut Sequencer<String>| {
        let id = queue.enqueue(ms(100), "b".to_string());
        queue.advance(ms(150), |_, _| ()).map(|()| id)
    };
    let first = spawn(&mut queue)?;
    queue.clone_from(&before);
    assert_eq!(spawn(&mut queue)?, first);
    Ok(())
}
