//! Which games there are to play: those that come with the program, or those of a file.

use core::fmt;
use std::{borrow::Cow, num::NonZeroUsize, path::Path};

use crate::{
    failure::Failure,
    rules::pdn::{self, Outline, PdnError, PdnGame},
};

/// 300 games from the archive of the American Checker Federation.
const SHIPPED: &str = include_str!("../games/acf-300.pdn");

/// The game that plays when none is asked for, by its name: it has double jumps and a king.
const FIRST: &str = "ACF archive, game 109";

/// Games to choose from. It holds their text and where in it each game is; the moves are read when a game is opened.
#[derive(Clone, Debug)]
pub struct Library {
    text: Cow<'static, str>,
    games: Vec<Outline>,
}

/// A game that cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faulty {
    /// Which, from 1.
    pub game: usize,
    /// What is wrong with it, and where in the text.
    pub error: PdnError,
}

impl fmt::Display for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}", self.game, self.error)
    }
}

impl core::error::Error for Faulty {}

impl Library {
    /// The games of a text, faulty ones too.
    #[must_use]
    pub fn new(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        let games = pdn::outlines(&text).collect();
        Self { text, games }
    }

    /// What the list says of each game, in the order of the text.
    #[must_use]
    pub fn games(&self) -> &[Outline] {
        &self.games
    }

    /// Reads the game with this index, from 0; nothing if there is none.
    ///
    /// # Errors
    ///
    /// Where the game is faulty.
    #[must_use]
    pub fn open(&self, index: usize) -> Option<Result<PdnGame, Faulty>> {
        let read = self.games.get(index)?.read(&self.text);
        Some(read.map_err(|error| Faulty { game: index + 1, error }))
    }
}

/// The games that come with the program, the index of the one to begin with, and that game.
///
/// # Errors
///
/// None, as a test reads them all.
pub fn shipped() -> Result<(Library, usize, PdnGame), Failure> {
    let library = Library::new(SHIPPED);
    let first = library.games().iter().position(|game| game.title() == Some(FIRST)).unwrap_or(0);
    let game = library.open(first).ok_or_else(|| Failure::new("no game comes with the program"))?;
    Ok((library, first, game.map_err(Failure::new)?))
}

/// The games of a text that was read from `file`, and the game with this number, from 1.
///
/// # Errors
///
/// Where that game is faulty (with line and column), or there is none of this
/// number.
pub fn from_text(
    file: &Path,
    text: String,
    number: NonZeroUsize,
) -> Result<(Library, PdnGame), Failure> {
    let library = Library::new(text);
    match library.open(number.get() - 1) {
        Some(Ok(game)) => Ok((library, game)),
        Some(Err(Faulty { error, .. })) => Err(Failure::at(
            file,
            error.line,
            error.column,
            format!("game {number}: {}", error.fault),
        )),
        None => {
            let what = format!("there is no game {number}: it holds {}", library.games().len());
            Err(Failure::of(file, what))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::pdn::PdnFault;

    const TWO: &str = "[Event \"a\"]\n1. 11-15 23-19 *\n\n[Event \"b\"]\n1. 11-20 *\n";

    #[test]
    fn the_shipped_games_can_be_read_and_the_first_one_is_there() {
        let (library, first, _) = shipped().unwrap();
        assert_eq!((library.games().len(), library.games()[first].title()), (300, Some(FIRST)));
        let read = (0..300).map(|index| library.open(index).unwrap().unwrap());
        assert_eq!(read.collect::<Vec<_>>(), pdn::read(SHIPPED).unwrap());
    }

    #[test]
    fn what_the_list_says_of_a_game_is_what_the_game_says() {
        let (library, ..) = shipped().unwrap();
        for (index, outline) in library.games().iter().enumerate() {
            let game = library.open(index).unwrap().unwrap();
            let said = (outline.title(), outline.result(), outline.moves());
            assert_eq!(said, (game.tag("Event"), game.result, game.game.moves().len()));
        }
    }

    #[test]
    fn a_game_with_an_illegal_move_is_listed_and_reported_when_it_is_opened() {
        let library = Library::new(format!("{TWO}[Event \"c\"]\n1. 9-14 24-20 10-15 1-0"));
        let titles: Vec<_> = library.games().iter().filter_map(Outline::title).collect();
        assert_eq!(titles, ["a", "b", "c"]);
        let faulty = library.open(1).unwrap().unwrap_err();
        assert_eq!((faulty.game, faulty.error.line, faulty.error.column), (2, 5, 4));
        assert!(matches!(faulty.error.fault, PdnFault::Illegal { ply: 1, .. }), "{faulty}");
        assert!(faulty.to_string().starts_with("game 2, line 5, column 4: 11-20, "), "{faulty}");
        assert_eq!(library.open(2).unwrap().unwrap().game.moves().len(), 3);
        assert!(library.open(3).is_none());
    }

    #[test]
    fn a_game_that_is_not_there_or_not_legal_is_reported() {
        let file = Path::new("two.pdn");
        let open = |number| from_text(file, TWO.to_owned(), NonZeroUsize::new(number).unwrap());
        assert_eq!(open(1).unwrap().1.tag("Event"), Some("a"));
        let illegal = open(2).unwrap_err().to_string();
        assert!(illegal.contains("two.pdn:5:4: game 2: 11-20, "), "{illegal}");
        let missing = open(9).unwrap_err().to_string();
        assert!(missing.ends_with("there is no game 9: it holds 2"), "{missing}");
    }
}
