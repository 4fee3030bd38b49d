//! Springs by name, and easings that are drawn: paths of lines and cubics.

use cueline::value::{AnyEasing, EasingPath};
use cueline_assets::easing;
use cueline_batch::ease_f32;

use crate::{Dice, Played, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(19);
    for name in NAMES {
        tape.scenario();
        let easing = easing::parse(name)?;
        tape.put(easing::text(&easing).len() as f64);
        sweep(tape, &easing);
    }
    for _ in 0..20 {
        let [a, b] = dice.numbers(0.0, 0.5);
        let points =
            [(0.0, 0.0), (a, dice.number(-1.0, 2.0)), (a + b, dice.number(-1.0, 2.0)), (1.0, 1.0)];
        tape.scenario();
        sweep(tape, &EasingPath::linear(points)?.into());
    }
    Ok(())
}

fn sweep(tape: &mut Tape, easing: &AnyEasing) {
    // Not a power of two, so that hardly any of them is a round number.
    for step in -30..=130_i16 {
        tape.put(easing.at(f64::from(step) / 101.0));
        if let AnyEasing::Easing(easing) = easing {
            tape.put(ease_f32(easing, f32::from(step) / 101.0));
        }
    }
}

const NAMES: [&str; 13] = [
    "spring(bounce -0.99)",
    "spring(bounce -0.3)",
    "spring(bounce 0)",
    "spring(bounce 0.15)",
    "spring(bounce 0.3)",
    "spring(bounce 0.9)",
    "out-spring(0.99)",
    "linear(0, 0.25 50%, 1)",
    "linear(0.2, 0.25 50%, -3 50%, 0.9)",
    "linear(0, 0.1, 0.9, 1)",
    "path(M0,0 C0.126,0.382 0.282,0.674 0.44,0.822 0.632,1.002 0.818,1.001 1,1)",
    "path(M0,0 C0,1 0.5,-1 0.5,0.5 L0.75,0.5 C1,0.5 1,0.5 1,1)",
    "path(M0,1 C0.25,1 0.25,0 0.5,0 C0.75,0 1,0 1,1)",
];
