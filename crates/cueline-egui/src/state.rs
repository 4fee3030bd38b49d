//! The state of a simulation in one line.

use cueline::time::{Span, Time};
use egui::{RichText, Ui};

/// Digest, clock, dropped time and counts, in one line.
///
/// # Examples
///
/// ```
/// use cueline::{digest::digest, prelude::*};
/// use cueline_egui::State;
///
/// let mut queue = Sequencer::new();
/// queue.enqueue(ms(300), "lunge");
/// let state = State::new(queue.time(), digest(&queue)).count("entries", 1);
/// assert!(state.to_string().ends_with("1 entries"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    now: Time,
    digest: u64,
    dropped: Option<Span>,
    counts: Vec<(String, usize)>,
}

impl State {
    /// A line with the time of a simulation and the digest of its state.
    #[must_use]
    pub fn new(now: Time, digest: u64) -> Self {
        Self { now, digest, dropped: None, counts: Vec::new() }
    }

    /// Adds the time that the simulation has dropped because it was too slow.
    #[must_use]
    pub fn dropped(self, dropped: Span) -> Self {
        Self { dropped: Some(dropped), ..self }
    }

    /// Adds a count, such as the number of entries or sprites.
    #[must_use]
    pub fn count(mut self, of: impl Into<String>, number: usize) -> Self {
        self.counts.push((of.into(), number));
        self
    }

    /// Draws the line.
    pub fn ui(&self, ui: &mut Ui) {
        ui.label(RichText::new(self.to_string()).monospace());
    }
}

/// `digest 1f0a..., 2.500 s, 16.7 ms dropped, 12 entries`
impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let now = (self.now - Time::ZERO).as_secs_f64();
        write!(f, "digest {:016x}, {now:.3} s", self.digest)?;
        if let Some(dropped) = self.dropped {
            write!(f, ", {:.1} ms dropped", dropped.as_secs_f64() * 1000.0)?;
        }
        for (of, number) in &self.counts {
            write!(f, ", {number} {of}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cueline::time::ms;
    use egui_kittest::{Harness, kittest::Queryable};

    #[test]
    fn the_line_has_what_was_given() {
        let state = State::new(Time::from_millis(2500), 0x1f0a).dropped(ms(17)).count("tweens", 12);
        let mut harness = Harness::new_ui(move |ui| state.ui(ui));
        harness.run();
        let line = "digest 0000000000001f0a, 2.500 s, 17.0 ms dropped, 12 tweens";
        assert!(harness.query_by_label(line).is_some());
    }
}
