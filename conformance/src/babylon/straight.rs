//! What is to be expected of a script: time is a line, and everything follows from where on it one is.
//!
//! All passes lie end to end on a path, and each step covers a stretch of it that is open where it begins and closed where
//! it ends. The events in the stretch are reported once, in the order of play. A pause costs no time; a jump goes
//! to the place it is given, within the range, and reports only an end. Of Cueline it takes the
//! easings alone, which are compared by themselves.

use super::{
    clip::other,
    exact::{Exact, flicks_of, flicks_of_ms},
    rotation,
    script::{Op, Script, Seen},
};
use crate::read::Malformed;

/// What the first step after a pause counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pauses {
    /// For itself.
    CostNothing,
    /// For as much as the first step in the pause, as the recorded player has it.
    AsRecorded,
}

/// A player without faults.
pub(super) struct Straight<'a> {
    script: &'a Script,
    pauses: Pauses,
    /// The range in the clip, in flicks.
    lo: i128,
    pub(super) length: i128,
    endless: bool,
    mirrors: bool,
    /// Begins at the end of the range.
    from_end: bool,
    backward: bool,
    speed: Exact,
    pub(super) life: Life,
    /// Whether its clock goes: the step that begins costs no time.
    begun: bool,
    paused: bool,
    /// The first step in a pause.
    owed: Option<f64>,
    /// On the path, in flicks.
    pub(super) path: Exact,
    pub(super) pass: i128,
    /// The furthest pass it has been in, either way.
    pub(super) furthest: i128,
    /// How many steps it has taken.
    pub(super) steps: u32,
    /// Whether a step after a pause counted for another length than its own.
    pub(super) late: bool,
    /// Whether events at the present place are still to be reported.
    fresh: bool,
    heard: Vec<usize>,
    pub(super) seen: Seen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// It begins with the next step that is not in a pause.
    Waiting,
    Playing,
    /// It has come to its end.
    Ended,
    Stopped,
}

impl<'a> Straight<'a> {
    pub(super) fn new(script: &'a Script, pauses: Pauses) -> Result<Self, Malformed> {
        let played = script.played();
        let (lo, hi) = (played.from.min(played.to), played.from.max(played.to));
        let (lo, hi) = (flicks_of(lo, script.clip.fps), flicks_of(hi, script.clip.fps));
        let length = hi - lo;
        // Begun from above, or with a speed that goes down: from the end.
        let backward = script.is_backward();
        let initial = script.initial()?;
        let mut straight = Self {
            script,
            pauses,
            lo,
            length,
            endless: script.is_endless() && length > 0,
            mirrors: script.swings(),
            from_end: backward,
            backward,
            speed: Exact::of(played.speed)?,
            life: Life::Waiting,
            begun: false,
            paused: false,
            owed: None,
            path: Exact::whole(0),
            pass: 0,
            furthest: 0,
            steps: 0,
            late: false,
            fresh: true,
            heard: Vec::new(),
            seen: Seen {
                value: initial,
                frame: 0.0,
                loops: 0,
                ends: 0,
                running: true,
                events: Vec::new(),
            },
        };
        straight.rewind();
        Ok(straight)
    }

    pub(super) fn does(&mut self, op: Op) -> Result<&Seen, Malformed> {
        self.seen.events.clear();
        match op {
            Op::Step { ms } => self.step(ms)?,
            // What loops goes on to loop.
            Op::Look | Op::LoopAnimation { .. } => {}
            Op::Pause => self.paused = true,
            Op::Restart => self.paused = false,
            Op::GoToFrame { frame } => self.go_to(frame),
            Op::SpeedRatio { value } => self.set_speed(value)?,
            Op::Stop if self.seen.running => {
                (self.life, self.seen.running) = (Life::Stopped, false);
                self.seen.ends += 1;
            }
            // What holds its end is dropped.
            Op::Stop if self.life == Life::Ended => self.life = Life::Stopped,
            Op::Stop => {}
            Op::Reset => self.reset()?,
        }
        self.look()?;
        Ok(&self.seen)
    }

