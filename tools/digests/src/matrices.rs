//! Matrices in both precisions, blended number by number and by their parts; mirrored, flat and
//! sheared ones among them.

use cueline::value::{Delta, Lerp, Mat4, Quat, Scalar, Transform, Vec3};

use crate::{Dice, Played, Record, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    in_precision::<f32>(tape);
    in_precision::<f64>(tape);
    Ok(())
}

fn in_precision<S: Scalar + Record>(tape: &mut Tape) {
    let mut dice = Dice::new(4);
    for _ in 0..16 {
        let (from, to) = (parts::<S>(&mut dice), parts::<S>(&mut dice));
        pair(tape, from.compose(), to.compose());
        tape.put((from.lerp(&to, 0.3), from.plus(&to.minus(&from).scaled(0.7))));
    }
    for scale in [[-1.0, 1.0, 1.0], [-1.0, -2.0, -3.0], [0.0, 1.0, 2.0], [1e-20, 1e20, 1.0]] {
        let scale = Vec3::from(scale.map(S::from_f64));
        let from = Transform { scale, ..parts(&mut dice) };
        pair(tape, from.compose(), parts(&mut dice).compose());
    }
    for _ in 0..8 {
        pair(tape, Mat4(dice.scalars::<S, 16>(-5.0, 5.0)), Mat4(dice.scalars(-5.0, 5.0)));
    }
}

fn pair<S: Scalar + Record>(tape: &mut Tape, from: Mat4<S>, to: Mat4<S>) {
    tape.scenario();
    tape.put((from, from.decompose(), to.decompose().compose()));
    for step in -3..=15_i32 {
        let t = f64::from(step) / 12.0;
        tape.put((from.lerp(&to, t), from.lerp_transform(&to, t)));
    }
    let difference = to.minus(&from);
    tape.put((difference, from.plus(&difference.scaled(1.0 / 3.0)), difference.and(&difference)));
}

fn parts<S: Scalar>(dice: &mut Dice) -> Transform<S> {
    Transform {
        scale: dice.scalars(0.1, 4.0).into(),
        rotation: Quat::from(dice.scalars(-1.0, 1.0)).normalized(),
        translation: dice.scalars(-100.0, 100.0).into(),
    }
}
