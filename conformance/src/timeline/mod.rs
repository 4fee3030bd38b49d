//! Timelines as GSAP arranges and plays them.

mod arrange;
mod boundary;
mod calls;
mod ease;
mod events;
mod record;
mod steps;
mod tolerance;

use cueline::{
    clip::Window,
    event::EventKind,
    time::Span,
    timeline::{Fraction, ItemId, ItemKind, Timeline},
};
use serde::Deserialize;
use serde_json::Value;

pub(crate) use self::ease::easing;
use self::{
    arrange::{has_times_behind, is_contended, is_refused, span, stagger, timeline},
    calls::Played,
    record::{Child, Key, Record, Snapshot, Structure},
    steps::{Before, Steps},
    tolerance::{MOMENT, MOVED, SCALED, TIME, UNEVEN, VALUE},
};
use crate::{
    deviations,
    fields::{LABEL, compared, left, played},
    read::{Malformed, number, numbers, other},
    system::{System, one_record},
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "timeline",
    source: "GSAP 3.15.0's timelines, run: their structure, their values at forward, backward and random times, and the \
             order of their callbacks.",
    records: one_record,
    fields: &[
        played("targets timeline limit n each amount from ease grid axis */*/t"),
        compared(
            "structure delays */*/time */*/total_time */*/progress */*/values */*/events \
             */*/label",
        ),
        left("name shows", LABEL),
    ],
    compare,
};

/// Compares one record: a timeline, or the delays of a stagger.
fn compare(record: &Value) -> Result<Verdict, Malformed> {
    if let Some(delays) = record.get("delays") {
        return compare_stagger(record, &numbers(delays)?);
    }
    let record = Record::deserialize(record)?;
    let mut verdict = Verdict::default();
    let before = calls::follow(&mut verdict, &record)?;
    compare_ours(&mut verdict, record.timeline.clone(), record, before)?;
    Ok(verdict)
}

/// Compares ours, built as `ours` says, with a record that came from the state `before`.
fn compare_ours(
    verdict: &mut Verdict,
    mut ours: Child,
    mut record: Record,
    before: Before,
) -> Result<(), Malformed> {
    let given = record.timeline.clone();
    let refused = play_nothing_once(&mut record.timeline, &record.structure);
    let mut gsap = Steps::new(&record, before)?;
    gsap.measure();
    if refused {
        verdict.wanted(&deviations::TIMELINE_REFUSED_LOOP);
        verdict.same("refused", true, is_refused(&record, &given, &gsap)?);
        play_nothing_once(&mut ours, &record.structure);
    }
    if has_times_behind(&record.timeline, &gsap)? {
        verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
    }
    let timeline = timeline(&record, &ours, &gsap)?;
    if ends_before_zero(&gsap, &record.structure)? {
        verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
        return Ok(()); // all that follows is in another time
    }
    compare_with(verdict, &timeline, &record, &gsap)?;
    if !refused && verdict.holds() {
        calls::compare(verdict, &timeline, &record)?;
    }
    Ok(())
}

/// Compares the arrangement of ours, and what it shows.
fn compare_with(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    record: &Record,
    gsap: &Steps,
) -> Result<(), Malformed> {
    compare_structure(verdict, timeline, ItemId::WHOLE, &record.structure, gsap)?;
    if !verdict.holds() {
        return Ok(()); // all that follows differs too
    }
    let tolerance = match &record.timeline {
        whole if divides_unevenly(whole) => UNEVEN,
        whole if is_scaled(whole) => SCALED,
        _ => VALUE,
    };
    for (name, run) in record.runs() {
        compare_run(verdict, (name, run), timeline, (record, gsap), tolerance)?;
    }
    Ok(())
}

/// Whether all that has moved, as something would start before its timeline does, ends before the zero from which it moved:
/// ours lasts up to there.
fn ends_before_zero(gsap: &Steps, recorded: &Structure) -> Result<bool, Malformed> {
    if gsap.moved_in(&recorded.id) > number(&recorded.duration)? + TIME {
        return Ok(true);
    }
    let mut inner = recorded.children.iter();
    inner.try_fold(false, |any, inner| Ok(any || ends_before_zero(gsap, inner)?))
}

