//! Cueline for C, and for every language that can call C.
//!
//! The interface is `include/cueline.h`; its beginning says how handles, statuses, pointers and threads work. This crate is
//! the library behind it: `libcueline.so` and `libcueline.a`, which `install.sh` builds and installs. A program in Rust uses
//! the crate `cueline` instead.
//!
//! Every function returns a status, [`CUELINE_OK`] or one below zero, and [`cueline_error`] has the reason.
//! Objects are numbers, looked up in a table, so a freed or foreign one is a status. A panic is caught at the border and is
//! a status too; in a build with `panic = "abort"` it ends the program. Memory of the caller is touched in one module,
//! `pointer`, the only place whose unsafe code does more than pass a promise on.

#![allow(
    clippy::missing_safety_doc,
    reason = "one contract for all functions, `# Pointers` in the header: what the caller passes is null or valid"
)]

mod clock;
mod easing;
mod fixed_step;
mod flipbook;
mod handle;
mod library;
mod motion;
mod moving;
mod object;
mod playable;
mod player;
mod pointer;
mod queue;
mod status;
mod table;
mod time;

use core::ffi::c_char;

pub use clock::*;
pub use easing::*;
pub use fixed_step::*;
pub use flipbook::*;
pub use handle::*;
pub use library::*;
pub use motion::*;
pub use moving::*;
pub use object::*;
pub use playable::*;
pub use player::*;
pub use queue::*;
pub use status::*;
pub use time::*;

use pointer::{Buffer, put_text};

/// The version of this interface. It changes when a program that was compiled with an older header would no longer run.
pub const CUELINE_INTERFACE: u32 = 0;

/// The version of the interface of the library that is loaded: compare it with `CUELINE_INTERFACE`.
#[unsafe(no_mangle)]
pub extern "C" fn cueline_interface() -> u32 {
    CUELINE_INTERFACE
}

/// Writes the reason of the last refusal on this thread, with a zero byte, cut to `capacity`, and returns the bytes that the
/// whole text needs. A call that is not refused leaves it. `buffer` may be null, with a capacity of 0; the caller owns it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cueline_error(buffer: *mut c_char, capacity: usize) -> usize {
    // SAFETY: the caller's promise for `buffer`.
    let buffer = unsafe { Buffer::new("buffer", buffer, capacity) };
    with_last(|text| {
        if let Ok(buffer) = &buffer {
            put_text(buffer, text);
        }
        text.len() + 1
    })
}
