//! The transforms and weights of a rig's nodes.

use cueline::value::Transform;

/// The transform of each node of a [`Rig`](super::Rig) in its parent, and the weights of its morph targets.
///
/// Made by [`Rig::rest`](super::Rig::rest). Nodes have the indices of the skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// The transform of each node in its parent.
    pub locals: Vec<Transform>,
    /// The weights of each node's morph targets.
    pub weights: Vec<Vec<f32>>,
}
