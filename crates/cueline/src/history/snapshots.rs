//! The last states of a simulation, for rollback and undo.

use alloc::collections::VecDeque;
use core::num::NonZeroUsize;

use super::HistoryError;
use crate::time::Tick;

/// A ring of the last states of a simulation, each with the tick that was about to run in that state.
///
/// A full ring overwrites its oldest state with [`Clone::clone_from`], which reuses the memory of players and
/// sequencers.
#[derive(Clone, Debug)]
pub struct Snapshots<S> {
    states: VecDeque<(Tick, S)>,
    capacity: NonZeroUsize,
}

impl<S: Clone> Snapshots<S> {
    /// An empty ring for up to `capacity` states.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Snapshots, time::Tick};
    /// use std::num::NonZeroUsize;
    ///
    /// let mut states = Snapshots::new(NonZeroUsize::new(2).unwrap());
    /// assert_eq!(states.kept(), None);
    /// (0..9).for_each(|tick| states.keep(Tick::new(tick), &tick));
    /// assert_eq!(states.kept(), Some((Tick::new(7), Tick::new(8))), "the last two");
    /// ```
    #[must_use]
    pub fn new(capacity: NonZeroUsize) -> Self {
        Self { states: VecDeque::with_capacity(capacity.get()), capacity }
    }

    /// Keeps a clone of the state before `tick` runs. Drops kept states of `tick` and of later ticks, which are wrong
    /// after a rollback. If the ring is full, drops the oldest state.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Snapshots, time::Tick};
    /// use std::num::NonZeroUsize;
    ///
    /// let mut states = Snapshots::new(NonZeroUsize::new(2).unwrap());
    /// (0..3).for_each(|tick| states.keep(Tick::new(tick), &format!("before {tick}")));
    /// assert_eq!(states.restore(Tick::new(1))?, "before 1");
    /// assert!(states.restore(Tick::new(0)).is_err(), "two states are kept");
    /// # Ok::<(), cueline::history::HistoryError>(())
    /// ```
    pub fn keep(&mut self, tick: Tick, state: &S) {
        let mut spare = None;
        while self.states.back().is_some_and(|(last, _)| *last >= tick) {
            spare = self.states.pop_back();
        }
        if self.states.len() == self.capacity.get() {
            spare = self.states.pop_front();
        }
        match spare {
            Some((_, mut old)) => {
                old.clone_from(state);
                self.states.push_back((tick, old));
            }
            None => self.states.push_back((tick, state.clone())),
        }
    }

    /// The state before `tick` ran. Copy it to the running state with [`Clone::clone_from`].
    ///
    /// # Errors
    ///
    /// [`HistoryError`] if the ring never had a state of `tick`, or has dropped it.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Snapshots, sequencer::{Enqueue, Sequencer}, time::{Tick, ms}};
    /// use std::num::NonZeroUsize;
    ///
    /// let mut states = Snapshots::new(NonZeroUsize::new(8).unwrap());
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "hop");
    /// states.keep(Tick::new(0), &queue);
    /// queue.advance(ms(500), |_, _| ())?;
    /// queue.clone_from(states.restore(Tick::new(0))?);
    /// assert_eq!(queue.len(), 1, "the hop lies ahead again");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn restore(&self, tick: Tick) -> Result<&S, HistoryError> {
        match self.nearest(tick) {
            Some((found, state)) if found == tick => Ok(state),
            _ => Err(HistoryError::NotKept { asked: tick, kept: self.kept() }),
        }
    }

    /// The newest state of `tick` or of an earlier tick, with its tick. For games that do not keep a state at every
    /// tick: simulate from that state to `tick` with the recorded inputs.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Snapshots, time::Tick};
    /// use std::num::NonZeroUsize;
    ///
    /// let mut states = Snapshots::new(NonZeroUsize::new(8).unwrap());
    /// states.keep(Tick::new(0), &'a');
    /// states.keep(Tick::new(60), &'b');
    /// assert_eq!(states.nearest(Tick::new(59)), Some((Tick::new(0), &'a')));
    /// ```
    #[must_use]
    pub fn nearest(&self, tick: Tick) -> Option<(Tick, &S)> {
        let after = self.states.partition_point(|(kept, _)| *kept <= tick);
        let (found, state) = self.states.get(after.checked_sub(1)?)?;
        Some((*found, state))
    }

    /// All kept states with their ticks, from the oldest on.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Snapshots, time::Tick};
    /// use std::num::NonZeroUsize;
    ///
    /// let mut states = Snapshots::new(NonZeroUsize::new(2).unwrap());
    /// states.keep(Tick::new(0), &"before the jump");
    /// states.keep(Tick::new(4), &"in the air");
    /// assert!(states.iter().map(|(tick, _)| tick.get()).eq([0, 4]));
    /// ```
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Tick, &S)> {
        self.states.iter().map(|(tick, state)| (*tick, state))
    }

    /// The ticks of the oldest and the newest kept state, or `None` if the ring is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{history::Snapshots, time::Tick};
    /// use std::num::NonZeroUsize;
    ///
    /// let mut states = Snapshots::new(NonZeroUsize::new(2).unwrap());
    /// (3..6).for_each(|tick| states.keep(Tick::new(tick), &tick));
    /// assert_eq!(states.kept(), Some((Tick::new(4), Tick::new(5))));
    /// ```
    #[must_use]
    pub fn kept(&self) -> Option<(Tick, Tick)> {
        Some((self.states.front()?.0, self.states.back()?.0))
    }
}
