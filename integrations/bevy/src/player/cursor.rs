//! Where a player is in its clip until something happens.

use cueline::{
    event::Direction,
    playback::{Phase, Playing},
    time::{Span, Time},
};

/// A time of the clock, the place in the clip then, how the place moves, and the time before which nothing else happens.
/// Derived: empty after each change of the row or the clip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    since: Time,
    until: Time,
    place: Span,
    /// The clip among those that are prepared, if it still has this stamp there.
    pub(crate) prepared: Prepared,
    /// By how much the place moves while the clock moves by one.
    rate: i32,
    pub(crate) clock: u8,
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
        Self { since, until, place, prepared: Prepared::NONE, rate: 0, clock }
    }

    /// What follows from a row at `now`, when everything up to `now` was reported and `next` is due next. None before the
    /// start, and where the place moves by a part of what the clock moves.
    pub(crate) fn of(playing: &Playing, now: Time, next: Time, clock: u8) -> Self {
        let (head, at) = (playing.playhead(), playing.at(now));
        let here = Self { since: now, until: Time::MAX, place: at.local, ..Self::none(clock) };
        let speed = head.speed();
        match at.phase {
            Phase::Waiting => Self::none(clock),
            _ if playing.is_held() || speed.is_zero() => here,
            Phase::Ended if playing.is_over() => here,
            Phase::Ended => Self::none(clock),
            Phase::Playing => {
                let times = i32::try_from(speed.num().unsigned_abs()).ok();
                let Some(times) = times.filter(|_| speed.den() == 1) else {
                    return Self::none(clock);
                };
                let (from, to) = head.range();
                let (rate, left) = match at.direction {
                    Direction::Forward => (times, to - at.local),
                    Direction::Backward => (-times, at.local - from),
                };
                // The first flick at which the pass is over, rounded up. It need not be an event.
                let (left, times) = (left.flicks(), i64::from(times));
                let boundary = left / times + i64::from(left % times != 0);
                Self { until: next.min(now + Span::from_flicks(boundary)), rate, ..here }
            }
        }
    }

    /// The time before which the place has not moved on by `left` either. Where it moves back or by a part, the very next.
    #[cfg(any(feature = "sprite", feature = "ui"))]
    pub(crate) fn until(&self, left: Span) -> Time {
        let soon = self.since + Span::from_flicks(1);
        let (left, rate) = (left.flicks(), i64::from(self.rate));
        match rate {
            _ if self.until <= self.since => soon,
            0 => self.until,
            1.. => {
                let steps = left / rate + i64::from(left % rate != 0);
                self.until.min(self.since + Span::from_flicks(steps))
            }
            _ => soon,
        }
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
        let since = now.flicks().wrapping_sub(self.since.flicks());
        let moved = since.wrapping_mul(i64::from(self.rate));
        let place = Span::from_flicks(self.place.flicks().wrapping_add(moved));
        self.is_valid(now).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use cueline::{
        clip::{Clip, ClipBuilder, Cue},
        playback::{EventBuffer, Play, Repeat, RepeatMode},
        time::Speed,
    };

    use super::*;

    fn flicks(n: i64) -> Time {
        Time::from_flicks(n)
    }

    fn clip() -> Clip {
        ClipBuilder::new("short")
            .duration(Span::from_flicks(41))
            .cue(Cue::state(Span::from_flicks(13), "one"))
            .build()
            .unwrap()
    }

    #[test]
    fn until_something_happens_the_place_is_that_of_the_row_at_each_flick() {
        let clip = clip();
        let speeds = [1, 2, 3, -1, -2, -5].map(Speed::whole);
        let parts = [Speed::new(1, 3).unwrap(), Speed::new(-5, 2).unwrap()];
        let (mut checked, mut moved) = (0, 0);
        for speed in speeds.into_iter().chain(parts).chain([Speed::whole(0)]) {
            for repeat in [Repeat::Once, Repeat::Times(3), Repeat::Forever] {
                for repeat_mode in [RepeatMode::Restart, RepeatMode::PingPong] {
                    let play = Play { speed, repeat, repeat_mode, ..Play::default() };
                    let mut playing = Playing::new(&clip, flicks(5), &play).unwrap();
                    let mut buffer = EventBuffer::default();
                    for now in (0..150).step_by(7) {
                        let now = flicks(now);
                        playing.step(now, &clip, &mut buffer);
                        match now.flicks() {
                            49 => playing.set_speed(now, Speed::new(7, 3).unwrap()).unwrap(),
                            56 => playing.set_speed(now, speed).unwrap(), // a part of a flick remains
                            84 => playing.pause(now),
                            91 => playing.resume(now),
                            _ => {}
                        }
                        let next = playing.next_due(&clip, &mut buffer).unwrap_or(Time::MAX);
                        let cursor = Cursor::of(&playing, now, next, 0);
                        for later in 0..200 {
                            let later = now + Span::from_flicks(later);
                            let Some(place) = cursor.at(later) else { continue };
                            assert!(later < next || next <= now, "{play:?} at {now:?}");
                            let right = playing.at(later).local;
                            assert_eq!(place, right, "{play:?} from {now:?} to {later:?}");
                            checked += 1;
                            moved += usize::from(cursor.rate != 0 && cursor.rate != 1);
                        }
                    }
                }
            }
        }
        assert!(checked > 20_000 && moved > 2_000, "{checked} {moved}");
    }
}
