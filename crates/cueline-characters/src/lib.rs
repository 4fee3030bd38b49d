//! Characters: skeletons that play several clips at once, for one character or thousands.
//!
//! A [`Layer`] is plain data: a clip, a time in this clip, a weight, and optionally a mask of joints. The game writes
//! the layers of a character, or an [animator](animator::Animator) (a state machine) computes them. A
//! [`Crowd`](crowd::Crowd) blends the layers and computes the matrices that a vertex shader needs (the palette of a
//! skin). [`motion`] separates the movement of the root joint from a clip. [`ik`] (inverse kinematics) moves the end of a
//! limb to a target, aims joints and converts clips for another skeleton.
//!
//! The example in [`animator`] computes layers, and the example of [`Crowd`](crowd::Crowd) computes matrices from layers.

pub mod animator;
pub mod crowd;
pub mod ik;
mod layer;
pub mod motion;

pub use layer::{ClipIndex, Layer, MaskId, Mode, PoseId};
