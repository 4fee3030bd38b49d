//! Two threads that go at it as fast as they can: what is seen is whole, in order, and at last the newest.
//!
//! The crate has no memory orderings of its own. Those of `triple_buffer` are what is relied on, and
//! `loom` could model them only inside that crate; so they are tried here with real threads, and by
//! `.ci/sanitize` under the sanitizers. The threads meet by an atomic number and are joined one by one, as
//! the thread sanitizer knows nothing of what goes on inside the standard library.

use std::{
    hint,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

use cueline::time::{Span, Time};
use cueline_handover::{Publisher, Viewer, handover};

const ROUNDS: i64 = if cfg!(miri) { 100 } else { 50_000 };

/// A state that shows if it is torn: all of its numbers are one, in memory of its own.
#[derive(Clone, Debug)]
struct State {
    here: [i64; 32],
    elsewhere: Vec<i64>,
}

impl State {
    fn of(number: i64) -> Self {
        Self { here: [number; 32], elsewhere: vec![number; 32] }
    }

    fn number(&self) -> i64 {
        let number = self.here[0];
        assert!(self.here.iter().chain(&self.elsewhere).all(|one| *one == number), "{self:?}");
        number
    }
}

/// Runs both at one time, in threads of their own, and gives what came of them.
fn together<A: Send + 'static, B: Send + 'static>(
    one: impl FnOnce() -> A + Send + 'static,
    other: impl FnOnce() -> B + Send + 'static,
) -> (A, B) {
    fn meet(there: &AtomicU32) {
        there.fetch_add(1, Ordering::Relaxed);
        while there.load(Ordering::Relaxed) < 2 {
            hint::spin_loop();
        }
    }
    let there = Arc::new(AtomicU32::new(0));
    let also = there.clone();
    let one = thread::spawn(move || {
        meet(&there);
        one()
    });
    let other = thread::spawn(move || {
        meet(&also);
        other()
    });
    (one.join().expect("it went well"), other.join().expect("it went well"))
}

fn publish(mut publisher: Publisher<State>) {
    for number in 1..=ROUNDS {
        publisher.publish(State::of(number), Time::from_flicks(number));
    }
}

/// Looks until the last state is there; gives how many it has seen.
fn view(mut viewer: Viewer<State>) -> u64 {
    let end = Time::from_flicks(ROUNDS);
    let (mut last, mut seen) = (0, 0);
    while last < ROUNDS {
        let number = viewer.latest().number();
        assert!(last <= number, "it went back from {last} to {number}");
        assert_eq!(viewer.peek().number(), number, "it stays until the latest is asked for");
        assert_eq!(viewer.ahead(end), Span::from_flicks(ROUNDS - number), "its own moment");
        seen += u64::from(number != last);
        last = number;
    }
    seen
}

#[test]
fn what_is_seen_is_whole_and_in_order_and_at_last_the_newest() {
    let (publisher, viewer) = handover(State::of(0), Time::ZERO);
    let ((), seen) = together(move || publish(publisher), move || view(viewer));
    assert!((1..=ROUNDS.unsigned_abs()).contains(&seen), "{seen} were seen");
}

#[test]
fn either_end_may_go_first() {
    for round in 0..ROUNDS / 100 {
        let (mut publisher, mut viewer) = handover(State::of(0), Time::ZERO);
        together(
            move || {
                for number in 1..=round % 5 {
                    publisher.publish(State::of(number), Time::from_flicks(number));
                }
            },
            move || {
                for _ in 0..round % 3 {
                    assert!((0..=round % 5).contains(&viewer.latest().number()));
                }
            },
        );
    }
}
