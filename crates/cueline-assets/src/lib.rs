//! Cueline's own files: clips, flipbooks, timelines, skeletons and animators that people can read.
//!
//! # Read first
//!
//! - [`Document`]: the content of one file, in the form that people write: times with units or in frames of a stated
//!   rate, easings by name. Importers make documents too. [`read`] and [`write()`] convert it from and to a
//!   [`Format`].
//! - [`Problems`]: all errors of a file, each with line, column, path of the item, the found and the needed value.
//! - [`ClipLibrary`]: the loaded files of a game; two files may use the same names. It is a source of clips for the core,
//!   and can load a changed file while its clips play.
//! - [`easing::parse`] and [`easing::text`]: easings by name, as files have them, for tools and settings of your own.
//! - [`Rig`](rig::Rig): a skeleton with its clips; it computes the matrices of a skin for a clip and a time.
//!
//! # Together
//!
//! ```
//! use cueline::time::Span;
//! use cueline_assets::{ClipLibrary, Format, read, write};
//!
//! let text = r#"(
//!     version: 1,
//!     clips: {
//!         "hop": (
//!             rate: 30,
//!             tracks: {"height": F64([
//!                 (at: 0, value: 0.0, interpolation: "out-quad"), // off the board
//!                 (at: 6, value: 1.0, interpolation: "in-quad"),
//!                 (at: "400ms", value: 0.0),
//!             ])},
//!             cues: [(at: 12, name: "land", kind: Effect)],
//!         ),
//!     },
//! )"#;
//! let mut library = ClipLibrary::new();
//! library.load("hop.ron", text.as_bytes())?;
//! let hop = library.get(library.id("hop")?)?;
//! assert_eq!(hop.duration(), Span::from_millis(400));
//! assert_eq!(hop.track::<f64>("height")?.sample(Span::from_millis(100)), 0.75);
//!
//! // For shipping: the same, smaller.
//! let document = read(text.as_bytes(), "hop.ron")?.document;
//! let binary = write(&document, Format::Binary)?;
//! assert_eq!(read(&binary, "hop.cue")?.document, document);
//!
//! // A problem has its place in the file.
//! let problems = read(text.replace("in-quad", "in-quat").as_bytes(), "hop.ron").unwrap_err();
//! assert!(problems.to_string().starts_with("hop.ron:8:52: error: clips.\"hop\".tracks.\"height\"[1].interpolation"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files
//!
//! | | |
//! | --- | --- |
//! | `.ron` | For people. [`write_over`] keeps the comments of a file. |
//! | `.json` | For people and other programs. Comments and trailing commas are read, but not written. |
//! | `.cue` | For shipping: a binary form with keys in columns and a checksum. |
//!
//! All three contain the same values, to the last bit. `schema/cueline.schema.json` is a JSON Schema of the content. To read
//! the RON files with the crate `ron`, use its extensions `implicit_some` and `unwrap_newtypes`, and write a duration as
//! `Exactly(..)`.
//!
//! [`ClipLibrary::pack`] compiles what is loaded into a pack, which the crate `cueline-pack` reads without the code of this one.
//!
//! # What it does not do
//!
//! - It reads no files of other programs. The crate `cueline-import` makes documents from glTF, Aseprite, Lottie,
//!   TexturePacker, Tiled and Babylon.js; a library with its importers loads such files as its own.
//! - It reads no images and no sounds; sheets and cues contain their names.
//! - It starts no thread of its own. With the feature `watch` the crate `notify` reports changed files. Your program decides
//!   when to check for changes, and [`ClipLibrary::load`] takes the bytes of a file from anywhere.

mod animated;
pub mod animator;
mod binary;
mod check;
mod clip;
mod columns;
mod compress;
mod document;
pub mod easing;
mod flipbook;
mod format;
mod forms;
mod frames;
mod key;
mod library;
mod named;
mod outline;
mod problem;
mod read;
pub mod rig;
#[cfg(test)]
mod schema;
mod serial;
mod skeleton;
#[cfg(test)]
mod tests;
mod text;
mod timeline;
mod value;
#[cfg(feature = "watch")]
mod watch;

pub use animated::{Animated, Taken};
pub use clip::{ClipFile, CueSource, DurationSource};
pub use compress::{Compressed, CompressedSkin, Tolerance};
pub use document::Document;
pub use flipbook::{FlipbookSource, FrameSource, Frames, Picture, Sheet, Slice};
pub use format::{Format, read, read_file, write, write_over};
pub use forms::{Version, When};
pub use key::{Key, Keys};
pub use library::{Changes, ClipLibrary, FileState, Importer, NameError};
pub use named::Named;
pub use outline::{Outline, Part};
pub use problem::{DocumentPath, Place, Problem, Problems, Severity};
pub use read::Read;
pub use skeleton::{Node, Skeleton, Skin};
#[doc(hidden)] // for the studio, which edits texts
pub use text::block_comment;
pub use timeline::{
    Action, FractionSource, ItemSource, OffsetSource, PositionSource, StaggerBy, TimelineSource,
    TweenSource, ValueSource,
};
pub use value::InFile;
#[cfg(feature = "watch")]
pub use watch::{Found, Watcher};
