//! Files of records: JSON, or one JSON value a line; plain or compressed with gzip.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use serde_json::Value;
use thiserror::Error;

/// Why a folder of recordings could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A file or folder that the system does not let us read.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A line that is not JSON.
    #[error("{}:{line}: {source}", path.display())]
    Json {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// Nothing to compare.
    #[error("{}: no recordings in it (folders of .jsonl or .json files, also with .gz)", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

/// A record that lacks what its kind of record has.
#[derive(Debug, Error)]
pub enum Malformed {
    /// A part that cannot be read as what it should be.
    #[error("cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Anything else.
    #[error("cannot be read: {0}")]
    Other(String),
}

/// A part that Cueline or a reader refuses.
pub(crate) fn other(error: impl ToString) -> Malformed {
    Malformed::Other(error.to_string())
}

/// Which kind of file a name stands for; none when it is no recording.
fn stem(name: &str) -> Option<(&str, bool)> {
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let lines = name.strip_suffix(".jsonl").map(|stem| (stem, true));
    lines.or_else(|| name.strip_suffix(".json").map(|stem| (stem, false)))
}

/// Every recording below `folder`, as the name of its folder and its path, sorted.
pub(crate) fn recordings(folder: &Path) -> Result<Vec<(String, PathBuf)>, ReadError> {
    let list = |path: &Path| -> Result<Vec<PathBuf>, ReadError> {
        let io = |source| ReadError::Io { path: path.into(), source };
        let entries = std::fs::read_dir(path).map_err(io)?;
        let paths: Result<Vec<_>, _> = entries.map(|entry| Ok(entry?.path())).collect();
        paths.map_err(io)
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
    if found.is_empty() { Err(ReadError::Empty { path: folder.into() }) } else { Ok(found) }
}

/// Reads the records of a file: those after the header of its lines, or those that `inside` finds in its one value.
pub(crate) fn records(
    path: &Path,
    inside: impl Fn(&Value) -> Vec<Value>,
) -> Result<Vec<Value>, ReadError> {
    let io = |source| ReadError::Io { path: path.into(), source };
    let mut file = File::open(path).map_err(io)?;
    let mut text = String::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        GzDecoder::new(file).read_to_string(&mut text).map_err(io)?;
    } else {
        file.read_to_string(&mut text).map_err(io)?;
    }
    let parse = |line: usize, text: &str| -> Result<Value, ReadError> {
        serde_json::from_str(text).map_err(|source| ReadError::Json {
            path: path.into(),
            line,
            source,
        })
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if !stem(&name).is_some_and(|(_, lines)| lines) {
        return parse(1, &text).map(|whole| inside(&whole));
    }
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.next().map(|(index, line)| parse(index + 1, line)).transpose()?;
    lines.map(|(index, line)| parse(index + 1, line)).collect()
}

/// A number, also one that JSON cannot carry and that is written as text.
///
/// # Errors
///
/// When it is neither.
pub fn number(value: &Value) -> Result<f64, Malformed> {
    match value.as_str() {
        Some("NaN") => Ok(f64::NAN),
        Some("Infinity") => Ok(f64::INFINITY),
        Some("-Infinity") => Ok(f64::NEG_INFINITY),
        Some("-0") => Ok(-0.0),
        _ => value.as_f64().ok_or_else(|| Malformed::Other(format!("a number, not {value}"))),
    }
}

/// A list of numbers.
///
/// # Errors
///
/// When it is not a list, or one of its items is no number.
pub fn numbers(value: &Value) -> Result<Vec<f64>, Malformed> {
    list(value)?.iter().map(number).collect()
}

/// A number or several, as a list.
pub(crate) fn parts(value: &Value) -> Result<Vec<f64>, Malformed> {
    if value.is_array() { numbers(value) } else { Ok(vec![number(value)?]) }
}

/// The items of a list; none where the value is absent.
///
/// # Errors
///
/// When there is something else than a list.
pub fn list(value: &Value) -> Result<&[Value], Malformed> {
    match value {
        Value::Null => Ok(&[]),
        Value::Array(items) => Ok(items),
        other => Err(Malformed::Other(format!("a list, not {other}"))),
    }
}

/// A text.
///
/// # Errors
///
/// When it is none.
pub fn text(value: &Value) -> Result<&str, Malformed> {
    value.as_str().ok_or_else(|| Malformed::Other(format!("a text, not {value}")))
}
