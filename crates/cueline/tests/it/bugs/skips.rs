//! Ending early: the state is that of playing, and nothing is lost.

use cueline::{event::Reason, playback::PlayError, sequencer::Until};

use super::*;

#[test]
fn dotween_41_a_skip_makes_every_call_in_order() -> Tested {
    let mut queue = Sequencer::new();
    for name in ["hide", "move", "change the picture", "show"] {
        queue.enqueue(ms(if name == "move" { 300 } else { 0 }), name);
    }
    let mut calls = Vec::new();
    queue.finish(|update, _| calls.push((*update.payload, update.ended, update.reason)))?;
    let skipped = |name| (name, true, Reason::Skipped);
    assert_eq!(calls, ["hide", "move", "change the picture", "show"].map(skipped));
    Ok(())
}

#[test]
fn dotween_566_an_endless_item_says_that_it_cannot_finish() -> Tested {
    let mut clips = Clips::new();
    clips.add(clip(400, &[]))?;
    let mut player = Player::new();
    let endless = player.play(&clips, "clip", Repeat::Forever)?;
    player.advance(ms(500), &clips);
    assert_eq!(player.finish(endless, &clips).err(), Some(PlayError::LoopsForever));
    assert_eq!(player.position(endless)?.local, ms(100));
    // In a queue it has a last call.
    let mut queue = Sequencer::new();
    queue.background_forever("clouds");
    let mut last = 0;
    queue.finish(|update, _| last += u32::from(update.ended))?;
    assert_eq!((last, queue.is_empty()), (1, true));
    Ok(())
}

#[test]
fn dotween_64_a_stopped_endless_item_reports_one_end() -> Tested {
    let mut clips = Clips::new();
    clips.add(clip(400, &[]))?;
    let mut player = Player::new();
    let endless = player.play(&clips, "clip", Repeat::Forever)?;
    player.advance(ms(900), &clips);
    let events = player.stop(endless)?;
    assert_eq!((happened(events), events[0].reason), (vec![("end", 900)], Reason::Cancelled));
    assert_eq!(player.stop(endless).err(), Some(PlayError::Gone));
    Ok(())
}

#[test]
fn dialogic_794_one_skip_ends_one_line() -> Tested {
    let mut queue = Sequencer::new();
    for line in ["first", "second", "third"] {
        queue.enqueue(ms(3000), line);
    }
    queue.advance(ms(100), |_, _| ())?;
    let mut ended = Vec::new();
    for _click in 0..2 {
        queue.skip(Until::EpochEnd, |update, _| {
            ended.extend(update.ended.then_some(*update.payload))
        })?;
    }
    assert_eq!(ended, ["first", "second"]);
    assert_eq!(calls(&mut queue, 16), [("third", 16)]);
    Ok(())
}

#[test]
fn renpy_6003_a_motion_can_be_brought_to_its_end_before_the_next() {
    let mut x = Moving::at(0.0);
    x.tween_to(at(0), 100.0, ms(20_000), Easing::IN_OUT_SINE);
    x.finish(at(5000));
    x.tween_to(at(5000), 200.0, ms(1000), Easing::Linear);
    assert_eq!((x.value(at(5000)), x.value(at(5500)), x.value(at(6000))), (100.0, 150.0, 200.0));
}

#[test]
fn tweenjs_689_an_entry_that_ends_itself_in_a_call_ends() -> Tested {
    let mut queue = Sequencer::new();
    let id = queue.enqueue(ms(5000), "move");
    let mut calls = Vec::new();
    for _ in 0..10 {
        queue.advance(ms(16), |update, commands| {
            calls.push((update.progress() == 1.0, update.ended));
            commands.finish_entry(id);
        })?;
    }
    assert_eq!(calls, [(false, false), (true, true)]);
    assert!(queue.is_empty());
    Ok(())
}
