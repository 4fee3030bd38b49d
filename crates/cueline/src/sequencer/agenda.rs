//! What is to come: everything that plays or waits, with its start as far as that is known.

use super::{EntryDuration, EntryId, Role, Sequencer, row::Row};
use crate::time::Time;

impl<P> Sequencer<P> {
    /// Everything that is playing or waiting, for display: the playing ones, then the waiting ones
    /// in order, whose starts are given as far as they are known.
    pub fn agenda(&self) -> impl Iterator<Item = Upcoming<'_, P>> {
        let live = self.live().filter_map(|row| plan(row, Some(row.time)));
        let mut forecast = Forecast::new(self);
        live.chain(self.line.waiting().iter().filter_map(move |row| {
            let start = forecast.start_of(row);
            plan(row, start)
        }))
    }
}

fn plan<P>(row: &Row<P>, start: Option<Time>) -> Option<Upcoming<'_, P>> {
    let payload = row.slot.payload()?;
    Some(Upcoming { id: row.id, payload, role: row.role, start, duration: row.length() })
}

/// One line of the [agenda](Sequencer::agenda).
#[derive(Debug)]
pub struct Upcoming<'a, P> {
    /// Which entry it is.
    pub id: EntryId,
    /// What the game queued.
    pub payload: &'a P,
    /// What it does to its epoch.
    pub role: Role,
    /// When it first shows, its delay included; absent where something before it has no known end.
    pub start: Option<Time>,
    /// How long it takes from there.
    pub duration: EntryDuration,
}

/// Follows the epochs ahead to tell when each will start.
struct Forecast {
    epoch: u64,
    start: Option<Time>,
    end: Option<Time>,
}

impl Forecast {
    fn new<P>(queue: &Sequencer<P>) -> Self {
        let holding = queue.line.on_show().iter().filter(|row| {
            row.role == Role::Holding && row.epoch == queue.running && !row.slot.is_over()
        });
        let first = Some(queue.hold.end.max(queue.now));
        let end = holding.map(Row::end).fold(first, |latest, end| Some(latest?.max(end?)));
        Self { epoch: queue.running, start: None, end }
    }

    fn start_of<P>(&mut self, row: &Row<P>) -> Option<Time> {
        if row.epoch != self.epoch {
            self.epoch = row.epoch;
            self.start = self.end.map(|end| end.max(row.time));
            self.end = self.start;
        }
        let start = self.start.map(|start| start + row.delay());
        if row.role == Role::Holding && !row.slot.is_over() {
            self.end = match (self.end, start, row.length()) {
                (Some(end), Some(start), EntryDuration::Fixed(span)) => Some(end.max(start + span)),
                _ => None,
            };
        }
        start
    }
}
