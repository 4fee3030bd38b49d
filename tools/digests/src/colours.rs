//! Colours: in and out of bytes, in and out of Oklab, and blends of them.

use cueline::value::{Color, Delta, Lerp, Oklab};

use crate::{Dice, Played, Tape};

pub(crate) fn play(tape: &mut Tape) -> Played {
    let mut dice = Dice::new(5);
    tape.scenario();
    for byte in 0..=255_u8 {
        let grey = Color::from_srgb8([byte, byte, byte, byte]);
        tape.put((grey, grey.to_srgb8(), Oklab::from(grey)));
    }
    for _ in 0..24 {
        tape.scenario();
        let (from, to) = (color(&mut dice), color(&mut dice));
        let (lab, lab_to) = (Oklab::from(from), Oklab::from(to));
        tape.put((from, to, lab, Color::from(lab)));
        for step in -4..=24_i32 {
            let t = f64::from(step) / 20.0;
            let (light, seen) = (from.lerp(&to, t), Color::from(lab.lerp(&lab_to, t)));
            tape.put((light, light.to_srgb8(), seen, seen.to_srgb8()));
        }
        let difference = lab_to.minus(&lab);
        tape.put((difference, lab.plus(&difference.scaled(0.4)), from.plus(&to.minus(&from))));
    }
    tape.scenario();
    for unusual in [-1.0, -0.0, 1e-9, 0.003_130_8, 5.0, f32::MAX, f32::INFINITY, f32::NAN] {
        let color = Color::new(unusual, 0.5, unusual, unusual);
        let lab = Oklab::from(color);
        tape.put((color.to_srgb8(), lab, Color::from(lab), Color::from(lab).to_srgb8()));
    }
    Ok(())
}

fn color(dice: &mut Dice) -> Color {
    Color::from(dice.scalars(0.0, 1.0))
}
