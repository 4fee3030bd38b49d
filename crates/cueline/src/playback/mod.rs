//! Playing clips: playheads, players, groups.

mod blend;
mod edges;
mod play;
mod playhead;
#[cfg(test)]
mod tests;

pub use blend::Weight;
pub use edges::{Edges, Moment};
pub use play::{AtEnd, LoopEdges, Loops, Mix, Play, PlayError, Repeat};
pub use playhead::{Phase, Playhead, Position};
