//! Starts, ends and cues: each once, at its exact time, in order.

use cueline::{
    clip::Window,
    event::Reason,
    timeline::{call, nest},
};

use super::*;

#[test]
fn godot_86166_a_cue_at_the_end_of_a_decimal_length_comes_in_every_pass() -> Tested {
    for frame in [7, 16, 33, 1000] {
        let mut stage = Stage::new(clip(1100, &[1100]), Repeat::Times(5))?;
        let cues = due("cue", &stage.run(0, 6000, frame));
        assert_eq!(cues, [1100, 2200, 3300, 4400, 5500], "frames of {frame} ms");
    }
    Ok(())
}

#[test]
fn godot_95052_a_cue_at_the_end_comes_forward_and_backward() -> Tested {
    for frame in [7, 16, 33] {
        let mut forward = Stage::new(clip(1000, &[1000]), Repeat::Once)?;
        let backward = Play { speed: Speed::whole(-1), ..Play::default() };
        let mut backward = Stage::new(clip(1000, &[1000]), backward)?;
        assert_eq!(forward.run(0, 1200, frame), [("start", 0), ("cue", 1000), ("end", 1000)]);
        assert_eq!(backward.run(0, 1200, frame), [("start", 0), ("cue", 0), ("end", 1000)]);
    }
    Ok(())
}

#[test]
fn godot_111630_a_step_after_the_end_repeats_nothing() -> Tested {
    let mut stage = Stage::new(clip(1000, &[1000]), Repeat::Once)?;
    assert_eq!(stage.step(1000), [("start", 0), ("cue", 1000), ("end", 1000)]);
    assert_eq!((stage.step(1000), stage.step(1016)), (vec![], vec![]));
    Ok(())
}

#[test]
fn godot_27509_every_queued_entry_reports_its_end() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), "first");
    queue.enqueue(ms(200), "second");
    queue.advance(ms(500), |_, _| ())?;
    let expected = [("start", 0), ("end", 100), ("start", 100), ("end", 300)];
    assert_eq!(happened(queue.events()), expected);
    Ok(())
}

#[test]
fn godot_22210_what_begins_at_its_end_reports_start_and_end() -> Tested {
    let past = Play { delay: ms(-1000), ..Play::default() };
    let mut stage = Stage::new(clip(1000, &[]), past)?;
    assert_eq!(stage.step(0), [("start", -1000), ("end", 0)]);
    let mut sought = Stage::new(clip(1000, &[]), Repeat::Once)?;
    assert_eq!(sought.seek(0, 1000, SeekPolicy::Silent), [("start", 0), ("end", 0)]);
    Ok(())
}

#[test]
fn godot_23928_what_an_end_starts_reports_its_own_end() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), "walk");
    queue.advance(ms(350), |update, commands| {
        if update.ended && *update.payload == "walk" {
            commands.enqueue(ms(200), "idle");
        }
    })?;
    assert_eq!(due("end", &happened(queue.events())), [100, 300]);
    Ok(())
}

#[test]
fn three_9857_at_the_end_event_the_position_is_the_end() -> Tested {
    let mut stage = Stage::new(clip(1000, &[]), Repeat::Once)?;
    for frame in 1..=63 {
        if due("end", &stage.step(16 * frame)).is_empty() {
            assert!(stage.local(16 * frame) < 1000);
        } else {
            assert_eq!((frame, stage.local(16 * frame)), (63, 1000));
        }
    }
    Ok(())
}

#[test]
fn spine_634_an_entry_in_an_empty_queue_reports_its_start() -> Tested {
    let mut queue = Sequencer::new();
    queue.advance(ms(30), |_, _| ())?;
    queue.enqueue(ms(100), "idle");
    queue.advance(ms(16), |_, _| ())?;
    assert_eq!(happened(queue.events()), [("start", 30)]);
    Ok(())
}

#[test]
fn animancer_205_steps_that_end_on_a_cue_report_it_once() -> Tested {
    let mut stage = Stage::new(clip(1000, &[500]), Repeat::Times(4))?;
    assert_eq!(due("cue", &stage.run(0, 4000, 250)), [500, 1500, 2500, 3500]);
    Ok(())
}

#[test]
fn animancer_298_a_restart_at_a_cue_reports_it_once_per_pass() -> Tested {
    let mut stage = Stage::new(clip(1000, &[999]), Repeat::Forever)?;
    let mut cues = Vec::new();
    for now in (0..=3100).step_by(16) {
        let due = due("cue", &stage.step(now));
        if !due.is_empty() {
            stage.playing.restart(at(now));
        }
        cues.extend(due);
    }
    assert_eq!(cues, [999, 1008 + 999, 2016 + 999]);
    Ok(())
}

#[test]
fn animancer_193_what_an_end_starts_reports_its_cue_once() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), clip(100, &[]));
    let (mut cues, mut next) = (0, true);
    for _ in 0..40 {
        queue.advance(ms(16), |update, commands| {
            cues += update.payload.cues_in(update.window()).count();
            if update.ended && std::mem::take(&mut next) {
                commands.enqueue(ms(400), clip(400, &[150]));
            }
        })?;
    }
    assert_eq!(cues, 1);
    Ok(())
}

