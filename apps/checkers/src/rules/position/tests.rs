use proptest::prelude::*;

use super::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

fn moves(fen: &str) -> Vec<String> {
    position(fen).legal_moves().iter().map(ToString::to_string).collect()
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

fn refused(fen: &str, written: &str) -> Refusal {
    let written = written.parse().expect(written);
    position(fen).resolve(written).expect_err("an illegal move")
}

#[test]
fn black_begins_towards_higher_numbers() {
    let opening: Vec<String> =
        Position::START.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(opening, ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]);
    assert_eq!(Position::START.turn(), Side::Black);
}

#[test]
fn men_go_forward_and_kings_both_ways() {
    assert_eq!(moves("B:W32:B14"), ["14-17", "14-18"]);
    assert_eq!(moves("W:W14:B25"), ["14-9", "14-10"]);
    assert_eq!(moves("B:W32:BK14"), ["14-17", "14-18", "14-9", "14-10"]);
    assert_eq!(moves("B:W9,10:B14,K1"), ["1-5", "1-6", "14-17", "14-18"]);
}

#[test]
fn captures_are_forced_and_complete() {
    assert_eq!(moves("B:W18,26,9:B14,1"), ["14x23x30"]);
    assert_eq!(refused("B:W18,26:B14,1", "1-5"), Refusal::MustCapture { from: square(14) });
    assert_eq!(refused("B:W18,26:B14,1", "14-17"), Refusal::MustCapture { from: square(14) });
    assert_eq!(
        refused("B:W18,26:B14,1", "14x23"),
        Refusal::Unfinished { at: square(23), next: square(30) }
    );
}

#[test]
fn any_capture_may_be_chosen_and_not_only_the_longest() {
    assert_eq!(moves("B:W15,18,26:B10,14"), ["10x19", "14x23x30"]);
}

#[test]
fn crowning_ends_the_move() {
    // On 30 a king could go on over 25, but the man has only just arrived.
    assert_eq!(moves("B:W26,25:B23"), ["23x30"]);
    let after = position("B:W26,25:B23").after(&"23x30".parse().expect("a move"));
    assert_eq!(after.fen(), "W:W25:BK30");
    assert_eq!(moves("B:W26,25:BK23"), ["23x30x21"]);
}

#[test]
fn a_king_may_come_back_to_where_it_began_and_takes_nothing_twice() {
    let round = moves("B:W6,7,14,15:BK2");
    assert_eq!(round, ["2x9x18x11x2", "2x11x18x9x2"]);
    let around = position("B:W6,7,14,15:BK2");
    let end = around.play("2x2".parse().expect("two squares")).expect("both ways capture the same");
    assert_eq!(end.fen(), "W:W:BK2");
}

#[test]
fn ways_that_capture_differently_have_to_be_named() {
    // From 2 to 18 over 6 and 14, or over 7 and 15.
    let fen = "B:W6,7,14,15,27:B2";
    assert_eq!(moves(fen), ["2x9x18", "2x11x18"]);
    let ways = Refusal::Ambiguous { from: square(2), to: square(18), ways: 2 };
    assert_eq!(refused(fen, "2x18"), ways);
    let named = position(fen).resolve("2x11x18".parse().expect("a move"));
    assert_eq!(named.map(|mv| mv.to_string()), Ok("2x11x18".into()));
}

#[test]
fn every_refusal_has_its_reason() {
    let cases = [
        ("B:W32:B14", "9-14", Refusal::EmptySquare { square: square(9) }),
        ("B:W32:B14", "32-28", Refusal::NotYours { square: square(32), turn: Side::Black }),
        ("B:W32:B14", "14-10", Refusal::Unreachable { from: square(14), to: square(10) }),
        ("B:W32:B14", "14x18", Refusal::NotACapture { from: square(14), to: square(18) }),
        ("B:W32:B1,5,6,9", "1-5", Refusal::Blocked { square: square(1) }),
        ("B:W18:B14", "14x30", Refusal::Unreachable { from: square(14), to: square(30) }),
    ];
    for (fen, written, refusal) in cases {
        assert_eq!(refused(fen, written), refusal, "{written} in {fen}");
    }
}

