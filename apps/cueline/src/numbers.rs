//! Values of any kind as plain numbers.

use cueline::clip::Value;

/// The numbers of a value, with names.
pub(crate) fn numbers(value: &Value) -> Vec<(&'static str, f64)> {
    const XYZW: [&str; 4] = ["x", "y", "z", "w"];
    let list = |names: &[&'static str], numbers: &[f32]| {
        names.iter().copied().zip(numbers.iter().map(|&number| number.into())).collect()
    };
    match *value {
        Value::F32(number) => vec![("value", number.into())],
        Value::F64(number) => vec![("value", number)],
        Value::I32(number) => vec![("value", number.into())],
        #[expect(clippy::cast_precision_loss, reason = "only to be drawn")]
        Value::I64(number) => vec![("value", number as f64)],
        Value::Bool(on) => vec![("value", f64::from(u8::from(on)))],
        Value::Vec2(v) => list(&XYZW, &[v.x, v.y]),
        Value::Vec3(v) => list(&XYZW, &[v.x, v.y, v.z]),
        Value::Vec4(v) => list(&XYZW, &[v.x, v.y, v.z, v.w]),
        Value::Rotation(q) => list(&XYZW, &[q.x, q.y, q.z, q.w]),
        Value::Color(c) => list(&["red", "green", "blue", "opacity"], &[c.r, c.g, c.b, c.a]),
        Value::Oklab(c) => list(&["lightness", "a", "b", "opacity"], &[c.l, c.a, c.b, c.alpha]),
        Value::Transform(d) => {
            let (s, q, t) = (d.scale, d.rotation, d.translation);
            list(
                &[
                    "move x", "move y", "move z", "turn x", "turn y", "turn z", "turn w",
                    "scale x", "scale y", "scale z",
                ],
                &[t.x, t.y, t.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z],
            )
        }
        Value::Matrix(m) => {
            const NAMES: [&str; 16] = [
                "m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9", "m10", "m11", "m12",
                "m13", "m14", "m15",
            ];
            list(&NAMES, &m.0)
        }
        _ => Vec::new(),
    }
}

/// A value in a few characters.
pub(crate) fn short(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::I32(number) => number.to_string(),
        Value::I64(number) => number.to_string(),
        _ => {
            let numbers = numbers(value);
            let words: Vec<_> = numbers.iter().map(|(_, number)| format!("{number:.3}")).collect();
            words.join(" ")
        }
    }
}
