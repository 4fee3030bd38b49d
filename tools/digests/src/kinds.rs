//! Tweens of values in batches: rotations, colours, transforms; and sprites that show one flipbook.

use core::num::NonZeroU32;

use cueline::{
    batch::{FlipbookBatch, Lanes, Tween, TweenBatch},
    clip::{Flipbook, Order},
    time::{Tick, TickRate, Time},
    value::{Color, Easing, Quat, Transform, Vec3},
};

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
    for _ in 0..24 {
        tape.scenario();
        sprites(tape, &mut dice)?;
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

fn sprites(tape: &mut Tape, dice: &mut Dice) -> Played {
    let rate = TickRate::HZ_60;
    let holds: Vec<_> =
        (0..=dice.below(9)).map(|_| rate.span_of(1 + i64::from(dice.below(12)))).collect();
    let orders = [Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];
    let book = Flipbook::each(holds)?.order(dice.pick(&orders));
    let book = book.offset(rate.span_of(i64::from(dice.below(30))));
    let book = match NonZeroU32::new(dice.below(4)) {
        Some(times) => book.times(times),
        None => book,
    };
    let (mut batch, mut frames) = (FlipbookBatch::new(&book, rate), Vec::new());
    for _ in 0..40 {
        batch.push(Tick::new(i64::from(dice.below(300)) - 100));
    }
    for now in [-200, 0, 37, 1_000_000_007] {
        batch.frames_into(Tick::new(now), &mut frames);
        tape.put(&*frames);
        tape.put(book.frame_at(Time::ZERO, rate.time_of(Tick::new(now))));
    }
    Ok(())
}
