//! Many small movements at once: each named easing in single precision, and batches of any size under commands. Here
//! loops are vectorised, so here a wider machine would show.

use cueline::{time::Tick, value::Easing};
use cueline_batch::{Lanes, Tween, TweenBatch, ease_f32};

use crate::{Dice, Played, Record, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(15);
    for (_, easing) in Easing::NAMED {
        tape.scenario();
        for step in -3..=203_i16 {
            tape.put(ease_f32(easing, f32::from(step) / 199.0));
        }
        for corner in [-0.0, f32::MIN_POSITIVE, 1.0 - f32::EPSILON, f32::INFINITY, f32::NAN] {
            tape.put(ease_f32(easing, corner));
        }
    }
    for round in 0..24 {
        tape.scenario();
        // Sizes around the widths of vectors, and far beyond them.
        let most = dice.pick(&[1, 3, 4, 5, 8, 17, 33, 400]);
        if round % 2 == 0 {
            tweens(tape, &mut dice, most, |dice| dice.scalar::<f32>(-100.0, 100.0))?;
        } else {
            tweens(tape, &mut dice, most, |dice| dice.scalars::<f32, 3>(-100.0, 100.0))?;
        }
    }
    Ok(())
}

fn tweens<T: Lanes + Record>(
    tape: &mut Tape,
    dice: &mut Dice,
    most: u32,
    value: impl Fn(&mut Dice) -> T,
) -> Played {
    // Also where the low half of a tick's number turns over.
    let mut now = Tick::new(dice.pick(&[0, -20, (1 << 32) - 40, (1 << 31) - 40, 1 << 50]));
    let mut batch = TweenBatch::<T>::new("numbers", now);
    let mut handles = Vec::new();
    let mut values = Vec::new();
    for _ in 0..30 {
        for _ in 0..dice.below(most + 1) {
            let tween = Tween {
                from: value(dice),
                to: value(dice),
                ticks: dice.below(90),
                delay: if dice.chance(1, 3) { dice.below(20) } else { 0 },
                easing: dice.pick(Easing::NAMED).1,
            };
            let started = batch.start(&tween); // none of no length
            tape.accepted(&started);
            handles.extend(started);
        }
        if !handles.is_empty() && dice.chance(1, 2) {
            tape.put(batch.cancel(dice.pick(&handles)));
        }
        now = now + i64::from(dice.below(7));
        for due in batch.advance_to(now)? {
            tape.hash(&(due.tick, due.handle, due.kind));
            tape.put(due.value);
        }
        let alpha = dice.scalar(0.0, 1.0);
        batch.sample_into(alpha, &mut values);
        tape.put((batch.len(), batch.waiting()));
        for value in &values {
            tape.put(*value);
        }
        for handle in batch.handles().step_by(7) {
            tape.put((batch.index_of(handle), batch.value(handle, alpha)));
        }
    }
    Ok(())
}
