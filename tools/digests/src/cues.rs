//! Cues of tweens in batches of numbers and of rotations, with cancels, new targets, copies and whole states between them.

use cueline::{
    time::Tick,
    value::{Easing, Quat},
};
use cueline_batch::{Lanes, Tween, TweenBatch};

use crate::{Dice, Played, Record, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(18);
    for round in 0..24 {
        tape.scenario();
        let most = dice.pick(&[1, 5, 17, 40, 200]);
        if round % 2 == 0 {
            tweens(tape, &mut dice, most, |dice| dice.scalar::<f32>(-100.0, 100.0))?;
        } else {
            tweens(tape, &mut dice, most, |dice| Quat::from(dice.scalars(-1.0, 1.0)).normalized())?;
        }
    }
    Ok(())
}

fn tweens<V: Lanes + Record>(
    tape: &mut Tape,
    dice: &mut Dice,
    most: u32,
    value: impl Fn(&mut Dice) -> V,
) -> Played {
    let mut now = Tick::new(dice.pick(&[0, -20, (1 << 32) - 40, 1 << 50]));
    let mut batch = TweenBatch::<V>::new("batch", now);
    let mut handles = Vec::new();
    for _ in 0..20 {
        for _ in 0..dice.below(most + 1) {
            let (from, to) = (value(dice), value(dice));
            let delay = if dice.chance(1, 3) { dice.below(20) } else { 0 };
            let (ticks, easing) = (1 + dice.below(60), dice.pick(Easing::NAMED).1);
            handles.push(batch.start(&Tween { from, to, ticks, delay, easing })?);
        }
        if !handles.is_empty() {
            for _ in 0..dice.below(2 * most) {
                let (handle, at) = (dice.pick(&handles), dice.below(60));
                let cue = u16::try_from(dice.below(3))?;
                tape.accepted(&batch.cue(handle, at, cue)); // none that is over or behind the end
            }
            tape.put(batch.cancel(dice.pick(&handles)));
        }
        if !handles.is_empty() && dice.chance(1, 3) {
            let (handle, to, ticks) = (dice.pick(&handles), value(dice), 1 + dice.below(60));
            tape.accepted(&if dice.chance(1, 2) {
                batch.retarget_smoothly(handle, to, ticks) // none that is gone
            } else {
                batch.retarget(handle, to, ticks, dice.pick(Easing::NAMED).1)
            });
        }
        if dice.chance(1, 4) {
            batch = batch.clone();
        }
        now = now + i64::from(dice.below(9));
        for due in batch.advance_to(now)? {
            tape.hash(&(due.tick, due.handle, due.kind));
            tape.put(due.value);
        }
        tape.hash(&batch);
    }
    Ok(())
}
