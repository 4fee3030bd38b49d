//! What an animator shows, through a crowd: pictures, and not only lists of layers.

use cueline::{
    clip::{Clip, ClipBuilder, Keyframe},
    time::{Span, Time, ms},
    value::{Quat, Transform, Vec3},
};
use cueline_assets::{
    Node, Skeleton, Skin, When,
    animator::{AnimatorSource, PoseSource},
    rig::Rig,
};
use cueline_characters::{
    animator::{
        Animator, AnimatorBuilder, AnimatorLayer, AnimatorState, Condition, State, Transition,
    },
    crowd::{Crowd, CrowdBuilder, CrowdError, Layers, Scratch, Selection},
};
use proptest::prelude::*;

const NODES: [&str; 3] = ["hip", "arm", "hand"];

fn rig() -> Rig {
    let mut skeleton = Skeleton::default();
    let mut parent = None;
    for name in NODES {
        let rest = Transform { translation: Vec3::new(1.0, 0.0, 0.0), ..Transform::default() };
        let node = Node { parent: parent.replace(name.to_string()), rest, ..Node::default() };
        skeleton.nodes.insert(name.into(), node);
    }
    let joints = NODES.map(Into::into).into();
    skeleton.skins.insert("body".into(), Skin { joints, ..Skin::default() });
    Rig::new(&skeleton).expect("the parts fit together")
}

/// Each joint swings about z from one angle to another and back, in radians.
fn clip(name: &str, duration: Span, from: f64, to: f64) -> Clip {
    let turn = |at, angle| Keyframe::linear(at, Quat::about(Vec3::new(0.0, 0.0, 1.0), angle));
    let keys = [turn(Span::ZERO, from), turn(duration / 2, to), turn(duration, from)];
    let all = NODES.iter().fold(ClipBuilder::new(name), |builder, node| {
        builder.track(format!("{node}/rotation"), keys.clone())
    });
    all.build().expect("the parts fit together")
}

/// A crowd for an animator with the masks and poses of a file.
fn crowd(rig: &Rig, clips: &[Clip], animator: &Animator, source: &AnimatorSource) -> Crowd {
    let builder = CrowdBuilder::new(rig, "body").animator(animator, source, clips);
    builder.and_then(CrowdBuilder::build).expect("the parts fit together")
}

/// The place of the hand.
fn hand(crowd: &Crowd, animator: &Animator, hero: &AnimatorState, at: Time) -> [f32; 2] {
    let (mut shown, mut layers) = (Vec::new(), Layers::default());
    hero.layers_into(animator, at, &mut shown).expect("the parts fit together");
    layers.push(&shown);
    let mut palettes = Vec::new();
    crowd
        .palettes_into(&layers, Selection::default(), &mut Scratch::default(), &mut palettes)
        .expect("the parts fit together");
    // A place beyond the hand, so that its rotation counts.
    let [x, y] = [0, 4].map(|row| palettes[2][row] + palettes[2][row + 3]);
    [x, y]
}

