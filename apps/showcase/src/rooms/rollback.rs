//! Rollback: the other player's input comes late, so the game guesses, goes back and runs again. A ledger keeps what
//! was heard already, so nothing sounds twice.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    num::NonZeroUsize,
};

use cueline::{
    digest::{Digest, digest},
    history::{Ledger, Novelty, Snapshots},
    prelude::*,
};
use cueline_egui::{Bar, Lanes};
use cueline_picture::{Picture, Point, Rect, Shape};

use crate::{
    Claim, Control, Room,
    room::strip,
    scene::{BAD, FAINT, INK, INKS, SIZE, disc, label, panel, px},
};

const RATE: TickRate = TickRate::HZ_60;
const LAGS: [(&str, i64); 3] = [("Lag 0 ms", 0), ("Lag 100 ms", 6), ("Lag 300 ms", 18)];

/// What is shown and heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
struct Shot {
    player: usize,
    from: (i64, i64),
}

/// The whole game: all that is rolled back.
#[derive(Clone, Debug, PartialEq, Digest)]
struct Game {
    queue: Sequencer<Shot>,
    /// Height and velocity of each player.
    players: [(i64, i64); 2],
    shots: [u32; 2],
}

/// What a player presses in a tick: 0 nothing, 1 up, 2 down, 3 a shot.
type Input = u8;

/// Sounds of a tick: the player and the number of the shot.
type Sound = (usize, u32);

impl Game {
    fn new() -> Self {
        Self { queue: Sequencer::new(), players: [(0, 0); 2], shots: [0; 2] }
    }

    fn tick(&mut self, inputs: [Input; 2]) -> Vec<Sound> {
        let mut sounds = Vec::new();
        for (player, input) in inputs.into_iter().enumerate() {
            let (y, v) = &mut self.players[player];
            *v = (*v * 7 / 8) + [0, -40, 40, 0][usize::from(input % 4)];
            *y = (*y + *v / 8).clamp(-1000, 1000);
            if input == 3 {
                self.shots[player] += 1;
                let from = (i64::try_from(player).unwrap_or(0), *y);
                self.queue.now(ms(500), Shot { player, from });
                sounds.push((player, self.shots[player]));
            }
        }
        let advanced = self.queue.advance(RATE.span_of(1), |_, _| {});
        debug_assert!(advanced.is_ok(), "{advanced:?}");
        sounds
    }
}

/// What a player really presses in a tick; the other one learns of it later.
fn truth(player: usize, tick: i64) -> Input {
    let (tick, player) = (tick.unsigned_abs(), player as u64);
    let mixed = digest(&(player, tick / (9 + player * 4)));
    if tick % (23 + 6 * player) == 0 && tick > 0 { 3 } else { (mixed % 3) as Input }
}

/// Ticks in a row with one input: the first one, the one after the last, and the input.
fn runs(inputs: impl Iterator<Item = (i64, Input)>) -> Vec<(i64, i64, Input)> {
    let mut runs: Vec<(i64, i64, Input)> = Vec::new();
    for (tick, input) in inputs {
        match runs.last_mut() {
            Some((_, end, last)) if *end == tick && *last == input => *end += 1,
            _ => runs.push((tick, tick + 1, input)),
        }
    }
    runs
}

/// The room.
#[derive(Debug)]
pub(super) struct Rollback {
    now: Time,
    tick: i64,
    lag: i64,
    game: Game,
    states: Snapshots<Game>,
    ledger: Ledger<Sound>,
    /// The guess for each tick that is not known yet.
    guesses: BTreeMap<i64, Input>,
    /// The game that never guesses: as far as all inputs are known.
    known: (i64, Game),
    careless: bool,
    heard: Vec<(i64, Sound)>,
    /// How many sounds it has played, also those that were retracted.
    played: u64,
    retracted: u32,
    again: u64,
    /// The tick at which a guess was wrong last.
    went_back: Option<i64>,
    confirmed_agrees: bool,
}

