//! Saves of queues that were tampered with: refused, or they play.
#![cfg(feature = "serde")]

use cueline::{
    event::EventKind,
    relay::Relay,
    sequencer::{Enqueue, Sequencer},
    time::Span,
};
use serde_json::{Value, json};

fn queue() -> Sequencer<u8> {
    let mut queue = Sequencer::new();
    queue.enqueue(Span::from_flicks(9), 1);
    queue.label("next");
    queue.blocking(Span::from_flicks(9), 2);
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
            assert!(error.contains("it must be 9223372036854775808 or less"), "{field}: {error}");
        }
    }
    let mut damaged = saved.clone();
    damaged["waiting"][0]["epoch"] = json!(u64::MAX);
    assert!(read(&damaged).is_err());
}

#[test]
fn a_queue_with_an_entry_twice_plays_on() {
    let mut whole = queue();
    whole.advance(Span::FLICK, |_, _| ()).unwrap();
    let mut saved = serde_json::to_value(whole).unwrap();
    for list in ["live", "waiting"] {
        let entry = saved[list][0].clone();
        saved[list].as_array_mut().unwrap().push(entry);
    }
    let mut queue = read(&saved).unwrap();
    queue.concurrently(Span::FLICK, 3);
    queue.advance(Span::MAX, |_, _| ()).unwrap();
    assert!(queue.is_empty());
}

#[test]
fn a_queue_with_an_entry_in_two_lists_plays_it_once() {
    let mut whole = queue();
    whole.advance(Span::FLICK, |_, _| ()).unwrap();
    let mut saved = serde_json::to_value(whole).unwrap();
    let mut again = saved["waiting"][0].clone();
    again["id"] = saved["live"][0]["id"].clone();
    saved["waiting"].as_array_mut().unwrap().insert(0, again.clone());
    again["after"] = json!(1);
    saved["waiting"].as_array_mut().unwrap().push(again);
    let mut queue = read(&saved).unwrap();
    assert_eq!(queue.len(), 2);
    queue.finish(|_, _| ()).unwrap();
    let ends = queue.events().iter().filter(|event| event.kind == EventKind::End);
    assert!(ends.map(|event| event.id.number()).eq([0, 1]), "{:?}", queue.events());
}

#[test]
fn a_queue_whose_next_id_is_taken_does_not_use_it_again() {
    let mut saved = serde_json::to_value(queue()).unwrap();
    saved["next_id"] = json!(0);
    let mut queue = read(&saved).unwrap();
    assert_eq!(queue.now(Span::FLICK, 3).number(), 2);
    saved["waiting"][0]["id"] = json!(u64::MAX);
    let error = read(&saved).unwrap_err().to_string();
    assert!(error.contains("it must be 9223372036854775808 or less"), "{error}");
}

#[test]
fn a_queue_that_says_its_epoch_ended_at_the_beginning_of_time_plays_on() {
    let mut saved = serde_json::to_value(Sequencer::<u8>::new()).unwrap();
    (saved["now"], saved["epoch_end"]) = (json!(i64::MIN), json!(i64::MIN));
    let mut queue = read(&saved).unwrap();
    queue.enqueue(Span::from_millis(1), 1);
    queue.advance(Span::MAX, |_, _| ()).unwrap();
    queue.advance(Span::MAX, |_, _| ()).unwrap();
    queue.advance(Span::MAX, |_, _| ()).unwrap();
}

#[test]
fn a_relay_that_has_shown_more_than_was_emitted_is_refused() {
    let mut relay = Relay::new();
    relay.emit(&1, |_, queue: &mut Sequencer<u8>| queue.enqueue(Span::FLICK, 1));
    let saved = serde_json::to_value(&relay).unwrap();
    let read = |saved: Value| serde_json::from_str::<Relay<u8>>(&saved.to_string());
    assert_eq!(read(saved.clone()).unwrap(), relay);
    for emitted in [0, u64::MAX] {
        let mut damaged = saved.clone();
        damaged["emitted"] = json!(emitted);
        assert!(read(damaged).is_err(), "{emitted}");
    }
}

#[test]
fn a_queue_cut_off_at_any_byte_is_refused() {
    let saved = serde_json::to_string(&queue()).unwrap();
    for end in 0..saved.len() {
        assert!(serde_json::from_str::<Sequencer<u8>>(&saved[..end]).is_err(), "{end} bytes");
    }
}

#[test]
fn a_queue_of_a_later_form_is_distinguished_from_a_damaged_one() {
    let saved = serde_json::to_string(&queue()).unwrap();
    let rest = saved.strip_prefix("{\"version\":1,").expect("it is seen before all else");
    let later = format!("{{\"version\":2,\"another form\":[],{rest}");
    let error = serde_json::from_str::<Sequencer<u8>>(&later).unwrap_err().to_string();
    assert!(error.contains("the save has version 2; this program reads version 1"), "{error}");
    let mut without = serde_json::to_value(queue()).unwrap();
    without.as_object_mut().unwrap().remove("version");
    assert_eq!(read(&without).unwrap(), queue(), "as it was written before there were versions");
}

#[test]
fn a_queue_with_any_bit_turned_is_refused_or_plays_on() {
    let saved = serde_json::to_string(&queue()).unwrap().into_bytes();
    assert!(serde_json::from_slice::<Sequencer<u8>>(&saved).is_ok());
    let mut played = 0;
    for place in 0..saved.len() * 8 {
        let mut damaged = saved.clone();
        damaged[place / 8] ^= 1 << (place % 8);
        if let Ok(mut queue) = serde_json::from_slice::<Sequencer<u8>>(&damaged) {
            played += 1;
            for _ in 0..4 {
                queue.enqueue(Span::FLICK, 9);
                queue.advance(Span::from_flicks(7), |_, _| ()).unwrap();
                assert!(queue.events().is_sorted_by_key(|event| event.due));
            }
            let _ = queue.finish(|_, _| ());
        }
    }
    assert!(played > 10, "{played} went on");
}

#[test]
fn a_queue_that_waits_from_the_beginning_of_time_for_a_late_turn_is_skipped_through() {
    let mut saved = serde_json::to_value(Sequencer::<u8>::new()).unwrap();
    (saved["now"], saved["epoch_end"]) = (json!(i64::MIN), json!(1));
    let mut queue = read(&saved).unwrap();
    queue.enqueue(Span::from_millis(1), 1);
    queue.finish(|_, _| ()).unwrap();
}
