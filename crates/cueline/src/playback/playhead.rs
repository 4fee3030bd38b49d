//! The map from the time of a clock to the time of a clip.
//!
//! Put all passes of a clip end to end: that line is the *path*. Pass `k` covers `k * length ..= (k + 1) * length` of
//! it. A playhead stores one point, the *anchor*: a clock time, and the position on the path at that time. It also
//! stores its speed. Every other position follows by a division:
//!
//! ```text
//! path(now) = path(anchor) + (now - anchor) * num / den
//! pass      = path / length, and the remainder is the offset into the clip's range
//! ```
//!
//! So a playhead has no steps, and answers for any time. A change of speed, a pause or a seek moves the anchor to that
//! moment and keeps the remainder below a flick as a fraction, so that the phase stays exact.
//!
//! Backward playback mirrors forward playback in every corner. A position is *reached* at the first flick of the clock
//! at which the path is at it or past it. So the path is rounded down forward, and up backward. Exactly on the
//! boundary between two passes the next pass shows, in the direction of travel.

mod path;

use super::{Play, PlayError, Repeat, RepeatMode, part::Part};
use crate::{
    event::Direction,
    motion::MotionPreference,
    time::{Span, Speed, Time, round::saturate},
};

/// The position of what plays, at any time of a clock: a few integers, which change only when the game changes
/// something. A [`Playing`](super::Playing) has one and moves it.
///
/// # Examples
///
/// ```
/// use cueline::{
///     playback::{Repeat, Play, PlayError, Playhead},
///     time::{Span, Time},
/// };
///
/// let second = Span::from_secs(1);
/// let twice = Play { repeat: Repeat::Times(2), ..Play::default() };
/// let head = Playhead::new(Time::ZERO, second, &twice)?;
///
/// let at = head.at(Time::from_millis(1250));
/// assert_eq!((at.pass, at.local), (1, Span::from_millis(250)));
///
/// let endless = Play { repeat: Repeat::Forever, ..Play::default() };
/// assert_eq!(
///     Playhead::new(Time::ZERO, Span::ZERO, &endless),
///     Err(PlayError::EmptyLoop { at: Span::ZERO })
/// );
/// # Ok::<(), PlayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))] // read with a check, below
pub struct Playhead {
    /// The clock time at which the playhead is at `pass` and `offset`. While paused: the delay that is left, as a time
    /// since zero.
    anchor: Time,
    /// The pass at the anchor; negative for an endless playhead that has turned back past its start.
    pass: i64,
    /// The offset into that pass, from 0 to `length`.
    offset: Span,
    /// The fraction of a flick past `offset`.
    part: Part,
    speed: Speed,
    /// The start of the range in the clip.
    from: Span,
    /// The duration of the range. Never negative, and above zero if there is more than one pass.
    length: Span,
    /// The number of passes; 0 is endless.
    passes: u64,
    repeat: RepeatMode,
    /// The direction along the path: the direction of the last speed other than zero.
    direction: Direction,
    held: bool,
    /// Whether the anchor is the start, and not a later change.
    fresh: bool,
}

crate::digest::digested! {
    struct Playhead {
        anchor, pass, offset, part, speed, from, length, passes, repeat, direction, held, fresh,
    }
}

/// The position of a playhead at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayheadPosition {
    /// The time of the clip, within the range, both ends included.
    pub local: Span,
    /// The pass, from 0; negative for an endless playhead that has turned back past its start.
    pub pass: i64,
    /// Whether the playhead waits, plays or has ended.
    pub phase: Phase,
    /// The direction of the clip's own time; backward in every other pass of a ping-pong.
    pub direction: Direction,
}

crate::digest::digested! { struct PlayheadPosition { local, pass, phase, direction } }

/// Whether a playhead waits, plays or has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// The delay is not over; nothing shows yet.
    Waiting,
    /// The clip shows, also while it is paused.
    Playing,
    /// The playhead has reached its end, and shows that.
    Ended,
}

crate::digest::digested! { enum Phase { Waiting, Playing, Ended } }

impl Playhead {
    /// Plays a clip of this duration from `start` on, or from the end of the delay.
    ///
    /// The range may reach outside the clip: tracks hold their ends there. `play` sets the delay, the speed, the
    /// range and the repeats; its other settings only have an effect in a [`Player`](super::Player).
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
    /// [`PlayError::Range`] if the range ends before it begins, [`PlayError::EmptyLoop`] for more than one pass over a
    /// range of zero duration, [`PlayError::NoPasses`] for 0 passes;
    /// [`PlayError::NoEffect`] for a setting that only has an effect in a player.
    pub fn new(start: Time, duration: Span, play: &Play) -> Result<Self, PlayError> {
        play.check_for_playhead()?;
        Self::placed(start, duration, play)
    }

