//! The form in which a queue is saved: entries by what decides how they go on, not by where they lie.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};

use super::{
    EntryId, Sequencer,
    line::Line,
    moment::Pass,
    row::{Life, Row, Slot},
    state::{Live, Waiting},
    turn::Hold,
};
use crate::{
    event::Event,
    form::Form,
    time::{Span, Time},
};

/// The form in which it is saved.
#[derive(Deserialize)]
#[serde(rename = "Sequencer")]
pub(super) struct Saved<P> {
    #[serde(rename = "version", default)]
    _form: Form,
    now: Time,
    waiting: Vec<Waiting<P>>,
    foreground: Vec<Live<P>>,
    background: Vec<Live<P>>,
    #[serde(deserialize_with = "crate::count::read")]
    next_id: u64,
    #[serde(deserialize_with = "crate::count::read")]
    running: u64,
    #[serde(deserialize_with = "crate::count::read")]
    last: u64,
    sealed: bool,
    holding: usize,
    epoch_end: Time,
    labels: Vec<(u64, String)>,
    dropped: Vec<Event<EntryId>>,
}

impl<P: Serialize> Serialize for Sequencer<P> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut to = to.serialize_struct("Sequencer", 13)?;
        to.serialize_field("version", &Form)?;
        to.serialize_field("now", &self.now)?;
        to.serialize_field("waiting", &List(self.waiting_views()))?;
        to.serialize_field("foreground", &List(self.foreground_views()))?;
        to.serialize_field("background", &List(self.background_views()))?;
        to.serialize_field("next_id", &self.next_id)?;
        to.serialize_field("running", &self.running)?;
        to.serialize_field("last", &self.last)?;
        to.serialize_field("sealed", &self.sealed)?;
        to.serialize_field("holding", &self.hold.entries)?;
        to.serialize_field("epoch_end", &self.hold.end)?;
        to.serialize_field("labels", &self.labels)?;
        to.serialize_field("dropped", &self.dropped)?;
        to.end()
    }
}

struct List<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<_> = self.0.clone().collect(); // some formats want to know how many
        to.collect_seq(rows)
    }
}

impl<P> From<Saved<P>> for Sequencer<P> {
    fn from(saved: Saved<P>) -> Self {
        let mut line = Line::new();
        line.rows = saved.foreground.into_iter().map(Row::from).collect();
        line.live = line.rows.len();
        line.over = line.rows.iter().filter(|row| row.slot.is_over()).count();
        // Nothing was queued later than now, unless a save lies.
        let waiting = |row: Waiting<P>| Waiting { queued: row.queued.min(saved.now), ..row };
        line.rows.extend(saved.waiting.into_iter().map(waiting).map(Row::from));
        let mut pass = Pass::NONE;
        pass.first_new = saved.next_id;
        pass.extra = true; // for all that it knows
        Self {
            now: saved.now,
            line,
            background: saved.background.into_iter().map(Row::from).collect(),
            next_id: saved.next_id,
            running: saved.running,
            last: saved.last,
            sealed: saved.sealed,
            hold: Hold { entries: saved.holding, end: saved.epoch_end },
            labels: saved.labels,
            dropped: saved.dropped,
            pass,
            ..Self::default()
        }
    }
}

impl<P> From<Waiting<P>> for Row<P> {
    fn from(waiting: Waiting<P>) -> Self {
        let Waiting { id, epoch, role, delay, length, queued, payload } = waiting;
        Self::waiting((id, epoch, role), queued, (delay, length), payload)
    }
}

impl<P> From<Live<P>> for Row<P> {
    fn from(live: Live<P>) -> Self {
        let Live { id, epoch, role, start, length, called, .. } = live;
        let timing = (Span::ZERO, length);
        let mut row = Self::waiting((id, epoch, role), start, timing, None);
        row.slot = match live.payload {
            _ if live.ended => Slot::Over,
            Some(payload) => Slot::Odd(payload),
            None => Slot::Called, // saved from its own callback
        };
        if let Some(called) = called {
            row.set_called(called);
        } else if live.begun {
            row.life = Life::Begun;
        }
        row
    }
}
