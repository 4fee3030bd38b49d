//! The path of a playhead: all passes end to end, and the arithmetic on it.
//!
//! Positions on the path are `i128`, since a pass of an `i64` duration times a `u64` number of passes must fit. The
//! path of an endless playhead is clamped to 2^126, to leave room for sums.

use super::{Part, Playhead};
use crate::{
    event::Direction,
    playback::RepeatMode,
    time::{Span, Speed, Time, round::saturate},
};

impl Playhead {
    /// The position on the path at `now`, rounded down, and the fraction of a flick that is left.
    pub(in crate::playback) fn along(&self, now: Time) -> (i128, Part) {
        let speed = self.speed;
        let elapsed = if self.held { 0 } else { between(self.anchor, now).max(0) };
        // At most 2^63 * 2^64; the one product that does not fit saturates, one too low, at the last flick of the
        // clock.
        let moved = i128::from(speed.num()).saturating_mul(elapsed);
        let stored = self.path_at_anchor();
        let (path, part) = if speed.den() == 1 {
            (stored.saturating_add(moved), self.part)
        } else {
            let den = i128::from(speed.den());
            let rest = Part::new(moved.rem_euclid(den).unsigned_abs(), speed.den());
            let (carry, part) = self.part.plus(rest);
            (stored.saturating_add(moved.div_euclid(den)).saturating_add(carry), part)
        };
        match self.end_of_path() {
            Some(_) if path < 0 => (0, Part::ZERO),
            Some(end) if path >= end => (end, Part::ZERO),
            // An endless playhead stops at the limit, which leaves room for sums.
            _ => (path.clamp(-(1 << 126), 1 << 126), part),
        }
    }

    /// The first clock time at which the playhead is at `path` or past it, in the direction of travel; `None` if never.
    pub(crate) fn due(&self, path: i128) -> Option<Time> {
        if self.held {
            return None;
        }
        let den = i128::from(self.speed.den());
        let part = self.part.scaled(self.speed.den());
        let ahead = path.saturating_sub(self.path_at_anchor());
        // The remaining distance in units of 1/`den` flick; the playhead moves `num` units for each flick of the clock.
        let far = match self.direction {
            Direction::Forward => ahead.checked_mul(den)?.saturating_sub(part.0),
            Direction::Backward => ahead.checked_neg()?.checked_mul(den)?.saturating_add(part.1),
        };
        if far <= 0 {
            return Some(self.anchor);
        }
        let per_flick = i128::from(self.speed.num().unsigned_abs());
        if per_flick == 0 {
            return None;
        }
        let wait = far / per_flick + i128::from(far % per_flick != 0);
        let due = i128::from(self.anchor.flicks()).saturating_add(wait);
        i64::try_from(due).ok().map(Time::from_flicks)
    }

    pub(crate) fn path_at_anchor(&self) -> i128 {
        path_of(self.pass, self.length, self.offset)
    }

    /// The pass at the anchor, and the offset into it.
    pub(in crate::playback) fn pass_and_offset(&self) -> (i64, Span) {
        (self.pass, self.offset)
    }

    /// The position at `now` as events count it: everything up to it, in the direction of travel, was reported.
    pub(crate) fn reached(&self, now: Time) -> i128 {
        let (path, part) = self.along(now);
        path + i128::from(self.direction == Direction::Backward && part != Part::ZERO)
    }

    /// The end of the last pass; `None` if endless.
    pub(in crate::playback) fn end_of_path(&self) -> Option<i128> {
        let length = i128::from(self.length.flicks().max(0));
        // A clip of zero duration ends even if it is endless, so that no loop over it can hang.
        (self.passes > 0 || length == 0).then(|| i128::from(self.passes) * length)
    }

    pub(crate) fn within(&self, path: i128) -> i128 {
        self.end_of_path().map_or(path, |end| path.clamp(0, end))
    }

    pub(in crate::playback) fn length(&self) -> Span {
        self.length
    }

    pub(in crate::playback) fn last_pass(&self) -> i64 {
        i64::try_from(self.passes.saturating_sub(1)).unwrap_or(i64::MAX)
    }

