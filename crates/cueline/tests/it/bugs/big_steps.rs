//! A long frame: all that is due in it happens, at its exact time.

use cueline::time::{CatchUp, FixedStepConfig};

use super::*;

#[test]
fn tweenjs_187_a_chained_entry_starts_at_the_end_of_the_one_before() {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(1000), "a");
    queue.enqueue(ms(1000), "b");
    assert_eq!(calls(&mut queue, 1500), [("a", 1000), ("b", 500)]);
    assert_eq!(calls(&mut queue, 500), [("b", 1000)]);
    assert_eq!(calls(&mut queue, 500), []);
}

#[test]
fn bevy_tweening_36_a_thousand_ends_lose_no_time() -> Tested {
    let mut queue = Sequencer::new();
    for entry in 0..1000 {
        queue.enqueue(ms(10), entry);
    }
    let mut end = at(0);
    while !queue.is_empty() {
        queue.advance(ms(16), |update, _| end = update.at)?;
    }
    assert_eq!(end, at(10_000));
    Ok(())
}

#[test]
fn phaser_1628_at_a_low_rate_the_last_picture_shows() -> Tested {
    let death = Flipbook::equal(8, ms(60))?.times(1)?;
    for frame in [16, 100, 400, 1000] {
        let after = (480 / frame + 1) * frame; // the first frame after the end
        assert_eq!((death.frame_at(at(0), at(after)), death.is_over(at(0), at(after))), (7, true));
    }
    Ok(())
}

#[test]
fn phaser_4232_a_slow_machine_plays_at_the_same_speed() -> Tested {
    for frame in [16, 40, 250] {
        let mut stage = Stage::new(clip(2000, &[]), Repeat::Once)?;
        assert_eq!(due("end", &stage.run(0, 3000, frame)), [2000], "frames of {frame} ms");
    }
    Ok(())
}

#[test]
fn bevy_24462_one_update_over_many_ends_is_whole() -> Tested {
    let mut stage = Stage::new(clip(300, &[100]), Repeat::Times(4))?;
    let events = stage.step(1000);
    assert_eq!(
        (due("cue", &events), due("loop", &events)),
        (vec![100, 400, 700, 1000], vec![300, 600, 900])
    );
    assert_eq!(stage.local(1000), 100);
    Ok(())
}

#[test]
fn gpuskinning_15_a_hiccup_swallows_no_cue() -> Tested {
    let mut smooth = Stage::new(clip(1000, &[200, 210, 900]), Repeat::Once)?;
    let mut hiccup = Stage::new(clip(1000, &[200, 210, 900]), Repeat::Once)?;
    let mut events = hiccup.run(0, 160, 16);
    events.extend(hiccup.step(950));
    events.extend(hiccup.step(1000));
    assert_eq!(events, smooth.run(0, 1000, 16));
    Ok(())
}

#[test]
fn tweenjs_201_loops_stay_in_step_with_each_other_after_a_sleep() -> Tested {
    let (awake, asleep) = (
        Stage::new(clip(700, &[]), Repeat::Forever)?,
        Stage::new(clip(700, &[]), Repeat::Forever)?,
    );
    let mut both = [(awake, 16), (asleep, 60_000)];
    for (stage, frame) in &mut both {
        stage.run(0, 60_000, *frame);
    }
    assert_eq!(both.map(|(stage, _)| stage.local(60_010)), [60_010 % 700; 2]);
    Ok(())
}

#[test]
fn motion_501_after_a_sleep_the_motion_is_where_time_is() {
    let mut x = Moving::at(0.0);
    x.tween_to(at(0), 30.0, ms(30_000), Easing::Linear);
    assert_eq!((x.value(at(1000)), x.value(at(20_000))), (1.0, 20.0));
}

#[test]
fn jquery_446_a_long_stall_can_be_left_out() -> Tested {
    let config =
        FixedStepConfig { max_ticks: 5, catch_up: CatchUp::Drop, ..FixedStepConfig::default() };
    let mut steps = FixedStep::with_config(TickRate::HZ_60, config)?;
    let frame = steps.advance(secs(60.0));
    assert_eq!((frame.ticks, steps.now()), (5, TickRate::HZ_60.time_of(Tick::new(5))));
    assert_eq!(frame.dropped + Span::from_frames(5, TickRate::HZ_60), secs(60.0));
    Ok(())
}

#[test]
fn godot_89786_a_timer_of_10_ms_comes_ten_times_in_100() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(10), "timer");
    let mut due = Vec::new();
    queue.advance(ms(100), |update, commands| {
        if update.ended {
            due.push(update.at);
            commands.enqueue(ms(10), "timer");
        }
    })?;
    assert_eq!(due, (1..=10).map(|count| at(10 * count)).collect::<Vec<_>>());
    Ok(())
}

#[test]
fn godot_94355_ticks_do_not_depend_on_the_frame_rate() {
    for frames in [30, 60, 144, 240] {
        let mut steps = FixedStep::new(TickRate::HZ_60);
        let ticks: u64 =
            (0..frames).map(|_| u64::from(steps.advance(secs(1.0) / frames).ticks)).sum();
        assert_eq!(ticks, 60, "{frames} frames in a second");
    }
}

#[test]
fn starling_814_the_rest_of_a_step_belongs_to_what_the_end_queues() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(1000), 0);
    let mut seen = Vec::new();
    queue.advance(ms(1300), |update, commands| {
        seen.push((*update.payload, update.elapsed));
        if update.ended {
            commands.enqueue(ms(1000), *update.payload + 1);
        }
    })?;
    assert_eq!(seen, [(0, ms(1000)), (1, ms(300))]);
    Ok(())
}

#[test]
fn dicey_dungeons_624_after_a_long_sleep_speed_is_as_before() {
    let mut steps = FixedStep::new(TickRate::HZ_60);
    steps.advance(secs(600.0));
    let after: Vec<_> = (0..6).map(|_| steps.advance(ms(50)).ticks).collect();
    assert_eq!(after, [3; 6]);
}
