//! What the host was told, so that it is told again only what has changed.

use alloc::{collections::VecDeque, vec::Vec};

use crate::{
    event::{Event, Reason},
    time::Tick,
};

/// Whether something is news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Novelty {
    /// The host does not know it yet.
    New,
    /// The host was told before the tick was simulated anew: it goes on as it is.
    Repeated,
}

/// What happened in the ticks that may still be simulated anew.
///
/// An event is anything that can be compared: an event, or better what the host made of it, as an event's
/// id and the sound that plays for it. Two events are the same when they are equal and happened in the
/// same tick.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ledger<E> {
    told: VecDeque<(Tick, E)>,
    /// Told before the last rewind and not yet again, in the order of ticks.
    doubtful: VecDeque<(Tick, E)>,
}

impl<E> Default for Ledger<E> {
    fn default() -> Self {
        Self { told: VecDeque::new(), doubtful: VecDeque::new() }
    }
}

impl<E: PartialEq> Ledger<E> {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Enters an event of a tick, and says whether it is news. Ticks come in rising order, but for
    /// those that [`rewind`](Self::rewind) has gone back to.
    pub fn report(&mut self, tick: Tick, event: E) -> Novelty {
        let known =
            (self.doubtful.iter()).position(|(then, other)| *then == tick && *other == event);
        let place = self.told.partition_point(|(then, _)| *then <= tick);
        self.told.insert(place, (tick, event));
        match known.and_then(|known| self.doubtful.remove(known)) {
            Some(_) => Novelty::Repeated,
            None => Novelty::New,
        }
    }

    /// Says that `tick` and all after it will be simulated anew: what they told is in doubt.
    pub fn rewind(&mut self, tick: Tick) {
        let kept = self.told.partition_point(|(then, _)| *then < tick);
        for (then, event) in self.told.split_off(kept) {
            let place = self.doubtful.partition_point(|(other, _)| *other <= then);
            self.doubtful.insert(place, (then, event));
        }
    }

    /// Says that everything up to and including `tick` has been simulated anew, and hands back what
    /// did not happen after all: to be retracted, in the order of ticks.
    #[must_use = "what is not retracted sounds on"]
    pub fn settle(&mut self, tick: Tick) -> Vec<(Tick, E)> {
        let settled = self.doubtful.partition_point(|(then, _)| *then <= tick);
        self.doubtful.drain(..settled).collect()
    }

    /// Forgets what happened before `tick`: it will not be simulated anew any more.
    pub fn forget_through(&mut self, tick: Tick) {
        let confirmed = self.told.partition_point(|(then, _)| *then < tick);
        self.told.drain(..confirmed);
    }

    /// What was told and stands, from the oldest on.
    pub fn reported(&self) -> impl Iterator<Item = &(Tick, E)> {
        self.told.iter()
    }
}

impl<Id: Copy + PartialEq> Ledger<Event<Id>> {
    /// Enters the events of a tick; those that the host knows are given the reason
    /// [`Reason::Resimulated`].
    pub fn report_events(&mut self, tick: Tick, edges: &mut [Event<Id>]) {
        for edge in edges {
            if self.report(tick, *edge) == Novelty::Repeated {
                edge.reason = Reason::Resimulated;
            }
        }
    }
}
