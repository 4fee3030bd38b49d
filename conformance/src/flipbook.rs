//! Flipbooks: tables of which frame shows when, and runs of a counter that is increased.

use cueline::{
    clip::Flipbook,
    time::{CatchUp, FLICKS_PER_SECOND, FixedStep, FixedStepConfig, Span, TickRate, Time},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{
    deviations,
    fields::{LABEL, compared, left, played},
    read::{Malformed, number, other},
    system::System,
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "flipbook",
    source: "The flipbook chosen by a drawing thread, from published Common Lisp listings run on SBCL 2.2.9. Each row of \
         a table and each run of the counter is a record. `tables_more` was recorded with \
         `conformance/record/flipbook.lisp`.",
    records,
    fields: &[
        played("row run/n run/ticks_per_frame run/dticks"),
        compared("row/frame run/after"),
        left("name", LABEL),
    ],
    compare,
};

/// One record for each row of a table and for each run of the counter.
fn records(file: &Value) -> Vec<Value> {
    let mut records = Vec::new();
    for (table, content) in file.as_object().into_iter().flatten() {
        for (key, items) in content.as_object().into_iter().flatten() {
            for (index, item) in items.as_array().into_iter().flatten().enumerate() {
                let name = format!("{table} {key} {}", index + 1);
                match key.as_str() {
                    "rows" => {
                        let columns = content["columns"].as_array().into_iter().flatten();
                        let cells = columns.zip(item.as_array().into_iter().flatten());
                        let row: Map<String, Value> = cells
                            .map(|(column, cell)| {
                                (column.as_str().unwrap_or("").into(), cell.clone())
                            })
                            .collect();
                        records.push(json!({"name": name, "row": row}));
                    }
                    "runs" => records.push(json!({"name": name, "run": item})),
                    _ => (), // the names of the columns
                }
            }
        }
    }
    records
}

/// The frame of an endless loop of `frames` frames after `elapsed`, with `hold` in the same unit: the rule of
/// [`Flipbook::frame_at`] for a clock that is an `f64`, as these recordings have it.
///
/// The quotient is rounded to an `f64`, and then down, so a frame may change early or late by one rounding.
/// `None` for 0 frames, or if the quotient is not finite (a `hold` of zero, NaN, infinities).
#[expect(clippy::cast_possible_truncation, reason = "a remainder of an u32 is an u32")]
#[expect(clippy::cast_sign_loss, reason = "it is not negative")]
fn frame_of_f64(elapsed: f64, hold: f64, frames: u32) -> Option<u32> {
    let holds = (elapsed / hold).floor();
    let shown = frames > 0 && holds.is_finite();
    shown.then(|| holds.rem_euclid(f64::from(frames)) as u32) // exact
}

fn compare(record: &Value) -> Result<Verdict, Malformed> {
    if let Some(run) = record.get("run") {
        return counter(&Run::deserialize(run)?);
    }
    let row = &record["row"];
    let cell = |name: &str| row.get(name).ok_or_else(|| other(format!("no column {name:?}")));
    let frames = u32::try_from(whole(cell("n")?)?)
        .map_err(|_| other("a flipbook counts its frames with an u32"))?;
    let frame = whole(cell("frame")?)?;
    if row.get("elapsed").is_some() {
        let (elapsed, hold) = (number(cell("elapsed")?)?, number(cell("ticks_per_frame")?)?);
        let shown = frame_of_f64(elapsed, hold, frames);
        let toward_zero = (elapsed / hold).trunc();
        let stays = elapsed < 0.0 && elapsed == toward_zero * hold;
        let recorded = if stays { frame_of_f64(toward_zero, 1.0, frames) } else { shown };
        let mut verdict = Verdict::default();
        verdict.same("frame", recorded.map(i128::from), Some(frame));
        if recorded != shown {
            verdict.wanted(&deviations::FLIPBOOK_ROUNDS_DOWN);
        }
        return Ok(verdict);
    }
    let (start, now) = (whole(cell("start")?)?, whole(cell("now")?)?);
    integers(start, now, whole(cell("ticks_per_frame")?)?, frames, frame)
}

/// A whole number, also one that is written as text.
fn whole(value: &Value) -> Result<i128, Malformed> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.parse().map_err(|_| other(format!("a whole number, not {value}")))
}

fn equal(frames: u32, hold: i128) -> Result<Flipbook, Malformed> {
    let hold = i64::try_from(hold).map_err(|_| other(format!("a hold of {hold}")))?;
    Flipbook::equal(frames, Span::from_flicks(hold)).map_err(other)
}

/// A row of whole numbers; its tick is our flick.
fn integers(
    start: i128,
    now: i128,
    hold: i128,
    frames: u32,
    frame: i128,
) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::default();
    let book = equal(frames, hold)?;
    let time = |ticks: i128| i64::try_from(ticks).ok().map(Time::from_flicks);
    let shown = if let (Some(start), Some(now)) = (time(start), time(now)) {
        book.frame_at(start, now)
    } else {
        // What shows depends on the time since the start alone, and there on the place in the loop.
        verdict.wanted(&deviations::FLIPBOOK_BEYOND_THE_CLOCK);
        let since = now.checked_sub(start).ok_or_else(|| other("a time"))?;
        let place = time(since.rem_euclid(hold * i128::from(frames)));
        let place = place.ok_or_else(|| other("a loop longer than a span"))?;
        book.frame_at(Time::ZERO, place)
    };
    verdict.same("frame", i128::from(shown), frame);
    Ok(verdict)
}

/// A counter that grows by `dticks` and, strictly above `ticks_per_frame`, moves one frame on.
#[derive(Deserialize)]
struct Run {
    ticks_per_frame: u32,
    n: u32,
    dticks: Vec<u32>,
    /// The counter and the frame after each.
    after: Vec<(i64, u32)>,
}

/// The counter is our loop of at most one tick a frame, which gets each tick of time one tick late
/// (so that "at least" becomes "strictly above"). Our flipbook shows what is due instead.
fn counter(run: &Run) -> Result<Verdict, Malformed> {
    let mut verdict = Verdict::default();
    verdict.same("steps", run.dticks.len(), run.after.len());
    let second = u32::try_from(FLICKS_PER_SECOND).map_err(other)?;
    let rate = TickRate::new(second, run.ticks_per_frame).map_err(other)?;
    let rules = FixedStepConfig {
        max_ticks: 1,
        catch_up: CatchUp::Carry { max_debt: Span::MAX },
        ..FixedStepConfig::default()
    };
    let mut step = FixedStep::with_config(rate, rules).map_err(other)?;
    let counted = equal(run.n, 1)?; // frames by the number of the tick
    let due = equal(run.n, i128::from(run.ticks_per_frame))?;

    let mut elapsed = 0;
    for (index, (dticks, (counter, frame))) in run.dticks.iter().zip(&run.after).enumerate() {
        let before = (elapsed - 1).max(0);
        elapsed += i64::from(*dticks);
        step.advance(Span::from_flicks((elapsed - 1).max(0) - before));
        let late = i64::from(elapsed > 0);
        verdict.same(&format!("counter[{index}]"), step.leftover().flicks() + late, *counter);
        let shown = counted.frame_at(Time::ZERO, Time::from_flicks(step.tick().get()));
        verdict.same(&format!("frame[{index}]"), shown, *frame);
        if due.frame_at(Time::ZERO, Time::from_flicks(elapsed)) != *frame {
            verdict.wanted(&deviations::FLIPBOOK_COUNTER);
        }
    }
    Ok(verdict)
}
