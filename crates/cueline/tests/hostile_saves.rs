//! Saves of queues that were tampered with: refused, or they play.
#![cfg(feature = "serde")]

use cueline::{relay::Relay, sequencer::Sequencer, time::Span};
use serde_json::{Value, json};

fn queue() -> Sequencer<u8> {
    let mut queue = Sequencer::new();
    queue.enqueue(Span::from_flicks(9), 1).expect("a length of nine");
    queue.label("next");
    queue.blocking(Span::from_flicks(9), 2).expect("a length of nine");
    queue
}

fn read(saved: &Value) -> Result<Sequencer<u8>, serde_json::Error> {
    serde_json::from_str(&saved.to_string())
}

#[test]
fn a_queue_whose_counts_are_at_their_end_is_refused() {
    let saved = serde_json::to_value(queue()).unwrap();
    assert_eq!(read(&saved).unwrap(), queue());
    for field in ["next_id", "running", "last"] {
        for count in [u64::MAX, (1 << 63) + 1] {
            let mut damaged = saved.clone();
            damaged[field] = json!(count);
            let error = read(&damaged).unwrap_err().to_string();
            assert!(error.contains("nothing counts beyond"), "{field}: {error}");
        }
    }
    let mut damaged = saved.clone();
    damaged["waiting"][0]["epoch"] = json!(u64::MAX);
    assert!(read(&damaged).is_err());
}

#[test]
fn a_queue_that_lies_about_what_holds_it_plays_on() {
    let mut saved = serde_json::to_value(queue()).unwrap();
    saved["holding"] = json!(usize::MAX);
    let mut queue = read(&saved).unwrap();
    queue.concurrently(Span::FLICK, 3).unwrap();
    queue.advance(Span::MAX, |_, _| ()).unwrap();
}

#[test]
fn a_relay_that_was_told_less_than_it_shows_is_refused() {
    let mut relay = Relay::new();
    relay.tell(&1, |_, queue: &mut Sequencer<u8>| queue.enqueue(Span::FLICK, 1)).unwrap();
    let saved = serde_json::to_value(&relay).unwrap();
    let read = |saved: Value| serde_json::from_str::<Relay<u8>>(&saved.to_string());
    assert_eq!(read(saved.clone()).unwrap(), relay);
    for told in [0, u64::MAX] {
        let mut damaged = saved.clone();
        damaged["told"] = json!(told);
        assert!(read(damaged).is_err(), "{told}");
    }
}

#[test]
fn a_queue_cut_off_at_any_byte_is_refused() {
    let saved = serde_json::to_string(&queue()).unwrap();
    for end in 0..saved.len() {
        assert!(serde_json::from_str::<Sequencer<u8>>(&saved[..end]).is_err(), "{end} bytes");
    }
}
