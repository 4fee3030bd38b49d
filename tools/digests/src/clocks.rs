//! Time itself: rates, speeds and conversions, clocks that run on one another, and the fixed step.

use cueline::time::{
    CatchUp, Clock, ClockWindow, FixedStep, FixedStepConfig, Snap, Span, Speed, Tick, TickRate,
    Time,
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
        clocks(tape, &mut dice);
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

/// Clocks, each with the number of the clock on which it runs.
fn clocks(tape: &mut Tape, dice: &mut Dice) {
    let mut clocks = vec![(0, Clock::new())];
    for _ in 0..6 {
        let numbers: Vec<_> = (0..clocks.len()).collect();
        clocks.push((dice.pick(&numbers), Clock::new().with_speed(speed(dice))));
    }
    let mut windows = Vec::new();
    for _ in 0..80 {
        let who = dice.pick(&[0, 1, 2, 3, 4, 5, 6]);
        match dice.below(8) {
            0 => clocks[who].1.set_speed(speed(dice)),
            1 => clocks[who].1.pause(),
            2 | 3 => clocks[who].1.resume(),
            4 => {
                let by = dice.millis(0, 99);
                windows = run(&mut clocks, who, |clock| clock.step(by));
            }
            _ => {
                let by = dice.flicks(0, 40_000_000);
                windows = run(&mut clocks, 0, |clock| clock.advance(by));
            }
        }
        tape.hash(&windows);
        for (_, clock) in &clocks {
            tape.hash(&Some((clock.now(), clock.speed(), clock.is_paused())));
        }
    }
}

/// Moves one clock by `go`, and every other clock by what the clock on which it runs has moved.
fn run(
    clocks: &mut [(usize, Clock)],
    moved: usize,
    go: impl Fn(&mut Clock) -> ClockWindow,
) -> Vec<ClockWindow> {
    let mut windows: Vec<ClockWindow> = Vec::new();
    for (who, (parent, clock)) in clocks.iter_mut().enumerate() {
        let by = windows.get(*parent).map_or(Span::ZERO, |window| window.span());
        windows.push(if who == moved { go(clock) } else { clock.advance(by) });
    }
    windows
}

fn steps(tape: &mut Tape, dice: &mut Dice) -> Played {
    let carry = CatchUp::Carry { max_debt: dice.millis(0, 300) };
    let snap = Snap { display: rate(dice), tolerance: dice.millis(0, 4) };
    let rules = FixedStepConfig {
        max_ticks: 1 + dice.below(8),
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
