//! Gives tweens and springs of a store new ends.

use super::{
    BatchError,
    block::{Moment, Row},
    groups::WAITING,
    id::Id,
    motion::{LaneMath, Motion, Retarget, smoothstep},
    store::Store,
    tween::Tween,
};
use crate::value::Easing;

impl<const N: usize> Store<N> {
    /// Gives a tween a new end, from its present value or, if it waits, from its start value. It moves with an easing,
    /// or keeps its velocity. `lanes` makes the lanes of a motion from the lanes of its start.
    pub(super) fn retarget(
        &mut self,
        math: LaneMath<N>,
        id: Id,
        ticks: u32,
        retarget: Retarget,
        lanes: impl FnOnce(&[f32; N]) -> ([f32; N], [f32; N]),
    ) -> Result<(), BatchError> {
        let (group, row) = self.place(id).ok_or(BatchError::Stale)?;
        if group == WAITING {
            return self.retarget_waiting(id, row, ticks, retarget, lanes);
        }
        let (now, rows) = (self.low(), self.rows(group));
        let (old, moment) = (rows.row(row), Moment::at_tick(now));
        let before = rows.motion(group, row);
        let (from, to) = lanes(&math.at(&old, before, moment));
        let slope = |ticks: f32| {
            let faster = ticks * old.inverse();
            math.slope(&old, before, moment).map(|slope| slope * faster)
        };
        let (motion, easing) = match retarget {
            Retarget::Eased(easing) => (Motion::Eased(easing), easing),
            Retarget::Smoothly => (Motion::Hermite(slope(ticks as f32)), Easing::LINEAR),
            Retarget::Spring(rates) => (Motion::Spring(rates, slope(1.0)), Easing::LINEAR),
        };
        if let Some(error) = self.refusal(&Tween { from, to, ticks, delay: 0, easing }) {
            return Err(error);
        }
        if !motion.is_finite() {
            return Err(BatchError::NotFinite);
        }
        self.replace_live(id, Row::starting(&from, &to, ticks, now), ticks, motion);
        Ok(())
    }

    /// The same for a tween that waits: it keeps its start time.
    fn retarget_waiting(
        &mut self,
        id: Id,
        row: usize,
        ticks: u32,
        retarget: Retarget,
        lanes: impl FnOnce(&[f32; N]) -> ([f32; N], [f32; N]),
    ) -> Result<(), BatchError> {
        let waiter = &self.waiters().all()[row];
        let (delay, (from, to)) = (waiter.delay(), lanes(waiter.from()));
        let after = self.waiters().starts()[row].wrapping_sub(self.low());
        let (motion, easing) = match retarget {
            Retarget::Eased(easing) => (Motion::Eased(easing), easing),
            Retarget::Smoothly => (Motion::Eased(smoothstep()), Easing::LINEAR),
            Retarget::Spring(rates) => (Motion::Spring(rates, [0.0; N]), Easing::LINEAR),
        };
        let tween = Tween { from, to, ticks, delay, easing };
        if let Some(error) = self.refusal(&Tween { delay: after, ..tween }) {
            return Err(error);
        }
        if !motion.is_finite() {
            return Err(BatchError::NotFinite);
        }
        self.replace_waiting(id, &tween, motion);
        Ok(())
    }
}
