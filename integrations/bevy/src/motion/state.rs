//! What a motion is, whatever property it writes: a value in motion on a clock, and what an engine adds to it.

use alloc::{boxed::Box, collections::VecDeque};

use cueline::{
    advanced::{MovingRow, Polynomial},
    digest::{Digest, Digester},
    event::Reason,
    playback::Play,
    time::{FLICKS_PER_SECOND, Time},
    value::{Lerp, Moving, MovingEvent},
};
use cueline_batch::ease_polynomial;
use tracing::warn;

use super::springs;
use crate::{clock::Moment, property::Property, report::CancelCause, transport::row::Row};

/// What a property is to its motions.
pub(crate) struct Table<V> {
    pub(crate) name: fn() -> &'static str,
    /// [`Property::mix`].
    pub(crate) mix: fn(&V, &V, f32) -> V,
    /// [`Property::QUICK_SPRINGS`].
    pub(crate) has_quick_springs: bool,
}

impl<V> Table<V> {
    pub(crate) const fn of<P: Property<Value = V>>() -> Self {
        Self { name: P::name, mix: P::mix, has_quick_springs: P::QUICK_SPRINGS }
    }

    /// The log says that a motion keeps its way.
    #[cold]
    fn warn_refused(&self) {
        let name = (self.name)();
        warn!(
            "a motion of {name} keeps its way: a number is not finite, or what it follows never ends"
        );
    }
}

/// A [`Moving`], the number of its clock, and what few motions have.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        rename = "Motion",
        bound(
            serialize = "V: serde::Serialize, V::Delta: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Delta: serde::Deserialize<'de>"
        )
    )
)]
pub struct State<V: Lerp> {
    pub(super) moving: Moving<V>,
    pub(super) more: Option<Box<More<V>>>,
    /// One by the duration in flicks of a [`Quick::Tween`]. Follows from the rest, as `quick` does.
    #[cfg_attr(feature = "serde", serde(skip))]
    inverse: f32,
    #[cfg_attr(feature = "serde", serde(skip))]
    quick: Quick,
    pub(super) clock: u8,
    pub(super) flags: u8,
}

/// What the loops over all motions compute themselves: what has started, and has nothing to report before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Quick {
    /// Nothing: each frame steps it.
    #[default]
    Not,
    Tween(Polynomial),
    /// The number of a spring that began at rest.
    Spring(u8),
}

/// What is the engine's alone.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Delta: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Delta: serde::Deserialize<'de>"
    ))
)]
#[derive(Clone)]
pub(super) struct More<V: Lerp> {
    /// A motion that another one has replaced, or that was stopped, until that is reported.
    left: Option<Left>,
    /// When all is finished at once.
    skips: Option<Time>,
    /// How it plays, where not once and straight on.
    pub(super) row: Option<Row>,
    /// The chain. At rest it starts when the component is inserted.
    pub(super) then: VecDeque<Leg<V>>,
}

/// A motion of the chain, as if sent at [`Time::ZERO`]. When it starts is known once what is before it has ended, as that may
/// repeat.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Delta: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Delta: serde::Deserialize<'de>"
    ))
)]
#[derive(Clone)]
pub(super) struct Leg<V: Lerp> {
    moving: Moving<V>,
    pub(super) play: Option<Play>,
}

/// A motion that has started, and that something else takes over from.
#[derive(Clone, Copy, Debug, PartialEq, Digest)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Left {
    /// When it would end by itself. If that is not after `until`, it has ended.
    end: Time,
    skipped: bool,
    /// When something else takes over; none for the time at which that is reported.
    until: Option<Time>,
    cause: CancelCause,
}

/// The value at rest is that of the motion, and not what the component holds.
pub(super) const OWNED: u8 = 1;
/// The start was reported, and the end was not.
pub(super) const STARTED: u8 = 2;
/// What is missing was logged.
const WARNED: u8 = 4;
/// There is a [`Left`] to report.
const LEFT: u8 = 8;
/// Something was sent: the component holds what has moved.
const SENT: u8 = 16;
/// At rest on the server, at a value that the component of this client may not hold yet.
const ARRIVES: u8 = 32;

