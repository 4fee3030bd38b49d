//! What sets the recorded player apart from one without faults.

/// A cause of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    JumpsAfterTheEnd,
    JumpOutside,
    JumpBackward,
    JumpAtRest,
    JumpBeforeStart,
    TurnedBeforeStart,
    ResetKeepsSpeed,
    ResetKeepsJump,
}
