//! A checkers match that is animated by `cueline`.
//!
//! The layers, each knowing only what stands before it: [`rules`] resolve at once and know nothing of
//! any display; a [`screen::Show`] turns what they report into entries of a queue and samples those;
//! a [`picture::Picture`] is one moment of the show as plain data, composed from [`board`] and
//! [`widgets`], and a [`desk::Desk`] what can be pressed at that moment; two painters put the picture into the [`window`],
//! which adds the desk as widgets of egui, or, through [`render`], into a file. A page has the window only.

pub mod board;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod control;
pub mod desk;
pub mod failure;
pub mod layout;
pub mod library;
pub mod palette;
pub mod picture;
#[cfg(not(target_arch = "wasm32"))]
pub mod render;
pub mod rules;
#[cfg(not(target_arch = "wasm32"))]
pub mod run;
pub mod screen;
pub mod show;
#[cfg(feature = "window")]
mod sound;
#[cfg(not(target_arch = "wasm32"))]
pub mod source;
pub mod speed;
#[cfg(test)]
mod stub;
#[cfg(not(target_arch = "wasm32"))]
pub mod trace;
pub mod widgets;
#[cfg(feature = "window")]
pub mod window;
