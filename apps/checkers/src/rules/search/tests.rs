use super::super::{Draws, Outcome, Rank};
use super::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Numbers that look random, the same each time (Marsaglia, *Xorshift RNGs*, 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).expect("below a usize")
    }
}

/// Men ahead that the side to move can force in `plies` moves and the captures behind them, by plain
/// minimax. A king counts as one and a half men.
fn plain_gain(position: &Position, plies: u32) -> i32 {
    let worth = |side| {
        let [men, kings] =
            [Rank::Man, Rank::King].map(|rank| position.set(side, rank).count_ones().cast_signed());
        2 * men + 3 * kings
    };
    let moves = position.legal_moves();
    if moves.is_empty() {
        return -100;
    }
    if plies == 0 && !position.must_capture() {
        return worth(position.turn()) - worth(position.turn().other());
    }
    let deeper = |mv: &Move| -plain_gain(&position.after(mv), plies.saturating_sub(1));
    moves.iter().map(deeper).max().expect("some move")
}

#[test]
fn there_is_no_best_move_where_there_is_none() {
    assert_eq!(search(&position("B:W18:B"), 1000), None);
}

#[test]
fn the_nodes_are_never_exceeded() {
    for nodes in [0, 1, 2, 3, 10, 1000, 12_345] {
        let best = search(&Position::START, nodes).expect("a move");
        assert!(best.nodes <= nodes, "{best:?}");
        assert!(Position::START.legal_moves().contains(&best.mv));
    }
    assert_eq!(search(&Position::START, 0).map(|best| (best.nodes, best.depth)), Some((0, 0)));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let position = position("W:W18,22,24,27,30,32:B3,7,10,11,13,20");
    assert_eq!(search(&position, 30_000), search(&position, 30_000));
}

#[test]
fn a_win_is_counted_in_moves() {
    // The last man is captured at once.
    let best = search(&position("B:W18:BK15"), 1000).expect("a move");
    assert_eq!((best.mv.to_string().as_str(), best.score), ("15x22", WIN - 1));
    // Either step of the man leads to his capture, and White has no piece left.
    let best = search(&position("W:W10:BK1,K2"), 1000).expect("a move");
    assert_eq!(best.score, 2 - WIN);
}

#[test]
fn a_full_search_agrees_with_plain_minimax_about_material() {
    let mut numbers = Numbers(0x5EED);
    for _ in 0..30 {
        let mut game = Game::new();
        for _ in 0..24 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[numbers.below(moves.len())]).expect("a legal move");
        }
        let Some(best) = search(game.position(), 20_000) else { continue };
        // Whatever the search prefers keeps what five moves can be seen to force, but for a man that is
        // won back later.
        let kept = -plain_gain(&game.position().after(&best.mv), 4);
        assert!(kept + 2 >= plain_gain(game.position(), 5), "{:?} {best:?}", game.position());
    }
}

#[test]
fn it_does_not_lose_to_chance() {
    let mut numbers = Numbers(0xC0FFEE);
    let mut wins = 0;
    for round in 0..10 {
        let ours = Side::BOTH[round % 2];
        let mut game = Game::from_position(Position::START, Draws::Automatic);
        while game.outcome().is_none() {
            let mv = if game.turn() == ours {
                game.best(2000).expect("a move").mv
            } else {
                let moves = game.legal_moves();
                moves[numbers.below(moves.len())]
            };
            game.play(mv).expect("a legal move");
        }
        assert_eq!(game.best(1000), None, "the game is over");
        let winner = game.outcome().and_then(Outcome::winner);
        assert_ne!(winner, Some(ours.other()), "round {round}");
        wins += usize::from(winner == Some(ours));
    }
    assert!(wins >= 8, "{wins} of 10");
}

#[test]
fn planted_shots_are_found() {
    // (a position from a real game, the one move that gives a piece to win more)
    let shots = [
        ("W:W13,14,24,25,27,28,32:B6,7,11,12,15,18,23", "14-10"),
        ("W:W5,10,26,27,28,30:B1,9,18,19,20,21", "10-6"),
        ("B:W14,21,22,23,28:B1,3,7,13,15", "15-19"),
        ("W:W17,26,28,29,30,31:B2,4,6,8,13,16,22", "31-27"),
        ("W:W25,30,31,32:B8,9,15,19,21", "30-26"),
        ("B:W11,16,18,21,26,28,31:B2,3,5,6,13,20", "2-7"),
    ];
    for (fen, shot) in shots {
        let position = position(fen);
        let best = search(&position, 5000).expect("a move");
        assert_eq!(best.mv.to_string(), shot, "{fen}");
        let after = position.after(&best.mv);
        assert!(after.must_capture(), "a piece is given");
        assert!(
            -plain_gain(&after, 2) >= plain_gain(&position, 0) + 2,
            "and more than that is won"
        );
    }
}

#[test]
fn two_kings_beat_one() {
    for fen in ["B:WK32:BK1,K2", "B:WK18:BK1,K2"] {
        let mut game = Game::from_position(position(fen), Draws::Automatic);
        while game.outcome().is_none() {
            let best = game.best(5000).expect("a move");
            game.play(best.mv).expect("a legal move");
        }
        assert_eq!(game.outcome().and_then(Outcome::winner), Some(Side::Black), "{fen}");
    }
}
