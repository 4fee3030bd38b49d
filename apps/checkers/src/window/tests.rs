//! The window as a person uses it.

use std::sync::mpsc::channel;

use eframe::egui::{
    Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Ui, ViewportId, vec2,
};
use egui_kittest::Harness;

use super::*;
use crate::{
    library,
    picture::{Point, Rect},
    rules::Square,
    show::{Direct, State, Threaded},
    stub::Stub,
};

const SIZE: [f32; 2] = [1120.0, 760.0];

fn window(show: impl Show + 'static, folder: &std::path::Path) -> Harness<'static, Window> {
    let files = Files { save: folder.join("save.json"), replay: folder.join("replay.json") };
    let window = Window::new(&egui::Context::default(), Box::new(show), files);
    let frame = |ui: &mut Ui, window: &mut Window| window.frame(ui);
    let mut harness = Harness::builder().with_size(SIZE).build_ui_state(frame, window);
    harness.run_steps(3);
    harness
}

fn match_in_a_window(folder: &std::path::Path) -> Harness<'static, Window> {
    let (games, first) = library::shipped().unwrap();
    let state = State::recorded(&games[first]);
    window(Direct::in_a_window(state, games.into(), first).unwrap(), folder)
}

/// Whether the next frame waits for a person.
fn rests(harness: &Harness<'_, Window>) -> bool {
    harness.output().viewport_output[&ViewportId::ROOT].repaint_delay == Duration::MAX
}

fn button(pos: Pos2, pressed: bool) -> Event {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    Event::PointerButton { pos, button, pressed, modifiers }
}

/// A picture with a square, a slider and a page to turn to.
fn places() -> (Picture, [Rect; 2]) {
    let (square, slider) = (Rect::new(0.0, 0.0, 50.0, 50.0), Rect::new(100.0, 0.0, 218.0, 34.0));
    let mut picture = Picture::new(palette::ROOM);
    picture.hot(square, Control::Square(Square::new(7).unwrap()));
    picture.hot(slider, Control::Speed);
    picture.hot(Rect::new(0.0, 100.0, 50.0, 50.0), Control::Page(true));
    (picture, [square, slider])
}

fn middle(rect: Rect) -> Pos2 {
    let Point { x, y } = rect.center();
    Pos2::new(x, y)
}

#[test]
fn a_press_counts_even_if_it_ends_in_the_same_frame() {
    let (picture, [square, _]) = places();
    let (at, control) = (middle(square), Control::Square(Square::new(7).unwrap()));
    let tap = [button(at, true), button(at, false), Event::PointerGone];
    let inputs = Pointer::default().read(&tap, &picture);
    let hover = Input::Hover(Some(control));
    assert_eq!(inputs, [hover, Input::Press(control), Input::Hover(None)]);
}

#[test]
fn a_slider_follows_the_pointer_until_it_is_released() {
    let (picture, [square, slider]) = places();
    let mut pointer = Pointer::default();
    let mut slides = |events: &[Event]| {
        let inputs = pointer.read(events, &picture).into_iter();
        let slide =
            |input| if let Input::Slide(Control::Speed, at) = input { Some(at) } else { None };
        inputs.filter_map(slide).collect::<Vec<_>>()
    };
    let at = middle(slider);
    assert_eq!(slides(&[Event::PointerMoved(at)]), [0.0; 0], "nothing is held");
    assert_eq!(slides(&[button(at, true)]), [0.5]);
    assert_eq!(slides(&[]), [0.0; 0], "a pointer at rest reports nothing");
    let beside = at + vec2(50.0, 400.0);
    assert_eq!(slides(&[Event::PointerMoved(beside)]), [0.75], "far from its track, too");
    assert_eq!(slides(&[Event::PointerMoved(middle(square)), button(at, false)]), [0.0, 0.5]);
    assert_eq!(slides(&[Event::PointerMoved(beside)]), [0.0; 0], "it is released");
}

#[test]
fn the_wheel_turns_one_page_a_frame_where_there_is_one() {
    let (picture, _) = places();
    let wheel = |y: f32| {
        let (unit, phase, modifiers) = (MouseWheelUnit::Line, TouchPhase::Move, Modifiers::NONE);
        Event::MouseWheel { unit, delta: vec2(0.0, y), phase, modifiers }
    };
    let read = |events: &[Event]| Pointer::default().read(events, &picture);
    assert_eq!(read(&[wheel(-1.0), wheel(-1.0)]), [Input::Press(Control::Page(true))]);
    assert_eq!(read(&[wheel(1.0)]), [], "there is no page before this one");
}

#[test]
fn keys_press_controls_once_and_characters_choose_the_speed() {
    let key = |key, repeat, modifiers| {
        let (physical_key, pressed) = (None, true);
        Event::Key { key, physical_key, pressed, repeat, modifiers }
    };
    let pressed = |event: Event| input::keys(&[event]);
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
    harness.key_press(Key::M);
    harness.run();
    harness.key_press(Key::Space);
    harness.run_steps(2);
    assert!(!rests(&harness), "it plays again");
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
fn a_click_presses_what_lies_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window(Stub::new(Span::from_secs(60)), folder.path());
    let place = |harness: &Harness<'_, Window>, control| {
        let hot = &harness.state().picture.hot;
        middle(hot.iter().find(|(_, found)| *found == control).unwrap().0)
    };
    let pause = place(&harness, Control::Pause);
    harness.hover_at(pause);
    harness.drag_at(pause);
    harness.drop_at(pause);
    harness.run();
    assert!(rests(&harness), "the button pauses");
}

#[test]
fn a_match_on_its_own_thread_wakes_a_window_that_rests() {
    let (games, first) = library::shipped().unwrap();
    let (sender, woken) = channel();
    let wake = move || _ = sender.send(());
    let state = State::recorded(&games[first]);
    let mut show = Threaded::start(state, games.into(), first, wake).unwrap();
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
