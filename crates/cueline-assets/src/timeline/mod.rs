//! Timelines, as files hold them, and what the core builds from them.

mod build;
mod place;
mod source;
mod value;

pub(crate) use build::Parts;
pub use place::{Move, Passes, Plus, Put, Share, StaggerBy};
pub use source::{Does, ItemSource, TimelineSource};
pub use value::ValueSource;
