use proptest::prelude::*;

use super::*;

fn game(fen: &str) -> Game {
    Game::from_position(Position::from_fen(fen).expect(fen), Draws::Automatic)
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

fn id(number: u8) -> PieceId {
    PieceId::new(number).expect("a piece")
}

fn play(game: &mut Game, text: &str) -> Vec<Event> {
    game.play_text(text.parse().expect(text)).expect(text)
}

#[test]
fn pieces_are_numbered_by_their_first_squares() {
    let ids: Vec<usize> = Game::new().pieces().map(|piece| piece.id.index()).collect();
    assert_eq!(ids, (0..24).collect::<Vec<_>>());
    let ids: Vec<usize> = game("B:W18,K10:B1,K30").pieces().map(|piece| piece.id.index()).collect();
    assert_eq!(ids, [0, 12, 13, 1]);
}

#[test]
fn a_double_jump_with_crowning_reports_everything_in_order() {
    let mut game = game("B:WK18,26,9:B14");
    let (side, piece) = (Side::Black, id(0));
    let hop =
        |from, to, hop| Event::Hopped { piece, from: square(from), to: square(to), hop, hops: 2 };
    let took = |victim, at, rank| Event::Captured {
        piece: id(victim),
        square: square(at),
        rank,
        by: piece,
    };
    let scored = |points, multiplier, total, at| Event::Scored {
        side,
        points,
        multiplier,
        total,
        square: square(at),
    };
    assert_eq!(
        play(&mut game, "14x30"),
        [
            hop(14, 23, 0),
            took(13, 18, Rank::King),
            scored(250, 1, 250, 18),
            hop(23, 30, 1),
            took(14, 26, Rank::Man),
            scored(200, 2, 450, 26),
            Event::Crowned { piece, square: square(30) },
            scored(150, 1, 600, 30),
            Event::TurnPassed { to: Side::White },
        ]
    );
    assert_eq!((game.score(Side::Black), game.score(Side::White)), (600, 0));
}

#[test]
fn whoever_cannot_move_has_lost() {
    let mut captured = game("B:W18:B14");
    assert_eq!(
        play(&mut captured, "14x23").last(),
        Some(&Event::Won { side: Side::Black, by: Ending::Captured })
    );
    let mut blocked = game("B:W12:B3,4");
    assert_eq!(
        play(&mut blocked, "4-8").last(),
        Some(&Event::Won { side: Side::Black, by: Ending::Blocked })
    );
    assert!(blocked.legal_moves().is_empty());
    let outcome = blocked.outcome().expect("an end");
    let more = blocked.play_text("12-8".parse().expect("a move"));
    assert_eq!(more, Err(Refusal::GameOver { outcome }));
    assert_eq!(blocked.resign(Side::Black), Err(Refusal::GameOver { outcome }));
}

#[test]
fn the_third_repetition_draws() {
    let mut game = game("B:WK32:BK1");
    let around = ["1-5", "32-28", "5-1", "28-32"];
    for text in around.iter().chain(&around[..3]) {
        assert_eq!(play(&mut game, text).last(), Some(&Event::TurnPassed { to: game.turn() }));
    }
    let last = play(&mut game, "28-32");
    assert_eq!(last.last(), Some(&Event::Drawn { by: Ending::Repetition }));
    assert_eq!(game.moves().len(), 8);
    game.set_draws(Draws::Agreed);
    assert_eq!(game.outcome(), None, "without claims the game goes on");
    play(&mut game, "1-6");
}

#[test]
fn forty_moves_each_without_progress_draw() {
    // Both kings walk in circles, one in 8 moves and one in 6: all repeats after 24 and 48 moves each.
    let black = [1, 5, 9, 14, 10, 7, 2, 6];
    let white = [32, 27, 23, 19, 24, 28];
    let mut game = game("B:WK32:BK1");
    for (ply, expected) in (0..80).map(|ply| (ply, (ply == 79).then_some(Ending::NoProgress))) {
        let walk: &[u8] = if ply % 2 == 0 { &black } else { &white };
        let [from, to] = [ply / 2, ply / 2 + 1].map(|step| walk[step % walk.len()]);
        play(&mut game, &format!("{from}-{to}"));
        assert_eq!(game.outcome().map(Outcome::by), expected, "after {} moves", ply + 1);
    }
}

#[test]
fn a_move_of_a_man_begins_the_count_anew() {
    let mut game = game("B:WK32:BK1,21");
    play(&mut game, "1-6");
    assert_eq!(game.now.quiet, 1);
    play(&mut game, "32-28");
    play(&mut game, "21-25");
    assert_eq!(game.now.quiet, 0);
}

#[test]
fn declared_ends_stand_until_they_are_taken_back() {
    let mut game = Game::new();
    play(&mut game, "11-15");
    let before = game.clone();
    assert_eq!(
        game.resign(Side::White),
        Ok(Event::Won { side: Side::Black, by: Ending::Resigned })
    );
    assert!(game.agree_draw().is_err());
    assert_eq!(game.undo().map(|mv| mv.to_string()), Some("11-15".into()));
    assert_eq!(game, Game::new());
    assert_eq!(game.agree_draw(), Ok(Event::Drawn { by: Ending::Agreed }));
    assert_eq!(game.undo(), None);
    assert_eq!(game, Game::new());
    play(&mut game, "11-15");
    assert_eq!(game, before);
}

#[test]
fn a_refused_move_leaves_the_game_as_it_was() {
    let mut game = Game::new();
    let before = game.clone();
    let events = game.submit("11-18".parse().expect("two squares"));
    let reason = Refusal::Unreachable { from: square(11), to: square(18) };
    assert_eq!(events, [Event::Refused { reason }]);
    assert_eq!(game, before);
}

#[test]
fn another_way_between_the_same_squares_is_not_what_was_played() {
    // The direct jump has nothing to jump over, while a way around ends on the same square.
    let mut game = game("B:W6,14,23,24,16:BK2");
    let legal = game.legal_moves();
    let direct: Move = "2x11".parse().expect("a jump");
    assert!(!legal.contains(&direct) && legal.iter().any(|mv| mv.to() == square(11)), "{legal:?}");
    let refusal = Refusal::Unreachable { from: square(2), to: square(11) };
    assert_eq!(game.play(direct), Err(refusal));
}

#[test]
fn pointing_narrows_the_moves_down() {
    let game = game("B:W6,7,14,15,27:B2");
    let [two, nine] = [square(2), square(9)];
    assert_eq!(game.moves_along(&[]).len(), 2);
    assert_eq!(game.moves_along(&[two]).len(), 2);
    assert_eq!(game.moves_along(&[two, nine]).len(), 1);
    assert_eq!(game.moves_along(&[nine]), []);
}

#[test]
fn a_save_that_was_tampered_with_is_refused() {
    let mut game = Game::new();
    play(&mut game, "11-15");
    play(&mut game, "22-18");
    let saved = serde_json::to_string(&game).expect("plain data");
    let illegal = serde_json::from_str::<Game>(&saved.replace("22-18", "22-17x"));
    assert!(illegal.is_err());
    let illegal =
        serde_json::from_str::<Game>(&saved.replace("22-18", "18-15")).expect_err("no such move");
    assert!(illegal.to_string().contains("move 2 of the saved game"), "{illegal}");
    assert!(serde_json::from_str::<Game>(&saved.replace("B:W21", "B:W4,21")).is_err());
}

proptest! {
    #[test]
    fn a_game_in_progress_is_data(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120), agree in any::<bool>()) {
        let mut game = Game::new();
        for choice in choices {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let before = game.clone();
            game.play(*choice.get(&moves)).expect("a legal move");
            let mut undone = game.clone();
            undone.undo();
            prop_assert_eq!(undone, before);
        }
        if agree {
            let _ = game.agree_draw();
        }
        let saved = serde_json::to_string(&game).expect("plain data");
        prop_assert_eq!(serde_json::from_str::<Game>(&saved).expect("our own save"), game);
    }
}
