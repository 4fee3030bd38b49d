//! Our loop, and the frames in which a boundary of a tick is hit within the rounding of doubles.

use cueline::time::{FixedStep, FixedStepConfig, Frame, Span, TickRate, Time};

use crate::{
    deviations,
    fraction::fraction,
    read::{Malformed, other},
    verdict::Verdict,
};

/// How many flicks two timestamps, each rounded to a flick, can move what lies between them, and
/// as many again for one that has been followed to the other side.
const TIE: i64 = 2;

/// In milliseconds.
pub(super) const FLICK: f64 = 1.0 / 705_600.0;

/// The same in milliseconds, twice: a frame that was moved moves the one after it too.
pub(super) const TOLERANCE: f64 = 2.0 * TIE as f64 * FLICK;

/// The flick nearest to a timestamp.
pub(super) fn flicks(ms: f64) -> Result<Time, Malformed> {
    let since = Span::from_millis_f64(ms).map_err(other)?;
    Ok(Time::at(since))
}

/// The rate that a step in milliseconds stands for: the simplest fraction that is the same within
/// the rounding of a double. `16.666666666666668` is 60 Hz.
pub(super) fn rate_of(step_ms: f64) -> Result<TickRate, Malformed> {
    let hz = 1000.0 / step_ms;
    let (num, den) = fraction(hz, hz * 4.0 * f64::EPSILON)?;
    TickRate::new(u32::try_from(num).map_err(other)?, den).map_err(other)
}

/// A loop that is moved to the recorded side of a boundary that it hits.
pub(super) struct Player {
    pub(super) step: FixedStep,
    /// By how much the last frame was moved, for [`after`](Self::after).
    moved: Span,
    /// The loop before the last frame that can be moved, and the length and the updates of the frames since then, for
    /// [`after`](Self::after).
    movable: Option<FixedStep>,
    since: Vec<(Span, u32)>,
}

impl Player {
    pub(super) fn new(rate: TickRate, rules: FixedStepConfig) -> Result<Self, Malformed> {
        let step = FixedStep::with_config(rate, rules);
        let step = step.map_err(other)?;
        Ok(Self { step, moved: Span::ZERO, movable: None, since: Vec::new() })
    }

    /// The frame at a timestamp, where `updates` were recorded.
    pub(super) fn at(&mut self, now: Time, updates: u32, verdict: &mut Verdict) -> Frame {
        self.frame(updates, verdict, |step, by| step.frame_at(now + by))
    }

    /// The frame that lasted `elapsed`, where `updates` were recorded.
    pub(super) fn after(&mut self, elapsed: Span, updates: u32, verdict: &mut Verdict) -> Frame {
        let elapsed = elapsed - self.moved;
        // A frame that is as long as a frame must be, or may be, cannot be moved, but one before it.
        let FixedStepConfig { min_frame, max_frame, .. } = self.step.config();
        if min_frame < elapsed && elapsed < max_frame {
            self.movable = Some(self.step);
            self.since.clear();
        }
        self.since.push((elapsed, updates));
        let played =
            self.frame(updates, verdict, |step, by| step.advance((elapsed + by).max(Span::ZERO)));
        if played.ticks == updates {
            return played;
        }
        for by in (1..=TIE).flat_map(|by| [by, -by]).map(Span::from_flicks) {
            let Some(mut step) = self.movable else { break };
            let (mut by, mut last) = (by, played);
            let is_same = self.since.iter().all(|(length, updates)| {
                last = step.advance((*length + std::mem::take(&mut by)).max(Span::ZERO));
                last.ticks == *updates
            });
            if is_same {
                verdict.wanted(&deviations::GAME_LOOP_TIE);
                (self.step, self.moved) = (step, Span::ZERO);
                return last;
            }
        }
        played
    }

    fn frame(
        &mut self,
        updates: u32,
        verdict: &mut Verdict,
        frame: impl Fn(&mut FixedStep, Span) -> Frame,
    ) -> Frame {
        let moves = (0..=TIE).flat_map(|by| [by, -by]).map(Span::from_flicks);
        for by in moves {
            let mut step = self.step;
            let played = frame(&mut step, by);
            if played.ticks == updates {
                if !by.is_zero() {
                    verdict.wanted(&deviations::GAME_LOOP_TIE);
                }
                (self.step, self.moved) = (step, by);
                return played;
            }
        }
        self.moved = Span::ZERO;
        frame(&mut self.step, Span::ZERO)
    }

    /// Whether `now` lies before `limit`; as recorded, where it lies on it.
    pub(super) fn side(
        &self,
        now: Time,
        limit: Time,
        recorded: bool,
        verdict: &mut Verdict,
    ) -> bool {
        if (now < limit) != recorded && (now - limit).abs() <= Span::from_flicks(TIE) {
            verdict.wanted(&deviations::GAME_LOOP_TIE);
            return recorded;
        }
        now < limit
    }
}
