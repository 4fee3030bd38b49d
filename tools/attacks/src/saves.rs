//! Saves of queues, players and values.

use cueline::{
    sequencer::{Enqueue, Sequencer},
    time::Span,
    value::Moving,
};
use serde_json::{Value, json};

use crate::{Attack, read, refused};

fn queue(save: &[u8]) -> bool {
    let Ok(mut queue) = serde_json::from_slice::<Sequencer<u32>>(save) else { return false };
    // It must play on.
    queue.advance(Span::from_flicks(1), |_, _| ()).is_ok()
}

fn value(save: &[u8]) -> bool {
    serde_json::from_slice::<Moving<f64>>(save).is_ok()
}

/// A queue with entries that play and entries that wait.
fn saved(count: usize) -> Value {
    let mut queue = Sequencer::new();
    for number in 0..count {
        let number = u32::try_from(number).expect("a number of 32 bits");
        queue.enqueue(Span::from_flicks(9), number);
        queue.now(Span::from_flicks(99), number);
    }
    queue.advance(Span::FLICK, |_, _| ()).expect("forwards");
    serde_json::to_value(queue).expect("a save")
}

/// The same with each entry of a list by one change.
fn harmed(count: usize, list: &str, change: fn(&mut Value)) -> Vec<u8> {
    let mut save = saved(count);
    save[list].as_array_mut().expect("a list").iter_mut().for_each(change);
    save.to_string().into_bytes()
}

pub(crate) const ALL: &[Attack] = &[
    read("saved queue: entries", 200, queue, |n| saved(n).to_string().into_bytes()),
    read("saved queue: entries that play, all of one number", 200, queue, |n| {
        harmed(n, "live", |entry| entry["id"] = json!(0))
    }),
    read("saved queue: entries that wait, all of one number", 200, queue, |n| {
        harmed(n, "waiting", |entry| entry["id"] = json!(1))
    }),
    read("saved queue: entries that wait for one", 200, queue, |n| {
        harmed(n, "waiting", |entry| entry["after"] = json!(1))
    }),
    refused("saved queue: epochs beyond all counts", 200, queue, |n| {
        harmed(n, "waiting", |entry| entry["epoch"] = json!(u64::MAX))
    }),
    refused("saved queue: brackets inside brackets", 20_000, queue, |n| vec![b'['; n]),
    refused("saved value: digits of one number", 20_000, value, |n| {
        format!("{{\"start\":{}", "9".repeat(n)).into_bytes()
    }),
];
