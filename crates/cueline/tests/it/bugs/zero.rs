//! No duration: legal, at its exact time, and never a division by zero.

use cueline::{
    playback::PlayError,
    timeline::{call, to},
};

use super::*;

#[test]
fn phaser_2719_no_duration_is_no_duration() {
    let mut x = Moving::at(5.0);
    assert!(x.tween_to(at(100), 10.0, ms(0), Easing::IN_OUT_CUBIC));
    assert_eq!((x.value(at(99)), x.value(at(100))), (5.0, 10.0));
    assert_eq!(x.settles_at(), Some(at(100)));
}

#[test]
fn phaser_4235_a_tween_without_duration_jumps_to_its_target() -> Tested {
    let scene = TimelineBuilder::new("jump")
        .start("x", 200.0)
        .at(ms(50), to("x", 300.0).duration(ms(0)))
        .build()?;
    assert_eq!(scene.sample(&"x", ms(49)), Ok(200.0));
    assert_eq!(scene.sample(&"x", ms(50)), Ok(300.0));
    Ok(())
}

#[test]
fn phaser_6955_after_no_duration_the_value_moves_on() {
    let mut alpha = Moving::at(1.0);
    alpha.tween_to(at(0), 0.5, ms(0), Easing::Linear);
    assert_eq!(alpha.value(at(16)), 0.5);
    alpha.tween_to(at(16), 0.0, ms(100), Easing::Linear);
    assert_eq!((alpha.value(at(66)), alpha.value(at(116))), (0.25, 0.0));
}

#[test]
fn phaser_1710_an_entry_without_duration_ends() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(0), "jump");
    let mut seen = Vec::new();
    queue.advance(ms(16), |update, _| {
        seen.push((update.started, update.ended, update.progress()))
    })?;
    assert_eq!((seen, queue.is_empty()), (vec![(true, true, 1.0)], true));
    Ok(())
}

#[test]
fn createjs_16_an_entry_without_duration_plays_in_a_queue_that_has_ended() {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(1000), "bounce");
    assert_eq!(calls(&mut queue, 1500), [("bounce", 1000)]);
    queue.enqueue(ms(0), "set");
    queue.enqueue(ms(0), "call");
    assert_eq!(calls(&mut queue, 16), [("set", 0), ("call", 0)]);
}

#[test]
fn kinetic_1026_no_duration_is_not_the_default_duration() -> Tested {
    let scene =
        TimelineBuilder::new("jump").start("x", 0.0).then(to("x", 1.0).duration(ms(0))).build()?;
    assert_eq!((scene.duration(), scene.sample(&"x", ms(0))), (Some(ms(0)), Ok(1.0)));
    Ok(())
}

#[test]
fn dotween_194_an_entry_without_duration_reports_its_end() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(0), "foo");
    queue.enqueue(ms(100), "bar");
    queue.advance(ms(200), |_, _| ())?;
    let expected = [("start", 0), ("end", 0), ("start", 0), ("end", 100)];
    assert_eq!(happened(queue.events()), expected);
    Ok(())
}

#[test]
fn dotween_274_a_queue_of_callbacks_alone_plays() {
    let mut queue = Sequencer::new();
    for name in ["a", "b"] {
        queue.enqueue(ms(0), name);
    }
    assert_eq!(calls(&mut queue, 0), [("a", 0), ("b", 0)], "in a step of no time");
}

#[test]
fn leantween_77_a_clip_without_duration_shows_its_value() -> Tested {
    let mut stage = Stage::new(clip(0, &[]), Repeat::Once)?;
    assert_eq!(stage.step(0), [("start", 0), ("end", 0)]);
    assert_eq!(stage.what.track::<f64>("x")?.sample(stage.playing.at(at(16)).local), 0.0);
    Ok(())
}

#[test]
fn gsap_360_what_waits_for_a_clip_without_duration_goes_on() -> Tested {
    let mut clips = Clips::new();
    clips.add(clip(0, &[0]))?;
    let mut player = Player::new();
    let item = player.play(&clips, "clip", Repeat::Once)?;
    assert_eq!(happened(&player.advance(ms(16), &clips)), [("start", 0), ("cue", 0), ("end", 0)]);
    assert!(!player.contains(item));
    Ok(())
}

