//! Opens and saves the file, and keeps unsaved changes in a recovery file.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
    time::Duration,
};

use cueline_assets::{Format, write};
use eframe::egui;
use web_time::Instant;

use super::{File, Studio};
use crate::{
    failure::Failure,
    open::{Opened, file_name, png_of},
    studio::{files, model::Model},
};

/// Typed text goes to the recovery file after this pause.
pub(super) const KEEP_AFTER: Duration = Duration::from_millis(800);

impl Studio {
    /// Opens a file; the one that was open stays if that fails.
    pub(crate) fn open(&mut self, path: PathBuf, ctx: &egui::Context) {
        self.take(path, ctx, Model::open);
    }

    /// Opens a file with this content; the one that was open stays if that fails.
    pub(super) fn open_content(&mut self, path: PathBuf, bytes: Vec<u8>, ctx: &egui::Context) {
        self.take(path, ctx, |path| Model::of(path, bytes));
    }

    fn take(
        &mut self,
        path: PathBuf,
        ctx: &egui::Context,
        read: impl FnOnce(PathBuf) -> Result<Model, Failure>,
    ) {
        self.keep();
        if self.file.as_ref().is_some_and(|file| file.unkept.is_some()) {
            return; // its changes would be lost
        }
        self.name = path.display().to_string();
        match read(path) {
            Ok(model) => {
                self.message = None;
                // They were given for the file that was open.
                if self.file.as_ref().is_some_and(|file| file.model.path() != model.path()) {
                    self.others.clear();
                }
                self.file = Some(File::open(model, ctx));
            }
            Err(failure) => self.message = Some(failure.line()),
        }
    }

    /// Opens a file that was dropped on the window, or adds it to the animator that needs it.
    pub(super) fn dropped(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.first().cloned());
        if let Some(file) = dropped {
            self.inbox.receive(&file, ctx);
        }
        match self.inbox.take() {
            Some((path, Ok(bytes))) if self.add_missing(&path, &bytes) => {}
            Some((path, Ok(bytes))) => {
                let path = unused(path, &bytes, |path| files::read(path).ok());
                self.open_content(path, bytes, ctx);
            }
            Some((path, Err(error))) => {
                self.message = Some(format!("{}: {error}", path.display()));
            }
            None => {}
        }
    }

    /// Writes the text to its file.
    pub(super) fn save(&mut self) {
        let Some(file) = &mut self.file else { return };
        if !file.model.is_editable() {
            self.message =
                Some("this file is shown only: save a copy as RON to edit it".to_owned());
            return;
        }
        let path = file.model.path();
        match files::replace(path, file.model.text().as_bytes()) {
            Ok(()) => {
                let refused = file.recovery.forget().err();
                let refused = file.drop_restored().err().or(refused);
                let path = file.model.path().display();
                self.message = refused.map(|error| format!("{path}: {error}"));
                file.model.mark_saved();
                (file.unkept, file.changed_outside) = (None, None);
                (file.not_saved, file.not_kept) = (None, None);
                file.kept_version = file.model.version();
            }
            Err(error) => {
                let path = path.display();
                file.not_saved = Some(format!("{path}: not saved: {error}; the old file is whole"));
            }
        }
    }

    /// Writes the content of a read-only file as RON next to it, and opens the new file.
    pub(super) fn save_copy(&mut self, ctx: &egui::Context) {
        let Some(file) = &self.file else { return };
        let path = file.model.path();
        let stem =
            path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let names =
            (1..).map(|n| if n == 1 { format!("{stem}.ron") } else { format!("{stem}-{n}.ron") });
        let mut names = names.map(|name| path.with_file_name(name));
        let taken = |name: &Path| files::exists(name) || files::exists(&name.with_extension("png"));
        let Some(output) = names.find(|name| !taken(name)) else { return };
        match copy(&file.model.good().opened, &output) {
            Ok(()) => self.open(output, ctx),
            Err(message) => self.message = Some(message),
        }
    }

    /// Writes unsaved changes to the recovery file, shortly after the first one that it does not have.
    pub(super) fn keep_later(&mut self, ctx: &egui::Context) {
        let Some(file) = self.file.as_mut().filter(|file| file.is_kept) else { return };
        if !file.model.is_editable() {
            return;
        }
        if file.model.version() != file.kept_version {
            file.kept_version = file.model.version();
            file.unkept.get_or_insert_with(Instant::now);
        }
        if file.unkept.is_some_and(|since| since.elapsed() >= KEEP_AFTER) {
            self.keep();
        }
        if let Some(since) = self.file.as_ref().and_then(|file| file.unkept) {
            ctx.request_repaint_after(KEEP_AFTER.saturating_sub(since.elapsed()));
        }
    }

    /// Writes unsaved changes to the recovery file now, if it does not have them yet. What cannot be written is tried
    /// again later.
    pub(crate) fn keep(&mut self) {
        let Some(file) = self.file.as_mut().filter(|file| file.is_kept) else { return };
        let is_new = file.model.version() != file.kept_version;
        if !file.model.is_editable() || (file.unkept.take().is_none() && !is_new) {
            return;
        }
        file.kept_version = file.model.version();
        let kept = if file.model.is_changed() {
            file.recovery.keep(file.model.text())
        } else {
            file.recovery.forget()
        };
        file.not_kept = kept.err().map(|error| {
            file.unkept = Some(Instant::now());
            format!("{}: unsaved changes are not kept: {error}", file.model.path().display())
        });
    }
}

