//! What is to come: everything that plays or waits, with its start as far as that is known.

use super::{
    EntryId, Length, Role, Sequencer,
    entry::{Live, Waiting},
};
use crate::time::Time;

impl<P> Sequencer<P> {
    /// Everything that is playing or waiting, for display: the playing ones, then the waiting ones
    /// in order, whose starts are given as far as they are known.
    pub fn agenda(&self) -> impl Iterator<Item = Planned<'_, P>> {
        let live = self.foreground.iter().chain(&self.background).filter_map(|live| {
            let payload = live.payload.as_ref()?;
            let start = Some(live.start);
            Some(Planned { id: live.id, payload, role: live.role, start, length: live.length })
        });
        let mut forecast = Forecast::new(self);
        live.chain(self.waiting.iter().filter_map(move |waiting| {
            let start = forecast.start_of(waiting);
            let payload = waiting.payload.as_ref()?;
            Some(Planned {
                id: waiting.id,
                payload,
                role: waiting.role,
                start,
                length: waiting.length,
            })
        }))
    }
}

/// One line of the [agenda](Sequencer::agenda).
#[derive(Debug)]
pub struct Planned<'a, P> {
    /// Which entry it is.
    pub id: EntryId,
    /// What the game queued.
    pub payload: &'a P,
    /// What it does to its epoch.
    pub role: Role,
    /// When it first shows, its delay included; absent where something before it has no known end.
    pub start: Option<Time>,
    /// How long it takes from there.
    pub length: Length,
}

/// Follows the epochs ahead to tell when each will start.
struct Forecast {
    epoch: u64,
    start: Option<Time>,
    end: Option<Time>,
}

impl Forecast {
    fn new<P>(queue: &Sequencer<P>) -> Self {
        let ends = queue.foreground.iter().filter(|live| {
            live.role == Role::Holding && live.epoch == queue.running && !live.ended
        });
        let first = Some(queue.epoch_end.max(queue.now));
        let end = ends.map(Live::end).fold(first, |latest, end| Some(latest?.max(end?)));
        Self { epoch: queue.running, start: None, end }
    }

    fn start_of<P>(&mut self, waiting: &Waiting<P>) -> Option<Time> {
        if waiting.epoch != self.epoch {
            self.epoch = waiting.epoch;
            self.start = self.end.map(|end| end.max(waiting.queued));
            self.end = self.start;
        }
        let start = self.start.map(|start| start + waiting.delay);
        if waiting.role == Role::Holding && waiting.payload.is_some() {
            self.end = match (self.end, start, waiting.length) {
                (Some(end), Some(start), Length::Fixed(span)) => Some(end.max(start + span)),
                _ => None,
            };
        }
        start
    }
}
