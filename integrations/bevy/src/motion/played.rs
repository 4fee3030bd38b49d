//! Motions that repeat, turn round, pause and jump: a [`Row`] over the way of the motion, as over the tracks of a clip.

use cueline::{
    clip::{Clip, Window},
    event::EventKind,
    playback::{ContentEvents, EventBuffer, Phase, Play, Playable, Playing, RepeatMode},
    time::{Span, Time},
    value::{Lerp, Moving},
};
use tracing::warn;

use super::state::{Happened, STARTED, State, Table};
use crate::{clock::Moment, transport::row::Row};

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

impl<V: Lerp + Copy + PartialEq> State<V> {
    /// Sets how the last motion of the chain plays.
    pub(super) fn set_play(&mut self, table: &Table<V>, play: Play) {
        if let Some(leg) = self.more.as_mut().and_then(|more| more.then.back_mut()) {
            leg.play = Some(play);
        } else if !self.moving.is_resting() {
            let row = Row::new(self.moment(), play);
            self.more_mut().row = Some(row);
            self.changed(table);
        }
    }

    pub(super) fn row_mut(&mut self) -> &mut Row {
        let start = self.moment();
        self.more_mut().row.get_or_insert_with(|| Row::new(start, Play::default()))
    }

    /// The row has changed.
    pub(super) fn changed(&mut self, table: &Table<V>) {
        if self.moving.is_resting() {
            self.drop_row();
        } else if self.is_under_way() && self.moving.start() == self.moving.last_start() {
            self.begin_row(table); // otherwise at its start
        }
    }

    /// The start of the last motion that was sent.
    fn moment(&self) -> Moment {
        Moment { time: self.moving.last_start(), clock: self.clock }
    }

    fn way(&self) -> Way {
        Way(self.moving.settles_at().map(|end| end - self.moving.last_start()))
    }

    /// The progress of the present pass.
    pub(super) fn progress(&self, now: Time) -> Option<f32> {
        if self.moving.is_resting() || self.reads() {
            return None;
        }
        let Way(Some(whole)) = self.way() else { return None };
        let elapsed = match self.playing() {
            Some(playing) => {
                let place = playing.at(now);
                (place.phase != Phase::Waiting).then_some(place.local)?
            }
            None => now - self.moving.last_start(),
        };
        if elapsed < Span::ZERO {
            return None;
        }
        let progress = if whole > Span::ZERO { elapsed.ratio(whole).min(1.0) } else { 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "for drawing")]
        let progress = progress as f32;
        Some(progress)
    }

    /// Lets the row play from the start of its motion on. Whether one plays.
    pub(super) fn take_up(
        &mut self,
        table: &Table<V>,
        now: Time,
        held: Option<&V>,
        report: &mut dyn FnMut(Happened),
    ) -> bool {
        let (Some(row), start) = (self.row(), self.moving.last_start()) else { return false };
        if row.playing.is_some() {
            return true;
        }
        if now < start {
            return false;
        }
        if self.way().0 == Some(Span::ZERO) {
            self.drop_row();
            return false;
        }
        if self.moving.start() < start {
            // What it replaces goes on until then; the row reports the start itself.
            self.follow(start, held, &mut |happened| {
                if !matches!(happened, Happened::Start(due) if due == start) {
                    report(happened);
                }
            });
            self.flags &= !STARTED;
        }
        if self.moving.captures() {
            let from = held.copied().unwrap_or(*self.moving.row().from);
            self.moving.start_from(&from);
        }
        self.begin_row(table)
    }

    fn begin_row(&mut self, table: &Table<V>) -> bool {
        let (way, start) = (self.way(), self.moment());
        let row = self.row_mut();
        row.start = start; // known now
        if let Err(problem) = row.begin(&way) {
            warn!("a motion of {} plays once: {problem}", (table.name)());
            self.drop_row();
            return false;
        }
        self.moving = self.moving.clone().with_reported(true);
        true
    }

    fn drop_row(&mut self) {
        if let Some(more) = &mut self.more {
            more.row = None;
        }
    }

    /// The row as it will be once all commands are carried out.
    fn playing(&self) -> Option<Playing> {
        self.row()?.ordered(Some(&self.way()))
    }

    pub(super) fn played_at(&self, now: Time) -> Option<V> {
        self.playing().map(|playing| self.value_in(&playing, now))
    }

    fn value_in(&self, playing: &Playing, now: Time) -> V {
        let place = playing.at(now);
        let on_way = |local: Span| self.moving.value(self.moving.start() + local);
        let value = on_way(place.local);
        let head = playing.playhead();
        if place.pass == 0 || head.repeat() != RepeatMode::Relative {
            return value;
        }
        let (from, to) = head.range();
        value.repeated(&on_way(from), &on_way(to), place.pass)
    }

    /// The value at the end of what plays by a row; none where it has no end.
    pub(super) fn played_to_its_end(&self, now: Time) -> Option<V> {
        let (mut playing, mut buffer) = (self.playing()?, EventBuffer::default());
        playing.finish(now, &self.way(), &mut buffer).ok()?;
        Some(self.value_in(&playing, now))
    }

    /// The value to show of what plays by a row, and when it has come to its end.
    pub(super) fn play(
        &mut self,
        table: &Table<V>,
        now: Time,
        report: &mut dyn FnMut(Happened),
    ) -> (Option<V>, Option<Time>) {
        let way = self.way();
        let was_started = self.is_under_way();
        let (mut buffer, mut starts, mut ended) = (EventBuffer::default(), false, None);
        let row = self.row_mut();
        row.step(
            &way,
            [now; 2],
            &mut buffer,
            |event| match event.kind {
                EventKind::Start if was_started || starts => {}
                EventKind::Start => {
                    starts = true;
                    report(Happened::Start(event.due));
                }
                EventKind::Loop => report(Happened::Loop(event.due, event.loop_index)),
                EventKind::End => ended = Some((event.due, event.reason)),
                EventKind::Cue(_) => {}
            },
            |problem| warn!("a motion of {} keeps its way: {problem}", (table.name)()),
        );
        let Some(playing) = row.playing else { return (None, None) };
        if starts {
            self.flags |= STARTED;
        }
        let value = self.value_in(&playing, now);
        if let Some((due, reason)) = ended {
            report(Happened::End(due, reason));
            self.drop_row();
            self.flags &= !STARTED;
            self.moving = Moving::at(value);
            return (Some(value), Some(due));
        }
        (playing.has_begun().then_some(value), None)
    }
}
