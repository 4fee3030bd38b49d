//! Text that people write, RON or JSON, as a tree that knows where everything is.
//!
//! One reader takes both: what they share is most of either. It keeps the place of every item, so that a
//! problem found later can be pointed at, and the comments, so that a file can be written again with them.

mod comments;
mod print;
mod scan;
mod tree;

pub(crate) use comments::carry_over;
pub(crate) use print::{Style, print};
pub(crate) use scan::scan;
pub(crate) use tree::{Entry, Kind, Lines, Node};
