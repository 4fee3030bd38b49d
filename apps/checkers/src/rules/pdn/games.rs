//! All games of a text.

use super::{
    error::PdnError,
    outline::{Outlines, outlines},
    record::PdnGame,
};

/// Reads all games of a text; none if it has none.
///
/// # Errors
///
/// The first [`PdnError`] in the text.
///
/// ```
/// use checkers::rules::pdn;
///
/// let games = pdn::read("1. 9-14 {a comment} 24-19 (22-18) 2. 11-16! *")?;
/// assert_eq!(games[0].game.moves().len(), 3);
///
/// let error = pdn::read("1. 9-14 24-18").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 9));
/// # Ok::<(), pdn::PdnError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<PdnGame>, PdnError> {
    games(text).collect()
}

/// Reads a text game by game, holding one at a time.
#[must_use]
pub fn games(text: &str) -> Games<'_> {
    Games { text, outlines: outlines(text) }
}

/// The games of a text, each with what is wrong with it.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a str,
    outlines: Outlines<'a>,
}

impl Iterator for Games<'_> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.outlines.next()?.read(self.text))
    }
}
