//! What GSAP's `render` calls in the steps of a run.
//!
//! Which callbacks GSAP makes in a step depends on the step: of several passes it reports one, and where a step ends
//! exactly at a pass it may leave out what is in it. No rule about two times says which, as it also depends on what each
//! item has played before. So this file models the steps of that method, for the callbacks alone, on Cueline's arrangement
//! of the items.

use cueline::{
    time::Span,
    timeline::{ItemId, Timeline},
};
use serde_json::Value;

use super::{
    arrange::{Key, is_measured, moved_by},
    events::Called,
    record::{Child, Record, Structure},
};
use crate::read::{Malformed, number};

/// GSAP's least amount of time.
const TINY: f64 = 1e-8;

/// Times are rounded to 7 decimals; what is no number counts as 0.
fn rounded(time: f64) -> f64 {
    let whole = (time * 1e7 + 0.5).floor() / 1e7;
    if whole.is_nan() { 0.0 } else { whole }
}

fn cycle_of(total: f64, cycle: f64) -> f64 {
    let passes = rounded(total / cycle);
    let whole = passes.floor();
    if passes != 0.0 && whole == passes { whole - 1.0 } else { whole }
}

fn is_odd(pass: f64) -> bool {
    pass.rem_euclid(2.0) == 1.0
}

/// An animation, and what it remembers of the last step.
#[derive(Clone, Debug, Default)]
struct Animation {
    name: String,
    is_timeline: bool,
    is_call: bool,
    is_paused: bool,
    is_staggered: bool,
    /// Of a tween of one.
    target: Option<String>,
    parent: Option<usize>,
    children: Vec<usize>,
    start: f64,
    end: f64,
    duration: f64,
    total: f64,
    gap: f64,
    /// -1 for ever.
    repeat: f64,
    mirrored: bool,
    speed: f64,
    time: f64,
    total_time: f64,
    zero_time: f64,
    ratio: f64,
    is_active: bool,
    has_begun: bool,
    lock: u8,
    waits: Option<(f64, bool)>,
    /// How far its items have moved since it was last measured.
    moved: f64,
    has_start: Start,
}

/// Where a tween starts from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Start {
    /// What it finds.
    #[default]
    Found,
    /// A value, which it shows when it is made.
    Shown,
    /// The same, and once more when it begins.
    ShownAgain,
}

/// A timeline's animations; the first is the whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    all: Vec<Animation>,
    /// Before GSAP has drawn its first frame, tweens that play for the first time wait for an end or a call, for another
    /// tween of their target, or for the end of the step.
    lazy: bool,
    waiting: Vec<usize>,
    /// How far the items of a timeline have moved at most, as one would begin before it does.
    moved: f64,
    calls: Vec<Called>,
}

impl Steps {
    /// The animations of a record, before the first step.
    pub(super) fn new(
        timeline: &Timeline<Key>,
        record: &Record,
        before: Before,
    ) -> Result<Self, Malformed> {
        let mut steps = Self { lazy: before.lazy, ..Self::default() };
        let whole = (&record.timeline, &record.structure);
        steps.add(timeline, ItemId::WHOLE, whole, (record, before))?;
        steps.all[0].is_paused = true;
        Ok(steps)
    }

    /// How far the items of a timeline have moved at most, as one would begin before it does.
    pub(super) fn moved(&self) -> f64 {
        self.moved
    }

    /// Moves the playhead of the whole along with its items: in the first step, or before it.
    pub(super) fn move_whole(&mut self, in_first_step: bool) {
        let whole = &mut self.all[0];
        if !in_first_step {
            (whole.time, whole.total_time) = (whole.moved, whole.moved);
            whole.moved = 0.0;
        }
    }

