//! Time as integers.

mod point;
mod span;

pub use point::Time;
pub use span::{FLICKS_PER_MILLISECOND, FLICKS_PER_SECOND, Span};
