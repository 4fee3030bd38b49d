//! The files of the studio: on a disk, or in the storage of a browser.

#[cfg(not(target_arch = "wasm32"))]
mod disk;
mod inbox;
mod names;
#[cfg(target_arch = "wasm32")]
mod page;
mod recovery;

#[cfg(not(target_arch = "wasm32"))]
use disk::{Held, hold, is_held, keep, remove, reserve};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use disk::{Watch, replace};
#[cfg(not(target_arch = "wasm32"))]
pub(super) use disk::{exists, read};
pub(super) use inbox::Inbox;
#[cfg(target_arch = "wasm32")]
use page::{Held, hold, is_held, keep, remove, reserve};
#[cfg(target_arch = "wasm32")]
pub(super) use page::{Watch, download, exists, list, read, replace};
pub(super) use recovery::{Recovery, drop_recovered, recovered};
