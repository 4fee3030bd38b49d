//! Trees of nodes and the skins that hang on them, as files hold them.

use cueline::value::{Decomposed, Mat4};

use crate::Named;

/// A tree of nodes with their poses at rest, and the skins that follow it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// Nodes by name, in any order.
    pub nodes: Named<Node>,
    /// Skins by name.
    pub skins: Named<Skin>,
    /// Anything that only its maker needs to know.
    pub meta: Named<String>,
}

/// A node of a [`Skeleton`].
///
/// Tracks move it under the paths `NAME/translation`, `NAME/rotation`, `NAME/scale` and `NAME/weights/N`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The name of the node it hangs on; none for a root.
    pub parent: Option<String>,
    /// Where it is in its parent while nothing moves it.
    pub rest: Decomposed,
    /// Weights of its morph targets while nothing moves them.
    pub weights: Vec<f32>,
}

/// A skin: which nodes its vertices follow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// Names of nodes, in the order in which vertices count them.
    pub joints: Vec<String>,
    /// For each joint, the matrix from the model to the joint as it was bound. Empty: the unit matrix for all.
    pub inverse_binds: Vec<Mat4>,
}
