//! Root motion: how far a clip carries its character, as a function of time.
//!
//! A [`RootMotion`] is taken out of the track of a root joint. It says where a clip leads, from its start to any of its
//! times; over several passes, the motion of a whole pass counts as often as there were passes, each on from where the
//! one before has led. A [`Motion`] between two times is the difference of two such places. So the law of partition
//! holds by construction: the motion from a to b, then that from b to c, is the motion from a to c, backwards too, and
//! nothing drifts. What is left is rounding in `f64`: below 1e-11 of a unit and of a radian for each pass, for clips that
//! move by a few units.
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
//! // What is left of the clip stays where it is, at its height.
//! let left = in_place.track::<Vec3>("hips/translation")?.sample(ms(500));
//! assert_eq!((left.x, left.y, left.z), (0.0, 1.0, 0.0));
//!
//! // The character comes home after four passes.
//! let head = Playhead::new(Time::ZERO, turn.duration(), &Play::from(Repeat::Forever))?;
//! let [one, four] = [500, 2000].map(|end| root.motion(&head, Time::ZERO, Time::from_millis(end)));
//! assert!((one.translation.z - 1.0).abs() < 1e-6);
//! assert!(four.distance() < 1e-6 && four.turn().abs() < 1e-6);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Mixing
//!
//! [`Motion::mean`] mixes the motions of several clips over a short piece of time as heading, distance and turn: the
//! heading is that of the weighted sum of the ways, the distance the weighted mean of the distances, and the turn the
//! weighted mean of the turns. So a walk forward and a walk to the right make a walk between at full speed, where a
//! mean of the ways would be slower (the form is Anguelov's, 2016). Where ways cancel out, there is no heading, and the
//! mean stands still.
//!
//! An animator mixes piece by piece; see [`AnimatorState::motion`](crate::animator::AnimatorState::motion).

mod extract;
mod mixed;
mod rigid;

pub use extract::{RootError, RootMotion, RootOptions, Turning};
pub(crate) use mixed::Mixed;
pub(crate) use rigid::Mean;
pub use rigid::Motion;

#[cfg(test)]
mod tests;