    pub(crate) fn is_single_pass(&self) -> bool {
        self.passes == 1
    }

    pub(crate) fn travel(&self) -> Direction {
        self.direction
    }

    /// Whether the playhead moves one flick for each flick of the clock, from whole flick to whole flick.
    #[inline]
    pub(crate) fn is_steady(&self) -> bool {
        self.speed == Speed::NORMAL && !self.held && self.part == Part::ZERO
    }

    /// The start and the end of a playhead that plays once at normal speed and has not changed since it was made.
    #[inline]
    pub(in crate::playback) fn once(&self) -> Option<(Time, Time)> {
        let plain = self.passes == 1 && self.fresh && self.is_steady();
        if !plain || self.pass != 0 || !self.offset.is_zero() || self.length.is_zero() {
            return None;
        }
        let end = self.anchor.flicks().checked_add(self.length.flicks())?;
        Some((self.anchor, Time::from_flicks(end)))
    }

    pub(in crate::playback) fn is_fresh(&self) -> bool {
        self.fresh
    }

    pub(in crate::playback) fn is_waiting(&self, now: Time) -> bool {
        self.fresh && if self.held { self.anchor > Time::ZERO } else { now < self.anchor }
    }

    /// Whether the time of the clip runs against the path in that pass.
    pub(in crate::playback) fn is_mirrored(&self, pass: i64) -> bool {
        self.repeat == RepeatMode::PingPong && pass % 2 != 0
    }

    pub(crate) fn direction_in(&self, pass: i64) -> Direction {
        self.direction.mirrored(self.is_mirrored(pass))
    }

    /// Where a pass begins in the clip, in the direction of travel.
    pub(in crate::playback) fn start_of_pass(&self, pass: i64) -> Span {
        match self.direction_in(pass) {
            Direction::Forward => self.from,
            Direction::Backward => self.from + self.length,
        }
    }

    /// Where a pass ends in the clip, in the direction of travel.
    pub(in crate::playback) fn end_of_pass(&self, pass: i64) -> Span {
        match self.direction_in(pass) {
            Direction::Forward => self.from + self.length,
            Direction::Backward => self.from,
        }
    }

    /// The time of the clip at `offset` into `pass`.
    pub(crate) fn local(&self, pass: i64, offset: Span) -> Span {
        self.from + if self.is_mirrored(pass) { self.length - offset } else { offset }
    }

    /// The position on the path of the clip's time `local` in `pass`.
    pub(crate) fn path_to(&self, pass: i64, local: Span) -> i128 {
        let offset = local - self.from;
        path_of(
            pass,
            self.length,
            if self.is_mirrored(pass) { self.length - offset } else { offset },
        )
    }

    /// The same playhead at its position at `now`, in `direction`; for the events of a jump.
    pub(in crate::playback) fn facing(mut self, now: Time, direction: Direction) -> Self {
        self.rebase(now);
        self.direction = direction;
        self
    }

    /// The pass and the offset at `path`; on the boundary of two passes, the next pass in the direction of travel.
    pub(crate) fn split(&self, path: i128) -> (i64, Span) {
        let length = i128::from(self.length.flicks());
        let (pass, offset) = match (self.direction, self.is_over(path)) {
            (Direction::Forward, true) => (self.last_pass(), length),
            (Direction::Backward, true) => (0, 0),
            (Direction::Forward, false) if 0 <= path && path < length => (0, path),
            (Direction::Forward, false) => split(path, length),
            (Direction::Backward, false) => {
                let (pass, before) = split(path - 1, length);
                (pass, before + 1)
            }
        };
        (pass, Span::from_flicks(saturate(offset)))
    }

    /// Whether nothing lies ahead of the anchor in the direction of travel.
    #[inline]
    pub(crate) fn is_over_at_anchor(&self) -> bool {
        if self.passes == 1 && self.direction == Direction::Forward {
            self.offset >= self.length // it is in no other pass
        } else {
            self.is_over(self.path_at_anchor())
        }
    }

