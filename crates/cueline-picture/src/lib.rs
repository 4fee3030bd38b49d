//! What Cueline's programs draw with.
//!
//! A [`Picture`] is one moment as plain data. [`SoftPainter`] paints it into memory, [`WindowPainter`] into the window
//! that is open (with the feature `window`, which is on by default), `EguiPainter` into a window that `egui` draws (with the
//! feature `egui`), all to the same places. A [`Film`] takes painted frames to a file.

mod display;
mod film;
#[cfg(feature = "egui")]
mod paint_egui;
mod paint_soft;
#[cfg(feature = "window")]
mod paint_window;
mod picture;

pub use display::{Screen, find as find_screen};
pub use film::{Encoder, Film, Format, Run};
#[cfg(feature = "egui")]
pub use paint_egui::EguiPainter;
pub use paint_soft::SoftPainter;
#[cfg(feature = "window")]
pub use paint_window::{CALL_INDICES, CALL_VERTICES, WindowPainter};
pub use picture::{
    Align, Color, Image, Ink, Item, Picture, Point, Rect, Segment, Shape, Text, Weight,
};
