//! Timelines, as files hold them, and what the core builds from them.

mod build;
mod source;

pub(crate) use build::Parts;
pub use source::{
    Does, ItemSource, Move, Passes, Plus, Put, Share, StaggerBy, TimelineSource, ValueSource,
};
