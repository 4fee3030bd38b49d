//! Files of other programs, made by these tests with the formats' own writers where there are some, and real ones.

#![cfg(feature = "import")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[cfg(feature = "aseprite")]
mod aseprite;
#[cfg(feature = "babylon")]
mod babylon;
#[cfg(all(feature = "aseprite", feature = "gltf", feature = "lottie", feature = "tiled"))]
mod exporters;
#[cfg(feature = "default")] // all formats
mod file;
#[cfg(feature = "gltf")]
mod gltf;
mod harm;
#[cfg(feature = "lottie")]
mod lottie;
#[cfg(feature = "default")] // all formats
mod memory;
#[cfg(feature = "texturepacker")]
mod texturepacker;
#[cfg(feature = "tiled")]
mod tiled;
