//! Real games from the archive of the American Checker Federation, played through by the rules.

use super::pdn::{PdnGame, PdnResult, read, write};
use super::{Draws, Event, Game, Outcome, Side, search};

const ARCHIVE: &str = include_str!("../../games/acf-300.pdn");

fn archive() -> Vec<PdnGame> {
    read(ARCHIVE).expect("every game is legal from its first move to its last")
}

#[test]
fn all_300_games_replay_to_their_end() {
    let games = archive();
    assert_eq!(games.len(), 300);
    assert!(games.iter().all(|game| game.tag("Event").is_some() && game.game.moves().len() > 0));
    // Counted in the text: words with a - or an x between digits that are no result.
    let is_move = |word: &&str| {
        word.split(['-', 'x']).all(|square| square.parse::<u8>().is_ok())
            && word.contains(['-', 'x'])
            && !["1-0", "0-1"].contains(word)
    };
    let written =
        ARCHIVE.lines().filter(|line| !line.starts_with('[')).flat_map(str::split_whitespace);
    let played: usize = games.iter().map(|game| game.game.moves().len()).sum();
    assert_eq!(played, written.filter(is_move).count());
}

#[test]
fn results_agree_with_the_tags_and_the_boards() {
    let mut balance = 0;
    for PdnGame { game, result, tags, .. } in archive() {
        let tag = tags.iter().find(|(name, _)| name == "Result").map(|(_, value)| value.as_str());
        assert_eq!(tag, Some(result.text()));
        assert_eq!(
            PdnResult::of(&game),
            result,
            "{tags:?}: where the board decides, it decides so"
        );
        // The players gave up before the board decided, so only the sum of all games shows who wins with 1-0.
        let score = search(game.position(), 2000).map_or(0, |best| best.score.signum());
        let ahead = if game.turn() == Side::Black { score } else { -score };
        match result {
            PdnResult::BlackWon => balance += ahead,
            PdnResult::WhiteWon => balance -= ahead,
            PdnResult::Drawn | PdnResult::Unknown => {}
        }
    }
    // Of the 117 games that were won, the loser is behind in all but a few.
    assert!(balance > 50, "the winners stand better at the end: {balance}");
}

#[test]
fn events_carry_every_piece_to_where_it_stands() {
    for record in archive() {
        let mut squares = [None; 24];
        let mut crowned = 0;
        let mut score = [0; 2];
        let mut game = Game::from_position(*record.game.start(), Draws::Agreed);
        for piece in game.pieces() {
            squares[piece.id.index()] = Some(piece.square);
        }
        for mv in record.game.moves() {
            for event in game.play(mv).expect("it was legal before") {
                match event {
                    Event::Hopped { piece, from, to, .. } => {
                        assert_eq!(squares[piece.index()].replace(to), Some(from));
                    }
                    Event::Captured { piece, square, by, .. } => {
                        assert_eq!(squares[piece.index()].take(), Some(square));
                        assert_ne!(piece.side(), by.side());
                    }
                    Event::Crowned { piece, square } => {
                        assert_eq!(squares[piece.index()], Some(square));
                        crowned += 1;
                    }
                    Event::Scored { side, points, total, .. } => {
                        score[side.index()] += points;
                        assert_eq!(score[side.index()], total);
                    }
                    Event::TurnPassed { to } => assert_eq!(to, game.turn()),
                    Event::Won { side, .. } => {
                        assert_eq!(game.outcome().and_then(Outcome::winner), Some(side));
                    }
                    Event::Drawn { .. } | Event::Refused { .. } => panic!("{event:?} in a replay"),
                }
            }
            let mut shown = [None; 24];
            for piece in game.pieces() {
                shown[piece.id.index()] = Some(piece.square);
                assert_eq!(piece.id.side(), piece.occupant.side);
            }
            assert_eq!(shown, squares);
            assert_eq!(score, Side::BOTH.map(|side| game.score(side)));
        }
        let kings = game.pieces().filter(|piece| piece.occupant.rank == super::Rank::King).count();
        assert!(crowned >= kings);
    }
}

#[test]
fn a_game_written_is_the_same_game_read() {
    for record in archive() {
        let tags = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let text = write(tags, &record.game);
        assert!(text.lines().all(|line| line.len() < 80));
        let again = read(&text).expect("our own writing");
        assert_eq!(again.len(), 1);
        assert_eq!((&again[0].game, again[0].result), (&record.game, record.result));
    }
}

#[test]
fn taking_every_move_back_leads_to_the_opening() {
    for record in archive().into_iter().take(50) {
        let mut game = record.game;
        let moves: Vec<_> = game.moves().collect();
        let mut undone: Vec<_> = core::iter::from_fn(|| game.undo()).collect();
        undone.reverse();
        assert_eq!(undone, moves);
        assert_eq!(game, Game::from_position(super::Position::START, Draws::Agreed));
        assert_eq!(Side::BOTH.map(|side| game.score(side)), [0, 0]);
    }
}
