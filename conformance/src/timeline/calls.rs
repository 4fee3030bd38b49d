//! The callbacks of a record: GSAP's, and what Cueline reports in the same steps.

use std::collections::BTreeMap;

use cueline::{
    clip::Window,
    event::EventKind,
    playback::ContentEvent,
    time::Span,
    timeline::{Arrangement, ItemId, Timeline},
};

use super::{
    arrange::span,
    events::{Expected, Items, events},
    record::{Called, Key, Record, Snapshot, Structure, Values},
    steps::{Before, Steps},
    tolerance::{TIME, VALUE},
};
use crate::{
    deviations::{self, Rule},
    read::{Malformed, number, other},
    verdict::{Verdict, apart},
};

/// Demands that GSAP's method gives all that is recorded, from one of the states that the record may have come from: that
/// state.
pub(super) fn follow(verdict: &mut Verdict, record: &Record) -> Result<Before, Malformed> {
    let mut departures = Vec::new();
    for shows_at_once in [true, false] {
        for no_frame in [false, true] {
            let before = Before { no_frame, shows_at_once };
            match first_departure(record, before)? {
                None => return Ok(before),
                Some(departure) => departures.push(format!("{before:?}: {departure}")),
            }
        }
    }
    verdict.fail(departures.join("; or "));
    Ok(Before::default())
}

/// Where GSAP's method gives something else than what is recorded.
fn first_departure(record: &Record, before: Before) -> Result<Option<String>, Malformed> {
    let all = record.runs();
    for runs in [&all[..2], &all[2..3], &all[3..4], &all[4..]] {
        let mut steps = Steps::new(record, before)?;
        for (name, run) in runs {
            if *name == "forward" {
                steps.measure(); // the recorder has asked for the length
                if let Some(departure) = arranged_elsewhere(&steps, &record.structure)? {
                    return Ok(Some(departure));
                }
            }
            // Labels were not looked at in every run.
            let labelled = run.iter().any(|snapshot| snapshot.label.is_some());
            for snapshot in *run {
                if let Some(departure) = departs(&mut steps, name, snapshot, labelled) {
                    return Ok(Some(format!("{name} at {}: GSAP {departure}", snapshot.t)));
                }
            }
        }
    }
    Ok(None)
}

/// The first item that GSAP's method puts elsewhere than where it is recorded.
fn arranged_elsewhere(steps: &Steps, recorded: &Structure) -> Result<Option<String>, Malformed> {
    let name = &recorded.id;
    let [start, end, duration, total] =
        steps.arrangement(name).ok_or_else(|| other(format!("an item {name}")))?;
    let pairs = [
        ("start", start, recorded.start.unwrap_or(start)),
        ("end", end, recorded.end.unwrap_or(end)),
        ("duration", duration, number(&recorded.duration)?),
        ("total duration", total, number(&recorded.total_duration)?),
    ];
    for (what, gsap, recorded) in pairs {
        if (gsap - recorded).abs() > TIME {
            return Ok(Some(format!("{what} of {name}: GSAP {gsap}, recorded {recorded}")));
        }
    }
    for inner in &recorded.children {
        if let Some(departure) = arranged_elsewhere(steps, inner)? {
            return Ok(Some(departure));
        }
    }
    Ok(None)
}

/// Takes a recorded step. What GSAP's method gives elsewise than recorded.
fn departs(steps: &mut Steps, name: &str, snapshot: &Snapshot, labelled: bool) -> Option<String> {
    let called = steps.to(snapshot.t, name == "silent_seeks");
    if called != snapshot.events {
        return Some(format!("calls {called:?}, recorded {:?}", snapshot.events));
    }
    let [time, total_time] = steps.times();
    let pairs = [
        ("time", time, snapshot.time),
        ("total time", total_time, snapshot.total_time),
        ("progress", steps.progress(), snapshot.progress),
    ];
    for (what, gsap, recorded) in pairs {
        if (gsap - recorded).abs() > TIME {
            return Some(format!("{what} {gsap}, recorded {recorded}"));
        }
    }
    let (labels, recorded) = (steps.labels(), snapshot.label.as_deref());
    if labelled && recorded.map_or(!labels.is_empty(), |recorded| !labels.contains(&recorded)) {
        return Some(format!("is at {labels:?}, recorded {recorded:?}"));
    }
    for (target, properties) in &snapshot.values {
        for (property, recorded) in properties {
            let gsap = steps.values().get(target).and_then(|target| target.get(property));
            if gsap.is_none_or(|gsap| (gsap - recorded).abs() > VALUE) {
                return Some(format!("shows {target}.{property} {gsap:?}, recorded {recorded}"));
            }
        }
    }
    None
}

/// What GSAP shows at a time when it plays to there moment by moment: from the start, or back from the end.
pub(super) struct Played<'a> {
    timeline: &'a Timeline<Key>,
    record: &'a Record,
    shown: BTreeMap<Span, [Values; 2]>,
}

