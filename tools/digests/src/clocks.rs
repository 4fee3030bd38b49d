//! Time itself: rates, speeds and conversions, clocks and trees of clocks, and the fixed step.

use core::num::NonZeroU32;

use cueline::time::{
    CatchUp, Clock, ClockId, ClockTree, FixedStep, FixedStepConfig, Snap, Span, Speed, Tick,
    TickRate, Time,
};

use crate::{Dice, Played, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(9);
    tape.scenario();
    for _ in 0..200 {
        conversions(tape, &mut dice);
    }
    for _ in 0..20 {
        tape.scenario();
        tree(tape, &mut dice)?;
    }
    for _ in 0..40 {
        tape.scenario();
        steps(tape, &mut dice)?;
    }
    Ok(())
}

fn conversions(tape: &mut Tape, dice: &mut Dice) {
    let number = dice.number(-1e4, 1e4);
    tape.put((Span::from_secs_f64(number).ok(), Span::from_millis_f64(number).ok()));
    let rate = rate(dice);
    let at = Span::from_flicks(dice.roll().cast_signed() >> dice.below(40));
    tape.put((at.as_secs_f64(), at.as_millis_f64(), at.millis(), at.micros(), at.frames(rate)));
    tape.put((at.ratio(dice.millis(1, 900)), rate.as_hz_f64()));
    let tick = Tick::new(dice.roll().cast_signed() >> 20);
    tape.hash(&(rate.time_of(tick), rate.tick_at(Time::at(at)), rate.span_of_tick(tick)));
    tape.put(Span::from_frames_f64(number, rate).ok());
    let speed = speed(dice);
    tape.put((speed.as_f64(), speed.apply(at), speed.num(), speed.den()));
}

fn rate(dice: &mut Dice) -> TickRate {
    let any = TickRate::new(1 + dice.below(1000), 1 + dice.below(1001));
    dice.pick(&[TickRate::HZ_60, TickRate::NTSC_60, any.unwrap_or(TickRate::HZ_144)])
}

pub(crate) fn speed(dice: &mut Dice) -> Speed {
    let any = Speed::new(i64::from(dice.below(4000)) - 2000, 1 + u64::from(dice.below(999)));
    dice.pick(&[Speed::NORMAL, Speed::REVERSE, Speed::PAUSED, any.unwrap_or_default()])
}

fn tree(tape: &mut Tape, dice: &mut Dice) -> Played {
    let mut tree = ClockTree::new(Clock::new());
    let mut ids = vec![ClockId::ROOT];
    for _ in 0..6 {
        ids.push(tree.add(dice.pick(&ids), Clock::new().with_speed(speed(dice)))?);
    }
    let mut windows = Vec::new();
    for _ in 0..80 {
        let id = dice.pick(&ids);
        match (dice.below(8), tree.get_mut(id)) {
            (0, Some(clock)) => clock.set_speed(speed(dice)),
            (1, Some(clock)) => clock.pause(),
            (2 | 3, Some(clock)) => clock.resume(),
            (4, _) => tree.step(id, dice.millis(0, 99), &mut windows)?,
            _ => tree.advance(dice.flicks(0, 40_000_000), &mut windows),
        }
        tape.hash(&windows);
        for id in &ids {
            tape.hash(&tree.get(*id).map(|clock| (clock.now(), clock.speed(), clock.is_paused())));
        }
    }
    Ok(())
}

fn steps(tape: &mut Tape, dice: &mut Dice) -> Played {
    let carry = CatchUp::Carry { max_debt: dice.millis(0, 300) };
    let snap = Snap { display: rate(dice), tolerance: dice.millis(0, 4) };
    let rules = FixedStepConfig {
        max_ticks: NonZeroU32::MIN.saturating_add(dice.below(8)),
        catch_up: dice.pick(&[CatchUp::Drop, carry, CatchUp::Reset]),
        min_frame: dice.millis(0, 2),
        max_frame: dice.millis(50, 400),
        snap: dice.chance(1, 3).then_some(snap),
    };
    let mut steps = FixedStep::with_config(rate(dice), rules)?;
    let mut now = Time::ZERO;
    for _ in 0..120 {
        let frame = if dice.chance(1, 10) { dice.millis(0, 900) } else { dice.millis(5, 30) };
        now += frame + dice.flicks(-700_000, 700_000);
        let frame = if dice.chance(1, 2) { steps.frame_at(now) } else { steps.advance(frame) };
        tape.put(frame.alpha());
        tape.hash(&(steps.tick(), steps.leftover(), steps.dropped(), steps.snap_remainder()));
        tape.put(steps.now());
        if dice.chance(1, 40) {
            steps.restart();
        }
    }
    Ok(())
}
