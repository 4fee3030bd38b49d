//! What a move did, for the display.

use serde::{Deserialize, Serialize};

use super::{Ending, Outcome, PieceId, Rank, Refusal, Side, Square};

/// One thing that happened in a game, complete in itself: a display needs no look at the game, which
/// may be moves ahead of it.
///
/// A move yields, for each hop, [`Hopped`](Event::Hopped) and, if it was a jump,
/// [`Captured`](Event::Captured) and [`Scored`](Event::Scored); after the last hop, if it crowned,
/// [`Crowned`](Event::Crowned) and [`Scored`](Event::Scored); then one of
/// [`TurnPassed`](Event::TurnPassed), [`Won`](Event::Won) and [`Drawn`](Event::Drawn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Event {
    /// A piece went from one square to another: a step, or one jump of a capture.
    Hopped {
        /// The piece that moved.
        piece: PieceId,
        /// Where it left.
        from: Square,
        /// Where it arrived.
        to: Square,
        /// Which hop of its move this was, from 0.
        hop: u8,
        /// How many hops its move has, from 1.
        hops: u8,
    },
    /// A piece was captured and is gone.
    Captured {
        /// The piece that is gone.
        piece: PieceId,
        /// Where it stood.
        square: Square,
        /// What it was.
        rank: Rank,
        /// The piece that jumped over it.
        by: PieceId,
    },
    /// A man became a king.
    Crowned {
        /// The new king.
        piece: PieceId,
        /// Where it stands.
        square: Square,
    },
    /// A side got points.
    Scored {
        /// Who got them.
        side: Side,
        /// How many in all: the worth of what was done, times `multiplier`.
        points: u32,
        /// 1 for the first jump of a move and for a crowning, 2 for the second jump, and so on.
        multiplier: u32,
        /// The side's points after that.
        total: u32,
        /// Where it happened: the square of the captured piece, or of the new king.
        square: Square,
    },
    /// It is the other side's turn now.
    TurnPassed {
        /// Who is to move.
        to: Side,
    },
    /// A side won.
    Won {
        /// The winner.
        side: Side,
        /// What ended the game.
        by: Ending,
    },
    /// Neither side won.
    Drawn {
        /// What ended the game.
        by: Ending,
    },
    /// A move was refused, and the game is as it was.
    Refused {
        /// Why.
        reason: Refusal,
    },
}

impl From<Outcome> for Event {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Won { side, by } => Self::Won { side, by },
            Outcome::Drawn { by } => Self::Drawn { by },
        }
    }
}
impl From<Refusal> for Event {
    fn from(reason: Refusal) -> Self {
        Self::Refused { reason }
    }
}
