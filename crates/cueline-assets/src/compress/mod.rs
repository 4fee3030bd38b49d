//! Long clips made smaller, within a stated error.

mod distance;
mod quantize;
mod reduce;

pub(crate) use quantize::{Quantized, quantized, restored};

use crate::{ClipFile, Keys, value::all_kinds};

/// How far from the original a compressed track may be, at any time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// For each number of a value, in its own unit.
    pub numbers: f64,
    /// For rotations, as the angle of the turn between the two, in radians.
    pub radians: f64,
}

impl Tolerance {
    /// The same number for all.
    #[must_use]
    pub const fn of(error: f64) -> Self {
        Self { numbers: error, radians: error }
    }
}

/// What compressing a clip has done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compressed {
    /// How many keys there were.
    pub keys_before: usize,
    /// How many there are.
    pub keys_after: usize,
    /// The largest error of a number that was measured: at every old key and at places between.
    pub numbers: f64,
    /// The largest error of a rotation that was measured, in radians.
    pub radians: f64,
}

impl ClipFile {
    /// Leaves out keys that a straight line between others stands for, and rounds rotations to the 48 bits in which the
    /// binary form then keeps them (the smallest three of four numbers, 15 bits each).
    ///
    /// Rotations are rounded, by at most 0.00015 radians, where the tolerance is 0.0004 radians or more. Keys whose way to
    /// the next is an easing or a curve stay. Of each track the first and the last key stay, so its length does too.
    /// What is played is a track like any other: nothing is unpacked while it plays, and finding among fewer keys is no
    /// slower.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::time::Span;
    /// use cueline_assets::{ClipFile, Key, Tolerance};
    ///
    /// let mut clip = ClipFile::default();
    /// let keys = (0..=100).map(|frame| Key::linear(Span::from_millis(frame * 10), frame as f32));
    /// clip.tracks.insert("x".into(), keys.collect::<Vec<_>>().into());
    /// let done = clip.compress(&Tolerance::of(0.001));
    /// assert_eq!((done.keys_before, done.keys_after), (101, 2));
    /// assert!(done.numbers <= 0.001);
    /// ```
    pub fn compress(&mut self, tolerance: &Tolerance) -> Compressed {
        let rate = self.frame_rate();
        let mut done = Compressed::default();
        for keys in self.tracks.values_mut() {
            let track = compress(keys, rate, tolerance);
            done.keys_before += track.keys_before;
            done.keys_after += track.keys_after;
            done.numbers = done.numbers.max(track.numbers);
            done.radians = done.radians.max(track.radians);
        }
        done
    }
}

macro_rules! compressing {
    ($($(#[$doc:meta])* $kind:ident($type:ty))*) => {
        fn compress(keys: &mut Keys, rate: cueline::time::TickRate, tolerance: &Tolerance) -> Compressed {
            match keys { $(Keys::$kind(keys) => reduce::reduce(keys, rate, tolerance),)* }
        }
    };
}

all_kinds!(compressing);
