//! Motions that repeat, turn round, pause and jump: a [`Row`] over the way of the motion, as over the tracks of a clip.

use alloc::boxed::Box;

use cueline::{
    clip::{Clip, Window},
    event::EventKind,
    playback::{ContentEvents, EventBuffer, Phase, Play, Playable, Playing, RepeatMode},
    time::{Span, Time},
    value::Lerp,
};
use tracing::warn;

use super::{Happened, Motion, STARTED, State};
use crate::{
    clock::Moment,
    property::Property,
    transport::{Rows, row::Row},
};

/// The way of a motion as what plays: its duration, and no events of its own.
struct Way(Option<Span>);

impl Playable for Way {
    fn duration(&self) -> Option<Span> {
        self.0
    }
    fn events_in(&self, window: Window, out: &mut ContentEvents) {
        None::<Clip>.events_in(window, out);
    }
    fn is_silent(&self) -> bool {
        true
    }
}

/// What a step of a motion that is played brings.
pub(super) enum Played<V> {
    /// It waits for its start.
    Waits,
    At(V),
    /// It has ended, at this value.
    Over(V),
}

impl<P: Property> Motion<P> {
    /// Sets how the last motion of the chain plays: how often, mirrored or each pass from where the one before has ended,
    /// how fast, after which delay. At rest it has no effect.
    ///
    /// The commands of [`CuePlayer`](crate::CuePlayer) pause it, turn it round, and let it jump. What is sent next
    /// starts from the value that shows, at rest; if that has a delay, the value rests there until then.
    ///
    /// ```
    /// use bevy_cueline::prelude::*;
    ///
    /// // Up and down for ever.
    /// fn float(motion: &mut Motion<TranslationY>, time: &CueTime) {
    ///     motion.tween_to(time, 30.0, ms(700), Easing::IN_OUT_SINE);
    ///     motion.set_play(Play {
    ///         repeat: Repeat::Forever,
    ///         repeat_mode: RepeatMode::PingPong,
    ///         ..Play::default()
    ///     });
    /// }
    /// ```
    pub fn set_play(&mut self, play: impl Into<Play>) {
        let play = play.into();
        if let Some(leg) = self.detail.as_mut().and_then(|detail| detail.then.back_mut()) {
            leg.play = Some(Box::new(play));
        } else if self.state != State::Rest {
            self.play_as(play);
        }
    }

    /// As [`set_play`](Self::set_play), for a motion that is made without a clock.
    #[must_use]
    pub fn with_play(mut self, play: impl Into<Play>) -> Self {
        self.set_play(play);
        self
    }

    pub(super) fn play_as(&mut self, play: Play) {
        let start = Moment { time: self.start, clock: self.clock };
        self.detail_mut().played = Some(Box::new(Row::new(start, play)));
        self.changed();
    }

