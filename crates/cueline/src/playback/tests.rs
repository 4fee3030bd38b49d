//! Corner cases of playback. The laws are in `tests/laws_player.rs`, the comparison with a model in
//! `tests/it/player_model`.

mod player;
mod playhead;
mod playing;
mod rows;

use crate::{
    clip::{Clip, ClipBuilder, Cue, CueKind},
    time::{Span, Time},
};

pub(super) fn span(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

pub(super) fn time(flicks: i64) -> Time {
    Time::from_flicks(flicks)
}

/// A clip with cues at these flicks, every other one a state cue.
pub(super) fn clip(name: &str, length: i64, cues: &[i64]) -> Clip {
    let mut builder = ClipBuilder::new(name).duration(span(length));
    for (index, at) in cues.iter().enumerate() {
        let kind = if index % 2 == 0 { CueKind::State } else { CueKind::Effect };
        builder = builder.cue(Cue { at: span(*at), name: alloc::format!("cue {index}"), kind });
    }
    builder.build().unwrap()
}
