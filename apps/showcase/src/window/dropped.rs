//! Files that are dropped on the window.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::{self, DroppedFileHandle};

/// A file that has arrived: its name and its bytes.
type File = (String, Vec<u8>);

/// Files that have arrived. In a page their bytes come later than the drop.
#[derive(Clone, Default)]
pub(super) struct Dropped(Arc<Mutex<Vec<File>>>);

impl Dropped {
    /// Reads what was dropped in this frame, and gives what has arrived since the last call.
    pub(super) fn take(&self, ctx: &egui::Context) -> Vec<File> {
        for file in ctx.input(|input| input.raw.dropped_files.clone()) {
            self.read(&file, ctx);
        }
        core::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn read(&self, file: &DroppedFileHandle, ctx: &egui::Context) {
        self.put(file, file.bytes().ok(), ctx);
    }

    #[cfg(target_arch = "wasm32")]
    fn read(&self, file: &DroppedFileHandle, ctx: &egui::Context) {
        let (dropped, file, ctx) = (self.clone(), file.clone(), ctx.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let bytes = file.bytes_async().await.ok();
            dropped.put(&file, bytes, &ctx);
        });
    }

    fn put(&self, file: &DroppedFileHandle, bytes: Option<Vec<u8>>, ctx: &egui::Context) {
        let name = file.path().file_name().map(|name| name.to_string_lossy().into_owned());
        // A folder has no bytes.
        if let Some(arrived) = name.zip(bytes) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(arrived);
            ctx.request_repaint();
        }
    }
}
