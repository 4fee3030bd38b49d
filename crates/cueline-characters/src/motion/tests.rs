//! The law of partition, for one clip on a playhead and for animators.

use cueline::{
    clip::{Clip, ClipBuilder, Cue, Keyframe},
    event::Event,
    playback::{Play, Playhead, Repeat, RepeatMode},
    time::{Span, Speed, Time, ms},
    value::{Lerp, Quat, Vec3},
};
use proptest::prelude::*;

use super::{RigidMotion, RootError, RootMotion, RootOptions, Turning};
use crate::animator::{
    AnimatorBuilder, AnimatorLayer, AnimatorState, Condition, CueId, Enter, State, Transition,
};

const UP: Vec3 = Vec3 { x: 0.0, y: 1.0, z: 0.0 };

/// A clip of a root that goes through places on the ground and headings, with the same time between them.
fn clip(name: &str, duration: Span, way: &[(f32, f32, f64)]) -> Clip {
    let steps = i64::try_from(way.len() - 1).unwrap();
    let at = |index: usize| duration / steps * i64::try_from(index).unwrap();
    let place = |(index, &(x, z, _)): (usize, &(f32, f32, f64))| {
        Keyframe::linear(at(index), Vec3::new(x, 0.9 + x * 0.1, z))
    };
    let turn = |(index, &(_, _, heading)): (usize, &(f32, f32, f64))| {
        // Leant over as well, so that the heading has to be taken out.
        let lean = Quat::about(Vec3::new(1.0, 0.0, 0.0), 0.3);
        Keyframe::linear(at(index), Quat::about(UP, heading) * lean)
    };
    ClipBuilder::new(name)
        .duration(duration)
        .track("root/translation", way.iter().enumerate().map(place))
        .track("root/rotation", way.iter().enumerate().map(turn))
        .cue(Cue::effect(duration / 3, "step"))
        .build()
        .unwrap()
}

fn root(clip: &Clip) -> RootMotion {
    RootMotion::extract(clip, "root", &RootOptions::default()).unwrap().0
}

fn difference(a: RigidMotion, b: RigidMotion) -> f64 {
    let apart = a.since(b);
    apart.distance().max(apart.turn())
}

fn ways() -> impl Strategy<Value = Vec<(f32, f32, f64)>> {
    prop::collection::vec((-3.0_f32..3.0, -3.0_f32..3.0, -1.5..1.5), 2..5)
}

#[test]
fn a_clip_that_steps_and_turns_comes_home_after_four_passes_also_after_years() {
    let quarter = core::f64::consts::FRAC_PI_2;
    let turn = root(&clip("turn", ms(500), &[(0.0, 0.0, 0.0), (0.0, 1.0, quarter)]));
    let head = Playhead::new(Time::ZERO, ms(500), &Play::from(Repeat::Forever)).unwrap();
    let motion = |from, to| turn.motion(&head, Time::from_millis(from), Time::from_millis(to));
    for (passes, home) in [(4, true), (4_000_000, true), (1, false), (2, false), (4_000_003, false)]
    {
        let there = motion(0, passes * 500);
        assert_eq!(there.distance() < 1e-6, home, "{passes}: {there:?}");
    }
    assert!(motion(700, 2700).distance() < 1e-6, "from any moment");
    assert!(motion(2700, 700).distance() < 1e-6, "backwards");
}

