//! Ending, dropping and queueing from inside a call.

use cueline::{event::Reason, sequencer::AdvanceError};

use super::*;

/// Two entries of 100 ms side by side.
fn pair() -> (Sequencer<&'static str>, EntryId, EntryId) {
    let mut queue = Sequencer::new();
    let (first, second) = (queue.enqueue(ms(100), "first"), queue.concurrently(ms(100), "second"));
    (queue, first, second)
}

#[test]
fn tweenjs_367_an_update_may_drop_another_entry() -> Tested {
    let (mut queue, _, second) = pair();
    let mut seen = Vec::new();
    for _ in 0..2 {
        queue.advance(ms(16), |update, commands| {
            seen.push(*update.payload);
            if *update.payload == "first" {
                commands.cancel(second);
            }
        })?;
    }
    assert_eq!(seen, ["first", "first"], "no further call of what was dropped");
    Ok(())
}

#[test]
fn tweenjs_85_an_update_may_drop_its_own_entry() -> Tested {
    let (mut queue, first, _) = pair();
    queue.advance(ms(16), |_, commands| commands.cancel(first))?;
    assert_eq!(calls(&mut queue, 16), [("second", 32)]);
    Ok(())
}

#[test]
fn tweenjs_337_an_end_that_drops_itself_leaves_the_others() -> Tested {
    let mut queue = Sequencer::new();
    let first = queue.enqueue(ms(50), "first");
    queue.concurrently(ms(100), "second");
    let mut ended = Vec::new();
    for _ in 0..10 {
        queue.advance(ms(16), |update, commands| {
            if update.ended {
                ended.push(*update.payload);
                commands.cancel(first);
            }
        })?;
    }
    assert_eq!(ended, ["first", "second"]);
    Ok(())
}

#[test]
fn tweenjs_258_an_id_of_the_past_drops_nothing() -> Tested {
    let mut queue = Sequencer::new();
    let past = queue.enqueue(ms(10), "past");
    queue.advance(ms(20), |_, _| ())?;
    let ids: Vec<_> = (0..6).map(|_| queue.concurrently(ms(10), "present")).collect();
    assert_eq!(queue.cancel(past), None);
    assert!(ids.iter().all(|id| queue.contains(*id)));
    Ok(())
}

#[test]
fn tweenjs_651_an_end_may_start_the_same_again() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(500), "jump");
    for now in (0..2000).step_by(100) {
        queue.advance(ms(100), |update, commands| {
            if update.ended {
                commands.enqueue(ms(500), *update.payload);
            }
        })?;
        assert_eq!(queue.len(), 1, "at {now} ms");
    }
    Ok(())
}

#[test]
fn gokit_38_an_end_that_drops_another_skips_no_third() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(16), "a");
    let b = queue.concurrently(ms(100), "b");
    queue.concurrently(ms(100), "c");
    let mut seen = Vec::new();
    queue.advance(ms(20), |update, commands| {
        seen.push(*update.payload);
        if update.ended {
            commands.cancel(b);
        }
    })?;
    assert_eq!(seen, ["a", "c"]);
    Ok(())
}

#[test]
fn dotween_345_after_a_flush_in_a_call_the_queue_takes_entries() -> Tested {
    let (mut queue, ..) = pair();
    queue.advance(ms(100), |update, commands| {
        if *update.payload == "first" {
            commands.flush();
            commands.enqueue(ms(100), "new");
        }
    })?;
    assert_eq!(calls(&mut queue, 30), [("new", 30)]);
    Ok(())
}

#[test]
fn dotween_656_a_call_may_advance_another_queue() -> Tested {
    let (mut queue, ..) = pair();
    let mut inner = Sequencer::new();
    queue.advance(ms(100), |_, _| {
        inner.enqueue(ms(50), "inner");
        assert_eq!(calls(&mut inner, 60), [("inner", 50)]);
    })?;
    assert!(queue.is_empty() && inner.is_empty());
    Ok(())
}

#[test]
fn phaser_924_what_is_stopped_has_no_last_call() -> Tested {
    let (mut queue, first, _) = pair();
    queue.advance(ms(99), |_, _| ())?;
    assert_eq!(queue.cancel(first), Some("first"));
    assert_eq!(calls(&mut queue, 1), [("second", 100)]);
    let reasons = queue.events().iter().map(|event| (event.id == first, event.reason));
    assert!(reasons.eq([(true, Reason::Cancelled), (false, Reason::Played)]));
    Ok(())
}

#[test]
fn animancer_157_an_item_may_be_stopped_at_its_cue() -> Tested {
    let mut clips = Clips::new();
    clips.add(clip(1000, &[300]))?;
    let mut player = Player::new();
    let warm_up = player.play(&clips, "clip", Repeat::Once)?;
    let at_cue = player.advance(ms(310), &clips).cues().count();
    assert_eq!((at_cue, happened(player.stop(warm_up)?)), (1, vec![("end", 310)]));
    assert_eq!(player.advance(ms(1000), &clips).len(), 0);
    Ok(())
}

#[test]
fn spine_150_a_chain_without_end_at_one_moment_is_an_error() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), "walk");
    let again = queue.advance(ms(200), |update, commands| {
        if update.ended {
            commands.enqueue(ms(0), "jump");
        }
    });
    assert_eq!(again, Err(AdvanceError::Runaway { at: at(100), limit: 10_000 }));
    queue.flush();
    queue.enqueue(ms(100), "idle");
    assert_eq!(calls(&mut queue, 30), [("idle", 30)], "and the queue is whole");
    Ok(())
}

#[test]
fn fatina_24_what_an_update_queues_gets_nothing_of_the_step() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), "a");
    queue.advance(ms(16), |update, commands| {
        if update.started {
            commands.now(ms(100), "b");
        }
    })?;
    assert_eq!(calls(&mut queue, 16), [("a", 32), ("b", 16)]);
    Ok(())
}

#[test]
fn three_11943_a_restart_at_the_end_ends_once_more_and_no_oftener() -> Tested {
    let mut stage = Stage::new(clip(300, &[]), Repeat::Once)?;
    let mut ends = Vec::new();
    for now in (0..=1000).step_by(100) {
        let due = due("end", &stage.step(now));
        if !due.is_empty() {
            stage.playing.restart(at(now));
        }
        ends.extend(due);
    }
    assert_eq!(ends, [300, 600, 900]);
    Ok(())
}

#[test]
fn flixel_665_an_end_that_queues_leaves_the_list_whole() -> Tested {
    let mut queue = Sequencer::new();
    for _ in 0..50 {
        queue.concurrently(ms(10), 1);
    }
    let mut ended = 0;
    queue.advance(ms(10), |update, commands| {
        ended += 1;
        commands.concurrently(ms(10), *update.payload + 1);
    })?;
    assert_eq!((ended, queue.len()), (50, 50));
    Ok(())
}
