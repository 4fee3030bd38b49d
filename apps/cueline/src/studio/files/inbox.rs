//! Files that the user drops on the window or chooses, with their content.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use eframe::egui::{self, DroppedFileHandle};

/// A file, and its content or why it cannot be read.
pub(in crate::studio) type Arrival = (PathBuf, Result<Vec<u8>, String>);

/// The files that have arrived. A browser reads them some frames later.
#[derive(Clone, Debug, Default)]
pub(in crate::studio) struct Inbox(Arc<Mutex<Vec<Arrival>>>);

impl Inbox {
    /// Reads a file that was dropped on the window.
    #[cfg(not(target_arch = "wasm32"))]
    pub(in crate::studio) fn receive(&self, file: &DroppedFileHandle, ctx: &egui::Context) {
        self.put((file.path().to_owned(), file.bytes()), ctx);
    }

    /// Reads a file that was dropped on the page.
    #[cfg(target_arch = "wasm32")]
    pub(in crate::studio) fn receive(&self, file: &DroppedFileHandle, ctx: &egui::Context) {
        let (inbox, file, ctx) = (self.clone(), file.clone(), ctx.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let bytes = file.bytes_async().await;
            inbox.put((file.path().to_owned(), bytes), &ctx);
        });
    }

    /// Lets the user choose a file.
    #[cfg(target_arch = "wasm32")]
    pub(in crate::studio) fn choose(&self, ctx: &egui::Context) {
        let (inbox, ctx) = (self.clone(), ctx.clone());
        wasm_bindgen_futures::spawn_local(async move {
            if let Some(file) = rfd::AsyncFileDialog::new().pick_file().await {
                let bytes = file.read().await;
                inbox.put((file.file_name().into(), Ok(bytes)), &ctx);
            }
        });
    }

    fn put(&self, arrival: Arrival, ctx: &egui::Context) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(arrival);
        ctx.request_repaint();
    }

    /// The file that arrived last.
    pub(in crate::studio) fn take(&self) -> Option<Arrival> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}
