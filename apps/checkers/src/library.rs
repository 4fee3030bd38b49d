//! Which games there are to play: those that come with the program, or those of a file.

use std::{num::NonZeroU16, path::Path};

use crate::{
    failure::Failure,
    rules::pdn::{self, PdnGame},
};

/// 300 games from the archive of the American Checker Federation.
const SHIPPED: &str = include_str!("../games/acf-300.pdn");

/// The game that plays when none is asked for, by its name: it has double jumps and a king.
const FIRST: &str = "ACF archive, game 109";

/// The games that come with the program, and the one to begin with.
///
/// # Errors
///
/// None, as a test reads them all.
pub fn shipped() -> Result<(Vec<PdnGame>, usize), Failure> {
    let games = pdn::read(SHIPPED).map_err(Failure::new)?;
    let first = games.iter().position(|game| game.tag("Event") == Some(FIRST)).unwrap_or(0);
    Ok((games, first))
}

/// The games of a text that was read from `file`, and the index of the one with this number, from 1.
///
/// Faulty games are left out of the list, but for the one that is asked for.
///
/// # Errors
///
/// Where the game is faulty (with line and column), or there is none of this
/// number.
pub fn from_text(
    file: &Path,
    text: &str,
    number: NonZeroU16,
) -> Result<(Vec<PdnGame>, usize), Failure> {
    let wanted = usize::from(number.get()) - 1;
    let (mut games, mut chosen, mut count) = (Vec::new(), None, 0);
    for (index, game) in pdn::games(text).enumerate() {
        count = index + 1;
        match game {
            Ok(game) => {
                if index == wanted {
                    chosen = Some(games.len());
                }
                games.push(game);
            }
            Err(error) if index == wanted => {
                return Err(Failure::at(file, error.line, error.column, error.fault));
            }
            Err(_) => {}
        }
    }
    match chosen {
        Some(chosen) => Ok((games, chosen)),
        None => {
            let what = format!("there is no game {number}: it holds {count}");
            Err(Failure::of(file, what))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_games_can_be_read_and_the_first_one_is_there() {
        let (games, first) = shipped().unwrap();
        assert_eq!((games.len(), games[first].tag("Event")), (300, Some(FIRST)));
    }

    #[test]
    fn a_game_that_is_not_there_or_not_legal_is_reported() {
        let file = Path::new("two.pdn");
        let text = "[Event \"a\"]\n1. 11-15 23-19 *\n\n[Event \"b\"]\n1. 11-20 *\n";
        let number = |number| NonZeroU16::new(number).unwrap();
        assert_eq!(from_text(file, text, number(1)).unwrap().1, 0);
        let illegal = from_text(file, text, number(2)).unwrap_err().to_string();
        assert!(illegal.contains("two.pdn:5:4: "), "{illegal}");
        let missing = from_text(file, text, number(9)).unwrap_err().to_string();
        assert!(missing.ends_with("there is no game 9: it holds 2"), "{missing}");
    }
}
