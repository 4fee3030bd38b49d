//! Portable Draughts Notation: games in files.
//!
//! A file is a row of games; a game is tags such as `[Event "..."]`, then moves, then a result. Read
//! are comments (`{...}`, `;` and `%` to the end of their line), variations (`(...)`, in each other
//! too, skipped), marks (`!`, `?`, `$3`, a `*` behind a move) and move numbers, which are not checked. Not
//! needed are tags, results, blank lines and any particular way of breaking lines.
//!
//! [`outlines`] finds the games of a file in one pass over its text and plays none of them; [`Outline::read`] reads one.
//! [`games`] reads game by game and goes on with the next one after a fault; [`read`] wants all of
//! them. Every game is played by the rules while it is read, so one that is read is legal.

mod cursor;
mod draft;
mod error;
mod games;
mod limits;
mod outline;
mod reader;
mod record;
mod writer;

pub use error::{PdnError, PdnFault};
pub use games::{Games, games, read};
pub use limits::{MAX_PLIES, MAX_TAGS};
pub use outline::{Outline, Outlines, outlines};
pub use record::{PdnGame, PdnResult};
pub use writer::write;

#[cfg(test)]
mod tests;
