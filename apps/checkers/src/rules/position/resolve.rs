//! Which legal move is meant by a written one, and why none is.

use super::Position;
use crate::rules::{Move, MoveText, Refusal, Square};

impl Position {
    /// The legal move that is meant by a written one.
    ///
    /// Squares between the first and the last may be left out, and are where they make no
    /// difference: of several ways that capture the same pieces the first one is taken.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] that says why no legal move, or more than one, is written so; never
    /// [`Refusal::GameOver`].
    pub fn resolve(&self, written: MoveText) -> Result<Move, Refusal> {
        let squares = written.squares();
        let (from, to) = (written.from(), written.to());
        let legal = self.legal_moves();
        let meant: Vec<Move> =
            legal.iter().copied().filter(|mv| is_abridged(squares, mv.squares())).collect();
        match meant.as_slice() {
            [] => Err(self.refusal(squares, from, to, &legal)),
            [first, ..] if written.is_capture() && !first.is_capture() => {
                Err(Refusal::NotACapture { from, to })
            }
            [only] => Ok(*only),
            [first, rest @ ..] => {
                let exact = meant.iter().find(|mv| mv.squares() == squares);
                let same = || rest.iter().all(|mv| self.after(mv) == self.after(first));
                exact.or_else(|| same().then_some(first)).copied().ok_or(Refusal::Ambiguous {
                    from,
                    to,
                    ways: meant.len(),
                })
            }
        }
    }

    /// Why nothing legal leads over `squares`.
    fn refusal(&self, squares: &[Square], from: Square, to: Square, legal: &[Move]) -> Refusal {
        match self.at(from) {
            None => Refusal::EmptySquare { square: from },
            Some(piece) if piece.side != self.turn => {
                Refusal::NotYours { square: from, turn: self.turn }
            }
            Some(_) => {
                let mut own = legal.iter().filter(|mv| mv.from() == from).peekable();
                let forced = self.first_capture();
                let on = |mv: &Move| {
                    let rest = mv.squares().strip_prefix(squares)?;
                    rest.first().copied()
                };
                match (own.peek(), forced) {
                    (None, Some(from)) => Refusal::MustCapture { from },
                    (None, None) => Refusal::Blocked { square: from },
                    (Some(_), Some(_)) if from.is_next_to(to) && squares.len() == 2 => {
                        Refusal::MustCapture { from }
                    }
                    _ => match own.filter_map(on).min() {
                        Some(next) => Refusal::Unfinished { at: to, next },
                        None => Refusal::Unreachable { from, to },
                    },
                }
            }
        }
    }
}

/// Whether `short` is `full` with some squares left out, but neither the first nor the last.
fn is_abridged(short: &[Square], full: &[Square]) -> bool {
    let mut rest = full.iter();
    short.first() == full.first()
        && short.last() == full.last()
        && short.len() <= full.len()
        // The last of `short` is found last: a way may cross its own end.
        && short[..short.len().saturating_sub(1)].iter().all(|square| rest.any(|other| other == square))
        && rest.len() > 0
}
