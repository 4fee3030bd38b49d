//! What each field of a recording is for, and whether a change of it is noticed.
//!
//! A field is *played* (it says what the recorded system was asked to do), *compared* (it says what that system did), or
//! *left* with a reason. A field that is none of these fails its record. A comparison that reads a field and drops it is
//! found by changes: the tests change compared fields at random and count the changes that fail their record.

use fastrand::Rng;
use serde_json::{Value, json};

/// What a field is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Cueline is given it.
    Played,
    /// Cueline is held to it.
    Compared,
    /// Nothing is held to it, for this reason.
    Left(&'static str),
}

/// Fields of a system's records, and all that is inside them.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// Their places, a space between two: names separated by `/`, with `*` for each item of a list and any name.
    pub paths: &'static str,
    /// What they are for.
    pub used: Use,
}

/// Fields that Cueline is given.
pub(crate) const fn played(paths: &'static str) -> Fields {
    Fields { paths, used: Use::Played }
}

/// Fields that Cueline is held to.
pub(crate) const fn compared(paths: &'static str) -> Fields {
    Fields { paths, used: Use::Compared }
}

/// Fields that nothing is held to.
pub(crate) const fn left(paths: &'static str, reason: &'static str) -> Fields {
    Fields { paths, used: Use::Left(reason) }
}

/// Why a field that only describes its record is left.
pub(crate) const LABEL: &str = "describes the record";

/// The names and indices that lead to a value, as in a JSON pointer.
type Place = Vec<String>;

/// How many steps of a path lead to a place; none where the place is elsewhere.
fn depth(path: &str, place: &[String]) -> Option<usize> {
    let mut steps = place.iter();
    let leads =
        path.split('/').all(|name| steps.next().is_some_and(|step| name == "*" || name == step));
    leads.then(|| path.split('/').count())
}

/// The path of the field that a place belongs to, which is the longest, and what the field is for.
fn field_of(all: &[Fields], place: &[String]) -> Option<(&'static str, Use)> {
    let paths = |fields: &Fields| fields.paths.split(' ').zip(std::iter::repeat(fields.used));
    let covering = all.iter().flat_map(paths);
    let covering = covering.filter_map(|field| Some((depth(field.0, place)?, field)));
    let longest = covering.max_by_key(|(depth, (path, _))| (*depth, !path.contains('*')));
    longest.map(|(_, field)| field)
}

/// Visits every value without values inside it, and every list.
fn visit(value: &Value, place: &mut Place, found: &mut impl FnMut(&[String], &Value)) {
    match value {
        Value::Object(fields) => {
            for (name, inside) in fields {
                place.push(name.replace('~', "~0").replace('/', "~1"));
                visit(inside, place, found);
                place.pop();
            }
        }
        Value::Array(items) => {
            found(place, value);
            for (index, item) in items.iter().enumerate() {
                place.push(index.to_string());
                visit(item, place, found);
                place.pop();
            }
        }
        _ => found(place, value),
    }
}

/// The first place of a record that no field covers.
pub(crate) fn unlisted(all: &[Fields], record: &Value) -> Option<String> {
    let mut first = None;
    visit(record, &mut Vec::new(), &mut |place, value| {
        let is_leaf = !value.is_array();
        if is_leaf && first.is_none() && field_of(all, place).is_none() {
            first = Some(place.join("/"));
        }
    });
    first
}

/// How many values of a record are left out.
pub(crate) fn left_out(all: &[Fields], record: &Value) -> usize {
    let mut count = 0;
    visit(record, &mut Vec::new(), &mut |place, value| {
        let is_left = matches!(field_of(all, place), Some((_, Use::Left(_))));
        count += usize::from(is_left && !value.is_array());
    });
    count
}

/// One field of a record, changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The path of the field.
    pub field: &'static str,
    /// What was changed, and into what.
    pub what: String,
    /// The record with the change.
    pub record: Value,
}

/// The compared fields that a record has, each with the places in it.
fn compared_places(all: &[Fields], record: &Value) -> Vec<(&'static str, Vec<Place>)> {
    let mut fields: Vec<(&'static str, Vec<Place>)> = Vec::new();
    visit(record, &mut Vec::new(), &mut |place, value| {
        let Some((path, Use::Compared)) = field_of(all, place) else { return };
        // An empty list has nothing to change.
        if value.as_array().is_some_and(Vec::is_empty) {
            return;
        }
        match fields.iter_mut().find(|(known, _)| *known == path) {
            Some((_, places)) => places.push(place.to_vec()),
            None => fields.push((path, vec![place.to_vec()])),
        }
    });
    fields
}

fn at<'a>(record: &'a mut Value, place: &[String]) -> Option<&'a mut Value> {
    record.pointer_mut(&format!("/{}", place.join("/")))
}

