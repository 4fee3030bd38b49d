//! What the program says when it cannot do what it was asked.

use core::fmt;
use std::path::Path;

/// A reason to stop, as one line: `FILE:LINE:COLUMN: what is wrong`, as far as these are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl Failure {
    /// A failure that belongs to no file.
    #[must_use]
    pub fn new(what: impl fmt::Display) -> Self {
        Self(what.to_string())
    }

    /// A failure with a file as a whole.
    #[must_use]
    pub fn of(file: &Path, what: impl fmt::Display) -> Self {
        Self(format!("{}: {what}", name(file)))
    }

    /// A failure at a line and a column of a file, both from 1.
    #[must_use]
    pub fn at(file: &Path, line: usize, column: usize, what: impl fmt::Display) -> Self {
        Self(format!("{}:{line}:{column}: {what}", name(file)))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checkers: {}", self.0)
    }
}

impl core::error::Error for Failure {}

fn name(file: &Path) -> String {
    if file.as_os_str() == "-" { "standard input".to_owned() } else { file.display().to_string() }
}
