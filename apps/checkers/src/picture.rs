//! Pictures of the show, in which clicks press the show's controls.

pub use cueline_picture::{Align, Color, Ink, Item, Point, Rect, Segment, Shape, Text, Weight};

use crate::control::Control;

/// A picture of one moment.
pub type Picture = cueline_picture::Picture<Control>;
/// Paints them into memory.
pub type SoftPainter = cueline_picture::SoftPainter<Control>;
