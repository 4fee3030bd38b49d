//! What happened, as numbers.

use cueline::event::{EventKind, Reason};

/// The number of a kind of event, and that of its cue.
pub(crate) fn kind(kind: EventKind) -> (u32, u32) {
    match kind {
        EventKind::Start => (0, 0),
        EventKind::Cue(cue) => (1, cue),
        EventKind::Loop => (2, 0),
        EventKind::End => (3, 0),
    }
}

pub(crate) fn reason(reason: Reason) -> u32 {
    match reason {
        Reason::Played => 0,
        Reason::Skipped => 1,
        Reason::Sought => 2,
        Reason::Resimulated => 3,
        Reason::Cancelled => 4,
        Reason::Muted => 5,
    }
}