    fn add(
        &mut self,
        timeline: &Timeline<Key>,
        item: ItemId,
        (child, recorded): (&Child, &Structure),
        (record, before): (&Record, Before),
    ) -> Result<usize, Malformed> {
        let place = self.all.len();
        let it = timeline.arrangement(item).expect("an item of the timeline");
        let seconds = |span: Span| rounded(span.as_secs_f64());
        // As it was recorded: whether a time falls on an end is up to the last digit, which ours rounds once and not twice.
        let duration = number(&recorded.duration)?;
        let gap = seconds(it.gap);
        let repeat = match child.repeat.as_ref().and_then(Value::as_i64) {
            // Ours refuses it, so that it is built without.
            Some(times) if duration == 0.0 && gap == 0.0 => times as f64,
            _ => it.passes.map_or(-1.0, |passes| passes as f64 - 1.0),
        };
        let total = match repeat {
            0.0 => duration,
            -1.0 => 1e10,
            _ => rounded(duration * (repeat + 1.0) + gap * repeat),
        };
        let start = recorded.start.unwrap_or_else(|| seconds(it.start));
        let speed = it.speed.as_f64();
        let is_timeline = child.kind.is_empty() || child.kind == "timeline";
        self.all.push(Animation {
            name: if item == ItemId::WHOLE { "root".into() } else { child.id.clone() },
            is_timeline,
            is_call: child.kind == "call",
            target: child.target.clone(),
            is_staggered: child.stagger.is_some(),
            start,
            end: rounded(start + total / speed),
            duration,
            total,
            gap,
            repeat,
            mirrored: it.ping_pong || child.yoyo && duration == 0.0 && repeat != 0.0,
            speed,
            zero_time: -TINY,
            has_start: match child.kind.as_str() {
                "from" => Start::Shown,
                "from_to" => Start::ShownAgain,
                _ => Start::Found,
            },
            ..Animation::default()
        });
        if is_timeline {
            let moved = if before.refused { 0.0 } else { moved_by(record, child)?.as_secs_f64() };
            self.moved = self.moved.max(moved);
            for inner in timeline.children(item) {
                let known =
                    child.children.iter().find(|child| child.id == timeline.item_name(inner));
                let seen =
                    recorded.children.iter().find(|seen| seen.id == timeline.item_name(inner));
                if let (Some(known), Some(seen)) = (known, seen) {
                    let inner = self.add(timeline, inner, (known, seen), (record, before))?;
                    self.all[inner].parent = Some(place);
                    self.all[place].children.push(inner);
                    let own = &self.all[inner];
                    if own.start < moved && (own.duration != 0.0 || !own.is_timeline) {
                        // Put before the time to which this timeline's playhead has moved, it plays up to there, silently.
                        self.render(inner, (moved - own.start) * own.speed, true, false);
                        let own = &mut self.all[inner];
                        if own.has_start != Start::Found {
                            // And then it shows where it starts from. It no longer waits, but for one that repeats and
                            // has not played on: that is where it is already.
                            let is_there = own.repeat != 0.0 && own.time == 0.0;
                            (own.time, own.total_time) = (0.0, 0.0);
                            if !is_there {
                                (own.is_active, own.waits) = (true, None);
                            }
                        }
                    }
                    let own = &self.all[inner];
                    if own.is_timeline && own.duration == 0.0 && own.has_begun {
                        // To put it there plays it again, as the time around it has not come to it.
                        self.render(inner, -own.start * own.speed, true, false);
                    }
                }
            }
            if item == ItemId::WHOLE {
                self.all[place].moved = moved;
            } else if !before.refused && before.measured.of(record, child)? {
                (self.all[place].time, self.all[place].total_time) = (moved, moved);
            }
        }
        if child.time_scale.is_some_and(|scale| scale != 1.0) && item != ItemId::WHOLE {
            // A change of speed plays it, silently: to where it was before this found that its items have moved.
            let mut at = self.all[place].total_time;
            if is_timeline && !before.refused && before.measured.of(record, child)? {
                let mut without_last = child.clone();
                without_last.children.pop();
                at = moved_by(record, &without_last)?.as_secs_f64();
            }
            self.render(place, at, true, false);
            self.end_waiting();
        }
        Ok(place)
    }

    /// The end of the whole.
    pub(super) fn total(&self) -> f64 {
        self.all[0].total
    }

