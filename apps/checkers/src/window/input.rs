//! Mouse and keys as plain inputs.

use macroquad::input::{
    KeyCode, MouseButton, get_char_pressed, is_key_pressed, is_mouse_button_down,
    is_mouse_button_pressed, mouse_position, mouse_wheel,
};

use crate::{
    control::Control,
    picture::{Picture, Point, Rect},
    screen::Input,
    widgets::slider_place,
};

/// What the pointer is doing.
#[derive(Debug, Default)]
pub(super) struct Pointer {
    hover: Option<Control>,
    /// The slider that is held, and its track.
    held: Option<(Rect, Control)>,
    /// The last position reported, so that a pointer at rest reports nothing.
    reported: Option<f64>,
}

impl Pointer {
    /// What has happened since the last frame, on the picture that was shown then.
    pub(super) fn read(&mut self, picture: &Picture) -> Vec<Input> {
        let (x, y) = mouse_position();
        let at = Point::new(x, y);
        let mut inputs = Vec::new();
        let under = picture.hot_at(at);
        let hover = under.map(|(_, control)| control);
        if hover != self.hover {
            self.hover = hover;
            inputs.push(Input::Hover(hover));
        }
        if is_mouse_button_pressed(MouseButton::Left) {
            match under {
                Some((track, slider @ (Control::Speed | Control::Scrub))) => {
                    self.held = Some((track, slider));
                }
                Some((_, control)) => inputs.push(Input::Press(control)),
                None => {}
            }
        }
        if !is_mouse_button_down(MouseButton::Left) {
            (self.held, self.reported) = (None, None);
        }
        if let Some((track, control)) = self.held {
            let place = slider_place(track, at.x);
            if self.reported != Some(place) {
                self.reported = Some(place);
                inputs.push(Input::Slide(control, place));
            }
        }
        let (_, wheel) = mouse_wheel();
        if wheel != 0.0 {
            let page = Control::Page(wheel < 0.0);
            if picture.hot.iter().any(|(_, control)| *control == page) {
                inputs.push(Input::Press(page));
            }
        }
        inputs
    }
}

/// The controls whose keys were pressed.
pub(super) fn keys() -> Vec<Input> {
    const KEYS: [(KeyCode, Control); 21] = [
        (KeyCode::Space, Control::Pause),
        (KeyCode::Period, Control::Step),
        (KeyCode::S, Control::Skip),
        (KeyCode::U, Control::Undo),
        (KeyCode::N, Control::New),
        (KeyCode::H, Control::Hint),
        (KeyCode::X, Control::Sides),
        (KeyCode::T, Control::Stall),
        (KeyCode::M, Control::Menu),
        (KeyCode::Escape, Control::Menu),
        (KeyCode::F5, Control::Save),
        (KeyCode::F7, Control::Record),
        (KeyCode::F9, Control::Load),
        (KeyCode::End, Control::Live),
        (KeyCode::Enter, Control::Continue),
        (KeyCode::KpEnter, Control::Continue),
        (KeyCode::B, Control::Rewind),
        (KeyCode::KpAdd, Control::Faster),
        (KeyCode::KpSubtract, Control::Slower),
        (KeyCode::Right, Control::Page(true)),
        (KeyCode::Left, Control::Page(false)),
    ];
    let pressed = KEYS.into_iter().filter(|(key, _)| is_key_pressed(*key));
    let mut inputs: Vec<_> = pressed.map(|(_, control)| Input::Press(control)).collect();
    // Plus and minus lie elsewhere on every keyboard, so the character counts and not the key.
    while let Some(character) = get_char_pressed() {
        match character {
            '+' | '=' if !is_key_pressed(KeyCode::KpAdd) => {
                inputs.push(Input::Press(Control::Faster))
            }
            '-' if !is_key_pressed(KeyCode::KpSubtract) => {
                inputs.push(Input::Press(Control::Slower))
            }
            _ => {}
        }
    }
    inputs
}