/// What a step of a motion reports.
pub(crate) enum Happened {
    Start(Time),
    Loop(Time, u64),
    End(Time, Reason),
    Cancel(Time, CancelCause),
}

impl<V: Lerp + Copy + PartialEq> State<V> {
    pub(super) fn resting(value: V, flags: u8) -> Self {
        let (moving, quick) = (Moving::at(value), Quick::Not);
        Self { moving, more: None, inverse: 0.0, quick, clock: 0, flags }
    }

    /// Starts a motion by `act`, in place of all others but one that goes on until a delayed one starts.
    pub(super) fn send(
        &mut self,
        table: &Table<V>,
        now: Moment,
        act: &mut dyn FnMut(&mut Moving<V>, Time) -> bool,
    ) {
        let (has_clock, present) = (self.clock == now.clock, self.moving.start());
        let known = if has_clock { self.known_at(now.time) } else { None };
        let mut moving = match known {
            Some(value) => Moving::at(value),
            // The time of another clock says nothing about this one: go on from what was drawn.
            None if !has_clock => Moving::at(*self.moving.row().target),
            None => self.moving.clone(),
        };
        if !act(&mut moving, now.time) {
            return table.warn_refused();
        }
        if let Some(value) = known {
            moving.start_from(&value);
        } else if self.reads() && now.time > present && moving.last_start() == moving.start() {
            // What the component holds was not read so far, so nothing has moved.
            moving = Moving::at(*self.moving.row().from);
            act(&mut moving, now.time);
        }
        let goes_on =
            has_clock && moving.start() == present && moving.last_start() > moving.start();
        if !goes_on {
            self.leave(now, CancelCause::Replaced);
            self.flags &= !STARTED;
        }
        if !has_clock && !self.moving.is_resting() {
            self.flags &= !OWNED;
        }
        self.forget();
        (self.moving, self.clock) = (moving, now.clock);
        self.flags |= SENT;
    }

    /// Adds a motion behind all others.
    pub(super) fn then(
        &mut self,
        table: &Table<V>,
        now: Moment,
        act: &mut dyn FnMut(&mut Moving<V>, Time) -> bool,
    ) {
        if self.moving.is_resting() {
            self.send(table, now, act);
        } else {
            self.add(table, act);
        }
    }

    /// Adds a motion to the chain.
    pub(super) fn add(
        &mut self,
        table: &Table<V>,
        act: &mut dyn FnMut(&mut Moving<V>, Time) -> bool,
    ) {
        let mut moving = Moving::at(self.last_target());
        if act(&mut moving, Time::ZERO) {
            self.more_mut().then.push_back(Leg { moving, play: None });
        } else {
            table.warn_refused();
        }
    }

    /// Whether it was made without a clock and has not started.
    pub(crate) fn starts_on_insert(&self) -> bool {
        self.moving.is_resting() && self.more.as_ref().is_some_and(|more| !more.then.is_empty())
    }

    /// Starts the chain of a motion that was made without a clock.
    pub(crate) fn start(&mut self, now: Moment) {
        self.clock = now.clock;
        self.flags |= SENT;
        self.next_leg(now.time, None);
    }

    /// Starts what is next in the chain. Whether there is something.
    fn next_leg(&mut self, now: Time, from: Option<&V>) -> bool {
        let Some(more) = &mut self.more else { return false };
        let Some(Leg { mut moving, play }) = more.then.pop_front() else { return false };
        if let Some(from) = from {
            moving.start_from(from);
        }
        moving.shift(now - Time::ZERO);
        let start = Moment { time: moving.start(), clock: self.clock };
        more.row = play.map(|play| Row::new(start, play));
        (self.moving, self.quick) = (moving, Quick::Not);
        self.flags &= !STARTED;
        true
    }

    /// Rests at a value, and drops the chain.
    pub(super) fn put(&mut self, value: V) {
        self.forget();
        self.rest(value);
    }

    fn rest(&mut self, value: V) {
        (self.moving, self.quick) = (Moving::at(value), Quick::Not);
        self.flags &= !STARTED;
        if let Some(more) = &mut self.more {
            (more.row, more.skips) = (None, None);
        }
        self.free();
    }

