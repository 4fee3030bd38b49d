//! Counting the ways a game can go, to check how moves are found.

use super::Position;

/// How many sequences of `depth` legal moves there are from a position: 1 for depth 0, and 0 where
/// the game ends sooner. Draws are not looked at.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let moves = match depth {
        0 => return 1,
        _ => position.legal_moves(),
    };
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(&position.after(mv), depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_opens_as_published() {
        let published = [1, 7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931];
        for (depth, ways) in (0..).zip(published) {
            assert_eq!(perft(&Position::START, depth), ways, "depth {depth}");
        }
    }

    #[test]
    fn a_lost_game_goes_on_in_no_way() {
        let lost = Position::from_fen("B:W18:B").expect("a position");
        assert_eq!([0, 1, 2].map(|depth| perft(&lost, depth)), [1, 0, 0]);
    }
}
