//! Squares that are pressed, the wheel and keys as plain inputs.

use eframe::egui::{Event, Key, PointerButton};

use crate::{
    control::Control,
    desk::Desk,
    picture::{Picture, Point},
    screen::Input,
};

/// The square on which the pointer came down, until it is lifted.
#[derive(Debug, Default)]
pub(super) struct Hand {
    from: Option<Control>,
}

/// What has happened since the last frame, on what was shown then. A pointer that is lifted on another square than it came
/// down on presses both: it drags a piece. The wheel turns the pages of the menu, one at most.
pub(super) fn read(
    hand: &mut Hand,
    events: &[Event],
    picture: &Picture,
    desk: &Desk,
) -> Vec<Input> {
    let mut turned = None;
    let mut pressed = Vec::new();
    for event in events {
        match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: down, .. } => {
                let here = picture.control_at(Point::new(pos.x, pos.y));
                if *down {
                    hand.from = here.filter(|control| matches!(control, Control::Square(_)));
                    pressed.extend(here);
                } else if let (Some(from), Some(to @ Control::Square(_))) = (hand.from.take(), here)
                    && from != to
                {
                    pressed.push(to);
                }
            }
            Event::PointerGone => hand.from = None,
            Event::MouseWheel { delta, .. } if delta.y != 0.0 => turned = Some(delta.y < 0.0),
            Event::Key { key, pressed: true, repeat: false, modifiers, .. }
                if !modifiers.command =>
            {
                pressed.extend(control(*key));
            }
            // Plus and minus lie elsewhere on every keyboard, so the character counts and not the key.
            Event::Text(text) => pressed.extend(text.chars().filter_map(typed)),
            _ => {}
        }
    }
    pressed.extend(turned.filter(|_| desk.menu.is_some()).map(Control::Page));
    pressed.into_iter().map(Input::Press).collect()
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
        Key::ArrowRight => Control::Page(true),
        Key::ArrowLeft => Control::Page(false),
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
