//! What happened: starts, ends, loops and cues, as data in a strict order.
//!
//! Sequencers, players and timelines report events of these types. The events of one step are sorted by due
//! time, then lane (of a queue) or priority (of a player), then order of declaration, then index, for any step size.

use crate::time::{Span, Time};

/// Something that happened to one playing item at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event<Id> {
    /// When the event was due: its exact time, not the end of the frame.
    pub due: Time,
    /// From `due` to the end of the step that reports the event, 0 or more. A sound may start this far in.
    pub lateness: Span,
    /// The item. Ids are stable: the same run gives the same ids.
    pub id: Id,
    /// What happened.
    pub kind: EventKind,
    /// Whether the event was played, skipped, sought, simulated again or cancelled.
    pub reason: Reason,
    /// Whether time ran forward or backward over the event.
    pub direction: Direction,
    /// The pass, from 0, of a repeating item in which the event was due.
    pub loop_index: u64,
}

crate::digest::digested! {
    struct Event<Id> { due, lateness, id, kind, reason, direction, loop_index }
}

impl<Id> Event<Id> {
    /// Whether a game plays a sound for this event: time passed over the event, in either direction, now or in a
    /// repeated simulation. Skipped, sought, cancelled and muted events stay silent.
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{sequencer::{Enqueue, Sequencer}, time::ms};
    ///
    /// let mut queue = Sequencer::new();
    /// queue.enqueue(ms(100), "bang");
    /// queue.finish(|_, _| ())?;
    /// assert!(!queue.events().iter().any(|event| event.is_audible()), "it was skipped");
    /// # Ok::<(), cueline::sequencer::AdvanceError>(())
    /// ```
    #[must_use]
    pub fn is_audible(&self) -> bool {
        matches!(self.reason, Reason::Played | Reason::Resimulated)
    }
}

/// What can happen to a playing item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EventKind {
    /// The item began to show.
    Start,
    /// A cue of the item, by its index in the clip or its id in the timeline.
    Cue(u32),
    /// A pass ended and the next began.
    Loop,
    /// The item ended. Reported once, even if the item was skipped or cancelled.
    End,
}

crate::digest::digested! { enum EventKind { Start, Cue(it), Loop, End } }

/// Why an event is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// Time passed over the event.
    Played,
    /// A skip passed over the event: its effect on the game counts, its sound stays silent.
    Skipped,
    /// A seek passed over the event.
    Sought,
    /// A rollback simulated the event again; the game has received it before.
    Resimulated,
    /// The item was cancelled before its end.
    Cancelled,
    /// Time passed over the event while its item had the weight 0: its effect on the game counts, its sound stays silent.
    Muted,
}

crate::digest::digested! { enum Reason { Played, Skipped, Sought, Resimulated, Cancelled, Muted } }

/// Whether time runs forward or backward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// Towards later times.
    #[default]
    Forward,
    /// Towards earlier times.
    Backward,
}

crate::digest::digested! { enum Direction { Forward, Backward } }

impl Direction {
    /// This direction, or the other one in what is mirrored.
    pub(crate) const fn mirrored(self, is_mirrored: bool) -> Self {
        match (self, is_mirrored) {
            (Self::Forward, false) | (Self::Backward, true) => Self::Forward,
            _ => Self::Backward,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_audible_if_time_passed_over_it_in_either_direction() {
        let reasons = [
            (Reason::Played, true),
            (Reason::Skipped, false),
            (Reason::Sought, false),
            (Reason::Resimulated, true),
            (Reason::Cancelled, false),
            (Reason::Muted, false),
        ];
        for (reason, audible) in reasons {
            let event = |direction| Event {
                due: Time::ZERO,
                lateness: Span::ZERO,
                id: (),
                kind: EventKind::Start,
                reason,
                direction,
                loop_index: 0,
            };
            for direction in [Direction::Forward, Direction::Backward] {
                assert_eq!(event(direction).is_audible(), audible, "{reason:?} {direction:?}");
            }
        }
    }
}
