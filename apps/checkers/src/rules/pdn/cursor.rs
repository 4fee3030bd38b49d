//! A place in a text that knows its line and column.

use super::error::{PdnError, PdnFault};

/// How many characters of the text an error quotes.
const QUOTED: usize = 24;

/// Where in the text something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    pub(super) const fn line(self) -> usize {
        self.line
    }

    pub(super) const fn error(self, fault: PdnFault) -> PdnError {
        PdnError { line: self.line, column: self.column, fault }
    }
}

/// A place from which a text can be read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// In bytes.
    offset: usize,
    place: Place,
}

impl Mark {
    pub(super) const fn place(self) -> Place {
        self.place
    }
}

#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    all: &'a str,
    rest: &'a str,
    place: Place,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { all: text, rest, place: Place { line: 1, column: 1 } }
    }

    /// At the place of `mark`; at the end of a text that has no such place.
    pub(super) fn at(text: &'a str, mark: Mark) -> Self {
        Self { all: text, rest: text.get(mark.offset..).unwrap_or_default(), place: mark.place }
    }

    pub(super) const fn mark(&self) -> Mark {
        Mark { offset: self.all.len() - self.rest.len(), place: self.place }
    }

    pub(super) const fn place(&self) -> Place {
        self.place
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) const fn begins_line(&self) -> bool {
        self.place.column == 1
    }

    /// The next character, passing it. A carriage return with a line feed behind it is no line of its own.
    pub(super) fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let char = chars.next()?;
        self.rest = chars.as_str();
        if char == '\n' || (char == '\r' && !self.rest.starts_with('\n')) {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(char)
    }

    /// Passes the characters for which `wanted` holds.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let text = self.rest;
        while self.peek().is_some_and(&wanted) {
            self.next();
        }
        &text[..text.len() - self.rest.len()]
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    pub(super) fn skip_line(&mut self) {
        self.take_while(|char| char != '\n' && char != '\r');
    }

    /// Passes everything up to `end` and `end` itself; an error at `begin` if it never comes.
    pub(super) fn skip_past(&mut self, end: char, begin: Place) -> Result<(), PdnError> {
        self.take_while(|char| char != end);
        match self.next() {
            Some(_) => Ok(()),
            None => Err(begin.error(PdnFault::Unclosed { needed: end })),
        }
    }

    /// The error that something else was needed here.
    pub(super) fn unexpected(&self, needed: &'static str) -> PdnError {
        let word = |char: &char| !char.is_whitespace();
        let found = self.rest.chars().take_while(word).take(QUOTED).collect();
        self.place.error(PdnFault::Unexpected { found, needed })
    }
}

/// The beginning of a word, as short as errors quote it.
pub(super) fn quoted(word: &str) -> String {
    word.chars().take(QUOTED).collect()
}