    /// Forgets all that waits, and how the present motion plays.
    fn forget(&mut self) {
        self.quick = Quick::Not;
        if let Some(more) = &mut self.more {
            (more.row, more.skips) = (None, None);
            more.then.clear();
        }
        self.free();
    }

    /// Of no use is what holds nothing.
    fn free(&mut self) {
        self.more = self.more.take().filter(|more| {
            let More { left, skips, row, then } = &**more;
            left.is_some() || skips.is_some() || row.is_some() || !then.is_empty()
        });
    }

    pub(super) fn more_mut(&mut self) -> &mut More<V> {
        self.quick = Quick::Not;
        let new = || More { left: None, skips: None, row: None, then: VecDeque::new() };
        self.more.get_or_insert_with(|| Box::new(new()))
    }

    /// Stops at the present value.
    pub(super) fn stop(&mut self, table: &Table<V>, now: Moment) {
        self.leave(now, CancelCause::Stopped);
        self.put(self.value_at(table, now.time).unwrap_or_else(|| *self.moving.target()));
    }

    /// Jumps to a value; what was on its way is reported as stopped in the next step.
    pub(super) fn set(&mut self, value: V) {
        self.leave_at(Time::MIN, None, CancelCause::Stopped);
        self.put(value);
        self.flags |= OWNED;
    }

    /// Finishes the motion and its chain at once. Until that time, all goes on.
    pub(super) fn finish(&mut self, now: Time) {
        if !self.moving.is_resting() {
            self.more_mut().skips = Some(now);
        }
    }

    fn skips(&self) -> Option<Time> {
        self.more.as_ref()?.skips
    }

    pub(super) fn row(&self) -> Option<&Row> {
        self.more.as_ref()?.row.as_ref()
    }

    /// The target of the last motion of the chain.
    pub(super) fn last_target(&self) -> V {
        let last = self.more.as_ref().and_then(|more| more.then.back());
        *last.map_or(&self.moving, |leg| &leg.moving).target()
    }

    /// Where it is finished.
    fn final_value(&self, now: Time) -> V {
        let chain = self.more.as_ref().is_some_and(|more| !more.then.is_empty());
        let played = if chain { None } else { self.played_to_its_end(now) };
        played.unwrap_or_else(|| self.last_target())
    }

    /// The value from which another motion starts at rest: of what plays by a row, and of what is finished.
    fn known_at(&self, now: Time) -> Option<V> {
        if self.skips().is_some_and(|at| at <= now) {
            return Some(self.final_value(now));
        }
        self.played_at(now)
    }

    /// The value at a time; none if only the component holds it.
    pub(crate) fn value_at(&self, table: &Table<V>, now: Time) -> Option<V> {
        if self.moving.is_resting() {
            return (self.flags & (OWNED | ARRIVES) != 0).then(|| *self.moving.target());
        }
        if self.reads() {
            return None;
        }
        let known = self.known_at(now);
        Some(known.or_else(|| self.tweened(table, now)).unwrap_or_else(|| self.moving.value(now)))
    }

    /// The value of a tween on its way that the loop over all motions computes, with the same bits.
    fn tweened(&self, table: &Table<V>, now: Time) -> Option<V> {
        let (Quick::Tween(polynomial), inverse) = self.quick_of(table) else { return None };
        let MovingRow { from, target, .. } = self.moving.row();
        let eased = eased(polynomial, self.since(now)?, inverse);
        Some((table.mix)(from, target, eased))
    }

    /// The flicks since the start, from there on and before the end.
    #[inline(always)] // in the loops over all motions
    fn since(&self, now: Time) -> Option<u64> {
        let MovingRow { start, end, .. } = self.moving.row();
        // Before the start it wraps to more than any duration.
        let since = now.flicks().wrapping_sub(start.flicks()).cast_unsigned();
        let whole = end.flicks().wrapping_sub(start.flicks()).cast_unsigned();
        (since < whole).then_some(since)
    }

    /// The eased progress of a tween that the loop over all motions computes.
    #[inline(always)] // in that loop
    pub(super) fn quick_tween(&self, now: Time) -> Option<f32> {
        let Quick::Tween(polynomial) = self.quick else { return None };
        Some(eased(polynomial, self.since(now)?, self.inverse))
    }

