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
    /// See [`Rule::reason`].
    pub const ITEM_BY_ITEM: Rule = Rule {
        id: "timeline/item-by-item",
        reason: "Within one step GSAP calls item by item, so that a later call can come before an earlier one; ours \
                 tells by due time, so that the order does not depend on the steps.",
    };
    /// See [`Rule::reason`].
    pub const ONE_OF_SEVERAL_PASSES: Rule = Rule {
        id: "timeline/one-of-several-passes",
        reason: "Of several passes in one step GSAP reports one; ours reports each.",
    };
    /// See [`Rule::reason`].
    pub const WHOLE_PASS_AT_ONCE: Rule = Rule {
        id: "timeline/whole-pass-at-once",
        reason: "Where a repeated timeline is played backward over the start of a pass, GSAP runs through the whole \
                 pass before it, forward and at once, with all its callbacks; ours enters that pass at its end.",
    };
    /// See [`Rule::reason`].
    pub const LOST_AT_A_TURN: Rule = Rule {
        id: "timeline/lost-at-a-turn",
        reason: "Where a backward pass ends exactly with a step, GSAP does not report that the next pass begins; ours \
                 does, whatever the steps.",
    };
    /// See [`Rule::reason`].
    pub const EMPTY_LOOP: Rule = Rule {
        id: "timeline/empty-loop",
        reason: "A repeated timeline that takes no time but for its gaps never starts in GSAP, and calls what is in it \
                 before the pass begins, once more or less than there are passes; ours has a start, an end \
                 and a loop for each pass, like any other.",
    };
    /// See [`Rule::reason`].
    pub const COMPLETE_AGAIN: Rule = Rule {
        id: "timeline/complete-again",
        reason: "A repeated timeline at another speed completes in GSAP in two steps running, as its length is rounded; \
                 ours ends once.",
    };
    /// See [`Rule::reason`].
    pub const BEFORE_ZERO: Rule = Rule {
        id: "timeline/before-zero",
        reason: "Where something would start before the timeline does, all of it moves later. GSAP finds that out \
                 when it first plays, and moves its playhead along: so it is off by that much, once, and calls what \
                 lies at 0 before time has moved. Ours knows when it is built.",
    };
    /// See [`Rule::reason`].
    pub const LEFT_BEHIND: Rule = Rule {
        id: "timeline/left-behind",
        reason: "After a jump over passes GSAP leaves what has not begun in the new pass as an earlier pass left it; \
                 ours shows the same at one time however it came there.",
    };
}