#[test]
fn an_inertial_transition_moves_the_hand_without_a_jump_of_place_or_velocity() {
    let clips = [clip("low", ms(2000), -0.9, 0.3), clip("high", ms(1600), 0.9, 0.5)];
    let layer = |change: fn(Transition) -> Transition| {
        AnimatorLayer::new("body")
            .state(State::clip("low", "low"))
            .state(State::clip("high", "high"))
            .transition(change(Transition::new("low", "high").when(Condition::Progress(0.25))))
    };
    let rig = rig();
    let largest_changes = |change: fn(Transition) -> Transition| {
        let animator = AnimatorBuilder::new().layer(layer(change)).build(&clips).unwrap();
        let crowd = crowd(&rig, &clips, &animator, &AnimatorSource::default());
        let mut hero = animator.start(Time::ZERO);
        let mut places = Vec::new();
        for millis in 480..2000 {
            let at = Time::from_millis(millis);
            hero.advance_to(&animator, at, &mut Vec::new()).unwrap();
            places.push(hand(&crowd, &animator, &hero, at));
        }
        let far = |a: [f32; 2], b: [f32; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        let step = places.windows(2).map(|pair| far(pair[0], pair[1])).fold(0.0, f32::max);
        // Before the clip itself turns round.
        let bend = places[..700].windows(3).map(|three| {
            let middle = [0, 1].map(|axis| (three[0][axis] + three[2][axis]) / 2.0);
            far(three[1], middle)
        });
        let end = *places.last().unwrap();
        (step, bend.fold(0.0, f32::max), end)
    };
    let (cut_step, _, cut_end) = largest_changes(|transition| transition);
    let (step, bend, end) = largest_changes(|transition| transition.inertial(ms(600)));
    assert!(cut_step > 1.0, "the two pictures are far apart: {cut_step}");
    assert!(step < 0.03, "place: {step} in a millisecond");
    // The largest acceleration is that at the switch: 1.2 rad at each of three joints, times (2 pi / 0.6 s)^2, at 6 units
    // in all, is 800 a second squared, of which half is a bend over a millisecond. A jump of the velocity itself would
    // be 7 units a second.
    assert!(bend < 1e-3, "velocity: {bend}");
    let far = (end[0] - cut_end[0]).abs().max((end[1] - cut_end[1]).abs());
    assert!(far < 5e-3, "it has settled: {far}");
}

#[test]
fn a_masked_layer_moves_the_hand_only() {
    let clips = [clip("still", ms(1000), 0.0, 0.0), clip("wave", ms(1000), 0.8, 0.8)];
    let body = AnimatorLayer::new("body").state(State::clip("still", "still"));
    let hand_only =
        AnimatorLayer::new("hand").state(State::clip("wave", "wave")).mask("hand").weight_by("w");
    let animator =
        AnimatorBuilder::new().float("w", 1.0).layer(body).layer(hand_only).build(&clips).unwrap();
    let mut source = AnimatorSource::default();
    source.masks.entry("hand".into()).or_default().insert("hand".into(), 1.0);
    let crowd = crowd(&rig(), &clips, &animator, &source);
    let mut hero = animator.start(Time::ZERO);
    for (weight, angle) in [(1.0, 0.8), (0.5, 0.4), (0.0, 0.0)] {
        hero.set(&animator, Time::ZERO, "w", weight).unwrap();
        let [x, y] = hand(&crowd, &animator, &hero, Time::ZERO);
        let [expected_x, expected_y] = [3.0 + libm::cosf(angle), libm::sinf(angle)];
        assert!(
            (x - expected_x).abs() < 1e-4 && (y - expected_y).abs() < 1e-4,
            "{weight}: {x}, {y}"
        );
    }
}

#[test]
fn an_additive_layer_adds_what_its_clip_has_beyond_the_pose_of_the_file() {
    let clips = [clip("still", ms(1000), 0.1, 0.1), clip("lean", ms(1000), 0.5, 0.5)];
    // The pose is of a clip that no state plays.
    let low = clip("low", ms(1000), 0.2, 0.3);
    let animator = AnimatorBuilder::new()
        .layer(AnimatorLayer::new("body").state(State::clip("still", "still")))
        .layer(AnimatorLayer::new("lean").state(State::clip("lean", "lean")).additive_to("low"))
        .build(&clips)
        .unwrap();
    let mut source = AnimatorSource::default();
    let pose = PoseSource { clip: "low".into(), at: When::Span(ms(500)) };
    source.poses.insert("low".into(), pose);
    let rig = rig();
    let all = || clips.iter().chain([&low]);
    let built = CrowdBuilder::new(&rig, "body").animator(&animator, &source, all());
    let crowd = built.unwrap().build().unwrap();
    let [x, y] = hand(&crowd, &animator, &animator.start(Time::ZERO), Time::ZERO);
    // Each joint turns by 0.1 and by what 0.5 is beyond 0.3, in the middle of the clip of the pose.
    let (expected_x, expected_y) = (1..=3).fold((1.0, 0.0), |(x, y), joint| {
        let angle = 0.3 * joint as f32;
        (x + libm::cosf(angle), y + libm::sinf(angle))
    });
    assert!((x - expected_x).abs() < 2e-4 && (y - expected_y).abs() < 2e-4, "{x}, {y}");

    let refused = |source: &AnimatorSource, clips: &[Clip]| {
        CrowdBuilder::new(&rig, "body").animator(&animator, source, clips).err()
    };
    let not_given = |kind, name: &str| Some(CrowdError::NotGiven { kind, name: name.into() });
    assert_eq!(refused(&source, &clips), not_given("clip", "low"), "the clip of the pose");
    assert_eq!(refused(&source, &clips[..1]), not_given("clip", "lean"), "a clip of a state");
    assert_eq!(
        refused(&AnimatorSource::default(), &clips),
        not_given("pose", "low"),
        "the pose itself"
    );
    let masked = AnimatorLayer::new("arm").state(State::clip("still", "still")).mask("arm");
    let body = AnimatorLayer::new("body").state(State::clip("still", "still"));
    let masked = AnimatorBuilder::new().layer(body).layer(masked).build(&clips).unwrap();
    let built = CrowdBuilder::new(&rig, "body").animator(&masked, &source, &clips);
    assert_eq!(built.err(), not_given("mask", "arm"), "a mask");
}

proptest! {
    #[test]
    fn many_animators_in_one_crowd_show_what_each_shows_alone(
        // The start of each, how often it is advanced, and its weight of the second clip.
        members in proptest::collection::vec((0..3000_i64, 1..9_i64, 0.0..=1.0_f32), 1..30),
        at in 3000..9000_i64,
    ) {
        let clips = [clip("low", ms(2000), -0.3, 0.3), clip("high", ms(1600), 0.2, 0.4)];
        let builder = AnimatorBuilder::new().float("high", 0.0);
        let high = AnimatorLayer::new("high").state(State::clip("high", "high")).weight_by("high");
        let builder = builder.layer(AnimatorLayer::new("low").state(State::clip("low", "low")));
        let animator = builder.layer(high).build(&clips).unwrap();
        let crowd = crowd(&rig(), &clips, &animator, &AnimatorSource::default());
        let (mut layers, mut shown) = (Layers::default(), Vec::new());
        let now = Time::from_millis(at);
        let mut heroes = Vec::new();
        for (start, steps, high) in &members {
            let mut hero = animator.start(Time::from_millis(*start));
            hero.set(&animator, Time::from_millis(*start), "high", *high).unwrap();
            for step in 1..=*steps {
                let to = Time::from_millis(start + (at - start) * step / steps);
                hero.advance_to(&animator, to, &mut Vec::new()).unwrap();
            }
            shown.clear();
            hero.layers_into(&animator, now, &mut shown).unwrap();
            layers.push(&shown);
            heroes.push(hero);
        }
        let mut palettes = Vec::new();
        let mut scratch = Scratch::default();
        crowd.palettes_into(&layers, Selection::default(), &mut scratch, &mut palettes).unwrap();
        prop_assert_eq!(palettes.len(), members.len() * NODES.len());
        for (index, ((start, _, weight), hero)) in members.iter().zip(&heroes).enumerate() {
            let hand_of_many = &palettes[index * NODES.len() + 2];
            let found = [0, 4].map(|row| hand_of_many[row] + hand_of_many[row + 3]);
            let alone = hand(&crowd, &animator, hero, now);
            prop_assert_eq!(found.map(f32::to_bits), alone.map(f32::to_bits), "member {}", index);
            // In closed form: each clip turns there and back again, and the mean is one of half angles on the circle.
            let half = |millis: i64, from: f64, to: f64| {
                let part = ((at - start) % millis) as f64 / millis as f64;
                (from + (to - from) * (1.0 - (2.0 * part - 1.0).abs())) / 2.0
            };
            let (low, high, weight) = (half(2000, -0.3, 0.3), half(1600, 0.2, 0.4), f64::from(*weight));
            let mean = |of: fn(f64) -> f64| (1.0 - weight) * of(low) + weight * of(high);
            let turn = 2.0 * libm::atan2(mean(libm::sin), mean(libm::cos));
            let expected = (1..=3).fold([1.0, 0.0], |[x, y], joint| {
                let angle = turn * f64::from(joint);
                [x + libm::cos(angle), y + libm::sin(angle)]
            });
            for (found, expected) in found.into_iter().zip(expected) {
                let off = (f64::from(found) - expected).abs();
                prop_assert!(off < 5e-4, "member {index}: {found} and {expected}");
            }
        }
    }
}
