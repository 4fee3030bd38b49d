//! Any calls of a queue, with any numbers: events in order, each start and end once, and a refused call changes
//! nothing.

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use cueline::{
    digest::digest,
    event::EventKind,
    sequencer::{
        Commands, Enqueue, EntryDuration, EntryId, Handler, Sequencer, Timing, Until, Update,
    },
    time::Span,
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
    FinishEntry(u8),
    Finish,
    Skip(u8),
    Save,
}

/// Queues an entry, on a queue or on the commands of a callback; `after` is another entry.
macro_rules! door {
    ($queue:expr, $door:expr, $delay:expr, $long:expr, $inside:expr, $after:expr) => {{
        let (queue, inside): (_, u8) = ($queue, $inside);
        let duration = match $long {
            Long::Short(flicks) => Some(EntryDuration::Fixed(Span::from_flicks(flicks.into()))),
            Long::Any(flicks) => Some(EntryDuration::Fixed(Span::from_flicks(flicks))),
            Long::Turn => Some(EntryDuration::OnTurn),
            Long::Open => Some(EntryDuration::Open),
            Long::Endless => None,
        };
        let delay: u8 = $delay;
        match duration {
            None => queue.background_forever(inside),
            Some(duration) => {
                let timing = Timing::from(duration).delayed(Span::from_flicks(delay.into()));
                match ($door % 7, $after) {
                    (0, _) => queue.enqueue(timing, inside),
                    (1, _) => queue.concurrently(timing, inside),
                    (2, _) => queue.background(timing, inside),
                    (3, _) => queue.blocking(timing, inside),
                    (4, _) => queue.non_blocking(timing, inside),
                    (5, Some(other)) => queue.after(other, timing, inside),
                    _ => queue.now(timing, inside),
                }
            }
        }
    }};
}

/// A handler that gives a duration of zero to entries that take their duration at their start.
struct NoTime<F>(F);

fn no_time<F: FnMut(Update<'_, u8>, &mut Commands<'_, u8>)>(show: F) -> NoTime<F> {
    NoTime(show)
}

impl<F: FnMut(Update<'_, u8>, &mut Commands<'_, u8>)> Handler<u8> for NoTime<F> {
    fn update(&mut self, update: Update<'_, u8>, commands: &mut Commands<'_, u8>) {
        (self.0)(update, commands);
    }

    fn duration(&mut self, _: &mut u8) -> Option<Span> {
        Some(Span::ZERO)
    }
}

/// If callbacks enqueue nothing, two steps report the same events as one step of their sum, and end in the same state.
fn divided(queue: &Sequencer<u8>, by: Span, cut: Span) {
    let (mut whole, mut parts) = (queue.clone(), queue.clone());
    let reported = |queue: &Sequencer<u8>| -> Vec<_> {
        queue.events().iter().map(|event| (event.due, event.id, event.kind, event.reason)).collect()
    };
    let mut events = Vec::new();
    for part in [cut, by - cut] {
        parts.advance_with(part, &mut no_time(|_, _| ())).expect("it runs forward");
        if !part.is_zero() {
            events.extend(reported(&parts)); // a step of zero has no events
        }
    }
    whole.advance_with(by, &mut no_time(|_, _| ())).expect("it runs forward");
    assert_eq!(digest(&whole), digest(&parts), "two steps are not their sum");
    if !by.is_zero() {
        assert_eq!(reported(&whole), events);
    }
}

pub(crate) fn run(calls: Vec<Call>) {
    let mut queue = Sequencer::new();
    let mut ids = Vec::new();
    let mut counts: BTreeMap<EntryId, (u8, u8)> = BTreeMap::new();
    for call in calls.into_iter().take(60) {
        let mut budget = 30;
        let mut show = no_time(|update: Update<'_, u8>, commands: &mut Commands<'_, u8>| {
            assert!((0.0..=1.0).contains(&update.progress()));
            if budget > 0 && *update.payload & 3 == 1 && update.ended {
                budget -= 1;
                let long = Long::Short(*update.payload >> 4);
                let (door, inside) = (*update.payload >> 2, update.payload.wrapping_mul(5));
                door!(commands, door, 0, long, inside, Some(update.id));
            }
        });
        let stepped = match call {
            Call::Queue { door: by, delay, long, inside } => {
                let other = ids.get(usize::from(inside) % ids.len().max(1)).copied();
                ids.push(door!(&mut queue, by, delay, long, inside, other));
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
                queue.advance_with(by, &mut show)
            }
            Call::Leap(by) => {
                let before = digest(&queue);
                let stepped = queue.advance_with(Span::from_flicks(by), &mut show);
                assert!(by >= 0 || stepped.is_err() && digest(&queue) == before);
                stepped
            }
            Call::FinishEntry(at) => {
                let _ = ids.get(usize::from(at)).map(|id| queue.finish_entry(*id));
                continue;
            }
            Call::Finish => queue.skip_with(Until::End, &mut show),
            Call::Skip(0..100) => queue.skip_with(Until::EpochEnd, &mut show),
            Call::Skip(100..200) => queue.skip_with(Until::Label("here"), &mut show),
            Call::Skip(_) => queue.skip_with(Until::End, &mut show),
            Call::Save => {
                let text = serde_json::to_string(&queue).expect("it is data");
                let loaded: Sequencer<u8> = serde_json::from_str(&text).expect("as it was saved");
                assert_eq!(digest(&loaded), digest(&queue));
                continue;
            }
        };
        // A refused step keeps the events of the previous step.
        if stepped.is_ok() {
            assert!(queue.events().is_sorted_by_key(|event| event.due));
            for event in queue.events() {
                let (starts, ends) = counts.entry(event.id).or_default();
                *starts += u8::from(event.kind == EventKind::Start);
                *ends += u8::from(event.kind == EventKind::End);
                assert!(*starts <= 1 && *ends <= 1, "{:?} was reported twice", event.id);
            }
        }
    }
}
