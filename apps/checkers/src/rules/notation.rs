//! Moves as they are written and typed.
//!
//! A written move names at least the first and the last square, and may leave out those between; a
//! [`Position`](super::Position) finds out which legal move is [meant](super::Position::resolve).

use core::fmt;
use core::str::FromStr;

use super::path::{MAX_HOPS, Path};
use super::{Move, Square};

/// A move as written: 2 to 13 squares, and whether it was called a capture.
///
/// Squares are separated by `-`, by `x`, `X` or `:` for a capture, or by spaces. A `-` does not deny a
/// capture, as many write so; an `x` demands one.
///
/// ```
/// use checkers::rules::{MoveText, MoveTextError};
///
/// let written: MoveText = "25x18x9".parse()?;
/// assert_eq!(written.to_string(), "25x18x9");
/// assert_eq!(" 9 14 ".parse::<MoveText>()?, "9-14".parse()?);
/// assert_eq!("9-33".parse::<MoveText>(), Err(MoveTextError::NoSquare { column: 3 }));
/// # Ok::<(), MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// At least two squares.
    path: Path,
    capture: bool,
}

/// Why a text is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveTextError {
    /// A square's number is missing, or is none from 1 to 32.
    NoSquare {
        /// Where, in characters from 1.
        column: usize,
    },
    /// Something else than `-` or `x` follows a square.
    NoSeparator {
        /// Where, in characters from 1.
        column: usize,
    },
    /// One square alone.
    OneSquare,
    /// More than 13 squares.
    TooLong,
    /// The squares are no full path of one step or of jumps, where one was needed.
    NoPath,
}

impl MoveText {
    /// What is meant by pointing at these squares in turn; `None` unless there are 2 to 13.
    #[must_use]
    pub fn pointing(squares: &[Square]) -> Option<Self> {
        if squares.len() < 2 {
            None
        } else {
            Some(Self { path: Path::of(squares)?, capture: false })
        }
    }

    /// The squares it names: 2 to 13.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        self.path.squares()
    }

    /// Where it begins.
    #[must_use]
    pub fn from(&self) -> Square {
        self.squares()[0] // there are at least two
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> Square {
        self.squares()[self.squares().len() - 1] // as above
    }

    /// Whether it was written as a capture.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.capture
    }
}

impl From<Move> for MoveText {
    fn from(mv: Move) -> Self {
        // A move has at least two squares, and at most as many as a path holds.
        let path = mv.squares()[1..]
            .iter()
            .try_fold(Path::begin(mv.from()), |path, &square| path.then(square))
            .unwrap_or(Path::begin(mv.from()));
        Self { path, capture: mv.is_capture() }
    }
}

impl FromStr for MoveText {
    type Err = MoveTextError;
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let trimmed = text.trim_start();
        let mut column = 1 + text[..text.len() - trimmed.len()].chars().count();
        let mut rest = trimmed.trim_end();
        let mut path: Option<Path> = None;
        let mut capture = false;
        loop {
            // Digits and separators are ASCII, so bytes and characters count the same up to here.
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let square = rest[..digits].parse().ok().and_then(Square::new);
            let square = square.ok_or(MoveTextError::NoSquare { column })?;
            path = Some(match path {
                None => Path::begin(square),
                Some(path) => path.then(square).ok_or(MoveTextError::TooLong)?,
            });
            rest = &rest[digits..];
            column += digits;
            if rest.is_empty() {
                break;
            }
            let marks = rest.bytes().take_while(|b| b" \t-xX:".contains(b)).count();
            match rest[..marks].trim_matches([' ', '\t']) {
                "" if marks > 0 => {}
                "-" => {}
                "x" | "X" | ":" => capture = true,
                _ => return Err(MoveTextError::NoSeparator { column }),
            }
            rest = &rest[marks..];
            column += marks;
        }
        match path {
            Some(path) if path.squares().len() > 1 => Ok(Self { path, capture }),
            _ => Err(MoveTextError::OneSquare),
        }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.capture { 'x' } else { '-' };
        write!(f, "{}", self.from())?;
        self.squares()[1..].iter().try_for_each(|square| write!(f, "{separator}{square}"))
    }
}
impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSquare { column } => {
                write!(
                    f,
                    "no square from 1 to 32 at character {column}, in a move such as 9-14 or 18x9"
                )
            }
            Self::NoSeparator { column } => {
                write!(f, "no - or x at character {column}, in a move such as 9-14 or 18x9")
            }
            Self::OneSquare => f.write_str("one square alone, where a move such as 9-14 names two"),
            Self::TooLong => {
                write!(f, "more than the {} squares of the longest move", MAX_HOPS + 1)
            }
            Self::NoPath => {
                f.write_str("the squares are neither one step nor all the jumps of a capture")
            }
        }
    }
}
impl core::error::Error for MoveTextError {}

impl FromStr for Move {
    type Err = MoveTextError;
    /// Reads a full path; for text that may leave out squares there is [`MoveText`].
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let written: MoveText = text.parse()?;
        Self::over(written.squares()).ok_or(MoveTextError::NoPath)
    }
}
impl TryFrom<String> for Move {
    type Error = MoveTextError;
    fn try_from(text: String) -> Result<Self, MoveTextError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_separator_is_understood() {
        for text in ["18x9", "18X9", "18:9", " 18 x 9", "18 x9\n"] {
            let read: MoveText = text.parse().expect(text);
            assert_eq!((read.to_string().as_str(), read.is_capture()), ("18x9", true), "{text}");
        }
        for text in ["18-9", "18 9", "18\t9", "018 - 09"] {
            let read: MoveText = text.parse().expect(text);
            assert_eq!((read.to_string().as_str(), read.is_capture()), ("18-9", false), "{text}");
        }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        let cases = [
            ("", MoveTextError::NoSquare { column: 1 }),
            ("  x", MoveTextError::NoSquare { column: 3 }),
            ("9", MoveTextError::OneSquare),
            ("9-", MoveTextError::NoSquare { column: 3 }),
            ("0-5", MoveTextError::NoSquare { column: 1 }),
            ("9-256", MoveTextError::NoSquare { column: 3 }),
            ("9--14", MoveTextError::NoSeparator { column: 2 }),
            ("9é14", MoveTextError::NoSeparator { column: 2 }),
            ("\u{a0}9-é", MoveTextError::NoSquare { column: 4 }),
            ("1x2x3x4x5x6x7x8x9x10x11x12x13x14", MoveTextError::TooLong),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<MoveText>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn pointing_needs_two_to_thirteen_squares() {
        let squares: Vec<Square> = Square::all().collect();
        assert_eq!(MoveText::pointing(&squares[..1]), None);
        assert_eq!(MoveText::pointing(&squares[..2]).map(|m| m.to_string()), Some("1-2".into()));
        assert!(MoveText::pointing(&squares[..13]).is_some());
        assert_eq!(MoveText::pointing(&squares[..14]), None);
    }
}
