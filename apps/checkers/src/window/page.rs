//! The window in a web page: the browser's clock and pace, and a save that stays in memory.

use core::{cell::Cell, time::Duration};
use std::sync::Arc;

use macroquad::{logging::error, miniquad::date};

use crate::{
    failure::Failure,
    library,
    show::{Direct, State},
};

/// The page has the size that the browser gives it.
pub(super) const RESIZES: bool = false;

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
    pub(super) fn record(&mut self, _: String) -> Result<String, String> {
        Err("a page has no folder for replays".to_owned())
    }

    /// The game that was saved last, and its place in words.
    pub(super) fn load(&self) -> Result<(String, String), String> {
        let text = self.saved.clone().ok_or("nothing was saved on this page")?;
        Ok((text, "the saved game".to_owned()))
    }
}

/// Real time since a moment. The browser's clock may be set back meanwhile; this one then stands still.
pub(super) struct Stopwatch {
    last: Cell<f64>,
    elapsed: Cell<Duration>,
}

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self { last: date::now().into(), elapsed: Duration::ZERO.into() }
    }

    pub(super) fn elapsed(&self) -> Duration {
        let now = date::now();
        let passed = Duration::try_from_secs_f64(now - self.last.replace(now)).unwrap_or_default();
        self.elapsed.set(self.elapsed.get() + passed);
        self.elapsed.get()
    }
}

/// The browser asks for frames at its own pace.
pub(super) fn rest(_: Duration) {}

/// Writes why nothing is drawn to the browser's console.
pub(super) fn report(failure: &Failure) {
    error!("{failure}");
}

/// Opens what the program opens without arguments: a recorded match.
pub fn open_in_page() {
    match recorded() {
        Ok(show) => super::open(Box::new(show), Files::default()),
        Err(failure) => report(&failure),
    }
}

fn recorded() -> Result<Direct, Failure> {
    let (games, first) = library::shipped()?;
    let state = State::recorded(&games[first]); // `shipped` finds it in the list
    Direct::in_a_window(state, Arc::new(games), first).map_err(Failure::new)
}
