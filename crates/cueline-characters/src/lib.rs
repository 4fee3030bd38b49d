//! Characters: skeletons that play several clips at once, for one character or thousands.
//!
//! A [`Layer`] is a clip at a time, with a weight and a mask of joints. The layers of a character are plain data: a
//! game writes them by hand, or an [animator](animator::Animator) computes them. A [`Crowd`](crowd::Crowd) turns them
//! into the palettes of a skin: the matrices that a vertex shader takes. [`motion`] takes the movement of the root
//! joint out of a clip. [`ik`] bends limbs, aims joints and retargets clips to another skeleton.

pub mod animator;
pub mod crowd;
pub mod ik;
mod layer;
pub mod motion;

pub use layer::{ClipIndex, Layer, MaskId, Mode, PoseId};
