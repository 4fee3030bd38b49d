//! Jumps: to where a game asks, and with the cues that the policy names.

use cueline::{
    clip::{Track, Window},
    event::Direction,
    timeline::{set, to},
};

use super::*;

#[test]
fn godot_80640_a_silent_seek_passes_over_cues() -> Tested {
    let mut stage = Stage::new(clip(5000, &[1000]), Repeat::Once)?;
    stage.step(500);
    assert_eq!(stage.seek(500, 4000, SeekPolicy::Silent), []);
    assert_eq!((stage.step(516), stage.local(516)), (vec![], 4016));
    Ok(())
}

#[test]
fn godot_92805_a_seek_right_after_the_start_is_silent_at_0_too() -> Tested {
    let mut stage = Stage::new(clip(2000, &[0, 500]), Repeat::Once)?;
    assert_eq!(stage.seek(0, 1000, SeekPolicy::Silent), [("start", 0)]);
    assert_eq!(stage.run(0, 1000, 16), [("end", 1000)]);
    Ok(())
}

#[test]
fn godot_76773_seeks_to_where_it_is_repeat_no_cue() -> Tested {
    let mut stage = Stage::new(clip(1000, &[0, 480]), Repeat::Once)?;
    let mut cues = Vec::new();
    for now in (0..=960).step_by(16) {
        cues.extend(due("cue", &stage.step(now)));
        cues.extend(due("cue", &stage.seek(now, now, SeekPolicy::All)));
    }
    assert_eq!(cues, [0, 480]);
    Ok(())
}

#[test]
fn godot_59408_a_later_value_does_not_show_before_its_time() -> Tested {
    let scene = TimelineBuilder::new("door")
        .start("solid", false)
        .at(ms(1000), set("solid", true))
        .build()?;
    assert_eq!(
        [0, 999, 1000].map(|now| scene.sample(&"solid", ms(now))),
        [false, false, true].map(Ok)
    );
    Ok(())
}

#[test]
fn anime_277_after_a_seek_back_the_end_comes_again() -> Tested {
    let mut stage = Stage::new(clip(1000, &[]), Repeat::Once)?;
    assert_eq!(due("end", &stage.step(1000)), [1000]);
    stage.seek(1000, 400, SeekPolicy::Silent);
    assert_eq!(stage.run(1000, 2000, 16), [("end", 1600)]);
    Ok(())
}

#[test]
fn anime_122_a_seek_back_from_the_end_plays_on() -> Tested {
    let mut stage = Stage::new(clip(1000, &[]), Repeat::Once)?;
    stage.step(3000);
    stage.seek(3000, 250, SeekPolicy::Silent);
    assert_eq!([3000, 3100, 5000].map(|now| stage.local(now)), [250, 350, 1000]);
    Ok(())
}

#[test]
fn anime_507_a_seek_while_it_plays_backward_goes_where_it_was_told() -> Tested {
    let backward = Play { speed: Speed::whole(-1), ..Play::default() };
    let mut stage = Stage::new(clip(1000, &[]), backward)?;
    stage.seek(100, 250, SeekPolicy::Silent);
    assert_eq!([100, 200, 400].map(|now| stage.local(now)), [250, 150, 0]);
    Ok(())
}

#[test]
fn dotween_366_a_seek_to_0_reports_the_start() -> Tested {
    let mut stage = Stage::new(clip(1000, &[]), Repeat::Once)?;
    stage.playing.pause(at(0));
    assert_eq!(stage.seek(0, 0, SeekPolicy::Silent), [("start", 0)]);
    assert_eq!(stage.seek(0, 1000, SeekPolicy::Silent), [("end", 0)]);
    Ok(())
}

#[test]
fn dotween_187_a_seek_while_paused_reports_what_its_policy_says() -> Tested {
    let mut stage = Stage::new(clip(1000, &[300, 1000]), Repeat::Once)?;
    stage.playing.pause(at(0));
    assert_eq!(
        stage.seek(0, 1000, SeekPolicy::All),
        [("start", 0), ("cue", 0), ("cue", 0), ("end", 0)]
    );
    Ok(())
}

