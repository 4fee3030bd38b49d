//! Inertial transitions: the difference between the old and the new pose decays like a spring.
//!
//! At the switch the old pose differs from the new pose by an offset, and it moves with another velocity. Both
//! differences are sums of clips at fixed times. Later the same sum holds with other weights: the closed form of a
//! critically damped spring gives the remaining part of the offset and of the velocity. A velocity is the difference of
//! two poses 1/60 s apart: before the switch for the old pose, after it for the new pose. The differences of several
//! switches decay in parallel. Source: Bollo, "Inertialization: High-Performance Animation Transitions in Gears of
//! War", GDC 2018, with the spring of [`Spring`] in place of a polynomial.

use cueline::{
    digest::Digest,
    time::{Span, TickRate, Time},
    value::Spring,
};
use serde::{Deserialize, Serialize};

use super::{
    Animator,
    blend::UNIT,
    definition::{ChangeDef, LayerDef, TransitionDef},
    parameter::Stored,
    phase::Progress,
    playing::{Playing, clips_of, stack},
};
use crate::ClipIndex;

/// The time over which a velocity is measured.
const STEP: Span = Span::from_frames(1, TickRate::HZ_60);

/// A decaying difference.
#[derive(Clone, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Offset {
    pub(super) since: Time,
    /// From then on it has no effect.
    pub(super) end: Time,
    /// The duration after which it looks finished.
    over: Span,
    terms: Vec<Term>,
}

/// A clip at a fixed time, with its weights in a difference, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Digest, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    clip: u16,
    at: Span,
    /// The weight in the distance at the switch.
    distance: i32,
    /// The weight in the change over [`STEP`] at the switch.
    change: i32,
}

impl Offset {
    /// The difference between what a layer shows now and what it will show after an inertial transition, which enters
    /// its state at `start`.
    pub(super) fn new(
        animator: &Animator,
        layer: &LayerDef,
        states: &[Playing],
        values: &[Stored],
        now: Time,
        by: &TransitionDef,
        start: Progress,
    ) -> Self {
        let (over, settled) = match by.change {
            ChangeDef::Inertial { over, settled } => (over, settled),
            ChangeDef::Fade { .. } => (Span::ZERO, Span::ZERO),
        };
        let mut terms: Vec<Term> = Vec::new();
        let mut add = |clip: u16, at: Span, distance: i32, change: i32| match terms
            .iter_mut()
            .find(|term| term.clip == clip && term.at == at)
        {
            Some(term) => {
                term.distance += distance;
                term.change += change;
            }
            None => terms.push(Term { clip, at, distance, change }),
        };
        for (at, distance, change) in [(now, 1, 1), (now - STEP, 0, -1)] {
            stack(layer, states, at, UNIT, |playing, units| {
                let rate = playing.rate(animator, layer, values);
                let progress = playing.progress_at(now, rate);
                let def = playing.def(layer);
                let progress =
                    if at == now { progress } else { progress.before(STEP, rate, def.repeats) };
                clips_of(animator, def, values, progress, units, |clip, at, units| {
                    add(clip, at, distance * signed(units), change * signed(units));
                });
            });
        }
        let next = &layer.states[by.to as usize];
        let rate = next.rate(values, &animator.clips);
        let later = start.after(STEP.flicks().unsigned_abs(), rate);
        for (progress, distance, change) in [(start, -1, 1), (later, 0, -1)] {
            clips_of(animator, next, values, progress, UNIT, |clip, at, units| {
                add(clip, at, distance * signed(units), change * signed(units));
            });
        }
        terms.retain(|term| (term.distance, term.change) != (0, 0));
        Self { since: now, end: now + settled, over, terms }
    }

    /// Calls `put` with each clip of the difference at `at`, and its weight in units, which may be below zero.
    pub(super) fn at(
        &self,
        animator: &Animator,
        at: Time,
        mut put: impl FnMut(ClipIndex, Span, i32),
    ) {
        if at >= self.end {
            return;
        }
        let spring = Spring::smooth(self.over);
        let since = (at - self.since).max(Span::ZERO);
        let (distance, _) = spring.at(since, 1.0, 0.0);
        let (change, _) = spring.at(since, 0.0, 1.0 / STEP.as_secs_f64());
        for term in &self.terms {
            let units = distance * f64::from(term.distance) + change * f64::from(term.change);
            #[expect(clippy::cast_possible_truncation, reason = "casts saturate")]
            let units = libm::round(units) as i32;
            if let Some((_, duration)) = animator.clips.get(usize::from(term.clip))
                && units != 0
            {
                put(ClipIndex(term.clip), term.at.clamp(Span::ZERO, *duration), units);
            }
        }
    }
}

fn signed(units: u32) -> i32 {
    i32::try_from(units).unwrap_or(i32::MAX) // at most 2^24
}

impl Progress {
    /// The progress a number of flicks earlier. Before its start a repeating state shows the end of a pass; a state
    /// that plays once shows its first pose.
    fn before(self, span: Span, rate: u128, repeats: bool) -> Self {
        let way = Self::ZERO.after(span.flicks().unsigned_abs(), rate);
        if self < way && !repeats {
            return Self::ZERO;
        }
        let borrow = self.part < way.part;
        let part =
            if borrow { super::phase::PASS + self.part - way.part } else { self.part - way.part };
        Self { passes: self.passes.saturating_sub(way.passes + u64::from(borrow)), part }
    }
}
