//! Error messages on the terminal, and the exit codes of the program.

use std::{
    io::{self, IsTerminal},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use cueline_assets::{Place, Problem, Problems, Severity};
use miette::{
    LabeledSpan, MietteDiagnostic, MietteError, MietteHandlerOpts, MietteSpanContents, NamedSource,
    Report, SourceCode, SourceSpan, SpanContents,
};

use crate::failure::{Failure, Source};

impl Failure {
    /// Prints it on the standard error.
    pub(crate) fn report(self) -> ExitCode {
        let (code, message, command) = match self {
            Self::Wrong => (1, None, None),
            Self::ClosedPipe => (0, None, None),
            Self::Problems(problems, source) => {
                print(&problems, &source);
                (1, None, None)
            }
            Self::Usage(message) => (2, Some(message), None),
            Self::File(message) => (3, Some(message), None),
            Self::NoScreen { why, instead } => (4, Some(why), instead),
        };
        if let Some(message) = message {
            eprint!("{:?}", Report::new(MietteDiagnostic::new(message)));
        }
        // In one line, so that it can be pasted.
        if let Some(command) = command {
            eprintln!("    {command}");
        }
        ExitCode::from(code)
    }
}

/// Whether the standard error may have colours.
fn colours() -> bool {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    wanted && io::stderr().is_terminal()
}

/// The width of a line: what the variable `COLUMNS` says, else that of the terminal, if it is one.
pub(crate) fn columns() -> Option<u16> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size().map(|(width, _)| width.0);
    said.or_else(seen).filter(|columns| *columns > 0)
}

/// The width of a line of a message: that of the terminal, and at most 100 columns.
fn message_width() -> usize {
    columns().map_or(100, |columns| usize::from(columns.clamp(30, 100)))
}

/// The same look everywhere, whatever the environment says, except for colours and the width of the terminal.
pub(crate) fn set_style() {
    let hook = miette::set_hook(Box::new(|_| {
        let style = MietteHandlerOpts::new().terminal_links(false).unicode(true);
        let style = style.width(message_width());
        Box::new(style.color(colours()).context_lines(1).build())
    }));
    // It fails if a hook is set already; this is called once.
    drop(hook);
}

/// Whether notes are shown, too.
static VERBOSE: AtomicBool = AtomicBool::new(false);

/// Shows notes, which are left out otherwise.
pub(crate) fn show_notes() {
    VERBOSE.store(true, Ordering::Relaxed);
}

/// Whether a problem is shown: a note only if the user asks for notes.
pub(crate) fn is_shown(problem: &Problem) -> bool {
    problem.severity != Severity::Note || VERBOSE.load(Ordering::Relaxed)
}

/// Prints problems on the standard error, with the affected text.
pub(crate) fn print(problems: &Problems, source: &Source) {
    for problem in problems.iter().filter(|problem| is_shown(problem)) {
        eprint!("{:?}", drawn(problem, source));
    }
    let mut hidden = problems.iter().filter(|problem| !is_shown(problem));
    if let Some(first) = hidden.next() {
        let count = 1 + hidden.count();
        let plural = if count == 1 { "" } else { "s" };
        eprintln!("{}: {count} note{plural} (-v shows them)", first.file);
    }
}

