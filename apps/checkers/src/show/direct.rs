//! The match on the thread that draws it: for renderings and traces, which are the same wherever they run, and for a page.

use std::sync::Arc;

use cueline::time::{CatchUp, FixedStep, FixedStepConfig, Span};

use super::{
    motions::Motions,
    rewind::RewindableMatch,
    shell::{Moment, Shell},
    simulation::{Command, rate},
    state::State,
};
use crate::{
    control::Control,
    desk::Desk,
    layout::Layout,
    library::Library,
    picture::Picture,
    screen::{Input, Meter, Show, Sound},
};

/// A match that its caller drives.
pub struct Direct {
    shell: Shell,
    current: RewindableMatch,
    steps: FixedStep,
    motions: Arc<Motions>,
    /// Whether the trace is kept.
    traced: bool,
}

impl Direct {
    /// A match from a state.
    ///
    /// # Errors
    ///
    /// What is wrong with the clips; nothing is, as their test shows.
    pub fn new(state: State, library: Arc<Library>, chosen: usize) -> Result<Self, String> {
        let motions = Arc::new(Motions::new()?);
        // The caller wants every tick, however long a frame is.
        let rules = FixedStepConfig {
            max_ticks: u32::MAX,
            catch_up: CatchUp::Carry { max_debt: Span::MAX },
            ..FixedStepConfig::default()
        };
        let steps = FixedStep::with_config(rate(), rules).map_err(|error| error.to_string())?;
        let shell = Shell::new(motions.clone(), library, chosen);
        let mut current = RewindableMatch::new(state, motions.clone());
        current.keep_trace();
        Ok(Self { shell, current, steps, motions, traced: true })
    }

    /// A match from a state for a window that has only this thread: it keeps no trace, it drops what a frame of more
    /// than a second leaves, and the next match of the list follows by itself.
    ///
    /// # Errors
    ///
    /// What is wrong with the clips; nothing is, as their test shows.
    pub fn in_a_window(state: State, library: Arc<Library>, chosen: usize) -> Result<Self, String> {
        let motions = Arc::new(Motions::new()?);
        Ok(Self {
            shell: Shell::new(motions.clone(), library, chosen).go_on(),
            current: RewindableMatch::new(state, motions.clone()),
            steps: super::steps_in_a_window()?,
            motions,
            traced: false,
        })
    }

    fn command(&mut self, command: Command) {
        self.current.command(command);
        self.current.take_answers().into_iter().for_each(|answer| self.shell.say(answer));
    }

    /// The match.
    #[must_use]
    pub fn current(&self) -> &RewindableMatch {
        &self.current
    }
}

impl Show for Direct {
    fn advance(&mut self, real: Span) {
        if let Some(command) = self.shell.advance(real) {
            self.command(command);
        }
        for _ in self.steps.advance(real).run() {
            self.current.tick();
        }
    }

    fn input(&mut self, input: Input) {
        if input == Input::Press(Control::Stall) {
            let words = "Nothing to stall: one thread does it all here".to_owned();
            self.shell.input(Input::Notice(words));
        } else if let Some(command) = self.shell.input(input) {
            self.command(command);
        }
    }

    fn picture(&mut self, layout: &Layout, meter: &Meter) -> Picture {
        let state = self.current.state();
        let still = self.current.is_still();
        let moment = Moment {
            state,
            ahead: if still { Span::ZERO } else { self.steps.leftover() },
            past: self.current.past(),
            played: self.current.played(),
            shown_at: self.current.shown_at(),
        };
        self.shell.picture(&moment, layout, meter)
    }

    fn desk(&self) -> &Desk {
        self.shell.desk()
    }

    fn take_sounds(&mut self) -> Vec<Sound> {
        let mut sounds = self.current.take_sounds();
        sounds.append(&mut self.shell.take_sounds());
        sounds
    }

    fn is_still(&self) -> bool {
        let held = self.current.is_still() || self.current.state().clock.is_paused();
        held && self.shell.is_still()
    }

    fn is_over(&self) -> bool {
        self.current.state().is_over()
    }

    fn progress(&self) -> f64 {
        super::progress(self.current.state())
    }

    fn save(&self) -> Result<String, String> {
        super::save(self.current.state())
    }

    fn replay(&self) -> Result<String, String> {
        super::replay(&self.current)
    }

    fn load(&mut self, saved: &str) -> Result<(), String> {
        self.current = RewindableMatch::new(super::load(saved)?, self.motions.clone());
        if self.traced {
            self.current.keep_trace();
        }
        self.shell.begin();
        Ok(())
    }

    fn take_trace(&mut self) -> Vec<String> {
        self.current.take_trace()
    }

    fn digest(&self) -> String {
        format!("{:016x}", self.current.digest())
    }
}
