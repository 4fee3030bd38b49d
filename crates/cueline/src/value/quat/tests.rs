//! Corners of rotations, and their laws over all of them.

use core::f64::consts::{FRAC_PI_2, PI, TAU};

use proptest::{num, prelude::*};

use super::*;

const X: Vec3<f64> = Vec3::new(1.0, 0.0, 0.0);
const Z: Vec3<f64> = Vec3::new(0.0, 0.0, 1.0);

/// How far it is from one rotation to the other, in radians.
fn apart(a: Quat<f64>, b: Quat<f64>) -> f64 {
    length3(b.minus(&a).vector.wide())
}

fn length_of<S: Scalar>(quat: Quat<S>) -> f64 {
    length(<[S; 4]>::from(quat).map(S::to_f64))
}

#[test]
fn the_ends_are_exact() {
    let (a, b) = (Quat::new(0.0_f32, 0.0, 0.0, -2.0), Quat::new(-0.0, f32::NAN, 0.3, 1.0));
    assert_eq!(a.lerp(&b, 0.0), a);
    assert!(a.lerp(&b, 1.0).y.is_nan());
    assert_eq!(a.lerp(&b, 1.0).x.to_bits(), (-0.0_f32).to_bits());
}

#[test]
fn half_way_turns_half_as_far() {
    let quarter = Quat::about(Z, FRAC_PI_2);
    assert!(apart(Quat::default().lerp(&quarter, 0.5), Quat::about(Z, FRAC_PI_2 / 2.0)) < 1e-15);
    assert!(apart(Quat::default().lerp(&quarter, 2.0), Quat::about(Z, PI)) < 1e-15);
    assert!(apart(Quat::default().lerp(&quarter, -1.0), Quat::about(Z, -FRAC_PI_2)) < 1e-15);
}

#[test]
fn the_negative_is_the_same_rotation() {
    let a = Quat::about(Vec3::new(1.0, 2.0, 3.0), 1.0);
    let negative = Quat::new(-a.x, -a.y, -a.z, -a.w);
    assert!(apart(a.lerp(&negative, 0.5), a) < 1e-15);
    assert_eq!(negative.minus(&a), AxisAngle::zero());
}

#[test]
fn half_a_turn_goes_where_no_sign_changes() {
    let (none, half) = (Quat::default(), Quat::new(1.0, 0.0, 0.0, 0.0));
    assert!(apart(none.lerp(&half, 0.5), Quat::about(X, FRAC_PI_2)) < 1e-15);
    let other = Quat::new(-1.0, 0.0, 0.0, 0.0);
    assert!(apart(none.lerp(&other, 0.5), Quat::about(X, -FRAC_PI_2)) < 1e-15);
}

#[test]
fn nearly_equal_rotations_differ() {
    for exponent in 1..300 {
        let angle = libm::pow(10.0, -f64::from(exponent));
        let (a, b) = (Quat::default(), Quat::about(X, angle));
        let quarter = a.lerp(&b, 0.25).minus(&a).vector.x;
        assert!((quarter / angle - 0.25).abs() < 1e-15, "{angle}: {quarter}");
    }
}

#[test]
fn what_has_no_direction_is_no_rotation() {
    for none in [0.0, f64::NAN, f64::INFINITY] {
        let none = Quat::new(none, 0.0, 0.0, none);
        assert_eq!(none.normalized(), Quat::default());
        assert_eq!(none.rotate(X), X);
        assert!(apart(none.lerp(&Quat::about(Z, 1.0), 0.5), Quat::about(Z, 0.5)) < 1e-15);
    }
    assert_eq!(Quat::about(Vec3::default(), 1.0), Quat::<f64>::default());
    assert_eq!(Quat::default().lerp(&Quat::about(Z, 1.0), f64::INFINITY), Quat::default());
}

#[test]
fn lengths_of_any_size_stand_for_length_one() {
    for size in [1e-310, 1e-200, 1e200, f64::MAX] {
        let found = Quat::new(0.0, 0.0, size, size).normalized();
        assert!(apart(found, Quat::about(Z, FRAC_PI_2)) < 1e-15, "{size}: {found:?}");
    }
}

#[test]
fn turns_longer_than_once_round_are_kept() {
    let twice = AxisAngle::about(Z, 2.0 * TAU);
    assert_eq!(twice.and(&twice).scaled(0.25), AxisAngle::about(Z, TAU));
    assert!(apart(Quat::default().plus(&twice.scaled(0.125)), Quat::about(Z, FRAC_PI_2)) < 1e-15);
}

#[test]
fn turns_are_made_about_axes_of_the_world() {
    let both = AxisAngle::about(X, FRAC_PI_2).and(&AxisAngle::about(Z, FRAC_PI_2));
    assert!(apart(both.rotation(), Quat::about(Z, FRAC_PI_2) * Quat::about(X, FRAC_PI_2)) < 1e-15);
    let start = Quat::about(X, FRAC_PI_2);
    let Vec3 { x, y, .. } = start.plus(&AxisAngle::about(Z, FRAC_PI_2)).rotate(X);
    assert!(x.abs() < 1e-15 && (y - 1.0).abs() < 1e-15);
}

