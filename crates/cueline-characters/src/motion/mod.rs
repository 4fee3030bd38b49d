//! Root motion: the movement of a character by a clip, as a function of time.
//!
//! A [`RootMotion`] is extracted from the tracks of a root joint. It gives the motion from the start of the clip to any
//! time in the clip. Each further pass continues where the pass before it ended. A [`RigidMotion`] between two times is the
//! difference of two such motions, so the law of partition holds by construction: the motion from a to b, then from b
//! to c, is the motion from a to c, backwards too, and nothing drifts. The only error is rounding in `f64`: below 1e-11
//! of a unit and of a radian per pass, for clips that move by a few units.
//!
//! ```
//! use cueline::{clip::{ClipBuilder, Keyframe}, time::{Time, ms}, value::{Quat, Vec3}};
//! use cueline::playback::{Play, Playhead, Repeat};
//! use cueline_characters::motion::{RootMotion, RootOptions};
//!
//! // Steps forward by 1, and turns by 90 degrees.
//! let up = Vec3::new(0.0, 1.0, 0.0);
//! let quarter = Quat::about(up, core::f64::consts::FRAC_PI_2);
//! let turn = ClipBuilder::new("turn")
//!     .track("hips/translation", [
//!         Keyframe::linear(ms(0), Vec3::new(0.0_f32, 1.0, 0.0)),
//!         Keyframe::linear(ms(500), Vec3::new(0.0, 1.0, 1.0)),
//!     ])
//!     .track("hips/rotation", [
//!         Keyframe::linear(ms(0), Quat::default()),
//!         Keyframe::linear(ms(500), quarter),
//!     ])
//!     .build()?;
//! let (root, in_place) = RootMotion::extract(&turn, "hips", &RootOptions::default())?;
//!
//! // The clip without the motion stays in place, at its height.
//! let left = in_place.track::<Vec3>("hips/translation")?.sample(ms(500));
//! assert_eq!((left.x, left.y, left.z), (0.0, 1.0, 0.0));
//!
//! // After four passes the character is back at its start.
//! let head = Playhead::new(Time::ZERO, turn.duration(), &Play::from(Repeat::Forever))?;
//! let [one, four] = [500, 2000].map(|end| root.motion(&head, Time::ZERO, Time::from_millis(end)));
//! assert!((one.translation.z - 1.0).abs() < 1e-6);
//! assert!(four.distance() < 1e-6 && four.turn().abs() < 1e-6);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Mixing
//!
//! [`RigidMotion::mean`] mixes the motions of several clips over a short piece of time as heading, distance and turn: the
//! heading is that of the weighted sum of the translations, the distance the weighted mean of the distances, and the
//! turn the weighted mean of the turns. So a walk forward and a walk to the right mix to a diagonal walk at full speed;
//! a mean of the translations would be slower (the form is Anguelov's, 2016). If the translations cancel out, there is
//! no heading, and the mean stands still.
//!
//! An animator mixes piece by piece; see [`AnimatorState::motion`](crate::animator::AnimatorState::motion).

mod extract;
mod mixed;
mod rigid;

pub use extract::{RootError, RootMotion, RootOptions, Turning};
pub(crate) use mixed::Mixed;
pub(crate) use rigid::Mean;
pub use rigid::RigidMotion;

#[cfg(test)]
mod tests;
