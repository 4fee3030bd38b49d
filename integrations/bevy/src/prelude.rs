//! What a game types first. Nothing in it has the name of something in Bevy's prelude.

pub use cueline::{
    clip::{Animate, ClipBuilder, Cue, Flipbook, Keyframe},
    digest::Digest,
    event::{EventKind, Reason},
    playback::{Play, Repeat, RepeatMode},
    sequencer::{Enqueue, EntryId, Sequencer},
    time::{Span, Speed, Tick, TickRate, ms, secs},
    value::{Easing, Lerp, Spring},
};

pub use crate::*;
