//! The WebAssembly side of the npm package `@cueline/core`.
//!
//! The interface is plain: numbers, and addresses that the JavaScript classes keep to themselves. Those classes check
//! everything that a user passes, so a number that arrives here is finite and in range, and an address is one that a
//! constructor of the same kind returned and that was not freed. Times are whole flicks in an `f64`, exact up to 147
//! days. Names, texts and error messages are JavaScript: a module with neither `core::fmt` of floats nor a parser is half
//! as large. The module of files is the exception: it reads texts and says what is wrong with them. The module of packs,
//! which are compiled ahead, needs neither.
//!
//! Ownership: `*_new`, `*_clone` and `*_load` return an address that the caller frees once with `*_free`. Every other
//! address that a call returns points into such an object, and is valid up to the next call for that object.

#![no_std]

extern crate alloc;

#[cfg(feature = "moving")]
mod easing;
#[cfg(any(feature = "player", feature = "queue"))]
mod event;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "flipbook")]
mod flipbook;
mod memory;
#[cfg(feature = "moving")]
mod moving;
#[cfg(feature = "clips")]
mod packs;
#[cfg(feature = "player")]
mod player;
#[cfg(feature = "queue")]
mod queue;
#[cfg(feature = "time")]
mod time;
mod units;
