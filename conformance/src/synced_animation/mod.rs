//! Runs of a class that adds increments in step with the engine's lockstep.

mod ours;
mod reading;
mod record;

use cueline::time::Span;
use serde::Deserialize;
use serde_json::Value;

use self::{
    ours::Path,
    reading::{Reading, Seen, near},
    record::{Animation, Run},
};
use crate::{
    fields::{LABEL, compared, left, played},
    read::{Malformed, number, other, parts},
    system::{System, one_record},
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "synced_animation",
    source: "The class of the synced-animation post on Babylon.js: it adds an increment in each step. Values, \
             counts and ends of a record must follow from its increments and timers; ours must show the same, but for \
             what a rule takes away or touches. That players of one property add up, and that a start in the middle \
             adds from there on, is what ours does too.",
    records: one_record,
    fields: &[
        played("tps max_steps targets animations script"),
        compared(
            "increments sampled max_deviation_from_sampled steps/*/step steps/*/values \
             steps/*/timers steps/*/running steps/*/ended",
        ),
        left("name shows note quirks", LABEL),
    ],
    compare,
};

/// Demands that ours shows what is recorded, but for what is touched; timers of players that are held in both.
fn same_run(verdict: &mut Verdict, who: &str, ours: &[Seen], recorded: &[Seen]) {
    verdict.same(&format!("{who}: steps"), ours.len(), recorded.len());
    for (index, (ours, recorded)) in ours.iter().zip(recorded).enumerate() {
        let at = |what: &str| format!("{who}: {what} after step {}", index + 1);
        let untouched = |name: &&String| !recorded.touched.contains(*name);
        for name in ours.values.keys().filter(untouched) {
            let shown = recorded.values.get(name).map_or(&[][..], Vec::as_slice);
            near(verdict, &at(name), &ours.values[name], shown);
        }
        for id in ours.timers.keys().filter(untouched) {
            let held = |seen: &Seen| seen.held.get(id).cloned().unwrap_or_default();
            let timers = |seen: &Seen| seen.timers.get(id).cloned().unwrap_or_default();
            verdict.same(&at("members"), timers(ours).len(), timers(recorded).len());
            let both = held(ours).into_iter().zip(held(recorded)).map(|(one, two)| one && two);
            let pairs = timers(ours).into_iter().zip(timers(recorded)).zip(both);
            for ((timer, other), _) in pairs.filter(|(_, both)| *both) {
                near(verdict, &at(id), &[timer], &[other]);
            }
        }
        let running = |seen: &Seen| {
            let mut running = seen.running.clone();
            running.retain(|clip, _| untouched(&clip));
            running
        };
        verdict.same(&at("running"), running(ours), running(recorded));
        // Several that end in one step: the class reports them by player, ours by due time.
        let sorted = |seen: &Seen| {
            let mut ended: Vec<String> = seen.ended.iter().filter(untouched).cloned().collect();
            ended.sort();
            ended
        };
        verdict.same(&at("ended"), sorted(ours), sorted(recorded));
    }
}

/// Samples and increments of each clip, without a player.
fn clips(verdict: &mut Verdict, run: &Run) -> Result<(), Malformed> {
    let timers: Result<Vec<_>, _> = run.steps.iter().map(record::Step::timers).collect();
    let timers = timers?.into_iter().flat_map(|timers| timers.into_values().flatten());
    let furthest = timers.fold(0.0, f64::max);
    for (name, animation) in &run.animations {
        let listed = run.increments.get(name).map_or(&[][..], Vec::as_slice);
        increments(verdict, name, run, animation, listed)?;
        let path = Path::of(&animation.keys()?, animation.fps.unwrap_or(run.tps))?;
        let rate = ours::rate(animation.fps.unwrap_or(run.tps))?;
        let sampled = run.sampled.get(name).map_or(&[][..], Vec::as_slice);
        let frame = |index: usize| rate.span_of(i64::try_from(index).unwrap_or(i64::MAX));
        let last = sampled.len().saturating_sub(1);
        if !animation.is_matrix() {
            verdict.same(&format!("{name}: last sample"), last as f64, furthest);
        }
        for (index, value) in sampled.iter().enumerate() {
            near(
                verdict,
                &format!("{name}: sample {index}"),
                &path.sample(frame(index)),
                &parts(value)?,
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
                    parts(end)?.iter().zip(parts(first)?).map(|(end, first)| end - first).collect();
                near(verdict, &format!("{name}: increments of {stride} frames"), &sum, &whole);
            }
        }
    }
    Ok(())
}

