//! From games to text.

use super::PdnResult;
use crate::rules::{Game, Position};

/// The widest line of moves, in characters.
const WIDTH: usize = 79;

/// Writes a game with these tags, its moves with their full paths.
///
/// The tags Result, Setup and FEN say what the game says, whatever they are among `tags`. A tag whose
/// name [`read`](super::read) would not take is left out. Reading the text back gives the same
/// moves and, unless a rule drew the game, the same outcome; a draw by rule becomes an agreed one.
///
/// ```
/// use checkers::rules::{Game, pdn};
///
/// let mut game = Game::new();
/// game.play_text("9-14".parse()?)?;
/// let text = pdn::write([("Event", "A first move")], &game);
/// assert_eq!(text, "[Event \"A first move\"]\n[Result \"*\"]\n\n1. 9-14 *\n");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use]
pub fn write<'a>(tags: impl IntoIterator<Item = (&'a str, &'a str)>, game: &Game) -> String {
    let result = PdnResult::of(game).text();
    let mut text = String::new();
    let own =
        |name: &str| ["Result", "Setup", "FEN"].iter().any(|tag| tag.eq_ignore_ascii_case(name));
    let legible =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    for (name, value) in tags {
        if legible(name) && !own(name) {
            push_tag(&mut text, name, value);
        }
    }
    push_tag(&mut text, "Result", result);
    if *game.start() != Position::START {
        push_tag(&mut text, "Setup", "1");
        push_tag(&mut text, "FEN", &game.start().fen());
    }
    text.push('\n');

    let mut column = 0;
    let numbered = game.moves().enumerate().map(|(ply, mv)| match ply % 2 {
        0 => format!("{}. {mv}", ply / 2 + 1),
        _ => mv.to_string(),
    });
    for word in numbered.chain([result.to_owned()]) {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += &word;
        column += word.len();
    }
    text.push('\n');
    text
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    *text += &format!("[{name} \"{value}\"]\n");
}