/// Takes the repeats from timelines that take no time and have no gap. Returns `true` if there are any.
fn play_nothing_once(child: &mut Child, recorded: &Structure) -> bool {
    let repeated = child.repeat.as_ref().is_some_and(|passes| passes.as_i64() != Some(0));
    let is_timeline = child.kind.is_empty() || child.kind == "timeline";
    let empty = is_timeline && recorded.duration.as_f64() == Some(0.0);
    let mut any = repeated && empty && child.repeat_delay == 0.0;
    if any {
        child.repeat = None;
    }
    for recorded in &recorded.children {
        if let Some(child) = child.children.iter_mut().find(|inner| inner.id == recorded.id) {
            any |= play_nothing_once(child, recorded);
        }
    }
    any
}

fn compare_stagger(record: &Value, delays: &[f64]) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::default();
    let count = u32::deserialize(&record["n"])?;
    let ours: Vec<f64> =
        stagger(record)?.delays(count).into_iter().map(Span::as_secs_f64).collect();
    verdict.all_close("delays", &ours, delays, TIME);
    Ok(verdict)
}

/// Whether anything runs at another speed.
fn is_scaled(child: &Child) -> bool {
    child.time_scale.is_some() || child.children.iter().any(is_scaled)
}

/// Whether places are shares of lengths, or gaps of a stagger.
fn divides_unevenly(child: &Child) -> bool {
    let percent =
        child.position.as_ref().and_then(Value::as_str).is_some_and(|at| at.ends_with('%'));
    percent || child.stagger.is_some() || child.children.iter().any(divides_unevenly)
}

fn compare_structure(
    verdict: &mut Verdict,
    timeline: &Timeline<Key>,
    item: ItemId,
    recorded: &Structure,
    gsap: &Steps,
) -> Result<(), Malformed> {
    let name =
        format!("structure of {}", if recorded.id.is_empty() { "the whole" } else { &recorded.id });
    let ours = timeline.arrangement(item).ok_or_else(|| other(&name))?;
    let seconds = |span: Option<Span>| span.map_or(1e10, Span::as_secs_f64);
    let mut close = |what: &str, ours: f64, recorded: f64| {
        verdict.close(&format!("{name}: {what}"), ours, recorded, TIME);
    };
    close("duration", seconds(ours.duration), number(&recorded.duration)?);
    close("total duration", seconds(ours.total), number(&recorded.total_duration)?);
    if let Some(start) = recorded.start {
        close("start", ours.start.as_secs_f64(), start);
    }
    if let Some(end) = recorded.end {
        close("end", seconds(ours.end), end);
    }
    if let Some(scale) = recorded.time_scale {
        close("time scale", ours.speed.as_f64(), scale);
    }
    let labels: Vec<(&str, Span)> = timeline.labels_of(item).collect();
    let known: Vec<&str> = labels.iter().map(|(label, _)| *label).collect();
    let recorded_labels: Vec<&str> = recorded.labels.keys().map(String::as_str).collect();
    verdict.same(&format!("{name}: labels"), known, recorded_labels);
    for (label, at) in labels {
        if let Some(recorded_at) = recorded.labels.get(label) {
            // A label stays where it was when the items move.
            let moved_before = gsap.label_asked_at(&recorded.id, label).1;
            let stays = gsap.moved_in(&recorded.id) - moved_before;
            if stays > TIME {
                verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
            }
            let what = format!("{name}: label {label}");
            verdict.close(&what, at.as_secs_f64(), recorded_at + stays, TIME);
        }
    }
    let inside = if recorded.parts.is_empty() { &recorded.children } else { &recorded.parts };
    let children: Vec<ItemId> = timeline.children(item).collect();
    verdict.same(&format!("{name}: how many inside"), children.len(), inside.len());
    for (item, recorded) in children.into_iter().zip(inside) {
        if !recorded.id.is_empty() {
            verdict.same(&format!("{name}: order"), timeline.item_name(item), recorded.id.as_str());
        }
        compare_structure(verdict, timeline, item, recorded, gsap)?;
    }
    Ok(())
}

