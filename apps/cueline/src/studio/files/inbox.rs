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

    /// The file that arrived last, of all that have arrived since the last call: the studio shows one file.
    pub(in crate::studio) fn take(&self) -> Option<Arrival> {
        let mut arrived = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        arrived.drain(..).next_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_files_that_arrive_together_only_the_last_one_opens() {
        let (inbox, ctx) = (Inbox::default(), egui::Context::default());
        for name in ["one.ron", "two.ron"] {
            inbox.put((name.into(), Ok(Vec::new())), &ctx);
        }
        assert_eq!(inbox.take().map(|(path, _)| path), Some("two.ron".into()));
        assert!(inbox.take().is_none(), "the first one does not replace it a frame later");
    }
}
