//! Passes: each counts, none is too short, and the boundary between two belongs to the next.

use cueline::{
    playback::{Phase, PlayError, Playhead, RepeatMode},
    timeline::{call, clip as clip_item, from_to, nest, wait},
};

use super::*;

fn ping_pong(repeat: Repeat) -> Play {
    Play { repeat, repeat_mode: RepeatMode::PingPong, ..Play::default() }
}

#[test]
fn godot_61369_an_endless_loop_with_a_wait_is_legal() -> Tested {
    let tick = TimelineBuilder::<&str>::new("tick").then(wait(ms(500))).then(call(1)).build()?;
    let mut stage = Stage::new(tick, Repeat::Forever)?;
    assert_eq!(due("cue", &stage.run(0, 1700, 16)), [500, 1000, 1500]);
    Ok(())
}

#[test]
fn godot_57372_an_endless_loop_of_nothing_is_refused_when_it_is_built() -> Tested {
    let empty = TimelineBuilder::<&str>::new("empty").then(call(1)).build()?;
    let refused = Stage::new(empty, Repeat::Forever).err();
    assert_eq!(refused, Some(PlayError::EmptyLoop { at: ms(0) }));
    let nested = TimelineBuilder::<&str>::new("scene").background(call(1).forever()).build();
    assert!(nested.is_err());
    Ok(())
}

#[test]
fn godot_59585_one_looping_timeline_plays_twice_at_once() -> Tested {
    let there = || from_to("x", 0.0, 8.0).duration(ms(2000));
    let scene = TimelineBuilder::new("scene")
        .then(there())
        .then(from_to("x", 8.0, 0.0).duration(ms(2000)))
        .build()?;
    let first = Playing::new(&scene, at(0), &Repeat::Forever.into())?;
    let second = Playing::new(&scene, at(1000), &Repeat::Forever.into())?;
    let x = |playing: &Playing, now| scene.sample::<f64>(&"x", playing.at(at(now)).local);
    assert_eq!((x(&first, 9000)?, x(&first, 11_000)?), (4.0, 4.0));
    assert_eq!((x(&second, 9000)?, x(&second, 11_000)?), (0.0, 8.0));
    Ok(())
}

#[test]
fn cocos_20012_relative_passes_add_up_at_any_frame_rate() -> Tested {
    let grow = clip(200, &[]);
    let x = grow.track::<f64>("x")?;
    let play =
        Play { repeat: Repeat::Forever, repeat_mode: RepeatMode::Relative, ..Play::default() };
    let head = Playhead::new(at(0), ms(200), &play)?;
    for frames in [1, 2, 60] {
        let mut size = 0.0;
        for frame in 0..frames {
            let [from, to] =
                [frame, frame + 1].map(|count| Time::ZERO + secs(1.0) * count / frames);
            size += head.increment(from, to, |local| x.sample(local));
        }
        assert!((size - 1000.0_f64).abs() < 1e-9, "{frames} frames in a second: {size}");
    }
    assert_eq!(head.value(at(1000), |local| x.sample(local)), 1000.0);
    Ok(())
}

#[test]
fn cocos_18003_a_call_before_a_wait_comes_in_every_pass() -> Tested {
    let tick = TimelineBuilder::<&str>::new("tick").then(call(1)).then(wait(ms(1000))).build()?;
    let mut stage = Stage::new(tick, Repeat::Forever)?;
    assert_eq!(due("cue", &stage.run(0, 3500, 16)), [0, 1000, 2000, 3000]);
    Ok(())
}

#[test]
fn cocos_7086_a_step_over_many_passes_keeps_the_rest() -> Tested {
    let mut stage = Stage::new(clip(200, &[]), Repeat::Forever)?;
    assert_eq!(due("loop", &stage.step(10_500)).len(), 52);
    assert_eq!((stage.playing.at(at(10_500)).pass, stage.local(10_500)), (52, 100));
    Ok(())
}

#[test]
fn cocos_engine_2275_passes_do_not_shorten_each_other() -> Tested {
    let hop = || {
        TimelineBuilder::new("hop")
            .start("y", 0.0)
            .then(from_to("y", 0.0, -300.0).duration(ms(1000)))
    };
    for passes in [1_u32, 2, 10] {
        let scene = TimelineBuilder::new("scene").then(nest(hop()).times(passes.into())).build()?;
        assert_eq!(scene.duration(), Some(secs(1.0) * i64::from(passes)));
        assert_eq!(scene.sample(&"y", secs(1.0) * i64::from(passes) - ms(500)), Ok(-150.0));
    }
    Ok(())
}

#[test]
fn anime_854_a_nested_loop_reports_in_every_pass_around_it() -> Tested {
    let steps = clip_item(clip(500, &[100]), |name| name.to_string()).times(2);
    let scene = TimelineBuilder::new("scene").then(steps).build()?;
    let mut stage = Stage::new(scene, Repeat::Times(2))?;
    assert_eq!(due("cue", &stage.run(0, 2500, 16)), [100, 600, 1100, 1600]);
    Ok(())
}

