//! The content of a key: numbers, then tangents and a step flag.

use cueline_assets::{DocumentPath, Problems};
use serde_json::Value;

use crate::importer::refused;

/// A value of this many numbers, with the slopes on both sides in change per frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point<const N: usize> {
    pub(super) value: [f64; N],
    pub(super) arrive: Option<[f64; N]>,
    pub(super) leave: Option<[f64; N]>,
    pub(super) step: bool,
}

impl<const N: usize> Point<N> {
    /// From either form: tangents as separate lists, or all numbers in one list.
    pub(super) fn new(values: &Value, item: &DocumentPath) -> Result<Self, Problems> {
        let items = items(values);
        let Some((value, rest)) = items.split_at_checked(N) else {
            let found = format!("{} numbers", items.len());
            return Err(refused(item.clone(), found, format!("{N} or more")));
        };
        let value = array(value, item)?;
        let none = &Value::Null;
        let part = |index: usize| rest.get(index).copied().unwrap_or(none);
        let apart = N == 1 || !part(0).is_number();
        let ([arrive, leave], step, length) = match rest.len() {
            1 if N == 16 => ([None, None], part(0), 1),
            _ if apart => {
                let tangent = |index| tangent(part(index), &item.index(N + index));
                ([tangent(0)?, tangent(1)?], part(2), 3)
            }
            length => {
                // A tangent of zeros means none.
                let tangent = |from: usize| match rest.get(from..from + N) {
                    Some(numbers) => {
                        let numbers = array::<N>(numbers, item)?;
                        Ok(numbers.iter().any(|number| *number != 0.0).then_some(numbers))
                    }
                    None if length > from => {
                        let found = format!("{} numbers", N + length);
                        Err(refused(item.clone(), found, "as many for each tangent as for a value"))
                    }
                    None => Ok(None),
                };
                ([tangent(0)?, tangent(N)?], part(2 * N), 2 * N + 1)
            }
        };
        if rest.len() > length {
            let (found, most) = (format!("{} items", items.len()), N + length);
            return Err(refused(item.clone(), found, format!("at most {most}")));
        }
        Ok(Self { value, arrive, leave, step: is_step(step, item)? })
    }
}

/// Returns `true` if a key holds: 1 means yes; 0 and a missing number mean no.
pub(super) fn is_step(value: &Value, item: &DocumentPath) -> Result<bool, Problems> {
    match value.as_f64() {
        _ if value.is_null() => Ok(false),
        Some(0.0) => Ok(false),
        Some(1.0) => Ok(true),
        _ => Err(refused(item.clone(), format!("interpolation {}", short(value)), "0 or 1")),
    }
}

/// The items of a list, or of an object that replaces a list and has the keys "0", "1" and so on.
fn items(values: &Value) -> Vec<&Value> {
    match values {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => {
            (0..fields.len()).map_while(|index| fields.get(&index.to_string())).collect()
        }
        _ => vec![values],
    }
}

fn tangent<const N: usize>(
    value: &Value,
    item: &DocumentPath,
) -> Result<Option<[f64; N]>, Problems> {
    if value.is_null() { Ok(None) } else { array(&items(value), item).map(Some) }
}

fn array<const N: usize>(values: &[&Value], item: &DocumentPath) -> Result<[f64; N], Problems> {
    let wrong = |found: String| refused(item.clone(), found, format!("{N} numbers"));
    let mut numbers = [0.0; N];
    if values.len() != N {
        return Err(wrong(format!("{} items", values.len())));
    }
    for (number, value) in numbers.iter_mut().zip(values) {
        *number = value.as_f64().ok_or_else(|| wrong(short(value)))?;
    }
    Ok(numbers)
}

/// A value as messages show it.
fn short(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        Value::String(_) => "a text".into(),
        plain => plain.to_string(),
    }
}