#[test]
fn a_dash_is_enough_for_a_capture() {
    let meant = position("B:W18,26:B14").resolve("14-30".parse().expect("two squares"));
    assert_eq!(meant.map(|mv| mv.to_string()), Ok("14x23x30".into()));
}

#[test]
fn pieces_that_do_not_fit_are_refused() {
    let man = Occupant { side: Side::White, rank: Rank::Man };
    let crowned = Position::with(Side::Black, [(square(4), man)]);
    assert_eq!(crowned, Err(PositionError::Uncrowned { square: square(4) }));
    let twice = Position::with(Side::Black, [(square(9), man), (square(9), man)]);
    assert_eq!(twice, Err(PositionError::Taken { square: square(9) }));
    let many = Position::with(Side::Black, (9..22).map(|number| (square(number), man)));
    assert_eq!(many, Err(PositionError::TooMany { side: Side::White }));
    let start = Position::with(Side::Black, Position::START.pieces());
    assert_eq!(start, Ok(Position::START));
}

/// Some position: up to 12 pieces a side anywhere.
fn positions() -> impl Strategy<Value = Position> {
    let side = prop::sample::select(Side::BOTH.to_vec());
    let squares = prop::collection::vec(prop::option::of((side.clone(), any::<bool>())), 32);
    (side, squares).prop_map(|(turn, squares)| {
        let mut pieces = Vec::new();
        for (square, found) in Square::all().zip(squares) {
            let Some((side, king)) = found else { continue };
            let rank =
                if king || square.row() == side.crown_row() { Rank::King } else { Rank::Man };
            if pieces.iter().filter(|(_, other): &&(Square, Occupant)| other.side == side).count()
                < 12
            {
                pieces.push((square, Occupant { side, rank }));
            }
        }
        Position::with(turn, pieces).expect("pieces that fit")
    })
}

proptest! {
    #[test]
    fn legal_moves_are_different_and_change_only_what_they_touch(position in positions()) {
        let moves = position.legal_moves();
        for (index, mv) in moves.iter().enumerate() {
            prop_assert!(!moves[..index].contains(mv));
            prop_assert_eq!(mv.is_capture(), position.must_capture());
            let (turn, next) = (position.turn(), position.after(mv));
            let captured: Vec<Square> = mv.captured().collect();
            prop_assert_eq!(next.turn(), turn.other());
            prop_assert_eq!(next.count(turn), position.count(turn));
            prop_assert_eq!(next.count(turn.other()) + captured.len(), position.count(turn.other()));
            for square in Square::all() {
                let touched = square == mv.from() || square == mv.to() || captured.contains(&square);
                prop_assert!(touched || next.at(square) == position.at(square));
            }
            prop_assert_eq!(Position::with(next.turn(), next.pieces()), Ok(next));
        }
    }

    #[test]
    fn a_move_in_full_is_understood_as_itself(position in positions()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(position.resolve(mv.into()), Ok(mv));
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }

    #[test]
    fn a_position_is_its_fen(position in positions()) {
        prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    }

    #[test]
    fn whatever_is_pointed_at_is_a_legal_move_or_refused(
        position in positions(),
        squares in prop::collection::vec(1..=32_u8, 2..6),
    ) {
        let squares: Vec<Square> = squares.into_iter().map(square).collect();
        let written = MoveText::pointing(&squares).expect("two to thirteen squares");
        if let Ok(mv) = position.resolve(written) {
            prop_assert!(position.legal_moves().contains(&mv));
            prop_assert_eq!((mv.from(), mv.to()), (written.from(), written.to()));
        }
    }

    #[test]
    fn no_text_upsets_the_reader_of_positions(text in "[BWbwK:,0-9 .é]{0,40}") {
        let _ = Position::from_fen(&text);
    }
}