    /// The number of the spring that the loop over all motions computes, and the seconds since its start.
    #[inline(always)] // in that loop
    pub(super) fn quick_spring(&self, now: Time) -> Option<(u8, f32)> {
        let Quick::Spring(number) = self.quick else { return None };
        Some((number, seconds(self.since(now)?)))
    }

    fn quick_of(&self, table: &Table<V>) -> (Quick, f32) {
        let MovingRow { start, end, from, target } = self.moving.row();
        // What does not move at all is not written in each frame either.
        if self.moving.last_start() > start || from == target {
            return (Quick::Not, 0.0);
        }
        if let Some(polynomial) = self.moving.polynomial() {
            return (Quick::Tween(polynomial), 1.0 / (end - start).flicks() as f32);
        }
        // The phase of a spring that never settles would get less exact for ever.
        let spring = self.moving.spring().filter(|_| table.has_quick_springs && end < Time::MAX);
        let number = spring.and_then(|spring| springs::number_of(&spring));
        (number.map_or(Quick::Not, Quick::Spring), 0.0)
    }

    /// Lets the loops over all motions compute it, if they can.
    fn prepare(&mut self, table: &Table<V>) {
        if self.quick == Quick::Not && self.flags & (STARTED | LEFT) == STARTED {
            let free = |more: &More<V>| more.row.is_none() && more.skips.is_none();
            if self.more.as_deref().is_none_or(free) {
                (self.quick, self.inverse) = self.quick_of(table);
            }
        }
    }

    /// The value to show of what the loops over all motions compute, with the same bits.
    fn shown(&self, table: &Table<V>, now: Time) -> Option<V> {
        let progress = match self.quick {
            Quick::Not => return None,
            Quick::Tween(_) => self.quick_tween(now)?,
            Quick::Spring(number) => springs::rates(number)?.at(seconds(self.since(now)?)).0,
        };
        let MovingRow { from, target, .. } = self.moving.row();
        Some((table.mix)(from, target, progress))
    }

    #[inline(always)] // in the loops over all motions
    pub(crate) fn rests(&self) -> bool {
        self.moving.is_resting() && self.flags & (LEFT | ARRIVES) == 0
    }

    /// Whether its start was reported, and its end was not.
    pub(super) fn is_under_way(&self) -> bool {
        self.flags & STARTED != 0
    }

    /// Whether what it writes is missed: what has started ends where that is gone.
    pub(crate) fn misses(&self) -> bool {
        self.flags & (STARTED | LEFT) != 0
    }

    /// Whether it starts from what the component will hold.
    pub(crate) fn reads(&self) -> bool {
        self.moving.captures() && self.flags & OWNED == 0
    }

    #[inline(always)] // in the loops over all motions
    pub(crate) fn clock(&self) -> u8 {
        self.clock
    }

    /// The start and the end of the last motion that was sent, or none at rest; a spring that never settles has no end.
    #[cfg(feature = "egui")]
    pub(crate) fn span(&self) -> Option<(Time, Option<Time>)> {
        let moves = !self.moving.is_resting();
        moves.then(|| (self.moving.last_start(), self.moving.settles_at()))
    }

    /// Whether a missing component is to be logged: once, for a motion that moves.
    pub(crate) fn warn_once(&mut self) -> bool {
        let first = !self.moving.is_resting() && self.flags & WARNED == 0;
        if first {
            self.flags |= WARNED;
        }
        first
    }

    /// One tick of a motion that is rolled back: it owns its value, so nothing depends on what was drawn.
    #[cfg(feature = "ggrs")]
    pub(crate) fn advance(
        &mut self,
        table: &Table<V>,
        now: Time,
        report: &mut dyn FnMut(Happened),
    ) {
        self.flags |= OWNED;
        self.step(table, now, None, report);
    }

