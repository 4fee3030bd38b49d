//! Springs from far below to far above critical damping, and values led by them; shakes and wiggles.

use cueline::{
    time::{Span, Time},
    value::{Curve, Easing, Moving, Quat, Shake, Spring, Vec3, Wiggle},
};

use crate::{Dice, Played, Tape};

/// Stiffness, damping and mass: usual ones, no damping, just off critical damping, the limits.
const SPRINGS: [[f64; 3]; 14] = [
    [170.0, 26.0, 1.0],
    [100.0, 20.0, 1.0],
    [100.0, 19.999_999_999, 1.0],
    [100.0, 20.000_000_001, 1.0],
    [100.0, 0.0, 1.0],
    [300.0, 5.0, 0.7],
    [2.0, 80.0, 3.0],
    [0.1, 7.0, 11.0],
    [1e9, 1e9, 1e9],
    [1e9, 0.5, 1e-9],
    [1e-9, 1e-3, 1e9],
    [1e-9, 1e9, 1e-9],
    [3.0, 2.0, 0.333_333_333],
    [12.345_678_9, 0.987_654_321, 0.1],
];

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(2);
    let mut springs = SPRINGS.to_vec();
    springs.extend((0..10).map(|_| {
        let [stiffness, damping] = dice.numbers(0.01, 900.0);
        [stiffness, damping / 8.0, dice.number(0.01, 9.0)]
    }));
    for [stiffness, damping, mass] in springs {
        tape.scenario();
        let spring = Spring::new(stiffness, damping, mass)?;
        tape.put(spring.damping_ratio());
        for (distance, velocity) in [(-1.0, 0.0), (0.0, 3.0), (250.0, -0.125), (1e-7, 1e7)] {
            for step in 0..60 {
                let at = Span::from_millis(step * step * 7) + dice.flicks(0, 999_999);
                tape.put(spring.at(at, distance, velocity));
            }
            for threshold in [1e-3, 0.5, 0.0] {
                tape.put(spring.settling(distance, velocity, threshold));
            }
        }
        led(tape, spring, &mut dice);
    }
    for unsound in [[0.0, 1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, f64::NAN]] {
        tape.accepted(&Spring::try_from(unsound));
    }
    noises(tape, &mut dice);
    Ok(())
}

/// Values that are led to one target after the other, in flight.
fn led(tape: &mut Tape, spring: Spring, dice: &mut Dice) {
    let (mut number, mut place) = (Moving::at(0.0_f32), Moving::at(Vec3::default()));
    number.spring_to(Time::ZERO, 100.0, spring);
    place.spring_to(Time::ZERO, vector(dice), spring);
    let mut rotation = Moving::at(Quat::<f64>::from(dice.scalars(-1.0, 1.0)));
    rotation.spring_to(Time::ZERO, Quat::default(), spring);
    let mut now = Time::ZERO;
    for frame in 0..40 {
        now += dice.millis(1, 40);
        tape.put((number.value(now), place.value(now), rotation.value(now)));
        tape.put((number.velocity(now), place.velocity(now), rotation.velocity(now)));
        if frame % 9 == 8 {
            number.spring_to(now, dice.scalar(-50.0, 50.0), spring);
            place.spring_to(now, vector(dice), spring);
            rotation.spring_to(now, Quat::from(dice.scalars(-1.0, 1.0)), spring);
        }
        if frame % 9 == 3 {
            number.tween_after(
                now,
                dice.millis(0, 90),
                7.0,
                dice.millis(1, 200),
                Easing::Out(Curve::Cubic),
            );
            place.glide_to(now, vector(dice), dice.millis(1, 200));
            rotation.glide_after(now, dice.millis(0, 90), Quat::default(), dice.millis(1, 200));
        }
        if frame % 10 == 0 {
            tape.put((number.settles_at(), place.is_settled(now), rotation.is_waiting(now)));
        }
    }
}

fn vector(dice: &mut Dice) -> Vec3<f32> {
    dice.scalars(-9.0, 9.0).into()
}

fn noises(tape: &mut Tape, dice: &mut Dice) {
    for _ in 0..20 {
        tape.scenario();
        let (seed, period) = (dice.roll(), dice.flicks(1, 1_000_000_000));
        let length = dice.millis(1, 900);
        tape.put(Wiggle::new(seed, Span::ZERO).is_some());
        let noises = (Wiggle::new(seed, period), Shake::new(seed, period, length));
        let (Some(wiggle), Some(shake)) = noises else { continue };
        for step in -20..80 {
            let at = Span::from_millis(step * 11);
            tape.put((wiggle.at(0, at), wiggle.at(7, at), shake.at(0, at), shake.at(u32::MAX, at)));
        }
        for at in [Span::MIN, Span::MAX, length, length - Span::FLICK] {
            tape.put((wiggle.at(1, at), shake.at(1, at)));
        }
    }
}
