//! Trees of nodes and the skins that hang on them, as files hold them.

use cueline::value::{Mat4, Transform};

use serde::{Deserialize, Serialize};

use crate::{
    named::Named,
    serial::is_default,
    value::{TransformForm, matrices},
};

/// A tree of nodes with their rest poses, and the skins that follow the nodes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Skeleton {
    /// Nodes by name, in any order.
    pub nodes: Named<Node>,
    /// Skins by name.
    #[serde(skip_serializing_if = "is_default")]
    pub skins: Named<Skin>,
    /// Anything that only its maker needs to know.
    #[serde(skip_serializing_if = "is_default")]
    pub meta: Named<String>,
}

/// A node of a [`Skeleton`].
///
/// Tracks move it under the paths `NAME/translation`, `NAME/rotation`, `NAME/scale` and `NAME/weights/N`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Node {
    /// The name of the parent node; absent for a root.
    #[serde(skip_serializing_if = "is_default")]
    pub parent: Option<String>,
    /// Where it is in its parent while nothing moves it.
    #[serde(with = "TransformForm", skip_serializing_if = "TransformForm::is_usual")]
    #[cfg_attr(test, schemars(with = "TransformForm"))]
    pub rest: Transform,
    /// Weights of its morph targets while nothing moves them.
    #[serde(skip_serializing_if = "is_default")]
    pub weights: Vec<f32>,
}

/// A skin: which nodes its vertices follow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Skin {
    /// Names of nodes, in the order in which vertices count them.
    pub joints: Vec<String>,
    /// For each joint, the matrix from the model to the joint as it was bound. Empty: the unit matrix for all.
    #[serde(with = "matrices", skip_serializing_if = "is_default")]
    #[cfg_attr(test, schemars(with = "Vec<[f32; 16]>"))]
    pub inverse_binds: Vec<Mat4>,
}
