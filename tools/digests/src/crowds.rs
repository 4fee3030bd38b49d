//! Many springs at once.

use cueline::{
    time::{Span, Tick, TickRate},
    value::{Spring, Vec2},
};
use cueline_batch::{SpringLaw, TweenBatch};

use crate::{Dice, Played, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(23);
    for _ in 0..12 {
        tape.scenario();
        springs(tape, &mut dice)?;
    }
    Ok(())
}

fn springs(tape: &mut Tape, dice: &mut Dice) -> Played {
    let rate = dice.pick(&[TickRate::HZ_60, TickRate::NTSC_60, TickRate::HZ_144]);
    let mut batch = TweenBatch::new("digests", Tick::new(-5));
    let (mut handles, mut values) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        for _ in 0..dice.below(20) {
            // From creeping to hardly damped, and exactly critical.
            let bounce = f64::from(dice.below(19)) / 10.0 - 0.9;
            let spring =
                Spring::with_bounce(Span::from_millis(1 + i64::from(dice.below(900))), bounce);
            let spring = SpringLaw::new(spring, rate)?;
            let at = Vec2::from(dice.scalars::<f32, 2>(-100.0, 100.0));
            if !handles.is_empty() && dice.chance(1, 2) {
                tape.put(batch.spring_to(dice.pick(&handles), at, &spring).is_ok());
            } else {
                let from = Vec2::from(dice.scalars::<f32, 2>(-100.0, 100.0));
                let delay = dice.below(9);
                handles.push(batch.start_spring(from, at, delay, &spring)?);
            }
        }
        for event in batch.advance_to(batch.now() + i64::from(dice.below(20)))? {
            tape.hash(&(event.tick, event.handle, event.kind));
            tape.put(<[f32; 2]>::from(event.value));
        }
        batch.sample_into(dice.scalar(0.0, 1.0), &mut values);
        for value in &values {
            tape.put(<[f32; 2]>::from(*value));
        }
    }
    Ok(())
}
