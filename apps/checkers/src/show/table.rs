//! The board as the display has it: what every act that is over has left behind.

use cueline::digest::Digest;
use serde::{Deserialize, Serialize};

use super::act::Act;
use crate::rules::{Game, PieceId, Rank, Side, Square};

/// Where a piece stands, and as what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
pub struct Standing {
    /// Its square.
    pub square: Square,
    /// Man or king.
    pub rank: Rank,
}

/// The state of the display between acts.
#[derive(Clone, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
pub struct Table {
    /// By [`PieceId::index`].
    #[digest(list)]
    pieces: [Option<Standing>; PieceId::COUNT],
    /// By [`Side::index`].
    #[digest(list)]
    pub score: [u32; 2],
    /// Whose turn it is.
    pub turn: Side,
    /// Where the last hop began and ended.
    pub last: Option<(Square, Square)>,
    /// Heading and detail, once it is over.
    pub result: Option<(String, String)>,
}

impl Table {
    /// The board of a game as it stands.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let mut pieces = [None; PieceId::COUNT];
        for piece in game.pieces() {
            pieces[piece.id.index()] =
                Some(Standing { square: piece.square, rank: piece.occupant.rank });
        }
        let score = Side::BOTH.map(|side| game.score(side));
        Self { pieces, score, turn: game.turn(), last: None, result: None }
    }

    /// The pieces on the board.
    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, Standing)> {
        let ids = (0..).map_while(PieceId::new);
        ids.zip(&self.pieces).filter_map(|(id, standing)| Some((id, (*standing)?)))
    }

    /// Where a piece stands; absent once it is captured.
    #[must_use]
    pub fn standing(&self, piece: PieceId) -> Option<Standing> {
        self.pieces[piece.index()]
    }

    /// Puts a piece where a game has it, or takes it off.
    pub fn place(&mut self, piece: PieceId, standing: Option<Standing>) {
        self.pieces[piece.index()] = standing;
    }

    /// How many pieces a side has lost.
    #[must_use]
    pub fn lost(&self, side: Side) -> u8 {
        let left = self.pieces().filter(|(id, _)| id.side() == side).count();
        u8::try_from(12_usize.saturating_sub(left)).unwrap_or(12)
    }

    /// What an act leaves behind when it is over.
    pub fn commit(&mut self, act: &Act) {
        match act {
            Act::Hop { piece, from, to, .. } => {
                if let Some(standing) = &mut self.pieces[piece.index()] {
                    standing.square = *to;
                }
                self.last = Some((*from, *to));
            }
            Act::Remove { piece } => self.pieces[piece.index()] = None,
            Act::Crown { piece, .. } => {
                if let Some(standing) = &mut self.pieces[piece.index()] {
                    standing.rank = Rank::King;
                }
            }
            Act::Score { side, to, .. } => self.score[side.index()] = *to,
            Act::Turn { to } => self.turn = *to,
            Act::Result { heading, detail } => {
                self.result = Some((heading.clone(), detail.clone()));
            }
            Act::Think
            | Act::Vanish { .. }
            | Act::Appear { .. }
            | Act::Worth { .. }
            | Act::Toast { .. }
            | Act::Buzz { .. }
            | Act::Hint { .. } => {}
        }
    }
}
