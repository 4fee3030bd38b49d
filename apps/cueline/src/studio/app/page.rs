//! What the studio has in a page only: files of the browser, examples, and files that come and go.

use std::path::Path;

use eframe::egui::Ui;

use super::{START, Studio, files};

/// Files to begin with.
const EXAMPLES: [(&str, &str); 3] = [
    ("deal.ron", include_str!("../../../../../assets/examples/deal.ron")),
    ("arm.ron", include_str!("../../../../../assets/examples/arm.ron")),
    ("walker.ron", include_str!("../../../../../assets/examples/walker.ron")),
];

/// The clips and the skeleton of the animator among them.
const BODY: (&str, &str) =
    ("walker-body.ron", include_str!("../../../../../assets/examples/walker-body.ron"));

impl Studio {
    /// Opens a file of the user's machine, and hands the open one over.
    pub(super) fn page_buttons(&mut self, ui: &mut Ui) {
        if ui.button("Choose a file").clicked() {
            self.inbox.choose(ui.ctx());
        }
        let Some(file) = self.file.as_ref().filter(|file| file.model.is_editable()) else { return };
        let button = ui.button("Download");
        if button.on_hover_text("Save keeps the file in this browser").clicked() {
            files::download(file.model.path(), file.model.text().as_bytes().to_vec());
        }
    }

    /// What shows while no file is open.
    pub(super) fn start(&mut self, ui: &mut Ui) {
        ui.label(START);
        let stored = files::list();
        if !stored.is_empty() {
            ui.separator();
            ui.label("In this browser");
            for path in stored {
                if ui.link(path.display().to_string()).clicked() {
                    self.open(path, &ui.ctx().clone());
                }
            }
        }
        ui.separator();
        ui.label("Examples");
        for (name, text) in EXAMPLES {
            if ui.link(name).clicked() {
                let stored = |path: &Path| files::read(path).ok();
                let path = super::saving::unused(name.into(), text.as_bytes(), stored);
                self.open_content(path, text.as_bytes().to_vec(), &ui.ctx().clone());
                self.add_other(Path::new(BODY.0), BODY.1.as_bytes().to_vec());
            }
        }
    }

    /// What a test of the page asks for, by name.
    pub(crate) fn state(&self) -> Vec<(&'static str, String)> {
        let stored: Vec<_> = files::list().iter().map(|path| path.display().to_string()).collect();
        let Some(file) = &self.file else {
            return vec![("stored", stored.join(" ")), ("file", String::new())];
        };
        vec![
            ("stored", stored.join(" ")),
            ("file", file.model.path().display().to_string()),
            ("changed", file.model.is_changed().to_string()),
            ("problems", file.model.problems().len().to_string()),
            ("recovered", file.recovered.len().to_string()),
            ("unkept", file.unkept.is_some().to_string()),
        ]
    }
}
