//! Springs, sprites with a speed of their own, and clips whose duration no tick meets, many at once.

use cueline::{
    batch::{ClipBatch, FlipbookBatch, SpringBatch, Sprite},
    clip::{ClipBuilder, Flipbook, Keyframe},
    playback::Repeat,
    time::{Span, Speed, Tick, TickRate},
    value::{Quat, Spring, Vec2, Vec3},
};

use crate::{Dice, Played, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(23);
    for _ in 0..12 {
        tape.scenario();
        springs(tape, &mut dice)?;
        tape.scenario();
        sprites(tape, &mut dice)?;
        tape.scenario();
        poses(tape, &mut dice)?;
    }
    Ok(())
}

fn springs(tape: &mut Tape, dice: &mut Dice) -> Played {
    let rate = dice.pick(&[TickRate::HZ_60, TickRate::NTSC_60, TickRate::HZ_144]);
    let mut batch = SpringBatch::new("digests", rate, Tick::new(-5));
    let (mut handles, mut values) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        for _ in 0..dice.below(20) {
            // From creeping to hardly damped, and exactly critical.
            let bounce = f64::from(dice.below(19)) / 10.0 - 0.9;
            let spring =
                Spring::with_bounce(Span::from_millis(1 + i64::from(dice.below(900))), bounce);
            let at = Vec2::from(dice.scalars::<f32, 2>(-100.0, 100.0));
            if !handles.is_empty() && dice.chance(1, 2) {
                tape.put(batch.spring_to(dice.pick(&handles), at, spring).is_ok());
            } else {
                let from = Vec2::from(dice.scalars::<f32, 2>(-100.0, 100.0));
                handles.push(batch.start_after(dice.below(9), from, at, spring)?);
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

fn sprites(tape: &mut Tape, dice: &mut Dice) -> Played {
    let rate = dice.pick(&[TickRate::HZ_60, TickRate::NTSC_30]);
    let holds = (0..1 + dice.below(9)).map(|_| Span::from_millis(1 + i64::from(dice.below(300))));
    let book = Flipbook::each(holds.collect::<Vec<_>>())?;
    let (mut batch, mut frames) = (FlipbookBatch::new(&book, rate), Vec::new());
    for _ in 0..40 {
        let speed = Speed::new(i64::from(dice.below(9)) - 2, 1 + u64::from(dice.below(4)))?;
        let start = Tick::new(i64::from(dice.below(300)) - 100);
        batch.push(Sprite { start, speed, offset: Span::from_millis(dice.below(900).into()) });
    }
    for now in [-200, 0, 37, 1_000_000_007] {
        batch.frames_into(Tick::new(now), &mut frames);
        tape.put(&*frames);
    }
    Ok(())
}

fn poses(tape: &mut Tape, dice: &mut Dice) -> Played {
    let end = Span::from_flicks(100_000_000 + i64::from(dice.below(400_000_000)));
    let turn = |angle: f64| Quat::about(Vec3::new(1.0, 2.0, -1.0), angle);
    let clip = ClipBuilder::new("walk")
        .track("at", [Keyframe::linear(Span::ZERO, 0.0_f32), Keyframe::linear(end, 85.0)])
        .track("turn", [Keyframe::linear(Span::ZERO, turn(0.0)), Keyframe::linear(end, turn(2.0))])
        .build()?;
    let repeat = dice.pick(&[Repeat::Once, Repeat::Times(3), Repeat::Forever]);
    let mut batch = ClipBatch::baked(&clip, TickRate::HZ_60, repeat)?;
    (0..70).for_each(|_| batch.push(Tick::new(i64::from(dice.below(300)) - 100)));
    let mut poses = Vec::new();
    for now in [-7, 0, 40, 1_000_003] {
        batch.sample_into(Tick::new(now), dice.scalar(0.0, 1.0), &mut poses);
        tape.put(&*poses);
    }
    Ok(())
}