/// Compares a run's values and times, moment by moment.
fn compare_run(
    verdict: &mut Verdict,
    (name, run): (&str, &[Snapshot]),
    timeline: &Timeline<Key>,
    (record, gsap): (&Record, &Steps),
    tolerance: f64,
) -> Result<(), Malformed> {
    let shifted = gsap.moved() > 0.0;
    let (shift, contended) = (gsap.moved_in(""), is_contended(record, gsap)?);
    let mut moved = name == "backward"; // it goes on where the forward run has ended
    let mut played = Played::new(timeline, record);
    // Labels were not looked at in every run.
    let labelled = run.iter().any(|snapshot| snapshot.label.is_some());
    for (step, snapshot) in run.iter().enumerate() {
        let at = span(snapshot.total_time)?;
        moved |= at > Span::ZERO;
        let what = |part: &str| format!("{name} at {}: {part}", snapshot.t);
        let whole = timeline.duration().map_or(f64::MAX, Span::as_secs_f64);
        let asked = snapshot.t.clamp(0.0, whole);
        let is_first = step == 0;
        // It finds out about all of the move, or about what was not measured before.
        let late = TIME..=shift + TIME;
        if shifted && is_first && late.contains(&(snapshot.total_time - asked)) {
            verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
        } else {
            verdict.close(&what("total time"), asked, snapshot.total_time, TIME);
        }
        if labelled {
            compare_label(verdict, &what, timeline, snapshot, shift);
        }
        let earlier = boundary::earlier_passes(timeline, at);
        compare_time(verdict, &what, timeline, snapshot, &earlier)?;
        for (target, properties) in &snapshot.values {
            for (property, recorded) in properties {
                let key = (target.clone(), property.clone());
                let base = record.targets.get(target).and_then(|target| target.get(property));
                let base = *base.ok_or_else(|| {
                    other(format!(
                        "no target {target}.{property}, whose value is recorded at {}",
                        snapshot.t
                    ))
                })?;
                let ours = |at| timeline.sample::<f64>(&key, at).unwrap_or(base);
                let is = |ours: f64| (ours - recorded).abs() <= tolerance;
                let part = format!("{target}.{property}");
                if is(ours(at)) {
                    verdict.close(&what(&part), ours(at), *recorded, tolerance);
                    continue;
                }
                // Within the rounding of times.
                let near = [at - MOMENT, at + MOMENT].map(ours);
                let (low, high) = (near[0].min(near[1]), near[0].max(near[1]));
                // What moves fast is halfway between the two, and what jumps is at one of them.
                let moves =
                    high - low < MOVED || (ours(at) - (low + high) / 2.0).abs() * 8.0 <= high - low;
                let within = low - tolerance..=high + tolerance;
                if within.contains(recorded) && within.contains(&ours(at)) && moves {
                    verdict.close(&what(&part), ours(at), *recorded, high - low + tolerance);
                    continue;
                }
                if (!moved || is_first) && shifted && played.shows(&key, at, ours(at), tolerance)? {
                    verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
                    continue;
                } else if !moved && is(base) {
                    verdict.wanted(&deviations::TIMELINE_NOTHING_AT_ZERO);
                    continue;
                } else if earlier.chunks(2).any(|side| {
                    let [near, further] = [side[0], side[side.len() - 1]].map(ours);
                    (near - recorded).abs() <= (near - further).abs() + tolerance
                }) || !earlier.is_empty()
                    && is_set_at_an_end(timeline, record, &key, *recorded)
                {
                    verdict.wanted(&deviations::TIMELINE_LOOP_BOUNDARY);
                    continue;
                } else if is(near[0]) && is_where_some_begin(timeline, at) {
                    verdict.wanted(&deviations::TIMELINE_NOTHING_AT_ZERO);
                    continue;
                }
                let shows_ours = played.shows(&key, at, ours(at), tolerance)?;
                let set_in_nothing = is_set_in_nothing(timeline, record, &key, *recorded);
                if set_in_nothing
                    && (shows_ours || is_set_while_put(timeline, gsap, &key, *recorded, at, base))
                    || is(base) && is_set_and_turned_in_nothing(timeline, record, &key, ours(at))
                {
                    verdict.wanted(&deviations::TIMELINE_TAKES_NO_TIME);
                    continue;
                }
                if contended && reaches(timeline, &key, *recorded, tolerance) {
                    verdict.wanted(&deviations::TIMELINE_FIRST_FRAME_IS_THE_START);
                    continue;
                }
                if shows_ours {
                    verdict.wanted(&deviations::TIMELINE_LEFT_BEHIND);
                    continue;
                }
                // A jump within the rounding of times.
                let before_or_behind = near.into_iter().find(|near| is(*near));
                let ours = before_or_behind.unwrap_or_else(|| ours(at));
                verdict.close(&what(&part), ours, *recorded, tolerance);
            }
        }
    }
    Ok(())
}

