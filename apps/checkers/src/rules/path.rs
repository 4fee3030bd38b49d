//! The squares that a piece touches.

use super::Square;
use cueline::digest::Digest;

/// The most hops in one move: each captures another piece, and a side has at most 12.
pub const MAX_HOPS: usize = 12;

/// The squares a piece touches in a move, the first and the last included: 2 to 13 of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Digest, PartialOrd, Ord)]
pub(super) struct Path {
    /// Those from `len` on repeat the first, so that equal paths are equal arrays.
    #[digest(list)]
    squares: [Square; MAX_HOPS + 1],
    /// 1..=13; a path of 1 is only an unfinished one.
    len: u8,
}

impl Path {
    pub(super) const fn begin(from: Square) -> Self {
        Self { squares: [from; MAX_HOPS + 1], len: 1 }
    }

    /// The path with `to` behind its end; `None` if it is full.
    pub(super) fn then(mut self, to: Square) -> Option<Self> {
        *self.squares.get_mut(usize::from(self.len))? = to;
        self.len += 1; // at most 13: `get_mut` found the place
        Some(self)
    }

    pub(super) fn of(squares: &[Square]) -> Option<Self> {
        let (first, rest) = squares.split_first()?;
        rest.iter().try_fold(Self::begin(*first), |path, &square| path.then(square))
    }

    pub(super) fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }
}