/// One problem, with the affected text.
pub(super) fn drawn(problem: &Problem, source: &Source) -> Report {
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
    let is_note = problem.severity != Severity::Error;
    let severity = match problem.severity {
        Severity::Note => miette::Severity::Advice,
        Severity::Warning => miette::Severity::Warning,
        Severity::Error => miette::Severity::Error,
    };
    let needed = match (problem.needed.as_str(), is_note) {
        ("", _) => "here".to_owned(),
        (needed, true) => needed.to_owned(),
        (needed, false) => format!("needed {needed}"),
    };
    let diagnostic = MietteDiagnostic::new(message).with_severity(severity);
    match problem.place {
        Some(place) => {
            let place = in_one_line(place, source);
            let excerpt = Excerpt::of(problem, place, source);
            let (label, diagnostic) = if is_beside(&needed, place, excerpt.as_ref(), source) {
                (Some(needed), diagnostic)
            } else {
                (None, diagnostic.with_help(needed))
            };
            if let Some(excerpt) = excerpt {
                let length = place.length.min(excerpt.end.saturating_sub(place.offset));
                let label = LabeledSpan::new(label, place.offset, length);
                return Report::new(diagnostic.with_label(label)).with_source_code(excerpt);
            }
            let label = LabeledSpan::new(label, place.offset, place.length);
            let text = NamedSource::new(&problem.file, source.clone());
            Report::new(diagnostic.with_label(label)).with_source_code(text)
        }
        None if problem.needed.is_empty() => Report::new(diagnostic),
        None if is_note => {
            let message = format!("{}, {needed}", diagnostic.message);
            Report::new(MietteDiagnostic { message, ..diagnostic })
        }
        None => Report::new(diagnostic.with_help(needed)),
    }
}

/// What stands before a line of a file: its number and a frame.
const FRAME: usize = 8;

/// Whether these words have room below the middle of a place: miette wraps no words there.
fn is_beside(words: &str, place: Place, excerpt: Option<&Excerpt>, source: &str) -> bool {
    let before = source.get(..place.offset).unwrap_or_default();
    let line = || before.rfind('\n').map_or(0, |end| end + 1);
    let start = excerpt.map_or_else(line, |excerpt| excerpt.start);
    let left = before.get(start..).map_or(0, |text| text.chars().count());
    FRAME + left + place.length / 2 + words.chars().count() + 4 <= message_width()
}

/// The part of a place in its first line: a problem of a whole file would show the whole file.
fn in_one_line(place: Place, source: &Source) -> Place {
    let text = source.get(place.offset..).and_then(|text| text.lines().next());
    Place { length: place.length.min(text.map_or(0, str::len)), ..place }
}

/// The part of a long line around a problem: miette prints whole lines, and panics beyond column 65,535.
#[derive(Debug)]
struct Excerpt {
    name: String,
    source: Source,
    place: Place,
    /// The visible bytes of the line.
    start: usize,
    end: usize,
}

impl Excerpt {
    /// Number of visible columns, with the problem in their middle; a shorter line is shown whole.
    fn columns() -> usize {
        (message_width() - FRAME).min(80)
    }

    /// `None` if the problem's line and its neighbours are short.
    fn of(problem: &Problem, place: Place, source: &Source) -> Option<Self> {
        let (before, after) = (source.get(..place.offset)?, source.get(place.offset..)?);
        let most = Self::columns();
        let width = |text: &str| text.chars().count();
        let (mut earlier, mut later) = (before.rsplit('\n'), after.split('\n'));
        let (head, tail) = (earlier.next()?, later.next()?);
        let is_short = width(head) + width(tail) <= most;
        let mut neighbours = [earlier.next(), later.next()].into_iter().flatten();
        if is_short && neighbours.all(|text| width(text) <= most) {
            return None;
        }
        let columns =
            |text: &str, count: usize| text.chars().take(count).map(char::len_utf8).sum::<usize>();
        let back = if is_short { width(head) } else { width(head).min(most / 2) };
        let shown: usize = head.chars().rev().take(back).map(char::len_utf8).sum();
        let (start, end) = (place.offset - shown, place.offset + columns(tail, most - back));
        Some(Self { name: problem.file.clone(), source: source.clone(), place, start, end })
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // Without context lines miette asks where the span itself begins.
        let start =
            if before == 0 { span.offset().clamp(self.start, self.end) } else { self.start };
        let text = self.source.get(start..self.end).ok_or(MietteError::OutOfBounds)?;
        let back = self.source.get(start..self.place.offset).map_or(0, |text| text.chars().count());
        let column = (self.place.column as usize).saturating_sub(1 + back);
        let line = (self.place.line as usize).saturating_sub(1);
        let span = SourceSpan::new(start.into(), text.len());
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            text.as_bytes(),
            span,
            line,
            column,
            1,
        )))
    }
}
