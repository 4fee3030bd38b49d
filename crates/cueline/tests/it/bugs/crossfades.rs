//! From one clip to the next: weights, order and ends.

use cueline::playback::{PlayError, Weight};

use super::*;

fn library() -> Result<Clips, Box<dyn Error>> {
    let mut clips = Clips::new();
    for (name, value) in [("idle", 0.0), ("walk", 10.0), ("run", 20.0)] {
        let track = [Keyframe::hold(ms(0), value)];
        clips.add(
            ClipBuilder::new(name)
                .track("x", track)
                .duration(ms(1000))
                .cue(Cue::effect(ms(900), "step"))
                .build()?,
        )?;
    }
    Ok(clips)
}

fn blended(player: &Player, clips: &Clips, base: f64) -> f64 {
    let x =
        |clip, at| clips.get(clip).map(|clip| clip.track::<f64>("x").map(|track| track.sample(at)));
    player.blend(&base, |()| true, |clip, at| x(clip, at).expect("a clip").expect("a track"))
}

#[test]
fn three_11147_a_crossfade_leaves_the_speed_as_it_was() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let run = player.play(&clips, "run", Repeat::Forever)?;
    player.crossfade(run, &clips, "idle", Repeat::Forever, ms(300))?;
    player.advance(ms(500), &clips);
    let run = player.play(&clips, "run", Repeat::Forever)?;
    assert_eq!(player.playhead(run)?.speed(), Speed::NORMAL);
    Ok(())
}

#[test]
fn spine_761_two_crossfades_at_one_moment_still_fade() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let test = player.play(&clips, "idle", Repeat::Forever)?;
    player.advance(ms(100), &clips);
    let run = player.crossfade(test, &clips, "run", Repeat::Forever, ms(400))?;
    player.crossfade(run, &clips, "run", Repeat::Forever, ms(400))?;
    let shown: Vec<f64> = (0..=4)
        .map(|_| {
            let shown = blended(&player, &clips, 0.0);
            player.advance(ms(100), &clips);
            shown
        })
        .collect();
    assert_eq!(shown, [0.0, 5.0, 10.0, 15.0, 20.0]);
    Ok(())
}

#[test]
fn spine_1120_what_has_faded_out_reports_no_more_cues() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let walk = player.play(&clips, "walk", Repeat::Forever)?;
    player.crossfade(walk, &clips, "idle", Repeat::Once, ms(200))?;
    let cues = (0..20).map(|_| player.advance(ms(100), &clips).cues().count());
    assert_eq!(cues.sum::<usize>(), 1, "the one of the idle clip");
    assert_eq!(player.position(walk), Err(PlayError::Gone));
    Ok(())
}

#[test]
fn spine_1237_a_crossfade_at_the_end_reports_no_second_end() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let hold = Play { at_end: cueline::playback::AtEnd::Hold, ..Play::default() };
    let walk = player.play(&clips, "walk", hold)?;
    assert_eq!(due("end", &happened(&player.advance(ms(1000), &clips))), [1000]);
    player.crossfade(walk, &clips, "idle", Repeat::Forever, ms(200))?;
    let ends: Vec<i64> =
        (0..8).flat_map(|_| due("end", &happened(&player.advance(ms(100), &clips)))).collect();
    assert_eq!((ends, player.len()), (vec![], 1));
    Ok(())
}

#[test]
fn bevy_13910_a_hundred_crossfades_in_a_row_end_in_the_last() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let mut last = player.play(&clips, "idle", Repeat::Forever)?;
    for count in 0..100 {
        let next = if count % 2 == 0 { "run" } else { "idle" };
        last = player.crossfade(last, &clips, next, Repeat::Forever, ms(400))?;
        player.advance(ms(10), &clips);
        assert!((0.0..=20.0).contains(&blended(&player, &clips, 7.0)));
    }
    player.advance(ms(400), &clips);
    assert_eq!(
        (player.len(), player.get(last)?.weight, blended(&player, &clips, 7.0)),
        (1, Weight::FULL, 0.0)
    );
    Ok(())
}

#[test]
fn bevy_14742_a_fade_does_not_depend_on_the_order_of_the_clips() -> Tested {
    let clips = library()?;
    let half = |from: &str, to: &str| -> Result<f64, Box<dyn Error>> {
        let mut player = Player::new();
        let hold = Play { at_end: cueline::playback::AtEnd::Hold, ..Play::default() };
        let first = player.play(&clips, from, hold)?;
        player.advance(ms(1500), &clips); // its end
        player.crossfade(first, &clips, to, Repeat::Forever, ms(1000))?;
        player.advance(ms(500), &clips);
        Ok(blended(&player, &clips, 7.0))
    };
    assert_eq!((half("idle", "run")?, half("run", "idle")?), (10.0, 10.0));
    Ok(())
}

#[test]
fn simple_animation_24_what_has_faded_out_starts_from_its_start() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let walk = player.play(&clips, "walk", Repeat::Forever)?;
    player.advance(ms(300), &clips);
    let idle = player.crossfade(walk, &clips, "idle", Repeat::Forever, ms(200))?;
    player.advance(ms(500), &clips);
    let walk = player.crossfade(idle, &clips, "walk", Repeat::Forever, ms(200))?;
    assert_eq!(player.position(walk)?.local, ms(0));
    Ok(())
}

#[test]
fn cocos_engine_5214_a_fade_of_no_duration_switches() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let mut last = player.play(&clips, "walk", Repeat::Forever)?;
    for name in ["run", "walk", "run"] {
        last = player.crossfade(last, &clips, name, Repeat::Forever, ms(0))?;
        player.advance(ms(0), &clips);
        assert_eq!((player.len(), player.get(last)?.weight), (1, Weight::FULL));
    }
    assert_eq!(blended(&player, &clips, 0.0), 20.0);
    Ok(())
}

#[test]
fn spine_1174_two_clips_in_turn_leave_nothing_behind() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let mut last = player.play(&clips, "idle", Repeat::Forever)?;
    for count in 0..1000 {
        last = player.crossfade(
            last,
            &clips,
            if count % 2 == 0 { "run" } else { "idle" },
            Repeat::Forever,
            ms(0),
        )?;
        player.advance(ms(300), &clips);
        assert_eq!(player.len(), 1);
    }
    Ok(())
}

#[test]
fn galacean_1236_a_fade_to_nothing_ends_at_the_base() -> Tested {
    let (clips, mut player) = (library()?, Player::new());
    let run = player.play(&clips, "run", Repeat::Forever)?;
    player.fade_out(run, ms(400))?;
    player.advance(ms(400), &clips);
    assert_eq!((player.len(), blended(&player, &clips, 7.0)), (0, 7.0));
    Ok(())
}

#[test]
fn animancer_25_between_two_clips_the_first_one_does_not_begin_again() -> Tested {
    let mut queue = Sequencer::new();
    queue.enqueue(ms(500), "attack");
    queue.enqueue(ms(500), "idle");
    let mut shown = Vec::new();
    for _ in 0..60 {
        shown.extend(calls(&mut queue, 16));
    }
    let attack: Vec<i64> =
        shown.iter().filter(|(name, _)| *name == "attack").map(|(_, at)| *at).collect();
    assert!(attack.is_sorted() && attack.last() == Some(&500));
    assert!(shown[attack.len()..].iter().all(|(name, _)| *name == "idle"));
    Ok(())
}
