//! Any calls of a queue, with any numbers: events in order, each start and end once, refusals without a trace.

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use cueline::{
    digest::digest,
    event::EventKind,
    history::Keep,
    sequencer::{EntryDuration, EntryId, Sequencer, Timing, Until},
    time::{Span, Time},
};

#[derive(Arbitrary, Clone, Copy, Debug)]
pub(crate) enum Long {
    Short(u8),
    Any(i64),
    Turn,
    Open,
    Endless,
}

#[derive(Arbitrary, Clone, Debug)]
pub(crate) enum Call {
    Queue { door: u8, delay: u8, long: Long, inside: u8 },
    NewEpoch,
    Label,
    Release(u8),
    Cancel(u8),
    Flush,
    Advance(u16, u16),
    Leap(i64),
    ByMoments(u16),
    Finish,
    Skip(u8),
    Save,
    Journal,
    Past(i64),
}

fn door(queue: &mut Sequencer<u8>, door: u8, delay: u8, long: Long, inside: u8) -> Option<EntryId> {
    let length = match long {
        Long::Short(flicks) => EntryDuration::Fixed(Span::from_flicks(flicks.into())),
        Long::Any(flicks) => EntryDuration::Fixed(Span::from_flicks(flicks)),
        Long::Turn => EntryDuration::OnTurn,
        Long::Open => EntryDuration::Open,
        Long::Endless => EntryDuration::Forever,
    };
    let timing = Timing::from(length).delayed(Span::from_flicks(delay.into()));
    let before = digest(queue);
    let answer = match door % 5 {
        0 => queue.enqueue(timing, inside),
        1 => queue.concurrently(timing, inside),
        2 => queue.background(timing, inside),
        3 => queue.blocking(timing, inside),
        _ => queue.non_blocking(timing, inside),
    };
    assert!(answer.is_ok() || digest(queue) == before, "a refused call changed something");
    answer.ok()
}

/// Where callbacks queue nothing, a step and two that make it up tell the same and end in the same state.
fn divided(queue: &Sequencer<u8>, by: Span, cut: Span) {
    let (mut whole, mut parts) = (queue.clone(), queue.clone());
    let edges = |queue: &Sequencer<u8>| -> Vec<_> {
        queue.events().iter().map(|edge| (edge.due, edge.id, edge.kind, edge.reason)).collect()
    };
    let mut told = Vec::new();
    for part in [cut, by - cut] {
        parts.advance(part, |_, _| ()).expect("it runs forward");
        if !part.is_zero() {
            told.extend(edges(&parts)); // a step of no time has nothing to tell
        }
    }
    whole.advance(by, |_, _| ()).expect("it runs forward");
    assert_eq!(digest(&whole), digest(&parts), "two steps are not their sum");
    if !by.is_zero() {
        assert_eq!(edges(&whole), told);
    }
}

pub(crate) fn run(calls: Vec<Call>) {
    let mut queue = Sequencer::new();
    let mut ids = Vec::new();
    let mut told: BTreeMap<EntryId, (u8, u8)> = BTreeMap::new();
    for call in calls.into_iter().take(60) {
        let mut budget = 30;
        let mut show = |step: cueline::sequencer::Update<'_, u8>, queue: &mut Sequencer<u8>| {
            assert!((0.0..=1.0).contains(&step.alpha()));
            if budget > 0 && *step.payload & 3 == 1 && step.end {
                budget -= 1;
                let long = Long::Short(*step.payload >> 4);
                door(queue, *step.payload >> 2, 0, long, step.payload.wrapping_mul(5));
            }
        };
        let stepped = match call {
            Call::Queue { door: by, delay, long, inside } => {
                ids.extend(door(&mut queue, by, delay, long, inside));
                continue;
            }
            Call::NewEpoch => {
                queue.new_epoch();
                continue;
            }
            Call::Label => {
                queue.label("here");
                continue;
            }
            Call::Release(at) => {
                let _ = ids.get(usize::from(at)).map(|id| queue.release(*id));
                continue;
            }
            Call::Cancel(at) => {
                let _ = ids.get(usize::from(at)).map(|id| queue.cancel(*id));
                continue;
            }
            Call::Flush => {
                queue.flush();
                continue;
            }
            Call::Advance(by, cut) => {
                let by = Span::from_flicks(by.into());
                divided(&queue, by, by.min(Span::from_flicks(cut.into())));
                queue.advance(by, &mut show)
            }
            Call::Leap(by) => {
                let before = digest(&queue);
                let stepped = queue.advance(Span::from_flicks(by), &mut show);
                assert!(by >= 0 || stepped.is_err() && digest(&queue) == before);
                stepped
            }
            Call::ByMoments(by) => {
                queue.advance_by_moments(Span::from_flicks(by.into()), &mut show)
            }
            Call::Finish => queue.finish(&mut show),
            Call::Skip(0..100) => queue.skip(Until::EpochEnd, &mut show),
            Call::Skip(100..200) => queue.skip(Until::Label("here"), &mut show),
            Call::Skip(_) => queue.skip(Until::End, &mut show),
            Call::Save => {
                let text = serde_json::to_string(&queue).expect("it is data");
                let loaded: Sequencer<u8> = serde_json::from_str(&text).expect("as it was saved");
                assert_eq!(digest(&loaded), digest(&queue));
                continue;
            }
            Call::Journal => {
                queue.keep_journal(Keep { span: Span::from_flicks(500), pieces: 20 });
                continue;
            }
            Call::Past(at) => {
                _ = queue.past(Time::from_flicks(at)).map(|shown| shown.len());
                continue;
            }
        };
        // A refused step leaves what the step before it told.
        if stepped.is_ok() {
            assert!(queue.events().is_sorted_by_key(|edge| edge.due));
            for edge in queue.events() {
                let (starts, ends) = told.entry(edge.id).or_default();
                *starts += u8::from(edge.kind == EventKind::Start);
                *ends += u8::from(edge.kind == EventKind::End);
                assert!(*starts <= 1 && *ends <= 1, "{:?} was told twice", edge.id);
            }
        }
    }
}
