//! Runs of a class that adds increments in step with the engine's lockstep.

mod class;
mod ours;
mod record;

use std::collections::BTreeMap;

use cueline::time::Span;
use serde_json::Value;

use self::{
    class::{Class, Oddities, Seen, increments},
    ours::Path,
    record::{Run, flat},
};
use crate::{
    deviations::{
        Rule, SYNCED_DECIMAL_END_IS_REACHED, SYNCED_DECIMAL_KEYS_STAY,
        SYNCED_FIRST_KEY_HOLDS_BEFORE, SYNCED_KEYS_CLOSE_TOGETHER, SYNCED_MATRIX_MOVES,
        SYNCED_MEMBER_KEEPS_TO_ITSELF, SYNCED_RESET_TAKES_BACK, SYNCED_STOP_ENDS_NOTHING,
        SYNCED_STOP_IS_AT_ONCE, SYNCED_TIME_IS_THE_STEP,
    },
    fields::{Field, LABEL, compared, left, played},
    read::{Malformed, number},
    systems::System,
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "synced_animation",
    source: "The class of the synced-animation post on Babylon.js: it adds an increment in each step. The runs are \
             held to a model of the class with its oddities, ours to the same model without them. That players of \
             one property add up, and that a start in the middle adds from there on, is what ours does too.",
    records: |whole| vec![whole.clone()],
    fields: FIELDS,
    compare,
};

/// What each field of a record is for.
pub(crate) const FIELDS: &[Field] = &[
    played("tps"),
    played("max_steps"),
    played("targets"),
    played("animations"),
    played("script"),
    compared("increments"),
    compared("sampled"),
    compared("max_deviation_from_sampled"),
    compared("steps/*/step"),
    compared("steps/*/values"),
    compared("steps/*/timers"),
    compared("steps/*/running"),
    compared("steps/*/ended"),
    left("name", LABEL),
    left("shows", LABEL),
    left("note", LABEL),
    left("quirks", LABEL),
];

/// Sums of a few hundred roundings.
const CLOSE: f64 = 1e-12;

fn near(verdict: &mut Verdict, what: &str, one: &[f64], recorded: &[f64]) {
    verdict.same(&format!("{what}: how many"), one.len(), recorded.len());
    for (one, recorded) in one.iter().zip(recorded) {
        // What is infinite is the same or it is not.
        let size = if recorded.is_finite() { recorded.abs().max(1.0) } else { 0.0 };
        verdict.close(what, *one, *recorded, CLOSE * size);
    }
}

/// Whether two runs differ.
fn differ(one: &[Seen], two: &[Seen]) -> bool {
    let mut verdict = Verdict::new();
    same_run(&mut verdict, "", one, two, false);
    !verdict.holds()
}

/// Demands that two runs show the same. Of timers, those of players that are held in both; `all` of them where
/// the recording is one of the two.
fn same_run(verdict: &mut Verdict, who: &str, one: &[Seen], two: &[Seen], all: bool) {
    verdict.same(&format!("{who}: steps"), one.len(), two.len());
    for (index, (one, two)) in one.iter().zip(two).enumerate() {
        let at = |what: &str| format!("{who}: {what} after step {}", index + 1);
        let keys = |values: &BTreeMap<String, Vec<f64>>| values.keys().cloned().collect::<Vec<_>>();
        verdict.same(&at("properties"), keys(&one.values), keys(&two.values));
        for (name, values) in &one.values {
            near(verdict, &at(name), values, two.values.get(name).map_or(&[], Vec::as_slice));
        }
        verdict.same(&at("players"), keys(&one.timers), keys(&two.timers));
        for (id, timers) in &one.timers {
            let others = two.timers.get(id).map_or(&[][..], Vec::as_slice);
            verdict.same(&at("members"), timers.len(), others.len());
            let held = |seen: &Seen, member: usize| {
                seen.held.get(id).and_then(|held| held.get(member)).copied().unwrap_or(true)
            };
            for (member, (timer, other)) in timers.iter().zip(others).enumerate() {
                if all || held(one, member) && held(two, member) {
                    near(verdict, &at(id), &[*timer], &[*other]);
                }
            }
        }
        verdict.same(&at("running"), &one.running, &two.running);
        // Several that end in one step: the class reports them by player, ours by due time.
        let sorted = |seen: &Seen| {
            let mut ended = seen.ended.clone();
            ended.sort();
            ended
        };
        verdict.same(&at("ended"), sorted(one), sorted(two));
        if all {
            verdict.same(&at("order of ends"), &one.ended, &two.ended);
        }
    }
}

