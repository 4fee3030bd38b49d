//! The window as a person uses it.

use std::{cell::Cell, sync::mpsc::channel};

use cueline::sequencer::Role;
use eframe::egui::{
    CursorIcon, Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, Ui,
    ViewportCommand, ViewportId, vec2,
};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};

use super::*;
use crate::{
    desk::{Bar, Desk, Entry, Menu},
    library,
    picture::{Item, Point, Rect},
    rules::{Level, Square},
    show::{Direct, State, Threaded},
    speed,
    stub::Stub,
};

thread_local! {
    /// The milliseconds of a frame.
    static FRAME: Cell<u64> = const { Cell::new(20) };
}

/// Passes the time of `frames` frames, in a fifth of them.
fn wait(harness: &mut Harness<'_, Window>, frames: usize) {
    let usual = FRAME.replace(100);
    harness.run_steps(frames / 5);
    FRAME.set(usual);
}

fn window(show: impl Show + 'static, folder: &std::path::Path) -> Harness<'static, Window> {
    let files = Files { save: folder.join("save.json"), replay: folder.join("replay.json") };
    let window = Window::new(&egui::Context::default(), Box::new(show), files);
    let mut now = Instant::now();
    let frame = move |ui: &mut Ui, window: &mut Window| {
        now += Duration::from_millis(FRAME.get());
        window.frame(ui, now);
    };
    let mut harness = Harness::builder().with_size(SIZE).build_ui_state(frame, window);
    harness.run_steps(3);
    harness
}

fn match_in_a_window(folder: &std::path::Path) -> Harness<'static, Window> {
    let (library, first, game) = library::shipped().unwrap();
    let state = State::recorded(&game);
    window(Direct::in_a_window(state, library.into(), first).unwrap(), folder)
}

/// Whether the next frame waits for a person.
fn rests(harness: &Harness<'_, Window>) -> bool {
    harness.output().viewport_output[&ViewportId::ROOT].repaint_delay == Duration::MAX
}

fn press_at(pos: Pos2) -> Event {
    let (button, pressed, modifiers) = (PointerButton::Primary, true, Modifiers::NONE);
    Event::PointerButton { pos, button, pressed, modifiers }
}

fn lift_at(pos: Pos2) -> Event {
    let (button, pressed, modifiers) = (PointerButton::Primary, false, Modifiers::NONE);
    Event::PointerButton { pos, button, pressed, modifiers }
}

fn read(events: &[Event]) -> Vec<Input> {
    read_on(&Picture::new(palette::ROOM), events)
}

fn read_on(picture: &Picture, events: &[Event]) -> Vec<Input> {
    input::read(&mut input::Hand::default(), events, picture, &Desk::default())
}

fn middle(rect: Rect) -> Pos2 {
    let Point { x, y } = rect.center();
    Pos2::new(x, y)
}

#[test]
fn a_square_is_pressed_where_the_pointer_comes_down() {
    let square = Rect::new(0.0, 0.0, 50.0, 50.0);
    let control = Control::Square(Square::new(7).unwrap());
    let mut picture = Picture::new(palette::ROOM);
    picture.hot(square, control);
    let at = middle(square);
    let read = |events: &[Event]| read_on(&picture, events);
    assert_eq!(read(&[Event::PointerMoved(at)]), []);
    let tap = [press_at(at), Event::PointerGone];
    assert_eq!(read(&tap), [Input::Press(control)], "even if it ends in the same frame");
    assert_eq!(read(&[press_at(at + vec2(50.0, 0.0))]), []);
}

