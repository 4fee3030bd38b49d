//! The law of cost: no call that takes or touches many things is quadratic.
//!
//! A row does its work with a number of things. `.ci/instructions` counts it for 1,000 and for 4,000 of them; the second
//! count is less than six times the first.

use std::hint::black_box;

use cueline::{
    history::{Ledger, Novelty},
    sequencer::{Enqueue, EntryDuration, Sequencer, Until},
    time::{Span, Tick},
};

/// The name of a row, and what makes its work ready for a number of things.
type Row = (&'static str, fn(i64) -> Box<dyn FnOnce()>);

const ROWS: &[Row] = &[
    ("followers-of-one-entry", followers_of_one_entry),
    ("followers-queued-as-a-chain", followers_queued_as_a_chain),
    ("followers-played-as-a-chain", followers_played_as_a_chain),
    ("followers-cancelled-as-a-chain", followers_cancelled_as_a_chain),
    ("followers-cancelled", followers_cancelled),
    ("labels-passed", labels_passed),
    ("epochs-played", epochs_played),
    ("entries-cancelled", entries_cancelled),
    ("entries-finished", entries_finished),
    ("waiting-entries-cancelled", waiting_entries_cancelled),
    ("steps-beside-delayed-entries", steps_beside_delayed_entries),
    ("steps-beside-waiting-entries", steps_beside_waiting_entries),
    ("next-moments", next_moments),
    ("questions", questions),
    ("ledger-in-order", ledger_in_order),
    ("ledger-rewound-twice", ledger_rewound_twice),
];

/// Lists the rows, or runs one.
pub(crate) fn run(arguments: &[String]) {
    let [name, count] = arguments else {
        ROWS.iter().for_each(|(name, _)| println!("{name}"));
        return;
    };
    let found = ROWS.iter().find(|(row, _)| row == name);
    let (Some((_, ready)), Ok(count)) = (found, count.parse()) else {
        eprintln!("there is no row {name}, or {count} is no number");
        std::process::exit(2);
    };
    let mut work = Some(ready(count));
    crate::counted(&mut || work.take().map_or((), |work| work()));
}

fn flicks(flicks: i64) -> Span {
    Span::from_flicks(flicks)
}

fn step(queue: &mut Sequencer<i64>, by: i64) {
    queue.advance(flicks(by), |update, _| _ = black_box(*update.payload)).expect("forwards");
}

/// A queue with an entry, and entries that each wait for the one before.
fn chain(count: i64) -> Sequencer<i64> {
    let mut queue = Sequencer::new();
    let mut last = queue.enqueue(flicks(10), 0);
    for number in 0..count {
        last = queue.after(last, flicks(5), number);
    }
    queue
}

fn followers_of_one_entry(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    let first = queue.enqueue(flicks(10), 0);
    let other = queue.now(flicks(100), 0);
    for number in 0..count {
        queue.after(first, flicks(5), number);
        queue.after(other, flicks(5), number);
    }
    Box::new(move || step(&mut queue, 12))
}

fn followers_queued_as_a_chain(count: i64) -> Box<dyn FnOnce()> {
    Box::new(move || _ = black_box(chain(count)))
}

fn followers_played_as_a_chain(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = chain(count);
    Box::new(move || step(&mut queue, 5 * count + 20))
}

fn followers_cancelled_as_a_chain(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = chain(count);
    Box::new(move || {
        while let Some(oldest) = queue.oldest() {
            queue.cancel(oldest);
        }
    })
}

fn followers_cancelled(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    let first = queue.enqueue(flicks(10), 0);
    let ids: Vec<_> = (0..count).map(|number| queue.after(first, flicks(5), number)).collect();
    Box::new(move || ids.iter().rev().for_each(|id| _ = queue.cancel(*id)))
}

fn labels_passed(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    for number in 0..count {
        queue.enqueue(flicks(1), number);
        queue.label("a label");
    }
    Box::new(move || step(&mut queue, count + 2))
}

fn epochs_played(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    for number in 0..count {
        queue.enqueue(flicks(1), number);
        queue.background(flicks(3), number);
    }
    Box::new(move || step(&mut queue, count + 2))
}

fn entries_cancelled(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    let ids: Vec<_> =
        (0..count).map(|number| queue.now(flicks(1000 - number % 7), number)).collect();
    step(&mut queue, 1);
    Box::new(move || ids.iter().rev().for_each(|id| _ = queue.cancel(*id)))
}

fn entries_finished(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    let ids: Vec<_> = (0..count).map(|number| queue.now(EntryDuration::Open, number)).collect();
    step(&mut queue, 1);
    Box::new(move || {
        for (place, id) in ids.iter().enumerate() {
            _ = if place % 2 == 0 { queue.release(*id) } else { queue.finish_entry(*id) };
        }
        step(&mut queue, 1);
    })
}

fn waiting_entries_cancelled(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    let ids: Vec<_> = (0..count).map(|number| queue.enqueue(flicks(5), number)).collect();
    Box::new(move || {
        let (odd, even): (Vec<_>, Vec<_>) = ids.iter().partition(|id| id.number() % 2 == 1);
        odd.into_iter().chain(even).for_each(|id| _ = queue.cancel(id));
    })
}

/// So many steps in which nothing is due, beside so many entries in their delays.
fn steps_beside_delayed_entries(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    (0..count).for_each(|number| _ = queue.now(flicks(1).delayed(flicks(1_000_000)), number));
    step(&mut queue, 1);
    Box::new(move || (0..count).for_each(|_| step(&mut queue, 1)))
}

/// So many steps in which one entry shows, beside so many entries that wait for their epochs.
fn steps_beside_waiting_entries(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    queue.enqueue(flicks(1_000_000), 0);
    (0..count).for_each(|number| _ = queue.enqueue(flicks(1), number));
    step(&mut queue, 1);
    Box::new(move || (0..count).for_each(|_| step(&mut queue, 1)))
}

fn next_moments(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = Sequencer::new();
    (0..count).for_each(|number| _ = queue.now(flicks(1_000_000 + number), number));
    step(&mut queue, 1);
    Box::new(move || (0..count).for_each(|_| _ = black_box(queue.next_moment())))
}

fn questions(count: i64) -> Box<dyn FnOnce()> {
    let mut queue = chain(count);
    queue.new_epoch();
    let ids: Vec<_> = (0..count).map(|number| queue.background(flicks(5), number)).collect();
    Box::new(move || {
        for id in &ids {
            black_box((queue.contains(*id), queue.len(), queue.is_idle(), queue.is_empty()));
        }
        queue.skip(Until::End, |_, _| ()).expect("nothing queues");
    })
}

fn ledger_in_order(count: i64) -> Box<dyn FnOnce()> {
    let mut ledger = Ledger::new();
    let report = move |ledger: &mut Ledger<i64>, known: Novelty| {
        for event in 0..count {
            assert_eq!(ledger.report(Tick::new(event / 10), event), Ok(known));
        }
    };
    report(&mut ledger, Novelty::New);
    ledger.rewind(Tick::new(0));
    Box::new(move || report(&mut ledger, Novelty::Repeated))
}

/// The second time when the first half of the events has been reported again.
fn ledger_rewound_twice(count: i64) -> Box<dyn FnOnce()> {
    let mut ledger = Ledger::new();
    let report = |ledger: &mut Ledger<i64>, to: i64| {
        for event in 0..to {
            ledger.report(Tick::new(event), event).expect("the tick is open");
        }
    };
    report(&mut ledger, 2 * count);
    ledger.rewind(Tick::new(0));
    report(&mut ledger, count);
    Box::new(move || ledger.rewind(Tick::new(0)))
}
