//! Flipbooks of equal and unequal holds in all orders, endless or not, near and far from their start.

use cueline::{
    clip::{Flipbook, Order},
    time::{Span, Time},
};

use crate::{Dice, Played, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(8);
    for _ in 0..40 {
        tape.scenario();
        let flipbook = random(&mut dice)?;
        tape.put((flipbook.frames().get(), flipbook.duration()));
        let start = Time::ZERO + dice.pick(&[Span::ZERO, Span::from_secs(-7), Span::MIN]);
        for _ in 0..60 {
            let now = start + dice.flicks(-500_000_000, 3_000_000_000);
            asked(tape, &flipbook, start, now);
        }
        for now in [Time::MIN, Time::ZERO, Time::MAX] {
            asked(tape, &flipbook, start, now);
        }
    }
    Ok(())
}

pub(crate) fn random(dice: &mut Dice) -> Result<Flipbook, Box<dyn core::error::Error>> {
    let flipbook = if dice.chance(1, 2) {
        Flipbook::equal(1 + dice.below(9), dice.flicks(1, 90_000_000))?
    } else {
        let holds: Vec<Span> = (0..=dice.below(9)).map(|_| dice.millis(1, 200)).collect();
        Flipbook::each(holds)?
    };
    let orders = [Order::Forward, Order::Reverse, Order::PingPong, Order::PingPongReverse];
    let flipbook = flipbook.order(dice.pick(&orders));
    let flipbook = match dice.below(6) {
        0 => flipbook,
        passes => flipbook.times(passes)?,
    };
    Ok(if dice.chance(1, 3) {
        flipbook.random_offset(dice.roll())
    } else {
        flipbook.offset(dice.millis(0, 400))
    })
}

fn asked(tape: &mut Tape, flipbook: &Flipbook, start: Time, now: Time) {
    let frame = flipbook.frame_at(start, now);
    tape.put((frame, flipbook.next_change(start, now), flipbook.is_over(start, now)));
}