#[test]
fn a_piece_is_dragged_from_square_to_square_over_any_number_of_frames() {
    let squares = [(0.0, 11), (50.0, 15)].map(|(x, number)| {
        (Rect::new(x, 0.0, 50.0, 50.0), Control::Square(Square::new(number).unwrap()))
    });
    let outside = Pos2::new(125.0, 25.0);
    let mut picture = Picture::new(palette::ROOM);
    squares.iter().for_each(|(rect, control)| picture.hot(*rect, *control));
    let [(here, from), (there, to)] = squares;
    let both = [Input::Press(from), Input::Press(to)];
    assert_eq!(read_on(&picture, &[press_at(middle(here)), lift_at(middle(there))]), both);
    let mut hand = input::Hand::default();
    let mut frame = |event: Event| input::read(&mut hand, &[event], &picture, &Desk::default());
    assert_eq!(frame(press_at(middle(here))), [Input::Press(from)]);
    let near = middle(here) + vec2(3.0, 0.0);
    assert_eq!(frame(Event::PointerMoved(near)), [], "a hand is never still");
    let Control::Square(square) = from else { unreachable!("it is one") };
    let drag = |at: Pos2| Input::Drag(square, Point::new(at.x, at.y));
    assert_eq!(frame(Event::PointerMoved(middle(there))), [drag(middle(there))]);
    assert_eq!(frame(Event::PointerMoved(near)), [drag(near)], "also back again");
    assert_eq!(frame(lift_at(middle(there))), [Input::Press(to), Input::LetGo]);
    assert_eq!(frame(Event::PointerMoved(near)), []);
    assert_eq!(frame(lift_at(middle(there))), [], "it is lifted already");
    // A click lifts where it came down; a drag from or to anything else moves nothing.
    assert_eq!(frame(press_at(middle(here))), [Input::Press(from)]);
    assert_eq!(frame(lift_at(middle(here))), []);
    assert_eq!(frame(press_at(middle(here))), [Input::Press(from)]);
    assert_eq!(frame(lift_at(outside)), []);
    assert_eq!(frame(press_at(outside)), []);
    assert_eq!(frame(Event::PointerMoved(middle(here))), []);
    assert_eq!(frame(lift_at(middle(there))), []);
    // A pointer that leaves the window, as a finger does, lets go.
    assert_eq!(frame(press_at(middle(here))), [Input::Press(from)]);
    assert_eq!(frame(Event::PointerMoved(outside)), [drag(outside)]);
    assert_eq!(frame(Event::PointerGone), [Input::LetGo]);
}

#[test]
fn letters_belong_to_the_search_while_the_menu_is_open() {
    let entry = Entry { game: 7, label: String::new(), detail: String::new() };
    let menu = Menu {
        open: 1.0,
        pulse: 0.0,
        heading: String::new(),
        search: String::new(),
        found: [entry].into(),
        games: 9,
        chosen: 0,
        level: Level::Strong,
    };
    let open = Desk { menu: Some(menu), ..Desk::default() };
    let picture = Picture::new(palette::ROOM);
    let read = |event: Event| input::read(&mut input::Hand::default(), &[event], &picture, &open);
    for key in [Key::S, Key::Space, Key::M, Key::N, Key::End] {
        assert_eq!(read(key_down(key, false, Modifiers::NONE)), [], "{key:?}");
    }
    assert_eq!(read(Event::Text("+".into())), []);
    let pressed = |key| read(key_down(key, false, Modifiers::NONE));
    assert_eq!(pressed(Key::Escape), [Input::Press(Control::Menu)]);
    assert_eq!(pressed(Key::F5), [Input::Press(Control::Save)]);
    assert_eq!(pressed(Key::Enter), [Input::Press(Control::Game(7))], "the first that was found");
}

fn key_down(key: Key, repeat: bool, modifiers: Modifiers) -> Event {
    let (physical_key, pressed) = (None, true);
    Event::Key { key, physical_key, pressed, repeat, modifiers }
}

#[test]
fn keys_press_controls_once_and_characters_choose_the_speed() {
    let key = key_down;
    let pressed = |event: Event| read(&[event]);
    let none = Modifiers::NONE;
    assert_eq!(pressed(key(Key::Space, false, none)), [Input::Press(Control::Pause)]);
    assert_eq!(pressed(key(Key::Space, true, none)), [], "held down");
    assert_eq!(pressed(key(Key::S, false, Modifiers::COMMAND)), [], "a shortcut");
    assert_eq!(pressed(key(Key::Plus, false, none)), [], "its character counts");
    for (text, control) in [("+", Control::Faster), ("=", Control::Faster), ("-", Control::Slower)]
    {
        assert_eq!(pressed(Event::Text(text.into())), [Input::Press(control)], "{text}");
    }
}

