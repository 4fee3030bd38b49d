//! Springs at their corners, and their laws.

use proptest::{num, prelude::*};

use super::*;
use crate::value::{Decomposed, Turn, Vec3};

fn turns() -> impl Strategy<Value = Turn<f64>> {
    [-2.0..2.0, -2.0..2.0, -2.0..2.0].prop_map(|vector| Turn { vector: Vec3::from(vector) })
}

proptest! {
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
        stiffness in 0.5_f64..1000.0, damping in 0.1_f64..200.0, later in 0_i64..5000,
        distance in prop_oneof![Just(0.0), -2.0_f64..2.0], velocity in prop_oneof![Just(0.0), -50.0_f64..50.0],
    ) {
        let spring = Spring::new(stiffness, damping, 1.0).unwrap();
        let settled = spring.settling(distance, velocity, 0.01).unwrap();
        let (distance, _) = spring.at(settled + Span::from_millis(later), distance, velocity);
        prop_assert!(distance.abs() <= 0.01 + 1e-12);
    }

    /// Also with two axes at once, which do not commute, and faster than half a turn per second.
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
        let pose = |turn: &Turn<f64>| Decomposed { rotation: turn.rotation(), ..Decomposed::default() };
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

    /// Let go at rest it never gets further away than it was, whatever it is made of.
    #[test]
    fn whatever_is_a_spring_has_an_answer(
        stiffness in num::f64::POSITIVE, damping in num::f64::POSITIVE | num::f64::ZERO,
        mass in num::f64::POSITIVE, at in 0..i64::MAX,
    ) {
        if let Ok(spring) = Spring::new(stiffness, damping, mass) {
            let (distance, velocity) = spring.at(Span::from_flicks(at), 1.0, 0.0);
            prop_assert!(distance.abs() <= 1.0 + 1e-9 && velocity.is_finite(), "{distance} {velocity}");
        }
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
    let (distance, _) = spring.at(Span::from_secs(1000), 1.0, 0.0);
    assert!((distance - 1.0).abs() < 1e-9, "1000 whole swings");
}

#[test]
fn numbers_too_far_apart_are_refused() {
    let refused = |k, c, m| Spring::new(k, c, m).unwrap_err().name;
    assert_eq!(refused(1e-200, 0.0, 1e-200), "stiffness times the mass");
    assert_eq!(refused(1e200, 0.0, 1e-200), "stiffness per mass");
    assert_eq!(refused(1.0, 1e200, 1e-200), "damping per mass");
    assert_eq!(refused(1e-200, 1e300, 1.0), "damping ratio");
    assert!(Spring::new(1.0, 1e160, 1.0).unwrap().at(Span::from_secs(1), 1.0, 0.0).0 > 0.999);
}

#[test]
fn what_moves_through_its_target_is_not_settled() {
    let spring = Spring::new(100.0, 2.0, 1.0).unwrap();
    assert!(spring.settling(0.0, 5.0, 0.01).unwrap() > Span::from_secs(3));
    assert_eq!(spring.settling(0.0, 0.0, 0.01), Some(Span::ZERO));
    assert_eq!(spring.settling(0.01, 0.0, 0.02), Some(Span::ZERO));
    assert_eq!(spring.settling(f64::NAN, 0.0, 0.01), None);
}
