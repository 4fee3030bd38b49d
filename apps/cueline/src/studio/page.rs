//! The studio in a web page.

use std::any::Any;

use eframe::{
    egui,
    wasm_bindgen::{JsCast as _, closure::Closure},
    web_sys::{Document, window},
};

use super::{SIZE, Studio};

fn document() -> Option<Document> {
    window()?.document()
}

/// Starts in the canvas of this id. An element of the id `said` gets the reason where it does not start, and goes away
/// where it does.
pub(crate) fn open_in_page(canvas: &str) {
    cueline_picture::start_in_page(canvas, |canvas| async move {
        let create: eframe::AppCreator<'_> = Box::new(|context| {
            cueline_picture::dress(&context.egui_ctx);
            Ok(Box::new(Page(Studio::new(None, &context.egui_ctx))))
        });
        let runner = eframe::WebRunner::new();
        keep_when_left(&runner);
        runner.start(canvas, eframe::WebOptions::default(), create).await
    });
}

/// Keeps unsaved changes at once where the user leaves the page: it may never be drawn again.
fn keep_when_left(runner: &eframe::WebRunner) {
    let Some(window) = window() else { return };
    let runner = runner.clone();
    let left: Closure<dyn FnMut()> = Closure::new(move || {
        if let Some(mut page) = runner.app_mut::<Page>() {
            page.0.keep();
        }
    });
    // Where it is not taken, changes are kept a moment after they are made.
    let _ = window.add_event_listener_with_callback("pagehide", left.as_ref().unchecked_ref());
    left.forget(); // the page listens as long as it is there
}

struct Page(Studio);

impl eframe::App for Page {
    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        cueline_egui::enlarge(ui.ctx(), SIZE.into(), 1.0);
        self.0.ui(ui);
        let Some(root) = document().and_then(|document| document.document_element()) else {
            return;
        };
        for (name, value) in self.0.state() {
            // A page without these attributes shows the same; tests read them.
            let _ = root.set_attribute(&format!("data-{name}"), &value);
        }
    }
}