#[test]
fn a_paused_match_rests_and_a_press_wakes_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    assert!(!rests(&harness), "it plays");
    harness.key_press(Key::Space);
    harness.run();
    assert!(rests(&harness), "paused");
    assert!(harness.state().last.is_none(), "the rest is not made up for");
    let digest = harness.state().show.digest();
    harness.key_press(Key::Period);
    harness.run();
    assert!(rests(&harness), "one tick, and it rests again");
    assert_ne!(harness.state().show.digest(), digest);
    harness.key_press(Key::M);
    harness.run_steps(2);
    assert!(!rests(&harness), "the menu lives while the match waits");
    harness.key_press(Key::Escape);
    harness.run();
    harness.key_press(Key::Space);
    harness.run_steps(2);
    assert!(!rests(&harness), "it plays again");
}

#[test]
fn f11_fills_the_screen_and_lets_it_go_again() {
    let folder = tempfile::tempdir().unwrap();
    let (library, first, game) = library::shipped().unwrap();
    let show = Direct::in_a_window(State::recorded(&game), library.into(), first).unwrap();
    let ctx = egui::Context::default();
    let files = Files { save: folder.path().join("save"), replay: folder.path().join("replay") };
    let mut window = Window::new(&ctx, Box::new(show), files);
    let mut asked = |key: Key, is_full: bool| -> Vec<ViewportCommand> {
        let events = vec![key_down(key, false, Modifiers::NONE)];
        let mut input = egui::RawInput { events, ..egui::RawInput::default() };
        input.viewports.entry(ViewportId::ROOT).or_default().fullscreen = Some(is_full);
        let mut output = ctx.run_ui(input, |ui| window.frame(ui, Instant::now()));
        output.textures_delta.clear(); // there is no graphics card
        let commands = &output.viewport_output[&ViewportId::ROOT].commands;
        let about = |command: &&ViewportCommand| matches!(command, ViewportCommand::Fullscreen(_));
        commands.iter().filter(about).cloned().collect()
    };
    assert_eq!(asked(Key::F5, false), []);
    assert_eq!(asked(Key::F11, false), [ViewportCommand::Fullscreen(true)]);
    assert_eq!(asked(Key::F11, true), [ViewportCommand::Fullscreen(false)]);
}

#[test]
fn what_is_saved_is_loaded_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(Stub::new(Span::from_secs(60)), folder.path());
    let mut press = |key| {
        harness.key_press(key);
        harness.run_steps(2);
        harness.state().show.digest()
    };
    let saved = press(Key::Space);
    assert_eq!(press(Key::F5), saved, "it is paused");
    press(Key::Space);
    assert_ne!(press(Key::Space), saved, "it has played on");
    assert_eq!(press(Key::F9), saved);
    press(Key::F7);
    let names = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["save.json"], "this show has no replay");
}

#[test]
fn a_button_says_whether_it_is_on_and_presses_its_control() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(Stub::new(Span::from_secs(60)), folder.path());
    harness.get_by_label("Pause").click();
    harness.run();
    assert!(rests(&harness), "it pauses");
    assert_eq!(harness.state().show.desk().on, [Control::Pause]);
    assert!(harness.get_by_label("Undo").accesskit_node().is_disabled(), "it would do nothing");
    harness.get_by_label("Play").click();
    harness.run_steps(2);
    assert!(!rests(&harness), "it plays again");
}

#[test]
fn a_slider_follows_the_pointer_until_it_is_released() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(Stub::new(Span::from_secs(60)), folder.path());
    let track = harness.get_by_label("Speed").rect();
    let place = |harness: &Harness<'_, Window>| harness.state().show.desk().speed.place;
    assert!((place(&harness) - speed::place(speed::NORMAL)).abs() < 1e-9);
    let knob = track.left_center() + vec2(track.width() * 0.45, 0.0);
    harness.hover_at(knob);
    harness.run_steps(1);
    harness.drag_at(knob);
    harness.run_steps(1);
    harness.hover_at(track.right_center() + vec2(60.0, 200.0));
    harness.run_steps(2);
    assert_eq!(place(&harness), 1.0, "far from its track, too");
    harness.drop_at(track.right_center() + vec2(60.0, 200.0));
    harness.run_steps(1);
    harness.hover_at(knob);
    harness.run_steps(2);
    assert_eq!(place(&harness), 1.0, "it is released");
}

