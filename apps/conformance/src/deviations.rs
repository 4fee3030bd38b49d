//! Every way in which Cueline departs from a recorded system on purpose: the one place for it.
//!
//! Whether a rule applies is decided where the record is compared, from what the record contains:
//! its marks, its kinds of operations, its numbers.

/// A departure that is wanted.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// A short name, unique among all rules, as `system/what`.
    pub id: &'static str,
    /// What the recorded system does, what ours does instead, and why: for the page.
    pub reason: &'static str,
}

/// All of them, in the order of the page.
pub const ALL: &[&Rule] =
    &[&timeline::LOOP_BOUNDARY, &timeline::NOTHING_AT_ZERO, &timeline::FIRST_FRAME_IS_THE_START];

/// GSAP's timelines.
pub mod timeline {
    use super::Rule;

    /// See [`Rule::reason`].
    pub const LOOP_BOUNDARY: Rule = Rule {
        id: "timeline/loop-boundary",
        reason: "Exactly between two passes GSAP still shows the end of the first; ours shows the start of the next, \
                 as every window ends where the next begins.",
    };
    /// See [`Rule::reason`].
    pub const NOTHING_AT_ZERO: Rule = Rule {
        id: "timeline/nothing-at-zero",
        reason: "Until its time has once moved past 0, GSAP writes nothing; ours shows what is set at time 0 and what \
                 tweens start from, as it knows no \"before the first frame\".",
    };
    /// See [`Rule::reason`].
    pub const FIRST_FRAME_IS_THE_START: Rule = Rule {
        id: "timeline/first-frame-is-the-start",
        reason: "Where two tweens write one property, GSAP's later one starts from what the first frame that met it \
                 found there, and so depends on the frame rate; ours starts from what shows at its exact start.",
    };
}