    /// Whether nothing lies ahead of `path` in the direction of travel.
    pub(crate) fn is_over(&self, path: i128) -> bool {
        self.end_of_path().is_some_and(|end| match self.direction {
            Direction::Forward => path >= end,
            Direction::Backward => path <= 0,
        })
    }

    /// Whether the fields are consistent; `false` for a damaged file.
    #[cfg(feature = "serde")]
    pub(super) fn is_sound(&self) -> bool {
        let direction = match self.speed.num() {
            0 => self.direction,
            1.. => Direction::Forward,
            _ => Direction::Backward,
        };
        let length = self.length.flicks();
        // Backward with a fraction, `offset` may be one flick below the pass that shows.
        (-1..=length).contains(&self.offset.flicks())
            && (length > 0 || (length == 0 && self.passes == 1))
            && self.from.flicks().checked_add(length).is_some()
            // Only an endless playhead has passes below 0, or no last pass.
            && (self.passes == 0 || u64::try_from(self.pass).is_ok_and(|pass| pass < self.passes))
            && direction == self.direction
    }

    /// Moves the anchor to `now` without moving the playhead.
    pub(super) fn rebase(&mut self, now: Time) {
        if self.held || now <= self.anchor {
            return;
        }
        let (path, part) = self.along(now);
        // A playhead that has not moved is not split again: it may show the other side of a boundary.
        if part != self.part || path != self.path_at_anchor() {
            self.place(path, part);
        }
        (self.anchor, self.fresh) = (now, false);
    }

    pub(super) fn restart_on_path(&mut self, now: Time, path: i128) {
        self.place(path, Part::ZERO);
        self.set_out(now);
    }

    /// Moves one flick back along the path if the playhead is exactly at the end of a pass with a duration.
    pub(in crate::playback) fn step_back_from_end(&mut self) {
        let flick = Span::from_flicks(1);
        match self.direction {
            Direction::Forward if self.offset == self.length && self.length > Span::ZERO => {
                self.offset -= flick;
            }
            Direction::Backward if self.offset.is_zero() && self.length > Span::ZERO => {
                self.offset += flick;
            }
            _ => {}
        }
    }

    /// Continues from `now` at the present position.
    #[inline]
    pub(super) fn set_out(&mut self, now: Time) {
        self.anchor = if self.held { Time::ZERO } else { now };
        self.fresh = false;
    }

    pub(super) fn place(&mut self, path: i128, part: Part) {
        let up = i128::from(self.direction == Direction::Backward && part != Part::ZERO);
        (self.pass, self.offset) = self.split(path + up);
        self.offset -= Span::from_flicks(i64::from(up != 0)); // `up` is added again wherever the position is shown
        self.part = part;
    }

    /// Moves to the end from which the playhead travels; an endless playhead to that end of pass 0.
    pub(in crate::playback) fn place_at_start(&mut self) {
        let last = self.end_of_path().unwrap_or(i128::from(self.length.flicks()));
        self.place(if self.direction == Direction::Forward { 0 } else { last }, Part::ZERO);
    }

    /// Follows the sign of the speed.
    #[inline]
    pub(super) fn turn(&mut self) {
        match self.speed.num() {
            0 => {}
            1.. => self.direction = Direction::Forward,
            _ => self.direction = Direction::Backward,
        }
    }
}

/// In `i128`: two points of a clock can lie further apart than a span holds.
fn between(from: Time, to: Time) -> i128 {
    i128::from(to.flicks()) - i128::from(from.flicks())
}

fn path_of(pass: i64, length: Span, offset: Span) -> i128 {
    // Below 2^126 + 2^63.
    i128::from(pass) * i128::from(length.flicks()) + i128::from(offset.flicks())
}

/// The number of whole lengths in `path`, and the remainder; `(0, 0)` for a length of zero.
fn split(path: i128, length: i128) -> (i64, i128) {
    if length <= 0 {
        return (0, 0);
    }
    match (i64::try_from(path), i64::try_from(length)) {
        (Ok(path), Ok(length)) => (path.div_euclid(length), i128::from(path.rem_euclid(length))),
        _ => (saturate(path.div_euclid(length)), path.rem_euclid(length)),
    }
}
