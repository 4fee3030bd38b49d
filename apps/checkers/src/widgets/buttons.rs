//! Buttons with their keys, and sliders.

use crate::{
    control::Control,
    layout::Layout,
    palette,
    picture::{Color, Ink, Picture, Point, Rect, Shape, Text},
};

/// What the buttons show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Buttons {
    /// The control under the pointer.
    pub hover: Option<Control>,
    /// Buttons that are on, such as [`Control::Pause`] while paused.
    pub on: Vec<Control>,
    /// Buttons that would do nothing now.
    pub off: Vec<Control>,
}

/// All buttons of the layout.
pub fn draw_buttons(picture: &mut Picture, layout: &Layout, buttons: &Buttons) {
    for &(control, rect) in &layout.buttons {
        let (label, key) = label(control, buttons.on.contains(&control));
        let off = buttons.off.contains(&control);
        let on = buttons.on.contains(&control);
        let mut base = if on { palette::ACCENT } else { palette::BUTTON };
        if buttons.hover == Some(control) && !off {
            base = base.lighter(0.12);
        }
        let mut ink = if on { palette::WELL } else { palette::TEXT };
        if off {
            (base, ink) = (palette::PANEL.mix(palette::BUTTON, 0.4), palette::MUTED.faded(0.6));
        }
        button(picture, rect, base);
        let center = rect.center();
        picture.text(Text::new(label, center.moved(0.0, -6.0), 13.0, ink).bold().centered());
        picture.text(Text::new(key, center.moved(0.0, 10.0), 10.0, ink.faded(0.65)).centered());
        picture.hot(rect, control);
    }
}

/// A button's surface.
pub(super) fn button(picture: &mut Picture, rect: Rect, base: Color) {
    picture.fill(Shape::rounded(rect.moved(0.0, 2.0), 7.0), palette::WELL.faded(0.7));
    let ink = Ink::downwards(rect, base.lighter(0.06), base.darker(0.06));
    picture.fill(Shape::rounded(rect, 7.0), ink);
    let edge = base.lighter(0.12).faded(0.6);
    picture.stroke(Shape::rounded(rect.grown(-0.5), 6.5), edge, 1.0);
}

/// A slider: what it is for, where it stands in words, and its knob at `place` (0..=1) of the track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slider<'a> {
    /// What it moves.
    pub control: Control,
    /// What it is for.
    pub label: &'a str,
    /// Where it stands.
    pub words: &'a str,
    /// The same as a fraction of the track.
    pub place: f64,
    /// Whether the pointer is over it.
    pub hover: bool,
}

/// The largest radius of a knob: the track of a slider is so much shorter than its hot area at either end, so that the
/// knob at an end can be taken at its middle.
const KNOB: f32 = 9.0;

/// Where on its track, 0..=1, a slider in `rect` is moved to by a pointer at `x`.
#[must_use]
pub fn slider_place(rect: Rect, x: f32) -> f64 {
    let track = rect.w - KNOB * 2.0;
    if track > 0.0 { f64::from(((x - rect.x - KNOB) / track).clamp(0.0, 1.0)) } else { 0.0 }
}

/// A slider in its place, if that has room.
pub fn draw_slider(picture: &mut Picture, rect: Rect, slider: &Slider<'_>) {
    if rect.h <= 0.0 || rect.w <= KNOB * 4.0 {
        return;
    }
    let label = |text: &str, x: f32, color: Color| {
        Text::new(text, Point::new(x, rect.y + rect.h * 0.24), 12.0, color)
    };
    picture.text(label(slider.label, rect.x, palette::MUTED));
    picture.text(label(slider.words, rect.right(), palette::TEXT).bold().right());
    let y = rect.y + rect.h * 0.76;
    let track = Rect::new(rect.x + KNOB, y - 3.0, rect.w - KNOB * 2.0, 6.0);
    picture.fill(Shape::rounded(track, 3.0), palette::WELL);
    #[expect(clippy::cast_possible_truncation, reason = "a place in pixels")]
    let filled = track.w * slider.place.clamp(0.0, 1.0) as f32;
    let knob = Point::new(track.x + filled, y);
    picture.fill(Shape::rounded(Rect { w: filled, ..track }, 3.0), palette::ACCENT.darker(0.15));
    let radius = if slider.hover { KNOB } else { KNOB - 1.0 };
    picture.fill(Shape::Circle(knob.moved(0.0, 1.5), radius), palette::WELL);
    picture.fill(Shape::Circle(knob, radius), palette::ACCENT);
    picture.stroke(Shape::Circle(knob, radius - 1.0), palette::ACCENT.lighter(0.4), 1.0);
    picture.hot(rect, slider.control);
}

/// What a button says, and its key.
fn label(control: Control, on: bool) -> (&'static str, &'static str) {
    match control {
        Control::Pause if on => ("Play", "space"),
        Control::Pause => ("Pause", "space"),
        Control::Step => ("Step", "."),
        Control::Skip => ("Skip", "S"),
        Control::Undo => ("Undo", "U"),
        Control::New => ("New", "N"),
        Control::Hint => ("Hint", "H"),
        Control::Sides => ("Sides", "X"),
        Control::Menu => ("Menu", "M"),
        Control::Save => ("Save", "F5"),
        Control::Load => ("Load", "F9"),
        Control::Stall => ("Stall", "T"),
        Control::Rewind if on => ("Hold", "B"),
        Control::Rewind => ("Rewind", "B"),
        Control::Live => ("Now", "end"),
        Control::Continue => ("From here", "enter"),
        Control::Slower => ("Slower", "-"),
        Control::Faster => ("Faster", "+"),
        Control::Square(_)
        | Control::Speed
        | Control::Scrub
        | Control::Record
        | Control::Game(_)
        | Control::Page(_)
        | Control::Nothing => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{palette, picture::Item};

    #[test]
    fn a_knob_can_be_taken_at_its_middle_at_every_place() {
        let rect = Rect::new(40.0, 10.0, 200.0, 34.0);
        for place in [0.0, 0.25, 0.5, 1.0] {
            let mut picture = Picture::new(palette::ROOM);
            let slider =
                Slider { control: Control::Speed, label: "", words: "", place, hover: false };
            draw_slider(&mut picture, rect, &slider);
            let mut knobs = picture.items.iter().filter_map(|item| match item {
                Item::Fill(Shape::Circle(center, _), _) => Some(*center),
                _ => None,
            });
            let knob = knobs.next_back().unwrap();
            assert_eq!(picture.control_at(knob), Some(Control::Speed), "at {place}");
            assert!((slider_place(rect, knob.x) - place).abs() < 1e-6, "at {place}");
        }
    }
}
