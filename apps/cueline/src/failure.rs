//! Why the program cannot do what it was asked.

use std::{fmt::Display, io, path::Path, sync::Arc};

use cueline_assets::{Problem, Problems};

/// A reason to stop.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Reported already: a file has problems, or two traces differ.
    Wrong,
    /// The reader of the standard output has closed it, as `head` does: not an error.
    ClosedPipe,
    /// The content of a file is wrong.
    Problems(Problems, Source),
    /// The requested item does not exist.
    Usage(String),
    /// A file cannot be read or written.
    File(String),
    /// There is no screen for a window. A command that needs none may do the same.
    NoScreen { why: String, instead: Option<String> },
}

/// The text of a file; empty for a binary file.
pub(crate) type Source = Arc<String>;

impl Failure {
    pub(crate) fn file(path: &Path, error: impl Display) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }

    pub(crate) fn usage(what: impl Into<String>) -> Self {
        Self::Usage(what.into())
    }

    pub(crate) fn no_screen(why: impl Into<String>) -> Self {
        Self::NoScreen { why: why.into(), instead: None }
    }

    /// The first line of the message.
    pub(crate) fn line(&self) -> String {
        match self {
            Self::Wrong | Self::ClosedPipe => String::new(),
            Self::Problems(problems, _) => {
                problems.iter().next().map_or(String::new(), Problem::to_string)
            }
            Self::Usage(message) | Self::File(message) | Self::NoScreen { why: message, .. } => {
                message.clone()
            }
        }
    }
}

impl From<io::Error> for Failure {
    /// Only for the standard output, whose reader may have closed it.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::File(format!("the standard output: {error}")),
        }
    }
}
