//! Timelines, as files hold them.

/// A timeline in a file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TimelineSource {}
