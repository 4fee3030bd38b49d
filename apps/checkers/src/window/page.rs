//! The window in a web page, and a save that stays in its memory.

use std::sync::Arc;

use super::Window;
use crate::{
    failure::Failure,
    library,
    show::{Direct, State},
};

/// Where a visitor's game goes: into the page's memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Files {
    saved: Option<String>,
}

impl Files {
    /// Keeps a game to go on with; gives the place in words.
    pub(super) fn save(&mut self, text: String) -> Result<String, String> {
        self.saved = Some(text);
        Ok("until this page is closed".to_owned())
    }

    /// There is no place for a match to play again.
    #[expect(clippy::unused_self, reason = "a machine has a file for it")]
    pub(super) fn record(&mut self, _: String) -> Result<String, String> {
        Err("a page has no folder for replays".to_owned())
    }

    /// The game that was saved last, and its place in words.
    pub(super) fn load(&self) -> Result<(String, String), String> {
        let text = self.saved.clone().ok_or("nothing was saved on this page")?;
        Ok((text, "the saved game".to_owned()))
    }
}

/// Opens what the program opens without arguments, a recorded match, in the canvas of this id. An element of the id
/// `said` gets the reason where it does not start, and goes away where it does.
pub fn open_in_page(canvas: &str) {
    cueline_picture::start_in_page(canvas, |canvas| async move {
        let create: eframe::AppCreator<'_> = Box::new(move |context| {
            let window = Window::new(&context.egui_ctx, Box::new(recorded()?), Files::default());
            Ok(Box::new(window))
        });
        eframe::WebRunner::new().start(canvas, eframe::WebOptions::default(), create).await
    });
}

fn recorded() -> Result<Direct, Failure> {
    let (library, first, game) = library::shipped()?;
    Direct::in_a_window(State::recorded(&game), Arc::new(library), first).map_err(Failure::new)
}
