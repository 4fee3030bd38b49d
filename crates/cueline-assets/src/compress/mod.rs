//! Compresses long clips within a stated error.

mod distance;
mod quantize;
mod reduce;
mod skin;

pub(crate) use quantize::{Quantized, quantized, restored};
pub use skin::CompressedSkin;

use crate::{
    clip::{ClipFile, DurationSource},
    forms::When,
    key::Keys,
    value::all_kinds,
};

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
    /// easing or a curve to the next key stay. A track that stays within the tolerance of its first key keeps that key
    /// alone; of all others the first and the last key stay. The clip keeps its duration: where the last key of a clip
    /// of [`Whole`](DurationSource::Whole) duration goes, the duration becomes [`Exactly`](DurationSource::Exactly) what it
    /// was. The result is an ordinary track: playback unpacks nothing, and the search among fewer keys is no slower.
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
        let before = self.clone();
        let mut done = Compressed::default();
        for keys in self.tracks.values_mut() {
            let track = compress(keys, rate, tolerance);
            done.keys_before += track.keys_before;
            done.keys_after += track.keys_after;
            done.numbers = done.numbers.max(track.numbers);
            done.radians = done.radians.max(track.radians);
        }
        self.keep_duration(&before);
        done
    }

    /// States the duration of the clip as it was, where its last key is gone.
    fn keep_duration(&mut self, before: &Self) {
        let rate = self.frame_rate();
        let ends = |at: Option<When>| at.map(|at| at.span(rate));
        let before = before.last_time();
        if self.duration == DurationSource::Whole && ends(self.last_time()) != ends(before) {
            self.duration = DurationSource::Exactly(before.unwrap_or_default());
        }
    }

    /// The time of the last key or cue.
    fn last_time(&self) -> Option<When> {
        let rate = self.frame_rate();
        let keys = self.tracks.values().flat_map(Keys::times);
        keys.chain(self.cues.iter().map(|cue| cue.at)).max_by_key(|at| at.span(rate))
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

#[cfg(test)]
mod tests {
    use cueline::time::ms;

    use super::*;
    use crate::Key;

    /// The still track is the longer one.
    #[test]
    fn a_clip_whose_constant_tracks_shrink_keeps_its_duration() {
        let mut clip = ClipFile::default();
        let key = |at, value: f32| Key::linear(ms(at), value);
        clip.tracks.insert("moves".into(), vec![key(0, 0.0), key(500, 1.0)].into());
        clip.tracks.insert("still".into(), vec![key(0, 2.0), key(500, 2.0), key(900, 2.0)].into());
        let done = clip.compress(&Tolerance::of(0.0));
        assert_eq!((done.keys_before, done.keys_after), (5, 3));
        assert_eq!(clip.duration, DurationSource::Exactly(ms(900).into()));
        let built = clip.build("clip").unwrap();
        assert_eq!(built.duration(), ms(900));
        assert_eq!(built.track::<f32>("still").unwrap().sample(ms(900)), 2.0);
    }

    #[test]
    fn a_clip_whose_last_key_moves_states_no_duration() {
        let mut clip = ClipFile::default();
        let key = |at, value: f32| Key::linear(ms(at), value);
        clip.tracks.insert("moves".into(), vec![key(0, 0.0), key(900, 1.0)].into());
        clip.tracks.insert("still".into(), vec![key(0, 2.0), key(900, 2.0)].into());
        assert_eq!(clip.compress(&Tolerance::of(0.0)).keys_after, 3);
        assert_eq!(clip.duration, DurationSource::Whole);
    }
}