/// Whether a value is set at the very end of the timeline around the set.
fn is_set_at_an_end(timeline: &Timeline<Key>, record: &Record, key: &Key, value: f64) -> bool {
    is_set_where(timeline, record, key, value, |at, end, _| at == end)
}

/// Whether a value is set in a timeline that takes no time.
fn is_set_in_nothing(timeline: &Timeline<Key>, record: &Record, key: &Key, value: f64) -> bool {
    is_set_where(timeline, record, key, value, |_, end, _| end == Some(Span::ZERO))
}

/// Whether GSAP shows a value from the moment on when it has put the item that sets it, and ours only later: until then ours
/// shows what is there before all items.
fn is_set_while_put(
    timeline: &Timeline<Key>,
    gsap: &Steps,
    key: &Key,
    value: f64,
    at: Span,
    base: f64,
) -> bool {
    let ours = |at| timeline.sample::<f64>(key, at).unwrap_or(base);
    let put = gsap.values().get(&key.0).and_then(|target| target.get(&key.1));
    let end = timeline.duration().unwrap_or(at);
    let later = || events::events(timeline, Window::forward(at, end));
    ours(at) == base
        && put.is_some_and(|put| (put - value).abs() <= VALUE)
        && later().iter().any(|event| (ours(event.at) - value).abs() <= VALUE)
}

/// Whether a value is set in a timeline that takes no time, in a mirrored one.
fn is_set_and_turned_in_nothing(
    timeline: &Timeline<Key>,
    record: &Record,
    key: &Key,
    value: f64,
) -> bool {
    let is = |_, end, turns| end == Some(Span::ZERO) && turns;
    is_set_where(timeline, record, key, value, is)
}

/// Whether a value is set at such a time of the timeline around the set, which has such an end; and whether time turns there.
fn is_set_where(
    timeline: &Timeline<Key>,
    record: &Record,
    (target, property): &Key,
    value: f64,
    is: impl Fn(Option<Span>, Option<Span>, bool) -> bool,
) -> bool {
    let mut all = vec![(ItemId::WHOLE, &record.timeline, record.timeline.yoyo)];
    while let Some((item, child, turns)) = all.pop() {
        let end = timeline.arrangement(item).and_then(|it| it.duration);
        for inner in timeline.children(item) {
            let name = timeline.item_name(inner);
            let Some(inside) = child.children.iter().find(|child| child.id == name) else {
                continue;
            };
            let at = timeline.arrangement(inner).map(|it| it.start);
            let sets = inside.kind == "set" && inside.target.as_ref() == Some(target);
            if sets && is(at, end, turns) && inside.to.get(property) == Some(&value) {
                return true;
            }
            all.push((inner, inside, turns || inside.yoyo));
        }
    }
    false
}

/// Whether a nested timeline begins at a time.
fn is_where_some_begin(timeline: &Timeline<Key>, at: Span) -> bool {
    let window = Window::forward((at - MOMENT).max(Span::ZERO), at + MOMENT);
    let begun = events::events(timeline, window).into_iter();
    let is_nested = |item| matches!(timeline.kind(item), Some(ItemKind::Timeline));
    let mut starts = begun.filter(|event| event.kind == EventKind::Start);
    starts.any(|event| event.item != ItemId::WHOLE && is_nested(event.item))
}

