//! Skeletons in use: from a clip and a time to the matrices of a skin.
//!
//! A [`Rig`] is a checked [`Skeleton`](crate::Skeleton): every parent exists, and there are no cycles. A [`Pose`]
//! gives the transform of each node in its parent. [`Rig::sample`] writes the values of a clip into a pose,
//! [`Rig::globals`] multiplies the transforms along the tree, and [`Rig::palette`] gives the input of a vertex shader:
//! for each joint of a skin, the matrix from the bind pose to the present pose.
//!
//! Tracks find their nodes by path: `arm.L/rotation` rotates the node `arm.L`. The name may contain any characters;
//! the part behind the last `/` is the property, [`translation`, `rotation`, `scale`](Property), or `weights/` and a
//! number for the weight of a morph target.
//!
//! Matrices are as everywhere in Cueline: translation in numbers 12 to 14, column vectors, so that `parent * child` is
//! the child in the space of the parent's parent. All computations use `f64`.

mod matrix;
mod path;
mod pose;
#[expect(clippy::module_inception, reason = "the concept is named after its main type")]
mod rig;

#[doc(hidden)] // for importers of skins without bind matrices
pub use matrix::inverse_binds;
pub use matrix::skin_distance;
pub use path::Property;
pub use pose::Pose;
pub use rig::Rig;
#[doc(hidden)] // for importers of trees
pub use rig::parents_first;

#[cfg(test)]
mod tests;
