//! From text to games.

use super::cursor::{Cursor, Mark, Place, quoted};
use super::error::{PdnError, PdnFault};
use super::limits::{MAX_PLIES, MAX_TAGS};
use super::outline::Outline;
use super::record::{PdnGame, PdnResult};
use crate::rules::{Draws, Game, MoveText, Position, Side};

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

/// Finds the games of a text without playing their moves.
///
/// Every game is listed, faulty or not; [`Outline::read`] tells.
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

/// Reads the game that begins at `mark`.
pub(super) fn read_at(text: &str, mark: Mark) -> Result<PdnGame, PdnError> {
    let game = Game::from_position(Position::START, Draws::Agreed);
    let mut draft = Draft { line: None, tags: Vec::new(), result: PdnResult::Unknown, game };
    let mut reader = Reader::new(Cursor::at(text, mark));
    reader.game(&mut draft)?;
    draft.finish().ok_or_else(|| reader.cursor.unexpected("a game"))
}

/// Receives the parts of a game.
pub(super) trait Listener {
    /// How many moves it has received.
    fn moves(&self) -> usize;

    /// A tag, which begins at `place`, its value at `at`.
    fn tag(&mut self, name: String, value: String, at: Place, place: Place)
    -> Result<(), PdnError>;

    /// The number of a move, a move or a result begins at `place`.
    fn begin(&mut self, place: Place);

    /// A word in the place of a move.
    fn mv(&mut self, word: &str, place: Place) -> Result<(), PdnError>;

    /// The result behind the moves.
    fn result(&mut self, result: PdnResult);
}

/// Goes through a text.
#[derive(Clone, Debug)]
struct Reader<'a> {
    cursor: Cursor<'a>,
    /// Whether the last thing read was a tag.
    in_tags: bool,
}

/// What the reader has of a game that it has not yet read to its end.
struct Draft {
    line: Option<usize>,
    tags: Vec<(String, String)>,
    /// Of the Result tag, until the moves are over.
    result: PdnResult,
    game: Game,
}

impl<'a> Reader<'a> {
    fn new(cursor: Cursor<'a>) -> Self {
        Self { cursor, in_tags: false }
    }

    /// Reads one game; gives whether there was one.
    fn game(&mut self, listener: &mut impl Listener) -> Result<bool, PdnError> {
        let (mut begun, mut named) = (false, false);
        loop {
            self.skip_filling()?;
            let place = self.cursor.place();
            match self.cursor.peek() {
                None => break,
                Some('[') => {
                    if listener.moves() > 0 {
                        break; // it belongs to the next game
                    }
                    let before = self.cursor.clone();
                    self.in_tags = true;
                    let (name, value, at) = self.tag()?;
                    let names = name.eq_ignore_ascii_case("Event");
                    if names && named {
                        self.cursor = before; // so does this one
                        break;
                    }
                    named |= names;
                    listener.tag(name, value, at, place)?;
                }
                Some('*') => {
                    self.cursor.next();
                    listener.begin(place);
                    return Ok(true);
                }
                Some(char) if char.is_ascii_digit() => {
                    self.in_tags = false;
                    listener.begin(place);
                    if let Some(result) = self.number_move_or_result(listener, place)? {
                        listener.result(result);
                        return Ok(true);
                    }
                }
                Some(_) => return Err(self.cursor.unexpected("a tag, a move or a result")),
            }
            begun = true;
        }
        Ok(begun)
    }

    /// Passes what says nothing about the game: space, comments, variations, marks.
    fn skip_filling(&mut self) -> Result<(), PdnError> {
        // Where the variations that are open began is known for the outermost one alone, so that
        // a million of them take no memory.
        let mut depth = 0_usize;
        let mut outermost = self.cursor.place();
        loop {
            self.cursor.skip_space();
            let place = self.cursor.place();
            let begins_line = self.cursor.begins_line();
            match self.cursor.peek() {
                Some('{') => self.cursor.skip_past('}', place)?,
                Some(';') => self.cursor.skip_line(),
                Some('%') if begins_line => self.cursor.skip_line(),
                Some('(') => {
                    if depth == 0 {
                        outermost = place;
                    }
                    depth += 1;
                    self.cursor.next();
                }
                Some(')') if depth > 0 => {
                    depth -= 1;
                    self.cursor.next();
                }
                Some(_) if depth > 0 => {
                    self.cursor.next();
                }
                None if depth > 0 => {
                    return Err(outermost.error(PdnFault::Unclosed { needed: ')' }));
                }
                Some('!' | '?') => {
                    self.cursor.next();
                }
                Some('$') => {
                    self.cursor.next();
                    if self.cursor.take_while(|char| char.is_ascii_digit()).is_empty() {
                        return Err(self.cursor.unexpected("the number of a mark"));
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// Reads a tag: its name, its value, and where the value begins.
    fn tag(&mut self) -> Result<(String, String, Place), PdnError> {
        let begin = self.cursor.place();
        self.cursor.next();
        self.cursor.skip_space();
        let name = self.cursor.take_while(|char| char.is_alphanumeric() || char == '_');
        if name.is_empty() {
            return Err(self.cursor.unexpected("the name of a tag"));
        }
        self.cursor.skip_space();
        let at = self.cursor.place();
        if self.cursor.peek() != Some('"') {
            return Err(self.cursor.unexpected("the value of a tag in double quotes"));
        }
        self.cursor.next();
        let mut value = String::new();
        loop {
            match self.cursor.next() {
                Some('"') => break,
                // Before any other character a backslash stands for itself.
                Some('\\') if matches!(self.cursor.peek(), Some('"' | '\\')) => {
                    value.extend(self.cursor.next());
                }
                Some(char) => value.push(char),
                None => return Err(at.error(PdnFault::Unclosed { needed: '"' })),
            }
        }
        self.cursor.skip_space();
        match self.cursor.peek() {
            Some(']') => self.cursor.next(),
            Some(_) => return Err(self.cursor.unexpected("the `]` of a tag")),
            None => return Err(begin.error(PdnFault::Unclosed { needed: ']' })),
        };
        Ok((name.to_owned(), value, at))
    }

    /// Reads what begins with a digit.
    fn number_move_or_result(
        &mut self,
        listener: &mut impl Listener,
        place: Place,
    ) -> Result<Option<PdnResult>, PdnError> {
        let mut ahead = self.cursor.clone();
        ahead.take_while(|char| char.is_ascii_digit());
        ahead.skip_space();
        if !ahead.take_while(|char| char == '.').is_empty() {
            self.cursor = ahead;
            return Ok(None); // the number of a move
        }
        let ends = |char: char| char.is_whitespace() || "{}()[];!?$*,".contains(char);
        let word = self.cursor.take_while(|char| !ends(char));
        if let Some(result) = PdnResult::read(word) {
            return Ok(Some(result));
        }
        // A star right behind a move says that it was the only one to save the game.
        if self.cursor.peek() == Some('*') {
            self.cursor.next();
        }
        listener.mv(word, place)?;
        Ok(None)
    }

    /// Goes to the next game: to the next line that begins with `[`, behind the tags of this one.
    fn skip_to_tag(&mut self) {
        while self.cursor.next().is_some() {
            let begins_line = self.cursor.begins_line();
            match self.cursor.peek() {
                Some('[') if begins_line && !self.in_tags => return,
                Some(char) if begins_line && char != '[' && !char.is_whitespace() => {
                    self.in_tags = false;
                }
                _ => {}
            }
        }
    }
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