/// The time of the pass, and its fraction of it.
fn compare_time(
    verdict: &mut Verdict,
    what: &impl Fn(&str) -> String,
    timeline: &Timeline<Key>,
    snapshot: &Snapshot,
    earlier: &[Span],
) -> Result<(), Malformed> {
    let whole = timeline.arrangement(ItemId::WHOLE).and_then(|whole| whole.duration);
    let length = whole.map_or(f64::MAX, Span::as_secs_f64);
    let at = span(snapshot.total_time)?;
    let time = |at| timeline.pass_at(at).1.as_secs_f64();
    let (mut ours, recorded) = (time(at), snapshot.time);
    let is = |at: &Span| (time(*at) - recorded).abs() <= TIME;
    if (ours - recorded).abs() > TIME && earlier.iter().any(is) {
        verdict.wanted(&deviations::TIMELINE_LOOP_BOUNDARY);
        ours = recorded;
    }
    // The playhead that moved along goes beyond the end, in passes that are not there.
    let (end, all) = (timeline.duration(), timeline.arrangement(ItemId::WHOLE));
    if let (Some(end), Some(it)) = (end, all)
        && at > end + MOMENT
    {
        verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
        let (at, cycle) = (at.as_secs_f64(), length + it.gap.as_secs_f64());
        let passes = at / cycle;
        // Exactly between two passes it shows the end of the first.
        let is_between = (passes - passes.round()).abs() * cycle <= TIME;
        let pass = if is_between { passes.round() - 1.0 } else { passes.floor() };
        ours = match it.passes {
            Some(1) => at,
            _ => (at - pass * cycle).min(length),
        };
        if it.ping_pong && it.passes != Some(1) && pass % 2.0 == 1.0 {
            ours = length - ours;
        }
    }
    verdict.close(&what("time"), ours, recorded, TIME);
    // A timeline of no duration is at its end once time has passed, as in the gaps between its passes.
    let progress = if length == 0.0 { f64::from(!at.is_zero()) } else { (ours / length).min(1.0) };
    verdict.close(&what("progress"), progress, snapshot.progress, TIME);
    Ok(())
}

/// Whether a property ever lies on both sides of a value.
fn reaches(timeline: &Timeline<Key>, key: &Key, value: f64, tolerance: f64) -> bool {
    let length = timeline.duration().unwrap_or(Span::from_secs(60));
    let steps = (0..=256).filter_map(|step| Some(Fraction::new(step, 256).ok()?.of(length)));
    let way = events::events(timeline, Window::forward(Span::ZERO, length).with_start());
    let ends = way.iter().flat_map(|event| [(event.at - Span::FLICK).max(Span::ZERO), event.at]);
    let shown = steps.chain(ends).filter_map(|at| timeline.sample::<f64>(key, at).ok());
    let (least, most) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), shown| {
        (least.min(shown), most.max(shown))
    });
    // The extremes may lie between two of these times.
    let slack = (most - least) / 64.0 + tolerance;
    (least - slack..=most + slack).contains(&value)
}