    /// Whether it shows the first value still, or again: it waits, or was stopped while it did.
    pub(super) fn is_unmoved(&self) -> bool {
        match self.life {
            Life::Waiting => true,
            Life::Stopped => !self.begun,
            Life::Playing | Life::Ended => false,
        }
    }

    /// Back to where it begins, to wait for it.
    fn rewind(&mut self) {
        self.pass = 0;
        self.path = Exact::whole(if self.from_end { self.length } else { 0 });
        (self.fresh, self.owed, self.begun) = (true, None, false);
    }

    fn step(&mut self, ms: f64) -> Result<(), Malformed> {
        if matches!(self.life, Life::Ended | Life::Stopped) {
            return Ok(());
        }
        if self.paused {
            self.owed = self.owed.or(self.begun.then_some(ms));
            return Ok(());
        }
        self.steps += 1;
        self.late |= self.owed.is_some_and(|owed| owed != ms);
        let owed = self.owed.take().filter(|_| self.pauses == Pauses::AsRecorded);
        let by = Exact::whole(flicks_of_ms(owed.unwrap_or(ms)));
        if !std::mem::replace(&mut self.begun, true) {
            if self.life == Life::Playing {
                return Ok(()); // a jump came before
            }
            self.life = Life::Playing;
            return self.travel(self.path);
        }
        if by.num > 0 { self.travel(self.path.plus(by.times(self.speed)?)?) } else { Ok(()) }
    }

    /// The place on the path of a moment of the clip, in flicks from the start of the range, in a pass.
    fn place(&self, pass: i128, within: i128) -> i128 {
        let mirrored = self.mirrors && pass.rem_euclid(2) == 1;
        pass * self.length + if mirrored { self.length - within } else { within }
    }

    /// Goes on to `to`, and reports the events in between.
    fn travel(&mut self, to: Exact) -> Result<(), Malformed> {
        let end = if self.backward { 0 } else { self.length };
        let to = if self.endless {
            to
        } else if self.backward {
            if to.ceil() <= 0 { Exact::whole(0) } else { to }
        } else if to.floor() >= self.length {
            Exact::whole(self.length)
        } else {
            to
        };
        let (first, last) = if self.backward {
            (to.ceil(), self.path.floor())
        } else {
            (self.path.ceil(), to.floor())
        };
        // Events at the starting place are reported only once.
        let begins = if self.fresh { Some(self.path) } else { None };
        let open = |place: i128| begins.is_some() || Exact::whole(place) != self.path;
        let passes = if self.length == 0 {
            0..=0
        } else if self.endless {
            first.div_euclid(self.length) - 1..=last.div_euclid(self.length) + 1
        } else {
            0..=0
        };
        if passes.end() - passes.start() > 10_000 {
            return Err(other("steps of up to 10000 passes"));
        }
        let mut passed: Vec<(i128, i128, usize)> = Vec::new();
        for pass in passes.clone() {
            // Where a pass begins in the way it is travelled: an arrival, but for a turn that counts in the pass before.
            let entry = pass * self.length + if self.backward { self.length } else { 0 };
            for (order, index) in self.script.events_in_order().into_iter().enumerate() {
                let within =
                    flicks_of(self.script.events[index].frame, self.script.clip.fps) - self.lo;
                if !(0..=self.length).contains(&within) {
                    continue;
                }
                let place = self.place(pass, within);
                let inside = first <= place && place <= last && open(place);
                let own = begins.is_none() || Exact::whole(place) != self.path || pass == self.pass;
                let turn = self.mirrors && place == entry && !(self.fresh && pass == self.pass);
                if inside && own && !turn {
                    let way = if self.backward { -place } else { place };
                    let rank = if self.backward { -pass } else { pass };
                    passed.push((way, rank * 1_000_000 + order as i128, index));
                }
            }
        }
        passed.sort_unstable();
        for (_, _, index) in passed {
            if !self.script.events[index].only_once || !self.heard.contains(&index) {
                self.heard.push(index);
                self.seen.events.push(index);
            }
        }
        if self.endless {
            for pass in passes {
                let boundary = pass * self.length;
                let crossed =
                    first <= boundary && boundary <= last && Exact::whole(boundary) != self.path;
                self.seen.loops += u64::from(crossed);
            }
        }
        self.stand(to);
        self.fresh = false;
        if !self.endless && to == Exact::whole(end) {
            self.end();
        }
        Ok(())
    }

