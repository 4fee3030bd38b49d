//! The window on a machine: files, a clock that never runs backwards, sleep.

use std::{
    fs,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use crate::failure::Failure;

/// Whether a window can ask for another size.
pub(super) const RESIZES: bool = true;

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

/// Real time since a moment.
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Where the display does not hold the loop back, this does: 4 ms a frame, of which `used` are over.
pub(super) fn rest(used: Duration) {
    if let Some(left) = Duration::from_millis(4).checked_sub(used) {
        thread::sleep(left);
    }
}

/// Says why the window closes.
pub(super) fn report(failure: &Failure) {
    eprintln!("{failure}");
}