/// What a step adds on the way to each key, the keys being at the frames before them; for matrices, what the first step
/// of a way shows.
fn increments(
    verdict: &mut Verdict,
    name: &str,
    run: &Run,
    animation: &Animation,
    listed: &[(f64, Value)],
) -> Result<(), Malformed> {
    let rate = ours::rate(animation.fps.unwrap_or(run.tps))?;
    let mut ways = 0;
    for pair in animation.keys()?.windows(2) {
        let [from, to] = [&pair[0], &pair[1]].map(|(frame, value)| (frame.floor(), value.clone()));
        let recorded = listed.iter().find(|(frame, _)| *frame == to.0);
        let recorded = recorded.map_or(Ok(Vec::new()), |(_, value)| parts(value))?;
        if from.0 == to.0 {
            let lost = recorded.iter().all(|value| !value.is_finite());
            verdict.same(&format!("{name}: increments without a frame are lost"), lost, true);
            continue;
        }
        ways += 1;
        if animation.keys()?.iter().filter(|(frame, _)| frame.floor() == to.0).count() > 1 {
            continue; // the second of them has taken its place
        }
        let path = Path::of(&[(0.0, from.1), (to.0 - from.0, to.1)], rate.as_hz_f64())?;
        let step = rate.span_of(1);
        let ours = if animation.is_matrix() {
            path.sample(step)
        } else {
            path.increment(Span::ZERO, step)
        };
        near(verdict, &format!("{name}: increment up to frame {}", to.0), &ours, &recorded);
    }
    verdict.same(&format!("{name}: increments"), ways, listed.len());
    let ordered = listed.is_sorted_by_key(|(frame, _)| frame);
    verdict.same(&format!("{name}: increments in order"), ordered, true);
    Ok(())
}

/// How far the run was from its samples, where one player runs from frame 0 without a reset.
fn deviation(verdict: &mut Verdict, run: &Run) -> Result<(), Malformed> {
    if run.max_deviation_from_sampled.is_null() {
        return Ok(());
    }
    let (Some((clip, animation)), Some(target)) =
        (run.animations.iter().next(), run.target_of_begin())
    else {
        return Err(other("a clip that begins"));
    };
    let (slot, sampled) =
        (animation.slot(target), run.sampled.get(clip).map_or(&[][..], Vec::as_slice));
    let mut farthest = 0.0_f64;
    for step in &run.steps {
        let (timers, values) = (step.timers()?, step.values()?);
        let Some(timer) = timers.values().next().and_then(|timers| timers.first()) else {
            continue;
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a frame")]
        let Some(value) = sampled.get(*timer as usize) else { continue };
        let there = values.get(&slot.property).map_or(&[][..], Vec::as_slice);
        for (there, value) in there.iter().skip(slot.part.unwrap_or(0)).zip(parts(value)?) {
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

fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let run: Run = Deserialize::deserialize(record)?;
    let mut verdict = Verdict::default();
    let recorded = Reading::read(&mut verdict, &run)?;
    clips(&mut verdict, &run)?;
    deviation(&mut verdict, &run)?;
    let ours = ours::play(&run, false)?;
    same_run(&mut verdict, "ours", &ours, &recorded);
    same_run(&mut verdict, "ours, saved and loaded", &ours::play(&run, true)?, &ours);
    Ok(verdict)
}
