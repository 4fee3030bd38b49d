//! What the recorded player does and ours does not do on purpose, where it affects later steps.

use crate::deviations::{self, Rule};

/// Something after which the recorded player is somewhere else than it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    JumpsAfterTheEnd,
    JumpOutside,
    JumpFromTheEnd,
    JumpBackward,
    JumpAtRest,
    JumpBeforeStart,
    TurnedBeforeStart,
    ResetKeepsItsPlace,
}

impl Fault {
    /// Whether its clock goes otherwise from then on; else it only shows something else.
    pub(super) fn touches_all(self) -> bool {
        self != Self::JumpsAfterTheEnd
    }

    pub(super) fn rule(self) -> &'static Rule {
        match self {
            Self::JumpsAfterTheEnd => &deviations::BABYLON_JUMPS_AFTER_THE_END,
            Self::JumpFromTheEnd => &deviations::BABYLON_JUMP_FROM_THE_END,
            Self::JumpOutside => &deviations::BABYLON_JUMP_OUTSIDE,
            Self::JumpBackward => &deviations::BABYLON_JUMP_BACKWARD,
            Self::JumpAtRest => &deviations::BABYLON_JUMP_AT_REST,
            Self::JumpBeforeStart => &deviations::BABYLON_JUMP_BEFORE_START,
            Self::TurnedBeforeStart => &deviations::BABYLON_TURNED_BEFORE_START,
            Self::ResetKeepsItsPlace => &deviations::BABYLON_RESET_KEEPS_NOTHING,
        }
    }
}
