//! The match as a whole: what a person and a second machine would notice.

use std::sync::Arc;

use cueline::time::{Span, Time};
use proptest::prelude::*;

use super::{
    act::{Act, Answer, Mood},
    direct::Direct,
    motions::Motions,
    rewind::RewindableMatch,
    shell::{self, Moment, Shell},
    simulation::{Command, TICK},
    state::{Seat, State},
    table::Table,
};
use crate::{
    control::Control,
    layout::{Controls, Layout},
    library::{self, Library},
    picture::{Ink, Item, Picture, Point, Shape},
    rules::{Level, Square, pdn},
    screen::{Input, Meter, Show, Sound},
};

pub(super) fn recorded(moves: &str) -> State {
    State::recorded(&pdn::read(moves).unwrap()[0])
}

/// The match that the program begins with: it has captures, double jumps and kings.
pub(super) fn first_match() -> State {
    let (_, _, game) = library::shipped().unwrap();
    State::recorded(&game)
}

pub(super) fn simulation(state: State) -> RewindableMatch {
    let mut simulation = RewindableMatch::new(state, Arc::new(Motions::new().unwrap()));
    simulation.keep_trace();
    simulation
}

pub(super) fn run(simulation: &mut RewindableMatch, ticks: u32) {
    (0..ticks).for_each(|_| simulation.tick());
}

/// Runs until an act of the wanted kind has been showing for `elapsed`.
pub(super) fn run_into(
    simulation: &mut RewindableMatch,
    wanted: impl Fn(&Act) -> bool,
    elapsed: Span,
) {
    for _ in 0..100_000 {
        simulation.tick();
        let display = simulation.state().relay.display();
        let begun = display.time() - elapsed;
        if display
            .agenda()
            .any(|plan| plan.start.is_some_and(|at| at <= begun) && wanted(plan.payload))
        {
            return;
        }
    }
    panic!("it never came");
}

pub(super) fn is_jump(act: &Act) -> bool {
    matches!(act, Act::Hop { jump: true, .. })
}

pub(super) fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

#[test]
fn a_recorded_match_ends_with_the_display_where_the_rules_are() {
    let (_, _, game) = library::shipped().unwrap();
    let mut simulation = simulation(first_match());
    run(&mut simulation, 100_000);
    let state = simulation.state();
    assert!(state.is_over());
    let shown: Vec<_> = state.table.pieces().collect();
    assert_eq!(shown, Table::of(&state.game).pieces().collect::<Vec<_>>());
    assert!(state.table.result.is_some());
    assert_eq!(state.game, game.game);
}

#[test]
fn saving_in_the_middle_of_a_jump_goes_on_in_the_middle_of_the_jump() {
    let mut played = simulation(first_match());
    run_into(&mut played, is_jump, Span::from_millis(150));
    played.take_trace();
    let saved = super::save(played.state()).unwrap();
    let mut loaded = simulation(super::load(&saved).unwrap());
    assert_eq!(loaded.state(), played.state());
    run(&mut played, 100_000);
    run(&mut loaded, 100_000);
    assert_eq!(loaded.take_trace(), played.take_trace());
    assert_eq!(loaded.digest(), played.digest());
    assert!(played.state().is_over());
}

#[test]
fn what_is_no_saved_match_is_refused() {
    for text in ["", "{}", "[1, 2]", "null"] {
        let refused = super::load(text).unwrap_err();
        assert!(refused.starts_with("this is no saved match: "), "{refused}");
    }
    let saved = super::save(&first_match()).unwrap();
    for end in (0..saved.len()).step_by(97) {
        assert!(super::load(&saved[..end]).is_err(), "cut off after {end} bytes");
    }
}