#[test]
fn what_is_left_and_the_motion_make_the_clip() {
    let way = [(0.5, 0.0, 0.2), (0.5, 1.0, 0.9), (2.0, 1.5, -0.8), (2.5, 0.0, 0.4)];
    let whole = clip("walk", ms(900), &way);
    for (turning, height) in [
        (Turning::Heading, false),
        (Turning::Heading, true),
        (Turning::Full, true),
        (Turning::None, false),
    ] {
        let options = RootOptions { turning, height, ..RootOptions::default() };
        let (motion, left) = RootMotion::extract(&whole, "root", &options).unwrap();
        for at in (0..=900).step_by(7).map(ms) {
            let at_rest = left.track::<Vec3>("root/translation").unwrap().sample(at);
            let carried = motion.at(at);
            let place = carried.rotation.rotate(Vec3::new(
                f64::from(at_rest.x),
                f64::from(at_rest.y),
                f64::from(at_rest.z),
            ));
            let expected = whole.track::<Vec3>("root/translation").unwrap().sample(at);
            for (found, expected) in [
                (place.x + carried.translation.x, expected.x),
                (place.y + carried.translation.y, expected.y),
                (place.z + carried.translation.z, expected.z),
            ] {
                // Between keys at most 1/60 s apart, a turn of 6 radians a second curves the path by (0.1 / 2)^2 / 2 of
                // what is left of it, which is a metre.
                assert!((found - f64::from(expected)).abs() < 2e-3, "{turning:?} at {at}");
            }
            let turned = left.track::<Quat>("root/rotation").unwrap().sample(at);
            let [x, y, z, w] = <[f32; 4]>::from(turned).map(f64::from);
            let found = carried.rotation * Quat::new(x, y, z, w);
            let [x, y, z, w] =
                <[f32; 4]>::from(whole.track::<Quat>("root/rotation").unwrap().sample(at))
                    .map(f64::from);
            let apart = found.minus(&Quat::new(x, y, z, w)).vector;
            assert!(apart.x.abs() + apart.y.abs() + apart.z.abs() < 1e-3, "{turning:?} at {at}");
            if height {
                assert!((at_rest.y - 0.95).abs() < 0.2 || turning == Turning::Full);
            } else {
                assert!((at_rest.y - expected.y).abs() < 1e-5, "the height stays");
            }
        }
    }
}

#[test]
fn extraction_names_what_is_missing() {
    let walk = clip("walk", ms(500), &[(0.0, 0.0, 0.0), (0.0, 1.0, 0.0)]);
    let error = RootMotion::extract(&walk, "rot", &RootOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the root has neither a translation nor a rotation: there is no track "rot/translation"; did you mean "root/translation"? There are: root/rotation, root/translation"#
    );
    let flat = RootOptions { up: Vec3::default(), ..RootOptions::default() };
    let error = RootMotion::extract(&walk, "root", &flat).unwrap_err();
    assert_eq!(error, RootError::Up(Vec3::default()));
}

#[test]
fn a_mean_keeps_the_speed_and_two_ways_that_cancel_out_stand_still() {
    let go = |x, z| RigidMotion { translation: Vec3::new(x, 0.0, z), ..RigidMotion::NONE };
    let mean = RigidMotion::mean([(go(2.0, 0.0), 1.0), (go(0.0, 1.0), 1.0)]);
    assert!((mean.distance() - 1.5).abs() < 1e-15);
    assert_eq!(RigidMotion::mean([(go(1.0, 0.0), 0.5), (go(-1.0, 0.0), 0.5)]), RigidMotion::NONE);
    assert_eq!(RigidMotion::mean([(go(1.0, 3.0), 0.1)]), go(1.0, 3.0), "one alone to the bit");
    assert_eq!(RigidMotion::mean([]), RigidMotion::NONE);
}

