//! Where springs are, against their own laws; recorded ones are compared by the conformance program.

use proptest::prelude::*;

use super::*;
use crate::value::{AxisAngle, Transform, Vec3};

fn turns() -> impl Strategy<Value = AxisAngle<f64>> {
    [-2.0..2.0, -2.0..2.0, -2.0..2.0].prop_map(|vector| AxisAngle { vector: Vec3::from(vector) })
}

proptest! {
    #[test]
    fn the_velocity_of_a_rotation_is_its_change(
        from in turns(), to in turns(), velocity in turns(), at in 1_i64..800,
    ) {
        let spring = Spring::new(100.0, 8.0, 1.0).unwrap();
        let velocity = velocity.scaled(6.0);
        let motion = SpringMotion::with_velocity(
            spring, Time::ZERO, &from.rotation(), velocity, to.rotation(),
        );
        let (now, step) = (Time::from_millis(at), Span::from_flicks(7056)); // 10 us
        let change = motion.value(now + step).minus(&motion.value(now - step)).scaled(0.5e5);
        let off = <[f64; 3]>::from(change.vector.minus(&motion.velocity(now).vector));
        // The quotient is off by the third derivative, a few times w^3 = 1000, times 1e-10 / 6, and by
        // the rounding of the values over 2e-5.
        prop_assert!(off.iter().all(|off| off.abs() < 1e-4), "{off:?}");
    }

    #[test]
    fn a_new_target_changes_neither_rotation_nor_angular_velocity(
        from in turns(), to in turns(), next in turns(), at in 1_i64..800,
    ) {
        let spring = Spring::new(200.0, 8.0, 1.0).unwrap();
        let pose = |turn: &AxisAngle<f64>| Transform { rotation: turn.rotation(), ..Transform::default() };
        let (first, second) = (Time::from_millis(at), Time::from_millis(2 * at));
        let mut motion = SpringMotion::new(spring, Time::ZERO, pose(&from), pose(&to));
        let mut alone = SpringMotion::new(spring, Time::ZERO, from.rotation(), to.rotation());
        motion.retarget(first, pose(&next));
        alone.retarget(first, next.rotation());
        let (value, (_, velocity, _)) = (motion.value(second), motion.velocity(second));
        prop_assert_eq!(velocity, alone.velocity(second), "a part goes as it would alone");
        motion.retarget(second, pose(&from));
        let jump = motion.value(second).rotation.minus(&value.rotation);
        prop_assert!(<[f64; 3]>::from(jump.vector).iter().all(|off| off.abs() < 1e-12));
        let jump = motion.velocity(second).1.vector.minus(&velocity.vector);
        prop_assert!(<[f64; 3]>::from(jump).iter().all(|off| off.abs() < 1e-9), "{jump:?}");
    }

    #[test]
    fn a_new_target_changes_neither_value_nor_velocity(
        stiffness in 1.0_f64..1000.0, damping in 0.0_f64..100.0, at in 0_i64..3000, target in -9.0_f64..9.0,
    ) {
        let spring = Spring::new(stiffness, damping, 1.0).unwrap();
        let mut motion = SpringMotion::new(spring, Time::ZERO, 0.0, 1.0);
        let now = Time::from_millis(at);
        let (value, velocity) = (motion.value(now), motion.velocity(now));
        motion.retarget(now, target);
        prop_assert!((motion.value(now) - value).abs() < 1e-12);
        // The velocity comes through a product with C(0) - z w S(0) = 1.
        prop_assert!((motion.velocity(now) - velocity).abs() < 1e-9);
    }

    #[test]
    fn it_stays_settled(
        stiffness in 0.5_f64..1000.0, damping in 0.1_f64..100.0, distance in -2.0_f64..2.0,
        velocity in -50.0_f64..50.0, later in 0_i64..5000,
    ) {
        let spring = Spring::new(stiffness, damping, 1.0).unwrap();
        let settled = spring.settling(distance, velocity, 0.01).unwrap();
        let swing = |at| {
            let (x, v) = spring.at(at, distance, velocity);
            libm::hypot(x, v / libm::sqrt(stiffness))
        };
        prop_assert!(swing(settled + Span::from_millis(later)) <= 0.01 + 1e-12);
        prop_assert!(settled.is_zero() || swing(settled - Span::FLICK) > 0.01, "not earlier");
    }

    #[test]
    fn a_new_target_changes_neither_place_nor_velocity_of_a_vector(
        damping in 0.0_f64..60.0, at in 0_i64..3000, start: [i8; 3], velocity: [i8; 3], target: [i8; 3],
    ) {
        let [start, velocity, target] = [start, velocity, target].map(|axes| axes.map(f64::from));
        let spring = Spring::new(200.0, damping, 1.0).unwrap();
        let mut motion = SpringMotion::with_velocity(spring, Time::ZERO, &start, velocity, [0.0; 3]);
        prop_assert_eq!((motion.value(Time::ZERO), motion.velocity(Time::ZERO)), (start, velocity));
        let now = Time::from_millis(at);
        let (place, velocity) = (motion.value(now), motion.velocity(now));
        motion.retarget(now, target);
        for axis in 0..3 {
            // Off by the rounding of place - target + target; the velocity is passed on as it is.
            prop_assert!((motion.value(now)[axis] - place[axis]).abs() <= 1e-13);
            prop_assert_eq!(motion.velocity(now)[axis], velocity[axis]);
        }
    }

    #[test]
    fn a_course_that_is_cut_in_two_is_the_same_course(
        stiffness in 1.0_f64..1000.0, damping in 0.0_f64..100.0, cut in 0_i64..1000, rest in 0_i64..1000,
    ) {
        let spring = Spring::new(stiffness, damping, 1.0).unwrap();
        let (distance, velocity) = spring.at(Span::from_millis(cut), 1.0, -3.0);
        let (distance, velocity) = spring.at(Span::from_millis(rest), distance, velocity);
        let (whole, speed) = spring.at(Span::from_millis(cut + rest), 1.0, -3.0);
        // Cosines of up to 60 radians and velocities of up to 32 per second.
        prop_assert!((distance - whole).abs() < 1e-12, "{} {}", distance, whole);
        prop_assert!((velocity - speed).abs() < 4e-11, "{} {}", velocity, speed);
    }

    #[test]
    fn a_finite_start_has_a_finite_course(parts in [-9.0_f64..9.0, -9.0_f64..9.0, -9.0_f64..9.0], at: i64) {
        let [stiffness, damping, mass] = parts.map(libm::exp10);
        let spring = Spring::new(stiffness, damping, mass).unwrap();
        let (distance, velocity) = spring.at(Span::from_flicks(at), 1.0, -1.0);
        prop_assert!(distance.is_finite() && velocity.is_finite(), "{} {}", distance, velocity);
    }

    #[test]
    fn nothing_panics(parts: [u64; 6], at: i64) {
        let [stiffness, damping, mass, distance, velocity, threshold] = parts.map(f64::from_bits);
        if let Ok(spring) = Spring::new(stiffness, damping, mass) {
            let _ = spring.at(Span::from_flicks(at), distance, velocity);
            let _ = spring.settling(distance, velocity, threshold);
        }
    }
}

