//! What the recorded player's model shows at a frame, by the formulas for it and without Cueline's tracks; its easings
//! are compared by themselves.

use super::{Key, Recorded, Simulated};
use crate::{
    babylon::clip::dot,
    read::{Malformed, parts},
};

impl Simulated<'_> {
    /// Shows the value at `frame`, with the passes that the last step was in.
    pub(super) fn show(&mut self, frame: f64) -> Result<(), Malformed> {
        let value = self.interpolate(frame)?;
        self.set(&value);
        Ok(())
    }

    pub(super) fn set(&mut self, value: &[f64]) {
        self.shown = true;
        self.seen.value = value.to_vec();
        // Sizes are put together as texts, which are read as their sum.
        if self.script.is_from_current() {
            self.seen
                .value
                .iter_mut()
                .zip(&self.initial)
                .for_each(|(value, initial)| *value += initial);
        }
    }

    fn interpolate(&mut self, frame: f64) -> Result<Vec<f64>, Malformed> {
        if self.clip.mode() == "constant" && self.state.passes > 0.0 {
            self.state.lacks = self.state.pass_lacks;
            return Ok(self.state.high.clone());
        }
        let (mut value, moves) = self.between_keys(frame)?;
        self.state.moves = moves;
        if let (true, true, Some(offset)) = (self.script.is_relative(), moves, &self.state.offset) {
            let passes = self.state.passes;
            self.state.lacks |= self.state.pass_lacks;
            value.iter_mut().zip(offset).for_each(|(value, offset)| *value += offset * passes);
        }
        Ok(value)
    }

    /// The value at `frame`, looked for from the first key.
    pub(super) fn search_from_first_key(&mut self, frame: f64) -> Result<Vec<f64>, Malformed> {
        let last = std::mem::take(&mut self.state.key);
        let value = self.between_keys(frame)?.0;
        self.state.key = last;
        Ok(value)
    }

    /// The value at `frame`, looked for from the key of the last time, and whether it lies on a way between two keys.
    pub(super) fn between_keys(&mut self, frame: f64) -> Result<(Vec<f64>, bool), Malformed> {
        let key_at = |key: isize| usize::try_from(key).ok().and_then(|key| self.keys.get(key));
        let mut at = self.state.key;
        while key_at(at).is_some_and(|key| frame < key.frame) {
            at -= 1;
        }
        while key_at(at + 1).is_some_and(|key| frame >= key.frame) {
            at += 1;
        }
        self.state.key = at;
        let (Some(key), next) = (key_at(at), key_at(at + 1)) else {
            return Ok((parts(&self.keys[0].value)?, false));
        };
        let Some(next) = next else { return Ok((parts(&key.value)?, false)) };
        let long = next.frame - key.frame;
        let moves = !key.step && self.clip.kind != "matrix";
        let way = (frame - key.frame) / long;
        let value = self.clip.between(key, next, way, long)?;
        self.state.lacks = moves && self.clip.has_no_value(key, way)?;
        Ok((value, moves))
    }
}

impl Recorded {
    /// Whether Babylon.js's formula for the easing after `key` has no value so far on its way.
    fn has_no_value(&self, key: &Key, way: f64) -> Result<bool, Malformed> {
        let easing = key.easing.as_ref().or(self.easing.as_ref()).filter(|_| !key.step);
        easing.map_or(Ok(false), |easing| easing.has_no_value(way))
    }

    /// The value on the way from a key to the next, so many frames long.
    fn between(&self, key: &Key, next: &Key, way: f64, long: f64) -> Result<Vec<f64>, Malformed> {
        let (from, to) = (parts(&key.value)?, parts(&next.value)?);
        if key.step || self.kind == "matrix" {
            return Ok(from);
        }
        let easing = key.easing.as_ref().or(self.easing.as_ref());
        let t = match easing {
            Some(easing) => easing.easing()?.at(way),
            None => way,
        };
        if let (Some(out), Some(into)) = (&key.tangent_out, &next.tangent_in) {
            let slope = |tangent| {
                Ok::<_, Malformed>(parts(tangent)?.into_iter().map(move |part| part * long))
            };
            let slopes = slope(out)?.zip(slope(into)?);
            let numbers = from.iter().zip(&to).zip(slopes);
            let value: Vec<f64> = numbers
                .map(|((from, to), (out, into))| hermite(*from, out, *to, into, t))
                .collect();
            let length = dot(&value, &value).sqrt();
            let rotation = self.kind == "quaternion" && length > 0.0;
            let length = if rotation { length } else { 1.0 };
            return Ok(value.into_iter().map(|part| part / length).collect());
        }
        if self.kind == "quaternion" {
            return Ok(slerp(&from, &to, t));
        }
        Ok(from.iter().zip(&to).map(|(from, to)| from + (to - from) * t).collect())
    }
}

fn hermite(from: f64, out: f64, to: f64, into: f64, t: f64) -> f64 {
    let (squared, cubed) = (t * t, t * t * t);
    from * (2.0 * cubed - 3.0 * squared + 1.0)
        + to * (-2.0 * cubed + 3.0 * squared)
        + out * (cubed - 2.0 * squared + t)
        + into * (cubed - squared)
}

/// Along the shorter arc, by the formula of the arc cosine; straight where it is tiny.
fn slerp(from: &[f64], to: &[f64], t: f64) -> Vec<f64> {
    let cosine = dot(from, to);
    let (left, right) = if cosine.abs() > 0.999_999 {
        (1.0 - t, t)
    } else {
        let angle = cosine.abs().acos();
        (((1.0 - t) * angle).sin() / angle.sin(), (t * angle).sin() / angle.sin())
    };
    let right = if cosine < 0.0 { -right } else { right };
    from.iter().zip(to).map(|(from, to)| left * from + right * to).collect()
}
