//! What GSAP's `render` calls in the steps of a run.
//!
//! Which callbacks GSAP makes in a step depends on the step: of several passes it reports one, and where a step ends
//! exactly at a pass it may leave out what is in it. No rule about two times says which, as it also depends on what each
//! item has played before. So this is that method, for the callbacks alone, on Cueline's arrangement of the items.

use cueline::{
    clip::Window,
    event::EventKind,
    time::Span,
    timeline::{Arrangement, ItemId, Timeline, TimelineEvent},
};
use serde_json::Value;

use super::{
    arrange::{Key, moved_by, span},
    events::{Called, Expected, Items, events},
    record::{Child, Record, Snapshot},
};
use crate::{
    deviations::{self, Rule},
    read::Malformed,
    verdict::{Verdict, apart},
};

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
}

/// A timeline's animations; the first is the whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    all: Vec<Animation>,
    /// Before GSAP has drawn its first frame, tweens that play for the first time wait for an end or a call, for another
    /// tween of their target, or for the end of the step.
    lazy: bool,
    waiting: Vec<usize>,
    /// Whether the items of a timeline have moved, as one would begin before it does.
    has_moved: bool,
    calls: Vec<Called>,
}

impl Steps {
    fn new(timeline: &Timeline<Key>, record: &Record, before: Before) -> Result<Self, Malformed> {
        let mut steps = Self { lazy: before.lazy, ..Self::default() };
        steps.add(timeline, ItemId::WHOLE, &record.timeline, (record, before))?;
        steps.all[0].is_paused = true;
        Ok(steps)
    }

