//! What a person can press.

use crate::rules::{Level, Square};

/// Something a person can press, on screen or by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// A dark square.
    Square(Square),
    /// Holds the show, or lets it go on.
    Pause,
    /// One simulation tick, while paused.
    Step,
    /// Finishes what is playing.
    Skip,
    /// Takes back the last move.
    Undo,
    /// A new game.
    New,
    /// Shows a good move.
    Hint,
    /// Changes who plays which side.
    Sides,
    /// Opens or closes the menu.
    Menu,
    /// Saves to the file.
    Save,
    /// Loads from the file.
    Load,
    /// Half speed.
    Slower,
    /// Double speed.
    Faster,
    /// The speed slider.
    Speed,
    /// The bar under the board: the whole match so far.
    Scrub,
    /// Back from the past to the present.
    Live,
    /// Makes the past that is looked at the present.
    Continue,
    /// Plays backwards from here.
    Rewind,
    /// Writes the match as a replay.
    Record,
    /// Holds up the simulation thread for half a second.
    Stall,
    /// The game with this index, from 0, of the list.
    Game(usize),
    /// The moment after this move, from 0, of those that were shown.
    Move(usize),
    /// How well the machine plays.
    Level(Level),
}
