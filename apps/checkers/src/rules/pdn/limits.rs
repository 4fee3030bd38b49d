//! How much a game may hold.

/// The most moves of a game that is read, both sides counted.
pub const MAX_PLIES: usize = 4096;
/// The most tags of a game that is read.
pub const MAX_TAGS: usize = 256;
