//! Files of other programs, made by these tests with the formats' own writers where there are some, and real ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[cfg(feature = "aseprite")]
mod aseprite;
#[cfg(feature = "babylon")]
mod babylon;
#[cfg(feature = "all")]
mod bvh;
#[cfg(feature = "all")]
mod exporters;
#[cfg(feature = "all")]
mod file;
#[cfg(feature = "all")]
mod fuzzed;
#[cfg(feature = "gltf")]
mod gltf;
mod harm;
#[cfg(feature = "lottie")]
mod lottie;
#[cfg(feature = "all")]
mod memory;
#[cfg(feature = "tiled")]
mod reload;
#[cfg(feature = "all")]
mod sheets;
#[cfg(feature = "texturepacker")]
mod texturepacker;
#[cfg(feature = "tiled")]
mod tiled;
#[cfg(feature = "all")]
mod tolerant;
