//! Finding a move worth playing.
//!
//! Alpha-beta search (Knuth and Moore, *An Analysis of Alpha-Beta Pruning*, 1975), deepened one move at
//! a time; captures are followed to their end, as they are forced. Only a count of nodes bounds it and
//! nothing in it is left to chance or to the clock, so it finds the same move everywhere.

mod judge;
mod level;
mod table;

use super::{Game, Move, Position, Side};
pub use judge::WIN;
use judge::{SEEN_WIN, judge};
pub use level::Level;
use table::{Bound, Entry, Table};

/// The deepest that one round of the search looks, captures apart.
const MAX_DEPTH: u32 = 64;
/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Best {
    /// The move to play.
    pub mv: Move,
    /// What the position is worth to the side to move, in hundredths of a man; above 999,000 a win, below
    /// -999,000 a loss, each as many short of [`WIN`] as it takes moves.
    pub score: i32,
    /// How many positions were looked at; at most as many as were allowed.
    pub nodes: u64,
    /// How many moves ahead every line was looked at, captures apart.
    pub depth: u32,
}

/// The best move of a position that looking at up to `nodes` positions finds; `None` if there is none.
///
/// With too few nodes to see anything it is the first legal move. The same arguments give the same answer.
///
/// ```
/// use checkers::rules::{Position, search};
///
/// let position = Position::from_fen("B:W15,18:B10")?;
/// let best = search(&position, 1000).unwrap();
/// assert!(best.mv.is_capture());
/// assert!(best.nodes <= 1000);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[must_use]
pub fn search(position: &Position, nodes: u64) -> Option<Best> {
    search_after(position, &[], nodes)
}

/// As [`search`], for a position that has been reached over `earlier` ones, first to last: coming back to one
/// of them counts as a draw, so that a side that is ahead makes progress.
#[must_use]
pub fn search_after(position: &Position, earlier: &[Position], nodes: u64) -> Option<Best> {
    let mut moves = position.legal_moves();
    let mut best = Best { mv: *moves.first()?, score: judge(position), nodes: 0, depth: 0 };
    let mut search = Search {
        limit: nodes,
        nodes: 0,
        table: Table::for_nodes(nodes),
        line: earlier.to_vec(),
        liked: [[0; 32]; 32],
    };
    search.order(&mut moves, None);
    for depth in 1..=MAX_DEPTH {
        let complete = search.round(position, &mut moves, depth, &mut best);
        best.nodes = search.nodes;
        if complete.is_none() {
            break;
        }
        best.depth = depth;
        if best.score.abs() >= SEEN_WIN {
            break;
        }
    }
    Some(best)
}

impl Game {
    /// The best move that looking at up to `nodes` positions finds, as [`search_after`] with this game's past;
    /// `None` once the game is over.
    #[must_use]
    pub fn best(&self, nodes: u64) -> Option<Best> {
        if self.outcome().is_some() {
            return None;
        }
        let earlier: Vec<Position> = self.earlier().collect();
        search_after(self.position(), &earlier, nodes)
    }
}

struct Search {
    limit: u64,
    nodes: u64,
    table: Table,
    /// The positions up to the one that is looked at, without it.
    line: Vec<Position>,
    /// How often a move from one square to another was too good to be allowed.
    liked: [[u32; 32]; 32],
}

impl Search {
    /// Looks at each move to a depth, and puts the best in `best` and at the front of `moves`. `None` if the
    /// nodes ran out before the end; `best` is then the best of those that were seen, if any was.
    fn round(
        &mut self,
        position: &Position,
        moves: &mut [Move],
        depth: u32,
        best: &mut Best,
    ) -> Option<()> {
        let mut alpha = -WIN;
        let mut leader = 0;
        for (index, mv) in moves.iter().enumerate() {
            let score = -self.reply(position, mv, depth - 1, -WIN, -alpha, 0)?;
            if score > alpha {
                alpha = score;
                leader = index;
                *best = Best { mv: *mv, score, ..*best };
            }
        }
        moves[..=leader].rotate_right(1);
        Some(())
    }

    /// The score, for the other side, of the position after a move.
    fn reply(
        &mut self,
        position: &Position,
        mv: &Move,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Option<i32> {
        self.line.push(*position);
        let score = self.score(&position.after(mv), depth, alpha, beta, ply + 1);
        self.line.pop();
        score
    }

    /// The score of a position for the side to move: exact between `alpha` and `beta`, else a bound. `None` if
    /// the nodes have run out.
    fn score(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Option<i32> {
        if self.nodes == self.limit {
            return None;
        }
        self.nodes += 1;
        if self.is_repeated(position) {
            return Some(0);
        }
        let known = self.table.get(position);
        if let Some(entry) = known
            && let Some(score) = entry.score_for(depth, alpha, beta, ply)
        {
            return Some(score);
        }
        let mut moves = position.legal_moves();
        let Some(first) = moves.first() else { return Some(ply - WIN) };
        let forced = first.is_capture();
        if depth == 0 && !forced {
            return Some(judge(position));
        }
        // A forced move decides nothing, so it is not counted. Pieces run out, so this ends.
        let left = if forced && moves.len() == 1 { depth } else { depth.saturating_sub(1) };

        self.order(&mut moves, known.map(|entry| entry.mv));
        let (asked, mut best, mut choice) = (alpha, -WIN, moves[0]);
        for mv in &moves {
            let score = -self.reply(position, mv, left, -beta, -alpha, ply)?;
            if score > best {
                (best, choice) = (score, *mv);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                let liked = &mut self.liked[mv.from().index()][mv.to().index()];
                *liked = liked.saturating_add(depth * depth); // depth is at most 64
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= asked => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.put(Entry::new(*position, depth, best, bound, choice, ply));
        Some(best)
    }

    /// Whether the line has had this position. It can have had it only since the last move that cannot be undone.
    fn is_repeated(&self, position: &Position) -> bool {
        let mut since = self.line.iter().rev().take_while(|earlier| earlier.is_like(position));
        since.any(|earlier| earlier == position)
    }

    /// Puts first what is likely to be best: what was best before, then what was good elsewhere.
    fn order(&self, moves: &mut [Move], best: Option<Move>) {
        moves.sort_by_cached_key(|mv| {
            let liked = self.liked[mv.from().index()][mv.to().index()];
            let captured = mv.captured().count();
            core::cmp::Reverse((Some(*mv) == best, captured, liked))
        });
    }
}

impl Position {
    /// Whether a game could come from one to the other by moves of kings alone.
    fn is_like(&self, other: &Self) -> bool {
        Side::BOTH.iter().all(|&side| {
            self.count(side) == other.count(side)
                && self.set(side, super::Rank::Man) == other.set(side, super::Rank::Man)
        })
    }
}

#[cfg(test)]
mod tests;
