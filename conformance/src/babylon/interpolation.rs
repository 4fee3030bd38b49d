//! The value of a recorded clip at a frame, by the formulas for it and without Cueline's tracks; its easings are compared
//! by themselves.

use super::clip::{Key, Recorded, parts};
use crate::read::Malformed;

impl Recorded {
    /// Whether Babylon.js's formula for the easing after `key` has no value so far on its way.
    pub(super) fn has_no_value(&self, key: &Key, way: f64) -> Result<bool, Malformed> {
        let easing = key.easing.as_ref().or(self.easing.as_ref()).filter(|_| !key.step);
        easing.map_or(Ok(false), |easing| easing.has_no_value(way))
    }

    /// The value on the way from a key to the next, so many frames long.
    pub(super) fn between(
        &self,
        key: &Key,
        next: &Key,
        way: f64,
        long: f64,
    ) -> Result<Vec<f64>, Malformed> {
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
            let length = value.iter().map(|part| part * part).sum::<f64>().sqrt();
            let rotation = self.kind == "quaternion" && length > 0.0;
            return Ok(value
                .into_iter()
                .map(|part| if rotation { part / length } else { part })
                .collect());
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
    let cosine: f64 = from.iter().zip(to).map(|(from, to)| from * to).sum();
    let (left, right) = if cosine.abs() > 0.999_999 {
        (1.0 - t, t)
    } else {
        let angle = cosine.abs().acos();
        (((1.0 - t) * angle).sin() / angle.sin(), (t * angle).sin() / angle.sin())
    };
    let right = if cosine < 0.0 { -right } else { right };
    from.iter().zip(to).map(|(from, to)| left * from + right * to).collect()
}