    /// Moves the playhead of the whole along with its items: in the first step, or before it.
    fn move_whole(&mut self, in_first_step: bool) {
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
        child: &Child,
        (record, before): (&Record, Before),
    ) -> Result<usize, Malformed> {
        let place = self.all.len();
        let it = timeline.arrangement(item).expect("an item of the timeline");
        let seconds = |span: Span| rounded(span.as_secs_f64());
        let duration = it.duration.map_or(1e10, seconds);
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
        let (start, speed) = (seconds(it.start), it.speed.as_f64());
        let is_timeline = child.kind.is_empty() || child.kind == "timeline";
        self.all.push(Animation {
            name: if item == ItemId::WHOLE { "root".into() } else { child.id.clone() },
            is_timeline,
            is_call: child.kind == "call",
            target: child.target.clone().or(child.targets.first().cloned()),
            start,
            end: rounded(start + total / speed),
            duration,
            total,
            gap,
            repeat,
            mirrored: it.ping_pong || child.yoyo && duration == 0.0 && repeat != 0.0,
            speed,
            zero_time: -TINY,
            // A tween that says where it starts from shows that at once.
            is_active: matches!(child.kind.as_str(), "from" | "from_to"),
            has_begun: matches!(child.kind.as_str(), "from" | "from_to"),
            ..Animation::default()
        });
        if is_timeline {
            let moved = if before.refused { 0.0 } else { moved_by(record, child)?.as_secs_f64() };
            self.has_moved |= moved > 0.0;
            for inner in timeline.children(item) {
                let known =
                    child.children.iter().find(|child| child.id == timeline.item_name(inner));
                if let Some(known) = known {
                    let inner = self.add(timeline, inner, known, (record, before))?;
                    self.all[inner].parent = Some(place);
                    self.all[place].children.push(inner);
                    let own = &self.all[inner];
                    if moved > 0.0 && own.start == 0.0 {
                        // Put before the start of this timeline, it plays up to that start, silently.
                        self.render(inner, moved * own.speed, true, false);
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
            } else if before.measured {
                (self.all[place].time, self.all[place].total_time) = (moved, moved);
            }
        }
        if child.time_scale.is_some_and(|scale| scale != 1.0) && item != ItemId::WHOLE {
            // A change of speed plays it, silently.
            let at = self.all[place].total_time;
            self.render(place, at, true, false);
            self.end_waiting();
        }
        Ok(place)
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
            let waits = |other: &usize| self.all[*other].target == self.all[of].target;
            if self.waiting.iter().any(waits) {
                self.end_waiting();
            }
            self.all[of].has_begun = true;
            if self.lazy && !force {
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

/// What a record does not say of how GSAP came to it.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    /// Whether GSAP had drawn no frame.
    lazy: bool,
    /// Whether nested timelines whose items have all moved had been measured before they were put into another.
    measured: bool,
    /// Whether ours refuses the timeline.
    refused: bool,
}

/// Demands that GSAP's method calls exactly what is recorded, and in steps of one moment each what ours reports.
pub(super) fn compare(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    record: &Record,
    refused: bool,
) -> Result<(), Malformed> {
    let mut first = None;
    for (lazy, measured) in [(false, false), (true, false), (false, true), (true, true)] {
        let departure = first_departure(timeline, record, Before { lazy, measured, refused })?;
        let Some(departure) = departure else {
            first = None;
            break;
        };
        first.get_or_insert(departure);
    }
    if let Some(departure) = first {
        verdict.fail(departure);
    }
    if refused {
        return Ok(());
    }
    let end = record.forward.last().map_or(0.0, |last| last.total_time);
    let items = Items::new(timeline);
    let ways = Ways::new(timeline, way_end(timeline, record)?);
    for (name, run) in &record.runs()[..4] {
        compare_run(verdict, &items, &ways, if *name == "backward" { end } else { 0.0 }, run)?;
    }
    moments(verdict, &items, record, &ways)
}

/// The end of the timeline. What plays for ever is followed a little further than the record.
fn way_end(timeline: &Timeline<Key>, record: &Record) -> Result<Span, Malformed> {
    let runs = record.runs().into_iter().flat_map(|(_, run)| run);
    let times = runs.map(|snapshot| snapshot.total_time);
    let furthest = || span(times.fold(0.0, f64::max) + 1e-3);
    timeline.duration().map_or_else(furthest, Ok)
}

/// The events on the whole way of a record, which `moments` compares with GSAP one moment at a time.
struct Ways {
    forward: Vec<TimelineEvent>,
    backward: Vec<TimelineEvent>,
}

impl Ways {
    fn new(timeline: &Timeline<Key>, end: Span) -> Self {
        Self {
            forward: events(timeline, Window::forward(Span::ZERO, end).with_start()),
            backward: events(timeline, Window::backward(end, Span::ZERO)),
        }
    }

    /// Demands that the events of a step are those that the whole way has there, in that order.
    fn compare(&self, verdict: &mut Verdict, (from, to): (Span, Span), step: &[TimelineEvent]) {
        let (way, forward) =
            if to >= from { (&self.forward, true) } else { (&self.backward, false) };
        let inside = |event: &&TimelineEvent| match forward {
            true => {
                from < event.at && event.at <= to
                    || from.is_zero() && event.at.is_zero() && to > from
            }
            false => to <= event.at && event.at < from,
        };
        let shown = |event: &TimelineEvent| {
            let TimelineEvent { at, item, kind, direction, pass, is_state, .. } = *event;
            (at, item, kind, direction, pass, is_state)
        };
        let whole: Vec<_> = way.iter().filter(inside).map(shown).collect();
        let step: Vec<_> = step.iter().map(shown).collect();
        if whole != step {
            let what = "on the whole way there are";
            verdict.fail(format!("events from {from} to {to}: {step:?}, but {what} {whole:?}"));
        }
    }
}

/// Notes by which rule the callbacks of a whole run are not those that ours reports, in that order. What ours reports in
/// each step must be what it reports there on the whole way, which is compared with GSAP moment by moment.
fn compare_run(
    verdict: &mut Verdict,
    items: &Items,
    ways: &Ways,
    start: f64,
    run: &[Snapshot],
) -> Result<(), Malformed> {
    let (mut from, mut ours) = (span(start)?, Vec::new());
    for snapshot in run {
        let to = span(snapshot.total_time)?;
        let forward = to >= from;
        let mut window =
            if forward { Window::forward(from, to) } else { Window::backward(from, to) };
        if from.is_zero() && to > from {
            window = window.with_start();
        }
        let step = events(items.timeline, window);
        ways.compare(verdict, (from, to), &step);
        ours.extend(items.expected(&step, forward).map(|one| one.called));
        from = to;
    }
    let mut recorded: Vec<Called> = run.iter().flat_map(|step| step.events.clone()).collect();
    if ours == recorded {
        return Ok(());
    }
    ours.sort();
    recorded.sort();
    verdict.wanted(match ours == recorded {
        true => &deviations::TIMELINE_ITEM_BY_ITEM,
        false => &deviations::TIMELINE_STEPS,
    });
    Ok(())
}

fn first_departure(
    timeline: &Timeline<Key>,
    record: &Record,
    before: Before,
) -> Result<Option<String>, Malformed> {
    let all = record.runs();
    for runs in [&all[..2], &all[2..3], &all[3..4], &all[4..]] {
        let mut steps = Steps::new(timeline, record, before)?;
        let first = runs[0].1.first();
        steps.move_whole(first.is_some_and(|first| (first.t - first.total_time).abs() > 1e-6));
        for (name, run) in runs {
            for Snapshot { t, events, .. } in *run {
                let called = steps.to(*t, *name == "silent_seeks");
                if called != *events {
                    return Ok(Some(format!(
                        "{name} at {t}: GSAP calls {called:?}, recorded {events:?}"
                    )));
                }
            }
        }
    }
    Ok(None)
}

/// Demands that GSAP's method calls in steps of one moment each what ours reports, forward and backward.
fn moments(
    verdict: &mut Verdict,
    items: &Items,
    record: &Record,
    ways: &Ways,
) -> Result<(), Malformed> {
    let mut steps = Steps::new(items.timeline, record, Before::default())?;
    let is_moved = steps.has_moved;
    steps.move_whole(false);
    let end = way_end(items.timeline, record)?;
    for (forward, events) in [(true, &ways.forward), (false, &ways.backward)] {
        let all = items.without_empty_starts(verdict, events, forward);
        let mut moments: Vec<f64> = all.iter().map(|one| one.at.as_secs_f64()).collect();
        moments.sort_by(f64::total_cmp);
        moments.dedup_by(|one, other| (*one - *other).abs() < 1e-6);
        // Where no pass ends: at the golden section of the time from one moment to the next.
        let between = moments.windows(2).map(|pair| pair[0] + (pair[1] - pair[0]) * 0.618_034);
        let mut visits: Vec<f64> = between.collect();
        visits.extend([0.0, end.as_secs_f64()]);
        visits.sort_by(f64::total_cmp);
        visits.dedup();
        if !forward {
            visits.reverse();
        }
        for (index, to) in visits.iter().enumerate() {
            let called = steps.to(*to, false);
            let from = visits[index.saturating_sub(1)];
            let inside = |one: &&Expected| {
                let at = one.at.as_secs_f64();
                let (low, high) = (from.min(*to), from.max(*to));
                low < at && at < high
                    || at == *to && index + 1 == visits.len()
                    || at == from && index == 1
            };
            let mut ours: Vec<Expected> = all.iter().filter(inside).cloned().collect();
            for set in ours.iter_mut().filter(|one| !forward && one.is_set && one.at.is_zero()) {
                set.called.1 = "complete".into(); // exactly there GSAP shows the values that were set
            }
            let what = format!("moments from {from} to {to}");
            compare_moment(verdict, items, &what, (forward, is_moved), &ours, &called);
        }
    }
    Ok(())
}

/// Compares the callbacks of one moment.
fn compare_moment(
    verdict: &mut Verdict,
    items: &Items,
    what: &str,
    (forward, is_moved): (bool, bool),
    expected: &[Expected],
    called: &[Called],
) {
    let ours: Vec<Called> = expected.iter().map(|one| one.called.clone()).collect();
    if ours == called {
        return;
    }
    let (mut missing, mut extra) = apart(&ours, called);
    if missing.is_empty() && extra.is_empty() {
        return verdict.wanted(&deviations::TIMELINE_ITEM_BY_ITEM);
    }
    let arranged = |item: ItemId| items.timeline.arrangement(item);
    let is_any_in = |called: &Called, is: &dyn Fn(ItemId, &Arrangement) -> bool| {
        items.path_of(called).iter().any(|(item, it)| is(*item, it))
    };
    let mut excuse = |rule: &'static Rule, is: &dyn Fn(&Called) -> bool| {
        if missing.iter().chain(&extra).any(is) {
            verdict.wanted(rule);
            missing.retain(|called| !is(called));
            extra.retain(|called| !is(called));
        }
    };
    // Timelines that take no time.
    let empty = |_, it: &Arrangement| it.duration == Some(Span::ZERO) && it.passes != Some(1);
    excuse(&deviations::TIMELINE_TAKES_NO_TIME, &|called| {
        items.is_in_nothing(!forward, called) || is_any_in(called, &empty)
    });
    // Backward over the start of a pass.
    let back = |one: &&Expected| {
        let mirrored = arranged(one.item).is_some_and(|it| it.ping_pong);
        one.kind == EventKind::Loop && one.backward && !mirrored
    };
    let entered: Vec<ItemId> = expected.iter().filter(back).map(|one| one.item).collect();
    excuse(&deviations::TIMELINE_WHOLE_PASS_AT_ONCE, &|called| {
        is_any_in(called, &|item, _| entered.contains(&item))
    });
    // Calls at an end of the timeline around them.
    let forgotten = |called: &Called| {
        let mut found = expected.iter().filter(|one| one.called == *called);
        found.any(|one| is_forgotten(items, one))
    };
    excuse(&deviations::TIMELINE_CALL_AT_THE_END, &forgotten);
    // Put before the start of its timeline, it has played up to there already.
    let played = |called: &Called| {
        is_moved && items.path_of(called).first().is_some_and(|(_, it)| it.start.is_zero())
    };
    excuse(&deviations::TIMELINE_BEFORE_ZERO, &played);
    // What is mirrored and ends where it begins, backward from its end.
    let unnoticed = |one: &&Expected| {
        let it = arranged(one.item);
        let at_start =
            it.is_some_and(|it| it.ping_pong && it.passes.is_some_and(|passes| passes % 2 == 0));
        one.kind == EventKind::Loop && one.backward && at_start && !called.contains(&one.called)
    };
    let missed: Vec<ItemId> = expected.iter().filter(unnoticed).map(|one| one.item).collect();
    // And what is mirrored begins again.
    excuse(&deviations::TIMELINE_MIRRORED_UNNOTICED, &|called| {
        is_any_in(called, &|item, it| missed.contains(&item) || called.1 == "start" && it.ping_pong)
    });
    if !(missing.is_empty() && extra.is_empty()) {
        let both = format!("ours {ours:?}, GSAP {called:?}");
        verdict.fail(format!("{what}: missing {missing:?}, extra {extra:?}; {both}"));
    }
}

/// Whether a call lies at an end of the timeline around it, and is met backward.
fn is_forgotten(items: &Items, expected: &Expected) -> bool {
    let path = items.path(expected.item);
    let [(_, it), (_, around), ..] = &path[..] else { return false };
    let near = |one: Span, other: Span| (one - other).abs() <= Span::from_flicks(700);
    let at_end =
        near(it.start, Span::ZERO) || around.duration.is_some_and(|end| near(end, it.start));
    let mirrored = path.iter().any(|(_, it)| it.ping_pong);
    (expected.backward || mirrored) && matches!(expected.kind, EventKind::Cue(_)) && at_end
}

#[cfg(test)]
mod tests {
    use cueline::timeline::{TimelineBuilder, call, to};

    use super::*;

    #[test]
    fn an_event_of_ours_that_is_dropped_doubled_or_renamed_fails_its_record() {
        let key = || ("ball".to_owned(), "x".to_owned());
        let ms = Span::from_millis;
        let timeline = TimelineBuilder::new("fall")
            .start(key(), 0.0)
            .then(to(key(), 1.0).duration(ms(100)).times(2))
            .then(call(1))
            .then(to(key(), 0.0).duration(ms(100)))
            .build()
            .expect("a timeline");
        let ways = Ways::new(&timeline, timeline.duration().expect("an end"));
        let (from, until) = (ms(50), ms(250));
        let fails = |step: &[TimelineEvent]| {
            let mut verdict = Verdict::default();
            ways.compare(&mut verdict, (from, until), step);
            !verdict.holds()
        };
        let step = events(&timeline, Window::forward(from, until));
        assert!(step.len() >= 4 && !fails(&step));
        for place in 0..step.len() {
            let mut harmed = step.clone();
            harmed.remove(place);
            assert!(fails(&harmed), "dropped {place}");
            harmed.insert(place, step[place]);
            harmed.insert(place, step[place]);
            assert!(fails(&harmed), "doubled {place}");
            harmed.remove(place);
            harmed[place].kind = EventKind::Cue(99);
            assert!(fails(&harmed), "renamed {place}");
        }
    }
}