fn recorded(run: &Run) -> Result<Vec<Seen>, Malformed> {
    let mut seen = Vec::new();
    for step in &run.steps {
        seen.push(Seen {
            values: step.values()?,
            timers: step.timers()?,
            running: step.running.clone(),
            ended: step.ended.clone(),
            held: BTreeMap::new(),
        });
    }
    Ok(seen)
}

/// What of the class's whole frames is met: by the keys of the clips that play.
fn whole_frames(run: &Run) -> Result<Vec<&'static Rule>, Malformed> {
    let mut rules = Vec::new();
    for animation in run.animations.values() {
        let frames: Vec<f64> = animation.keys()?.iter().map(|(frame, _)| *frame).collect();
        let (first, last) = (frames[0], frames[frames.len() - 1]);
        let inner = &frames[..frames.len() - 1];
        if last.fract() != 0.0 {
            rules.push(&SYNCED_DECIMAL_END_IS_REACHED);
        }
        if inner.iter().any(|frame| frame.fract() != 0.0) {
            rules.push(&SYNCED_DECIMAL_KEYS_STAY);
        }
        if first > 0.0 {
            rules.push(&SYNCED_FIRST_KEY_HOLDS_BEFORE);
        }
        if frames.windows(2).any(|pair| pair[0].floor() == pair[1].floor()) {
            rules.push(&SYNCED_KEYS_CLOSE_TOGETHER);
        }
    }
    Ok(rules)
}

type Switch = fn(&mut Oddities);

/// Which departures a run meets: those without which the class would have done something else.
fn met(run: &Run, class: &[Seen]) -> Result<Vec<&'static Rule>, Malformed> {
    let without = |change: Switch| {
        let mut with = Oddities::ALL;
        change(&mut with);
        Class::run(run, with).map(|other| differ(&other, class))
    };
    let mut rules: Vec<&'static Rule> = Vec::new();
    let switches: [(Switch, &'static Rule); 6] = [
        (|with| with.refuses = false, &SYNCED_TIME_IS_THE_STEP),
        (|with| with.stops_late = false, &SYNCED_STOP_IS_AT_ONCE),
        (|with| with.ends_when_stopped = false, &SYNCED_STOP_ENDS_NOTHING),
        (|with| with.reset_keeps = false, &SYNCED_RESET_TAKES_BACK),
        (|with| with.matrix_holds = false, &SYNCED_MATRIX_MOVES),
        (|with| with.hands_down = false, &SYNCED_MEMBER_KEEPS_TO_ITSELF),
    ];
    for (change, rule) in switches {
        if without(change)? {
            rules.push(rule);
        }
    }
    if without(|with| with.whole_frames = false)? {
        rules.extend(whole_frames(run)?);
    }
    Ok(rules)
}

