//! Cueline's own files: clips, flipbooks, timelines and skeletons that people can read.
//!
//! A [`Document`] is what one file holds, in the form that people write: times in frames or with units,
//! easings by name. Importers of other formats make documents too. What is wrong with a file comes back as
//! [`Problems`], all of them at once.

mod clip;
mod document;
mod flipbook;
pub mod import;

mod key;
mod problem;
mod read;
pub mod rig;
mod skeleton;
mod timeline;
mod when;

pub use clip::{ClipSource, CueSource, LengthSource};
pub use document::{Document, Named};
pub use flipbook::{FlipbookSource, FrameSource, Frames, Picture, Sheet, Slice};
pub use key::{Key, Keys};
pub use problem::{ItemPath, Place, Problem, Problems, Severity};
pub use read::Read;
pub use skeleton::{Node, Skeleton, Skin};
pub use timeline::TimelineSource;
pub use when::When;