#[test]
fn gsap_436_a_restart_without_duration_reports_start_and_end_again() -> Tested {
    let scene = TimelineBuilder::new("jump").start("x", 0.0).then(to("x", 1.0).duration(ms(0)));
    let mut stage = Stage::new(scene.build()?, Repeat::Once)?;
    // The timeline, and in it the tween.
    assert_eq!(stage.step(16), [("start", 0), ("start", 0), ("end", 0), ("end", 0)]);
    for now in [100, 200] {
        stage.playing.restart(at(now));
        assert_eq!(stage.step(now + 16), ["start", "start", "end", "end"].map(|name| (name, now)));
    }
    Ok(())
}

#[test]
fn gsap_604_an_empty_timeline_ends_each_time() -> Tested {
    let mut stage = Stage::new(TimelineBuilder::<&str>::new("empty").build()?, Repeat::Once)?;
    assert_eq!(stage.step(16), [("start", 0), ("end", 0)]);
    stage.playing.restart(at(20));
    assert_eq!(stage.step(32), [("start", 20), ("end", 20)]);
    Ok(())
}

#[test]
fn gsap_22_a_timeline_of_calls_makes_them_on_every_restart() -> Tested {
    let scene = TimelineBuilder::<&str>::new("calls").then(call(1)).then(call(2)).build()?;
    let mut stage = Stage::new(scene, Repeat::Once)?;
    assert_eq!(stage.step(16), [("start", 0), ("cue", 0), ("cue", 0), ("end", 0)]);
    stage.playing.restart(at(16));
    assert_eq!(stage.step(32), [("start", 16), ("cue", 16), ("cue", 16), ("end", 16)]);
    Ok(())
}

#[test]
fn primetween_200_a_delay_holds_without_a_duration() {
    let mut queue = Sequencer::new();
    queue.non_blocking(ms(0).delayed(ms(1000)), "late");
    queue.non_blocking(ms(1).delayed(ms(100)), "early");
    assert_eq!(calls(&mut queue, 999), [("early", 1)]);
    assert_eq!(calls(&mut queue, 1), [("late", 0)]);
}

#[test]
fn tweenjs_394_after_no_duration_the_next_entry_has_the_whole_step() {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(0), "set");
    queue.enqueue(ms(100), "move");
    assert_eq!(calls(&mut queue, 40), [("set", 0), ("move", 40)]);
}

#[test]
fn bevy_tweening_56_a_delay_of_nothing_is_no_fault() {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100).delayed(ms(0)), "menu");
    assert_eq!(calls(&mut queue, 40), [("menu", 40)]);
}

#[test]
fn flutter_11445_a_motion_on_its_way_takes_a_target_without_duration() {
    let mut x = Moving::at(0.2);
    x.tween_to(at(0), 1.0, ms(100), Easing::Linear);
    assert!(x.tween_to(at(50), 1.0, ms(0), Easing::Linear));
    assert_eq!((x.value(at(50)), x.is_settled(at(50))), (1.0, true));
}

#[test]
fn cocos_19158_passes_of_no_duration_are_refused() {
    for repeat in [Repeat::Times(2), Repeat::Forever] {
        let refused = Stage::new(clip(0, &[]), repeat).err();
        assert_eq!(refused, Some(PlayError::EmptyLoop { at: ms(0) }), "{repeat:?}");
    }
    assert!(Stage::new(clip(0, &[]), Repeat::Times(1)).is_ok());
}

#[test]
fn cocos_20594_a_callback_in_a_callback_is_called_once() -> Tested {
    let inner = TimelineBuilder::<&str>::new("inner").then(call(1));
    let nested =
        cueline::timeline::nest(TimelineBuilder::new("outer").then(cueline::timeline::nest(inner)));
    let mut stage =
        Stage::new(TimelineBuilder::new("all").then(nested).wait(ms(100)).build()?, Repeat::Once)?;
    assert_eq!(due("cue", &stage.run(0, 200, 16)), [0]);
    Ok(())
}
