//! The first event in which two runs differ.

use crate::{event::Event, time::Tick};

/// The field of an event in which two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventField {
    /// The tick in which it was reported.
    Tick,
    /// The item.
    Id,
    /// What happened.
    Kind,
    /// When it was due.
    Due,
    /// How late it was reported.
    Lateness,
    /// Why it was reported.
    Reason,
    /// Whether time ran forward or backward.
    Direction,
    /// In which pass.
    LoopIndex,
    /// One run has an event where the other has ended.
    Missing,
}

/// The first place at which two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Difference<Id> {
    /// How many events the two runs have in common before they differ.
    pub place: usize,
    /// The tick: the earlier one, where they differ in that.
    pub tick: Tick,
    /// The first thing in which the two events differ, in the order of [`EventField`].
    pub field: EventField,
    /// The event of the one run; absent where that run has ended.
    pub left: Option<Event<Id>>,
    /// The event of the other.
    pub right: Option<Event<Id>>,
}

/// Compares two runs, given as their events with the ticks that reported them; absent where they are equal.
///
/// # Examples
///
/// ```
/// use cueline::{
///     history::{EventField, first_difference},
///     sequencer::Sequencer,
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