/// The label that was passed last, in the pass that shows.
fn compare_label(
    verdict: &mut Verdict,
    what: &impl Fn(&str) -> String,
    timeline: &Timeline<Key>,
    snapshot: &Snapshot,
    shift: f64,
) {
    // Labels do not move along: where it is then, the program of GSAP says alone.
    if shift > 0.0 {
        return verdict.wanted(&deviations::TIMELINE_BEFORE_ZERO);
    }
    let passed = timeline
        .labels_of(ItemId::WHOLE)
        .filter(|(_, at)| at.as_secs_f64() <= snapshot.time + TIME)
        .map(|(label, at)| (at, label));
    let passed: Vec<(Span, &str)> = passed.collect();
    let last = passed.iter().map(|(at, _)| *at).max();
    let ours: Vec<&str> =
        passed.iter().filter(|(at, _)| Some(*at) == last).map(|(_, label)| *label).collect();
    match snapshot.label.as_deref() {
        Some(label) if ours.contains(&label) => {} // of one time any may be named
        label => verdict.same(&what("label"), ours.first().copied(), label),
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::read::records;

    fn data() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("data/timeline")
    }

    fn of_file(path: &Path) -> Vec<Value> {
        records(path, one_record).expect("the project's own recording")
    }

    fn of_all_files() -> Vec<Value> {
        let files = std::fs::read_dir(data()).expect("the project's own recordings");
        let paths = files.map(|file| file.expect("a file").path());
        paths.flat_map(|path| of_file(&path)).collect()
    }

    /// The shorter ones of the records whose items move before zero, wait, or take no time.
    fn kept() -> Vec<Value> {
        let all = of_file(&data().join("words_more.jsonl.gz"));
        all.into_iter().filter(|record| record.to_string().len() < 16_000).collect()
    }

    /// Harms each recorded step in one way, one at a time. Where that still holds.
    fn unnoticed(record: &Value, harm: impl Fn(&mut Value) -> bool) -> Vec<String> {
        let mut unnoticed = Vec::new();
        for run in ["forward", "backward", "seeks", "edges", "silent_seeks"] {
            for step in 0..record[run].as_array().map_or(0, Vec::len) {
                let mut harmed = record.clone();
                if harm(&mut harmed[run][step]) && compare(&harmed).expect("it reads").holds() {
                    unnoticed.push(format!("{} {run} {step}", record["name"]));
                }
            }
        }
        unnoticed
    }

    /// Changes the number at a place, if there is one.
    fn shift(place: &mut Value, by: f64) -> bool {
        let number = place.as_f64();
        if let Some(number) = number {
            *place = (number + by).into();
        }
        number.is_some()
    }

    /// The places of all numbers in a value.
    fn numbers(value: &Value, place: &str, places: &mut Vec<String>) {
        match value {
            Value::Number(_) => places.push(place.to_owned()),
            Value::Array(all) => {
                let all = all.iter().enumerate();
                all.for_each(|(key, one)| numbers(one, &format!("{place}/{key}"), places));
            }
            Value::Object(all) => {
                all.iter().for_each(|(key, one)| numbers(one, &format!("{place}/{key}"), places));
            }
            _ => {}
        }
    }

    /// What is built of an arrangement.
    fn built(record: &Value, ours: &Value, before: Before) -> String {
        let mut record = Record::deserialize(record).expect("it reads");
        let mut ours = Child::deserialize(ours).expect("it reads");
        play_nothing_once(&mut record.timeline, &record.structure);
        play_nothing_once(&mut ours, &record.structure);
        let mut gsap = Steps::new(&record, before).expect("it reads");
        gsap.measure();
        format!("{:?}", timeline(&record, &ours, &gsap))
    }

    #[test]
    fn no_rule_excuses_a_wrong_number_of_ours() {
        let (mut all, mut unused, mut unnoticed) = (0, 0, Vec::new());
        for value in of_all_files().iter().filter(|value| value.get("delays").is_none()) {
            let record = || Record::deserialize(value).expect("it reads");
            let mut verdict = Verdict::default();
            let before = calls::follow(&mut verdict, &record()).expect("it reads");
            let mut places = Vec::new();
            numbers(&value["timeline"], "", &mut places);
            for place in places {
                all += 1;
                let mut harmed = value["timeline"].clone();
                shift(harmed.pointer_mut(&place).expect("a number"), 0.25);
                let Ok(ours) = Child::deserialize(&harmed) else { continue };
                let mut verdict = Verdict::default();
                let compared = compare_ours(&mut verdict, ours, record(), before);
                if compared.is_err() || !verdict.holds() {
                    continue;
                }
                if built(value, &harmed, before) == built(value, &value["timeline"], before) {
                    unused += 1;
                } else {
                    unnoticed.push(format!("{} {place}", value["name"]));
                }
            }
        }
        // Two tweens of that record write one property, and their rule does not look at where they end.
        let excused = [0, 1].map(|tween| format!("\"stagger_amount\" /children/{tween}/to/x"));
        assert_eq!(unnoticed, excused);
        // Unused are the repeat of what ours refuses, and times in what has moved, for which those of GSAP stand.
        assert_eq!((all, unused), (2095, 8), "numbers, and those that ours is not built with");
    }

    #[test]
    fn no_rule_excuses_a_harmed_step() {
        for record in kept().iter().take(6) {
            assert!(compare(record).expect("it reads").holds(), "{}", record["name"]);
            let events = |step: &mut Value, change: fn(&mut Vec<Value>)| {
                let events = step.get_mut("events").and_then(Value::as_array_mut);
                events.map(change).is_some()
            };
            let none = Vec::<String>::new();
            assert_eq!(unnoticed(record, |step| events(step, |all| drop(all.pop()))), none);
            assert_eq!(
                unnoticed(record, |step| events(step, |all| all.push(all[0].clone()))),
                none
            );
            let renamed = |all: &mut Vec<Value>| all[0][1] = "other".into();
            assert_eq!(unnoticed(record, |step| events(step, renamed)), none);
            assert_eq!(unnoticed(record, |step| shift(&mut step["total_time"], 1e-5)), none);
            assert_eq!(unnoticed(record, |step| shift(&mut step["values"]["t0"]["x"], 1e-4)), none);
        }
    }
}
