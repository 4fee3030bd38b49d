//! The files of the studio: on a disk, or in the storage of a browser.

#[cfg(not(target_arch = "wasm32"))]
mod disk;
mod inbox;
#[cfg(target_arch = "wasm32")]
mod page;
mod recovery;

use std::path::Path;

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
pub(super) use recovery::{Recovery, recovered};

/// Removes a recovery file of another session.
pub(super) fn drop_recovered(path: &Path) -> std::io::Result<()> {
    remove(path)
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