    fn end(&mut self) {
        self.life = Life::Ended;
        self.seen.ends += 1;
        self.seen.running = false;
    }

    /// Stands somewhere else; a place that has not changed shows what it showed.
    fn stand(&mut self, path: Exact) {
        if path != self.path {
            self.path = path;
            self.pass = self.pass_at(path);
            self.furthest = self.furthest.max(self.pass.abs());
        }
    }

    /// Exactly between two passes it is the next one, in the way of travel.
    fn pass_at(&self, path: Exact) -> i128 {
        let split = |whole: i128| whole.div_euclid(self.length);
        match (self.endless, self.backward) {
            (false, _) => 0,
            (true, false) => split(path.floor()),
            (true, true) => split(path.ceil() - 1),
        }
    }

    fn go_to(&mut self, frame: f64) {
        let within = (flicks_of(frame, self.script.clip.fps) - self.lo).clamp(0, self.length);
        if matches!(self.life, Life::Waiting | Life::Playing) {
            self.life = Life::Playing;
            self.jump(self.place(self.pass, within));
        }
    }

    fn jump(&mut self, path: i128) {
        (self.path, self.fresh) = (Exact::whole(path), false);
        self.pass = self.pass_at(self.path);
        let end = if self.backward { 0 } else { self.length };
        if !self.endless && path == end {
            self.end();
        }
    }

    fn set_speed(&mut self, speed: f64) -> Result<(), Malformed> {
        if matches!(self.life, Life::Ended | Life::Stopped) {
            return Ok(());
        }
        self.speed = Exact::of(speed)?;
        if self.speed.num != 0 {
            self.backward = self.speed.num < 0;
        }
        if self.life == Life::Waiting && self.backward != self.from_end {
            // Turned round before it began, it begins at its other end.
            self.from_end = self.backward;
            self.rewind();
        }
        Ok(())
    }

    fn reset(&mut self) -> Result<(), Malformed> {
        let holds = self.script.holds() && self.life == Life::Ended;
        if self.life == Life::Playing || self.life == Life::Waiting || holds {
            self.life = Life::Waiting;
            self.from_end = self.backward;
            self.rewind();
            self.seen.running = true;
            self.seen.value = self.script.initial()?;
        }
        Ok(())
    }

    /// The time in the clip, in flicks.
    pub(super) fn local(&self) -> i128 {
        let path = if self.backward { self.path.ceil() } else { self.path.floor() };
        let within = path - self.pass * self.length;
        let mirrored = self.mirrors && self.pass.rem_euclid(2) == 1;
        self.lo + if mirrored { self.length - within } else { within }
    }

    fn look(&mut self) -> Result<(), Malformed> {
        self.seen.frame = self.local() as f64 * self.script.clip.flick();
        if matches!(self.life, Life::Playing | Life::Ended) {
            self.seen.value = self.value()?;
        }
        Ok(())
    }

    /// The value where it is: with what earlier passes add, and on top of what was there.
    fn value(&self) -> Result<Vec<f64>, Malformed> {
        let at = |flicks: i128| self.script.clip.value_at_flick(flicks);
        let mut value = at(self.local())?;
        let rotation = self.script.clip.kind == "quaternion";
        if self.script.is_relative() && self.pass != 0 {
            let (first, last, passes) =
                (at(self.lo)?, at(self.lo + self.length)?, self.pass as f64);
            if rotation {
                value = rotation::turned(&value, &first, &last, passes);
            } else {
                let numbers = value.iter_mut().zip(first.iter().zip(&last));
                numbers.for_each(|(value, (first, last))| *value += (last - first) * passes);
            }
        }
        if self.script.is_from_current() {
            let initial = self.script.initial()?;
            if rotation {
                value = rotation::after(&value, &initial);
            } else {
                value.iter_mut().zip(&initial).for_each(|(value, initial)| *value += initial);
            }
        }
        Ok(value)
    }
}