/// A match saved in the middle of a jump; reading the archive takes long enough to do it once.
fn saved_in_a_jump() -> &'static str {
    static SAVED: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    SAVED.get_or_init(|| {
        let mut played = simulation(first_match());
        run_into(&mut played, is_jump, Span::from_millis(150));
        super::save(played.state()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_saved_match_that_was_tampered_with_is_refused_or_plays(
        place in 0_usize..4000, digit in 0_u8..10, times in 1_usize..4,
    ) {
        let mut saved = saved_in_a_jump().to_owned().into_bytes();
        for time in 0..times {
            let length = saved.len();
            let place = (place * (time + 1)) % length;
            let found = (place..length).find(|at| saved[*at].is_ascii_digit());
            saved[found.unwrap_or(0)] = b'0' + digit;
        }
        if let Ok(state) = super::load(&String::from_utf8_lossy(&saved)) {
            let mut loaded = simulation(state);
            run(&mut loaded, 300);
            loaded.command(Command::Skip);
            loaded.command(Command::Undo);
            run(&mut loaded, 300);
        }
    }
}

#[test]
fn skipping_ends_where_playing_ends_and_is_silent() {
    let mut skipped = simulation(first_match());
    run_into(&mut skipped, is_jump, Span::from_millis(150));
    skipped.take_sounds();
    while !skipped.state().is_over() {
        skipped.command(Command::Skip);
        assert_eq!(skipped.take_sounds().len(), 0);
        skipped.tick(); // the next moves are queued, and may be heard
        skipped.take_sounds();
    }
    let mut played = simulation(first_match());
    run(&mut played, 100_000);
    assert_eq!(skipped.state().table, played.state().table);
    assert_eq!(skipped.state().game, played.state().game);
}

/// The picture of a state, `ahead` after it.
pub(super) fn picture(state: &State, ahead: Span) -> Picture {
    let motions = Arc::new(Motions::new().unwrap());
    let mut shell = Shell::new(motions, Arc::new(Library::new("")), 0);
    let played = std::collections::VecDeque::new();
    let moment = Moment { state, ahead, past: None, played: &played, shown_at: &[] };
    let layout = Layout::new(400.0, 400.0, 1.0, Controls::Bare);
    shell.picture(&moment, &layout, &Meter::default())
}

/// What is written in a window of 1120 x 760, in order.
fn words(show: &mut impl Show) -> Vec<String> {
    let layout = Layout::new(1120.0, 760.0, 1.0, Controls::Shown);
    let picture = show.picture(&layout, &Meter::default());
    let text = picture.items.iter().filter_map(|item| match item {
        Item::Text(text) => Some(text.text.clone()),
        _ => None,
    });
    text.collect()
}

fn says(show: &mut impl Show, wanted: &str) -> bool {
    words(show).iter().any(|text| text.contains(wanted))
}

/// A match in a window, without a thread.
fn shown(state: State) -> Direct {
    Direct::new(state, Arc::new(Library::new("")), 0).unwrap()
}

/// The moves of the list.
fn listed(show: &mut impl Show) -> Vec<String> {
    words(show);
    show.desk().moves.clone()
}

fn press(show: &mut Direct, control: Control) {
    show.input(Input::Press(control));
}

#[test]
fn what_the_program_says_shows_and_goes_while_the_match_is_held_or_slow() {
    for held in [true, false] {
        let mut show = shown(State::fresh(Level::Strong));
        show.advance(Span::from_millis(100));
        if held {
            press(&mut show, Control::Pause);
        } else {
            (0..9).for_each(|_| press(&mut show, Control::Slower));
        }
        press(&mut show, Control::Square(square(1)));
        show.input(Input::Notice("Saved to a file".to_owned()));
        show.advance(Span::from_millis(300));
        let (refused, saved) = ("This piece cannot move", "Saved to a file");
        assert!(says(&mut show, refused) && says(&mut show, saved), "{:?}", words(&mut show));
        assert!(show.take_sounds().contains(&Sound::Buzz));
        show.advance(Span::from_secs(3));
        assert!(!says(&mut show, refused) && !says(&mut show, saved), "{:?}", words(&mut show));
        if held {
            let mut other = shown(State::fresh(Level::Strong));
            other.advance(Span::from_millis(100));
            press(&mut other, Control::Pause);
            other.advance(Span::from_millis(3300));
            assert_eq!(show.digest(), other.digest());
        }
    }
}

#[test]
fn a_chosen_piece_that_is_pointed_at_again_still_moves() {
    let mut show = shown(State::fresh(Level::Strong));
    for number in [11, 11, 15] {
        press(&mut show, Control::Square(square(number)));
    }
    show.advance(Span::from_secs(4));
    assert_eq!(listed(&mut show)[0], "11-15");
}

#[test]
fn a_hint_waits_for_its_position_and_goes_with_it() {
    let arrow = |show: &mut Direct| {
        let layout = Layout::new(1120.0, 760.0, 1.0, Controls::Shown);
        let picture = show.picture(&layout, &Meter::default());
        // Only an arrow has a head, and only the head is a polygon in this colour.
        let ink = crate::palette::HINT;
        picture.items.iter().any(|item| {
            matches!(item, Item::Fill(Shape::Polygon(points), Ink::Flat(color))
                if points.len() == 3 && (color.r, color.g, color.b) == (ink.r, ink.g, ink.b))
        })
    };
    let mut show = shown(State::fresh(Level::Strong));
    for number in [11, 15] {
        press(&mut show, Control::Square(square(number)));
    }
    // The machine answers at once; the display has yet to show both moves.
    show.advance(Span::from_millis(20));
    press(&mut show, Control::Hint);
    show.advance(Span::from_millis(200));
    assert!(!arrow(&mut show), "the position is not on the board yet");
    show.advance(Span::from_secs(4));
    arrow(&mut show); // from this picture on it shows
    show.advance(Span::from_millis(600));
    assert!(arrow(&mut show), "now it is");
    press(&mut show, Control::Undo);
    arrow(&mut show);
    assert!(!arrow(&mut show), "and it goes with its position");
}

#[test]
fn the_list_has_only_moves_that_were_shown() {
    let mut show = shown(first_match());
    let text: Vec<_> = show.current().state().record.iter().map(ToString::to_string).collect();
    for _ in 0..400 {
        show.advance(Span::from_millis(50));
        let state = show.current().state();
        let shown = usize::try_from(state.relay.shown()).unwrap().min(text.len());
        assert_eq!(listed(&mut show), text[..shown]);
        assert_eq!(show.desk().at, shown);
    }
}

#[test]
fn a_rendering_has_the_last_moves_in_its_picture() {
    let mut show = shown(first_match());
    show.advance(Span::from_secs(8));
    let layout = Layout::new(1120.0, 760.0, 1.0, Controls::Bare);
    let picture = show.picture(&layout, &Meter::default());
    let moves = &show.desk().moves;
    assert!(moves.len() > 2, "{moves:?}");
    let last = moves.chunks(2).last().unwrap();
    let line = format!("{}. {}", moves.len().div_ceil(2), last.join("  "));
    assert!(picture.items.iter().any(|item| matches!(item, Item::Text(text) if text.text == line)));
}

#[test]
fn a_move_of_the_list_leads_to_the_moment_after_it() {
    let mut show = shown(first_match());
    show.advance(Span::from_secs(20));
    let moves = listed(&mut show);
    assert!(moves.len() > 4, "{moves:?}");
    for index in [0, 3, 1] {
        press(&mut show, Control::Move(index));
        assert_eq!(listed(&mut show), moves, "the whole list stays");
        assert_eq!(show.desk().at, index + 1);
        assert!(says(&mut show, "the past: recorded"));
    }
    press(&mut show, Control::Move(moves.len() + 5));
    assert_eq!((listed(&mut show), show.desk().at), (moves.clone(), 2), "there is none");
    press(&mut show, Control::Live);
    words(&mut show);
    assert_eq!(show.desk().at, moves.len());
}

#[test]
fn the_menu_lists_the_games_that_have_all_words_of_the_search() {
    let text = "[Event \"Paisley 1868\"] 1. 11-15 23-19 1-0 [Event \"Glasgow 1868\"] 1. 9-14 * \
        [Event \"Paisley 1901\"] 1. 9-13 *";
    let library = Library::new(text);
    let first = State::recorded(&library.open(0).unwrap().unwrap());
    let mut show = Direct::new(first, Arc::new(library), 0).unwrap();
    press(&mut show, Control::Menu);
    let found = |show: &mut Direct, search: &str| {
        show.input(Input::Search(search.to_owned()));
        words(show);
        let menu = show.desk().menu.clone().unwrap();
        assert_eq!((menu.search.as_str(), menu.games), (search, 3));
        menu.found.iter().map(|entry| entry.game).collect::<Vec<_>>()
    };
    assert_eq!(found(&mut show, ""), [0, 1, 2]);
    assert_eq!(found(&mut show, "1868 pais"), [0], "in any order");
    assert_eq!(found(&mut show, "PAISLEY"), [0, 2]);
    assert_eq!(found(&mut show, "2 moves"), [0], "what is said of them too");
    assert_eq!(found(&mut show, "london"), [0; 0]);
    press(&mut show, Control::Menu);
    press(&mut show, Control::Menu);
    words(&mut show);
    assert_eq!(show.desk().menu.as_ref().unwrap().found.len(), 3, "it opens with all games");
}

/// A window's layout of a match in which a person plays Black.
fn turned() -> Layout {
    Layout::new(1120.0, 760.0, 1.0, Controls::Shown).turned(1.0)
}

/// The middles of all discs that are drawn.
fn discs(show: &mut Direct) -> Vec<Point> {
    let picture = show.picture(&turned().turned(0.0), &Meter::default());
    let radius = turned().square_size() * 0.385;
    let discs = picture.items.iter().filter_map(|item| match item {
        Item::Fill(Shape::Circle(at, size), _) if (size - radius).abs() < radius * 0.05 => {
            Some(*at)
        }
        _ => None,
    });
    discs.collect()
}

fn has_disc_at(show: &mut Direct, at: Point) -> bool {
    let near = turned().square_size() * 0.1;
    discs(show).iter().any(|disc| (disc.x - at.x).abs() < near && (disc.y - at.y).abs() < near)
}

#[test]
fn a_piece_that_is_dragged_follows_the_pointer_and_goes_on_from_where_it_is_let_go() {
    let mut show = shown(State::fresh(Level::Beginner));
    let (from, to) = (turned().square_center(square(11)), turned().square_center(square(15)));
    let (way, there) = (from.towards(to, 0.5), to.moved(9.0, -7.0));
    assert!(has_disc_at(&mut show, from));
    press(&mut show, Control::Square(square(11)));
    for at in [way, there] {
        show.input(Input::Drag(square(11), at));
        assert!(has_disc_at(&mut show, at) && !has_disc_at(&mut show, from), "{at:?}");
    }
    press(&mut show, Control::Square(square(15)));
    show.input(Input::LetGo);
    let think = Span::from_millis(200);
    show.advance(think);
    assert!(has_disc_at(&mut show, there), "it waits where it was let go");
    show.advance(Span::from_millis(100));
    assert!(!has_disc_at(&mut show, from), "it does not go back");
    show.advance(Span::from_millis(400));
    assert!(has_disc_at(&mut show, to) && !has_disc_at(&mut show, from));
    for _ in 0..300 {
        show.advance(Span::from_millis(20));
        discs(&mut show);
    }
    assert!(show.is_still(), "both have moved");
}

#[test]
fn a_piece_that_is_dragged_where_it_cannot_go_returns_to_its_square() {
    let mut show = shown(State::fresh(Level::Beginner));
    let from = turned().square_center(square(11));
    let wrong = turned().square_center(square(19));
    discs(&mut show);
    press(&mut show, Control::Square(square(11)));
    show.input(Input::Drag(square(11), wrong));
    assert!(!show.is_still() || has_disc_at(&mut show, wrong));
    press(&mut show, Control::Square(square(19)));
    show.input(Input::LetGo);
    show.advance(Span::from_millis(80));
    assert!(!has_disc_at(&mut show, wrong) && !has_disc_at(&mut show, from), "on its way");
    show.advance(Span::from_millis(100));
    assert!(has_disc_at(&mut show, from));
    // A piece that may not be chosen stays where it is.
    press(&mut show, Control::Square(square(22)));
    show.input(Input::Drag(square(22), wrong));
    assert!(!has_disc_at(&mut show, wrong));
}

#[test]
fn the_board_turns_for_a_person_who_takes_black_and_then_rests() {
    let mut show = shown(first_match());
    let layout = Layout::new(1120.0, 760.0, 1.0, Controls::Shown);
    let corner = |show: &mut Direct| {
        let picture = show.picture(&layout, &Meter::default());
        let at = layout.cell(7, 0).center();
        picture.control_at(at)
    };
    assert_eq!(corner(&mut show), Some(Control::Square(square(29))));
    press(&mut show, Control::New);
    corner(&mut show);
    show.advance(Span::from_millis(300));
    assert_ne!(corner(&mut show), Some(Control::Square(square(4))), "on its way");
    assert!(!show.is_still());
    show.advance(Span::from_millis(400));
    assert_eq!(corner(&mut show), Some(Control::Square(square(4))));
    assert!(show.is_still(), "a match that waits for a person needs no frames");
}

#[test]
fn what_may_be_captured_is_marked_when_it_has_arrived() {
    let mut simulation = simulation(State::fresh(Level::Strong));
    let targets = |simulation: &RewindableMatch| {
        let drawn = picture(simulation.state(), Span::ZERO);
        let ink = crate::palette::HINT;
        let marks = drawn.items.iter().filter(|item| {
            matches!(item, Item::Stroke(_, Ink::Flat(color), _)
                if (color.r, color.g, color.b) == (ink.r, ink.g, ink.b))
        });
        marks.count()
    };
    assert!(targets(&simulation) > 0, "a person may begin");
    simulation.command(Command::Click(square(11)));
    simulation.command(Command::Click(square(15)));
    run(&mut simulation, 2);
    assert_eq!(simulation.state().game.moves().len(), 2, "the machine has answered");
    assert_eq!(targets(&simulation), 0, "and its answer is not on the board");
    run(&mut simulation, 600);
    assert!(targets(&simulation) > 0, "now it is");
}

#[test]
fn what_is_decided_and_not_shown_is_a_ghost() {
    let faint = |state: &State| {
        let drawn = picture(state, Span::ZERO);
        let faint = drawn.items.iter().filter(
            |item| matches!(item, Item::Fill(Shape::Circle(..), Ink::Flat(color)) if color.a == 56),
        );
        faint.count()
    };
    let mut simulation = simulation(recorded("1. 11-15 22-18 *"));
    (0..3).for_each(|_| simulation.command(Command::Sides(Level::Strong)));
    assert_eq!(faint(simulation.state()), 0);
    for number in [11, 15, 22, 18, 15, 22, 25, 18] {
        simulation.command(Command::Click(square(number)));
    }
    assert_eq!(faint(simulation.state()), 4, "four moves decided, none begun");
    run(&mut simulation, 50);
    assert_eq!(faint(simulation.state()), 3, "the first one is in the air");
    run(&mut simulation, 3000);
    assert_eq!(faint(simulation.state()), 0);
}

#[test]
fn the_past_shows_all_of_the_past_and_refuses_moves() {
    let mut show = shown(first_match());
    let seen = |show: &mut Direct| {
        let mut words = words(show);
        // The bar says where in the whole; a rate is measured.
        words.retain(|text| !text.contains(" of ") && !text.contains(" s"));
        words
    };
    let mut pictures = Vec::new();
    for _ in 0..6 {
        show.advance(Span::from_millis(2000));
        pictures.push((show.current().state().relay.display().time(), seen(&mut show)));
    }
    let now = pictures[5].0 - Time::ZERO;
    for (then, before) in &pictures[..5] {
        show.input(Input::Slide(Control::Scrub, (*then - Time::ZERO).ratio(now)));
        let mut after = seen(&mut show);
        let mut before = before.clone();
        // What is measured is measured now.
        for words in [&mut before, &mut after] {
            words.retain(|text| text.parse::<u32>().is_err() && !text.ends_with("/s"));
            words.retain(|text| text != "Play" && text != "Pause"); // the past is held
            words.retain(|text| !text.starts_with("This is the past"));
        }
        assert_eq!(after, before, "at {then:?}");
        assert!(says(&mut show, "the past: recorded"));
    }
    let digest = show.digest();
    for control in [Control::Square(square(9)), Control::Undo, Control::Skip, Control::Sides] {
        press(&mut show, control);
        show.advance(Span::from_millis(200));
        assert_eq!(show.digest(), digest, "{control:?} changes nothing");
        assert!(says(&mut show, "Nothing changes in the past"), "{control:?}");
        show.advance(Span::from_secs(12)); // until it has gone again
    }
    press(&mut show, Control::Live);
    assert!(!says(&mut show, "the past: recorded"));
    show.advance(Span::from_millis(200));
    assert_ne!(show.digest(), digest, "and the match goes on");
}

#[test]
fn who_looks_at_the_past_is_told_so_and_finds_no_marks() {
    let marks = |show: &mut Direct| {
        let layout = Layout::new(1120.0, 760.0, 1.0, Controls::Shown);
        let picture = show.picture(&layout, &Meter::default());
        let ink = crate::palette::HINT;
        let is_mark = |item: &&Item| {
            matches!(item, Item::Stroke(_, Ink::Flat(color), _) | Item::Fill(_, Ink::Flat(color))
                if (color.r, color.g, color.b) == (ink.r, ink.g, ink.b))
        };
        picture.items.iter().filter(is_mark).count()
    };
    // A match in which a person is to move, at its very beginning and later.
    for moves in [&[][..], &[11, 15]] {
        let mut show = shown(State::fresh(Level::Strong));
        for number in moves {
            press(&mut show, Control::Square(square(*number)));
        }
        show.advance(Span::from_secs(8));
        assert!(marks(&mut show) > 0, "what may move is marked");
        press(&mut show, Control::Rewind);
        show.advance(Span::from_millis(300));
        assert_eq!(marks(&mut show), 0, "nothing moves in the past");
        let message = "This is the past: End for now, Enter to go on from here";
        assert!(says(&mut show, message));
        let refused = "Nothing changes in the past";
        assert!(!says(&mut show, refused));
        press(&mut show, Control::Square(square(11)));
        show.advance(Span::from_millis(300));
        assert!(says(&mut show, refused), "to who presses a piece");
        assert!(says(&mut show, message), "which stays");
        press(&mut show, Control::Live);
        assert!(!says(&mut show, message));
        assert!(marks(&mut show) > 0);
    }
}

#[test]
fn a_hint_in_a_recorded_match_says_what_it_needs() {
    let mut show = shown(first_match());
    show.advance(Span::from_secs(3));
    let said = |show: &mut Direct| says(show, "A hint is for a side of yours: press Sides");
    for paused in [false, true] {
        if paused {
            show.advance(Span::from_secs(12));
            press(&mut show, Control::Pause);
        }
        assert!(!said(&mut show));
        press(&mut show, Control::Hint);
        show.advance(Span::from_millis(300));
        assert!(said(&mut show), "paused: {paused}");
    }
}

#[test]
fn the_past_plays_forwards_and_backwards_and_goes_on_from_there() {
    let mut show = shown(first_match());
    show.advance(Span::from_secs(20));
    words(&mut show);
    let past = |show: &Direct| {
        show.current().past().map(|past| past.state.relay.display().time() + past.ahead)
    };
    press(&mut show, Control::Rewind);
    show.advance(Span::from_secs(5));
    let there = past(&show).unwrap();
    assert_eq!(there, Time::ZERO + Span::from_secs(15) - TICK, "5 s back");
    press(&mut show, Control::Rewind); // holds
    show.advance(Span::from_secs(5));
    assert_eq!(past(&show), Some(there));
    press(&mut show, Control::Pause); // plays on
    show.advance(Span::from_secs(2));
    assert_eq!(past(&show), Some(there + Span::from_secs(2)));
    let place = past(&show).unwrap();
    press(&mut show, Control::Continue);
    assert_eq!(past(&show), None);
    let now = show.current().state().relay.display().time();
    assert!(place - now < TICK * 2, "the present is what was the past");
    words(&mut show);
    show.advance(Span::from_secs(1));
    assert!(show.current().state().relay.display().time() > now, "and goes on");
    press(&mut show, Control::Rewind);
    show.advance(Span::from_secs(60));
    assert_eq!(past(&show), Some(Time::ZERO), "the beginning is the end of going back");
}

#[test]
fn the_next_match_follows_by_itself_in_a_window_only() {
    let (library, ..) = library::shipped().unwrap();
    let library = Arc::new(library);
    let over = simulation_at_its_end();
    let (played, motions) = (std::collections::VecDeque::new(), Arc::new(Motions::new().unwrap()));
    let state = over.state();
    let ahead = Span::ZERO;
    let moment = Moment { state, ahead, past: None, played: &played, shown_at: &[] };
    let layout = Layout::new(400.0, 400.0, 1.0, Controls::Bare);
    for window in [true, false] {
        let mut shell = Shell::new(motions.clone(), library.clone(), 299);
        if window {
            shell = shell.go_on();
        }
        let mut asked = Vec::new();
        for _ in 0..70 {
            shell.picture(&moment, &layout, &Meter::default());
            asked.extend(shell.advance(Span::from_millis(100)));
            if !asked.is_empty() {
                break;
            }
        }
        match asked.pop() {
            Some(Command::Open(next)) if window => {
                assert_eq!(
                    next.title,
                    library.games()[0].title().unwrap(),
                    "after the last, the first"
                );
            }
            other => assert!(other.is_none() && !window, "{other:?}"),
        }
    }
}

#[test]
fn a_match_of_the_list_that_is_faulty_says_so_and_leaves_the_match_as_it_is() {
    let library = Library::new("[Event \"good\"] 1. 11-15 * [Event \"bad\"] 1. 11-20 *");
    let good = State::recorded(&library.open(0).unwrap().unwrap());
    let mut show = Direct::new(good, Arc::new(library), 0).unwrap();
    press(&mut show, Control::Game(1));
    show.advance(Span::from_millis(300));
    assert_eq!(show.current().state().title, "good");
    assert!(says(&mut show, "game 2, line 1, column 44: 11-20, "), "{:?}", words(&mut show));
}

#[test]
fn a_window_with_one_thread_drops_a_long_frame_keeps_no_trace_and_goes_on_to_the_next_match() {
    let (library, ..) = library::shipped().unwrap();
    let next = library.games()[0].title().unwrap().to_owned();
    let last = State::recorded(&library.open(299).unwrap().unwrap());
    let mut page = Direct::in_a_window(last, Arc::new(library), 299).unwrap();
    let mut other = shown(page.current().state().clone());
    page.advance(Span::from_secs(60)); // the tab was hidden
    other.advance(Span::from_secs(1));
    assert_eq!(page.digest(), other.digest());
    press(&mut page, Control::Stall);
    page.advance(Span::from_millis(300));
    assert!(says(&mut page, "Nothing to stall"), "{:?}", words(&mut page));

    let saved = page.save().unwrap();
    page.load(&saved).unwrap();
    for _ in 0..1000 {
        page.advance(Span::from_secs(1));
        page.picture(&Layout::new(400.0, 400.0, 1.0, Controls::Bare), &Meter::default());
        if page.current().state().title == next {
            break;
        }
    }
    assert_eq!(page.current().state().title, next, "after the last, the first");
    assert_eq!(page.take_trace(), [""; 0]);
}

/// The first match, played to its end.
fn simulation_at_its_end() -> RewindableMatch {
    let mut simulation = simulation(first_match());
    run(&mut simulation, 100_000);
    assert!(simulation.state().is_over());
    simulation
}

#[test]
fn the_title_counts_the_moves_and_not_the_result() {
    let over = simulation_at_its_end();
    let moves = over.state().game.moves().len();
    let mut show = shown(over.state().clone());
    assert!(
        says(&mut show, &format!("recorded, move {moves} of {moves}")),
        "{:?}",
        words(&mut show)
    );
}

#[test]
fn the_meters_say_how_far_the_rules_are_behind_and_whether_sounds_are_heard() {
    let said = |millis, audible| {
        let meter = Meter { frames_per_second: 60.0, frames: 9, sounds: 3, audible };
        let meters = shell::meters(Span::from_millis(millis), &meter);
        meters.into_iter().map(|(_, value)| value).collect::<Vec<_>>()
    };
    assert_eq!(said(7, true), ["60", "0 ms", "3"]);
    assert_eq!(said(487, false), ["60", "480 ms", "3, off"]);
    let film = shell::meters(Span::ZERO, &Meter::default());
    assert_eq!(film, [("sounds", "0".to_owned())], "nothing is measured in a film");
}

#[test]
fn a_simulation_that_hangs_for_half_a_second_leaves_what_plays_smooth() {
    let mut simulation = simulation(first_match());
    run_into(&mut simulation, is_jump, Span::from_millis(50));
    let hung = simulation.state().clone();
    let mut last = picture(&hung, Span::ZERO);
    // The drawing thread has nothing but the state from before, and draws what would have been.
    for tick in 1..=100 {
        simulation.tick();
        let drawn = picture(&hung, TICK * tick);
        assert!(drawn == picture(simulation.state(), Span::ZERO), "{tick} ticks into the stall");
        assert!(drawn != last || tick > 60, "it stands still {tick} ticks into the stall");
        last = drawn;
    }
}

#[test]
fn a_person_can_take_a_side_and_click_ahead_of_the_display() {
    let mut simulation = simulation(recorded("1. 11-15 22-18 *"));
    run(&mut simulation, 1);
    simulation.command(Command::Sides(Level::Strong)); // Black
    simulation.command(Command::Sides(Level::Strong)); // White
    simulation.command(Command::Sides(Level::Strong)); // both
    assert_eq!(simulation.state().seats, [Seat::Person; 2]);
    // Not one tick passes between these clicks.
    for number in [15, 22, 25, 18] {
        simulation.command(Command::Click(square(number)));
    }
    let state = simulation.state();
    let moves: Vec<_> = state.game.moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["11-15", "22-18", "15x22", "25x18"], "the rules answered at once");
    assert!(!state.relay.is_idle());
    assert_eq!(state.relay.shown(), 0, "the display has yet to show the first move");
    run(&mut simulation, 3000);
    assert!(simulation.state().relay.is_idle());
    let state = simulation.state();
    let shown: Vec<_> = state.table.pieces().collect();
    assert_eq!(shown, Table::of(&state.game).pieces().collect::<Vec<_>>());
    let trace = simulation.take_trace().join("\n");
    let place = |act: &str| trace.find(act).unwrap_or_else(|| panic!("no {act}"));
    assert!(place("jump 15x22") < place("remove") && place("remove") < place("jump 25x18"));
}

#[test]
fn a_click_that_is_not_allowed_buzzes_and_says_why() {
    let mut simulation = simulation(State::fresh(Level::Strong));
    run(&mut simulation, 1);
    simulation.command(Command::Click(square(1)));
    simulation.command(Command::Click(square(30)));
    let words = |text: &str| Answer::Words(text.to_owned(), Mood::Alarm);
    assert_eq!(
        simulation.take_answers(),
        [
            Answer::Buzz(square(1)),
            words("This piece cannot move"),
            Answer::Buzz(square(30)),
            words("That is not your piece"),
        ]
    );
    assert!(simulation.state().relay.is_idle(), "a buzz holds up nothing");
}

#[test]
fn a_move_taken_back_leads_the_display_back() {
    let mut simulation = simulation(State::fresh(Level::Strong));
    simulation.command(Command::Click(square(11)));
    simulation.command(Command::Click(square(15)));
    run(&mut simulation, 400);
    assert_eq!(simulation.state().game.moves().len(), 2, "the machine has answered");
    simulation.command(Command::Undo);
    assert_eq!(simulation.state().game.moves().len(), 0);
    run(&mut simulation, 400);
    let start = State::fresh(Level::Strong);
    assert_eq!(
        simulation.state().table.pieces().collect::<Vec<_>>(),
        start.table.pieces().collect::<Vec<_>>()
    );
}

#[test]
fn a_held_match_stands_still_and_moves_by_single_steps() {
    let mut simulation = simulation(first_match());
    run(&mut simulation, 100);
    simulation.command(Command::Pause);
    let now = simulation.state().relay.display().time();
    run(&mut simulation, 100);
    assert_eq!(simulation.state().relay.display().time(), now);
    simulation.command(Command::Step);
    assert_eq!(simulation.state().relay.display().time(), now + TICK);
}

#[test]
fn the_rules_know_of_no_display() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let mut folders = vec![folder];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            // A game's state has a digest, as it has a form in saves: both are derives, and neither shows anything.
            let of_state = "use cueline::digest::Digest;";
            let uses = text.lines().filter(|line| line.trim_start().starts_with("use "));
            for line in uses.filter(|line| *line != of_state) {
                for word in ["cueline", "crate::show", "crate::picture", "crate::screen"] {
                    assert!(!line.contains(word), "{}: {line}", path.display());
                }
            }
            files += 1;
        }
    }
    assert!(files > 10, "{files} files read");
}

#[test]
fn a_match_of_a_later_version_differs_from_a_damaged_one_and_the_first_form_is_read() {
    let state = recorded("1. 11-15 22-18 *");
    let saved = super::save(&state).unwrap();
    let later = saved.replacen("\"version\":1", "\"version\":2", 1);
    assert!(super::load(&later).unwrap_err().contains("version 2"));
    let bare = serde_json::to_string(&state).unwrap();
    assert_eq!(super::load(&bare).unwrap(), state);
}
