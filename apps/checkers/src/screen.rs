//! What a show and its screen say to each other.
//!
//! The screen (a window, or a file that is rendered) owns the wall clock, the input devices and the
//! painter. The show owns everything that moves. The screen lets real time pass and hands over plain
//! inputs; the show answers with a picture of the present moment. Nothing else crosses.

use cueline::time::{Span, Time};

use crate::{
    control::Control,
    desk::Desk,
    layout::Layout,
    picture::{Picture, Point},
    rules::Square,
};

/// What plays on a screen.
pub trait Show {
    /// Lets `real` time pass on the wall clock, never negative; the show applies its own speed.
    fn advance(&mut self, real: Span);

    /// Takes an input; one that makes no sense now changes nothing.
    fn input(&mut self, input: Input);

    /// The present moment, drawn for `layout`; `meter` holds what the screen has measured.
    fn picture(&mut self, layout: &Layout, meter: &Meter) -> Picture;

    /// What a person can press, at the moment of the last picture.
    fn desk(&self) -> &Desk;

    /// The sounds that fell due since the last call, in order.
    fn take_sounds(&mut self) -> Vec<Sound>;

    /// Whether the picture stays as it is until the next input, or until the show calls for the screen.
    fn is_still(&self) -> bool;

    /// Whether nothing will happen any more without an input: a rendering ends here.
    fn is_over(&self) -> bool;

    /// How much of the whole has been shown, in 0..=1, for a progress bar.
    fn progress(&self) -> f64;

    /// The whole state as text, from which [`Show::load`] goes on exactly here.
    ///
    /// # Errors
    ///
    /// Why it cannot be saved now, as a sentence without its full stop.
    fn save(&self) -> Result<String, String>;

    /// The match since it was opened, as a text that `trace` plays again.
    ///
    /// # Errors
    ///
    /// Why there is none, as a sentence without its full stop.
    fn replay(&self) -> Result<String, String>;

    /// Goes on from a text made by [`Show::save`].
    ///
    /// # Errors
    ///
    /// What is wrong with the text, as a sentence without its full stop; the show is as it was.
    fn load(&mut self, saved: &str) -> Result<(), String>;

    /// The lines of the trace that were added since the last call, in order, each a JSON object.
    fn take_trace(&mut self) -> Vec<String>;

    /// The digest of the present state, as hexadecimal digits.
    fn digest(&self) -> String;
}

/// What a person does.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A control was pressed.
    Press(Control),
    /// The pointer is over this square, or over none.
    Point(Option<Square>),
    /// The pointer is over the bar of this number in the queue, or over none.
    Hover(Option<u64>),
    /// The lanes of the queue were pressed at this moment.
    Jump(Time),
    /// A slider was moved to this position, 0..=1.
    Slide(Control, f64),
    /// What the list of games is searched for was changed to this.
    Search(String),
    /// The pointer drags what stands on this square and is there, in logical pixels.
    Drag(Square, Point),
    /// The pointer lets go of what it drags.
    LetGo,
    /// The screen has a message for the player: a toast.
    Notice(String),
}

/// A sound's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sound {
    /// A piece leaves its square.
    Lift,
    /// A piece lands.
    Land,
    /// A piece is captured.
    Capture,
    /// A man becomes a king.
    Crown,
    /// A click that is not allowed.
    Buzz,
    /// A message appears.
    Toast,
    /// The score counts up.
    Score,
    /// The match is over.
    End,
}

/// What the screen measures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meter {
    /// Pictures drawn over the last second.
    pub frames_per_second: f64,
    /// Pictures drawn since the start.
    pub frames: u64,
    /// Sounds that have fallen due since the start.
    pub sounds: u64,
    /// Whether they are heard, not only counted.
    pub audible: bool,
}