/// A number further off than any tolerance, but near.
fn shifted(number: f64, random: &mut Rng) -> Value {
    let by = if number.fract() == 0.0 { 1.0 } else { (number.abs() / 1000.0).max(1e-3) };
    let by = if random.bool() { by } else { -by };
    let moved = number + by;
    if number.fract() == 0.0 && moved.abs() < 9e15 {
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
        return json!(moved as i64);
    }
    json!(moved)
}

/// Changes a value without values inside it.
fn change_leaf(value: &Value, others: &[String], random: &mut Rng) -> Value {
    match value {
        Value::Bool(yes) => json!(!yes),
        Value::Null => json!(0.5),
        Value::Number(number) => shifted(number.as_f64().unwrap_or(0.0), random),
        Value::String(text) => match text.as_str() {
            "NaN" | "Infinity" | "-Infinity" => json!(0.5),
            "-0" => json!(1),
            _ => match text.parse::<i128>() {
                Ok(number) => json!((number + 1).to_string()),
                // Another name of the same field, so that the record can still be read.
                Err(_) => {
                    let others: Vec<&String> =
                        others.iter().filter(|other| *other != text).collect();
                    let other = random.choice(others);
                    json!(other.map_or_else(|| format!("{text}x"), |other| (*other).clone()))
                }
            },
        },
        Value::Array(_) | Value::Object(_) => Value::Null,
    }
}

/// Drops an item of a list, doubles one, or swaps two neighbours.
fn change_list(items: &mut Vec<Value>, random: &mut Rng) -> Option<String> {
    let index = random.usize(..items.len());
    match random.usize(..3) {
        0 => {
            let item = items.remove(index);
            Some(format!("without item {index}, {item}"))
        }
        1 => {
            items.insert(index, items[index].clone());
            Some(format!("with item {index}, {} twice", items[index]))
        }
        _ => {
            let next = (index + 1) % items.len();
            items.swap(index, next);
            (items[index] != items[next]).then(|| format!("with items {index} and {next} swapped"))
        }
    }
}

/// Changes one place of a field.
fn change(
    record: &Value,
    field: &'static str,
    places: &[Place],
    random: &mut Rng,
) -> Option<Change> {
    let mut changed = record.clone();
    let is_list = |place: &&Place| at(&mut changed, place).is_some_and(|at| at.is_array());
    let (lists, leaves): (Vec<&Place>, Vec<&Place>) = places.iter().partition(is_list);
    let shallowest = lists.iter().map(|place| place.len()).min();
    let outer: Vec<&Place> =
        lists.into_iter().filter(|place| Some(place.len()) == shallowest).collect();
    if !outer.is_empty() && random.bool() {
        let place = outer[random.usize(..outer.len())];
        let Some(Value::Array(items)) = at(&mut changed, place) else { return None };
        let what = change_list(items, random)?;
        return Some(Change {
            field,
            what: format!("{} {what}", place.join("/")),
            record: changed,
        });
    }
    let place = *random.choice(&leaves)?;
    // Names at the same index of their lists are names of the same sort.
    let index = |place: &Place| place.last().and_then(|last| last.parse::<usize>().ok());
    let sort = |other: &&&Place| match (index(place), index(other)) {
        (Some(one), Some(two)) if place.len() > 3 => one == two,
        _ => true,
    };
    let others: Vec<String> = leaves
        .iter()
        .filter(sort)
        .filter_map(|place| at(&mut changed, place).and_then(|at| at.as_str().map(str::to_owned)))
        .collect();
    let value = at(&mut changed, place)?;
    let new = change_leaf(value, &others, random);
    let what = format!("{} is {new} in place of {value}", place.join("/"));
    *value = new;
    Some(Change { field, what, record: changed })
}

/// Changes one compared field of a record, chosen at random; none where the record has none, or where the change would
/// change nothing.
#[must_use]
pub fn random_change(all: &[Fields], record: &Value, random: &mut Rng) -> Option<Change> {
    let fields = compared_places(all, record);
    let (field, places) = random.choice(&fields)?;
    change(record, field, places, random)
}
