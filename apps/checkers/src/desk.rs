//! What a person can press besides the squares, as data: buttons, two sliders, the moves and the menu.

use std::sync::Arc;

use crate::{
    control::Control,
    rules::{Level, Square},
};

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
    /// The moves that were shown, in order.
    pub moves: Vec<String>,
    /// How many of them are on the board: fewer while the past is looked at.
    pub at: usize,
    /// The square under the pointer, if a person can press it.
    pub pointed: Option<Square>,
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
    /// The words that are searched for.
    pub search: String,
    /// The games that have them, in the order of the list.
    pub found: Arc<[Entry]>,
    /// How many games there are.
    pub games: usize,
    /// The index of the game that was opened last.
    pub chosen: usize,
    /// How well the machine plays.
    pub level: Level,
}

/// A game in the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its index in the list, from 0.
    pub game: usize,
    /// What it says.
    pub label: String,
    /// Smaller words at its right.
    pub detail: String,
}