#[test]
fn the_menu_opens_a_match_and_lets_nothing_through() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    harness.get_by_label("Menu").click();
    harness.run_steps(2);
    let open = |harness: &Harness<'_, Window>| harness.state().show.desk().menu.clone();
    assert!(open(&harness).is_some_and(|menu| menu.open < 0.5), "it comes in");
    wait(&mut harness, 100);
    let menu = open(&harness).expect("the menu is open");
    assert_eq!(menu.open, 1.0, "it is there");
    for behind in ["Step", "Skip"] {
        harness.get_by_label(behind).click();
    }
    harness.run_steps(2);
    assert_eq!(harness.state().show.desk().on, [], "it is not held");
    let chosen = menu.found[menu.chosen + 1].clone();
    harness.get_by_label(&chosen.label).click();
    harness.run_steps(2);
    assert_eq!(open(&harness), None, "a match is chosen");
    let text = |item: &Item| matches!(item, Item::Text(text) if text.text == chosen.label);
    assert!(harness.state().picture.items.iter().any(text), "and plays");
}

#[test]
fn the_menu_searches_the_games_and_opens_the_first_that_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    harness.key_press(Key::M);
    harness.run_steps(20);
    let menu = |harness: &Harness<'_, Window>| harness.state().show.desk().menu.clone();
    assert_eq!(menu(&harness).unwrap().found.len(), 300);
    harness.event(Event::Text("game 89".to_owned()));
    harness.run_steps(2);
    let found = menu(&harness).unwrap().found;
    assert!(found.len() > 1 && found.len() < 30, "{} games", found.len());
    let has = |entry: &Entry| entry.label.contains("89") || entry.detail.contains("89");
    assert!(found.iter().all(has), "and only such");
    harness.get_by_label("club").click();
    harness.run_steps(2);
    assert_eq!(menu(&harness).unwrap().level, Level::Club);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_eq!(menu(&harness), None);
    let text = |item: &Item| matches!(item, Item::Text(text) if text.text == found[0].label);
    assert!(harness.state().picture.items.iter().any(text), "it plays");
    harness.key_press(Key::Space);
    harness.run();
    assert!(rests(&harness), "and the keys are the window's again");
}

#[test]
fn a_click_on_a_move_leads_to_the_past_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    wait(&mut harness, 600);
    let at = |harness: &Harness<'_, Window>| {
        let desk = harness.state().show.desk();
        (desk.at, desk.moves.len())
    };
    let (shown, all) = at(&harness);
    assert!(shown == all && all > 6, "{shown} of {all} moves");
    let chosen = format!("Move {}: {}", all - 2, harness.state().show.desk().moves[all - 3]);
    harness.get_by_label(&chosen).click();
    harness.run();
    assert_eq!(at(&harness), (all - 2, all));
    assert!(rests(&harness), "the past stands still");
    harness.get_by_label("Now").click();
    harness.run_steps(2);
    assert_eq!(at(&harness).0, at(&harness).1);
}

#[test]
fn the_moves_stay_in_their_place_in_a_small_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    wait(&mut harness, 600);
    for [width, height] in [SIZE, [640.0, 420.0], [590.0, 400.0]] {
        harness.set_size(vec2(width, height));
        harness.run_steps(3);
        let end = Layout::new(width, height, 1.0, Controls::Shown).info.bottom();
        let rows: Vec<f32> =
            harness.query_all_by_label_contains("Move ").map(|row| row.rect().top()).collect();
        // A place that is lower than a row has none.
        assert!(rows.len() > 1 || height < 420.0, "{width}x{height}: {rows:?}");
        assert!(rows.iter().all(|top| *top < end), "{width}x{height}: {rows:?}, and {end}");
    }
}

#[test]
fn a_click_in_the_queue_leads_to_the_moment_under_it_and_right_of_the_present_to_the_present() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    wait(&mut harness, 300);
    let now = |harness: &Harness<'_, Window>| harness.state().show.desk().queue.now;
    let begun = now(&harness);
    let lanes = harness.get_by_label("Lanes").rect();
    let mut click = |part: f32| {
        let at = lanes.left_top() + vec2(lanes.width() * part, 70.0);
        harness.drag_at(at);
        harness.run_steps(1);
        harness.drop_at(at);
        wait(&mut harness, 40);
        (now(&harness), rests(&harness))
    };
    let (there, still) = click(0.02);
    let back = (begun - there).as_secs_f64();
    assert!(still && (0.5..0.75).contains(&back), "{back} s back, rests: {still}");
    let (nearer, still) = click(0.6);
    assert!(still && there < nearer && nearer < begun, "on in the past: {nearer}");
    let (present, still) = click(0.93);
    assert!(!still && present >= begun, "{present} is the present, which plays");
}

