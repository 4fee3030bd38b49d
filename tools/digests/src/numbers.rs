//! Plain numbers, and arrays, tuples and structs of them.

use cueline::value::{Delta, Discrete, Lerp, Vec2};

use crate::{Dice, Played, Record, Tape};

#[derive(Clone, Copy, Debug, Lerp)]
struct Piece {
    place: Vec2<f64>,
    glow: f32,
    points: u32,
    shown: bool,
}

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(6);
    for _ in 0..10 {
        let [a, b] = [dice.roll(), dice.roll()];
        // Every other time near each other, so that halves and whole steps come up.
        let b = if dice.chance(1, 2) { a.wrapping_add(b >> 60) } else { b };
        integers(tape, a, b);
        let (near, far) = (dice.numbers::<2>(-1.0, 1.0), dice.numbers::<2>(-1e30, 1e30));
        difference(tape, &near[0], &near[1]);
        difference(tape, &far[0], &far[1]);
        difference(tape, &dice.scalar::<f32>(-1.0, 1.0), &dice.scalar(-1e9, 1e9));
        difference(tape, &(near, 7_u8, false), &(far, 200, true));
        pieces(tape, &mut dice);
    }
    for (from, to) in [
        (0.0, -0.0),
        (f64::MAX, f64::MIN),
        (5e-324, -5e-324),
        (1.0, f64::INFINITY),
        (f64::NAN, 1.0),
        (0.1, 0.1),
    ] {
        difference(tape, &from, &to);
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "any number will do")]
fn integers(tape: &mut Tape, a: u64, b: u64) {
    difference(tape, &(a as i8), &(b as i8));
    difference(tape, &(a as u8), &(b as u8));
    difference(tape, &(a as i16), &(b as i16));
    difference(tape, &(a as u16), &(b as u16));
    difference(tape, &(a as i32), &(b as i32));
    difference(tape, &(a as u32), &(b as u32));
    difference(tape, &a.cast_signed(), &b.cast_signed());
    difference(tape, &a, &b);
}

fn difference<V: Lerp<Delta: Record> + Record>(tape: &mut Tape, from: &V, to: &V) {
    tape.scenario();
    let difference = to.minus(from);
    tape.put((from, to, &difference, from.plus(&difference)));
    for step in -6..=20_i32 {
        let t = f64::from(step) / 14.0;
        tape.put((
            from.lerp(to, t),
            from.plus(&difference.scaled(t)),
            difference.scaled(0.5).and(&difference),
        ));
        tape.put(from.hermite(&difference.scaled(2.0), to, &difference.scaled(-0.7), t));
    }
}

fn pieces(tape: &mut Tape, dice: &mut Dice) {
    tape.scenario();
    let mut piece = || Piece {
        place: dice.numbers(-8.0, 8.0).into(),
        glow: dice.scalar(0.0, 1.0),
        points: dice.below(1000),
        shown: dice.chance(1, 2),
    };
    let (from, to) = (piece(), piece());
    for step in -2..=12_i32 {
        let t = f64::from(step) / 9.0;
        let difference: PieceDelta = to.minus(&from).scaled(t);
        for Piece { place, glow, points, shown } in [from.lerp(&to, t), from.plus(&difference)] {
            tape.put((place, glow, points, shown));
        }
    }
    let switched: Discrete = true.minus(&false).and(&true.minus(&false));
    tape.put((switched, switched.scaled(-1.5), false.plus(&switched)));
}
