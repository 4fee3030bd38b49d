//! Mouse, touch and keys as plain inputs.

use eframe::egui::{Event, Key, PointerButton, Pos2};

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
    pub(super) fn read(&mut self, events: &[Event], picture: &Picture) -> Vec<Input> {
        let mut inputs = Vec::new();
        let mut turned = None;
        for event in events {
            match *event {
                Event::PointerMoved(at) => {
                    self.over(picture, at, &mut inputs);
                    self.slide(at, &mut inputs);
                }
                Event::PointerGone => self.hover(None, &mut inputs),
                Event::PointerButton {
                    pos, button: PointerButton::Primary, pressed: true, ..
                } => match self.over(picture, pos, &mut inputs) {
                    Some((track, slider @ (Control::Speed | Control::Scrub))) => {
                        self.held = Some((track, slider));
                        self.slide(pos, &mut inputs);
                    }
                    Some((_, control)) => inputs.push(Input::Press(control)),
                    None => {}
                },
                Event::PointerButton { pos, button: PointerButton::Primary, .. } => {
                    self.slide(pos, &mut inputs);
                    (self.held, self.reported) = (None, None);
                }
                Event::MouseWheel { delta, .. } if delta.y != 0.0 => turned = Some(delta.y < 0.0),
                _ => {}
            }
        }
        if let Some(page) = turned.map(Control::Page)
            && picture.hot.iter().any(|(_, control)| *control == page)
        {
            inputs.push(Input::Press(page));
        }
        inputs
    }

    /// The pointer is there: gives what it is over.
    fn over(
        &mut self,
        picture: &Picture,
        at: Pos2,
        inputs: &mut Vec<Input>,
    ) -> Option<(Rect, Control)> {
        let under = picture.hot_at(Point::new(at.x, at.y));
        self.hover(under.map(|(_, control)| control), inputs);
        under
    }

    fn hover(&mut self, hover: Option<Control>, inputs: &mut Vec<Input>) {
        if hover != self.hover {
            self.hover = hover;
            inputs.push(Input::Hover(hover));
        }
    }

    /// Moves the slider that is held.
    fn slide(&mut self, at: Pos2, inputs: &mut Vec<Input>) {
        let Some((track, control)) = self.held else { return };
        let place = slider_place(track, at.x);
        if self.reported != Some(place) {
            self.reported = Some(place);
            inputs.push(Input::Slide(control, place));
        }
    }
}

/// The controls whose keys were pressed.
pub(super) fn keys(events: &[Event]) -> Vec<Input> {
    let pressed = events.iter().flat_map(|event| match event {
        Event::Key { key, pressed: true, repeat: false, modifiers, .. } if !modifiers.command => {
            control(*key).into_iter().collect()
        }
        // Plus and minus lie elsewhere on every keyboard, so the character counts and not the key.
        Event::Text(text) => text.chars().filter_map(typed).collect(),
        _ => Vec::new(),
    });
    pressed.map(Input::Press).collect()
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
