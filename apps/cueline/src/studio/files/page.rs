//! Files in the storage of a browser. They stay when the page is closed.

use std::{
    cell::Cell,
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
    rc::Rc,
};

use eframe::{
    egui,
    wasm_bindgen::{JsCast as _, closure::Closure},
    web_sys::{Storage, window},
};

use super::names::recovery_of;

/// The names of our entries in the storage begin with this.
const PREFIX: &str = "cueline/";
/// The event by which a browser tells of changes by other tabs.
const STORED: &str = "storage";

fn storage() -> io::Result<Storage> {
    let storage = window().and_then(|window| window.local_storage().ok().flatten());
    storage.ok_or_else(|| io::Error::other("this browser stores nothing for the page"))
}

fn key(path: &Path) -> String {
    let name = path.to_string_lossy();
    format!("{PREFIX}{}", name.strip_prefix("./").unwrap_or(&name))
}

fn item(path: &Path) -> Option<String> {
    storage().ok()?.get_item(&key(path)).ok().flatten()
}

pub(in crate::studio) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let missing = || io::Error::new(io::ErrorKind::NotFound, "this browser has no such file");
    item(path).map(String::into_bytes).ok_or_else(missing)
}

pub(in crate::studio) fn exists(path: &Path) -> bool {
    item(path).is_some()
}

/// Stores a text. Anything else is downloaded, as the storage has room for texts only.
pub(in crate::studio) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    match std::str::from_utf8(content) {
        Ok(text) => keep(path, text),
        Err(_) => {
            download(path, content.to_vec());
            Ok(())
        }
    }
}

pub(super) fn keep(path: &Path, text: &str) -> io::Result<()> {
    let full = |_| io::Error::other("the browser has no room left for it: download it");
    storage()?.set_item(&key(path), text).map_err(full)
}

pub(super) fn reserve(path: &Path) -> io::Result<()> {
    if exists(path) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    keep(path, "")
}

/// Nothing: a browser does not say which tab is alive.
pub(super) type Held = ();

pub(super) fn hold(_: &Path) -> Option<Held> {
    None
}

pub(super) fn is_held(_: &Path) -> bool {
    false
}

pub(super) fn remove(path: &Path) -> io::Result<()> {
    let refused = |_| io::Error::other("the browser does not remove it");
    storage()?.remove_item(&key(path)).map_err(refused)
}

/// The files in the storage, by name: also those that were never saved, of which only a recovery file is there.
pub(in crate::studio) fn list() -> Vec<PathBuf> {
    let Ok(storage) = storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|n| storage.key(n).ok().flatten());
    let names = keys.filter_map(|key| {
        let name = key.strip_prefix(PREFIX)?;
        match name.starts_with('.') {
            true => recovery_of(name).map(PathBuf::from),
            false => Some(name.into()),
        }
    });
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Hands a file to the user.
pub(in crate::studio) fn download(path: &Path, content: Vec<u8>) {
    let name = crate::open::file_name(path);
    wasm_bindgen_futures::spawn_local(async move {
        let dialog = rfd::AsyncFileDialog::new().set_file_name(name);
        if let Some(file) = dialog.save_file().await {
            // The user sees whether the browser has the file.
            drop(file.write(&content).await);
        }
    });
}

/// Watches the storage for changes by another tab of the page. It says only that something has changed: the caller
/// compares the file.
pub(in crate::studio) struct Watch {
    changed: Rc<Cell<bool>>,
    listener: Closure<dyn FnMut()>,
}

impl Watch {
    pub(in crate::studio) fn new(_: PathBuf, ctx: egui::Context) -> Self {
        let changed = Rc::new(Cell::new(false));
        let flag = changed.clone();
        let listener = Closure::new(move || {
            flag.set(true);
            ctx.request_repaint();
        });
        if let Some(window) = window() {
            // Without the listener, changes by other tabs are not noticed.
            let _ =
                window.add_event_listener_with_callback(STORED, listener.as_ref().unchecked_ref());
        }
        Self { changed, listener }
    }

    pub(in crate::studio) fn has_changed(&self) -> bool {
        self.changed.take()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(window) = window() {
            let _ = window.remove_event_listener_with_callback(
                STORED,
                self.listener.as_ref().unchecked_ref(),
            );
        }
    }
}
