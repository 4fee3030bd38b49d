//! Where two runs part.

use crate::{edge::Edge, time::Tick};

/// What of an edge can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The tick in which it was reported.
    Tick,
    /// What it happened to.
    Id,
    /// What happened.
    Kind,
    /// When it was due.
    Due,
    /// How late it was reported.
    Lateness,
    /// Why it was reported.
    Reason,
    /// Which way time ran.
    Direction,
    /// In which pass.
    LoopIndex,
    /// One run has an edge where the other has ended.
    Missing,
}

/// The first place at which two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Difference<Id> {
    /// How many edges the two have in common.
    pub place: usize,
    /// The tick: the earlier one, where they differ in that.
    pub tick: Tick,
    /// The first thing in which the two edges differ, in the order of [`Field`].
    pub field: Field,
    /// The edge of the one run; absent where that run has ended.
    pub left: Option<Edge<Id>>,
    /// The edge of the other.
    pub right: Option<Edge<Id>>,
}

/// Compares two runs, given as their edges with the ticks that reported them; absent where they are equal.
///
/// # Examples
///
/// ```
/// use cueline::{
///     history::{Field, first_difference},
///     sequencer::Sequencer,
///     time::{Span, Tick},
/// };
///
/// let run = |length: i64| {
///     let mut queue = Sequencer::new();
///     queue.enqueue(Span::from_millis(length), ()).unwrap();
///     let mut edges = Vec::new();
///     for tick in 0..10 {
///         queue.advance(Span::from_millis(5), |_, _| ()).unwrap();
///         edges.extend(queue.edges().iter().map(|edge| (Tick::new(tick), *edge)));
///     }
///     edges
/// };
/// assert_eq!(first_difference(&run(20), &run(20)), None);
/// let difference = first_difference(&run(20), &run(19)).unwrap();
/// assert_eq!((difference.tick, difference.field), (Tick::new(3), Field::Due));
/// ```
#[must_use]
pub fn first_difference<Id: Copy + PartialEq>(
    left: &[(Tick, Edge<Id>)],
    right: &[(Tick, Edge<Id>)],
) -> Option<Difference<Id>> {
    let common = left.iter().zip(right).position(|(left, right)| left != right);
    let place = common.unwrap_or(left.len().min(right.len()));
    let (tick, field) = match (left.get(place), right.get(place)) {
        (None, None) => return None,
        (Some((tick, _)), None) | (None, Some((tick, _))) => (*tick, Field::Missing),
        (Some((then, left)), Some((other, right))) => {
            (*then.min(other), if then == other { field(left, right) } else { Field::Tick })
        }
    };
    let edge = |run: &[(Tick, Edge<Id>)]| run.get(place).map(|(_, edge)| *edge);
    Some(Difference { place, tick, field, left: edge(left), right: edge(right) })
}

fn field<Id: PartialEq>(left: &Edge<Id>, right: &Edge<Id>) -> Field {
    if left.id != right.id {
        Field::Id
    } else if left.kind != right.kind {
        Field::Kind
    } else if left.due != right.due {
        Field::Due
    } else if left.lateness != right.lateness {
        Field::Lateness
    } else if left.reason != right.reason {
        Field::Reason
    } else if left.direction != right.direction {
        Field::Direction
    } else {
        Field::LoopIndex
    }
}
