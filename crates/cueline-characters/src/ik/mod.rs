//! Joints that reach for a target: a limb of two bones, a head that looks, and poses carried over to another rig.
//!
//! All of it is a pure function of what goes in, in `f64`, without platform maths: no state, no iterations, the same bits
//! on every machine. Places and rotations are those of model space (or of any one space), where a game has its targets;
//! [`local_rotation`] turns a rotation there into one in the parent.
//!
//! ```
//! use cueline::value::Vec3;
//! use cueline_characters::ik::{Limb, Reach, two_bone};
//!
//! // A straight leg of two bones, and the ground 0.2 higher than the foot.
//! let at = |y| Vec3::new(0.0, y, 0.0);
//! let leg = Limb { root: at(1.0), middle: at(0.5), end: at(0.0), pole: Vec3::new(0.0, 0.5, 1.0) };
//! let bent = two_bone(&leg, at(0.2));
//! assert_eq!(bent.reach, Reach::Reached);
//! assert!((bent.end.y - 0.2).abs() < 1e-12);
//! assert!((bent.middle.z - 0.3).abs() < 1e-12, "the knee goes forward, to the pole");
//! ```

mod aim;
mod limb;
mod retarget;
mod vector;

pub use aim::{Aim, aim};
pub use limb::{Limb, LimbPose, Reach, two_bone};
pub use retarget::{RetargetError, Retargeting};
pub use vector::local_rotation;
