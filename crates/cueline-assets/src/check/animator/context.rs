//! What the checks of an animator know of its file.

use std::collections::BTreeMap;

use cueline::time::Span;

use crate::{
    animator::{AnimatorSource, MotionSource, StateSource},
    clip::{ClipFile, DurationSource},
    key::Keys,
    named::Named,
};

/// An animator, with the clips of its file.
pub(super) struct Context<'a> {
    pub(super) animator: &'a AnimatorSource,
    pub(super) clips: &'a Named<ClipFile>,
    /// The durations of those of the clips that it names.
    pub(super) lengths: BTreeMap<&'a str, Span>,
}

impl<'a> Context<'a> {
    pub(super) fn of(animator: &'a AnimatorSource, clips: &'a Named<ClipFile>) -> Self {
        let length = |name| clips.get(name).map(|clip| (name, length(clip)));
        let lengths = animator.clips().into_iter().filter_map(length).collect();
        Self { animator, clips, lengths }
    }

    /// Whether a state shows one still picture, as far as the file says.
    pub(super) fn is_still(&self, state: &StateSource) -> bool {
        let MotionSource::Clip(name) = &state.motion else { return false };
        self.lengths.get(&**name).is_some_and(|length| length.is_zero())
    }
}

fn length(clip: &ClipFile) -> Span {
    let rate = clip.frame_rate();
    match clip.duration {
        DurationSource::Exactly(when) | DurationSource::Cut(when) => when.span(rate),
        DurationSource::Whole => {
            let keys = clip.tracks.values().flat_map(Keys::times);
            let times = keys.chain(clip.cues.iter().map(|cue| cue.at));
            times.map(|at| at.span(rate)).fold(Span::ZERO, Span::max)
        }
    }
}
