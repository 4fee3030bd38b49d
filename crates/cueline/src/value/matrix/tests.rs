//! Corners of matrices, and their laws.

use core::f64::consts::PI;

use proptest::{array::uniform16, num, prelude::*};

use super::*;

const UNIT: [f32; 16] =
    [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

fn scaled(x: f64, y: f64, z: f64) -> Transform<f64> {
    Transform { scale: Vec3::new(x, y, z), ..Transform::default() }
}

#[test]
fn the_default_changes_nothing() {
    assert_eq!(Mat4::<f32>::default().0, UNIT);
    assert_eq!(Mat4(UNIT).decompose(), Transform::default());
}

#[test]
fn translation_is_in_numbers_12_to_14() {
    let moved = Transform { translation: Vec3::new(1.0, 2.0, 3.0), ..Transform::default() };
    assert_eq!(moved.compose().0[12..15], [1.0_f32, 2.0, 3.0]);
    assert_eq!(moved.compose().decompose(), moved);
}

#[test]
fn a_mirror_is_a_negative_scale_in_y() {
    assert_eq!(scaled(2.0, -3.0, 4.0).compose().decompose(), scaled(2.0, -3.0, 4.0));
    // Mirrored in x is mirrored in y and half a turn about z.
    let found = scaled(-2.0, 3.0, 4.0).compose().decompose();
    assert_eq!(found.scale, Vec3::new(2.0, -3.0, 4.0));
    assert_eq!(found.rotation, Quat::new(0.0, 0.0, 1.0, 0.0));
}

#[test]
fn without_volume_there_is_no_rotation() {
    let turned = Transform { rotation: Quat::new(0.5, 0.5, 0.5, 0.5), ..scaled(1.0, 0.0, 1.0) };
    assert_eq!(turned.compose().decompose().rotation, Quat::default());
    assert_eq!(Mat4([0.0_f32; 16]).decompose().scale, Vec3::default());
    let flat = scaled(1.0, 2.0, 0.0).compose().decompose().scale;
    assert_eq!(flat, Vec3::new(1.0, -2.0, 0.0), "as in Babylon.js");
    let finite =
        |last| Lerp::is_finite(&Mat4(core::array::from_fn(|i| if i < 15 { 0.0 } else { last })));
    assert_eq!([1.0, f64::NAN].map(finite), [true, false]);
}

#[test]
fn half_turns_about_each_axis_come_back() {
    for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0_f64]] {
        let rotation = Quat::about(Vec3::from(axis), PI);
        let found = Transform { rotation, ..Transform::default() }.compose().decompose();
        let off = found.rotation.minus(&rotation).vector.wide();
        assert!(off.iter().all(|off| off.abs() < 1e-15), "{found:?}");
    }
}

#[test]
fn a_matrix_takes_a_vector_where_its_parts_take_it() {
    let parts = Transform {
        scale: Vec3::new(2.0, 3.0, 0.5),
        rotation: Quat::about(Vec3::new(1.0, -2.0, 0.5), 2.5),
        translation: Vec3::new(-1.0, 4.0, 9.0),
    };
    let (v, m) = ([0.3, -0.7, 1.1], parts.compose().0);
    let by_parts = parts.rotation.rotate(Vec3::new(v[0] * 2.0, v[1] * 3.0, v[2] * 0.5));
    let by_parts = by_parts.plus(&parts.translation).wide();
    for (i, expected) in by_parts.into_iter().enumerate() {
        let found = m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2] + m[12 + i];
        assert!((found - expected).abs() < 1e-14, "number {i}: {found} instead of {expected}");
    }
}

#[test]
fn passes_that_turn_go_on_in_the_direction_they_have_turned_to() {
    let step = Transform {
        translation: Vec3::new(1.0, 0.0, 0.0),
        rotation: Quat::about(Vec3::new(0.0, 0.0, 1.0), PI / 2.0),
        ..Transform::default()
    };
    let start = Transform::default();
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0], [1.0, 0.0]];
    for (passes, corner) in (0..).zip(corners) {
        let [x, y, _] = start.repeated(&start, &step, passes).translation.wide();
        assert!(
            (x - corner[0]).abs() < 1e-15 && (y - corner[1]).abs() < 1e-15,
            "{passes}: {x} {y}"
        );
    }
    // The end of a pass is the start of the next, also back in time and where the clip starts elsewhere.
    let start = Transform { translation: Vec3::new(3.0, -1.0, 2.0), ..scaled(2.0, 1.0, 1.0) };
    let step = Transform { scale: start.scale, ..step };
    for passes in -3..9 {
        let end = step.repeated(&start, &step, passes);
        let next = start.repeated(&start, &step, passes + 1);
        let off = end.minus(&next);
        for off in [off.0, off.1.vector, off.2].map(Vec3::wide).as_flattened() {
            assert!(off.abs() < 1e-14, "{passes}: {end:?}, {next:?}");
        }
    }
}

proptest! {
    #[test]
    fn endpoints_are_exact(a in uniform16(num::f32::NORMAL), b in uniform16(num::f32::NORMAL)) {
        let (a, b) = (Mat4(a), Mat4(b));
        prop_assert_eq!(a.lerp(&b, 0.0), a);
        prop_assert_eq!(a.lerp(&b, 1.0), b);
        prop_assert_eq!(a.lerp_transform(&b, 0.0), a);
        prop_assert_eq!(a.lerp_transform(&b, 1.0), b);
    }

    #[test]
    fn taken_apart_and_put_together_again(
        scale in [0.1..10.0, 0.1..10.0, 0.1..10.0_f64], axis in [-1.0..1.0, -1.0..1.0, 0.1..1.0_f64],
        angle in 0.0..PI, mirrored: bool,
    ) {
        let [x, y, z] = scale;
        let rotation = Quat::about(Vec3::from(axis), angle);
        let y = if mirrored { -y } else { y };
        let parts = Transform { rotation, ..scaled(x, y, z) };
        let found = parts.compose().decompose();
        // Rotation and scale were read from numbers that were rounded a few times each.
        let off = found.minus(&parts);
        for off in [off.0, off.1.vector].map(Vec3::wide).as_flattened() {
            prop_assert!(off.abs() < 1e-13);
        }
    }

    #[test]
    fn no_bits_panic(a in uniform16(num::f64::ANY), b in uniform16(num::f64::ANY), t in num::f64::ANY) {
        let _ = Mat4(a).lerp_transform(&Mat4(b), t);
        let _ = Mat4(a).plus(&Mat4(b).minus(&Mat4(a)).scaled(t));
    }
}

#[test]
fn a_tiny_or_huge_matrix_is_no_mirror() {
    for size in [1e-300, 1e-110, 1.0, 1e110, 1e300] {
        let parts = scaled(size, size, size).compose().decompose();
        assert_eq!((parts.scale, parts.rotation), (Vec3::new(size, size, size), Quat::default()));
        let mirror = scaled(size, -1.0, 1.0).compose().decompose();
        assert_eq!(mirror.scale, Vec3::new(size, -1.0, 1.0), "one axis far from the others");
    }
}
