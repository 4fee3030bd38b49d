//! The drawing code of Cueline's programs.
//!
//! A [`Picture`] is one moment as plain data. [`SoftPainter`] paints it into memory, [`EguiPainter`] into a window of
//! `egui` (with the feature `egui`, which is on by default), both at the same positions. A [`Film`] writes painted frames
//! to a file.

mod display;
mod film;
#[cfg(feature = "egui")]
mod look;
#[cfg(all(feature = "egui", any(target_arch = "wasm32", test)))]
mod outline;
#[cfg(all(feature = "egui", target_arch = "wasm32"))]
mod page;
#[cfg(feature = "egui")]
mod paint_egui;
mod paint_soft;
mod picture;

#[cfg(all(feature = "egui", not(target_arch = "wasm32")))]
pub use display::through_x;
pub use display::{Screen, find as find_screen};
pub use film::{Encoder, Film, Format, Run};
#[cfg(feature = "egui")]
pub use look::dress;
#[cfg(all(feature = "egui", target_arch = "wasm32"))]
pub use page::start_in_page;
#[cfg(feature = "egui")]
pub use paint_egui::EguiPainter;
pub use paint_soft::SoftPainter;
pub use picture::{
    Align, Color, Image, Ink, Item, Picture, Point, Rect, Segment, Shape, Text, Weight,
};
