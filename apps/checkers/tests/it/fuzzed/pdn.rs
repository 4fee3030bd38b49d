//! Any text as a collection of games: games that can be played, or errors with a line and a column in the text.

use checkers::rules::pdn;

pub(crate) fn run(text: &str) {
    // A carriage return alone ends a line too, as on old machines.
    let lines = text.chars().filter(|char| ['\n', '\r'].contains(char)).count() + 1;
    for game in pdn::games(text).take(200) {
        match game {
            Ok(game) => {
                let _ = game.game.moves().count();
            }
            Err(error) => assert!(error.line <= lines, "line {} of {lines}", error.line),
        }
    }
}
