//! Playing clips: playheads, players, groups.

mod additive;
mod advance;
mod blend;
mod control;
mod edges;
mod group;
mod handle;
mod play;
mod player;
mod playhead;
mod save;
mod state;
#[cfg(test)]
mod tests;
mod wake;

pub use blend::{Blend, Fade, Weight};
pub use control::SeekPolicy;
pub use edges::{Edges, Moment};
pub use group::{GroupRange, Member};
pub use handle::{ControlError, GroupHandle, Handle, Subject, Who};
pub use play::{AtEnd, LoopEdges, Loops, Mix, Play, PlayError, Repeat};
pub use player::{Active, Player};
pub use playhead::{Phase, Playhead, Position};
pub use save::{LoadError, SaveError, Saved};