    /// The callbacks of a step to `total`.
    pub(super) fn to(&mut self, total: f64, silent: bool) -> Vec<Called> {
        let whole = &self.all[0];
        let renders = whole.total_time != total
            || whole.duration == 0.0 && !silent
            || whole.zero_time.abs() == TINY
            || !whole.has_begun;
        if renders {
            self.end_waiting();
            self.render(0, total, silent, false);
            self.end_waiting();
        }
        std::mem::take(&mut self.calls)
    }

    fn call(&mut self, of: usize, what: &str, after_waiting: bool) {
        if after_waiting {
            self.end_waiting();
        }
        let what = if self.all[of].is_call { "call" } else { what };
        self.calls.push((self.all[of].name.clone(), what.into()));
    }

    /// Ends what waits for another tween of its target, where this is one.
    fn end_waiting_for_target(&mut self, of: usize) {
        let target = &self.all[of].target;
        if target.is_some() && self.waiting.iter().any(|other| self.all[*other].target == *target) {
            self.end_waiting();
        }
    }

    fn end_waiting(&mut self) {
        for of in std::mem::take(&mut self.waiting) {
            if let Some((total, silent)) = self.all[of].waits {
                self.render(of, total, silent, true);
                self.all[of].waits = None;
            }
        }
    }

    fn render(&mut self, of: usize, total: f64, silent: bool, force: bool) {
        match &self.all[of] {
            Animation { is_timeline: true, .. } => self.render_timeline(of, total, silent, force),
            Animation { duration: 0.0, .. } => self.render_moment(of, total, silent, force),
            _ => self.render_tween(of, total, silent, force),
        }
    }

    fn render_timeline(&mut self, of: usize, given: f64, silent: bool, force: bool) {
        let Animation { duration, total, gap, repeat, mirrored, speed, is_paused, .. } =
            self.all[of];
        let mut before = self.all[of].time;
        let mut to = if given <= 0.0 { 0.0 } else { rounded(given) };
        let crosses_start = (self.all[of].zero_time < 0.0) != (given < 0.0)
            && (self.all[of].has_begun || duration == 0.0);
        if to > total && given >= 0.0 {
            to = total;
        }
        let moved = std::mem::take(&mut self.all[of].moved);
        if moved != 0.0 {
            (self.all[of].time, self.all[of].total_time) = (moved, moved);
        }
        if to == self.all[of].total_time && !force && !crosses_start {
            return;
        }
        let given = given + moved;
        to += moved;
        let mut time = to;
        if crosses_start {
            if duration == 0.0 {
                before = self.all[of].zero_time;
            }
            if given != 0.0 || !silent {
                self.all[of].zero_time = given;
            }
        }
        let mut pass_before = 0.0;
        if repeat != 0.0 {
            let cycle = duration + gap;
            let pass;
            (time, pass) = place(to, total, duration, cycle, repeat);
            let last = self.all[of].total_time;
            pass_before = cycle_of(last, cycle);
            if before == 0.0
                && last != 0.0
                && pass_before != pass
                && last - pass_before * cycle - duration <= 0.0
            {
                pass_before = pass;
            }
            let turned = mirrored && is_odd(pass);
            if turned {
                time = duration - time;
            }
            if pass != pass_before && self.all[of].lock == 0 {
                let mut rewinds = mirrored && is_odd(pass_before);
                let wraps = rewinds == turned;
                if pass < pass_before {
                    rewinds = !rewinds;
                }
                let rest = to % duration;
                before = match rewinds {
                    true => 0.0,
                    false if rest == 0.0 || rest.is_nan() => to,
                    false => duration,
                };
                self.all[of].lock = 1;
                let first = match before {
                    0.0 if turned => 0.0,
                    0.0 => rounded(pass * cycle),
                    before => before,
                };
                self.render(of, first, silent, duration == 0.0);
                self.all[of].lock = 0;
                self.all[of].total_time = to;
                if !silent {
                    self.call(of, "repeat", false);
                }
                if before != 0.0 && before != self.all[of].time {
                    return;
                }
                if wraps {
                    self.all[of].lock = 2;
                    before = if rewinds { duration } else { -0.0001 };
                    self.render(of, before, true, false);
                }
                self.all[of].lock = 0;
            }
        }
        let own = &mut self.all[of];
        own.total_time = to;
        own.time = time;
        own.is_active = !is_paused;
        if !own.has_begun {
            own.has_begun = true;
            own.zero_time = given;
            before = 0.0;
        }
        if before == 0.0 && to != 0.0 && duration != 0.0 && !silent && pass_before == 0.0 {
            self.call(of, "start", false);
        }
        let children = self.all[of].children.clone();
        let at = |child: &Animation, time: f64| (time - child.start) * child.speed;
        if time >= before && given >= 0.0 {
            for child in children {
                let inner = &self.all[child];
                if inner.is_active || time >= inner.start {
                    self.render(child, at(inner, time), silent, force);
                }
            }
        } else {
            let time = if given < 0.0 { given } else { time };
            for child in children.into_iter().rev() {
                let inner = &self.all[child];
                if inner.is_active || time <= inner.end {
                    self.render(child, at(inner, time), silent, force);
                }
            }
        }
        if (to == total && self.all[of].total_time >= total || to == 0.0 && before != 0.0)
            && self.all[of].lock == 0
        {
            if (given != 0.0 || duration == 0.0) && to == total && speed > 0.0 && !is_paused {
                self.all[of].is_active = false;
            }
            if !(silent || given < 0.0 && before == 0.0)
                && (to != 0.0 || before != 0.0 || total == 0.0)
            {
                let complete = to == total && given >= 0.0;
                self.call(of, if complete { "complete" } else { "reverse_complete" }, true);
            }
        }
    }

