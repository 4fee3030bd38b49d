//! Tweens to be played, and where they have to be.

use std::f64::consts::FRAC_PI_2;

/// Ticks in a second.
pub const RATE: u32 = 60;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Linear,
    CubicInOut,
    SineOut,
    BackOut,
}

impl Shape {
    /// The closed form.
    pub fn at(self, t: f64) -> f64 {
        match self {
            Self::Linear => t,
            Self::CubicInOut if t < 0.5 => 4.0 * t.powi(3),
            Self::CubicInOut => 1.0 - 4.0 * (1.0 - t).powi(3),
            Self::SineOut => (t * FRAC_PI_2).sin(),
            Self::BackOut => {
                let (u, s) = (t - 1.0, 1.70158);
                1.0 + u * u * ((s + 1.0) * u + s)
            }
        }
    }
}

#[derive(Clone, Copy)]
pub struct Tween {
    pub from: f32,
    pub to: f32,
    pub ticks: u32,
    pub shape: Shape,
}

impl Tween {
    pub fn seconds(self) -> f32 {
        self.ticks as f32 / RATE as f32
    }
}

/// `n` tweens of 16 different durations from `ticks` up; all linear, or a third each with three easings.
pub fn tweens(n: usize, ticks: u32, mixed: bool) -> Vec<Tween> {
    let of = |i: usize| {
        // Not in turns, which a branch predictor would learn.
        let dice = (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let easings = [Shape::CubicInOut, Shape::SineOut, Shape::BackOut];
        let from = (i % 97) as f32;
        Tween {
            from,
            to: from + 1.0 + (i % 7) as f32,
            ticks: ticks + ticks / 16 * (i % 16) as u32,
            shape: if mixed { easings[dice as usize % 3] } else { Shape::Linear },
        }
    };
    (0..n).map(of).collect()
}

/// Something that plays tweens a tick at a time.
pub trait Plays {
    fn name() -> &'static str;
    /// All of them started.
    fn start(work: &[Tween]) -> Self;
    /// A tick on, with all values where their user reads them.
    fn frame(&mut self);
    /// The value of one of them.
    fn value(&self, index: usize) -> f32;
}

/// The proof of a player: tweens short enough for it to see the whole of their way.
pub fn short(mixed: bool) -> Vec<Tween> {
    tweens(3001, 64, mixed)
}

/// The values that are off after so many frames, or nothing.
pub fn wrong(work: &[Tween], frame: u32, value: impl Fn(usize) -> f64) -> Result<(), String> {
    for (index, tween) in work.iter().enumerate() {
        let t = f64::from(frame) / f64::from(tween.ticks);
        let wanted = f64::from(tween.from) + f64::from(tween.to - tween.from) * tween.shape.at(t);
        let got = value(index);
        // Peers add up seconds in an f32.
        if (got - wanted).abs() >= 2e-4 {
            return Err(format!("tween {index} is {got} in frame {frame}, not {wanted}"));
        }
    }
    Ok(())
}

/// Stops the run where one value is not what the closed form says.
pub fn prove<P: Plays>(mixed: bool) {
    let work = short(mixed);
    let mut player = P::start(&work);
    for frame in 1..64 {
        player.frame();
        let wrong = wrong(&work, frame, |index| f64::from(player.value(index)));
        assert_eq!(wrong, Ok(()), "{}", P::name());
    }
}
