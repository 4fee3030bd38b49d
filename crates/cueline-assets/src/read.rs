//! What reading a file gives.

use crate::{Document, Problems};

/// A file that was read: what it holds, and what of it was left out or changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// What it holds.
    pub document: Document,
    /// Notes only, no errors.
    pub notes: Problems,
}
