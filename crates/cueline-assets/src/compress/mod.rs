//! Compresses long clips within a stated error.

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
    /// The same tolerance for numbers and for rotations.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline_assets::Tolerance;
    ///
    /// assert_eq!(Tolerance::of(0.001), Tolerance { numbers: 0.001, radians: 0.001 });
    /// ```
    #[must_use]
    pub const fn of(error: f64) -> Self {
        Self { numbers: error, radians: error }
    }
}

/// The result of compressing a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compressed {
    /// Number of keys before.
    pub keys_before: usize,
    /// Number of keys after.
    pub keys_after: usize,
    /// The largest measured error of a number, at every old key and at places between keys.
    pub numbers: f64,
    /// The largest measured error of a rotation, in radians.
    pub radians: f64,
}

impl ClipFile {
    /// Removes keys that a straight line between other keys replaces, and rounds rotations to the 48 bits that the
    /// binary format stores (the smallest three of four numbers, 15 bits each).
    ///
    /// Rotations are rounded, by at most 0.00015 radians, if the tolerance is 0.0004 radians or more. Keys with an
    /// easing or a curve to the next key stay. The first and the last key of each track stay, so its duration does not
    /// change. The result is an ordinary track: playback unpacks nothing, and the search among fewer keys is no
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