proptest! {
    #[test]
    fn partition(
        way in ways(),
        repeat in 0_usize..3,
        speed in (-5_i64..6, 1_u64..4),
        range in (0_i64..500, 500_i64..1000),
        times in [0_i64..60_000, 0_i64..60_000, 0_i64..60_000],
    ) {
        let root = root(&clip("walk", ms(1000), &way));
        let mode = [RepeatMode::Restart, RepeatMode::PingPong, RepeatMode::Relative][repeat];
        let mut play = Play { repeat_mode: mode, ..Play::from(Repeat::Forever) };
        play.range = Some((ms(range.0), ms(range.1)));
        play.speed = Speed::new(speed.0, speed.1).unwrap();
        let head = Playhead::new(Time::ZERO, ms(1000), &play).unwrap();
        let motion = |from: i64, to: i64| {
            root.motion(&head, Time::from_millis(from), Time::from_millis(to))
        };
        // In any order: some of the three are backwards.
        let [a, b, c] = times;
        let passes = 60_000.0 * 5.0 / (range.1 - range.0) as f64;
        let apart = difference(motion(a, b).then(motion(b, c)), motion(a, c));
        prop_assert!(apart < 1e-11 * passes.max(1.0), "{apart} over {passes} passes");
        prop_assert!(difference(motion(a, b).inverse(), motion(b, a)) < 1e-11 * passes.max(1.0));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn partition_of_the_motion_and_the_cues_of_an_animator(
        ways in [ways(), ways(), ways()],
        sets in prop::collection::vec((0_i64..900, 0_usize..4, 0_u8..5), 0..8),
        cuts in prop::collection::btree_set(1_i64..5000, 0..12),
    ) {
        cut(&ways, &sets, cuts);
    }
}

#[test]
fn partition_where_a_fade_ends_below_another() {
    let turning = vec![(0.0, 0.0, 0.0), (0.0, 0.0, 1.3)];
    let standing = vec![(0.0, 0.0, 0.0); 2];
    let ways = [turning, standing.clone(), standing];
    cut(&ways, &[(507, 2, 0), (340, 2, 0)], [952]);
}

/// Plays with values that are set at times, whole and cut.
fn cut(
    [walk, run, turn]: &[Vec<(f32, f32, f64)>; 3],
    sets: &[(i64, usize, u8)],
    cuts: impl IntoIterator<Item = i64>,
) {
    let clips =
        [clip("walk", ms(1000), walk), clip("run", ms(600), run), clip("turn", ms(350), turn)];
    let roots = [Some(root(&clips[0])), Some(root(&clips[1])), Some(root(&clips[2]))];
    let fired = |name: &str| Condition::Fired(name.into());
    let body = AnimatorLayer::new("body")
        .state(State::blend("move", "speed", [(0.0, "walk"), (1.0, "run")]).speed_by("pace"))
        .state(State::clip("turn", "turn").once())
        .state(State::clip("back", "walk").reversed())
        .transition(Transition::new("move", "turn").when(fired("turn")).fade(ms(150)))
        .transition(
            Transition::new("turn", "move")
                .when(Condition::Progress(0.7))
                .fade(ms(200))
                .enter(Enter::InPhase),
        )
        .transition(Transition::new("move", "back").when(fired("back")).inertial(ms(100)))
        .transition(Transition::new("back", "move").when(Condition::EachPass(0.25)).fade(ms(90)));
    let builder = AnimatorBuilder::new()
        .float("speed", 0.0)
        .float("pace", 1.0)
        .trigger("turn", ms(300))
        .trigger("back", ms(300));
    let animator = builder.layer(body).build(&clips).unwrap();
    let mut whole = animator.start(Time::ZERO);
    let mut at = Time::ZERO;
    for &(after, what, value) in sets {
        at += ms(after);
        match what {
            0 => whole.set(&animator, at, "speed", f32::from(value) / 4.0).unwrap(),
            1 => whole.set(&animator, at, "pace", f32::from(value) / 2.0).unwrap(),
            2 => whole.fire(&animator, at, "turn").unwrap(),
            _ => whole.fire(&animator, at, "back").unwrap(),
        }
    }
    let end = Time::from_secs(5).max(at + ms(100));
    let (mut parts, mut sum) = (whole.clone(), RigidMotion::NONE);
    let advance = |state: &mut AnimatorState, to, cues: &mut Vec<Event<CueId>>| {
        state.advance_with(&animator, &clips, &roots, to, &mut Vec::new(), cues).unwrap()
    };
    let (mut all_cues, mut cues) = (Vec::new(), Vec::new());
    let all = advance(&mut whole, end, &mut all_cues);
    for cut in cuts.into_iter().map(Time::from_millis).filter(|cut| *cut < end).chain([end]) {
        sum = sum.then(advance(&mut parts, cut, &mut cues));
    }
    assert_eq!(&whole, &parts);
    let passed = |cues: &[Event<CueId>]| -> Vec<_> {
        cues.iter().map(|cue| (cue.due, cue.id, cue.kind, cue.loop_index)).collect()
    };
    let pauses = sets.iter().any(|(_, what, value)| (*what, *value) == (1, 0));
    assert!(pauses || !cues.is_empty(), "a blend that is never paused passes its cues");
    assert_eq!(passed(&all_cues), passed(&cues));
    assert!(difference(all, sum) < 1e-9, "{:?} and {:?}", all, sum);

    // What lies ahead, without changes: by a third time, and back.
    let [a, b, c] = [0, 130, 2900].map(|after| end + ms(after));
    let motion = |from, to| whole.motion(&animator, &roots, from, to).unwrap();
    assert!(difference(motion(a, b).then(motion(b, c)), motion(a, c)) < 1e-9);
    assert!(difference(motion(c, b).then(motion(b, a)), motion(c, a)) < 1e-9);
}

#[test]
fn a_fade_goes_from_one_speed_to_the_other() {
    let clips = [
        clip("walk", ms(1000), &[(0.0, 0.0, 0.0), (0.0, 1.0, 0.0)]),
        clip("run", ms(1000), &[(0.0, 0.0, 0.0), (0.0, 3.0, 0.0)]),
    ];
    let roots = [Some(root(&clips[0])), Some(root(&clips[1]))];
    let body = AnimatorLayer::new("body")
        .state(State::clip("walk", "walk"))
        .state(State::clip("run", "run"))
        .transition(Transition::new("walk", "run").when(Condition::Progress(1.0)).fade(ms(500)));
    let animator = AnimatorBuilder::new().layer(body).build(&clips).unwrap();
    let mut hero = animator.start(Time::ZERO);
    let mut to = |millis| {
        let to = Time::from_millis(millis);
        let (mut events, mut cues) = (Vec::new(), Vec::new());
        let way = hero.advance_with(&animator, &clips, &roots, to, &mut events, &mut cues);
        way.unwrap().translation.z
    };
    assert!((to(1000) - 1.0).abs() < 1e-6);
    // The mean of 1 and 3 over half a second: the speed rises linearly.
    assert!((to(1500) - 1.0).abs() < 1e-5);
    assert!((to(2500) - 3.0).abs() < 1e-6);
    assert!((to(4_002_500) - 12_000.0).abs() < 1e-3, "long steps are closed forms");
}

#[test]
fn what_lies_ahead_is_the_way_of_the_clip_and_back_is_its_inverse() {
    let clips = [clip("walk", ms(1000), &[(0.0, 0.0, 0.0), (0.0, 2.0, 0.0)])];
    let roots = [Some(root(&clips[0]))];
    let body = AnimatorLayer::new("body").state(State::clip("walk", "walk"));
    let animator = AnimatorBuilder::new().layer(body).build(&clips).unwrap();
    let mut hero = animator.start(Time::ZERO);
    hero.advance_to(&animator, Time::from_millis(1000), &mut Vec::new()).unwrap();
    // Before the time of the animator there is no way. (from, to, how far ahead)
    for (from, to, far) in [(1000, 2500, 3.0), (2500, 1000, -3.0), (0, 1250, 0.5), (0, 900, 0.0)] {
        let [from, to] = [from, to].map(Time::from_millis);
        let moved = hero.motion(&animator, &roots, from, to).unwrap();
        assert!((moved.translation.z - far).abs() < 1e-6, "{from} to {to}: {moved:?}");
    }
}

#[test]
fn a_clip_too_long_for_its_keys_is_refused() {
    let hours =
        |hours: i64| clip("watch", ms(hours * 3_600_000), &[(0.0, 0.0, 0.0), (0.0, 1.0, 0.0)]);
    let error = RootMotion::extract(&hours(5), "root", &RootOptions::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the root would have 1080001 keys, at most 1/60 s apart, in a clip of 18000000 ms; it needs 1000000 or fewer"
    );
    let years = hours(1_000_000);
    assert!(RootMotion::extract(&years, "root", &RootOptions::default()).is_err());
    assert!(RootMotion::extract(&hours(1), "root", &RootOptions::default()).is_ok());
}
