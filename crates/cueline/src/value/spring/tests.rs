//! Where springs are, against their own laws; recorded ones are compared by the conformance program.

use proptest::prelude::*;

use super::*;

proptest! {
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
    fn a_finite_start_has_a_finite_course(
        parts in [-9.0_f64..9.0, -9.0_f64..9.0, -9.0_f64..9.0], at: i64, start in -f64::MAX..f64::MAX,
    ) {
        let [stiffness, damping, mass] = parts.map(libm::exp10);
        let spring = Spring::new(stiffness, damping, mass).unwrap();
        let (distance, velocity) = spring.at(Span::from_flicks(at), start, -start);
        prop_assert!(distance.is_finite() && velocity.is_finite(), "{} {}", distance, velocity);
    }

    #[test]
    fn it_has_settled_from_whatever_it_started(
        stiffness in 0.5_f64..1000.0, damping in 0.1_f64..100.0, distance in -2.0_f64..2.0,
        velocity in -50.0_f64..50.0,
    ) {
        let spring = Spring::new(stiffness, damping, 1.0).unwrap();
        let w = libm::sqrt(stiffness);
        let swing = |at, x, v| {
            let (x, v) = spring.at(at, x, v);
            libm::hypot(x, v / w)
        };
        let settled = spring.settling_duration().unwrap();
        let whole = libm::fabs(distance) + libm::fabs(velocity) / w;
        prop_assert!(swing(settled, distance, velocity) <= 1e-4 * whole);
        let early = Span::from_flicks(settled.flicks() - settled.flicks() / 500);
        prop_assert!(swing(early, 1.0, 0.0) > 1e-4 || swing(early, 0.0, w) > 1e-4, "not much earlier");
    }

    #[test]
    fn nothing_panics(parts: [u64; 6], at: i64) {
        let [stiffness, damping, mass, distance, velocity, threshold] = parts.map(f64::from_bits);
        if let Ok(spring) = Spring::new(stiffness, damping, mass) {
            let _ = spring.at(Span::from_flicks(at), distance, velocity);
            let _ = spring.settling(distance, velocity, threshold);
            let _ = spring.settling_duration();
        }
    }
}

#[test]
fn what_is_out_of_range_is_refused_by_name() {
    let refused = |[stiffness, damping, mass]: [f64; 3]| match Spring::new(stiffness, damping, mass)
    {
        Err(EasingError::Spring { name, needed, .. }) => (name, needed),
        other => panic!("{other:?}"),
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
fn a_broken_spring_is_not_read() {
    assert!(serde_json::from_str::<Spring>("[100.0, 1.0, 1.0]").is_ok());
    assert!(serde_json::from_str::<Spring>("[100.0, -1.0, 1.0]").is_err());
}

#[test]
fn presets_stay_within_the_limits_of_a_spring() {
    for duration in [Span::MIN, Span::ZERO, ms(1), ms(400), Span::from_secs(1_000_000), Span::MAX] {
        for bounce in [f64::NEG_INFINITY, -2.0, -0.5, 0.0, 0.15, 1.0, 7.0, f64::NAN] {
            let spring = Spring::with_bounce(duration, bounce);
            assert_eq!(Spring::try_from(spring.parts()), Ok(spring), "{duration} {bounce}");
        }
    }
    // Two turns a second, as SwiftUI's `Spring(duration: 0.5, bounce: 0.3)`.
    let [stiffness, damping, mass] = Spring::bouncy(ms(500)).parts();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12 * b;
    assert!(near(stiffness, 157.913_670_417_429_7) && near(damping, 17.592_918_860_102_84));
    assert_eq!(mass, 1.0);
    assert!(near(Spring::with_bounce(ms(500), -0.5).damping_ratio(), 2.0));
}

#[test]
fn a_huge_start_saturates() {
    let stiff = Spring::new(1e9, 0.0, 1e-9).unwrap();
    let quarter = Span::FLICK; // of a swing in 6 ns
    let (distance, velocity) = stiff.at(quarter, 1e300, -1e300);
    assert!(distance.is_finite() && velocity == -f64::MAX, "{distance} {velocity}");
    assert_eq!(stiff.at(quarter, 1e300, 1e300).1, -f64::MAX, "the pull is stronger");
    assert_eq!(stiff.at(quarter, f64::INFINITY, 0.0).1, f64::NEG_INFINITY, "no number is made up");
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
    let heavy = Spring::new(400.0, 0.0, 4.0).unwrap(); // a velocity of 5 swings as far as 0.5
    assert_eq!(heavy.settling(0.0, 5.0, 0.6), Some(Span::ZERO));
    assert_eq!(heavy.settling(0.0, 5.0, 0.4), None);
    let of_mass = |mass| Spring::new(100.0 * mass, 2.0 * mass, mass).unwrap().settling_duration();
    assert_eq!(of_mass(4.0), of_mass(1.0), "the motion is the same");
    assert_eq!(spring.settling(0.0, 0.0, 0.0), None);
    let (distance, _) = spring.at(Span::from_secs(1000), 1.0, 0.0);
    assert!((distance - 1.0).abs() < 1e-9, "1000 whole swings");
}

/// Only the ratios of the three numbers count.
#[test]
fn a_spring_of_another_mass_moves_as_its_ratios_say() {
    for mass in [0.25, 2.0, 1024.0] {
        let one = Spring::new(100.0, 6.0, 1.0).unwrap();
        let other = Spring::new(100.0 * mass, 6.0 * mass, mass).unwrap();
        assert_eq!(
            one.at(Span::from_millis(77), -3.0, 5.0),
            other.at(Span::from_millis(77), -3.0, 5.0)
        );
        assert_eq!(one.settling_duration(), other.settling_duration());
        assert_eq!(one.settling(-3.0, 5.0, 0.01), other.settling(-3.0, 5.0, 0.01));
    }
}

#[test]
fn a_distance_beyond_the_largest_number_keeps_the_sign_of_the_velocity() {
    // Without damping, nearly a quarter of its period of 55 hours carries 31,600 times the velocity.
    let slow = Spring::new(1e-9, 0.0, 1.0).unwrap();
    let nearly = Span::from_secs(49_000);
    for sign in [1.0, -1.0] {
        assert_eq!(slow.at(nearly, -sign * 1e300, sign * 1e305).0, sign * f64::MAX);
    }
}
