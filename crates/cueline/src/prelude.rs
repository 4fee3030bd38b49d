//! The most used names, for `use cueline::prelude::*`.
//!
//! Durations ([`ms`], [`secs`]), clocks and the fixed step, values that move, clips and the player,
//! timelines and the sequencer, with what a struct that owns a queue has to name. The prelude contains no
//! vectors, rotations and colours, so that it does not clash with `glam` or with macroquad's prelude; they are
//! in [`value`](crate::value). Bevy's prelude also has a `Time`, an `Event` and an `Update`: next to it, import
//! the names that you need one by one; egui has an `Event`.
//!
//! ```
//! use cueline::prelude::*;
//!
//! let mut queue = Sequencer::new();
//! queue.enqueue(ms(300), "swap");
//! queue.enqueue(secs(0.5), "drop");
//! ```

pub use crate::{
    clip::{Animate, Clip, ClipBuilder, ClipId, Clips, Flipbook, Keyframe},
    event::{Event, EventKind, Reason},
    playback::{AtEnd, EventBuffer, Play, PlaybackHandle, Player, Playing, Repeat},
    sequencer::{AdvanceError, Enqueue, EntryDuration, EntryId, Sequencer, Update},
    time::{Clock, FixedStep, Span, Speed, Tick, TickRate, Time, ms, secs},
    timeline::{Timeline, TimelineBuilder},
    value::{Easing, Lerp, Moving, Spring},
};
