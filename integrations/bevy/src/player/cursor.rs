//! Where a player is in its clip until something happens.

use cueline::{
    event::Direction,
    playback::{Phase, Playhead},
    time::{Span, Speed, Time},
};

/// A time of the clock, the place in the clip then, and the time before which nothing happens. Derived: empty after each
/// change of the playhead or the clip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    since: Time,
    until: Time,
    place: Span,
    /// The clip among those that are prepared, if it still has this stamp there.
    pub(crate) prepared: Prepared,
    pub(crate) clock: u8,
    /// Whether the place moves with the clock.
    moves: bool,
}

/// A clip among those that are prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prepared {
    pub(crate) index: u32,
    pub(crate) stamp: u16,
}

impl Prepared {
    const NONE: Self = Self { index: u32::MAX, stamp: 0 };

    pub(crate) fn index(self) -> usize {
        usize::try_from(self.index).unwrap_or(usize::MAX)
    }
}

impl Cursor {
    /// No place.
    pub(crate) const fn none(clock: u8) -> Self {
        let (since, until, place) = (Time::ZERO, Time::ZERO, Span::ZERO);
        Self { since, until, place, prepared: Prepared::NONE, clock, moves: false }
    }

    /// What follows from a playhead at `now`, when everything up to `now` was reported and `next` is due next. None where
    /// the place moves otherwise than with the clock.
    pub(crate) fn of(head: &Playhead, now: Time, next: Time, is_over: bool, clock: u8) -> Self {
        let at = head.at(now);
        let rests = head.is_held() || (is_over && at.phase == Phase::Ended);
        let moves = at.phase == Phase::Playing
            && at.direction == Direction::Forward
            && head.speed() == Speed::NORMAL;
        let until = match () {
            () if at.phase == Phase::Waiting => return Self::none(clock),
            () if rests => Time::MAX,
            // A boundary of passes need not be an event.
            () if moves => next.min(now + (head.range().1 - at.local)),
            () => return Self::none(clock),
        };
        Self { since: now, until, place: at.local, moves: !rests, ..Self::none(clock) }
    }

    /// Stays prepared as another one was.
    pub(crate) fn prepare_as(&mut self, other: &Self) {
        self.prepared = other.prepared;
    }

    /// Leaves the player to the general path, which prepares it again. The place stays.
    pub(crate) fn unprepare(&mut self) {
        self.prepared = Prepared::NONE;
    }

    /// Whether both play the same clip, prepared in the same way, on the same clock.
    #[inline(always)]
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        self.prepared == other.prepared && self.clock == other.clock
    }

    #[inline(always)]
    pub(crate) fn is_valid(&self, now: Time) -> bool {
        self.since <= now && now < self.until
    }

    /// The place in the clip.
    #[inline(always)]
    pub(crate) fn at(&self, now: Time) -> Option<Span> {
        let moved = if self.moves { now.flicks().wrapping_sub(self.since.flicks()) } else { 0 };
        let place = Span::from_flicks(self.place.flicks().wrapping_add(moved));
        self.is_valid(now).then_some(place)
    }
}
