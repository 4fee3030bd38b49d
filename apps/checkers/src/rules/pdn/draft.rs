//! A game, played by the rules while its text is read.

use super::{
    cursor::{Cursor, Mark, Place, quoted},
    error::{PdnError, PdnFault},
    limits::{MAX_PLIES, MAX_TAGS},
    reader::{Listener, Reader},
    record::{PdnGame, PdnResult},
};
use crate::rules::{Draws, Game, MoveText, Position, Side};

/// Reads the game that begins at `mark`.
pub(super) fn read_at(text: &str, mark: Mark) -> Result<PdnGame, PdnError> {
    let game = Game::from_position(Position::START, Draws::Agreed);
    let mut draft = Draft { line: None, tags: Vec::new(), result: PdnResult::Unknown, game };
    let mut reader = Reader::new(Cursor::at(text, mark));
    reader.game(&mut draft)?;
    draft.finish().ok_or_else(|| reader.cursor.unexpected("a game"))
}

/// A game whose text has not been read to its end.
struct Draft {
    line: Option<usize>,
    tags: Vec<(String, String)>,
    /// Of the Result tag, until the moves are over.
    result: PdnResult,
    game: Game,
}

impl Listener for Draft {
    fn moves(&self) -> usize {
        self.game.moves().len()
    }

    fn begin(&mut self, place: Place) {
        self.line.get_or_insert(place.line());
    }

    fn tag(
        &mut self,
        name: String,
        value: String,
        at: Place,
        place: Place,
    ) -> Result<(), PdnError> {
        self.begin(place);
        if self.tags.len() == MAX_TAGS {
            return Err(place.error(PdnFault::TooManyTags));
        }
        if name.eq_ignore_ascii_case("FEN") {
            let start =
                Position::from_fen(&value).map_err(|error| at.error(PdnFault::Fen(error)))?;
            self.game = Game::from_position(start, Draws::Agreed);
        }
        if name.eq_ignore_ascii_case("Result") {
            self.result = PdnResult::of_tag(&value);
        }
        self.tags.push((name, value));
        Ok(())
    }

    fn mv(&mut self, word: &str, place: Place) -> Result<(), PdnError> {
        let written: MoveText = word
            .parse()
            .map_err(|error| place.error(PdnFault::NotAMove { found: quoted(word), error }))?;
        let ply = self.moves() + 1;
        if ply > MAX_PLIES {
            return Err(place.error(PdnFault::TooManyMoves));
        }
        match self.game.play_text(written) {
            Ok(_) => Ok(()),
            Err(refusal) => Err(place.error(PdnFault::Illegal { written, ply, refusal })),
        }
    }

    fn result(&mut self, result: PdnResult) {
        self.result = result;
    }
}

impl Draft {
    /// The game, unless nothing was there.
    fn finish(mut self) -> Option<PdnGame> {
        let line = self.line?;
        // Refused where the board has ended the game: what the board says stands then.
        let _ = match self.result {
            PdnResult::BlackWon => self.game.resign(Side::White),
            PdnResult::WhiteWon => self.game.resign(Side::Black),
            PdnResult::Drawn => self.game.agree_draw(),
            PdnResult::Unknown => return Some(self.into_game(line)),
        };
        Some(self.into_game(line))
    }

    fn into_game(self, line: usize) -> PdnGame {
        PdnGame { line, tags: self.tags, result: self.result, game: self.game }
    }
}
