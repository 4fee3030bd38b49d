//! Moves: a piece's path over the board, one step or one or more jumps.
//!
//! The squares it touches say everything: what a jump captures is what stands in its middle.

use core::fmt;
use cueline::digest::Digest;

use serde::{Deserialize, Serialize};

use super::Square;
use super::path::Path;

/// A whole move of one piece: a step, or every jump of a capture. Two ways to the same square are
/// two moves.
///
/// It is well formed by construction, which does not make it legal anywhere: ask a
/// [`Position`](super::Position) for its legal moves. Written and saved as its full path,
/// `9-14` or `25x18x9`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Digest, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Move(
    /// One step, or only jumps.
    Path,
);

/// One hop of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Digest, Serialize, Deserialize)]
pub struct Hop {
    /// Where it leaves.
    pub from: Square,
    /// Where it arrives.
    pub to: Square,
    /// The square of the piece it captures; `None` for a step.
    pub captured: Option<Square>,
}

impl Move {
    /// The move over these squares; `None` unless they are one step, or 1 to 12 jumps.
    ///
    /// ```
    /// use checkers::rules::{Move, Square};
    ///
    /// let squares = [25, 18, 9].map(|number| Square::new(number).unwrap());
    /// let jumps = Move::over(&squares).unwrap();
    /// assert_eq!(jumps.to_string(), "25x18x9");
    /// assert_eq!(jumps.hops().count(), 2);
    /// assert_eq!(Move::over(&squares[..1]), None, "no hop at all");
    /// ```
    #[must_use]
    pub fn over(squares: &[Square]) -> Option<Self> {
        let jumps = || squares.windows(2).all(|pair| pair[0].between(pair[1]).is_some());
        let well_formed = match squares {
            [] | [_] => false,
            [from, to] => from.is_next_to(*to) || jumps(),
            _ => jumps(),
        };
        if well_formed { Path::of(squares).map(Self) } else { None }
    }

    /// The move of a path that is known to be one step, or jumps.
    pub(super) const fn along(path: Path) -> Self {
        Self(path)
    }

    /// Where it begins.
    #[must_use]
    pub fn from(&self) -> Square {
        self.0.squares()[0] // a path has at least one square
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> Square {
        self.0.squares()[self.0.squares().len() - 1] // as above
    }

    /// The squares it touches, the first and the last included: 2 to 13.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        self.0.squares()
    }

    /// Whether it captures.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.captured().next().is_some()
    }

    /// Its hops in order: 1 to 12.
    #[must_use]
    pub fn hops(&self) -> impl ExactSizeIterator<Item = Hop> {
        self.0.squares().windows(2).map(|pair| {
            let (from, to) = (pair[0], pair[1]);
            Hop { from, to, captured: from.between(to) }
        })
    }

    /// The squares of the pieces that it captures, in order; none for a step.
    pub fn captured(&self) -> impl Iterator<Item = Square> {
        self.hops().filter_map(|hop| hop.captured)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        for (index, square) in self.squares().iter().enumerate() {
            if index > 0 {
                write!(f, "{separator}")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Move> for String {
    fn from(mv: Move) -> Self {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MoveTextError;

    #[test]
    fn a_move_is_one_step_or_only_jumps() {
        for text in ["9-14", "14-9", "18x9", "25x18x9", "10x1x10"] {
            assert_eq!(text.parse::<Move>().map(|mv| mv.to_string()), Ok(text.into()));
        }
        for text in ["9-9", "9-15", "9-14-18", "9-14x23", "1x10x11"] {
            assert_eq!(text.parse::<Move>(), Err(MoveTextError::NoPath), "{text}");
        }
    }

    #[test]
    fn hops_name_what_they_capture() {
        let mv: Move = "25x18x9".parse().expect("two jumps");
        let captured: Vec<u8> = mv.captured().map(Square::number).collect();
        assert_eq!(captured, [22, 14]);
        assert_eq!((mv.from().number(), mv.to().number()), (25, 9));
        let step: Move = "9-14".parse().expect("a step");
        assert!(!step.is_capture());
    }

    #[test]
    fn a_path_holds_thirteen_squares_and_no_more() {
        let squares = [Square::new(1).expect("1"), Square::new(10).expect("10")].repeat(7);
        assert!(Move::over(&squares[..13]).is_some());
        assert_eq!(Move::over(&squares[..14]), None);
    }
}