/// Samples and increments of each clip, without a player.
fn clips(verdict: &mut Verdict, run: &Run) -> Result<(), Malformed> {
    for (name, animation) in &run.animations {
        let listed = run.increments.get(name).map_or(&[][..], Vec::as_slice);
        let own = increments(animation)?;
        verdict.same(&format!("{name}: increments"), own.len(), listed.len());
        for ((frame, increment), (at, recorded)) in own.iter().zip(listed) {
            verdict.same(&format!("{name}: frame of an increment"), frame, at);
            near(verdict, &format!("{name}: increment"), increment, &flat(recorded)?);
        }
        let path = Path::of(animation, run.tps)?;
        let rate = ours::rate(animation.fps.unwrap_or(run.tps))?;
        let sampled = run.sampled.get(name).map_or(&[][..], Vec::as_slice);
        let frame = |index: usize| rate.span_of(i64::try_from(index).unwrap_or(i64::MAX));
        let last = sampled.len().saturating_sub(1);
        for (index, value) in sampled.iter().enumerate() {
            near(
                verdict,
                &format!("{name}: sample {index}"),
                &path.sample(frame(index)),
                &flat(value)?,
            );
        }
        // Any cut of the way: what the parts add is what the whole adds.
        for stride in [1, 2, 3, 7, last.max(1)] {
            let mut sum = path.increment(Span::ZERO, Span::ZERO);
            let mut from = 0;
            while from < last {
                let to = (from + stride).min(last);
                let part = path.increment(frame(from), frame(to));
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
                from = to;
            }
            if let (Some(first), Some(end)) = (sampled.first(), sampled.last()) {
                let whole: Vec<f64> =
                    flat(end)?.iter().zip(flat(first)?).map(|(end, first)| end - first).collect();
                near(verdict, &format!("{name}: increments of {stride} frames"), &sum, &whole);
            }
        }
    }
    Ok(())
}

/// How far the run was from its samples, where one player runs from frame 0 without a reset.
fn deviation(verdict: &mut Verdict, run: &Run, recorded: &[Seen]) -> Result<(), Malformed> {
    if run.max_deviation_from_sampled.is_null() {
        return Ok(());
    }
    let (Some((clip, animation)), Some(target)) =
        (run.animations.iter().next(), run.target_of_begin())
    else {
        return Err(Malformed::Other("a clip that begins".into()));
    };
    let (slot, sampled) =
        (animation.slot(target), run.sampled.get(clip).map_or(&[][..], Vec::as_slice));
    let mut farthest = 0.0_f64;
    for seen in recorded {
        let Some(timer) = seen.timers.values().next().and_then(|timers| timers.first()) else {
            continue;
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a frame")]
        let Some(value) = sampled.get(*timer as usize) else { continue };
        let there = seen.values.get(&slot.property).map_or(&[][..], Vec::as_slice);
        for (there, value) in there.iter().skip(slot.part.unwrap_or(0)).zip(flat(value)?) {
            farthest = farthest.max((there - value).abs());
        }
    }
    near(
        verdict,
        "the largest deviation from the samples",
        &[farthest],
        &[number(&run.max_deviation_from_sampled)?],
    );
    Ok(())
}

fn compare(_header: &Value, record: &Value) -> Result<Verdict, Malformed> {
    let run: Run = serde_json::from_value(record.clone())?;
    let recorded = recorded(&run)?;
    let mut verdict = Verdict::new();
    for (index, step) in run.steps.iter().enumerate() {
        verdict.same("number of a step", index + 1, step.step);
    }
    clips(&mut verdict, &run)?;
    deviation(&mut verdict, &run, &recorded)?;

    let class = Class::run(&run, Oddities::ALL)?;
    same_run(&mut verdict, "the class", &class, &recorded, true);
    let rules = met(&run, &class)?;
    let ours = ours::play(&run, false)?;
    if rules.is_empty() {
        same_run(&mut verdict, "ours", &ours, &recorded, false);
    }
    for rule in rules {
        verdict.wanted(rule);
    }
    same_run(
        &mut verdict,
        "ours and what should be",
        &ours,
        &Class::run(&run, Oddities::NONE)?,
        false,
    );
    same_run(&mut verdict, "ours, saved and loaded", &ours::play(&run, true)?, &ours, false);
    Ok(verdict)
}
