//! The listing where it departs from the article: which calls may then differ from ours, and how.
//!
//! A quirk is named in the record. It lets an entry begin at another time, begin late, never begin or be called once more.
//! From its first call on, an entry must be called in each tick, with all the time of that tick, up to its end. So each
//! call of the listing is compared: with ours where no quirk touches its entry, else with the entry's call before it.

use serde::Deserialize;

use super::program::{Call, Declared, LostCalls, Operation, Program, Queued, Trace, declared};
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
    described: &[Call],
    listing: &Trace,
    quirks: &[Quirk],
) {
    verdict.wanted(&deviations::RENDER_PIPELINE_LISTING);
    let has = |quirk: Quirk| quirks.contains(&quirk);
    let elsewhere = [Quirk::A3, Quirk::A4, Quirk::A7].into_iter().any(has);
    let from = elsewhere.then(|| asked_elsewhere(program, described, &listing.0)).flatten();
    let is_behind = |call: &Call| from.is_some_and(|tick| call.0 >= tick);
    let may_differ = |entry: &Queued, asked: &[Call], recorded: &[Call]| {
        asked.iter().chain(recorded).any(is_behind)
            || has(Quirk::A1)
            || has(Quirk::A2)
            || has(Quirk::A8)
            || (has(Quirk::A3) || has(Quirk::A4)) && entry.background
            || has(Quirk::A5) && entry.inside && recorded.is_empty()
            || has(Quirk::A7) && recorded.len() <= asked.len() + 1
    };
    let odd = (has(Quirk::A3), has(Quirk::A5) || has(Quirk::A8));
    entry_by_entry(verdict, program, described, listing, may_differ, odd);
}

/// The first tick in which a call that only one of two programs makes asks for something.
fn asked_elsewhere(program: &Program<'_>, one: &[Call], other: &[Call]) -> Option<usize> {
    let asks_alone = |of: &[Call], others: &[Call]| -> Vec<usize> {
        let ticks = program.queued.iter().flat_map(|entry| {
            let calls = (1..).zip(of.iter().filter(move |call| call.1 == entry.id));
            calls.filter_map(move |(number, call)| {
                let same = |other: &Call| {
                    (other.0, &other.1, other.3, other.4) == (call.0, &call.1, call.3, call.4)
                };
                let alone = !others.iter().any(same) && entry.asks(number, call.3, call.4);
                alone.then_some(call.0)
            })
        });
        ticks.collect()
    };
    asks_alone(one, other).into_iter().chain(asks_alone(other, one)).min()
}

/// Compares the calls of each entry, and of those that may differ each call with the one before.
pub(super) fn entry_by_entry(
    verdict: &mut Verdict,
    program: &Program<'_>,
    asked: &[Call],
    (calls, recorded_live): &Trace,
    may_differ: impl Fn(&Queued, &[Call], &[Call]) -> bool,
    (in_no_time, lost_calls): (bool, bool),
) {
    let losses: &[LostCalls] =
        if lost_calls { &[LostCalls::Any, LostCalls::Last] } else { &[LostCalls::Nothing] };
    let all = losses.iter().map(|lost_calls| declared(program.ops, calls, *lost_calls));
    let fits = |one: &Declared, other: &Declared| {
        one.live.eq(recorded_live).cmp(&other.live.eq(recorded_live))
    };
    let Some(Declared { queued, live, .. }) = all.max_by(fits) else { return };
    verdict.same("entries held, as the calls show", &live, recorded_live);
    let place = |call: &Call| {
        let place = queued.iter().position(|entry| entry.id == call.1);
        (call.0, place.map(|place| (queued[place].background, place)))
    };
    verdict.same("calls in the order of declaration", calls.is_sorted_by_key(place), true);
    for call in calls {
        if !queued.iter().any(|entry| entry.id == call.1) {
            verdict.fail(format!("{:?} is called and was never queued", call.1));
        }
    }
    let only_theirs =
        queued.iter().filter(|entry| !program.queued.iter().any(|one| one.id == entry.id));
    for entry in program.queued.iter().chain(only_theirs) {
        let of = |calls: &[Call]| -> Vec<Call> {
            calls.iter().filter(|call| call.1 == entry.id).cloned().collect()
        };
        let (asked, recorded) = (of(asked), of(calls));
        if asked == recorded {
            continue;
        }
        if !may_differ(entry, &asked, &recorded) {
            verdict.fail(format!("{}: asked {asked:?}, recorded {recorded:?}", entry.id));
        }
        continues(verdict, program, entry, &recorded, in_no_time);
    }
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
                verdict.same(&what("a second call"), before.4 || before.0 == *op, false);
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
    // What is not flushed is called up to its end.
    if let Some(last) = before.filter(|last| !last.4 && !program.flushes()) {
        let ticks = (last.0 + 1..program.ops.len()).filter(|op| ms(*op) > 0).count();
        verdict.same(&format!("{}: ticks after the last call", entry.id), ticks, 0);
    }
}
