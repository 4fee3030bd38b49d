//! The cues of a flipbook, as often as their pictures show.
//!
//! A cue belongs to the frame in which it lies. Each time that frame shows, the cue happens as long after the frame's
//! appearance as in the first pass, also on the way back of a flipbook that turns. So the cues of one round are laid out
//! once, when the flipbook is built, and a window looks them up.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    clip::{Cue, Window},
    event::Direction,
    order::sort_by,
    time::Span,
};

/// Cues with their moments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cued {
    /// Sorted by time, cues of one time in the order of declaration.
    pub(super) list: Box<[Cue]>,
    /// All moments of one round, sorted. Follows from the list and the flipbook.
    round: Box<[CueMoment]>,
}

/// A cue in a round: there and back where the flipbook turns, else one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CueMoment {
    /// In flicks since the start of the round, up to its length.
    at: i128,
    cue: u32,
    /// Whether it is the very end of its frame, at which the next frame shows already.
    ends: bool,
}

/// The time within which cues happen, in flicks since the start of the first pass. At the start only what its frame begins or
/// has, at the end only what ends its frame.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(super) from: i128,
    pub(super) to: Option<i128>,
}

impl Cued {
    /// For a strip of that length, and where the flipbook turns, the duration of the frame at the turn. `frame_around` gives
    /// the start and the end of the frame at a place of the first pass.
    pub(super) fn new(
        list: Box<[Cue]>,
        strip: i128,
        turned: Option<i128>,
        frame_around: impl Fn(i128) -> (i128, i128),
    ) -> Self {
        let mut round: Vec<CueMoment> = Vec::with_capacity(list.len());
        for (cue, index) in list.iter().zip(0..) {
            let at = i128::from(cue.at.flicks());
            round.push(CueMoment { at, cue: index, ends: at >= strip });
        }
        if let Some(turned) = turned {
            for there in 0..round.len() {
                let CueMoment { at, cue, ends } = round[there];
                let (begin, end) = frame_around(at.min(strip - 1));
                // The frames at both ends show once in a round.
                if !ends && begin > 0 && end < strip {
                    let at = 2 * strip - turned - end + (at - begin);
                    round.push(CueMoment { at, cue, ends: false });
                }
            }
        }
        let by = |moment: &CueMoment| (moment.at, !moment.ends, moment.cue);
        sort_by(&mut round, |one, other| by(one).cmp(&by(other)));
        Self { list, round: round.into() }
    }

    /// Visits the cues in a window of the own time of a flipbook with this offset and duration of a round, in order, with their
    /// times and indices, until `found` returns `false`. Of a window with more than `most` it visits the first round and the
    /// last.
    pub(super) fn visit(
        &self,
        (offset, length): (Span, i128),
        limits: Limits,
        window: Window,
        most: u64,
        mut found: impl FnMut(Span, u32) -> bool,
    ) {
        let (from, to, direction, with_start) = window.parts();
        let offset = i128::from(offset.flicks());
        let [from, to] = [from, to].map(|at| i128::from(at.flicks()) + offset);
        let beyond = i128::from(!with_start);
        let (first, last) = match direction {
            Direction::Forward => (from + beyond, to),
            Direction::Backward => (to, from - beyond),
        };
        let first = first.max(limits.from);
        let last = limits.to.map_or(last, |end| last.min(end));
        if first > last {
            return;
        }
        // What ends a frame at the start of a round belongs to the round before.
        let (early, late) = ((first - 1).div_euclid(length).max(0), last.div_euclid(length));
        let forward = direction == Direction::Forward;
        let (mut round, end, step) = if forward { (early, late, 1) } else { (late, early, -1) };
        let count = u64::try_from(late - early).unwrap_or(u64::MAX);
        let many = count.saturating_mul(self.round.len() as u64);
        let skips = many > most;
        loop {
            let start = round * length;
            let before = |limit: i128| self.round.partition_point(|moment| moment.at < limit);
            let inside = &self.round[before(first - start)..before(last - start + 1)];
            let mut visit = |moment: &CueMoment| {
                let at = start + moment.at;
                let edge = if moment.ends { at == limits.from } else { limits.to == Some(at) };
                let time = i64::try_from(at - offset).ok().map(Span::from_flicks);
                edge || time.is_none_or(|time| found(time, moment.cue))
            };
            let goes_on = if forward {
                inside.iter().all(&mut visit)
            } else {
                let one_moment = |a: &CueMoment, b: &CueMoment| (a.at, a.ends) == (b.at, b.ends);
                inside.chunk_by(one_moment).rev().flatten().all(&mut visit)
            };
            if !goes_on || round == end {
                return;
            }
            round = if skips { end } else { round + step };
        }
    }
}
