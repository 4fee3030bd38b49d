//! Files of other programs as [documents](cueline_assets::Document): glTF, Aseprite, Lottie, sheets of packers, Tiled, Babylon.js.
//!
//! Every importer returns a [`Read`](cueline_assets::Read), the document with notes on omitted or changed parts and
//! warnings of lost motion, or [`Problems`](cueline_assets::Problems) with at least one error. No file makes an importer
//! panic or hang. Reading takes at most 64 times the size of the file with its buffers, or 64 MiB; a file that would
//! take more is refused.
//!
//! # Read first
//!
//! - [`open`] and [`read`]: a file of any format whose feature is on. [`Foreign`] says which format that is.
//! - [`import`]: the same for a [`ClipLibrary`](cueline_assets::ClipLibrary), which then loads and reloads such files too.
//! - A module for each format, with what it imports: [`aseprite`], [`babylon`], [`bvh`], [`cocos`], [`gltf`], [`libgdx`], [`lottie`],
//!   [`sparrow`], [`texturepacker`], [`tiled`]. Each is a feature of the same name, and none is on by default; `all` turns on all of
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
    not(feature = "all"),
    allow(dead_code, unused_imports, reason = "each format uses a part of what all share")
)]
#![cfg_attr(
    not(any(
        feature = "aseprite",
        feature = "babylon",
        feature = "bvh",
        feature = "cocos",
        feature = "gltf",
        feature = "libgdx",
        feature = "lottie",
        feature = "sparrow",
        feature = "texturepacker",
        feature = "tiled"
    )),
    expect(rustdoc::broken_intra_doc_links, reason = "the modules are not there")
)]

#[cfg(feature = "aseprite")]
pub mod aseprite;
#[cfg(feature = "babylon")]
pub mod babylon;
mod beside;
#[cfg(feature = "bvh")]
pub mod bvh;
#[cfg(feature = "cocos")]
pub mod cocos;
mod density;
mod fields;
mod file;
mod frames;
#[cfg(feature = "gltf")]
pub mod gltf;
mod importer;
mod json;
#[cfg(feature = "libgdx")]
pub mod libgdx;
#[cfg(feature = "lottie")]
pub mod lottie;
mod marker;
mod matrix;
mod motion;
mod names;
mod number;
mod sheet;
#[cfg(feature = "sparrow")]
pub mod sparrow;
mod spline;
#[cfg(feature = "texturepacker")]
pub mod texturepacker;
#[cfg(feature = "tiled")]
pub mod tiled;
mod times;
#[cfg(any(feature = "cocos", feature = "sparrow", feature = "tiled"))]
mod xml;

pub use beside::read_beside;
pub use file::{Foreign, Unsupported, import, open, read};
