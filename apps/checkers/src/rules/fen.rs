//! Positions as text, `B:W18,24,K10:B12,K29`: who is to move, then both sides' squares, kings with a K.

use core::fmt;

use super::{MAX_PIECES_PER_SIDE, Occupant, Position, PositionError, Rank, Side, Square};

/// Why a text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenError {
    /// The part does not begin with the letter of a side.
    Side {
        /// Which part between colons, from 0.
        part: usize,
    },
    /// A side is listed twice, or not at all, or something follows.
    Parts,
    /// No square from 1 to 32, with or without a K before it.
    Square {
        /// How many commas and colons come before it.
        entry: usize,
    },
    /// The pieces do not fit together.
    Position(PositionError),
}

impl Position {
    /// Reads a FEN as in PDN: `B:W21,22,K10:B1,2`. Spaces and a last dot do not matter; a side without
    /// pieces is written as `W` alone.
    ///
    /// # Errors
    ///
    /// [`FenError`] for the first fault.
    ///
    /// ```
    /// use checkers::rules::{FenError, Position};
    ///
    /// let position = Position::from_fen("W:WK18,25:B9,14")?;
    /// assert_eq!(position.fen(), "W:WK18,25:B9,14");
    /// assert_eq!(Position::from_fen("W:W33:B"), Err(FenError::Square { entry: 1 }));
    /// # Ok::<(), FenError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut parts = text.split(':').map(str::trim);
        let turn = match parts.next() {
            Some("B" | "b") => Side::Black,
            Some("W" | "w") => Side::White,
            _ => return Err(FenError::Side { part: 0 }),
        };
        let mut pieces = Vec::new();
        let mut seen = [false; 2];
        let mut entry = 0;
        for part in 1..=2 {
            let list = parts.next().ok_or(FenError::Parts)?;
            let (side, list) = side_of(list).ok_or(FenError::Side { part })?;
            if core::mem::replace(&mut seen[side.index()], true) {
                return Err(FenError::Parts);
            }
            entry += 1;
            for (index, name) in list.split(',').map(str::trim).enumerate() {
                entry += usize::from(index > 0);
                if name.is_empty() && list.is_empty() {
                    continue; // a side without pieces
                }
                if index == MAX_PIECES_PER_SIDE {
                    return Err(FenError::Position(PositionError::TooMany { side }));
                }
                let (square, rank) = piece_of(name).ok_or(FenError::Square { entry })?;
                pieces.push((square, Occupant { side, rank }));
            }
        }
        match parts.next() {
            Some(_) => Err(FenError::Parts),
            None => Self::with(turn, pieces).map_err(FenError::Position),
        }
    }

    /// Writes it as a FEN, White's pieces first, each side's in the order of the squares.
    #[must_use]
    pub fn fen(&self) -> String {
        let letter = |side| if side == Side::Black { 'B' } else { 'W' };
        let mut text = String::from(letter(self.turn()));
        for side in [Side::White, Side::Black] {
            text.push(':');
            text.push(letter(side));
            let mut comma = "";
            for (square, occupant) in self.pieces().filter(|(_, occupant)| occupant.side == side) {
                let king = if occupant.rank == Rank::King { "K" } else { "" };
                text += &format!("{comma}{king}{square}");
                comma = ",";
            }
        }
        text
    }
}

fn side_of(list: &str) -> Option<(Side, &str)> {
    let mut letters = list.chars();
    let side = match letters.next()? {
        'B' | 'b' => Side::Black,
        'W' | 'w' => Side::White,
        _ => return None,
    };
    Some((side, letters.as_str().trim()))
}

fn piece_of(name: &str) -> Option<(Square, Rank)> {
    let (digits, rank) = match name.strip_prefix(['K', 'k']) {
        Some(digits) => (digits, Rank::King),
        None => (name, Rank::Man),
    };
    // `parse` alone would take a sign.
    let number =
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
    Some((Square::new(number)?, rank))
}

impl TryFrom<String> for Position {
    type Error = FenError;
    fn try_from(text: String) -> Result<Self, FenError> {
        Self::from_fen(&text)
    }
}
impl From<Position> for String {
    fn from(position: Position) -> Self {
        position.fen()
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side { part: 0 } => {
                f.write_str("the position does not begin with B or W for who is to move")
            }
            Self::Side { part } => {
                write!(f, "part {part} of the position does not begin with B or W")
            }
            Self::Parts => f.write_str(
                "a position needs B or W, then the pieces of each side once, as in B:W30:B1",
            ),
            Self::Square { entry } => {
                write!(
                    f,
                    "entry {entry} of the position is no square from 1 to 32, or K and a square"
                )
            }
            Self::Position(error) => error.fmt(f),
        }
    }
}
impl core::error::Error for FenError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_is_read_back() {
        let fen = Position::START.fen();
        assert_eq!(fen, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
        assert_eq!(Position::from_fen(&fen), Ok(Position::START));
        assert_eq!(Position::from_fen("b: b1 : w K 9"), Err(FenError::Square { entry: 2 }));
        assert_eq!(
            Position::from_fen(" b: b1, 2 : wK9 . ").map(|p| p.fen()),
            Ok("B:WK9:B1,2".into())
        );
    }

    #[test]
    fn each_fault_is_named() {
        let square = |number| Square::new(number).expect("a square");
        let cases = [
            ("", FenError::Side { part: 0 }),
            ("B:X1:W2", FenError::Side { part: 1 }),
            ("B:B1:", FenError::Side { part: 2 }),
            ("B:B1", FenError::Parts),
            ("B:B1:B2", FenError::Parts),
            ("B:B1:W2:W3", FenError::Parts),
            ("B:B1,,2:W9", FenError::Square { entry: 2 }),
            ("B:B1,+2:W9", FenError::Square { entry: 2 }),
            ("B:B1,2:W0", FenError::Square { entry: 3 }),
            ("B:B1,9:W9", FenError::Position(PositionError::Taken { square: square(9) })),
            ("B:B30:W9", FenError::Position(PositionError::Uncrowned { square: square(30) })),
            (
                "B:B1,2,3,4,5,6,7,8,9,10,11,12,13:W",
                FenError::Position(PositionError::TooMany { side: Side::Black }),
            ),
        ];
        for (text, error) in cases {
            assert_eq!(Position::from_fen(text), Err(error), "{text}");
        }
    }
}
