//! A value in motion as it is saved: whole legs, and how far they were reported.

use alloc::vec::Vec;

use super::leg::{Leg, LegPhase};

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Moving")]
pub(super) struct SavedMoving<T, D> {
    pub(super) present: Leg<T, D>,
    pub(super) phase: LegPhase,
    pub(super) captures: bool,
    pub(super) next: Vec<Leg<T, D>>,
}

impl<T, D> SavedMoving<T, D> {
    /// The same, if a motion can have come to be like this.
    pub(super) fn checked(self) -> Result<Self, &'static str> {
        let Self { present, phase, next, .. } = &self;
        let mut earlier = present.start;
        for leg in core::iter::once(present).chain(next) {
            if leg.end < leg.start {
                return Err("a motion that ends before it starts");
            }
            if leg.start < earlier {
                return Err("motions that are out of order");
            }
            if !leg.law.is_finite() {
                return Err("an easing with a number that is not finite");
            }
            earlier = leg.start;
        }
        if *phase == LegPhase::Rest && !next.is_empty() {
            return Err("a motion that waits for the end of none");
        }
        Ok(self)
    }
}
