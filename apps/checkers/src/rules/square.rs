//! The 32 dark squares, and what lies next to what.
//!
//! Seen with Black at the top, square 1 is the leftmost dark square of the top row and 32 the
//! rightmost of the bottom row; even rows begin with a light square, odd rows with a dark one.

use core::fmt;
use cueline::digest::Digest;

use serde::{Deserialize, Serialize};

/// A dark square, numbered 1 to 32 as in PDN.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Digest, Serialize, Deserialize,
)]
#[serde(try_from = "u8", into = "u8")]
pub struct Square(
    /// 1..=32.
    u8,
);

/// A number that is no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareError {
    /// What was given instead of 1 to 32.
    pub found: u8,
}

/// A diagonal direction: an index into [`STEPS`] and [`JUMPS`]. 0 and 1 lead down, 2 and 3 up.
pub(super) type Direction = usize;
/// The directions of Black's men.
pub(super) const DOWN: &[Direction] = &[0, 1];
/// The directions of White's men.
pub(super) const UP: &[Direction] = &[2, 3];
/// The directions of kings.
pub(super) const ALL: &[Direction] = &[0, 1, 2, 3];

/// The neighbour of each square in each direction.
pub(super) const STEPS: [[Option<Square>; 4]; 32] = reach(1);
/// Where a jump from each square in each direction lands.
pub(super) const JUMPS: [[Option<Square>; 4]; 32] = reach(2);

const fn reach(distance: i8) -> [[Option<Square>; 4]; 32] {
    const ROWS_COLUMNS: [(i8, i8); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
    let mut table = [[None; 4]; 32];
    let mut number = 1;
    while number <= 32 {
        let from = Square(number);
        let mut direction = 0;
        while direction < 4 {
            let (down, right) = ROWS_COLUMNS[direction];
            // Rows and columns are below 8, distances at most 2: no overflow, no lost sign below 0.
            let row = from.row().cast_signed() + down * distance;
            let column = from.column().cast_signed() + right * distance;
            if row >= 0 && column >= 0 {
                table[number as usize - 1][direction] =
                    Square::at(row.cast_unsigned(), column.cast_unsigned());
            }
            direction += 1;
        }
        number += 1;
    }
    table
}

impl Square {
    /// The square of a PDN number; `None` outside 1 to 32.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 32 { Some(Self(number)) } else { None }
    }

    /// The dark square at a row and a column, each 0 to 7 from the top left with Black at the top;
    /// `None` for a light square or one off the board.
    ///
    /// ```
    /// use checkers::rules::Square;
    ///
    /// assert_eq!(Square::at(0, 1), Square::new(1));
    /// assert_eq!(Square::at(7, 0), Square::new(29));
    /// assert_eq!(Square::at(0, 0), None, "a light square");
    /// ```
    #[must_use]
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < 8 && column < 8 && (row + column) % 2 == 1 {
            Some(Self(row * 4 + column / 2 + 1))
        } else {
            None
        }
    }

    /// Every square, in the order of their numbers.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..32u8).map(|index| Self(index + 1))
    }

    /// Its PDN number, 1 to 32.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number less one, 0 to 31, to index a table of squares.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Its row, 0 to 7 from the top, which is Black's side.
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 - 1) / 4
    }

    /// Its column, 0 to 7 from the left, with Black at the top.
    #[must_use]
    pub const fn column(self) -> u8 {
        ((self.0 - 1) % 4) * 2 + (self.row() + 1) % 2
    }

    /// The square in the middle of a jump from here to `to`; `None` where these two are no jump apart.
    #[must_use]
    pub fn between(self, to: Self) -> Option<Self> {
        let direction = ALL.iter().find(|&&d| JUMPS[self.index()][d] == Some(to))?;
        STEPS[self.index()][*direction]
    }

    /// Whether a single step leads from here to `to`.
    #[must_use]
    pub fn is_next_to(self, to: Self) -> bool {
        STEPS[self.index()].contains(&Some(to))
    }

    /// Its bit in a set of squares.
    pub(super) const fn bit(self) -> u32 {
        1 << (self.0 - 1)
    }
}

/// The squares of a set, lowest number first.
pub(super) fn squares_of(mut set: u32) -> impl Iterator<Item = Square> {
    core::iter::from_fn(move || {
        #[expect(clippy::cast_possible_truncation, reason = "at most 32")]
        let index = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        Square::new(index + 1)
    })
}

impl TryFrom<u8> for Square {
    type Error = SquareError;
    fn try_from(number: u8) -> Result<Self, SquareError> {
        Self::new(number).ok_or(SquareError { found: number })
    }
}
impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no square: they are numbered 1 to 32", self.found)
    }
}
impl core::error::Error for SquareError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(number: u8) -> Square {
        Square::new(number).expect("a number from 1 to 32")
    }

    #[test]
    fn numbers_end_at_1_and_32() {
        assert_eq!([Square::new(0), Square::new(33), Square::new(255)], [None; 3]);
        assert_eq!(Square::all().len(), 32);
        assert_eq!(Square::try_from(33), Err(SquareError { found: 33 }));
    }

    #[test]
    fn rows_and_columns_lead_back_to_the_square() {
        for square in Square::all() {
            assert_eq!(Square::at(square.row(), square.column()), Some(square));
        }
        assert_eq!([Square::at(8, 1), Square::at(1, 8), Square::at(3, 3)], [None; 3]);
    }

    #[test]
    fn the_corners_have_the_neighbours_of_the_printed_board() {
        assert_eq!(STEPS[square(4).index()], [Some(square(8)), None, None, None]);
        assert_eq!(STEPS[square(29).index()], [None, None, None, Some(square(25))]);
        assert_eq!(STEPS[square(18).index()], [22, 23, 14, 15].map(Square::new));
        assert_eq!(JUMPS[square(18).index()], [25, 27, 9, 11].map(Square::new));
        assert_eq!(JUMPS[square(1).index()], [None, Square::new(10), None, None]);
    }

    #[test]
    fn a_jump_passes_over_its_middle() {
        assert_eq!(square(1).between(square(10)), Some(square(6)));
        assert_eq!(square(25).between(square(18)), Some(square(22)));
        assert_eq!(square(9).between(square(14)), None, "a step");
        assert_eq!(square(9).between(square(9)), None);
    }

    #[test]
    fn a_set_lists_its_squares_in_order() {
        let squares: Vec<u8> = squares_of(1 | 1 << 13 | 1 << 31).map(Square::number).collect();
        assert_eq!(squares, [1, 14, 32]);
        assert_eq!(squares_of(u32::MAX).count(), 32);
        assert_eq!(squares_of(0).next(), None);
    }
}