    fn render_tween(&mut self, of: usize, given: f64, silent: bool, force: bool) {
        let Animation { duration, total, gap, repeat, mirrored, time: before, .. } = self.all[of];
        let to = match given {
            given if given > total - TINY => total,
            given if given < TINY => 0.0,
            given => given,
        };
        let own = &mut self.all[of];
        if given < 0.0 && !own.has_begun && own.has_start == Start::Shown {
            // Time that goes back before a `from` makes it begin there, so that it does not wait later.
            (own.has_begun, own.is_active) = (true, true);
        }
        let own = &self.all[of];
        let renders = to != own.total_time
            || given == 0.0
            || force
            || !own.has_begun && own.total_time != 0.0
            || own.waits.is_some();
        if !renders {
            return;
        }
        let (mut time, mut pass, mut pass_before, mut turned) = (to, 0.0, 0.0, false);
        if repeat != 0.0 {
            let cycle = duration + gap;
            (time, pass) = place(to, total, duration, cycle, repeat);
            turned = mirrored && is_odd(pass);
            if turned {
                time = duration - time;
            }
            pass_before = cycle_of(own.total_time, cycle);
            if time == before && !force && own.has_begun && pass == pass_before {
                self.all[of].total_time = to;
                return;
            }
        }
        if !self.all[of].has_begun {
            self.end_waiting_for_target(of);
            self.all[of].has_begun = true;
            if let (Start::ShownAgain, Some(around)) = (self.all[of].has_start, self.all[of].parent)
            {
                // Its start is put into the timeline around it, which has to end again where it has ended.
                let around = &mut self.all[around];
                if around.has_begun && around.time >= around.duration && !around.is_paused {
                    around.zero_time = -TINY;
                }
            }
            // The parts of a staggered tween wait, and it does not.
            if self.lazy && !force && !self.all[of].is_staggered {
                self.waiting.push(of);
                self.all[of].waits = Some((to, silent));
                self.all[of].total_time = 0.0;
                return;
            }
        }
        let own = &mut self.all[of];
        own.total_time = to;
        own.time = time;
        if !own.is_active {
            own.is_active = true;
            own.waits = None;
        }
        if before == 0.0 && to != 0.0 && !silent && pass_before == 0.0 {
            self.call(of, "start", false);
        }
        if repeat != 0.0 && pass != pass_before && !silent {
            self.call(of, "repeat", false);
        }
        if to == total || to == 0.0 {
            if given != 0.0 && to == total {
                self.all[of].is_active = false;
            }
            if !(silent || given < 0.0 && before == 0.0) && (to != 0.0 || before != 0.0 || turned) {
                self.call(of, if to == total { "complete" } else { "reverse_complete" }, true);
            }
        }
    }

