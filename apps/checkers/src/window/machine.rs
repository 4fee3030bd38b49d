//! The window on a machine, and its files.

use std::{fs, path::PathBuf};

use eframe::egui;

use super::Window;
use crate::{failure::Failure, screen::Show};

/// Where a person's games go.
#[derive(Clone, Debug, PartialEq)]
pub struct Files {
    /// A game to go on with.
    pub save: PathBuf,
    /// A match to play again.
    pub replay: PathBuf,
}

impl Files {
    /// Writes a game to go on with; gives the place in words.
    pub(super) fn save(&mut self, text: String) -> Result<String, String> {
        fs::write(&self.save, text).map_err(|error| error.to_string())?;
        Ok(format!("to {}", self.save.display()))
    }

    /// Writes a match to play again; gives the place in words.
    pub(super) fn record(&mut self, text: String) -> Result<String, String> {
        fs::write(&self.replay, text).map_err(|error| error.to_string())?;
        Ok(format!("to {}", self.replay.display()))
    }

    /// The game that was saved last, and its place in words.
    pub(super) fn load(&self) -> Result<(String, String), String> {
        let text = fs::read_to_string(&self.save).map_err(|error| error.to_string())?;
        Ok((text, self.save.display().to_string()))
    }
}

/// Shows what `make` makes in a window until that is closed. What a show gets here it calls, from any thread, when it
/// moves again.
///
/// # Errors
///
/// Why there is no window, or what `make` says.
pub fn open<S: Show + 'static>(
    make: impl FnOnce(Box<dyn Fn() + Send>) -> Result<S, String>,
    files: Files,
) -> Result<(), Failure> {
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("cueline-checkers")
        .with_inner_size(super::SIZE);
    let event_loop_builder: Option<eframe::EventLoopBuilderHook> =
        Some(Box::new(cueline_picture::through_x));
    let options = eframe::NativeOptions { viewport, event_loop_builder, ..Default::default() };
    let made = move |context: &eframe::CreationContext<'_>| {
        let ctx = context.egui_ctx.clone();
        let show = make(Box::new(move || ctx.request_repaint()))?;
        let window = Window::new(&context.egui_ctx, Box::new(show), files);
        Ok(Box::new(window) as Box<dyn eframe::App>)
    };
    eframe::run_native("Cueline checkers", options, Box::new(made))
        .map_err(|error| Failure::new(format!("there is no window: {error}")))
}
