//! Cueline plays animation in games: in the right order, at the right time, and the same way on
//! every machine.
//!
//! *Time is an integer. Everything on screen is a function of it.*

#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::std_instead_of_core, clippy::std_instead_of_alloc)]

extern crate alloc;
// The derive macros name this crate as its users do.
#[cfg(test)]
extern crate self as cueline;
#[cfg(test)]
extern crate std;

pub mod clip;
pub mod digest;
pub mod edge;
pub mod playback;
pub mod relay;
pub mod sequencer;
pub mod time;
pub mod value;

#[cfg(feature = "derive")]
pub use cueline_derive::*;
