use proptest::prelude::*;

use super::*;
use crate::rules::{Game, MoveTextError, Outcome, Refusal, Side, Square};

fn one(text: &str) -> PdnGame {
    let mut games = read(text).expect(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn moves(text: &str) -> Vec<String> {
    one(text).game.moves().map(|mv| mv.to_string()).collect()
}

fn fault(text: &str) -> (usize, usize, PdnFault) {
    let error = read(text).expect_err(text);
    (error.line, error.column, error.fault)
}

fn unexpected(found: &str, needed: &'static str) -> PdnFault {
    PdnFault::Unexpected { found: found.into(), needed }
}

#[test]
fn a_text_without_games_has_none() {
    for text in
        ["", " \n\t\r\n", "{only a comment}", "; and another", "% escaped\n", "(9-14)", "\u{feff}"]
    {
        assert_eq!(read(text), Ok(Vec::new()), "{text:?}");
    }
}

#[test]
fn comments_variations_and_marks_are_passed_over() {
    let plain = ["9-14", "24-19", "11-16"];
    let texts = [
        "1. 9-14 24-19 2. 11-16 *",
        "9-14 24-19 11-16",
        "1.9-14 24-19 2.11-16*",
        "1.\n9-14 24-19\n2\n.\n11-16",
        "1. 9-14 1... 24-19 2. 11-16",
        "{a (} 1. 9-14 {18x9} 24-19; 22-18 *\n2. 11-16 {*}",
        "1. 9-14 (1. 11-15 (1. 10-15 {)} nonsense) 23-18) 24-19 2. 11-16",
        "1. 9-14! 24-19?! $14 2. 11-16* *",
        "1. 9-14(!) 24-19{!}11-16",
        "1. 9-14 24-19\n% 10-15 (\n2. 11-16 1-0\n",
    ];
    for text in texts {
        assert_eq!(moves(text), plain, "{text}");
    }
}

#[test]
fn results_end_a_game_with_or_without_blank_lines() {
    let text = "[Event \"a\"]\n1. 9-14 1-0[Event \"b\"]1. 11-15 0-1 10-14 1/2-1/2 [Event \"c\"]\n[Event \"d\"] *";
    let games = read(text).expect("four games and one without tags");
    let found: Vec<_> = games
        .iter()
        .map(|game| (game.tag("event"), game.game.moves().len(), game.result))
        .collect();
    assert_eq!(
        found,
        [
            (Some("a"), 1, PdnResult::BlackWon),
            (Some("b"), 1, PdnResult::WhiteWon),
            (None, 1, PdnResult::Drawn),
            (Some("c"), 0, PdnResult::Unknown),
            (Some("d"), 0, PdnResult::Unknown),
        ]
    );
    assert_eq!(games.iter().map(|game| game.line).collect::<Vec<_>>(), [1, 2, 2, 2, 3]);
    let winner = |game: &PdnGame| game.game.outcome().and_then(Outcome::winner);
    assert_eq!((winner(&games[0]), winner(&games[1])), (Some(Side::Black), Some(Side::White)));
}

#[test]
fn a_game_without_a_result_ends_at_the_next_tags() {
    let games = read("[Event \"a\"]\n9-14\n[Event \"b\"]\n11-15").expect("two games");
    assert_eq!(games.iter().map(|game| game.game.moves().len()).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn tags_keep_their_order_and_their_quotes() {
    let game = one("[ White \"A \\\"B\\\" \\\\ C\\d\" ]\n[Result \"0-1\"] 9-14");
    let tags = [("White", "A \"B\" \\ C\\d"), ("Result", "0-1")];
    assert_eq!(game.tags, tags.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(
        game.result,
        PdnResult::WhiteWon,
        "without a result behind the moves, the tag counts"
    );
}

#[test]
fn captures_may_leave_squares_out() {
    let fen = "[FEN \"B:W18,26,32:B14\"]";
    assert_eq!(moves(&format!("{fen} 14x30")), ["14x23x30"]);
    assert_eq!(moves(&format!("{fen} 14x23x30")), ["14x23x30"]);
    let (line, column, fault) = fault("[FEN \"B:W6,7,14,15,27:B2\"]\n\n1. 2x18");
    assert_eq!((line, column), (3, 4));
    assert!(matches!(fault, PdnFault::Illegal { refusal: Refusal::Ambiguous { ways: 2, .. }, .. }));
}

#[test]
fn faults_are_found_where_they_are() {
    let needed = "a tag, a move or a result";
    let cases = [
        ("1. 9-14 hello", (1, 9, unexpected("hello", needed))),
        ("1. 9-14\r\n  )", (2, 3, unexpected(")", needed))),
        ("é", (1, 1, unexpected("é", needed))),
        ("{é}\ré", (2, 1, unexpected("é", needed))),
        ("9-14 {a\nb", (1, 6, PdnFault::Unclosed { needed: '}' })),
        ("9-14 (a (b)\n", (1, 6, PdnFault::Unclosed { needed: ')' })),
        ("[", (1, 2, unexpected("", "the name of a tag"))),
        ("[Event a]", (1, 8, unexpected("a]", "the value of a tag in double quotes"))),
        ("[Event \"a]\n", (1, 8, PdnFault::Unclosed { needed: '"' })),
        ("[Event \"a\"\n", (1, 1, PdnFault::Unclosed { needed: ']' })),
        ("[Event \"a\" b]", (1, 12, unexpected("b]", "the `]` of a tag"))),
        ("9-14 $", (1, 7, unexpected("", "the number of a mark"))),
        (
            "9-14 24 19",
            (1, 6, PdnFault::NotAMove { found: "24".into(), error: MoveTextError::OneSquare }),
        ),
        (
            "9-14\n24-33x",
            (
                2,
                1,
                PdnFault::NotAMove {
                    found: "24-33x".into(),
                    error: MoveTextError::NoSquare { column: 4 },
                },
            ),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(fault(text), expected, "{text:?}");
    }
}

#[test]
fn an_illegal_move_says_which_and_why() {
    let (line, column, fault) = fault("1. 9-14 24-19\n2. 11-16 19-10");
    assert_eq!((line, column), (2, 10));
    let [from, to] = [19, 10].map(|number| Square::new(number).expect("a square"));
    let refusal = Refusal::Unreachable { from, to };
    assert_eq!(
        fault,
        PdnFault::Illegal { written: "19-10".parse().expect("a move"), ply: 4, refusal }
    );
    let error = read("9-14\n11-15").expect_err("White is to move");
    assert_eq!(
        error.to_string(),
        "line 2, column 1: 11-15, move 2 of the game, is not legal: the piece on 11 belongs to Black, but White is to move"
    );
}

#[test]
fn a_broken_fen_is_a_fault_of_its_tag() {
    let (line, column, fault) = fault("[Setup \"1\"]\n[FEN \"B:W40:B1\"]");
    assert_eq!((line, column), (2, 6));
    assert!(matches!(fault, PdnFault::Fen(_)));
}

#[test]
fn reading_goes_on_with_the_game_after_a_fault() {
    let text = "[Event \"a\"]\n9-14 9-14\n10-15 *\n[Event b]\n[Result \"*\"]\n11-15\n\n[Event \"c\"]\n[Result \"*\"]\n11-15 *";
    let found: Vec<_> =
        games(text).map(|game| game.map(|game| game.line).map_err(|error| error.line)).collect();
    assert_eq!(found, [Err(2), Err(4), Ok(8)]);
}

#[test]
fn a_game_is_whole_whatever_comes_after_it() {
    let found: Vec<_> = games("9-14 24-19\n[Event b]\n11-15").collect();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].as_ref().map(|game| game.game.moves().len()), Ok(2));
    assert_eq!(found[1].as_ref().map_err(|error| error.line).err(), Some(2));
}

#[test]
fn depth_of_variations_and_length_of_games_are_bounded() {
    let deep = format!("9-14 {}{} 24-19", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(moves(&deep), ["9-14", "24-19"]);
    let tags = "[A \"\"]".repeat(MAX_TAGS + 1);
    assert_eq!(fault(&tags).2, PdnFault::TooManyTags);
    let kings = "1-5 32-28 5-1 28-32 ".repeat(MAX_PLIES / 4);
    let long = format!("[FEN \"B:WK32:BK1\"] {kings}");
    assert_eq!(one(&long).game.moves().len(), MAX_PLIES);
    assert_eq!(fault(&format!("{long} 1-5")).2, PdnFault::TooManyMoves);
}

#[test]
fn writing_keeps_tags_and_positions() {
    let record = one("[Event \"a \\\"b\\\"\"]\n[FEN \"W:W18:BK1,14\"]\n18x9 0-1");
    let tags = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let text = write(tags.chain([("not legible", "x")]), &record.game);
    assert_eq!(
        text,
        "[Event \"a \\\"b\\\"\"]\n[Result \"0-1\"]\n[Setup \"1\"]\n[FEN \"W:W18:BK1,14\"]\n\n1. 18x9 0-1\n"
    );
    assert_eq!(one(&text).game, record.game);
}

const ARCHIVE: &str = include_str!("../../../games/acf-300.pdn");

proptest! {
    #[test]
    fn no_text_upsets_the_reader(text in any::<String>()) {
        let _ = games(&text).count();
    }

    #[test]
    fn no_likely_text_upsets_the_reader(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "1.", "9-14", "24-19", "11x18", "[Event \"a\"]", "[FEN \"B:W18:B14\"]", "[", "]", "\"", "\\", "{", "}",
                "(", ")", ";", "%", "\n", "\r", " ", "*", "1-0", "1/2-1/2", "$1", "$", "!", "é", ".", "x", "-", "99999999999",
            ]),
            0..40,
        ),
    ) {
        let text = parts.concat();
        let lines = text.chars().filter(|char| ['\n', '\r'].contains(char)).count() + 1;
        for game in games(&text) {
            match game {
                Ok(game) => prop_assert!(game.line <= lines),
                Err(error) => prop_assert!(error.line <= lines && !error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn real_games_with_a_scratch_are_read_or_refused(
        at in 0..ARCHIVE.len() - 2000,
        scratch in 0..2000_usize,
        gone in 0..40_usize,
        put in "[0-9x.{}()\\[\\]\" *-]{0,4}",
    ) {
        let text = &ARCHIVE[at..at + 2000]; // all of it is ASCII
        let end = (scratch + gone).min(text.len());
        let scratched = [&text[..scratch], &put, &text[end..]].concat();
        for game in games(&scratched).flatten() {
            // What is read has been played by the rules, so that it can be played again.
            let mut again = Game::from_position(*game.game.start(), game.game.draws());
            for mv in game.game.moves() {
                prop_assert!(again.play(mv).is_ok());
            }
        }
    }
}
