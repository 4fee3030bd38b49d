//! The grammar of a game's text.

use super::{
    cursor::{Cursor, Place},
    error::{PdnError, PdnFault},
    record::PdnResult,
};

/// Receives the parts of a game from the reader.
pub(super) trait Listener {
    /// The number of moves received.
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

/// Reads the grammar of a text.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    pub(super) cursor: Cursor<'a>,
    /// Whether the last thing read was a tag.
    in_tags: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(cursor: Cursor<'a>) -> Self {
        Self { cursor, in_tags: false }
    }

    /// Reads one game; gives whether there was one.
    pub(super) fn game(&mut self, listener: &mut impl Listener) -> Result<bool, PdnError> {
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
    pub(super) fn skip_to_tag(&mut self) {
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
