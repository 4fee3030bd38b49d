//! Squares that are pressed, pieces that are dragged, and keys as plain inputs.

use eframe::egui::{Event, Key, PointerButton, Pos2};

use crate::{
    control::Control,
    desk::Desk,
    picture::{Picture, Point},
    rules::Square,
    screen::Input,
};

/// The square on which the pointer came down, until it is lifted.
#[derive(Debug, Default)]
pub(super) struct Hand {
    from: Option<(Square, Pos2)>,
    drags: bool,
    over: Option<Square>,
}

/// How far the pointer goes before it drags what it came down on, in logical pixels.
const DRAG: f32 = 6.0;

/// What has happened since the last frame, on what was shown then. A pointer that is lifted on another square than it came
/// down on presses both: it drags a piece. While the menu is open, letters belong to its search.
pub(super) fn read(
    hand: &mut Hand,
    events: &[Event],
    picture: &Picture,
    desk: &Desk,
) -> Vec<Input> {
    let mut inputs = Vec::new();
    let menu = desk.menu.as_ref();
    let square_at = |at: Pos2| square_at(picture, at);
    for event in events {
        match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, .. } => {
                hand.from = square_at(*pos).map(|square| (square, *pos));
                inputs.extend(hand.from.map(|(square, _)| press(Control::Square(square))));
            }
            Event::PointerButton { pos, button: PointerButton::Primary, .. } => {
                let (from, to) = (hand.from.map(|(square, _)| square), square_at(*pos));
                if from.is_some() && from != to {
                    inputs.extend(to.map(|square| press(Control::Square(square))));
                }
                hand.let_go(&mut inputs);
            }
            Event::PointerMoved(at) => {
                if let Some((square, begun)) = hand.from
                    && (hand.drags || at.distance(begun) >= DRAG)
                {
                    hand.drags = true;
                    inputs.push(Input::Drag(square, Point::new(at.x, at.y)));
                }
            }
            Event::PointerGone => hand.let_go(&mut inputs),
            Event::Key { key: Key::Enter, pressed: true, .. } if menu.is_some() => {
                let first = menu.and_then(|menu| menu.found.first());
                inputs.extend(first.map(|entry| press(Control::Game(entry.game))));
            }
            Event::Key { key, pressed: true, repeat: false, modifiers, .. }
                if !modifiers.command && (menu.is_none() || !is_typed(*key)) =>
            {
                inputs.extend(control(*key).map(press));
            }
            // Plus and minus lie elsewhere on every keyboard, so the character counts and not the key.
            Event::Text(text) if menu.is_none() => {
                inputs.extend(text.chars().filter_map(typed).map(press));
            }
            _ => {}
        }
    }
    inputs
}

impl Hand {
    fn let_go(&mut self, inputs: &mut Vec<Input>) {
        self.from = None;
        if core::mem::take(&mut self.drags) {
            inputs.push(Input::LetGo);
        }
    }

    /// Whether the pointer is over another square than in the last frame.
    pub(super) fn point(&mut self, at: Option<Pos2>, picture: &Picture) -> Option<Input> {
        let over = at.and_then(|at| square_at(picture, at));
        (core::mem::replace(&mut self.over, over) != over).then_some(Input::Point(over))
    }
}

fn square_at(picture: &Picture, at: Pos2) -> Option<Square> {
    match picture.control_at(Point::new(at.x, at.y)) {
        Some(Control::Square(square)) => Some(square),
        _ => None,
    }
}

fn press(control: Control) -> Input {
    Input::Press(control)
}

/// Whether a key writes or moves in a line of text.
fn is_typed(key: Key) -> bool {
    !matches!(key, Key::Escape | Key::F5 | Key::F7 | Key::F9)
}

fn control(key: Key) -> Option<Control> {
    Some(match key {
        Key::Space => Control::Pause,
        Key::Period => Control::Step,
        Key::S => Control::Skip,
        Key::U => Control::Undo,
        Key::N => Control::New,
        Key::H => Control::Hint,
        Key::X => Control::Sides,
        Key::T => Control::Stall,
        Key::M | Key::Escape => Control::Menu,
        Key::F5 => Control::Save,
        Key::F7 => Control::Record,
        Key::F9 => Control::Load,
        Key::End => Control::Live,
        Key::Enter => Control::Continue,
        Key::B => Control::Rewind,
        _ => return None,
    })
}

fn typed(character: char) -> Option<Control> {
    match character {
        '+' | '=' => Some(Control::Faster),
        '-' => Some(Control::Slower),
        _ => None,
    }
}
