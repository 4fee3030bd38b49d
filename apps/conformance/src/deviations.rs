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
pub const ALL: &[&Rule] = &[];
