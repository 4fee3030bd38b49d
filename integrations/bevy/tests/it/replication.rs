#[path = "../../examples/late_join.rs"]
mod example;

use example::Shown;

/// The frames of a client that show units, from the first on: how many of them, and at which ticks another one than that of
/// the server.
fn compare(client: &Shown, server: &Shown) -> (usize, Vec<i64>) {
    let seen = client
        .frames
        .iter()
        .filter(|(tick, frame)| !frame.is_empty() && server.frames.contains_key(*tick));
    let other = seen.clone().filter(|(tick, frame)| server.frames[*tick] != **frame);
    (seen.count(), other.map(|(tick, _)| *tick).collect())
}

/// Banners that started or ended, each so often.
fn times(shown: &Shown, event: (u32, bool)) -> usize {
    shown.events.iter().filter(|other| **other == event).count()
}

#[test]
fn a_client_that_joins_late_shows_the_same_frames_to_the_bit() {
    let [server, early, late] = example::run(600, 300).unwrap();
    for client in [&early, &late] {
        let (seen, other) = compare(client, &server);
        assert!(seen > 250, "{seen}");
        assert!(other.is_empty(), "other frames at {other:?} of {seen}");
    }
    let first = *late.frames.iter().find(|(_, frame)| !frame.is_empty()).unwrap().0;
    assert!((295..330).contains(&first), "it joined at the server's tick, {first}");
}

#[test]
fn a_queue_that_is_sent_reports_each_entry_once_on_each_client() {
    let [server, early, late] = example::run(400, 200).unwrap();
    let ended = server.events.iter().filter(|event| !event.1).count();
    assert!(ended > 14, "{:?}", server.events);
    for client in [&early, &late] {
        for event in &client.events {
            assert_eq!(times(client, *event), 1, "{event:?} in {:?}", client.events);
        }
        let same =
            client.banners.iter().filter(|(tick, shown)| server.banners.get(*tick) == Some(*shown));
        assert!(same.count() > 80, "{:?}", client.banners);
    }
    assert!(early.events.len() + 3 >= server.events.len(), "{:?}", early.events);
}
