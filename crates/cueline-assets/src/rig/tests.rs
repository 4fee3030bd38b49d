//! Poses computed by hand.

use std::f64::consts::FRAC_PI_2;

use cueline::{
    clip::{Clip, ClipBuilder, Keyframe},
    time::Span,
    value::{Mat4, Quat, Transform, Vec3},
};

use super::*;
use crate::skeleton::{Node, Skeleton, Skin};

/// Two bones along y, each 1 long, the upper one bound at a height of 1.
fn arm() -> Skeleton {
    let mut skeleton = Skeleton::default();
    let up = Transform { translation: Vec3::new(0.0, 1.0, 0.0), ..Transform::default() };
    // The child first: the order of nodes means nothing.
    let hand = Node { parent: Some("arm".into()), rest: up, weights: vec![0.0, 0.5] };
    skeleton.nodes.insert("hand.L/a".into(), hand);
    skeleton.nodes.insert("arm".into(), Node::default());
    let mut down = Mat4::default();
    down.0[13] = -1.0;
    let joints = vec!["arm".into(), "hand.L/a".into()];
    skeleton
        .skins
        .insert("skin".into(), Skin { joints, inverse_binds: vec![Mat4::default(), down] });
    skeleton
}

/// The hand turns left (about z) by a quarter turn within a second, and its second morph target shows.
fn wave() -> Clip {
    let z = Vec3::new(0.0, 0.0, 1.0);
    let (ms, turn) = (Span::from_millis, |angle| Quat::about(z, angle));
    ClipBuilder::new("wave")
        .track(
            "hand.L/a/rotation",
            [Keyframe::linear(ms(0), turn(0.0)), Keyframe::linear(ms(1000), turn(FRAC_PI_2))],
        )
        .track(
            "hand.L/a/weights/1",
            [Keyframe::linear(ms(0), 0.5_f32), Keyframe::linear(ms(1000), 1.0)],
        )
        .track("no node/scale", [Keyframe::hold(ms(0), z)])
        .track("arm/scale", [Keyframe::hold(ms(0), 1.0_f32)]) // of the wrong kind
        .build()
        .unwrap()
}

fn at(matrix: &Mat4, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let m = &matrix.0;
    [0, 1, 2].map(|row| m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12])
}

#[test]
fn a_skin_follows_its_joints() {
    let rig = Rig::new(&arm()).unwrap();
    let mut pose = rig.rest();
    let rest = rig.palette("skin", &rig.globals(&pose)).unwrap();
    assert!(rest.iter().all(|matrix| *matrix == Mat4::default()), "as bound");

    assert_eq!(
        rig.sample(&wave(), Span::from_secs(1), &mut pose),
        2,
        "tracks that found their place"
    );
    let palette = rig.palette("skin", &rig.globals(&pose)).unwrap();
    assert_eq!(palette[0], Mat4::default());
    // The finger tip at a height of 2, bound to the hand: turned about the wrist at a height of 1.
    let tip = at(&palette[1], [0.0, 2.0, 0.0]);
    for (found, wanted) in tip.iter().zip([-1.0, 1.0, 0.0]) {
        assert!((found - wanted).abs() < 1e-6, "{tip:?}");
    }
    assert_eq!(pose.weights[rig.node("hand.L/a").unwrap()], [0.0, 1.0]);
}

#[test]
fn scales_and_turns_of_parents_reach_their_children() {
    let mut skeleton = arm();
    let z = Vec3::new(0.0, 0.0, 1.0);
    skeleton.nodes["arm"].rest = Transform {
        scale: Vec3::new(2.0, 3.0, 4.0),
        rotation: Quat::about(z, FRAC_PI_2),
        translation: Vec3::new(10.0, 0.0, 0.0),
    };
    let rig = Rig::new(&skeleton).unwrap();
    let globals = rig.globals(&rig.rest());
    // (0, 1, 0) scaled to (0, 3, 0), turned to (-3, 0, 0), moved to (7, 0, 0).
    let hand = &globals[rig.node("hand.L/a").unwrap()].0;
    for (found, wanted) in hand[12..].iter().zip([7.0, 0.0, 0.0, 1.0]) {
        assert!((found - wanted).abs() < 1e-6, "{hand:?}"); // the quarter was rounded to f32
    }
}

#[test]
fn circles_and_strangers_are_refused_all_at_once() {
    let mut skeleton = arm();
    skeleton.nodes["arm"].parent = Some("hand.L/a".into());
    skeleton.nodes.insert("orphan".into(), Node { parent: Some("gone".into()), ..Node::default() });
    skeleton.skins["skin"].joints.push("ghost".into());
    let problems = Rig::new(&skeleton).unwrap_err();
    let paths: Vec<_> = problems.iter().map(|problem| problem.item.to_string()).collect();
    assert_eq!(
        paths,
        [
            "nodes.\"orphan\".parent",
            "nodes.\"arm\".parent",
            "skins.\"skin\".joints[2]",
            "skins.\"skin\".inverse_binds"
        ],
        "{problems}"
    );
}

#[test]
fn a_long_chain_is_no_deep_recursion() {
    let mut skeleton = Skeleton::default();
    for index in (0..100_000).rev() {
        let parent = (index > 0).then(|| format!("n{}", index - 1));
        let rest = Transform { translation: Vec3::new(1.0, 0.0, 0.0), ..Transform::default() };
        skeleton.nodes.insert(format!("n{index}"), Node { parent, rest, ..Node::default() });
    }
    let rig = Rig::new(&skeleton).unwrap();
    assert_eq!(rig.globals(&rig.rest())[0].0[12], 100_000.0);
}

#[test]
fn the_skin_of_a_node_without_size_counts_and_no_number_is_lost() {
    let sized = |size: f64| {
        let mut matrix = Mat4::<f64>::default();
        [0, 5, 10].into_iter().for_each(|at| matrix.0[at] = size);
        matrix
    };
    let hidden = sized(0.0);
    assert_eq!(skin_distance(&hidden, &hidden, 0.1), 0.0);
    assert_eq!(skin_distance(&sized(0.5), &hidden, 0.1), 0.05, "half of its size shows");
    assert_eq!(skin_distance(&hidden, &sized(2.0), 0.1), 0.1, "all of it is gone");
    let tiny = sized(f64::from_bits(1));
    assert_eq!(skin_distance(&tiny, &tiny, 0.1), 0.0);

    let mut turned = Mat4::<f64>::default();
    turned.0[4] = f64::NAN;
    for (found, wanted, reach) in [
        (turned, Mat4::default(), 0.1),
        (Mat4::default(), turned, 0.1),
        (Mat4::default(), Mat4::default(), f64::NAN),
    ] {
        assert!(skin_distance(&found, &wanted, reach).is_nan(), "{reach}");
    }
}
