//! Parses text that people write, RON or JSON, to a tree whose nodes have positions in the text.
//!
//! One reader takes both, because they have most of their syntax in common. It keeps the place of every item for
//! problems that are found later, and the comments, so that a file can be written again with them.

mod comments;
mod place;
mod print;
mod scan;
mod tree;

pub(crate) use comments::carry_over;
pub(crate) use print::{Style, print};
pub use scan::block_comment;
pub(crate) use scan::scan;
pub(crate) use tree::{Entry, Kind, Lines, Node};
