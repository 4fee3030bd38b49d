//! The first event in which two runs differ.

use crate::{event::Event, time::Tick};

/// The field of an event in which two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventField {
    /// The tick that reported the event.
    Tick,
    /// The item of the event.
    Id,
    /// What happened.
    Kind,
    /// The time at which the event was due.
    Due,
    /// The time from there to the end of the step that reported the event.
    Lateness,
    /// Why the event was reported.
    Reason,
    /// Whether time ran forward or backward.
    Direction,
    /// The pass in which the event was due.
    LoopIndex,
    /// One run has ended, the other run has one more event.
    Missing,
}

crate::digest::digested! {
    enum EventField { Tick, Id, Kind, Due, Lateness, Reason, Direction, LoopIndex, Missing }
}

/// The first event in which two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Difference<Id> {
    /// The index of the differing event, from 0: the number of equal events before it.
    pub place: usize,
    /// The tick that reported the event. If the two runs have different ticks, the earlier tick.
    pub tick: Tick,
    /// The first field in which the two events differ, in the order of [`EventField`].
    pub field: EventField,
    /// The event of the first run. `None` if the first run has ended.
    pub left: Option<Event<Id>>,
    /// The event of the second run. `None` if the second run has ended.
    pub right: Option<Event<Id>>,
}

crate::digest::digested! { struct Difference<Id> { place, tick, field, left, right } }

/// Compares two runs and returns the first difference, or `None` if they are equal. A run is the list of its events, in
/// order, each with the tick that reported it.
///
/// # Examples
///
/// ```
/// use cueline::{
///     history::{EventField, first_difference},
///     sequencer::{Enqueue, Sequencer},
///     time::{Span, Tick},
/// };
///
/// let run = |length: i64| {
///     let mut queue = Sequencer::new();
///     queue.enqueue(Span::from_millis(length), ());
///     let mut events = Vec::new();
///     for tick in 0..10 {
///         queue.advance(Span::from_millis(5), |_, _| ()).unwrap();
///         events.extend(queue.events().iter().map(|event| (Tick::new(tick), *event)));
///     }
///     events
/// };
/// assert_eq!(first_difference(&run(20), &run(20)), None);
/// let difference = first_difference(&run(20), &run(19)).unwrap();
/// assert_eq!((difference.tick, difference.field), (Tick::new(3), EventField::Due));
/// ```
#[must_use]
pub fn first_difference<Id: Copy + PartialEq>(
    left: &[(Tick, Event<Id>)],
    right: &[(Tick, Event<Id>)],
) -> Option<Difference<Id>> {
    let common = left.iter().zip(right).position(|(left, right)| left != right);
    let place = common.unwrap_or(left.len().min(right.len()));
    let (tick, field) = match (left.get(place), right.get(place)) {
        (None, None) => return None,
        (Some((tick, _)), None) | (None, Some((tick, _))) => (*tick, EventField::Missing),
        (Some((then, left)), Some((other, right))) => {
            (*then.min(other), if then == other { field(left, right) } else { EventField::Tick })
        }
    };
    let event = |run: &[(Tick, Event<Id>)]| run.get(place).map(|(_, event)| *event);
    Some(Difference { place, tick, field, left: event(left), right: event(right) })
}

fn field<Id: PartialEq>(left: &Event<Id>, right: &Event<Id>) -> EventField {
    if left.id != right.id {
        EventField::Id
    } else if left.kind != right.kind {
        EventField::Kind
    } else if left.due != right.due {
        EventField::Due
    } else if left.lateness != right.lateness {
        EventField::Lateness
    } else if left.reason != right.reason {
        EventField::Reason
    } else if left.direction != right.direction {
        EventField::Direction
    } else {
        EventField::LoopIndex
    }
}
