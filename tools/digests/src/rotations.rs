//! Rotations in both precisions: slerp, turns, products; near and far, of any length and of none.

use cueline::value::{AxisAngle, Delta, Lerp, Quat, Scalar, Vec3};

use crate::{Dice, Played, Record, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    in_precision::<f32>(tape);
    in_precision::<f64>(tape);
    Ok(())
}

fn in_precision<S: Scalar + Record>(tape: &mut Tape) {
    let mut dice = Dice::new(3);
    for _ in 0..30 {
        let (from, to) = (random::<S>(&mut dice), random::<S>(&mut dice));
        pair(tape, from, to, &mut dice);
        // Nearly the same, nearly the opposite, and half a turn on.
        let tiny = Quat::about(axis(&mut dice), dice.number(0.0, 1e-7));
        let half = Quat::about(axis(&mut dice), core::f64::consts::PI);
        for close in [tiny * from, half * from] {
            pair(tape, from, close, &mut dice);
        }
    }
    let numbers = |numbers: [f64; 4]| Quat::from(numbers.map(S::from_f64));
    for unusual in [
        [0.0; 4],
        [f64::NAN, 0.0, 0.0, 1.0],
        [f64::INFINITY, 1.0, 1.0, 1.0],
        [1e-30, 1e-31, -1e-30, 2e-30],
        [1e30, -1e30, 3e29, 1e28],
        [0.0, 0.0, 0.0, -5.0],
    ] {
        let to = random(&mut dice);
        pair(tape, numbers(unusual), to, &mut dice);
    }
}

fn pair<S: Scalar + Record>(tape: &mut Tape, from: Quat<S>, to: Quat<S>, dice: &mut Dice) {
    tape.scenario();
    for step in -8..=24_i32 {
        let t = f64::from(step) / 17.0;
        tape.put((from.slerp(to, t), from.nlerp(to, t)));
    }
    tape.put((from.normalized(), to.inverse(), from * to));
    let vector = Vec3::from(dice.scalars::<S, 3>(-4.0, 4.0));
    tape.put((from.rotate(vector), (to * from).rotate(vector)));

    let turn = to.minus(&from);
    tape.put((turn, from.plus(&turn)));
    let spin = AxisAngle::about(axis(dice), dice.number(-20.0, 20.0));
    tape.put((spin, spin.rotation(), spin.and(&turn), turn.and(&spin), spin.and(&spin)));
    tape.put((spin.scaled(0.37), spin.rate_with(&turn, &spin), from.plus(&spin.scaled(3.0))));
    for step in 0..=10_i32 {
        tape.put(from.hermite(&spin, &to, &turn.scaled(-2.0), f64::from(step) / 10.0));
    }
}

fn random<S: Scalar>(dice: &mut Dice) -> Quat<S> {
    dice.scalars(-1.0, 1.0).into()
}

fn axis<S: Scalar>(dice: &mut Dice) -> Vec3<S> {
    dice.scalars(-3.0, 3.0).into()
}