impl<'a> Played<'a> {
    pub(super) fn new(timeline: &'a Timeline<Key>, record: &'a Record) -> Self {
        Self { timeline, record, shown: BTreeMap::new() }
    }

    /// Whether it shows a value of a property at a time.
    pub(super) fn shows(
        &mut self,
        (target, property): &Key,
        at: Span,
        value: f64,
        tolerance: f64,
    ) -> Result<bool, Malformed> {
        if !self.shown.contains_key(&at) {
            let shown = self.to(at)?;
            self.shown.insert(at, shown);
        }
        let mut shown = self.shown[&at].iter().filter_map(|shown| shown.get(target)?.get(property));
        Ok(shown.any(|shown| (shown - value).abs() <= tolerance))
    }

    fn to(&self, at: Span) -> Result<[Values; 2], Malformed> {
        let end = way_end(self.timeline, self.record)?.max(at);
        let way = events(self.timeline, Window::forward(Span::ZERO, end).with_start());
        let times = way.into_iter().map(|event| event.at).chain([at, end]);
        let mut moments: Vec<Span> = times.collect();
        moments.sort();
        moments.dedup();
        let moments = moments.into_iter().map(|moment| (moment <= at, moment.as_secs_f64()));
        let (before, behind): (Vec<_>, Vec<_>) = moments.partition(|(before, _)| *before);
        let mut steps = Steps::new(self.record, Before::default())?;
        steps.measure();
        let mut last = 0.0;
        let mut visit = |time| {
            steps.to(between(last, time), false);
            steps.to(time, false);
            last = time;
            steps.values().clone()
        };
        let mut shown = [(); 2].map(|()| Values::new());
        before.iter().for_each(|(_, time)| shown[0] = visit(*time));
        behind.iter().for_each(|(_, time)| drop(visit(*time)));
        let back = behind.iter().rev().skip(1).chain(before.last());
        back.for_each(|(_, time)| shown[1] = visit(*time));
        Ok(shown)
    }
}

/// The golden section of the time from one moment to the next: where no pass ends.
fn between(one: f64, next: f64) -> f64 {
    one + (next - one) * 0.618_034
}

