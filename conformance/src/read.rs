//! Files of records: JSON, or one JSON value a line; plain or compressed with gzip.

use std::{
    error::Error,
    fmt::Display,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use serde_json::Value;

/// Why a folder of recordings, or a record, cannot be read.
pub type Malformed = Box<dyn Error>;

/// What Cueline or a reader refuses.
pub(crate) fn other(error: impl ToString) -> Malformed {
    error.to_string().into()
}

/// The same for something at a path.
fn at(path: &Path, error: impl Display) -> Malformed {
    other(format!("{}: {error}", path.display()))
}

/// Which kind of file a name stands for; none when it is no recording.
fn stem(name: &str) -> Option<(&str, bool)> {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let lines = name.strip_suffix(".jsonl").map(|stem| (stem, true));
    lines.or_else(|| name.strip_suffix(".json").map(|stem| (stem, false)))
}

/// Every recording below `folder`, as the name of its folder and its path, sorted.
pub(crate) fn recordings(folder: &Path) -> Result<Vec<(String, PathBuf)>, Malformed> {
    let list = |path: &Path| -> Result<Vec<PathBuf>, Malformed> {
        let entries = std::fs::read_dir(path).map_err(|error| at(path, error))?;
        entries.map(|entry| Ok(entry?.path())).collect()
    };
    let mut found = Vec::new();
    for system in list(folder)?.into_iter().filter(|path| path.is_dir()) {
        let name = system.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for file in list(&system)? {
            if stem(&file.file_name().unwrap_or_default().to_string_lossy()).is_some() {
                found.push((name.clone(), file));
            }
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(at(folder, "no recordings (folders of .jsonl or .json files, also with .gz)"));
    }
    Ok(found)
}

/// Reads the records of a file: those after the header of its lines, or those that `inside` finds in its one value.
pub(crate) fn records(
    path: &Path,
    inside: impl Fn(&Value) -> Vec<Value>,
) -> Result<Vec<Value>, Malformed> {
    let mut file = File::open(path).map_err(|error| at(path, error))?;
    let mut text = String::new();
    let read = if path.extension().is_some_and(|extension| extension == "gz") {
        GzDecoder::new(file).read_to_string(&mut text)
    } else {
        file.read_to_string(&mut text)
    };
    read.map_err(|error| at(path, error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // A file that was cut short would otherwise be compared in full, and hold.
    let some = |records: Vec<Value>| match records.len() {
        0 => Err(at(path, "no records; a file of recordings holds one at least")),
        _ => Ok(records),
    };
    if !stem(&name).is_some_and(|(_, lines)| lines) {
        let whole = serde_json::from_str(&text).map_err(|error| at(path, error))?;
        return some(inside(&whole));
    }
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let parse = |(number, line): (u32, &str)| -> Result<Value, Malformed> {
        serde_json::from_str(line).map_err(|error| at(path, format!("line {number}: {error}")))
    };
    let header = lines.next().map(parse).transpose()?.unwrap_or_default();
    if header["kind"] != "header" {
        let first: String = header.to_string().chars().take(60).collect();
        let wanted = r#"a header, a line with "kind": "header", must come before the records"#;
        return Err(at(path, format!("{wanted}; the first line is {first}")));
    }
    some(lines.map(parse).collect::<Result<_, _>>()?)
}

/// A number, also one that JSON cannot carry and that is written as text.
pub(crate) fn number(value: &Value) -> Result<f64, Malformed> {
    match value.as_str() {
        Some("NaN") => Ok(f64::NAN),
        Some("Infinity") => Ok(f64::INFINITY),
        Some("-Infinity") => Ok(f64::NEG_INFINITY),
        Some("-0") => Ok(-0.0),
        _ => value.as_f64().ok_or_else(|| other(format!("a number, not {value}"))),
    }
}

/// A list of numbers.
pub(crate) fn numbers(value: &Value) -> Result<Vec<f64>, Malformed> {
    list(value)?.iter().map(number).collect()
}

/// A number or several, as a list.
pub(crate) fn parts(value: &Value) -> Result<Vec<f64>, Malformed> {
    if value.is_array() { numbers(value) } else { Ok(vec![number(value)?]) }
}

/// The items of a list; none where the value is absent.
pub(crate) fn list(value: &Value) -> Result<&[Value], Malformed> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(items) => Ok(items),
        value => Err(other(format!("a list, not {value}"))),
    }
}

/// A text.
pub(crate) fn text(value: &Value) -> Result<&str, Malformed> {
    value.as_str().ok_or_else(|| other(format!("a text, not {value}")))
}
