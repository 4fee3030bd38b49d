//! Rollback netcode in one loop: the other player's inputs come three ticks late. Until then the game guesses, and when a
//! guess was wrong it goes back and runs the ticks again. Sounds that play already do not start twice, and sounds of
//! what did not happen stop.

use std::{collections::BTreeSet, num::NonZeroUsize};

use cueline::{
    digest::{Digest, digest},
    history::{HistoryError, Ledger, Novelty, Snapshots},
    prelude::*,
    sequencer::AdvanceError,
};

const DELAY: i64 = 3;
const RATE: TickRate = TickRate::HZ_60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest)]
enum Show {
    Swing { player: usize },
    Hit { player: usize },
}

/// All that decides the game: a flat copy is a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Digest)]
struct State {
    queue: Sequencer<Show>,
    hits: [u32; 2],
}

impl State {
    /// One tick with the inputs of both players: whether each has pressed the button.
    fn tick(&mut self, pressed: [bool; 2]) -> Result<Vec<Show>, AdvanceError> {
        for player in (0..2).filter(|player| pressed[*player]) {
            self.queue.now(ms(100), Show::Swing { player });
        }
        let Self { queue, hits } = self;
        let mut sounds = Vec::new();
        queue.advance(RATE.span_of(1), |update, commands| {
            if update.before.is_zero() {
                sounds.push(*update.payload); // its first call
            }
            if let Show::Swing { player } = *update.payload
                && update.ended
            {
                hits[player] += 1;
                commands.now(ms(150), Show::Hit { player });
            }
        })?;
        Ok(sounds)
    }
}

struct Session {
    state: State,
    snapshots: Snapshots<State>,
    ledger: Ledger<Show>,
    audible: BTreeSet<String>,
}

impl Session {
    fn run(&mut self, tick: i64, pressed: [bool; 2]) -> Result<(), Box<dyn std::error::Error>> {
        let now = Tick::new(tick);
        self.snapshots.keep(now, &self.state);
        for sound in self.state.tick(pressed)? {
            if self.ledger.report(now, sound)? == Novelty::New {
                self.audible.insert(format!("{now} {sound:?}")); // audio.play(..)
            }
        }
        Ok(())
    }

    /// Goes back before `tick`.
    fn rewind(&mut self, tick: i64) -> Result<(), HistoryError> {
        let tick = Tick::new(tick);
        self.state.clone_from(self.snapshots.restore(tick)?);
        self.ledger.rewind(tick);
        Ok(())
    }

    /// Every tick up to `tick` stands or has run again: stops what did not happen.
    fn settle(&mut self, tick: i64) {
        for (then, sound) in self.ledger.settle(Tick::new(tick)) {
            self.audible.remove(&format!("{then} {sound:?}")); // audio.stop(..)
        }
    }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ours = |tick: i64| tick % 11 == 0;
    let theirs = |tick: i64| tick % 7 == 2; // what the network brings, DELAY ticks later
    let session = || Session {
        state: State::default(),
        snapshots: Snapshots::new(NonZeroUsize::new(5).expect("above zero")),
        ledger: Ledger::new(),
        audible: BTreeSet::new(),
    };

    let mut online = session();
    for tick in 0..100 {
        // The input of an older tick comes in. The guess was: not pressed.
        if let Some(late) = Some(tick - DELAY).filter(|late| *late >= 0 && theirs(*late)) {
            online.rewind(late)?;
            (late..tick).try_for_each(|tick| online.run(tick, [ours(tick), tick == late]))?;
            online.settle(tick - 1);
        }
        online.run(tick, [ours(tick), false])?;
    }

    // The same match with all inputs known at once.
    let mut known = session();
    (0..100)
        .try_for_each(|tick| known.run(tick, [ours(tick), theirs(tick) && tick < 100 - DELAY]))?;
    assert_eq!(digest(&online.state), digest(&known.state), "the checksums agree");
    assert_eq!(online.audible, known.audible, "each sound started once, and none is left over");
    assert!(online.state.hits[1] > 10, "the other player has struck");
    Ok(())
}
