//! Clips of vectors, rotations, matrices and colours, written as a whole and part by part.
#![cfg(feature = "derive")]

use cueline::{
    clip::{Animate, ClipBuilder, Keyframe, Value},
    time::Span,
    value::{Color, Mat4, Oklab, Quat, Vec2, Vec3, Vec4},
};

#[derive(Animate, Clone, Debug, Default, PartialEq)]
struct Node {
    place: Vec3,
    turn: Quat,
    tint: Color,
    world: Mat4,
}

fn ramp<T: cueline::value::Lerp>(from: T, to: T) -> [Keyframe<T>; 2] {
    [Keyframe::linear(Span::ZERO, from), Keyframe::linear(Span::from_secs(1), to)]
}

#[test]
fn a_clip_writes_whole_values_and_their_parts() {
    let turn = Quat::about(Vec3::new(0.0, 0.0, 1.0), 1.0);
    let clip = ClipBuilder::new("all")
        .track("place", ramp(Vec3::new(0.0, 0.0, 0.0), Vec3::new(2.0, 4.0, 8.0)))
        .track("turn", ramp(Quat::default(), turn))
        .track("tint.a", ramp(0.0_f32, 1.0))
        .track("world", ramp(Mat4::default(), Mat4([3.0; 16])))
        .build()
        .unwrap();
    let mut node = Node::default();
    let binding = clip.bind::<Node>().unwrap();
    binding.apply(&clip, Span::from_millis(500), &mut node).unwrap();
    assert_eq!(node.place, Vec3::new(1.0, 2.0, 4.0));
    assert_eq!(node.tint.a, 0.5);
    assert_eq!(node.world.0[4], 1.5);
    // Half of a turn by one radian about z: the sine and cosine of a quarter.
    assert!((f64::from(node.turn.z) - 0.247_403_959_254_522_94).abs() < 1e-7);
    assert!((f64::from(node.turn.w) - 0.968_912_421_710_644_7).abs() < 1e-7);
}

#[derive(Animate, Clone, Debug, Default, PartialEq)]
struct Sprite {
    position: Vec3,
    size: Vec2,
    corners: Vec4,
}

#[test]
fn a_vector_and_its_parts_can_be_tracked_side_by_side() {
    let clip = ClipBuilder::new("slide")
        .track("position.x", ramp(100.0_f32, 200.0))
        .track("position", ramp(Vec3::default(), Vec3::new(2.0, 4.0, 8.0)))
        .track("size.y", ramp(1.0_f32, 3.0))
        .track("corners.w", ramp(0.0_f32, 1.0))
        .build()
        .unwrap();
    let mut sprite = Sprite { size: Vec2::new(7.0, 7.0), ..Sprite::default() };
    let binding = clip.bind::<Sprite>().unwrap();
    binding.apply(&clip, Span::from_millis(500), &mut sprite).unwrap();
    // In the order of their paths: the whole first, then its part over it, whichever was added first.
    assert_eq!(sprite.position, Vec3::new(150.0, 2.0, 4.0));
    assert_eq!(sprite.size, Vec2::new(7.0, 2.0));
    assert_eq!(sprite.corners, Vec4::new(0.0, 0.0, 0.0, 0.5));
}

#[test]
fn a_part_that_is_not_there_is_refused_with_the_nearest() {
    let clip = ClipBuilder::new("typo").track("place.q", ramp(0.0_f32, 1.0)).build().unwrap();
    let refused = clip.bind::<Node>().unwrap_err().to_string();
    assert!(
        refused.contains("did you mean \"place.x\"") || refused.contains("place."),
        "{refused}"
    );
    let other = ClipBuilder::new("kind").track("place", ramp(0.0_f32, 1.0)).build().unwrap();
    let refused = other.bind::<Node>().unwrap_err().to_string();
    assert!(refused.contains("f32") && refused.contains("vec3"), "{refused}");
}

#[test]
fn values_of_any_kind_can_be_sampled_by_path() {
    let clip = ClipBuilder::new("values")
        .track("at", ramp(Vec2::new(0.0_f32, 0.0), Vec2::new(1.0, 1.0)))
        .track("shade", ramp(Oklab::default(), Oklab { l: 1.0, ..Oklab::default() }))
        .build()
        .unwrap();
    let half = Span::from_millis(500);
    assert_eq!(clip.sample("at", half), Ok(Value::Vec2(Vec2::new(0.5, 0.5))));
    assert!(matches!(clip.sample("shade", half), Ok(Value::Oklab(shade)) if shade.l == 0.5));
}
