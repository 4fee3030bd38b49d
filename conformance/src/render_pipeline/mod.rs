//! Programs of epochs, background entries and callbacks that queue.
//!
//! Ours is compared with what the article asks for, call by call, and with what the listing does. Within one tick ours
//! calls what ends first, in the order of ends, and the listing calls everything in the order of declaration: so the calls
//! of a tick must be equal in our order or, sorted by declaration, in that one. Where the listing departs from the article,
//! and where callbacks queue what the article is silent about, [`listing`] says which entries may differ, and how.

mod listing;
mod program;

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::Value;

use self::{
    listing::{Quirk, entry_by_entry},
    program::{Call, Declared, LostCalls, Operation, Program, Queued, Trace, declared},
};
use crate::{
    deviations,
    fields::{LABEL, compared, left, played},
    read::Malformed,
    system::{System, one_record},
    verdict::Verdict,
};

/// How these recordings are compared.
pub(crate) const SYSTEM: System = System {
    folder: "render_pipeline",
    source: "Programs of epochs, from the complete JavaScript listing of the RenderPipeline article, run. Where the listing departs \
             from the article's words, the words count, as a model of them has it.",
    records: one_record,
    fields: &[
        played("ops agrees quirks"),
        compared("calls live described_calls described_live"),
        left("name shows family notes", LABEL),
    ],
    compare,
};

fn compare(record: &Value) -> Result<Verdict, Malformed> {
    let record = Recorded::deserialize(record)?;
    let ours = program::run(&record.ops)?;
    let Declared { queued, flushes, .. } = declared(&record.ops, &ours.0, LostCalls::Nothing);
    let program = Program { ops: &record.ops, queued: &queued, flushes: &flushes };

    let mut verdict = Verdict::default();
    let listing = (record.calls, record.live);
    match (record.agrees, record.described_calls, record.described_live) {
        (true, None, None) => as_described(&mut verdict, &program, &ours, &listing),
        (false, Some(calls), Some(live)) => {
            let described = (calls, live);
            as_described(&mut verdict, &program, &ours, &described);
            listing::compare(&mut verdict, &program, &described.0, &listing, &record.quirks);
        }
        _ => verdict.fail("a description where the listing departs from it, and only there"),
    }
    Ok(verdict)
}

/// Our calls: a line for each, with the bits of its alpha, and a line with how many entries are held after each operation.
pub(crate) fn trace(record: &Value) -> Result<String, Malformed> {
    let (calls, live) = program::run(&Recorded::deserialize(record)?.ops)?;
    let mut text = String::new();
    for (op, id, alpha, start, end, elapsed, left) in calls {
        let (alpha, start, end) = (alpha.to_bits(), u8::from(start), u8::from(end));
        let _ = writeln!(text, "{op} {id} {alpha:016x} {start} {end} {elapsed} {left}");
    }
    let live: Vec<String> = live.iter().map(usize::to_string).collect();
    Ok(text + &live.join(" ") + "\n")
}

#[derive(Deserialize)]
struct Recorded {
    ops: Vec<Operation>,
    calls: Vec<Call>,
    live: Vec<usize>,
    /// Whether the listing does what the article asks for. Where it does not, that comes from a model of the article.
    agrees: bool,
    #[serde(default)]
    quirks: Vec<Quirk>,
    described_calls: Option<Vec<Call>>,
    described_live: Option<Vec<usize>>,
}

/// Compares ours with a program that does what the article asks for: where it differs by the entries that join, or that are
/// queued in another order, and only then by what the article says nothing of.
fn as_described(verdict: &mut Verdict, program: &Program<'_>, ours: &Trace, recorded: &Trace) {
    let spoken_of = described(program, ours, recorded, false);
    let holds = spoken_of.holds();
    verdict.and(if holds { spoken_of } else { described(program, ours, recorded, true) });
}

fn described(
    program: &Program<'_>,
    ours: &Trace,
    recorded: &Trace,
    beyond_the_article: bool,
) -> Verdict {
    let mut verdict = Verdict::default();
    if ours == recorded {
        return verdict;
    }
    if program.by_declaration(&ours.0) == recorded.0 && ours.1 == recorded.1 {
        verdict.wanted(&deviations::RENDER_PIPELINE_LAST_CALLS_FIRST);
        return verdict;
    }
    // From the first entry on that joins from inside, or that is queued in another order, all may begin at another time.
    let Declared { queued: order, flushes, .. } =
        declared(program.ops, &recorded.0, LostCalls::Nothing);
    let mut both = program.queued.iter().zip(&order);
    let first = both.position(|(ours, theirs)| {
        ours.joins || beyond_the_article && ours.at_once || ours.id != theirs.id
    });
    let moved = |queued: &[Queued]| -> Vec<String> {
        let moved = queued.iter().skip(first.unwrap_or(usize::MAX));
        moved.map(|entry| entry.id.clone()).collect()
    };
    let moved = [moved(program.queued), moved(&order)].concat();
    let joined = program.queued.iter().any(|entry| {
        (entry.joins || beyond_the_article && entry.at_once) && moved.contains(&entry.id)
    });
    let joins = joined || first.is_none() && flushes.is_empty();
    let in_no_time = program.first_in_no_time(&ours.0).filter(|_| beyond_the_article);
    verdict.wanted(match in_no_time {
        Some(_) => &deviations::RENDER_PIPELINE_TICK_OF_NO_TIME,
        None if joins => &deviations::RENDER_PIPELINE_JOINS,
        None => &deviations::RENDER_PIPELINE_ORDER,
    });
    // Of the entries that are held there only one of the two has dropped some.
    let apart = program.flushes.iter().chain(&flushes);
    let apart = apart.filter(|tick| !(program.flushes.contains(tick) && flushes.contains(tick)));
    let apart = apart.copied().min().filter(|_| beyond_the_article);
    let calls_from = |calls: &[Call], tick: usize| calls.iter().any(|call| call.0 >= tick);
    // Where a call flushes, the others of its tick come before it or not at all.
    let of_other_ticks = |calls: &[Call]| -> Vec<Call> {
        calls.iter().filter(|call| !flushes.contains(&call.0)).cloned().collect()
    };
    let may_differ = |entry: &Queued, asked: &[Call], recorded: &[Call]| {
        let in_background = entry.inside && entry.background;
        let from = in_no_time.into_iter().chain(apart).min();
        in_background
            || moved.contains(&entry.id)
            || from.is_some_and(|tick| calls_from(asked, tick) || calls_from(recorded, tick))
            || of_other_ticks(asked) == of_other_ticks(recorded)
    };
    entry_by_entry(&mut verdict, program, &ours.0, recorded, may_differ, (false, false));
    verdict
}
