//! Files of other programs as [documents](cueline_assets::Document): glTF, Aseprite, Lottie, TexturePacker, Tiled, Babylon.js.
//!
//! Every importer returns a [`Read`](cueline_assets::Read), the document with notes on omitted or changed parts and
//! warnings of lost motion, or [`Problems`](cueline_assets::Problems) with at least one error. No file makes an importer
//! panic or hang. Reading takes at most 32 times the size of the file with its buffers, or 64 MiB; a file that would
//! take more is refused.
//!
//! # Read first
//!
//! - [`open`] and [`read`]: a file of any format whose feature is on. [`Foreign`] says which format that is.
//! - [`import`]: the same for a [`ClipLibrary`](cueline_assets::ClipLibrary), which then loads and reloads such files too.
//! - A module for each format, with what it imports: [`aseprite`], [`babylon`], [`gltf`], [`lottie`],
//!   [`texturepacker`], [`tiled`]. Each is a feature of the same name, and none is on by default; `all` turns on all of
//!   them.
//!
//! # Together
//!
//! ```
//! # #[cfg(feature = "tiled")] {
//! use cueline_assets::ClipLibrary;
//!
//! let tileset = br#"{"type": "tileset", "name": "sea", "tilewidth": 8, "tileheight": 8, "tilecount": 2, "columns": 2,
//!     "image": "sea.png", "imagewidth": 16, "imageheight": 8,
//!     "tiles": [{"id": 0, "animation": [{"duration": 100, "tileid": 0}, {"duration": 300, "tileid": 1}]}]}"#;
//! let read = cueline_import::read(tileset, "sea.tsj")?;
//! let mut library = ClipLibrary::new();
//! library.load_document("sea.tsj", read.document)?;
//! assert!(library.files().all(|(_, document)| document.flipbooks.len() == 1));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it does not do
//!
//! - It decodes no pictures. The exception is `aseprite::atlas`, which draws the pixels of Aseprite's own files.
//! - LDtk: its files have no animated tiles. A tileset there has enum tags and free texts by tile, and each game has
//!   its own words for frames in them.
#![cfg_attr(
    not(any(
        feature = "aseprite",
        feature = "babylon",
        feature = "gltf",
        feature = "lottie",
        feature = "texturepacker",
        feature = "tiled"
    )),
    allow(dead_code, unused_imports, reason = "no format reads a file"),
    expect(rustdoc::broken_intra_doc_links, reason = "the modules are not there")
)]

#[cfg(feature = "aseprite")]
pub mod aseprite;
#[cfg(feature = "babylon")]
pub mod babylon;
mod beside;
#[cfg(any(feature = "babylon", feature = "gltf", feature = "lottie"))]
mod density;
mod fields;
mod file;
#[cfg(any(feature = "babylon", feature = "lottie"))]
mod frames;
#[cfg(feature = "gltf")]
pub mod gltf;
mod importer;
mod json;
#[cfg(feature = "lottie")]
pub mod lottie;
#[cfg(any(feature = "babylon", feature = "gltf"))]
mod matrix;
#[cfg(any(
    feature = "aseprite",
    feature = "babylon",
    feature = "gltf",
    feature = "lottie",
    feature = "tiled"
))]
mod names;
#[cfg(any(feature = "aseprite", feature = "lottie", feature = "texturepacker", feature = "tiled"))]
mod number;
#[cfg(any(feature = "aseprite", feature = "texturepacker"))]
mod sheet;
#[cfg(any(feature = "babylon", feature = "gltf"))]
mod spline;
#[cfg(feature = "texturepacker")]
pub mod texturepacker;
#[cfg(feature = "tiled")]
pub mod tiled;
#[cfg(feature = "gltf")]
mod times;

pub use beside::read_beside;
pub use file::{Foreign, import, open, read};
