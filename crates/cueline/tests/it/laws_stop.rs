//! A value that stops at its target never goes beyond it: each number of every kind of value, at any velocity.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers within the types"
)]

use cueline::{
    time::{Time, ms},
    value::{AxisAngle, Color, Delta, Lerp, Moving, Oklab, Quat, Spring, Vec2, Vec3, Vec4},
};

/// Numbers from -1 to 1, always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn four(&mut self) -> [f64; 4] {
        [0; 4].map(|_| self.next())
    }
}

/// Whether a value goes beyond its target, by more than `slack`, and all that holds of one that stops.
fn goes_beyond<T: Lerp + PartialEq + core::fmt::Debug>(
    [from, to, elsewhere]: [T; 3],
    velocity: f64,
    spring: Spring,
    slack: f64,
    numbers: impl Fn(&T, &T) -> Vec<f64>,
    call: fn(&mut Moving<T>, Time, T, Spring) -> bool,
    stops: bool,
) -> bool {
    let mut moving = Moving::at(from.clone());
    // Of two calls at one time the last counts, with the velocity that the first one has brought.
    let leave = elsewhere.minus(&from).scaled(velocity);
    assert!(moving.throw_to(Time::ZERO, elsewhere, leave, spring));
    assert!(call(&mut moving, Time::ZERO, to.clone(), spring));
    assert_eq!(moving.value(Time::ZERO), from, "it starts where it is");
    let first = numbers(&from, &to);
    let (mut beyond, mut arrived) = (false, vec![false; first.len()]);
    for at in (0..300).map(|step| Time::from_millis(5 * step)) {
        let value = moving.value(at);
        for (index, left) in numbers(&value, &to).into_iter().enumerate() {
            let is_beyond =
                if first[index] == 0.0 { left.abs() } else { -left * first[index].signum() };
            beyond |= is_beyond > slack;
            if stops && at > Time::ZERO {
                arrived[index] |= left == 0.0;
                // A whole number is the sum of two roundings, so near its target it may come and go by one.
                let slack = if is_whole(&first) { 1.0 } else { 0.0 };
                let stays = !arrived[index] || left.abs() <= slack;
                assert!(stays, "{value:?} at {at:?} has left {to:?} again");
            }
        }
    }
    let end = moving.settles_at().expect("it is damped");
    assert_eq!(moving.value(end), to, "the target to the bit");
    beyond
}

fn is_whole(first: &[f64]) -> bool {
    first.iter().all(|number| number.fract() == 0.0)
}

macro_rules! every_kind {
    ($($name:ident: $type:ty, $make:expr, $numbers:expr;)*) => { $(
        #[test]
        fn $name() {
            let (mut random, mut swung) = (Numbers(7), 0);
            for program in 0..300 {
                let make: fn([f64; 4]) -> $type = $make;
                let values = [0; 3].map(|_| make(random.four()));
                let velocity = 30.0 * random.next();
                let bounce = if program % 3 == 0 { 0.0 } else { 0.6 * random.next() };
                let spring = Spring::with_bounce(ms(100 + program), bounce);
                let stopped = goes_beyond(
                    values.clone(), velocity, spring, 0.0, $numbers, Moving::stop_at, true,
                );
                assert!(!stopped, "program {program}: {values:?} {velocity} {spring:?}");
                swung += usize::from(goes_beyond(
                    values, velocity, spring, 0.0, $numbers, Moving::spring_to, false,
                ));
            }
            assert!(swung > 30, "the programs are too tame: {swung}");
        }
    )* };
}

mod never_beyond {
    use super::*;

    every_kind! {
        f32s: f32, |[a, ..]| a as f32, |a, b| vec![f64::from(a - b)];
        f64s: f64, |[a, ..]| a * 1e9, |a, b| vec![a - b];
        i8s: i8, |[a, ..]| (a * 127.0) as i8, |a, b| vec![f64::from(*a) - f64::from(*b)];
        i32s: i32, |[a, ..]| (a * 1e6) as i32, |a, b| vec![f64::from(*a) - f64::from(*b)];
        u8s: u8, |[a, ..]| (a.abs() * 255.0) as u8, |a, b| vec![f64::from(*a) - f64::from(*b)];
        u64s: u64, |[a, ..]| (a.abs() * 1e9) as u64, |a, b| vec![*a as f64 - *b as f64];
        arrays: [f32; 4], |four| four.map(|it| it as f32), |a, b| (0..4).map(|i| f64::from(a[i] - b[i])).collect();
        tuples: (f64, f32), |[a, b, ..]| (a, b as f32), |a, b| vec![a.0 - b.0, f64::from(a.1 - b.1)];
        vec2s: Vec2<f64>, |[a, b, ..]| Vec2::new(a, b), |a, b| vec![a.x - b.x, a.y - b.y];
        vec3s: Vec3, |[a, b, c, _]| [a, b, c].map(|it| it as f32).into(),
            |a, b| vec![f64::from(a.x - b.x), f64::from(a.y - b.y), f64::from(a.z - b.z)];
        vec4s: Vec4<f64>, Vec4::from, |a, b| vec![a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w];
        colors: Color, |four| four.map(|it| it as f32).into(), |a, b| {
            a.minus(b).map(f64::from).to_vec()
        };
        oklabs: Oklab, |four| four.map(|it| it as f32).into(), |a, b| a.minus(b).map(f64::from).to_vec();
    }

