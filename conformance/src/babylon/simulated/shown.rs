//! What the recorded player's model shows at a frame.

use super::Simulated;
use crate::{babylon::clip::parts, read::Malformed};

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
