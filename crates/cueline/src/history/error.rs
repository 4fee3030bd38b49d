//! Errors of ledgers, recordings and rings of states.

use core::fmt;

use crate::time::Tick;

/// Why a tick is refused, or a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HistoryError {
    /// A tick that cannot report to a [`Ledger`](super::Ledger): it is forgotten, or a later tick has reported and
    /// [`rewind`](super::Ledger::rewind) was not called.
    Closed {
        /// The tick that cannot report.
        tick: Tick,
        /// The first tick that can report.
        first: Tick,
    },
    /// A state that [`Snapshots`](super::Snapshots) do not have.
    NotKept {
        /// The requested tick.
        asked: Tick,
        /// The oldest and the newest tick in the ring, or `None` if the ring is empty.
        kept: Option<(Tick, Tick)>,
    },
    /// A tick that a [`Recording`](super::Recording) can no longer take: it has run, or is before the first tick.
    Past {
        /// The refused tick.
        tick: Tick,
        /// The first tick that can be recorded.
        end: Tick,
    },
    /// The fields of the recording are inconsistent.
    Damaged,
    /// A replay that differs from the recorded run.
    Diverged {
        /// The first tick after which the states differ.
        tick: Tick,
        /// The digest in the recording.
        recorded: u64,
        /// The digest in the replay.
        replayed: u64,
    },
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed { tick, first } => write!(
                f,
                "tick {} cannot report any more; the first tick that can is {}",
                tick.get(),
                first.get()
            ),
            Self::NotKept { asked, kept: Some((oldest, newest)) } => write!(
                f,
                "the ring has no state of tick {}; it has states of some ticks from {} to {}",
                asked.get(),
                oldest.get(),
                newest.get()
            ),
            Self::NotKept { asked, kept: None } => {
                write!(f, "the ring has no state of tick {}, as it is empty", asked.get())
            }
            Self::Past { tick, end } => write!(
                f,
                "tick {} cannot be recorded any more; the first tick that can is {}",
                tick.get(),
                end.get()
            ),
            Self::Damaged => f.write_str("the recording is damaged: its parts do not fit together"),
            Self::Diverged { tick, recorded, replayed } => write!(
                f,
                "the replay differs at tick {}: digest {replayed:016x}, recorded {recorded:016x}",
                tick.get()
            ),
        }
    }
}

impl core::error::Error for HistoryError {}
