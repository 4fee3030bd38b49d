//! The map from a clock's time to a clip's time.
//!
//! Lay all passes of a clip end to end: that is the *path*, a line of flicks on which pass `k`
//! covers `k * length ..= (k + 1) * length`. A playhead says where on the path it stood at one clock
//! time, its *anchor*, and how fast it moves. Everything else is a division:
//!
//! ```text
//! path(now) = path(anchor) + (now - anchor) * num / den
//! pass      = path / length, the rest lies inside the clip's range
//! ```
//!
//! So nothing is stepped, and any time can be asked for. A change of speed, a pause or a seek puts
//! the anchor to that moment and keeps what is left below a flick as a fraction, so that the phase
//! stays what it was.
//!
//! Playing backward mirrors playing forward in every corner. A moment is *reached* at the first
//! flick of the clock at which the path is at or past it; forward the path is therefore rounded
//! down, backward up. Exactly on a boundary the next pass shows, seen in the way of travel.

use super::{Loops, Play, PlayError, Repeat, part::Part};
use crate::{
    edge::Direction,
    time::{Span, Speed, Time},
};

/// Where a playing clip is at any time of a clock: a few integers, set when something changes.
///
/// # Examples
///
/// ```
/// use cueline::{
///     playback::{Loops, Phase, Play, PlayError, Playhead},
///     time::{Span, Speed, Time},
/// };
///
/// let second = Span::from_secs(1);
/// let twice = Play { loops: Loops::Times(2), ..Play::default() };
/// let mut head = Playhead::new(Time::ZERO, second, &twice)?;
///
/// let at = head.at(Time::from_millis(1250));
/// assert_eq!((at.pass, at.local), (1, Span::from_millis(250)));
///
/// head.set_speed(Time::from_millis(1250), Speed::whole(3)); // from here on, no jump
/// assert_eq!(head.at(Time::from_millis(1500)).phase, Phase::Ended);
///
/// let endless = Play { loops: Loops::Endless, ..Play::default() };
/// assert_eq!(
///     Playhead::new(Time::ZERO, Span::ZERO, &endless),
///     Err(PlayError::EmptyLoop { at: Span::ZERO })
/// );
/// # Ok::<(), PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))] // read with a check, below
pub struct Playhead {
    /// The clock time at which it is at `pass` and `offset`. While held: the wait still to come,
    /// counted from the clock's zero.
    anchor: Time,
    /// The pass at the anchor; below zero for an endless one turned back past its start.
    pass: i64,
    /// How far into that pass, from 0 up to the length.
    offset: Span,
    /// How far past `offset`, below a flick.
    part: Part,
    speed: Speed,
    /// Where the range begins in the clip.
    from: Span,
    /// How long the range is. Never negative, and above zero where there is more than one pass.
    length: Span,
    /// How many passes; 0 is endless.
    passes: u64,
    repeat: Repeat,
    /// The way along the path; that of the last speed other than zero.
    direction: Direction,
    held: bool,
    /// Whether it begins at the anchor, instead of going on there.
    fresh: bool,
}

/// Where a playhead is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The clip's time, between both ends of the range.
    pub local: Span,
    /// The pass, from 0; below zero for an endless one turned back past its start.
    pub pass: i64,
    /// Whether it waits, plays or has ended.
    pub phase: Phase,
    /// Which way the clip's own time runs; in every other pass of a ping-pong backward.
    pub direction: Direction,
}

/// Whether something waits, plays or has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Its pre-delay is not over; nothing shows yet.
    Waiting,
    /// It shows. Something that is held plays too.
    Playing,
    /// It has reached its end and shows that.
    Ended,
}

impl Playhead {
    /// Plays a clip of `length` from `start` on, or from the end of the delay.
    ///
    /// The range may reach outside the clip: tracks say what holds there. Of `play`, only `delay`,
    /// `speed`, `range`, `loops` and `repeat` count here.
    ///
    /// # Errors
    ///
    /// [`PlayError::Range`] where the range ends before it begins, [`PlayError::EmptyLoop`] for more than one pass
    /// over no time, [`PlayError::NoPasses`] for none, [`PlayError::NegativeDelay`].
    pub fn new(start: Time, length: Span, play: &Play) -> Result<Self, PlayError> {
        if play.delay < Span::ZERO {
            return Err(PlayError::NegativeDelay { delay: play.delay });
        }
        let passes = match play.loops {
            Loops::Once => 1,
            Loops::Times(0) => return Err(PlayError::NoPasses),
            Loops::Times(passes) => passes,
            Loops::Endless => 0,
        };
        let (from, to) = play.range.unwrap_or((Span::ZERO, length));
        let mut head = Self {
            anchor: start + play.delay,
            pass: 0,
            offset: Span::ZERO,
            part: Part::ZERO,
            speed: play.speed,
            from,
            length: range_length(from, to, passes)?,
            passes,
            repeat: play.repeat,
            direction: Direction::Forward,
            held: false,
            fresh: true,
        };
        head.turn();
        head.place_at_start();
        Ok(head)
    }

