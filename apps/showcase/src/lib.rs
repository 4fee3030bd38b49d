//! The showcase: one room for each thing that Cueline promises.
//!
//! A room shows an idea, lets the visitor break it on purpose, and checks its own claims while it runs. Rooms read no
//! clock and open no window: a frame is a duration that comes in as an argument. So the window, `--check` and the film
//! play the same rooms.

pub mod check;
mod entrance;
#[cfg(not(target_arch = "wasm32"))]
pub mod film;
mod room;
pub mod rooms;
mod scene;
#[cfg(feature = "window")]
pub mod window;

pub use entrance::{Did, Entrance};
pub use room::{Claim, Control, ControlKind, Room};
