//! Files of other programs, made by these tests with the formats' own writers where there are some, and real ones.

#![cfg(any(
    feature = "aseprite",
    feature = "babylon",
    feature = "gltf",
    feature = "lottie",
    feature = "texturepacker",
    feature = "tiled"
))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[cfg(feature = "aseprite")]
mod aseprite;
#[cfg(feature = "babylon")]
mod babylon;
#[cfg(all(feature = "aseprite", feature = "gltf", feature = "lottie", feature = "tiled"))]
mod exporters;
#[cfg(all(
    feature = "aseprite",
    feature = "babylon",
    feature = "gltf",
    feature = "lottie",
    feature = "texturepacker",
    feature = "tiled"
))]
mod file;
#[cfg(feature = "gltf")]
mod gltf;
mod harm;
#[cfg(feature = "lottie")]
mod lottie;
#[cfg(all(
    feature = "aseprite",
    feature = "babylon",
    feature = "gltf",
    feature = "lottie",
    feature = "texturepacker",
    feature = "tiled"
))]
mod memory;
#[cfg(feature = "texturepacker")]
mod texturepacker;
#[cfg(feature = "tiled")]
mod tiled;
