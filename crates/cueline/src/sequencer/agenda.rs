//! The agenda: the entries that play or wait, with their known starts.

use super::{EntryDuration, EntryId, Role, Sequencer, lane::Ground, row::Row};
use crate::time::Time;

impl<P> Sequencer<P> {
    /// All entries that play or wait, for display: first the entries that play, then the entries that wait for their
    /// epoch, in order, then the entries that wait for another entry.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, EntryDuration, Sequencer}, time::{Time, ms}};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(300), "walk");
    /// queue.enqueue(EntryDuration::Open, "wait for the player");
    /// queue.enqueue(ms(200), "bow");
    /// let starts: Vec<_> = queue.agenda().map(|upcoming| upcoming.start).collect();
    /// assert_eq!(starts, [Some(Time::ZERO), Some(Time::from_millis(300)), None], "the wait may take any time");
    /// ```
    pub fn agenda(&self) -> impl Iterator<Item = Upcoming<'_, P>> {
        let live = self.lanes.live().filter_map(|row| plan(row, Some(row.time())));
        let mut forecast = Forecast::new(self);
        let waiting = self.lanes.waiting.iter().filter_map(move |row| {
            let start = forecast.start_of(row);
            plan(row, start)
        });
        let followers = self.followers.iter().filter_map(|(of, row)| {
            let end = self.lanes.get(of).and_then(|row| row.end());
            plan(row, end.map(|end| end.max(self.now) + row.delay()))
        });
        live.chain(waiting).chain(followers)
    }
}

fn plan<P>(row: &Row<P>, start: Option<Time>) -> Option<Upcoming<'_, P>> {
    let payload = row.payload()?;
    let duration = row.entry_duration();
    Some(Upcoming { id: row.id, payload, role: row.role, start, duration })
}

/// One line of the [agenda](Sequencer::agenda).
#[derive(Debug)]
pub struct Upcoming<'a, P> {
    /// The entry.
    pub id: EntryId,
    /// What the game queued.
    pub payload: &'a P,
    /// Whether the entry holds its epoch, and its lane.
    pub role: Role,
    /// The time at which the entry begins to show, after its delay; `None` if an earlier entry has no known end.
    pub start: Option<Time>,
    /// How long the entry shows; `None` if it has no known end.
    pub duration: Option<EntryDuration>,
}

/// Computes when each epoch ahead will start.
struct Forecast {
    epoch: u64,
    start: Option<Time>,
    end: Option<Time>,
}

impl Forecast {
    fn new<P>(queue: &Sequencer<P>) -> Self {
        let holding =
            queue.lanes.lane(Ground::Front).live().filter(|row| row.role == Role::Holding);
        let first = Some(queue.lanes.hold_end().max(queue.now));
        let end = holding.map(|row| row.end()).fold(first, |latest, end| Some(latest?.max(end?)));
        Self { epoch: queue.running, start: None, end }
    }

    fn start_of<P>(&mut self, row: &Row<P>) -> Option<Time> {
        if row.epoch != self.epoch {
            self.epoch = row.epoch;
            self.start = self.end.map(|end| end.max(row.time()));
            self.end = self.start;
        }
        let start = self.start.map(|start| start + row.delay());
        if row.role == Role::Holding && !row.is_over() {
            self.end = match (self.end, start, row.span()) {
                (Some(end), Some(start), Some(span)) => Some(end.max(start + span)),
                _ => None,
            };
        }
        start
    }
}
