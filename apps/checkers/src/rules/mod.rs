//! American checkers: the rules, and nothing of any display.
//!
//! A move is resolved at once: [`Game::play`] answers with the [`Event`]s that it caused, in the
//! order in which they are to be shown, and is ready for the next move before any of them has been.
//! A display tracks pieces by their [`PieceId`], which a piece keeps through its game.
//!
//! | to read first | what it is |
//! | --- | --- |
//! | [`Position`] | who stands where, and who is to move; finds the legal moves |
//! | [`Move`] | one whole turn of a piece, hop by hop |
//! | [`Game`] | a position with its past: identities, score, draws, undo, result |
//! | [`Event`] | what a played move did |
//! | [`MoveText`] | a move as it is written or typed, `9-14` or `25x18x9` |
//! | [`pdn`] | games out of files and into files |
//! | [`search()`] | a move worth playing, bounded by a count of nodes and so reproducible; [`Level`] sets the bound |
//!
//! Squares are numbered 1 to 32 as in PDN. Black begins on 1 to 12 and moves first, towards higher
//! numbers; White begins on 21 to 32. Everything that belongs to a game is plain data.

pub mod pdn;

mod event;
mod fen;
mod game;
mod moves;
mod notation;
mod path;
mod perft;
mod piece;
mod position;
mod refusal;
mod search;
mod square;

pub use event::Event;
pub use fen::FenError;
pub use game::{Draws, Game, GameError};
pub use moves::{Hop, Move};
pub use notation::{MoveText, MoveTextError};
pub use path::MAX_HOPS;
pub use perft::perft;
pub use piece::{Occupant, Piece, PieceId, Rank, Side};
pub use position::{MAX_PIECES_PER_SIDE, Position, PositionError};
pub use refusal::Refusal;
pub use search::{Best, Level, WIN, search, search_after};
pub use square::{Square, SquareError};

pub use outcome::{Ending, Outcome};
mod outcome;

#[cfg(test)]
mod real_games;
