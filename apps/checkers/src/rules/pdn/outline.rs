//! A game as its file shows it before its moves are played.

use super::cursor::{Mark, Place};
use super::error::PdnError;
use super::reader::{Listener, read_at};
use super::record::{PdnGame, PdnResult};

/// Where in a text a game is, and what a list of games says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    mark: Mark,
    title: Option<Box<str>>,
    result: PdnResult,
    moves: usize,
}

impl Outline {
    pub(super) const fn at(mark: Mark) -> Self {
        Self { mark, title: None, result: PdnResult::Unknown, moves: 0 }
    }

    /// The line, from 1, at which the one before it has ended.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.mark.place().line()
    }

    /// The value of its Event tag.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What the file says of its end: behind the moves or else in the Result tag.
    #[must_use]
    pub const fn result(&self) -> PdnResult {
        self.result
    }

    /// How many moves are written, both sides counted, whether they are legal or not.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// Reads the game from the text in which it was found.
    ///
    /// # Errors
    ///
    /// The first fault in the game.
    pub fn read(&self, text: &str) -> Result<PdnGame, PdnError> {
        read_at(text, self.mark)
    }
}

impl Listener for Outline {
    fn moves(&self) -> usize {
        self.moves
    }

    fn tag(&mut self, name: String, value: String, _: Place, _: Place) -> Result<(), PdnError> {
        if name.eq_ignore_ascii_case("Result") {
            self.result = PdnResult::of_tag(&value);
        } else if name.eq_ignore_ascii_case("Event") {
            self.title = Some(value.into());
        }
        Ok(())
    }

    fn begin(&mut self, _: Place) {}

    fn mv(&mut self, _: &str, _: Place) -> Result<(), PdnError> {
        self.moves += 1;
        Ok(())
    }

    fn result(&mut self, result: PdnResult) {
        self.result = result;
    }
}
