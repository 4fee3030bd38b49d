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

/// Babylon.js: easings.
pub const BABYLON_EASING_IS_A_NUMBER: Rule = Rule {
    id: "babylon/easing_is_a_number",
    reason: "where Babylon.js's easing divides zero by zero or takes a root of a negative number it has no value; \
             ours has a finite one",
};

/// Babylon.js: rotations.
pub const BABYLON_ROTATIONS_HAVE_LENGTH_ONE: Rule = Rule {
    id: "babylon/rotations_have_length_one",
    reason: "Babylon.js blends the numbers of keys that are not of length 1 as they are; ours blends the rotations \
             they stand for, so what shows between two keys is always a rotation",
};

/// All of them, in the order of the page.
pub const ALL: &[&Rule] = &[&BABYLON_EASING_IS_A_NUMBER, &BABYLON_ROTATIONS_HAVE_LENGTH_ONE];
