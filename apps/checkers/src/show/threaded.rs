//! The match on a thread of its own, 200 ticks a second, drawn by another: for the window.
//!
//! The simulation publishes its state; the drawing plays a copy on to its own moment. A simulation
//! that hangs does not show in what is already queued.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use cueline::time::{FLICKS_PER_SECOND, FixedStep, Span, Time};
use cueline_handover::{Publisher, Viewer, handover};

use super::{
    act::{Answer, Mood},
    chronicle::Past,
    motions::Motions,
    rewind::RewindableMatch,
    shell::{Moment, Shell},
    simulation::{Command, Played, TICK},
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

/// How long the button holds the simulation up.
const STALL: Duration = Duration::from_millis(500);
/// How long an answer of the simulation is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Clone)]
struct Snapshot {
    state: State,
    played: VecDeque<Played>,
    shown_at: Vec<Time>,
    past: Option<Past>,
}

enum Message {
    Do(Command),
    Replay(Sender<Result<String, String>>),
    Stall,
}

/// What the simulation says besides its state.
enum Report {
    Sound(Sound),
    Answer(Answer),
}

/// A match that runs by itself; dropping this ends it.
pub struct Threaded {
    shell: Shell,
    messages: Sender<Message>,
    reports: Receiver<Report>,
    sounds: Vec<Sound>,
    viewer: Viewer<Snapshot>,
    start: Instant,
}

impl Threaded {
    /// Starts a match from a state. Its thread calls `wake` when it has done what was asked: a screen that sleeps has a
    /// picture to draw then.
    ///
    /// # Errors
    ///
    /// What is wrong with the clips, which is nothing as their test shows, or why no thread starts.
    pub fn start(
        state: State,
        library: Arc<Library>,
        chosen: usize,
        wake: impl Fn() + Send + 'static,
    ) -> Result<Self, String> {
        let motions = Arc::new(Motions::new()?);
        let shell = Shell::new(motions.clone(), library, chosen).go_on();
        let steps = super::steps_in_a_window()?;
        let snapshot = Snapshot {
            state: state.clone(),
            played: VecDeque::new(),
            shown_at: Vec::new(),
            past: None,
        };
        let (publisher, viewer) = handover(snapshot, Time::ZERO);
        let (messages, inbox) = channel();
        let (outbox, reports) = channel();
        let start = Instant::now();
        let current = RewindableMatch::new(state, motions);
        thread::Builder::new()
            .name("simulation".to_owned())
            .spawn(move || run(current, steps, start, &inbox, &outbox, publisher, &wake))
            .map_err(|error| error.to_string())?;
        Ok(Self { shell, messages, reports, sounds: Vec::new(), viewer, start })
    }

    fn send(&self, message: Message) {
        // A simulation that has ended takes no commands.
        let _ = self.messages.send(message);
    }
}

fn now(start: Instant) -> Time {
    let flicks =
        start.elapsed().as_nanos() * u128::from(FLICKS_PER_SECOND.unsigned_abs()) / 1_000_000_000;
    Time::from_flicks(i64::try_from(flicks).unwrap_or(i64::MAX))
}

fn run(
    mut current: RewindableMatch,
    mut steps: FixedStep,
    start: Instant,
    inbox: &Receiver<Message>,
    outbox: &Sender<Report>,
    mut publisher: Publisher<Snapshot>,
    wake: &dyn Fn(),
) {
    loop {
        // Asleep until the next tick is due, or something is asked. No tick is due while the match stands still.
        let mut message = if current.is_still() {
            let Ok(message) = inbox.recv() else { return };
            steps.restart();
            steps.frame_at(now(start));
            Some(message)
        } else {
            let left = (TICK - steps.leftover()).max(Span::from_millis(1)).as_secs_f64();
            match inbox.recv_timeout(Duration::from_secs_f64(left)) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        };
        let asked = message.is_some();
        let mut changed = asked;
        while let Some(asked) = message {
            match asked {
                Message::Do(command) => current.command(command),
                Message::Replay(answer) => _ = answer.send(super::replay(&current)),
                Message::Stall => thread::sleep(STALL),
            }
            message = inbox.try_recv().ok(); // an end is seen when waiting
        }
        let now = now(start);
        for _ in steps.frame_at(now).run() {
            current.tick();
            changed = true;
        }
        let sounds = current.take_sounds().into_iter().map(Report::Sound);
        for report in sounds.chain(current.take_answers().into_iter().map(Report::Answer)) {
            let _ = outbox.send(report);
        }
        if changed {
            let snapshot = Snapshot {
                state: current.state().clone(),
                played: current.played().clone(),
                shown_at: current.shown_at().to_vec(),
                past: current.past().cloned(),
            };
            publisher.publish(snapshot, now - steps.leftover());
        }
        if asked {
            wake();
        }
    }
}

impl Show for Threaded {
    fn advance(&mut self, real: Span) {
        for report in self.reports.try_iter() {
            match report {
                Report::Sound(sound) => self.sounds.push(sound),
                Report::Answer(answer) => self.shell.say(answer),
            }
        }
        if let Some(command) = self.shell.advance(real) {
            self.send(Message::Do(command));
        }
    }

    fn input(&mut self, input: Input) {
        if input == Input::Press(Control::Stall) {
            self.send(Message::Stall);
            let words = "The rules sleep for half a second: what you see plays on".to_owned();
            self.shell.say(Answer::Words(words, Mood::Calm));
        } else if let Some(command) = self.shell.input(input) {
            self.send(Message::Do(command));
        }
    }

    fn picture(&mut self, layout: &Layout, meter: &Meter) -> Picture {
        let now = now(self.start);
        self.viewer.latest();
        let ahead = self.viewer.ahead(now);
        let Snapshot { state, played, shown_at, past } = self.viewer.peek();
        let past = past.as_ref();
        // While the past is looked at, the present holds.
        let ahead = if past.is_some() || state.is_resting() { Span::ZERO } else { ahead };
        let moment = Moment { state, ahead, past, played, shown_at };
        self.shell.picture(&moment, layout, meter)
    }

    fn desk(&self) -> &Desk {
        self.shell.desk()
    }

    fn take_sounds(&mut self) -> Vec<Sound> {
        let mut sounds = core::mem::take(&mut self.sounds);
        sounds.append(&mut self.shell.take_sounds());
        sounds
    }

    fn is_still(&self) -> bool {
        let Snapshot { state, past, .. } = self.viewer.peek();
        let held = past.is_some() || state.clock.is_paused() || state.is_resting();
        held && self.shell.is_still()
    }

    fn is_over(&self) -> bool {
        false // a person may always take a side
    }

    fn progress(&self) -> f64 {
        0.0
    }

    fn save(&self) -> Result<String, String> {
        super::save(&self.viewer.peek().state)
    }

    fn replay(&self) -> Result<String, String> {
        let (answer, inbox) = channel();
        self.send(Message::Replay(answer));
        inbox.recv_timeout(PATIENCE).map_err(|_| "the simulation does not answer".to_owned())?
    }

    fn load(&mut self, saved: &str) -> Result<(), String> {
        self.send(Message::Do(Command::Open(Box::new(super::load(saved)?))));
        self.shell.begin();
        Ok(())
    }

    fn take_trace(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn digest(&self) -> String {
        format!("{:016x}", cueline::digest::digest(&self.viewer.peek().state))
    }
}
