//! Skeletons at work: from a clip and a time to the matrices that bend a skin.
//!
//! A [`Rig`] is a [`Skeleton`](crate::Skeleton) that was checked: every parent is there, nothing hangs on
//! itself. A [`Pose`] says where each node is in its parent. [`Rig::sample`] writes the values of a clip
//! into a pose, [`Rig::globals`] multiplies the tree out, and [`Rig::palette`] gives what a vertex shader
//! wants: for each joint of a skin, the matrix from where the model was bound to where it is now.
//!
//! Tracks find their nodes by path: `arm.L/rotation` turns the node `arm.L`. The name may hold anything;
//! what follows the last `/` is the property, [`translation`, `rotation`, `scale`](Property), or for the
//! weight of a morph target `weights/` and its number.
//!
//! Matrices are as everywhere in Cueline: translation in numbers 12 to 14, column vectors, so that
//! `parent * child` is the child's place in what the parent is in. All of it is computed in `f64`.

mod matrix;
mod path;
mod pose;
#[expect(clippy::module_inception, reason = "the concept is named after its main type")]
mod rig;

pub use path::Property;
pub use pose::Pose;
pub use rig::Rig;
#[cfg(feature = "gltf")]
pub(crate) use rig::parents_first;

#[cfg(test)]
mod tests;
