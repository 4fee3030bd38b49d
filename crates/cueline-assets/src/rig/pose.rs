//! Where each node of a rig is.

use cueline::value::Transform;

/// Where each node of a [`Rig`](super::Rig) is in its parent, and how much of its morph targets shows.
///
/// Made by [`Rig::rest`](super::Rig::rest). Nodes are counted as in the skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// Each node in its parent.
    pub locals: Vec<Transform>,
    /// The weights of each node's morph targets.
    pub weights: Vec<Vec<f32>>,
}