    /// A tween or a call that takes no time.
    fn render_moment(&mut self, of: usize, given: f64, mut silent: bool, force: bool) {
        let own = &self.all[of];
        let is_before = given < 0.0 || given == 0.0 && own.start == 0.0 && self.is_before_start(of);
        let mut ratio = if is_before { 0.0 } else { 1.0 };
        let (mut ratio_before, mut to) = (own.ratio, 0.0);
        if own.gap != 0.0 && own.repeat != 0.0 {
            to = given.clamp(0.0, own.total);
            let pass = cycle_of(to, own.gap);
            if own.mirrored && is_odd(pass) {
                ratio = 1.0 - ratio;
            }
            if pass != cycle_of(own.total_time, own.gap) {
                ratio_before = 1.0 - ratio;
            }
        }
        let zero_time = own.zero_time;
        if ratio != ratio_before || force || zero_time == TINY || given == 0.0 && zero_time != 0.0 {
            let total = own.total;
            if !own.has_begun {
                self.end_waiting_for_target(of);
            }
            let own = &mut self.all[of];
            own.has_begun = true;
            own.zero_time = match given {
                0.0 if silent => TINY,
                given => given,
            };
            silent |= given != 0.0 && zero_time == 0.0;
            own.ratio = ratio;
            own.time = 0.0;
            own.total_time = to;
            if to != 0.0 && own.repeat != 0.0 && !silent {
                self.call(of, "repeat", false);
            }
            if given >= total || given < 0.0 {
                if ratio != 0.0 {
                    self.all[of].is_active = false;
                }
                if !silent {
                    self.call(of, if ratio == 0.0 { "reverse_complete" } else { "complete" }, true);
                }
            }
        } else if zero_time == 0.0 {
            self.all[of].zero_time = given;
        }
    }

    fn is_before_start(&self, of: usize) -> bool {
        let Some(around) = self.all[of].parent else { return false };
        let own = &self.all[around];
        !own.is_paused
            && own.has_begun
            && own.lock == 0
            && (self.raw_time(around) < 0.0 || self.is_before_start(around))
    }

    fn raw_time(&self, of: usize) -> f64 {
        let own = &self.all[of];
        match own.parent {
            Some(around) if !own.is_paused => (self.raw_time(around) - own.start) * own.speed,
            _ => own.total_time,
        }
    }
}

/// The time in its pass, and that pass.
fn place(to: f64, total: f64, duration: f64, cycle: f64, repeat: f64) -> (f64, f64) {
    if to == total {
        return (duration, repeat);
    }
    let passes = rounded(to / cycle);
    let whole = passes.trunc();
    if whole != 0.0 && whole == passes {
        return (duration, whole - 1.0);
    }
    (rounded(to % cycle).min(duration), whole)
}

/// Which nested timelines GSAP had measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Measured {
    #[default]
    None,
    All,
    /// Those to which an item was put, at a place that needs the end, after another that would begin before the start.
    Found,
}

impl Measured {
    fn of(self, record: &Record, child: &Child) -> Result<bool, Malformed> {
        match self {
            Self::None => Ok(false),
            Self::All => Ok(true),
            Self::Found => {
                let last = child.children.iter().rposition(is_measured).unwrap_or(0);
                let mut known = child.clone();
                known.children.truncate(last);
                Ok(moved_by(record, &known)? > Span::ZERO)
            }
        }
    }
}

/// What a record does not say of how GSAP came to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// Whether GSAP had drawn no frame.
    pub(super) lazy: bool,
    /// Which nested timelines whose items have all moved had been measured before they were put into another.
    pub(super) measured: Measured,
    /// Whether ours refuses the timeline.
    pub(super) refused: bool,
}