#[test]
fn interpol_119_a_seek_to_the_end_reports_the_end() -> Tested {
    for policy in [SeekPolicy::Silent, SeekPolicy::State, SeekPolicy::All] {
        let mut stage = Stage::new(clip(1000, &[]), Repeat::Once)?;
        stage.step(100);
        assert_eq!(stage.seek(100, 1000, policy), [("end", 100)], "{policy:?}");
    }
    Ok(())
}

#[test]
fn gsap_332_a_seek_while_paused_stays_after_the_resume() -> Tested {
    let mut stage = Stage::new(clip(1000, &[]), Repeat::Once)?;
    stage.playing.pause(at(600));
    stage.seek(700, 0, SeekPolicy::Silent);
    assert_eq!((stage.local(700), stage.local(5000)), (0, 0));
    stage.playing.resume(at(5000));
    assert_eq!(stage.local(5100), 100);
    Ok(())
}

#[test]
fn animancer_326_a_seek_that_follows_another_clip_may_report_the_cues_between() -> Tested {
    let mut walk = Stage::new(clip(1000, &[350]), Repeat::Forever)?;
    walk.step(300);
    assert_eq!(due("cue", &walk.seek(300, 420, SeekPolicy::All)), [300]);
    assert_eq!(walk.buffer.events()[0].direction, Direction::Forward);
    Ok(())
}

#[test]
fn bevy_21122_frame_by_frame_control_reports_every_cue() {
    let punch = clip(1000, &[0, 500, 1000]);
    let mut cues = punch.cues_in(Window::forward(ms(0), ms(0)).with_start()).count();
    for frame in 0..10 {
        let [from, to] = [frame, frame + 1].map(|frame| ms(100 * frame));
        cues += punch.cues_in(Window::forward(from, to)).count();
    }
    assert_eq!(cues, 3);
}

#[test]
fn lottie_2239_at_its_end_a_clip_shows_its_last_value() -> Tested {
    let fade = Track::new([Keyframe::linear(ms(0), 0.0), Keyframe::linear(ms(1000), 24.0)])?;
    assert_eq!([1000, 1001, 9000].map(|now| fade.sample(ms(now))), [24.0; 3]);
    Ok(())
}

#[test]
fn bevy_tweening_60_a_seek_back_reports_by_its_policy() -> Tested {
    let mut stage = Stage::new(clip(250, &[]), Repeat::Times(4))?;
    stage.step(900);
    assert_eq!(stage.seek(900, 100, SeekPolicy::Silent), []);
    stage.seek(900, 900, SeekPolicy::Silent);
    assert_eq!(due("loop", &stage.seek(900, 100, SeekPolicy::All)).len(), 3);
    assert!(stage.buffer.events().iter().all(|event| event.direction == Direction::Backward));
    Ok(())
}

#[test]
fn theatre_15_a_range_begins_at_its_start() -> Tested {
    let part =
        Play { range: Some((ms(1000), ms(2000))), repeat: Repeat::Times(2), ..Play::default() };
    let stage = Stage::new(clip(5000, &[]), part)?;
    assert_eq!([0, 250, 1000, 2000].map(|now| stage.local(now)), [1000, 1250, 1000, 2000]);
    Ok(())
}

#[test]
fn renpy_2834_what_began_long_ago_shows_its_present_at_once() -> Tested {
    let colours = TimelineBuilder::new("cycle")
        .start("box", 0)
        .at(ms(2000), set("box", 1))
        .at(ms(4000), set("box", 2))
        .at(ms(6000), set("box", 3))
        .then(to("fade", 1.0).duration(ms(0)).delayed(ms(2000)))
        .start("fade", 0.0)
        .build()?;
    let begun = Playing::new(&colours, at(-9000), &Repeat::Forever.into())?;
    assert_eq!(begun.at(at(0)).local, ms(9000 - 8000));
    assert_eq!(colours.sample(&"box", begun.at(at(0)).local), Ok(0));
    Ok(())
}
