//! What a person can press besides the squares, as data: buttons, two sliders, the moves and the menu.

use std::sync::Arc;

use cueline::{sequencer::Role, time::Time};

use crate::{
    control::Control,
    rules::{Level, Occupant, Square},
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
    /// The queue of the display.
    pub queue: Queue,
    /// The square under the pointer, if a person can press it.
    pub pointed: Option<Square>,
    /// What stands on the board.
    pub board: Vec<(Square, Occupant)>,
    /// The squares that a person may press now.
    pub choice: Vec<Square>,
    /// The rest of the picture in words: the match, the players, and what is said.
    pub words: Vec<String>,
    /// The menu, while it is open.
    pub menu: Option<Menu>,
}

/// A queue at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Queue {
    /// The present on the queue's clock.
    pub now: Time,
    /// What has played, what plays, and what waits.
    pub bars: Vec<Bar>,
    /// The number of the bar under the pointer.
    pub hovered: Option<u64>,
    /// A line above, such as how much is still to play.
    pub caption: String,
}

/// An entry of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Its number; later entries have larger ones.
    pub number: u64,
    /// What it is.
    pub label: String,
    /// What it does to its epoch.
    pub role: Role,
    /// When it begins.
    pub start: Time,
    /// When it ends; `None` while it is held open.
    pub end: Option<Time>,
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
