//! Cost follows what is looked at: a steady step of the sequencer allocates nothing.
//!
//! That a step visits no idle entries is counted in instructions, by the law of cost in `tools/instructions`.

use allocation_counter::measure;
use cueline::{
    relay::Relay,
    sequencer::{Commands, Enqueue, EntryDuration, Handler, Sequencer, Timing, Until, Update},
    time::Span,
};

/// How many allocations `run` makes the second time; the first time lists may grow.
fn allocations_when_warm(mut run: impl FnMut()) -> u64 {
    run();
    measure(run).count_total
}

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

#[test]
fn the_counter_counts() {
    assert_eq!(measure(|| drop(std::hint::black_box(vec![0_u8; 100]))).count_total, 1);
    assert_eq!(measure(|| ()).count_total, 0);
}

#[test]
fn what_merely_plays_allocates_nothing() {
    let mut queue = Sequencer::new();
    let delayed = Timing::from(Span::MAX).delayed(flicks(10));
    for number in 0..400 {
        match number {
            0..100 => queue.non_blocking(delayed, number),
            100..200 => queue.concurrently(Span::MAX, number),
            200..300 => queue.background_forever(number),
            _ => queue.enqueue(EntryDuration::Open, number), // waits
        };
    }
    let mut calls = 0;
    let count = allocations_when_warm(|| {
        for _ in 0..100 {
            queue.advance(flicks(1000), |_, _| calls += 1).unwrap();
            queue.advance(flicks(1000), |_, _| calls += 1).unwrap();
            queue.advance(Span::ZERO, |_, _| ()).unwrap();
        }
    });
    assert_eq!(count, 0);
    assert!(calls >= 2 * 100 * 2 * 300, "there was something to play");
}

/// Queues its successor in its last call, as games do that never stop.
struct Refill;

impl Handler<i64> for Refill {
    fn update(&mut self, step: Update<'_, i64>, commands: &mut Commands<'_, i64>) {
        let payload = *step.payload;
        commands.cue(step.elapsed, 1);
        if step.ended {
            let duration =
                if payload % 3 == 0 { EntryDuration::OnTurn } else { flicks(payload % 7).into() };
            let next = payload + 1;
            match payload % 4 {
                0 => commands.enqueue(duration, next),
                1 => commands.blocking(duration, next),
                2 => commands.background(flicks(payload % 5 + 1), next),
                _ if payload % 8 == 3 => commands.after(step.id, flicks(payload % 5 + 1), next),
                _ => commands.non_blocking(flicks(payload % 5 + 1), next),
            };
        }
    }

    fn duration(&mut self, payload: &mut i64) -> Option<Span> {
        Some(flicks(*payload % 5 + 1))
    }
}

#[test]
fn a_queue_that_is_refilled_at_the_rate_at_which_it_empties_allocates_nothing() {
    let mut queue = Sequencer::new();
    for number in 0..50 {
        queue.concurrently(flicks(number), number);
    }
    let count = allocations_when_warm(|| {
        for _ in 0..2000 {
            queue.advance_with(flicks(16), &mut Refill).unwrap();
        }
    });
    assert_eq!(count, 0);
    assert!(queue.queued() > 10_000, "there was something to refill");
}

/// Events that come out of order are put in order without a scratch list, however many they are.
#[test]
fn sorting_what_happened_allocates_nothing() {
    let mut queue = Sequencer::new();
    let count = allocations_when_warm(|| {
        for number in 0..1000 {
            queue.concurrently(flicks(1000 - number), ());
        }
        queue.advance(flicks(1000), |step, commands| commands.cue(step.elapsed, 1)).unwrap();
        assert_eq!(queue.events().len(), 3000);
        assert!(queue.events().is_sorted_by_key(|event| event.due));
    });
    assert_eq!(count, 0);
}

#[test]
fn questions_skips_and_cancelling_allocate_nothing() {
    let mut queue = Sequencer::new();
    let mut ids = Vec::with_capacity(100);
    let count = allocations_when_warm(|| {
        ids.clear();
        for number in 0..50 {
            ids.push(queue.enqueue(flicks(number), number));
            ids.push(queue.background(EntryDuration::Open, number));
        }
        queue.skip(Until::EpochEnd, |_, _| ()).unwrap();
        for id in &ids {
            let _seen = (queue.contains(*id), queue.payload(*id), queue.next_moment(), queue.len());
        }
        let _planned = queue.agenda().filter_map(|plan| plan.start).max();
        queue.release(ids[7]);
        queue.cancel(ids[20]);
        queue.finish(|_, _| ()).unwrap();
        queue.enqueue(flicks(1), 1);
        queue.flush();
    });
    assert_eq!(count, 0);
}

#[test]
fn a_relay_that_shows_as_fast_as_events_are_emitted_allocates_nothing() {
    let mut relay = Relay::new();
    let count = allocations_when_warm(|| {
        for _ in 0..1000 {
            relay.emit(&3, |duration, queue| queue.blocking(flicks(*duration), ()));
            relay.display_mut().advance(flicks(3), |_, _| ()).unwrap();
            assert!(relay.emitted() - relay.shown() <= 1);
        }
    });
    assert_eq!(count, 0);
}

/// Many times as much as the entries that are there at once take, and far less than all that were ever queued.
const FEW_BYTES: u64 = 64 << 10;

#[test]
fn entries_that_end_leave_nothing_behind_while_another_shows() {
    let mut queue = Sequencer::new();
    let first = queue.now(EntryDuration::Open, 0);
    let held = measure(|| {
        for entry in 1..5000 {
            queue.enqueue(flicks(1), entry);
            queue.now(flicks(1), entry);
            queue.advance(flicks(1), |_, _| ()).unwrap();
        }
    });
    assert!(held.bytes_max < FEW_BYTES, "{held:?}");
    assert!(queue.contains(first) && queue.len() == 1);
}

#[test]
fn entries_that_are_cancelled_leave_nothing_behind_while_another_shows() {
    let mut queue = Sequencer::new();
    queue.now(EntryDuration::Open, 0);
    let held = measure(|| {
        for entry in 1..5000 {
            let shown = queue.now(flicks(9000), entry);
            let waiting = queue.enqueue(flicks(9000), entry);
            let delayed = queue.background(flicks(9000).delayed(flicks(9000)), entry);
            for id in [shown, waiting, delayed] {
                assert_eq!(queue.cancel(id), Some(entry));
            }
            queue.advance(Span::ZERO, |_, _| ()).unwrap();
        }
    });
    assert!(held.bytes_max < FEW_BYTES, "{held:?}");
}

#[test]
fn entries_that_callbacks_cancel_leave_nothing_behind() {
    for background in [false, true] {
        let mut queue = Sequencer::new();
        queue.background_forever("music");
        let mut last = None;
        let held = measure(|| {
            for _ in 0..5000 {
                let stepped = queue.advance(flicks(10), |update, commands| {
                    if *update.payload == "music" {
                        if let Some(id) = last.take() {
                            commands.cancel(id);
                        }
                        last = Some(match background {
                            true => commands.background(Span::from_secs(1), "toast"),
                            false => commands.now(Span::from_secs(1), "spark"),
                        });
                    }
                });
                stepped.unwrap();
            }
        });
        assert!(held.bytes_max < FEW_BYTES, "background: {background}, {held:?}");
        assert_eq!(queue.len(), 2);
    }
}