#[test]
fn playcanvas_4426_a_cue_at_0_comes_once() -> Tested {
    let mut stage = Stage::new(clip(1000, &[0]), Repeat::Once)?;
    assert_eq!(due("cue", &stage.run(0, 2000, 16)), [0]);
    Ok(())
}

#[test]
fn babylon_4260_a_cue_at_0_comes_in_every_pass() -> Tested {
    let mut stage = Stage::new(clip(1000, &[0, 300]), Repeat::Times(3))?;
    assert_eq!(due("cue", &stage.run(0, 3500, 16)), [0, 300, 1000, 1300, 2000, 2300]);
    Ok(())
}

#[test]
fn babylon_4283_a_restart_reports_the_cues_again() -> Tested {
    let mut stage = Stage::new(clip(1000, &[0]), Repeat::Once)?;
    assert_eq!(stage.step(700), [("start", 0), ("cue", 0)]);
    stage.playing.restart(at(700));
    assert_eq!(stage.step(716), [("start", 700), ("cue", 700)]);
    Ok(())
}

#[test]
fn babylon_14715_a_clip_with_one_keyframe_reports_its_cue() -> Tested {
    let flash =
        ClipBuilder::new("flash").track("x", [Keyframe::hold(ms(0), 1.0)]).duration(ms(300));
    let mut stage = Stage::new(flash.cue(Cue::effect(ms(100), "cue")).build()?, Repeat::Once)?;
    assert_eq!(due("cue", &stage.run(0, 400, 16)), [100]);
    Ok(())
}

#[test]
fn phaser_2243_no_frame_rate_steps_over_a_cue() {
    for frame in [1, 16, 100, 1000] {
        let strike = clip(1000, &[30]);
        let windows = (0..1000 / frame)
            .map(|count| Window::forward(ms(frame * count), ms(frame * (count + 1))));
        let cues: usize = windows.map(|window| strike.cues_in(window).count()).sum();
        assert_eq!(cues, 1, "frames of {frame} ms");
    }
}

#[test]
fn dotween_30_a_callback_comes_before_what_follows_it() {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), "move");
    queue.enqueue(ms(0), "callback");
    queue.enqueue(ms(100), "next");
    assert_eq!(calls(&mut queue, 150), [("move", 100), ("callback", 0), ("next", 50)]);
}

#[test]
fn dotween_268_callbacks_at_one_time_come_in_the_order_of_their_queueing() {
    let mut queue = Sequencer::new();
    for name in ["1", "2", "3"] {
        queue.enqueue(ms(0), name);
    }
    queue.together([(ms(0), "4"), (ms(0), "5")]);
    let order: Vec<_> = calls(&mut queue, 0).into_iter().map(|(name, _)| name).collect();
    assert_eq!(order, ["1", "2", "3", "4", "5"]);
}

#[test]
fn anime_373_backward_the_order_is_the_reverse() -> Tested {
    let two = || {
        TimelineBuilder::<&str>::new("two").at(ms(100), call(1)).at(ms(200), call(2)).wait(ms(300))
    };
    let numbers = |speed| -> Result<Vec<_>, Box<dyn Error>> {
        let mut stage = Stage::new(two().build()?, Play { speed, ..Play::default() })?;
        stage.step(1000);
        Ok(stage.buffer.events().iter().map(|event| event.kind).collect())
    };
    let [start, one, two, end] =
        [EventKind::Start, EventKind::Cue(1), EventKind::Cue(2), EventKind::End];
    assert_eq!(numbers(Speed::NORMAL)?, [start, one, two, end]);
    assert_eq!(numbers(Speed::whole(-1))?, [start, two, one, end]);
    Ok(())
}

#[test]
fn anime_378_on_the_way_back_the_end_is_reported_too() -> Tested {
    let mut stage = Stage::new(clip(500, &[]), Repeat::Once)?;
    assert_eq!(stage.step(500), [("start", 0), ("end", 500)]);
    stage.playing.reverse(at(500))?;
    assert_eq!(stage.run(500, 1200, 16), [("end", 1000)]);
    Ok(())
}

#[test]
fn gsap_312_a_call_at_the_end_of_a_nested_timeline_comes_on_the_way_back() -> Tested {
    let inner = TimelineBuilder::<&str>::new("inner").wait(ms(200)).then(call(1));
    let outer =
        TimelineBuilder::new("outer").wait(ms(1000)).then(nest(inner)).wait(ms(1000)).build()?;
    let mut stage = Stage::new(outer, Repeat::Once)?;
    assert_eq!(due("cue", &stage.seek(0, 2200, SeekPolicy::All)), [0]);
    assert_eq!(due("cue", &stage.seek(0, 0, SeekPolicy::All)), [0]);
    assert!(stage.buffer.events().iter().all(|event| event.reason == Reason::Sought));
    Ok(())
}