    /// Where it is at `now`. Before its last change it is where it was at that.
    #[must_use]
    #[inline]
    pub fn at(&self, now: Time) -> Position {
        // Most of what plays runs at normal speed and in the pass of its anchor; that needs no division.
        if self.speed == Speed::NORMAL
            && !self.held
            && now >= self.anchor
            && self.part == Part::ZERO
        {
            let moved = now.flicks().checked_sub(self.anchor.flicks());
            let offset = moved.and_then(|moved| moved.checked_add(self.offset.flicks()));
            if let Some(offset) = offset.filter(|offset| *offset < self.length.flicks()) {
                return Position {
                    local: self.local(self.pass, Span::from_flicks(offset)),
                    pass: self.pass,
                    phase: Phase::Playing,
                    direction: self.direction_in(self.pass),
                };
            }
        }
        self.at_any(now)
    }

    fn at_any(&self, now: Time) -> Position {
        let (path, part) = self.along(now);
        let up = i128::from(self.direction == Direction::Backward && part != Part::ZERO);
        let (pass, offset) = if part == self.part && path == self.path_at_anchor() {
            // Not split anew: turned round on a boundary, it goes on showing what it showed.
            (self.pass, self.offset + Span::from_flicks(i64::from(up != 0)))
        } else {
            self.split(path + up)
        };
        let ended = self.is_over(path + up);
        let phase = match ended {
            _ if self.is_waiting(now) => Phase::Waiting,
            true => Phase::Ended,
            false => Phase::Playing,
        };
        Position {
            local: self.local(pass, offset),
            pass,
            phase,
            direction: self.direction_in(pass),
        }
    }

    /// How many boundaries between passes lie in `(after, until]`; `Loop` edges say which.
    #[must_use]
    pub fn loops_in(&self, after: Time, until: Time) -> u64 {
        self.at(until).pass.abs_diff(self.at(after).pass)
    }

    /// When it begins, or where it was changed last; the wait still to come, from zero, while it is held.
    #[must_use]
    pub const fn anchor(&self) -> Time {
        self.anchor
    }