#[test]
fn the_queue_says_what_its_bars_are_and_lights_up_what_they_move() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    wait(&mut harness, 100);
    harness.key_press(Key::Space);
    harness.run();
    let plain = harness.state().show.desk().queue.clone();
    let items = |harness: &Harness<'_, Window>| harness.state().picture.items.len();
    let dark = items(&harness);
    let is_hop = |bar: &&Bar| bar.role == Role::Holding && bar.label != "think";
    let hop = plain.bars.iter().filter(is_hop).find(|bar| bar.start > plain.now);
    let hop = hop.expect("a move waits");
    harness.get_by_label(&hop.label).hover();
    harness.run();
    assert_eq!(harness.state().show.desk().queue.hovered, Some(hop.number), "{}", hop.label);
    assert!(items(&harness) > dark, "its squares are marked");
    assert!(rests(&harness), "a pointer that holds still");
    harness.get_by_label("Step").hover();
    harness.run();
    assert_eq!((harness.state().show.desk().queue.clone(), items(&harness)), (plain, dark));
}

#[test]
fn a_screen_reader_finds_the_board_and_moves_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    harness.key_press(Key::N);
    wait(&mut harness, 40);
    assert_eq!(
        harness.query_all_by_label_contains("0 points, 0 captured").count(),
        2,
        "the players"
    );
    for (square, then) in [("11: black man", "15: empty"), ("15: empty", "8: black man")] {
        assert!(harness.query_by_label(&format!("Square {then}, can be chosen")).is_none());
        harness.get_by_label(&format!("Square {square}, can be chosen")).click_accesskit();
        harness.run_steps(2);
    }
    wait(&mut harness, 200);
    assert_eq!(harness.state().show.desk().moves.first().map(String::as_str), Some("11-15"));
    assert!(harness.query_by_label("Square 11: empty").is_some());
    harness.get_by_label("Rewind").click_accesskit();
    harness.run_steps(2);
    let past = "This is the past: End for now, Enter to go on from here";
    assert!(harness.query_by_label(past).is_some(), "what is said");
    harness.get_by_label("Square 9: black man").click_accesskit();
    harness.run_steps(2);
    let refused = "Nothing changes in the past: End for now, Enter to go on from here";
    assert!(harness.query_by_label(refused).is_some(), "and why nothing happens");
}

#[test]
fn a_piece_that_is_dragged_moves_and_a_window_that_waits_for_a_person_rests() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    harness.key_press(Key::N);
    wait(&mut harness, 40);
    assert!(rests(&harness), "the board has turned, and it is the person's turn");
    let layout = Layout::new(SIZE[0], SIZE[1], 1.0, Controls::Shown).turned(1.0);
    let square = |number| {
        let Point { x, y } = layout.square_center(Square::new(number).unwrap());
        Pos2::new(x, y)
    };
    harness.event(Event::PointerMoved(square(11)));
    harness.event(press_at(square(11)));
    harness.run_steps(1);
    harness.event(Event::PointerMoved(square(15)));
    harness.run_steps(2);
    assert!(harness.state().show.is_still(), "a hand that holds still");
    harness.event(lift_at(square(15)));
    harness.run_steps(3);
    assert!(!rests(&harness), "the move shows");
    wait(&mut harness, 300);
    assert!(rests(&harness), "both have moved");
    let moves = &harness.state().show.desk().moves;
    assert_eq!((moves[0].as_str(), moves.len()), ("11-15", 2));
}

/// A finger that comes down, moves and is lifted, as a page reports it: no move of the pointer comes before the press.
fn swipe(harness: &mut Harness<'_, Window>, from: Pos2, to: Pos2) {
    let touch = |phase, pos| {
        let (device_id, id) = (TouchDeviceId(0), TouchId(0));
        Event::Touch { device_id, id, phase, pos, force: None }
    };
    let middle = from.lerp(to, 0.5);
    let moved = |at| [Event::PointerMoved(at), touch(TouchPhase::Move, at)].to_vec();
    let lifted = [lift_at(to), Event::PointerGone, touch(TouchPhase::End, to)];
    let begun = [press_at(from), touch(TouchPhase::Start, from)];
    let on_the_way = if from == to { vec![] } else { vec![moved(middle), moved(to)] };
    for events in [vec![begun.to_vec()], on_the_way, vec![lifted.to_vec()]].concat() {
        events.into_iter().for_each(|event| harness.event(event));
        harness.run_steps(1); // a quarter of a second: a longer touch is no tap
    }
    harness.run_steps(2);
}