    /// Placed at its start; who makes it uses the settings without effect on a playhead.
    #[inline]
    pub(crate) fn placed(start: Time, duration: Span, play: &Play) -> Result<Self, PlayError> {
        if play.speed.num() < 0 {
            Self::from_its_end(start, duration, play)
        } else {
            Self::forward(start, duration, play)
        }
    }

    #[inline]
    fn forward(start: Time, duration: Span, play: &Play) -> Result<Self, PlayError> {
        let passes = match play.repeat {
            Repeat::Once => 1,
            Repeat::Times(0) => return Err(PlayError::NoPasses),
            Repeat::Times(passes) => passes,
            Repeat::Forever => 0,
        };
        let (from, to) = play.range.unwrap_or((Span::ZERO, duration));
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

    /// A playhead that starts backward, at the end of its last pass.
    #[inline(never)]
    fn from_its_end(start: Time, duration: Span, play: &Play) -> Result<Self, PlayError> {
        let mut head = Self::forward(start, duration, play)?;
        head.turn();
        head.place_at_start();
        Ok(head)
    }

    /// The position at `now`. For times before the last change it is the position at that change.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::{Phase, Playhead}, prelude::*};
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play { delay: ms(50), ..Play::default() })?;
    /// assert_eq!(head.at(Time::from_millis(20)).phase, Phase::Waiting);
    /// let at = head.at(Time::from_millis(150));
    /// assert_eq!((at.local, at.phase), (ms(100), Phase::Playing));
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn at(&self, now: Time) -> PlayheadPosition {
        // Most playheads run at normal speed in the pass of their anchor, which needs no division.
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
                // At the end, or past it.
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

    /// The position at which a display draws what moves for decoration only; see
    /// [`Playing::reduced`](super::Playing::reduced).
    pub(super) fn reduced(&self, now: Time, motion: MotionPreference) -> PlayheadPosition {
        let at = self.at(now);
        let motion = motion.for_passes(self.passes);
        if motion == MotionPreference::Full {
            return at;
        }
        let Some(end) = self.end_of_path() else {
            // It stands at the start of its range, whichever way it turns.
            return PlayheadPosition { local: self.from, pass: 0, ..at };
        };
        let since_start = |path| match self.direction {
            Direction::Forward => path,
            Direction::Backward => end - path,
        };
        let here = self.along(now).0;
        let path = since_start(motion.shown_flicks(since_start(here), Some(end)));
        if path == here {
            return at; // with the pass that it has there
        }
        let (pass, offset) = self.split(path);
        let (local, direction) = (self.local(pass, offset), self.direction_in(pass));
        PlayheadPosition { local, pass, phase: at.phase, direction }
    }

    fn at_any(&self, now: Time) -> PlayheadPosition {
        let (path, part) = self.along(now);
        let up = i128::from(self.direction == Direction::Backward && part != Part::ZERO);
        let (pass, offset) = if part == self.part && path == self.path_at_anchor() {
            // Not split again: a playhead that turns round on a boundary keeps its pass.
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

    /// The number of boundaries between passes in `(after, until]`. [`Loop`](crate::event::EventKind::Loop) events
    /// report each of them.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Playhead, prelude::*};
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play::from(Repeat::Forever))?;
    /// assert_eq!(head.loops_in(Time::from_millis(100), Time::from_millis(1200)), 3);
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    pub fn loops_in(&self, after: Time, until: Time) -> u64 {
        self.at(until).pass.abs_diff(self.at(after).pass)
    }

    /// The time of the start, or of the last change. While paused: the delay that is left, as a time since zero.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Speed, Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(400)).build()?;
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// assert_eq!(playing.playhead().anchor(), Time::ZERO);
    /// playing.set_speed(Time::from_millis(100), Speed::whole(2))?;
    /// assert_eq!(playing.playhead().anchor(), Time::from_millis(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn anchor(&self) -> Time {
        self.anchor
    }

    /// The speed; a pause does not change it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Playhead, prelude::*};
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play { speed: Speed::whole(2), ..Play::default() })?;
    /// assert_eq!(head.speed(), Speed::whole(2));
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Whether the playhead is paused.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{clip::ClipBuilder, playback::{Play, Playing}, time::{Time, ms}};
    /// # let door = ClipBuilder::new("door").duration(ms(400)).build()?;
    /// let mut playing = Playing::new(&door, Time::ZERO, &Play::default())?;
    /// playing.pause(Time::from_millis(150));
    /// assert!(playing.playhead().is_held());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.held
    }

    /// Both ends of the part of the clip that plays.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Playhead, prelude::*};
    /// let part = Play { range: Some((ms(100), ms(300))), ..Play::default() };
    /// let head = Playhead::new(Time::ZERO, ms(400), &part)?;
    /// assert_eq!(head.range(), (ms(100), ms(300)));
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    pub fn range(&self) -> (Span, Span) {
        (self.from, self.from + self.length)
    }

    /// How a pass continues after the pass before it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Playhead, prelude::*};
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play::default())?;
    /// assert_eq!(head.repeat(), cueline::playback::RepeatMode::Restart);
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    pub const fn repeat(&self) -> RepeatMode {
        self.repeat
    }

    /// Whether the playhead repeats forever.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Playhead, prelude::*};
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play::from(Repeat::Forever))?;
    /// assert!(head.is_endless() && head.duration().is_none());
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        self.passes == 0
    }

    /// The duration of all passes together at normal speed, without the delay; `None` if endless. Saturates.
    ///
    /// # Examples
    ///
    /// ```
    /// # use cueline::{playback::Playhead, prelude::*};
    /// let head = Playhead::new(Time::ZERO, ms(400), &Play::from(Repeat::Times(3)))?;
    /// assert_eq!(head.duration(), Some(ms(1200)));
    /// # Ok::<(), cueline::playback::PlayError>(())
    /// ```
    #[must_use]
    pub fn duration(&self) -> Option<Span> {
        self.end_of_path().map(|end| Span::from_flicks(saturate(end)))
    }

    /// Pauses at `now`, also during the delay.
    pub(super) fn pause(&mut self, now: Time) {
        if !self.held {
            self.rebase(now);
            self.anchor = Time::ZERO + (self.anchor - now).max(Span::ZERO);
            self.held = true;
        }
    }

    /// Resumes at `now` from the exact position of the pause, with what was left of the delay.
    pub(super) fn resume(&mut self, now: Time) {
        if self.held {
            self.anchor = now + (self.anchor - Time::ZERO);
            self.held = false;
        }
    }

    /// Changes the speed from `now` on and keeps the position exactly, also before the start.
    ///
    /// The position is exact as long as the denominators of all speeds so far have a common multiple below 2^63.
    /// Beyond that, the fraction of a flick is rounded down to a multiple of 1/2^62.
    pub(super) fn set_speed(&mut self, now: Time, speed: Speed) {
        self.rebase(now);
        self.speed = speed;
        self.turn();
    }

    /// Changes the part of the clip that plays. A playhead that has `begun` keeps its pass and its position in the clip,
    /// or moves to the nearest end of the new range; else it moves to the start of the new range.
    pub(super) fn set_range(
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
        // Backward with a fraction, the position that shows is one flick after `offset`.
        let up = self.direction == Direction::Backward && self.part != Part::ZERO;
        (self.pass, self.offset) = (was.pass, offset);
        // At the end of the range there is no fraction beyond it.
        let beyond = if up { offset.is_zero() } else { offset == self.length };
        if local != was.local || beyond {
            self.part = Part::ZERO;
        } else if up {
            self.offset -= Span::from_flicks(1);
        }
        Ok(())
    }

    /// Moves to `elapsed` along all passes, clamped to their ends; an endless playhead takes any value. Ends the delay.
    #[inline]
    pub(super) fn seek(&mut self, now: Time, elapsed: Span) {
        if self.passes == 1 && self.direction == Direction::Forward {
            // The most frequent case: the pass is the path.
            self.offset = elapsed.max(Span::ZERO).min(self.length);
            (self.pass, self.part) = (0, Part::ZERO);
            self.set_out(now);
        } else {
            self.restart_on_path(now, self.within(i128::from(elapsed.flicks())));
        }
    }

    /// Moves to the end of the last pass, in the direction of travel. Returns `false`, and changes nothing, if endless.
    pub(super) fn finish(&mut self, now: Time) -> bool {
        let Some(end) = self.end_of_path() else { return false };
        self.restart_on_path(now, if self.direction == Direction::Forward { end } else { 0 });
        true
    }

    /// Starts again at `now`, without a delay, and resumes if paused.
    pub(super) fn restart(&mut self, now: Time) {
        self.place_at_start();
        (self.anchor, self.held, self.fresh) = (now, false, true);
    }

    /// Moves back to the start and pauses there; [`resume`](Self::resume) starts the playhead again.
    pub(super) fn reset(&mut self) {
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
            Err(serde::de::Error::custom("the playhead is outside its own range"))
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
