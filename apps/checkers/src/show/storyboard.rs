//! From what the rules say to what the display does.
//!
//! As in the AnimationSequencer article: sounds, scores and multipliers do not block, hops and
//! removals block. Toasts have the background for themselves.

use cueline::sequencer::{Enqueue, Sequencer};

use super::{
    act::{Act, Mood},
    motions::Motions,
};
use crate::rules::{Ending, Event, Occupant, Refusal, Side};

type Queue = Sequencer<Act>;

/// Queues what a move did.
pub(super) fn direct(motions: &Motions, events: &[Event], queue: &mut Queue) {
    for event in events {
        match event {
            Event::Hopped { piece, from, to, hop, hops } => {
                if *hop == 0 {
                    block(motions, queue, Act::Think);
                }
                let jump = !from.is_next_to(*to);
                if *hops >= 2 && *hop == 1 {
                    let words = if *hops == 2 { "Double jump!" } else { "Many jumps in a row!" };
                    toast(motions, queue, words, Mood::Glad);
                }
                block(motions, queue, Act::Hop { piece: *piece, from: *from, to: *to, jump });
            }
            Event::Captured { piece, square, rank, .. } => {
                block(motions, queue, Act::Remove { piece: *piece });
                let was = Occupant { side: piece.side(), rank: *rank };
                non_blocking(motions, queue, Act::Vanish { was, square: *square });
            }
            Event::Crowned { piece, square } => {
                block(motions, queue, Act::Crown { piece: *piece, square: *square });
                toast(motions, queue, "A new king", Mood::Glad);
            }
            Event::Scored { side, points, multiplier, total, square } => {
                let from = total - points;
                non_blocking(motions, queue, Act::Score { side: *side, from, to: *total });
                let (square, points, times) = (*square, *points, *multiplier);
                non_blocking(motions, queue, Act::Worth { square, points, times });
            }
            Event::TurnPassed { to } => non_blocking(motions, queue, Act::Turn { to: *to }),
            Event::Won { side, by } => {
                let heading = format!("{} wins", name(*side));
                result(motions, queue, heading, *by);
            }
            Event::Drawn { by } => result(motions, queue, "A draw".to_owned(), *by),
            Event::Refused { reason } => refuse(motions, queue, reason),
        }
    }
}

/// Queues a message in the background.
pub(super) fn toast(motions: &Motions, queue: &mut Queue, words: impl Into<String>, mood: Mood) {
    background(motions, queue, Act::Toast { words: words.into(), mood });
}

/// Queues what does not wait and is waited for by nothing.
pub(super) fn background(motions: &Motions, queue: &mut Queue, act: Act) {
    queue.background(motions.timing(&act), act);
}

fn refuse(motions: &Motions, queue: &mut Queue, reason: &Refusal) {
    let square = match reason {
        Refusal::MustCapture { from } => Some(*from),
        _ => None,
    };
    if let Some(square) = square {
        background(motions, queue, Act::Buzz { square });
    }
    toast(motions, queue, reason.to_string(), Mood::Alarm);
}

fn result(motions: &Motions, queue: &mut Queue, heading: String, by: Ending) {
    let detail = match by {
        Ending::Captured => "every piece was captured",
        Ending::Blocked => "no move is left",
        Ending::Resigned => "the other side resigned",
        Ending::Agreed => "both agreed",
        Ending::Repetition => "the same position for the third time",
        Ending::NoProgress => "no progress in forty moves",
    };
    block(motions, queue, Act::Result { heading, detail: detail.to_owned() });
}

fn block(motions: &Motions, queue: &mut Queue, act: Act) {
    queue.blocking(motions.timing(&act), act);
}

fn non_blocking(motions: &Motions, queue: &mut Queue, act: Act) {
    queue.non_blocking(motions.timing(&act), act);
}

/// A side's name.
pub(super) fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "Black",
        Side::White => "White",
    }
}