    /// Steps over all that is due. Returns the value to show. What starts from the component starts from the last value of the
    /// motion where `held` is none.
    #[cold]
    #[inline(never)]
    pub(crate) fn step(
        &mut self,
        table: &Table<V>,
        now: Time,
        held: Option<&V>,
        report: &mut dyn FnMut(Happened),
    ) -> Option<V> {
        self.report_left(now, report);
        if self.flags & ARRIVES != 0 {
            self.flags &= !ARRIVES;
            return Some(*self.moving.target());
        }
        let held = held.filter(|_| self.flags & OWNED == 0);
        let mut skipped = None;
        if let Some(at) = self.skips().filter(|at| *at <= now) {
            skipped = self.go(table, at, held, report);
            if !self.moving.is_resting() {
                if !self.is_under_way() {
                    report(Happened::Start(at));
                }
                report(Happened::End(at, Reason::Skipped));
                let value = self.final_value(at);
                self.put(value);
                skipped = Some(value);
            }
        }
        let value = self.go(table, now, held, report);
        self.prepare(table);
        self.shown(table, now).or(value).or(skipped)
    }

    /// Goes on up to `now`, through the chain.
    fn go(
        &mut self,
        table: &Table<V>,
        now: Time,
        held: Option<&V>,
        report: &mut dyn FnMut(Happened),
    ) -> Option<V> {
        let mut shown = None;
        // Bounded, as the chain gets shorter each time.
        while !self.moving.is_resting() {
            let plays = self.take_up(table, now, held, report);
            let (value, over) =
                if plays { self.play(table, now, report) } else { self.follow(now, held, report) };
            shown = value.or(shown);
            let Some(end) = over else { break };
            let target = *self.moving.target();
            if !self.next_leg(end, Some(&target)) {
                self.rest(target);
            }
        }
        shown
    }

    /// The value to show of what plays once and straight on, and when it has come to its end.
    pub(super) fn follow(
        &mut self,
        now: Time,
        held: Option<&V>,
        report: &mut dyn FnMut(Happened),
    ) -> (Option<V>, Option<Time>) {
        let flags = &mut self.flags;
        let shown = self.moving.step(now, held, |event| {
            let happened = match event {
                MovingEvent::Start(due) => Happened::Start(due),
                MovingEvent::End(due) => Happened::End(due, Reason::Played),
                MovingEvent::Replaced(due) => Happened::Cancel(due, CancelCause::Replaced),
                _ => return,
            };
            let starts = matches!(happened, Happened::Start(_));
            *flags = (*flags & !STARTED) | if starts { STARTED } else { 0 };
            report(happened);
        });
        (shown, self.moving.is_resting().then(|| self.moving.row().end))
    }

    /// Notes that the motion that has started goes on until a moment only, for the next step to report it.
    fn leave(&mut self, now: Moment, cause: CancelCause) {
        if self.clock == now.clock {
            return self.leave_at(now.time, Some(now.time), cause);
        }
        // The times of another clock do not compare.
        self.leave_at(Time::MIN, None, cause);
        if let Some(left) = self.more.as_mut().and_then(|more| more.left.as_mut()) {
            left.end = Time::MAX;
        }
    }

    fn leave_at(&mut self, now: Time, until: Option<Time>, cause: CancelCause) {
        let left = match self.take_left() {
            // Something was to take over later, which does not start then after all.
            Some(left) if left.until.is_some_and(|until| until > now) => {
                Some(Left { until, cause, ..left })
            }
            Some(left) => Some(left),
            None => self.leaving(until, cause),
        };
        self.set_left(left);
    }

    /// The motion that is on its way, as one that goes on until a time only.
    fn leaving(&self, until: Option<Time>, cause: CancelCause) -> Option<Left> {
        let (MovingRow { start, end, .. }, last) = (self.moving.row(), self.moving.last_start());
        // One that waits may have taken over by then.
        let (until, cause) = match until {
            Some(until) if start < last && last < until => (Some(last), CancelCause::Replaced),
            _ => (until.map(|until| until.max(start)), cause),
        };
        let skips = self.skips().filter(|at| until.is_none_or(|until| *at <= until));
        // How long it would have played on depends on what it would have been asked.
        let plays = self.row().is_some_and(|row| row.playing.is_some());
        let end = if plays { Time::MAX } else { end };
        let (end, skipped) = skips.filter(|at| *at < end).map_or((end, false), |at| (at, true));
        self.is_under_way().then_some(Left { end, skipped, until, cause })
    }