    #[cfg(feature = "derive")]
    mod structs {
        use super::super::*;

        #[derive(Clone, Debug, PartialEq, Lerp)]
        struct Bar {
            full: f32,
            place: Vec2<f64>,
        }

        every_kind! {
            derived: Bar, |[a, b, c, _]| Bar { full: a as f32, place: Vec2::new(b, c) },
                |a, b| vec![f64::from(a.full - b.full), a.place.x - b.place.x, a.place.y - b.place.y];
        }
    }
}

/// Around each axis, up to the rounding of a rotation.
#[test]
fn a_rotation_does_not_turn_beyond_its_target() {
    let (mut random, mut swung) = (Numbers(3), 0);
    let numbers = |a: &Quat<f64>, b: &Quat<f64>| <[f64; 3]>::from(a.minus(b).vector).to_vec();
    let rotation = |[x, y, z, _]: [f64; 4]| {
        // At most about half a radian around each axis.
        Quat::<f64>::default().plus(&AxisAngle { vector: Vec3::new(x, y, z) * 0.5 })
    };
    for program in 0..300 {
        let values = [0; 3].map(|_| rotation(random.four()));
        let (velocity, spring) = (8.0 * random.next(), Spring::with_bounce(ms(100 + program), 0.3));
        assert!(
            !goes_beyond(values, velocity, spring, 1e-7, numbers, Moving::stop_at, false),
            "program {program}"
        );
        swung += usize::from(goes_beyond(
            values,
            velocity,
            spring,
            1e-7,
            numbers,
            Moving::spring_to,
            false,
        ));
    }
    assert!(swung > 100, "the programs are too tame: {swung}");
}

#[test]
fn what_has_stopped_has_no_velocity_and_takes_a_new_target_from_there() {
    let mut bar = Moving::at(0.0_f64);
    bar.throw_to(Time::ZERO, 0.0, 2000.0, Spring::smooth(ms(300)));
    bar.stop_at(Time::ZERO, 10.0, Spring::snappy(ms(300)));
    assert_eq!(bar.velocity(Time::ZERO), 2000.0);
    let stopped =
        (0..300).map(Time::from_millis).find(|at| bar.value(*at) == 10.0).expect("it is fast");
    assert!(stopped < Time::from_millis(20), "{stopped:?}");
    assert_eq!(bar.velocity(stopped), 0.0);
    bar.spring_to(stopped, 20.0, Spring::smooth(ms(300)));
    assert!((bar.value(stopped + ms(1)) - 10.0).abs() < 0.01, "it starts slowly");
}

/// Springs at the limits are damped within the limits, so that a save of one loads.
#[cfg(feature = "serde")]
#[test]
fn every_spring_that_stops_can_be_saved_in_the_middle() {
    use cueline::digest::digest;

    let limits = [1e-9, 1.0, 1e9];
    let springs = limits.iter().flat_map(|k| limits.iter().map(move |m| (*k, *m)));
    for (stiffness, mass) in springs {
        for damping in [0.0, 1e-3, 1e9] {
            let mut x = Moving::at([0.0_f64, 1.0]);
            assert!(x.stop_at(
                Time::ZERO,
                [1.0, 1.0],
                Spring::new(stiffness, damping, mass).unwrap()
            ));
            let saved = serde_json::to_string(&x).unwrap();
            let loaded: Moving<[f64; 2]> = serde_json::from_str(&saved).unwrap();
            assert_eq!(
                (&loaded, digest(&loaded)),
                (&x, digest(&x)),
                "{stiffness} {damping} {mass}"
            );
            let mut other = x.clone();
            other.spring_to(Time::ZERO, [1.0, 1.0], Spring::new(stiffness, damping, mass).unwrap());
            assert_ne!(digest(&other), digest(&x), "the law is a part of the state");
        }
    }
}
