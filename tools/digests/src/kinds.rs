//! Tweens of values in batches: rotations, colours, transforms.

use cueline::{
    time::Tick,
    value::{Color, Easing, Quat, Transform, Vec3},
};
use cueline_batch::{Lanes, Tween, TweenBatch};

use crate::{Dice, Played, Record, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(17);
    for round in 0..24 {
        tape.scenario();
        // Sizes around those of chunks.
        let most = dice.pick(&[1, 7, 9, 60, 130, 400]);
        match round % 3 {
            0 => tweens(tape, &mut dice, most, rotation)?,
            1 => tweens(tape, &mut dice, most, |dice| Color::from(dice.scalars(0.0, 1.0)))?,
            _ => tweens(tape, &mut dice, most, |dice| Transform {
                scale: Vec3::from(dice.scalars(0.5, 2.0)),
                rotation: rotation(dice),
                translation: Vec3::from(dice.scalars(-50.0, 50.0)),
            })?,
        }
    }
    Ok(())
}

/// Also some that are nearly none, and some whose length is not 1.
fn rotation(dice: &mut Dice) -> Quat {
    let any = Quat::from(dice.scalars(-1.0, 1.0));
    match dice.below(6) {
        0 => any,
        1 => Quat::new(any.x * 1e-4, any.y * 1e-4, any.z * 1e-4, 1.0).normalized(),
        _ => any.normalized(),
    }
}

fn tweens<V: Lanes + Record>(
    tape: &mut Tape,
    dice: &mut Dice,
    most: u32,
    value: impl Fn(&mut Dice) -> V,
) -> Played {
    let mut now = Tick::new(dice.pick(&[0, -20, (1 << 32) - 40]));
    let mut batch = TweenBatch::<V>::new("batch", now);
    let mut values = Vec::new();
    for _ in 0..12 {
        for _ in 0..dice.below(most + 1) {
            let (from, to) = (value(dice), value(dice));
            let delay = if dice.chance(1, 3) { dice.below(20) } else { 0 };
            let (ticks, easing) = (1 + dice.below(60), dice.pick(Easing::NAMED).1);
            batch.start(&Tween { from, to, ticks, delay, easing })?;
        }
        now = now + i64::from(dice.below(9));
        for due in batch.advance_to(now)? {
            tape.hash(&(due.tick, due.handle, due.kind));
            tape.put(due.value);
        }
        batch.sample_into(dice.scalar(0.0, 1.0), &mut values);
        for value in &values {
            tape.put(*value);
        }
    }
    Ok(())
}
