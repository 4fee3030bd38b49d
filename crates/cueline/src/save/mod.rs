//! The version of saves.
//!
//! The version comes first, before the fields or the bytes of a save, and a reader checks it before it reads the rest. So
//! the reader distinguishes a save of a later version from a damaged one. All forms have version 1 so far.
//!
//! Some saves need clips or inputs, so the game loads them by a call of its own. Of those, a reader accepts another
//! version, and reads nothing else: then that call can return an error that names both versions. Such a save is never
//! written again.
//!
//! Each module defines the fields of its own save, and checks the conditions between them.

#[cfg(feature = "serde")]
mod fields;

use core::fmt;

#[cfg(feature = "serde")]
pub(crate) use fields::{Version, read_count, read_fields, write_version};

/// The version of every form.
pub(crate) const VERSION: u32 = 1;

/// The message for a save of another version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherVersion {
    pub(crate) found: u32,
}

impl fmt::Display for OtherVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the save has version {}; this program reads version {VERSION}", self.found)
    }
}
