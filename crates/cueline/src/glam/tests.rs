// The tests of one version; `glam` is that version.

use core::f32::consts::{FRAC_PI_2, PI};

use crate::{
    clip::{ClipBuilder, Keyframe},
    time::{Span, Time, ms},
    value::{Easing, Moving, Spring},
};

#[test]
fn vectors_and_matrices_are_blended_number_by_number() {
    let (from, to) = (glam::Vec2::new(0.0, 10.0), glam::Vec2::new(8.0, 10.0));
    assert_eq!(Lerp::lerp(&from, &to, 0.25), glam::Vec2::new(2.0, 10.0));
    assert_eq!(from.plus(&to.minus(&from).scaled(0.5)), glam::Vec2::new(4.0, 10.0));
    let far = glam::Vec3A::new(1.0, 2.0, f32::NAN);
    assert!(!Lerp::is_finite(&far) && Lerp::is_finite(&glam::Vec4::ONE));
    let (still, moved) = (glam::Affine2::IDENTITY, glam::Affine2::from_translation(to));
    assert_eq!(Lerp::lerp(&still, &moved, 0.5).translation, glam::Vec2::new(4.0, 5.0));
    assert_eq!(glam::Mat3::IDENTITY.plus(&Delta::zero()), glam::Mat3::IDENTITY);
}

#[test]
fn a_value_is_set_as_a_whole_by_its_own_kind_alone() {
    let mut place = glam::Vec3::ZERO;
    let new = Value::Vec3(crate::value::Vec3::new(1.0, 2.0, 3.0));
    assert!(place.slot(&[]).is_some_and(|slot| slot.set(new)));
    assert_eq!(place, glam::Vec3::new(1.0, 2.0, 3.0));
    assert!(!place.slot(&[]).is_some_and(|slot| slot.set(Value::F32(4.0))));
    assert_eq!(place, glam::Vec3::new(1.0, 2.0, 3.0));
}

#[test]
fn rotations_turn_the_shorter_way() {
    let (from, to) = (glam::Quat::IDENTITY, glam::Quat::from_rotation_z(1.5 * PI));
    let half = Lerp::lerp(&from, &to, 0.5);
    assert!(half.angle_between(glam::Quat::from_rotation_z(-FRAC_PI_2 / 2.0)) < 1e-3);
    assert!((to.minus(&from).vector.z + FRAC_PI_2).abs() < 1e-6);
}

#[test]
fn a_vector_moves_on_a_spring() {
    let mut place = Moving::at(glam::Vec3::ZERO);
    place.spring_to(Time::ZERO, glam::Vec3::ONE, Spring::smooth(ms(300)));
    let now = Time::from_millis(100);
    assert!(place.velocity(now).x > 0.0);
    place.tween_to(now, glam::Vec3::X, ms(100), Easing::Linear);
    assert_eq!(place.value(now + ms(100)), glam::Vec3::X);
}

#[test]
fn tracks_write_vectors_as_a_whole_and_by_parts() {
    let mut place = glam::Vec3A::ONE;
    let Some(ValueMut::F32(y)) = place.slot(&[1]) else { panic!("it has a `y`") };
    *y = 5.0;
    assert_eq!(place, glam::Vec3A::new(1.0, 5.0, 1.0));
    assert!(place.slot(&[3]).is_none() && place.slot(&[0, 0]).is_none());
    let track = ClipBuilder::new("hop")
        .track("place", [
            Keyframe::linear(Span::ZERO, Vec3::new(0.0, 0.0, 0.0)),
            Keyframe::linear(ms(100), Vec3::new(2.0, 4.0, 6.0)),
        ])
        .build()
        .unwrap();
    let (_, channel) = track.channels().next().unwrap();
    assert!(channel.write(ms(50), 1.0, place.slot(&[]).unwrap()));
    assert_eq!(place, glam::Vec3A::new(1.0, 2.0, 3.0));
    let mut flat = glam::Vec2::ONE;
    assert!(!channel.write(ms(50), 1.0, flat.slot(&[]).unwrap()), "of another kind");
    assert_eq!(flat, glam::Vec2::ONE);
}

#[test]
fn equal_vectors_feed_equal_bits() {
    let digest = |place: glam::Vec2| crate::digest::digest(&place);
    assert_eq!(digest(glam::Vec2::new(0.0, 1.0)), digest(glam::Vec2::new(-0.0, 1.0)));
    assert_ne!(digest(glam::Vec2::new(0.0, 1.0)), digest(glam::Vec2::new(1.0, 0.0)));
}

#[cfg(feature = "derive")]
#[test]
fn a_struct_of_vectors_is_a_value_and_clips_write_it() {
    #[derive(Clone, Copy, Debug, Default, PartialEq, crate::value::Lerp, crate::clip::Animate)]
    struct Pose {
        at: glam::Vec2,
        angle: f32,
    }
    let (from, to) = (Pose::default(), Pose { at: glam::Vec2::new(4.0, 2.0), angle: 1.0 });
    assert_eq!(from.lerp(&to, 0.5), Pose { at: glam::Vec2::new(2.0, 1.0), angle: 0.5 });
    let clip = ClipBuilder::new("turn")
        .track("at", [Keyframe::linear(Span::ZERO, Vec2::new(3.0, 4.0))])
        .track("angle", [Keyframe::linear(Span::ZERO, 0.5_f32)])
        .build()
        .unwrap();
    let mut pose = to;
    clip.bind::<Pose>().unwrap().apply(&clip, Span::ZERO, &mut pose).unwrap();
    assert_eq!(pose, Pose { at: glam::Vec2::new(3.0, 4.0), angle: 0.5 });
}
