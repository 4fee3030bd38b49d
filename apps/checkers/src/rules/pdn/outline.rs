//! A game as its file shows it before its moves are played.

use super::{
    cursor::{Cursor, Mark, Place},
    draft::read_at,
    error::PdnError,
    reader::{Listener, Reader},
    record::{PdnGame, PdnResult},
};

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

/// Finds the games of a text without playing their moves.
///
/// The list has every game, faulty or not; [`Outline::read`] reports the fault.
///
/// ```
/// use checkers::rules::pdn;
///
/// let text = "[Event \"good\"] 1. 9-14 * [Event \"bad\"] 1. 11-20 *";
/// let found: Vec<_> = pdn::outlines(text).collect();
/// assert_eq!(found[1].title(), Some("bad"));
/// assert!(found[0].read(text).is_ok());
/// assert!(found[1].read(text).is_err());
/// ```
#[must_use]
pub fn outlines(text: &str) -> Outlines<'_> {
    Outlines { reader: Reader::new(Cursor::new(text)), recover: false }
}

/// The outlines of a text's games. Behind a place that is no part of a game it goes on at the next tag that begins a
/// line, behind the moves.
#[derive(Clone, Debug)]
pub struct Outlines<'a> {
    reader: Reader<'a>,
    /// Whether the last game ended in such a place.
    recover: bool,
}

impl Iterator for Outlines<'_> {
    type Item = Outline;

    fn next(&mut self) -> Option<Self::Item> {
        if self.recover {
            self.reader.skip_to_tag();
        }
        let mut outline = Outline::at(self.reader.cursor.mark());
        let (begun, faulty) = match self.reader.game(&mut outline) {
            Ok(begun) => (begun, false),
            Err(_) => (true, true),
        };
        self.recover = faulty;
        begun.then_some(outline)
    }
}