    /// Its speed when it is not held.
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Whether it is paused.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.held
    }

    /// Both ends of the part of the clip that plays.
    #[must_use]
    pub fn range(&self) -> (Span, Span) {
        (self.from, self.from + self.length)
    }

    /// What a pass does after the one before it.
    #[must_use]
    pub const fn repeat(&self) -> Repeat {
        self.repeat
    }

    /// Whether it has no end.
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        self.passes == 0
    }

    /// How long all passes take together along the path; none when endless. Saturates.
    #[must_use]
    pub fn duration(&self) -> Option<Span> {
        self.end_of_path().map(|end| Span::from_flicks(clamp(end)))
    }

    /// Lets it stand still from `now` on, or its delay.
    pub fn pause(&mut self, now: Time) {
        if !self.held {
            self.rebase(now);
            self.anchor = Time::ZERO + (self.anchor - now).max(Span::ZERO);
            self.held = true;
        }
    }

    /// Lets it go on from where it was paused, with what was left of its delay.
    pub fn resume(&mut self, now: Time) {
        if self.held {
            self.anchor = now + (self.anchor - Time::ZERO);
            self.held = false;
        }
    }

    /// Changes the speed from `now` on; the phase is kept exactly.
    ///
    /// Exactly means: as long as the denominators of the speeds set one after the other have a common one
    /// below 2^63; else what is left below a flick is rounded down to a whole part in 2^62. Turned round before it
    /// began, it begins from its other end.
    pub fn set_speed(&mut self, now: Time, speed: Speed) {
        let waiting = self.is_waiting(now);
        self.rebase(now);
        self.speed = speed;
        if self.turn() && waiting {
            self.place_at_start();
        }
    }

    /// Changes the part of the clip that plays. It stays in its pass and where it is in the clip, or at the nearest
    /// end of the new range.
    ///
    /// # Errors
    ///
    /// [`PlayError::Range`] and [`PlayError::EmptyLoop`] as in [`Playhead::new`]; nothing has changed then.
    pub fn set_range(&mut self, now: Time, from: Span, to: Span) -> Result<(), PlayError> {
        let length = range_length(from, to, self.passes)?;
        let was = self.at(now);
        self.rebase(now);
        (self.from, self.length) = (from, length);
        if self.fresh {
            self.place_at_start();
            return Ok(());
        }
        let local = was.local.clamp(from, to);
        let offset = if self.is_mirrored(was.pass) { to - local } else { local - from };
        // Backward, what shows is the flick after the one that is kept with its part.
        let up = self.direction == Direction::Backward && self.part != Part::ZERO;
        (self.pass, self.offset) = (was.pass, offset);
        if local != was.local || (up && offset.is_zero()) {
            self.part = Part::ZERO;
        } else if up {
            self.offset -= Span::from_flicks(1);
        }
        Ok(())
    }

    /// Moves it to `elapsed` along all passes, clamped to them; an endless one takes any. A wait is over with it.
    pub fn seek(&mut self, now: Time, elapsed: Span) {
        let path = self.within(i128::from(elapsed.flicks()));
        self.stand_at(now, path);
    }

    /// Puts it at the end of its last pass, in its direction. Says no, and changes nothing, when endless.
    pub fn finish(&mut self, now: Time) -> bool {
        let Some(end) = self.end_of_path() else { return false };
        self.stand_at(now, if self.direction == Direction::Forward { end } else { 0 });
        true
    }

    /// Begins anew at `now`, without a delay and not held.
    pub fn restart(&mut self, now: Time) {
        self.place_at_start();
        (self.anchor, self.held, self.fresh) = (now, false, true);
    }

    /// Puts it back to its start and holds it there; [`resume`](Self::resume) begins anew.
    pub fn reset(&mut self) {
        self.restart(Time::ZERO);
        self.held = true;
    }

    // --- the path; shared with the edges ---

    /// Where on the path it is at `now`, rounded down, and what is left below a flick.
    fn along(&self, now: Time) -> (i128, Part) {
        let speed = self.speed;
        let elapsed = if self.held { 0 } else { between(self.anchor, now).max(0) };
        // At most 2^63 * 2^64; the one product that does not fit is off by one at the end of all time.
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
            // An endless one stays at the end of all numbers, with room to add to it.
            _ => (path.clamp(-(1 << 126), 1 << 126), part),
        }
    }

    /// The first clock time at which it is at or past `path`, in its direction; none when it never is.
    pub(super) fn due(&self, path: i128) -> Option<Time> {
        if self.held {
            return None;
        }
        let den = i128::from(self.speed.den());
        let part = self.part.scaled(self.speed.den());
        let ahead = path.saturating_sub(self.path_at_anchor());
        // In parts of a flick, `den` to one: how far there is to go at `num` of them a flick of the clock.
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

    pub(super) fn path_at_anchor(&self) -> i128 {
        path_of(self.pass, self.length, self.offset)
    }

    /// The path at `now` as edges count it: what lies on it or before, in the way of travel, has been.
    pub(super) fn reached(&self, now: Time) -> i128 {
        let (path, part) = self.along(now);
        path + i128::from(self.direction == Direction::Backward && part != Part::ZERO)
    }

    /// Where the last pass ends; none when endless.
    pub(super) fn end_of_path(&self) -> Option<i128> {
        let length = i128::from(self.length.flicks().max(0));
        // Something of no length ends whatever it says, so that no loop over it can hang.
        (self.passes > 0 || length == 0).then(|| i128::from(self.passes) * length)
    }

    pub(super) fn within(&self, path: i128) -> i128 {
        self.end_of_path().map_or(path, |end| path.clamp(0, end))
    }

    pub(super) fn length(&self) -> Span {
        self.length
    }

    pub(super) fn last_pass(&self) -> i64 {
        i64::try_from(self.passes.saturating_sub(1)).unwrap_or(i64::MAX)
    }

    pub(super) fn travel(&self) -> Direction {
        self.direction
    }

    pub(super) fn is_fresh(&self) -> bool {
        self.fresh
    }

    pub(super) fn is_waiting(&self, now: Time) -> bool {
        self.fresh && if self.held { self.anchor > Time::ZERO } else { now < self.anchor }
    }

    /// Whether clip time runs against the path in that pass.
    pub(super) fn is_mirrored(&self, pass: i64) -> bool {
        self.repeat == Repeat::PingPong && pass % 2 != 0
    }

    pub(super) fn direction_in(&self, pass: i64) -> Direction {
        match (self.direction, self.is_mirrored(pass)) {
            (Direction::Forward, false) | (Direction::Backward, true) => Direction::Forward,
            _ => Direction::Backward,
        }
    }

    /// The clip's time at `offset` into `pass`.
    pub(super) fn local(&self, pass: i64, offset: Span) -> Span {
        self.from + if self.is_mirrored(pass) { self.length - offset } else { offset }
    }

    /// Where on the path the clip's time `local` lies in `pass`.
    pub(super) fn path_to(&self, pass: i64, local: Span) -> i128 {
        let offset = local - self.from;
        path_of(
            pass,
            self.length,
            if self.is_mirrored(pass) { self.length - offset } else { offset },
        )
    }

    /// The same standing still at `path` and about to travel in `direction`; for edges crossed by a jump.
    pub(super) fn facing(mut self, now: Time, direction: Direction) -> Self {
        self.rebase(now);
        self.direction = direction;
        self
    }

    /// The pass and the rest of it at `path`: on a boundary of two passes the next one in the way of travel.
    pub(super) fn split(&self, path: i128) -> (i64, Span) {
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
        (pass, Span::from_flicks(clamp(offset)))
    }

    /// Whether there is nothing beyond `path` in the way of travel.
    pub(super) fn is_over(&self, path: i128) -> bool {
        self.end_of_path().is_some_and(|end| match self.direction {
            Direction::Forward => path >= end,
            Direction::Backward => path <= 0,
        })
    }

    /// Whether its numbers fit each other; false for some that were read from a damaged file.
    #[cfg(feature = "serde")]
    fn is_sound(&self) -> bool {
        let way = match self.speed.num() {
            0 => self.direction,
            1.. => Direction::Forward,
            _ => Direction::Backward,
        };
        let length = self.length.flicks();
        // Backward, what is kept may lie a flick below the pass that shows.
        (-1..=length).contains(&self.offset.flicks())
            && (length > 0 || (length == 0 && self.passes == 1))
            && self.from.flicks().checked_add(length).is_some()
            && way == self.direction
    }

    /// Moves the anchor to `now` without moving the playhead.
    fn rebase(&mut self, now: Time) {
        if self.held || now <= self.anchor {
            return;
        }
        let (path, part) = self.along(now);
        // What has not moved is not split anew: it may show the other side of a boundary.
        if part != self.part || path != self.path_at_anchor() {
            self.place(path, part);
        }
        (self.anchor, self.fresh) = (now, false);
    }

    fn stand_at(&mut self, now: Time, path: i128) {
        self.place(path, Part::ZERO);
        self.anchor = if self.held { Time::ZERO } else { now };
        self.fresh = false;
    }

    fn place(&mut self, path: i128, part: Part) {
        let up = i128::from(self.direction == Direction::Backward && part != Part::ZERO);
        (self.pass, self.offset) = self.split(path + up);
        self.offset -= Span::from_flicks(i64::from(up != 0)); // up again wherever it is shown
        self.part = part;
    }

    /// At the end from which it travels; an endless one at that of pass 0.
    pub(super) fn place_at_start(&mut self) {
        let last = self.end_of_path().unwrap_or(i128::from(self.length.flicks()));
        self.place(if self.direction == Direction::Forward { 0 } else { last }, Part::ZERO);
    }

    /// Follows the sign of the speed; whether it has changed the way.
    fn turn(&mut self) -> bool {
        let way = match self.speed.num() {
            0 => self.direction,
            1.. => Direction::Forward,
            _ => Direction::Backward,
        };
        core::mem::replace(&mut self.direction, way) != way
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Playhead {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Playhead {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let head = Self::deserialize(deserializer)?;
        if head.is_sound() {
            Ok(head)
        } else {
            Err(serde::de::Error::custom("a playhead outside its own range"))
        }
    }
}

fn range_length(from: Span, to: Span, passes: u64) -> Result<Span, PlayError> {
    match to.flicks().checked_sub(from.flicks()) {
        Some(0) if passes != 1 => Err(PlayError::EmptyLoop { at: from }),
        Some(length @ 0..) => Ok(Span::from_flicks(length)),
        _ => Err(PlayError::Range { from, to }),
    }
}

/// Two points of a clock can lie further apart than a span holds.
fn between(from: Time, to: Time) -> i128 {
    i128::from(to.flicks()) - i128::from(from.flicks())
}

fn path_of(pass: i64, length: Span, offset: Span) -> i128 {
    // Below 2^126 + 2^63.
    i128::from(pass) * i128::from(length.flicks()) + i128::from(offset.flicks())
}

/// Whole lengths in `path` and the rest; all rest where there is no length.
fn split(path: i128, length: i128) -> (i64, i128) {
    if length <= 0 {
        return (0, 0);
    }
    match (i64::try_from(path), i64::try_from(length)) {
        (Ok(path), Ok(length)) => (path.div_euclid(length), i128::from(path.rem_euclid(length))),
        _ => (clamp(path.div_euclid(length)), path.rem_euclid(length)),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "clamped to the range of an i64 first")]
fn clamp(wide: i128) -> i64 {
    wide.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}
