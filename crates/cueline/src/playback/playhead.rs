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

mod path;

use self::path::clamp;
use super::{Play, PlayError, Repeat, RepeatMode, part::Part};
use crate::{
    event::Direction,
    time::{Span, Speed, Time},
};

/// Where a playing clip is at any time of a clock: a few integers, set when something changes.
///
/// # Examples
///
/// ```
/// use cueline::{
///     playback::{Repeat, Phase, Play, PlayError, Playhead},
///     time::{Span, Speed, Time},
/// };
///
/// let second = Span::from_secs(1);
/// let twice = Play { repeat: Repeat::Times(2), ..Play::default() };
/// let mut head = Playhead::new(Time::ZERO, second, &twice)?;
///
/// let at = head.at(Time::from_millis(1250));
/// assert_eq!((at.pass, at.local), (1, Span::from_millis(250)));
///
/// head.set_speed(Time::from_millis(1250), Speed::whole(3)); // from here on, no jump
/// assert_eq!(head.at(Time::from_millis(1500)).phase, Phase::Ended);
///
/// let endless = Play { repeat: Repeat::Forever, ..Play::default() };
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
    repeat: RepeatMode,
    /// The way along the path; that of the last speed other than zero.
    direction: Direction,
    held: bool,
    /// Whether it begins at the anchor, instead of going on there.
    fresh: bool,
}