#[test]
fn what_is_out_of_range_is_refused_by_name() {
    let refused = |[stiffness, damping, mass]: [f64; 3]| {
        let error = Spring::new(stiffness, damping, mass).unwrap_err();
        (error.name, error.needed)
    };
    for bad in [0.0, -1.0, 1e10, f64::NAN, f64::INFINITY] {
        assert_eq!(refused([bad, 1.0, 1.0]), ("stiffness", "from 1e-9 to 1e9"));
        assert_eq!(refused([1.0, 1.0, bad]), ("mass", "from 1e-9 to 1e9"));
    }
    for bad in [-1e-300, 1e10, f64::NAN, f64::INFINITY] {
        assert_eq!(refused([1.0, bad, 1.0]), ("damping", "from 0 to 1e9"));
    }
    for ends in [[1e-9, 0.0, 1e9], [1e9, 1e9, 1e-9]] {
        assert_eq!(Spring::try_from(ends).map(|spring| spring.parts()), Ok(ends));
    }
}

#[test]
fn before_its_start_it_rests_where_it_starts() {
    let spring = Spring::new(100.0, 10.0, 1.0).unwrap();
    for at in [Span::MIN, Span::from_flicks(-1), Span::ZERO] {
        assert_eq!(spring.at(at, 2.0, -3.0), (2.0, -3.0));
    }
    assert_eq!(spring.at(Span::MAX, 2.0, -3.0), (0.0, 0.0), "and ends at its target");
}

#[cfg(feature = "serde")]
#[test]
fn a_motion_is_saved_in_flight_and_a_broken_spring_is_not_read() {
    let spring = Spring::new(100.0, 10.0, 1.0).unwrap();
    let mut motion = SpringMotion::new(spring, Time::ZERO, [0.1, 0.2], [1.0, 3.0]);
    motion.retarget(Time::from_millis(70), [-1.0, 0.3]);
    let saved = serde_json::to_string(&motion).unwrap();
    assert_eq!(serde_json::from_str::<SpringMotion<[f64; 2]>>(&saved).unwrap(), motion);
    assert!(serde_json::from_str::<Spring>("[100.0, -1.0, 1.0]").is_err());
}

#[test]
fn nothing_jumps_near_critical_damping() {
    let at = Span::from_millis(100);
    let critical = Spring::new(100.0, 20.0, 1.0).unwrap().at(at, 1.0, 3.0);
    for off in [1e-15, 1e-12, 1e-9, 1e-7] {
        for damping in [20.0 * (1.0 - off), 20.0 * (1.0 + off)] {
            let near = Spring::new(100.0, damping, 1.0).unwrap().at(at, 1.0, 3.0);
            // Distance and velocity change by less than 20 per whole share of damping here.
            assert!((near.0 - critical.0).abs() <= 20.0 * off + 4e-16, "{damping}: {near:?}");
            assert!((near.1 - critical.1).abs() <= 200.0 * off + 1e-14, "{damping}: {near:?}");
        }
    }
}

#[test]
fn an_undamped_spring_never_settles_and_keeps_its_swing() {
    let spring = Spring::new(core::f64::consts::TAU * core::f64::consts::TAU, 0.0, 1.0).unwrap();
    assert_eq!(spring.settling(1.0, 0.0, 0.1), None);
    assert_eq!(spring.settling(0.05, 0.0, 0.1), Some(Span::ZERO), "never further than that");
    assert_eq!(spring.settling(f64::NAN, 0.0, 0.1), None);
    assert_eq!(spring.settling(0.0, 0.0, 0.0), None);
    let (distance, _) = spring.at(Span::from_secs(1000), 1.0, 0.0);
    assert!((distance - 1.0).abs() < 1e-9, "1000 whole swings");
}