impl Default for Rollback {
    fn default() -> Self {
        Self {
            now: Time::ZERO,
            tick: 0,
            lag: 6,
            game: Game::new(),
            states: Snapshots::new(NonZeroUsize::new(32).unwrap_or(NonZeroUsize::MIN)),
            ledger: Ledger::new(),
            guesses: BTreeMap::new(),
            known: (0, Game::new()),
            careless: false,
            heard: Vec::new(),
            played: 0,
            retracted: 0,
            again: 0,
            went_back: None,
            confirmed_agrees: true,
        }
    }
}

impl Rollback {
    // code
    fn run(&mut self, tick: i64, remote: Input) {
        self.states.keep(Tick::new(tick), &self.game);
        for sound in self.game.tick([truth(0, tick), remote]) {
            match self.ledger.report(Tick::new(tick), sound) {
                Ok(Novelty::New) => self.play(tick, sound),
                _ if self.careless => self.play(tick, sound),
                _ => {}
            }
        }
    }

    fn go_back_to(&mut self, tick: i64) {
        let Ok(state) = self.states.restore(Tick::new(tick)) else { return };
        self.game.clone_from(state);
        self.ledger.rewind(Tick::new(tick));
        for tick in tick..self.tick {
            let input = self.guesses.get(&tick).copied().unwrap_or_else(|| truth(1, tick));
            self.run(tick, input);
            self.again += 1;
        }
        for (tick, sound) in self.ledger.settle(Tick::new(self.tick - 1)) {
            self.heard.retain(|heard| *heard != (tick.get(), sound)); // fade it out
            self.retracted += 1;
        }
    }
    // end

    fn play(&mut self, tick: i64, sound: Sound) {
        self.heard.push((tick, sound));
        self.played += 1;
    }

    fn next_tick(&mut self) {
        let tick = self.tick;
        let known = tick - self.lag; // its input arrives now
        if let Some(guess) = self.guesses.remove(&known)
            && guess != truth(1, known)
        {
            // Everything after it is guessed again, from what is known now.
            for later in known + 1..tick {
                self.guesses.insert(later, Self::guess(known));
            }
            self.go_back_to(known);
            self.went_back = Some(tick);
        }
        let input = if self.lag == 0 { truth(1, tick) } else { Self::guess(known) };
        if self.lag > 0 {
            self.guesses.insert(tick, input);
        }
        self.run(tick, input);
        self.tick += 1;
        while self.known.0 < known {
            let at = self.known.0;
            self.known.1.tick([truth(0, at), truth(1, at)]);
            self.known.0 += 1;
        }
        if let Ok(state) = self.states.restore(Tick::new(self.known.0)) {
            self.confirmed_agrees = digest(state) == digest(&self.known.1);
        }
    }

    /// The other player goes on with what is known of them last.
    fn guess(known: i64) -> Input {
        truth(1, known.max(0))
    }

    fn doubles(&self) -> usize {
        let different: BTreeSet<_> = self.heard.iter().collect();
        self.heard.len() - different.len()
    }
}