#[test]
fn a_finger_drags_a_piece_presses_buttons_scrubs_the_match_and_taps_the_queue() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    let button = harness.get_by_label("New").rect().center();
    swipe(&mut harness, button, button);
    wait(&mut harness, 40);
    let layout = Layout::new(SIZE[0], SIZE[1], 1.0, Controls::Shown).turned(1.0);
    let square = |number| middle(layout.square(Square::new(number).unwrap()));
    swipe(&mut harness, square(11), square(15));
    wait(&mut harness, 300);
    let desk = |harness: &Harness<'_, Window>| harness.state().show.desk().clone();
    let played = desk(&harness);
    assert_eq!((played.moves[0].as_str(), played.moves.len()), ("11-15", 2));
    let bar = harness.get_by_label("The match so far").rect();
    let at = |part: f32| bar.left_center() + vec2(bar.width() * part, 0.0);
    swipe(&mut harness, at(0.9), at(0.5));
    let place = desk(&harness).scrub.place;
    assert!((0.4..0.6).contains(&place), "scrubbed to {place}");
    let lanes = harness.get_by_label("Lanes").rect();
    let before = lanes.left_top() + vec2(lanes.width() * 0.05, 70.0);
    swipe(&mut harness, before, before);
    let tapped = desk(&harness).scrub.place;
    assert!(tapped < place - 0.05, "a tap leads from {place} back to {tapped}");
}

#[test]
fn a_square_that_can_be_pressed_shows_it_under_the_pointer() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    harness.key_press(Key::N);
    wait(&mut harness, 40);
    let layout = Layout::new(SIZE[0], SIZE[1], 1.0, Controls::Shown).turned(1.0);
    let mut point = |number: u8| {
        let Point { x, y } = layout.square_center(Square::new(number).unwrap());
        harness.hover_at(Pos2::new(x, y));
        harness.run();
        let cursor = harness.output().platform_output.cursor_icon;
        let pointed = harness.state().show.desk().pointed.map(Square::number);
        assert!(rests(&harness), "a pointer that holds still");
        (pointed, cursor == CursorIcon::PointingHand, harness.state().picture.clone())
    };
    let (none, hand, plain) = point(22);
    assert_eq!((none, hand), (None, false), "a piece of the machine");
    let (own, hand, bright) = point(11);
    assert_eq!((own, hand), (Some(11), true));
    assert!(plain.items != bright.items, "it is marked");
    assert_eq!(point(4).0, None, "it has no move");
}

#[test]
fn points_are_explained_under_the_pointer() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = match_in_a_window(folder.path());
    assert!(harness.query_by_label_contains("they win no match").is_none());
    harness.get_by_label("The points of the player above").hover();
    wait(&mut harness, 60);
    assert!(harness.query_by_label_contains("they win no match").is_some());
}

#[test]
fn a_stall_is_said_while_it_lasts() {
    let (library, first, game) = library::shipped().unwrap();
    let mut show = Threaded::start(State::recorded(&game), library.into(), first, || {}).unwrap();
    let layout = Layout::new(SIZE[0], SIZE[1], 1.0, Controls::Shown);
    show.input(Input::Press(Control::Stall));
    show.advance(Span::from_millis(100));
    let picture = show.picture(&layout, &Meter::default());
    let said =
        |item: &Item| matches!(item, Item::Text(text) if text.text.contains("sleep for half"));
    assert!(picture.items.iter().any(said));
}

#[test]
fn a_match_on_its_own_thread_wakes_a_window_that_rests() {
    let (library, first, game) = library::shipped().unwrap();
    let (sender, woken) = channel();
    let wake = move || _ = sender.send(());
    let state = State::recorded(&game);
    let mut show = Threaded::start(state, library.into(), first, wake).unwrap();
    let [width, height] = SIZE;
    let layout = Layout::new(width, height, 1.0, Controls::Shown);
    for still in [true, false, true] {
        show.input(Input::Press(Control::Pause));
        woken.recv_timeout(Duration::from_secs(20)).unwrap();
        show.advance(Span::ZERO);
        show.picture(&layout, &Meter::default());
        assert_eq!(show.is_still(), still);
    }
}
