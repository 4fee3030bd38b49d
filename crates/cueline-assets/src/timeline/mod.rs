//! Timelines, as files hold them, and what the core builds from them.

mod build;
mod position;
mod source;
mod value;

pub(crate) use build::{Parts, Played, Room, Unbuilt};
pub use position::{FractionSource, OffsetSource, PositionSource, StaggerBy, TweenSource};
pub use source::{Action, ItemSource, TimelineSource};
pub use value::ValueSource;
