//! Tests of playback: corners by hand, laws against a model that moves a twelfth of a flick at a time.

mod model;
mod player;
mod playhead;

use alloc::vec::Vec;

use crate::{
    clip::{Clip, ClipDraft, Cue, CueKind},
    time::{Span, Time},
};

pub(super) fn span(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

pub(super) fn time(flicks: i64) -> Time {
    Time::from_flicks(flicks)
}

/// A clip with cues at these flicks, every other one counting as state.
pub(super) fn clip(name: &str, length: i64, cues: &[i64]) -> Clip {
    let mut draft = ClipDraft::new(name).length(span(length));
    for (index, at) in cues.iter().enumerate() {
        let kind = if index % 2 == 0 { CueKind::State } else { CueKind::Effect };
        draft = draft.cue(Cue { at: span(*at), name: alloc::format!("cue {index}"), kind });
    }
    draft.build().unwrap()
}

/// Cuts `0..=end` at these places, in order and without repeats; `end` is the last.
pub(super) fn cuts(places: &[i64], end: i64) -> Vec<i64> {
    let mut cuts: Vec<i64> = places.iter().map(|place| place.rem_euclid(end + 1)).collect();
    cuts.push(end);
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}