    /// The progress of the present pass, from 0 to 1, of the time and not of the value. `None` at rest, while it waits for
    /// its start, and for a motion that never ends.
    #[must_use]
    pub fn progress(&self, now: impl Into<Moment>) -> Option<f32> {
        let now = now.into().time;
        let Way(Some(whole)) = self.way() else { return None };
        let elapsed = match self.state {
            State::Tween | State::Waiting | State::Detail => now - self.start,
            State::Played => {
                let place = self.playing()?.at(now);
                if place.phase == Phase::Waiting {
                    return None;
                }
                place.local
            }
            _ => return None,
        };
        if elapsed < Span::ZERO {
            return None;
        }
        let progress = if whole > Span::ZERO { elapsed.ratio(whole).min(1.0) } else { 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "for drawing")]
        let progress = progress as f32;
        Some(progress)
    }

    fn way(&self) -> Way {
        Way((self.end < Time::MAX).then(|| self.end - self.start))
    }

    /// Lets the row play the way, where there is a row and the way is known.
    pub(super) fn take_up(&mut self) {
        if !matches!(self.state, State::Tween | State::Waiting | State::Detail)
            || self.detail.as_ref().is_none_or(|detail| detail.played.is_none())
        {
            return;
        }
        let moving = match self.state {
            State::Detail => None,
            _ => Some(self.as_moving()),
        };
        let (start, way) = (Moment { time: self.start, clock: self.clock }, self.way());
        let detail = self.detail_mut();
        if let Some(moving) = moving {
            detail.moving = moving;
        }
        let Some(row) = &mut detail.played else { return };
        row.start = start; // known now
        if let Err(problem) = row.begin(&way) {
            detail.played = None;
            warn!("a motion of {} plays once: {problem}", P::name());
            return;
        }
        self.enter(State::Played);
    }

    /// The row as it will be once all commands are carried out.
    fn playing(&self) -> Option<Playing> {
        self.detail.as_ref()?.played.as_ref()?.ordered(Some(&self.way()))
    }

    pub(super) fn played_at(&self, now: Time) -> Option<P::Value> {
        let playing = self.playing()?;
        self.value_in(&playing, now)
    }

    fn value_in(&self, playing: &Playing, now: Time) -> Option<P::Value> {
        let detail = self.detail.as_ref()?;
        let place = playing.at(now);
        let on_way = |local: Span| detail.moving.value(self.start + local);
        let value = on_way(place.local);
        let head = playing.playhead();
        if place.pass == 0 || head.repeat() != RepeatMode::Relative {
            return Some(value);
        }
        let (from, to) = head.range();
        Some(value.repeated(&on_way(from), &on_way(to), place.pass))
    }

    /// The value at its end, for what skips to it; none where it has no end.
    pub(super) fn value_at_end(&self, now: Time) -> Option<P::Value> {
        let (mut playing, mut buffer) = (self.playing()?, EventBuffer::default());
        playing.finish(now, &self.way(), &mut buffer).ok()?;
        self.value_in(&playing, now)
    }

    /// Forgets how it plays.
    pub(super) fn unplay(&mut self) {
        if let Some(detail) = &mut self.detail {
            detail.played = None;
        }
    }

    pub(super) fn step_played(
        &mut self,
        now: Time,
        report: &mut impl FnMut(Happened),
    ) -> Played<P::Value> {
        let way = self.way();
        let Some(mut row) = self.detail.as_mut().and_then(|detail| detail.played.take()) else {
            return Played::Over(self.to);
        };
        let (mut buffer, mut started, mut ended) = (EventBuffer::default(), false, None);
        let was_started = self.flags & STARTED != 0;
        row.step(
            &way,
            [now; 2],
            &mut buffer,
            |event| match event.kind {
                EventKind::Start if was_started || started => {}
                EventKind::Start => {
                    started = true;
                    report(Happened::Start(event.due));
                }
                EventKind::Loop => report(Happened::Loop(event.due, event.loop_index)),
                EventKind::End => ended = Some((event.due, event.reason)),
                EventKind::Cue(_) => {}
            },
            |problem| warn!("a motion of {} keeps its way: {problem}", P::name()),
        );
        if started {
            self.flags |= STARTED;
        }
        let playing = row.playing;
        self.detail_mut().played = Some(row);
        let value = playing.and_then(|playing| self.value_in(&playing, now)).unwrap_or(self.to);
        if let Some((due, reason)) = ended {
            report(Happened::End(due, reason));
            (self.to, self.end) = (value, due);
            self.unplay();
            return Played::Over(value);
        }
        match playing {
            Some(playing) if !playing.has_begun() => Played::Waits,
            _ => Played::At(value),
        }
    }
}

impl<P: Property> Rows for Motion<P> {
    fn row_mut(&mut self) -> &mut Row {
        let start = Moment { time: self.start, clock: self.clock };
        let played = &mut self.detail_mut().played;
        played.get_or_insert_with(|| Box::new(Row::new(start, Play::default())))
    }

    fn changed(&mut self) {
        if self.state == State::Rest {
            self.unplay();
        } else if self.flags & STARTED != 0 {
            self.take_up(); // otherwise at its start
        }
    }
}
