//! What a person can press besides the squares, as data: buttons, two sliders and the menu.

use crate::{control::Control, layout::Layout};

/// What can be pressed at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Desk {
    /// Buttons that are on, such as [`Control::Pause`] while paused.
    pub on: Vec<Control>,
    /// Buttons that would do nothing now.
    pub off: Vec<Control>,
    /// How fast the match plays.
    pub speed: Slider,
    /// Where in the match so far the board stands.
    pub scrub: Slider,
    /// The menu, while it is open.
    pub menu: Option<Menu>,
}

/// A slider.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slider {
    /// Where it stands, in words.
    pub words: String,
    /// The same as a fraction of the track, 0..=1.
    pub place: f64,
}

/// The menu, which covers the board while everything else waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// How far it has come in, 0..=1 (a little more where it overshoots).
    pub open: f32,
    /// A value in 0..=1 that keeps turning while the menu is open.
    pub pulse: f32,
    /// The heading.
    pub heading: String,
    /// Its lines, as many as [`Menu::room`] allows.
    pub entries: Vec<Entry>,
    /// Page of the list from 1, and how many there are.
    pub page: (u16, u16),
}

/// A line of the menu that can be pressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What pressing it does.
    pub control: Control,
    /// What it says.
    pub label: String,
    /// Smaller words at its right.
    pub detail: String,
    /// Whether it is the chosen one.
    pub chosen: bool,
}

impl Menu {
    /// Height of a line, in logical pixels.
    pub const ROW: f32 = 34.0;
    /// Height of the heading.
    pub const HEAD: f32 = 64.0;
    /// Height of the buttons below the lines.
    pub const FOOT: f32 = 56.0;

    /// How many entries a page can hold in this layout; at least one.
    #[must_use]
    pub fn room(layout: &Layout) -> usize {
        let height = layout.window.h * 0.9 - Self::HEAD - Self::FOOT;
        let rows = core::iter::successors(Some(Self::ROW), |y| Some(y + Self::ROW));
        rows.take_while(|&y| y <= height).take(14).count().max(1)
    }
}
