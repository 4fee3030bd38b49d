//! The listing where it departs from the article: which calls may then differ from ours, and how.
//!
//! A quirk is named in the record. It lets an entry begin at another time, begin late, never begin or be called once more.
//! From its first call on, an entry must be called in each tick, with all the time of that tick, up to its end. So each
//! call of the listing is compared: with ours where no quirk touches its entry, else with the entry's call before it.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::{
    Call, Program, Trace,
    program::{Operation, Queued},
};
use crate::{deviations, verdict::Verdict};

/// A departure of the listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum Quirk {
    /// An epoch hands on more than the smallest rest of its entries: what comes later begins earlier.
    A1,
    /// An epoch that ends exactly with its tick ends with the next: an entry of no duration comes one tick late.
    A2,
    /// A tick of 0 ms calls the background once more.
    A3,
    /// A background entry that begins in a tick gets all of the tick.
    A4,
    /// A background entry from inside a callback may be lost.
    A5,
    /// Entries that play together with one that flushes are called once more.
    A7,
    /// What is queued after a flush from inside a callback may be lost.
    A8,
}

/// Compares the listing's own calls with those that the article asks for, to which ours are held too.
pub(super) fn compare(
    verdict: &mut Verdict,
    program: &Program<'_>,
    (described, live): &Trace,
    (calls, recorded_live): &Trace,
    quirks: &[Quirk],
) {
    verdict.wanted(&deviations::RENDER_PIPELINE_LISTING);
    verdict.same("calls in the order of ticks", calls.is_sorted_by_key(|call| call.0), true);
    let in_lanes = calls.is_sorted_by_key(|call| (call.0, program.is_background(&call.1)));
    verdict.same("the background last in each tick", in_lanes, true);
    verdict.same("operations with entries held", recorded_live.len(), live.len());
    let has = |quirk: Quirk| quirks.contains(&quirk);
    let known: BTreeSet<&str> = program.queued.iter().map(|entry| entry.id.as_str()).collect();
    for call in calls {
        if !known.contains(call.1.as_str()) && !has(Quirk::A1) {
            verdict.fail(format!("{:?} is called and was never queued", call.1));
        }
    }
    // From here on the listing may hold others.
    let mut departs = program.ops.len();
    for entry in program.queued {
        let of = |calls: &[Call]| -> Vec<Call> {
            calls.iter().filter(|call| call.1 == entry.id).cloned().collect()
        };
        let (asked, recorded) = (of(described), of(calls));
        if asked == recorded {
            continue;
        }
        let first = asked.iter().zip(&recorded).take_while(|(one, other)| one == other).count();
        let firsts = [&asked, &recorded].map(|calls| calls.get(first).map(|call| call.0));
        departs = firsts.into_iter().flatten().fold(departs, usize::min);
        let excused = has(Quirk::A1)
            || has(Quirk::A2)
            || has(Quirk::A8)
            || (has(Quirk::A3) || has(Quirk::A4)) && entry.background
            || has(Quirk::A5) && entry.inside && recorded.is_empty()
            || has(Quirk::A7) && recorded.len() <= asked.len() + 1;
        if !excused {
            verdict.fail(format!("{}: described {asked:?}, recorded {recorded:?}", entry.id));
        }
        continues(verdict, program, entry, &recorded, has(Quirk::A3));
    }
    let before = departs.min(live.len()).min(recorded_live.len());
    verdict.same(
        "entries held before the listing departs",
        &live[..before],
        &recorded_live[..before],
    );
}

/// Demands that each call of an entry adds the time of its tick, up to the end.
fn continues(
    verdict: &mut Verdict,
    program: &Program<'_>,
    entry: &Queued,
    calls: &[Call],
    in_no_time: bool,
) {
    let ms = |op: usize| match program.ops.get(op) {
        Some(Operation::Tick { ms }) => ms.unwrap_or(0),
        _ => 0,
    };
    let mut before: Option<&Call> = None;
    for call in calls {
        let (op, _, alpha, started, ended, elapsed, left) = call;
        let what = |part: &str| format!("{}: {part} in the call of operation {op}", entry.id);
        verdict.same(&what("start"), before.is_none(), *started);
        verdict.same(&what("end"), *left == 0, *ended);
        verdict.same(&what("time"), elapsed + left, entry.ms);
        let share = if entry.ms == 0 { 1.0 } else { *elapsed as f64 / entry.ms as f64 };
        verdict.same(&what("alpha"), share, *alpha);
        match before {
            Some(before) => {
                let passed: i64 = (before.0 + 1..=*op).map(ms).sum();
                verdict.same(&what("elapsed"), (before.5 + passed).min(entry.ms), *elapsed);
                let ticks = (before.0 + 1..*op).filter(|op| ms(*op) > 0).count();
                verdict.same(&what("ticks without a call"), ticks, 0);
                let repeats = ms(*op) == 0 && !(in_no_time && entry.background);
                verdict.same(&what("a tick of no time"), repeats, false);
            }
            None => verdict.same(&what("more than its tick"), *elapsed <= ms(*op), true),
        }
        before = Some(call);
    }
}
