//! Characters: skeletons that play several clips at once, one of them or thousands.
//!
//! A [`Layer`] says which clip shows at which time, with which weight, on which joints. The layers of a character are
//! plain data: a game writes them by hand, or an animator computes them. A [`Crowd`](crowd::Crowd) turns them into the
//! palettes of a skin.

pub mod animator;
pub mod crowd;
pub mod ik;
mod layer;
pub mod motion;

pub use layer::{ClipIndex, Layer, MaskId, Mode, PoseId};
