//! Inverse kinematics and retargeting: limbs of two bones, aiming, and clips for another rig.
//!
//! All functions are pure, compute in `f64` without platform maths and do not iterate: the same bits on every machine.
//! Positions and rotations are in model space, or in any other single space. [`local_rotation`] converts a rotation
//! from model space to the space of the parent.
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
