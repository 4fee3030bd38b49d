//! Tracks of all widths, each sampled at many times at once; here too loops are vectorised.

use cueline::{
    clip::{Clip, ClipBuilder, ClipDuration, Keyframe},
    time::{Span, TickRate},
    value::{Color, Quat, Vec2, Vec3, Vec4},
};
use cueline_batch::TrackTable;

use crate::{Dice, Played, Tape, clips::interpolation};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(16);
    for _ in 0..12 {
        tape.scenario();
        let clip = random(&mut dice)?;
        // Counts around those of chunks.
        let most = dice.pick(&[1, 3, 8, 63, 64, 65, 200]);
        let times: Vec<Span> =
            (0..1 + dice.below(most)).map(|_| dice.flicks(-50_000_000, 1_200_000_000)).collect();
        for (path, channel) in clip.channels() {
            let table = TrackTable::new(channel).ok_or_else(|| format!("no table for {path}"))?;
            let mut values = vec![0.0; times.len() * table.numbers()];
            table.sample_into(&times, &mut values);
            tape.put(&*values);
        }
    }
    Ok(())
}

/// A clip of whole ticks with tracks of all widths.
fn random(dice: &mut Dice) -> Result<Clip, Box<dyn core::error::Error>> {
    let turns = |dice: &mut Dice| keys(dice, |numbers: [f32; 4]| Quat::from(numbers));
    let builder = ClipBuilder::new("poses")
        .track("a", keys(dice, |[x]: [f32; 1]| x))
        .track("b", keys(dice, |numbers: [f32; 2]| Vec2::from(numbers)))
        .track("c", turns(dice))
        .track("d", keys(dice, |numbers: [f32; 3]| Vec3::from(numbers)))
        .track("e", keys(dice, |numbers: [f32; 4]| Vec4::from(numbers)))
        .track("f", turns(dice))
        .track("g", keys(dice, |numbers: [f32; 4]| Color::from(numbers)));
    let ticks = i64::from(1 + dice.below(90));
    Ok(builder.duration(ClipDuration::Cut(Span::from_frames(ticks, TickRate::HZ_60))).build()?)
}

fn keys<T: cueline::clip::Animated, const N: usize>(
    dice: &mut Dice,
    value: impl Fn([f32; N]) -> T,
) -> Vec<Keyframe<T>> {
    let mut at = dice.flicks(-10_000_000, 50_000_000);
    let mut keys = Vec::new();
    for _ in 0..=dice.below(9) {
        let interpolation =
            if dice.chance(1, 4) { interpolation(dice) } else { Default::default() };
        keys.push(Keyframe::new(at, value(dice.scalars(-2.0, 2.0)), interpolation));
        at += dice.flicks(0, 150_000_000);
    }
    keys
}