impl Room for Rollback {
    fn title(&self) -> &'static str {
        "Rollback"
    }

    fn idea(&self) -> &'static str {
        "The other player's input comes late. The game guesses, goes back and runs again, and nothing sounds twice."
    }

    fn code(&self) -> String {
        strip(include_str!("rollback.rs"))
    }

    fn running(&self) -> Vec<&'static str> {
        let went_back = self.went_back.is_some_and(|tick| self.tick - tick < 12);
        let lines = ["self.game.tick(", "self.game.clone_from("];
        lines[..if went_back { 2 } else { 1 }].to_vec()
    }

    fn controls(&self) -> Vec<Control> {
        let lags = LAGS.map(|(name, lag)| Control::switch(name, self.lag == lag));
        let mut controls = lags.to_vec();
        controls.push(Control::breaks("Play every sound as it comes", self.careless));
        controls
    }

    fn press(&mut self, name: &str) {
        if let Some((_, lag)) = LAGS.iter().find(|(other, _)| *other == name) {
            let careless = self.careless;
            *self = Self { lag: *lag, careless, played: self.played, ..Self::default() };
        } else if name == "Play every sound as it comes" {
            let careless = !self.careless;
            // Without a lag nothing is guessed, and nothing could sound twice.
            let lag = if careless && self.lag == 0 { LAGS[1].1 } else { self.lag };
            if lag != self.lag {
                *self = Self { lag, played: self.played, ..Self::default() };
            }
            self.careless = careless;
            self.heard.clear();
        }
    }

    fn frame(&mut self, by: Span) {
        let before = RATE.tick_at(self.now).get();
        self.now += by;
        for _ in before..RATE.tick_at(self.now).get() {
            self.next_tick();
        }
    }

    fn claims(&self) -> Vec<Claim> {
        vec![
            Claim {
                sentence: "No sound is heard twice.",
                holds: self.doubles() == 0,
                figures: format!(
                    "{} heard, {} twice, {} retracted, {} ticks run again",
                    self.heard.len(),
                    self.doubles(),
                    self.retracted,
                    self.again
                ),
            },
            Claim {
                sentence: "What is confirmed equals a game that never guessed.",
                holds: self.confirmed_agrees,
                figures: format!("at tick {}: {:016x}", self.known.0, digest(&self.known.1)),
            },
        ]
    }

    fn digest(&self) -> u64 {
        digest(&(&self.game, &self.heard, self.retracted, self.again))
    }

    fn sounds(&self) -> u64 {
        self.played
    }

    fn lanes(&self) -> Cow<'_, Lanes> {
        let mut lanes = Lanes::default().with_window(secs(1.5), secs(0.5));
        let first = (self.tick - 120).max(0);
        let confirmed = (first..self.known.0).map(|tick| (tick, truth(1, tick)));
        let predicted = self.guesses.iter().map(|(tick, input)| (*tick, *input));
        let moment = |tick: i64| RATE.time_of(Tick::new(tick));
        let bars = [("confirmed", runs(confirmed)), ("predicted", runs(predicted))];
        let bars = bars.into_iter().flat_map(|(word, runs)| {
            runs.into_iter().map(move |(start, end, input)| {
                let name = ["rest", "up", "down", "shot"][usize::from(input % 4)];
                Bar::new(format!("{word}: {name}"), moment(start), Some(moment(end)))
            })
        });
        lanes.show(self.now, (0..).zip(bars));
        Cow::Owned(lanes)
    }

    fn draw(&self, picture: &mut Picture<()>) {
        panel(picture, Rect::new(0.0, 0.0, SIZE.0, SIZE.1).grown(-16.0));
        let y = |height: i64| 210.0 + px(height as f64) * 0.14;
        let side = |player: usize| if player == 0 { 120.0 } else { SIZE.0 - 120.0 };
        let now = self.game.queue.time();
        for entry in self.game.queue.agenda() {
            let Some(start) = entry.start.filter(|start| *start <= now) else { continue };
            let t = px((now - start).ratio(ms(500))).clamp(0.0, 1.0);
            let Shot { player, from } = *entry.payload;
            let (x, goal) = (side(player), side(1 - player));
            disc(picture, x + (goal - x) * t, y(from.1), 8.0, INKS[0].with_opacity(1.0 - t * 0.6));
        }
        for (player, (height, _)) in self.game.players.iter().enumerate() {
            let name = ["you", "the other player, guessed"][player];
            label(picture, side(player), y(*height) + 43.0, 15.0, name, INK);
            disc(picture, side(player), y(*height), 28.0, INKS[1 + player]);
        }
        // What the other one really does, as far as it is known.
        let (height, _) = self.known.1.players[1];
        let ghost = Point::new(side(1), y(height));
        picture.stroke(Shape::Circle(ghost, 28.0), INKS[2].with_opacity(0.7), 2.0);
        label(picture, ghost.x, ghost.y - 44.0, 15.0, "known", FAINT);
        let doubles = self.doubles();
        let color = if doubles == 0 { INK } else { BAD };
        let text =
            format!("{} sounds, {doubles} twice, {} retracted", self.heard.len(), self.retracted);
        label(picture, SIZE.0 / 2.0, 48.0, 22.0, &text, color);
        let text = format!("{} ticks run again", self.again);
        label(picture, SIZE.0 / 2.0, SIZE.1 - 42.0, 18.0, &text, FAINT);
    }
}