#[test]
fn bevy_tween_14_eight_passes_have_seven_loops_and_one_end() -> Tested {
    for frame in [16, 250, 5000] {
        let mut stage = Stage::new(clip(250, &[]), Repeat::Times(8))?;
        let events = stage.run(0, 5000, frame);
        assert_eq!(
            (due("loop", &events).len(), due("end", &events)),
            (7, vec![2000]),
            "{frame} ms"
        );
    }
    Ok(())
}

#[test]
fn bevy_13767_one_step_counts_every_pass_of_a_timer() -> Tested {
    let timer = Playhead::new(at(0), ms(100), &Repeat::Forever.into())?;
    assert_eq!((timer.loops_in(at(0), at(1000)), timer.loops_in(at(1000), at(1099))), (10, 0));
    Ok(())
}

#[test]
fn three_24609_the_boundary_shows_the_next_pass_and_the_end_shows_the_end() -> Tested {
    let stage = Stage::new(clip(1000, &[]), Repeat::Times(2))?;
    assert_eq!([0, 999, 1000, 1999, 2000].map(|now| stage.local(now)), [0, 999, 0, 999, 1000]);
    assert_eq!(stage.playing.at(at(2000)).phase, Phase::Ended);
    Ok(())
}

#[test]
fn three_14486_a_pause_on_the_way_back_holds_what_shows() -> Tested {
    let mut stage = Stage::new(clip(1000, &[]), ping_pong(Repeat::Forever))?;
    assert_eq!(stage.local(1200), 800);
    stage.playing.pause(at(1200));
    assert_eq!((stage.local(1200), stage.local(5000)), (800, 800));
    stage.playing.resume(at(5000));
    assert_eq!(stage.local(5100), 700);
    Ok(())
}

#[test]
fn three_19151_turning_round_in_the_first_pass_makes_no_jump() -> Tested {
    let mut stage = Stage::new(clip(1000, &[]), ping_pong(Repeat::Forever))?;
    stage.playing.set_speed(at(400), Speed::whole(-1))?;
    assert_eq!([400, 500, 800].map(|now| stage.local(now)), [400, 300, 0]);
    Ok(())
}

#[test]
fn flixel_870_a_pause_between_passes_comes_before_each_of_them() -> Tested {
    let blink = from_to("alpha", 0.0, 1.0).duration(ms(200)).times(3).gap(ms(100)).delayed(ms(100));
    let scene = TimelineBuilder::new("scene").start("alpha", 0.0).then(blink).build()?;
    assert_eq!(scene.duration(), Some(ms(900)));
    let alpha = [200, 350, 500, 650, 800].map(|now| scene.sample(&"alpha", ms(now)));
    assert_eq!(alpha, [0.5, 1.0, 0.5, 1.0, 0.5].map(Ok));
    Ok(())
}

#[test]
fn tweenjs_557_a_long_step_keeps_the_pauses_between_passes() -> Tested {
    let turn = from_to("x", 0.0, 1000.0).duration(ms(1000)).forever().gap(ms(5000));
    let scene = TimelineBuilder::new("scene").then(turn).build()?;
    let asleep = 6000 * 10_000;
    let x = [500, 3000, 6250].map(|now| scene.sample(&"x", ms(asleep + now)));
    assert_eq!(x, [500.0, 1000.0, 250.0].map(Ok));
    Ok(())
}

#[test]
fn tweenjs_57_two_entries_in_turn_move_in_every_round() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(100), "there");
    for now in (30..=900).step_by(30) {
        let mut last = ("", 0);
        queue.advance(ms(30), |update, commands| {
            last = (*update.payload, update.elapsed.millis());
            if update.ended {
                commands.enqueue(ms(100), if last.0 == "there" { "back" } else { "there" });
            }
        })?;
        let name = if now / 100 % 2 == 0 { "there" } else { "back" };
        if now % 100 > 0 {
            assert_eq!(last, (name, now % 100));
        }
    }
    Ok(())
}

#[test]
fn pixi_8752_a_loop_says_which_pass_begins() -> Tested {
    let mut stage = Stage::new(clip(100, &[]), Repeat::Forever)?;
    stage.step(350);
    let events = stage.buffer.events().iter().filter(|event| event.kind == EventKind::Loop);
    assert_eq!(events.map(|event| event.loop_index).collect::<Vec<_>>(), [1, 2, 3]);
    Ok(())
}

#[test]
fn pixi_4072_a_looping_flipbook_reports_loops_and_no_end() -> Tested {
    let jack = Flipbook::equal(3, ms(100))?.times(1)?;
    let mut stage = Stage::new(jack, Repeat::Forever)?;
    assert_eq!(stage.run(0, 1000, 16), [("start", 0), ("loop", 300), ("loop", 600), ("loop", 900)]);
    Ok(())
}

#[test]
fn phaser_ce_606_thirty_pictures_at_thirty_a_second_last_one_second() -> Tested {
    let walk = Flipbook::equal(30, Span::from_frames(1, TickRate::hz(30)?))?;
    for now in (0_u32..=1000).step_by(17) {
        assert_eq!(walk.frame_at(at(0), at(now.into())), now * 30 / 1000 % 30);
    }
    assert_eq!((walk.frame_at(at(0), at(999)), walk.frame_at(at(0), at(1000))), (29, 0));
    Ok(())
}
