//! What the program says when something is wrong, and what it exits with.

use std::{
    fmt::Display,
    io::{self, IsTerminal},
    path::Path,
    process::ExitCode,
    sync::Arc,
};

use cueline_assets::{Problem, Problems, Severity};
use miette::{LabeledSpan, MietteDiagnostic, MietteHandlerOpts, NamedSource, Report};

/// A reason to stop.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was told already, or needs no words: a file has problems, or two traces differ.
    Wrong,
    /// What a file holds is wrong.
    Problems(Problems, Source),
    /// What was asked for is not to be had.
    Usage(String),
    /// A file cannot be read or written.
    File(String),
    /// There is no screen to open a window on.
    NoScreen(String),
}

/// The text of a file; empty where it is none.
pub(crate) type Source = Arc<String>;

impl Failure {
    pub(crate) fn file(path: &Path, error: impl Display) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }

    pub(crate) fn usage(what: impl Into<String>) -> Self {
        Self::Usage(what.into())
    }

    /// The first thing about it in one line.
    pub(crate) fn line(&self) -> String {
        match self {
            Self::Wrong => String::new(),
            Self::Problems(problems, _) => {
                problems.iter().next().map_or(String::new(), Problem::to_string)
            }
            Self::Usage(message) | Self::File(message) | Self::NoScreen(message) => message.clone(),
        }
    }

    /// Tells it on the standard error.
    pub(crate) fn report(self) -> ExitCode {
        let (code, message) = match self {
            Self::Wrong => (1, None),
            Self::Problems(problems, source) => {
                tell(&problems, &source);
                (1, None)
            }
            Self::Usage(message) => (2, Some(message)),
            Self::File(message) => (3, Some(message)),
            Self::NoScreen(message) => (4, Some(message)),
        };
        if let Some(message) = message {
            eprint!("{:?}", Report::new(MietteDiagnostic::new(message)));
        }
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    /// Only for the standard output, of which a reader may have gone away.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Wrong,
            _ => Self::File(format!("the standard output: {error}")),
        }
    }
}

/// Whether the standard error may have colours.
fn colours() -> bool {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    wanted && io::stderr().is_terminal()
}

/// The same look everywhere, whatever the environment says, but for colours.
pub(crate) fn set_style() {
    let hook = miette::set_hook(Box::new(|_| {
        let style = MietteHandlerOpts::new().terminal_links(false).unicode(true).width(100);
        Box::new(style.color(colours()).context_lines(1).build())
    }));
    // It fails where one is set already; this is called once.
    drop(hook);
}

/// Tells problems on the standard error, with the text that they are about.
pub(crate) fn tell(problems: &Problems, source: &Source) {
    for problem in problems {
        eprint!("{:?}", drawn(problem, source));
    }
}

fn drawn(problem: &Problem, source: &Source) -> Report {
    let mut message = String::new();
    if problem.place.is_none() && !problem.file.is_empty() {
        message = format!("{}: ", problem.file);
    }
    let item = problem.item.to_string();
    if !item.is_empty() {
        message += &format!("{item}: ");
    }
    message += if problem.needed.is_empty() { "" } else { "found " };
    message += &problem.found;
    let is_note = problem.severity == Severity::Note;
    let severity = if is_note { miette::Severity::Advice } else { miette::Severity::Error };
    let needed = match (problem.needed.as_str(), is_note) {
        ("", _) => "here".to_owned(),
        (needed, true) => needed.to_owned(),
        (needed, false) => format!("needed {needed}"),
    };
    let diagnostic = MietteDiagnostic::new(message).with_severity(severity);
    match problem.place {
        Some(place) => {
            let label = LabeledSpan::new(Some(needed), place.offset, place.length);
            let text = NamedSource::new(&problem.file, source.clone());
            Report::new(diagnostic.with_label(label)).with_source_code(text)
        }
        None if problem.needed.is_empty() => Report::new(diagnostic),
        None => Report::new(diagnostic.with_help(needed)),
    }
}