/// Where a playhead is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayheadPosition {
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
    /// The range may reach outside the clip: tracks say what holds there. `play` sets the delay, the speed, the
    /// range and the repeats; the other settings are those of a [`Player`](super::Player).
    ///
    /// # Examples
    ///
    /// ```
    /// use cueline::{
    ///     playback::{Phase, Play, Playhead, Weight},
    ///     time::{Span, Time},
    /// };
    ///
    /// let ms = Span::from_millis;
    /// let head = Playhead::new(Time::ZERO, ms(300), &Play { delay: ms(50), ..Play::default() })?;
    /// assert_eq!(head.at(Time::from_millis(20)).phase, Phase::Waiting);
    /// assert_eq!(head.at(Time::from_millis(150)).local, ms(100));
    ///
    /// let half = Play { weight: Weight::from_percent(50), ..Play::default() };
    /// assert_eq!(
    ///     Playhead::new(Time::ZERO, ms(300), &half).unwrap_err().to_string(),
    ///     "`weight` has no effect on a playhead; leave it at its default"
    /// );
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PlayError::Range`] where the range ends before it begins, [`PlayError::EmptyLoop`] for more than one pass
    /// over no time, [`PlayError::NoPasses`] for none, [`PlayError::NegativeDelay`]; [`PlayError::NoEffect`] for a
    /// setting that only a player uses.
    pub fn new(start: Time, length: Span, play: &Play) -> Result<Self, PlayError> {
        play.check_for("a playhead")?;
        Self::in_player(start, length, play)
    }

    /// The same for a player, which uses the other settings itself.
    #[inline]
    pub(crate) fn in_player(start: Time, length: Span, play: &Play) -> Result<Self, PlayError> {
        if play.speed.num() < 0 {
            Self::from_its_end(start, length, play)
        } else {
            Self::forward(start, length, play)
        }
    }

    #[inline]
    fn forward(start: Time, length: Span, play: &Play) -> Result<Self, PlayError> {
        if play.delay < Span::ZERO {
            return Err(PlayError::NegativeDelay { delay: play.delay });
        }
        let passes = match play.repeat {
            Repeat::Once => 1,
            Repeat::Times(0) => return Err(PlayError::NoPasses),
            Repeat::Times(passes) => passes,
            Repeat::Forever => 0,
        };
        let (from, to) = play.range.unwrap_or((Span::ZERO, length));
        Ok(Self {
            anchor: start + play.delay,
            pass: 0,
            offset: Span::ZERO,
            part: Part::ZERO,
            speed: play.speed,
            from,
            length: range_length(from, to, passes)?,
            passes,
            repeat: play.repeat_mode,
            direction: Direction::Forward,
            held: false,
            fresh: true,
        })
    }

    /// One that sets out backward.
    #[inline(never)]
    fn from_its_end(start: Time, length: Span, play: &Play) -> Result<Self, PlayError> {
        let mut head = Self::forward(start, length, play)?;
        head.turn();
        head.place_at_start();
        Ok(head)
    }

    /// Where it is at `now`. Before its last change it is where it was at that.
    #[must_use]
    #[inline]
    pub fn at(&self, now: Time) -> PlayheadPosition {
        // Most of what plays runs at normal speed and in the pass of its anchor; that needs no division.
        if self.is_steady() && now >= self.anchor {
            let moved = now.flicks().checked_sub(self.anchor.flicks());
            let offset = moved.and_then(|moved| moved.checked_add(self.offset.flicks()));
            if let Some(offset) = offset.filter(|offset| *offset < self.length.flicks()) {
                return PlayheadPosition {
                    local: self.local(self.pass, Span::from_flicks(offset)),
                    pass: self.pass,
                    phase: Phase::Playing,
                    direction: self.direction_in(self.pass),
                };
            }
            if self.once().is_some() {
                // At its end, or past it.
                return PlayheadPosition {
                    local: self.from + self.length,
                    pass: 0,
                    phase: Phase::Ended,
                    direction: Direction::Forward,
                };
            }
        }
        self.at_any(now)
    }

    fn at_any(&self, now: Time) -> PlayheadPosition {
        let (path, part) = self.along(now);
        let up = i128::from(self.direction == Direction::Backward && part != Part::ZERO);
        let (pass, offset) = if part == self.part && path == self.path_at_anchor() {
            // Not split again: turned round on a boundary, it goes on showing what it showed.
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
        PlayheadPosition {
            local: self.local(pass, offset),
            pass,
            phase,
            direction: self.direction_in(pass),
        }
    }

    /// How many boundaries between passes lie in `(after, until]`; `Loop` events say which.
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
    pub const fn repeat(&self) -> RepeatMode {
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
    /// end of the new range; at its start, before it has moved or changed, at the start of the new one.
    ///
    /// # Errors
    ///
    /// [`PlayError::Range`] and [`PlayError::EmptyLoop`] as in [`Playhead::new`]; nothing has changed then.
    pub fn set_range(&mut self, now: Time, from: Span, to: Span) -> Result<(), PlayError> {
        let moved = !self.held && now > self.anchor;
        self.change_range(now, from, to, moved || !self.fresh)
    }

    /// The same; what has not `begun` begins at the start of the new range.
    pub(crate) fn change_range(
        &mut self,
        now: Time,
        from: Span,
        to: Span,
        begun: bool,
    ) -> Result<(), PlayError> {
        let length = range_length(from, to, self.passes)?;
        let was = self.at(now);
        self.rebase(now);
        (self.from, self.length) = (from, length);
        if !begun {
            self.place_at_start();
            return Ok(());
        }
        let local = was.local.clamp(from, to);
        let offset = if self.is_mirrored(was.pass) { to - local } else { local - from };
        // Backward, what shows is the flick after the one that is kept with its part.
        let up = self.direction == Direction::Backward && self.part != Part::ZERO;
        (self.pass, self.offset) = (was.pass, offset);
        // Where the range ends, nothing is left to be kept beyond it.
        let beyond = if up { offset.is_zero() } else { offset == self.length };
        if local != was.local || beyond {
            self.part = Part::ZERO;
        } else if up {
            self.offset -= Span::from_flicks(1);
        }
        Ok(())
    }

    /// Moves it to `elapsed` along all passes, clamped to them; an endless one takes any. A wait is over with it.
    #[inline]
    pub fn seek(&mut self, now: Time, elapsed: Span) {
        if self.passes == 1 && self.direction == Direction::Forward {
            // As nearly always; the pass is the path.
            self.offset = elapsed.max(Span::ZERO).min(self.length);
            (self.pass, self.part) = (0, Part::ZERO);
            self.set_out(now);
        } else {
            self.stand_at(now, self.within(i128::from(elapsed.flicks())));
        }
    }

    /// Puts it at the end of its last pass, in its direction. Says no, and changes nothing, when endless.
    pub fn finish(&mut self, now: Time) -> bool {
        let Some(end) = self.end_of_path() else { return false };
        self.stand_at(now, if self.direction == Direction::Forward { end } else { 0 });
        true
    }

    /// Starts again at `now`, without a delay and not held.
    pub fn restart(&mut self, now: Time) {
        self.place_at_start();
        (self.anchor, self.held, self.fresh) = (now, false, true);
    }

    /// Puts it back to its start and holds it there; [`resume`](Self::resume) starts it again.
    pub fn reset(&mut self) {
        self.restart(Time::ZERO);
        self.held = true;
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

#[inline]
fn range_length(from: Span, to: Span, passes: u64) -> Result<Span, PlayError> {
    match to.flicks().checked_sub(from.flicks()) {
        Some(0) if passes != 1 => Err(PlayError::EmptyLoop { at: from }),
        Some(length @ 0..) => Ok(Span::from_flicks(length)),
        _ => Err(PlayError::Range { from, to }),
    }
}
