//! A state that plays: its progress, and how the states of a layer share its weight.

use cueline::{
    digest::Digest,
    time::{Span, Time},
};
use serde::{Deserialize, Serialize};

use super::{
    Animator,
    blend::{UNIT, times},
    definition::{ChangeDef, EnterDef, LayerDef, StateDef, TransitionDef},
    parameter::Stored,
    phase::{Progress, flicks_between},
};

/// A state that plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Playing {
    pub(super) state: u32,
    /// The transition by which it was entered; `None` at the start.
    pub(super) via: Option<u32>,
    pub(super) since: Time,
    /// Its progress at `anchor`: at `since`, or at a later change of its rate.
    pub(super) anchor: Time,
    pub(super) progress: Progress,
}

impl Playing {
    pub(super) fn def<'a>(&self, layer: &'a LayerDef) -> &'a StateDef {
        &layer.states[self.state as usize] // checked by `accept`
    }

    pub(super) fn via<'a>(&self, layer: &'a LayerDef) -> Option<&'a TransitionDef> {
        self.via.map(|via| &layer.transitions[via as usize]) // checked by `accept`
    }

    pub(super) fn rate(&self, animator: &Animator, layer: &LayerDef, values: &[Stored]) -> u128 {
        self.def(layer).rate(values, &animator.clips)
    }

    pub(super) fn progress_at(&self, at: Time, rate: u128) -> Progress {
        self.progress.after(flicks_between(self.anchor, at), rate)
    }

    /// The progress at which a transition from this state enters the next one.
    pub(super) fn entering(
        &self,
        animator: &Animator,
        layer: &LayerDef,
        values: &[Stored],
        by: &TransitionDef,
        now: Time,
    ) -> Progress {
        match by.enter {
            _ if layer.states[by.to as usize].is_still => Progress::ONE,
            EnterDef::At(progress) => progress,
            EnterDef::InPhase => {
                let progress = self.progress_at(now, self.rate(animator, layer, values));
                Progress { passes: 0, ..self.def(layer).shown(progress) }
            }
        }
    }

    /// When the states below no longer have an effect.
    pub(super) fn settled(&self, layer: &LayerDef) -> Time {
        self.since + self.via(layer).map_or(Span::ZERO, |via| via.change.duration())
    }
}

/// Calls `put` with each state of a stack that has a weight at `at`, the newest first. The weights add up to `whole`.
pub(super) fn stack(
    layer: &LayerDef,
    stack: &[Playing],
    at: Time,
    whole: u32,
    mut put: impl FnMut(&Playing, u32),
) {
    let mut left = whole;
    for (depth, playing) in stack.iter().enumerate().rev() {
        let part = if depth == 0 { left } else { times(left, faded(layer, playing, at)) };
        if part > 0 {
            put(playing, part);
        }
        left -= part;
    }
}

/// How far a state has faded in, in units.
fn faded(layer: &LayerDef, playing: &Playing, at: Time) -> u32 {
    let Some(ChangeDef::Fade { over, easing }) = playing.via(layer).map(|via| via.change) else {
        return UNIT;
    };
    let elapsed = at - playing.since;
    if elapsed >= over {
        return UNIT;
    }
    if elapsed <= Span::ZERO {
        return 0;
    }
    let eased = easing.at(elapsed.ratio(over)).clamp(0.0, 1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 2^24")]
    let units = libm::round(eased * f64::from(UNIT)) as u32;
    units
}

/// Calls `put` with each clip of a state, its time and its weight. The weights add up to `whole`.
pub(super) fn clips_of(
    animator: &Animator,
    state: &StateDef,
    values: &[Stored],
    progress: Progress,
    whole: u32,
    mut put: impl FnMut(u16, Span, u32),
) {
    let (mut sum, mut done) = (0, 0);
    state.motion.weights(values, |clip, weight| {
        sum += weight;
        let upto = times(sum, whole);
        if upto > done {
            let duration =
                animator.clips.get(usize::from(clip)).map_or(Span::ZERO, |known| known.1);
            put(clip, state.clip_time(progress, duration), upto - done);
        }
        done = upto;
    });
}
