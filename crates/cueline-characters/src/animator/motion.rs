//! Root motion of an animator: the first layer moves the character.
//!
//! Between two changes of the first layer (a transition, or a parameter on which its states depend) everything is a
//! function of time. So the motion is cut into pieces at times that depend only on the last change. While states fade,
//! a piece is 1/120 s, or 1/1024 of the rest of the fade if that is longer. Within a piece, the motions of the states
//! are mixed from the start of the piece, with the weights at its middle.

use cueline::time::{Span, TickRate, Time};

use super::{
    Animator, AnimatorState, StateError,
    blend::UNIT,
    definition::LayerDef,
    phase::{PASS, Progress},
    playing::{Playing, stack},
};
use crate::motion::{Mean, Mixed, RigidMotion, RootMotion};

/// The shortest piece of a fade.
const PIECE: Span = Span::from_frames(1, TickRate::HZ_120);
/// The most pieces between two changes.
const MOST_PIECES: i64 = 1024;

impl AnimatorState {
    /// The motion of the first layer between two times, with the present states and values; no transition is taken. If
    /// `to` is before `from`, the result is the inverse motion. Times before [`time`](Self::time) count as
    /// [`time`](Self::time).
    ///
    /// `roots` are the motions of the clips, in the order of [`ClipIndex`](crate::ClipIndex). A clip without a motion,
    /// or beyond the end of the list, stands still.
    ///
    /// [`advance_with`](Self::advance_with) returns the motion across transitions and changes of values.
    ///
    /// While states fade or blend, their motions are mixed piece by piece, as heading, distance and turn: see
    /// [`motion`](crate::motion). An inertial transition switches to the motion of the new state at once. Motions
    /// follow the law of partition, up to rounding.
    ///
    /// # Errors
    ///
    /// [`StateError::OtherAnimator`].
    pub fn motion(
        &self,
        animator: &Animator,
        roots: &[Option<RootMotion>],
        from: Time,
        to: Time,
    ) -> Result<RigidMotion, StateError> {
        self.accept(animator)?;
        let (from, to) = (from.max(self.now), to.max(self.now));
        Ok(if from <= to {
            self.way(animator, roots, from, to)
        } else {
            self.way(animator, roots, to, from).inverse()
        })
    }

    /// The motion from one time to a later one, with no change between.
    pub(super) fn way(
        &self,
        animator: &Animator,
        roots: &[Option<RootMotion>],
        from: Time,
        to: Time,
    ) -> RigidMotion {
        let (layer, state) = (&animator.layers[0], &self.layers[0]);
        let changed = self.changed.min(from);
        // Once the current state has faded in, the states below have no effect.
        let settled = state.current().settled(layer);
        let piece = PIECE.max((settled - changed) / MOST_PIECES);
        let (mut at, mut all) = (from, RigidMotion::NONE);
        while at < to.min(settled) {
            // States below a fully faded-in state may have been dropped already. So nothing here may depend on them,
            // and a piece ends where a state has faded in.
            let times = || state.stack.iter().map(|playing| playing.settled(layer));
            let bottom = times().rposition(|settled| settled <= at).unwrap_or(0);
            let since = times().nth(bottom).filter(|settled| *settled <= at).unwrap_or(changed);
            let until =
                times().skip(bottom).filter(|settled| *settled > at).min().unwrap_or(settled);
            let grid = changed + piece * ((at - changed).flicks() / piece.flicks());
            let start = grid.max(since);
            let end = (grid + piece).min(until);
            let next = to.min(end);
            let middle = start + (end - start) / 2;
            let mixed = |until: Time| {
                let mut mean = Mean::default();
                stack(layer, &state.stack[bottom..], middle, UNIT, |playing, units| {
                    let way = self.carried(animator, layer, playing, roots, start, until);
                    mean.add(way, f64::from(units));
                });
                mean.motion()
            };
            let begin = if at == start { RigidMotion::NONE } else { mixed(at) };
            all = all.then(mixed(next).since(begin));
            at = next;
        }
        if at < to {
            all = all.then(self.carried(animator, layer, state.current(), roots, at, to));
        }
        all
    }

    /// The motion of one state from one time to a later one.
    fn carried(
        &self,
        animator: &Animator,
        layer: &LayerDef,
        playing: &Playing,
        roots: &[Option<RootMotion>],
        from: Time,
        to: Time,
    ) -> RigidMotion {
        let def = playing.def(layer);
        let rate = playing.rate(animator, layer, &self.values);
        let place = |at: Time| {
            let progress = def.shown(playing.progress_at(at, rate));
            if !def.repeats && progress >= Progress::ONE {
                (0, PASS)
            } else {
                (progress.passes, progress.part)
            }
        };
        let mixed = Mixed {
            roots,
            each: |put: &mut dyn FnMut(u16, u32)| def.motion.weights(&self.values, put),
            pass: PASS,
            local: |part, duration| {
                if part >= PASS {
                    duration
                } else {
                    Progress { passes: 0, part }.flick_of(duration)
                }
            },
            reversed: def.reversed,
        };
        mixed.between(place(from), place(to))
    }
}
