//! A match that can be rewound: the present, and the record of how it came about.

use std::{collections::VecDeque, sync::Arc};

use cueline::time::Time;

use super::{
    act::Answer,
    chronicle::{Chronicle, Past, Replay},
    motions::Motions,
    simulation::{Command, Played, Simulation},
    state::State,
};
use crate::screen::Sound;

/// A match whose past can be shown, continued from and replayed.
pub struct RewindableMatch {
    present: Simulation,
    chronicle: Chronicle,
    /// The past on the screen.
    past: Option<Past>,
}

impl RewindableMatch {
    /// A match from a state.
    #[must_use]
    pub fn new(state: State, motions: Arc<Motions>) -> Self {
        let chronicle = Chronicle::new(&state);
        Self { present: Simulation::new(state, motions), chronicle, past: None }
    }

    /// Keeps a line of trace for every event and cue from here on.
    pub fn keep_trace(&mut self) {
        self.present.keep_trace();
    }

    /// The present state.
    #[must_use]
    pub fn state(&self) -> &State {
        self.present.state()
    }

    /// The past on the screen.
    #[must_use]
    pub fn past(&self) -> Option<&Past> {
        self.past.as_ref()
    }

    /// The answers since the last call.
    pub fn take_answers(&mut self) -> Vec<Answer> {
        self.present.take_answers()
    }

    /// The match since it was opened, to be played again.
    #[must_use]
    pub fn replay(&self) -> Replay {
        self.chronicle.replay(self.state())
    }

    /// The last acts that are over, from the oldest.
    #[must_use]
    pub fn played(&self) -> &VecDeque<Played> {
        self.present.played()
    }

    /// The sounds that fell due since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        self.present.take_sounds()
    }

    /// The lines of trace since the last call.
    pub fn take_trace(&mut self) -> Vec<String> {
        self.present.take_trace()
    }

    /// The digest of the present state, the same on every machine.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.present.digest()
    }

    /// The moments on the display's clock at which each move that was shown came to its end, since the match was opened.
    #[must_use]
    pub fn shown_at(&self) -> &[Time] {
        self.chronicle.shown_at()
    }

    /// Whether ticks change nothing until the next command: the past is on the screen, or the match rests.
    #[must_use]
    pub fn is_still(&self) -> bool {
        self.past.is_some() || self.state().is_resting()
    }

    /// Lets one tick pass; not if the match [is still](Self::is_still).
    pub fn tick(&mut self) {
        if !self.is_still() {
            self.present.tick();
            self.chronicle.ran(self.present.state());
        }
    }

    /// Executes a command.
    pub fn command(&mut self, command: Command) {
        let past = self.past.take();
        match command {
            Command::Look(at) => self.look(at),
            Command::Continue => self.continue_from(past),
            Command::Open(_) => {
                self.present.command(command);
                self.chronicle = Chronicle::new(self.present.state());
            }
            _ => {
                self.chronicle.asked(self.present.state(), &command);
                self.present.command(command);
            }
        }
        self.chronicle.showed(self.present.state());
    }

    fn look(&mut self, at: Option<Time>) {
        let Some(at) = at else { return };
        let shown = self.state().relay.display().time();
        self.past = Some(self.chronicle.past(at.clamp(Time::ZERO, shown), &mut self.present));
    }

    /// Makes the past the present, at the speed of now.
    fn continue_from(&mut self, past: Option<Past>) {
        let Some(past) = past else { return };
        let speed = self.state().clock.speed();
        self.chronicle.forget_after(&past);
        self.present.continue_from(past.state, past.played);
        if self.state().clock.speed() != speed {
            self.command(Command::Speed(speed));
        }
        if self.state().clock.is_paused() {
            self.command(Command::Pause);
        }
    }
}
