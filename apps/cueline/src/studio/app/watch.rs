//! Watches a file that other programs may save.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::{Duration, SystemTime},
};

use eframe::egui;

/// Watches a file in a thread of its own, so that the window need not wake up for it.
pub(super) struct Watch {
    changes: Receiver<()>,
    /// The thread ends when this is gone.
    _alive: Arc<()>,
}

impl Watch {
    pub(super) fn new(path: PathBuf, ctx: egui::Context) -> Self {
        let (sender, changes) = channel();
        let alive = Arc::new(());
        let watched = Arc::downgrade(&alive);
        let saved =
            |path: &Path| -> Option<SystemTime> { fs::metadata(path).ok()?.modified().ok() };
        let mut last = saved(&path);
        let _thread = std::thread::spawn(move || {
            while watched.strong_count() > 0 {
                std::thread::sleep(Duration::from_millis(250));
                let now = saved(&path);
                if now == last || now.is_none() {
                    continue;
                }
                last = now;
                if sender.send(()).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        });
        Self { changes, _alive: alive }
    }

    pub(super) fn has_changed(&self) -> bool {
        self.changes.try_iter().count() > 0
    }
}