    fn take_left(&mut self) -> Option<Left> {
        self.flags &= !LEFT;
        self.more.as_mut().and_then(|more| more.left.take())
    }

    fn set_left(&mut self, left: Option<Left>) {
        if left.is_some() {
            self.flags |= LEFT;
            self.more_mut().left = left;
        }
    }

    fn report_left(&mut self, now: Time, report: &mut dyn FnMut(Happened)) {
        let Some(left) = self.take_left() else { return };
        let Left { end, skipped, until, cause } = left;
        let until = until.unwrap_or(now);
        if now < end.min(until) {
            self.set_left(Some(left));
        } else if end <= until {
            let reason = if skipped { Reason::Skipped } else { Reason::Played };
            report(Happened::End(end, reason));
        } else {
            report(Happened::Cancel(until, cause));
        }
        self.free();
    }

    /// Ends what is on its way, as what it writes is gone, or the motion itself is. What waits for its start waits on.
    pub(crate) fn lose(&mut self, table: &Table<V>, now: Time, report: &mut dyn FnMut(Happened)) {
        self.report_left(now, report);
        if !self.is_under_way() {
            return;
        }
        self.step(table, now, None, report);
        if self.is_under_way() {
            report(Happened::Cancel(now, CancelCause::Removed));
            self.put(self.value_at(table, now).unwrap_or_else(|| *self.moving.target()));
            self.flags &= !OWNED;
        }
    }

    /// What the server has sent takes the place of what was.
    #[cfg(feature = "replicon")]
    pub(crate) fn take_over(&mut self, mut sent: Self) {
        let of = |state: &Self| (state.moving.start(), *state.moving.target());
        let other = of(self) != of(&sent);
        let arrives = sent.flags & ARRIVES != 0;
        if other && !arrives {
            // This client sees it start.
            sent.flags &= !STARTED;
            if sent.row().is_none() {
                sent.moving = sent.moving.with_reported(false);
            }
        }
        sent.flags = (sent.flags & !WARNED) | (self.flags & WARNED);
        let until = (!arrives).then(|| sent.moving.start().max(self.moving.start()));
        let (sent_left, left) = (sent.take_left(), self.take_left());
        let left = match left {
            // This client has seen it start, and goes on until the time that the server says.
            Some(own) => sent_left.filter(|sent| sent.end == own.end).or(Some(own)),
            None if other => self.leaving(until, CancelCause::Replaced),
            None => None,
        };
        *self = sent;
        self.set_left(left);
    }

    /// The component is to be written once where it may hold something else.
    #[cfg(feature = "replicon")]
    pub(super) fn arrive(&mut self) {
        // Where nothing has ever moved, the component holds what the server sends with it.
        if self.moving.is_resting() && self.flags & SENT != 0 {
            self.flags |= ARRIVES;
        }
    }
}

#[inline(always)] // in the loop over all motions
fn eased(polynomial: Polynomial, since: u64, inverse: f32) -> f32 {
    // Rounded three times, so it may be beyond the end. As a signed number, which is quicker.
    let progress = (since.cast_signed() as f32 * inverse).min(1.0);
    // As most are.
    if polynomial == Polynomial::Linear { progress } else { ease_polynomial(polynomial, progress) }
}

#[inline(always)] // in the loop over all motions
#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest f32")]
fn seconds(since: u64) -> f32 {
    const SECOND: f64 = 1.0 / FLICKS_PER_SECOND as f64;
    (since.cast_signed() as f64 * SECOND) as f32
}

/// Everything that the motion depends on, bit by bit.
impl<V: Lerp<Delta: Digest> + Digest> Digest for State<V> {
    fn feed(&self, digester: &mut Digester) {
        let Self { moving, more, inverse: _, quick: _, clock, flags } = self;
        moving.feed(digester);
        (clock, flags & !WARNED).feed(digester);
        let Some(More { left, skips, row, then }) = more.as_deref() else { return };
        (left, skips, row).feed(digester);
        for Leg { moving, play } in then {
            moving.feed(digester);
            play.feed(digester);
        }
    }
}

impl<V: Lerp> Clone for State<V> {
    fn clone(&self) -> Self {
        Self { moving: self.moving.clone(), more: self.more.clone(), ..*self }
    }
}