#[test]
fn a_curve_leaves_and_arrives_with_the_speed_of_its_tangents() {
    let (from, to) = (Quat::about(X, 0.3), Quat::about(Z, 1.0));
    let (leave, arrive) = (AxisAngle::about(Z, 7.0), AxisAngle::about(X, -9.0));
    assert!(apart(from.hermite(&leave, &to, &arrive, 0.0), from) < 1e-15);
    assert!(apart(from.hermite(&leave, &to, &arrive, 1.0), to) < 1e-15);
    let step = 1e-6;
    let first = from.hermite(&leave, &to, &arrive, step).minus(&from).scaled(1.0 / step);
    let last = to.minus(&from.hermite(&leave, &to, &arrive, 1.0 - step)).scaled(1.0 / step);
    // The rest is the curvature of the path, a few radians per way squared, over one step.
    for (found, wanted) in [(first, leave), (last, arrive)] {
        assert!(length3(found.vector.minus(&wanted.vector).wide()) < 1e-4, "{found:?}");
    }
}

#[test]
fn the_straight_blend_is_off_by_as_much_as_stated() {
    for (turn, least, most) in [(PI, 8.0, 8.2), (FRAC_PI_2, 0.9, 1.0)] {
        let to = Quat::about(Z, turn);
        let off = |i| {
            let t = f64::from(i) / 1000.0;
            apart(Quat::default().nlerp(to, t), Quat::default().slerp(to, t)).to_degrees()
        };
        let worst = (0..=1000).map(off).fold(0.0, f64::max);
        assert!((least..most).contains(&worst), "{worst} degrees");
    }
}

fn any_quat() -> impl Strategy<Value = Quat<f64>> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0, -1.0..1.0_f64]
        .prop_filter("has a direction", |q| length(*q) > 1e-3)
        .prop_map(|q| Quat::from(q).normalized())
}

fn any_bits() -> impl Strategy<Value = Quat<f64>> {
    [num::f64::ANY, num::f64::ANY, num::f64::ANY, num::f64::ANY].prop_map(Quat::from)
}

/// Anything but 0 and 1, at which values are handed back as they are.
fn off_the_ends() -> impl Strategy<Value = f64> {
    prop_oneof![f64::EPSILON..1.0, num::f64::NORMAL | num::f64::INFINITE | num::f64::QUIET_NAN]
}

proptest! {
    #[test]
    fn the_way_stays_on_length_one(a in any_bits(), b in any_bits(), t in off_the_ends()) {
        for between in [a.slerp(b, t), a.nlerp(b, t)] {
            prop_assert!((length_of(between) - 1.0).abs() <= 4.0 * f64::EPSILON);
            let single = Quat::<f32>::narrow(between.into());
            prop_assert!((length_of(single) - 1.0).abs() <= f64::from(f32::EPSILON));
        }
    }

    #[test]
    fn the_way_is_the_shortest(a in any_quat(), b in any_quat(), t in 0.0..=1.0) {
        let whole = apart(a, b);
        prop_assert!(whole <= PI);
        // A turn of nearly half round has an error of 1e-15 in each of its halves.
        prop_assert!((apart(a, a.lerp(&b, t)) - t * whole).abs() < 4e-15);
        prop_assert!((apart(a.lerp(&b, t), b) - (1.0 - t) * whole).abs() < 4e-15);
    }

    #[test]
    fn differences_add_up(a in any_quat(), b in any_quat(), c in any_quat()) {
        let sum = b.minus(&a).and(&c.minus(&b));
        prop_assert!(apart(a.plus(&sum), c) < 4e-15);
        prop_assert_eq!(a.minus(&a), AxisAngle::zero());
        prop_assert!(apart(a.plus(&b.minus(&a)), b) < 4e-15);
        prop_assert!(apart(a.plus(&b.minus(&a).scaled(0.3)), a.lerp(&b, 0.3)) < 4e-15);
    }

    #[test]
    fn no_bits_panic(a in any_bits(), b in any_bits(), t in num::f64::ANY) {
        let turn = AxisAngle { vector: Vec3::new(a.x, a.y, a.z) };
        let _ = a.plus(&turn.and(&b.minus(&a)).scaled(t));
        let _ = a.hermite(&turn, &b, &turn.scaled(t), t);
        prop_assert!((length_of(a * b) - 1.0).abs() <= 4.0 * f64::EPSILON);
        prop_assert!((length_of(turn.rotation()) - 1.0).abs() <= 4.0 * f64::EPSILON);
    }
}

#[test]
fn a_rotation_is_finite_if_each_number_is() {
    let numbers = [0.0, 0.0, 0.0, 1.0];
    assert!(Quat::from(numbers).is_finite());
    for at in 0..4 {
        let mut numbers = numbers;
        numbers[at] = f64::NAN;
        assert!(!Quat::from(numbers).is_finite(), "{at}");
    }
}