/// Demands that in steps of one moment each GSAP's method calls what ours reports, and that ours reports that in any steps.
pub(super) fn compare(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    record: &Record,
) -> Result<(), Malformed> {
    let end = record.forward.last().map_or(0.0, |last| last.total_time);
    let items = Items::new(timeline);
    let ways = Ways::new(timeline, way_end(timeline, record)?);
    for (name, run) in &record.runs()[..4] {
        let start = if *name == "backward" { end } else { 0.0 };
        compare_run(verdict, &items, &ways, start, run)?;
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
    end: Span,
    forward: Vec<ContentEvent>,
    backward: Vec<ContentEvent>,
}

impl Ways {
    fn new(timeline: &Timeline<Key>, end: Span) -> Self {
        Self {
            end,
            forward: events(timeline, Window::forward(Span::ZERO, end).with_start()),
            backward: events(timeline, Window::backward(end, Span::ZERO)),
        }
    }

    /// Demands that the events of a step are those that the whole way has there, in that order.
    fn compare(&self, verdict: &mut Verdict, (from, to): (Span, Span), step: &[ContentEvent]) {
        let (way, forward) =
            if to >= from { (&self.forward, true) } else { (&self.backward, false) };
        let inside = |event: &&ContentEvent| match forward {
            true => {
                from < event.at && event.at <= to
                    || from.is_zero() && event.at.is_zero() && to > from
            }
            false => to <= event.at && event.at < from,
        };
        let shown = |event: &ContentEvent| {
            let ContentEvent { at, item, kind, direction, pass, is_state, .. } = *event;
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
    // A recorded time is rounded, so it may lie beyond the end.
    let (mut from, mut ours) = (span(start)?.min(ways.end), Vec::new());
    for snapshot in run {
        let to = span(snapshot.total_time)?.min(ways.end);
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

/// Demands that GSAP's method calls in steps of one moment each what ours reports, forward and backward.
fn moments(
    verdict: &mut Verdict,
    items: &Items,
    record: &Record,
    ways: &Ways,
) -> Result<(), Malformed> {
    let mut steps = Steps::new(record, Before::default())?;
    steps.measure();
    let moved = steps.moved();
    let end = way_end(items.timeline, record)?;
    for (forward, events) in [(true, &ways.forward), (false, &ways.backward)] {
        let all = items.without_empty_starts(verdict, events, forward);
        let mut moments: Vec<f64> = all.iter().map(|one| one.at.as_secs_f64()).collect();
        moments.sort_by(f64::total_cmp);
        moments.dedup_by(|one, other| (*one - *other).abs() < 1e-6);
        let mut visits: Vec<f64> =
            moments.windows(2).map(|pair| between(pair[0], pair[1])).collect();
        // GSAP's end is rounded.
        let (total, last) = (steps.total(), end.as_secs_f64());
        visits.extend([0.0, if (total - last).abs() < 1e-6 { total } else { last }]);
        visits.sort_by(f64::total_cmp);
        visits.dedup();
        if !forward {
            visits.reverse();
        }
        for (index, to) in visits.iter().enumerate() {
            let called = steps.to(*to, false);
            let from = visits[index.saturating_sub(1)];
            let near = |one: f64, other: f64| (one - other).abs() < 1e-6;
            let inside = |one: &&Expected| {
                let at = one.at.as_secs_f64();
                let (low, high) = (from.min(*to), from.max(*to));
                low < at && at < high
                    || near(at, *to) && index + 1 == visits.len()
                    || near(at, from) && index == 1
            };
            let mut ours: Vec<Expected> = all.iter().filter(inside).cloned().collect();
            for set in ours.iter_mut().filter(|one| !forward && one.is_set && one.at.is_zero()) {
                set.called.1 = "complete".into(); // exactly there GSAP shows the values that were set
            }
            let what = format!("moments from {from} to {to}");
            compare_moment(verdict, items, &what, (forward, moved), &ours, &called);
        }
    }
    Ok(())
}

/// Compares the callbacks of one moment.
fn compare_moment(
    verdict: &mut Verdict,
    items: &Items,
    what: &str,
    (forward, moved): (bool, f64),
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
    // At the end of a pass whose length GSAP has rounded to 7 decimals.
    let is_cut = |called: &Called| {
        let path = items.path_of(called);
        path.iter().zip(path.iter().skip(1)).any(|((_, it), (_, around))| {
            let [end, pass] = [it.end, around.duration].map(|at| at.map_or(0.0, Span::as_secs_f64));
            let parts = end * 1e7;
            (end - pass).abs() < 1e-7 && (parts - parts.round()).abs() > 0.02
        })
    };
    excuse(&deviations::TIMELINE_LOOP_BOUNDARY, &is_cut);
    // Backward over the start of a pass.
    let back = |one: &&Expected| {
        let mirrored = arranged(one.item).is_some_and(|it| it.ping_pong);
        one.kind == EventKind::Loop && one.backward && !mirrored
    };
    let entered: Vec<ItemId> = expected.iter().filter(back).map(|one| one.item).collect();
    excuse(&deviations::TIMELINE_WHOLE_PASS_AT_ONCE, &|called| {
        is_any_in(called, &|item, _| entered.contains(&item))
    });
    // Calls and sets at an end of the timeline around them.
    let forgotten = |called: &Called| {
        // A set is reported by one of two names.
        let same =
            |one: &&Expected| one.called == *called || one.is_set && one.called.0 == called.0;
        expected.iter().filter(same).any(|one| is_forgotten(items, one))
    };
    excuse(&deviations::TIMELINE_CALL_AT_THE_END, &forgotten);
    // Put before the start of its timeline, it has played up to there already; and what takes no time, also at the start.
    let at_zero = expected.iter().all(|one| one.at.is_zero());
    let is_early = |it: &Arrangement| {
        let start = it.start.as_secs_f64();
        start < moved || it.duration == Some(Span::ZERO) && start <= moved + TIME
    };
    let played = |called: &Called| {
        let path = items.path_of(called);
        moved > 0.0 && (at_zero || path.first().is_some_and(|(_, it)| is_early(it)))
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
    // And what is in it.
    let played_in = |called: &Called| {
        let path = items.path_of(called);
        let is_early = |it: &Arrangement| it.start.as_secs_f64() < moved;
        path.iter().any(|(item, it)| *item != ItemId::WHOLE && is_early(it))
    };
    excuse(&deviations::TIMELINE_BEFORE_ZERO, &played_in);
    if !(missing.is_empty() && extra.is_empty()) {
        let both = format!("ours {ours:?}, GSAP {called:?}");
        verdict.fail(format!("{what}: missing {missing:?}, extra {extra:?}; {both}"));
    }
}

/// Whether a call or a set lies at an end of the timeline around it, and is met backward.
fn is_forgotten(items: &Items, expected: &Expected) -> bool {
    let path = items.path(expected.item);
    let [(_, it), (_, around), ..] = &path[..] else { return false };
    let near = |one: Span, other: Span| (one - other).abs() <= Span::from_flicks(700);
    let at_end =
        near(it.start, Span::ZERO) || around.duration.is_some_and(|end| near(end, it.start));
    let mirrored = path.iter().any(|(_, it)| it.ping_pong);
    let is_moment = expected.is_set || matches!(expected.kind, EventKind::Cue(_));
    (expected.backward || mirrored) && is_moment && at_end
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
        let fails = |step: &[ContentEvent]| {
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
