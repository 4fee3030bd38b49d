//! Cueline's own files: clips, flipbooks, timelines and skeletons that people can read.
//!
//! A [`Document`] is what one file holds, in the form that people write: times in frames or with units,
//! easings by name. Importers of other formats make documents too. What is wrong with a file comes back as
//! [`Problems`], all of them at once.

mod binary;
mod check;
mod clip;
mod columns;
mod document;
mod flipbook;
mod format;
mod forms;
mod key;
mod library;
mod problem;
mod read;
#[cfg(test)]
mod schema;
mod serial;
mod skeleton;
#[cfg(test)]
mod tests;
mod text;
mod timeline;
mod value;

pub use clip::{ClipSource, CueSource, LengthSource};
pub use document::{Document, Named};
pub use flipbook::{FlipbookSource, FrameSource, Frames, Picture, Sheet, Slice};
pub use format::{Format, read, read_file, write, write_over};
pub use forms::{Version, When};
pub use key::{Key, Keys};
pub use library::{Changes, ClipLibrary};
pub use problem::{ItemPath, Place, Problem, Problems, Severity};
pub use read::Read;
pub use skeleton::{Node, Skeleton, Skin};
pub use timeline::{
    Does, ItemSource, Move, Passes, Plus, Put, Share, StaggerBy, TimelineSource, ValueSource,
};
pub use value::InFile;