/// Writes what was read from a file of another program as RON, with its pixels next to it.
fn copy(opened: &Opened, output: &Path) -> Result<(), String> {
    let named = |error: &dyn Display| format!("{}: {error}", output.display());
    let mut document = opened.document.clone();
    let sheet = output.with_extension("png");
    let image = opened.image.as_ref().map(png_of).transpose()?;
    if image.is_some() {
        document.sheets.values_mut().for_each(|one| one.image = file_name(&sheet));
    }
    // Nothing is written before everything can be.
    let text = write(&document, Format::Ron).map_err(|problems| named(&problems))?;
    if let Some(image) = image {
        files::replace(&sheet, &image).map_err(|error| named(&error))?;
    }
    files::replace(output, &text).map_err(|error| named(&error))
}

/// The path for a file that was dropped. A browser says its name only, and may have stored another file of that name.
pub(super) fn unused(
    path: PathBuf,
    content: &[u8],
    stored: impl Fn(&Path) -> Option<Vec<u8>>,
) -> PathBuf {
    let other = |path: &Path| stored(path).is_some_and(|stored| stored != content);
    if path.is_absolute() || !other(&path) {
        return path;
    }
    let text =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (text(path.file_stem()), text(path.extension()));
    let mut names = (2..).map(|n| path.with_file_name(format!("{stem}-{n}.{ending}")));
    names.find(|name| !other(name)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_file_does_not_take_the_name_of_another_stored_file() {
        let stored = |path: &Path| match path.to_str()? {
            "deal.ron" => Some(b"one".to_vec()),
            "deal-2.ron" => Some(b"two".to_vec()),
            _ => None,
        };
        let name = |path: &str, content: &[u8]| unused(path.into(), content, stored);
        assert_eq!(name("deal.ron", b"one"), Path::new("deal.ron"), "the same file");
        assert_eq!(name("deal.ron", b"two"), Path::new("deal-2.ron"));
        assert_eq!(name("deal.ron", b"three"), Path::new("deal-3.ron"));
        assert_eq!(name("new.ron", b"one"), Path::new("new.ron"));
        let path = std::env::temp_dir().join("deal.ron");
        let other = |_: &Path| Some(b"other".to_vec());
        assert_eq!(unused(path.clone(), b"", other), path, "a file of a disk is itself");
    }
}
