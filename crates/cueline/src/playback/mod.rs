//! Playing clips: positions, events, and many items at once.
//!
//! Start with [`Playing`]: one clip, timeline or flipbook that plays, with its transport and its events. Inside is a
//! [`Playhead`], the map from the time of a clock to the time of the clip: a start, a speed, a range, loops and a pause,
//! stored as a few integers and read in closed form. [`Player`] holds many of them behind handles that never refer to another
//! item, reports events in strict order, and controls groups of items. [`Blend`] makes one value of several clips on one
//! property.
//!
//! ```
//! use cueline::{
//!     clip::{ClipBuilder, Clips, Cue, CueKind},
//!     playback::{Play, Player, Repeat},
//!     time::{Span, Speed},
//! };
//!
//! let step = Cue { at: Span::from_millis(200), name: "step".into(), kind: CueKind::Effect };
//! let mut clips = Clips::new();
//! clips.add(ClipBuilder::new("walk").duration(Span::from_millis(400)).cue(step).build()?)?;
//!
//! let mut player = Player::new();
//! let slowly = Play { speed: Speed::from_percent(50), ..Play::from(Repeat::Forever) };
//! let walking = player.play(&clips, "walk", slowly)?;
//!
//! let mut steps = 0;
//! for _frame in 0..60 {
//!     for (event, cue) in player.advance(Span::from_millis(16), &clips).cues() {
//!         assert!(cue.name() == "step" && event.lateness < Span::from_millis(16)); // play its sound here
//!         steps += 1;
//!     }
//!     for active in player.active() {
//!         assert!(active.position.local <= Span::from_millis(400)); // write the pose here
//!     }
//! }
//! assert_eq!(steps, 1); // at 400 ms; the next one is due at 1200 ms, and 960 have passed
//! player.stop(walking)?;
//! assert!(player.is_empty());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! Playback reads no clock, keeps no closures, and does not write to your objects. Your game writes the values
//! of the items in [`Player::ended`] and [`Player::active`] to its own fields, with the clip's bindings or by hand.
//!
//! The laws of playback, each a property test of that name: `partition`, `exactly_once`,
//! `finish_equals_play`, `who_writes`, `sampling_is_free_of_effects`, `state_is_data`, `nothing_panics`.

mod active;
mod additive;
mod advance;
mod blend;
mod content;
mod control;
mod events;
mod flipbook;
mod group;
mod handle;
mod indexed;
mod item;
mod part;
mod pending;
mod play;
mod playable;
mod player;
mod playhead;
mod playhead_events;
mod playing;
mod reload;
mod report;
mod reporter;
mod rows;
mod save;
mod slots;
#[cfg(test)]
mod tests;
mod timers;

pub use active::Active;
use blend::Fade;
pub use blend::{Blend, Weight};
pub use content::{ContentEvent, ContentEvents, ItemId};
pub use events::PlayerEvents;
pub use group::Member;
pub use handle::{GroupHandle, PlaybackHandle, PlaybackRef, Subject};
pub use play::{AtEnd, LoopEvents, Mix, Play, PlayError, Repeat, RepeatMode, SeekPolicy};
pub use playable::Playable;
pub use player::Player;
pub use playhead::{Phase, Playhead, PlayheadPosition};
pub use playing::Playing;
pub use reporter::EventBuffer;
pub use save::Saved;

/// What proofs compare with.
pub(crate) mod advanced {
    pub use super::blend::Fade;
}
