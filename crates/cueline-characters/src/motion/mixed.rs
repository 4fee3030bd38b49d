//! The motion of several clips in phase, with constant weights.
//!
//! A pass is cut into pieces at fixed phases. Within a piece the motions of the clips are mixed from the start of the
//! piece, and the pieces are chained. So the motion between two phases is a difference of two motions, as for one clip.

use cueline::time::Span;

use super::{RigidMotion, RootMotion, rigid::Mean};

/// Pieces of a pass of several clips.
const PIECES: u128 = 64;

/// Clips with weights; `each` calls its argument with the index of each clip and its weight.
pub(crate) struct Mixed<'a, E> {
    pub(crate) roots: &'a [Option<RootMotion>],
    /// Clips with weights above zero.
    pub(crate) each: E,
    /// The number of parts of a pass.
    pub(crate) pass: u128,
    /// The time in a clip of that duration at that part of a pass, which may be the end.
    pub(crate) local: fn(u128, Span) -> Span,
    /// Whether the clips run backwards.
    pub(crate) reversed: bool,
}

impl<E: Fn(&mut dyn FnMut(u16, u32))> Mixed<'_, E> {
    /// The motion from a phase of a pass to a phase of the same or a later pass.
    pub(crate) fn between(&self, from: (u64, u128), to: (u64, u128)) -> RigidMotion {
        let mut count = 0;
        (self.each)(&mut |_, _| count += 1);
        let pieces = if count > 1 { PIECES } else { 1 };
        let passes = to.0.saturating_sub(from.0);
        if passes == 0 {
            return self.walk(pieces, from.1, to.1);
        }
        let first = self.walk(pieces, from.1, self.pass);
        let last = self.walk(pieces, 0, to.1);
        if passes == 1 {
            return first.then(last);
        }
        let whole = self.walk(pieces, 0, self.pass);
        first.then(whole.power(i64::try_from(passes - 1).unwrap_or(i64::MAX))).then(last)
    }

    /// From a part to a later part of one pass, piece by piece.
    fn walk(&self, pieces: u128, mut from: u128, to: u128) -> RigidMotion {
        let mut all = RigidMotion::NONE;
        while from < to {
            let piece = from * pieces / self.pass; // parts have 96 bits, and there are few pieces
            let start = (piece * self.pass).div_ceil(pieces);
            let end = ((piece + 1) * self.pass).div_ceil(pieces);
            let next = to.min(end);
            let begin = if from == start { RigidMotion::NONE } else { self.piece(start, from) };
            all = all.then(self.piece(start, next).since(begin));
            from = next;
        }
        all
    }

    /// The mean from the start of a piece to a part in it.
    fn piece(&self, start: u128, to: u128) -> RigidMotion {
        let mut mean = Mean::default();
        (self.each)(&mut |clip, weight| {
            let motion = match self.roots.get(usize::from(clip)) {
                Some(Some(root)) => {
                    let at = |part| {
                        let local = (self.local)(part, root.duration());
                        root.at(if self.reversed { root.duration() - local } else { local })
                    };
                    at(to).since(at(start))
                }
                _ => RigidMotion::NONE,
            };
            mean.add(motion, f64::from(weight));
        });
        mean.motion()
    }
}
