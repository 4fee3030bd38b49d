//! Removes keys that a straight line between other keys replaces.
//!
//! From each kept key the search finds the last key to which a line stays within the tolerance, at all keys between
//! and at places between those. It doubles and halves the distance, so a track of n keys takes O(n log n) samples.

use cueline::{
    clip::{Interpolation, Track},
    time::{Span, TickRate},
};

use super::{
    Compressed, Tolerance,
    distance::{Distance, Measured},
};
use crate::key::Key;

/// Below this tolerance rotations are not rounded, because rounding would use almost half of it.
const LEAST_FOR_ROUNDING: f64 = 4e-4;
/// Number of places between two old keys at which the error is measured, besides the keys. For numbers the keys alone
/// would be enough: two straight lines are furthest apart at the end of one of them. Rotations are not quite straight.
const BETWEEN: i64 = 4;

/// Removes keys, and rounds the others if rotations may be rounded. An invalid track stays unchanged.
pub(super) fn reduce<T: Measured>(
    keys: &mut Vec<Key<T>>,
    rate: TickRate,
    tolerance: &Tolerance,
) -> Compressed {
    let before = keys.len();
    let unchanged = Compressed { keys_before: before, keys_after: before, ..Compressed::default() };
    let frames: Vec<_> = keys.iter().map(|key| key.keyframe(rate)).collect();
    let Ok(original) = Track::new(frames.iter().cloned()) else { return unchanged };

    let round = tolerance.radians >= LEAST_FOR_ROUNDING;
    let rounded: Vec<Key<T>> = keys
        .iter()
        .map(|key| Key {
            value: if round { key.value.clone().rounded() } else { key.value.clone() },
            ..key.clone()
        })
        .collect();
    let reducer = Reducer { original: &original, keys: &rounded, rate, tolerance };
    let mut kept: Vec<Key<T>> = Vec::new();
    if reducer.is_constant() {
        kept.push(rounded[0].clone());
    } else {
        let mut at = 0;
        while at + 1 < before {
            kept.push(rounded[at].clone());
            at = reducer.furthest(at);
        }
        kept.extend(rounded.last().cloned());
    }

    let Ok(reduced) = Track::new(kept.iter().map(|key| key.keyframe(rate))) else {
        return unchanged;
    };
    let mut error = Distance::default();
    for pair in frames.windows(2) {
        for time in places(pair[0].at, pair[1].at) {
            error = error.max(original.sample(time).distance(&reduced.sample(time)));
        }
    }
    let last = original.duration();
    error = error.max(original.sample(last).distance(&reduced.sample(last)));
    if !error.within(tolerance) {
        return unchanged; // such as curves whose ends were rounded
    }
    *keys = kept;
    Compressed {
        keys_before: before,
        keys_after: keys.len(),
        numbers: error.numbers,
        radians: error.radians,
    }
}

/// Times from one key (included) to the next (excluded) at which errors are measured.
fn places(from: Span, to: Span) -> impl Iterator<Item = Span> {
    let whole = i128::from(to.flicks()) - i128::from(from.flicks());
    (0..BETWEEN).map(move |part| {
        let off = whole * i128::from(part) / i128::from(BETWEEN);
        from + Span::from_flicks(i64::try_from(off).unwrap_or(i64::MAX))
    })
}

struct Reducer<'a, T: Measured> {
    original: &'a Track<T>,
    keys: &'a [Key<T>],
    rate: TickRate,
    tolerance: &'a Tolerance,
}

impl<T: Measured> Reducer<'_, T> {
    /// Returns `true` if the first key replaces all others.
    fn is_constant(&self) -> bool {
        let Some((last, others)) = self.keys.split_last() else { return false };
        let plain =
            |key: &Key<T>| matches!(key.interpolation, Interpolation::Hold | Interpolation::Linear);
        let first = &self.keys[0].value;
        let near = |value: &T| value.distance(first).within(self.tolerance);
        // The keys too: before a jump a track comes as near to the first of two keys as one likes.
        others.iter().all(|key| plain(key) && near(&key.value))
            && near(&last.value)
            && self.keys.windows(2).all(|pair| {
                places(pair[0].at.span(self.rate), pair[1].at.span(self.rate))
                    .all(|time| near(&self.original.sample(time)))
            })
    }

    /// The last key that a line from the key at `from` can reach; at least the next key.
    fn furthest(&self, from: usize) -> usize {
        let last = self.keys.len() - 1;
        let mut good = from + 1;
        let mut step = 1;
        while good < last {
            let next = (good + step).min(last);
            if !self.fits(from, next) {
                break;
            }
            good = next;
            step *= 2;
        }
        let mut bad = (good + step).min(last + 1);
        while good + 1 < bad {
            let middle = good + (bad - good) / 2;
            if self.fits(from, middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        good
    }

    /// Returns `true` if one interpolation between two keys replaces all keys between them.
    fn fits(&self, from: usize, to: usize) -> bool {
        let keys = &self.keys[from..=to];
        let interpolation = &keys[0].interpolation;
        let plain = matches!(interpolation, Interpolation::Hold | Interpolation::Linear);
        if !plain || keys[..keys.len() - 1].iter().any(|key| key.interpolation != *interpolation) {
            return false;
        }
        let (first, last) = (keys[0].keyframe(self.rate), keys[keys.len() - 1].keyframe(self.rate));
        // A jump is not a line.
        if first.at == last.at || keys.windows(2).any(|pair| pair[0].at == pair[1].at) {
            return false;
        }
        let Ok(line) = Track::new([first, last]) else { return false };
        keys.windows(2).all(|pair| {
            places(pair[0].at.span(self.rate), pair[1].at.span(self.rate)).all(|time| {
                let (old, new) = (self.original.sample(time), line.sample(time));
                old.distance(&new).within(self.tolerance)
            })
        })
    }
}

#[cfg(test)]
mod tests;
